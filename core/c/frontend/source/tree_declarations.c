/* Declarations on the syntax tree: which variables and functions there are, which of them are one
 * in several files (C17 6.2.2), what pointers may lead to, and what an expression designates. */
#include "frontend/source/operands.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

/* ---- declarations ---------------------------------------------------------------------------- */

static uint64_t identity(const order *o, uint64_t id) {
  return id | (uint64_t)o->file << 48;
}

static uint32_t order_item_with(const order *o, uint64_t id) {
  ptrdiff_t at = hmgeti(((order *)(uintptr_t)o)->item_of, identity(o, id));
  return at < 0 ? AZ_NONE : o->item_of[at].value;
}

/* The word before the type: the name. */
static const char *declared_name(order *o, const fe_syntax_node *n) {
  const char *end = strchr(n->text, '\'');
  if (!end) return "";
  while (end > n->text && end[-1] == ' ') end--;
  const char *start = end;
  while (start > n->text && start[-1] != ' ') start--;
  return az_arena_printf(o->arena, "%.*s", (int)(end - start), start);
}

/* Is it named anywhere? The word stands before the name. */
static bool is_used(const fe_syntax_node *n) {
  const char *at = strstr(n->text, "used "), *type = strchr(n->text, '\'');
  return at && (!type || at < type) && (at == n->text || at[-1] == ' ');
}

/* A word behind the type. */
static bool has_word(const fe_syntax_node *n, const char *word) {
  const char *at = strrchr(n->text, '\'');
  size_t length = strlen(word);
  for (at = at ? strstr(at, word) : NULL; at; at = strstr(at + 1, word))
    if (at[-1] == ' ' && (at[length] == ' ' || !at[length])) return true;
  return false;
}

/* The only word of an attribute: a name that the linker knows. */
static const char *linked_name(order *o, uint32_t n, const char *attribute) {
  for (uint32_t c = order_first(o, n); c; c = order_node(o, c)->next) {
    const fe_syntax_node *a = order_node(o, c);
    const char *start = node_is(a, attribute) ? strchr(a->text, '"') : NULL;
    if (start) return az_arena_printf(o->arena, "%.*s", (int)strcspn(start + 1, "\""), start + 1);
  }
  return NULL;
}

static uint32_t new_item(order *o, const char *name) {
  arrput(o->items, ((item){.name = name, .owner = AZ_NONE}));
  return (uint32_t)arrlenu(o->items) - 1;
}

/* The key of a name that is one file's own. */
static const char *own_name(order *o, const char *name, uint32_t file) {
  return az_arena_printf(o->arena, "%u %s", file, name);
}

static void note_alias(order *o, uint32_t of, const char *name) {
  arrput(o->aliases, ((typeof(*o->aliases)){of, o->file, name}));
}

/* The item of a declaration in the function, AZ_NONE: in none. */
static uint32_t declare(order *o, uint32_t index, uint32_t owner) {
  bool within = owner != AZ_NONE;
  const fe_syntax_node *n = order_node(o, index);
  bool function = node_is(n, "FunctionDecl");
  uint32_t i = n->previous ? order_item_with(o, n->previous) : AZ_NONE;
  const char *label = linked_name(o, index, "AsmLabelAttr"),
             *target = linked_name(o, index, "AliasAttr");
  if (i == AZ_NONE) {
    bool internal = has_word(n, "static"), external = has_word(n, "extern");
    const char *name = label ? label : declared_name(o, n);
    bool local = node_is(n, "ParmVarDecl") || (within && !function && !internal && !external);
    bool shared = !local && !internal && (!within || function || external);
    const char *key = shared ? name : own_name(o, name, o->file);
    ptrdiff_t known = shared ? shgeti(o->by_name, key) : -1;
    i = known >= 0 ? o->by_name[known].value : new_item(o, name);
    if ((shared && known < 0) || (internal && (!within || label))) shput(o->by_name, key, i);
    int length = 0;
    const char *type = fe_syntax_quoted(n, 0, &length);
    o->items[i].is_int = type && length == 3 && !strncmp(type, "int", 3);
    o->items[i].is_local = local;
    if (local) o->items[i].owner = owner;
    o->items[i].is_function |= function;
    o->items[i].taken |= !local && !function && o->q->arbitrary_entry;
  }
  o->items[i].is_used |= is_used(n);
  if (label) note_alias(o, i, label);
  if (target) note_alias(o, i, target);
  hmput(o->item_of, identity(o, n->id), i);
  return i;
}

