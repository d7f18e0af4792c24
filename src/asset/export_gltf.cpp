// write_glb, write_gltf: one buffer with four views (indices, positions, normals, UVs), one mesh
// per material, per door and per kit piece.
#include "playset/asset/export_gltf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "asset/export_mesh.h"
#include "playset/core/json.h"
#include "playset/core/math.h"
#include "playset/level/blockout.h"
#include "playset/scaffold/kit_pieces.h"

namespace playset {
namespace {

// glTF's own numbers.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kArrayBuffer = 34962, kElementArrayBuffer = 34963;
enum View : std::uint8_t { Indices, Positions, Normals, Uvs, kViewCount };
constexpr std::array<std::uint32_t, kViewCount> kItemBytes = {4, 12, 12, 8};
constexpr std::string_view kKitPrefix = "kit/";  // of materials, meshes and nodes

void number_list(JsonWriter& json, std::string_view key, std::initializer_list<double> values) {
  json.key(key).begin_array();
  for (const double value : values) json.number(value + 0.0);  // -0 becomes 0
  json.end_array();
}

void append_u32(std::vector<std::byte>& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(value >> shift));
}

void append_float(std::vector<std::byte>& out, float value) {
  append_u32(out, std::bit_cast<std::uint32_t>(value));
}

// The growing text of one top-level list.
struct List {
  std::string text;
  JsonWriter json{text};
  std::uint32_t count = 0;

  List() { json.begin_array(); }
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  std::uint32_t next() { return count++; }
};

class GltfBuilder {
 public:
  GltfBuilder(const Level& level, const Mesh* hull, const GltfKits* kits)
      : level_(level), hull_(hull), kits_(kits), extras_(level.extras()) {}

  // Fills everything; then json() and binary() are to be written.
  void build() {
    const Mesh walls = build_blockout(level_);
    add_parts("walls", walls);
    if (hull_ != nullptr) add_parts("hull", *hull_);
    add_doors(build_door_meshes(level_));
    if (kits_ != nullptr) add_kits();
    add_spawns();
    add_triggers();
    const std::string& name = extras_.name;
    root_ = add_group(name.empty() ? "level" : name, groups_);
  }

  [[nodiscard]] std::uint64_t binary_size() const {
    std::uint64_t size = 0;
    for (const auto& view : views_) size += view.size();
    return size;
  }

  // `uri`: where the buffer is; empty for the binary form.
  std::string json(std::string_view uri) {
    std::string out;
    JsonWriter json(out);
    json.begin_object()
        .key("asset")
        .begin_object()
        .key("version")
        .string("2.0")
        .key("generator")
        .string("playset " PLAYSET_VERSION);
    json.end_object();
    json.key("scene").integer(0).key("scenes").begin_array().begin_object();
    json.key("nodes").begin_array().integer(root_).end_array().end_object().end_array();
    for (const auto& [name, list] : lists()) {
      if (list->count == 0) continue;  // the format allows no empty list
      list->json.end_array();
      json.key(name).raw(list->text);
    }
    add_buffer(json, uri);
    json.end_object();
    return out;
  }

  // The buffer's bytes; indices, positions, normals, UVs.
  void append_binary(std::vector<std::byte>& out) const {
    for (const auto& view : views_) out.insert(out.end(), view.begin(), view.end());
  }

 private:
  std::array<std::pair<std::string_view, List*>, 4> lists() {
    return {{{"nodes", &nodes_},
             {"meshes", &meshes_},
             {"materials", &materials_},
             {"accessors", &accessors_}}};
  }

  void add_buffer(JsonWriter& json, std::string_view uri) {
    if (binary_size() == 0) return;
    json.key("bufferViews").begin_array();
    std::uint64_t offset = 0;
    for (std::size_t v = 0; v < kViewCount; ++v) {
      json.begin_object()
          .key("buffer")
          .integer(0)
          .key("byteOffset")
          .integer(static_cast<std::int64_t>(offset));
      json.key("byteLength").integer(static_cast<std::int64_t>(views_[v].size()));
      if (v != Indices) json.key("byteStride").integer(kItemBytes[v]);
      json.key("target").integer(v == Indices ? kElementArrayBuffer : kArrayBuffer).end_object();
      offset += views_[v].size();
    }
    json.end_array()
        .key("buffers")
        .begin_array()
        .begin_object()
        .key("byteLength")
        .integer(static_cast<std::int64_t>(offset));
    if (!uri.empty()) json.key("uri").string(uri);
    json.end_object().end_array();
  }

