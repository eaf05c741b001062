/* Guesses inputs with which a program may run forever. A policy gives each input statement the
 * values for its visits: one constant, a few constants that are repeated, or a constant plus the
 * value (or negated value) of a variable at the input. Constants are small numbers and the
 * constants of the program, with their neighbours. The concrete interpreter runs the program with
 * each policy; if the run has not ended after a limit of steps, the policy is a guess worth
 * proving. No verdict depends on these guesses. */
#include "ansatz/statement.h"
#include "termination/nontermination.h"
#include "ansatz/clock.h"
#include "ansatz/random.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct site {
  const az_stmt *stmt;
  az_sort sort;
  az_type type;
  uint32_t visits;    /* number of visits in the current run */
  uint32_t *readable; /* stb_ds: integers whose value the input may depend on */
} site;

typedef struct loop_visits {
  uint64_t key; /* function, loop */
  uint64_t visits, last;
  /* a hash of the state at one visit of the head, and the number of that visit (Brent's algorithm
   * [brent1980]) */
  uint64_t mark, marked;
  uint64_t repeats; /* number of visits of the head in a state with this hash */
} loop_visits;

struct az_policies {
  const az_program *p;
  const az_execution_ops *executions;
  az_arena *arena;
  az_limits *limits;
  uint32_t classes;
  site *sites; /* stb_ds */
  struct {
    const az_stmt *key;
    uint32_t value;
  } *site_of;             /* stb_ds */
  const az_stmt **zeroed; /* stb_ds: beginnings of lifetimes of arrays and records */
  int64_t *numbers;       /* stb_ds: constants to choose from, the likeliest first */
  az_term **found;        /* stb_ds: the choices of values so far, to avoid duplicates */
  uint32_t tried;
  uint32_t expressions; /* number of expressions over the state that were tried */
  uint64_t random;
  const az_input_choice *longest; /* the choices of the longest run that ended */
  uint64_t longest_steps;
  uint32_t *reached; /* stb_ds: the sites that this run reached */
  /* of the current run: */
  const az_policy *policy;
  az_interpreter *run;
  loop_visits *loops; /* stb_ds */
  uint64_t visits;
  /* its trace: */
  az_trace *trace;
  az_event *events; /* stb_ds */
  size_t most, stem;
  bool in_loop;
};

static uint32_t pick(az_policies *s, uint32_t n) {
  return az_random_below(&s->random, n);
}

/* ---- the inputs ------------------------------------------------------------------------------ */

static bool mentions(const az_store *store, az_term t, az_term part) {
  az_visit *cone = az_visit_new(store, AZ_VISIT_ANY);
  bool found = false;
  if (t) az_visit_add(cone, t);
  for (az_term at; !found && (at = az_visit_next(cone));) found = at == part;
  az_visit_free(cone);
  return found;
}

/* Returns whether the local that begins is written completely in this block before it is read. */
static bool is_written_first(const az_program *p, const az_block *block, const az_stmt *live) {
  const az_object *o = &p->objects[live->object];
  az_term at = az_pointer(p, o->address, az_bv(p->store, p->pointer_bits, 0));
  for (const az_stmt *s = live + 1; s < block->stmts + block->stmt_count; s++) {
    bool writes = s->kind == AZ_S_STORE && s->ptr == at && p->types[s->type].bytes == o->bytes;
    if (mentions(p->store, s->value, o->address)) return false;
    if (writes) return true;
    if (s->kind == AZ_S_CALL || mentions(p->store, s->ptr, o->address)) return false;
    for (uint32_t i = 0; i < s->arg_count; i++)
      if (mentions(p->store, s->args[i], o->address)) return false;
  }
  return false;
}

/* Returns the objects whose values an input of the function may depend on. */
static uint32_t *readable_in(const az_program *p, uint32_t function, const az_type_info *input) {
  enum { MOST = 12 };
  uint32_t *readable = NULL; /* stb_ds */
  if (input->kind != AZ_T_INT || input->is_bool) return NULL;
  for (int globals = 0; globals < 2; globals++)
    for (uint32_t i = 0; i < p->object_count && arrlenu(readable) < MOST; i++) {
      const az_object *o = &p->objects[i];
      bool local = (o->kind == AZ_OBJ_LOCAL || o->kind == AZ_OBJ_PARAM) && o->function == function;
      bool global = o->kind == AZ_OBJ_GLOBAL && !o->is_const;
      const az_type_info *type = &p->types[o->type];
      if ((globals ? global : local) && type->kind == AZ_T_INT && !type->is_bool &&
          type->bytes == o->bytes)
        arrput(readable, i);
    }
  return readable;
}

