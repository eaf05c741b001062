/* Relations of cells to values outside their array [cousot2011, "segmentation relational
 * analyses"]. A segment describes all tuples of a cell, its index, the variables, and the cells of
 * other arrays at the same index, as far as the domain of elements can express relations. An
 * assignment to a variable is executed in the segments of all arrays. When a value is written, its
 * tuple begins with the claims of other arrays' segments at the index. */
#include "tuple.h"
#include <stb/stb_ds.h>

void relations_see(segments *d, cell_domain *cells, uint32_t *count) {
  const az_transfer_context *outer = d->context;
  const az_abstract_variable *value = &cells->vars[CELL_VALUE];
  cells->of = AZ_NEWN(d->arena, uint32_t, outer->var_count + 1);
  for (uint32_t v = 0; v < outer->var_count; v++) cells->of[v] = AZ_NONE;
  cells->vars[CELL_READ] = *value;
  cells->vars[CELL_READ].name = "read";
  cells->vars[CELL_READ].term = az_fresh(outer->store, az_sort_bv(value->bits), "read");
  uint32_t n = CELL_OWN;
  for (uint32_t v = 0; d->relate == RELATE_ARRAYS && v < outer->var_count; v++) {
    const az_abstract_variable *array = &outer->vars[v];
    if (array->kind != AZ_ABSTRACT_ARRAY || array->several || array->bits > 64 ||
        array->index_bits != cells->vars[CELL_INDEX].bits || !array->index)
      continue;
    char *name = az_abstract_value_name(array);
    cells->of[v] = n;
    cells->vars[n++] =
        (az_abstract_variable){.name = az_arena_strdup(d->arena, name),
                               .term = az_fresh(outer->store, az_sort_bv(array->bits), name),
                               .bits = array->bits,
                               .is_signed = array->is_signed};
    free(name);
  }
  cells->last_cell = n;
  for (uint32_t v = 0; v < outer->var_count; v++) {
    if (outer->vars[v].kind != AZ_ABSTRACT_NUMBER) continue;
    const char *name = outer->vars[v].name;
    bool taken = !strcmp(name, "value") || !strcmp(name, "index");
    cells->of[v] = n;
    cells->vars[n] = outer->vars[v];
    if (taken) cells->vars[n].name = az_arena_printf(d->arena, "::%s", name);
    n++;
  }
  *count = n;
}

/* ---- variables ------------------------------------------------------------------------------- */

static void remove_var(void *ctx, const segmentation *a, uint32_t array, uint32_t segment) {
  uint32_t var = *(const uint32_t *)ctx;
  (void)array;
  if (a->cells->of[var] != AZ_NONE) CELLS(a->cells, remove, a->values[segment], a->cells->of[var]);
}

void relations_forget(const segments *d, state *s, uint32_t var) {
  segments_each(d, s, remove_var, &var);
}

typedef struct assignment {
  const segments *d;
  const state *before; /* where cells are read */
  uint32_t var;
  az_term value; /* AZ_NO_TERM: any */
  bool weak;
} assignment;

/* Refines the tuple if the segment is the cell that is read, or the cell at the same index. */
static void know_read(const assignment *as, const tuple *t, const segmentation *a, uint32_t array,
                      uint32_t segment) {
  az_store *store = as->d->context->store;
  az_sum index, behind;
  if (!t->read || !segments_sum(as->d, as->before, az_operand(store, t->read, 1), true, &index))
    return;
  behind = sum_plus(&index, 1);
  if (!bound_has(&a->bounds[segment], &index) || !bound_has(&a->bounds[segment + 1], &behind))
    return;
  uint32_t from = tuple_array(as->d, as->before, t->read);
  uint32_t same = from == array ? (uint32_t)CELL_VALUE : t->cells->of[from];
  if (same != AZ_NONE)
    tuple_equal(t->cells, a->values[segment], t->cells->vars[CELL_READ].term,
                t->cells->vars[same].term);
}

static void assign_in(void *ctx, const segmentation *a, uint32_t array, uint32_t segment) {
  const assignment *as = ctx;
  const cell_domain *c = a->cells;
  void *cell = a->values[segment];
  tuple t = {.d = as->d, .s = as->before, .cells = c, .array = AZ_NONE};
  az_term value = as->value ? tuple_term(&t, as->value) : AZ_NO_TERM;
  if (value) {
    tuple_learn_read(&t, cell);
    know_read(as, &t, a, array, segment);
    tuple_refine(&t, cell, value);
  }
  CELLS(c, assign, cell, c->of[as->var], value, as->weak);
  CELLS(c, remove, cell, CELL_READ);
}

