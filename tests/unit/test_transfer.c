/* Transfer functions of every domain that has them, against executions: abstract states are made by
 * random sequences of actions, each beside a set of concrete states to which the same is done. All
 * claims of a state, its facts and its order must hold of the concrete states. */
#include "ansatz/transfer.h"
#include "facts_admit.h"
#include "module/builtin.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BITS = 4,
  CELLS = 4,
  NUMBERS = 3,
  ARRAYS = 2,
  VARS = NUMBERS + ARRAYS,
  ARRAY = NUMBERS, /* the first one */
  MOST = 120,
  STATES = 3
};

#define SEGMENTS(elements, variables, options)                                                     \
  "{\"module\":\"segments\",\"kind\":\"domain\",\"options\":{\"elements\":{\"module\":\"" elements \
  "\",\"kind\":\"domain\"},\"variables\":{\"module\":\"" variables                                 \
  "\",\"kind\":\"domain\"}" options "}}"

#define SUMS(inner)                                                                                \
  "{\"module\":\"sums\",\"kind\":\"domain\",\"options\":{\"domain\":[{\"module\":\"" inner         \
  "\",\"kind\":\"domain\"}]}}"

/* Elements with relations. */
#define RELATED(to, options)                                                                       \
  "{\"module\":\"segments\",\"kind\":\"domain\",\"options\":{\"variables\":{\"module\":"           \
  "\"interval\",\"kind\":\"domain\"},\"elements\":" SUMS("interval") ",\"relate\":\"" to           \
                                                                     "\"" options "}}"

static const char *const domains[] = {
    "{\"module\":\"interval\",\"kind\":\"domain\"}",
    "{\"module\":\"zones\",\"kind\":\"domain\"}",
    "{\"module\":\"zones\",\"kind\":\"domain\",\"options\":{\"most\":3}}",
    "{\"module\":\"product\",\"kind\":\"domain\",\"options\":{\"components\":["
    "{\"module\":\"congruence\",\"kind\":\"domain\"},{\"module\":\"zones\",\"kind\":\"domain\"}]}}",
    SEGMENTS("zones", "zones", ""),
    "{\"module\":\"congruence\",\"kind\":\"domain\"}",
    "{\"module\":\"congruence\",\"kind\":\"domain\",\"options\":{\"modulus\":2}}",
    "{\"module\":\"constant\",\"kind\":\"domain\"}",
    "{\"module\":\"top\",\"kind\":\"domain\"}",
    "{\"module\":\"product\",\"kind\":\"domain\",\"options\":{\"components\":["
    "{\"module\":\"congruence\",\"kind\":\"domain\"},{\"module\":\"interval\",\"kind\":\"domain\"}]"
    "}}",
    "{\"module\":\"power\",\"kind\":\"domain\",\"options\":{\"on\":\"x\",\"modulus\":3,\"domain\":["
    "{\"module\":\"interval\",\"kind\":\"domain\"}]}}",
    "{\"module\":\"product\",\"kind\":\"domain\",\"options\":{\"components\":["
    "{\"module\":\"heap\",\"kind\":\"domain\"},{\"module\":\"interval\",\"kind\":\"domain\"}]}}",
    SUMS("interval"),
    SUMS("congruence"),
    SEGMENTS("interval", "interval", ""),
    SEGMENTS("interval", "congruence", ",\"reduce\":\"never\",\"coarseness\":\"smash\""),
    SEGMENTS("congruence", "interval", ",\"reduce\":\"always\",\"bounds\":\"linear\""),
    SEGMENTS("interval", "interval", ",\"within\":false,\"coarseness\":\"common\""),
    SEGMENTS("constant", "top", ",\"bounds\":\"constants\",\"order\":\"symbolic\""),
    RELATED("arrays", ""),
    RELATED("variables", ",\"reduce\":\"always\",\"bounds\":\"linear\""),
    RELATED("arrays", ",\"within\":false,\"coarseness\":\"common\""),
    "{\"module\":\"segments\",\"kind\":\"domain\",\"options\":{\"variables\":"
    "{\"module\":\"interval\",\"kind\":\"domain\"},\"elements\":{\"module\":\"power\",\"kind\":"
    "\"domain\",\"options\":{\"on\":\"index\",\"modulus\":2,\"domain\":["
    "{\"module\":\"interval\",\"kind\":\"domain\"}]}}}}",
};