/* Adds a site. At the beginning of their lifetimes, arrays and records are zero; allocated objects
 * keep arbitrary contents. */
static void add_site(az_policies *s, uint32_t function, const az_block *block,
                     const az_stmt *stmt) {
  az_type type = stmt->kind == AZ_S_LIVE ? s->p->objects[stmt->object].type : stmt->type;
  const az_type_info *info = &s->p->types[type];
  bool whole = info->kind == AZ_T_ARRAY || info->kind == AZ_T_RECORD;
  if (whole && stmt->kind == AZ_S_LIVE && s->p->objects[stmt->object].bytes)
    arrput(s->zeroed, stmt);
  if (info->kind != AZ_T_INT && info->kind != AZ_T_FLOAT) return;
  az_sort sort = stmt->kind == AZ_S_INPUT ? az_sort_of(s->p->store, stmt->result) : info->sort;
  if (!sort || az_sort_kind_of(sort) == AZ_SORT_ARRAY) return;
  if (stmt->kind == AZ_S_LIVE && is_written_first(s->p, block, stmt)) return;
  uint32_t *readable = NULL;
  if (stmt->kind == AZ_S_INPUT && az_sort_kind_of(sort) == AZ_SORT_BV)
    readable = readable_in(s->p, function, info);
  hmput(s->site_of, stmt, (uint32_t)arrlenu(s->sites));
  arrput(s->sites, ((site){.stmt = stmt, .sort = sort, .type = type, .readable = readable}));
}

static void add_number(az_policies *s, int64_t number) {
  for (size_t i = 0; i < arrlenu(s->numbers); i++)
    if (s->numbers[i] == number) return;
  arrput(s->numbers, number);
}

/* Finds the constants in conditions and stored values, and their neighbours. */
static void find_numbers(az_policies *s, az_visit *cone) {
  enum { MOST = 60 };
  const az_store *store = s->p->store;
  for (az_term t; (t = az_visit_next(cone));) {
    az_wide number;
    uint32_t width = az_sort_width(az_sort_of(store, t));
    if (!az_is_const(store, t) || az_sort_kind_of(az_sort_of(store, t)) != AZ_SORT_BV ||
        width < 8 || width > 64 || arrlenu(s->numbers) > MOST ||
        !az_const_wide(store, t, true, &number))
      continue;
    const az_wide near[] = {number, number + 1, number - 1, -number};
    for (int k = 0; k < 4; k++)
      if (near[k] >= INT64_MIN && near[k] <= INT64_MAX) add_number(s, (int64_t)near[k]);
  }
}

/* Sorts by magnitude: sums with small numbers overflow last. */
static void sort_numbers(az_policies *s, size_t from) {
  for (size_t i = from + 1; i < arrlenu(s->numbers); i++)
    for (size_t k = i; k > from; k--) {
      int64_t *a = &s->numbers[k - 1], *b = &s->numbers[k], swap = *a;
      uint64_t first = *a < 0 ? -(uint64_t)*a : (uint64_t)*a;
      if (first <= (*b < 0 ? -(uint64_t)*b : (uint64_t)*b)) break;
      *a = *b;
      *b = swap;
    }
}

