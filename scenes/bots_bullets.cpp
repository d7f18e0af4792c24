// Bullets of bots: every step is one batch trace; what hits is fired again.
#include <algorithm>
#include <cmath>

#include "playset/core/rng.h"
#include "scenes/bots_parts.h"

namespace playset {
namespace {

constexpr std::uint32_t kShotsAtOnce = 1024;  // what is traced is still in the cache when it moves

}  // namespace

// From the middle of the agent it belongs to, anywhere but steeply; those near the middle of the
// cube that directions are drawn from are slow. One draw of 64 bits, as thousands are fired a tick.
void BotsScene::Parts::fire(std::uint32_t bullet) noexcept {
  const std::uint64_t bits = keyed_bits(config.seed, 0x100000000u + bullet, bullet_draws[bullet]++);
  const auto part = [&](int shift) {  // -1 to 1
    return static_cast<float>(static_cast<std::int32_t>(bits >> shift & 0x1fffffu) - 0x100000) *
           0x1p-20f;
  };
  const glm::vec3 way(part(0), 0.5f * part(21), part(42));
  const float length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  bullet_steps[bullet] = way * (config.bullet_speed * config.dt / std::max(length, 0.25f));
  // bullets of one shooter lie side by side: what they fly through is in the cache then
  const AvoidAgent& shooter = agents[std::size_t{bullet} * agents.size() / bullets.size()];
  Segment& step = bullets[bullet];
  step.from = glm::vec3(shooter.center);
  step.cell = shooter.cell;
  step.to = step.from + bullet_steps[bullet];
}

void BotsScene::Parts::shoot(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept {
  for (std::uint32_t next = first; next < end;) {
    const std::uint32_t count = std::min(end - next, kShotsAtOnce);
    shoot_some(next, count, part);
    next += count;
  }
}

void BotsScene::Parts::shoot_some(std::uint32_t first, std::uint32_t count,
                                  BotsPart& part) noexcept {
  const std::span<Segment> steps = std::span(bullets).subspan(first, count);
  const std::span<SegmentHit> hits = std::span(part.hits).first(count);
  trace_segments(level, steps, hits, trace_options());
  part.counts.traces += count;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t bullet = first + i;
    if (hits[i].kind == HitKind::End) {
      steps[i].from = steps[i].to;
      steps[i].cell = hits[i].cell;
      steps[i].to = steps[i].from + bullet_steps[bullet];
      continue;
    }
    ++part.counts.bullet_hits;
    if (hits[i].kind == HitKind::Door) ++part.counts.door_hits;
    fire(bullet);
  }
}

}  // namespace playset
