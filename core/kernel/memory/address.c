/* Conversion of pointers to integers and back. The address of an object is a variable, its base;
 * the integer of a pointer is the base plus the offset. */
#include "memory/linear.h"
#include "memory/memory_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static az_term computed_pointer(az_memory *m, const az_memory_report *report) {
  static const char cause[] = "pointer computed from integers";
  az_term fresh = az_memory_unknown(m, az_sort_bv(az_pointer_width(m->p)), report, cause);
  az_memory_points_to(m, fresh, &az_points_anywhere);
  return fresh;
}

/* The name of a base begins with this; the number of its instance follows, and brackets for a site:
 * in the formula of another program, the number may be that of an object. */
static const char base_prefix[] = "base!";

static az_term base_of(az_memory *m, uint32_t id, az_term object) {
  char name[24];
  const az_instance *inst = az_memory_instance(m, id);
  bool site = inst && inst->is_site;
  snprintf(name, sizeof name, "%s%u%s", base_prefix, id, site ? "[]" : "");
  az_sort sort = az_sort_bv(m->p->pointer_bits);
  if (!site) return az_var(m->s, sort, name);
  az_term bases = az_var(m->s, az_sort_array(AZ_INSTANCE_NUMBER_BITS, sort), name);
  return az_select(m->s, bases, az_memory_instance_number(m, object));
}

/* Returns the address of a pointer to an unknown object: equal pointers have equal addresses. */
static az_term unknown_address(az_memory *m, az_term pointer, const az_memory_report *report) {
  az_sort of_all = az_sort_array(az_pointer_width(m->p), az_sort_bv(m->p->pointer_bits));
  az_memory_unknown(m, az_sort_bool(), report, "address of an unknown object");
  return az_select(m->s, az_var(m->s, of_all, "address!"), pointer);
}

az_term az_mem_pointer_to_int(az_memory *m, az_term pointer, const az_memory_report *report) {
  ptrdiff_t known = hmgeti(m->integers, pointer);
  if (known >= 0) return m->integers[known].value;
  /* Integers may wrap. */
  az_term offset = az_bv_without_nsw(m->s, az_pointer_offset(m->p, pointer)),
          object = az_pointer_object(m->p, pointer);
  uint64_t id;
  az_term result;
  az_points_to own = az_memory_own_targets(m, pointer);
  az_memory_take_address(m, &own);
  arrfree(own.ids);
  if (az_const_u64(m->s, object, &id)) { /* includes functions, which are not instances */
    m->addresses |= id != 0;
    result = id ? az_bv_add(m->s, base_of(m, (uint32_t)id, object), offset) : offset;
  } else {
    az_points_to set = az_memory_targets(m, pointer);
    m->addresses = true;
    result = set.flags || !arrlenu(set.ids) ? unknown_address(m, pointer, report) : AZ_NO_TERM;
    for (size_t i = 0; i < arrlenu(set.ids); i++) {
      az_term value = set.ids[i] ? az_bv_add(m->s, base_of(m, set.ids[i], object), offset) : offset;
      az_term is = az_memory_is(m, object, set.ids[i]);
      result = result ? az_ite(m->s, is, value, result) : value;
    }
    arrfree(set.ids);
  }
  return result;
}

/* Returns the greatest alignment among the scalars of the type. */
static uint64_t natural_alignment(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  uint64_t most = 1;
  if (t->kind == AZ_T_ARRAY) return natural_alignment(p, t->element);
  if (t->kind != AZ_T_RECORD) return t->bytes;
  for (uint32_t i = 0; i < t->field_count; i++) {
    uint64_t align = natural_alignment(p, t->fields[i].type);
    if (align > most) most = align;
  }
  return most;
}

/* Returns the alignment that every compiler for the data model guarantees. Clang aligns long arrays
 * to 16 bytes, and on i386 doubles to 8, which C does not require. */
static uint64_t alignment(const az_memory *m, const az_instance *inst) {
  enum { LONG_ARRAY = 16 };
  if (inst->object == AZ_NONE) { /* allocated: suits every scalar of that size (C17 7.22.3) */
    uint64_t most = m->p->pointer_bits / 4, bytes;
    if (!inst->is_heap || !az_const_u64(m->s, inst->size, &bytes)) return 1;
    while (most > bytes) most /= 2;
    return most ? most : 1;
  }
  const az_object *o = &m->p->objects[inst->object];
  uint64_t align = o->align;
  if (m->p->pointer_bits < 64 && align > m->p->pointer_bits / 8) align = m->p->pointer_bits / 8;
  if (m->p->types[o->type].kind == AZ_T_ARRAY && align == LONG_ARRAY)
    align = natural_alignment(m->p, o->type);
  return align && !(align & (align - 1)) && align <= o->align ? align : 1;
}

/* Reports the alignment of an object. A heap object of unknown size is aligned to each power of two
 * that is at most its size and at most twice the size of a pointer. */
static void alignment_facts(az_memory *m, const az_instance *inst, az_term base,
                            az_address_fact fact, void *ctx) {
  az_store *s = m->s;
  uint32_t w = m->p->pointer_bits;
  bool known = az_is_const(s, inst->size) || !inst->is_heap;
  uint64_t least = known ? alignment(m, inst) : 2, most = known ? least : w / 4;
  for (uint64_t align = least; align <= most; align *= 2) {
    az_term low = az_bv_and(s, base, az_bv(s, w, align - 1));
    az_term is = az_eq_value(s, low, 0);
    fact(ctx, known ? is : az_or(s, az_bv_ult(s, inst->size, az_bv(s, w, align)), is));
  }
}

