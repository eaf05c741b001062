/* Relations of cells to what is not in their array [cousot2011, "segmentation relational
 * analyses"]: a segment describes all tuples of a cell, its index, the variables, and the cells of
 * other arrays at the same index, as far as the domain of elements knows relations. What happens to
 * a variable is done to the segments of all arrays; what is written to a cell is written to tuples
 * that begin with what other arrays' segments say there. */
#include "segments.h"
#include <stb/stb_ds.h>

/* A tuple, and how terms over variables and cells speak of it. */
typedef struct tuple {
  const segments *d;
  const state *s;
  const cell_domain *cells;
  uint32_t array;      /* whose cell it is; AZ_NONE: no matter whose */
  const az_sum *index; /* of it; NULL: not known */
  uint32_t own;        /* the cell in terms: CELL_VALUE, or CELL_READ before it is overwritten */
  az_term read;        /* a cell elsewhere, which CELL_READ is; AZ_NO_TERM: none yet */
} tuple;

#define CELLS(c, operation, ...) ((c)->domain.ops->operation((c)->domain.self, __VA_ARGS__))

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

/* ---- terms over a tuple ---------------------------------------------------------------------- */

/* The array that is read, or AZ_NONE. */
static uint32_t array_of(const segments *d, const state *s, az_term select) {
  uint32_t a = d->context->var_of(d->context, az_operand(d->context->store, select, 0));
  return a != AZ_NONE && state_array(s, a) && segmentation_last(state_array(s, a)) ? a : AZ_NONE;
}

/* Also by the oracle: of two pointers that walk their arrays beside each other. */
static bool is_at(const segments *d, const state *s, az_term index, const az_sum *sum) {
  az_sum at;
  if (!sum || !segments_sum(d, s, index, true, &at)) return false;
  const order o = {.d = d, .s = s};
  return az_sum_equal(&at, sum) ||
         (order_at_most(&o, &at, sum, 0) && order_at_most(&o, sum, &at, 0));
}

/* What stands for the cell: one of the context's terms, or something unknown. */
static az_term cell_in(tuple *t, az_term select) {
  const segments *d = t->d;
  az_store *store = d->context->store;
  const cell_domain *c = t->cells;
  uint32_t array = array_of(d, t->s, select);
  az_sort sort = az_sort_of(store, select);
  if (array != AZ_NONE && is_at(d, t->s, az_operand(store, select, 1), t->index)) {
    if (array == t->array) return c->vars[t->own].term;
    if (c->of[array] != AZ_NONE) return c->vars[c->of[array]].term;
  }
  if (array != AZ_NONE && sort == az_sort_of(store, c->vars[CELL_READ].term) &&
      (!t->read || t->read == select) && (t->array == AZ_NONE || t->own != CELL_READ)) {
    t->read = select;
    return c->vars[CELL_READ].term;
  }
  return az_fresh(store, sort, "unknown");
}

static az_term translated(tuple *t, az_term term) {
  az_store *store = t->d->context->store;
  az_visit *visit = az_visit_new(store, AZ_VISIT_PRE);
  az_subst *subst = NULL;
  az_visit_add(visit, term);
  for (az_term x; (x = az_visit_next(visit));) {
    if (az_kind_of(store, x) != AZ_K_SELECT) continue;
    az_visit_skip(visit);
    if (!subst) subst = az_subst_new(store);
    az_subst_bind(subst, x, cell_in(t, x));
  }
  az_visit_free(visit);
  if (!subst) return term;
  term = az_subst_apply(subst, term);
  az_subst_free(subst);
  return term;
}

/* ---- what a tuple learns --------------------------------------------------------------------- */

typedef struct told {
  const tuple *t;
  void *cell;
} told;

static void tell_variable(void *ctx, az_term var) {
  const told *to = ctx;
  const segments *d = to->t->d;
  uint32_t v = d->context->var_of(d->context, var);
  if (v == AZ_NONE || d->context->vars[v].kind != AZ_ABSTRACT_NUMBER) return;
  az_facts f = segments_facts(d, to->t->s, var, d->context->vars[v].is_signed);
  /* Where a variable stands for none yet, that says nothing of the cells. */
  if (!f.none) CELLS(to->t->cells, refine, to->cell, to->t->cells->of[v], f);
}

/* What is known of the variables in a term, so that it is seen where it cannot wrap. */
static void tell(const tuple *t, void *cell, az_term term) {
  told to = {t, cell};
  az_free_vars(t->d->context->store, &term, 1, tell_variable, &to);
}

