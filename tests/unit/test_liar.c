/* No strategy is believed, and no domain that is not compiled in: what one returns as inductive is
 * asked of the solver by the core, of claims that the core substitutes, so that a wrong one cannot
 * prove anything (docs/soundness.md, what is trusted). */
#include "end_to_end.h"

START_TEST(proves_nothing) {
  const end_to_end test = {.program = "liar_count", .property = "unreach-call"};
  char path[4096];
  snprintf(path, sizeof path, "%s", ANSATZ_BINARY);
  char *slash = strrchr(path, '/');
  ck_assert_ptr_nonnull(slash);
  snprintf(slash, sizeof path - (size_t)(slash - path), "/tests/liars");
  setenv("ANSATZ_PATH", path, 1);
  const char *options = "--mode ai --domain interval --strategy liar";
  ck_assert_str_eq(verdict(&test, _i, test.property, options), "unknown (invariants too weak)");
  options = "--mode ai --domain two_faced";
  ck_assert_str_eq(verdict(&test, _i, test.property, options), "unknown (invariants too weak)");
  ck_assert_str_eq(verdict(&test, _i, "termination", options), "unknown (invariants too weak)");
  ck_assert_str_eq(verdict(&test, 0, test.property, "--mode ai --domain interval"), "true");
}
END_TEST

int main(void) {
  return run_end_to_end("liar", proves_nothing, 2);
}
