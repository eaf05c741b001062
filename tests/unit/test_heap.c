/* Heap rows: what they learn from states of constants, that a row's parameter does not depend on
 * the order of joins, that every joined state satisfies it, and what is told of lives. Along the
 * control flow: points-to sets against executions. */
#include "ansatz/transfer.h"
#include "domain_rows.h"
#include "facts_admit.h"

enum { TERMS = 5, SITE = 12, LOCAL = 3 }; /* p, q (object and offset each), who lives */

static az_tvar pointers[3];
static const az_object_name names[] = {[LOCAL] = {"x", false}, [SITE] = {"dyn12", true}};
static const az_access which_live = {.kind = AZ_ACCESS_LIVE_SET, .instance = SITE};

static void context_of_pointers(void) {
  for (uint32_t i = 0; i < 2; i++)
    pointers[i] = (az_tvar){.kind = AZ_TV_POINTER,
                            .name = i ? "q" : "p",
                            .bits = AZ_OBJECT_BITS + 64,
                            .changes = !i,
                            .at = 2 * i};
  pointers[2] = (az_tvar){
      .kind = AZ_TV_ARRAY, .name = "live(dyn12)", .path = &which_live, .bits = 1, .at = 4};
  context.vars = pointers;
  context.var_count = 3;
  context.objects = names;
  context.object_count = SITE + 1;
}

static az_term object(uint64_t instance_number, uint64_t instance) {
  return az_bv(store, AZ_OBJECT_BITS, instance_number << AZ_INSTANCE_BITS | instance);
}

/* Identities 1 and 2 live. */
static az_term lives(void) {
  az_term all = az_const_array(store, AZ_INSTANCE_NUMBER_BITS, az_bv(store, 1, 0));
  for (uint64_t i = 1; i <= 2; i++)
    all = az_store_at(store, all, az_bv(store, AZ_INSTANCE_NUMBER_BITS, i), az_bv(store, 1, 1));
  return all;
}

static void set_state(az_term *terms, uint64_t instance_number, uint64_t instance,
                      uint64_t offset) {
  terms[0] = object(instance_number, instance);
  terms[1] = az_bv(store, 64, offset);
  terms[2] = object(0, 0);
  terms[3] = az_bv(store, 64, 0);
  terms[4] = lives();
}

static void ck_text(const void *value, const char *expected) {
  char *text = domain.ops->print(domain.self, 0, value);
  if (expected)
    ck_assert_str_eq(text, expected);
  else
    ck_assert_ptr_null(text);
  free(text);
}

START_TEST(grows_target_by_target) {
  context_of_pointers();
  open_domain("heap", "{\"targets\":3,\"offsets\":2}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 1); /* q does not change */
  static const struct {
    uint64_t instance_number, instance, offset;
    const char *text;
  } joins[] = {
      {0, 0, 0, "p in {NULL}"},
      {1, SITE, 0, "p in {NULL, dyn12 (live)}"},
      {0, LOCAL, 4, "p in {NULL, &x + 4, dyn12 (live)}"},
      {0, LOCAL, 0, "p in {NULL, &x, &x + 4, dyn12 (live)}"},
      {0, LOCAL, 8, "p in {NULL, &x + ?, dyn12 (live)}"},
      {9, SITE, 0, "p in {NULL, &x + ?, dyn12}"},
      {0, 5, 0, NULL}, /* one object too many */
  };
  az_term terms[TERMS];
  az_state state = {.view = 0, .values = terms};
  void *value = domain.ops->value_new(domain.self);
  ck_text(value, "false");
  for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
    set_state(terms, joins[i].instance_number, joins[i].instance, joins[i].offset);
    ck_assert(!claimed(0, value, &state));
    void *before = domain.ops->value_copy(domain.self, value);
    ck_assert(domain.ops->improve(domain.self, 0, value, &constants, &state));
    ck_assert(claimed(0, value, &state));
    ck_assert(!claimed(0, before, &state)); /* the copy is one */
    ck_assert(!domain.ops->improve(domain.self, 0, value, &constants, &state));
    ck_text(value, joins[i].text);
    domain.ops->value_free(domain.self, before);
  }
  domain.ops->value_free(domain.self, value);
  close_domain();
}
END_TEST