  std::uint32_t material(std::string_view name) {
    const std::string shown = material_name(name);
    const auto known = std::find(material_names_.begin(), material_names_.end(), shown);
    if (known != material_names_.end())
      return static_cast<std::uint32_t>(known - material_names_.begin());
    material_names_.push_back(shown);
    const std::array<float, 3> color = color_of(shown);
    JsonWriter& json = materials_.json;
    json.begin_object()
        .key("name")
        .string(shown)
        .key("pbrMetallicRoughness")
        .begin_object()
        .key("baseColorFactor")
        .begin_array();
    for (const float c : color) json.number(c);
    json.integer(1)
        .end_array()
        .key("metallicFactor")
        .integer(0)
        .key("roughnessFactor")
        .number(0.9)
        .end_object();
    json.key("extras").begin_object().key("playset").begin_object().key("kind").string("material");
    json.key("name").string(name).end_object().end_object().end_object();
    return materials_.next();
  }

  // Linear; kits have a colour of their own.
  [[nodiscard]] std::array<float, 3> color_of(const std::string& name) const {
    if (kits_ != nullptr && name.starts_with(kKitPrefix)) {
      const ScaffoldKit* kit =
          find_record(kits_->kits, key_id(std::string_view(name).substr(kKitPrefix.size())));
      if (kit != nullptr) {
        std::array<float, 3> color{};
        for (std::size_t i = 0; i < 3; ++i) {
          const float c = static_cast<float>(kit->color >> (16 - 8 * i) & 255u) / 255.0f;
          color[i] = c * c;  // near enough to sRGB's curve for a preview
        }
        return color;
      }
    }
    return material_color(name);
  }

  // --- Geometry.

  std::uint32_t begin_accessor(View view, std::size_t count, std::string_view type) {
    JsonWriter& json = accessors_.json;
    json.begin_object()
        .key("bufferView")
        .integer(view)
        .key("byteOffset")
        .integer(static_cast<std::int64_t>(views_[view].size()));
    json.key("componentType").integer(view == Indices ? kUnsignedInt : kFloat);
    json.key("count").integer(static_cast<std::int64_t>(count)).key("type").string(type);
    return accessors_.next();
  }

  std::uint32_t add_indices(const std::vector<std::uint32_t>& indices) {
    const std::uint32_t accessor = begin_accessor(Indices, indices.size(), "SCALAR");
    accessors_.json.end_object();
    for (const std::uint32_t index : indices) append_u32(views_[Indices], index);
    return accessor;
  }

  void add_bounds(std::string_view key, glm::vec3 p) {
    accessors_.json.key(key).begin_array();
    for (int i = 0; i < 3; ++i) accessors_.json.number(p[i] + 0.0f);
    accessors_.json.end_array();
  }

