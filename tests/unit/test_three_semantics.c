/* What statements mean is said three times: by the interpreter, by symbolic execution (SSA) and by
 * the equations of abstract interpretation. Random programs of all forms of accesses, arithmetic,
 * copies, allocations and calls are run by the interpreter; the base formula with the same inputs
 * has to give the same values, and the abstract states of several domains have to contain them.
 * ANSATZ_RANDOM_RUNS sets how many programs are made. */
#include "abstract/abstract.h"
#include "ansatz/statement.h"
#include "ansatz/trace.h"
#include "cli/show_program.h"
#include "ssa/ssa.h"
#include "step_formula.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

enum { VOID, BYTE, SHORT, INT, LONG, POINTER, INTS, TYPES };
enum { MAIN, CALLED, G, A, C, L, S, Q, X, Y, PARAM, INNER, OUT, OUTS = 10, OBJECTS = OUT + OUTS };
enum { ELEMENTS = 4 };

/* A scalar of the program, which is observed in the end. */
typedef struct cell {
  uint32_t object;
  uint64_t offset;
  az_type type;
} cell;
static const cell cells[OUTS] = {{G, 0, INT},  {A, 0, INT},  {A, 4, INT},  {A, 8, INT},
                                 {A, 12, INT}, {C, 0, BYTE}, {L, 0, LONG}, {S, 0, SHORT},
                                 {X, 0, INT},  {Y, 0, LONG}};

typedef struct making {
  az_store *s;
  az_program *p;
  uint64_t state;
  az_stmt *stmts; /* stb_ds: of the block */
  az_term *regs;  /* stb_ds: numbers that the block has computed */
  uint32_t function;
  const az_stmt *probe; /* the input in front of which everything is observed */
} making;

static uint64_t draw(making *m, uint64_t below) { /* xorshift64* */
  m->state ^= m->state >> 12;
  m->state ^= m->state << 25;
  m->state ^= m->state >> 27;
  return (m->state * UINT64_C(2685821657736338717) >> 33) % below;
}

static az_sort sort_of(const making *m, az_type type) {
  return m->p->types[type].sort;
}

/* ---- terms ----------------------------------------------------------------------------------- */

static az_term constant(making *m, uint32_t width) {
  static const int64_t few[] = {0, 1, -1, 2, 7, 8, 127, 128, 255, 256, -128, 32767, INT32_MAX};
  return az_bv_signed(m->s, width,
                      draw(m, 4) ? few[draw(m, sizeof few / sizeof *few)]
                                 : (int64_t)draw(m, UINT64_C(1) << 31) - (1 << 30));
}

static az_term number(making *m, uint32_t width, int depth);

static az_term condition(making *m, int depth) {
  static az_term (*const compare[])(az_store *, az_term, az_term) = {az_bv_ult, az_bv_slt, az_eq,
                                                                     az_bv_ule, az_bv_sle, az_ne};
  static const uint32_t widths[] = {8, 16, 32, 64};
  uint32_t width = widths[draw(m, 4)];
  az_term a = number(m, width, depth - 1), b = number(m, width, depth - 1);
  az_term t = compare[draw(m, 6)](m->s, a, b);
  if (depth > 0 && !draw(m, 3)) t = az_and(m->s, t, condition(m, depth - 1));
  return draw(m, 3) ? t : az_not(m->s, t);
}

/* Divisors are not 0, and shifts are by less than the width: C leaves the rest open. */
static az_term divisor(making *m, uint32_t width, int depth) {
  return az_bv_or(m->s, number(m, width, depth), az_bv(m->s, width, 1));
}

