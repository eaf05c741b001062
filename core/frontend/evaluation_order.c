/* C leaves open in which order the operands of an operator, the arguments of a call and the values
 * of an initialiser are evaluated (C17 6.5p3, 6.5.2.2p10, 6.7.9p23); clang's bitcode has one order.
 * Where one operand has a call in it, and another one accesses what that call writes (or writes
 * what it reads, or may end the execution before a check of the other one), the orders may differ
 * in what they do. Side effects without calls are not sequenced at all, which is undefined
 * behaviour: replay looks for these.
 *
 * It is found on the syntax tree, as bitcode has no operands any more. First what each function
 * does at most, its callees included; then all operands are compared in pairs. */
#include "frontend/evaluation_order.h"
#include "frontend/effect_sets.h"
#include "frontend/library_effects.h"
#include "frontend/library_names.h"
#include "ansatz/program.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* A variable or a function. */
typedef struct item {
  const char *name;
  uint32_t body; /* node of a function that is defined; 0: none */
  uint32_t file; /* of the body */
  bool is_local; /* each execution of the function has one of its own */
  bool taken;    /* a pointer may lead to it */
  bool other;    /* a local that is assigned something else than new memory */
  bool is_root;  /* runs without being called */
  bool reached;
  fe_effects effects; /* of a function */
  bool is_int;
  uint32_t *parameters; /* of the definition; stb_ds */
  uint32_t *callees;    /* functions; stb_ds */
  uint32_t *named;      /* functions that the body names; stb_ds */
} item;

typedef struct effects {  /* of a part of an expression */
  fe_effects own, called; /* within calls */
} effects;

typedef struct order {
  const fe_order_question *q;
  az_arena *arena;
  item *items; /* stb_ds */
  struct {
    uint64_t key;
    uint32_t value;
  } *item_of; /* clang's identity and the file -> item */
  struct {
    char *key;
    uint32_t value;
  } *by_name; /* those that several files may declare */
  const fe_syntax_node *nodes;
  uint32_t file;
  uint32_t function;  /* item that is being walked, AZ_NONE: none */
  const char *source; /* name of the file that the function is in */
  uint32_t line;      /* the last one of that file */
  uint32_t stored;    /* node of the place that an assignment stores to */
  bool comparing;     /* the effects of functions are known */
  bool errno_used, errno_taken;
  const char *found;
} order;

enum { ANY_FUNCTION = 0 }; /* the item that stands for those that pointers lead to */

static const fe_syntax_node *node_at(const order *o, uint32_t n) {
  return &o->nodes[n];
}

static bool is(const fe_syntax_node *n, const char *kind) {
  return !strcmp(n->kind, kind);
}

