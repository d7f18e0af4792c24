// Our kit pieces: closed, within their boxes, few triangles, the same bits everywhere.
#include "playset/scaffold/kit_pieces.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <glm/geometric.hpp>
#include <set>

#include "playset/core/hash.h"
#include "playset/core/rng.h"

using namespace playset;

namespace {

std::uint64_t hash_of(const Mesh& mesh) {
  Hasher hasher;
  for (const glm::vec3 p : mesh.positions)
    for (int k = 0; k < 3; ++k) hasher.add(std::bit_cast<std::uint32_t>(p[k]));
  for (const std::uint32_t i : mesh.indices) hasher.add(i);
  return hasher.finish();
}

double volume_of(const Mesh& mesh) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const glm::dvec3 a(mesh.positions[mesh.indices[i]]), b(mesh.positions[mesh.indices[i + 1]]),
        c(mesh.positions[mesh.indices[i + 2]]);
    sum += glm::dot(a, glm::cross(b, c)) / 6.0;
  }
  return sum;
}

// What every piece keeps; "" or what is wrong.
std::string fault_of(const KitPieceName& piece, std::uint32_t variant) {
  const Mesh mesh = build_kit_piece(piece, variant, "steel");
  const std::array<std::int32_t, 3> size = kit_piece_size(piece);
  if (const Result<Done> sound = check_mesh(mesh); !sound) return sound.error().message;
  if (!is_closed(mesh)) return "not closed";
  if (mesh.indices.size() > 3 * 300) return "too many triangles";
  if (mesh.parts.size() != 1 || mesh.parts[0].material != "steel") return "not one part";
  for (const glm::vec3 p : mesh.positions)
    for (int k = 0; k < 3; ++k)
      if (!(p[k] >= 0.0f &&
            p[k] <= static_cast<float>(size[static_cast<std::size_t>(k)]) / 1024.0f))
        return "outside its box";
  const double box = static_cast<double>(size[0]) * size[1] * size[2] / (1024.0 * 1024.0 * 1024.0);
  const double volume = volume_of(mesh);
  // Parts that cross count twice, so that a little more than the box would be wrong too.
  if (!(volume > 0.03 * box && volume < 1.05 * box)) return "turned inside out, or hardly there";
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const glm::vec3 a = mesh.positions[mesh.indices[i]], b = mesh.positions[mesh.indices[i + 1]],
                    c = mesh.positions[mesh.indices[i + 2]];
    if (glm::dot(glm::cross(b - a, c - a), mesh.normals[mesh.indices[i]]) <= 0.0f)
      return "a normal looks the wrong way";
  }
  return "";
}

}  // namespace

TEST_CASE("kit pieces: all families and variants are closed, outward and within their box") {
  CHECK(kit_families().size() == 10);
  std::set<std::uint64_t> hashes;
  std::size_t built = 0;
  for (const KitFamily& family : kit_families()) {
    CAPTURE(family.name);
    CHECK(find_kit_family(family.name) == &family);
    CHECK(std::string(family.help).size() > 5);
    for (std::uint32_t variant = 0; variant < family.variants; ++variant) {
      CAPTURE(variant);
      CHECK(fault_of({family.name, {}}, variant) == "");
      hashes.insert(hash_of(build_kit_piece({family.name, {}}, variant)));
      ++built;
    }
    CHECK(hash_of(build_kit_piece({family.name, {}}, family.variants)) ==
          hash_of(build_kit_piece({family.name, {}}, 0)));
  }
  CHECK(hashes.size() == built);  // variants differ
  CHECK(find_kit_family("sofa") == nullptr);
}

TEST_CASE("kit pieces: other sizes keep the rules") {
  MESSAGE("seed 3");
  Rng rng(3);
  for (int i = 0; i < 300; ++i) {
    const std::span<const KitFamily> families = kit_families();
    const KitFamily& family = families[rng.below(static_cast<std::uint32_t>(families.size()))];
    KitPieceName piece{family.name, {}};
    for (std::size_t k = 0; k < 3; ++k)
      piece.size[k] = family.size[k] * rng.range_int(50, 300) / 100;
    const std::uint32_t variant = rng.below(16);
    CAPTURE(family.name);
    CAPTURE(variant);
    REQUIRE(fault_of(piece, variant) == "");
  }
}

TEST_CASE("kit pieces: the game's own are a box of their size") {
  const Mesh mesh = build_kit_piece({"mine", {1024, 2048, 512}}, 5);
  CHECK(mesh.indices.size() == 36);
  CHECK(volume_of(mesh) == doctest::Approx(1.0));
  CHECK(is_closed(mesh));
}

TEST_CASE("kit pieces: the same bits as when they were made") {
  Hasher hasher;
  for (const KitFamily& family : kit_families())
    for (std::uint32_t variant = 0; variant < family.variants; ++variant)
      hasher.add(hash_of(build_kit_piece({family.name, {}}, variant)));
  CHECK(hasher.finish() == 14729106951203322492u);
}
