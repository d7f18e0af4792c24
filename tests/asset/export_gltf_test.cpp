// glTF export, read back with tinygltf: rules of the format, geometry equal to the blockout, extras
// complete.
#include "playset/asset/export_gltf.h"

#include <doctest/doctest.h>
#include <tiny_gltf.h>

#include <cmath>
#include <cstring>
#include <set>

#include "asset/export_scene.h"
#include "playset/asset/doom.h"
#include "playset/level/blockout.h"
#include "support/support.h"

using namespace playset;

namespace {

tinygltf::Model read_glb(const std::vector<std::byte>& bytes) {
  tinygltf::TinyGLTF loader;
  tinygltf::Model model;
  std::string error, warning;
  const bool ok = loader.LoadBinaryFromMemory(&model, &error, &warning,
                                              reinterpret_cast<const unsigned char*>(bytes.data()),
                                              static_cast<unsigned int>(bytes.size()));
  CHECK(error == "");
  CHECK(warning == "");
  REQUIRE(ok);
  return model;
}

float float_at(const tinygltf::Model& model, const tinygltf::Accessor& accessor, std::size_t item,
               std::size_t part) {
  const tinygltf::BufferView& view =
      model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
  float value = 0.0f;
  std::memcpy(&value,
              &model.buffers[0]
                   .data[view.byteOffset + accessor.byteOffset + item * view.byteStride + part * 4],
              4);
  return value;
}

std::uint32_t index_at(const tinygltf::Model& model, const tinygltf::Accessor& accessor,
                       std::size_t item) {
  const tinygltf::BufferView& view =
      model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
  std::uint32_t value = 0;
  std::memcpy(&value, &model.buffers[0].data[view.byteOffset + accessor.byteOffset + item * 4], 4);
  return value;
}

std::size_t components(const tinygltf::Accessor& accessor) {
  return accessor.type == TINYGLTF_TYPE_VEC3 ? 3 : accessor.type == TINYGLTF_TYPE_VEC2 ? 2 : 1;
}

// The format's rules on buffers, views and accessors.
void check_storage(const tinygltf::Model& model) {
  REQUIRE(model.buffers.size() == 1);
  for (const tinygltf::BufferView& view : model.bufferViews) {
    CHECK(view.byteOffset % 4 == 0);
    CHECK(view.byteLength > 0);
    CHECK(view.byteOffset + view.byteLength <= model.buffers[0].data.size());
    CHECK((view.target == TINYGLTF_TARGET_ARRAY_BUFFER ||
           view.target == TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER));
    CHECK((view.byteStride == 0) == (view.target == TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER));
  }
  for (const tinygltf::Accessor& accessor : model.accessors) {
    const tinygltf::BufferView& view =
        model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
    const std::size_t size = view.byteStride > 0 ? view.byteStride : 4 * components(accessor);
    CHECK(accessor.count > 0);
    CHECK(accessor.byteOffset % 4 == 0);
    CHECK(accessor.byteOffset + accessor.count * size <= view.byteLength);
  }
}

void check_bounds(const tinygltf::Model& model, const tinygltf::Accessor& positions) {
  REQUIRE(positions.minValues.size() == 3);
  REQUIRE(positions.maxValues.size() == 3);
  for (std::size_t part = 0; part < 3; ++part) {
    float low = float_at(model, positions, 0, part), high = low;
    for (std::size_t i = 1; i < positions.count; ++i) {
      low = std::min(low, float_at(model, positions, i, part));
      high = std::max(high, float_at(model, positions, i, part));
    }
    CHECK(static_cast<float>(positions.minValues[part]) == low);
    CHECK(static_cast<float>(positions.maxValues[part]) == high);
  }
}

// Checks one mesh and returns its triangles.
std::size_t check_mesh(const tinygltf::Model& model, const tinygltf::Mesh& mesh) {
  std::size_t triangles = 0;
  CHECK_FALSE(mesh.primitives.empty());
  for (const tinygltf::Primitive& primitive : mesh.primitives) {
    const auto accessor = [&](int index) -> const tinygltf::Accessor& {
      return model.accessors[static_cast<std::size_t>(index)];
    };
    const tinygltf::Accessor& positions = accessor(primitive.attributes.at("POSITION"));
    const tinygltf::Accessor& normals = accessor(primitive.attributes.at("NORMAL"));
    const tinygltf::Accessor& indices = accessor(primitive.indices);
    CHECK(normals.count == positions.count);
    CHECK(accessor(primitive.attributes.at("TEXCOORD_0")).count == positions.count);
    CHECK(indices.count % 3 == 0);
    CHECK((primitive.material >= 0 &&
           static_cast<std::size_t>(primitive.material) < model.materials.size()));
    check_bounds(model, positions);
    std::uint32_t highest = 0;
    for (std::size_t i = 0; i < indices.count; ++i)
      highest = std::max(highest, index_at(model, indices, i));
    CHECK(highest + 1 == positions.count);
    for (std::size_t i = 0; i < normals.count; ++i) {
      const float x = float_at(model, normals, i, 0), y = float_at(model, normals, i, 1),
                  z = float_at(model, normals, i, 2);
      REQUIRE(std::abs(x * x + y * y + z * z - 1.0f) < 1e-4f);
    }
    triangles += indices.count / 3;
  }
  return triangles;
}

// Triangles of the walls' meshes, or of the doors'.
std::size_t check_meshes(const tinygltf::Model& model, std::string_view prefix) {
  std::size_t triangles = 0;
  for (const tinygltf::Mesh& mesh : model.meshes) {
    if (mesh.name.starts_with(prefix)) triangles += check_mesh(model, mesh);
  }
  return triangles;
}

// Every node is the child of exactly one other but the root.
void check_tree(const tinygltf::Model& model) {
  std::multiset<int> children;
  for (const tinygltf::Node& node : model.nodes)
    children.insert(node.children.begin(), node.children.end());
  REQUIRE(model.scenes.size() == 1);
  REQUIRE(model.scenes[0].nodes.size() == 1);
  children.insert(model.scenes[0].nodes[0]);
  CHECK(children.size() == model.nodes.size());
  CHECK(std::set<int>(children.begin(), children.end()).size() == model.nodes.size());
}

const tinygltf::Node* find_node(const tinygltf::Model& model, std::string_view name) {
  for (const tinygltf::Node& node : model.nodes) {
    if (node.name == name) return &node;
  }
  return nullptr;
}

std::size_t count_nodes(const tinygltf::Model& model, std::string_view kind) {
  std::size_t count = 0;
  for (const tinygltf::Node& node : model.nodes) {
    if (node.extras.Has("playset") &&
        node.extras.Get("playset").Get("kind").Get<std::string>() == kind)
      ++count;
  }
  return count;
}

}  // namespace

