/* CBMC's dialect. Its names are declarations and macros. Contracts of functions and loops are
 * removed, since their claims are not trusted. The rest is rewritten as C:
 *
 *   a ==> b                          (!(a) || (b))
 *   T __CPROVER_uninterpreted_f(T);  T __CPROVER_uninterpreted_f();
 *   __CPROVER_forall { T i; body }   if it is asserted: the body with an arbitrary i;
 *                                    else a loop over the range that the body gives for i;
 *                                    else unknown
 *
 * and __CPROVER_exists in the same way, with an arbitrary i if it is assumed. The range is given by
 * conjuncts before ==> (for exists: of the whole body): `0 <= i && i < n`. */
#include "frontend/dialects/dialect.h"
#include "frontend/names/names.h"
#include "ansatz/program.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define DECLARED(name, text) {name, text}
#define ABSENT(name) {name, "#define " name "(...)"}
#define IDLE(name) {name, "#define " name "(...) ((void)0)"}
#define OF_POINTER(result, name) {name, result " " name "(const volatile void *);"}
/* If no size is given, it is the size of the pointer's target. */
#define OF_RANGE(name)                                                                             \
  {name, "_Bool " name "(const volatile void *, __CPROVER_size_t);\n"                              \
         "#define " name "(at, ...) (" name                                                        \
         ")((at), __ansatz_first(__VA_ARGS__ __VA_OPT__(, ) sizeof *(at)))"}
/* Overflow in the common type of the operands, without implicit conversion of the result. */
#define OVERFLOWS(name, sign, builtin)                                                             \
  {name, "#define " name "(a, b) (__extension__({ __typeof__((a)" sign "(b)) __ansatz_a = "        \
         "(__typeof__((a)" sign "(b)))(a), __ansatz_b = (__typeof__((a)" sign "(b)))(b), "         \
         "__ansatz_r; " builtin "(__ansatz_a, __ansatz_b, &__ansatz_r); }))"}

