/* Borders of segments and their order [malik2024, sec. 3.1].
 *
 * If the terms of two borders do not show their order, the solver decides it for all states of the
 * loop. Only precision depends on the order: whatever it is, a segment is the conjunction of the
 * conditions of its two borders. */
#include "ansatz/segmentation.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

static const char *name_in_state(void *ctx, az_term var) {
  const az_array_use *use = ctx;
  const az_domain_context *c = use->context;
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->view != c->vars[use->var].view) continue;
    for (uint32_t i = 0; i < az_tvar_terms(x); i++)
      if (use->state[x->at + i] == var) return x->name;
    if (x->entry && use->state[x->entry] == var)
      return az_arena_printf(use->arena, "entry(%s)", x->name);
    bool unchanged = !x->changes && x->kind == AZ_TV_INT && c->canonical && c->canonical[x->view];
    if (unchanged && c->canonical[x->view][x->at] == var) return x->name;
  }
  az_term rigid = c->vars[use->var].index;
  if (az_kind_of(c->store, rigid) == AZ_K_CONCAT) rigid = az_operand(c->store, rigid, 1);
  return var == rigid ? "#" : az_var_name(c->store, var);
}

const char *az_border_text(const az_array_use *use, az_term t) {
  az_store *s = use->context->store;
  while (az_kind_of(s, t) == AZ_K_SEXT || az_kind_of(s, t) == AZ_K_ZEXT) t = az_operand(s, t, 0);
  az_wide number;
  if (az_const_wide(s, t, true, &number) && number >= INT64_MIN && number <= INT64_MAX)
    return az_arena_printf(use->arena, "%lld", (long long)number);
  char *text = az_print_c(s, t, name_in_state, (void *)(uintptr_t)use);
  const char *kept = az_arena_strdup(use->arena, text ? text : "?");
  free(text);
  return kept;
}

az_border az_border_at(const az_array_use *use, az_term index) {
  az_store *s = use->context->store;
  const az_term at = az_sext(s, index, az_sort_width(az_sort_of(s, index)) + 1);
  return (az_border){at, az_border_text(use, index)};
}

/* Returns the border one bit wider, so that nothing wraps. The border after `i - 1` is i, also for
 * an unsigned i, where i - 1 may be -1. */
az_border az_border_behind(const az_array_use *use, az_term index) {
  az_store *s = use->context->store;
  uint32_t width = az_sort_width(az_sort_of(s, index)) + 1;
  if (az_kind_of(s, index) == AZ_K_ZEXT) {
    az_term x = az_operand(s, index, 0);
    az_term y = az_bv_add(s, x, az_bv(s, az_sort_width(az_sort_of(s, x)), 1));
    if (az_term_size(s, y) < az_term_size(s, x)) {
      const az_term at = az_zext(s, y, width);
      return (az_border){at, az_border_text(use, y)};
    }
  }
  const az_term one = az_bv(s, width, 1);
  az_border b = {az_bv_add(s, az_sext(s, index, width), one), NULL};
  az_term narrow = index;
  while (az_kind_of(s, narrow) == AZ_K_SEXT || az_kind_of(s, narrow) == AZ_K_ZEXT)
    narrow = az_operand(s, narrow, 0);
  bool simple = az_arity(s, narrow) == 0 && !az_is_const(s, narrow); /* the text needs no cast */
  b.text = simple
               ? az_arena_printf(use->arena, "%s + 1", az_border_text(use, narrow))
               : az_border_text(
                     use, az_bv_add(s, narrow, az_bv(s, az_sort_width(az_sort_of(s, narrow)), 1)));
  return b;
}

