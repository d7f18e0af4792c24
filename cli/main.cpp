// The `playset` program: hands its arguments to run_playset.
#include <iostream>
#include <string>
#include <vector>

#include "cli/app.h"

int main(int count, char** arguments) {
  return playset::run_playset(std::vector<std::string>(arguments + 1, arguments + count), std::cout,
                              std::cerr);
}
