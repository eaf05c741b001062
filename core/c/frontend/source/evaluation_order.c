/* C leaves open in which order the operands of an operator, the arguments of a call and the values
 * of an initialiser are evaluated (C17 6.5p3, 6.5.2.2p10, 6.7.9p23); the program has clang's order.
 * If one operand contains a call, and another one accesses memory that the call writes (or writes
 * memory that the call reads, or may end the execution before a check in the call), the order may
 * have an effect. Side effects without calls are not sequenced at all, which is undefined
 * behaviour: replay looks for these.
 *
 * The program comes from unoptimised code, where all variables are in memory. So a value in a
 * register or a temporary object is an operand of an expression whose evaluation has not ended, and
 * code that is executed before the use of the value, but does not use it, belongs to other
 * operands. Only the text shows operands without a value (left of a comma, or stores of an
 * initialiser): code may belong to one unless the text separates it from the following code. */
#include "frontend/source/evaluation_order.h"
#include "frontend/source/operands.h"
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 2000000 };

typedef struct effects {  /* of part of an expression */
  fe_effects own, called; /* `called`: within calls */
} effects;

/* A value in a register or in a temporary object. */
typedef struct value {
  effects span;      /* of the evaluation */
  uint32_t *parts;   /* values that it is computed from; stb_ds */
  uint32_t last_use; /* of a register: the last statement of its block that uses it */
} value;

typedef struct order {
  const fe_order_question *q;
  const az_program *p;
  az_arena *arena;
  order_effects *effects;
  order_texts *texts;
  const az_function *f;
  const char *found;
  uint32_t steps; /* number of steps of look_behind */
  /* of the current function */
  value *values;         /* stb_ds; temporary objects come first */
  uint32_t *temporaries; /* objects; stb_ds */
  struct {
    az_term key;
    uint32_t value;
  } *value_of;     /* registers and address variables of temporaries */
  uint32_t **uses; /* by statement: its values; stb_ds of stb_ds */
  uint32_t *first; /* by block: its first statement among all */
  bool *live;      /* by block and temporary: at the beginning of the block */
  uint32_t *idom;  /* by reverse post-order number */
} order;

static void free_effects(effects *e) {
  fe_effects_free(&e->own);
  fe_effects_free(&e->called);
}

static bool is_nothing(const effects *e) {
  return fe_effects_none(&e->own) && fe_effects_none(&e->called);
}

static void add(effects *to, const effects *from) {
  fe_effects_add(&to->own, &from->own);
  fe_effects_add(&to->called, &from->called);
}

static effects effects_of(order *o, const az_stmt *s) {
  effects e = {0};
  fe_effects all = order_effects_of(o->effects, s);
  bool called = s->kind == AZ_S_CALL || s->kind == AZ_S_FREE || s->kind == AZ_S_ALLOC;
  if (s->kind == AZ_S_COPY ||
      s->kind == AZ_S_SET) /* these may be assignments or initialisers, too */
    called = order_is_call(o->texts, s->loc);
  *(called ? &e.called : &e.own) = all;
  return e;
}

/* ---- comparing ---- */

static const char *shared(order *o, const fe_effects *a, const fe_effects *b) {
  if (!fe_effects_clash(a, b)) return NULL;
  for (int turn = 0; turn < 2; turn++) {
    const fe_effects *writer = turn ? b : a, *other = turn ? a : b;
    for (size_t i = 0; i < arrlenu(writer->writes); i++) {
      fe_effects one = {0};
      fe_effects_write(&one, writer->writes[i]);
      bool clashes = fe_effects_clash(&one, other);
      fe_effects_free(&one);
      if (clashes) return order_slot_name(o->effects, writer->writes[i]);
    }
  }
  return "memory";
}

/* Returns whether the first part may prevent a violation by the second one. In clang's order, the
 * first part comes first; in the other order, the violation would occur. */