static az_term number(making *m, uint32_t width, int depth) {
  static az_term (*const binary[])(az_store *, az_term, az_term) = {
      az_bv_add, az_bv_sub, az_bv_mul, az_bv_and, az_bv_or, az_bv_xor};
  static az_term (*const division[])(az_store *, az_term, az_term) = {az_bv_udiv, az_bv_urem,
                                                                      az_bv_sdiv, az_bv_srem};
  static az_term (*const shift[])(az_store *, az_term, az_term) = {az_bv_shl, az_bv_lshr,
                                                                   az_bv_ashr};
  if (depth <= 0 || !draw(m, 4)) {
    if (!arrlenu(m->regs) || !draw(m, 4)) return constant(m, width);
    return az_resize(m->s, m->regs[draw(m, arrlenu(m->regs))], width, draw(m, 2));
  }
  az_term a = number(m, width, depth - 1), b, c;
  switch (draw(m, 8)) {
  case 0: return az_bv_neg(m->s, a);
  case 1: return az_bv_not(m->s, a);
  case 2: return division[draw(m, 4)](m->s, a, divisor(m, width, depth - 1));
  case 3:
    b = az_bv_and(m->s, number(m, width, depth - 1), az_bv(m->s, width, 7));
    return shift[draw(m, 3)](m->s, a, b);
  case 4: c = condition(m, depth - 1); return az_ite(m->s, c, a, number(m, width, depth - 1));
  case 5: return az_resize(m->s, az_resize(m->s, a, 16, draw(m, 2)), width, draw(m, 2));
  default: return binary[draw(m, 6)](m->s, a, number(m, width, depth - 1));
  }
}

/* ---- statements ------------------------------------------------------------------------------ */

static az_term address(const making *m, uint32_t object, az_term offset) {
  return az_pointer(m->p, m->p->objects[object].address, offset);
}

static az_term offset(const making *m, uint64_t bytes) {
  return az_bv(m->s, m->p->pointer_bits, bytes);
}

static az_stmt *put(making *m, az_stmt_kind kind) {
  arrput(m->stmts, az_stmt_at(kind, (az_loc){.file = AZ_NONE}));
  return &arrlast(m->stmts);
}

static az_term load(making *m, az_term ptr, az_type type) {
  az_stmt *s = put(m, AZ_S_LOAD);
  s->ptr = ptr;
  s->type = type;
  return s->result = az_fresh(m->s, sort_of(m, type), "r");
}

static void store(making *m, az_term ptr, az_type type, az_term value) {
  az_stmt *s = put(m, AZ_S_STORE);
  s->ptr = ptr;
  s->type = type;
  s->value = value;
}

/* A cell, or an element of the array by a computed index, or bytes inside one. */
static az_term place(making *m, az_type *type) {
  if (m->function == MAIN && draw(m, 2)) {
    const cell *c = &cells[draw(m, OUTS)];
    *type = c->type;
    return address(m, c->object, offset(m, c->offset));
  }
  az_term index = az_bv_and(m->s, number(m, 64, 1), az_bv(m->s, 64, ELEMENTS - 1));
  *type = INT;
  if (draw(m, 2)) return address(m, A, az_bv_mul_nsw(m->s, index, 4));
  *type = draw(m, 2) ? BYTE : SHORT;
  return address(m, draw(m, 2) ? A : L, offset(m, draw(m, 7)));
}

static void memory_statement(making *m) {
  az_stmt *s;
  uint64_t from = draw(m, 3) * 4, to = draw(m, 3) * 4, bytes = 4 + draw(m, 2) * 4;
  az_term byte = number(m, 8, 1);
  if (draw(m, 2)) {
    s = put(m, AZ_S_SET);
    s->value = byte;
    s->size = offset(m, 1 + draw(m, bytes));
  } else {
    s = put(m, AZ_S_COPY);
    s->value = address(m, draw(m, 3) ? A : L, offset(m, 0));
    if (az_pointer_object(m->p, s->value) == m->p->objects[A].address)
      s->value = address(m, A, offset(m, from));
    s->size = offset(m, bytes);
  }
  s->ptr = address(m, A, offset(m, to));
}