/* From now on the item is another one. */
static void replace(order *o, uint32_t old, uint32_t by) {
  for (size_t k = 0; k < hmlenu(o->item_of); k++)
    if (o->item_of[k].value == old) o->item_of[k].value = by;
  for (size_t k = 0; k < shlenu(o->by_name); k++)
    if (o->by_name[k].value == old) o->by_name[k].value = by;
  for (size_t k = 0; k < arrlenu(o->aliases); k++)
    if (o->aliases[k].item == old) o->aliases[k].item = by;
  item *from = &o->items[old], *to = &o->items[by];
  to->taken |= from->taken;
  to->is_used |= from->is_used;
  to->is_root |= from->is_root;
  if (to->body || !from->body) return;
  to->body = from->body;
  to->definition = from->definition;
  to->file = from->file;
  arrfree(to->parameters);
  to->parameters = from->parameters;
  from->parameters = NULL;
  from->body = 0;
}

/* Names of one thing become one item. */
static void resolve_aliases(order *o) {
  for (size_t k = 0; k < arrlenu(o->aliases); k++) {
    const char *name = o->aliases[k].name;
    ptrdiff_t at = shgeti(o->by_name, own_name(o, name, o->aliases[k].file));
    if (at < 0) at = shgeti(o->by_name, name);
    uint32_t old = o->aliases[k].item;
    if (at < 0)
      o->items[old].name = name; /* elsewhere */
    else if (o->by_name[at].value != old)
      replace(o, old, o->by_name[at].value);
    if (at < 0) shput(o->by_name, name, old);
  }
}

static void declare_all(order *o, uint32_t n, uint32_t function) {
  const fe_syntax_node *d = order_node(o, n);
  bool is_function = node_is(d, "FunctionDecl");
  if (is_function || node_is(d, "VarDecl") || node_is(d, "ParmVarDecl")) {
    uint32_t i = declare(o, n, function);
    if (is_function) function = i;
  }
  for (uint32_t c = d->first; c; c = order_node(o, c)->next) {
    const fe_syntax_node *child = order_node(o, c);
    if (is_function && node_is(child, "CompoundStmt")) {
      for (uint32_t k = d->first; k != c; k = order_node(o, k)->next)
        if (node_is(order_node(o, k), "ParmVarDecl"))
          arrput(o->items[function].parameters, order_item_with(o, order_node(o, k)->id));
      o->items[function].body = c;
      o->items[function].definition = n;
      o->items[function].file = o->file;
    }
    if (is_function && (node_is(child, "ConstructorAttr") || node_is(child, "DestructorAttr")))
      o->items[function].is_root = true;
    declare_all(o, c, function);
  }
}

/* ---- places ---------------------------------------------------------------------------------- */

uint32_t order_referenced(const order *o, const fe_syntax_node *n, bool *is_function) {
  static const char *const words[] = {" Function 0x", " Var 0x", " ParmVar 0x"};
  bool refers = node_is(n, "DeclRefExpr") || node_is(n, "CleanupAttr");
  for (size_t i = 0; refers && i < sizeof words / sizeof *words; i++) {
    size_t first = !strncmp(n->text, words[i] + 1, strlen(words[i]) - 1); /* without a type */
    const char *at = first ? n->text : strstr(n->text, words[i]);
    if (!at) continue;
    *is_function = i == 0;
    return order_item_with(o, strtoull(at + strlen(words[i]) - first - 2, NULL, 16));
  }
  return AZ_NONE;
}

uint32_t order_stripped(const order *o, uint32_t n) {
  while (order_first(o, n) && (node_is(order_node(o, n), "ParenExpr") ||
                               text_ends_in(order_node(o, n)->kind, "CastExpr") ||
                               node_is(order_node(o, n), "ConstantExpr") ||
                               (node_is(order_node(o, n), "UnaryOperator") &&
                                node_has_operator(order_node(o, n), "__extension__"))))
    n = order_first(o, n);
  return n;
}

uint32_t order_called_function(const order *o, uint32_t callee) {
  bool function = false;
  for (uint32_t n = order_stripped(o, callee);;) {
    const fe_syntax_node *at = order_node(o, n);
    uint32_t i = order_referenced(o, at, &function);
    if (i != AZ_NONE) return function ? i : AZ_NONE;
    if (!node_is(at, "UnaryOperator") ||
        !(node_has_operator(at, "*") || node_has_operator(at, "&")) || !at->first)
      return AZ_NONE;
    n = order_stripped(o, at->first);
  }
}

static bool is_decay(const fe_syntax_node *n) {
  return node_is(n, "ImplicitCastExpr") && strstr(n->text, "<ArrayToPointerDecay>");
}

/* The array that is subscripted by name: the operand of its conversion to a pointer, or 0. */
static uint32_t decayed(const order *o, uint32_t n) {
  while (n && node_is(order_node(o, n), "ParenExpr")) n = order_first(o, n);
  return n && is_decay(order_node(o, n)) ? order_first(o, n) : 0;
}

