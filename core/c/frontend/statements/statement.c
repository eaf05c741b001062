/* Statements of the block that is being translated, except checks and memory accesses. */
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

az_stmt *fx_emit(fx *x, az_stmt_kind kind) {
  arrput(x->stmts, ((az_stmt){.kind = kind,
                              .loc = x->loc,
                              .site = x->site,
                              .object = AZ_NONE,
                              .check = AZ_NONE,
                              .callee = AZ_NONE}));
  return &arrlast(x->stmts);
}

void fx_copy_record(fx *x, az_term to, az_term from, uint64_t bytes) {
  az_stmt *s = fx_emit(x, AZ_S_COPY);
  s->ptr = to;
  s->value = from;
  s->size = az_bv(x->f->store, x->f->p->pointer_bits, bytes);
  s->of_record = true;
}

void fx_emit_life(fx *x, az_stmt_kind kind, uint32_t object) {
  assert(kind == AZ_S_LIVE || kind == AZ_S_DEAD);
  az_stmt *s = fx_emit(x, kind);
  s->object = object;
  s->site = AZ_NONE;
}

az_term fx_fresh(fx *x, az_type type) {
  assert(x->f->types[type].sort); /* only scalars have values */
  return az_fresh(x->f->store, x->f->types[type].sort, "r");
}

void fx_promise(fx *x, az_term condition) {
  assert(az_sort_of(x->f->store, condition) == az_sort_bool());
  az_stmt *s = fx_emit(x, AZ_S_ASSUME);
  s->value = condition;
  s->text = "the C library";
}

uint32_t fx_temp(fx *x, const char *name, az_type type) {
  if (!name || !*name) name = az_arena_printf(x->f->arena, "tmp.%u", x->temps++);
  return fe_add_object(x->f, AZ_OBJ_TEMP, name, type, x->index, x->loc);
}

az_term fx_offset(fx *x, az_term ptr, uint64_t bytes) {
  az_program *p = x->f->p;
  if (!bytes) return ptr;
  az_term offset = az_bv(p->store, p->pointer_bits, bytes);
  offset = az_bv_add(p->store, az_pointer_offset(p, ptr), offset);
  return az_pointer(p, az_pointer_object(p, ptr), offset);
}

az_term fx_input(fx *x, az_input_kind kind, LLVMTypeRef type, const char *text) {
  fe *f = x->f;
  if (!fe_sort(f, type)) { /* too wide for terms */
    fx_unsupported(x, "a register that is a large aggregate");
    return 0;
  }
  az_stmt *s = fx_emit(x, AZ_S_INPUT);
  s->type = fe_register_type(f, type);
  s->result = fx_fresh(x, s->type);
  s->input = kind;
  s->text = az_arena_strdup(f->arena, text);
  return fe_from_memory(f, s->result, type);
}

az_term fx_approx(fx *x, LLVMTypeRef type, const char *cause) {
  fe_cause(x->f, x->loc, cause);
  return fx_input(x, AZ_IN_APPROX, type, cause);
}

az_term fx_undefined(fx *x, az_sort sort, const char *text) {
  fe *f = x->f;
  bool is_bool = sort == az_sort_bool();
  az_stmt *s = fx_emit(x, AZ_S_INPUT);
  s->input = AZ_IN_APPROX;
  s->text = text;
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_FLOAT: {
    az_sort bits = az_sort_bv(az_sort_width(sort));
    s->type = fe_int_type(f, az_sort_width(bits), false, NULL);
    az_term result = s->result = fx_fresh(x, s->type);
    return az_float_from_bits(f->store, result, sort);
  }
  default: break;
  }
  s->type = is_bool ? f->bool_type
            : sort == f->types[f->pointer_type].sort
                ? f->pointer_type
                : fe_int_type(f, az_sort_width(sort), false, NULL);
  az_term result = s->result = fx_fresh(x, s->type);
  return is_bool ? az_ne(f->store, result, az_bv(f->store, 8, 0)) : result;
}

void fx_note_results(fx *x, az_term condition, const az_term *results, uint32_t count) {
  az_stmt *s = &arrlast(x->stmts);
  assert(s->kind == AZ_S_INPUT && s->input == AZ_IN_APPROX && !s->arg_count);
  s->value = condition;
  s->arg_count = count;
  s->args = AZ_COPY(x->f->arena, results, count, count);
}

