# Clang 16 where it is installed, else the system's clang++.
find_program(PLAYSET_CLANG NAMES clang++-16 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER ${PLAYSET_CLANG})
