/* Adds auxiliary variables [owicki1976] that remember where a value was found: where the program
 * does x := A[i], the variable `index(x)` becomes i. With them, "some element of A is x", which has
 * a quantifier, becomes A[index(x)] == x, a claim like any other: the index is its witness. They do
 * not change the program, which never uses their values. Where x is read, index(x) is read as well,
 * so that a loop that depends on x is known to depend on index(x). */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct source { /* the source of a register's value */
  az_term reg, index;   /* the register was read from a cell with this index */
} source;

typedef struct witnesses {
  az_program *p;
  az_function *f;
  uint32_t number; /* of the function */
  struct {
    az_term key; /* address of x */
    uint32_t value;
  } *of; /* stb_ds: its index(x) */
} witnesses;

/* Returns the index of the loaded cell, or AZ_NO_TERM for a constant place outside an array. */
static az_term index_of(const az_program *p, const az_stmt *load) {
  uint32_t object, bytes = az_sort_width(az_sort_of(p->store, load->result)) / 8;
  az_term offset = az_pointer_offset(p, load->ptr), base = graph_base(p, load->ptr, &object);
  if (!bytes || bytes > 8) return AZ_NO_TERM;
  for (uint32_t i = 0; base && i < p->object_count; i++)
    if (p->objects[i].address == base) object = i;
  if (az_is_const(p->store, offset) &&
      (object == AZ_NONE || p->types[p->objects[object].type].kind != AZ_T_ARRAY))
    return AZ_NO_TERM;
  return az_bv_udiv(p->store, offset, az_bv(p->store, p->pointer_bits, bytes));
}

static void note_source(source **sources, const az_program *p, const az_stmt *s) {
  if (s->kind != AZ_S_LOAD || az_sort_kind_of(az_sort_of(p->store, s->result)) != AZ_SORT_BV)
    return;
  source read = {s->result, index_of(p, s)};
  if (read.index) arrput(*sources, read);
}

/* Returns the index of the cell from which the stored value was read, or AZ_NO_TERM. */
static az_term stored_index(const witnesses *w, const source *sources, const az_stmt *s) {
  const az_store *store = w->p->store;
  az_term value = s->value;
  if (s->kind != AZ_S_STORE) return AZ_NO_TERM;
  az_kind kind = az_kind_of(store, value);
  if (kind == AZ_K_SEXT || kind == AZ_K_ZEXT) value = az_operand(store, value, 0);
  for (size_t i = 0; i < arrlenu(sources); i++)
    if (sources[i].reg == value) return sources[i].index;
  return AZ_NO_TERM;
}

/* Returns the accessed address if it is an integer variable's in the function, else AZ_NO_TERM. */
static az_term variable_of(const witnesses *w, const az_stmt *s) {
  const az_program *p = w->p;
  uint64_t offset;
  uint32_t object;
  if (s->kind != AZ_S_STORE && s->kind != AZ_S_LOAD) return AZ_NO_TERM;
  az_term base = graph_base(p, s->ptr, &object);
  if (!base || !az_const_u64(p->store, az_pointer_offset(p, s->ptr), &offset) || offset)
    return AZ_NO_TERM;
  for (uint32_t i = 0; i < w->f->local_count; i++) {
    const az_object *o = &p->objects[w->f->locals[i]];
    if (o->address == base && o->kind == AZ_OBJ_LOCAL && p->types[o->type].kind == AZ_T_INT)
      return base;
  }
  return AZ_NO_TERM;
}

static az_type type_of_indices(az_program *p) {
  for (az_type t = 1; t < p->type_count; t++)
    if (p->types[t].kind == AZ_T_INT && p->types[t].width == p->pointer_bits &&
        !p->types[t].is_signed)
      return t;
  az_type_info *types = AZ_COPY(p->arena, p->types, p->type_count, p->type_count + 1);
  types[p->type_count] = (az_type_info){.kind = AZ_T_INT,
                                        .name = "unsigned long",
                                        .bytes = p->pointer_bits / 8,
                                        .width = p->pointer_bits,
                                        .sort = az_sort_bv(p->pointer_bits)};
  p->types = types;
  return p->type_count++;
}

