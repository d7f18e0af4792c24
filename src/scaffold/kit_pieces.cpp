// Our kit pieces: slabs in terraces, profiles drawn along x, prisms and a rock, all from flat faces.
#include "playset/scaffold/kit_pieces.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>

#include "playset/core/rng.h"

namespace playset {
namespace {

using glm::vec2;
using glm::vec3;

// Faces in a box of the unit cube's corners; `finish` brings them to size.
class PieceMesh {
 public:
  explicit PieceMesh(vec3 size) : size_(size) {}
  [[nodiscard]] vec3 size() const { return size_; }

  // Counterclockwise seen from outside, planar.
  void face(std::span<const vec3> corners) {
    vec3 area(0.0f);
    for (std::size_t i = 2; i < corners.size(); ++i)
      area += glm::cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    const float length = std::sqrt(glm::dot(area, area));
    if (!(length > 0.0f)) return;
    const vec3 normal = area / length;
    const auto first = static_cast<std::uint32_t>(mesh_.positions.size());
    for (const vec3 p : corners) {
      mesh_.positions.push_back(p);
      mesh_.normals.push_back(normal);
      mesh_.uvs.push_back(uv_of(p, normal));
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i)
      mesh_.indices.insert(mesh_.indices.end(), {first, first + i - 1, first + i});
  }

  // Rings of equally many corners, counterclockwise seen from the end they go to; closed by the
  // first and the last.
  void loft(const std::vector<std::vector<vec3>>& rings) {
    const std::size_t n = rings[0].size();
    face(std::vector<vec3>(rings[0].rbegin(), rings[0].rend()));
    face(rings.back());
    for (std::size_t r = 1; r < rings.size(); ++r) {
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = (i + 1) % n;
        face(std::array{rings[r - 1][i], rings[r - 1][k], rings[r][k], rings[r][i]});
      }
    }
  }

  void box(vec3 low, vec3 high) {
    loft({rectangle({low.x, low.y}, {high.x, high.y}, low.z),
          rectangle({low.x, low.y}, {high.x, high.y}, high.z)});
  }

  static std::vector<vec3> rectangle(vec2 low, vec2 high, float z) {
    return {{low.x, low.y, z}, {high.x, low.y, z}, {high.x, high.y, z}, {low.x, high.y, z}};
  }

  // A slab of rectangles: how far in each lies, and at which depth.
  void terraces(vec2 low, vec2 high, const std::vector<vec2>& insets) {
    std::vector<std::vector<vec3>> rings;
    for (const vec2 ring : insets) rings.push_back(rectangle(low + ring.x, high - ring.x, ring.y));
    loft(rings);
  }

  // A convex outline in (y, z), counterclockwise seen from +x, drawn from x to x.
  void along_x(float from, float to, const std::vector<vec2>& outline) {
    std::vector<std::vector<vec3>> rings(2);
    for (const vec2 p : outline) rings[0].emplace_back(from, p.x, p.y);
    for (const vec2 p : outline) rings[1].emplace_back(to, p.x, p.y);
    loft(rings);
  }
  // A convex outline in (z, x), seen from +y.
  void along_y(float from, float to, const std::vector<vec2>& outline) {
    std::vector<std::vector<vec3>> rings(2);
    for (const vec2 p : outline) rings[0].emplace_back(p.y, from, p.x);
    for (const vec2 p : outline) rings[1].emplace_back(p.y, to, p.x);
    loft(rings);
  }

  Mesh finish(std::string_view material) {
    for (vec3& p : mesh_.positions) p = glm::min(glm::max(p, vec3(0.0f)), size_);
    mesh_.parts.push_back(
        {std::string(material), 0, static_cast<std::uint32_t>(mesh_.indices.size())});
    return std::move(mesh_);
  }

 private:
  // Metres along the two axes that the face lies along most.
  static vec2 uv_of(vec3 p, vec3 normal) {
    const vec3 n = glm::abs(normal);
    if (n.z >= n.x && n.z >= n.y) return {p.x, p.y};
    return n.y >= n.x ? vec2(p.x, p.z) : vec2(p.z, p.y);
  }