static bool ends_in(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static uint32_t first(const order *o, uint32_t n) {
  return o->nodes[n].first;
}

static uint32_t second(const order *o, uint32_t n) {
  uint32_t a = first(o, n);
  return a ? o->nodes[a].next : 0;
}

/* Is one of the quoted words of the node the operator? The others are types. */
static bool has_operator(const fe_syntax_node *n, const char *operator) {
  int length = 0;
  const char *word;
  for (unsigned i = 1; (word = fe_syntax_quoted(n, i, &length)) != NULL; i++)
    if ((size_t)length == strlen(operator) && !strncmp(word, operator,(size_t) length)) return true;
  return false;
}

static bool is_step(const fe_syntax_node *n) {
  return is(n, "UnaryOperator") && (has_operator(n, "++") || has_operator(n, "--"));
}

/* ---- declarations ---------------------------------------------------------------------------- */

static uint64_t identity(const order *o, uint64_t id) {
  return id | (uint64_t)o->file << 48;
}

static uint32_t item_with(const order *o, uint64_t id) {
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

/* A word behind the type. */
static bool has_word(const fe_syntax_node *n, const char *word) {
  const char *at = strrchr(n->text, '\'');
  size_t length = strlen(word);
  for (at = at ? strstr(at, word) : NULL; at; at = strstr(at + 1, word))
    if (at[-1] == ' ' && (at[length] == ' ' || !at[length])) return true;
  return false;
}

/* Another name that the linker knows it by: an attribute's only word. */
static const char *linked_name(order *o, uint32_t n) {
  for (uint32_t c = first(o, n); c; c = node_at(o, c)->next) {
    const fe_syntax_node *a = node_at(o, c);
    const char *start = is(a, "AsmLabelAttr") || is(a, "AliasAttr") ? strchr(a->text, '"') : NULL;
    if (start) return az_arena_printf(o->arena, "%.*s", (int)strcspn(start + 1, "\""), start + 1);
  }
  return NULL;
}

static uint32_t new_item(order *o, const char *name) {
  arrput(o->items, ((item){.name = name}));
  return (uint32_t)arrlenu(o->items) - 1;
}

/* The item of a declaration. `within`: it stands in a function. */
static uint32_t declare(order *o, uint32_t index, bool within) {
  const fe_syntax_node *n = node_at(o, index);
  bool function = is(n, "FunctionDecl");
  uint32_t i = n->previous ? item_with(o, n->previous) : AZ_NONE;
  if (i == AZ_NONE) {
    bool internal = has_word(n, "static"), external = has_word(n, "extern");
    const char *name = declared_name(o, n), *other = linked_name(o, index);
    bool local = is(n, "ParmVarDecl") || (within && !function && !internal && !external);
    bool shared = !local && !internal && (!within || function || external);
    if (other) name = other;
    ptrdiff_t known = shared ? shgeti(o->by_name, name) : -1;
    i = known >= 0 ? o->by_name[known].value : new_item(o, name);
    if (shared && known < 0) shput(o->by_name, name, i);
    int length = 0;
    const char *type = fe_syntax_quoted(n, 0, &length);
    o->items[i].is_int = type && length == 3 && !strncmp(type, "int", 3);
    o->items[i].is_local = local;
    o->items[i].taken |= !local && !function && o->q->arbitrary_entry;
  }
  hmput(o->item_of, identity(o, n->id), i);
  return i;
}

static void declare_all(order *o, uint32_t n, uint32_t function) {
  const fe_syntax_node *d = node_at(o, n);
  bool is_function = is(d, "FunctionDecl");
  if (is_function || is(d, "VarDecl") || is(d, "ParmVarDecl")) {
    uint32_t i = declare(o, n, function != AZ_NONE);
    if (is_function) function = i;
  }
  for (uint32_t c = d->first; c; c = node_at(o, c)->next) {
    const fe_syntax_node *child = node_at(o, c);
    if (is_function && is(child, "CompoundStmt")) {
      for (uint32_t k = d->first; k != c; k = node_at(o, k)->next)
        if (is(node_at(o, k), "ParmVarDecl"))
          arrput(o->items[function].parameters, item_with(o, node_at(o, k)->id));
      o->items[function].body = c;
      o->items[function].file = o->file;
    }
    if (is_function && (is(child, "ConstructorAttr") || is(child, "DestructorAttr")))
      o->items[function].is_root = true;
    declare_all(o, c, function);
  }
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The item that a DeclRefExpr names, AZ_NONE: a constant of an enumeration or the like. */
static uint32_t referenced(const order *o, const fe_syntax_node *n, bool *is_function) {
  static const char *const words[] = {" Function 0x", " Var 0x", " ParmVar 0x"};
  for (size_t i = 0; is(n, "DeclRefExpr") && i < sizeof words / sizeof *words; i++) {
    const char *at = strstr(n->text, words[i]);
    if (!at) continue;
    *is_function = i == 0;
    return item_with(o, strtoull(at + strlen(words[i]) - 2, NULL, 16));
  }
  return AZ_NONE;
}

/* Behind parentheses and conversions. */
static uint32_t stripped(const order *o, uint32_t n) {
  while (first(o, n) &&
         (is(node_at(o, n), "ParenExpr") || ends_in(node_at(o, n)->kind, "CastExpr") ||
          is(node_at(o, n), "ConstantExpr") ||
          (is(node_at(o, n), "UnaryOperator") && has_operator(node_at(o, n), "__extension__"))))
    n = first(o, n);
  return n;
}

/* The function that is called by name, AZ_NONE: by a pointer. */
static uint32_t called_function(const order *o, uint32_t callee) {
  bool function = false;
  for (uint32_t n = stripped(o, callee);;) {
    const fe_syntax_node *at = node_at(o, n);
    uint32_t i = referenced(o, at, &function);
    if (i != AZ_NONE) return function ? i : AZ_NONE;
    if (!is(at, "UnaryOperator") || !(has_operator(at, "*") || has_operator(at, "&")) || !at->first)
      return AZ_NONE;
    n = stripped(o, at->first);
  }
}

static bool is_decay(const fe_syntax_node *n) {
  return is(n, "ImplicitCastExpr") && strstr(n->text, "<ArrayToPointerDecay>");
}

/* The array that is subscripted by name: the operand of its conversion to a pointer, or 0. */
static uint32_t decayed(const order *o, uint32_t n) {
  while (n && is(node_at(o, n), "ParenExpr")) n = first(o, n);
  return n && is_decay(node_at(o, n)) ? first(o, n) : 0;
}

static const uint32_t NOWHERE = AZ_NONE - 1; /* a place that nothing else accesses */

/* May a value of the node's type be a pointer, or have one in it? */
static bool may_be_pointer(const fe_syntax_node *n) {
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
  uint32_t n = stripped(o, pointer);
  const fe_syntax_node *at = node_at(o, n);
  if (is(at, "BinaryOperator") && (has_operator(at, "+") || has_operator(at, "-"))) {
    uint32_t a = first(o, n), b = second(o, n);
    return is_fresh(o, may_be_pointer(node_at(o, a)) ? a : b);
  }
  uint32_t i = referenced(o, at, &function);
  return i != AZ_NONE && !function && o->items[i].is_local && !o->items[i].taken &&
         !o->items[i].other;
}

/* The slot of what an expression designates: FE_SLOT_POINTED, FE_SLOT_ERRNO, FE_SLOTS and the
 * number of a variable, or NOWHERE. */
static uint32_t place_of(const order *o, uint32_t n) {
  for (;;) {
    const fe_syntax_node *at = node_at(o, n);
    bool function = false;
    uint32_t i = referenced(o, at, &function), next = 0;
    if (i != AZ_NONE) return function ? NOWHERE : FE_SLOTS + i;
    if (is(at, "StringLiteral") || is(at, "PredefinedExpr") || is(at, "CompoundLiteralExpr"))
      return NOWHERE;
    if (is(at, "ParenExpr") || is(at, "ImplicitCastExpr") ||
        (is(at, "MemberExpr") && !strstr(at->text, " ->")) ||
        (is(at, "UnaryOperator") && (has_operator(at, "__extension__") ||
                                     has_operator(at, "__real") || has_operator(at, "__imag"))))
      next = at->first;
    if (is(at, "ArraySubscriptExpr")) {
      next = decayed(o, at->first);
      if (!next) next = decayed(o, second(o, n));
    }
    if (is(at, "UnaryOperator") && has_operator(at, "*")) {
      next = decayed(o, at->first);
      uint32_t call = stripped(o, at->first);
      uint32_t f = is(node_at(o, call), "CallExpr") ? called_function(o, first(o, call)) : AZ_NONE;
      if (f != AZ_NONE && !strcmp(o->items[f].name, "__errno_location")) return FE_SLOT_ERRNO;
    }
    bool leads = is(at, "MemberExpr") || is(at, "ArraySubscriptExpr") || is(at, "UnaryOperator");
    /* Nobody else knows of it before the function's end, nor without what it stores elsewhere. */
    if (!next && !o->comparing && leads && at->first && is_fresh(o, at->first)) return NOWHERE;
    if (!next) return FE_SLOT_POINTED;
    n = next;
  }
}

/* Marks locals that are assigned what is no new memory, nor null. */
static void mark_assigned(order *o, uint32_t n) {
  const fe_syntax_node *at = node_at(o, n);
  bool declares = is(at, "VarDecl"), stores = is(at, "BinaryOperator") && has_operator(at, "=");
  if (is(at, "ParmVarDecl")) o->items[item_with(o, at->id)].other = true;
  if (!declares && !stores && !is(at, "CompoundAssignOperator") && !is_step(at)) return;
  bool function = false;
  uint32_t to = declares ? item_with(o, at->id)
                         : referenced(o, node_at(o, stripped(o, at->first)), &function);
  uint32_t value = declares ? at->first : stores ? second(o, n) : 0;
  while (value && declares && ends_in(node_at(o, value)->kind, "Attr"))
    value = node_at(o, value)->next;
  if (to == AZ_NONE || (declares && !value)) return;
  uint32_t v = value ? stripped(o, value) : 0;
  uint32_t f = v && is(node_at(o, v), "CallExpr") ? called_function(o, first(o, v)) : AZ_NONE;
  const char *name = f != AZ_NONE && !o->items[f].body ? o->items[f].name : "";
  bool zero = v && is(node_at(o, v), "IntegerLiteral") && ends_in(node_at(o, v)->text, " 0");
  if (!zero && strcmp(name, "malloc") != 0 && strcmp(name, "calloc") != 0 &&
      strcmp(name, "alloca") != 0 && strcmp(name, "__builtin_alloca") != 0)
    o->items[to].other = true;
}

/* Marks what pointers may lead to. `direct`: the node's array is subscripted at once. */
static void mark_taken(order *o, uint32_t n, bool direct, bool callee) {
  const fe_syntax_node *at = node_at(o, n);
  uint32_t child = at->first;
  mark_assigned(o, n);
  if ((is(at, "UnaryOperator") && has_operator(at, "&")) || (is_decay(at) && !direct)) {
    uint32_t place = place_of(o, child);
    if (place == FE_SLOT_ERRNO) o->errno_taken = true;
    if (place >= FE_SLOTS && place < NOWHERE) o->items[place - FE_SLOTS].taken = true;
  }
  bool function = false;
  uint32_t i = referenced(o, at, &function);
  if (i != AZ_NONE && function && !callee) o->items[i].taken = true;
  if (i != AZ_NONE && !strcmp(o->items[i].name, "__errno_location")) o->errno_used = true;
  bool passes = is(at, "ArraySubscriptExpr") ||
                (is(at, "UnaryOperator") && has_operator(at, "*")) ||
                (is(at, "ParenExpr") && direct);
  bool calls = (is(at, "CallExpr") && called_function(o, child) != AZ_NONE);
  for (uint32_t c = child; c; c = node_at(o, c)->next)
    mark_taken(o, c, passes, (calls && c == child) || (callee && !is(at, "CallExpr")));
}

/* ---- effects --------------------------------------------------------------------------------- */

static effects walk(order *o, uint32_t n);

static void add(effects *to, effects *from) {
  fe_effects_add(&to->own, &from->own);
  fe_effects_add(&to->called, &from->called);
  fe_effects_free(&from->own);
  fe_effects_free(&from->called);
}

static void access(const order *o, fe_effects *e, uint32_t slot, bool reads, bool writes) {
  if (slot == NOWHERE || (slot == FE_SLOT_ERRNO && !o->errno_used)) return;
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
  if (!is(n, "CallExpr")) return false;
  uint32_t f = called_function(o, n->first);
  return f == AZ_NONE || !o->items[f].body;
}

/* Does the node itself make a check, beside those of functions? */
static bool has_check(const order *o, const fe_syntax_node *n) {
  static const char *const operators[] = {"+", "-", "*", "/", "%", "<<", ">>", "++", "--"};
  uint32_t memory = AZ_MEMORY_CLASSES | 1u << AZ_C_BOUNDS, conversion = 1u << AZ_C_CONVERSION,
           others = memory | conversion | 1u << AZ_C_TERMINATION | 1u << AZ_C_UNREACH;
  bool computes = is(n, "CompoundAssignOperator"), unary = is(n, "UnaryOperator");
  for (size_t i = 0; (unary || is(n, "BinaryOperator")) && i < sizeof operators / sizeof *operators;
       i++)
    computes |= has_operator(n, operators[i]) && !(unary && operators[i][0] == '*');
  bool converts = ends_in(n->kind, "CastExpr") && !strstr(n->text, "<LValueToRValue>");
  bool leads = is(n, "ArraySubscriptExpr") || calls_unknown(o, n) || is(n, "VAArgExpr") ||
               (is(n, "MemberExpr") && strstr(n->text, " ->")) || (unary && has_operator(n, "*"));
  return (o->q->classes & ~others && computes) || (o->q->classes & conversion && converts) ||
         (o->q->classes & memory && leads);
}

/* Where the list of arguments is that va_arg and its kin are given: the variable, or, as parameters
 * are pointers to it, what one leads to. */
static uint32_t list_of(const order *o, uint32_t n) {
  for (; is(node_at(o, n), "ParenExpr") || ends_in(node_at(o, n)->kind, "CastExpr");
       n = first(o, n))
    if (strstr(node_at(o, n)->text, "<LValueToRValue")) return FE_SLOT_POINTED;
  return place_of(o, n);
}

static void library_call(order *o, uint32_t n, const char *name, effects *e) {
  fe_library_call call = {.name = name};
  if (!strncmp(name, "__builtin_va_", 13)) {
    for (uint32_t c = second(o, n); c; c = node_at(o, c)->next)
      if (may_be_pointer(node_at(o, c))) access(o, &e->called, list_of(o, c), true, true);
    return;
  }
  for (uint32_t c = second(o, n); c; c = node_at(o, c)->next) {
    call.has_pointer |= may_be_pointer(node_at(o, c));
    const fe_syntax_node *plain = node_at(o, stripped(o, c));
    if (!call.literal && is(plain, "StringLiteral")) call.literal = strchr(plain->text, '"');
  }
  bool back = false;
  fe_effects done =
      fe_library_effects(&call, o->q->classes >> AZ_C_UNREACH & 1u, o->errno_used, &back);
  fe_effects_add(&e->called, &done);
  fe_effects_free(&done);
  if (back && o->comparing)
    fe_effects_add(&e->called, &o->items[ANY_FUNCTION].effects);
  else if (back)
    arrput(o->items[o->function].callees, ANY_FUNCTION);
}

static bool violates(const order *o, const char *name) {
  bool other = o->q->other_error && !strcmp(name, o->q->other_error);
  return o->q->classes >> AZ_C_UNREACH & 1u && fx_is_error(name) && !other;
}

static void call(order *o, uint32_t n, effects *e) {
  uint32_t f = called_function(o, first(o, n));
  if (f == AZ_NONE) f = ANY_FUNCTION;
  const item *callee = &o->items[f];
  if (f != ANY_FUNCTION && (violates(o, callee->name) || !callee->body)) {
    library_call(o, n, callee->name, e);
  } else if (o->comparing) {
    fe_effects_add(&e->called, &callee->effects);
  } else if (o->function != AZ_NONE) {
    arrput(o->items[o->function].callees, f);
  }
}

/* The local variable of the function that the expression is, which no pointer leads to. */
static uint32_t plain_local(const order *o, uint32_t n) {
  bool function = false;
  uint32_t i = referenced(o, node_at(o, n), &function);
  return i != AZ_NONE && !function && o->items[i].is_local && !o->items[i].taken ? i : AZ_NONE;
}

/* Is the local assigned in the tree? */
static bool assigns(const order *o, uint32_t n, uint32_t local) {
  const fe_syntax_node *at = node_at(o, n);
  bool changes = is(at, "CompoundAssignOperator") || is_step(at) ||
                 (is(at, "BinaryOperator") && has_operator(at, "="));
  if (changes && plain_local(o, stripped(o, at->first)) == local) return true;
  if (is(at, "GCCAsmStmt")) return true;
  for (uint32_t c = at->first; c; c = node_at(o, c)->next)
    if (assigns(o, c, local)) return true;
  return false;
}

/* for (...; i < n; i++) where neither i nor n changes otherwise comes to its end. */
static bool is_counted(const order *o, uint32_t n) {
  uint32_t part[5] = {
      first(o, n)}; /* beginning, variable of the condition, condition, step, body */
  for (unsigned k = 1; k < 5; k++) part[k] = part[k - 1] ? node_at(o, part[k - 1])->next : 0;
  if (!part[4] || !part[2]) return false;
  const fe_syntax_node *condition = node_at(o, part[2]), *step = node_at(o, part[3]);
  bool up = is(condition, "BinaryOperator") && has_operator(condition, "<"),
       down = is(condition, "BinaryOperator") && has_operator(condition, ">");
  if (!is(step, "UnaryOperator") || !has_operator(step, up ? "++" : "--") || !(up || down))
    return false;
  /* Converted to another type, the counter might come round. */
  const fe_syntax_node *counter = node_at(o, condition->first);
  if (!is(counter, "ImplicitCastExpr") || !strstr(counter->text, "<LValueToRValue>")) return false;
  uint32_t i = plain_local(o, counter->first), limit = stripped(o, second(o, part[2])),
           bound = plain_local(o, limit);
  if (i == AZ_NONE || plain_local(o, stripped(o, step->first)) != i || assigns(o, part[4], i))
    return false;
  return is(node_at(o, limit), "IntegerLiteral") ||
         (bound != AZ_NONE && bound != i && !assigns(o, part[4], bound));
}

/* What the node does itself, once its operands have been evaluated. */
static void add_own(order *o, uint32_t n, effects *e) {
  const fe_syntax_node *at = node_at(o, n);
  bool cast = ends_in(at->kind, "CastExpr");
  if (cast && strstr(at->text, "<LValueToRValue"))
    access(o, &e->own, place_of(o, at->first), true, false);
  if (is(at, "BinaryOperator") && has_operator(at, "="))
    access(o, &e->own, place_of(o, at->first), false, true);
  if (is(at, "CompoundAssignOperator") || is_step(at))
    access(o, &e->own, place_of(o, at->first), true, true);
  if (is(at, "VAArgExpr")) access(o, &e->called, list_of(o, at->first), true, true);
  if (is(at, "CallExpr")) call(o, n, e);
  if (is(at, "GCCAsmStmt") || is(at, "MSAsmStmt") || is(at, "AtomicExpr")) {
    for (uint32_t c = at->first; c; c = node_at(o, c)->next)
      access(o, &e->called, place_of(o, c), true, true);
    access(o, &e->called, FE_SLOT_POINTED, true, true);
  }
  if ((is(at, "ForStmt") && !is_counted(o, n)) || is(at, "WhileStmt") || is(at, "DoStmt") ||
      is(at, "GotoStmt") || is(at, "IndirectGotoStmt"))
    e->own.flags |= FE_LOOPS;
  if (is(at, "GotoStmt") || is(at, "IndirectGotoStmt") || is(at, "ReturnStmt"))
    e->own.flags |= FE_LEAVES;
  if (is(at, "BreakStmt") || is(at, "ContinueStmt")) e->own.flags |= FE_BREAKS;
  if (is(at, "ForStmt") || is(at, "WhileStmt") || is(at, "DoStmt"))
    e->own.flags &= ~(unsigned)FE_BREAKS;
  if (n != o->stored && has_check(o, at)) e->own.flags |= FE_CHECKS;
}

/* ---- pairs of operands ----------------------------------------------------------------------- */

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
  return (a->own.flags | a->called.flags) & (FE_LEAVES | FE_BREAKS) && does;
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
  o->found = az_arena_printf(
      o->arena, "depends on the order in which the operands at %s are evaluated: %s%s%s", where,
      why, what ? " " : "", what ? what : "");
}

/* The operands, in an order that C does not tell. */
static effects walk_operands(order *o, uint32_t n) {
  const fe_syntax_node *at = node_at(o, n);
  bool stores = is(at, "BinaryOperator") && has_operator(at, "="),
       updates = is(at, "CompoundAssignOperator");
  /* clang goes from left to right but here: */
  bool either = stores || updates || is(at, "ArraySubscriptExpr");
  effects *parts = NULL, all = {0};
  for (uint32_t c = at->first; c; c = node_at(o, c)->next) {
    if (stores && c == at->first) { /* the object is accessed later */
      o->stored = c;
      while (is(node_at(o, o->stored), "ParenExpr")) o->stored = first(o, o->stored);
    }
    effects e = walk(o, c);
    if (updates && c == at->first) access(o, &e.own, place_of(o, c), true, false);
    arrput(parts, e);
  }
  for (size_t i = 0; o->comparing && i < arrlenu(parts); i++)
    for (size_t k = i + 1; k < arrlenu(parts); k++) compare(o, &parts[i], &parts[k], either);
  for (size_t i = 0; i < arrlenu(parts); i++) add(&all, &parts[i]);
  arrfree(parts);
  return all;
}

/* The children, one after the other; those that are not evaluated, too. */
static effects walk_in_order(order *o, uint32_t n) {
  effects all = {0};
  bool violated = false;
  for (uint32_t c = first(o, n); c; c = node_at(o, c)->next) {
    const fe_syntax_node *child = node_at(o, c);
    /* Nothing follows a violation, until something else leads there. */
    violated &= is(child, "CallExpr") || is(child, "ReturnStmt") || is(child, "GotoStmt");
    if (violated) continue;
    effects e = walk(o, c);
    add(&all, &e);
    uint32_t inner = c;
    while (is(node_at(o, inner), "LabelStmt") && first(o, inner)) inner = first(o, inner);
    uint32_t f = is(node_at(o, inner), "CallExpr") ? called_function(o, first(o, inner)) : AZ_NONE;
    violated = is(node_at(o, n), "CompoundStmt") && f != AZ_NONE && violates(o, o->items[f].name);
  }
  return all;
}

/* The length of an array that is not constant is evaluated with its type, which the tree shows as
 * text only: where a variable or a type is declared, in a cast, in a literal, and behind sizeof.
 * The type that the node itself names, or NULL. */
static const char *named_type(const fe_syntax_node *n, int *length) {
  bool operand = is(n, "UnaryExprOrTypeTraitExpr");
  static const char *const kinds[] = {"VarDecl",
                                      "TypedefDecl",
                                      "ParmVarDecl",
                                      "CStyleCastExpr",
                                      "CompoundLiteralExpr",
                                      "VAArgExpr",
                                      "UnaryExprOrTypeTraitExpr"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is(n, kinds[i])) return fe_syntax_quoted(n, operand, length);
  return NULL;
}

typedef struct lengths { /* what stands between the brackets of a type */
  unsigned variable, calls,
      changes; /* lengths that are not constant; calls; assignments and steps */
  bool acts;   /* a call may do more than read */
  bool alone;  /* the first variable one is a call without calls in it */
} lengths;

/* Does a function with that name do more than read? */
static bool acts(order *o, const char *name, size_t length) {
  bool found = false, any = false;
  for (size_t i = 0; i < arrlenu(o->items); i++) {
    const item *f = &o->items[i];
    if (strlen(f->name) != length || strncmp(f->name, name, length) != 0) continue;
    found = true;
    bool back = false;
    fe_library_call c = {.name = f->name, .has_pointer = true};
    if (fx_is_nondet(f->name)) c.has_pointer = false;
    fe_effects e = {0};
    if (!f->body)
      e = fe_library_effects(&c, o->q->classes >> AZ_C_UNREACH & 1u, o->errno_used, &back);
    const fe_effects *all = f->body ? &f->effects : &e;
    any |= back || arrlenu(all->writes) || all->flags & (FE_ENDS | FE_LOOPS);
    fe_effects_free(&e);
  }
  return any || !found;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static lengths lengths_of(order *o, const char *type, int size) {
  lengths l = {0};
  for (int i = 0, depth = 0, start = 0, inner = 0; i < size; i++) {
    if (type[i] == '[' && !depth++) start = i + 1, inner = 0;
    if (type[i] == ']' && !--depth) {
      bool is_variable = false;
      for (int k = start; k < i; k++) is_variable |= is_word(type[k]) && type[k] > '9';
      l.variable += is_variable;
      if (is_variable && l.variable == 1)
        l.alone = inner == 1 && type[i - 1] == ')' && is_word(type[start]) &&
                  start + (int)strspn(type + start, "abcdefghijklmnopqrstuvwxyz_0123456789"
                                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
                      (int)((const char *)memchr(type + start, '(', (size_t)(i - start)) - type);
    }
    if (!depth || !i) continue;
    if (type[i] == '=' && !strchr("=!<>", type[i - 1]) && type[i + 1] != '=') l.changes++;
    if (!strncmp(type + i, "++", 2) || !strncmp(type + i, "--", 2)) l.changes++;
    if (type[i] != '(') continue;
    inner++;
    int end = i, first = i;
    while (first && is_word(type[first - 1])) first--;
    if (first == end && !strchr(")]", type[first - 1])) continue; /* a parenthesis */
    l.calls++;
    l.acts |= first == end || acts(o, type + first, (size_t)(end - first));
  }
  return l;
}

/* May the lengths in the node's type change what else is evaluated, each other included? */
static bool has_lengths_in_some_order(order *o, const fe_syntax_node *n) {
  int size = 0;
  const char *type = named_type(n, &size);
  lengths l = type && memchr(type, '[', (size_t)size) ? lengths_of(o, type, size) : (lengths){0};
  if (!l.variable || (!l.calls && !l.changes)) return false;
  if (!ends_in(n->kind, "Decl")) return l.acts || l.changes; /* part of a larger expression */
  bool several = l.variable > 1 || !l.alone;
  return l.calls > 0 && ((l.acts && several) || (l.changes && several));
}

static bool is_in_order(const fe_syntax_node *n) {
  static const char *const kinds[] = {"ConditionalOperator", "BinaryConditionalOperator",
                                      "ChooseExpr", "GenericSelectionExpr", "StmtExpr"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is(n, kinds[i])) return true;
  if (is(n, "BinaryOperator"))
    return has_operator(n, "&&") || has_operator(n, "||") || has_operator(n, ",");
  return ends_in(n->kind, "Stmt") || ends_in(n->kind, "Decl");
}

/* Is it no part of what is executed? */
static bool is_skipped(const order *o, const fe_syntax_node *n) {
  if (is(n, "UnaryExprOrTypeTraitExpr")) { /* sizeof: evaluated for arrays of variable length */
    int length = 0;
    const char *type = n->first ? fe_syntax_quoted(node_at(o, n->first), 0, &length) : NULL;
    const char *bracket = type ? memchr(type, '[', (size_t)length) : NULL;
    return !bracket || (bracket[1] >= '0' && bracket[1] <= '9');
  }
  return is(n, "OpaqueValueExpr") || is(n, "PredefinedExpr") || ends_in(n->kind, "Attr") ||
         ends_in(n->kind, "Comment") || ends_in(n->kind, "Type");
}

static effects walk(order *o, uint32_t n) {
  const fe_syntax_node *at = node_at(o, n);
  effects e = {0};
  if (!strcmp(at->file, o->source) && !is_skipped(o, at)) o->line = at->line;
  if (o->comparing && !o->found && has_lengths_in_some_order(o, at))
    o->found = az_arena_printf(o->arena,
                               "may depend on the order in which the lengths of an array are "
                               "evaluated at %s:%u (%s)",
                               o->source, o->line, o->items[o->function].name);
  if (is_skipped(o, at)) return e;
  uint32_t line = o->line;
  e = is_in_order(at) ? walk_in_order(o, n) : walk_operands(o, n);
  o->line = line;
  add_own(o, n, &e);
  if (is(at, "StmtExpr")) { /* another part of the expression may come in between, or not */
    fe_effects_add(&e.called, &e.own);
    fe_effects_free(&e.own);
  }
  return e;
}

/* ---- functions ------------------------------------------------------------------------------- */

static void note_named(order *o, uint32_t n, uint32_t **named) {
  bool function = false;
  uint32_t i = referenced(o, node_at(o, n), &function);
  if (i != AZ_NONE && function) arrput(*named, i);
  for (uint32_t c = first(o, n); c; c = node_at(o, c)->next) note_named(o, c, named);
}

static void enter(order *o, uint32_t function) {
  const item *f = &o->items[function];
  o->function = function;
  o->file = f->file;
  o->nodes = o->q->trees[f->file];
  o->source = node_at(o, f->body)->file;
  o->line = node_at(o, f->body)->line;
}

/* What one function does itself. */
static void summarise(order *o, uint32_t function) {
  enter(o, function);
  uint32_t body = o->items[function].body;
  effects e = walk(o, body);
  fe_effects_add(&o->items[function].effects, &e.own);
  fe_effects_add(&o->items[function].effects, &e.called);
  o->items[function].effects.flags &= ~(unsigned)(FE_LEAVES | FE_BREAKS);
  fe_effects_free(&e.own);
  fe_effects_free(&e.called);
  note_named(o, body, &o->items[function].named);
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
  const fe_syntax_node *at = node_at(o, n);
  bool is_function = false;
  if (is(at, "CallExpr") && called_function(o, at->first) == function) {
    uint32_t argument = second(o, n);
    for (uint32_t i = 0; argument && i < place; i++) argument = node_at(o, argument)->next;
    if (!argument || !is(node_at(o, argument), "BinaryOperator") ||
        !has_operator(node_at(o, argument), operator))
      return false;
    uint32_t a = first(o, argument), b = second(o, argument);
    const fe_syntax_node *by = node_at(o, b);
    if (referenced(o, node_at(o, stripped(o, a)), &is_function) != p) return false;
    if (!is(by, "IntegerLiteral") || ends_in(by->text, " 0")) return false;
  }
  for (uint32_t c = at->first; c; c = node_at(o, c)->next)
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
    if (o->items[p].taken || !o->items[p].is_int || assigns(o, f->body, p)) continue;
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

static void read_declarations(order *o) {
  new_item(o, "a pointer");
  for (uint32_t file = 0; file < arrlenu(o->q->trees); file++) {
    o->file = file;
    o->nodes = o->q->trees[file];
    declare_all(o, 0, AZ_NONE);
  }
  for (uint32_t file = 0; file < arrlenu(o->q->trees); file++) {
    o->file = file;
    o->nodes = o->q->trees[file];
    mark_taken(o, 0, false, false);
    uint32_t *named = NULL; /* by initialisers of globals */
    for (uint32_t c = first(o, 0); c; c = node_at(o, c)->next)
      if (is(node_at(o, c), "VarDecl")) note_named(o, c, &named);
    for (size_t i = 0; i < arrlenu(named); i++) o->items[named[i]].is_root = true;
    arrfree(named);
  }
}

static void look(order *o) {
  read_declarations(o);
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
    enter(o, i);
    effects e = walk(o, o->items[i].body);
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
  hmfree(o.item_of);
  shfree(o.by_name);
  return o.found;
}