static const fe_declared declared[] = {
    DECLARED("__CPROVER_bool", "typedef _Bool __CPROVER_bool;"),
    DECLARED("__CPROVER_size_t", "typedef __SIZE_TYPE__ __CPROVER_size_t;"),
    DECLARED("__CPROVER_ssize_t", "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;"),
    DECLARED("__CPROVER_thread_local", "#define __CPROVER_thread_local __thread"),
    DECLARED("__CPROVER_assume", "void __CPROVER_assume(_Bool);"),
    DECLARED("__CPROVER_assert", "void __CPROVER_assert(_Bool, const char *);"),
    DECLARED("__CPROVER_precondition",
             "void __CPROVER_precondition(_Bool, const char *) __asm__(\"__CPROVER_assert\");"),
    DECLARED("__CPROVER_postcondition",
             "void __CPROVER_postcondition(_Bool, const char *) __asm__(\"__CPROVER_assert\");"),
    IDLE("__CPROVER_atomic_begin"),
    IDLE("__CPROVER_atomic_end"),
    IDLE("__CPROVER_fence"),
    IDLE("__CPROVER_input"),
    IDLE("__CPROVER_output"),
    IDLE("__CPROVER_printf"),
    DECLARED("__CPROVER_cover", "#define __CPROVER_cover(...) ((void)(__VA_ARGS__))"),
    /* Compares records byte by byte; padding has arbitrary content. */
    DECLARED(
        "__ansatz_same",
        "#define __ansatz_same(a, b) (__extension__({ __auto_type __ansatz_a = (a); __auto_type"
        " __ansatz_b = (b); !__builtin_memcmp(&__ansatz_a, &__ansatz_b, sizeof __ansatz_a); "
        "}))"),
    DECLARED("__ansatz_first", "#define __ansatz_first(a, ...) (a)"),
    OF_RANGE("__CPROVER_r_ok"),
    OF_RANGE("__CPROVER_w_ok"),
    OF_RANGE("__CPROVER_rw_ok"),
    OF_POINTER("__CPROVER_size_t", "__CPROVER_POINTER_OBJECT"),
    OF_POINTER("__CPROVER_ssize_t", "__CPROVER_POINTER_OFFSET"),
    OF_POINTER("__CPROVER_size_t", "__CPROVER_OBJECT_SIZE"),
    OF_POINTER("_Bool", "__CPROVER_LIVE_OBJECT"),
    OF_POINTER("_Bool", "__CPROVER_WRITEABLE_OBJECT"),
    DECLARED("__CPROVER_same_object",
             "_Bool __CPROVER_same_object(const volatile void *, const volatile void *);"),
    DECLARED("__CPROVER_havoc_object", "void __CPROVER_havoc_object(void *);"),
    DECLARED("__CPROVER_havoc_slice", "void __CPROVER_havoc_slice(void *, __CPROVER_size_t);"),
    DECLARED("__CPROVER_array_copy", "void __CPROVER_array_copy(const void *, const void *);"),
    DECLARED("__CPROVER_array_replace", "#define __CPROVER_array_replace __CPROVER_array_copy"),
    DECLARED("__CPROVER_allocate", "void *__CPROVER_allocate(__CPROVER_size_t, _Bool);"),
    DECLARED("__CPROVER_deallocate", "void __CPROVER_deallocate(void *);"),
    OVERFLOWS("__CPROVER_overflow_plus", "+", "__builtin_add_overflow"),
    OVERFLOWS("__CPROVER_overflow_minus", "-", "__builtin_sub_overflow"),
    OVERFLOWS("__CPROVER_overflow_mult", "*", "__builtin_mul_overflow"),
    /* True for a shift by too much and a shift that loses bits, also if the number is negative. */
    DECLARED("__CPROVER_overflow_shl",
             "#define __CPROVER_overflow_shl(a, b) (__extension__({ __typeof__(+(a)) __ansatz_a = "
             "(a); __typeof__(+(b)) __ansatz_b = (b); __ansatz_b < 0 || __ansatz_a < 0 || "
             "__ansatz_b >= (__typeof__(__ansatz_b))(8 * sizeof __ansatz_a) || __ansatz_a > "
             "((~(unsigned __int128)0 >> (129 - 8 * sizeof __ansatz_a - "
             "((__typeof__(__ansatz_a))-1 > 0))) >> __ansatz_b); }))"),
    DECLARED("__CPROVER_overflow_unary_minus",
             "#define __CPROVER_overflow_unary_minus(a) (__extension__({ __typeof__(+(a)) "
             "__ansatz_a = (a), __ansatz_r; __builtin_sub_overflow((__typeof__(__ansatz_a))0, "
             "__ansatz_a, &__ansatz_r); }))"),
    DECLARED("__CPROVER_isnanf", "#define __CPROVER_isnanf(x) (!!__builtin_isnan(x))"),
    DECLARED("__CPROVER_isnand", "#define __CPROVER_isnand(x) (!!__builtin_isnan(x))"),
    DECLARED("__CPROVER_isinff", "#define __CPROVER_isinff(x) (!!__builtin_isinf(x))"),
    DECLARED("__CPROVER_isinfd", "#define __CPROVER_isinfd(x) (!!__builtin_isinf(x))"),
    DECLARED("__CPROVER_isfinitef", "#define __CPROVER_isfinitef(x) (!!__builtin_isfinite(x))"),
    DECLARED("__CPROVER_isfinited", "#define __CPROVER_isfinited(x) (!!__builtin_isfinite(x))"),
    DECLARED("__CPROVER_is_fresh",
             "#define __CPROVER_is_fresh(...) (__ansatz_unsupported(\"__CPROVER_is_fresh\"), "
             "(_Bool)1)"),
    ABSENT("__CPROVER_requires"),
    ABSENT("__CPROVER_requires_contract"),
    ABSENT("__CPROVER_ensures"),
    ABSENT("__CPROVER_ensures_contract"),
    ABSENT("__CPROVER_assigns"),
    ABSENT("__CPROVER_frees"),
    ABSENT("__CPROVER_loop_invariant"),
    ABSENT("__CPROVER_decreases"),
};

/* ---- code, without comments and literals ----------------------------------------------------- */

static void blank(char *from, const char *to) {
  for (; from < to; from++)
    if (*from != '\n') *from = ' ';
}