typedef struct concrete {
  int numbers[NUMBERS]; /* bits */
  int cells[ARRAYS][CELLS];
} concrete;

typedef struct pair { /* an abstract state and some of the states that it must describe */
  void *state;
  concrete of[MOST];
  size_t count;
} pair;

typedef struct world {
  az_store *s;
  az_abstract_variable vars[VARS];
  az_transfer_context context;
  az_transfer t;
  pair pairs[STATES];
  az_eval *eval;
  const concrete *now;
  int index;    /* of the rigid index */
  bool several; /* the last number stands for several, of which an execution has one */
} world;

static az_registry *registry;
static uint64_t seed;
static uint32_t draw(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

/* ---- terms and their values ------------------------------------------------------------------ */

static uint32_t var_of(const az_transfer_context *context, az_term term) {
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].term == term) return v;
  return AZ_NONE;
}

static az_term number(world *w, int n) {
  return az_bv(w->s, BITS, (uint64_t)(n & 15));
}

static az_term assigned(void *ctx, az_term var) {
  world *w = ctx;
  for (uint32_t v = 0; v < NUMBERS; v++)
    if (w->vars[v].term == var) return number(w, w->now->numbers[v]);
  if (var == w->vars[ARRAY].index) return number(w, w->index);
  const int *values = w->now->cells[var == w->vars[ARRAY].term ? 0 : 1];
  az_term cells = az_const_array(w->s, BITS, number(w, 0));
  for (int i = 0; i < CELLS; i++)
    cells = az_store_at(w->s, cells, number(w, i), number(w, values[i]));
  return cells;
}

static az_term value_in(world *w, const concrete *c, az_term t) {
  w->now = c;
  az_eval_reset(w->eval);
  return az_eval_term(w->eval, t);
}

static az_wide wide_in(world *w, const concrete *c, az_term t, bool is_signed) {
  az_wide v = 0;
  ck_assert(az_const_wide(w->s, value_in(w, c, t), is_signed, &v));
  return v;
}

static uint32_t random_number(const world *w) {
  return draw(w->several ? NUMBERS - 1 : NUMBERS);
}

static az_term random_index(world *w) {
  return draw(2) ? number(w, (int)draw(CELLS)) : w->vars[random_number(w)].term;
}

static az_term random_term(world *w, int depth) {
  az_store *s = w->s;
  switch (draw(depth ? 9 : 4)) {
  case 0:
  case 1: return w->vars[random_number(w)].term;
  case 2: return number(w, (int)draw(16));
  case 3: return az_select(s, w->vars[ARRAY + draw(ARRAYS)].term, random_index(w));
  case 4:
  case 5: return az_bv_add(s, random_term(w, depth - 1), number(w, (int)draw(5) - 2));
  case 6: return az_bv_add(s, random_term(w, depth - 1), random_term(w, depth - 1));
  case 7: return az_bv_mul(s, random_term(w, depth - 1), number(w, (int)draw(4)));
  default: return az_bv_srem(s, random_term(w, depth - 1), number(w, 2 + (int)draw(2)));
  }
}

static az_term random_condition(world *w) {
  az_term a = random_term(w, 1), b = random_term(w, 1);
  switch (draw(6)) {
  case 0: return az_eq(w->s, a, b);
  case 1: return az_ne(w->s, a, b);
  case 2: return az_bv_slt(w->s, a, b);
  case 3: return az_bv_ule(w->s, a, b);
  case 4: return az_and(w->s, random_condition(w), random_condition(w));
  default: return az_bv_sle(w->s, a, number(w, (int)draw(16)));
  }
}

/* Reads beyond the array end an execution. */
static bool in_bounds(world *w, const concrete *c, az_term t) {
  bool fine = true;
  az_visit *cone = az_visit_new(w->s, AZ_VISIT_ANY);
  az_visit_add(cone, t);
  for (az_term x; (x = az_visit_next(cone));)
    if (az_kind_of(w->s, x) == AZ_K_SELECT)
      fine = fine && wide_in(w, c, az_operand(w->s, x, 1), false) < CELLS;
  az_visit_free(cone);
  return fine;
}

static void keep(world *w, pair *p, bool (*take)(world *w, concrete *c, void *ctx), void *ctx) {
  size_t kept = 0;
  for (size_t i = 0; i < p->count; i++)
    if (take(w, &p->of[i], ctx)) p->of[kept++] = p->of[i];
  p->count = kept;
}

