/* The initial content of an object that stands for many allocated ones. The content matters only if
 * it may be read before it is written. All paths from the allocation through the function's blocks
 * are followed, with the locals that certainly contain the new pointer. A leaf needs no arbitrary
 * initial value if it is stored through this pointer before any statement may read it. A path ends
 * where this can no longer be decided: at a return, where a block is visited again, and where
 * memory is read through another pointer after the new pointer was stored elsewhere. */
#include "abstract/internal.h"
#include <stdlib.h>

enum { MOST_BLOCKS = 64 }; /* number of blocks visited on all paths together */

typedef struct range {
  uint64_t offset, bytes;
} range;

typedef struct walk {
  az_abstract *a;
  uint32_t frame;
  const az_function *f;
  az_term fresh; /* object part of the new pointer */
  const az_layout *layout;
  bool *written; /* by leaf: written on all paths that have ended so far */
  bool *on_path; /* by block */
  uint32_t blocks;
} walk;

typedef struct path {
  uint32_t *locals; /* stb_ds: program objects that hold the new pointer */
  range *stores;    /* stb_ds: of bytes of the new object */
  bool escaped;     /* the pointer was stored elsewhere */
  bool ended;
} path;

static void end_path(walk *w, path *p) {
  p->ended = true;
  for (uint32_t l = 0; l < w->layout->leaf_count; l++) {
    bool whole = false;
    for (size_t i = 0; i < arrlenu(p->stores); i++)
      whole |= p->stores[i].offset <= w->layout->leaves[l].offset &&
               p->stores[i].offset + p->stores[i].bytes >=
                   w->layout->leaves[l].offset + w->layout->leaves[l].bytes;
    w->written[l] &= whole;
  }
}

/* Returns the local at the pointer's address, or AZ_NONE if other pointers may point to it. */
static uint32_t own_local(const walk *w, az_term pointer) {
  const az_abstract *a = w->a;
  az_term part = az_pointer_object(a->p, pointer);
  ptrdiff_t at = az_kind_of(a->s, part) == AZ_K_VAR ? hmgeti(w->a->memory.address_of, part) : -1;
  if (at < 0) return AZ_NONE;
  uint32_t local = a->memory.address_of[at].value.object;
  uint32_t number = eq_object_of_local(w->a, w->frame, local);
  return number == AZ_NONE || a->memory.objects[number]->exposed ? AZ_NONE : local;
}

static bool is_fresh(const walk *w, az_term pointer) {
  return az_sort_of(w->a->s, pointer) == az_sort_bv(az_pointer_width(w->a->p)) &&
         az_pointer_object(w->a->p, pointer) == w->fresh;
}

/* Returns whether the term contains the new pointer. */
static bool mentions_fresh(const walk *w, az_term t) {
  az_visit_forget(w->a->now.cone);
  az_visit_add(w->a->now.cone, t);
  for (az_term v; (v = az_visit_next(w->a->now.cone));)
    if (v == w->fresh) return true;
  return false;
}

static void forget_local(path *p, uint32_t local) {
  for (size_t i = arrlenu(p->locals); i-- > 0;)
    if (p->locals[i] == local) arrdelswap(p->locals, i);
}

static bool holds(const path *p, uint32_t local) {
  for (size_t i = 0; i < arrlenu(p->locals); i++)
    if (p->locals[i] == local) return true;
  return false;
}

static void note_store(walk *w, path *p, az_term pointer, uint64_t bytes) {
  uint64_t offset;
  if (az_const_u64(w->a->s, az_pointer_offset(w->a->p, pointer), &offset))
    arrput(p->stores, ((range){offset, bytes}));
}

static void walk_store(walk *w, path *p, az_term pointer, az_term value, uint64_t bytes) {
  uint32_t local = own_local(w, pointer);
  uint64_t zero;
  if (is_fresh(w, pointer)) {
    note_store(w, p, pointer, bytes);
    p->escaped |= mentions_fresh(w, value);
  } else if (local != AZ_NONE) {
    forget_local(p, local);
    bool whole = is_fresh(w, value) &&
                 az_const_u64(w->a->s, az_pointer_offset(w->a->p, value), &zero) && !zero;
    if (whole)
      arrput(p->locals, local);
    else
      p->escaped |= mentions_fresh(w, value);
  } else {
    p->escaped |= mentions_fresh(w, value);
  }
}

