/* Borders of segments, their order, and the answers of segmentation policies [malik2024, sec. 3.1].
 *
 * What the terms of two borders do not tell of their order is asked of the solver, for all states
 * of the loop. Borders that are always equal are one. Those whose order is known make one
 * segmentation; where not all are, each makes one with all that have a place in it. Nothing rests
 * on the order but precision: a segment is the conjunction of its two borders' conditions, whatever
 * they are. */
#include "template/cuts.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t terms_of(const az_tvar *v) {
  return v->kind == AZ_TV_POINTER ? 2 : 1;
}

static const char *name_in_state(void *ctx, az_term var) {
  const az_array_use *use = ctx;
  const az_domain_context *c = use->context;
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->site != c->vars[use->var].site) continue;
    for (uint32_t i = 0; i < terms_of(x); i++)
      if (use->state[x->at + i] == var) return x->name;
    if (x->entry && use->state[x->entry] == var)
      return az_arena_printf(use->arena, "entry(%s)", x->name);
    bool unchanged = !x->changes && x->kind == AZ_TV_INT && c->canonical && c->canonical[x->site];
    if (unchanged && c->canonical[x->site][x->at] == var) return x->name;
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
  return (az_border){az_sext(s, index, az_sort_width(az_sort_of(s, index)) + 1),
                     az_border_text(use, index)};
}

/* One bit wider, so that nothing wraps; but `i - 1` of an unsigned i, which may be at -1, is one
 * before i. */
az_border az_border_behind(const az_array_use *use, az_term index) {
  az_store *s = use->context->store;
  uint32_t width = az_sort_width(az_sort_of(s, index)) + 1;
  if (az_kind_of(s, index) == AZ_K_ZEXT) {
    az_term x = az_operand(s, index, 0);
    az_term y = az_bv_add(s, x, az_bv(s, az_sort_width(az_sort_of(s, x)), 1));
    if (az_term_size(s, y) < az_term_size(s, x))
      return (az_border){az_zext(s, y, width), az_border_text(use, y)};
  }
  az_border b = {az_bv_add(s, az_sext(s, index, width), az_bv(s, width, 1)), NULL};
  az_term narrow = index;
  while (az_kind_of(s, narrow) == AZ_K_SEXT || az_kind_of(s, narrow) == AZ_K_ZEXT)
    narrow = az_operand(s, narrow, 0);
  bool simple = az_arity(s, narrow) == 0 && !az_is_const(s, narrow); /* no cast in the text */
  b.text = simple
               ? az_arena_printf(use->arena, "%s + 1", az_border_text(use, narrow))
               : az_border_text(
                     use, az_bv_add(s, narrow, az_bv(s, az_sort_width(az_sort_of(s, narrow)), 1)));
  return b;
}

/* ---- their order ----------------------------------------------------------------------------- */

/* By the terms alone. */
int az_cut_order_of_terms(const az_array_use *use, az_border a, az_border b) {
  az_store *s = use->context->store;
  if (a.at == b.at) return 0;
  az_wide x, y;
  bool first = az_const_wide(s, a.at, true, &x), second = az_const_wide(s, b.at, true, &y);
  if (first && second) return x < y ? -1 : 1;
  if (a.at == use->first.at || b.at == use->last.at) return -1;
  if (b.at == use->first.at || a.at == use->last.at) return 1;
  az_term difference = az_bv_sub(s, b.at, a.at); /* borders are far from where this wraps */
  if (az_const_wide(s, difference, true, &x)) return x > 0 ? -1 : x < 0 ? 1 : 0;
  return 2;
}

/* "a <= b": unknown so far, conditions for the solver. */
typedef struct order_question {
  const az_array_use *use;
  az_term *conditions; /* stb_ds */
  const char **texts;  /* stb_ds */
} order_question;

static void ask_whether(order_question *q, az_border a, az_border b) {
  az_store *s = q->use->context->store;
  if (!a.at || !b.at || az_is_const(s, az_bv_sle(s, a.at, b.at))) return;
  arrput(q->conditions, az_bv_sle(s, a.at, b.at));
  arrput(q->texts, az_arena_printf(q->use->arena, "%s <= %s", a.text, b.text));
}

