/* Fields that depend on each other: finite relations between two quantities of one node. A node is
 * an object of an allocation site (o*, so that a relation holds for all of them) or a single
 * allocated object. Its quantities are its integer fields, the object or site that one of its links
 * leads to, the integer fields of the node there, and the loop's own integers. For the target of a
 * loop's pointer, the quantities are the target's fields and the loop's integers. A row maps each
 * observed value of the first quantity to the values that the second quantity had in the same
 * states:
 *   node.kind 1 -> node.next in {node}; 2 -> {NULL}
 * With `writers`, a key is also the statement that last wrote a link of the node (observation
 * last_writer): nodes that a loop has moved to another list differ in properties from nodes that
 * the loop has not reached yet, and no two unreached nodes lead to the same place:
 *   by node.(last_writer) and node.kind: node.next->kind in 4 and 1 -> {2}, 11 and 1 -> {1}
 * Some rows describe only nodes whose link leads to the target of one of the loop's pointers p, or
 * only all other nodes: at the end of a list that is being built, the next node is not filled in
 * yet, and the loop's integers determine it. A relation with too many values of the first quantity
 * claims nothing; with too many values of the second for a key, it claims nothing for that key. A
 * value that is neither a constant of the program nor next to one counts as too many. The result
 * depends only on the set of states that were joined. */
#include "ansatz/statement.h"
#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "relation.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef enum quantity_kind { NOTHING, NUMBER, REACHED, OBJECT, PLACE, SAME } quantity_kind;
typedef struct quantity {
  quantity_kind kind;
  const az_tvar *var;
  const az_tvar *with; /* SAME: whether both pointers are equal */
} quantity;

typedef struct row {
  uint32_t view;
  const az_tvar *link, *pointer; /* if not NULL: only nodes with link == pointer, */
  bool differ;                   /* or link != pointer */
  quantity key, value;           /* key NOTHING: a set of values */
  quantity also;                 /* a second key, or NOTHING */
  const az_tvar *writer;         /* if not NULL: only nodes into which a pointer was written, */
  const az_tvar
      *other; /* if not NULL: last writer of another node, written by the same statement */
} row;

typedef struct fields {
  az_domain_context context;
  az_arena *arena;
  row *rows; /* stb_ds */
  uint32_t most_keys, most_values, most_rows;
  bool next, writers;
  uint64_t *constants; /* stb_ds: constants of the program, sign-extended; NULL: unknown */
} fields;

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns whether the variable is a field of another arbitrary object, or an inverse link. */
static bool is_combined(const az_tvar *v) {
  return v->path && v->path->kind == AZ_ACCESS_COMBINED;
}
static bool is_inverse(const az_tvar *v) {
  return is_combined(v) && v->path->of->of && v->path->of->of->kind == AZ_ACCESS_FIELD;
}
/* Returns whether the variable is the last writer of o* or of an allocated object. */
static bool is_writer(const az_tvar *v) {
  if (!v->path || v->path->kind != AZ_ACCESS_GHOST || !v->path->of) return false;
  return az_tvar_of_fixed(v, 0) || v->path->of->kind == AZ_ACCESS_OBJECT;
}
static bool is_other_writer(const az_tvar *v) {
  return is_combined(v) && v->path->of->kind == AZ_ACCESS_GHOST;
}
static bool is_writer_behind(const az_tvar *v) {
  return v->there && v->path->kind == AZ_ACCESS_GHOST;
}
/* Returns whether the variable is a field of an object that was allocated outside loops. */
static bool of_allocated(const az_tvar *v) {
  return v->object == AZ_NONE && v->path && v->path->kind == AZ_ACCESS_PROGRAM;
}

/* Returns the object, allocated outside loops, of the field or last writer; 0 if there is none. */
static uint32_t object_of(const az_tvar *v) {
  if (of_allocated(v)) return v->path->instance;
  return is_writer(v) && v->path->of->kind == AZ_ACCESS_OBJECT ? v->path->of->instance : 0;
}