/* Through the pointer q, which leads to an int of a, g, or new memory. */
static void pointer_statement(making *m) {
  az_term q = address(m, Q, offset(m, 0)), size = offset(m, 8);
  switch (draw(m, 4)) {
  case 0: {
    az_term index = az_bv_and(m->s, number(m, 64, 1), az_bv(m->s, 64, ELEMENTS - 1));
    store(m, q, POINTER, address(m, A, az_bv_mul_nsw(m->s, index, 4)));
    break;
  }
  case 1: store(m, q, POINTER, address(m, G, offset(m, 0))); break;
  case 2: {
    az_stmt *s = put(m, AZ_S_ALLOC);
    s->alloc = draw(m, 2) ? AZ_ALLOC_CALLOC : AZ_ALLOC_MALLOC;
    s->size = size;
    s->type = VOID;
    az_term made = s->result = az_fresh(m->s, sort_of(m, POINTER), "new");
    store(m, made, INT, number(m, 32, 2));
    store(m, q, POINTER, made);
    break;
  }
  default: {
    az_term condition_of = condition(m, 1), there = address(m, G, offset(m, 0));
    az_term other = address(m, A, offset(m, 4 * draw(m, ELEMENTS)));
    store(m, q, POINTER, az_ite(m->s, condition_of, there, other));
  }
  }
  az_term to = load(m, q, POINTER);
  if (draw(m, 2))
    store(m, to, INT, number(m, 32, 2));
  else
    arrput(m->regs, load(m, to, INT));
}

static void call(making *m) {
  az_term *args = AZ_NEW(m->p->arena, az_term);
  args[0] = number(m, 32, 2);
  az_stmt *s = put(m, AZ_S_CALL);
  s->callee = CALLED;
  s->args = args;
  s->arg_count = 1;
  s->type = INT;
  s->result = az_fresh(m->s, sort_of(m, INT), "result");
  arrput(m->regs, s->result);
}

static void input(making *m, az_type type) {
  az_stmt *s = put(m, AZ_S_INPUT);
  s->type = type;
  s->text = "in";
  s->input = AZ_IN_NONDET;
  s->result = az_fresh(m->s, sort_of(m, type), "in");
  arrput(m->regs, s->result);
}

static void random_statement(making *m) {
  az_type type;
  az_term at;
  switch (draw(m, 8)) {
  case 0:
    if (m->function == MAIN) input(m, draw(m, 2) ? INT : LONG);
    break;
  case 1:
  case 2:
    at = place(m, &type);
    arrput(m->regs, load(m, at, type));
    break;
  case 3: memory_statement(m); break;
  case 4: pointer_statement(m); break;
  case 5:
    if (m->function == MAIN) call(m);
    break;
  default: at = place(m, &type); store(m, at, type, number(m, az_sort_width(sort_of(m, type)), 3));
  }
}

static void statements(making *m, uint64_t most) {
  for (uint64_t n = 1 + draw(m, most); n--;) random_statement(m);
}

static void end_block(making *m, az_block *b, az_end_kind end, uint32_t first, uint32_t second) {
  b->end = end;
  b->end_loc.file = AZ_NONE;
  b->end_site = AZ_NONE;
  b->name = "block";
  b->successor_count = end == AZ_END_GOTO ? 1 : end == AZ_END_IF ? 2 : 0;
  b->successors = AZ_NEWN(m->p->arena, uint32_t, 2);
  b->successors[0] = first;
  b->successors[1] = second;
  if (end == AZ_END_IF) b->condition = condition(m, 2);
  if (end == AZ_END_RETURN) b->value = number(m, 32, 2);
  az_block_set(m->p->arena, b, m->stmts);
  m->stmts = NULL;
  arrsetlen(m->regs, 0);
}

