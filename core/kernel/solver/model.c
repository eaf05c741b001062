/* Lazy evaluation under a back end's model: evaluates only the selected branch of an if-then-else,
 * and only the selected cell of an array. Each term is computed once for each model; one increment
 * drops all values. The back end returns values of variables; a defined variable has the value of
 * its definition; an array variable has the values of its reads, and zeros elsewhere. */
#include "lower.h"
#include "ansatz/allocate.h"
#include "base/check.h"

#include <stb/stb_ds.h>
#include <string.h>

typedef struct memo {
  uint32_t stamp;
  az_term value;
} memo;

typedef struct cell_entry {
  az_term key, value; /* index and element, constants */
} cell_entry;

typedef struct frame {
  az_term t;
  az_term at, index; /* SELECT: the array that the search for the cell has reached, and its index */
} frame;

struct az_model {
  az_model_source from;
  memo *memos[2]; /* by term: [0] the back end's values, [1] exact values */
  size_t terms[2];
  uint32_t stamp;
  struct {
    az_term key;
    cell_entry *value;
  } *arrays; /* cells of array variables, filled on demand */
  frame *stack;
  bool sure;
};

az_model *az_model_new(const az_model_source *source) {
  az_model *m = az_calloc(1, sizeof *m);
  m->from = *source;
  m->stamp = 1;
  return m;
}

static void forget_arrays(az_model *m) {
  for (size_t i = 0; i < hmlenu(m->arrays); i++) hmfree(m->arrays[i].value);
  hmfree(m->arrays);
}

void az_model_free(az_model *m) {
  if (!m) return;
  forget_arrays(m);
  free(m->memos[0]);
  free(m->memos[1]);
  arrfree(m->stack);
  free(m);
}

void az_model_reset(az_model *m) {
  if (hmlenu(m->arrays)) forget_arrays(m);
  if (++m->stamp == 0) {
    for (int e = 0; e < 2; e++) memset(m->memos[e], 0, m->terms[e] * sizeof(memo));
    m->stamp = 1;
  }
}

static az_term recall(const az_model *m, int exact, az_term t) {
  return t < m->terms[exact] && m->memos[exact][t].stamp == m->stamp ? m->memos[exact][t].value
                                                                     : AZ_NO_TERM;
}

static void remember(az_model *m, int exact, az_term t, az_term value) {
  assert(az_sort_of(m->from.store, value) == az_sort_of(m->from.store, t));
  m->memos[exact] = az_by_term(m->memos[exact], &m->terms[exact], t, sizeof(memo));
  m->memos[exact][t] = (memo){m->stamp, value};
}

static az_term evaluate(az_model *m, az_term t, int exact);

/* Returns the back end's value of a lowered variable at `sort`: bits become floats. */
static az_term raw_value(const az_model *m, az_term var, az_sort sort) {
  az_store *store = m->from.store;
  if (!m->from.active(m->from.ctx, var)) return az_zero_of(store, sort);
  const az_term value = m->from.value(m->from.ctx, var);
  return az_sort_of(store, value) == sort
             ? value
             : az_float_bits(store, sort, az_const_limbs(store, value));
}

static cell_entry *cells_of(az_model *m, az_term base) {
  ptrdiff_t i = hmgeti(m->arrays, base);
  if (i >= 0) return m->arrays[i].value;
  const az_sort element = az_sort_element(az_sort_of(m->from.store, base));
  const az_term *vars;
  cell_entry *cells = NULL;
  const size_t n = m->from.reads(m->from.ctx, base, &vars);
  for (size_t k = 0; k < n; k++) {
    assert(az_special_of(m->from.lowering, vars[k])->kind == AZ_SPECIAL_READ);
    const az_term index = evaluate(m, az_special_of(m->from.lowering, vars[k])->index, 0);
    assert(az_is_const(m->from.store, index));
    hmput(cells, index, raw_value(m, vars[k], element));
  }
  hmput(m->arrays, base, cells);
  return cells;
}

/* Returns the array of a variable: its known cells, stored over zeros. */
static az_term whole_array(az_model *m, az_term var) {
  az_store *store = m->from.store;
  const cell_entry *cells = cells_of(m, var);
  az_term array = az_zero_of(store, az_sort_of(store, var));
  for (size_t i = 0; i < hmlenu(cells); i++)
    array = az_store_at(store, array, cells[i].key, cells[i].value);
  return array;
}

static az_term want(az_model *m, az_term t, int exact) {
  const az_term value = recall(m, exact, t);
  if (!value) arrput(m->stack, ((frame){t, 0, 0}));
  return value;
}

static az_term step_variable(az_model *m, az_term t, int exact) {
  az_store *store = m->from.store;
  const az_sort sort = az_sort_of(store, t);
  const az_special *special = az_special_of(m->from.lowering, t);
  const bool active = m->from.active(m->from.ctx, t);
  if (special && special->kind != AZ_SPECIAL_DEFINED) return raw_value(m, t, sort);
  /* In lowered terms (exact == 0), for example while cells are filled, the back end's value of a
   * defined variable is equal to the value of its definition. */
  if (active && !exact) return raw_value(m, t, sort);
  const az_term definition = az_definition(m->from.lowering, t);
  if (definition) return want(m, definition, exact);
  if (az_sort_kind_of(sort) == AZ_SORT_ARRAY) return whole_array(m, t);
  if (az_sort_kind_of(sort) == AZ_SORT_FLOAT && !(m->from.features & AZ_BACKEND_FLOATS)) {
    const az_term bits = az_float_variable_bits(m->from.lowering, t);
    return bits ? raw_value(m, bits, sort) : az_zero_of(store, sort);
  }
  return raw_value(m, t, sort);
}