static bool can_be_quantity(const az_tvar *var) {
  if (var->kind == AZ_TV_INT) return var->bits <= 64 && (!var->auxiliary || is_writer(var));
  return var->kind == AZ_TV_POINTER && !var->auxiliary;
}

typedef struct maker { /* builds the rows of a view */
  fields *f;
  uint32_t view, rows;
  quantity also;                 /* second key of the rows that are being added */
  const az_tvar *writer, *other; /* as in a row */
  bool allocates;                /* the loop allocates */
  /* A view that excepts some pointers' targets has rows about the same objects; this one then has
   * only rows about fields of the same node. */
  bool covered;
  const az_tvar **numbers;  /* stb_ds: integers of the loop itself */
  const az_tvar **pointers; /* stb_ds: pointers of the loop itself */
} maker;

static bool changes(quantity q) {
  return q.kind != NOTHING && (q.var->changes || (q.kind == SAME && q.with->changes));
}

static void add(maker *m, quantity key, quantity of, const az_tvar *link, const az_tvar *pointer,
                bool differ) {
  if (!changes(key) && !changes(of) && !changes(m->also)) return;
  if (m->rows++ >= m->f->most_rows) return;
  row r = {m->view, link, pointer, differ, key, of, m->also, m->writer, m->other};
  arrput(m->f->rows, r);
}

/* Returns whether no iteration adds to the number, so that it may have only a few values. */
static bool is_flag(const az_domain_context *c, const az_tvar *var) {
  if (var->bits > 64 || !var->type) return false; /* 0: an offset */
  if (!c->next || !c->next[var->view]) return true;
  az_term next = c->next[var->view][var->at], self = c->canonical[var->view][var->at];
  if (az_kind_of(c->store, next) != AZ_K_BV_ADD) return next != self;
  for (uint32_t i = 0; i < 2; i++)
    if (az_operand(c->store, next, i) == self) return false;
  return true;
}

/* Returns whether both are variables of one node: of o*, or of one allocated object. */
static bool of_node(const az_tvar *var, const az_tvar *first) {
  if (var->view != first->view || (var->auxiliary && !is_writer(var))) return false;
  if (var->kind != AZ_TV_INT && var->kind != AZ_TV_POINTER) return false;
  if (az_tvar_of_fixed(first, 0)) return az_tvar_of_fixed(var, 0);
  return object_of(first) && object_of(first) == object_of(var);
}

/* Returns whether the variable is a field of the pointer's target, or that target's last writer. */
static bool is_behind(const az_tvar *var, const az_tvar *pointer, bool writer) {
  return var->there && var->view == pointer->view && var->path->of == pointer->path &&
         is_writer_behind(var) == writer;
}

/* Returns the last writer of the node; NULL if that is not observed. */
static const az_tvar *writer_of(const maker *m, const az_tvar *first) {
  const az_domain_context *c = &m->f->context;
  for (uint32_t v = 0; v < c->var_count; v++)
    if (is_writer(&c->vars[v]) && of_node(&c->vars[v], first)) return &c->vars[v];
  return NULL;
}

/* Adds rows about a node whose key is one of its fields. */
static void add_node_rows(maker *m, const az_tvar *first, quantity key) {
  const az_domain_context *c = &m->f->context;
  const az_tvar *writer = writer_of(m, first);
  bool within = m->covered; /* only the node */
  if (writer && c->views[m->view].except) return;
  if (writer) within = !m->allocates;
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (!of_node(x, first) || !can_be_quantity(x) || is_writer(x)) continue;
    if (x->kind == AZ_TV_INT) {
      if (x != key.var) add(m, key, (quantity){.kind = NUMBER, .var = x}, NULL, NULL, false);
      continue;
    }
    if (!writer) add(m, key, (quantity){.kind = OBJECT, .var = x}, NULL, NULL, false);
    if (!m->f->next || within) continue;
    m->writer = writer;
    size_t n = arrlenu(m->pointers);
    for (size_t p = n ? 1 : 0; p <= n; p++) {
      const az_tvar *pointer = p ? m->pointers[p - 1] : NULL;
      for (uint32_t w = 0; w < c->var_count; w++)
        if (is_behind(&c->vars[w], x, false))
          add(m, key, (quantity){.kind = REACHED, .var = &c->vars[w]}, pointer ? x : NULL, pointer,
              true);
      for (size_t i = 0; pointer && i < arrlenu(m->numbers); i++)
        add(m, key, (quantity){.kind = NUMBER, .var = m->numbers[i]}, x, pointer, false);
    }
    m->writer = NULL;
  }
  for (size_t n = 0; n < arrlenu(m->numbers) && !within && !writer; n++)
    add(m, key, (quantity){.kind = NUMBER, .var = m->numbers[n]}, NULL, NULL, false);
}