static bool hides(order *o, const effects *a, const effects *b) {
  unsigned before = a->own.flags | a->called.flags, after = b->own.flags | b->called.flags;
  if (o->q->classes >> AZ_C_TERMINATION & 1u) {
    /* The proof shows that the first part always returns; but this part may end the execution, or
     * make an invalid access. The checks of accesses are not part of the property. */
    if (before & (FE_ENDS | FE_CHECKS) && after & FE_LOOPS) return true;
    uint32_t beside = 1u << AZ_C_TERMINATION | AZ_MEMORY_CLASSES | 1u << AZ_C_BOUNDS;
    if (!(o->q->classes & ~beside)) return false;
  }
  return before & (FE_ENDS | FE_LOOPS) && after & FE_CHECKS;
}

static void compare(order *o, const effects *a, const effects *b, az_loc loc) {
  if (o->found) return;
  const char *what = shared(o, &a->called, &b->called);
  if (!what) what = shared(o, &a->called, &b->own);
  if (!what) what = shared(o, &a->own, &b->called);
  if (!what && !hides(o, a, b)) return;
  char where[512];
  loc.column = 0;
  az_loc_text(o->p, loc, where, sizeof where);
  const char *why = what ? "a call in one of them and another one share "
                         : "a call in one of them may not come back, while another one has a check";
  o->found = o->q->any_order
                 ? az_arena_printf(o->arena,
                                   "depends on the order in which the operands at %s (%s) are "
                                   "evaluated: %s%s",
                                   where, o->f->name, why, what ? what : "")
                 : az_arena_printf(o->arena, "in clang's order of operands at %s", where);
}

/* ---- values and their live ranges ---- */

typedef struct collecting {
  order *o;
  uint32_t **uses;
  uint32_t at;
} collecting;

static void note_use(void *ctx, az_term var) {
  collecting *c = ctx;
  ptrdiff_t at = hmgeti(c->o->value_of, var);
  if (at < 0) return;
  uint32_t v = c->o->value_of[at].value;
  arrput(*c->uses, v);
  c->o->values[v].last_use = c->at;
}

static void collect(order *o, const az_term *terms, uint32_t count, uint32_t **uses, uint32_t at) {
  collecting c = {o, uses, at};
  for (uint32_t i = 0; i < count; i++)
    if (terms[i]) az_free_vars(o->p->store, &terms[i], 1, note_use, &c);
}

static uint32_t new_value(order *o, az_term key) {
  uint32_t v = (uint32_t)arrlenu(o->values);
  arrput(o->values, ((value){.last_use = AZ_NONE}));
  hmput(o->value_of, key, v);
  return v;
}

static void find_values(order *o) {
  const az_function *f = o->f;
  for (uint32_t i = 0; i < f->local_count; i++) {
    if (o->p->objects[f->locals[i]].kind != AZ_OBJ_TEMP) continue;
    new_value(o, o->p->objects[f->locals[i]].address);
    arrput(o->temporaries, f->locals[i]);
  }
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    o->first[b] = (uint32_t)arrlenu(o->uses);
    for (uint32_t i = 0; i < block->stmt_count; i++) {
      const az_stmt *s = &block->stmts[i];
      const az_term terms[] = {s->ptr, s->value, s->size};
      uint32_t *uses = NULL;
      collect(o, terms, 3, &uses, i);
      collect(o, s->args, s->arg_count, &uses, i);
      arrput(o->uses, uses);
      if (s->result) new_value(o, s->result);
    }
    const az_term terms[] = {block->condition, block->value};
    uint32_t *uses = NULL;
    collect(o, terms, 2, &uses, block->stmt_count);
    arrput(o->uses, uses);
  }
}

