/* Entry contracts. A contract is turned into C, which is compiled at the end of the file of the
 * function, so that formula and replay read the same program:
 *
 *   int __ansatz_entry(void) {
 *     static int n;                                     arguments without a clause
 *     static struct s __ansatz_object_0;                --valid: targets of pointers
 *     struct s *p = &__ansatz_object_0;
 *     *(struct s **)&p->next = &__ansatz_object_1; ...
 *     char *buf = __builtin_alloca(n * sizeof *buf);    --valid 'buf[n]'
 *     __ansatz_assume(n <= 16);                         --assume
 *     end = (void *)(buf + n);                          --assume 'end == buf + n'
 *     f(n, p, buf);
 *   }
 *
 * It is called from the arbitrary entry state of docs/soundness.md 9. Static variables are part of
 * that state, so that all that the contract does not mention, also fields of these objects, is as
 * without a contract. The text only chooses among these states. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/contract_types.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/names/names.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LARGEST "(1ul << 20)" /* bytes that a run has room for on its stack */

enum { DEPTH = 2, MOST_OBJECTS = 64, MOST_ELEMENTS = 16, MOST_NESTING = 32 };

typedef di_variable variable; /* an argument or a global */

typedef struct contract {
  fe_build *build;
  char *text; /* of the entry; open_memstream */
  size_t size;
  FILE *out;
  variable *arguments, *globals; /* stb_ds */
  const char *assumed;           /* conditions so far, NULL: none */
  unsigned objects, deepest;
} contract;

static void complain(contract *c, const char *clause, const char *message) {
  az_fail(c->build->err, AZ_ERR_INPUT, "entry contract: '%s': %s", clause, message);
}

/* ---- --valid: one object for each pointer, links to depth 2, then NULL ----------------------- */

static void make_valid(contract *c, const char *place, LLVMMetadataRef type, unsigned depth,
                       bool is_const);

/* Makes the pointer at `place` point to an object of its own, or to none at the greatest depth. A
 * const member cannot be written: its value is assumed. */
static void make_object(contract *c, const char *place, LLVMMetadataRef pointer, unsigned depth,
                        bool is_const) {
  fe_build *build = c->build;
  LLVMMetadataRef to = di_base(build, pointer);
  if (!di_is_complete(build, to)) return; /* void, a function: it stays arbitrary */
  const char *target = "0";
  if (depth < c->deepest &&
      c->objects >= MOST_OBJECTS) { /* too many: arbitrary, also an argument */
    fprintf(c->out, "  static __typeof_unqual__(%s) __ansatz_any_%u;\n", place, c->objects);
    fprintf(c->out, "  *(__typeof_unqual__(%s) *)&%s = __ansatz_any_%u;\n", place, place,
            c->objects++);
    return;
  }
  if (depth < c->deepest) {
    target = az_arena_printf(build->arena, "&" FE_CONTRACT_OBJECT "_%u", c->objects);
    fprintf(c->out, "  static __typeof_unqual__(*%s) " FE_CONTRACT_OBJECT "_%u;\n", place,
            c->objects++);
  }
  if (is_const)
    fprintf(c->out, "  __ansatz_assume(%s == (void *)%s);\n", place, target);
  else
    fprintf(c->out, "  *(__typeof_unqual__(%s) *)&%s = (void *)%s;\n", place, place, target);
  if (depth < c->deepest)
    make_valid(c, az_arena_printf(build->arena, "(*%s)", place), di_plain(build, to), depth + 1,
               false);
}