/* Exact for positions below 2^32. Larger ones get another remainder, which is equally sound. */
az_term az_segmentation_reached(az_store *s, az_term at, az_term from, uint32_t by, uint32_t rest) {
  uint32_t width = az_sort_width(az_sort_of(s, at)), bits = width < 32 ? width : 32;
  az_term here = az_extract(s, at, bits - 1, 0), first = az_extract(s, from, bits - 1, 0);
  az_term modulus = az_bv(s, bits, by), more = az_bv(s, bits, rest);
  if (by & (by - 1)) {
    const az_term wanted = az_bv_urem(s, az_bv_add(s, first, more), modulus);
    return az_eq(s, az_bv_urem(s, here, modulus), wanted);
  }
  uint32_t low = by == 2 ? 0 : 1;
  const az_term wanted = az_extract(s, more, low, 0);
  return az_eq(s, az_extract(s, az_bv_sub(s, here, first), low, 0), wanted);
}

/* ---- their order ----------------------------------------------------------------------------- */

int az_border_order_of_terms(const az_array_use *use, az_border a, az_border b) {
  az_store *s = use->context->store;
  if (a.at == b.at) return 0;
  az_wide x, y;
  bool first = az_const_wide(s, a.at, true, &x), second = az_const_wide(s, b.at, true, &y);
  if (first && second) return x < y ? -1 : 1;
  if (a.at == use->first.at || b.at == use->last.at) return -1;
  if (b.at == use->first.at || a.at == use->last.at) return 1;
  az_term difference = az_bv_sub(s, b.at, a.at); /* no wrap, since borders are small */
  if (az_const_wide(s, difference, true, &x)) return x > 0 ? -1 : x < 0 ? 1 : 0;
  return 2;
}

void az_border_ask(az_border_question *q, az_term condition, const char *text) {
  arrput(q->conditions, condition);
  arrput(q->texts, text);
}

void az_border_ask_below(az_border_question *q, az_border a, az_border b) {
  az_store *s = q->use->context->store;
  if (!a.at || !b.at || az_is_const(s, az_bv_sle(s, a.at, b.at))) return;
  az_border_ask(q, az_bv_sle(s, a.at, b.at),
                az_arena_printf(q->use->arena, "%s <= %s", a.text, b.text));
}

static az_border next(const az_array_use *use, az_border b) {
  az_store *s = use->context->store;
  az_term one = az_bv(s, az_sort_width(az_sort_of(s, b.at)), 1);
  return (az_border){az_bv_add(s, b.at, one), az_arena_printf(use->arena, "%s + 1", b.text)};
}

bool *az_border_answers(az_border_question *q) {
  const az_domain_context *c = q->use->context;
  az_candidate_invariants candidates = {.view = c->vars[q->use->var].view,
                                        .formals = q->use->state,
                                        .formal_count = q->use->state_count,
                                        .conditions = q->conditions,
                                        .texts = q->texts,
                                        .count = (uint32_t)arrlenu(q->conditions)};
  bool *holds = az_calloc(candidates.count + 1, sizeof *holds);
  if (candidates.count && c->always) c->always(c, &candidates, holds);
  arrfree(q->conditions);
  arrfree(q->texts);
  return holds;
}

void az_border_ask_order(az_border_question *q, az_border a, az_border b) {
  az_border_ask_below(q, a, b);
  az_border_ask_below(q, b, a);
  az_border_ask_below(q, a, next(q->use, b));
  az_border_ask_below(q, b, next(q->use, a));
}

int az_border_order(const az_array_use *use, az_border a, az_border b) {
  int order = az_border_order_of_terms(use, a, b);
  if (order != 2) return order;
  az_border_question q = {.use = use};
  az_border_ask_order(&q, a, b);
  bool asked = arrlenu(q.conditions) == 4, *holds = az_border_answers(&q);
  if (asked && (holds[0] || holds[1]))
    order = !holds[1] ? -1 : !holds[0] ? 1 : 0;
  else if (asked && holds[2] != holds[3])
    order = holds[2] ? -1 : 1;
  free(holds);
  return order;
}

bool az_border_is_last(const az_array_use *use, az_border b) {
  az_border_question q = {.use = use};
  az_border_ask_below(&q, b, use->last);
  az_border_ask_below(&q, use->last, b);
  bool asked = arrlenu(q.conditions) == 2, *holds = az_border_answers(&q);
  bool last = asked && holds[0] && holds[1];
  free(holds);
  return last;
}
