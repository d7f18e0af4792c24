// Smoothing, flattening and noise over corners.
#include "playset/scaffold/edit_shape.h"

#include <algorithm>
#include <cmath>

#include "edit_parts.h"
#include "playset/core/rng.h"

namespace playset {
namespace {

constexpr std::uint32_t kMostRounds = 100;

// Which corners edges join, as indices into `places`: the listed ones first, then those around them.
struct Neighbourhood {
  std::vector<ScaffoldId> vertices;  // sorted: the listed ones
  std::vector<glm::dvec3> places;    // of those and, behind them, of their neighbours; grid steps
  std::vector<std::vector<std::uint32_t>> beside;  // by listed one
};

std::vector<ScaffoldId> joined_to(const ScaffoldDocument& document, ScaffoldId vertex) {
  std::vector<ScaffoldId> joined;
  for (const ScaffoldId id : document.cubs_of_vertex(vertex)) {
    const ScaffoldCub& cub = *document.find<ScaffoldCub>(id);
    for (std::uint32_t corner = 0; corner < kCubCorners; ++corner)
      for (std::uint32_t axis = 0; axis < 3 && cub.corners[corner] == vertex; ++axis) {
        const ScaffoldId other = cub.corners[corner_across(corner, axis)];
        if (other != vertex) joined.push_back(other);
      }
  }
  return sorted_set(std::move(joined));
}

Neighbourhood find_neighbours(const ScaffoldDocument& document,
                              std::span<const ScaffoldId> vertices) {
  Neighbourhood found;
  found.vertices = sorted_set(std::vector(vertices.begin(), vertices.end()));
  std::map<ScaffoldId, std::uint32_t> numbers;
  const auto number_of = [&](ScaffoldId id) {
    const auto [at, fresh] =
        numbers.try_emplace(id, static_cast<std::uint32_t>(found.places.size()));
    if (fresh) found.places.emplace_back(place_of(document, id));
    return at->second;
  };
  for (const ScaffoldId id : found.vertices) number_of(id);
  for (const ScaffoldId id : found.vertices) {
    std::vector<std::uint32_t>& beside = found.beside.emplace_back();
    for (const ScaffoldId other : joined_to(document, id)) beside.push_back(number_of(other));
  }
  return found;
}

void smooth_once(Neighbourhood& around, double factor) {
  std::vector<glm::dvec3> next(around.vertices.size());
  for (std::size_t i = 0; i < next.size(); ++i) {
    glm::dvec3 middle(0.0);
    for (const std::uint32_t other : around.beside[i]) middle += around.places[other];
    next[i] = around.places[i];
    if (!around.beside[i].empty())
      next[i] += factor * (middle / static_cast<double>(around.beside[i].size()) - next[i]);
  }
  std::copy(next.begin(), next.end(), around.places.begin());
}

GridPoint nearest_step(glm::dvec3 steps) {
  return {static_cast<std::int32_t>(std::floor(steps.x + 0.5)),
          static_cast<std::int32_t>(std::floor(steps.y + 0.5)),
          static_cast<std::int32_t>(std::floor(steps.z + 0.5))};
}

// -1 to 1 at a point of the lattice.
double lattice_value(const NoiseConfig& config, std::uint64_t axis, std::int64_t x, std::int64_t y,
                     std::int64_t z) {
  constexpr std::int64_t kMiddle = std::int64_t{1} << 20;  // the grid has fewer points each way
  const std::uint64_t item = static_cast<std::uint64_t>(x + kMiddle) << 42 |
                             static_cast<std::uint64_t>(y + kMiddle) << 21 |
                             static_cast<std::uint64_t>(z + kMiddle);
  return 2.0 * static_cast<double>(keyed_bits(config.seed, item, axis) >> 11) * 0x1p-53 - 1.0;
}

double fade(double t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }

// Values of the lattice, blended smoothly between its points.
double noise_at(const NoiseConfig& config, std::uint64_t axis, GridPoint p) {
  std::array<std::int64_t, 3> low{};
  std::array<double, 3> part{};
  for (int i = 0; i < 3; ++i) {
    const double place = static_cast<double>(p[i]) / config.size;
    low[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(std::floor(place));
    part[static_cast<std::size_t>(i)] = fade(place - std::floor(place));
  }
  double sum = 0.0;
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    const std::uint32_t x = corner & 1u, y = corner >> 1 & 1u, z = corner >> 2;
    const double weight = (x != 0 ? part[0] : 1.0 - part[0]) * (y != 0 ? part[1] : 1.0 - part[1]) *
                          (z != 0 ? part[2] : 1.0 - part[2]);
    sum += weight * lattice_value(config, axis, low[0] + x, low[1] + y, low[2] + z);
  }
  return sum;
}

}  // namespace

Result<Done> smooth_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                             double factor, std::uint32_t rounds, std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "smooth"); !there) return there;
  if (!std::isfinite(factor) || factor <= 0.0 || factor > 1.0)
    return refuse("the factor lies above 0 and up to 1");
  if (rounds < 1 || rounds > kMostRounds) return refuse("smooth 1 to 100 times");
  Neighbourhood around = find_neighbours(document, vertices);
  for (std::uint32_t round = 0; round < rounds; ++round) smooth_once(around, factor);
  ScaffoldEdit edit(document, "smooth vertices", drag);
  std::vector<ScaffoldVertex> moved;
  for (std::size_t i = 0; i < around.vertices.size(); ++i)
    moved.emplace_back(*document.find<ScaffoldVertex>(around.vertices[i])).at =
        nearest_step(around.places[i]);
  document.put_all(std::move(moved));
  return edit.commit();
}