static void make_valid(contract *c, const char *place, LLVMMetadataRef type, unsigned depth,
                       bool is_const) {
  fe_build *build = c->build;
  unsigned count;
  is_const |= fe_di_is_const(build, type);
  type = di_plain(build, type);
  if (!type || depth > MOST_NESTING || !di_has_pointers(build, type, 0)) return;
  switch (fe_di_tag(type)) {
  case TAG_POINTER: make_object(c, place, type, depth, is_const); break;
  case TAG_ARRAY: {
    uint64_t n = di_length(build, type);
    di_elements(build, type, 4, &count);
    for (uint64_t i = 0; count == 1 && n <= MOST_ELEMENTS && i < n; i++)
      make_valid(c, az_arena_printf(build->arena, "%s[%llu]", place, (unsigned long long)i),
                 di_base(build, type), depth, is_const);
    break;
  }
  case TAG_STRUCT: {
    LLVMValueRef *members = di_elements(build, type, 4, &count);
    for (unsigned i = 0; i < count; i++) {
      LLVMMetadataRef member = di_element(members[i]), of = di_base(build, member);
      const char *name = fe_di_string(build, member, 2);
      unsigned tag = of ? fe_di_tag(of) : 0;
      if (fe_di_tag(member) != TAG_MEMBER) continue;
      if (name)
        make_valid(c, az_arena_printf(build->arena, "%s.%s", place, name), of, depth, is_const);
      else if (tag == TAG_STRUCT) /* its members are those of the outer one */
        make_valid(c, place, of, depth, is_const);
    }
    break;
  }
  default: break; /* the active member of a union is not known */
  }
}

/* ---- clauses --------------------------------------------------------------------------------- */

static variable *find_in(variable *list, const char *name, size_t length) {
  for (size_t i = 0; i < arrlenu(list); i++)
    if (strlen(list[i].name) == length && !strncmp(list[i].name, name, length)) return &list[i];
  return NULL;
}

static variable *find(contract *c, const char *name, size_t length) {
  variable *argument = find_in(c->arguments, name, length);
  return argument ? argument : find_in(c->globals, name, length);
}

/* Returns the pointer of that name; NULL, with a message, if there is none. */
static variable *find_pointer(contract *c, const char *clause, size_t length) {
  fe_build *build = c->build;
  variable *v = find(c, clause, length);
  LLVMMetadataRef type = v ? di_plain(build, v->type) : NULL;
  if (!v)
    complain(c, clause, "neither an argument nor a global variable of the file has this name");
  else if (!type || fe_di_tag(type) != TAG_POINTER)
    complain(c, clause, "is no pointer");
  else if (di_plain(build, di_behind(build, type)) &&
           !di_is_complete(build, di_behind(build, type)))
    complain(c, clause, "points to an incomplete type");
  else
    return v;
  return NULL;
}

/* Makes clang reject an expression with assignments, as a contract must not change the entry state:
 * clang reports them in operands that are not evaluated. */
static void must_not_assign(contract *c, const char *expression) {
  fprintf(c->out, "  (void)sizeof(!!(%s));\n", expression);
}

/* Excludes sizes that are too large for a run, by undefined behaviour of a class that is not
 * requested: proofs cover these sizes, and a counterexample with such a size does not count, so
 * that another one is searched for. */
static void must_be_small(contract *c, const char *bytes) {
  uint32_t classes = c->build->options->classes;
  bool divides = classes >> AZ_C_DIV_BY_ZERO & 1u, shifts = classes >> AZ_C_SHIFT & 1u;
  if (!divides)
    fprintf(c->out, "  (void)(1 / (%s <= " LARGEST "));\n", bytes);
  else if (!shifts)
    fprintf(c->out, "  (void)(1u << (%s <= " LARGEST " ? 0 : 32));\n", bytes);
}

/* Returns the type of a member, by the path of names from an argument or global (b->s.p), or NULL.
 * *record: the length of the path to its record if the last step is "->", else 0. */
static LLVMMetadataRef type_of_path(contract *c, const char *path, size_t length, size_t *record) {
  fe_build *build = c->build;
  size_t at = strspn(path, WORD);
  variable *v = find(c, path, at);
  LLVMMetadataRef type = v ? v->type : NULL;
  while (type && at < length) {
    bool arrow = path[at] == '-' && path[at + 1] == '>';
    type = di_plain(build, type);
    if (arrow && type && fe_di_tag(type) == TAG_POINTER)
      type = di_plain(build, di_base(build, type));
    if (!type || (!arrow && path[at] != '.')) return NULL;
    *record = arrow ? at : 0;
    at += arrow ? 2 : 1;
    size_t n = strspn(path + at, WORD);
    unsigned count;
    LLVMValueRef *members = di_elements(build, type, 4, &count);
    LLVMMetadataRef found = NULL;
    for (unsigned i = 0; i < count && !found; i++) {
      const char *name = fe_di_string(build, di_element(members[i]), 2);
      if (name && strlen(name) == n && !strncmp(name, path + at, n)) found = di_element(members[i]);
    }
    type = found ? di_base(build, found) : NULL;
    at += n;
  }
  return type;
}

