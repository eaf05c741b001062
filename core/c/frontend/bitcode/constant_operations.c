/* Finds operations of constants that clang computes without a check and that violate a requested
 * class: signed or unsigned arithmetic that does not fit its type, and conversions of floats that
 * do not fit. They occur in conditions, and in initialisers of arrays, structures and compound
 * literals, which clang copies as a whole. kept_constants.c turns the operations of which clang
 * warns into code. clang does not warn of unsigned arithmetic, of explicit casts, or of signed
 * arithmetic in conditional operators and in records that are assigned.
 *
 * This file evaluates the syntax tree. A value that is constant for clang but unknown here (sizes,
 * builtins) counts as a violation if it is an operand of such arithmetic in an initialiser. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/function_trees.h"
#include "ansatz/allocate.h"
#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
  OTHER,
  SOME,
  NUMBER,
  REAL
} kind; /* OTHER: not constant; SOME: a constant of unknown value */

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

typedef struct value {
  kind kind;
  uint8_t violation; /* violation by the operation itself: 0, UNSURE or SURE */
  wide number;
  double real;
} value;

enum { UNSURE = 1, SURE };

typedef struct int_type {
  unsigned bits; /* 0: not a known integer type */
  bool is_signed;
} int_type;

typedef struct evaluation {
  const fe_syntax_node *nodes;
  value *values; /* by node */
  struct {
    uint64_t key;
    value value;
  } *names; /* enumerators and const variables, by clang's addresses */
  uint32_t classes;
  unsigned long_bits;
} evaluation;

static bool is(const fe_syntax_node *n, const char *name) {
  return !strcmp(n->kind, name);
}

static bool says(const fe_syntax_node *n, const char *word) {
  return strstr(n->text, word) != NULL;
}

/* Returns the node's type without typedef ('T':'unsigned int') and qualifiers. */
static const char *type_name(const fe_syntax_node *n) {
  const char *at = strchr(n->text, '\''), *end = at ? strchr(at + 1, '\'') : NULL;
  if (!end) return "";
  at = !strncmp(end, "':'", 3) ? end + 3 : at + 1;
  while (!strncmp(at, "const ", 6) || !strncmp(at, "volatile ", 9)) at = strchr(at, ' ') + 1;
  return at;
}

static int_type type_of(const evaluation *e, const fe_syntax_node *n) {
  static const struct {
    const char *name;
    int_type type; /* 0 bits: as wide as long */
  } types[] = {{"_Bool'", {1, false}},      {"char'", {8, true}},
               {"signed char'", {8, true}}, {"unsigned char'", {8, false}},
               {"short'", {16, true}},      {"unsigned short'", {16, false}},
               {"int'", {32, true}},        {"unsigned int'", {32, false}},
               {"long'", {0, true}},        {"unsigned long'", {0, false}},
               {"long long'", {64, true}},  {"unsigned long long'", {64, false}}};
  const char *name = type_name(n);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strncmp(name, types[i].name, strlen(types[i].name)))
      return (int_type){types[i].type.bits ? types[i].type.bits : e->long_bits,
                        types[i].type.is_signed};
  return (int_type){0};
}

static wide wrapped(wide number, int_type t) {
  wide modulus = (wide)1 << t.bits, rest = number % modulus;
  if (rest < 0) rest += modulus;
  return t.is_signed && rest >= modulus / 2 ? rest - modulus : rest;
}

static bool is_asked(const evaluation *e, int_type t) {
  const uint32_t both = 1u << AZ_C_OVERFLOW | 1u << AZ_C_UNSIGNED_OVERFLOW;
  return e->classes & (!t.bits       ? both
                       : t.is_signed ? 1u << AZ_C_OVERFLOW
                                     : 1u << AZ_C_UNSIGNED_OVERFLOW);
}

/* Returns a value for arithmetic whose result is unknown. */
static value unknown(const evaluation *e, int_type t) {
  return (value){.kind = SOME, .violation = is_asked(e, t) ? UNSURE : 0};
}

/* Returns the number as a value of the type. A computed number that does not fit is a violation if
 * the class is requested. */
static value of_number(const evaluation *e, wide number, int_type t, bool computed) {
  if (!t.bits) return computed ? unknown(e, t) : (value){.kind = SOME};
  value v = {.kind = NUMBER, .number = wrapped(number, t)};
  if (computed && v.number != number && is_asked(e, t)) v.violation = SURE;
  return v;
}