/* Copies of all cells, and the probe. */
static void observe(making *m) {
  for (uint32_t i = 0; i < OUTS; i++) {
    az_term value = load(m, address(m, cells[i].object, offset(m, cells[i].offset)), cells[i].type);
    store(m, address(m, OUT + i, offset(m, 0)), cells[i].type, value);
  }
  input(m, INT);
}

static void make_function(making *m, uint32_t number_of, const uint32_t *locals, uint32_t count) {
  az_function *f = &m->p->functions[number_of];
  m->function = number_of;
  *f = (az_function){.name = number_of == MAIN ? "main" : "called",
                     .result_type = INT,
                     .has_body = true,
                     .object = number_of,
                     .call_site = AZ_NONE,
                     .check = AZ_NONE,
                     .block_count = 4};
  f->blocks = AZ_NEWN(m->p->arena, az_block, 4);
  f->locals = AZ_NEWN(m->p->arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t object = f->locals[f->local_count++] = locals[i];
    if (m->p->objects[object].kind != AZ_OBJ_LOCAL) continue;
    put(m, AZ_S_LIVE)->object = object;
    store(m, address(m, object, offset(m, 0)), m->p->objects[object].type,
          constant(m, az_sort_width(sort_of(m, m->p->objects[object].type))));
  }
  if (number_of == CALLED) {
    f->params = AZ_NEW(m->p->arena, uint32_t);
    f->params[f->param_count++] = PARAM;
    arrput(m->regs, load(m, address(m, PARAM, offset(m, 0)), INT));
  } else {
    input(m, INT);
  }
  statements(m, 8);
  end_block(m, &f->blocks[0], AZ_END_IF, 1, 2);
  for (uint32_t b = 1; b <= 2; b++) {
    statements(m, 5);
    end_block(m, &f->blocks[b], AZ_END_GOTO, 3, 0);
  }
  statements(m, 5);
  if (number_of == MAIN) observe(m);
  end_block(m, &f->blocks[3], AZ_END_RETURN, 0, 0);
  if (number_of == MAIN) m->probe = &f->blocks[3].stmts[f->blocks[3].stmt_count - 1];
}

static void make_object(making *m, uint32_t i, az_object_kind kind, const char *name,
                        az_type type) {
  az_object *o = &m->p->objects[i];
  bool once = kind != AZ_OBJ_LOCAL && kind != AZ_OBJ_PARAM;
  *o = (az_object){.kind = kind,
                   .name = name,
                   .type = type,
                   .bytes = m->p->types[type].bytes,
                   .align = 8,
                   .loc = {.file = AZ_NONE},
                   .function = once               ? AZ_NONE
                               : i == X || i == Y ? MAIN
                                                  : CALLED};
  if (kind == AZ_OBJ_FUNCTION) o->function = i;
  o->address = once ? az_bv(m->s, AZ_OBJECT_BITS, i + 1u)
                    : az_var(m->s, az_sort_bv(AZ_OBJECT_BITS),
                             az_arena_printf(m->p->arena, "&%s#%u", name, i));
}

static void make_types(making *m) {
  static const struct {
    const char *name;
    uint32_t bytes;
    bool is_signed;
  } ints[] = {[BYTE] = {"unsigned char", 1, false},
              [SHORT] = {"short", 2, true},
              [INT] = {"int", 4, true},
              [LONG] = {"unsigned long", 8, false}};
  az_type_info *types = m->p->types = AZ_NEWN(m->p->arena, az_type_info, TYPES);
  m->p->type_count = TYPES;
  types[VOID] = (az_type_info){.kind = AZ_T_VOID, .name = "void"};
  for (az_type t = BYTE; t <= LONG; t++)
    types[t] = (az_type_info){.kind = AZ_T_INT,
                              .name = ints[t].name,
                              .bytes = ints[t].bytes,
                              .width = 8 * ints[t].bytes,
                              .is_signed = ints[t].is_signed,
                              .sort = az_sort_bv(8 * ints[t].bytes)};
  types[POINTER] = (az_type_info){.kind = AZ_T_POINTER,
                                  .name = "int *",
                                  .bytes = 8,
                                  .element = INT,
                                  .sort = az_sort_bv(az_pointer_width(m->p))};
  types[INTS] = (az_type_info){.kind = AZ_T_ARRAY,
                               .name = "int [4]",
                               .bytes = 4 * ELEMENTS,
                               .element = INT,
                               .count = ELEMENTS};
}

