// Volume meshes: counts of real MFEM and VTK files, rings, hanging vertices, periodic meshes,
// hostile text.
#include "playset/asset/hexmesh.h"

#include <doctest/doctest.h>

#include <set>

#include "level_files.h"

using namespace playset;
using namespace playset::test;

namespace {

Imported read_mesh(const char* file, bool strict = true) {
  ImportOptions options;
  options.strict = strict;
  const std::string text = read_file_text(shared_path(file));
  Result<Imported> level = std::string_view(file).ends_with(".vtk")
                               ? parse_vtk(text, file, options)
                               : parse_mfem(text, file, options);
  if (!level) FAIL(level.error().text());
  const Result<Done> sound = check_cells(level->cells);
  CHECK_MESSAGE(sound.ok(), (sound.ok() ? "" : sound.error().text()));
  return std::move(*level);
}

// `count` cubes along x, each with its own eight nodes; vertex ids wrap round where `wrap` holds.
std::string periodic_row(int count) {
  std::string text = "MFEM mesh v1.0\n\ndimension\n3\n\nelements\n" + std::to_string(count) + "\n";
  const auto id = [&](int x, int y, int z) { return std::to_string((x % count) * 4 + y * 2 + z); };
  for (int e = 0; e < count; ++e) {
    text += "1 5 " + id(e, 0, 0) + " " + id(e + 1, 0, 0) + " " + id(e + 1, 1, 0) + " " +
            id(e, 1, 0) + " " + id(e, 0, 1) + " " + id(e + 1, 0, 1) + " " + id(e + 1, 1, 1) + " " +
            id(e, 1, 1) + "\n";
  }
  text += "\nboundary\n0\n\nvertices\n" + std::to_string(4 * count) +
          "\n\nnodes\nFiniteElementSpace\nFiniteElementCollection: L2_T1_3D_P1\nVDim: 3\nOrdering: "
          "1\n\n";
  for (int e = 0; e < count; ++e) {
    for (int c = 0; c < 8; ++c)
      text += std::to_string(e + c % 2) + " " + std::to_string(c / 2 % 2) + " " +
              std::to_string(c / 4) + "\n";
  }
  return text;
}

// A cube of 2 m at x = 0..2 and, in x = 2..3, four of 1 m whose shared vertices hang on its face.
std::string hanging_mesh() {
  return R"(MFEM NC mesh v1.0

dimension
3

# rank attr geom ref_type nodes/children
elements
6
0 1 5 0 0 1 2 3 4 5 6 7
-1 1 5 6 2 3 4 5
0 1 5 0 1 8 17 12 13 18 22 16
0 1 5 0 12 17 9 2 16 22 20 14
0 1 5 0 13 18 22 16 5 10 19 15
0 1 5 0 16 22 20 14 15 19 11 6

# attr geom nodes
boundary
0

# vert_id p1 p2
vertex_parents
11
12 1 2
13 1 5
14 2 6
15 5 6
16 13 14
17 8 9
18 8 10
20 9 11
19 10 11
22 18 20
21 17 19

coordinates
12
3
0 0 0
2 0 0
2 2 0
0 2 0
0 0 2
2 0 2
2 2 2
0 2 2
3 0 0
3 2 0
3 0 2
3 2 2

mfem_mesh_end
)";
}

}  // namespace

TEST_CASE("parse_mfem: real conforming meshes give the counts of an independent reader") {
  struct Expected {
    const char* file;
    std::size_t cells, vertices, half_windows, walls;
    double volume;
  };
  for (const Expected& e : {Expected{"levels/hexmesh/fichera.mesh", 7, 26, 18, 24, 7.0},
                            {"levels/hexmesh/beam-hex.mesh", 8, 36, 14, 34, 8.0},
                            {"levels/hexmesh/fichera-mixed.mesh", 14, 26, 38, 30, 7.0},
                            {"levels/hexmesh/fichera.vtk", 7, 26, 18, 24, 7.0}}) {
    if (shared_path(e.file).empty()) continue;
    CAPTURE(e.file);
    const CellComplex c = read_mesh(e.file).cells;
    CHECK(c.cells.size() == e.cells);
    CHECK(c.vertices.size() == e.vertices);
    CHECK(half_windows(c) == e.half_windows);
    CHECK(c.sides.size() - half_windows(c) == e.walls);
    CHECK(volume_m3(c) == doctest::Approx(e.volume));
  }
}