/* Makes s->tail[n], the last member of its record: a copy of *s, with n elements at its end, takes
 * its place. */
static void add_tail(contract *c, const char *name, size_t record, const char *length) {
  fe_build *build = c->build;
  const char *p = az_arena_printf(build->arena, "%.*s", (int)record, name + 1); /* (s->tail) */
  unsigned n = c->objects++;
  const char *header =
      az_arena_printf(build->arena, "((unsigned long)((char *)%s - (char *)(%s)))", name, p);
  const char *bytes =
      az_arena_printf(build->arena, "(unsigned long)(%s) * sizeof *%s", length, name);
  must_not_assign(c, length);
  fprintf(c->out,
          "  (void)sizeof(*%s * 1);\n"
          "  __ansatz_assume((%s) >= 0);\n"
          "  __ansatz_assume((unsigned long)(%s) <= (~0ul >> 2) / sizeof *%s);\n",
          name, length, length, name);
  must_be_small(c, bytes);
  /* The copy is no smaller than its type, which may have padding after the last member. */
  fprintf(c->out,
          "  unsigned long __ansatz_size_%u = %s + %s;\n"
          "  if (__ansatz_size_%u < sizeof *(%s)) __ansatz_size_%u = sizeof *(%s);\n"
          "  __typeof_unqual__(%s) __ansatz_tail_%u = __builtin_alloca(__ansatz_size_%u);\n"
          "  __builtin_memcpy((void *)__ansatz_tail_%u, (void *)(%s), %s);\n"
          "  *(__typeof_unqual__(%s) *)&(%s) = __ansatz_tail_%u;\n",
          n, header, bytes, n, p, n, p, p, n, n, n, p, header, p, p, n);
}

/* Makes a buffer of elements with pointers: with --valid they lead to objects, else anywhere. */
static void add_elements(contract *c, const char *clause, const variable *v, const char *length) {
  char *end;
  unsigned long count = strtoul(length, &end, 10);
  if (!count || count > MOST_ELEMENTS || *end) {
    complain(c, clause, "elements that contain pointers need a constant length, at most 16");
    return;
  }
  fprintf(c->out,
          "  static __typeof_unqual__(*%s) " FE_CONTRACT_OBJECT "_%u[%lu];\n"
          "  *(__typeof_unqual__(%s) *)&%s = (void *)" FE_CONTRACT_OBJECT "_%u;\n",
          v->name, c->objects, count, v->name, v->name, c->objects);
  c->objects++;
  for (unsigned long i = 0; i < count && c->deepest; i++)
    make_valid(c, az_arena_printf(c->build->arena, "%s[%lu]", v->name, i),
               di_plain(c->build, di_behind(c->build, v->type)), 1, false);
}

