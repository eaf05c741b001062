/* Heap rows: what they learn from states of constants, that a row's parameter does not depend on
 * the order of joins, that every joined state satisfies it, and what is told of lives. */
#include "domain_rows.h"

enum { TERMS = 5, SITE = 12, LOCAL = 3 }; /* p, q (object and offset each), who lives */

static az_tvar pointers[3];
static const az_object_name names[] = {[LOCAL] = {"x", false}, [SITE] = {"dyn12", true}};
static const az_access which_live = {.kind = AZ_ACCESS_LIVES, .instance = SITE};

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

static az_term object(uint64_t identity, uint64_t instance) {
  return az_bv(store, AZ_OBJECT_BITS, identity << AZ_INSTANCE_BITS | instance);
}

/* Identities 1 and 2 live. */
static az_term lives(void) {
  az_term all = az_const_array(store, AZ_IDENTITY_BITS, az_bv(store, 1, 0));
  for (uint64_t i = 1; i <= 2; i++)
    all = az_store_at(store, all, az_bv(store, AZ_IDENTITY_BITS, i), az_bv(store, 1, 1));
  return all;
}

static void set_state(az_term *terms, uint64_t identity, uint64_t instance, uint64_t offset) {
  terms[0] = object(identity, instance);
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
    uint64_t identity, instance, offset;
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
    set_state(terms, joins[i].identity, joins[i].instance, joins[i].offset);
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
START_TEST(identities_give_way) {
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

int main(void) {
  const TTest *const tests[] = {grows_target_by_target, claims_of_lives, identities_give_way,
                                order_of_joins};
  return run_suite("heap", tests, sizeof tests / sizeof *tests);
}