/* Returns a copy with blanks for comments, and underscores for literals, which remain operands. */
static char *masked(az_arena *arena, const char *text) {
  char *mask = az_arena_strdup(arena, text);
  for (const char *at = mask, *next; *at; at = next) {
    char *from = mask + (at - mask);
    if ((next = fe_behind_comment(at))) {
      blank(from, next);
    } else if ((next = fe_behind_literal(at))) {
      for (char *c = from; c < next; c++)
        if (*c != '\n') *c = '_';
    } else {
      next = at + 1;
    }
  }
  return mask;
}

typedef struct range {
  size_t from, to; /* offsets in the text */
} range;

static bool is_space(char c) {
  return isspace((unsigned char)c) || c == '\\'; /* a backslash only continues the line */
}

static range trim(const char *mask, range r) {
  while (r.from < r.to && is_space(mask[r.from])) r.from++;
  while (r.to > r.from && is_space(mask[r.to - 1])) r.to--;
  return r;
}

static bool opens(char c) {
  return c == '(' || c == '[' || c == '{';
}

static bool closes(char c) {
  return c == ')' || c == ']' || c == '}';
}

/* Returns the position after the bracket that closes the one at `from`; 0: none does. */
static size_t behind_bracket(const char *mask, size_t from) {
  size_t depth = 0;
  for (size_t at = from; mask[at]; at++) {
    depth += opens(mask[at]);
    depth -= closes(mask[at]) && depth;
    if (!depth) return at + 1;
  }
  return 0;
}

static bool is_one(const char *mask, range r) {
  return mask[r.from] == '(' && behind_bracket(mask, r.from) == r.to;
}

/* Returns the range without blanks and brackets around it. */
static range bare(const char *mask, range r) {
  for (r = trim(mask, r); r.from < r.to && is_one(mask, r);)
    r = trim(mask, (range){r.from + 1, r.to - 1});
  return r;
}

/* Returns the first or last position of the operator outside brackets; r.to if there is none. */
static size_t find_operator(const char *mask, range r, const char *operator, bool last) {
  size_t n = strlen(operator), depth = 0, found = r.to;
  for (size_t at = r.from; at + n <= r.to; at++) {
    depth += opens(mask[at]);
    depth -= closes(mask[at]) && depth;
    if (depth || strncmp(mask + at, operator, n) != 0) continue;
    found = at;
    if (!last) break;
    at += n - 1;
  }
  return found;
}

static const char *piece(az_arena *arena, const char *text, range r) {
  return az_arena_printf(arena, "%.*s", (int)(r.to - r.from), text + r.from);
}

/* Returns the text of the range on one line. */
static const char *flat(az_arena *arena, const char *text, range r) {
  char *copy = az_arena_strdup(arena, piece(arena, text, r));
  for (char *c = copy; *c; c++)
    if (*c == '\n' || (*c == '\\' && c[1] == '\n')) *c = ' ';
  return copy;
}

static size_t lines_in(const char *from, const char *to) {
  size_t lines = 0;
  for (; from < to; from++) lines += *from == '\n';
  return lines;
}

/* Replaces the range by `with` plus newlines (continued in macros), to keep the lines after it. */
static const char *replaced(az_arena *arena, const char *text, range r, const char *with) {
  const char *end = memchr(text + r.from, '\n', r.to - r.from);
  const char *line = end && end > text && end[-1] == '\\' ? "\\\n" : "\n";
  size_t had = lines_in(text + r.from, text + r.to), has = lines_in(with, with + strlen(with));
  for (; has < had; has++) with = az_arena_printf(arena, "%s%s", with, line);
  return az_arena_printf(arena, "%.*s%s%s", (int)r.from, text, with, text + r.to);
}

/* ---- a ==> b --------------------------------------------------------------------------------- */

/* Returns whether an operand ends before this character: a separator, or an assignment sign. */
static bool separates(const char *mask, size_t at, size_t first) {
  char c = mask[at], before = at > first ? mask[at - 1] : ' ', behind = mask[at + 1];
  if (c == '=') return behind != '=' && !strchr("=<>!", before);
  return c == ';' || c == ',' || c == '?' || c == ':';
}

