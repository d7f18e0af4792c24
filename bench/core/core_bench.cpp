// core beside what a program would use without it: libm, the standard's random numbers, FNV-1a,
// charconv, table-free easing.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/runner/runner.h"
#include "playset/core/easing.h"
#include "playset/core/hash.h"
#include "playset/core/int128.h"
#include "playset/core/math.h"
#include "playset/core/rng.h"
#include "playset/core/text_number.h"

namespace {

using namespace playset;
using bench::Row;
using bench::Runner;

constexpr std::size_t kItems = 4096;

template <typename T>
std::vector<T> numbers(double low, double high, std::uint64_t stream) {
  Rng rng(1, stream);
  std::vector<T> out(kItems);
  for (T& x : out) x = static_cast<T>(rng.range_double(low, high));
  return out;
}

template <typename T>
std::uint64_t hash_of(const std::vector<T>& values) {
  return hash_span(std::span<const T>(values));
}

// One function over many arguments, ours and libm's (whose results may differ in the last place).
template <typename T, typename Ours, typename Theirs>
void measure_function(Runner& runner, const std::string& name, double low, double high, Ours ours,
                      Theirs theirs) {
  if (!runner.wants(name)) return;
  const std::vector<T> in = numbers<T>(low, high, 1);
  std::vector<T> out(kItems);
  std::vector<T> other(kItems);
  Row row;
  row.name = name;
  row.items = kItems;
  row.run = [&] {
    for (std::size_t i = 0; i < kItems; ++i) out[i] = ours(in[i]);
    return std::uint64_t{0};
  };
  row.hash_after = [&] { return hash_of(out); };
  const auto libm = [&] {
    for (std::size_t i = 0; i < kItems; ++i) other[i] = theirs(in[i]);
    return std::uint64_t{0};
  };
  row.baselines.push_back(
      {"libm", libm, false, "may differ in the last place", [&] { return hash_of(other); }});
  runner.measure(row);
}

void measure_maths(Runner& runner) {
  measure_function<float>(
      runner, "math/sine_float", -10, 10, [](float x) { return sine(x); },
      [](float x) { return std::sin(x); });
  measure_function<double>(
      runner, "math/sine", -10, 10, [](double x) { return sine(x); },
      [](double x) { return std::sin(x); });
  measure_function<double>(
      runner, "math/sine_huge", 1e9, 1e12, [](double x) { return sine(x); },
      [](double x) { return std::sin(x); });
  measure_function<double>(
      runner, "math/exponential", -20, 20, [](double x) { return exponential(x); },
      [](double x) { return std::exp(x); });
  measure_function<double>(
      runner, "math/logarithm", 0.01, 100, [](double x) { return logarithm(x); },
      [](double x) { return std::log(x); });
  measure_function<double>(
      runner, "math/power", 0.1, 10, [](double x) { return power(x, 2.3); },
      [](double x) { return std::pow(x, 2.3); });
  measure_function<double>(
      runner, "math/arc_tangent", -10, 10, [](double x) { return arc_tangent(x, 2.0); },
      [](double x) { return std::atan2(x, 2.0); });
}

void measure_random(Runner& runner) {
  if (!runner.wants("rng/below")) return;
  Row row;
  row.name = "rng/below";
  row.items = kItems;
  row.run = [] {
    Rng rng(7);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kItems; ++i) sum += rng.below(1000);
    return sum;
  };
  const auto standard = [] {
    std::mt19937 engine(7);
    std::uniform_int_distribution<std::uint32_t> below(0, 999);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kItems; ++i) sum += below(engine);
    return sum;
  };
  row.baselines.push_back({"mt19937", standard, false, "another sequence"});
  runner.measure(row);
}

std::uint64_t fnv1a(std::span<const std::byte> bytes) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const std::byte b : bytes) h = (h ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3u;
  return h;
}