/* ---- actions --------------------------------------------------------------------------------- */

typedef struct action {
  uint32_t var;
  az_term index, behind, value;
  bool weak;
} action;

static bool assigns(world *w, concrete *c, void *ctx) {
  const action *a = ctx;
  if (!a->value && (!w->vars[a->var].several || draw(2)))
    c->numbers[a->var] = (int)draw(16);
  else if (!a->value)
    return true;
  else if (!in_bounds(w, c, a->value))
    return false;
  else if (!(a->weak || w->vars[a->var].several) || draw(2))
    c->numbers[a->var] = (int)wide_in(w, c, a->value, false);
  return true;
}

static bool writes(world *w, concrete *c, void *ctx) {
  const action *a = ctx;
  if (a->value && !in_bounds(w, c, a->value)) return false;
  az_wide from = wide_in(w, c, a->index, false), to = from + 1;
  if (a->behind) to = wide_in(w, c, a->behind, false);
  if (from >= CELLS || to > CELLS) return false;
  int value = a->value ? (int)wide_in(w, c, a->value, false) : (int)draw(16);
  for (az_wide i = from; i < to; i++)
    if (!a->weak || draw(2)) c->cells[a->var - ARRAY][i] = a->value ? value : (int)draw(16);
  return true;
}

/* All cells get the value, or those of the other array at the same index. */
static bool fills(world *w, concrete *c, void *ctx) {
  const action *a = ctx;
  int *to = c->cells[a->var - ARRAY];
  bool copies = a->index != AZ_NO_TERM;
  if (a->value && !copies && !in_bounds(w, c, a->value)) return false;
  int value = a->value && !copies ? (int)wide_in(w, c, a->value, false) : 0;
  for (int i = 0; i < CELLS; i++)
    if (!a->weak || draw(2))
      to[i] = copies ? c->cells[1 - (a->var - ARRAY)][i] : a->value ? value : (int)draw(16);
  return true;
}

static bool satisfies(world *w, concrete *c, void *ctx) {
  az_term condition = *(az_term *)ctx;
  return in_bounds(w, c, condition) && az_is_true(w->s, value_in(w, c, condition));
}

static bool becomes_any(world *w, concrete *c, void *ctx) {
  uint32_t var = *(uint32_t *)ctx;
  (void)w;
  if (var < ARRAY)
    c->numbers[var] = (int)draw(16);
  else
    for (int i = 0; i < CELLS; i++) c->cells[var - ARRAY][i] = (int)draw(16);
  return true;
}

static bool renames(world *w, concrete *c, void *ctx) {
  const uint32_t *v = ctx;
  (void)w;
  if (v[0] == v[1]) return true;
  c->numbers[v[1]] = c->numbers[v[0]];
  c->numbers[v[0]] = (int)draw(16);
  return true;
}

static bool equal(const concrete *a, const concrete *b) {
  return !memcmp(a, b, sizeof *a);
}

static void add_states(pair *to, const pair *from) {
  for (size_t i = 0; i < from->count; i++) {
    size_t at = to->count < MOST ? to->count++ : draw(MOST);
    to->of[at] = from->of[i];
  }
}

static void intersect(pair *to, const pair *with) {
  size_t kept = 0;
  for (size_t i = 0; i < to->count; i++)
    for (size_t k = 0; k < with->count; k++)
      if (equal(&to->of[i], &with->of[k])) {
        to->of[kept++] = to->of[i];
        break;
      }
  to->count = kept;
}