static range left_operand(const char *mask, size_t arrow) {
  size_t depth = 0, at = arrow;
  static const char word[] = "return";
  for (; at; at--) {
    char c = mask[at - 1];
    if (!depth && (opens(c) || separates(mask, at - 1, 0))) break;
    if (!depth && at >= 3 && !strncmp(mask + at - 3, "==>", 3)) break;
    depth += closes(c);
    depth -= opens(c) && depth;
  }
  range r = trim(mask, (range){at, arrow});
  if (!strncmp(mask + r.from, word, sizeof word - 1)) r.from += sizeof word - 1;
  return trim(mask, r);
}

static range right_operand(const char *mask, size_t arrow) {
  size_t depth = 0, at = arrow + 3;
  for (; mask[at]; at++) {
    if (!depth && (closes(mask[at]) || separates(mask, at, arrow + 3))) break;
    depth += opens(mask[at]);
    depth -= closes(mask[at]) && depth;
  }
  return trim(mask, (range){arrow + 3, at});
}

/* Returns the last place of `what`; SIZE_MAX if there is none. */
static size_t find_last(const char *mask, const char *what) {
  size_t found = SIZE_MAX;
  for (const char *at = strstr(mask, what); at; at = strstr(at + 1, what))
    found = (size_t)(at - mask);
  return found;
}

static const char *without_arrows(az_arena *arena, const char *text) {
  for (;;) {
    const char *mask = masked(arena, text);
    size_t arrow = find_last(mask, "==>");
    if (arrow == SIZE_MAX) return text;
    range left = left_operand(mask, arrow), right = right_operand(mask, arrow);
    const char *with = az_arena_printf(arena, "(!(%s) || (%s))", piece(arena, text, left),
                                       piece(arena, text, right));
    text = replaced(arena, text, (range){left.from, right.to}, with);
  }
}

/* ---- comparisons of records ----------------------------------------------------------------- */

/* Returns whether an operand of == ends here: at a separator or a weaker operator. */
static bool ends_operand(const char *mask, size_t at) {
  return separates(mask, at, 0) || !strncmp(mask + at, "&&", 2) || !strncmp(mask + at, "||", 2);
}

const char *fe_compare_records(az_arena *arena, const char *text, unsigned line, unsigned column) {
  const char *mask = masked(arena, text);
  size_t at = 0;
  for (; line > 1 && mask[at]; line--)
    at += strcspn(mask + at, "\n") + (strchr(mask + at, '\n') != NULL);
  at += column - 1;
  bool differs = !strncmp(mask + at, "!=", 2);
  if (line > 1 || at + 2 > strlen(mask) || (!differs && strncmp(mask + at, "==", 2) != 0))
    return NULL;
  size_t from = at, to = at + 2, depth = 0;
  for (; from; from--) {
    char c = mask[from - 1];
    if (!depth && (opens(c) || ends_operand(mask, from - 1) ||
                   (from >= 2 && ends_operand(mask, from - 2) && !separates(mask, from - 2, 0))))
      break;
    depth += closes(c);
    depth -= opens(c) && depth;
  }
  for (depth = 0; mask[to] && (depth || (!closes(mask[to]) && !ends_operand(mask, to))); to++) {
    depth += opens(mask[to]);
    depth -= closes(mask[to]) && depth;
  }
  range left = trim(mask, (range){from, at}), right = trim(mask, (range){at + 2, to});
  const char *with = az_arena_printf(arena, "(%s__ansatz_same(%s, %s))", differs ? "!" : "",
                                     piece(arena, text, left), piece(arena, text, right));
  return replaced(arena, text, (range){left.from, right.to}, with);
}

/* ---- quantifiers ----------------------------------------------------------------------------- */

typedef struct quantifier {
  bool is_forall;
  range whole, type, variable, body;
  range low, high; /* bounds of the variable; empty: not given */
  bool high_included;
} quantifier;

static bool is_name(const char *mask, range r, range name) {
  return r.to - r.from == name.to - name.from &&
         !strncmp(mask + r.from, mask + name.from, r.to - r.from);
}