TEST_CASE(
    "export gltf: the relay station reads back with the blockout's triangles, one mesh per "
    "material and door") {
  const Level level = test::cook_relay_station();
  const Result<std::vector<std::byte>> bytes = write_glb(level);
  REQUIRE(bytes.ok());
  CHECK(bytes->size() % 4 == 0);
  const tinygltf::Model model = read_glb(*bytes);
  CHECK(model.asset.version == "2.0");
  check_storage(model);
  check_tree(model);
  const Mesh walls = build_blockout(level);
  CHECK(check_meshes(model, "walls/") == walls.indices.size() / 3);
  CHECK(check_meshes(model, "door/") > 0);
  CHECK(model.meshes.size() == walls.parts.size() + level.door_count());
  CHECK(model.nodes[static_cast<std::size_t>(model.scenes[0].nodes[0])].name == "Relay station");
  for (const MeshPart& part : walls.parts)
    CHECK(find_node(model, "walls/" + part.material) != nullptr);
}

TEST_CASE(
    "export gltf: doors, triggers, spawns, props and materials carry what glTF has no words for") {
  const Level level = test::cook_relay_station();
  const CellComplex extras = level.extras();
  const tinygltf::Model model = read_glb(*write_glb(level));
  CHECK(count_nodes(model, "door") == extras.doors.size());
  CHECK(count_nodes(model, "trigger") == extras.triggers.size());
  CHECK(count_nodes(model, "spawn") + count_nodes(model, "prop") == extras.spawns.size());
  CHECK(count_nodes(model, "prop") >= 10);

  const tinygltf::Node* gate = find_node(model, "door/hangar_gate");
  REQUIRE(gate != nullptr);
  CHECK(gate->mesh >= 0);
  const tinygltf::Value& door = gate->extras.Get("playset");
  CHECK(door.Get("name").Get<std::string>() == "hangar_gate");
  CHECK(door.Get("closed").Get<bool>());
  CHECK(door.Get("key").Get<std::string>() == "launch_code");

  std::size_t openers = 0;
  for (const tinygltf::Node& node : model.nodes) {
    if (!node.name.starts_with("trigger/open_door")) continue;
    ++openers;
    const tinygltf::Value& trigger = node.extras.Get("playset");
    CHECK(trigger.Get("doors").ArrayLen() == 1);
    CHECK(trigger.Get("sides").ArrayLen() >= 1);
    CHECK(node.translation.size() == 3);
  }
  CHECK(openers == 2);
  for (const tinygltf::Material& material : model.materials) {
    CHECK(material.extras.Get("playset").Get("name").Get<std::string>() == material.name);
  }
}