START_TEST(claims_of_lives) {
  context_of_pointers();
  open_domain("heap", "{}", NULL);
  az_term terms[TERMS];
  az_state state = {.view = 0, .values = terms};
  void *value = domain.ops->value_new(domain.self);
  set_state(terms, 1, SITE, 0);
  ck_assert(domain.ops->improve(domain.self, 0, value, &constants, &state));
  set_state(terms, 2, SITE, 0);
  ck_assert(claimed(0, value, &state)); /* another that lives */
  set_state(terms, 3, SITE, 0);
  ck_assert(!claimed(0, value, &state)); /* a freed one */
  set_state(terms, 1, SITE, 1);
  ck_assert(!claimed(0, value, &state)); /* somewhere else in it */
  set_state(terms, 1, SITE + 1, 0);
  ck_assert(!claimed(0, value, &state)); /* of another site */
  domain.ops->value_free(domain.self, value);
  close_domain();
}
END_TEST

/* A site of which nobody keeps book who lives: one object, then any. */
START_TEST(instance_numbers_give_way) {
  context_of_pointers();
  context.var_count = 2;
  open_domain("heap", "{}", NULL);
  az_term terms[TERMS];
  az_state state = {.view = 0, .values = terms};
  void *value = domain.ops->value_new(domain.self);
  set_state(terms, 7, SITE, 0);
  ck_assert(domain.ops->improve(domain.self, 0, value, &constants, &state));
  set_state(terms, 8, SITE, 0);
  ck_assert(!claimed(0, value, &state));
  ck_assert(domain.ops->improve(domain.self, 0, value, &constants, &state));
  set_state(terms, 9, SITE, 0);
  ck_assert(claimed(0, value, &state));
  ck_text(value, "p in {dyn12}");
  domain.ops->value_free(domain.self, value);
  close_domain();
}
END_TEST

START_TEST(order_of_joins) {
  context_of_pointers();
  open_domain("heap", "{\"targets\":3,\"offsets\":2}", NULL);
  az_term terms[TERMS];
  az_state state = {.view = 0, .values = terms};
  enum { MOST = 6 };
  for (int round = 0; round < 500; round++) {
    uint64_t joins[MOST][3];
    uint32_t n = 1 + (uint32_t)(random_bits() % MOST);
    void *forth = domain.ops->value_new(domain.self), *back = domain.ops->value_new(domain.self);
    for (uint32_t i = 0; i < n; i++) {
      static const uint64_t instances[] = {0, LOCAL, SITE, 5};
      joins[i][1] = instances[random_bits() % (round % 2 ? 3 : 4)];
      joins[i][0] = joins[i][1] == SITE ? random_bits() % 5 : 0;
      joins[i][2] = joins[i][1] ? random_bits() % 4 : 0;
    }
    for (uint32_t i = 0; i < n; i++) {
      set_state(terms, joins[i][0], joins[i][1], joins[i][2]);
      domain.ops->improve(domain.self, 0, forth, &constants, &state);
      set_state(terms, joins[n - 1 - i][0], joins[n - 1 - i][1], joins[n - 1 - i][2]);
      domain.ops->improve(domain.self, 0, back, &constants, &state);
    }
    char *text = domain.ops->print(domain.self, 0, forth);
    ck_text(back, text);
    free(text);
    for (uint32_t i = 0; i < n; i++) {
      set_state(terms, joins[i][0], joins[i][1], joins[i][2]);
      ck_assert(claimed(0, forth, &state));
    }
    domain.ops->value_free(domain.self, forth);
    domain.ops->value_free(domain.self, back);
  }
  close_domain();
}
END_TEST

/* ---- along the control flow ------------------------------------------------------------------ */

/* Random actions on abstract states, each beside concrete states to which the same is done. The
 * last object of these, and the one before it, are both of the site. */
enum { POINTERS = 4, OBJECTS = 4, CONCRETE = OBJECTS + 2, STATES = 3, MOST_STATES = 80 };

typedef struct concrete {
  uint32_t leads[POINTERS]; /* 0: no object */
} concrete;

typedef struct pair {
  void *state;
  concrete of[MOST_STATES];
  uint32_t count;
} pair;

typedef struct condition {
  enum { EQUAL, NOT, BOTH } is;
  int left, right; /* EQUAL: a pointer, or -1 - an object that is one */
  const struct condition *a, *b;
} condition;

static az_abstract_variable shown[POINTERS];
static az_transfer_context flow;
static az_transfer transfer;
static pair pairs[STATES];
static az_eval *evaluation;
static const concrete *now;

