/* Segmentations by the index expressions of a loop, for the policies of the papers ([malik2024],
 * sec. 3.2): each expression gives a group of borders, from which orders.c builds segmentations. */
#include "groups.h"
#include <stb/stb_ds.h>
#include <string.h>

static unsigned order_flags(const char *order) {
  if (!strcmp(order, "several")) return CUT_EACH_ORDER;
  if (!strcmp(order, "paper")) return CUT_ALL_OR_EACH;
  return strcmp(order, "simplified") ? 0u : CUT_ALL_OR_EACH | CUT_BY_TERMS;
}

unsigned segmentation_flags(const az_desc *options) {
  return (az_desc_bool(options, "cell") ? CUT_CELL : 0u) |
         (az_desc_bool(options, "strides") ? CUT_STRIDE : 0u) |
         order_flags(az_desc_string(options, "order"));
}

/* Returns a constant to which the border is congruent modulo `by` in all trials; if there is none,
 * returns the border. */
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
  if (what & CUT_STRIDE && i->stride) {
    az_term met = i->before ? i->before : i->at; /* the first index, or the current one */
    az_border from = number_of(use, az_border_at(use, met), i->stride);
    bool plain = az_is_const(use->context->store, from.at) || i->stride != 3;
    if (plain) g.stride = (stride){from, i->stride};
  }
  bool preloop = what & CUT_PRELOOP, cell = what & CUT_CELL;
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

/* Removes strides of 3 if the loop accesses three such cells in an iteration, as no cells are left
 * between them. Strides of 2 and 4 are cheap, and the values at different remainders may differ. */
static void leave_dense(group *groups) {
  size_t by_three = 0;
  for (size_t i = 0; i < arrlenu(groups); i++) by_three += groups[i].stride.by == 3;
  for (size_t i = 0; i < arrlenu(groups) && by_three >= 3; i++)
    if (groups[i].stride.by == 3) groups[i].stride.by = 0;
}

/* Decides whether the borders of each group lie in the assumed order between the array's ends, and
 * how the borders of any two groups are ordered. One query decides this for all groups, since some
 * orders are inductive only together. */
static void ask_orders(const az_array_use *use, const group *groups) {
  az_border_question q = {.use = use};
  size_t n = arrlenu(groups);
  for (size_t i = 0; i < n; i++) {
    const group *g = &groups[i];
    if (g->stride.by) {
      az_border at = az_border_at(use, g->index);
      az_store *s = use->context->store;
      az_border_ask(&q, az_segmentation_reached(s, at.at, g->stride.from.at, g->stride.by, 0),
                    az_arena_printf(use->arena, "(%s - %s) %% %u == 0", at.text,
                                    g->stride.from.text, g->stride.by));
    }
    az_border_ask_below(&q, use->first, g->borders[0]);
    for (uint32_t k = 0; k + 1 < g->count; k++)
      az_border_ask_below(&q, g->borders[k], g->borders[k + 1]);
    if (g->count) az_border_ask_below(&q, g->borders[g->count - 1], use->last);
    if (g->count) az_border_ask_below(&q, use->last, g->borders[g->count - 1]);
    for (uint32_t k = 0; k < g->count; k++)
      for (size_t o = i + 1; o < n; o++)
        for (uint32_t m = 0; m < groups[o].count; m++)
          if (az_border_order_of_terms(use, g->borders[k], groups[o].borders[m]) == 2)
            az_border_ask_order(&q, g->borders[k], groups[o].borders[m]);
  }
  free(az_border_answers(&q));
}

void segmentation_by_use(const az_array_use *use, unsigned what, int64_t max,
                         az_segmentations *out) {
  group *groups = NULL; /* stb_ds */
  for (uint32_t i = 0; i < use->index_count && (int64_t)arrlenu(groups) < max; i++)
    if (what & (use->indices[i].is_written ? CUT_WRITTEN : CUT_READ))
      arrput(groups, group_of(use, &use->indices[i], what));
  for (uint32_t i = 0; what & CUT_BOUNDS && i < use->bound_count; i++) {
    group g = {.index = use->bounds[i]};
    g.borders[g.count++] = az_border_at(use, g.index);
    g.borders[g.count++] = az_border_behind(use, g.index);
    if ((int64_t)arrlenu(groups) < max) arrput(groups, g);
  }
  leave_dense(groups);
  if (what & CUT_BY_TERMS)
    az_segmentation_by_terms(out);
  else
    ask_orders(use, groups);
  segmentations_of_groups(use, groups, what, max, out);
  if (!arrlenu(groups)) az_segmentation_begin(out);
  arrfree(groups);
}