static void forget_cells(const cell_domain *c, void *cell) {
  for (uint32_t v = CELL_OWN; v < c->last_cell; v++) CELLS(c, remove, cell, v);
}

/* The cell elsewhere with its relations to variables; NULL: its array's cells have another form. */
static void *read_elsewhere(const tuple *t) {
  const segments *d = t->d;
  const cell_domain *c = t->cells;
  az_store *store = d->context->store;
  if (!t->read) return NULL;
  uint32_t array = array_of(d, t->s, t->read);
  if (d->arrays[array].cells != c) return NULL;
  void *cell = segments_read(d, t->s, array, az_operand(store, t->read, 1));
  CELLS(c, remove, cell, CELL_INDEX);
  forget_cells(c, cell);
  CELLS(c, rename, cell, CELL_VALUE, CELL_READ);
  return cell;
}

static void meet_and_free(const cell_domain *c, void *cell, void *with) {
  if (with) CELLS(c, meet, cell, with);
  cells_free(c, with);
}

static void learn_read(const tuple *t, void *cell) {
  if (!t->read) return;
  meet_and_free(t->cells, cell, read_elsewhere(t));
  const az_abstract_variable *read = &t->cells->vars[CELL_READ];
  CELLS(t->cells, refine, cell, CELL_READ, segments_facts(t->d, t->s, t->read, read->is_signed));
}

static void is_equal(const cell_domain *c, void *cell, az_term x, az_term y) {
  az_store *store = c->outer->store;
  if (az_sort_of(store, x) == az_sort_of(store, y)) CELLS(c, assume, cell, az_eq(store, x, y));
}

/* ---- variables ------------------------------------------------------------------------------- */

/* Calls `change` on the values of all segments that have one. */
static void each_segment(const segments *d, state *s,
                         void (*change)(void *ctx, const segmentation *a, uint32_t array,
                                        uint32_t segment),
                         void *ctx) {
  if (d->relate == RELATE_NOTHING) return;
  for (uint32_t a = 0; (a = state_next_array(s, a)) != AZ_NONE; a++) {
    segmentation *own = segmentation_own(d, s, a);
    for (uint32_t i = 0; i < segmentation_last(own); i++)
      if (!CELLS(own->cells, is_bottom, own->values[i])) change(ctx, own, a, i);
  }
}

static void remove_var(void *ctx, const segmentation *a, uint32_t array, uint32_t segment) {
  uint32_t var = *(const uint32_t *)ctx;
  (void)array;
  if (a->cells->of[var] != AZ_NONE) CELLS(a->cells, remove, a->values[segment], a->cells->of[var]);
}

void relations_forget(const segments *d, state *s, uint32_t var) {
  each_segment(d, s, remove_var, &var);
}

typedef struct assignment {
  const segments *d;
  const state *before; /* where cells are read */
  uint32_t var;
  az_term value; /* AZ_NO_TERM: any */
  bool weak;
} assignment;

/* The segment is the very cell that is read, or is that at its index. */
static void know_read(const assignment *as, const tuple *t, const segmentation *a, uint32_t array,
                      uint32_t segment) {
  az_store *store = as->d->context->store;
  az_sum index, behind;
  if (!t->read || !segments_sum(as->d, as->before, az_operand(store, t->read, 1), true, &index))
    return;
  behind = sum_plus(&index, 1);
  if (!bound_has(&a->bounds[segment], &index) || !bound_has(&a->bounds[segment + 1], &behind))
    return;
  uint32_t from = array_of(as->d, as->before, t->read);
  uint32_t same = from == array ? (uint32_t)CELL_VALUE : t->cells->of[from];
  if (same != AZ_NONE)
    is_equal(t->cells, a->values[segment], t->cells->vars[CELL_READ].term,
             t->cells->vars[same].term);
}

static void assign_in(void *ctx, const segmentation *a, uint32_t array, uint32_t segment) {
  const assignment *as = ctx;
  const cell_domain *c = a->cells;
  void *cell = a->values[segment];
  tuple t = {.d = as->d, .s = as->before, .cells = c, .array = AZ_NONE};
  az_term value = as->value ? translated(&t, as->value) : AZ_NO_TERM;
  if (value) {
    learn_read(&t, cell);
    know_read(as, &t, a, array, segment);
    tell(&t, cell, value);
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
    each_segment(d, s, assign_in, &as);
    return;
  }
  state before = *s;
  before.arrays = NULL;
  state_share_arrays(&before, s);
  as.before = &before;
  each_segment(d, s, assign_in, &as);
  state_forget_arrays(&before);
}