static uint32_t draw(uint32_t n) {
  return (uint32_t)(random_bits() >> 7) % n;
}

static uint32_t abstract_of(uint32_t concrete_object) {
  return concrete_object < OBJECTS ? concrete_object : OBJECTS;
}

static uint32_t number_of(const az_transfer_context *c, az_term term) {
  for (uint32_t v = 0; v < c->var_count; v++)
    if (c->vars[v].term == term) return v;
  return AZ_NONE;
}

static az_term object_term(uint32_t abstract_object) {
  return az_bv(store, AZ_OBJECT_BITS, abstract_object);
}

static az_term value_now(void *ctx, az_term var) {
  (void)ctx;
  return object_term(abstract_of(now->leads[number_of(&flow, var)]));
}

static bool may_hold(uint32_t v, uint32_t concrete_object) {
  bool found = !shown[v].leads_to;
  for (uint32_t i = 0; i < shown[v].lead_count; i++)
    found |= shown[v].leads_to[i] == abstract_of(concrete_object);
  return found;
}

static int random_operand(void) {
  return draw(3) ? (int)draw(POINTERS - 1) : -1 - (int)draw(OBJECTS);
}

static const condition *random_condition(condition *room, uint32_t *used, uint32_t depth) {
  condition *c = &room[(*used)++];
  *c = (condition){.left = random_operand(), .right = random_operand()};
  c->is = depth ? draw(3) : EQUAL;
  if (c->is != EQUAL) c->a = random_condition(room, used, depth - 1);
  if (c->is == BOTH) c->b = random_condition(room, used, depth - 1);
  return c;
}

static az_term operand_term(int operand) {
  return operand < 0 ? object_term((uint32_t)(-1 - operand)) : shown[operand].term;
}

static az_term condition_term(const condition *c) {
  switch (c->is) {
  case EQUAL: return az_eq(store, operand_term(c->left), operand_term(c->right));
  case NOT: return az_not(store, condition_term(c->a));
  default: return az_and(store, condition_term(c->a), condition_term(c->b));
  }
}

static bool is_so(const condition *c, const concrete *s) {
  uint32_t x = c->left < 0 ? (uint32_t)(-1 - c->left) : s->leads[c->left];
  uint32_t y = c->right < 0 ? (uint32_t)(-1 - c->right) : s->leads[c->right];
  switch (c->is) {
  case EQUAL: return x == y;
  case NOT: return !is_so(c->a, s);
  default: return is_so(c->a, s) && is_so(c->b, s);
  }
}

static void keep_where(pair *p, const condition *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->count; i++)
    if (is_so(c, &p->of[i])) p->of[kept++] = p->of[i];
  p->count = kept;
}

/* One or two values, or any; weakly, or to one that stands for several. */
static void assign_random(pair *p) {
  uint32_t v = draw(POINTERS), choices = draw(6) ? 1 + draw(2) : 0, kept = 0;
  bool weak = !draw(4), keeps = weak || shown[v].several;
  int from[2] = {random_operand(), random_operand()};
  bool of_several = choices == 1 && !draw(4);
  if (of_several) from[0] = POINTERS - 1;
  bool site = choices && !of_several && !draw(4);
  az_term first = site ? object_term(OBJECTS) : operand_term(from[0]), t = first;
  if (choices == 2)
    t = az_ite(store, az_fresh(store, az_sort_bool(), "either"), first, operand_term(from[1]));
  transfer.ops->assign(transfer.self, p->state, v, choices ? t : AZ_NO_TERM, weak);
  for (uint32_t i = 0; i < p->count; i++) {
    concrete c = p->of[i];
    uint32_t k = choices == 2 ? draw(2) : 0, to = draw(CONCRETE);
    if (choices) to = from[k] < 0 ? (uint32_t)(-1 - from[k]) : c.leads[from[k]];
    if (choices && !k && site) to = OBJECTS + draw(2);
    if (!keeps || draw(2)) {
      if (!may_hold(v, to)) continue;
      c.leads[v] = to;
    }
    p->of[kept++] = c;
  }
  p->count = kept;
}

static void add_all(pair *to, const pair *from) {
  for (uint32_t i = 0; i < from->count; i++)
    to->of[to->count < MOST_STATES ? to->count++ : draw(MOST_STATES)] = from->of[i];
}

static void intersect(pair *to, const pair *with) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < to->count; i++)
    for (uint32_t k = 0; k < with->count; k++)
      if (!memcmp(&to->of[i], &with->of[k], sizeof *to->of)) {
        to->of[kept++] = to->of[i];
        break;
      }
  to->count = kept;
}