static void look_at_program(az_policies *s) {
  static const int64_t first[] = {1, 0, -1, 2},
                       last[] = {10,   -2,      3,         -5,        100,        -1000,
                                 1000, 1 << 30, INT32_MAX, INT32_MIN, -(1 << 30), 1 << 16};
  az_visit *cone = az_visit_new(s->p->store, AZ_VISIT_ANY);
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) add_number(s, first[i]);
  for (az_stmts i = az_stmts_of(s->p); az_stmts_next(&i);) {
    if (i.block->order == AZ_NONE) continue;
    if (az_input_is_chosen(i.stmt)) add_site(s, (uint32_t)(i.f - s->p->functions), i.block, i.stmt);
    for (uint32_t k = AZ_OPERANDS_GIVEN; k < az_stmt_operands(i.stmt); k++)
      if (i.stmt->kind != AZ_S_CHECK && az_stmt_operand(i.stmt, k))
        az_visit_add(cone, az_stmt_operand(i.stmt, k));
  }
  for (uint32_t f = 0; f < s->p->function_count; f++)
    for (uint32_t b = 0; b < s->p->functions[f].block_count; b++) {
      const az_block *block = &s->p->functions[f].blocks[b];
      if (block->order != AZ_NONE && block->condition) az_visit_add(cone, block->condition);
    }
  find_numbers(s, cone);
  az_visit_free(cone);
  for (size_t i = 0; i < sizeof last / sizeof *last; i++) add_number(s, last[i]);
  sort_numbers(s, sizeof first / sizeof *first);
}

static az_term value_of(const az_policies *s, const site *at, int64_t number) {
  az_store *store = s->p->store;
  uint32_t width = az_sort_width(at->sort);
  switch (az_sort_kind_of(at->sort)) {
  case AZ_SORT_BOOL: return az_bool(store, number & 1);
  case AZ_SORT_BV:
    if (s->p->types[at->type].is_bool) number &= 1;
    return az_bv_signed(store, width, number);
  default:
    return az_float_convert(store, AZ_K_F_FROM_SBV, az_bv_signed(store, 64, number), at->sort);
  }
}

/* ---- policies -------------------------------------------------------------------------------- */

static int64_t some_number(az_policies *s) {
  uint32_t n = (uint32_t)arrlenu(s->numbers);
  switch (pick(s, 8)) {
  case 0:
  case 1:
  case 2: return s->numbers[pick(s, n < 4 ? n : 4)];
  case 3: return (int64_t)pick(s, 41) - 20;
  case 4: return (int64_t)pick(s, 2000) - 1000;
  default: return s->numbers[pick(s, n)];
  }
}

/* Returns how far the grid of all choices of small numbers extends for this number of inputs. */
static uint32_t reach(size_t sites) {
  static const uint32_t reaches[] = {0, 200, 12, 4, 2};
  return sites < sizeof reaches / sizeof *reaches ? reaches[sites] : 0;
}

static uint32_t grid_size(size_t sites) {
  uint32_t size = 1;
  for (size_t i = 0; i < sites && reach(sites); i++) size *= 2 * reach(sites) + 1;
  return size;
}

/* Returns the n-th of 0, 1, -1, 2, -2, ... */
static int64_t zigzag(uint32_t n) {
  return n % 2 ? (int64_t)(n / 2) + 1 : -(int64_t)(n / 2);
}

/* Chooses the value that the object has at the visit, or its negation, plus a number. */
static void choose_by_state(az_policies *s, const site *of, uint32_t object, bool negated,
                            int64_t plus, az_input_choice *choice) {
  az_store *store = s->p->store;
  const az_object *o = &s->p->objects[object];
  const az_type_info *type = &s->p->types[o->type];
  uint32_t width = az_sort_width(of->sort);
  const char *name = az_arena_printf(s->arena, "state of %u", object);
  choice->object = object;
  choice->state = az_var(store, type->sort, name);
  az_term value = az_resize(store, choice->state, width, type->is_signed);
  if (negated) value = az_bv_neg(store, value);
  value = az_bv_add(store, value, az_bv_signed(store, width, plus));
  az_term *values = (az_term *)(uintptr_t)choice->values;
  values[0] = values[1] = value;
  choice->count = 1;
  choice->again = 0;
  const uint64_t size = plus < 0 ? -(uint64_t)plus : (uint64_t)plus;
  choice->text = plus ? az_arena_printf(s->arena, "%s%s %c %" PRIu64, negated ? "-" : "", o->name,
                                        plus < 0 ? '-' : '+', size)
                      : az_arena_printf(s->arena, "%s%s", negated ? "-" : "", o->name);
}

/* Changes one of the policy's inputs to an expression over the state: the next expression with a
 * small number or, after all of these, a random one. Returns false if there is none. */