/* Returns the temporary whose lifetime the statement begins; AZ_NONE: none. */
static uint32_t begun(order *o, const az_stmt *s) {
  az_term key = 0;
  if (s->kind == AZ_S_LIVE || s->kind == AZ_S_DEAD)
    key = s->object == AZ_NONE ? 0 : o->p->objects[s->object].address;
  uint32_t temporary = s->kind == AZ_S_STORE ? order_temporary(o->effects, s->ptr) : AZ_NONE;
  if (temporary != AZ_NONE && o->p->types[s->type].bytes == o->p->objects[temporary].bytes)
    key = o->p->objects[temporary].address;
  ptrdiff_t at = key ? hmgeti(o->value_of, key) : -1;
  return at < 0 ? AZ_NONE : o->value_of[at].value;
}

/* Finds the temporaries that are live at the beginning of each block. */
static void find_live(order *o) {
  const az_function *f = o->f;
  size_t count = arrlenu(o->temporaries);
  bool *now = az_calloc(count + 1, sizeof *now);
  for (bool more = count > 0; more;) {
    more = false;
    for (uint32_t k = f->order_count; k-- > 0;) {
      uint32_t b = f->order[k];
      const az_block *block = &f->blocks[b];
      memset(now, 0, count);
      for (uint32_t j = 0; j < block->successor_count; j++)
        for (size_t t = 0; t < count; t++) now[t] |= o->live[block->successors[j] * count + t];
      for (uint32_t i = block->stmt_count; i-- > 0;) {
        const uint32_t *uses = o->uses[o->first[b] + i];
        uint32_t anew = begun(o, &block->stmts[i]);
        if (anew != AZ_NONE) now[anew] = false;
        for (size_t u = 0; u < arrlenu(uses); u++)
          if (uses[u] < count && uses[u] != anew) now[uses[u]] = true;
      }
      for (size_t t = 0; t < count; t++) more |= now[t] && !o->live[b * count + t];
      memcpy(&o->live[b * count], now, count);
    }
  }
  free(now);
}

/* ---- operands with a value ---- */

typedef struct walk { /* through a block */
  order *o;
  uint32_t block;
  uint32_t *kept;     /* values with effects; stb_ds */
  uint32_t *last_use; /* last use of each temporary; stmt_count + 1: after this block */
} walk;

static bool has(const uint32_t *set, uint32_t v) {
  for (size_t i = 0; i < arrlenu(set); i++)
    if (set[i] == v) return true;
  return false;
}

static void put(uint32_t **set, uint32_t v) {
  if (!has(*set, v)) arrput(*set, v);
}

static uint32_t last_use(const walk *w, uint32_t v) {
  return v < arrlenu(w->o->temporaries) ? w->last_use[v] : w->o->values[v].last_use;
}

/* Returns the values that the statement uses, and their parts. */
static uint32_t *related(order *o, const uint32_t *uses) {
  uint32_t *all = NULL;
  for (size_t i = 0; i < arrlenu(uses); i++) {
    const value *v = &o->values[uses[i]];
    if (is_nothing(&v->span)) continue;
    put(&all, uses[i]);
    for (size_t k = 0; k < arrlenu(v->parts); k++) put(&all, v->parts[k]);
  }
  return all;
}

static bool is_related(const value *v, uint32_t number, const uint32_t *set) {
  bool found = has(set, number);
  for (size_t i = 0; i < arrlenu(v->parts) && !found; i++) found = has(set, v->parts[i]);
  return found;
}

/* Creates (if `anew`) or extends the value `v`, which a statement with these effects computes from
 * the values `of`. */
static void make(walk *w, uint32_t v, const uint32_t *of, const effects *e, bool anew) {
  value *to = &w->o->values[v];
  if (anew) {
    free_effects(&to->span);
    arrsetlen(to->parts, 0);
  }
  add(&to->span, e);
  for (size_t i = 0; i < arrlenu(of); i++) {
    if (of[i] == v) continue;
    add(&to->span, &w->o->values[of[i]].span);
    put(&to->parts, of[i]);
  }
  if (!is_nothing(&to->span)) put(&w->kept, v);
}