static void act(void) {
  const az_transfer_ops *ops = transfer.ops;
  void *self = transfer.self;
  pair *p = &pairs[draw(STATES)], *q = &pairs[draw(STATES)];
  condition room[16];
  uint32_t used = 0, v = draw(POINTERS - 1), w = draw(POINTERS - 1);
  const condition *c = random_condition(room, &used, 2);
  switch (draw(10)) {
  default: assign_random(p); break;
  case 4:
  case 5:
    ops->assume(self, p->state, condition_term(c));
    keep_where(p, c);
    break;
  case 6:
    if (p == q) break;
    if (draw(2))
      ops->join(self, p->state, q->state);
    else
      ops->widen(self, p->state, q->state, NULL);
    add_all(p, q);
    break;
  case 7:
    if (p == q) break;
    ops->meet(self, p->state, q->state);
    intersect(p, q);
    break;
  case 8:
    ops->remove(self, p->state, v);
    ops->add(self, p->state, v, AZ_NO_TERM);
    for (uint32_t i = 0; i < p->count; i++) p->of[i].leads[v] = draw(CONCRETE);
    break;
  case 9:
    if (v == w) break;
    ops->rename(self, p->state, v, w);
    ops->add(self, p->state, v, AZ_NO_TERM);
    for (uint32_t i = 0; i < p->count; i++) {
      p->of[i].leads[w] = p->of[i].leads[v];
      p->of[i].leads[v] = draw(CONCRETE);
    }
    break;
  }
}

static void claim_holds(void *ctx, az_term claim, const char *text) {
  const pair *p = ctx;
  for (uint32_t i = 0; i < p->count; i++) {
    now = &p->of[i];
    az_eval_reset(evaluation);
    ck_assert_msg(az_is_true(store, az_eval_term(evaluation, claim)), "%s", text);
  }
}

static void check_all(pair *p) {
  const az_transfer_ops *ops = transfer.ops;
  void *self = transfer.self;
  ck_assert(!p->count || !ops->is_bottom(self, p->state));
  for (uint32_t k = 0; k < STATES; k++)
    if (ops->included(self, p->state, pairs[k].state))
      ops->claims(self, pairs[k].state, &(az_claim_sink){claim_holds, p});
  for (uint32_t v = 0; p->count && v < POINTERS; v++) {
    uint32_t count = 0;
    const uint32_t *all = ops->pointers.leads_to(self, p->state, v, &count);
    az_facts f = ops->facts(self, p->state, shown[v].term, false);
    for (uint32_t i = 0; i < p->count; i++) {
      bool found = !all;
      for (uint32_t k = 0; all && k < count; k++) found |= all[k] == abstract_of(p->of[i].leads[v]);
      ck_assert(found && facts_admit(&f, abstract_of(p->of[i].leads[v])));
    }
  }
  char *text = ops->print(self, p->state);
  ck_assert_ptr_nonnull(text);
  free(text);
}

static void run_flow(uint32_t round) {
  static const az_abstract_target targets[] = {
      {"x", false, true}, {"y", false, true}, {"z", false, true}, {"dyn12", true, false}};
  static const uint32_t few[] = {0, 2, OBJECTS};
  static const char *const given[] = {"p", "q", "r", "dyn12.next"};
  for (uint32_t v = 0; v < POINTERS; v++)
    shown[v] = (az_abstract_variable){.kind = AZ_ABSTRACT_POINTER,
                                      .name = given[v],
                                      .term = az_var(store, az_sort_bv(AZ_OBJECT_BITS), given[v]),
                                      .bits = AZ_OBJECT_BITS,
                                      .several = v == POINTERS - 1 && round % 2,
                                      .leads_to = v == 1 && round % 3 ? few : NULL,
                                      .lead_count = v == 1 && round % 3 ? 3 : 0};
  flow = (az_transfer_context){.store = store,
                               .vars = shown,
                               .var_count = POINTERS,
                               .targets = targets,
                               .target_count = OBJECTS,
                               .var_of = number_of,
                               .registry = registry};
  az_error err;
  ck_assert_msg(az_transfer_open(&flow, desc, &transfer, &err) == AZ_OK, "%s", err.message);
  for (uint32_t k = 0; k < STATES; k++) {
    pair *p = &pairs[k];
    p->state = transfer.ops->top(transfer.self);
    for (uint32_t v = 0; v < POINTERS; v++)
      transfer.ops->add(transfer.self, p->state, v, AZ_NO_TERM);
    transfer.ops->assign(transfer.self, p->state, POINTERS - 1, object_term(2), true);
    for (p->count = 0; p->count < MOST_STATES / 2; p->count++)
      for (uint32_t v = 0; v < POINTERS; v++)
        p->of[p->count].leads[v] = v == POINTERS - 1 && round % 2 ? 2 : draw(CONCRETE);
  }
  for (uint32_t step = 0; step < 40; step++) {
    act();
    check_all(&pairs[step % STATES]);
  }
  for (uint32_t k = 0; k < STATES; k++) check_all(&pairs[k]);
  for (uint32_t k = 0; k < STATES; k++) transfer.ops->free(transfer.self, pairs[k].state);
  az_transfer_close(&transfer);
}