static void make_program(making *m) {
  static const uint32_t of_main[] = {X, Y}, of_called[] = {PARAM, INNER};
  az_arena *arena = az_arena_new();
  az_program *p = m->p = AZ_NEW(arena, az_program);
  az_error err = {.status = AZ_OK};
  p->store = m->s;
  p->arena = arena;
  p->pointer_bits = 64;
  make_types(m);
  p->objects = AZ_NEWN(arena, az_object, OBJECTS);
  p->object_count = OBJECTS;
  make_object(m, MAIN, AZ_OBJ_FUNCTION, "main", VOID);
  make_object(m, CALLED, AZ_OBJ_FUNCTION, "called", VOID);
  make_object(m, G, AZ_OBJ_GLOBAL, "g", INT);
  make_object(m, A, AZ_OBJ_GLOBAL, "a", INTS);
  make_object(m, C, AZ_OBJ_GLOBAL, "c", BYTE);
  make_object(m, L, AZ_OBJ_GLOBAL, "l", LONG);
  make_object(m, S, AZ_OBJ_GLOBAL, "s", SHORT);
  make_object(m, Q, AZ_OBJ_GLOBAL, "q", POINTER);
  make_object(m, X, AZ_OBJ_LOCAL, "x", INT);
  make_object(m, Y, AZ_OBJ_LOCAL, "y", LONG);
  make_object(m, PARAM, AZ_OBJ_PARAM, "n", INT);
  make_object(m, INNER, AZ_OBJ_LOCAL, "inner", INT);
  for (uint32_t i = 0; i < OUTS; i++)
    make_object(m, OUT + i, AZ_OBJ_GLOBAL, az_arena_printf(arena, "out%u", i), cells[i].type);
  p->functions = AZ_NEWN(arena, az_function, 2);
  p->function_count = 2;
  p->entry = MAIN;
  make_function(m, MAIN, of_main, 2);
  make_function(m, CALLED, of_called, 2);
  ck_assert_msg(az_program_analyse(p, &err) == AZ_OK, "%s", err.message);
  ck_assert_msg(az_program_validate(p, &err) == AZ_OK, "%s", err.message);
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_INPUT && i.f == &p->functions[MAIN]) m->probe = i.stmt;
}

/* ---- the interpreter ------------------------------------------------------------------------- */

typedef struct execution {
  making *m;
  az_interpreter *run;
  struct {
    const az_stmt *key;
    az_term value;
  } *inputs; /* stb_ds */
  az_term out[OUTS];
} execution;

static void on_begin(void *ctx, az_interpreter *run) {
  ((execution *)ctx)->run = run;
}

static az_term on_input(void *ctx, const az_stmt *stmt, az_sort sort) {
  execution *e = ctx;
  if (az_sort_kind_of(sort) != AZ_SORT_BV) return az_zero_of(e->m->s, sort);
  for (uint32_t i = 0; stmt == e->m->probe && i < OUTS; i++)
    e->out[i] = az_interpreter_read(e->run, OUT + i, 0, cells[i].type);
  az_term value = constant(e->m, az_sort_width(sort));
  if (stmt->kind == AZ_S_INPUT) hmput(e->inputs, stmt, value);
  return value;
}

/* ---- the others ------------------------------------------------------------------------------ */

static void bind_zero(void *ctx, az_term var) {
  struct {
    az_store *s;
    az_subst *subst;
  } *c = ctx;
  az_subst_bind(c->subst, var, az_zero_of(c->s, az_sort_of(c->s, var)));
}