  vec3 size_;
  Mesh mesh_;
};

// An octagon of flat top about a middle, counterclockwise.
std::vector<vec2> octagon(vec2 middle, vec2 radius) {
  constexpr float kCut = 0.41421356f;  // tangent of 22.5 degrees
  std::vector<vec2> outline;
  for (const vec2 p : {vec2(1, -kCut), vec2(1, kCut), vec2(kCut, 1), vec2(-kCut, 1), vec2(-1, kCut),
                       vec2(-1, -kCut), vec2(-kCut, -1), vec2(kCut, -1)})
    outline.push_back(middle + p * radius);
  return outline;
}

// --- The families. s is the piece's size; `inset` a length that suits its smaller side.

void panel_slab(PieceMesh& out, vec2 low, vec2 high, float depth, bool sunk) {
  const float inset = std::min(high.x - low.x, high.y - low.y);
  std::vector<vec2> rings = {{0.0f, 0.0f}, {0.0f, 0.45f * depth}, {0.05f * inset, depth}};
  if (sunk) {
    rings.emplace_back(0.14f * inset, depth);
    rings.emplace_back(0.18f * inset, 0.5f * depth);
  }
  out.terraces(low, high, rings);
}

void make_panel(PieceMesh& out, std::uint32_t variant) {
  const vec3 s = out.size();
  const float gap = 0.012f * std::min(s.x, s.y);
  const vec2 low(gap), high(s.x - gap, s.y - gap);
  if (variant == 0) return panel_slab(out, low, high, 0.8f * s.z, true);
  if (variant == 1) {  // two plates, the upper one plain
    const float middle = 0.34f * s.y;
    panel_slab(out, low, {high.x, middle - gap}, 0.8f * s.z, false);
    panel_slab(out, {low.x, middle + gap}, high, 0.8f * s.z, false);
    return;
  }
  // A louvre: slats in a sunk field.
  panel_slab(out, low, high, 0.8f * s.z, true);
  const float edge = 0.24f * std::min(s.x, s.y), pitch = (s.y - 2.0f * edge) / 5.0f;
  for (int i = 0; i < 5; ++i) {
    const float y = edge + pitch * static_cast<float>(i) + 0.15f * pitch;
    out.along_x(edge, s.x - edge,
                {{y, 0.3f * s.z},
                 {y + 0.7f * pitch, 0.3f * s.z},
                 {y + 0.45f * pitch, s.z},
                 {y, 0.9f * s.z}});
  }
}

void make_pipes(PieceMesh& out, std::uint32_t variant) {
  const vec3 s = out.size();
  const int count = variant == 0 ? 2 : 3;
  const float pitch = s.y / static_cast<float>(count);
  for (int i = 0; i < count; ++i) {
    const float thick = variant == 0 || i == 1 ? 0.33f : 0.24f;
    const vec2 middle((static_cast<float>(i) + 0.5f) * pitch, 0.5f * s.z);
    const vec2 radius(thick * pitch, std::min(thick * pitch, 0.38f * s.z));
    out.along_x(0.0f, s.x, octagon(middle, radius));
    const float at = (i % 2 == 0 ? 0.28f : 0.64f) * s.x, half = 0.05f * s.x;
    out.along_x(at - half, at + half, octagon(middle, radius * 1.25f));
  }
  // The bracket that holds them.
  const float x = 0.46f * s.x;
  out.box({x, 0.02f * s.y, 0.0f}, {x + 0.06f * s.x, 0.98f * s.y, 0.3f * s.z});
}

void make_column(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  const float plinth = std::min(0.12f * s.y, 0.6f * s.x);
  const auto half_octagon = [&](float inset) {
    const float w = s.x - 2.0f * inset, d = s.z - inset;
    return std::vector<vec2>{{0.0f, inset},          {0.55f * d, inset},     {d, inset + 0.28f * w},
                             {d, inset + 0.72f * w}, {0.55f * d, inset + w}, {0.0f, inset + w}};
  };
  out.along_y(0.0f, plinth, half_octagon(0.0f));
  out.along_y(0.97f * plinth, s.y - 0.97f * plinth, half_octagon(0.16f * s.x));
  out.along_y(s.y - plinth, s.y, half_octagon(0.04f * s.x));
}

void make_frame(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  out.along_x(0.0f, s.x,
              {{0.0f, 0.0f},
               {s.y, 0.0f},
               {s.y, 0.35f * s.z},
               {0.7f * s.y, s.z},
               {0.2f * s.y, s.z},
               {0.0f, 0.7f * s.z}});
}

void make_door(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  const float inset = std::min(s.x, s.y), gap = 0.004f * inset;
  const vec2 low(gap), high(s.x - gap, s.y - gap);
  const float d = 0.8f * s.z, z = 0.1f * s.z, rail = 0.11f * inset, lip = 0.13f * inset;
  out.terraces(low, high,
               {{lip, z + 0.25f * d},
                {rail, z},
                {0.02f * inset, z},
                {0.0f, z + 0.2f * d},
                {0.0f, z + 0.8f * d},
                {0.02f * inset, z + d},
                {rail, z + d},
                {lip, z + 0.75f * d}});
  // Cross bar and handle, on both faces.
  out.box({rail, 0.47f * s.y, 0.16f * s.z}, {s.x - rail, 0.53f * s.y, 0.84f * s.z});
  out.box({s.x - 0.2f * inset, 0.42f * s.y, 0.0f}, {s.x - 0.15f * inset, 0.58f * s.y, s.z});
}

void make_rail(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  const float post = 0.3f * std::min({s.x, s.y, s.z});
  const float middle = 0.5f * s.z, x = 0.5f * s.x;
  out.box({x - post, 0.0f, middle - post}, {x + post, 0.96f * s.y, middle + post});
  const auto bar = [&](float height, float radius) {
    out.along_x(0.0f, s.x, octagon({height, middle}, vec2(radius)));
  };
  bar(s.y - 0.45f * s.z, 0.45f * s.z);
  bar(0.55f * s.y, 0.2f * s.z);
  bar(0.22f * s.y, 0.2f * s.z);
}

// A rim with bars.
void make_grate(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  const float inset = std::min(s.x, s.y), gap = 0.01f * inset, rim = 0.09f * inset;
  const auto ring = [&](float in, float z) {
    return PieceMesh::rectangle(vec2(gap + in), {s.x - gap - in, s.y - gap - in}, z);
  };
  const std::array rings = {ring(0.0f, 0.0f), ring(0.0f, 0.6f * s.z), ring(0.15f * rim, s.z),
                            ring(rim, s.z), ring(rim, 0.0f)};
  for (std::size_t r = 0; r < rings.size(); ++r) {
    const auto &a = rings[r], &b = rings[(r + 1) % rings.size()];
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t k = (i + 1) % 4;
      out.face(std::array{a[i], a[k], b[k], b[i]});
    }
  }
  const float from = gap + 0.6f * rim, pitch = (s.y - 2.0f * (gap + rim)) / 6.0f;
  for (int i = 0; i < 6; ++i) {
    const float y = gap + rim + (static_cast<float>(i) + 0.3f) * pitch;
    out.box({from, y, 0.1f * s.z}, {s.x - from, y + 0.4f * pitch, 0.8f * s.z});
  }
}

