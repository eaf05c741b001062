/* Trace partitioning by loops [rival2007; book chapter 6.5.2 as docs/soundness.md 5 reads it]:
 * which of the loops around and before a loop have taken their back edge since they were last
 * entered. There is a ghost bit for each loop p, iterated(p): false when p is entered, true when
 * its back edge is taken. The bit's value at another loop l has the same meaning in every copy and
 * at every k, and does not change while l runs. Views, for the n loops p1 .. pn nearest to l, with
 * n up to `loops`: each of the 2^n cases (group n), and the two cases of each loop except the
 * nearest (group 0). */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const az_ghost ghost = {.name = "iterated", .scope = AZ_GHOST_LOOP, .bits = 1, .initial = 0};

typedef struct partitions {
  az_store *store;
  uint32_t most_loops;
} partitions;

static void *open_partitions(const az_program *program, az_store *store, const az_desc *options,
                             az_error *err) {
  (void)program, (void)err;
  partitions *p = az_calloc(1, sizeof *p);
  *p = (partitions){store, (uint32_t)az_desc_int(options, "loops")};
  return p;
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  (void)number;
  az_store *s = ((const partitions *)self)->store;
  if (!event->own) return AZ_NO_TERM;
  if (event->kind == AZ_ON_ENTER) return az_bv(s, 1, 0);
  return event->kind == AZ_ON_BACK ? az_bv(s, 1, 1) : AZ_NO_TERM;
}

typedef struct literal {
  const char *loop;
  az_term taken; /* the loop has iterated */
} literal;

/* Adds the case in which the literals with a bit in `taken` are true and the others are false. */
static void add_case(az_cut *cut, uint32_t of, const literal *literals, uint32_t count,
                     uint32_t taken, uint32_t group) {
  az_store *s = az_cut_store(cut);
  az_term guard = az_true(s);
  char name[500] = " [";
  for (uint32_t i = 0; i < count; i++) {
    bool is = taken >> i & 1;
    size_t n = strlen(name);
    snprintf(name + n, sizeof name - n, "%s%s%s", i ? ", " : "", is ? "" : "not ",
             literals[i].loop);
    guard = az_and(s, guard, is ? literals[i].taken : az_not(s, literals[i].taken));
  }
  size_t n = strlen(name);
  snprintf(name + n, sizeof name - n, "]");
  (void)az_cut_view(cut,
                    &(az_view_description){
                        .of = of, .name = name, .guard = guard, .group = group, .depth = count});
}

static void add_cases(az_cut *cut, uint32_t of, const literal *literals, uint32_t count) {
  for (uint32_t n = 1; n <= count; n++) {
    for (uint32_t taken = 0; taken < 1u << n; taken++) add_case(cut, of, literals, n, taken, n);
    for (uint32_t taken = 0; n > 1 && taken < 2; taken++)
      add_case(cut, of, &literals[n - 1], 1, taken, 0);
  }
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  enum { MOST = 8 };
  literal literals[MOST];
  const partitions *p = self;
  const uint32_t *loops, *views;
  uint32_t n = 0, met = az_cut_loops(cut, &loops);
  for (uint32_t i = 0; i < met && n < p->most_loops && n < MOST; i++) {
    az_term bit[2];
    if (!az_cut_formals(cut, az_cut_loop_ghost(cut, loops[i], &ghost), bit, NULL)) break;
    literals[n++] =
        (literal){az_cut_loop_name(cut, loops[i]), az_eq(p->store, bit[0], az_bv(p->store, 1, 1))};
  }
  for (uint32_t i = 0, count = az_cut_views(cut, &views); i < count; i++)
    add_cases(cut, views[i], literals, n);
  return true;
}

static const az_observation_ops operations = {.open = open_partitions,
                                              .close = free,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare,
                                              .phase = 3};

static const az_option options[] = {
    {.name = "loops",
     .type = AZ_OPT_INT,
     .summary = "loops around and before a loop that are distinguished, nearest first: n loops "
                "give 2^n cases",
     .initial = "3",
     .least = 0,
     .greatest = 8},
    {0}};

AZ_MODULE(trace_partitions) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "trace_partitions", "1.0"),
    .summary = "which loops around and before a loop have iterated since they were entered",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
