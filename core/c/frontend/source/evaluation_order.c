/* C leaves open in which order the operands of an operator, the arguments of a call and the values
 * of an initialiser are evaluated (C17 6.5p3, 6.5.2.2p10, 6.7.9p23); clang's bitcode has one order.
 * Where one operand has a call in it, and another one accesses what that call writes (or writes
 * what it reads, or may end the execution before a check of the other one), the orders may differ
 * in what they do. Side effects without calls are not sequenced at all, which is undefined
 * behaviour: replay looks for these.
 *
 * It is found on the syntax tree, as bitcode has no operands any more. First what each function
 * does at most, its callees included; then all operands are compared in pairs. */
#include "frontend/source/operands.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

/* ---- pairs of operands ----------------------------------------------------------------------- */

static effects walk(order *o, uint32_t n);

static void add(effects *to, effects *from) {
  fe_effects_add(&to->own, &from->own);
  fe_effects_add(&to->called, &from->called);
  fe_effects_free(&from->own);
  fe_effects_free(&from->called);
}

static const char *name_of_slot(const order *o, uint32_t slot) {
  switch (slot) {
  case FE_SLOT_POINTED:
  case FE_SLOT_TAKEN: return "memory that pointers lead to";
  case FE_SLOT_ERRNO: return "errno";
  case FE_SLOT_LIBRARY: return "what the C library keeps";
  default: return o->items[slot - FE_SLOTS].name;
  }
}

/* What one of them writes and the other one accesses. */
static const char *common(const order *o, const fe_effects *a, const fe_effects *b) {
  for (size_t i = 0; i < arrlenu(a->writes); i++) {
    fe_effects one = {0};
    fe_effects_write(&one, a->writes[i]);
    bool clashes = fe_effects_clash(&one, b);
    fe_effects_free(&one);
    if (clashes) return name_of_slot(o, a->writes[i]);
  }
  return NULL;
}

static const char *clash(const order *o, const fe_effects *a, const fe_effects *b) {
  if (!fe_effects_clash(a, b)) return NULL;
  const char *what = common(o, a, b);
  if (!what) what = common(o, b, a);
  return what ? what : "memory";
}

/* Does one of them do something, or not, as the other one leaves the expression before or after? */
static bool leaves(const effects *a, const effects *b) {
  unsigned all = b->own.flags | b->called.flags;
  bool does = all || arrlenu(b->own.writes) || arrlenu(b->called.writes);
  return (a->own.flags | a->called.flags) & (FE_LEAVES | FE_BREAKS | FE_JUMPS) && does;
}

/* May the first one keep the second one from what is asked for, in clang's order only? */
static bool hides(const order *o, const effects *a, const effects *b) {
  unsigned before = a->own.flags | a->called.flags, after = b->own.flags | b->called.flags;
  if (o->q->classes >> AZ_C_TERMINATION & 1u) {
    /* What the first one never comes back from, the proof excludes; but it may end the execution,
     * or access what is not there. The accesses are no question of their own. */
    if (before & (FE_ENDS | FE_CHECKS) && after & FE_LOOPS) return true;
    uint32_t beside = 1u << AZ_C_TERMINATION | AZ_MEMORY_CLASSES | 1u << AZ_C_BOUNDS;
    if (!(o->q->classes & ~beside)) return false;
  }
  return before & (FE_ENDS | FE_LOOPS) && after & FE_CHECKS;
}

static void compare(order *o, const effects *a, const effects *b, bool either) {
  if (o->found) return;
  const char *what = clash(o, &a->called, &b->called);
  if (!what) what = clash(o, &a->called, &b->own);
  if (!what) what = clash(o, &a->own, &b->called);
  bool hidden = hides(o, a, b) || (either && hides(o, b, a)) || leaves(a, b) || leaves(b, a);
  if (!what && !hidden) return;
  const char *where =
      az_arena_printf(o->arena, "%s:%u (%s)", o->source, o->line, o->items[o->function].name);
  const char *why = what ? "a call in one of them and another one share"
                         : "a call in one of them may not come back, while another one has a check";
  if (!o->q->any_order)
    o->found =
        az_arena_printf(o->arena, "in clang's order of operands at %s:%u", o->source, o->line);
  else
    o->found = az_arena_printf(
        o->arena, "depends on the order in which the operands at %s are evaluated: %s%s%s", where,
        why, what ? " " : "", what ? what : "");
}