  std::uint32_t add_positions(const Mesh& mesh, const std::vector<std::uint32_t>& corners) {
    const std::uint32_t accessor = begin_accessor(Positions, corners.size(), "VEC3");
    glm::vec3 low(std::numeric_limits<float>::max()), high(-std::numeric_limits<float>::max());
    for (const std::uint32_t corner : corners) {
      const glm::vec3 p = mesh.positions[corner];
      for (int i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], p[i]);
        high[i] = std::max(high[i], p[i]);
        append_float(views_[Positions], p[i]);
      }
    }
    add_bounds("min", low);
    add_bounds("max", high);
    accessors_.json.end_object();
    return accessor;
  }

  std::uint32_t add_normals(const Mesh& mesh, const std::vector<std::uint32_t>& corners) {
    const std::uint32_t accessor = begin_accessor(Normals, corners.size(), "VEC3");
    for (const std::uint32_t corner : corners) {
      for (int i = 0; i < 3; ++i) append_float(views_[Normals], mesh.normals[corner][i]);
    }
    accessors_.json.end_object();
    return accessor;
  }

  std::uint32_t add_uvs(const Mesh& mesh, const std::vector<std::uint32_t>& corners) {
    const std::uint32_t accessor = begin_accessor(Uvs, corners.size(), "VEC2");
    for (const std::uint32_t corner : corners) {
      for (int i = 0; i < 2; ++i) append_float(views_[Uvs], mesh.uvs[corner][i]);
    }
    accessors_.json.end_object();
    return accessor;
  }

  // A part has corners of its own, so that tools which split meshes do not copy the whole level for
  // each.
  void add_primitive(const Mesh& mesh, const MeshPart& part) {
    std::vector<std::uint32_t> corners, indices;
    new_index_.resize(std::max(new_index_.size(), mesh.positions.size()), kNone);
    for (std::uint32_t i = part.first_index; i < part.first_index + part.index_count; ++i) {
      std::uint32_t& index = new_index_[mesh.indices[i]];
      if (index == kNone) {
        index = static_cast<std::uint32_t>(corners.size());
        corners.push_back(mesh.indices[i]);
      }
      indices.push_back(index);
    }
    for (const std::uint32_t corner : corners) new_index_[corner] = kNone;
    const std::uint32_t position = add_positions(mesh, corners),
                        normal = add_normals(mesh, corners), uv = add_uvs(mesh, corners);
    JsonWriter& json = meshes_.json;
    json.begin_object()
        .key("attributes")
        .begin_object()
        .key("POSITION")
        .integer(position)
        .key("NORMAL")
        .integer(normal);
    json.key("TEXCOORD_0").integer(uv).end_object().key("indices").integer(add_indices(indices));
    json.key("material").integer(material(part.material)).end_object();
  }

  std::uint32_t add_mesh(const std::string& name, const Mesh& mesh,
                         std::span<const MeshPart> parts) {
    meshes_.json.begin_object().key("name").string(name).key("primitives").begin_array();
    for (const MeshPart& part : parts) add_primitive(mesh, part);
    meshes_.json.end_array().end_object();
    return meshes_.next();
  }

  // --- Nodes.

  JsonWriter& begin_node(std::string_view name) {
    return nodes_.json.begin_object().key("name").string(name);
  }

  std::uint32_t end_node() {
    nodes_.json.end_object();
    return nodes_.next();
  }

  // Opens {"playset": {"kind": ...; end_extras closes it.
  JsonWriter& begin_extras(std::string_view kind) {
    return nodes_.json.key("extras")
        .begin_object()
        .key("playset")
        .begin_object()
        .key("kind")
        .string(kind);
  }
  void end_extras() { nodes_.json.end_object().end_object(); }

  std::uint32_t add_group(std::string_view name, const std::vector<std::uint32_t>& children) {
    begin_node(name);
    if (!children.empty()) {
      nodes_.json.key("children").begin_array();
      for (const std::uint32_t child : children) nodes_.json.integer(child);
      nodes_.json.end_array();
    }
    return end_node();
  }

  void close_group(std::string_view name, const std::vector<std::uint32_t>& children) {
    if (!children.empty()) groups_.push_back(add_group(name, children));
  }

  // A group with one mesh per material.
  void add_parts(const std::string& group, const Mesh& walls) {
    std::vector<std::uint32_t> nodes;
    for (const MeshPart& part : walls.parts) {
      const std::string name = group + "/" + material_name(part.material);
      const std::uint32_t mesh = add_mesh(name, walls, std::span(&part, 1));
      begin_node(name).key("mesh").integer(mesh);
      nodes.push_back(end_node());
    }
    close_group(group, nodes);
  }

  void add_doors(const std::vector<Mesh>& doors) {
    std::vector<std::uint32_t> nodes;
    for (std::size_t i = 0; i < extras_.doors.size(); ++i) {
      const CellDoor& door = extras_.doors[i];
      const std::string name = "door/" + door.name;
      const bool shown = i < doors.size() && !doors[i].indices.empty();
      const std::uint32_t mesh = shown ? add_mesh(name, doors[i], doors[i].parts) : kNone;
      JsonWriter& json = begin_node(name);
      if (shown) json.key("mesh").integer(mesh);
      begin_extras("door")
          .key("name")
          .string(door.name)
          .key("closed")
          .boolean(door.closed)
          .key("key")
          .string(door.key);
      json.key("source_id").integer(door.source_id);
      end_extras();
      nodes.push_back(end_node());
    }
    close_group("doors", nodes);
  }

  // One mesh per piece, size, variant and kit; parts of a kit may share it.
  std::uint32_t kit_mesh(const ScaffoldKit& kit, const KitBatch& batch) {
    const KitPieceName& piece = kit.piece(batch.part);
    const std::array<std::int32_t, 3> size = kit_piece_size(piece);
    const std::string key = kit.key + "/" + piece.name + "." + std::to_string(batch.variant),
                      sized = key + "/" + std::to_string(size[0]) + "/" + std::to_string(size[1]) +
                              "/" + std::to_string(size[2]);
    const auto [known, fresh] = kit_meshes_.try_emplace(sized, 0u);
    if (fresh) {
      const Mesh mesh =
          build_kit_piece(piece, batch.variant, std::string(kKitPrefix).append(kit.key));
      known->second = add_mesh(std::string(kKitPrefix).append(key), mesh, mesh.parts);
    }
    return known->second;
  }

  void add_kits() {
    std::vector<std::uint32_t> batches;
    for (const KitBatch& batch : kits_->plan.batches) {
      const ScaffoldKit* kit = find_record(kits_->kits, batch.kit);
      if (kit == nullptr) continue;
      const std::uint32_t mesh = kit_mesh(*kit, batch);
      const std::string name = std::string(kKitPrefix)
                                   .append(kit->key + "/" + kit_part_name(batch.part) + "." +
                                           std::to_string(batch.variant));
      std::vector<std::uint32_t> nodes;
      for (std::uint32_t i = 0; i < batch.count; ++i)
        nodes.push_back(add_piece(kits_->plan.placements[batch.first + i], *kit, mesh,
                                  name + "." + std::to_string(i)));
      batches.push_back(add_group(name, nodes));
    }
    close_group("kits", batches);
  }

  void float_list(std::string_view key, std::span<const float> values) {
    nodes_.json.key(key).begin_array();
    for (const float value : values) nodes_.json.number(value + 0.0f);
    nodes_.json.end_array();
  }

  std::uint32_t add_piece(const KitPlacement& p, const ScaffoldKit& kit, std::uint32_t mesh,
                          const std::string& name) {
    begin_node(name).key("mesh").integer(mesh);
    float_list("translation", std::array{p.position.x, p.position.y, p.position.z});
    float_list("rotation", p.rotation);
    float_list("scale", std::array{p.scale.x, p.scale.y, p.scale.z});
    begin_extras("kit_piece")
        .key("kit")
        .string(kit.key)
        .key("part")
        .string(kit_part_name(p.part))
        .key("piece")
        .string(kit.piece(p.part).name)
        .key("cub")
        .string(id_text(p.side.cub))
        .key("side")
        .integer(p.side.side);
    if (!(p.other == p.side)) nodes_.json.key("other").string(side_text(p.other));
    end_extras();
    return end_node();
  }

  void add_spawns() {
    constexpr std::string_view kProp = "prop/";
    std::vector<std::uint32_t> spawns, props;
    for (std::size_t i = 0; i < extras_.spawns.size(); ++i) {
      const CellSpawn& spawn = extras_.spawns[i];
      const bool prop = spawn.kind.starts_with(kProp);
      const std::string name =
          (prop ? spawn.kind : "spawn/" + spawn.kind) + "." + std::to_string(i);
      JsonWriter& json = begin_node(name);
      number_list(json, "translation", {spawn.position.x, spawn.position.y, spawn.position.z});
      if (spawn.yaw != 0.0) {
        const SineCosineDouble half = sine_cosine(spawn.yaw * 0.5);
        number_list(json, "rotation", {0.0, half.sine, 0.0, half.cosine});
      }
      begin_extras(prop ? "prop" : "spawn")
          .key("type")
          .string(prop ? spawn.kind.substr(kProp.size()) : spawn.kind);
      json.key("number").integer(spawn.type).key("source_id").integer(spawn.source_id);
      if (spawn.cell != kNone) json.key("cell").integer(spawn.cell);
      end_extras();
      (prop ? props : spawns).push_back(end_node());
    }
    close_group("spawns", spawns);
    close_group("props", props);
  }

  // Where a trigger is: the middle of the sides and cells that fire it, and their numbers in the
  // source.
  struct Place {
    glm::dvec3 sum{0.0};
    double count = 0.0;
    std::vector<std::int32_t> cells, sides;
  };

  [[nodiscard]] glm::dvec3 side_center(std::uint32_t side) const {
    glm::dvec3 sum(0.0);
    const auto corners = level_.side_corners(side);
    for (const std::uint32_t corner : corners) sum += to_metres(level_.vertex(corner));
    return sum / static_cast<double>(corners.size());
  }

  static void add_once(std::vector<std::int32_t>& numbers, std::int32_t number) {
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
  }

  [[nodiscard]] std::vector<Place> trigger_places() const {
    std::vector<Place> places(extras_.triggers.size());
    const auto add = [&](std::uint32_t trigger, glm::dvec3 at) {
      places[trigger].sum += at;
      places[trigger].count += 1.0;
      return &places[trigger];
    };
    for (std::uint32_t cell = 0; cell < level_.cell_count(); ++cell) {
      const std::uint32_t trigger = level_.cell_trigger(cell);
      if (trigger < places.size())
        add_once(add(trigger, level_.cell_center(cell))->cells, level_.source_cell(cell));
    }
    for (std::uint32_t side = 0; side < level_.side_count(); ++side) {
      const std::uint32_t trigger = level_.side_trigger(side);
      if (trigger < places.size())
        add_once(add(trigger, side_center(side))->sides, level_.source_side(side));
    }
    for (Place& place : places) {
      for (std::vector<std::int32_t>* numbers : {&place.cells, &place.sides}) {
        std::sort(numbers->begin(), numbers->end());
        numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
      }
    }
    return places;
  }

  void integer_list(std::string_view key, const std::vector<std::int32_t>& values) {
    nodes_.json.key(key).begin_array();
    for (const std::int32_t value : values) nodes_.json.integer(value);
    nodes_.json.end_array();
  }

  void add_triggers() {
    const std::vector<Place> places = trigger_places();
    std::vector<std::uint32_t> nodes;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const CellTrigger& trigger = extras_.triggers[i];
      JsonWriter& json = begin_node("trigger/" + trigger.kind + "." + std::to_string(i));
      if (places[i].count > 0.0) {
        const glm::dvec3 at = places[i].sum / places[i].count;
        number_list(json, "translation", {at.x, at.y, at.z});
      }
      begin_extras("trigger")
          .key("type")
          .string(trigger.kind)
          .key("number")
          .integer(trigger.special);
      json.key("source_id").integer(trigger.source_id).key("doors").begin_array();
      for (const std::uint32_t door : trigger.doors) json.string(extras_.doors[door].name);
      json.end_array();
      integer_list("targets", trigger.targets);
      integer_list("cells", places[i].cells);
      integer_list("sides", places[i].sides);
      end_extras();
      nodes.push_back(end_node());
    }
    close_group("triggers", nodes);
  }

  const Level& level_;
  const Mesh* hull_;
  const GltfKits* kits_;
  CellComplex extras_;
  List nodes_, meshes_, materials_, accessors_;
  std::vector<std::string> material_names_;
  std::map<std::string, std::uint32_t> kit_meshes_;
  std::array<std::vector<std::byte>, kViewCount> views_;
  std::vector<std::uint32_t> groups_;
  std::vector<std::uint32_t>
      new_index_;  // of a mesh's corners within the part that is written; kNone between parts
  std::uint32_t root_ = 0;
};

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<std::uint32_t>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      out.push_back(i + k <= bytes.size() ? kDigits[(bits >> (18 - 6 * k)) & 63] : '=');
  }
  return out;
}