static bool use_state(az_policies *s, az_policy *policy) {
  enum { FORMS = 6 };
  static const int64_t by[] = {0, 1, -1};
  uint32_t all = 0, n;
  for (size_t i = 0; i < arrlenu(s->sites); i++)
    all += FORMS * (uint32_t)arrlenu(s->sites[i].readable);
  if (!all) return false;
  bool is_new = s->expressions < all;
  n = is_new ? s->expressions++ : pick(s, all);
  for (size_t i = 0; i < arrlenu(s->sites); i++) {
    const site *of = &s->sites[i];
    uint32_t here = FORMS * (uint32_t)arrlenu(of->readable);
    if (n < here) {
      int64_t plus = is_new ? by[n / 2 % 3] : some_number(s);
      choose_by_state(s, of, of->readable[n / FORMS], n % 2, plus, &policy->choices[i]);
      return true;
    }
    n -= here;
  }
  return false;
}

/* Chooses a number. `form`: 0 a constant, 1 a first value and then a constant, 2 alternating
 * values. */
static void choose_number(az_policies *s, size_t at, int64_t number, uint32_t form,
                          az_policy *policy) {
  az_term *v = (az_term *)(uintptr_t)policy->choices[at].values;
  v[0] = v[1] = value_of(s, &s->sites[at], number);
  if (form) v[1] = value_of(s, &s->sites[at], some_number(s));
  bool constant = v[0] == v[1];
  policy->choices[at] = (az_input_choice){.stmt = s->sites[at].stmt,
                                          .values = v,
                                          .count = constant ? 1 : 2,
                                          .again = constant || form == 2 ? 0 : 1};
}

/* Sets the policy to the policy of the longest run that ended, but changes a few of the inputs that
 * this run read. A program with many inputs continues only if most of them have suitable values. */
static bool vary_longest(az_policies *s, az_policy *policy) {
  uint32_t reached = (uint32_t)arrlenu(s->reached);
  if (!reached) return false;
  for (size_t i = 0; i < arrlenu(s->sites); i++) {
    az_term *v = (az_term *)(uintptr_t)policy->choices[i].values;
    policy->choices[i] = s->longest[i];
    memcpy(v, s->longest[i].values, 2 * sizeof *v);
    policy->choices[i].values = v;
  }
  for (uint32_t changes = 1 + pick(s, 3); changes > 0; changes--) {
    uint32_t form = pick(s, 6);
    const int64_t number = some_number(s);
    choose_number(s, s->reached[pick(s, reached)], number, form < 3 ? form : 0, policy);
  }
  return true;
}

static void note_length(az_policies *s, const az_policy *policy, uint64_t steps) {
  if (steps < s->longest_steps) return;
  s->longest = policy->choices;
  s->longest_steps = steps;
  arrsetlen(s->reached, 0);
  for (size_t i = 0; i < arrlenu(s->sites); i++)
    if (s->sites[i].visits) arrput(s->reached, (uint32_t)i);
}

/* Returns the n-th policy. The first ones give all inputs the same value. Then follow, in turn, all
 * choices of small numbers, random numbers (some of them repeated), an input that depends on the
 * state, and changes of the policy of the longest run. */
