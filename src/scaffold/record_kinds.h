// scaffold/record_kinds.h - which list of the level each type of record lies in, and how much
// memory a record holds beside itself.
#pragma once

#include "playset/scaffold/document.h"

namespace playset {

template <typename Record>
struct RecordKind;

template <ScaffoldKind kind, auto list_of_level>
struct KindOf {
  static constexpr ScaffoldKind kKind = kind;
  static constexpr auto kList = list_of_level;
};

template <>
struct RecordKind<ScaffoldMaterial> : KindOf<ScaffoldKind::Material, &Scaffold::materials> {};
template <>
struct RecordKind<ScaffoldKit> : KindOf<ScaffoldKind::Kit, &Scaffold::kits> {};
template <>
struct RecordKind<ScaffoldDoor> : KindOf<ScaffoldKind::Door, &Scaffold::doors> {};
template <>
struct RecordKind<ScaffoldTrigger> : KindOf<ScaffoldKind::Trigger, &Scaffold::triggers> {};
template <>
struct RecordKind<ScaffoldVertex> : KindOf<ScaffoldKind::Vertex, &Scaffold::vertices> {};
template <>
struct RecordKind<ScaffoldCub> : KindOf<ScaffoldKind::Cub, &Scaffold::cubs> {};
template <>
struct RecordKind<ScaffoldWindow> : KindOf<ScaffoldKind::Window, &Scaffold::windows> {};
template <>
struct RecordKind<ScaffoldSpawn> : KindOf<ScaffoldKind::Spawn, &Scaffold::spawns> {};
template <>
struct RecordKind<ScaffoldProp> : KindOf<ScaffoldKind::Prop, &Scaffold::props> {};
template <>
struct RecordKind<ScaffoldLayer> : KindOf<ScaffoldKind::Layer, &Scaffold::layers> {};
template <>
struct RecordKind<ScaffoldGroup> : KindOf<ScaffoldKind::Group, &Scaffold::groups> {};
template <>
struct RecordKind<ScaffoldHeader> {
  static constexpr ScaffoldKind kKind = ScaffoldKind::Header;
};

inline std::size_t heap_bytes(const std::string& text) noexcept {
  return text.capacity() > 15 ? text.capacity() + 1 : 0;
}
template <typename T>
std::size_t heap_bytes(const std::vector<T>& items) noexcept {
  return items.capacity() * sizeof(T);
}

inline std::size_t held_bytes(const ScaffoldHeader& r) noexcept { return heap_bytes(r.name); }
inline std::size_t held_bytes(const ScaffoldMaterial& r) noexcept {
  return heap_bytes(r.key) + heap_bytes(r.role) + heap_bytes(r.extra);
}
inline std::size_t held_bytes(const ScaffoldKit& r) noexcept {
  std::size_t bytes = heap_bytes(r.key) + heap_bytes(r.weights) + heap_bytes(r.extra);
  for (const KitPieceName& piece : r.pieces) bytes += heap_bytes(piece.name);
  return bytes;
}
inline std::size_t held_bytes(const ScaffoldDoor& r) noexcept {
  return heap_bytes(r.key) + heap_bytes(r.needs) + heap_bytes(r.extra);
}
inline std::size_t held_bytes(const ScaffoldTrigger& r) noexcept {
  return heap_bytes(r.key) + heap_bytes(r.kind) + heap_bytes(r.extra) + heap_bytes(r.doors) +
         heap_bytes(r.targets);
}
inline std::size_t held_bytes(const ScaffoldLayer& r) noexcept {
  return heap_bytes(r.key) + heap_bytes(r.extra);
}
inline std::size_t held_bytes(const ScaffoldGroup& r) noexcept {
  return heap_bytes(r.name) + heap_bytes(r.prefab) + heap_bytes(r.extra);
}
inline std::size_t held_bytes(const ScaffoldVertex& r) noexcept { return heap_bytes(r.extra); }
inline std::size_t held_bytes(const ScaffoldCub& r) noexcept {
  std::size_t bytes = heap_bytes(r.extra) + heap_bytes(r.tags);
  for (const std::string& tag : r.tags) bytes += heap_bytes(tag);
  for (const ScaffoldSide& side : r.sides) bytes += heap_bytes(side.extra);
  return bytes;
}
inline std::size_t held_bytes(const ScaffoldWindow& r) noexcept { return heap_bytes(r.extra); }
inline std::size_t held_bytes(const ScaffoldSpawn& r) noexcept {
  return heap_bytes(r.kind) + heap_bytes(r.extra);
}
inline std::size_t held_bytes(const ScaffoldProp& r) noexcept {
  return heap_bytes(r.model) + heap_bytes(r.extra);
}

}  // namespace playset