static bool same_place(az_loc a, az_loc b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* Returns whether the statement belongs to the expansion of printf or the like (formatted.c). */
static bool is_printing(const order *o, const az_stmt *s) {
  return s->kind == AZ_S_CALL && s->callee != AZ_NONE &&
         !strncmp(o->p->functions[s->callee].name, "__ansatz_", 9);
}

/* Returns whether the statement prints for the later statement that uses the value last. */
static bool is_of_user(const order *o, const az_block *b, const az_stmt *s, uint32_t last_use) {
  return is_printing(o, s) && last_use < b->stmt_count &&
         same_place(s->loc, b->stmts[last_use].loc);
}

static void visit(walk *w, uint32_t i) {
  order *o = w->o;
  const az_stmt *s = &o->f->blocks[w->block].stmts[i];
  const uint32_t *uses = o->uses[o->first[w->block] + i];
  uint32_t *of = related(o, uses), anew = s->kind == AZ_S_DEAD ? AZ_NONE : begun(o, s);
  effects e = effects_of(o, s);
  for (size_t k = 0; k < arrlenu(w->kept) && !is_nothing(&e); k++) {
    uint32_t number = w->kept[k], last = last_use(w, number);
    value *v = &o->values[number];
    if (last == AZ_NONE || last <= i) { /* the temporary has no later use */
      arrdelswap(w->kept, k);
      k--;
      continue;
    }
    if (is_of_user(o, &o->f->blocks[w->block], s, last)) continue;
    if (!is_related(v, number, of))
      compare(o, &v->span, &e, s->loc);
    else if (s->kind == AZ_S_STORE)
      add(&v->span, &e);
  }
  for (size_t u = 0; u < arrlenu(uses); u++) /* temporaries that are filled through their address */
    if (uses[u] < arrlenu(o->temporaries) && uses[u] != anew && s->kind != AZ_S_LOAD)
      make(w, uses[u], of, &e, false);
  if (anew != AZ_NONE) make(w, anew, of, &(effects){0}, true);
  if (s->result) make(w, hmget(o->value_of, s->result), of, &e, true);
  free_effects(&e);
  arrfree(of);
}

/* Returns the immediate dominator and the blocks between it and the block; stb_ds. */
static uint32_t *region(order *o, uint32_t block) {
  const az_function *f = o->f;
  uint32_t top = f->order[o->idom[f->blocks[block].order]], *found = NULL;
  put(&found, top);
  for (uint32_t j = 0; j < f->blocks[block].predecessor_count; j++)
    put(&found, f->blocks[block].predecessors[j]);
  for (size_t k = 1; k < arrlenu(found); k++) {
    const az_block *b = &f->blocks[found[k]];
    if (found[k] == block || b->order == AZ_NONE) continue;
    for (uint32_t j = 0; j < b->predecessor_count; j++) put(&found, b->predecessors[j]);
  }
  return found;
}

static bool stores(order *o, uint32_t block, uint32_t temporary) {
  const az_block *b = &o->f->blocks[block];
  for (uint32_t i = 0; i < b->stmt_count; i++)
    if (begun(o, &b->stmts[i]) == temporary && b->stmts[i].kind == AZ_S_STORE) return true;
  return false;
}

/* If the branches of a conditional expression set a temporary, gives it the effects of these
 * branches and of their conditions. */
static void join(walk *w, uint32_t block) {
  order *o = w->o;
  size_t count = arrlenu(o->temporaries);
  const az_block *b = &o->f->blocks[block];
  uint32_t *blocks = NULL;
  effects all = {0};
  for (uint32_t t = 0; t < count && b->predecessor_count > 1; t++) {
    if (!o->live[block * count + t]) continue;
    if (!blocks) {
      blocks = region(o, block);
      for (size_t k = 0; k < arrlenu(blocks); k++) {
        const az_block *inner = &o->f->blocks[blocks[k]];
        const uint32_t *uses = o->uses[o->first[blocks[k]] + inner->stmt_count];
        for (size_t u = 0; u < arrlenu(uses); u++) add(&all, &o->values[uses[u]].span);
        for (uint32_t i = 0; k && i < inner->stmt_count; i++) {
          effects e = effects_of(o, &inner->stmts[i]);
          add(&all, &e);
          free_effects(&e);
        }
      }
    }
    bool set = false;
    for (size_t k = 0; k < arrlenu(blocks) && !set; k++) set = stores(o, blocks[k], t);
    if (set) make(w, t, NULL, &all, false);
  }
  free_effects(&all);
  arrfree(blocks);
}

static void walk_block(order *o, uint32_t block) {
  size_t count = arrlenu(o->temporaries);
  const az_block *b = &o->f->blocks[block];
  walk w = {o, block, NULL, az_calloc(count + 1, sizeof *w.last_use)};
  for (uint32_t t = 0; t < count; t++) {
    w.last_use[t] = AZ_NONE;
    for (uint32_t j = 0; j < b->successor_count; j++)
      if (o->live[b->successors[j] * count + t]) w.last_use[t] = b->stmt_count + 1;
    if (o->live[block * count + t] && !is_nothing(&o->values[t].span)) put(&w.kept, t);
  }
  for (uint32_t i = 0; i <= b->stmt_count; i++) {
    const uint32_t *uses = o->uses[o->first[block] + i];
    for (size_t u = 0; u < arrlenu(uses); u++)
      if (uses[u] < count && (w.last_use[uses[u]] == AZ_NONE || w.last_use[uses[u]] < i))
        w.last_use[uses[u]] = i;
  }
  join(&w, block);
  for (uint32_t i = 0; i < b->stmt_count && !o->found; i++) visit(&w, i);
  arrfree(w.kept);
  free(w.last_use);
}

/* ---- operands without a value ---- */

/* Returns whether the second block is executed only after a branch at the end of the first one. */
static bool is_branch(order *o, uint32_t block, uint32_t other) {
  const az_function *f = o->f;
  const az_block *b = &f->blocks[block];
  for (uint32_t j = 0; j < b->successor_count; j++) {
    const az_block *arm = &f->blocks[b->successors[j]];
    if (arm->predecessor_count != 1 || b->successor_count < 2) continue;
    uint32_t x = f->blocks[other].order;
    while (x > arm->order) x = o->idom[x];
    if (x == arm->order) return true;
  }
  return false;
}

/* Stops comparing operands if it takes too long: in the expansion of a macro, the ends of full
 * expressions are unknown, so each statement is compared with all that follow. */
static void give_up(order *o) {
  o->found = az_arena_printf(
      o->arena,
      o->q->any_order ? "depends on the order of operands in %s, which is too long"
                      : "in clang's order of operands in %s, which is too long to compare them",
      o->f->name);
}

/* Compares the effects of the statement with those of the following code, unless that code is known
 * to be in another full expression. */
static void look_behind(order *o, uint32_t block, uint32_t i) {
  const az_function *f = o->f;
  const az_stmt *s = &f->blocks[block].stmts[i];
  effects e = effects_of(o, s);
  if (is_nothing(&e) || s->loc.file == AZ_NONE || !s->loc.line) {
    free_effects(&e);
    return;
  }
  uint32_t *work = NULL, result = s->result ? hmget(o->value_of, s->result) : AZ_NONE;
  bool *seen = NULL, on = true,
       is_used = result != AZ_NONE && o->values[result].last_use != AZ_NONE;
  for (uint32_t b = block, from = i + 1; on && !o->found;) {
    const az_block *at = &f->blocks[b];
    bool ends = false;
    for (uint32_t k = from; k < at->stmt_count && !ends && !o->found; k++) {
      const az_stmt *t = &at->stmts[k];
      if (t->loc.file == AZ_NONE || !t->loc.line || t->kind == AZ_S_DEAD) continue;
      if (++o->steps > MOST_STEPS) give_up(o);
      order_places at_both = order_compare_places(o->texts, s->loc, t->loc, !is_used);
      bool apart = at_both >= ORDER_IN_SEQUENCE || (at_both == ORDER_IN_MACRO && !o->q->any_order);
      ends = at_both == ORDER_SEPARATED && !order_is_enclosed(o->texts, s->loc);
      if (at_both == ORDER_SEPARATED &&
          !ends) { /* another operand may be evaluated between parts of a statement expression */
        fe_effects_add(&e.called, &e.own);
        fe_effects_free(&e.own);
      }
      effects behind = apart ? (effects){0} : effects_of(o, t);
      const uint32_t *uses = o->uses[o->first[b] + k];
      bool uses_it = false;
      for (size_t u = 0; u < arrlenu(uses) && result != AZ_NONE; u++)
        uses_it |= uses[u] == result || has(o->values[uses[u]].parts, result);
      if (!is_nothing(&behind) && !uses_it && !(b != block && is_branch(o, block, b)))
        compare(o, &e, &behind, t->loc);
      free_effects(&behind);
    }
    if (!ends && !seen) seen = az_calloc(f->block_count, sizeof *seen);
    for (uint32_t j = 0; !ends && j < at->successor_count; j++) {
      if (!seen[at->successors[j]]) arrput(work, at->successors[j]);
      seen[at->successors[j]] = true;
    }
    on = arrlenu(work) > 0;
    if (on) b = arrpop(work);
    from = 0;
  }
  arrfree(work);
  free(seen);
  free_effects(&e);
}

/* ---- functions ---- */

/* Finds a jump out of an expression: the order decides which operands are evaluated before the
 * jump. Operands after the jump are not in the program. */
static void look_for_jumps(order *o) {
  uint32_t line = order_jump_line(o->texts, o->f->loc.file);
  if (line && o->q->any_order)
    o->found = az_arena_printf(o->arena,
                               "may leave a statement expression, and not its other "
                               "operands, at %s:%u",
                               o->p->files[o->f->loc.file], line);
}

static void look_at(order *o, const az_function *f) {
  o->f = f;
  o->first = az_calloc(f->block_count + 1, sizeof *o->first);
  find_values(o);
  o->live = az_calloc(f->block_count * (arrlenu(o->temporaries) + 1), sizeof *o->live);
  o->idom = graph_dominators(f, f->order, f->order_count);
  find_live(o);
  for (uint32_t k = 0; k < f->order_count && !o->found; k++) walk_block(o, f->order[k]);
  for (uint32_t k = 0; k < f->order_count; k++)
    for (uint32_t i = 0; i < f->blocks[f->order[k]].stmt_count && !o->found; i++)
      look_behind(o, f->order[k], i);
  if (!o->found) look_for_jumps(o);
  for (size_t i = 0; i < arrlenu(o->values); i++) {
    free_effects(&o->values[i].span);
    arrfree(o->values[i].parts);
  }
  for (size_t i = 0; i < arrlenu(o->uses); i++) arrfree(o->uses[i]);
  arrfree(o->values);
  arrfree(o->temporaries);
  arrfree(o->uses);
  arrfree(o->idom);
  hmfree(o->value_of);
  free(o->first);
  free(o->live);
}

const char *fe_order_matters(const fe_order_question *q, az_arena *arena) {
  const az_program *p = q->program;
  order o = {.q = q, .p = p, .arena = arena};
  bool *reached = az_calloc(p->function_count + 1, sizeof *reached);
  call_graph g = graph_calls(p);
  reached[p->entry] = true;
  graph_call_closure(&g, reached);
  graph_calls_free(&g);
  o.effects = order_effects_new(p, q->classes, q->all_return);
  o.texts = order_texts_new(p, q->contract);
  /* The front end builds the entry, which calls main or the requested function. */
  for (uint32_t i = 0; i < p->function_count && !o.found; i++)
    if (reached[i] && i != p->entry && p->functions[i].has_body && !p->functions[i].is_model)
      look_at(&o, &p->functions[i]);
  order_texts_free(o.texts);
  order_effects_free(o.effects);
  free(reached);
  return o.found;
}
