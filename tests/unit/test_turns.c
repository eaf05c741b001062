/* A portfolio that is run in short turns comes to the verdict that it has in one, and one that is
 * stopped between two turns leaves nothing behind. */
#include "ansatz/clock.h"
#include "ansatz/frontend.h"
#include "kiki/portfolio.h"
#include "kiki/schedule.h"
#include "pipeline/services.h"
#include "step_formula.h"
#include "temporary_folder.h"
#include <math.h>
#include <unistd.h>

/* A ranking that needs an invariant. */
static const char text[] = "int in(void);\n"
                           "int main(void) { int n = in(), d = 1; if (n < 0 || n > 99) return 0;\n"
                           "  while (in() && d < 5) d++;\n"
                           "  while (n > 0) n -= WRONG ? 0 : d; return 0; }\n";

enum { STAGES = 3, MOST_TURNS = 60 };

typedef struct verification {
  az_store *store;
  az_registry *registry;
  az_program *program;
  az_stage stages[STAGES];
  az_engine_config options;
} verification;

static char *folder;

static verification begin(int wrong) {
  verification v = {.store = az_store_new(), .registry = open_registry()};
  char path[4096];
  const char *file = path;
  snprintf(path, sizeof path, "%s/p.c", folder);
  FILE *out = fopen(path, "w");
  ck_assert(out != NULL && fprintf(out, "#define WRONG %d\n%s", wrong, text) > 0);
  ck_assert(fclose(out) == 0);
  az_error err = {.status = AZ_OK};
  az_frontend_options o = {.files = &file,
                           .file_count = 1,
                           .classes = 1u << AZ_C_TERMINATION,
                           .overflow_gives_any = true,
                           .work_folder = folder};
  v.program = az_frontend(&o, v.store, &err);
  ck_assert_msg(v.program != NULL, "%s", err.message);
  static const char *const domains[STAGES] = {"ranking", "interval", "ranking"};
  for (int i = 0; i < STAGES; i++) {
    const az_module *m = az_registry_find(v.registry, AZ_MODULE_DOMAIN, domains[i], &err);
    ck_assert_msg(m != NULL, "%s", err.message);
    v.stages[i] = (az_stage){.domain = az_desc_new(m),
                             .share = 0.5,
                             .switches = *az_switches_or_default(NULL),
                             .limits = az_limits_default()};
  }
  v.options.work_folder = folder;
  v.options.services = &az_services_all;
  unlink(path);
  return v;
}

static void end(verification *v) {
  for (int i = 0; i < STAGES; i++) az_desc_free(v->stages[i].domain);
  az_program_free(v->program);
  az_registry_free(v->registry);
  az_store_free(v->store);
}

static az_portfolio *portfolio_of(verification *v) {
  return az_portfolio_new(v->program, v->registry, 1u << AZ_C_TERMINATION,
                          (az_configuration){v->stages, STAGES}, &v->options);
}

START_TEST(many_turns) {
  verification v = begin(0);
  az_error err = {.status = AZ_OK};
  az_portfolio *f = portfolio_of(&v);
  /* Less than the time with which anything is begun. */
  ck_assert(az_portfolio_turn(f, az_clock(NULL) + v.stages[0].limits.margin / 2, &err) ==
            AZ_JOB_MORE);
  int turns = 0;
  while (turns++ < MOST_TURNS &&
         az_portfolio_turn(f, az_clock(NULL) + 0.05 * turns, &err) != AZ_JOB_DONE) {}
  az_result *result = az_portfolio_end(f);
  ck_assert_msg(result != NULL, "%s", err.message);
  ck_assert_int_eq(result->verdict, AZ_V_TRUE);
  az_result_free(result);
  end(&v);
}
END_TEST

/* With WRONG, the second loop goes on for ever. */
START_TEST(stopped) {
  verification v = begin(1);
  az_error err = {.status = AZ_OK};
  az_portfolio *f = portfolio_of(&v);
  for (int turns = 0; turns < 2; turns++)
    ck_assert(az_portfolio_turn(f, az_clock(NULL) + 0.08, &err) == AZ_JOB_MORE);
  az_portfolio_free(f);
  f = portfolio_of(&v);
  for (int turns = 0; turns < 2; turns++) (void)az_portfolio_turn(f, az_clock(NULL) + 0.08, &err);
  az_result *result = az_portfolio_end(f);
  ck_assert_msg(result != NULL, "%s", err.message);
  ck_assert_int_eq(result->verdict, AZ_V_UNKNOWN);
  az_result_free(result);
  end(&v);
}
END_TEST

/* Slots: each turn ends at its share of the time that is left; a job that is done ends all; where
 * too little time is left for the next slot, it has no turn. */
typedef struct counted {
  int turns;
  double seconds; /* of the last turn's budget */
  az_job_state then;
  double burn; /* CPU seconds of a turn */
} counted;

static az_job_state counted_turn(void *self, double cpu_end) {
  counted *c = self;
  double start = az_clock(NULL);
  c->turns++;
  c->seconds = cpu_end > 0 ? cpu_end - start : 0;
  while (az_clock(NULL) < start + c->burn) {}
  return c->then;
}

START_TEST(slots_share_time) {
  counted a = {.then = AZ_JOB_MORE}, b = {.then = AZ_JOB_DONE}, c = {.then = AZ_JOB_MORE};
  const az_slot slots[] = {{.name = "a", .turn = counted_turn, .self = &a, .share = 0.25},
                           {.name = "b", .turn = counted_turn, .self = &b, .share = 0.5},
                           {.name = "c", .turn = counted_turn, .self = &c, .share = 1}};
  ck_assert_int_eq(schedule_slots(slots, 3, az_clock(NULL) + 100, NULL, NULL), AZ_JOB_DONE);
  ck_assert_int_eq(a.turns, 1);
  ck_assert(a.seconds > 24 && a.seconds < 26 && b.seconds > 49 && b.seconds < 51);
  ck_assert_int_eq(c.turns, 0);
  ck_assert_int_eq(schedule_slots(slots, 2, 0, NULL, NULL), AZ_JOB_DONE); /* no limit: no end */
  ck_assert(a.seconds <= 0 && a.turns == 2);
}
END_TEST

START_TEST(slots_end_with_time) {
  counted a = {.then = AZ_JOB_MORE, .burn = 0.02}, b = {.then = AZ_JOB_MORE};
  az_slot slots[] = {{.name = "a", .turn = counted_turn, .self = &a, .share = 1, .margin = 0.05},
                     {.name = "b", .turn = counted_turn, .self = &b, .share = 1}};
  ck_assert_int_eq(schedule_slots(slots, 2, az_clock(NULL) + 0.05, NULL, NULL), AZ_JOB_MORE);
  ck_assert(a.turns == 1 && b.turns == 0);
  slots[0].margin = -HUGE_VAL; /* in any case */
  ck_assert_int_eq(schedule_slots(slots, 2, az_clock(NULL) + 0.01, NULL, NULL), AZ_JOB_MORE);
  ck_assert(a.turns == 2 && b.turns == 1);
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  TCase *c = tcase_create("turns");
  tcase_set_timeout(c, 300);
  tcase_add_test(c, many_turns);
  tcase_add_test(c, stopped);
  tcase_add_test(c, slots_share_time);
  tcase_add_test(c, slots_end_with_time);
  return run_in_folder(c, "turns", folder);
}