Error too_large(std::uint64_t size) {
  return {ErrorCode::OutOfRange,
          "the level's meshes take " + std::to_string(size) +
              " bytes; glTF holds 4 GiB: export parts of it",
          {},
          0,
          0,
          0};
}

constexpr std::uint64_t kMostBytes = 0xFFFF0000u;

}  // namespace

Result<std::vector<std::byte>> write_glb(const Level& level, const Mesh* hull,
                                         const GltfKits* kits) {
  GltfBuilder builder(level, hull, kits);
  builder.build();
  std::string json = builder.json({});
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::uint64_t binary = builder.binary_size();  // a multiple of 4: all items are
  const std::uint64_t total = 12 + 8 + json.size() + (binary > 0 ? 8 + binary : 0);
  if (total > kMostBytes) return too_large(total);
  std::vector<std::byte> out;
  out.reserve(total);
  append_u32(out, 0x46546C67);  // "glTF"
  append_u32(out, 2);
  append_u32(out, static_cast<std::uint32_t>(total));
  append_u32(out, static_cast<std::uint32_t>(json.size()));
  append_u32(out, 0x4E4F534A);  // "JSON"
  const auto text = std::as_bytes(std::span(json));
  out.insert(out.end(), text.begin(), text.end());
  if (binary == 0) return out;
  append_u32(out, static_cast<std::uint32_t>(binary));
  append_u32(out, 0x004E4942);  // "BIN"
  builder.append_binary(out);
  return out;
}

Result<std::string> write_gltf(const Level& level, const Mesh* hull, const GltfKits* kits) {
  GltfBuilder builder(level, hull, kits);
  builder.build();
  if (builder.binary_size() > kMostBytes) return too_large(builder.binary_size());
  std::vector<std::byte> binary;
  builder.append_binary(binary);
  return builder.json("data:application/octet-stream;base64," + base64(binary)) + "\n";
}

}  // namespace playset
