/* Registers, and the actions of the current edge. A register exists within one block and stands for
 * a term over abstract variables. A register that was read from a cell stands for the cell's
 * variable, so that a condition on the register is a condition on the cell. If such a variable is
 * overwritten while the register is still needed, a temporary keeps the register's value. */
#include "abstract/internal.h"
#include <stdlib.h>

/* Binds the address variable of a local to the address of the frame's object. */
static void bind_address(az_abstract *a, az_term var) {
  ptrdiff_t at = hmgeti(a->memory.address_of, var);
  if (at < 0 || a->memory.address_of[at].value.stamp == a->now.b->stamp) return;
  a->memory.address_of[at].value.stamp = a->now.b->stamp;
  uint32_t number = eq_object_of_local(a, a->now.b->frame, a->memory.address_of[at].value.object);
  if (number != AZ_NONE) az_subst_bind(a->now.b->subst, var, eq_object_part(a, number));
}

az_term eq_translated(az_abstract *a, az_term t) {
  if (!t) return t;
  az_visit_forget(a->now.cone);
  az_visit_add(a->now.cone, t);
  for (az_term v; (v = az_visit_next(a->now.cone));)
    if (az_kind_of(a->s, v) == AZ_K_VAR) bind_address(a, v);
  return az_subst_apply(a->now.b->subst, t);
}

void eq_bind(az_abstract *a, az_term reg, az_term value) {
  if (az_sort_of(a->s, reg) != az_sort_of(a->s, value)) return; /* the register stays unknown */
  assert(az_kind_of(a->s, reg) == AZ_K_VAR && reg != value);
  az_subst_bind(a->now.b->subst, reg, value);
  uint32_t last = !a->now.dry && reg < a->text.last_use_terms ? a->text.last_use[reg] : 0;
  if (last) arrput(a->now.b->live, ((held){reg, value, last - 1}));
}

static bool mentions(az_abstract *a, az_term t, az_term var) {
  if (t < var) return false; /* operands have smaller numbers */
  az_visit_forget(a->now.cone);
  az_visit_add(a->now.cone, t);
  for (az_term v; (v = az_visit_next(a->now.cone));)
    if (v == var) return true;
  return false;
}

static void rebind_all(az_abstract *a) {
  block_state *b = a->now.b;
  az_subst_reset(b->subst);
  b->stamp = ++a->now.stamp; /* addresses have to be bound again */
  for (size_t i = 0; i < arrlenu(b->live); i++)
    az_subst_bind(b->subst, b->live[i].reg, b->live[i].value);
}

/* Returns whether the part mentions a pointer's variable, which may be assigned later. */
static bool reads_pointer(az_abstract *a, az_term part) {
  az_visit_forget(a->now.cone);
  az_visit_add(a->now.cone, part);
  for (az_term v; (v = az_visit_next(a->now.cone));) {
    ptrdiff_t at = az_kind_of(a->s, v) == AZ_K_VAR ? hmgeti(a->variables.var_of, v) : -1;
    if (at >= 0 && a->variables.all[a->variables.var_of[at].value].kind == AZ_ABSTRACT_POINTER)
      return true;
  }
  return false;
}

static az_term kept_in(az_abstract *a, uint32_t var, az_term value) {
  eq_emit(a, (az_action){.kind = AZ_ACTION_ADD, .var = var});
  eq_emit(a, (az_action){.kind = AZ_ACTION_ASSIGN, .var = var, .value = value});
  return eq_variable_term(a, var);
}

az_term eq_kept(az_abstract *a, az_term value) {
  az_sort sort = az_sort_of(a->s, value);
  uint32_t width = az_sort_width(sort);
  if (az_sort_kind_of(sort) == AZ_SORT_BV && width <= 64) {
    return kept_in(a, eq_temporary(a, width, true), value);
  }
  if (sort == az_sort_bv(az_pointer_width(a->p))) {
    pointees set = eq_pointees_of(a, value);
    az_term offset = az_pointer_offset(a->p, value);
    uint64_t unit = eq_unit_of(a, eq_step_of(a, offset));
    az_term units = unit > 1 ? eq_in_units(a, unit, offset) : AZ_NO_TERM;
    offset = units ? az_bv_mul_nsw(a->s, kept_in(a, eq_counter(a, unit), units), unit)
                   : eq_kept(a, offset);
    az_term part = eq_part_of(a, value);
    bool one = arrlenu(set.objects) == 1 && !set.null && !set.anything;
    if (!one && !a->now.dry && reads_pointer(a, part))
      part = kept_in(a, eq_pointer_temporary(a, false), part);
    az_term pointer = eq_pointer_with(a, &set, part, offset);
    eq_pointees_free(&set);
    return pointer;
  }
  return az_fresh(a->s, sort, "unknown");
}