static bool reads_cells(const segments *d, az_term value) {
  bool found = false;
  az_visit *visit = az_visit_new(d->context->store, AZ_VISIT_ANY);
  az_visit_add(visit, value);
  for (az_term x; !found && (x = az_visit_next(visit));)
    found = az_kind_of(d->context->store, x) == AZ_K_SELECT;
  az_visit_free(visit);
  return found;
}

void relations_assign(const segments *d, state *s, uint32_t var, az_term value, bool weak) {
  if (d->relate == RELATE_NOTHING) return;
  assignment as = {.d = d, .before = s, .var = var, .value = value, .weak = weak};
  if (!value || !reads_cells(d, value)) {
    segments_each(d, s, assign_in, &as);
    return;
  }
  state before = *s;
  before.arrays = NULL;
  state_share_arrays(&before, s);
  as.before = &before;
  segments_each(d, s, assign_in, &as);
  state_forget_arrays(&before);
}

/* If the term is a cell, possibly extended, returns the cell's select term. */
static az_term cell_of_term(const az_store *store, az_term t) {
  az_kind kind = az_kind_of(store, t);
  if (kind == AZ_K_SEXT || kind == AZ_K_ZEXT) t = az_operand(store, t, 0);
  return az_kind_of(store, t) == AZ_K_SELECT ? t : AZ_NO_TERM;
}

/* After x := A[i], the cell becomes a separate segment, since it equals x. */
void relations_assigned(const segments *d, state *s, uint32_t var, az_term value) {
  az_store *store = d->context->store;
  const az_abstract_variable *x = &d->context->vars[var];
  az_term select = d->relate == RELATE_NOTHING || x->made ? AZ_NO_TERM : cell_of_term(store, value);
  uint32_t array = select ? tuple_array(d, s, select) : AZ_NONE;
  az_sum sum;
  if (array == AZ_NONE || d->context->vars[array].several) return;
  az_term index = az_operand(store, select, 1);
  if (!segments_sum(d, s, index, true, &sum) || !sum_admitted(d, &sum) || sum_has(&sum, x->term))
    return;
  tuple t = {.d = d, .s = s, .cells = d->arrays[array].cells, .array = array, .index = &sum};
  void *cell = segments_read(d, s, array, index);
  az_term equal = tuple_term(&t, value);
  tuple_refine(&t, cell, x->term);
  tuple_equal(t.cells, cell, x->term, equal);
  segments_write(d, s, array, index, AZ_NO_TERM, cell, false);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Returns whether the index is known to be within the array. */
static bool is_within(const order *o, const segmentation *a, const az_sum *index) {
  az_sum zero = {0};
  return order_at_most(o, &zero, index, 0) &&
         order_sum_bound(o, index, &a->bounds[segmentation_last(a)], 1);
}

/* Adds the claims of another array's segment about the tuple at this index, before the cell
 * changes. */
static void learn_from(const tuple *t, uint32_t other, az_term index, void *cell) {
  const cell_domain *c = t->cells;
  void *there = segments_read(t->d, t->s, other, index);
  if (c->of[t->array] != AZ_NONE) CELLS(c, remove, there, c->of[t->array]);
  CELLS(c, rename, there, CELL_VALUE, c->of[other]);
  cells_meet_and_free(c, cell, there);
}

/* Adds the facts about the value that is overwritten, as for a[i] = a[i] + 1. */
static void learn_old(const tuple *t, az_term index, void *cell) {
  void *old = segments_read(t->d, t->s, t->array, index);
  CELLS(t->cells, rename, old, CELL_VALUE, CELL_READ);
  cells_meet_and_free(t->cells, cell, old);
}

static bool reads(const segments *d, const state *s, az_term value, uint32_t array,
                  const az_sum *index) {
  az_store *store = d->context->store;
  bool found = false;
  az_visit *visit = az_visit_new(store, AZ_VISIT_PRE);
  if (value) az_visit_add(visit, value);
  for (az_term x; (x = az_visit_next(visit));)
    found = found || (az_kind_of(store, x) == AZ_K_SELECT && tuple_array(d, s, x) == array &&
                      tuple_is_at(d, s, az_operand(store, x, 1), index));
  az_visit_free(visit);
  return found;
}

/* Refines the cells of other arrays that the value reads at the index. Their domains may differ
 * from that of this array, so each is given facts. */
static void refine_cells(const tuple *t, void *cell, az_term index, az_term value) {
  const segments *d = t->d;
  az_store *store = d->context->store;
  for (uint32_t b = 0; t->index && b < d->context->var_count; b++) {
    const az_abstract_variable *array = &d->context->vars[b];
    if (array->kind != AZ_ABSTRACT_ARRAY || b == t->array || t->cells->of[b] == AZ_NONE ||
        !state_array(t->s, b) || !reads(d, t->s, value, b, t->index))
      continue;
    CELLS(t->cells, refine, cell, t->cells->of[b],
          segments_facts(d, t->s, az_select(store, array->term, index), array->is_signed));
  }
}

void relations_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term value, void *cell) {
  const cell_domain *c = d->arrays[array].cells;
  az_sum sum;
  if (!c->of || (!index && !value)) return;
  bool known = index && segments_sum(d, s, index, true, &sum);
  bool updates = known && reads(d, s, value, array, &sum);
  tuple t = {.d = d,
             .s = s,
             .cells = c,
             .array = array,
             .index = known ? &sum : NULL,
             .own = updates ? CELL_READ : CELL_VALUE};
  const order o = {.d = d, .s = s};
  for (uint32_t b = 0; known && b < d->context->var_count; b++)
    if (b != array && c->of[b] != AZ_NONE && d->arrays[b].cells == c && state_array(s, b) &&
        segmentation_last(state_array(s, b)) &&
        (is_within(&o, state_array(s, b), &sum) || reads(d, s, value, b, &sum)))
      learn_from(&t, b, index, cell);
  if (updates) learn_old(&t, index, cell);
  az_term written = value ? tuple_term(&t, value) : AZ_NO_TERM;
  if (!updates) tuple_learn_read(&t, cell);
  refine_cells(&t, cell, index, value);
  if (index) {
    CELLS(c, refine, cell, CELL_INDEX, segments_facts(d, s, index, false));
    tuple_refine(&t, cell, index);
    tuple_equal(c, cell, c->vars[CELL_INDEX].term, index);
  }
  if (written) {
    tuple_refine(&t, cell, written);
    CELLS(c, assign, cell, CELL_VALUE, written, false);
  }
  CELLS(c, remove, cell, CELL_READ);
}