TEST_CASE("parse_mfem: attributes of elements and of boundary faces become tags and materials") {
  const char* file = "levels/hexmesh/beam-hex.mesh";
  if (shared_path(file).empty()) return;
  const CellComplex c = read_mesh(file).cells;
  CHECK(c.tags == std::vector<std::string>{"attribute:1", "attribute:2"});
  CHECK(c.tags[c.cells[4].tag] == "attribute:2");
  CHECK(std::set<std::string>(c.materials.begin(), c.materials.end()) ==
        std::set<std::string>{"boundary:1", "boundary:2", "boundary:3"});
  for (const CellSide& s : c.sides) CHECK((s.material == kNone) == (s.neighbor != kNone));
}

TEST_CASE(
    "parse_mfem: a ring whose last link is turned a quarter leads back to its start after six "
    "cells") {
  const char* file = "levels/hexmesh/toroid-hex.mesh";
  if (shared_path(file).empty()) return;
  const Imported level = read_mesh(file, false);
  CHECK(lists(level, "curved"));
  const CellComplex& c = level.cells;
  CHECK(c.cells.size() == 6);
  CHECK(half_windows(c) == 12);
  std::uint32_t cell = 0, from = kNone;
  for (int step = 0; step < 6; ++step) {
    std::uint32_t next = kNone;
    for (std::uint32_t s = c.cells[cell].first_side; s < c.cells[cell].first_side + 6; ++s) {
      if (c.sides[s].neighbor != kNone && s != from && next == kNone) next = s;
    }
    REQUIRE(next != kNone);
    from = c.sides[next].neighbor;
    CHECK(c.sides[from].neighbor == next);
    cell = c.sides[from].cell;
  }
  CHECK(cell == 0);
}

TEST_CASE(
    "parse_mfem: hanging vertices cut a large face into partial portals to its small neighbours") {
  ImportOptions strict;
  strict.strict = true;
  const Result<Imported> level = parse_mfem(hanging_mesh(), "hanging", strict);
  if (!level) FAIL(level.error().text());
  const CellComplex& c = level->cells;
  const Result<Done> sound = check_cells(c);
  CHECK_MESSAGE(sound.ok(), (sound.ok() ? "" : sound.error().text()));
  CHECK(c.cells.size() == 5);
  CHECK(volume_m3(c) == doctest::Approx(12.0));
  CHECK(half_windows(c) == 16);  // 4 to the large cell, 4 between the small ones, both ways
  CHECK(c.cells[0].side_count == 9);
  std::size_t same_face = 0;
  for (const CellSide& s : c.sides) same_face += s.cell == 0 && s.neighbor != kNone ? 1u : 0u;
  CHECK(same_face == 4);
  CHECK(c.cells[1].source_id == 2);
}

TEST_CASE(
    "parse_mfem: a real mesh refined to several depths has no half links and loses no volume") {
  const char* file = "levels/hexmesh/amr-hex.mesh";
  if (shared_path(file).empty()) return;
  const CellComplex c = read_mesh(file).cells;
  CHECK(c.cells.size() == 120);  // leaves of its 137 records
  CHECK(volume_m3(c) == doctest::Approx(1.0));
  CHECK(c.sides.size() - half_windows(c) == 96);  // as many walls as the file lists boundary faces
}