/* Is it a cell, perhaps of another width? */
static az_term cell_of_term(const az_store *store, az_term t) {
  az_kind kind = az_kind_of(store, t);
  if (kind == AZ_K_SEXT || kind == AZ_K_ZEXT) t = az_operand(store, t, 0);
  return az_kind_of(store, t) == AZ_K_SELECT ? t : AZ_NO_TERM;
}

/* x := A[i]: the cell is a segment of its own from now on, as it equals x. */
void relations_assigned(const segments *d, state *s, uint32_t var, az_term value) {
  az_store *store = d->context->store;
  const az_abstract_variable *x = &d->context->vars[var];
  az_term select = d->relate == RELATE_NOTHING || x->made ? AZ_NO_TERM : cell_of_term(store, value);
  uint32_t array = select ? array_of(d, s, select) : AZ_NONE;
  az_sum sum;
  if (array == AZ_NONE || d->context->vars[array].several) return;
  az_term index = az_operand(store, select, 1);
  if (!segments_sum(d, s, index, true, &sum) || !sum_admitted(d, &sum) || sum_has(&sum, x->term))
    return;
  tuple t = {.d = d, .s = s, .cells = d->arrays[array].cells, .array = array, .index = &sum};
  void *cell = segments_read(d, s, array, index);
  az_term equal = translated(&t, value);
  tell(&t, cell, x->term);
  is_equal(t.cells, cell, x->term, equal);
  segments_write(d, s, array, index, AZ_NO_TERM, cell, false);
}

/* ---- conditions ------------------------------------------------------------------------------ */

static void assume_in(void *ctx, const segmentation *a, uint32_t array, uint32_t segment) {
  const assignment *as = ctx;
  tuple t = {.d = as->d, .s = as->before, .cells = a->cells};
  (void)array;
  tell(&t, a->values[segment], as->value);
  CELLS(a->cells, assume, a->values[segment], as->value);
}

/* Can a cell of that segment with this index satisfy the condition? */
static bool can_be_in(const segments *d, state *s, uint32_t array, uint32_t segment, az_term index,
                      const az_sum *sum, az_term condition) {
  const cell_domain *c = d->arrays[array].cells;
  tuple t = {.d = d, .s = s, .cells = c, .array = array, .index = sum, .own = CELL_VALUE};
  void *cell = cells_copy(c, state_array(s, array)->values[segment]);
  az_term said = translated(&t, condition);
  tell(&t, cell, said);
  tell(&t, cell, index);
  is_equal(c, cell, c->vars[CELL_INDEX].term, index);
  CELLS(c, assume, cell, said);
  bool can = !CELLS(c, is_bottom, cell);
  cells_free(c, cell);
  return can;
}

/* x < y, told to the variables' domain in terms of 64 bits, which hold both. */
static void assume_before(const segments *d, state *s, const az_sum *x, const az_sum *y) {
  az_store *store = d->context->store;
  asked memory;
  az_oracle oracle = segments_oracle(&memory, d, s);
  const az_sum *sums[] = {x, y};
  for (int i = 0; i < 2; i++) {
    az_facts f = az_sum_facts(sums[i], &oracle);
    if (f.none || f.least < INT32_MIN || f.greatest > INT64_MAX) return;
  }
  az_term before = az_bv_slt(store, az_sum_term(store, x, 64), az_sum_term(store, y, 64));
  segments_assume(d, s, before);
}

/* Where no cell of the first or of the last segment in which the index may lie satisfies the
 * condition, the index is not there. */
static void exclude_segments(const segments *d, state *s, uint32_t array, az_term index,
                             const az_sum *sum, az_term condition) {
  for (int last = 0; last < 2 && !s->bottom; last++) {
    uint32_t low, high;
    const order o = {.d = d, .s = s};
    const segmentation *a = state_array(s, array);
    segments_locate(&o, a, sum, &low, &high);
    uint32_t segment = last ? high - 1 : low;
    if (high <= low + 1 || can_be_in(d, s, array, segment, index, sum, condition)) continue;
    if (segment == 0 || segment + 1 == segmentation_last(a)) continue;
    az_sum border = a->bounds[last ? segment : segment + 1].of[0], behind = sum_plus(sum, 1);
    assume_before(d, s, last ? sum : &border, last ? &border : &behind);
  }
}