/* Makes one step of a read: descends as far as values are known. */
static az_term step_select(az_model *m, size_t top, int exact) {
  az_store *store = m->from.store;
  for (;;) {
    const az_term array = m->stack[top].at, index = m->stack[top].index;
    switch (az_kind_of(store, array)) {
    case AZ_K_STORE: {
      const az_term at = want(m, az_operand(store, array, 1), exact);
      if (!at) return AZ_NO_TERM;
      if (at == index) return want(m, az_operand(store, array, 2), exact);
      m->stack[top].at = az_operand(store, array, 0);
      break;
    }
    case AZ_K_ITE: {
      const az_term condition = want(m, az_operand(store, array, 0), exact);
      if (!condition) return AZ_NO_TERM;
      m->stack[top].at = az_operand(store, array, az_is_true(store, condition) ? 1 : 2);
      break;
    }
    case AZ_K_CONST_ARRAY: return want(m, az_operand(store, array, 0), exact);
    case AZ_K_SPLICE: {
      const az_term window = want(m, az_operand(store, array, 2), exact);
      if (!window) return AZ_NO_TERM;
      const bool covers = az_is_true(store, az_splice_covers(store, array, window, index));
      const az_term source = covers ? az_splice_source(store, array, window, index) : index;
      m->stack[top].index = source;
      m->stack[top].at = az_operand(store, array, covers ? 1 : 0);
      break;
    }
    default: {
      const az_term definition = az_definition(m->from.lowering, array);
      if (definition) {
        m->stack[top].at = definition;
        break;
      }
      cell_entry *cells = cells_of(m, array);
      const ptrdiff_t i = cells ? hmgeti(cells, index) : -1;
      return i >= 0 ? cells[i].value : az_zero_of(store, az_sort_element(az_sort_of(store, array)));
    }
    }
  }
}

static az_term step(az_model *m, size_t top, int exact) {
  az_store *store = m->from.store;
  const az_term t = m->stack[top].t;
  const az_kind kind = az_kind_of(store, t);
  if (kind == AZ_K_CONST) return t;
  if (kind == AZ_K_VAR) return step_variable(m, t, exact);
  if (kind == AZ_K_ITE) {
    const az_term condition = want(m, az_operand(store, t, 0), exact);
    return condition ? want(m, az_operand(store, t, az_is_true(store, condition) ? 1 : 2), exact)
                     : AZ_NO_TERM;
  }
  if (kind == AZ_K_AND) {
    const az_term a = want(m, az_operand(store, t, 0), exact);
    return !a || az_is_false(store, a) ? a : want(m, az_operand(store, t, 1), exact);
  }
  if (kind == AZ_K_SELECT) {
    const az_term index = want(m, az_operand(store, t, 1), exact);
    if (!index) return AZ_NO_TERM;
    if (!m->stack[top].at) {
      m->stack[top].at = az_operand(store, t, 0);
      m->stack[top].index = index;
    }
    return step_select(m, top, exact);
  }
  const az_term stand_in = az_abstraction_of(m->from.lowering, t);
  const bool known = stand_in && m->from.active(m->from.ctx, stand_in);
  if (known && !exact) return raw_value(m, stand_in, az_sort_of(store, t));
  const uint32_t arity = az_arity(store, t);
  az_term operands[3];
  bool ready = true;
  for (uint32_t i = 0; i < arity; i++) {
    operands[i] = want(m, az_operand(store, t, i), exact);
    ready = ready && operands[i];
  }
  if (!ready) return AZ_NO_TERM;
  const az_term value = az_rebuild(store, t, operands);
  if (az_is_const(store, value) || az_sort_kind_of(az_sort_of(store, t)) == AZ_SORT_ARRAY)
    return value;
  /* Any value is right (a float outside the integer's range), or folding cannot compute it. */
  if (kind != AZ_K_F_TO_SBV && kind != AZ_K_F_TO_UBV) m->sure = false;
  return known ? raw_value(m, stand_in, az_sort_of(store, t))
               : az_zero_of(store, az_sort_of(store, t));
}

static az_term evaluate(az_model *m, az_term t, int exact) {
  const az_term known = recall(m, exact, t);
  if (known) return known;
  const size_t base = arrlenu(m->stack);
  arrput(m->stack, ((frame){t, 0, 0}));
  while (arrlenu(m->stack) > base) {
    const size_t top = arrlenu(m->stack) - 1;
    const az_term u = m->stack[top].t;
    az_term value = recall(m, exact, u);
    if (!value && (value = step(m, top, exact))) remember(m, exact, u, value);
    if (value) (void)arrpop(m->stack);
  }
  return recall(m, exact, t);
}

az_term az_model_value(az_model *m, az_term t) {
  return evaluate(m, t, 0);
}

az_term az_model_known(const az_model *m, az_term t) {
  return az_is_const(m->from.store, t) ? t : recall(m, 0, t);
}

az_term az_model_exact(az_model *m, az_term t, bool *sure) {
  m->sure = *sure;
  const az_term value = evaluate(m, t, 1);
  *sure = m->sure;
  return value;
}