/* With these inputs, every other variable being 0: nothing depends on it. */
static az_term evaluated(execution *e, const az_ssa *ssa, az_term t) {
  struct {
    az_store *s;
    az_subst *subst;
  } c = {e->m->s, az_subst_new(e->m->s)};
  az_free_vars(c.s, &t, 1, bind_zero, &c);
  for (uint32_t r = ssa->first_record; r != AZ_NONE; r = ssa->records[r].next) {
    const az_record *record = &ssa->records[r];
    ptrdiff_t at = record->kind == AZ_REC_INPUT ? hmgeti(e->inputs, record->stmt) : -1;
    if (at >= 0 && az_kind_of(c.s, record->value) == AZ_K_VAR)
      az_subst_bind(c.subst, record->value, e->inputs[at].value);
  }
  az_term value = az_subst_apply(c.subst, t);
  az_subst_free(c.subst);
  return value;
}

/* The number of the observed cell that the statement copies; OUTS: none. */
static uint32_t observed_by(const making *m, const az_stmt *s) {
  uint64_t object;
  if (s->kind != AZ_S_STORE || !az_const_u64(m->s, az_pointer_object(m->p, s->ptr), &object) ||
      object <= OUT)
    return OUTS;
  return (uint32_t)object - 1 - OUT;
}

static void compare_formula(execution *e, uint64_t seed) {
  const making *m = e->m;
  az_error err = {.status = AZ_OK};
  az_ssa_shared *shared = az_ssa_shared_new(m->p, NULL, NULL);
  az_ssa_config config = {.mode = AZ_SSA_BASE, .k = 1, .recursion = 2, .record = true};
  az_ssa *ssa = az_ssa_build(shared, &config, &err);
  ck_assert_msg(ssa != NULL, "%s", err.message);
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++)
    ck_assert_msg(az_is_false(m->s, evaluated(e, ssa, ssa->unwinding_assertions[i].guard)),
                  "seed %llu: the formula leaves out: %s", (unsigned long long)seed,
                  ssa->unwinding_assertions[i].cause);
  uint32_t seen = 0;
  for (uint32_t r = ssa->first_record; r != AZ_NONE; r = ssa->records[r].next) {
    const az_record *record = &ssa->records[r];
    uint32_t out = record->kind == AZ_REC_ASSIGN ? observed_by(m, record->stmt) : OUTS;
    if (out == OUTS) continue;
    seen++;
    ck_assert_msg(az_is_true(m->s, evaluated(e, ssa, record->guard)), "seed %llu: guard",
                  (unsigned long long)seed);
    ck_assert_msg(evaluated(e, ssa, record->value) == e->out[out],
                  "seed %llu: the formula and the interpreter differ in %s + %llu",
                  (unsigned long long)seed, m->p->objects[cells[out].object].name,
                  (unsigned long long)cells[out].offset);
  }
  ck_assert_uint_eq(seen, OUTS);
  az_ssa_free(ssa);
  az_ssa_shared_free(shared);
}

/* The least solution of equations without a loop, points in their order. */
static void **solution(const az_equations *e, const az_transfer *t) {
  void **states = calloc(e->point_count + 1, sizeof *states);
  states[0] = t->ops->top(t->self);
  for (uint32_t p = 0; p < e->point_count; p++)
    for (uint32_t i = 0; states[p] && i < e->points[p].out_count; i++) {
      const az_edge *edge = &e->edges[e->points[p].out[i]];
      ck_assert(edge->to > p && edge->call == AZ_NONE);
      void *after = t->ops->copy(t->self, states[p]);
      az_edge_apply(e, edge, t, after);
      if (states[edge->to]) {
        t->ops->join(t->self, states[edge->to], after);
        t->ops->free(t->self, after);
      } else {
        states[edge->to] = after;
      }
    }
  return states;
}

