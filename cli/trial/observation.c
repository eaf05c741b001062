/* The laws of an observation. Its ghost cells are well formed and stay the same; updates are pure
 * (the same event gives the same term, of the cell's width, over the formals of the event); axioms
 * and orders are true in concrete histories of allocations. The core calls a stand-in of the same
 * kind, which calls the module. */
#include "trial.h"
#include "ansatz/allocate.h"
#include "ansatz/observation.h"
#include "ansatz/random.h"
#include "module/builtin.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 12, ALLOCATIONS = 4, HISTORIES = 40, TRIES = 400 };

/* The stand-in. `module` comes first, so that options->module points to the stand-in as well. */
typedef struct stand_in {
  az_module module;
  az_observation_ops ops;
  az_trial *t;
  const az_observation_ops *real;
  uint32_t axioms; /* number of axioms that were evaluated */
} stand_in;

typedef struct opened {
  stand_in *of;
  void *self;
  az_store *store;
} opened;

static const char ghost_table[] = "ghosts: a second call returns another table";
static const char ghost_shape[] = "ghosts: a cell has no name, a name twice, no width from 1 to "
                                  "64, or an initial value that is too wide";
static const char update_pure[] = "update: two calls for the same event return different terms";
static const char update_sort[] = "update: the term does not have the width of the cell";
static const char update_foreign[] =
    "update: the term mentions a variable that is not a formal of the event";
static const char axiom_sort[] = "axiom: the term is not bool";
static const char axiom_foreign[] =
    "axiom: the term mentions a variable that is not a formal of the event";
static const char axiom_pure[] = "axiom: two calls for the same event return different terms";
static const char axiom_wrong[] =
    "axiom: it excludes an execution: no number is left for the new object";

static void *open_stand_in(const az_program *p, az_store *store, const az_desc *options,
                           az_error *err) {
  stand_in *s = (stand_in *)(uintptr_t)options->module;
  az_trial_doing(s->t, "open");
  void *self = s->real->open(p, store, s->t->desc, err);
  if (!self) return NULL;
  opened *o = az_calloc(1, sizeof *o);
  *o = (opened){s, self, store};
  return o;
}

static void close_stand_in(void *self) {
  opened *o = self;
  if (o->of->real->close) o->of->real->close(o->self);
  free(o);
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  opened *o = self;
  az_trial *t = o->of->t;
  uint32_t again = 0;
  az_trial_doing(t, "ghosts");
  const az_ghost *cells = o->of->real->ghosts(o->self, count);
  if (o->of->real->ghosts(o->self, &again) != cells || again != *count)
    az_trial_broken(t, ghost_table, "%u cells, then %u", *count, again);
  for (uint32_t i = 0; i < *count; i++) {
    bool fine = cells[i].name && *cells[i].name && cells[i].bits >= 1 && cells[i].bits <= 64;
    fine = fine && (cells[i].bits == 64 || cells[i].initial >> cells[i].bits == 0);
    for (uint32_t j = 0; fine && j < i; j++) fine = strcmp(cells[i].name, cells[j].name) != 0;
    if (!fine)
      az_trial_broken(t, ghost_shape, "cell %u, '%s', %u bits, initial value %" PRIu64, i,
                      cells[i].name ? cells[i].name : "", cells[i].bits, cells[i].initial);
    t->checks++;
  }
  return cells;
}

/* Returns whether a term is over the formals of an event. */
static bool over_formals(const az_store *store, az_term term, const az_ghost_event *e) {
  const az_term formals[] = {e->place, e->pointer, e->value,    e->size,   e->happens, e->old,
                             e->made,  e->any,     e->any_live, e->chosen, e->beside,  e->links};
  az_term *given = NULL;
  for (size_t i = 0; i < sizeof formals / sizeof *formals; i++)
    if (formals[i]) arrput(given, formals[i]);
  bool all = az_trial_is_over(store, term, given, arrlenu(given));
  arrfree(given);
  return all;
}

