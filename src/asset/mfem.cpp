// src/asset/mfem.cpp - read_mfem: MFEM meshes, conforming (v1.x) and non-conforming (NC v1.0),
// straight, curved or periodic.
#include <algorithm>
#include <bit>
#include <map>

#include "asset/mesh_cells.h"
#include "asset/text_reader.h"
#include "playset/geom/grid.h"

namespace playset {
namespace {

// Corners per MFEM geometry number: point, segment, triangle, square, tetrahedron, cube, prism,
// pyramid.
constexpr std::size_t kGeometryCorners[] = {1, 2, 3, 4, 4, 8, 6, 5};

struct VertexParents {
  std::uint32_t id = 0, a = 0, b = 0;
};

// A grid function's values, as the "nodes" section holds them.
struct Nodes {
  std::string collection;
  int order = 1;
  int dimension = 3;
  bool interleaved = false;  // x y z x y z ...; else all x, then all y, ...
  std::vector<double> values;

  [[nodiscard]] std::size_t count() const { return values.size() / 3; }
  [[nodiscard]] glm::dvec3 point(std::size_t i) const {
    const std::size_t step = interleaved ? 1 : count(), first = interleaved ? 3 * i : i;
    return {values[first], values[first + step], values[first + 2 * step]};
  }
};

class MfemReader {
 public:
  MfemReader(std::string_view text, double scale, RepairLog& log)
      : in_(text, '#'), scale_(scale), log_(log) {}

  Result<MeshFile> read() {
    const std::string_view magic = in_.take_line();
    nonconforming_ = magic.substr(0, 15) == "MFEM NC mesh v1";
    if (!nonconforming_ && magic.substr(0, 12) != "MFEM mesh v1")
      return fail(ErrorCode::Syntax,
                  "not an MFEM mesh: it starts with neither 'MFEM mesh v1' nor 'MFEM NC mesh v1'");
    if (nonconforming_ && magic != "MFEM NC mesh v1.0")
      return fail(ErrorCode::Unsupported, "of the non-conforming formats only v1.0 is read, not '" +
                                              std::string(magic) + "'");
    mesh_.attribute_word = "attribute";
    for (std::string_view section = in_.word(); !section.empty() && section != "mfem_mesh_end";
         section = in_.word()) {
      if (Result<Done> r = read_section(section); !r) return r.error();
    }
    if (mesh_.elements.empty()) return fail(ErrorCode::Invalid, "the mesh has no volume elements");
    if (Result<Done> r = resolve_parents(); !r) return r.error();
    if (Result<Done> r = apply_nodes(); !r) return r.error();
    return std::move(mesh_);
  }

 private:
  [[nodiscard]] Error fail(ErrorCode code, std::string message) const {
    Error e = log_.error(code, std::move(message));
    e.line = in_.line();
    return e;
  }

  Result<Done> read_section(std::string_view section) {
    if (section == "dimension") return read_dimension();
    if (section == "elements") return nonconforming_ ? read_nc_elements() : read_elements();
    if (section == "boundary") return read_boundary();
    if (section == "vertices" || section == "coordinates") return read_positions();
    if (section == "vertex_parents") return read_parents();
    if (section == "nodes") return read_nodes();
    return Done{};  // a word of a section that is not needed: its content follows word by word
  }

  Result<Done> read_dimension() {
    int dimension = 0;
    if (!in_.integer(dimension) || dimension != 3)
      return fail(ErrorCode::Unsupported, "only meshes of dimension 3 are levels");
    return Done{};
  }

  // A section's count, checked against the two bytes that each row needs at least.
  bool read_count(std::uint32_t& count) {
    return in_.integer(count) && count <= in_.left() / 2 + 1;
  }

  Error bad_count(const char* what) const {
    return fail(ErrorCode::Invalid,
                std::string("the number of ") + what + " is missing or larger than the file");
  }

  bool read_corners(std::size_t count, std::uint32_t* out) {
    return std::all_of(out, out + count, [&](std::uint32_t& v) { return in_.integer(v); });
  }

  // geometry and corners of an element.
  Result<Done> add_element(std::int32_t number, std::int32_t attribute, std::uint32_t geometry) {
    constexpr ElementKind kKinds[] = {ElementKind::Tetrahedron, ElementKind::Hexahedron,
                                      ElementKind::Wedge, ElementKind::Pyramid};
    if (geometry < 4 || geometry > 7)
      return fail(ErrorCode::Unsupported, "element " + std::to_string(number) + " has geometry " +
                                              std::to_string(geometry) + "; 4 to 7 are volumes");
    MeshElement e;
    e.kind = kKinds[geometry - 4];
    e.number = number;
    e.attribute = attribute;
    if (!read_corners(corner_count(e.kind), e.corners.data()))
      return fail(ErrorCode::Syntax, "element " + std::to_string(number) + " needs " +
                                         std::to_string(corner_count(e.kind)) + " vertices");
    mesh_.elements.push_back(e);
    return Done{};
  }

