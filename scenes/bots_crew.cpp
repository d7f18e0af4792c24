// Threads that run the phases of bots in step.
#include "scenes/bots_crew.h"

#include <algorithm>

namespace playset {

BotsCrew::BotsCrew(BotsScene& scene, std::uint32_t threads)
    : scene_(scene),
      threads_(std::clamp(threads, 1u, BotsScene::kMostParts)),
      barrier_(static_cast<std::ptrdiff_t>(threads_)) {
  for (std::uint32_t part = 1; part < threads_; ++part)
    helpers_.emplace_back([this, part] { help(part); });
}

BotsCrew::~BotsCrew() {
  done_ = true;
  if (threads_ > 1) barrier_.arrive_and_wait();
  for (std::thread& helper : helpers_) helper.join();
}

void BotsCrew::tick() {
  if (threads_ == 1) return scene_.tick();
  barrier_.arrive_and_wait();  // helpers set out
  run_part(0);
}

void BotsCrew::run_part(std::uint32_t part) {
  for (const BotsPhase phase : kBotsPhases) {
    if (BotsScene::is_parallel(phase))
      scene_.run_phase(phase, part, threads_);
    else if (part == 0)
      scene_.run_phase(phase, 0, 1);
    barrier_.arrive_and_wait();
  }
}

void BotsCrew::help(std::uint32_t part) {
  while (true) {
    barrier_.arrive_and_wait();
    if (done_) return;
    run_part(part);
  }
}

}  // namespace playset