static const char *const events[] = {
    [AZ_ON_STORE] = "a store", [AZ_ON_BULK] = "a copy of memory", [AZ_ON_ALLOC] = "an allocation",
    [AZ_ON_FREE] = "a free",   [AZ_ON_ENTER] = "a loop's entry",  [AZ_ON_BACK] = "a back edge",
    [AZ_ON_CALL] = "a call",   [AZ_ON_RETURN] = "a return"};

static az_term update(void *self, uint32_t ghost, const az_ghost_event *event) {
  opened *o = self;
  az_trial *t = o->of->t;
  uint32_t count;
  const az_ghost *cell = &o->of->real->ghosts(o->self, &count)[ghost];
  az_trial_doing(t, "update of '%s' at %s", cell->name, events[event->kind]);
  az_term term = o->of->real->update(o->self, ghost, event);
  az_term again = o->of->real->update(o->self, ghost, event);
  t->checks++;
  t->subjects++;
  if (term != again) {
    char *first = term ? az_print_c(o->store, term, NULL, NULL) : NULL;
    char *second = again ? az_print_c(o->store, again, NULL, NULL) : NULL;
    az_trial_broken(t, update_pure, "'%s' at %s: %s, then %s", cell->name, events[event->kind],
                    first ? first : "unchanged", second ? second : "unchanged");
    free(first);
    free(second);
  }
  if (term && az_sort_of(o->store, term) != az_sort_bv(cell->bits))
    az_trial_broken(t, update_sort, "'%s', %u bits, at %s", cell->name, cell->bits,
                    events[event->kind]);
  else if (term && !over_formals(o->store, term, event))
    az_trial_broken(t, update_foreign, "'%s' at %s", cell->name, events[event->kind]);
  return term;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  opened *o = self;
  az_trial_doing(o->of->t, "declare");
  return o->of->real->declare(o->self, cut, err);
}

/* ---- histories ------------------------------------------------------------------------------- */

typedef struct history {
  const opened *o;
  const az_ghost_event *event;
  az_term axiom;
  az_eval *eval;
  az_term numbers[NUMBERS]; /* instance numbers that objects may get */
  uint32_t live[ALLOCATIONS], count;
  az_term now[3]; /* made, any, any_live */
  uint32_t steps;
} history;

static az_term formal_value(void *ctx, az_term var) {
  const history *h = ctx;
  const az_term formals[3] = {h->event->made, h->event->any, h->event->any_live};
  for (int i = 0; i < 3; i++)
    if (formals[i] == var) return h->now[i];
  return AZ_NO_TERM;
}

/* Returns whether the axiom admits the number `made`, whatever the arbitrary object is. */
static bool admits(history *h, uint32_t made) {
  for (uint32_t any = 0; any < NUMBERS; any++) {
    bool lives = false;
    for (uint32_t i = 0; i < h->count; i++) lives |= h->live[i] == any;
    h->now[0] = h->numbers[made], h->now[1] = h->numbers[any];
    h->now[2] = az_bool(h->o->store, lives);
    az_eval_reset(h->eval);
    if (!az_is_true(h->o->store, az_eval_term(h->eval, h->axiom))) return false;
  }
  return true;
}

/* Allocates `n` objects at random numbers that the axiom admits. Returns false if no such number is
 * found. The objects in the set `freed` end as soon as they are allocated. */
static bool allocate(history *h, uint32_t n, uint32_t freed, uint64_t *seed) {
  bool used[NUMBERS] = {false};
  h->count = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t fit[NUMBERS], fits = 0;
    for (uint32_t made = 0; made < NUMBERS; made++)
      if (!used[made] && admits(h, made)) fit[fits++] = made;
    if (!fits) return false;
    uint32_t chosen = fit[az_random_below(seed, fits)];
    used[chosen] = true;
    if (!(freed >> i & 1)) h->live[h->count++] = chosen;
  }
  return true;
}