/* Returns whether clang may know the operand: an element or member of a const object. */
static bool reads_const(const evaluation *e, const fe_syntax_node *n) {
  const fe_syntax_node *of = &e->nodes[n->first];
  const char *type = strchr(of->text, '\'');
  if (!type || strncmp(type, "'const ", 7) != 0) return false;
  if (is(of, "MemberExpr")) return says(of, " lvalue .");
  return is(of, "ArraySubscriptExpr") && says(&e->nodes[of->first], "<ArrayToPointerDecay>");
}

static value cast(const evaluation *e, const fe_syntax_node *n, value v) {
  int_type t = type_of(e, n);
  if (says(n, "<NoOp>") || (says(n, "<FloatingCast>") && v.kind == REAL))
    return (value){.kind = v.kind, .number = v.number, .real = v.real};
  if (says(n, "<LValueToRValue>"))
    return v.kind != OTHER     ? (value){.kind = v.kind, .number = v.number, .real = v.real}
           : reads_const(e, n) ? (value){.kind = SOME}
                               : v;
  if (says(n, "<IntegralCast>") && v.kind == NUMBER) return of_number(e, v.number, t, false);
  if (says(n, "ToBoolean>") && v.kind >= NUMBER)
    return (value){.kind = NUMBER, .number = v.kind == REAL ? v.real != 0 : v.number != 0};
  if (says(n, "<IntegralToFloating>") && v.kind == NUMBER)
    return (value){.kind = REAL, .real = (double)v.number};
  bool asked = says(n, "<FloatingToIntegral>") && e->classes >> AZ_C_CONVERSION & 1u;
  if (says(n, "<FloatingToIntegral>") && v.kind == REAL && t.bits) {
    /* The dump shows six digits of a float. */
    double least = t.is_signed ? -ldexp(1, (int)t.bits - 1) : 0,
           most = ldexp(1, (int)t.bits - t.is_signed);
    bool fits = v.real >= least * 0.99999 - 0.5 && v.real <= most * 0.99999 - (t.bits < 32);
    if (fits) return of_number(e, (wide)v.real, t, false);
    return (value){.kind = SOME, .violation = asked ? SURE : 0};
  }
  if (v.kind == OTHER) return v;
  return (value){.kind = SOME, .violation = asked ? UNSURE : 0};
}

static value real_operation(const char *operator, double a, double b) {
  value r = {.kind = REAL};
  switch (*operator) {
  case '+': r.real = a + b; return r;
  case '-': r.real = a - b; return r;
  case '*': r.real = a * b; return r;
  case '/': r.real = a / b; return r;
  default: return (value){.kind = SOME};
  }
}

/* Evaluates a binary operator. `operator` includes the quote after it. */
static value operation(const evaluation *e, const fe_syntax_node *n, const char *operator, value a,
                       value b) {
  static const char *const comparisons[] = {"<'", ">'", "<='", ">='", "=='", "!='"};
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
    if (!strncmp(operator, comparisons[i], strlen(comparisons[i]))) {
      if (a.kind != NUMBER || b.kind != NUMBER) return (value){.kind = SOME};
      const bool results[] = {a.number<b.number, a.number> b.number, a.number <= b.number,
                              a.number >= b.number, a.number == b.number, a.number != b.number};
      return (value){.kind = NUMBER, .number = results[i]};
    }
  if (a.kind == REAL && b.kind == REAL) return real_operation(operator, a.real, b.real);
  bool arithmetic = operator[1] == '\'' && strchr("+-*", *operator);
  if (a.kind != NUMBER || b.kind != NUMBER)
    return arithmetic ? unknown(e, type_of(e, n)) : (value){.kind = SOME};
  int_type t = type_of(e, n);
  bool shifts = !strncmp(operator, "<<'", 3) || !strncmp(operator, ">>'", 3);
  if (shifts) { /* clang warns of undefined shifts */
    if (b.number < 0 || b.number >= t.bits) return (value){.kind = SOME};
    return *operator== '<' ? of_number(e, (wide)((unsigned_wide)a.number << b.number), t, false)
                           : of_number(e, a.number >> b.number, t, false);
  }
  if (operator[1] != '\'') return (value){.kind = SOME};
  switch (*operator) {
  case '+': return of_number(e, a.number + b.number, t, true);
  case '-': return of_number(e, a.number - b.number, t, true);
  case '*': return of_number(e, a.number * b.number, t, true);
  case '&': return of_number(e, a.number & b.number, t, false);
  case '|': return of_number(e, a.number | b.number, t, false);
  case '^': return of_number(e, a.number ^ b.number, t, false);
  case '/': return b.number ? of_number(e, a.number / b.number, t, true) : (value){.kind = SOME};
  case '%': return b.number ? of_number(e, a.number % b.number, t, true) : (value){.kind = SOME};
  default: return (value){.kind = SOME};
  }
}