  Result<Done> read_elements() {
    std::uint32_t count = 0;
    if (!read_count(count)) return bad_count("elements");
    for (std::uint32_t i = 0; i < count; ++i) {
      std::int32_t attribute = 0;
      std::uint32_t geometry = 0;
      if (!in_.integer(attribute) || !in_.integer(geometry))
        return fail(ErrorCode::Syntax, "element " + std::to_string(i) + " of " +
                                           std::to_string(count) +
                                           " needs its attribute and geometry");
      if (Result<Done> r = add_element(static_cast<std::int32_t>(i), attribute, geometry); !r)
        return r;
    }
    return Done{};
  }

  // rank, attribute, geometry, refinement; then children of a refined element, corners of a leaf.
  Result<Done> read_nc_elements() {
    std::uint32_t count = 0;
    if (!read_count(count)) return bad_count("elements");
    for (std::uint32_t i = 0; i < count; ++i) {
      std::int32_t rank = 0, attribute = 0;
      std::uint32_t geometry = 0, refinement = 0;
      if (!in_.integer(rank) || !in_.integer(attribute) || !in_.integer(geometry) ||
          !in_.integer(refinement)) {
        return fail(ErrorCode::Syntax, "element " + std::to_string(i) + " of " +
                                           std::to_string(count) +
                                           " needs its rank, attribute, geometry and refinement");
      }
      if (refinement == 0) {
        if (Result<Done> r = add_element(static_cast<std::int32_t>(i), attribute, geometry); !r)
          return r;
        continue;
      }
      if (refinement > 7)
        return fail(ErrorCode::Unsupported, "element " + std::to_string(i) + " has refinement " +
                                                std::to_string(refinement) + "; 0 to 7 are known");
      const int children = geometry == 7 && refinement == 7 ? 10 : 1 << std::popcount(refinement);
      for (int k = 0; k < children; ++k) {
        std::int32_t child = 0;
        if (!in_.integer(child))
          return fail(ErrorCode::Syntax, "element " + std::to_string(i) + " needs " +
                                             std::to_string(children) + " children");
      }
    }
    return Done{};
  }

  Result<Done> read_boundary() {
    std::uint32_t count = 0;
    if (!read_count(count)) return bad_count("boundary elements");
    for (std::uint32_t i = 0; i < count; ++i) {
      BoundaryFace face;
      face.corners.fill(kNone);
      std::uint32_t geometry = 0;
      if (!in_.integer(face.attribute) || !in_.integer(geometry) ||
          (geometry != 2 && geometry != 3) ||
          !read_corners(kGeometryCorners[geometry], face.corners.data())) {
        return fail(ErrorCode::Syntax,
                    "boundary element " + std::to_string(i) +
                        " needs an attribute, geometry 2 or 3, and its vertices");
      }
      mesh_.boundary.push_back(face);
    }
    return Done{};
  }

  static bool is_number(std::string_view word) {
    return !word.empty() && (word[0] == '-' || (word[0] >= '0' && word[0] <= '9'));
  }

  // In curved meshes the count is all there is.
  Result<Done> read_positions() {
    if (!read_count(vertex_count_)) return bad_count("vertices");
    if (!is_number(in_.peek())) return Done{};
    int dimension = 0;
    if (!in_.integer(dimension) || dimension != 3)
      return fail(ErrorCode::Unsupported, "vertices need 3 coordinates");
    for (std::uint32_t i = 0; i < vertex_count_; ++i) {
      glm::dvec3 p(0.0);
      if (!in_.real(p.x) || !in_.real(p.y) || !in_.real(p.z))
        return fail(ErrorCode::Syntax, "vertex " + std::to_string(i) + " of " +
                                           std::to_string(vertex_count_) +
                                           " needs 3 finite numbers");
      mesh_.positions.push_back(p);
    }
    return Done{};
  }

  Result<Done> read_parents() {
    std::uint32_t count = 0;
    if (!read_count(count)) return bad_count("vertex parents");
    for (std::uint32_t i = 0; i < count; ++i) {
      VertexParents v;
      if (!in_.integer(v.id) || !in_.integer(v.a) || !in_.integer(v.b))
        return fail(ErrorCode::Syntax,
                    "vertex parents " + std::to_string(i) + " need three numbers");
      parents_.push_back(v);
    }
    return Done{};
  }

