/* Thresholds from the terms of a step formula: see threshold_set.h. */
#include "threshold_set.h"
#include "ansatz/float_order.h"
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  az_wide x = *(const az_wide *)a, y = *(const az_wide *)b;
  return (x > y) - (x < y);
}

/* Sorts the numbers and copies the distinct ones. */
static number_set number_set_of(az_arena *arena, az_wide *all, size_t n) {
  number_set set = {.items = AZ_NEWN(arena, az_wide, n)};
  qsort(all, n, sizeof *all, by_value);
  for (size_t i = 0; i < n; i++)
    if (!i || all[i] != all[i - 1]) set.items[set.count++] = all[i];
  return set;
}

size_t number_set_at_least(const number_set *set, az_wide x) {
  size_t from = 0, to = set->count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (set->items[middle] < x)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

typedef struct number_list {
  az_arena *arena;
  az_wide *items;
  size_t count, room;
} number_list;

static void append(number_list *list, az_wide x) {
  if (list->count ==
      list->room) { /* the old array, at most as long as the new one, stays in the arena */
    az_wide *grown = AZ_NEWN(list->arena, az_wide, list->room = list->room * 2 + 64);
    for (size_t i = 0; i < list->count; i++) grown[i] = list->items[i];
    list->items = grown;
  }
  list->items[list->count++] = x;
}

/* Appends the constant, read as signed and as unsigned, and the opposites of both. */
static void append_constant(number_list *list, const az_store *store, az_term constant) {
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    az_wide c;
    if (!az_const_wide(store, constant, is_signed, &c)) continue;
    if (c > UINT64_MAX || c < INT64_MIN) continue;
    append(list, c);
    append(list, -c);
  }
}

/* Appends the constants that terms in the cones of proof obligations and rows are compared with.
 * Constants that are only assigned are left out, since models show them. */
static void append_compared(number_list *list, const numeric_rows *rows) {
  const az_store *store = rows->store;
  az_visit *cones = az_visit_new(store, AZ_VISIT_ANY);
  for (uint32_t r = 0; r < rows->count; r++) {
    size_t count;
    const az_obligation *obligations =
        az_synthesis_obligations(rows->synthesis, rows->ops->row(rows->domain, r).view, &count);
    for (size_t i = 0; i < count; i++) {
      az_visit_add(cones, obligations[i].condition);
      az_visit_add(cones, rows->numeric->expression(rows->domain, r, &obligations[i].state));
    }
  }
  for (az_term t; (t = az_visit_next(cones));) {
    az_kind kind = az_kind_of(store, t);
    const bool of_floats = kind == AZ_K_F_LT || kind == AZ_K_F_LE || kind == AZ_K_F_EQ;
    if (kind != AZ_K_EQ && kind != AZ_K_BV_ULT && kind != AZ_K_BV_SLT && !of_floats) continue;
    for (uint32_t i = 0; i < az_arity(store, t); i++) {
      const az_term o = az_operand(store, t, i);
      const az_sort sort = az_sort_of(store, o);
      if (!az_is_const(store, o)) continue;
      if (az_sort_kind_of(sort) == AZ_SORT_BV)
        append_constant(list, store, o);
      else if (az_sort_kind_of(sort) == AZ_SORT_FLOAT && az_sort_width(sort) <= 64)
        append_constant(list, store, az_float_place(rows->store, o));
    }
  }
  az_visit_free(cones);
}

threshold_set *threshold_set_new(az_arena *arena, const numeric_rows *rows) {
  threshold_set *set = AZ_NEW(arena, threshold_set);
  az_arena *scratch = az_arena_new();
  number_list constants = {.arena = scratch}, all = {.arena = scratch};
  append_compared(&constants, rows);
  static const uint8_t widths[] = {0, 31, 32, 63}; /* x >= 0, and bounds of narrower types */
  for (size_t i = 0; i < sizeof widths; i++) {
    az_wide power = (az_wide)1 << widths[i];
    append(&constants, power - 1);
    append(&constants, widths[i] ? power : 0);
  }
  for (size_t i = 0; i < constants.count; i++)
    for (int d = -1; d <= 1; d++) append(&all, constants.items[i] + d);
  set->constants = number_set_of(arena, constants.items, constants.count);
  set->thresholds = number_set_of(arena, all.items, all.count);
  az_arena_free(scratch);
  return set;
}
