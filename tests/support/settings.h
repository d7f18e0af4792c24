// tests/support/settings.h - what the test main read from its arguments, for the rest of
// tests/support only.
#pragma once

namespace playset::test {

struct TestSettings {
  bool update_golden = false;
};

[[nodiscard]] TestSettings& settings() noexcept;
// Names the folder of temporary files, so that test programs may run side by side.
[[nodiscard]] long process_id() noexcept;
// Deletes what temporary_path gave this process.
void remove_temporary_files() noexcept;

}  // namespace playset::test