static void add_buffer(contract *c, const char *clause) {
  const char *open = strchr(clause, '['), *close = open ? strrchr(clause, ']') : NULL;
  if (!close || close[1] || close == open + 1) {
    complain(c, clause, "is not of the form NAME[LENGTH]");
    return;
  }
  bool is_name = (size_t)(open - clause) == strspn(clause, WORD);
  variable *v = is_name ? find_pointer(c, clause, (size_t)(open - clause)) : NULL;
  if (is_name && !v) return;
  const char *name =
      az_arena_printf(c->build->arena, is_name ? "%.*s" : "(%.*s)", (int)(open - clause), clause);
  const char *length = az_arena_printf(c->build->arena, "%.*s", (int)(close - open - 1), open + 1);
  bool is_void = v && !di_plain(c->build, di_behind(c->build, v->type));
  const char *size = is_void ? "1ul" : az_arena_printf(c->build->arena, "sizeof *%s", name);
  if (!v) {
    size_t record = 0;
    LLVMMetadataRef type = type_of_path(c, clause, (size_t)(open - clause), &record);
    if (type && record && fe_di_tag(di_plain(c->build, type)) == TAG_ARRAY) {
      add_tail(c, name, record, length);
      return;
    }
    if (type && fe_di_tag(di_plain(c->build, type)) != TAG_POINTER) {
      complain(c, clause, "is neither a pointer nor an array behind a pointer to its record");
      return;
    }
  }
  if (v && di_has_pointers(c->build, di_behind(c->build, v->type), 0)) {
    add_elements(c, clause, v, length);
    return;
  }
  must_not_assign(c, length);
  if (!v) { /* a member: clang checks that it points to numbers */
    must_not_assign(c, name);
    fprintf(c->out, "  (void)sizeof(*%s * 1);\n", name);
  }
  fprintf(c->out,
          "  __ansatz_assume((%s) >= 0);\n"
          "  __ansatz_assume((unsigned long)(%s) <= (~0ul >> 1) / %s);\n",
          length, length, size);
  must_be_small(c, az_arena_printf(c->build->arena, "(unsigned long)(%s) * %s", length, size));
  fprintf(c->out, "  *(__typeof_unqual__(%s) *)&%s = __builtin_alloca((unsigned long)(%s) * %s);\n",
          name, name, length, size);
}

static void add_string(contract *c, const char *clause) {
  variable *v = find_pointer(c, clause, strlen(clause));
  LLVMMetadataRef to = v ? di_plain(c->build, di_behind(c->build, v->type)) : NULL;
  if (!v) return;
  if (!to || fe_di_tag(to) || LLVMDITypeGetSizeInBits(to) != 8) {
    complain(c, clause, "is not a pointer to characters");
    return;
  }
  unsigned n = c->objects++;
  fprintf(c->out,
          "  static unsigned long __ansatz_length_%u;\n"
          "  __ansatz_assume(__ansatz_length_%u < ~0ul >> 1);\n",
          n, n);
  must_be_small(c, az_arena_printf(c->build->arena, "__ansatz_length_%u", n));
  fprintf(c->out,
          "  char *__ansatz_string_%u = __builtin_alloca(__ansatz_length_%u + 1);\n"
          "  __ansatz_string_%u[__ansatz_length_%u] = 0;\n"
          "  *(__typeof_unqual__(%s) *)&%s = (void *)__ansatz_string_%u;\n",
          n, n, n, n, v->name, v->name, n);
}

static void add_maybe_null(contract *c, const char *clause) {
  must_not_assign(c, clause);
  unsigned n = c->objects++;
  fprintf(c->out,
          "  static unsigned char __ansatz_null_%u;\n"
          "  if (__ansatz_null_%u) *(__typeof_unqual__(%s) *)&(%s) = (void *)0;\n",
          n, n, clause, clause);
}

static void add_may_alias(contract *c, const char *clause) {
  const char *comma = strchr(clause, ',');
  if (!comma) {
    complain(c, clause, "is not of the form P,Q");
    return;
  }
  const char *p = az_arena_printf(c->build->arena, "%.*s", (int)(comma - clause), clause),
             *q = comma + 1;
  must_not_assign(c, p);
  must_not_assign(c, q);
  unsigned n = c->objects++;
  fprintf(c->out,
          "  static unsigned char __ansatz_same_%u;\n"
          "  if (__ansatz_same_%u) *(__typeof_unqual__(%s) *)&(%s) = (void *)(%s);\n",
          n, n, q, q, p);
}

/* Returns the first comma outside of brackets, between two expressions, or NULL. */
static const char *find_comma(const char *text) {
  unsigned depth = 0;
  for (; *text && (depth || *text != ','); text++)
    depth += (*text == '(' || *text == '[') - (unsigned)(*text == ')' || *text == ']');
  return *text ? text : NULL;
}

