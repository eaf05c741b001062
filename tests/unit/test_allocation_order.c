/* The domain allocation_order: links lead from younger to older nodes or the reverse, so that every
 * live node is reached and nothing is lost. heap and disjoint know of no such order. */
#include "end_to_end.h"

static const end_to_end tests[] = {
    {.program = "order_queue",
     .property = "valid-memsafety",
     .variants = 3,
     .domain = "product{ allocation_order(), interval() }",
     .weaker = {"product{ heap(), disjoint(), interval() }"}},
    {.program = "order_doubly",
     .property = "valid-memsafety",
     .variants = 2,
     .domain = "product{ allocation_order(), interval() }",
     .weaker = {"product{ heap(), disjoint(), interval() }"}},
    {.program = "order_stack",
     .property = "valid-memsafety",
     .variants = 3,
     .domain = "product{ allocation_order(), interval() }",
     .weaker = {"product{ heap(), disjoint(), interval() }", "product{ heap(), fields() }"}},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  /* Under AddressSanitizer the first alone. */
  return run_end_to_end("allocation_order", programs, CASES((int)(sizeof tests / sizeof *tests)));
}
