// scenes/bots_crew.h - BotsCrew: runs a BotsScene's phases on several threads that wait for each
// other.
#pragma once

#include <barrier>
#include <cstdint>
#include <thread>
#include <vector>

#include "scenes/bots.h"

namespace playset {

class BotsCrew {
 public:
  // `threads` with the caller's, 1 to BotsScene::kMostParts. The scene outlives the crew.
  BotsCrew(BotsScene& scene, std::uint32_t threads);
  ~BotsCrew();
  BotsCrew(const BotsCrew&) = delete;
  BotsCrew& operator=(const BotsCrew&) = delete;

  void tick();

 private:
  void run_part(std::uint32_t part);
  void help(std::uint32_t part);

  BotsScene& scene_;
  std::uint32_t threads_;
  bool done_ = false;
  std::barrier<> barrier_;
  std::vector<std::thread> helpers_;
};

}  // namespace playset