static az_border next(const az_array_use *use, az_border b) {
  az_store *s = use->context->store;
  az_term one = az_bv(s, az_sort_width(az_sort_of(s, b.at)), 1);
  return (az_border){az_bv_add(s, b.at, one), az_arena_printf(use->arena, "%s + 1", b.text)};
}

/* Which of the conditions hold, by number; frees the question. Caller frees. */
static bool *answers(order_question *q) {
  const az_domain_context *c = q->use->context;
  az_question question = {.site = c->vars[q->use->var].site,
                          .formals = q->use->state,
                          .formal_count = q->use->state_count,
                          .conditions = q->conditions,
                          .texts = q->texts,
                          .count = (uint32_t)arrlenu(q->conditions)};
  bool *holds = calloc(question.count + 1, sizeof *holds);
  if (question.count && c->always) c->always(c, &question, holds);
  arrfree(q->conditions);
  arrfree(q->texts);
  return holds;
}

bool *az_cut_always(const az_array_use *use, const condition *conditions, uint32_t count) {
  order_question q = {.use = use};
  for (uint32_t i = 0; i < count; i++) {
    arrput(q.conditions, conditions[i].term);
    arrput(q.texts, conditions[i].text);
  }
  return answers(&q);
}

/* Both ways, and but for one cell: indices that run towards each other may pass by one. */
static void ask_both(order_question *q, az_border a, az_border b) {
  ask_whether(q, a, b);
  ask_whether(q, b, a);
  ask_whether(q, a, next(q->use, b));
  ask_whether(q, b, next(q->use, a));
}

int az_border_order(const az_array_use *use, az_border a, az_border b) {
  int order = az_cut_order_of_terms(use, a, b);
  if (order != 2) return order;
  order_question q = {.use = use};
  ask_both(&q, a, b);
  bool asked = arrlenu(q.conditions) == 4, *holds = answers(&q);
  if (asked && (holds[0] || holds[1]))
    order = !holds[1] ? -1 : !holds[0] ? 1 : 0;
  else if (asked && holds[2] != holds[3])
    order = holds[2] ? -1 : 1;
  free(holds);
  return order;
}

/* ---- answers --------------------------------------------------------------------------------- */

struct az_segmentations {
  const az_array_use *use;
  az_border **all; /* stb_ds of stb_ds */
  stride *strides; /* stb_ds, beside all */
  condition *when; /* stb_ds, beside all */
  bool by_terms;   /* the solver is not asked */
};

/* Always where the array ends. */
bool az_cut_is_last(const az_array_use *use, az_border b) {
  order_question q = {.use = use};
  ask_whether(&q, b, use->last);
  ask_whether(&q, use->last, b);
  bool asked = arrlenu(q.conditions) == 2, *holds = answers(&q);
  bool last = asked && holds[0] && holds[1];
  free(holds);
  return last;
}

void az_segmentation_begin(az_segmentations *out) {
  az_border *borders = NULL;
  arrput(borders, out->use->first);
  arrput(out->all, borders);
  arrput(out->strides, ((stride){.by = 0}));
  arrput(out->when, ((condition){0}));
}

void az_segmentation_cut(az_segmentations *out, az_border border) {
  if (!arrlenu(out->all)) az_segmentation_begin(out);
  az_border **borders = &arrlast(out->all);
  if (border.at == out->use->first.at) return;
  if (!out->by_terms && az_cut_is_last(out->use, border)) return;
  if (arrlast(*borders).at == border.at || border.at == out->use->last.at) return;
  arrput(*borders, border);
}

void az_segmentation_stride(az_segmentations *out, az_border from, uint32_t by) {
  if (!arrlenu(out->all)) az_segmentation_begin(out);
  arrlast(out->strides) = (stride){from, by};
}

void az_segmentation_when(az_segmentations *out, az_term term, const char *text) {
  if (!arrlenu(out->all)) az_segmentation_begin(out);
  arrlast(out->when) = (condition){term, text};
}

/* Of positions below 2^32; others are told apart by another number, which is as sound. */
az_term az_segmentation_met(az_store *s, az_term at, az_term from, uint32_t by, uint32_t rest) {
  uint32_t width = az_sort_width(az_sort_of(s, at)), bits = width < 32 ? width : 32;
  az_term here = az_extract(s, at, bits - 1, 0), first = az_extract(s, from, bits - 1, 0);
  az_term modulus = az_bv(s, bits, by), more = az_bv(s, bits, rest);
  if (by & (by - 1))
    return az_eq(s, az_bv_urem(s, here, modulus),
                 az_bv_urem(s, az_bv_add(s, first, more), modulus));
  uint32_t low = by == 2 ? 0 : 1;
  return az_eq(s, az_extract(s, az_bv_sub(s, here, first), low, 0), az_extract(s, more, low, 0));
}