static value unary(const evaluation *e, const fe_syntax_node *n, value v) {
  int_type t = type_of(e, n);
  if (says(n, "'++'") || says(n, "'--'") || says(n, "'&'") || says(n, "'*'"))
    return (value){.kind = OTHER};
  if (v.kind == NUMBER)
    return says(n, "'-'")   ? of_number(e, -v.number, t, true)
           : says(n, "'~'") ? of_number(e, ~v.number, t, false)
           : says(n, "'!'") ? (value){.kind = NUMBER, .number = !v.number}
                            : of_number(e, v.number, t, false);
  if (v.kind == REAL) return (value){.kind = REAL, .real = says(n, "'-'") ? -v.real : v.real};
  return says(n, "'-'") && v.kind == SOME ? unknown(e, type_of(e, n)) : (value){.kind = v.kind};
}

static value named(evaluation *e, const fe_syntax_node *n) {
  const char *at = strstr(n->text, "EnumConstant 0x");
  if (!at && !strncmp(strchr(n->text, '\'') ? strchr(n->text, '\'') : "", "'const ", 7))
    at = strstr(n->text, "Var 0x");
  if (!at) return (value){.kind = OTHER};
  uint64_t id = strtoull(strchr(at, ' ') + 1, NULL, 16);
  ptrdiff_t found = hmgeti(e->names, id);
  return found < 0 ? (value){.kind = SOME} : e->names[found].value;
}

static value literal(const evaluation *e, const fe_syntax_node *n) {
  const char *text = strrchr(n->text, '\'');
  if (!text) return (value){.kind = SOME};
  if (is(n, "FloatingLiteral")) return (value){.kind = REAL, .real = strtod(text + 1, NULL)};
  while (*++text == ' ') {}
  wide number = *text == '-' ? strtoll(text, NULL, 10) : (wide)strtoull(text, NULL, 10);
  return of_number(e, number, type_of(e, n), false);
}

/* Evaluates a node whose children have been evaluated. */
static value evaluate(evaluation *e, uint32_t at) {
  const fe_syntax_node *n = &e->nodes[at];
  if (is(n, "IntegerLiteral") || is(n, "CharacterLiteral") || is(n, "FloatingLiteral"))
    return literal(e, n);
  if (is(n, "UnaryExprOrTypeTraitExpr") || is(n, "OffsetOfExpr")) return (value){.kind = SOME};
  if (is(n, "DeclRefExpr")) return named(e, n);
  value none = {.kind = OTHER}, a = n->first ? e->values[n->first] : none;
  if (is(n, "CallExpr")) { /* of a builtin */
    uint32_t function = n->first ? e->nodes[n->first].first : 0;
    return (value){.kind = function && says(&e->nodes[function], "'__builtin_") ? SOME : OTHER};
  }
  uint32_t second = n->first ? e->nodes[n->first].next : 0;
  if (is(n, "ParenExpr")) return (value){.kind = a.kind, .number = a.number, .real = a.real};
  if (is(n, "ConstantExpr") && second) a = e->values[second]; /* after "value: Int 5" */
  if (is(n, "ConstantExpr")) return (value){.kind = a.kind, .number = a.number, .real = a.real};
  if (is(n, "CStyleCastExpr") || is(n, "ImplicitCastExpr")) return cast(e, n, a);
  if (is(n, "UnaryOperator")) return unary(e, n, a);
  value b = second ? e->values[second] : none;
  if (is(n, "BinaryOperator")) {
    const char *end = strrchr(n->text, '\'');
    while (end && end > n->text && end[-1] != '\'') end--;
    if (!end || a.kind == OTHER || b.kind == OTHER || !strncmp(end, "='", 2) || *end == ',')
      return none;
    return operation(e, n, end, a, b);
  }
  if (!is(n, "ConditionalOperator") || a.kind == OTHER) return none;
  value c = second && e->nodes[second].next ? e->values[e->nodes[second].next] : none;
  value chosen = a.kind != NUMBER ? (value){.kind = SOME} : a.number ? b : c;
  if (b.kind == OTHER || c.kind == OTHER) chosen.kind = OTHER;
  chosen.violation = 0;
  return chosen;
}

