// Writes the relay station to the file named on the command line: make_relay_station
// data/levels/relay_station.scaffold
#include <cstdio>
#include <string>

#include "playset/scaffold/scaffold_text.h"
#include "relay_station.h"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: make_relay_station FILE\n");
    return 2;
  }
  const std::string text = playset::write_scaffold(playset::make_relay_station());
  std::FILE* file = std::fopen(arguments[1], "wb");
  const bool written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == nullptr || std::fclose(file) != 0 || !written) {
    std::fprintf(stderr, "cannot write %s\n", arguments[1]);
    return 2;
  }
  return 0;
}