/* What the lengths of the type do that the node names, each one a part. */
static void walk_lengths(order *o, uint32_t n, effects **parts) {
  bool understood = true;
  order_length *lengths = order_lengths(o, order_node(o, n), &understood);
  for (size_t i = 0; i < arrlenu(lengths); i++) {
    effects e = order_length_effects(o, lengths[i]);
    understood &= order_length_is_clear(&e, lengths[i]);
    arrput(*parts, e);
  }
  arrfree(lengths);
  if (o->comparing && !o->found && !understood && !o->q->any_order)
    o->found =
        az_arena_printf(o->arena, "in clang's order of operands at %s:%u", o->source, o->line);
  if (o->comparing && !o->found && !understood)
    o->found = az_arena_printf(o->arena,
                               "may depend on the order in which the lengths of an array are "
                               "evaluated at %s:%u (%s)",
                               o->source, o->line, o->items[o->function].name);
}

/* All parts are compared with each other, and put together. */
static effects join(order *o, effects *parts, bool either) {
  effects all = {0};
  for (size_t i = 0; o->comparing && i < arrlenu(parts); i++)
    for (size_t k = i + 1; k < arrlenu(parts); k++) compare(o, &parts[i], &parts[k], either);
  for (size_t i = 0; i < arrlenu(parts); i++) add(&all, &parts[i]);
  arrfree(parts);
  return all;
}

/* The operands, in an order that C does not tell. */
static effects walk_operands(order *o, uint32_t n) {
  const fe_syntax_node *at = order_node(o, n);
  bool stores = node_is(at, "BinaryOperator") && node_has_operator(at, "="),
       updates = node_is(at, "CompoundAssignOperator");
  /* clang goes from left to right but here: */
  bool either = stores || updates || node_is(at, "ArraySubscriptExpr");
  effects *parts = NULL;
  walk_lengths(o, n, &parts);
  for (uint32_t c = at->first; c; c = order_node(o, c)->next) {
    if (stores && c == at->first) { /* the object is accessed later */
      o->stored = c;
      while (node_is(order_node(o, o->stored), "ParenExpr")) o->stored = order_first(o, o->stored);
    }
    effects e = walk(o, c);
    if (updates && c == at->first) order_access(o, &e.own, order_place_of(o, c), true, false);
    arrput(parts, e);
  }
  return join(o, parts, either);
}

/* The children, one after the other; those that are not evaluated, too. */
static effects walk_in_order(order *o, uint32_t n) {
  effects *lengths = NULL;
  walk_lengths(o, n, &lengths);
  effects all = join(o, lengths, true);
  bool violated = false;
  for (uint32_t c = order_first(o, n); c; c = order_node(o, c)->next) {
    const fe_syntax_node *child = order_node(o, c);
    /* Nothing follows a violation, until something else leads there. */
    violated &=
        node_is(child, "CallExpr") || node_is(child, "ReturnStmt") || node_is(child, "GotoStmt");
    if (violated) continue;
    effects e = walk(o, c);
    add(&all, &e);
    uint32_t inner = c;
    while (node_is(order_node(o, inner), "LabelStmt") && order_first(o, inner))
      inner = order_first(o, inner);
    uint32_t f = node_is(order_node(o, inner), "CallExpr")
                     ? order_called_function(o, order_first(o, inner))
                     : AZ_NONE;
    violated = node_is(order_node(o, n), "CompoundStmt") && f != AZ_NONE &&
               order_violates(o, o->items[f].name);
  }
  return all;
}