static void add_one_of(contract *c, const char *clause) {
  const char *comma = find_comma(clause);
  if (!comma || comma == clause) {
    complain(c, clause, "is not of the form P,A,B");
    return;
  }
  const char *p = az_arena_printf(c->build->arena, "%.*s", (int)(comma - clause), clause);
  unsigned n = c->objects++, which = 0;
  must_not_assign(c, p);
  fprintf(c->out, "  static unsigned char __ansatz_which_%u;\n", n);
  for (const char *at = comma + 1; at; which++) {
    comma = find_comma(at);
    const char *one =
        az_arena_printf(c->build->arena, "%.*s", (int)(comma ? comma - at : (long)strlen(at)), at);
    must_not_assign(c, one);
    fprintf(c->out, "  if (__ansatz_which_%u %s %u) *(__typeof_unqual__(%s) *)&(%s) = (%s);\n", n,
            comma ? "==" : ">=", which, p, p, one);
    at = comma ? comma + 1 : NULL;
  }
}

/* ---- equalities ------------------------------------------------------------------------------ */

/* Returns whether the name is a pointer in no earlier clause but --valid, which is overridden. */
static bool is_free_pointer(contract *c, const char *name) {
  const az_frontend_options *o = c->build->options;
  variable *v = find(c, name, strlen(name));
  LLVMMetadataRef type = v ? di_plain(c->build, v->type) : NULL;
  if (!type || fe_di_tag(type) != TAG_POINTER || fe_di_is_const(c->build, v->type)) return false;
  for (size_t i = 0; i < o->contract_count; i++)
    if (o->contract[i].kind != AZ_CONTRACT_ASSUME && o->contract[i].text &&
        fe_find_word(o->contract[i].text, o->contract[i].text, name))
      return false;
  return !c->assumed || !fe_find_word(c->assumed, c->assumed, name);
}

/* Assigns E to P for a clause P == E whose pointer P is arbitrary. Assuming the equation would not
 * do: no arbitrary pointer points to an object that is made for the contract. */
static bool set_equal(contract *c, const char *clause) {
  const char *equal = NULL;
  unsigned depth = 0;
  for (const char *at = clause; *at; at++) {
    depth += (*at == '(' || *at == '[') - (unsigned)(*at == ')' || *at == ']');
    if (depth) continue;
    if (strchr("?,|&^<>!", *at) && !(at[0] == '&' && at[1] != '&')) return false;
    if (*at != '=') continue;
    if (equal || at[1] != '=') return false;
    equal = at++;
  }
  if (!equal) return false;
  for (unsigned left = 0; left < 2; left++) {
    const char *name = left ? equal + 2 : clause, *end = left ? name + strlen(name) : equal;
    while (name < end && (isblank((unsigned char)*name) || *name == '(')) name++;
    while (end > name && (isblank((unsigned char)end[-1]) || end[-1] == ')')) end--;
    const char *other =
        left ? az_arena_printf(c->build->arena, "%.*s", (int)(equal - clause), clause) : equal + 2;
    name = az_arena_printf(c->build->arena, "%.*s", (int)(end - name), name);
    if (!is_free_pointer(c, name) || fe_find_word(other, other, name)) continue;
    must_not_assign(c, clause);
    fprintf(c->out, "  *(__typeof_unqual__(%s) *)&%s = (void *)(%s);\n", name, name, other);
    return true;
  }
  return false;
}

/* Returns the first && between two conditions that can be assumed one by one, or NULL. */
static const char *find_and(const char *text) {
  const char *found = NULL;
  unsigned depth = 0;
  for (const char *at = text; *at; at++) {
    depth += (*at == '(' || *at == '[') - (unsigned)(*at == ')' || *at == ']');
    if (depth) continue;
    if (strchr("?,|'\"", *at)) return NULL;
    if (!found && at[0] == '&' && at[1] == '&') found = at;
  }
  return found;
}

