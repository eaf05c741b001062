/* What one node of the syntax tree reads and writes, may end, leave or check, its operands apart.
 */
#include "frontend/source/operands.h"
#include "frontend/source/library_effects.h"
#include "frontend/names/library_names.h"
#include <stb/stb_ds.h>

void order_access(const order *o, fe_effects *e, uint32_t slot, bool reads, bool writes) {
  if (slot == ORDER_NOWHERE || (slot == FE_SLOT_ERRNO && !o->errno_used)) return;
  const item *v = slot >= FE_SLOTS ? &o->items[slot - FE_SLOTS] : NULL;
  /* The callers never see the objects of this activation, but through pointers. */
  if (v && v->is_local && !o->comparing) return;
  bool taken = v ? v->taken : slot == FE_SLOT_ERRNO && o->errno_taken;
  if (reads) fe_effects_read(e, slot);
  if (writes) fe_effects_write(e, slot);
  if (reads && taken) fe_effects_read(e, FE_SLOT_TAKEN);
  if (writes && taken) fe_effects_write(e, FE_SLOT_TAKEN);
}

/* A call through a pointer, or of what is defined elsewhere. */
static bool calls_unknown(const order *o, const fe_syntax_node *n) {
  if (!node_is(n, "CallExpr")) return false;
  uint32_t f = order_called_function(o, n->first);
  return f == AZ_NONE || !o->items[f].body;
}

/* Does the node itself make a check, beside those of functions? */
static bool has_check(const order *o, const fe_syntax_node *n) {
  static const char *const operators[] = {"+", "-", "*", "/", "%", "<<", ">>", "++", "--"};
  uint32_t memory = AZ_MEMORY_CLASSES | 1u << AZ_C_BOUNDS, conversion = 1u << AZ_C_CONVERSION,
           others = memory | conversion | 1u << AZ_C_TERMINATION | 1u << AZ_C_UNREACH;
  bool computes = node_is(n, "CompoundAssignOperator"), unary = node_is(n, "UnaryOperator");
  for (size_t i = 0;
       (unary || node_is(n, "BinaryOperator")) && i < sizeof operators / sizeof *operators; i++)
    computes |= node_has_operator(n, operators[i]) && !(unary && operators[i][0] == '*');
  bool converts = text_ends_in(n->kind, "CastExpr") && !strstr(n->text, "<LValueToRValue>");
  bool leads = node_is(n, "ArraySubscriptExpr") || calls_unknown(o, n) || node_is(n, "VAArgExpr") ||
               (node_is(n, "MemberExpr") && strstr(n->text, " ->")) ||
               (unary && node_has_operator(n, "*"));
  return (o->q->classes & ~others && computes) || (o->q->classes & conversion && converts) ||
         (o->q->classes & memory && leads);
}

/* Where the list of arguments is that va_arg and its kin are given: the variable, or, as parameters
 * are pointers to it, what one leads to. */
static uint32_t list_of(const order *o, uint32_t n) {
  for (; node_is(order_node(o, n), "ParenExpr") || text_ends_in(order_node(o, n)->kind, "CastExpr");
       n = order_first(o, n))
    if (strstr(order_node(o, n)->text, "<LValueToRValue")) return FE_SLOT_POINTED;
  return order_place_of(o, n);
}

/* Does what ends the execution see what others did before? */
static bool jumps(const order *o, const char *name, unsigned flags) {
  fx_action a = fx_library_action(name);
  bool far = strstr(name, "longjmp") || strstr(name, "setcontext") || strstr(name, "swapcontext");
  return far || (o->exits && flags & FE_ENDS && a != A_ASSUME);
}