static bool is_in_order(const fe_syntax_node *n) {
  static const char *const kinds[] = {"ConditionalOperator", "BinaryConditionalOperator",
                                      "ChooseExpr", "GenericSelectionExpr", "StmtExpr"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (node_is(n, kinds[i])) return true;
  if (node_is(n, "BinaryOperator"))
    return node_has_operator(n, "&&") || node_has_operator(n, "||") || node_has_operator(n, ",");
  return text_ends_in(n->kind, "Stmt") || text_ends_in(n->kind, "Decl");
}

/* Is it no part of what is executed? */
static bool is_skipped(const order *o, const fe_syntax_node *n) {
  if (node_is(n,
              "UnaryExprOrTypeTraitExpr")) { /* sizeof: evaluated for arrays of variable length */
    return !node_has_variable_length(n) && !strstr(n->text, "typeof") &&
           (!n->first || !node_has_variable_length(order_node(o, n->first)));
  }
  return node_is(n, "OpaqueValueExpr") || node_is(n, "PredefinedExpr") ||
         (text_ends_in(n->kind, "Attr") && !node_is(n, "CleanupAttr")) ||
         text_ends_in(n->kind, "Comment") || text_ends_in(n->kind, "Type");
}

static effects walk(order *o, uint32_t n) {
  const fe_syntax_node *at = order_node(o, n);
  effects e = {0};
  if (!strcmp(at->file, o->source) && !is_skipped(o, at)) o->line = at->line;
  if (is_skipped(o, at)) return e;
  uint32_t line = o->line;
  e = is_in_order(at) ? walk_in_order(o, n) : walk_operands(o, n);
  o->line = line;
  order_add_own(o, n, &e);
  if (node_is(at, "StmtExpr")) { /* another part of the expression may come in between, or not */
    fe_effects_add(&e.called, &e.own);
    fe_effects_free(&e.own);
  }
  return e;
}

/* ---- functions ------------------------------------------------------------------------------- */

static void enter(order *o, uint32_t function) {
  const item *f = &o->items[function];
  o->function = function;
  o->file = f->file;
  o->nodes = o->q->trees[f->file];
  o->source = order_node(o, f->body)->file;
  o->line = order_node(o, f->body)->line;
}

/* The parameters' lengths, then the body. */
static effects walk_function(order *o, uint32_t function) {
  enter(o, function);
  effects *lengths = NULL;
  for (uint32_t c = order_first(o, o->items[function].definition); c; c = order_node(o, c)->next)
    if (node_is(order_node(o, c), "ParmVarDecl")) walk_lengths(o, c, &lengths);
  effects all = join(o, lengths, true), body = walk(o, o->items[function].body);
  add(&all, &body);
  return all;
}

/* What one function does itself. */
static void summarise(order *o, uint32_t function) {
  effects e = walk_function(o, function);
  fe_effects_add(&o->items[function].effects, &e.own);
  fe_effects_add(&o->items[function].effects, &e.called);
  o->items[function].effects.flags &= ~(unsigned)(FE_LEAVES | FE_BREAKS);
  fe_effects_free(&e.own);
  fe_effects_free(&e.called);
  order_note_named(o, o->items[function].definition, &o->items[function].named);
}

/* Can the function be called while it runs? */
static bool is_recursive(const order *o, uint32_t function) {
  bool *seen = az_calloc(arrlenu(o->items), sizeof *seen), found = false;
  uint32_t *work = NULL;
  arrput(work, function);
  while (arrlenu(work) && !found) {
    const item *f = &o->items[arrpop(work)];
    for (size_t i = 0; i < arrlenu(f->callees); i++) {
      found |= f->callees[i] == function;
      if (!seen[f->callees[i]]) arrput(work, f->callees[i]);
      seen[f->callees[i]] = true;
    }
  }
  arrfree(work);
  free(seen);
  return found;
}

/* Does parameter `p` of the function become one constant smaller, or one larger, with each call of
 * the function in the tree? */
static bool steps(const order *o, uint32_t n, uint32_t function, uint32_t p, uint32_t place,
                  const char *operator) {
  const fe_syntax_node *at = order_node(o, n);
  bool is_function = false;
  if (node_is(at, "CallExpr") && order_called_function(o, at->first) == function) {
    uint32_t argument = order_second(o, n);
    for (uint32_t i = 0; argument && i < place; i++) argument = order_node(o, argument)->next;
    if (!argument || !node_is(order_node(o, argument), "BinaryOperator") ||
        !node_has_operator(order_node(o, argument), operator))
      return false;
    uint32_t a = order_first(o, argument), b = order_second(o, argument);
    const fe_syntax_node *by = order_node(o, b);
    if (order_referenced(o, order_node(o, order_stripped(o, a)), &is_function) != p) return false;
    if (!node_is(by, "IntegerLiteral") || text_ends_in(by->text, " 0")) return false;
  }
  for (uint32_t c = at->first; c; c = order_node(o, c)->next)
    if (!steps(o, c, function, p, place, operator)) return false;
  return true;
}

/* Where overflow is a violation, a recursion in which a parameter of type int only falls, or only
 * rises, has an end: it would overflow before. */
static bool descends(order *o, uint32_t function) {
  uint32_t others = 1u << AZ_C_OVERFLOW;
  item *f = &o->items[function];
  if (!(o->q->classes & others) || f->taken || !f->body) return false;
  for (size_t i = 0; i < arrlenu(f->callees); i++)
    if (f->callees[i] != function && is_recursive(o, f->callees[i])) return false;
  o->file = f->file;
  o->nodes = o->q->trees[f->file];
  for (uint32_t i = 0, place = 0; i < arrlenu(f->parameters); i++, place++) {
    uint32_t p = f->parameters[i];
    if (o->items[p].taken || !o->items[p].is_int || order_assigns(o, f->body, p)) continue;
    if (steps(o, f->body, function, p, place, "-") || steps(o, f->body, function, p, place, "+"))
      return true;
  }
  return false;
}

/* What functions do with their callees. */
static void propagate(order *o) {
  for (uint32_t i = 0; i < arrlenu(o->items); i++)
    if (arrlenu(o->items[i].callees) && is_recursive(o, i) && !descends(o, i))
      o->items[i].effects.flags |= FE_LOOPS;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < arrlenu(o->items); i++)
      for (size_t k = 0; k < arrlenu(o->items[i].callees); k++) {
        uint32_t callee = o->items[i].callees[k];
        if (callee != i) more |= fe_effects_add(&o->items[i].effects, &o->items[callee].effects);
      }
  }
}