void make_trim(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  out.along_x(0.0f, s.x,
              {{0.0f, 0.0f},
               {s.y, 0.0f},
               {s.y, 0.25f * s.z},
               {0.75f * s.y, 0.65f * s.z},
               {0.3f * s.y, s.z},
               {0.0f, s.z}});
}

void make_cap(PieceMesh& out, std::uint32_t) {
  const vec3 s = out.size();
  const float inset = 0.2f * std::min(s.x, s.y);
  out.terraces({0.0f, 0.0f}, {s.x, s.y}, {{0.0f, 0.0f}, {0.0f, 0.75f * s.z}, {inset, s.z}});
}

// A ball of 20 triangles, each cut in four; corners moved in and out by noise.
struct Ball {
  std::vector<vec3> at;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;

  std::uint32_t middle(std::uint32_t a, std::uint32_t b) {
    const auto [found, fresh] =
        middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(at.size()));
    if (fresh) at.push_back(glm::normalize(at[a] + at[b]));
    return found->second;
  }
};

Ball make_ball() {
  constexpr float kGolden = 1.6180340f;
  Ball ball;
  for (const float a : {-1.0f, 1.0f}) {
    for (const float b : {-kGolden, kGolden}) {
      ball.at.push_back(glm::normalize(vec3(0.0f, a, b)));
      ball.at.push_back(glm::normalize(vec3(a, b, 0.0f)));
      ball.at.push_back(glm::normalize(vec3(b, 0.0f, a)));
    }
  }
  // Corners of a triangle are neighbours: nearer than any others.
  const auto near = [&](std::uint32_t a, std::uint32_t b) {
    return glm::dot(ball.at[a], ball.at[b]) > 0.3f;
  };
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = a + 1; b < 12; ++b) {
      for (std::uint32_t c = b + 1; c < 12; ++c) {
        if (!near(a, b) || !near(b, c) || !near(a, c)) continue;
        const vec3 turn = glm::cross(ball.at[b] - ball.at[a], ball.at[c] - ball.at[a]);
        const bool outward = glm::dot(turn, ball.at[a]) > 0.0f;
        ball.triangles.push_back({a, outward ? b : c, outward ? c : b});
      }
    }
  }
  const auto whole = std::move(ball.triangles);
  ball.triangles.clear();
  for (const auto& [a, b, c] : whole) {
    const std::uint32_t ab = ball.middle(a, b), bc = ball.middle(b, c), ca = ball.middle(c, a);
    for (const auto& part : std::array<std::array<std::uint32_t, 3>, 4>{
             {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}}})
      ball.triangles.push_back(part);
  }
  return ball;
}