static void add_witness(witnesses *w, az_term variable) {
  az_program *p = w->p;
  az_function *f = w->f;
  if (hmgeti(w->of, variable) >= 0) return;
  az_object o = {
      .kind = AZ_OBJ_LOCAL, .type = type_of_indices(p), .align = 1, .function = w->number};
  for (uint32_t i = 0; i < p->object_count; i++)
    if (p->objects[i].address == variable) {
      o.name = az_arena_printf(p->arena, "index(%s)", p->objects[i].name);
      o.loc = p->objects[i].loc;
    }
  uint32_t object = p->object_count;
  o.bytes = p->pointer_bits / 8;
  o.address = az_var(p->store, az_sort_bv(AZ_OBJECT_BITS),
                     az_arena_printf(p->arena, "&%s#%u", o.name, object));
  az_object *objects = AZ_COPY(p->arena, p->objects, object, object + 1);
  objects[object] = o;
  p->objects = objects;
  p->object_count++;
  uint32_t *locals = AZ_COPY(p->arena, f->locals, f->local_count, f->local_count + 1);
  locals[f->local_count++] = object;
  f->locals = locals;
  hmput(w->of, variable, object);
}

static void find(witnesses *w) {
  for (uint32_t b = 0; b < w->f->block_count; b++) {
    source *sources = NULL;
    for (uint32_t i = 0; i < w->f->blocks[b].stmt_count; i++) {
      const az_stmt *s = &w->f->blocks[b].stmts[i];
      note_source(&sources, w->p, s);
      az_term variable = stored_index(w, sources, s) ? variable_of(w, s) : AZ_NO_TERM;
      if (variable) add_witness(w, variable);
    }
    arrfree(sources);
  }
}

/* Returns a store of `value` to the object, or a load if `value` is 0. */
static az_stmt access_to(const witnesses *w, uint32_t object, az_loc loc, az_term value) {
  az_program *p = w->p;
  az_stmt s = az_stmt_at(value ? AZ_S_STORE : AZ_S_LOAD, loc);
  s.type = p->objects[object].type;
  s.value = value;
  s.ptr = az_pointer(p, p->objects[object].address, az_bv(p->store, p->pointer_bits, 0));
  if (!value) s.result = az_fresh(p->store, az_sort_bv(p->pointer_bits), "witness");
  return s;
}

static void rewrite(witnesses *w, az_block *block, bool is_entry) {
  az_program *p = w->p;
  source *sources = NULL;
  az_stmt *out = NULL; /* stb_ds */
  for (size_t i = 0; is_entry && i < hmlenu(w->of); i++)
    arrput(out, access_to(w, w->of[i].value, w->f->loc, az_bv(p->store, p->pointer_bits, 0)));
  for (uint32_t i = 0; i < block->stmt_count; i++) {
    az_stmt s = block->stmts[i];
    arrput(out, s);
    note_source(&sources, p, &s);
    az_term variable = variable_of(w, &s), index = stored_index(w, sources, &s);
    ptrdiff_t at = variable ? hmgeti(w->of, variable) : -1;
    if (at >= 0 && (index || s.kind == AZ_S_LOAD))
      arrput(out, access_to(w, w->of[at].value, s.loc, s.kind == AZ_S_LOAD ? AZ_NO_TERM : index));
  }
  az_block_set(p->arena, block, out);
  arrfree(sources);
}

void az_program_add_witnesses(az_program *p) {
  for (uint32_t i = 0; i < p->function_count; i++) {
    witnesses w = {.p = p, .f = &p->functions[i], .number = i};
    if (!w.f->has_body || w.f->is_model) continue;
    find(&w);
    for (uint32_t b = 0; hmlenu(w.of) && b < w.f->block_count; b++)
      rewrite(&w, &w.f->blocks[b], b == 0);
    hmfree(w.of);
  }
  az_program_passed(p, "witness indices");
}