bool node_may_be_pointer(const fe_syntax_node *n) {
  int length = 0;
  const char *type = fe_syntax_quoted(n, 0, &length);
  if (!type) return true;
  if (!strncmp(type + length, "':'", 3)) type = fe_syntax_quoted(n, 1, &length); /* of a typedef */
  static const char *const words[] = {"*", "struct ", "union ", "va_list", "["};
  const char *end = type ? type + length : NULL;
  for (size_t i = 0; type && i < sizeof words / sizeof *words; i++) {
    const char *at = strstr(type, words[i]);
    if (at && at < end) return true;
  }
  return !type;
}

/* Does the pointer lead to memory that this activation of the function has allocated? */
static bool is_fresh(const order *o, uint32_t pointer) {
  bool function = false;
  uint32_t n = order_stripped(o, pointer);
  const fe_syntax_node *at = order_node(o, n);
  if (node_is(at, "BinaryOperator") && (node_has_operator(at, "+") || node_has_operator(at, "-"))) {
    uint32_t a = order_first(o, n), b = order_second(o, n);
    return is_fresh(o, node_may_be_pointer(order_node(o, a)) ? a : b);
  }
  uint32_t i = order_referenced(o, at, &function);
  return i != AZ_NONE && !function && o->items[i].is_local && !o->items[i].taken &&
         !o->items[i].other;
}

uint32_t order_place_of(const order *o, uint32_t n) {
  for (;;) {
    const fe_syntax_node *at = order_node(o, n);
    bool function = false;
    uint32_t i = order_referenced(o, at, &function), next = 0;
    if (i != AZ_NONE) return function ? ORDER_NOWHERE : FE_SLOTS + i;
    if (node_is(at, "StringLiteral") || node_is(at, "PredefinedExpr") ||
        node_is(at, "CompoundLiteralExpr"))
      return ORDER_NOWHERE;
    if (node_is(at, "ParenExpr") || node_is(at, "ImplicitCastExpr") ||
        (node_is(at, "MemberExpr") && !strstr(at->text, " ->")) ||
        (node_is(at, "UnaryOperator") &&
         (node_has_operator(at, "__extension__") || node_has_operator(at, "__real") ||
          node_has_operator(at, "__imag"))))
      next = at->first;
    if (node_is(at, "ArraySubscriptExpr")) {
      next = decayed(o, at->first);
      if (!next) next = decayed(o, order_second(o, n));
    }
    if (node_is(at, "UnaryOperator") && node_has_operator(at, "*")) {
      next = decayed(o, at->first);
      uint32_t call = order_stripped(o, at->first);
      uint32_t f = node_is(order_node(o, call), "CallExpr")
                       ? order_called_function(o, order_first(o, call))
                       : AZ_NONE;
      if (f != AZ_NONE && !strcmp(o->items[f].name, "__errno_location")) return FE_SLOT_ERRNO;
    }
    bool leads = node_is(at, "MemberExpr") || node_is(at, "ArraySubscriptExpr") ||
                 node_is(at, "UnaryOperator");
    /* Nobody else knows of it before the function's end, nor without what it stores elsewhere. */
    if (!next && !o->comparing && leads && at->first && is_fresh(o, at->first))
      return ORDER_NOWHERE;
    if (!next) return FE_SLOT_POINTED;
    n = next;
  }
}

/* Marks locals that are assigned what is no new memory, nor null. */
static void mark_assigned(order *o, uint32_t n) {
  const fe_syntax_node *at = order_node(o, n);
  bool declares = node_is(at, "VarDecl"),
       stores = node_is(at, "BinaryOperator") && node_has_operator(at, "=");
  if (node_is(at, "ParmVarDecl")) o->items[order_item_with(o, at->id)].other = true;
  if (!declares && !stores && !node_is(at, "CompoundAssignOperator") && !node_is_step(at)) return;
  bool function = false;
  uint32_t to = declares
                    ? order_item_with(o, at->id)
                    : order_referenced(o, order_node(o, order_stripped(o, at->first)), &function);
  uint32_t value = declares ? at->first : stores ? order_second(o, n) : 0;
  while (value && declares && text_ends_in(order_node(o, value)->kind, "Attr"))
    value = order_node(o, value)->next;
  if (to == AZ_NONE || (declares && !value)) return;
  uint32_t v = value ? order_stripped(o, value) : 0;
  uint32_t f = v && node_is(order_node(o, v), "CallExpr")
                   ? order_called_function(o, order_first(o, v))
                   : AZ_NONE;
  const char *name = f != AZ_NONE && !o->items[f].body ? o->items[f].name : "";
  bool zero = v && node_is(order_node(o, v), "IntegerLiteral") &&
              text_ends_in(order_node(o, v)->text, " 0");
  if (!zero && strcmp(name, "malloc") != 0 && strcmp(name, "calloc") != 0 &&
      strcmp(name, "alloca") != 0 && strcmp(name, "__builtin_alloca") != 0)
    o->items[to].other = true;
}

