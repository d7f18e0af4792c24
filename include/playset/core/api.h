// playset/core/api.h - version numbers and symbol visibility; every public header includes it.
//
// Units / Cost / Threads: none, macros only.
// See     cmake/PlaysetLibrary.cmake (SOVERSION)
#pragma once

#define PLAYSET_VERSION_MAJOR 0
#define PLAYSET_VERSION_MINOR 1
#define PLAYSET_VERSION_PATCH 0
#define PLAYSET_VERSION "0.1.0"

#if defined(_WIN32) && defined(PLAYSET_SHARED)
#if defined(PLAYSET_BUILDING)
#define PLAYSET_API __declspec(dllexport)
#else
#define PLAYSET_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define PLAYSET_API __attribute__((visibility("default")))
#else
#define PLAYSET_API
#endif