void make_rock(PieceMesh& out, std::uint32_t variant) {
  Ball ball = make_ball();
  vec3 low(1e9f), high(-1e9f);
  for (std::uint32_t i = 0; i < ball.at.size(); ++i) {
    ball.at[i] *= 0.72f + 0.4f * keyed_float(0x70C5, variant, i);
    low = glm::min(low, ball.at[i]);
    high = glm::max(high, ball.at[i]);
  }
  for (vec3& p : ball.at) p = (p - low) / (high - low) * out.size();
  for (const auto& [a, b, c] : ball.triangles)
    out.face(std::array{ball.at[a], ball.at[b], ball.at[c]});
}

void make_box(PieceMesh& out, std::uint32_t) { out.box(vec3(0.0f), out.size()); }

constexpr std::array<KitFamily, 10> kFamilies = {{
    {"panel", {1024, 1024, 72}, 3, "a bevelled plate: sunk field, two plates, louvre"},
    {"pipes", {2048, 512, 256}, 2, "two or three pipes with flanges and a bracket"},
    {"column", {512, 3072, 256}, 1, "half a column against the wall, with base and head"},
    {"frame", {1024, 160, 128}, 1, "a bar along the rim of an opening"},
    {"door", {1536, 2304, 128}, 1, "a leaf with two faces, cross bar and handle"},
    {"rock", {1024, 896, 768}, 16, "a boulder"},
    {"rail", {1024, 1024, 96}, 1, "a post with three bars"},
    {"grate", {1024, 1024, 56}, 1, "a rim with six bars"},
    {"trim", {1024, 160, 96}, 1, "a skirting board"},
    {"cap", {224, 224, 224}, 1, "a bevelled block for corners"},
}};
constexpr std::array<void (*)(PieceMesh&, std::uint32_t), kFamilies.size()> kMakers = {
    make_panel, make_pipes, make_column, make_frame, make_door,
    make_rock,  make_rail,  make_grate,  make_trim,  make_cap};

}  // namespace

std::span<const KitFamily> kit_families() noexcept { return kFamilies; }

const KitFamily* find_kit_family(std::string_view name) noexcept {
  for (const KitFamily& family : kFamilies)
    if (name == family.name) return &family;
  return nullptr;
}

Mesh build_kit_piece(const KitPieceName& piece, std::uint32_t variant, std::string_view material) {
  const std::array<std::int32_t, 3> steps = kit_piece_size(piece);
  PieceMesh out(vec3(static_cast<float>(steps[0]), static_cast<float>(steps[1]),
                     static_cast<float>(steps[2])) /
                1024.0f);
  const KitFamily* family = find_kit_family(piece.name);
  if (family == nullptr)
    make_box(out, variant);
  else
    kMakers[static_cast<std::size_t>(family - kFamilies.data())](out, variant % family->variants);
  return out.finish(material);
}

}  // namespace playset