/* Reports the smallest history after which no number was found that the axiom admits. */
static void try_histories(opened *o, const az_ghost_event *event, az_term axiom) {
  az_trial *t = o->of->t;
  history h = {.o = o, .event = event, .axiom = axiom};
  uint32_t width = az_sort_width(az_sort_of(o->store, event->made));
  h.eval = az_eval_new(o->store, formal_value, &h);
  for (uint32_t i = 0; i < NUMBERS; i++)
    h.numbers[i] =
        az_bv(o->store, width, width < 5 ? i : 1 + i * ((UINT64_C(1) << (width - 1)) / 8));
  for (uint32_t n = 1; n <= ALLOCATIONS; n++)
    for (uint32_t freed = 0; freed >> (n - 1) == 0; freed++) {
      bool found = false;
      for (uint32_t i = 0; i < TRIES && !found; i++) found = allocate(&h, n, freed, &t->seed);
      t->checks++;
      if (found) continue;
      uint32_t live = 0;
      for (uint32_t i = 0; i + 1 < n; i++) live += !(freed >> i & 1);
      az_trial_broken(t, axiom_wrong,
                      "the execution allocates %u object%s, and %u of them live when the "
                      "last one is allocated",
                      n, n > 1 ? "s" : "", live);
      az_eval_free(h.eval);
      return;
    }
  az_eval_free(h.eval);
}

static az_term axiom(void *self, const az_ghost_event *event) {
  opened *o = self;
  az_trial *t = o->of->t;
  az_trial_doing(t, "axiom");
  az_term term = o->of->real->axiom(o->self, event);
  if (!term) return term;
  t->subjects++;
  if (az_sort_of(o->store, term) != az_sort_bool()) {
    az_trial_broken(t, axiom_sort, "at %s", events[event->kind]);
  } else if (term != o->of->real->axiom(o->self, event)) {
    az_trial_broken(t, axiom_pure, "at %s", events[event->kind]);
  } else if (!over_formals(o->store, term, event)) {
    az_trial_broken(t, axiom_foreign, "at %s", events[event->kind]);
  } else if (event->kind == AZ_ON_ALLOC && o->of->axioms++ < 4) {
    /* The core may use terms as formals, while histories assign values to variables. */
    az_ghost_event plain = *event;
    plain.made = az_fresh(o->store, az_sort_of(o->store, event->made), "made");
    plain.any = az_fresh(o->store, az_sort_of(o->store, event->any), "any");
    plain.any_live = az_fresh(o->store, az_sort_bool(), "any_live");
    try_histories(o, &plain, o->of->real->axiom(o->self, &plain));
  }
  return term;
}

void az_trial_observation(az_trial *t, const char *text, az_error *err) {
  stand_in s = {.t = t, .real = t->desc->module->operations};
  s.ops = *s.real;
  s.ops.open = open_stand_in, s.ops.close = close_stand_in;
  s.ops.of_numbers = false;
  if (s.real->ghosts) s.ops.ghosts = ghosts;
  if (s.real->update) s.ops.update = update;
  if (s.real->declare) s.ops.declare = declare;
  if (s.real->axiom) s.ops.axiom = axiom;
  s.module = *t->desc->module;
  s.module.operations = &s.ops;
  az_desc *observed = az_desc_new(&s.module);
  const az_module **leaves = az_trial_leaves(t);
  az_desc *domain = az_desc_new(leaves[0]);
  arrfree(leaves);
  static const az_option observe = {.name = "observe", .type = AZ_OPT_OBSERVATIONS};
  az_trial_set(domain, &observe, &observed, 1);
  az_trial_subject *subject = az_trial_subject_new(t, text, domain, err);
  if (subject) {
    if (s.real->declare) t->subjects += subject->context.var_count;
    az_trial_subject_free(subject);
  }
  az_desc_free(domain);
  az_desc_free(observed);
}