/* The functions that may run: those that the roots name, and those that these name. */
static void reach(order *o) {
  uint32_t *work = NULL;
  for (uint32_t i = 0; i < arrlenu(o->items); i++)
    if (o->items[i].is_root) arrput(work, i);
  while (arrlenu(work)) {
    item *f = &o->items[arrpop(work)];
    if (f->reached) continue;
    f->reached = true;
    for (size_t i = 0; i < arrlenu(f->named); i++) arrput(work, f->named[i]);
  }
  arrfree(work);
}

static void look(order *o) {
  order_read_declarations(o);
  for (uint32_t i = 0; i < arrlenu(o->items); i++) {
    item *f = &o->items[i];
    f->is_root |= !strcmp(f->name, o->q->entry) && f->body;
    if (f->body) summarise(o, i);
    if (o->items[i].taken && o->items[i].body) arrput(o->items[ANY_FUNCTION].callees, i);
  }
  propagate(o);
  reach(o);
  o->comparing = true;
  for (uint32_t i = 0; i < arrlenu(o->items) && !o->found; i++) {
    if (!o->items[i].reached || !o->items[i].body) continue;
    effects e = walk_function(o, i);
    fe_effects_free(&e.own);
    fe_effects_free(&e.called);
  }
}

const char *fe_order_matters(const fe_order_question *q, az_arena *arena) {
  order o = {.q = q, .arena = arena, .function = AZ_NONE, .source = ""};
  look(&o);
  for (size_t i = 0; i < arrlenu(o.items); i++) {
    fe_effects_free(&o.items[i].effects);
    arrfree(o.items[i].callees);
    arrfree(o.items[i].parameters);
    arrfree(o.items[i].named);
  }
  arrfree(o.items);
  arrfree(o.aliases);
  hmfree(o.item_of);
  shfree(o.by_name);
  return o.found;
}