static bool has_select(const az_store *s, az_term t, uint32_t depth) {
  bool has = az_kind_of(s, t) == AZ_K_SELECT;
  for (uint32_t i = 0; i < az_arity(s, t) && depth && !has; i++)
    has = has_select(s, az_operand(s, t, i), depth - 1);
  return has;
}

/* Returns whether the loop assigns to the pointer a value read from memory. */
static bool walks(const az_domain_context *c, const az_tvar *pointer) {
  enum { DEPTH = 6 };
  if (!c->next || !c->next[pointer->view]) return true;
  return has_select(c->store, c->next[pointer->view][pointer->at], DEPTH);
}

/* Adds rows that map the last writer of a node to whether the node's link equals a pointer of the
 * loop, or a link of another node. */
static void add_same_rows(maker *m, quantity writer, const az_tvar *link) {
  const az_domain_context *c = &m->f->context;
  const az_tvar *second = NULL; /* of the other node */
  for (uint32_t v = 0; v < c->var_count; v++)
    if (c->vars[v].view == m->view && is_other_writer(&c->vars[v])) second = &c->vars[v];
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    bool other = is_combined(x);
    if (x->view != m->view || x->kind != AZ_TV_POINTER || is_inverse(x) || of_node(x, link))
      continue;
    if (other ? !second : x->object != AZ_NONE && !walks(c, x)) continue;
    if (other) m->other = second;
    add(m, writer, (quantity){SAME, link, x}, NULL, NULL, false);
    m->other = NULL;
  }
}

/* Adds rows whose key is the last writer of a node: about the fields of the node and, with a field
 * of the node as a second key, about fields of the next node. The rows describe all objects, since
 * the key distinguishes nodes that were not written yet. */
static void add_writer_rows(maker *m, const az_tvar *w) {
  const az_domain_context *c = &m->f->context;
  quantity writer = {.kind = NUMBER, .var = w};
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (!of_node(x, w) || !can_be_quantity(x) || x == w) continue;
    bool link = x->kind == AZ_TV_POINTER;
    if (c->views[m->view].except ? link || !m->allocates : !link && m->covered && m->allocates)
      continue;
    m->writer = link ? w : NULL;
    add(m, writer, (quantity){.kind = link ? PLACE : NUMBER, .var = x}, NULL, NULL, false);
    for (uint32_t u = 0; u < c->var_count; u++) {
      const az_tvar *y = &c->vars[u];
      if (link && is_behind(y, x, true))
        add(m, writer, (quantity){.kind = REACHED, .var = y}, NULL, NULL, false);
      for (uint32_t k = 0; k < c->var_count && link && !m->allocates && is_behind(y, x, false);
           k++) {
        if (!of_node(&c->vars[k], w) || c->vars[k].kind != AZ_TV_INT || &c->vars[k] == w) continue;
        m->also = (quantity){.kind = NUMBER, .var = &c->vars[k]};
        add(m, writer, (quantity){.kind = REACHED, .var = y}, NULL, NULL, false);
        m->also = (quantity){0};
      }
    }
    if (link) add_same_rows(m, writer, x);
  }
  m->writer = NULL;
}