static bool mentions(const char *mask, range r, range name) {
  size_t n = name.to - name.from;
  for (size_t at = r.from; at + n <= r.to; at++)
    if (!strncmp(mask + at, mask + name.from, n) && !fe_in_word(mask[at + n]) &&
        (at == r.from || !fe_in_word(mask[at - 1])))
      return true;
  return false;
}

/* Reads a conjunct that bounds the variable: i < n, 0 <= i, and the like. */
static void read_bound(const char *mask, quantifier *q, range conjunct) {
  static const char *const operators[] = {"<=", ">=", "<", ">"};
  range r = bare(mask, conjunct);
  for (size_t k = 0; k < 4; k++) {
    size_t n = strlen(operators[k]), at = find_operator(mask, r, operators[k], false);
    if (at == r.to) continue;
    range left = bare(mask, (range){r.from, at}), right = bare(mask, (range){at + n, r.to});
    bool is_less = operators[k][0] == '<', is_left = is_name(mask, left, q->variable);
    if (!is_left && !is_name(mask, right, q->variable)) return;
    range bound = is_left ? right : left;
    if (mentions(mask, bound, q->variable)) return;
    if (is_less != is_left) {
      q->low = bound; /* an excluded bound is harmless: the body tests it */
    } else {
      q->high = bound;
      q->high_included = n == 2;
    }
    return;
  }
}

static void read_range(const char *mask, quantifier *q) {
  range guard = bare(mask, q->body);
  if (q->is_forall) {
    size_t arrow = find_operator(mask, guard, "==>", false);
    if (arrow == guard.to) return;
    guard = bare(mask, (range){guard.from, arrow});
  }
  if (find_operator(mask, guard, "||", false) != guard.to ||
      find_operator(mask, guard, "?", false) != guard.to)
    return;
  while (guard.from < guard.to) {
    size_t end = find_operator(mask, guard, "&&", false);
    range one = {guard.from, end}, inner = bare(mask, one);
    if (find_operator(mask, inner, "&&", false) != inner.to) { /* (0 <= i && i < n) && ... */
      range first = {inner.from, find_operator(mask, inner, "&&", false)};
      read_bound(mask, q, first);
      read_bound(mask, q, (range){first.to + 2, inner.to});
    } else {
      read_bound(mask, q, one);
    }
    guard.from = end == guard.to ? end : end + 2;
  }
}

/* Finds the last quantifier, which contains no other. */
static bool find_quantifier(const char *mask, quantifier *q) {
  size_t all = find_last(mask, "__CPROVER_forall"), some = find_last(mask, "__CPROVER_exists");
  *q = (quantifier){.is_forall = some == SIZE_MAX || (all != SIZE_MAX && all > some)};
  size_t at = q->is_forall ? all : some;
  if (at == SIZE_MAX) return false;
  size_t open = at + sizeof "__CPROVER_forall" - 1;
  while (is_space(mask[open])) open++;
  size_t end = mask[open] == '{' ? behind_bracket(mask, open) : 0;
  range inside = {open + 1, end ? end - 1 : 0};
  if (!end) return false;
  size_t semicolon = find_operator(mask, inside, ";", false);
  range declaration = trim(mask, (range){inside.from, semicolon});
  size_t name = declaration.to;
  while (name > declaration.from && fe_in_word(mask[name - 1])) name--;
  q->whole = (range){at, end};
  q->type = trim(mask, (range){declaration.from, name});
  q->variable = (range){name, declaration.to};
  q->body = trim(mask, (range){semicolon + 1, inside.to});
  if (q->body.to > q->body.from && mask[q->body.to - 1] == ';') q->body.to--;
  if (semicolon >= inside.to || q->type.from == q->type.to || q->variable.from == q->variable.to)
    return false;
  read_range(mask, q);
  return true;
}