static void walk_load(walk *w, path *p, const az_stmt *s, az_term pointer, az_subst *subst) {
  uint32_t local = own_local(w, pointer);
  if (local != AZ_NONE) {
    az_term start = az_bv(w->a->s, w->a->p->pointer_bits, 0);
    if (holds(p, local) && az_sort_of(w->a->s, s->result) == az_sort_bv(az_pointer_width(w->a->p)))
      az_subst_bind(subst, s->result, az_pointer(w->a->p, w->fresh, start));
  } else if (p->escaped || mentions_fresh(w, pointer)) {
    end_path(w, p);
  }
}

static void walk_others(walk *w, path *p, const az_stmt *s, az_subst *subst) {
  bool passed = p->escaped;
  for (uint32_t i = 0; i < az_stmt_operands(s); i++) {
    az_term t = i == AZ_OPERAND_SIZE ? AZ_NO_TERM : az_stmt_operand(s, i);
    if (t) passed |= mentions_fresh(w, az_subst_apply(subst, t));
  }
  if (passed) end_path(w, p);
}

static void walk_statement(walk *w, path *p, const az_stmt *s, az_subst *subst) {
  uint64_t bytes;
  az_term pointer = s->ptr ? az_subst_apply(subst, s->ptr) : AZ_NO_TERM;
  if (s->kind == AZ_S_LIVE || s->kind == AZ_S_DEAD) {
    if (s->object != AZ_NONE) forget_local(p, s->object);
  } else if (s->kind == AZ_S_LOAD) {
    walk_load(w, p, s, pointer, subst);
  } else if (s->kind == AZ_S_STORE) {
    walk_store(w, p, pointer, az_subst_apply(subst, s->value), w->a->p->types[s->type].bytes);
  } else if (s->kind == AZ_S_SET) {
    if (is_fresh(w, pointer) && az_const_u64(w->a->s, az_subst_apply(subst, s->size), &bytes))
      note_store(w, p, pointer, bytes);
  } else if (!az_stmt_is_apart(s)) {
    walk_others(w, p, s, subst);
  }
}

static void walk_block(walk *w, path p, uint32_t number, uint32_t from, az_term result) {
  const az_block *block = &w->f->blocks[number];
  if (w->on_path[number] || ++w->blocks > MOST_BLOCKS) {
    end_path(w, &p);
  } else {
    az_subst *subst = az_subst_new(w->a->s);
    az_term start = az_bv(w->a->s, w->a->p->pointer_bits, 0);
    if (result) az_subst_bind(subst, result, az_pointer(w->a->p, w->fresh, start));
    w->on_path[number] = true;
    for (uint32_t i = from; i < block->stmt_count && !p.ended; i++)
      walk_statement(w, &p, &block->stmts[i], subst);
    if (!p.ended && block->end == AZ_END_RETURN) end_path(w, &p);
    for (uint32_t i = 0; !p.ended && block->end != AZ_END_STOP && i < block->successor_count; i++) {
      path next = p;
      next.locals = NULL;
      next.stores = NULL;
      for (size_t k = 0; k < arrlenu(p.locals); k++) arrput(next.locals, p.locals[k]);
      for (size_t k = 0; k < arrlenu(p.stores); k++) arrput(next.stores, p.stores[k]);
      walk_block(w, next, block->successors[i], 0, AZ_NO_TERM);
    }
    w->on_path[number] = false;
    az_subst_free(subst);
  }
  arrfree(p.locals);
  arrfree(p.stores);
}

bool *eq_written_first(az_abstract *a, const az_stmt *s, const az_layout *layout) {
  const az_function *f = &a->p->functions[a->calls.frames[a->now.b->frame].info.function];
  walk w = {.a = a, .frame = a->now.b->frame, .f = f, .layout = layout};
  w.fresh = az_fresh(a->s, az_sort_bv(AZ_OBJECT_BITS), "new object");
  w.written = az_calloc(layout->leaf_count + 1, sizeof *w.written);
  w.on_path = az_calloc(f->block_count + 1, sizeof *w.on_path);
  for (uint32_t l = 0; l < layout->leaf_count; l++) w.written[l] = true;
  walk_block(&w, (path){.locals = NULL}, (uint32_t)(a->now.b->block - f->blocks), a->now.b->at + 1,
             s->result);
  free(w.on_path);
  return w.written;
}