/* Notes the values of enumerators and variables for references to them. */
static void name_values(evaluation *e) {
  value last = {.kind = NUMBER, .number = -1};
  for (uint32_t n = 0; n < arrlenu(e->nodes); n++) {
    const fe_syntax_node *at = &e->nodes[n];
    if (is(at, "EnumDecl")) last = (value){.kind = NUMBER, .number = -1};
    bool enumerates = is(at, "EnumConstantDecl");
    if (!enumerates && !is(at, "VarDecl")) continue;
    value v = at->first
                  ? e->values[at->first]
                  : (value){.kind = enumerates ? last.kind : OTHER, .number = last.number + 1};
    v.violation = 0;
    if (enumerates) last = v;
    hmput(e->names, at->id, v);
  }
}

enum { INSIDE = 1, FOLDED = 2, LISTED = 4, DEAD = 8 };

/* Returns the context in which the `index`-th child of the node is computed. */
static uint8_t context_of(const evaluation *e, uint32_t node, uint32_t child, unsigned index,
                          uint8_t context) {
  const fe_syntax_node *n = &e->nodes[node];
  value first = e->values[n->first];
  bool known = index && first.kind == NUMBER;
  bool chooses = is(n, "IfStmt") || is(n, "ConditionalOperator");
  bool joins = is(n, "BinaryOperator") && (says(n, "'&&'") || says(n, "'||'"));
  static const char *const skipped[] = {"UnaryExprOrTypeTraitExpr", "ConstantExpr", "EnumDecl",
                                        "StaticAssertDecl", "FieldDecl"};
  for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
    if (is(n, skipped[i])) context |= DEAD;
  if (is(n, "FunctionDecl")) context |= INSIDE;
  if (is(n, "VarDecl") && says(n, "' static")) context |= DEAD;
  if (is(n, "InitListExpr")) context |= FOLDED | LISTED;
  if (joins || is(n, "ConditionalOperator")) context |= FOLDED;
  /* Only the position of an expression shows whether it is a condition, an arm or a body. */
  bool body = is(n, "IfStmt") ? index > 0 : is(n, "DoStmt") ? index == 0 : !e->nodes[child].next;
  static const char *const tests[] = {"IfStmt", "WhileStmt", "DoStmt", "ForStmt", "SwitchStmt"};
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (is(n, tests[i]) && !body) context |= FOLDED;
  if (known && chooses && index == (first.number ? 2 : 1)) context |= DEAD;
  if (known && joins && (first.number != 0) == says(n, "'||'")) context |= DEAD;
  return context;
}

/* Returns the first node with an unchecked violation; 0 if there is none. */
static uint32_t violation_in(evaluation *e) {
  uint32_t found = 0, count = (uint32_t)arrlenu(e->nodes);
  uint8_t *contexts = az_calloc(count, 1);
  for (uint32_t n = 0; n < count && !found; n++) { /* children come after their parents */
    uint8_t where = contexts[n];
    unsigned violation = e->values[n].violation;
    bool counts = violation == SURE ? where & FOLDED : violation && where & LISTED;
    if (counts && where & INSIDE && !(where & DEAD)) found = n;
    unsigned index = 0;
    for (uint32_t c = e->nodes[n].first; c; c = e->nodes[c].next)
      contexts[c] = context_of(e, n, c, index++, where);
  }
  free(contexts);
  return found;
}

const char *fe_unchecked_constants(const az_frontend_options *options, az_arena *arena) {
  const uint32_t asked = 1u << AZ_C_OVERFLOW | 1u << AZ_C_UNSIGNED_OVERFLOW | 1u << AZ_C_CONVERSION;
  if (!(options->classes & asked)) return NULL;
  const char *why = NULL;
  fe_syntax_node **trees = fe_dump_trees(options, arena, &why);
  if (why)
    why = az_arena_printf(arena, "whether clang checks all operations of constants: %s", why);
  for (size_t i = 0; i < arrlenu(trees) && !why; i++) {
    uint32_t count = (uint32_t)arrlenu(trees[i]);
    evaluation e = {.nodes = trees[i],
                    .values = az_calloc(count, sizeof(value)),
                    .classes = options->classes,
                    .long_bits = options->data_model == AZ_ILP32 ? 32 : 64};
    for (unsigned round = 0; round < 2; round++) { /* the second round uses the values of names */
      for (uint32_t n = count; n-- > 0;) e.values[n] = evaluate(&e, n);
      name_values(&e);
    }
    for (uint32_t n = count; n-- > 0;) e.values[n] = evaluate(&e, n);
    uint32_t at = violation_in(&e);
    if (at)
      why = az_arena_printf(arena, "an operation of constants that clang does not check (%s:%u)",
                            trees[i][at].file && *trees[i][at].file ? trees[i][at].file : "line",
                            trees[i][at].line);
    hmfree(e.names);
    free(e.values);
  }
  fe_free_trees(trees);
  return why;
}
