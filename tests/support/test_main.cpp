// The main of every test program: --update-golden, floating-point traps, and the list of cases that
// ctest reads.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstring>
#include <ostream>
#include <string>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

#include "support/settings.h"
#include "support/support.h"

namespace playset::test {

TestSettings& settings() noexcept {
  static TestSettings instance;
  return instance;
}

long process_id() noexcept {
#if defined(_WIN32)
  return _getpid();
#else
  return getpid();
#endif
}

namespace {

// --list-test-cases --reporters=ctest writes one line of CMake per case for
// cmake/PlaysetTests.cmake. A case's suite is its label.
struct CTestList : doctest::IReporter {
  explicit CTestList(const doctest::ContextOptions& options) : out_(*options.cout) {}

  void report_query(const doctest::QueryData& query) override {
    for (unsigned i = 0; i < query.num_data; ++i) {
      const std::string name = query.data[i]->m_name;
      out_ << "playset_case([==[" << name << "]==] [==[" << filter_for(name) << "]==] \""
           << query.data[i]->m_test_suite << "\")\n";
    }
  }

  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  // doctest splits a filter at commas.
  static std::string filter_for(const std::string& name) {
    std::string filter;
    for (const char c : name) {
      if (c == ',') filter += '\\';
      filter += c;
    }
    return filter;
  }

  std::ostream& out_;
};

REGISTER_REPORTER("ctest", 1, CTestList);

}  // namespace
}  // namespace playset::test

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--update-golden") == 0)
      playset::test::settings().update_golden = true;
  }
  doctest::Context context(argc, argv);
  playset::test::enable_fp_traps();
  const int failed = context.run();
  if (failed == 0) playset::test::remove_temporary_files();  // kept for a look where a test failed
  return failed;
}