/* Returns whether the range is a conjunct of an argument of one of the functions. */
static bool is_argument_of(const char *mask, range whole, const char *const *functions) {
  size_t at = whole.from, depth = 0, end = whole.to;
  while (at && is_space(mask[at - 1])) at--;
  if (!at || (mask[at - 1] != '(' && !(at >= 2 && !strncmp(mask + at - 2, "&&", 2)))) return false;
  for (; at; at--) {
    char c = mask[at - 1];
    if (!depth && opens(c)) break;
    if (!depth && (c == '|' || separates(mask, at - 1, 0))) return false;
    depth += closes(c);
    depth -= opens(c) && depth;
  }
  if (!at || mask[at - 1] != '(') return false;
  while (is_space(mask[end])) end++;
  if (!closes(mask[end]) && mask[end] != ',' && strncmp(mask + end, "&&", 2) != 0) return false;
  for (depth = 0; mask[end] && (depth || (!closes(mask[end]) && mask[end] != ',')); end++) {
    if (!depth && (mask[end] == '|' || mask[end] == '?' || !strncmp(mask + end, "==>", 3)))
      return false;
    depth += opens(mask[end]);
    depth -= closes(mask[end]) && depth;
  }
  range name = trim(mask, (range){0, at - 1});
  for (name.from = name.to; name.from && fe_in_word(mask[name.from - 1]);) name.from--;
  for (; *functions; functions++)
    if (strlen(*functions) == name.to - name.from &&
        !strncmp(mask + name.from, *functions, name.to - name.from))
      return true;
  return false;
}

static bool is_unsigned(const char *type) {
  return strstr(type, "unsigned") || strstr(type, "size_t") || strstr(type, "uint") ||
         strstr(type, "UINT") || strstr(type, "_Bool");
}

/* Returns a loop over the range. The body also tests the range, so that additional values change
 * nothing. The values are not negative, so comparisons with the upper bound have the same results
 * as in the body, and stay false once they are false. */
static const char *loop(az_arena *arena, const char *text, const quantifier *q) {
  const char *type = flat(arena, text, q->type), *i = flat(arena, text, q->variable),
             *high = flat(arena, text, q->high), *body = piece(arena, text, q->body),
             *low = q->low.to > q->low.from ? flat(arena, text, q->low) : "0";
  const char *wrong = "__ansatz_unsupported(\"a quantifier's range that begins below zero\")";
  return az_arena_printf(
      arena,
      "(__extension__({ _Bool __ansatz_holds = %d; %s %s; _Bool __ansatz_none = "
      "__builtin_add_overflow((%s), 0, &%s); if ((%s) < 0) %s; while (!__ansatz_none && %s %s (%s))"
      " { if (%s(%s)) { __ansatz_holds = %d; break; } __ansatz_none = __builtin_add_overflow(%s, 1,"
      " &%s); } __ansatz_holds; }))",
      q->is_forall, type, i, low, i, low, wrong, i, q->high_included ? "<=" : "<", high,
      q->is_forall ? "!" : "", body, !q->is_forall, i, i);
}

static const char *rewritten(az_arena *arena, const char *text, const char *mask,
                             const quantifier *q) {
  static const char *const asserts[] = {"assert",
                                        "__CPROVER_assert",
                                        "__CPROVER_precondition",
                                        "__CPROVER_postcondition",
                                        "__VERIFIER_assert",
                                        NULL};
  static const char *const assumes[] = {"__CPROVER_assume", "__VERIFIER_assume", "assume", NULL};
  const char *type = flat(arena, text, q->type), *name = flat(arena, text, q->variable);
  if (is_argument_of(mask, q->whole, q->is_forall ? asserts : assumes))
    return az_arena_printf(arena, "(__extension__({ %s %s; (_Bool)(%s); }))", type, name,
                           piece(arena, text, q->body));
  bool has_low = q->low.to > q->low.from || is_unsigned(type);
  if (has_low && q->high.to > q->high.from) return loop(arena, text, q);
  return az_arena_printf(
      arena, "(__ansatz_unsupported(\"%s without a range that is understood\"), (_Bool)1)",
      q->is_forall ? "__CPROVER_forall" : "__CPROVER_exists");
}

/* ---- declarations of uninterpreted functions ------------------------------------------------- */