static void forget_dead(block_state *b) {
  size_t n = 0;
  for (size_t i = 0; i < arrlenu(b->live); i++)
    if (b->live[i].last_use > b->at) b->live[n++] = b->live[i];
  if (b->live) arrsetlen(b->live, n);
}

/* Keeps the values of registers that read the variable, since the variable gets another value. */
static void keep_readers(az_abstract *a, uint32_t var) {
  if (a->now.dry || !a->now.b) return;
  block_state *b = a->now.b;
  forget_dead(b);
  az_term term = eq_variable_term(a, var);
  bool changed = false;
  for (size_t i = 0; i < arrlenu(b->live); i++) {
    if (!mentions(a, b->live[i].value, term)) continue;
    b->live[i].value = eq_kept(a, b->live[i].value);
    changed = true;
  }
  if (changed) rebind_all(a);
}

static bool is_constant(az_abstract *a, az_term t) {
  az_visit_forget(a->now.cone);
  az_visit_add(a->now.cone, t);
  for (az_term v; (v = az_visit_next(a->now.cone));)
    if (az_kind_of(a->s, v) == AZ_K_VAR) return false;
  return true;
}

void eq_keep_all(az_abstract *a) {
  if (a->now.dry) return;
  block_state *b = a->now.b;
  forget_dead(b);
  bool changed = false;
  for (size_t i = 0; i < arrlenu(b->live); i++) {
    bool own = false; /* the value is a temporary of this block */
    for (size_t k = 0; k < arrlenu(b->temps) && !own; k++)
      own = b->live[i].value == eq_variable_term(a, b->temps[k]);
    if (own || is_constant(a, b->live[i].value)) continue;
    b->live[i].value = eq_kept(a, b->live[i].value);
    changed = true;
  }
  if (changed) rebind_all(a);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Returns the value; AZ_NO_TERM (any value) if it is a variable without an abstract variable. */
static az_term known(az_abstract *a, az_term value) {
  bool unknown =
      value && az_kind_of(a->s, value) == AZ_K_VAR && hmgeti(a->variables.var_of, value) < 0;
  return unknown ? AZ_NO_TERM : value;
}

void eq_emit_add(az_abstract *a, uint32_t var, az_term length) {
  if (a->now.dry || var == AZ_NONE) return;
  keep_readers(a, var);
  eq_emit(a, (az_action){.kind = AZ_ACTION_ADD, .var = var, .value = length});
}

void eq_emit_remove(az_abstract *a, uint32_t var) {
  if (a->now.dry || var == AZ_NONE) return;
  keep_readers(a, var);
  eq_emit(a, (az_action){.kind = AZ_ACTION_REMOVE, .var = var});
}

void eq_emit_assign(az_abstract *a, uint32_t var, az_term value, bool weak) {
  if (a->now.dry || var == AZ_NONE) return;
  keep_readers(a, var);
  eq_emit(
      a, (az_action){.kind = AZ_ACTION_ASSIGN, .var = var, .value = known(a, value), .weak = weak});
}

void eq_emit_write(az_abstract *a, uint32_t var, az_term index, az_term behind, az_term value,
                   bool weak) {
  if (a->now.dry || var == AZ_NONE) return;
  keep_readers(a, var);
  eq_emit(a, (az_action){.kind = AZ_ACTION_WRITE,
                         .var = var,
                         .index = index,
                         .behind = behind,
                         .value = known(a, value),
                         .weak = weak});
}

/* Assigns a target to a pointer; any target if `part` is AZ_NO_TERM. */
void eq_assign_part(az_abstract *a, uint32_t number, uint32_t leaf, az_term part, bool weak) {
  uint32_t var = eq_part_of_cell(a, number, leaf);
  if (var != AZ_NONE) eq_emit_assign(a, var, part, weak);
}
