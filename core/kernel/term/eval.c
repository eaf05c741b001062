/* Evaluation under an assignment. Each node is evaluated once, by its simplifying constructor over
 * the values of its operands; an ite needs only its selected branch. An operation that no
 * constructor folds (conversion out of range, float format that the host lacks) yields zero. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

struct az_eval {
  az_store *store;
  memo memo;
  az_assignment value;
  void *ctx;
  az_term *stack; /* stb_ds array */
  uint32_t trial;
};

az_eval *az_eval_new(az_store *store, az_assignment value, void *ctx) {
  az_eval *e = az_calloc(1, sizeof *e);
  e->store = store;
  e->value = value;
  e->ctx = ctx;
  term_memo_init(&e->memo);
  return e;
}

void az_eval_free(az_eval *e) {
  if (!e) return;
  term_memo_release(&e->memo);
  arrfree(e->stack);
  free(e);
}

void az_eval_reset(az_eval *e) {
  term_memo_clear(&e->memo);
}

static az_term made_up(void *ctx, az_term var) {
  const az_eval *e = ctx;
  az_sort sort = node_of(e->store, var)->sort;
  uint32_t h = (var ^ e->trial * 0x9e3779b9u) * 2654435761u;
  h ^= h >> 15;
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) return az_bool(e->store, h & 1);
  if (az_sort_kind_of(sort) == AZ_SORT_BV) return az_bv(e->store, az_sort_width(sort), 5 + h % 40);
  return AZ_NO_TERM;
}

az_eval *az_eval_trials(az_store *store) {
  az_eval *e = az_eval_new(store, made_up, NULL);
  e->ctx = e;
  return e;
}

void az_eval_next_trial(az_eval *e) {
  e->trial++;
  az_eval_reset(e);
}

static az_term known(az_eval *e, az_term t) {
  memo_entry *m = term_memo_at(&e->memo, t);
  return m->epoch == e->memo.epoch ? m->value : AZ_NO_TERM;
}

static bool need(az_eval *e, az_term t, az_term *value) {
  *value = known(e, t);
  if (!*value) arrput(e->stack, t);
  return *value != AZ_NO_TERM;
}

/* Returns the value of t, or AZ_NO_TERM after pushing the terms that it needs first. */
static az_term step(az_eval *e, az_term t) {
  az_store *s = e->store;
  const node *n = node_of(s, t);
  az_term v[3] = {0}, r;
  switch (n->kind) {
  case AZ_K_CONST: return t;
  case AZ_K_VAR:
    r = e->value ? e->value(e->ctx, t) : AZ_NO_TERM;
    assert(!r || node_of(s, r)->sort == n->sort);
    return r ? r : az_zero_of(s, n->sort);
  case AZ_K_ITE:
    if (!need(e, n->a, &v[0])) return AZ_NO_TERM;
    need(e, v[0] == TERM_TRUE ? n->b : n->c, &r);
    return r;
  case AZ_K_AND:
    if (!need(e, n->a, &v[0])) return AZ_NO_TERM;
    if (v[0] == TERM_FALSE) return TERM_FALSE;
    need(e, n->b, &r);
    return r;
  default: break;
  }
  az_term operand[3] = {n->a, n->b, n->c};
  bool ready = true;
  for (uint32_t i = 0; i < n->arity; i++) ready &= need(e, operand[i], &v[i]);
  if (!ready) return AZ_NO_TERM;
  r = az_rebuild(s, t, v);
  return az_sort_kind_of(n->sort) == AZ_SORT_ARRAY || is_const(s, r) ? r : az_zero_of(s, n->sort);
}

az_term az_eval_term(az_eval *e, az_term root) {
  az_term r = known(e, root);
  if (r) return r;
  size_t floor = arrlenu(e->stack);
  arrput(e->stack, root);
  while (arrlenu(e->stack) > floor) {
    az_term t = arrlast(e->stack);
    r = known(e, t);
    size_t before = arrlenu(e->stack);
    if (!r) r = step(e, t);
    if (!r) {
      assert(arrlenu(e->stack) > before);
      continue;
    }
    (void)before;
    (void)arrpop(e->stack);
    *term_memo_at(&e->memo, t) = (memo_entry){e->memo.epoch, r};
  }
  return known(e, root);
}