/* Marks what pointers may lead to. `direct`: the node's array is subscripted at once. */
static void mark_taken(order *o, uint32_t n, bool direct, bool callee) {
  const fe_syntax_node *at = order_node(o, n);
  uint32_t child = at->first;
  if (node_is(at, "FunctionDecl")) o->function = order_item_with(o, at->id);
  mark_assigned(o, n);
  order_note_lengths(o, at, NULL);
  for (uint32_t c = child; node_is(at, "VarDecl") && c; c = order_node(o, c)->next)
    if (node_is(order_node(o, c), "CleanupAttr")) o->items[order_item_with(o, at->id)].taken = true;
  if ((node_is(at, "UnaryOperator") && node_has_operator(at, "&")) || (is_decay(at) && !direct)) {
    uint32_t place = order_place_of(o, child);
    if (place == FE_SLOT_ERRNO) o->errno_taken = true;
    if (place >= FE_SLOTS && place < ORDER_NOWHERE) o->items[place - FE_SLOTS].taken = true;
  }
  bool function = false;
  uint32_t i = order_referenced(o, at, &function);
  if (i != AZ_NONE && function && !callee) o->items[i].taken = true;
  if (i != AZ_NONE && !strcmp(o->items[i].name, "__errno_location")) o->errno_used = true;
  bool passes = node_is(at, "ArraySubscriptExpr") ||
                (node_is(at, "UnaryOperator") && node_has_operator(at, "*")) ||
                (node_is(at, "ParenExpr") && direct);
  bool calls = (node_is(at, "CallExpr") && order_called_function(o, child) != AZ_NONE);
  for (uint32_t c = child; c; c = order_node(o, c)->next)
    mark_taken(o, c, passes, (calls && c == child) || (callee && !node_is(at, "CallExpr")));
}

void order_note_named(order *o, uint32_t n, uint32_t **named) {
  bool function = false;
  uint32_t i = order_referenced(o, order_node(o, n), &function);
  if (i != AZ_NONE && function) arrput(*named, i);
  order_note_lengths(o, order_node(o, n), named);
  for (uint32_t c = order_first(o, n); c; c = order_node(o, c)->next) order_note_named(o, c, named);
}

/* What the functions that the program declares may do to all of it. */
static void look_at_names(order *o) {
  static const char *const rounding[] = {"fesetround",   "fesetenv",  "feupdateenv",
                                         "feholdexcept", "fesetmode", "__builtin_ia32_ldmxcsr"};
  static const char *const exits[] = {"atexit",     "on_exit",     "at_quick_exit",
                                      "signal",     "sigaction",   "sigset",
                                      "bsd_signal", "sysv_signal", "__sysv_signal"};
  o->exits = o->q->classes & AZ_MEMORY_CLASSES;
  for (size_t i = 0; i < arrlenu(o->items); i++) {
    const item *f = &o->items[i];
    o->exits |= f->is_root && f->body;
    for (size_t k = 0; k < sizeof rounding / sizeof *rounding; k++)
      o->rounds |= f->is_function && f->is_used && !strcmp(f->name, rounding[k]);
    for (size_t k = 0; k < sizeof exits / sizeof *exits; k++)
      o->exits |= f->is_function && f->is_used && !strcmp(f->name, exits[k]);
  }
}

void order_read_declarations(order *o) {
  new_item(o, "a pointer");
  for (uint32_t file = 0; file < arrlenu(o->q->trees); file++) {
    o->file = file;
    o->nodes = o->q->trees[file];
    declare_all(o, 0, AZ_NONE);
    for (uint32_t n = 0; n < arrlenu(o->nodes); n++)
      o->has_variable_lengths |= node_has_variable_length(order_node(o, n));
  }
  resolve_aliases(o);
  look_at_names(o);
  for (uint32_t file = 0; file < arrlenu(o->q->trees); file++) {
    o->file = file;
    o->nodes = o->q->trees[file];
    mark_taken(o, 0, false, false);
    o->function = AZ_NONE;
    uint32_t *named = NULL; /* by initialisers of globals */
    for (uint32_t c = order_first(o, 0); c; c = order_node(o, c)->next)
      if (node_is(order_node(o, c), "VarDecl")) order_note_named(o, c, &named);
    for (size_t i = 0; i < arrlenu(named); i++) o->items[named[i]].is_root = true;
    arrfree(named);
  }
}
