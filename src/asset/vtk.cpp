// src/asset/vtk.cpp - read_vtk: legacy VTK files, ASCII, unstructured grids, versions 2 to 5.1.
#include <algorithm>

#include "asset/mesh_cells.h"
#include "asset/text_reader.h"

namespace playset {
namespace {

class VtkReader {
 public:
  VtkReader(std::string_view text, RepairLog& log) : in_(text), log_(log) {}

  Result<MeshFile> read() {
    if (!in_.take_line().starts_with("# vtk DataFile Version"))
      return fail(ErrorCode::Syntax,
                  "not a legacy VTK file: it does not start with '# vtk DataFile Version'");
    (void)in_.take_line();  // title
    if (in_.word() != "ASCII")
      return fail(ErrorCode::Unsupported, "only ASCII files are read: save it as legacy ASCII");
    for (std::string_view key = in_.word(); !key.empty(); key = in_.word()) {
      if (Result<Done> r = read_section(key); !r) return r.error();
    }
    if (types_.size() + 1 != starts_.size())
      return fail(ErrorCode::Invalid, std::to_string(starts_.size() - 1) + " cells have " +
                                          std::to_string(types_.size()) + " types");
    if (Result<Done> r = make_elements(); !r) return r.error();
    return std::move(mesh_);
  }

 private:
  [[nodiscard]] Error fail(ErrorCode code, std::string message) const {
    Error e = log_.error(code, std::move(message));
    e.line = in_.line();
    return e;
  }

  Result<Done> read_section(std::string_view key) {
    if (key == "DATASET" && in_.word() != "UNSTRUCTURED_GRID")
      return fail(ErrorCode::Unsupported, "only UNSTRUCTURED_GRID data sets are levels");
    if (key == "POINTS") return read_points();
    if (key == "CELLS") return read_cells();
    if (key == "CELL_TYPES") return read_types();
    if (key == "POINT_DATA") data_of_cells_ = false;
    if (key == "CELL_DATA") data_of_cells_ = true;
    if (key == "SCALARS") return read_scalars();
    return Done{};
  }

  // Each row needs two bytes at least.
  bool read_count(std::uint32_t& count) {
    return in_.integer(count) && count <= in_.left() / 2 + 1;
  }

  Result<Done> read_points() {
    std::uint32_t count = 0;
    if (!read_count(count))
      return fail(ErrorCode::Invalid, "the number of POINTS is missing or larger than the file");
    (void)in_.word();  // number type
    for (std::uint32_t i = 0; i < count; ++i) {
      glm::dvec3 p(0.0);
      if (!in_.real(p.x) || !in_.real(p.y) || !in_.real(p.z))
        return fail(ErrorCode::Syntax, "point " + std::to_string(i) + " of " +
                                           std::to_string(count) + " needs 3 finite numbers");
      mesh_.positions.push_back(p);
    }
    return Done{};
  }

  Result<Done> read_cells() {
    std::uint32_t rows = 0, size = 0;
    if (!read_count(rows) || !read_count(size))
      return fail(ErrorCode::Invalid, "CELLS needs two numbers within the file's size");
    starts_.assign(1, 0);
    corners_.clear();
    return in_.peek() == "OFFSETS" ? read_offsets(rows, size) : read_cell_rows(rows);
  }

  // Up to version 4.2: each row is a count and that many vertices.
  Result<Done> read_cell_rows(std::uint32_t rows) {
    for (std::uint32_t i = 0; i < rows; ++i) {
      std::uint32_t n = 0;
      if (!read_count(n) || !read_corners(n))
        return fail(ErrorCode::Syntax, "cell " + std::to_string(i) + " of " + std::to_string(rows) +
                                           " needs a count and that many vertices");
      starts_.push_back(corners_.size());
    }
    return Done{};
  }

  // From version 5.1: `rows` offsets, then `size` vertices.
  Result<Done> read_offsets(std::uint32_t rows, std::uint32_t size) {
    (void)in_.word();
    (void)in_.word();  // OFFSETS and its type
    starts_.clear();
    std::uint64_t last = 0;
    for (std::uint32_t i = 0; i < rows; ++i) {
      std::uint64_t at = 0;
      if (!in_.integer(at) || at < last || at > size || (i == 0 && at != 0))
        return fail(ErrorCode::Invalid, "offset " + std::to_string(i) + " of " +
                                            std::to_string(rows) + " does not rise from 0 to " +
                                            std::to_string(size));
      starts_.push_back(at);
      last = at;
    }
    if (starts_.empty() || last != size)
      return fail(ErrorCode::Invalid, "the last offset is not the number of vertices");
    if (in_.word() != "CONNECTIVITY")
      return fail(ErrorCode::Syntax, "CONNECTIVITY must follow OFFSETS");
    (void)in_.word();
    if (!read_corners(size))
      return fail(ErrorCode::Syntax, "CONNECTIVITY needs " + std::to_string(size) + " vertices");
    return Done{};
  }