START_TEST(against_executions) {
  static const char *const options[] = {"{}", "{\"targets\":2}"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    open_domain("heap", options[i], NULL);
    evaluation = az_eval_new(store, value_now, NULL);
    for (uint32_t round = 0; round < 500; round++) run_flow(round);
    az_eval_free(evaluation);
    close_domain();
  }
}
END_TEST

/* Two pointers to objects of one site may differ, two to one object may not. */
START_TEST(tests_narrow) {
  open_domain("heap", "{}", NULL);
  evaluation = az_eval_new(store, value_now, NULL);
  run_flow(0); /* makes the context */
  az_eval_free(evaluation);
  ck_assert(az_transfer_open(&flow, desc, &transfer, NULL) == AZ_OK);
  const az_transfer_ops *ops = transfer.ops;
  void *s = ops->top(transfer.self);
  az_term p = shown[0].term, q = shown[2].term, either = az_var(store, az_sort_bool(), "either"),
          none = object_term(0);
  ops->assign(transfer.self, s, 0, az_ite(store, either, none, object_term(1)), false);
  ops->assign(transfer.self, s, 2, p, false);
  ops->assume(transfer.self, s, az_ne(store, p, none));
  ops->assume(transfer.self, s, az_ne(store, q, object_term(1)));
  char *text = ops->print(transfer.self, s);
  ck_assert_str_eq(text, "p: {&x} r: {NULL}");
  free(text);
  ops->assign(transfer.self, s, 0, object_term(OBJECTS), false);
  ops->assign(transfer.self, s, 2, object_term(OBJECTS), false);
  ops->assume(transfer.self, s, az_ne(store, p, q));
  text = ops->print(transfer.self, s);
  ck_assert_str_eq(text, "p: {dyn12} r: {dyn12}");
  free(text);
  ops->assign(transfer.self, s, 2, object_term(1), false);
  ops->assume(transfer.self, s, az_eq(store, p, q));
  ck_assert(ops->is_bottom(transfer.self, s));
  ops->free(transfer.self, s);
  az_transfer_close(&transfer);
  close_domain();
}
END_TEST

/* Rows take what was found: offsets and lives are said where they are known. */
START_TEST(takes_targets) {
  context_of_pointers();
  open_domain("heap", "{\"targets\":2}", NULL);
  const az_pointer_facet *rows = az_domain_facets(&domain).pointers;
  void *value = domain.ops->value_new(domain.self);
  uint64_t offset = 4;
  az_target found[] = {{LOCAL, false, true}, {SITE, true, true}, {0, false, false}};
  ck_assert_ptr_eq(rows->pointer(domain.self, 0), &pointers[0]);
  rows->set_targets(domain.self, 0, value, found, 2, &offset);
  ck_text(value, "p in {&x + 4, dyn12 + 4 (live)}");
  domain.ops->value_free(domain.self, value);
  value = domain.ops->value_new(domain.self);
  found[1].live = false;
  rows->set_targets(domain.self, 0, value, found + 1, 2, NULL);
  ck_text(value, "p in {no object + ?, dyn12 + ?}");
  rows->set_targets(domain.self, 0, value, found, 3, NULL);
  ck_text(value, NULL); /* too many */
  domain.ops->value_free(domain.self, value);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      grows_target_by_target, claims_of_lives,    instance_numbers_give_way,
      order_of_joins,         against_executions, tests_narrow,
      takes_targets};
  return run_suite("heap", tests, sizeof tests / sizeof *tests);
}