/* Is the value one of the abstract variable's in a state at an end? */
static bool contains(const az_equations *e, const az_transfer *t, void **states, uint32_t var,
                     az_term value) {
  const az_abstract_variable *v = &e->context.vars[var];
  az_wide n;
  ck_assert(az_const_wide(e->context.store, value, v->is_signed, &n));
  az_facts concrete = az_facts_value(n);
  for (uint32_t p = 0; p < e->point_count; p++) {
    if (!states[p] || e->points[p].out_count || t->ops->is_bottom(t->self, states[p])) continue;
    az_facts known = t->ops->facts(t->self, states[p], v->term, v->is_signed);
    if (az_facts_included(&concrete, &known)) return true;
  }
  return false;
}

static void compare_equations(const execution *x, az_registry *registry, uint64_t seed) {
  static const char *const domains[] = {"interval", "congruence", "constant", "zones"};
  const making *m = x->m;
  az_error err = {.status = AZ_OK};
  az_abstract *a = az_abstract_new(m->p, registry, &(az_abstract_config){0}, &err);
  ck_assert_msg(a != NULL, "%s", err.message);
  const az_equations *e = az_abstract_equations(a);
  for (size_t d = 0; d < sizeof domains / sizeof *domains; d++) {
    az_desc *desc = az_desc_new(az_registry_find(registry, AZ_MODULE_DOMAIN, domains[d], &err));
    az_transfer t;
    ck_assert_int_eq(az_transfer_open(&e->context, desc, &t, &err), AZ_OK);
    void **states = solution(e, &t);
    uint32_t seen = 0;
    for (uint32_t o = 0; o < az_abstract_objects(a); o++) {
      uint32_t object = az_abstract_object_at(a, o)->object;
      uint32_t var = object == AZ_NONE || object < OUT ? AZ_NONE : az_abstract_variable_of(a, o, 0);
      if (var == AZ_NONE) continue;
      seen++;
      ck_assert_msg(contains(e, &t, states, var, x->out[object - OUT]),
                    "seed %llu: %s leaves out the value of %s + %llu", (unsigned long long)seed,
                    domains[d], m->p->objects[cells[object - OUT].object].name,
                    (unsigned long long)cells[object - OUT].offset);
    }
    ck_assert_uint_eq(seen, OUTS);
    for (uint32_t p = 0; p < e->point_count; p++)
      if (states[p]) t.ops->free(t.self, states[p]);
    free(states);
    az_transfer_close(&t);
    az_desc_free(desc);
  }
  az_abstract_free(a);
}

START_TEST(agree) {
  const char *runs = getenv("ANSATZ_RANDOM_RUNS"), *first = getenv("ANSATZ_RANDOM_SEED");
  uint64_t count = runs ? strtoull(runs, NULL, 10) : 600;
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1;
  az_registry *registry = open_registry();
  for (uint64_t end = seed + count; seed < end; seed++) {
    making m = {.s = az_store_new(), .state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
    make_program(&m);
    if (getenv("ANSATZ_RANDOM_PRINT")) az_program_print(m.p, stdout);
    for (int n = 0; n < 4; n++) {
      execution e = {.m = &m};
      az_interpreter_options o = {
          .input = on_input, .begin = on_begin, .ctx = &e, .max_steps = 100000};
      az_run run = az_interpret(m.p, &o);
      ck_assert_msg(run.end == AZ_RUN_RETURNED, "seed %llu: the run ends with %d",
                    (unsigned long long)seed, run.end);
      compare_formula(&e, seed);
      compare_equations(&e, registry, seed);
      hmfree(e.inputs);
    }
    arrfree(m.regs);
    az_arena_free(m.p->arena);
    az_store_free(m.s);
  }
  az_registry_free(registry);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("three semantics");
  TCase *cases = tcase_create("all");
  tcase_set_timeout(cases, 3600);
  tcase_add_test(cases, agree);
  suite_add_tcase(suite, cases);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
