/* The domain disjoint: no two pointers or links lead to the same node, so a node that is freed is
 * not used again. heap and interval alone cannot tell the nodes of one allocation site apart. */
#include "end_to_end.h"

static const end_to_end tests[] = {
    {.program = "disjoint_stack",
     .property = "unreach-call",
     .undefined = true,
     .variants = 2,
     .domain = "product{ heap(), disjoint(), interval() }",
     .weaker = {"product{ heap(), interval() }"}},
    {.program = "disjoint_two_lists",
     .property = "unreach-call",
     .undefined = true,
     .variants = 3,
     .domain = "product{ heap(), disjoint(), interval() }",
     .weaker = {"product{ heap(), interval() }"}},
    {.program = "disjoint_moved",
     .property = "unreach-call",
     .undefined = true,
     .variants = 2,
     .domain = "product{ heap(), disjoint(), interval() }",
     .weaker = {"product{ heap(), interval() }"}},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  /* Under AddressSanitizer the first: tests/regression/cases/observations/proofs.test has another.
   */
  return run_end_to_end("disjoint", programs, CASES((int)(sizeof tests / sizeof *tests)));
}
