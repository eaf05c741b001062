/* The domain fields: what one field of a node says about its other fields and about those of the
 * next node. heap and interval together bound each field alone. */
#include "end_to_end.h"

static const end_to_end tests[] = {
    {.program = "fields_more",
     .property = "unreach-call",
     .variants = 2,
     .domain = "product{ heap(), fields() }",
     .weaker = {"product{ heap(), interval() }", "interval()"}},
    {.program = "fields_kinds",
     .property = "unreach-call",
     .variants = 3,
     .domain = "product{ heap(), fields{ next = false } }",
     .weaker = {"product{ heap(), interval() }"}},
    {.program = "fields_alternate",
     .property = "unreach-call",
     .variants = 3,
     .domain = "product{ heap(), fields() }",
     .weaker = {"product{ heap(), fields{ next = false } }", "product{ heap(), interval() }"}},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  return run_end_to_end("fields", programs, sizeof tests / sizeof *tests);
}