TEST_CASE("export gltf: spawns stand where they stood and look where they looked") {
  const Level level = test::cook_relay_station();
  const CellComplex extras = level.extras();
  const tinygltf::Model model = read_glb(*write_glb(level));
  for (std::size_t i = 0; i < extras.spawns.size(); ++i) {
    const CellSpawn& spawn = extras.spawns[i];
    const std::string prefix = spawn.kind.starts_with("prop/") ? "" : "spawn/";
    const tinygltf::Node* node = find_node(model, prefix + spawn.kind + "." + std::to_string(i));
    REQUIRE(node != nullptr);
    REQUIRE(node->translation.size() == 3);
    CHECK(node->translation[0] == spawn.position.x);
    CHECK(node->translation[2] == spawn.position.z);
    const double y = node->rotation.empty() ? 0.0 : node->rotation[1],
                 w = node->rotation.empty() ? 1.0 : node->rotation[3];
    CHECK(2.0 * y * w == doctest::Approx(std::sin(spawn.yaw)));  // where +Z goes: x = sin, z = cos
    CHECK(1.0 - 2.0 * y * y == doctest::Approx(std::cos(spawn.yaw)));
  }
}

TEST_CASE("export gltf: kit pieces are nodes that share a mesh and stand where they were placed") {
  Scaffold scaffold = make_relay_station();
  ScaffoldKit kit;
  kit.id = key_id("plates");
  kit.key = "plates";
  kit.color = 0x8000FF;
  kit.pieces[static_cast<std::size_t>(KitPart::Fill)].name = "panel";
  kit.pieces[static_cast<std::size_t>(KitPart::ConcaveEdge)].name = "trim";
  kit.pieces[static_cast<std::size_t>(KitPart::FlatEdge)].name = "trim";
  kit.weights = {2, 1, 1};
  scaffold.kits = {kit};
  for (ScaffoldMaterial& material : scaffold.materials) material.kit = kit.id;
  const KitPlan plan = place_kits(scaffold);
  REQUIRE(plan.placements.size() > 3000);
  const Level level = test::cook_relay_station();
  const GltfKits kits{plan, scaffold.kits};
  const tinygltf::Model model = read_glb(*write_glb(level, nullptr, &kits));
  check_storage(model);
  check_tree(model);
  CHECK(count_nodes(model, "kit_piece") == plan.placements.size());
  const std::size_t plain = read_glb(*write_glb(level)).meshes.size();
  CHECK(model.meshes.size() == plain + 4);  // three panels, and one trim for both kinds of edges
  std::size_t seen = 0;
  for (const KitBatch& batch : plan.batches) {
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      const KitPlacement& p = plan.placements[batch.first + i];
      const tinygltf::Node* node = nullptr;
      // In order: they follow one another as placements do.
      while (seen < model.nodes.size() && node == nullptr) {
        const tinygltf::Node& next = model.nodes[seen++];
        if (next.extras.IsObject() && next.extras.Has("playset") &&
            next.extras.Get("playset").Get("kind").Get<std::string>() == "kit_piece")
          node = &next;
      }
      REQUIRE(node != nullptr);
      REQUIRE(node->translation.size() == 3);
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(static_cast<float>(node->translation[k]) == p.position[static_cast<int>(k)]);
        CHECK(static_cast<float>(node->scale[k]) == p.scale[static_cast<int>(k)]);
      }
      for (std::size_t k = 0; k < 4; ++k)
        CHECK(static_cast<float>(node->rotation[k]) == p.rotation[k]);
      const tinygltf::Value& extras = node->extras.Get("playset");
      CHECK(extras.Get("kit").Get<std::string>() == "plates");
      CHECK(extras.Get("cub").Get<std::string>() == id_text(p.side.cub));
      CHECK(extras.Get("side").Get<int>() == p.side.side);
      const auto& mesh = model.meshes[static_cast<std::size_t>(node->mesh)];
      CHECK(mesh.name == "kit/plates/" + kit.piece(p.part).name + "." + std::to_string(p.variant));
    }
  }
  for (const tinygltf::Material& material : model.materials) {
    if (material.name != "kit/plates") continue;
    CHECK(material.pbrMetallicRoughness.baseColorFactor[1] == 0.0);
    CHECK(material.pbrMetallicRoughness.baseColorFactor[2] == 1.0);
  }
}