void relations_changed(const segments *d, state *s, uint32_t array, az_term first, az_term behind) {
  if (d->relate != RELATE_ARRAYS) return;
  az_sum begin, last;
  bool known = segments_sum(d, s, first, true, &begin);
  last = begin;
  if (known && behind) {
    known = segments_sum(d, s, behind, true, &last);
    last = sum_plus(&last, -1);
  }
  const order o = {.d = d, .s = s};
  for (uint32_t b = 0; (b = state_next_array(s, b)) != AZ_NONE; b++) {
    if (b == array || !segmentation_last(state_array(s, b))) continue;
    segmentation *own = segmentation_own(d, s, b);
    uint32_t var = own->cells->of[array], low = 0, high = segmentation_last(own), other;
    if (known) {
      segments_locate(&o, own, &begin, &low, &other);
      segments_locate(&o, own, &last, &other, &high);
    }
    for (uint32_t i = low; var != AZ_NONE && i < high; i++)
      CELLS(own->cells, remove, own->values[i], var);
  }
}

void relations_copied(const segments *d, segmentation *to, uint32_t array, uint32_t from) {
  const cell_domain *c = to->cells;
  if (d->relate == RELATE_NOTHING || from == AZ_NONE || from == array || c->of[from] == AZ_NONE)
    return;
  for (uint32_t i = 0; i < segmentation_last(to); i++) {
    CELLS(c, remove, to->values[i], c->of[array]);
    if (c->vars[c->of[from]].bits == c->vars[CELL_VALUE].bits)
      CELLS(c, assign, to->values[i], c->of[from], c->vars[CELL_VALUE].term, false);
  }
}

/* ---- claims ---------------------------------------------------------------------------------- */

void relations_bind(const segments *d, const cell_domain *cells, az_term index, az_subst *subst) {
  for (uint32_t v = 0; d->relate == RELATE_ARRAYS && v < d->context->var_count; v++) {
    const az_abstract_variable *array = &d->context->vars[v];
    if (array->kind == AZ_ABSTRACT_ARRAY && cells->of[v] != AZ_NONE)
      az_subst_bind(subst, cells->vars[cells->of[v]].term,
                    az_select(d->context->store, array->term, index));
  }
}
