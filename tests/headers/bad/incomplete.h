// incomplete.h - forgets to include what it uses, on purpose: tests/headers must refuse it.
#pragma once

inline std::uint32_t nothing() { return 0; }