  bool read_corners(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t v = 0;
      if (!in_.integer(v)) return false;
      corners_.push_back(v);
    }
    return true;
  }

  Result<Done> read_types() {
    std::uint32_t count = 0;
    if (!read_count(count))
      return fail(ErrorCode::Invalid,
                  "the number of CELL_TYPES is missing or larger than the file");
    types_.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t type = 0;
      if (!in_.integer(type))
        return fail(ErrorCode::Syntax, "cell type " + std::to_string(i) + " of " +
                                           std::to_string(count) + " is not a number");
      types_.push_back(type);
    }
    return Done{};
  }

  // The first integer scalar of cells becomes the tag: "SCALARS name int [1] LOOKUP_TABLE name,
  // numbers".
  Result<Done> read_scalars() {
    const std::string_view name = in_.word(), type = in_.word();
    if (!data_of_cells_ || !attributes_.empty() ||
        (type != "int" && type != "long" && type != "short" && type != "char"))
      return Done{};
    if (in_.peek() != "LOOKUP_TABLE") (void)in_.word();
    if (in_.peek() == "LOOKUP_TABLE") {
      (void)in_.word();
      (void)in_.word();
    }
    for (std::size_t i = 0; i < types_.size(); ++i) {
      std::int32_t value = 0;
      if (!in_.integer(value))
        return fail(ErrorCode::Syntax, "scalar " + std::to_string(i) + " of '" + std::string(name) +
                                           "' is not an integer");
      attributes_.push_back(value);
    }
    mesh_.attribute_word = name;
    return Done{};
  }

  // How a cell type's vertices stand in our order; empty where it is no volume.
  static std::span<const std::uint8_t> order_of(std::uint32_t type) {
    static constexpr std::uint8_t kPlain[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static constexpr std::uint8_t kVoxel[] = {0, 1, 3, 2, 4, 5, 7, 6};
    static constexpr std::uint8_t kWedge[] = {0, 2, 1, 3, 5, 4};  // its first triangle looks out
    switch (type) {
      case 10:
        return {kPlain, 4};
      case 11:
        return kVoxel;
      case 12:
        return kPlain;
      case 13:
        return kWedge;
      case 14:
        return {kPlain, 5};
      default:
        return {};
    }
  }

  static ElementKind kind_of(std::size_t corners) {
    if (corners == 4) return ElementKind::Tetrahedron;
    if (corners == 5) return ElementKind::Pyramid;
    return corners == 6 ? ElementKind::Wedge : ElementKind::Hexahedron;
  }

  Result<Done> make_elements() {
    std::size_t flat = 0;
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const std::span<const std::uint8_t> order = order_of(types_[i]);
      if (order.empty() && types_[i] >= 10)
        return fail(ErrorCode::Unsupported, "cell " + std::to_string(i) + " has type " +
                                                std::to_string(types_[i]) + "; 10 to 14 are read");
      flat += order.empty() ? 1 : 0;
      if (order.empty()) continue;
      if (starts_[i + 1] - starts_[i] != order.size())
        return fail(ErrorCode::Invalid, "cell " + std::to_string(i) + " of type " +
                                            std::to_string(types_[i]) + " needs " +
                                            std::to_string(order.size()) + " vertices");
      MeshElement e;
      e.kind = kind_of(order.size());
      e.number = static_cast<std::int32_t>(i);
      if (i < attributes_.size()) e.attribute = attributes_[i];
      for (std::size_t k = 0; k < order.size(); ++k) e.corners[k] = corners_[starts_[i] + order[k]];
      mesh_.elements.push_back(e);
    }
    if (flat > 0) log_.add(std::to_string(flat) + " cells of fewer than three dimensions left out");
    if (mesh_.elements.empty()) return fail(ErrorCode::Invalid, "the file has no volume cells");
    return Done{};
  }

  TextReader in_;
  RepairLog& log_;
  MeshFile mesh_;
  std::vector<std::uint64_t> starts_{0};  // into corners_, one more than cells
  std::vector<std::uint32_t> corners_;
  std::vector<std::uint32_t> types_;
  std::vector<std::int32_t> attributes_;
  bool data_of_cells_ = false;
};

}  // namespace

Result<MeshFile> read_vtk(std::string_view text, RepairLog& log) {
  return VtkReader(text, log).read();
}

}  // namespace playset
