/* The domain held: every live node is the target of a pointer or held by a live node of lower rank,
 * so that nothing is leaked. heap and disjoint do not say that. */
#include "end_to_end.h"

static const end_to_end tests[] = {
    {.program = "order_queue",
     .property = "valid-memsafety",
     .variants = 3,
     .domain = "product{ heap(), disjoint(), held() }",
     .weaker = {"product{ heap(), disjoint(), interval() }"}},
    {.program = "order_doubly",
     .property = "valid-memsafety",
     .variants = 2,
     .domain = "product{ heap(), disjoint(), held(), strategy = enumerate{ by_view = true } }",
     .weaker = {"product{ heap(), disjoint(), interval() }"}},
    {.program = "order_stack",
     .property = "valid-memsafety",
     .variants = 3,
     .domain = "product{ heap(), disjoint(), held() }",
     .weaker = {"product{ heap(), disjoint(), interval() }", "product{ heap(), fields() }"}},
    {.program = "order_texts",
     .property = "valid-memsafety",
     .variants = 3,
     .domain = "product{ heap(), disjoint(), held(), strategy = enumerate{ by_view = true } }",
     .weaker = {"product{ heap(), disjoint(), interval() }"}},
    {.program = "order_appended",
     .property = "valid-memsafety",
     .variants = 2,
     .domain = "product{ heap(), disjoint(), held() }",
     .weaker = {"product{ heap(), disjoint(), interval() }"}},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  /* Under AddressSanitizer the first alone. */
  return run_end_to_end("held", programs, CASES((int)(sizeof tests / sizeof *tests)));
}