/* The cell at that place satisfies the condition. */
static void assume_of_cell(const segments *d, state *s, az_term select, az_term condition) {
  az_term index = az_operand(d->context->store, select, 1);
  uint32_t array = array_of(d, s, select);
  az_sum sum;
  if (array == AZ_NONE || d->context->vars[array].several ||
      !segments_sum(d, s, index, true, &sum) || !sum_admitted(d, &sum))
    return;
  exclude_segments(d, s, array, index, &sum, condition);
  if (s->bottom) return;
  const cell_domain *c = d->arrays[array].cells;
  tuple t = {.d = d, .s = s, .cells = c, .array = array, .index = &sum, .own = CELL_VALUE};
  void *cell = segments_read(d, s, array, index);
  az_term said = translated(&t, condition);
  learn_read(&t, cell);
  tell(&t, cell, said);
  tell(&t, cell, index);
  is_equal(c, cell, c->vars[CELL_INDEX].term, index);
  CELLS(c, assume, cell, said);
  CELLS(c, remove, cell, CELL_READ);
  if (!CELLS(c, is_bottom, cell)) {
    segments_write(d, s, array, index, AZ_NO_TERM, cell, false);
    return;
  }
  cells_free(c, cell);
  segments_set_bottom(d, s);
}

enum { MOST_CELLS = 4 }; /* of a condition */

void relations_assume(const segments *d, state *s, az_term condition) {
  az_store *store = d->context->store;
  if (d->relate == RELATE_NOTHING) return;
  az_term cells[MOST_CELLS];
  uint32_t count = 0;
  az_visit *visit = az_visit_new(store, AZ_VISIT_PRE);
  az_visit_add(visit, condition);
  for (az_term x; (x = az_visit_next(visit));) {
    if (az_kind_of(store, x) != AZ_K_SELECT) continue;
    az_visit_skip(visit);
    if (count < MOST_CELLS) cells[count++] = x;
  }
  az_visit_free(visit);
  for (uint32_t i = 0; i < count && !s->bottom; i++) assume_of_cell(d, s, cells[i], condition);
  if (count || s->bottom) return;
  assignment as = {.d = d, .before = s, .value = condition};
  each_segment(d, s, assume_in, &as);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Is the index known to be one of the array's? */
static bool is_within(const order *o, const segmentation *a, const az_sum *index) {
  az_sum zero = {0};
  return order_at_most(o, &zero, index, 0) &&
         order_sum_bound(o, index, &a->bounds[segmentation_last(a)], 1);
}

/* What another array's segment says of the tuple at this index, before the cell changes. */
static void learn_from(const tuple *t, uint32_t other, az_term index, void *cell) {
  const cell_domain *c = t->cells;
  void *there = segments_read(t->d, t->s, other, index);
  if (c->of[t->array] != AZ_NONE) CELLS(c, remove, there, c->of[t->array]);
  CELLS(c, rename, there, CELL_VALUE, c->of[other]);
  meet_and_free(c, cell, there);
}

/* The value that is overwritten, for a[i] = a[i] + 1. */
static void learn_old(const tuple *t, az_term index, void *cell) {
  void *old = segments_read(t->d, t->s, t->array, index);
  CELLS(t->cells, rename, old, CELL_VALUE, CELL_READ);
  meet_and_free(t->cells, cell, old);
}

static bool reads(const segments *d, const state *s, az_term value, uint32_t array,
                  const az_sum *index) {
  az_store *store = d->context->store;
  bool found = false;
  az_visit *visit = az_visit_new(store, AZ_VISIT_PRE);
  if (value) az_visit_add(visit, value);
  for (az_term x; (x = az_visit_next(visit));)
    found = found || (az_kind_of(store, x) == AZ_K_SELECT && array_of(d, s, x) == array &&
                      is_at(d, s, az_operand(store, x, 1), index));
  az_visit_free(visit);
  return found;
}

/* Bounds of other arrays' cells at the index, which may have another form. */
static void tell_cells(const tuple *t, void *cell, az_term index, az_term value) {
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
  az_term written = value ? translated(&t, value) : AZ_NO_TERM;
  if (!updates) learn_read(&t, cell);
  tell_cells(&t, cell, index, value);
  if (index) {
    CELLS(c, refine, cell, CELL_INDEX, segments_facts(d, s, index, false));
    tell(&t, cell, index);
    is_equal(c, cell, c->vars[CELL_INDEX].term, index);
  }
  if (written) {
    tell(&t, cell, written);
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