  // Vertices with parents lie in the middle between them; parents may come in any order.
  Result<Done> resolve_parents() {
    if (parents_.empty()) return Done{};
    const std::size_t top = mesh_.positions.size(), all = top + parents_.size();
    std::vector<std::uint32_t> row_of(all, kNone);
    for (std::uint32_t i = 0; i < parents_.size(); ++i) {
      const VertexParents& v = parents_[i];
      const bool known = v.id < all && v.a < all && v.b < all && v.a != v.b;
      if (!known || v.id < top || row_of[v.id] != kNone)
        return fail(ErrorCode::Invalid,
                    "vertex " + std::to_string(v.id) + " has no usable parents");
      row_of[v.id] = i;
      mesh_.middles.push_back({std::min(v.a, v.b), std::max(v.a, v.b), v.id});
    }
    mesh_.positions.resize(all);
    std::vector<std::uint8_t> placed(all, 0);  // 1: being placed, 2: done
    std::fill_n(placed.begin(), top, std::uint8_t{2});
    for (std::uint32_t v = 0; v < all; ++v) {
      if (!place_vertex(v, row_of, placed))
        return fail(ErrorCode::Invalid, "vertex " + std::to_string(v) + " is its own ancestor");
    }
    return Done{};
  }

  // Depth first with a stack of its own. False where a vertex hangs on itself.
  bool place_vertex(std::uint32_t vertex, const std::vector<std::uint32_t>& row_of,
                    std::vector<std::uint8_t>& placed) {
    std::vector<std::uint32_t> stack{vertex};
    while (!stack.empty()) {
      const std::uint32_t v = stack.back();
      if (placed[v] == 2) {
        stack.pop_back();
        continue;
      }
      const VertexParents& p = parents_[row_of[v]];
      const std::size_t before = stack.size();
      for (const std::uint32_t parent : {p.a, p.b}) {
        if (placed[parent] == 1) return false;
        if (placed[parent] == 0) stack.push_back(parent);
      }
      placed[v] = stack.size() > before ? 1 : 2;
      if (placed[v] == 2) mesh_.positions[v] = (mesh_.positions[p.a] + mesh_.positions[p.b]) * 0.5;
    }
    return true;
  }

  // FiniteElementSpace, FiniteElementCollection: NAME, VDim: 3, Ordering: 0 or 1, then numbers to
  // the end.
  Result<Done> read_nodes() {
    if (nonconforming_)
      return fail(ErrorCode::Unsupported,
                  "curved non-conforming meshes are not read: save it without nodes");
    int vdim = 0, ordering = 0;
    while (!in_.at_end() && !is_number(in_.peek()) && !in_.peek().empty()) {
      const std::string_view key = in_.word();
      if (key == "FiniteElementCollection:") nodes_.collection = in_.word();
      if (key == "VDim:" && !in_.integer(vdim))
        return fail(ErrorCode::Syntax, "VDim needs a number");
      if (key == "Ordering:" && !in_.integer(ordering))
        return fail(ErrorCode::Syntax, "Ordering needs a number");
    }
    if (vdim != 3 || ordering < 0 || ordering > 1)
      return fail(ErrorCode::Unsupported, "nodes need VDim 3 and Ordering 0 or 1");
    nodes_.interleaved = ordering == 1;
    for (double value = 0.0; is_number(in_.peek());) {
      if (!in_.real(value))
        return fail(ErrorCode::Syntax, "a coordinate of nodes is not a finite number");
      nodes_.values.push_back(value);
    }
    if (nodes_.values.size() % 3 != 0)
      return fail(ErrorCode::Truncated, "nodes need three coordinates each");
    return Done{};
  }

  // The order of a collection: "H1_3D_P3" has 3.
  static int order_of(std::string_view collection) {
    if (collection == "Linear") return 1;
    if (collection == "Quadratic") return 2;
    if (collection == "Cubic") return 3;
    const std::size_t p = collection.rfind("_P");
    int order = 0;
    return p != std::string_view::npos && parse_int(collection.substr(p + 2), order) &&
                   order >= 1 && order <= 16
               ? order
               : 0;
  }