/* Adds rows about the target of a pointer of the loop. */
static void add_reached_rows(maker *m, const az_tvar *pointer) {
  const az_domain_context *c = &m->f->context;
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (!is_behind(x, pointer, false) && !is_behind(x, pointer, true)) continue;
    quantity field = {.kind = REACHED, .var = x};
    add(m, (quantity){.kind = OBJECT, .var = pointer}, field, NULL, NULL, false);
    if (is_writer_behind(x)) continue;
    for (size_t n = 0; n < arrlenu(m->numbers); n++)
      add(m, (quantity){.kind = NUMBER, .var = m->numbers[n]}, field, NULL, NULL, false);
    for (uint32_t w = 0; w < c->var_count; w++)
      if (w != v && is_behind(&c->vars[w], pointer, false))
        add(m, field, (quantity){.kind = REACHED, .var = &c->vars[w]}, NULL, NULL, false);
  }
}

enum { MOST_POINTERS = 4, MOST_NUMBERS = 4 };
static void add_rows(maker *m) {
  const az_domain_context *c = &m->f->context;
  bool heap = c->views[m->view].heap != 0;
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->view != m->view || az_tvar_of_fixed(x, 0) || x->auxiliary || az_tvar_is_cell(x))
      continue;
    m->allocates |= az_tvar_live_site(x) && x->changes;
    if (x->object == AZ_NONE) continue; /* a field of an allocated object */
    if (x->kind == AZ_TV_POINTER && arrlenu(m->pointers) < MOST_POINTERS) arrput(m->pointers, x);
    if (x->kind == AZ_TV_INT && arrlenu(m->numbers) < MOST_NUMBERS && is_flag(c, x))
      arrput(m->numbers, x);
  }
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    bool of_fixed = az_tvar_of_fixed(x, 0), node = of_fixed || of_allocated(x);
    if (x->view != m->view || (heap && !of_fixed)) continue;
    if (is_writer(x)) add_writer_rows(m, x);
    if (!heap && !node && x->kind == AZ_TV_POINTER && !x->auxiliary) add_reached_rows(m, x);
    if (node && x->kind == AZ_TV_INT && !is_writer(x) && can_be_quantity(x))
      add_node_rows(m, x, (quantity){.kind = NUMBER, .var = x});
  }
}

/* ---- constants ------------------------------------------------------------------------------- */

static void add_number(fields *f, uint64_t number) {
  for (size_t i = 0; i < arrlenu(f->constants); i++)
    if (f->constants[i] == number) return;
  arrput(f->constants, number);
}

static void constants_in(fields *f, az_term root, az_visit *seen) {
  az_store *s = f->context.store;
  az_wide number;
  if (root) az_visit_add(seen, root);
  for (az_term t; (t = az_visit_next(seen));)
    if (az_sort_kind_of(az_sort_of(s, t)) == AZ_SORT_BV && az_const_wide(s, t, true, &number))
      add_number(f, (uint64_t)number);
}

static void find_constants(fields *f) {
  const az_program *p = f->context.program;
  if (!p) return;
  az_visit *seen = az_visit_new(f->context.store, AZ_VISIT_PRE);
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    for (uint32_t o = AZ_OPERANDS_GIVEN; o < az_stmt_operands(i.stmt); o++)
      constants_in(f, az_stmt_operand(i.stmt, o), seen);
  for (uint32_t n = 0; n < p->function_count; n++)
    for (uint32_t b = 0; b < p->functions[n].block_count; b++)
      for (uint32_t o = 0; o < az_end_operands(&p->functions[n].blocks[b]); o++)
        constants_in(f, az_end_operand(&p->functions[n].blocks[b], o), seen);
  az_visit_free(seen);
}

/* Returns whether the number is one of the program's constants, or next to one. */
static bool is_near(const fields *f, quantity q, uint64_t number) {
  if (q.kind == OBJECT || q.kind == PLACE || q.kind == SAME || q.kind == NOTHING ||
      q.var->path->kind == AZ_ACCESS_GHOST || !f->constants || number <= 1)
    return true;
  uint64_t mask = q.var->bits < 64 ? (1ull << q.var->bits) - 1 : ~0ull;
  for (size_t i = 0; i < arrlenu(f->constants); i++)
    if (((number - f->constants[i] + 1) & mask) <= 2) return true;
  return false;
}

static void close_fields(void *self) {
  fields *f = self;
  arrfree(f->constants);
  arrfree(f->rows);
  az_arena_free(f->arena);
}