TEST_CASE(
    "parse_mfem: a face before small elements that do not fill it is left a wall and listed") {
  std::string text = hanging_mesh();
  text.replace(text.find("0 1 5 0 16 22 20 14 15 19 11 6"), 30, "-1 1 5 1 16 22                ");
  const Result<Imported> level = parse_mfem(text);
  if (!level) FAIL(level.error().text());
  CHECK(check_cells(level->cells).ok());
  CHECK(lists(*level, "meets smaller elements on a part only"));
  CHECK(level->cells.cells.size() == 4);
  CHECK(half_windows(level->cells) == 4);
}

TEST_CASE(
    "parse_mfem: periodic meshes keep their places; where they jump there are walls, listed") {
  for (const int count : {1, 3}) {
    CAPTURE(count);
    const Result<Imported> level = parse_mfem(periodic_row(count), "row");
    if (!level) FAIL(level.error().text());
    CHECK(check_cells(level->cells).ok());
    CHECK(level->cells.cells.size() == static_cast<std::size_t>(count));
    CHECK(half_windows(level->cells) == static_cast<std::size_t>(2 * (count - 1)));
    CHECK(lists(*level, "continues at another place (periodic mesh)"));
    CHECK(volume_m3(level->cells) == doctest::Approx(count));
    ImportOptions strict;
    strict.strict = true;
    CHECK_FALSE(parse_mfem(periodic_row(count), "row", strict).ok());
  }
}

TEST_CASE("parse_mfem: three elements on one face are left unlinked and listed") {
  const std::string text =
      "MFEM mesh v1.0\ndimension\n3\nelements\n3\n1 5 0 1 2 3 4 5 6 7\n1 5 4 5 6 7 8 9 10 11\n1 5 "
      "4 5 6 7 12 13 14 15\nvertices\n16\n3\n"
      "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 0 0 2 1 0 2 1 1 2 0 1 2 0 0 3 1 0 3 1 1 3 0 "
      "1 3\n";
  const Result<Imported> level = parse_mfem(text);
  if (!level) FAIL(level.error().text());
  CHECK(half_windows(level->cells) == 0);
  std::size_t listed = 0;
  for (const Repair& r : level->repairs)
    listed += r.text.find("same corners as") != std::string::npos ? 1u : 0u;
  CHECK(listed == 3);
}

TEST_CASE("parse_mfem: elements of no size are removed, and refused when none is left") {
  const std::string flat =
      "MFEM mesh v1.0\ndimension\n3\nelements\n2\n1 4 0 1 2 3\n1 4 0 1 2 4\nvertices\n5\n3\n0 0 0 "
      "1 0 0 0 1 0 0 0 1 1 1 0\n";
  const Result<Imported> level = parse_mfem(flat);
  REQUIRE(level.ok());
  CHECK(lists(*level, "element 1 is flat"));
  ImportOptions tiny;
  tiny.scale = 1e-6;
  const Result<Imported> none = parse_mfem(flat, "", tiny);
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message.find("scale it up") != std::string::npos);
  ImportOptions strict;
  strict.strict = true;
  CHECK_FALSE(parse_mfem(flat, "", strict).ok());
}

TEST_CASE(
    "parse_vtk: wedges, pyramids, tetrahedra and voxels have positive volume as the format orders "
    "them") {
  const std::string points =
      "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 float\n0 0 0 1 0 "
      "0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\n";
  struct Shape {
    const char* cell;
    int type;
    double volume;
    std::uint32_t sides;
  };
  for (const Shape& s : {Shape{"4 0 1 2 4", 10, 1.0 / 6, 4},
                         {"8 0 1 2 3 4 5 6 7", 11, 1.0, 6},
                         {"8 0 1 3 2 4 5 7 6", 12, 1.0, 6},
                         {"6 0 2 1 4 6 5", 13, 0.5, 5},
                         {"5 0 1 3 2 4", 14, 1.0 / 3, 5}}) {
    CAPTURE(s.type);
    ImportOptions strict;
    strict.strict = true;
    const std::string size = std::to_string(s.cell[0] - '0' + 1);
    const Result<Imported> level = parse_vtk(points + "CELLS 1 " + size + "\n" + s.cell +
                                                 "\nCELL_TYPES 1\n" + std::to_string(s.type) + "\n",
                                             "x", strict);
    if (!level) FAIL(level.error().text());
    CHECK(check_cells(level->cells).ok());
    CHECK(level->cells.cells[0].side_count == s.sides);
    CHECK(volume_m3(level->cells) == doctest::Approx(s.volume));
  }
}