az_term fx_guarded(fx *x, az_term condition, az_term exact, const char *text) {
  az_store *store = x->f->store;
  assert(az_sort_of(store, condition) == az_sort_bool());
  if (az_is_true(store, condition) || x->inserted) return exact;
  return az_ite(store, condition, exact, fx_undefined(x, az_sort_of(store, exact), text));
}

void fx_stop(fx *x) {
  x->stopped = true;
}

void fx_unsupported(fx *x, const char *text) {
  fe_cause(x->f, x->loc, text);
  fx_emit(x, AZ_S_UNSUPPORTED)->text = az_arena_strdup(x->f->arena, text);
  x->f->leaves = true;
  fx_stop(x);
}

void fx_unsupported_if(fx *x, az_term condition, const char *text) {
  assert(az_sort_of(x->f->store, condition) == az_sort_bool());
  if (az_is_false(x->f->store, condition)) return;
  fe_cause(x->f, x->loc, text);
  az_stmt *s = fx_emit(x, AZ_S_UNSUPPORTED);
  s->text = az_arena_strdup(x->f->arena, text);
  s->value = condition;
  x->f->leaves = true;
}

az_term fx_allocated(fx *x, az_type type, az_term size, az_term into) {
  az_stmt *s = fx_emit(x, AZ_S_ALLOC);
  s->alloc = AZ_ALLOC_VLA;
  s->type = type;
  s->size = size;
  s->ptr = into;
  return s->result = az_fresh(x->f->store, x->f->types[x->f->pointer_type].sort, "r");
}

void fx_overlap(fx *x, az_term to, az_term from, az_term size) {
  az_store *s = x->f->store;
  az_program *p = x->f->p;
  az_term a = az_pointer_offset(p, to), b = az_pointer_offset(p, from);
  az_term near = az_bv_ult(s, az_bv_sub(s, b, a), size);
  near = az_or(s, az_bv_ult(s, az_bv_sub(s, a, b), size), near);
  az_term same = az_pointer_object(p, from);
  same = az_eq(s, az_pointer_object(p, to), same);
  fx_unsupported_if(x, az_and(s, same, az_and(s, az_ne(s, a, b), near)),
                    "a copy between objects that overlap");
}

az_stmt *fx_havoc(fx *x, const az_term *pointers, uint32_t count, const char *text) {
  assert(count); /* without pointers, nothing changes */
  fe_cause(x->f, x->loc, text);
  az_stmt *s = fx_emit(x, AZ_S_HAVOC);
  s->args = AZ_COPY(x->f->arena, pointers, count, count);
  s->arg_count = count;
  s->text = az_arena_strdup(x->f->arena, text);
  return s;
}

az_term fx_ptr_to_int(fx *x, az_term ptr, uint32_t width) {
  az_program *p = x->f->p;
  az_term result;
  if (fe_leads_nowhere(x->f, ptr)) {
    result = az_bv_without_nsw(x->f->store, az_pointer_offset(p, ptr));
  } else {
    az_stmt *s = fx_emit(x, AZ_S_PTR_TO_INT);
    s->ptr = ptr;
    s->type = fe_int_type(x->f, p->pointer_bits, false, NULL);
    result = s->result = az_fresh(x->f->store, az_sort_bv(p->pointer_bits), "r");
  }
  return az_resize(x->f->store, result, width, false);
}

az_term fx_int_to_ptr(fx *x, az_term value) {
  az_program *p = x->f->p;
  if (az_is_const(x->f->store, value))
    return az_pointer(p, az_bv(x->f->store, AZ_OBJECT_BITS, 0), value);
  az_stmt *s = fx_emit(x, AZ_S_INT_TO_PTR);
  s->value = value;
  s->type = x->f->pointer_type;
  return s->result = az_fresh(x->f->store, az_sort_bv(az_pointer_width(p)), "r");
}

void fx_call_after(fx *x) {
  assert(x->f->after == AZ_NONE || x->f->after < arrlenu(x->f->functions));
  if (x->f->after != AZ_NONE) fx_emit(x, AZ_S_CALL)->callee = x->f->after;
}
