/* The observation value_partitions: state machines whose invariants are disjunctions by the state,
 * which bounds, octagons and remainders over all states do not prove, nor those with too few parts.
 */
#include "end_to_end.h"

#define PARTS(domain, options) domain "{ observe = { value_partitions{ " options " } } }"

/* By another observation: in odd and in even iterations. */
#define ODD(options)                                                                               \
  "interval{ observe = { iterations{ bits = 1 }, value_partitions{ on = { \"iterations(main.0)\" " \
  "}, " options " } } }"

static const end_to_end tests[] = {
    {.program = "value_partitions",
     .property = "unreach-call",
     .variants = 2,
     .domain = PARTS("interval", "on = { \"state\", \"lamp.on\" }, values = 3"),
     .weaker = {"product{ interval(), octagons(), congruence() }",
                PARTS("interval", "on = { \"state\", \"lamp.on\" }, values = 1"),
                PARTS("interval", "on = { \"state\" }, values = 3")}},
    {.program = "value_partitions", /* by what branches compare */
     .property = "unreach-call",
     .variants = 2,
     .domain = PARTS("interval", "values = 3"),
     .weaker = {PARTS("interval", "most = 1")}},
    {.program = "value_partitions_swap",
     .property = "unreach-call",
     .variants = 2,
     .domain = ODD("values = 2"),
     .weaker = {"interval()", "interval{ observe = { iterations{ bits = 1 } } }"}},
    {.program = "value_partitions_swap", /* a bit has no more values than two */
     .property = "unreach-call",
     .variants = 2,
     .domain = ODD("values = 5")},
};

START_TEST(programs) {
  check_end_to_end(&tests[_i]);
}
END_TEST

int main(void) {
  return run_end_to_end("value_partitions", programs, sizeof tests / sizeof *tests);
}