static void library_call(order *o, uint32_t n, const char *name, effects *e) {
  fe_library_call call = {.name = name};
  if (!strncmp(name, "__builtin_va_", 13)) {
    for (uint32_t c = order_second(o, n); c; c = order_node(o, c)->next)
      if (node_may_be_pointer(order_node(o, c)))
        order_access(o, &e->called, list_of(o, c), true, true);
    return;
  }
  for (uint32_t c = order_second(o, n); c; c = order_node(o, c)->next) {
    call.has_pointer |= node_may_be_pointer(order_node(o, c));
    const fe_syntax_node *plain = order_node(o, order_stripped(o, c));
    if (!call.literal && node_is(plain, "StringLiteral")) call.literal = strchr(plain->text, '"');
  }
  bool back = false;
  fe_effects done =
      fe_library_effects(&call, o->q->classes >> AZ_C_UNREACH & 1u, o->errno_used, &back);
  if (jumps(o, name, done.flags)) done.flags |= FE_JUMPS;
  fe_effects_add(&e->called, &done);
  fe_effects_free(&done);
  if (back) order_call(o, ANY_FUNCTION, e);
}

bool order_violates(const order *o, const char *name) {
  bool other = o->q->other_error && !strcmp(name, o->q->other_error);
  return o->q->classes >> AZ_C_UNREACH & 1u && fx_is_error(name) && !other;
}

void order_call(order *o, uint32_t function, effects *e) {
  if (o->comparing)
    fe_effects_add(&e->called, &o->items[function].effects);
  else if (o->function != AZ_NONE)
    arrput(o->items[o->function].callees, function);
}

static void call(order *o, uint32_t n, effects *e) {
  uint32_t f = order_called_function(o, order_first(o, n));
  if (f == AZ_NONE) f = ANY_FUNCTION;
  const item *callee = &o->items[f];
  if (f != ANY_FUNCTION && (order_violates(o, callee->name) || !callee->body)) {
    library_call(o, n, callee->name, e);
  } else {
    order_call(o, f, e);
  }
}

/* The local variable of the function that the expression is, which no pointer leads to. */
static uint32_t plain_local(const order *o, uint32_t n) {
  bool function = false;
  uint32_t i = order_referenced(o, order_node(o, n), &function);
  return i != AZ_NONE && !function && o->items[i].is_local && !o->items[i].taken ? i : AZ_NONE;
}

static bool lengths_assign(const order *o, const fe_syntax_node *n) {
  bool assign = false;
  order_length *lengths = order_lengths(o, n, &assign);
  assign = !assign;
  for (size_t i = 0; i < arrlenu(lengths); i++) assign |= order_length_changes(lengths[i]);
  arrfree(lengths);
  return assign;
}

bool order_assigns(const order *o, uint32_t n, uint32_t local) {
  const fe_syntax_node *at = order_node(o, n);
  bool changes = node_is(at, "CompoundAssignOperator") || node_is_step(at) ||
                 (node_is(at, "BinaryOperator") && node_has_operator(at, "="));
  if (changes && plain_local(o, order_stripped(o, at->first)) == local) return true;
  if (node_is(at, "GCCAsmStmt") || lengths_assign(o, at)) return true;
  for (uint32_t c = at->first; c; c = order_node(o, c)->next)
    if (order_assigns(o, c, local)) return true;
  return false;
}

/* for (...; i < n; i++) where neither i nor n changes otherwise comes to its end. */
static bool is_counted(const order *o, uint32_t n) {
  uint32_t part[5] = {
      order_first(o, n)}; /* beginning, variable of the condition, condition, step, body */
  for (unsigned k = 1; k < 5; k++) part[k] = part[k - 1] ? order_node(o, part[k - 1])->next : 0;
  if (!part[4] || !part[2]) return false;
  const fe_syntax_node *condition = order_node(o, part[2]), *step = order_node(o, part[3]);
  bool up = node_is(condition, "BinaryOperator") && node_has_operator(condition, "<"),
       down = node_is(condition, "BinaryOperator") && node_has_operator(condition, ">");
  if (!node_is(step, "UnaryOperator") || !node_has_operator(step, up ? "++" : "--") ||
      !(up || down))
    return false;
  /* Converted to another type, the counter might come round. */
  const fe_syntax_node *counter = order_node(o, condition->first);
  if (!node_is(counter, "ImplicitCastExpr") || !strstr(counter->text, "<LValueToRValue>"))
    return false;
  uint32_t i = plain_local(o, counter->first), limit = order_stripped(o, order_second(o, part[2])),
           bound = plain_local(o, limit);
  if (i == AZ_NONE || plain_local(o, order_stripped(o, step->first)) != i ||
      order_assigns(o, part[4], i))
    return false;
  return node_is(order_node(o, limit), "IntegerLiteral") ||
         (bound != AZ_NONE && bound != i && !order_assigns(o, part[4], bound));
}

