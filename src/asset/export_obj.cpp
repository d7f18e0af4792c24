// write_obj: positions, UVs and normals once, then one object per material and per door with an MTL
// entry each.
#include "playset/asset/export_obj.h"

#include <algorithm>
#include <array>
#include <span>

#include "asset/export_mesh.h"
#include "playset/core/text_number.h"
#include "playset/level/blockout.h"

namespace playset {
namespace {

void append_numbers(std::string& out, std::string_view word, std::span<const float> values) {
  out += word;
  for (const float value : values) {
    out.push_back(' ');
    append_number(out, value + 0.0f);  // -0 becomes 0
  }
  out.push_back('\n');
}

// OBJ names end at white space.
std::string plain_name(std::string name) {
  for (char& c : name) {
    if (static_cast<unsigned char>(c) <= ' ') c = '_';
  }
  return name;
}

class ObjWriter {
 public:
  ObjFiles files;

  explicit ObjWriter(std::string_view mtl_name) {
    files.obj = "# metres, +Y up\nmtllib " + std::string(mtl_name) + "\n";
    files.mtl = "# materials by name\n";
  }

  // One object per part where `name` is "walls", else one with all parts.
  void add_mesh(const Mesh& mesh, const std::string& name, bool split) {
    add_corners(mesh);
    if (!split) files.obj += "o " + plain_name(name) + "\n";
    for (const MeshPart& part : mesh.parts) {
      const std::string material = plain_name(material_name(part.material));
      add_material(material);
      if (split) files.obj += "o " + plain_name(name) + "/" + material + "\n";
      files.obj += "usemtl " + material + "\n";
      for (std::uint32_t i = 0; i < part.index_count; i += 3)
        add_face(&mesh.indices[part.first_index + i]);
    }
    first_ += mesh.positions.size();
  }

 private:
  void add_corners(const Mesh& mesh) {
    for (const glm::vec3 p : mesh.positions)
      append_numbers(files.obj, "v", std::array{p.x, p.y, p.z});
    for (const glm::vec2 uv : mesh.uvs)
      append_numbers(files.obj, "vt", std::array{uv.x, -uv.y});  // v runs up in OBJ
    for (const glm::vec3 n : mesh.normals)
      append_numbers(files.obj, "vn", std::array{n.x, n.y, n.z});
  }

  void add_face(const std::uint32_t* corners) {
    files.obj += "f";
    for (int i = 0; i < 3; ++i) {
      const std::string number = std::to_string(first_ + corners[i]);
      files.obj.append(" ").append(number).append("/").append(number).append("/").append(number);
    }
    files.obj += "\n";
  }

  void add_material(const std::string& name) {
    if (std::find(materials_.begin(), materials_.end(), name) != materials_.end()) return;
    materials_.push_back(name);
    files.mtl += "newmtl " + name + "\n";
    append_numbers(files.mtl, "Kd", material_color(name));
    files.mtl += "illum 1\n";
  }

  std::vector<std::string> materials_;
  std::size_t first_ = 1;  // OBJ counts from 1 over the whole file
};

}  // namespace

ObjFiles write_obj(const Level& level, std::string_view mtl_name, const Mesh* hull) {
  ObjWriter writer(mtl_name);
  writer.add_mesh(build_blockout(level), "walls", true);
  if (hull != nullptr) writer.add_mesh(*hull, "hull", true);
  const CellComplex extras = level.extras();
  const std::vector<Mesh> doors = build_door_meshes(level);
  for (std::size_t i = 0; i < doors.size(); ++i) {
    if (!doors[i].indices.empty()) writer.add_mesh(doors[i], "door/" + extras.doors[i].name, false);
  }
  return std::move(writer.files);
}

}  // namespace playset