static void *open_fields(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  fields *f = AZ_NEW(arena, fields);
  *f = (fields){.context = *context,
                .arena = arena,
                .most_keys = (uint32_t)az_desc_int(options, "keys"),
                .most_values = (uint32_t)az_desc_int(options, "values"),
                .most_rows = (uint32_t)az_desc_int(options, "most"),
                .next = az_desc_bool(options, "next"),
                .writers = az_desc_bool(options, "writers")};
  find_constants(f);
  for (uint32_t view = 0; view < context->view_count; view++) {
    /* If another view has the same objects except targets of pointers, rows about the next node and
     * about the loop's integers exist only in that other view. */
    const az_view *s = &context->views[view];
    bool covered = false;
    for (uint32_t v = 0; v < context->view_count && s->heap && !s->except; v++)
      covered |= context->views[v].of == view && context->views[v].except;
    maker m = {.f = f, .view = view, .covered = covered};
    add_rows(&m);
    arrfree(m.numbers);
    arrfree(m.pointers);
  }
  return f;
}

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((const fields *)self)->rows);
}

static az_row get_row(void *self, uint32_t r) {
  return (az_row){.view = ((const fields *)self)->rows[r].view};
}

static void *value_new(void *self) {
  return relations_new(row_count(self));
}

/* ---- claims ---------------------------------------------------------------------------------- */

enum { NO_PLACE = (1 << AZ_INSTANCE_BITS) - 1 };
/* Returns the instance to whose start the pointer points, or NO_PLACE. An object of a site must be
 * live. */
static az_term place_of(const fields *f, const az_tvar *pointer, const az_state *state) {
  const az_domain_context *c = &f->context;
  az_store *s = c->store;
  az_term object = state->values[pointer->at], offset = state->values[pointer->at + 1];
  az_term instance_number = az_extract(s, object, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
  az_term place = az_extract(s, object, AZ_INSTANCE_BITS - 1, 0);
  az_term is = az_eq(s, instance_number, az_bv(s, AZ_INSTANCE_NUMBER_BITS, 0));
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->view != pointer->view || !az_tvar_live_site(x)) continue;
    const az_term lives = az_eq_value(s, az_select(s, state->values[x->at], instance_number), 1);
    is = az_ite(s, az_eq_value(s, place, az_tvar_live_site(x)), lives, is);
  }
  is = az_and(s, is, az_eq(s, offset, az_zero_of(s, az_sort_of(s, offset))));
  return az_ite(s, is, place, az_bv(s, AZ_INSTANCE_BITS, NO_PLACE));
}

static az_term term_of(const fields *f, quantity q, const az_state *state) {
  az_store *s = f->context.store;
  az_term t = state->values[q.var->at];
  if (q.kind == PLACE) return place_of(f, q.var, state);
  if (q.kind == SAME) {
    az_term same = az_eq(s, state->values[q.var->at + 1], state->values[q.with->at + 1]);
    same = az_and(s, az_eq(s, t, state->values[q.with->at]), same);
    return az_bool_to_bv(s, same, 1);
  }
  return q.kind == OBJECT ? az_extract(f->context.store, t, AZ_INSTANCE_BITS - 1, 0) : t;
}

/* Returns the condition under which the row claims something. */
static az_term about(const fields *f, const row *r, const az_state *state) {
  az_store *s = f->context.store;
  az_term holds = az_true(s);
  if (r->link) {
    for (uint32_t part = 0; part < 2; part++)
      holds =
          az_and(s, holds,
                 az_eq(s, state->values[r->link->at + part], state->values[r->pointer->at + part]));
    if (r->differ) holds = az_not(s, holds);
  }
  if (r->writer) {
    az_term w = state->values[r->writer->at], none = az_zero_of(s, az_sort_of(s, w));
    holds = az_and(s, holds, az_ne(s, w, none));
    if (r->other) holds = az_and(s, holds, az_eq(s, w, state->values[r->other->at]));
  }
  if (r->key.kind == REACHED) holds = az_and(s, holds, state->values[r->key.var->there - 1]);
  if (r->value.kind == REACHED) holds = az_and(s, holds, state->values[r->value.var->there - 1]);
  return holds;
}