static void act(world *w) {
  pair *p = &w->pairs[draw(STATES)], *q = &w->pairs[draw(STATES)];
  const az_transfer_ops *ops = w->t.ops;
  void *self = w->t.self;
  action a = {.var = draw(NUMBERS), .weak = !draw(4), .value = draw(8) ? random_term(w, 2) : 0};
  const az_wide values[] = {-4, 0, 3};
  az_term condition;
  uint32_t names[2] = {random_number(w), random_number(w)};
  if (w->several && a.value && !draw(4)) a.value = w->vars[NUMBERS - 1].term;
  switch (draw(17)) {
  case 0:
  case 1:
  case 2:
  case 3:
  case 4:
    ops->assign(self, p->state, a.var, a.value, a.weak);
    keep(w, p, assigns, &a);
    break;
  case 5:
  case 6:
  case 7:
    a.index = random_index(w);
    if (a.value == w->vars[NUMBERS - 1].term && w->several) a.value = AZ_NO_TERM;
    if (!draw(4)) a.behind = draw(2) ? number(w, CELLS) : random_index(w);
    a.var = ARRAY + draw(ARRAYS);
    ops->write(self, p->state, a.var, a.index, a.behind, a.value, a.weak);
    keep(w, p, writes, &a);
    break;
  case 8:
  case 9:
    condition = random_condition(w);
    ops->assume(self, p->state, condition);
    keep(w, p, satisfies, &condition);
    break;
  case 16:
    a.var = ARRAY + draw(ARRAYS);
    if (draw(2)) { /* a copy */
      a.index = w->vars[a.var].index;
      a.value = az_select(w->s, w->vars[ARRAY + 1 - (a.var - ARRAY)].term, a.index);
    }
    ops->assign(self, p->state, a.var, a.value, a.weak);
    keep(w, p, fills, &a);
    break;
  case 10:
    ops->join(self, p->state, q->state);
    if (p != q) add_states(p, q);
    break;
  case 11:
    if (p == q) break;
    ops->widen(self, p->state, q->state, draw(2) ? NULL : &(az_thresholds){values, 3});
    add_states(p, q);
    break;
  case 12:
    if (p == q) break;
    ops->meet(self, p->state, q->state);
    intersect(p, q);
    break;
  case 13:
    if (p == q) break;
    ops->free(self, q->state);
    *q = *p;
    q->state = ops->copy(self, p->state);
    condition = random_condition(w);
    ops->assume(self, q->state, condition);
    keep(w, q, satisfies, &condition);
    if (ops->included(self, q->state, p->state)) {
      ops->narrow(self, p->state, q->state);
      memcpy(p->of, q->of, sizeof p->of), p->count = q->count;
    }
    break;
  case 14:
    if (draw(VARS) == ARRAY) names[0] = ARRAY;
    ops->remove(self, p->state, names[0]);
    ops->add(self, p->state, names[0], names[0] >= ARRAY ? number(w, CELLS) : AZ_NO_TERM);
    keep(w, p, becomes_any, names);
    break;
  default:
    if (names[0] == names[1]) break;
    ops->rename(self, p->state, names[0], names[1]);
    ops->add(self, p->state, names[0], AZ_NO_TERM);
    keep(w, p, renames, names);
    break;
  }
}

/* ---- what must hold -------------------------------------------------------------------------- */

typedef struct claimed {
  world *w;
  const pair *p;
} claimed;

static void holds(void *ctx, az_term claim, const char *text) {
  const claimed *c = ctx;
  for (size_t i = 0; i < c->p->count; i++)
    for (c->w->index = 0; c->w->index < CELLS; c->w->index++)
      ck_assert_msg(az_is_true(c->w->s, value_in(c->w, &c->p->of[i], claim)), "%s", text);
}

static void check_pair(world *w, const pair *p) {
  const az_transfer_ops *ops = w->t.ops;
  void *self = w->t.self;
  ck_assert(!p->count || !ops->is_bottom(self, p->state));
  claimed c = {w, p};
  ops->claims(self, p->state, &(az_claim_sink){holds, &c});
  az_term t = random_term(w, 2), condition = random_condition(w);
  bool is_signed = draw(2);
  az_facts f = ops->facts(self, p->state, t, is_signed);
  az_transfer_asked memory;
  az_oracle oracle = az_transfer_oracle(&memory, &w->t, p->state);
  az_truth truth = az_truth_of(w->s, condition, &oracle);
  az_sum a = {.constant = draw(3), .count = 1, .of = {{w->vars[0].term, true, 1}}},
         b = {.constant = -1, .count = 1, .of = {{w->vars[1].term, true, 1}}};
  if (!w->several && draw(2)) b.of[0].var = w->vars[2].term;
  b.of[0].is_signed = b.of[0].var == w->vars[1].term;
  az_truth most = az_transfer_at_most(&w->t, p->state, &a, &b);
  for (size_t i = 0; i < p->count; i++) {
    const concrete *s = &p->of[i];
    if (in_bounds(w, s, t)) ck_assert(facts_admit(&f, wide_in(w, s, t, is_signed)));
    if (in_bounds(w, s, condition) && truth != AZ_MAYBE)
      ck_assert((truth == AZ_YES) == az_is_true(w->s, value_in(w, s, condition)));
    az_wide of_a = a.constant + wide_in(w, s, a.of[0].var, true),
            of_b = b.constant + wide_in(w, s, b.of[0].var, b.of[0].is_signed);
    ck_assert(most == AZ_MAYBE || (most == AZ_YES) == (of_a <= of_b));
  }
  for (int k = 0; k < STATES; k++)
    if (ops->included(self, p->state, w->pairs[k].state)) {
      claimed greater = {w, p};
      ops->claims(self, w->pairs[k].state, &(az_claim_sink){holds, &greater});
    }
  char *text = ops->print(self, p->state);
  ck_assert_ptr_nonnull(text);
  free(text);
}