static unsigned order_flags(const char *order) {
  if (!strcmp(order, "several")) return AZ_CUT_EACH_ORDER;
  if (!strcmp(order, "paper")) return AZ_CUT_ALL_OR_EACH;
  return strcmp(order, "simplified") ? 0u : AZ_CUT_ALL_OR_EACH | AZ_CUT_BY_TERMS;
}

unsigned az_segmentation_flags(const az_desc *options) {
  return (az_desc_bool(options, "cell") ? AZ_CUT_CELL : 0u) |
         (az_desc_bool(options, "strides") ? AZ_CUT_STRIDE : 0u) |
         order_flags(az_desc_string(options, "order"));
}

/* The distance from a number is known where the distance from the border is, which is seldom more.
 */
static az_border number_of(const az_array_use *use, az_border b, uint32_t by) {
  az_store *s = use->context->store;
  az_wide number, first = -1;
  bool same = true;
  az_eval *e = az_eval_trials(s);
  for (int trial = 0; trial < 12 && same; trial++, az_eval_next_trial(e)) {
    same = az_const_wide(s, az_eval_term(e, b.at), true, &number);
    number = (number % by + by) % by;
    same &= first < 0 || first == number;
    first = number;
  }
  az_eval_free(e);
  if (!same) return b;
  return (az_border){az_bv(s, az_sort_width(az_sort_of(s, b.at)), (uint64_t)first),
                     az_arena_printf(use->arena, "%d", (int)first)};
}

static group group_of(const az_array_use *use, const az_index_use *i, unsigned what) {
  group g = {.count = 0, .index = i->at};
  if (what & AZ_CUT_STRIDE && i->stride) {
    az_term met = i->before ? i->before : i->at; /* where it began, or where it is */
    az_border from = number_of(use, az_border_at(use, met), i->stride);
    bool plain = az_is_const(use->context->store, from.at) || i->stride != 3;
    if (plain) g.stride = (stride){from, i->stride};
  }
  bool preloop = what & AZ_CUT_PRELOOP, cell = what & AZ_CUT_CELL;
  if (preloop && i->before && i->direction >= 0) {
    g.borders[g.count++] = az_border_at(use, i->before);
    g.before = g.count;
  }
  if (cell || i->direction >= 0) g.borders[g.count++] = az_border_at(use, i->at);
  if (cell || i->direction <= 0) g.borders[g.count++] = az_border_behind(use, i->at);
  if (preloop && i->before && i->direction < 0) {
    g.borders[g.count++] = az_border_behind(use, i->before);
    g.before = g.count;
  }
  return g;
}

/* Asks at once what can be known of the groups' borders, as some may be in order only together:
 * those of one group lie where they are assumed to, between the array's ends; any two of others. */
static void ask_order(const az_array_use *use, const group *groups) {
  order_question q = {.use = use};
  size_t n = arrlenu(groups);
  for (size_t i = 0; i < n; i++) {
    const group *g = &groups[i];
    if (g->stride.by) {
      az_border at = az_border_at(use, g->index);
      az_store *s = use->context->store;
      arrput(q.conditions, az_segmentation_met(s, at.at, g->stride.from.at, g->stride.by, 0));
      arrput(q.texts, az_arena_printf(use->arena, "(%s - %s) %% %u == 0", at.text,
                                      g->stride.from.text, g->stride.by));
    }
    ask_whether(&q, use->first, g->borders[0]);
    for (uint32_t k = 0; k + 1 < g->count; k++) ask_whether(&q, g->borders[k], g->borders[k + 1]);
    if (g->count) ask_whether(&q, g->borders[g->count - 1], use->last);
    if (g->count) ask_whether(&q, use->last, g->borders[g->count - 1]);
    for (uint32_t k = 0; k < g->count; k++)
      for (size_t o = i + 1; o < n; o++)
        for (uint32_t m = 0; m < groups[o].count; m++)
          if (az_cut_order_of_terms(use, g->borders[k], groups[o].borders[m]) == 2)
            ask_both(&q, g->borders[k], groups[o].borders[m]);
  }
  free(answers(&q));
}