static az_term is_one_of(az_store *s, az_term t, const uint64_t *numbers) {
  az_term any = az_false(s);
  for (size_t i = 0; i < arrlenu(numbers); i++)
    any = az_or(s, any, az_eq(s, t, az_bv(s, az_sort_width(az_sort_of(s, t)), numbers[i])));
  return any;
}

static az_term claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const fields *f = self;
  const row *r = &f->rows[n];
  const relation *p = &((const relations *)v)->rows[n];
  az_store *s = f->context.store;
  if (p->top) return az_true(s);
  az_term of = term_of(f, r->value, state), some = az_false(s);
  for (size_t i = 0; i < arrlenu(p->keys); i++) {
    const key_numbers *e = &p->keys[i];
    az_term one = e->any ? az_true(s) : is_one_of(s, of, e->numbers);
    if (r->key.kind) {
      az_term key = term_of(f, r->key, state);
      uint64_t number = r->also.kind ? e->key >> 32 : e->key;
      one = az_and(s, one, az_eq(s, key, az_bv(s, az_sort_width(az_sort_of(s, key)), number)));
    }
    if (r->also.kind) {
      az_term key = term_of(f, r->also, state);
      one = az_and(s, one,
                   az_eq(s, key, az_bv(s, az_sort_width(az_sort_of(s, key)), e->key & UINT32_MAX)));
    }
    some = az_or(s, some, one);
  }
  return az_implies(s, about(f, r, state), some);
}

/* ---- joins ----------------------------------------------------------------------------------- */

static bool join_value(const fields *f, const row *r, key_numbers *e, uint64_t number) {
  bool grew = related_join(e, number, f->most_values);
  if (grew && !e->any && !is_near(f, r->value, number)) related_set_any(e);
  return grew;
}

static bool number_in(const fields *f, quantity q, const az_model *model, const az_state *state,
                      uint64_t *number) {
  *number = 0;
  if (!q.kind) return true;
  az_term t = term_of(f, q, state);
  return az_const_u64(f->context.store, model->value(model->ctx, t), number);
}

