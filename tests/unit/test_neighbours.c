/* The domain neighbours: a node that is taken out of a list is the target of the link of the node
 * before it alone, which held and disjoint do not know. */
#include "end_to_end.h"

/* A third faster than all views in one query. */
#define BY_VIEW "strategy = enumerate{ by_view = true }"

static const end_to_end tests[] = {
    {.program = "neighbours_taken_out",
     .property = "valid-memsafety",
     .variants = 3,
     .domain = "product{ heap(), disjoint(), held(), neighbours(), " BY_VIEW " }",
     .weaker = {"product{ heap(), disjoint(), held(), " BY_VIEW " }",
                "product{ heap(), disjoint(), neighbours(), " BY_VIEW " }"}},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  return run_end_to_end("neighbours", programs, CASES((int)(sizeof tests / sizeof *tests)));
}