Result<Done> flatten_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                              std::uint32_t axis, std::optional<std::int32_t> at,
                              std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "flatten"); !there) return there;
  if (axis > 2) return refuse("an axis is x, y or z");
  std::vector<ScaffoldVertex> moved;
  double sum = 0.0;
  const auto i = static_cast<int>(axis);
  for (const ScaffoldId id : sorted_set(std::vector(vertices.begin(), vertices.end())))
    sum += moved.emplace_back(*document.find<ScaffoldVertex>(id)).at[i];
  const auto mean =
      static_cast<std::int32_t>(std::floor(sum / static_cast<double>(moved.size()) + 0.5));
  for (ScaffoldVertex& vertex : moved) vertex.at[i] = at.value_or(mean);
  ScaffoldEdit edit(document, "flatten vertices", drag);
  document.put_all(std::move(moved));
  return edit.commit();
}

Result<Done> roughen_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices,
                              const NoiseConfig& config, std::string_view drag) {
  if (Result<Done> there = need_vertices(document, vertices, "roughen"); !there) return there;
  if (config.size < static_cast<std::int32_t>(kGridPerMetre) || config.size > kGridLimit)
    return refuse("the size of bumps lies between 1 m and 16,384 m");
  for (int i = 0; i < 3; ++i)
    if (config.amount[i] < 0 || config.amount[i] > kGridLimit)
      return refuse("how far corners go lies between 0 and 16,384 m along each axis");
  ScaffoldEdit edit(document, "roughen vertices", drag);
  std::vector<ScaffoldVertex> moved;
  for (const ScaffoldId id : sorted_set(std::vector(vertices.begin(), vertices.end()))) {
    ScaffoldVertex& vertex = moved.emplace_back(*document.find<ScaffoldVertex>(id));
    const GridPoint from = vertex.at;
    for (int i = 0; i < 3; ++i)
      vertex.at[i] += static_cast<std::int32_t>(std::floor(
          config.amount[i] * noise_at(config, static_cast<std::uint64_t>(i), from) + 0.5));
  }
  document.put_all(std::move(moved));
  return edit.commit();
}

}  // namespace playset