void measure_hash(Runner& runner) {
  if (!runner.wants("hash/64KiB")) return;
  std::vector<std::byte> bytes(65536);
  Rng rng(3);
  for (std::byte& b : bytes) b = static_cast<std::byte>(rng.next_u32());
  Row row;
  row.name = "hash/64KiB";
  row.items = bytes.size();
  row.run = [&] { return hash_bytes(bytes); };
  row.baselines.push_back({"fnv1a", [&] { return fnv1a(bytes); }, false, "another hash"});
  runner.measure(row);
}

void measure_products(Runner& runner) {
  if (!runner.wants("int128/compare_products")) return;
  Rng rng(4);
  std::vector<Int128> values(kItems + 3);
  for (Int128& v : values) {
    const std::uint64_t low = rng.next_u64();
    v = Int128::from_halves(static_cast<std::int64_t>(rng.next_u64()) >> 30, low);
  }
  std::vector<Int128TwoLimb> limbs;
  for (const Int128& v : values) limbs.push_back(Int128TwoLimb::from_halves(v.high(), v.low()));
  const auto compare_all = [](const auto& items) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kItems; ++i)
      sum = 3 * sum + static_cast<std::uint64_t>(
                          1 + compare_products(items[i], items[i + 1], items[i + 2], items[i + 3]));
    return sum;
  };
  Row row;
  row.name = "int128/compare_products";
  row.items = kItems;
  row.run = [&] { return compare_all(values); };
  row.baselines.push_back(
      {"two_limbs", [&] { return compare_all(limbs); }, true, "the portable fallback"});
  runner.measure(row);
}

void measure_text(Runner& runner) {
  const std::vector<double> values = numbers<double>(-1000, 1000, 2);
  std::vector<std::string> texts;
  for (const double v : values) texts.push_back(number_text(v));
  if (runner.wants("text/parse_double")) {
    Row row;
    row.name = "text/parse_double";
    row.items = kItems;
    row.run = [&] {
      Hasher hasher;
      for (const std::string& text : texts) hasher.add(parse_double(text).value_or(0.0));
      return hasher.finish();
    };
    const auto charconv = [&] {
      Hasher hasher;
      for (const std::string& text : texts) {
        double value = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        hasher.add(value);
      }
      return hasher.finish();
    };
    row.baselines.push_back({"from_chars", charconv, true});
    runner.measure(row);
  }
  if (runner.wants("text/append_number")) {
    std::string out;
    std::string other;
    Row row;
    row.name = "text/append_number";
    row.items = kItems;
    row.run = [&] {
      out.clear();
      for (const double v : values) append_number(out, v);
      return hash_text(out);
    };
    const auto charconv = [&] {
      other.clear();
      char buffer[64];
      for (const double v : values)
        other.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, v).ptr);
      return hash_text(other);
    };
    row.baselines.push_back({"to_chars", charconv, false, "writes small numbers with exponents"});
    runner.measure(row);
  }
}

void measure_easing(Runner& runner) {
  if (!runner.wants("easing/all_curves")) return;
  const std::vector<float> t = numbers<float>(0, 1, 3);
  std::vector<float> out(kItems);
  Row row;
  row.name = "easing/all_curves";
  row.items = kItems * kCurveCount;
  const auto batch = [&](auto evaluate) {
    Hasher hasher;
    for (std::size_t i = 0; i < kCurveCount; ++i) {
      evaluate(static_cast<Curve>(i));
      hasher.add(out[i]);
    }
    return hasher.finish();
  };
  row.run = [&] { return batch([&](Curve curve) { evaluate_curves(curve, t, out); }); };
  const auto by_points = [&] {
    return batch([&](Curve curve) {
      for (std::size_t k = 0; k < kItems; ++k) out[k] = evaluate_curve_point(curve, t[k]).value;
    });
  };
  row.baselines.push_back({"point_by_point", by_points, true, "with slopes"});
  runner.measure(row);
}

}  // namespace

int main(int argc, char** argv) {
  Runner runner(argc, argv);
  measure_maths(runner);
  measure_random(runner);
  measure_hash(runner);
  measure_products(runner);
  measure_text(runner);
  measure_easing(runner);
  return runner.finish();
}