void az_mem_address_facts(az_memory *m, az_term pointer, az_address_fact fact, void *ctx) {
  az_points_to set = az_memory_targets(m, pointer);
  az_store *s = m->s;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    const az_instance *inst = set.ids[i] ? az_memory_instance(m, set.ids[i]) : NULL;
    uint64_t bytes;
    if (!inst || inst->is_site) continue;
    bool is_const = az_const_u64(s, inst->size, &bytes);
    if (is_const && bytes >> (m->p->pointer_bits - 1)) continue; /* no such object exists */
    az_term base = base_of(m, set.ids[i], az_memory_id(m, set.ids[i]));
    az_term zero = az_zero_of(s, az_sort_of(s, base)), none = az_bv_sle(s, inst->size, zero);
    fact(ctx, az_or(s, none, az_ne(s, base, zero)));
    az_term filled = az_ne(s, inst->size, zero);
    fact(ctx, az_or(s, filled, az_ne(s, base, zero)));
    fact(ctx, az_or(s, none, az_bv_ult(s, base, az_bv_neg(s, inst->size))));
    alignment_facts(m, inst, base, fact, ctx);
  }
  arrfree(set.ids);
}

#define SEVERAL UINT32_MAX /* addresses of several objects */
static bool is_base(const az_store *s, az_term t) {
  return az_kind_of(s, t) == AZ_K_VAR &&
         !strncmp(az_var_name(s, t), base_prefix, sizeof base_prefix - 1);
}

/* Returns the base that the term mentions, SEVERAL or none. As terms do not change, each is visited
 * once. */
static az_term base_in(az_memory *m, az_term t) {
  az_store *s = m->s;
  az_visit_add(m->seen, t);
  for (az_term x; (x = az_visit_next(m->seen));) {
    az_term base = is_base(s, x) ? x : AZ_NO_TERM;
    for (uint32_t i = 0; i < az_arity(s, x); i++) {
      az_term other = m->of_base[az_operand(s, x, i)];
      if (other) base = base && base != other ? SEVERAL : other;
    }
    m->of_base = az_by_term(m->of_base, &m->of_base_terms, x, sizeof *m->of_base);
    m->of_base[x] = base;
  }
  return m->of_base[t];
}

typedef struct conversion {
  az_memory *m;
  const az_memory_report *report;
} conversion;

static uint32_t number_of_base(const az_memory *m, az_term base) {
  return (uint32_t)strtoul(az_var_name(m->s, base) + sizeof base_prefix - 1, NULL, 10);
}

/* Returns the only base that the integer is computed from, or AZ_NO_TERM if there are several or
 * the object belongs to a site. */
static az_term only_base(az_memory *m, az_term integer) {
  az_term base = base_in(m, integer);
  bool one = base && base != SEVERAL;
  const az_instance *of = one ? az_memory_instance(m, number_of_base(m, base)) : NULL;
  return of && !of->is_site ? base : AZ_NO_TERM; /* a function has no bytes */
}

/* Returns the pointer of an integer that is computed from one base, but not by addition (a mask,
 * for example): it points to the object of the base if the integer is an address in that object. */
static az_term pointer_within(const conversion *c, az_term integer, az_term base) {
  az_memory *m = c->m;
  az_store *s = m->s;
  const uint32_t id = number_of_base(m, base);
  az_term offset = az_bv_sub(s, integer, base);
  az_term inside = az_bv_ule(s, offset, m->instances[id].size);
  az_term null = az_eq_value(s, integer, 0);
  az_term other = computed_pointer(m, c->report);
  other = az_ite(s, null, az_null(m->p), other);
  return az_ite(s, inside, az_concat(s, az_memory_id(m, id), offset), other);
}

/* Returns the pointer of an integer that is not an ite. */
static az_term pointer_of(void *ctx, az_term integer) {
  const conversion *c = ctx;
  az_memory *m = c->m;
  az_store *s = m->s;
  if (!base_in(m, integer) && (az_is_const(s, integer) || !m->addresses)) {
    /* An integer that is not computed from an address points to no object. That is a guess if the
     * integer is a variable, as in a loop-back state: its value may be an address. */
    m->guesses += !az_is_const(s, integer);
    return az_concat(s, az_memory_id(m, 0), integer);
  }
  assert(az_sort_of(s, integer) == az_sort_bv(m->p->pointer_bits));
  az_linear_form form = az_linear_of(s, integer);
  uint32_t at = AZ_NONE;
  bool other = false;
  for (uint32_t i = 0; i < form.count; i++) {
    if (!base_in(m, form.terms[i])) continue;
    if (is_base(s, form.terms[i]) && form.coefficients[i] == 1 && at == AZ_NONE)
      at = i;
    else
      other = true;
  }
  if (at == AZ_NONE || other) {
    az_term base = only_base(m, integer);
    return base ? pointer_within(c, integer, base) : computed_pointer(m, c->report);
  }
  uint32_t id = number_of_base(m, form.terms[at]);
  assert(id < arrlenu(m->instances));
  az_term offset = az_bv_sub(s, integer, form.terms[at]);
  return az_concat(s, az_memory_id(m, id), offset);
}

az_term az_mem_int_to_pointer(az_memory *m, az_term integer, const az_memory_report *report) {
  conversion c = {m, report};
  az_term pointer = az_map_choices(m->s, integer, pointer_of, &c);
  hmput(m->integers, pointer, integer);
  return pointer;
}