  Result<Done> apply_nodes() {
    if (nodes_.collection.empty()) return Done{};
    nodes_.order = order_of(nodes_.collection);
    const bool per_element =
        nodes_.collection.starts_with("L2_T1") || nodes_.collection.starts_with("L2_T2");
    if (nodes_.order == 0 || (nodes_.collection.starts_with("L2") && !per_element)) {
      return fail(ErrorCode::Unsupported, "nodes of the collection '" + nodes_.collection +
                                              "' are not read; H1_3D_P* and L2_T1_3D_P* are");
    }
    if (nodes_.order > 1) {
      log_.add("the mesh is curved (" + nodes_.collection +
               "): its edges are straight lines between vertices now");
    }
    return per_element ? apply_element_nodes() : apply_vertex_nodes();
  }

  // Continuous collections: the vertices' values come first.
  Result<Done> apply_vertex_nodes() {
    if (nodes_.count() < vertex_count_)
      return fail(ErrorCode::Truncated, "nodes hold " + std::to_string(nodes_.count()) +
                                            " points for " + std::to_string(vertex_count_) +
                                            " vertices");
    mesh_.positions.clear();
    for (std::uint32_t v = 0; v < vertex_count_; ++v) mesh_.positions.push_back(nodes_.point(v));
    return Done{};
  }

  // Discontinuous ones give each element its own corners: periodic meshes. A vertex is its number
  // and its place.
  Result<Done> apply_element_nodes() {
    const auto n = static_cast<std::size_t>(nodes_.order);
    const std::size_t per_element = (n + 1) * (n + 1) * (n + 1);
    if (nodes_.count() / per_element < mesh_.elements.size())
      return fail(ErrorCode::Truncated, "nodes hold fewer points than the elements need");
    constexpr std::uint8_t kCube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                          {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    std::map<std::array<std::int32_t, 4>, std::uint32_t> vertex_at;
    std::vector<std::uint32_t> number_of;  // the file's vertex, per vertex of ours
    mesh_.positions.clear();
    for (std::size_t e = 0; e < mesh_.elements.size(); ++e) {
      MeshElement& element = mesh_.elements[e];
      if (element.kind != ElementKind::Hexahedron)
        return fail(ErrorCode::Unsupported,
                    "periodic meshes are read where all elements are cubes");
      for (std::size_t c = 0; c < 8; ++c) {
        const std::size_t dof = n * (kCube[c][0] + (n + 1) * (kCube[c][1] + (n + 1) * kCube[c][2]));
        const glm::dvec3 p = nodes_.point(e * per_element + dof);
        if (!inside_grid(p * scale_))
          return fail(ErrorCode::OutOfRange, "element " + std::to_string(e) +
                                                 " lies outside +-16384 m: scale the mesh down");
        const GridPoint g = to_grid(p * scale_);
        const auto [at, fresh] =
            vertex_at.try_emplace({static_cast<std::int32_t>(element.corners[c]), g.x, g.y, g.z},
                                  static_cast<std::uint32_t>(number_of.size()));
        if (fresh) {
          number_of.push_back(element.corners[c]);
          mesh_.positions.push_back(p);
        }
        element.corners[c] = at->second;
      }
    }
    report_jumps(number_of);
    return Done{};
  }

  // Faces that are one by the file's vertices and not by place: going through them would jump, so
  // they are walls.
  void report_jumps(const std::vector<std::uint32_t>& number_of) {
    std::map<std::array<std::uint32_t, 4>, std::uint32_t> by_number, by_place;
    const auto each = [&](auto&& visit) {
      for (const MeshElement& e : mesh_.elements) {
        for (std::size_t k = 0; k < 6; ++k) {
          std::array<std::uint32_t, 4> place{}, number{};
          for (std::size_t i = 0; i < 4; ++i) {
            place[i] = e.corners[sides_of(e.kind)[k].corners[i]];
            number[i] = number_of[place[i]];
          }
          std::sort(place.begin(), place.end());
          std::sort(number.begin(), number.end());
          visit(e, k, place, number);
        }
      }
    };
    each([&](const MeshElement&, std::size_t, const auto& place, const auto& number) {
      ++by_place[place];
      ++by_number[number];
    });
    each([&](const MeshElement& e, std::size_t k, const auto& place, const auto& number) {
      if (by_place[place] > 1 || by_number[number] < 2) return;
      log_.add("element " + std::to_string(e.number) + " side " + std::to_string(k) +
               " continues at another place (periodic mesh): made a wall");
    });
  }

  TextReader in_;
  double scale_;
  RepairLog& log_;
  MeshFile mesh_;
  bool nonconforming_ = false;
  std::uint32_t vertex_count_ = 0;
  std::vector<VertexParents> parents_;
  Nodes nodes_;
};

}  // namespace

Result<MeshFile> read_mfem(std::string_view text, double scale, RepairLog& log) {
  return MfemReader(text, scale, log).read();
}

}  // namespace playset