TEST_CASE("parse_vtk: version 5.1's offsets and connectivity, and integer scalars as tags") {
  const std::string text =
      "# vtk DataFile Version 5.1\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n0 0 0 1 0 "
      "0 0 1 0 0 0 1 1 1 1\n"
      "CELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n0 1 2 3 1 4 2 "
      "3\nCELL_TYPES 2\n10\n10\n"
      "CELL_DATA 2\nSCALARS room int 1\nLOOKUP_TABLE default\n7 -8\n";
  const Result<Imported> level = parse_vtk(text);
  if (!level) FAIL(level.error().text());
  CHECK(level->cells.cells.size() == 2);
  CHECK(half_windows(level->cells) == 2);
  CHECK(level->cells.tags == std::vector<std::string>{"room:7", "room:-8"});
}

TEST_CASE("parse_mfem, parse_vtk: errors say what is wrong and where") {
  CHECK(parse_mfem("").error().code == ErrorCode::Syntax);
  CHECK(parse_mfem("MFEM NC mesh v1.1\n").error().code == ErrorCode::Unsupported);
  CHECK(parse_mfem("MFEM mesh v1.0\ndimension\n2\n").error().line == 3);
  CHECK(parse_mfem("MFEM mesh v1.0\nelements\n4000000000\n").error().code == ErrorCode::Invalid);
  CHECK(parse_mfem("MFEM NC mesh v1.0\nelements\n1\n0 1 5 0 0 1 2 3 4 5 6 7\nvertex_parents\n2\n0 "
                   "1 1\n1 0 0\n")
            .error()
            .code == ErrorCode::Invalid);
  CHECK(parse_mfem("MFEM NC mesh v1.0\nelements\n1\n0 1 5 0 0 1 2 3 4 5 6 7\nvertex_parents\n3\n0 "
                   "1 2\n1 0 2\n2 0 1\n")
            .error()
            .message.find("its own ancestor") != std::string::npos);
  CHECK(parse_vtk("x").error().code == ErrorCode::Syntax);
  CHECK(parse_vtk("# vtk DataFile Version 3.0\nx\nBINARY\n").error().code ==
        ErrorCode::Unsupported);
  CHECK(parse_vtk("# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n").error().line == 4);
}

TEST_CASE(
    "parse_mfem, parse_vtk: every prefix and every changed byte gives an error or a sound level") {
  const auto run = [](const std::string& text, std::size_t step, auto&& parser) {
    const auto span = as_bytes(text);
    return hostile_failures({span.begin(), span.end()}, step, [&](const Bytes& b) {
      return parser(std::string_view(reinterpret_cast<const char*>(b.data()), b.size()), {}, {});
    });
  };
  CHECK(run(hanging_mesh(), 1, parse_mfem) == 0);
  CHECK(run(periodic_row(2), 1, parse_mfem) == 0);
  for (const char* file : {"levels/hexmesh/fichera-mixed.mesh", "levels/hexmesh/fichera.vtk"}) {
    const std::string path = shared_path(file);
    if (path.empty()) continue;
    const bool vtk = std::string_view(file).ends_with("vtk");
    CHECK(run(read_file_text(path), 1, vtk ? parse_vtk : parse_mfem) == 0);
  }
}