/* May the node round a result? */
static bool is_float(const order *o, const fe_syntax_node *n) {
  bool computes = text_ends_in(n->kind, "Operator") || text_ends_in(n->kind, "CastExpr") ||
                  node_is(n, "CallExpr");
  static const char *const types[] = {"float", "double", "_Float", "__fp16", "__bf16"};
  for (size_t i = 0; computes && i < sizeof types / sizeof *types; i++)
    if (strstr(n->text, types[i]) || (n->first && strstr(order_node(o, n->first)->text, types[i])))
      return true;
  return false;
}

void order_add_own(order *o, uint32_t n, effects *e) {
  const fe_syntax_node *at = order_node(o, n);
  bool cast = text_ends_in(at->kind, "CastExpr");
  if (o->rounds && is_float(o, at)) order_access(o, &e->own, FE_SLOT_LIBRARY, true, false);
  if (cast && strstr(at->text, "<LValueToRValue"))
    order_access(o, &e->own, order_place_of(o, at->first), true, false);
  if (node_is(at, "BinaryOperator") && node_has_operator(at, "="))
    order_access(o, &e->own, order_place_of(o, at->first), false, true);
  if (node_is(at, "CompoundAssignOperator") || node_is_step(at))
    order_access(o, &e->own, order_place_of(o, at->first), true, true);
  if (node_is(at, "VAArgExpr")) order_access(o, &e->called, list_of(o, at->first), true, true);
  if (node_is(at, "CallExpr")) call(o, n, e);
  if (node_is(at, "CleanupAttr")) { /* called at the end of the variable's scope */
    bool function = false;
    uint32_t f = order_referenced(o, at, &function);
    order_call(o, f == AZ_NONE || !o->items[f].body ? ANY_FUNCTION : f, e);
    if (f != AZ_NONE && !o->items[f].body) library_call(o, n, o->items[f].name, e);
  }
  if (node_is(at, "GCCAsmStmt") || node_is(at, "MSAsmStmt") || node_is(at, "AtomicExpr")) {
    for (uint32_t c = at->first; c; c = order_node(o, c)->next)
      order_access(o, &e->called, order_place_of(o, c), true, true);
    order_access(o, &e->called, FE_SLOT_POINTED, true, true);
  }
  if ((node_is(at, "ForStmt") && !is_counted(o, n)) || node_is(at, "WhileStmt") ||
      node_is(at, "DoStmt") || node_is(at, "GotoStmt") || node_is(at, "IndirectGotoStmt"))
    e->own.flags |= FE_LOOPS;
  if (node_is(at, "GotoStmt") || node_is(at, "IndirectGotoStmt") || node_is(at, "ReturnStmt"))
    e->own.flags |= FE_LEAVES;
  if (node_is(at, "BreakStmt") || node_is(at, "ContinueStmt")) e->own.flags |= FE_BREAKS;
  if (node_is(at, "ForStmt") || node_is(at, "WhileStmt") || node_is(at, "DoStmt"))
    e->own.flags &= ~(unsigned)FE_BREAKS;
  if (n != o->stored && has_check(o, at)) e->own.flags |= FE_CHECKS;
}