static void add_assumption(contract *c, const char *text) {
  for (const char *next; text; text = next) {
    const char *and_at = find_and(text);
    const char *one =
        and_at ? az_arena_printf(c->build->arena, "%.*s", (int)(and_at - text), text) : text;
    next = and_at ? and_at + 2 : NULL;
    if (!set_equal(c, one)) {
      must_not_assign(c, one);
      fprintf(c->out, "  __ansatz_assume(!!(%s));\n", one);
    }
    c->assumed = az_arena_printf(c->build->arena, "%s %s", c->assumed ? c->assumed : "", one);
  }
}

/* Marks the arguments that are pointers set by a clause. */
static void note_clauses(contract *c) {
  const az_frontend_options *o = c->build->options;
  for (size_t i = 0; i < o->contract_count; i++) {
    const az_contract_clause *clause = &o->contract[i];
    size_t length = strcspn(clause->text ? clause->text : "", "[");
    bool makes = clause->kind == AZ_CONTRACT_BUFFER || clause->kind == AZ_CONTRACT_STRING;
    for (size_t k = 0; k < arrlenu(c->arguments); k++) {
      variable *v = &c->arguments[k];
      LLVMMetadataRef type = di_plain(c->build, v->type);
      bool pointer = type && fe_di_tag(type) == TAG_POINTER &&
                     di_is_complete(c->build, di_base(c->build, type));
      v->has_clause |= clause->kind == AZ_CONTRACT_VALID && pointer;
      v->has_clause |=
          makes && strlen(v->name) == length && !strncmp(v->name, clause->text, length);
    }
  }
}

/* --valid, or --valid=DEPTH. */
static void add_valid(contract *c, const char *clause) {
  c->deepest = clause ? (unsigned)atoi(clause) : DEPTH;
  for (size_t k = 0; k < arrlenu(c->arguments); k++)
    make_valid(c, c->arguments[k].name, c->arguments[k].type, 0, false);
  for (size_t k = 0; k < arrlenu(c->globals); k++) {
    const char *name = c->globals[k].name; /* an argument would hide it */
    if (!find_in(c->arguments, name, strlen(name)))
      make_valid(c, name, c->globals[k].type, 0, false);
  }
}

static void add_clauses(contract *c) {
  static void (*const add[])(contract *, const char *) = {
      [AZ_CONTRACT_VALID] = add_valid,         [AZ_CONTRACT_BUFFER] = add_buffer,
      [AZ_CONTRACT_STRING] = add_string,       [AZ_CONTRACT_MAYBE_NULL] = add_maybe_null,
      [AZ_CONTRACT_MAY_ALIAS] = add_may_alias, [AZ_CONTRACT_ONE_OF] = add_one_of,
      [AZ_CONTRACT_ASSUME] = add_assumption};
  const az_frontend_options *o = c->build->options;
  for (size_t kind = 0; kind < sizeof add / sizeof *add; kind++)
    for (size_t i = 0; i < o->contract_count; i++)
      if (o->contract[i].kind == kind) add[kind](c, o->contract[i].text);
}

/* ---- the text -------------------------------------------------------------------------------- */

/* Adds the file's variables that can change; no contract can name those of functions. */
static void read_globals(contract *c, LLVMModuleRef module) {
  fe_build *build = c->build;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
    LLVMMetadataRef info = fe_global_variable(g);
    if (!info || LLVMIsDeclaration(g) || LLVMIsGlobalConstant(g) || fe_is_only_read(g)) continue;
    const char *name = fe_di_string(build, info, 1);
    if (name && fe_is_of_file(build, info))
      arrput(c->globals, ((variable){.name = name, .type = fe_di_operand(build, info, 3)}));
  }
}

static bool is_bool(fe_build *build, LLVMMetadataRef type) {
  type = di_plain(build, type);
  const char *name = type && !fe_di_tag(type) ? fe_di_string(build, type, 2) : NULL;
  return name && (!strcmp(name, "_Bool") || !strcmp(name, "bool"));
}