static az_policy make_policy(az_policies *s, az_term *values) {
  uint32_t n = s->tried++, numbers = (uint32_t)arrlenu(s->numbers);
  size_t sites = arrlenu(s->sites), zeroed = arrlenu(s->zeroed);
  az_policy policy = {.count = sites + zeroed,
                      .choices = AZ_NEWN(s->arena, az_input_choice, sites + zeroed + 1)};
  for (size_t i = 0; i < zeroed; i++)
    policy.choices[sites + i] = (az_input_choice){.stmt = s->zeroed[i]};
  uint32_t grid = grid_size(sites), rest = (n - numbers) / 2, side = 2 * reach(sites) + 1;
  bool same = n < numbers, small = !same && n % 2 && rest < grid, turns = n % 3 == 2;
  for (size_t i = 0; i < sites; i++) policy.choices[i].values = &values[2 * i];
  if (!same && !small && n % 4 && vary_longest(s, &policy)) return policy;
  for (size_t i = 0; i < sites; i++) {
    int64_t number = same ? s->numbers[n] : small ? zigzag(rest % side) : some_number(s);
    rest = small ? rest / side : rest;
    choose_number(s, i, number, same || small || !turns ? 0 : pick(s, 3), &policy);
  }
  if (!same && n % 4 == 0) (void)use_state(s, &policy);
  return policy;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* Returns the chosen value, given as a term over the object's present value. */
static az_term in_state(const az_policies *s, const az_input_choice *c, az_term value) {
  az_store *store = s->p->store;
  az_sort sort = az_sort_of(store, c->state);
  az_term now = s->executions->value(s->run, c->object, 0, s->p->objects[c->object].type);
  az_subst *subst = az_subst_new(store);
  az_subst_bind(subst, c->state,
                now && az_sort_of(store, now) == sort ? now : az_zero_of(store, sort));
  value = az_subst_apply(subst, value);
  az_subst_free(subst);
  return value;
}

static az_term input(void *ctx, const az_stmt *stmt, az_sort sort) {
  az_policies *s = ctx;
  ptrdiff_t at = hmgeti(s->site_of, stmt);
  if (at < 0) return az_zero_of(s->p->store, sort);
  site *of = &s->sites[s->site_of[at].value];
  const az_input_choice *c = &s->policy->choices[s->site_of[at].value];
  uint32_t visit = of->visits++;
  if (of->sort != sort) return az_zero_of(s->p->store, sort);
  if (visit >= c->count) visit = c->again + (visit - c->count) % (c->count - c->again);
  return c->state ? in_state(s, c, c->values[visit]) : c->values[visit];
}

static void begin(void *ctx, az_interpreter *run) {
  ((az_policies *)ctx)->run = run;
}

static void at_loop(void *ctx, az_interpreter *run, uint32_t function, uint32_t loop, bool back) {
  az_policies *s = ctx;
  uint64_t key = (uint64_t)function << 32 | loop;
  if (!back) return;
  s->visits++;
  s->in_loop |= s->policy->function == function && s->policy->loop == loop;
  ptrdiff_t at = hmgeti(s->loops, key);
  loop_visits v = {.key = key};
  if (at >= 0) v = s->loops[at];
  v.visits++;
  v.last = s->visits;
  uint64_t hash = s->executions->hash(run);
  if (v.marked && hash == v.mark) v.repeats++;
  if (v.visits >= 2 * v.marked) {
    v.mark = hash;
    v.marked = v.visits;
  }
  hmputs(s->loops, v);
}

static void record_event(void *ctx, const az_event *event) {
  az_policies *s = ctx;
  if (arrlenu(s->events) >= s->most) return;
  az_event e = *event;
  e.parts = AZ_COPY(s->trace->arena, event->parts, e.part_count, e.part_count + 1);
  arrput(s->events, e);
  if (!s->in_loop) s->stem = arrlenu(s->events);
}

static az_run run_policy(az_policies *s, const az_policy *policy, uint64_t steps) {
  az_interpreter_options o = {.input = input,
                              .begin = begin,
                              .ctx = s,
                              .max_steps = steps,
                              /* Any undefined behaviour ends the run where it happens. */
                              .classes = s->classes & ~AZ_MEMORY_CLASSES,
                              .defined = true,
                              .at_loop = at_loop,
                              .record = s->trace ? record_event : NULL};
  s->policy = policy;
  hmfree(s->loops);
  s->visits = 0;
  s->in_loop = false;
  for (size_t i = 0; i < arrlenu(s->sites); i++) s->sites[i].visits = 0;
  return s->executions->interpret(s->p, &o);
}

/* Returns whether `loop` is inside `other`. */
static bool is_inside(const az_function *f, uint32_t loop, uint32_t other) {
  for (loop = f->loops[loop].parent; loop != AZ_NONE; loop = f->loops[loop].parent)
    if (loop == other) return true;
  return false;
}

/* Finds the outermost loop that iterated in the second half of the run. */
static void find_loop(const az_policies *s, az_policy *policy, const az_run *run) {
  enum { MANY = 16 };
  policy->function = policy->loop = AZ_NONE;
  policy->loc = run->loc;
  policy->recursive = run->calls > MANY ? run->deepest : AZ_NONE;
  policy->repeats = policy->recursive != AZ_NONE;
  uint64_t least = 0;
  for (ptrdiff_t i = 0; i < hmlen(s->loops); i++) {
    const loop_visits *v = &s->loops[i];
    uint32_t function = (uint32_t)(v->key >> 32), loop = (uint32_t)v->key;
    const az_function *f = &s->p->functions[function];
    if (v->last <= s->visits / 2) continue;
    bool inside = function == policy->function && is_inside(f, loop, policy->loop);
    bool around = function == policy->function && is_inside(f, policy->loop, loop);
    if (inside || (policy->loop != AZ_NONE && !around && v->visits >= least)) continue;
    policy->function = function;
    policy->loop = loop;
    policy->loc = f->loops[loop].loc;
    policy->repeats |= v->repeats > 0;
    least = v->visits;
  }
}

static bool is_end(az_run_end end) {
  return end != AZ_RUN_STEPS && end != AZ_RUN_UNSUPPORTED;
}

bool az_policy_ends(az_policies *s, const az_policy *policy, uint64_t steps, az_run *run) {
  *run = run_policy(s, policy, steps);
  return is_end(run->end);
}

az_trace *az_policy_trace(az_policies *s, const az_policy *policy, size_t most, size_t *stem) {
  az_arena *arena = az_arena_new();
  s->trace = AZ_NEW(arena, az_trace);
  s->trace->arena = arena;
  s->most = most;
  s->stem = 0;
  (void)run_policy(s, policy, az_limits_or_default(s->limits)->policy_steps * 4);
  az_trace *trace = s->trace;
  s->trace = NULL;
  *stem = s->stem;
  trace->count = arrlenu(s->events);
  trace->events = AZ_NEWN(arena, az_event, trace->count + 2); /* room for an event that ends it */
  if (trace->count) memcpy(trace->events, s->events, trace->count * sizeof *s->events);
  arrfree(s->events);
  return trace;
}

/* ---- search ---------------------------------------------------------------------------------- */

az_policies *az_policies_new(const az_program *p, const az_execution_ops *executions,
                             az_arena *arena, uint32_t classes, az_limits *limits) {
  az_policies *s = AZ_NEW(arena, az_policies);
  *s = (az_policies){.p = p,
                     .executions = executions,
                     .arena = arena,
                     .limits = limits,
                     .classes = classes,
                     .random = 2026};
  look_at_program(s);
  return s;
}

void az_policies_free(az_policies *s) {
  if (!s) return;
  for (size_t i = 0; i < arrlenu(s->sites); i++) arrfree(s->sites[i].readable);
  arrfree(s->sites);
  arrfree(s->zeroed);
  hmfree(s->site_of);
  arrfree(s->numbers);
  arrfree(s->found);
  arrfree(s->reached);
  hmfree(s->loops);
}

/* Returns whether these values were tried before. */
static bool is_known(az_policies *s, const az_policy *policy) {
  size_t n = 2 * arrlenu(s->sites);
  for (size_t i = 0; i < arrlenu(s->found); i++)
    if (!n || !memcmp(s->found[i], policy->choices[0].values, n * sizeof **s->found)) return true;
  return false;
}

const az_policy *az_policies_next(az_policies *s, double cpu_end) {
  const az_limits *limits = az_limits_or_default(s->limits);
  size_t n = 2 * arrlenu(s->sites);
  do {
    if (!n && s->tried) return NULL;
    if (!az_limits_room(s->limits, AZ_LIMIT_policies, s->tried)) return NULL;
    az_term *values = AZ_NEWN(s->arena, az_term, n + 1);
    az_policy policy = make_policy(s, values);
    if (is_known(s, &policy)) continue;
    arrput(s->found, values);
    az_run run = run_policy(s, &policy, limits->policy_steps);
    if (is_end(run.end)) note_length(s, &policy, run.steps);
    if (run.end != AZ_RUN_STEPS) continue;
    find_loop(s, &policy, &run);
    az_policy *kept = AZ_NEW(s->arena, az_policy);
    *kept = policy;
    return kept;
  } while (az_clock(az_store_work(s->p->store)) < cpu_end);
  return NULL;
}