TEST_CASE("export gltf: the text form holds the same") {
  const Level level = test::cook_relay_station();
  const Result<std::string> text = write_gltf(level);
  REQUIRE(text.ok());
  tinygltf::TinyGLTF loader;
  tinygltf::Model model;
  std::string error, warning;
  REQUIRE(loader.LoadASCIIFromString(&model, &error, &warning, text->c_str(),
                                     static_cast<unsigned int>(text->size()), ""));
  CHECK(error == "");
  CHECK(warning == "");
  const tinygltf::Model binary = read_glb(*write_glb(level));
  check_storage(model);
  CHECK(model.nodes.size() == binary.nodes.size());
  CHECK(model.buffers[0].data == binary.buffers[0].data);
}

TEST_CASE("export gltf: a level without cells is a valid file, equal levels are equal files") {
  const Result<std::vector<std::byte>> empty = write_glb(Level{});
  REQUIRE(empty.ok());
  const tinygltf::Model model = read_glb(*empty);
  CHECK(model.nodes.size() == 1);
  CHECK(model.buffers.empty());
  CHECK(*write_glb(test::cook_relay_station()) == *write_glb(test::cook_relay_station()));
}

TEST_CASE("export gltf: real DOOM maps read back") {
  test::for_each_shared_file("levels/doom", ".wad", [](const test::SharedFile& file) {
    CAPTURE(file.name);
    const Result<std::vector<std::string>> maps = list_doom_maps(file.bytes);
    REQUIRE(maps.ok());
    const Result<Imported> imported = parse_doom_map(file.bytes, maps->front());
    REQUIRE_MESSAGE(imported.ok(), imported.error().text());
    const Result<Level> level = cook_level(imported->cells);
    REQUIRE_MESSAGE(level.ok(), level.error().text());
    const Result<std::vector<std::byte>> bytes = write_glb(*level);
    REQUIRE(bytes.ok());
    const tinygltf::Model model = read_glb(*bytes);
    check_storage(model);
    check_tree(model);
    CHECK(check_meshes(model, "walls/") == build_blockout(*level).indices.size() / 3);
    CHECK(count_nodes(model, "door") == imported->cells.doors.size());
    CHECK(count_nodes(model, "trigger") == imported->cells.triggers.size());
    CHECK(count_nodes(model, "spawn") == imported->cells.spawns.size());
  });
}