/* Returns whether the text before a name is the type of a declaration. */
static bool is_type(const char *mask, size_t at) {
  static const char *const words[] = {"return", "else", "do"};
  while (at && is_space(mask[at - 1])) at--;
  if (!at || (!fe_in_word(mask[at - 1]) && mask[at - 1] != '*')) return false;
  size_t from = at;
  while (from && fe_in_word(mask[from - 1])) from--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (at - from == strlen(words[i]) && !strncmp(mask + from, words[i], at - from)) return false;
  return true;
}

/* Removes parameters from declarations of uninterpreted functions, since their types may differ. */
static const char *without_parameters(az_arena *arena, const char *text) {
  static const char prefix[] = "__CPROVER_uninterpreted_";
  const char *mask = masked(arena, text);
  char *copy = NULL;
  for (const char *at = strstr(mask, prefix); at; at = strstr(at + 1, prefix)) {
    size_t from = (size_t)(at - mask), open = from;
    while (fe_in_word(mask[open])) open++;
    size_t end = mask[open] == '(' ? behind_bracket(mask, open) : 0, next = end;
    while (end && is_space(mask[next])) next++;
    if (!end || mask[next] != ';' || !is_type(mask, from)) continue;
    if (!copy) copy = az_arena_strdup(arena, text);
    blank(copy + open + 1, copy + end - 1);
  }
  return copy ? copy : text;
}

const char *fe_without_parameters(az_arena *arena, const char *text, const char *name,
                                  unsigned line) {
  const char *mask = masked(arena, text);
  size_t at = 0, n = strlen(name);
  for (; line > 1 && mask[at]; line--)
    at += strcspn(mask + at, "\n") + (strchr(mask + at, '\n') != NULL);
  for (; mask[at] && mask[at] != '\n'; at++) {
    bool is_it = !strncmp(mask + at, name, n) && !fe_in_word(mask[at + n]) &&
                 (!at || !fe_in_word(mask[at - 1]));
    size_t open = at + n + (is_it ? strspn(mask + at + n, " \t\r\n") : 0);
    size_t end = is_it && mask[open] == '(' ? behind_bracket(mask, open) : 0;
    if (!end) continue;
    char *copy = az_arena_strdup(arena, text);
    blank(copy + open + 1, copy + end - 1);
    return copy;
  }
  return NULL;
}

uint32_t fe_disabled_checks(const char *text, const char *end) {
  enum { DEPTH = 16 };
  static const char mark[] = "pragma CPROVER check ";
  static const char *const kinds[AZ_CLASSES] = {[AZ_C_DEREF] = "disable \"pointer\"",
                                                [AZ_C_OVERFLOW] = "disable \"signed-overflow\"",
                                                [AZ_C_UNSIGNED_OVERFLOW] =
                                                    "disable \"unsigned-overflow\"",
                                                [AZ_C_DIV_BY_ZERO] = "disable \"div-by-zero\"",
                                                [AZ_C_SHIFT] = "disable \"undefined-shift\"",
                                                [AZ_C_CONVERSION] = "disable \"conversion\""};
  uint32_t off[DEPTH] = {0}, depth = 0;
  for (const char *at = text; (at = strstr(at, mark)) && at < end;) {
    at += sizeof mark - 1;
    if (!strncmp(at, "push", 4) && depth + 1 < DEPTH) off[depth + 1] = off[depth], depth++;
    if (!strncmp(at, "pop", 3) && depth) depth--;
    for (az_class c = 0; c < AZ_CLASSES; c++)
      if (kinds[c] && !strncmp(at, kinds[c], strlen(kinds[c]))) off[depth] |= 1u << c;
  }
  return off[depth];
}

static const char *rewrite(az_arena *arena, const char *text) {
  const char *given = text;
  quantifier q;
  for (;;) {
    const char *mask = masked(arena, text);
    if (!find_quantifier(mask, &q)) break;
    text = replaced(arena, text, q.whole, rewritten(arena, text, mask, &q));
  }
  text = without_parameters(arena, without_arrows(arena, text));
  return text == given ? NULL : text;
}

const fe_dialect fe_cprover = {.prefix = "__CPROVER_",
                               .declared = declared,
                               .declared_count = sizeof declared / sizeof *declared,
                               .rewrite = rewrite};