static void run(const az_desc *desc, uint32_t round) {
  static const char *const names[] = {"x", "y", "u", "a", "b"};
  seed = round * 7919u + 13;
  draw(2);
  world w = {.s = az_store_new()};
  w.several = round % 3 == 2;
  for (uint32_t v = 0; v < VARS; v++)
    w.vars[v] = (az_abstract_variable){
        .kind = v >= ARRAY ? AZ_ABSTRACT_ARRAY : AZ_ABSTRACT_NUMBER,
        .name = names[v],
        .term = az_var(w.s, v >= ARRAY ? az_sort_array(BITS, az_sort_bv(BITS)) : az_sort_bv(BITS),
                       names[v]),
        .bits = BITS,
        .is_signed = v != 2,
        .several = w.several && v == NUMBERS - 1,
        .index_bits = v >= ARRAY ? BITS : 0,
        .index = v >= ARRAY ? az_var(w.s, az_sort_bv(BITS), "#") : AZ_NO_TERM};
  w.context = (az_transfer_context){
      .store = w.s, .vars = w.vars, .var_count = VARS, .var_of = var_of, .registry = registry};
  w.eval = az_eval_new(w.s, assigned, &w);
  az_error err;
  ck_assert_msg(az_transfer_open(&w.context, desc, &w.t, &err) == AZ_OK, "%s", err.message);
  for (int k = 0; k < STATES; k++) {
    pair *p = &w.pairs[k];
    p->state = w.t.ops->top(w.t.self);
    for (uint32_t v = 0; v < VARS; v++)
      w.t.ops->add(w.t.self, p->state, v, v >= ARRAY ? number(&w, CELLS) : AZ_NO_TERM);
    if (w.several) w.t.ops->assign(w.t.self, p->state, NUMBERS - 1, number(&w, 3), true);
    for (p->count = 0; p->count < 60; p->count++) {
      concrete *c = &p->of[p->count];
      for (uint32_t v = 0; v < NUMBERS; v++) c->numbers[v] = (int)draw(16);
      if (w.several) c->numbers[NUMBERS - 1] = 3;
      for (int i = 0; i < CELLS; i++)
        for (int a = 0; a < ARRAYS; a++) c->cells[a][i] = (int)draw(16);
    }
  }
  for (int step = 0; step < 25; step++) {
    act(&w);
    check_pair(&w, &w.pairs[step % STATES]);
  }
  for (int k = 0; k < STATES; k++) check_pair(&w, &w.pairs[k]);
  for (int k = 0; k < STATES; k++) w.t.ops->free(w.t.self, w.pairs[k].state);
  az_transfer_close(&w.t);
  az_eval_free(w.eval);
  az_store_free(w.s);
}

START_TEST(against_executions) {
  az_error err;
  registry = az_registry_new(&err);
  if (strstr(domains[_i], "\"ppl\"") &&
      az_registry_load(registry, ANSATZ_MODULES "/ppl.so", &err) != AZ_OK) {
    puts("SKIPPED: the module ppl is not built"); /* without the library */
    az_registry_free(registry);
    return;
  }
  az_desc *desc = az_desc_from_json(registry, domains[_i], &err);
  ck_assert_msg(desc != NULL, "%s", err.message);
  const char *rounds = getenv("ANSATZ_ROUNDS");
  for (uint32_t round = 0; round < (rounds ? (uint32_t)atoi(rounds) : CASES(40u)); round++)
    run(desc, round);
  az_desc_free(desc);
  az_registry_free(registry);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("transfer");
  TCase *cases = tcase_create("against executions");
  tcase_set_timeout(cases, 0);
  tcase_add_loop_test(cases, against_executions, 0, sizeof domains / sizeof *domains);
  suite_add_tcase(suite, cases);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