static bool improve(void *self, uint32_t n, void *v, const az_model *model, const az_state *state) {
  const fields *f = self;
  const row *r = &f->rows[n];
  relation *p = &((relations *)v)->rows[n];
  uint64_t key, number;
  if (p->top || !az_is_true(f->context.store, model->value(model->ctx, about(f, r, state))) ||
      !number_in(f, r->key, model, state, &key) || !number_in(f, r->value, model, state, &number))
    return false;
  uint64_t second = 0;
  if (!number_in(f, r->also, model, state, &second)) return false;
  bool near = is_near(f, r->key, key) && is_near(f, r->also, second);
  if (r->also.kind) key = key << 32 | second;
  size_t at;
  if (!relation_find(p, key, &at)) {
    uint32_t most = r->also.kind ? f->most_keys * f->most_keys : f->most_keys;
    if (arrlenu(p->keys) == most || !near) {
      relations_set_top(self, v, n);
      return true;
    }
    arrins(p->keys, at, ((key_numbers){.key = key}));
  }
  bool grew = join_value(f, r, &p->keys[at], number);
  if (!r->key.kind && p->keys[at].any) relations_set_top(self, v, n);
  return grew;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_number(const fields *f, quantity q, uint64_t number, FILE *out) {
  if (q.kind == PLACE && number == NO_PLACE) {
    fputs("elsewhere", out);
  } else if (q.kind == OBJECT || q.kind == PLACE) {
    const char *name = number < f->context.object_count ? f->context.objects[number].name : NULL;
    if (!number)
      fputs("NULL", out);
    else if (name)
      fputs(name, out);
    else
      fprintf(out, "object %llu", (unsigned long long)number);
  } else if (q.var->is_signed && q.var->bits && number >> (q.var->bits - 1) & 1) {
    uint64_t mask = q.var->bits < 64 ? ~0ull << q.var->bits : 0;
    fprintf(out, "%lld", (long long)(number | mask));
  } else {
    fprintf(out, "%llu", (unsigned long long)number);
  }
}

/* Prints the row without its values: "by n.state: n.next->state in ". */
static void print_row(const row *r, FILE *out) {
  if (r->link)
    fprintf(out, "if %s %s %s, ", r->link->name, r->differ ? "!=" : "==", r->pointer->name);
  if (r->key.kind) fprintf(out, "by %s", r->key.var->name);
  if (r->also.kind) fprintf(out, " and %s", r->also.var->name);
  if (r->key.kind) fprintf(out, ": ");
  fprintf(out, "%s%s%s in ", r->value.var->name, r->value.kind == SAME ? " == " : "",
          r->value.kind == SAME ? r->value.with->name : "");
}

static char *row_text(void *self, uint32_t n) {
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  print_row(&((const fields *)self)->rows[n], out);
  fputc('d', out);
  az_close_memstream(out);
  return text;
}

static char *print(void *self, uint32_t n, const void *v) {
  const fields *f = self;
  const row *r = &f->rows[n];
  const relation *p = &((const relations *)v)->rows[n];
  if (p->top) return NULL;
  bool always = !r->link && r->key.kind != REACHED && r->value.kind != REACHED;
  if (!arrlenu(p->keys)) return always ? az_strdup("false") : NULL;
  bool says = false; /* some key restricts the second quantity */
  for (size_t i = 0; i < arrlenu(p->keys); i++) says |= !p->keys[i].any;
  if (!says) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  print_row(r, out);
  for (size_t i = 0; i < arrlenu(p->keys); i++) {
    const key_numbers *e = &p->keys[i];
    if (i) fputs(", ", out);
    if (r->key.kind) {
      print_number(f, r->key, r->also.kind ? e->key >> 32 : e->key, out);
      if (r->also.kind) fputs(" and ", out), print_number(f, r->also, e->key & UINT32_MAX, out);
      fputs(" -> ", out);
    }
    fputs(e->any ? "any" : "{", out);
    for (size_t k = 0; k < arrlenu(e->numbers); k++) {
      if (k) fputs(", ", out);
      print_number(f, r->value, e->numbers[k], out);
    }
    if (!e->any) fputc('}', out);
  }
  az_close_memstream(out);
  return text;
}

static void observe(const az_desc *options, az_observations *list) {
  az_observe(list, "objects");
  if (az_desc_bool(options, "next")) az_observe(list, "reached");
  if (!az_desc_bool(options, "writers")) return;
  az_observe(list, "last_writer");
  az_observe(list, "object_pairs");
}

static const az_domain_ops operations = {.open = open_fields,
                                         .close = close_fields,
                                         .observe = observe,
                                         .row_count = row_count,
                                         .row = get_row,
                                         .value_new = value_new,
                                         .value_copy = relations_copy,
                                         .value_free = relations_free,
                                         .value_top = relations_set_top,
                                         .claim = claim,
                                         .improve = improve,
                                         .print = print,
                                         .row_text = row_text};

static const az_option fields_options[] = {
    {.name = "next",
     .type = AZ_OPT_BOOL,
     .summary = "also of the node that a link points to, and of nodes before the targets of the "
                "loop's pointers",
     .initial = "true"},
    {.name = "writers",
     .type = AZ_OPT_BOOL,
     .summary = "also by which statement last wrote a pointer into a node",
     .initial = "false"},
    {.name = "keys",
     .type = AZ_OPT_INT,
     .summary = "values of the first quantity, at most; beyond that a relation is dropped",
     .initial = "6",
     .least = 1,
     .greatest = 1000},
    {.name = "values",
     .type = AZ_OPT_INT,
     .summary = "maximum number of values of the second for one of the first; beyond that it is "
                "unconstrained",
     .initial = "4",
     .least = 1,
     .greatest = 1000},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "rows of a view, at most",
     .initial = "100",
     .least = 1,
     .greatest = 100000},
    {0}};

AZ_MODULE(fields) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "fields", "1.0"),
    .summary = "relations between values of a node's fields, of the next node's and of the loop's "
               "integers",
    .options = fields_options,
    AZ_MODULE_OPERATIONS(operations),
};
