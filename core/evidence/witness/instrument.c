/* Turns a witness's invariants into checks. At the loop head, the variables are read, and a check
 * of class AZ_C_WITNESS evaluates the expression. These checks are proved together with those of
 * the property, so that the witness is not trusted: no execution fails any of them. If a name
 * denotes another variable than its author meant, other properties are proved, or none. */
#include "ansatz/expression.h"
#include "ansatz/statement.h"
#include "witness/source.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_FIELD = 6, MOST_VARIABLES = 4000 };

typedef struct instrumenter {
  const az_program *from;
  const az_witness *w;
  az_arena *arena;
  az_program *p;
  az_check *checks;   /* stb_ds */
  az_source *sources; /* stb_ds, by file of the program */
  az_witness_part *left_out;
} instrumenter;

static void leave_out(instrumenter *x, const char *what) {
  for (size_t i = 0; i < arrlenu(x->left_out); i++)
    if (!strcmp(x->left_out[i].what, what)) {
      x->left_out[i].count++;
      return;
    }
  arrput(x->left_out, ((az_witness_part){what, 1}));
}

static void *keep(const instrumenter *x, const void *items, size_t count, size_t size) {
  void *kept = az_arena_alloc(x->arena, count * size + 1);
  if (count) memcpy(kept, items, count * size);
  return kept;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The meaning of a name: an integer at an offset of an object. */
typedef struct leaf {
  uint32_t object;
  uint64_t offset;
  az_type type;
} leaf;

typedef struct scope {
  instrumenter *x;
  leaf *leaves;  /* stb_ds */
  az_tvar *vars; /* stb_ds, for each leaf */
} scope;

static void add_leaves(scope *s, const char *name, uint32_t object, uint64_t offset, az_type type,
                       uint32_t depth) {
  const az_program *p = s->x->from;
  const az_type_info *t = &p->types[type];
  if (arrlenu(s->vars) >= MOST_VARIABLES || depth > DEEPEST_FIELD || !type) return;
  for (uint32_t i = 0; t->kind == AZ_T_RECORD && !t->is_union && i < t->field_count; i++) {
    const az_field *f = &t->fields[i];
    if (!f->name || f->bit_width || f->bit_offset % 8) continue;
    add_leaves(s, az_arena_printf(s->x->arena, "%s.%s", name, f->name), object,
               offset + f->bit_offset / 8, f->type, depth + 1);
  }
  if (t->kind != AZ_T_INT || t->width != 8 * t->bytes) return;
  for (size_t i = 0; i < arrlenu(s->vars); i++)
    if (!strcmp(s->vars[i].name, name)) return; /* an inner variable hides it */
  az_tvar v = {.kind = AZ_TV_INT,
               .name = name,
               .type = type,
               .bits = t->width,
               .is_signed = t->is_signed,
               .object = object,
               .at = (uint32_t)arrlenu(s->vars)};
  arrput(s->vars, v);
  arrput(s->leaves, ((leaf){object, offset, type}));
}

static const az_source *source_of(const instrumenter *x, az_loc loc) {
  const az_source *source = loc.file < arrlenu(x->sources) ? &x->sources[loc.file] : NULL;
  return source && source->text ? source : NULL;
}

/* Returns the number of lines from the declaration to the loop; the maximum if the declaration
 * seems to be out of scope. */
static uint32_t distance(const instrumenter *x, const az_object *o, az_loc loop) {
  const az_source *source = source_of(x, loop);
  size_t at = source ? az_source_offset(source, loop.line, loop.column) : SIZE_MAX;
  bool hidden = o->kind == AZ_OBJ_LOCAL && at != SIZE_MAX && o->loc.file == loop.file &&
                !az_source_in_scope(source, o->name, o->loc.line, at);
  return o->loc.line > loop.line ? UINT32_MAX : hidden ? UINT32_MAX - 1 : loop.line - o->loc.line;
}

/* Locals and parameters hide globals. Of several locals with one name, the last one declared before
 * the loop is meant. Locals that seem to be out of scope are considered last. */
static scope scope_of(instrumenter *x, uint32_t function, az_loc loop) {
  const az_program *p = x->from;
  scope s = {.x = x};
  uint32_t *mine = NULL, *distances = NULL; /* stb_ds, nearest first */
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    bool local = o->kind == AZ_OBJ_LOCAL || o->kind == AZ_OBJ_PARAM;
    if (!o->name || !local || o->function != function) continue;
    size_t at = arrlenu(mine);
    uint32_t far = distance(x, o, loop);
    while (at && distances[at - 1] > far) at--;
    arrins(mine, at, i);
    arrins(distances, at, far);
  }
  for (int hidden = 0; hidden < 2; hidden++) {
    for (size_t i = 0; i < arrlenu(mine); i++)
      if ((distances[i] >= UINT32_MAX - 1) == hidden)
        add_leaves(&s, p->objects[mine[i]].name, mine[i], 0, p->objects[mine[i]].type, 0);
    for (uint32_t i = 0; i < p->object_count && !hidden; i++)
      if (p->objects[i].kind == AZ_OBJ_GLOBAL && p->objects[i].name)
        add_leaves(&s, p->objects[i].name, i, 0, p->objects[i].type, 0);
  }
  arrfree(mine);
  arrfree(distances);
  return s;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static az_term register_for(instrumenter *x, const leaf *l, az_loc loc, az_stmt **stmts) {
  az_store *store = x->from->store;
  az_stmt load = az_stmt_at(AZ_S_LOAD, loc);
  load.type = l->type;
  load.ptr = az_pointer(x->from, x->from->objects[l->object].address,
                        az_bv(store, x->from->pointer_bits, l->offset));
  load.result = az_fresh(store, x->from->types[l->type].sort, "read");
  arrput(*stmts, load);
  return load.result;
}

/* Maps the variables of a text to the registers into which statements read them. */
typedef struct binding {
  instrumenter *x;
  const scope *s;
  const az_term *values; /* by variable */
  az_loc loc;
  az_subst *subst;
  az_stmt **stmts;
} binding;

static void bind_register(void *ctx, az_term var) {
  binding *b = ctx;
  for (size_t i = 0; i < arrlenu(b->s->vars); i++)
    if (b->values[i] == var)
      az_subst_bind(b->subst, var, register_for(b->x, &b->s->leaves[i], b->loc, b->stmts));
}

static void put_check(instrumenter *x, az_term holds, const char *text, az_loc loc,
                      az_stmt **stmts) {
  uint32_t number = (uint32_t)arrlenu(x->checks) - x->from->check_count + 1;
  az_check made = {.cls = AZ_C_WITNESS,
                   .id = az_arena_printf(x->arena, "witness.%u", number),
                   .text = text,
                   .loc = loc};
  az_stmt check = az_stmt_at(AZ_S_CHECK, loc);
  check.value = holds;
  check.check = (uint32_t)arrlenu(x->checks);
  arrput(x->checks, made);
  arrput(*stmts, check);
}

/* Adds the check of an invariant at a loop. Returns false if its text cannot be read there. */
static bool add_check(instrumenter *x, uint32_t function, const az_loop *loop,
                      const az_witness_invariant *inv, az_stmt **stmts) {
  az_store *store = x->from->store;
  scope s = scope_of(x, function, loop->loc);
  const az_view view = {.kind = AZ_CUTPOINT_LOOP, .name = "loop", .loc = loop->loc};
  az_domain_context context = {.program = x->from,
                               .store = store,
                               .views = &view,
                               .view_count = 1,
                               .vars = s.vars,
                               .var_count = (uint32_t)arrlenu(s.vars)};
  az_error err = {.status = AZ_OK};
  az_expression *e = az_expression_parse(&context, 0, inv->value, &err);
  if (e) {
    az_term *values = NULL; /* stb_ds */
    for (size_t i = 0; i < arrlenu(s.vars); i++)
      arrput(values, az_fresh(store, x->from->types[s.leaves[i].type].sort, "value"));
    az_state state = {0, values, NULL};
    az_term holds = az_expression_truth(e, &state);
    binding b = {x, &s, values, loop->loc, az_subst_new(store), stmts};
    az_free_vars(store, &holds, 1, bind_register, &b);
    put_check(x, az_subst_apply(b.subst, holds), inv->value, loop->loc, stmts);
    az_subst_free(b.subst);
    arrfree(values);
  }
  az_expression_free(e);
  arrfree(s.vars);
  arrfree(s.leaves);
  return e != NULL;
}

/* GraphML has only lines, and some writers give the line of the statement from which the loop is
 * entered. So the loop on that line is meant or, if none, the function's next one. */
static bool is_at_loop(const instrumenter *x, const az_witness_invariant *inv, uint32_t function,
                       const az_loop *loop) {
  if (inv->at.column || az_witness_location_is(x->from, &inv->at, loop->loc))
    return az_witness_location_is(x->from, &inv->at, loop->loc);
  az_witness_location line = inv->at;
  line.line = loop->loc.line;
  const az_function *of = &x->from->functions[function];
  bool named = !inv->at.function || !strcmp(inv->at.function, of->name);
  bool next =
      named && loop->loc.line > inv->at.line && az_witness_location_is(x->from, &line, loop->loc);
  for (uint32_t l = 0; next && l < of->loop_count; l++) {
    az_loc other = of->loops[l].loc;
    next = other.line < inv->at.line || other.line >= loop->loc.line;
  }
  return next;
}

static void add_at_loop(instrumenter *x, uint32_t function, const az_loop *loop, az_block *head,
                        bool *found) {
  az_stmt *stmts = NULL; /* stb_ds */
  for (size_t i = 0; i < arrlenu(x->w->invariants); i++) {
    const az_witness_invariant *inv = &x->w->invariants[i];
    if (!is_at_loop(x, inv, function, loop)) continue;
    found[i] = true;
    if (!add_check(x, function, loop, inv, &stmts))
      leave_out(x,
                "invariants that are not expressions over integer variables of the loop's scope");
  }
  size_t added = arrlenu(stmts);
  if (added) {
    for (uint32_t i = 0; i < head->stmt_count; i++) arrput(stmts, head->stmts[i]);
    head->stmts = keep(x, stmts, arrlenu(stmts), sizeof *stmts);
    head->stmt_count = (uint32_t)arrlenu(stmts);
  }
  arrfree(stmts);
}

const az_program *az_witness_instrument(const az_program *p, const az_witness *witness,
                                        az_arena *arena, az_witness_part **left_out) {
  instrumenter x = {.from = p, .w = witness, .arena = arena};
  x.sources = az_sources_of(p, arena);
  x.p = keep(&x, p, 1, sizeof *p);
  if (p->check_count)
    memcpy(arraddnptr(x.checks, p->check_count), p->checks, p->check_count * sizeof *p->checks);
  az_function *functions = keep(&x, p->functions, p->function_count, sizeof *p->functions);
  bool *found = AZ_NEWN(arena, bool, arrlenu(witness->invariants) + 1);
  for (uint32_t f = 0; f < p->function_count; f++) {
    if (p->functions[f].is_model || !p->functions[f].has_body) continue;
    functions[f].blocks =
        keep(&x, p->functions[f].blocks, p->functions[f].block_count, sizeof(az_block));
    for (uint32_t l = 0; l < p->functions[f].loop_count; l++) {
      const az_loop *loop = &p->functions[f].loops[l];
      add_at_loop(&x, f, loop, &functions[f].blocks[loop->head], found);
    }
  }
  for (size_t i = 0; i < arrlenu(witness->invariants); i++)
    if (!found[i]) leave_out(&x, "invariants at a location without a loop");
  x.p->functions = functions;
  x.p->check_count = (uint32_t)arrlenu(x.checks);
  x.p->checks = keep(&x, x.checks, x.p->check_count, sizeof *x.checks);
  arrfree(x.checks);
  arrfree(x.sources);
  *left_out = x.left_out;
  az_program_passed(x.p, "witness");
  return x.p;
}