/* Declares a variable for each argument; a static one is part of the arbitrary entry state. */
static bool declare_arguments(contract *c) {
  for (size_t i = 0; i < arrlenu(c->arguments); i++) {
    const variable *v = &c->arguments[i];
    const char *declared = di_declaration(c->build, v->type, v->name, 0);
    if (!declared) {
      complain(c, v->name, "the argument's type has no name");
      return false;
    }
    if (is_bool(c->build, v->type))
      fprintf(c->out, "  static unsigned char __ansatz_bool_%zu;\n  %s = __ansatz_bool_%zu & 1;\n",
              i, declared, i);
    else
      fprintf(c->out, "  %s%s;\n", v->has_clause ? "" : "static ", declared);
  }
  return true;
}

static void call_function(contract *c, LLVMMetadataRef type) {
  unsigned count;
  LLVMValueRef *types = di_elements(c->build, type, 3, &count);
  char *list = NULL;
  size_t size;
  FILE *out = az_open_memstream(&list, &size);
  for (size_t i = 0; i < arrlenu(c->arguments); i++)
    fprintf(out, "%s%s", i ? ", " : "", c->arguments[i].name);
  az_close_memstream(out);
  const char *call =
      az_arena_printf(c->build->arena, "(%s)(%s)", c->build->options->function, list);
  free(list);
  /* The result is kept, so that memory that it points to is not a leak. */
  if (count && types[0])
    fprintf(c->out, "  static __typeof_unqual__(%s) __ansatz_result;\n  __ansatz_result = %s;\n",
            call, call);
  else
    fprintf(c->out, "  %s;\n", call);
}

const char *fe_contract_text(fe_build *build, LLVMModuleRef module) {
  LLVMValueRef fn = LLVMGetNamedFunction(module, build->options->function);
  if (!fn || LLVMIsDeclaration(fn)) return NULL;
  LLVMSetIsNewDbgInfoFormat(module, 0);
  LLVMMetadataRef subprogram = LLVMGetSubprogram(fn),
                  type = subprogram ? fe_di_operand(build, subprogram, 4) : NULL;
  contract made = {.build = build}, *c = &made;
  if (!type) {
    complain(c, build->options->function, "the function has no debug information");
    return NULL;
  }
  c->out = az_open_memstream(&c->text, &c->size);
  fprintf(c->out, "#pragma clang diagnostic error \"-Wunevaluated-expression\"\n"
                  "extern void __ansatz_assume(int) __asm__(\"__VERIFIER_assume\");\n"
                  "int " FE_CONTRACT_ENTRY "(void) {\n");
  const char *problem = di_arguments(build, fn, type, &c->arguments);
  if (problem) complain(c, build->options->function, problem);
  read_globals(c, module);
  note_clauses(c);
  bool fine = !problem && declare_arguments(c);
  if (fine) add_clauses(c);
  if (fine) call_function(c, type);
  fprintf(c->out, "  return 0;\n}\n");
  az_close_memstream(c->out);
  const char *result = build->err->status ? NULL : az_arena_strdup(build->arena, c->text);
  free(c->text);
  arrfree(c->arguments);
  arrfree(c->globals);
  return result;
}

const char *fe_contract_name(const fe_build *build) {
  static const char *const words[] = {
      [AZ_CONTRACT_VALID] = "valid",         [AZ_CONTRACT_BUFFER] = "valid",
      [AZ_CONTRACT_STRING] = "string",       [AZ_CONTRACT_MAYBE_NULL] = "maybe null",
      [AZ_CONTRACT_MAY_ALIAS] = "may alias", [AZ_CONTRACT_ONE_OF] = "one of",
      [AZ_CONTRACT_ASSUME] = "assume"};
  const az_frontend_options *o = build->options;
  const char *name = NULL;
  for (size_t i = 0; i < o->contract_count; i++)
    name = az_arena_printf(build->arena, "%s%s%s%s%s", name ? name : "", name ? "; " : "",
                           words[o->contract[i].kind], o->contract[i].text ? " " : "",
                           o->contract[i].text ? o->contract[i].text : "");
  return name;
}