/* A loop by 3 that meets three cells a round leaves none in between. Remainders by 2 and 4 cost
 * nothing; there, too, what is stored may differ. */
static void leave_dense(group *groups) {
  size_t by_three = 0;
  for (size_t i = 0; i < arrlenu(groups); i++) by_three += groups[i].stride.by == 3;
  for (size_t i = 0; i < arrlenu(groups) && by_three >= 3; i++)
    if (groups[i].stride.by == 3) groups[i].stride.by = 0;
}

void az_segmentation_by_use(const az_array_use *use, unsigned what, int64_t max,
                            az_segmentations *out) {
  group *groups = NULL; /* stb_ds */
  for (uint32_t i = 0; i < use->index_count && (int64_t)arrlenu(groups) < max; i++)
    if (what & (use->indices[i].is_written ? AZ_CUT_WRITTEN : AZ_CUT_READ))
      arrput(groups, group_of(use, &use->indices[i], what));
  leave_dense(groups);
  out->by_terms = what & AZ_CUT_BY_TERMS;
  if (!out->by_terms) ask_order(use, groups);
  az_cut_answer(use, groups, what, max, out);
  if (!arrlenu(groups)) az_segmentation_begin(out);
  arrfree(groups);
}

az_status az_segmentation_ask(const az_array_use *use, const az_desc *policy,
                              const az_segmentation **out, uint32_t *count, az_error *err) {
  az_segmentations answer = {.use = use};
  const az_module *module = policy
                                ? policy->module
                                : az_registry_find(use->context->registry, AZ_MODULE_SEGMENTATION,
                                                   "written_preloop", err);
  if (!module) return AZ_ERR_INPUT;
  az_desc *standard = policy ? NULL : az_desc_new(module);
  const az_segmentation_ops *ops = module->operations;
  az_status status = ops->cut(use, policy ? policy : standard, &answer, err);
  az_desc_free(standard);
  uint32_t n = (uint32_t)arrlenu(answer.all);
  az_segmentation *all = AZ_NEWN(use->arena, az_segmentation, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    az_border **borders = &answer.all[i];
    if (use->last.at) arrput(*borders, use->last);
    all[i].count = (uint32_t)arrlenu(*borders);
    all[i].borders = AZ_NEWN(use->arena, az_border, all[i].count + 1);
    memcpy(all[i].borders, *borders, all[i].count * sizeof **borders);
    if (!use->last.at) all[i].borders[all[i].count++] = (az_border){AZ_NO_TERM, "..."};
    all[i].from = answer.strides[i].from;
    all[i].stride = answer.strides[i].by;
    all[i].when = answer.when[i].term;
    all[i].when_text = answer.when[i].text;
    arrfree(*borders);
  }
  arrfree(answer.all);
  arrfree(answer.strides);
  arrfree(answer.when);
  *out = all;
  *count = n;
  return status;
}

uint32_t az_segmentation_parts(const az_array_use *use, const az_segmentation *s, uint32_t k) {
  az_term low = s->borders[k].at, high = s->borders[k + 1].at;
  az_wide cells;
  if (!s->stride || !high) return s->stride ? s->stride : 1;
  az_store *store = use->context->store;
  bool one = az_const_wide(store, az_bv_sub(store, high, low), true, &cells) && cells == 1;
  return one ? 1 : s->stride;
}

const char *az_segmentation_text(const az_array_use *use, const az_segmentation *s, az_arena *arena,
                                 uint32_t *number) {
  const char *text = "";
  for (uint32_t i = 0; i < s->count; i++) {
    text = az_arena_printf(arena, "%s{%s}", text, s->borders[i].text);
    if (i + 1 == s->count) break;
    for (uint32_t p = az_segmentation_parts(use, s, i); p; p--)
      text = az_arena_printf(arena, "%s S%u", text, (*number)++);
    text = az_arena_printf(arena, "%s ", text);
  }
  if (s->stride) text = az_arena_printf(arena, "%s by %u from %s", text, s->stride, s->from.text);
  return s->when ? az_arena_printf(arena, "%s if %s", text, s->when_text) : text;
}
