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
 * The entry is called from the arbitrary entry state of docs/soundness.md 9. Static variables are
 * part of that state. So everything that the contract does not mention, including fields of these
 * objects, is as without a contract, and pointers without a clause may lead to static objects of
 * the contract; only what is allocated here is new to them. The text only restricts these states.
 */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/contract_types.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/dialects/dialect.h"
#include "frontend/names/names.h"
#include <ctype.h>
#include <stdarg.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LARGEST "(1ul << 20)" /* bytes that a run may put on its stack */

enum { DEPTH = 2, MOST_OBJECTS = 64, MOST_ELEMENTS = 16, MOST_NESTING = 32 };

typedef di_variable variable; /* an argument or a global */

typedef struct contract {
  fe_build *build;
  char *text; /* text of the entry; open_memstream */
  size_t size;
  FILE *out;
  variable *arguments, *globals; /* stb_ds */
  const char *assumed;           /* conditions so far, NULL: none */
  const char *checked;           /* statements that check postconditions, NULL: none */
  const char *functions;         /* defined after the entry, NULL: none */
  const char **allocated;        /* stb_ds: pointers whose objects came from malloc */
  unsigned objects, deepest;
} contract;

static void complain(contract *c, const char *clause, const char *message) {
  az_fail(c->build->err, AZ_ERR_INPUT, "entry contract: '%s': %s", clause, message);
}

/* ---- C statements of the entry --------------------------------------------------------------- */

/* Adds a statement. A format with "%1$s" uses its first argument there, as often as it likes. */
__attribute__((format(printf, 2, 3))) static void add(contract *c, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("  ", c->out);
  vfprintf(c->out, format, list);
  fputs(";\n", c->out);
  va_end(list);
}

/* Returns a name of the entry's own. */
static const char *own_name(contract *c, const char *word, unsigned number) {
  return az_arena_printf(c->build->arena, "__ansatz_%s_%u", word, number);
}

/* Adds a number that belongs to the arbitrary entry state. Returns its name. */
static const char *add_number(contract *c, const char *type, const char *word, unsigned number) {
  const char *name = own_name(c, word, number);
  add(c, "static unsigned %s %s", type, name);
  return name;
}

static void assume(contract *c, const char *condition) {
  add(c, "__ansatz_assume(%s)", condition);
}

/* Sets the pointer at `place` to this value, even if it is declared const. */
static void assign(contract *c, const char *place, const char *value) {
  add(c, "*(__typeof_unqual__(%1$s) *)&(%1$s) = (void *)(%2$s)", place, value);
}

/* Makes clang reject an expression with assignments, since a contract must not change the entry
 * state. clang reports assignments in operands that are not evaluated. */
static void must_not_assign(contract *c, const char *expression) {
  add(c, "(void)sizeof(!!(%s))", expression);
}

/* Makes clang reject a pointer to anything but numbers. */
static void must_lead_to_numbers(contract *c, const char *pointer) {
  add(c, "(void)sizeof(*%s * 1)", pointer);
}

/* Makes sizes that are too large for a run undefined behaviour of a class that is not
 * requested. Proofs cover these sizes, a counterexample with such a size does not count, so that
 * another one is searched for. */
static void must_be_small(contract *c, const char *bytes) {
  uint32_t classes = c->build->options->classes;
  if (c->build->options->contract_alone) return; /* nothing will be run */
  bool divides = classes >> AZ_C_DIV_BY_ZERO & 1u, shifts = classes >> AZ_C_SHIFT & 1u;
  if (!divides)
    add(c, "(void)(1 / (%s <= " LARGEST "))", bytes);
  else if (!shifts)
    add(c, "(void)(1u << (%s <= " LARGEST " ? 0 : 32))", bytes);
}

/* ---- --valid: one object for each pointer, links to depth 2, then NULL ----------------------- */

static void make_valid(contract *c, const char *place, LLVMMetadataRef type, unsigned depth,
                       bool is_const);

/* Makes the pointer at `place` point to a separate object; at the greatest depth, sets it to null.
 * A const member cannot be written, so its value is assumed. */
static void make_object(contract *c, const char *place, LLVMMetadataRef pointer, unsigned depth,
                        bool is_const) {
  fe_build *build = c->build;
  LLVMMetadataRef to = di_base(build, pointer);
  if (!di_is_complete(build, to)) return; /* void or a function: stays arbitrary */
  bool ends = depth >= c->deepest;
  bool any = !ends && c->objects >= MOST_OBJECTS; /* too many objects: the pointer is arbitrary */
  const char *target =
      ends ? "0"
           : az_arena_printf(build->arena, any ? "__ansatz_any_%u" : "&" FE_CONTRACT_OBJECT "_%u",
                             c->objects++);
  if (!ends) add(c, "static __typeof_unqual__(%s%s) %s", any ? "" : "*", place, target + !any);
  if (is_const && !any)
    assume(c, az_arena_printf(build->arena, "%s == (void *)%s", place, target));
  else
    assign(c, place, target);
  if (!ends && !any)
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
    const variable *m = di_members(build, type, &count);
    for (unsigned i = 0; i < count; i++)
      if (m[i].name)
        make_valid(c, az_arena_printf(build->arena, "%s.%s", place, m[i].name), m[i].type, depth,
                   is_const);
      else if (m[i].type && fe_di_tag(m[i].type) == TAG_STRUCT) /* members of the outer record */
        make_valid(c, place, m[i].type, depth, is_const);
    break;
  }
  default: break; /* a union's active member is unknown */
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

/* Returns the type of an argument, a global or a member (b->s.p), or NULL, also for members of
 * unions, since the active member is unknown. Sets *record to the length of the path to the record
 * if the last step is "->", else to 0. */
static LLVMMetadataRef type_of_path(contract *c, const char *path, size_t length, size_t *record) {
  fe_build *build = c->build;
  size_t at = strspn(path, WORD);
  variable *v = find(c, path, at);
  LLVMMetadataRef type = v ? v->type : NULL;
  *record = 0;
  while (type && at < length) {
    bool arrow = path[at] == '-' && path[at + 1] == '>';
    type = di_plain(build, type);
    if (arrow && type && fe_di_tag(type) == TAG_POINTER)
      type = di_plain(build, di_base(build, type));
    if (!type || fe_di_tag(type) != TAG_STRUCT || (!arrow && path[at] != '.')) return NULL;
    *record = arrow ? at : 0;
    at += arrow ? 2 : 1;
    size_t n = strspn(path + at, WORD);
    unsigned count;
    const variable *m = di_members(build, type, &count);
    type = NULL;
    for (unsigned i = 0; i < count && !type; i++)
      if (m[i].name && strlen(m[i].name) == n && !strncmp(m[i].name, path + at, n))
        type = m[i].type;
    at += n;
  }
  return type;
}

/* Returns the type of this pointer (an argument, a global or a member); NULL, with a message, if
 * there is none. */
static LLVMMetadataRef find_pointer(contract *c, const char *clause, size_t length) {
  fe_build *build = c->build;
  size_t record;
  LLVMMetadataRef type = type_of_path(c, clause, length, &record), plain = di_plain(build, type);
  if (!type)
    complain(c, clause,
             "neither an argument nor a global variable of the file, nor a member of one, has this "
             "name");
  else if (!plain || fe_di_tag(plain) != TAG_POINTER)
    complain(c, clause, "is not a pointer");
  else if (di_plain(build, di_behind(build, type)) &&
           !di_is_complete(build, di_behind(build, type)))
    complain(c, clause, "points to an incomplete type");
  else
    return type;
  return NULL;
}

/* Returns the function that makes the object of the pointer at this place. */
static const char *allocator(contract *c, const char *place, size_t length) {
  const az_frontend_options *o = c->build->options;
  for (size_t i = 0; i < o->contract_count; i++) {
    const char *text = o->contract[i].text;
    if (o->contract[i].kind != AZ_CONTRACT_ALLOCATED || strlen(text) != length ||
        strncmp(text, place, length) != 0)
      continue;
    arrput(c->allocated, text);
    return "__ansatz_fresh";
  }
  return "__builtin_alloca";
}

/* Restricts a number of elements to what an object can have. Returns their size in bytes. */
static const char *add_length(contract *c, const char *length, const char *size) {
  az_arena *arena = c->build->arena;
  const char *bytes = az_arena_printf(arena, "(unsigned long)(%s) * %s", length, size);
  must_not_assign(c, length);
  assume(c, az_arena_printf(arena, "(%s) >= 0", length));
  assume(c, az_arena_printf(arena, "(unsigned long)(%s) <= (~0ul >> 2) / %s", length, size));
  must_be_small(c, bytes);
  return bytes;
}

/* Creates s->tail[n], the last member of its record, by making *s a copy that ends with n elements.
 */
static void add_tail(contract *c, const char *name, size_t record, const char *length) {
  az_arena *arena = c->build->arena;
  const char *p = az_arena_printf(arena, "%.*s", (int)record, name + 1); /* (s->tail) */
  const char *header =
      az_arena_printf(arena, "((unsigned long)((char *)%s - (char *)(%s)))", name, p);
  const char *bytes = add_length(c, length, az_arena_printf(arena, "sizeof *%s", name));
  const char *size = own_name(c, "size", c->objects), *copy = own_name(c, "tail", c->objects++);
  must_lead_to_numbers(c, name);
  /* The copy is no smaller than its type, which may have padding after the last member. */
  add(c, "unsigned long %s = %s + %s", size, header, bytes);
  add(c, "if (%1$s < sizeof *(%2$s)) %1$s = sizeof *(%2$s)", size, p);
  add(c, "__typeof_unqual__(%s) %s = %s(%s)", p, copy, allocator(c, name + 1, record), size);
  add(c, "__builtin_memcpy((void *)%s, (void *)(%s), %s)", copy, p, header);
  assign(c, p, copy);
}

/* Returns whether a clause makes all elements of the buffer NAME, in brackets, strings. */
static bool has_strings(const contract *c, const char *name) {
  const az_frontend_options *o = c->build->options;
  const char *clause = az_arena_printf(c->build->arena, "%.*s[]", (int)strlen(name) - 2, name + 1);
  for (size_t i = 0; i < o->contract_count; i++)
    if (o->contract[i].kind == AZ_CONTRACT_STRING && !strcmp(o->contract[i].text, clause))
      return true;
  return false;
}

/* Makes a buffer of pointers to strings. Like those of argv, they lie in one object, and each may
 * be the last one there (docs/soundness.md 9). */
static void add_vector(contract *c, const char *name, const char *length) {
  az_arena *arena = c->build->arena;
  const char *size = add_number(c, "long", "size", c->objects),
             *all = own_name(c, "strings", c->objects++),
             *bytes = add_length(c, length, az_arena_printf(arena, "sizeof *%s", name));
  add(c, "_Static_assert(sizeof **%s == 1, \"a string has characters\")", name);
  assume(c, az_arena_printf(arena, "%s - 1 < ~0ul >> 1", size));
  must_be_small(c, size);
  add(c, "char *%1$s = __builtin_alloca(%2$s)", all, size);
  add(c, "%s[%s - 1] = 0", all, size);
  assign(c, name, az_arena_printf(arena, "__ansatz_unknown_vector(%s, %s)", all, bytes));
}

/* Makes a buffer whose elements contain pointers. With --valid, these point to objects; otherwise
 * they may point anywhere. Returns false if the number of pointers is variable and no clause can
 * make them point to objects (void *). */
static bool add_elements(contract *c, const char *name, LLVMMetadataRef type, const char *length) {
  char *end;
  unsigned long count = strtoul(length, &end, 10);
  if (!count || count > MOST_ELEMENTS || *end) {
    LLVMMetadataRef element = di_plain(c->build, di_behind(c->build, type));
    if (fe_di_tag(element) == TAG_POINTER && !di_is_complete(c->build, di_base(c->build, element)))
      return false;
    if (has_strings(c, name))
      add_vector(c, name, length);
    else
      complain(
          c, name,
          "elements that contain pointers need a constant length, at most 16, or a clause that "
          "makes them strings (NAME[])");
    return true;
  }
  const char *buffer = az_arena_printf(c->build->arena, FE_CONTRACT_OBJECT "_%u", c->objects++);
  add(c, "static __typeof_unqual__(*%s) %s[%lu]", name, buffer, count);
  assign(c, name, buffer);
  for (unsigned long i = 0; i < count && c->deepest; i++)
    make_valid(c, az_arena_printf(c->build->arena, "%s[%lu]", name, i),
               di_plain(c->build, di_behind(c->build, type)), 1, false);
  return true;
}

/* Returns the bracket that closes the one at `open`, or NULL. */
static const char *closing(const char *open) {
  for (unsigned depth = 0; open && *open; open++) {
    depth += *open == '[';
    if (*open == ']' && --depth == 0) return open;
  }
  return NULL;
}

/* Creates a[n][m], an array of rows: their length is that of a's type, or m if the type leaves it
 * open, as for the parameter `int a[n][m]`. */
static void add_rows(contract *c, LLVMMetadataRef type, const char *clause, size_t end) {
  az_arena *arena = c->build->arena;
  const char *close = closing(clause + end), *size, *rows = close + 1, *row_end = closing(rows);
  const char *name = az_arena_printf(arena, "(%.*s)", (int)end, clause),
             *length = az_arena_printf(arena, "%.*s", (int)(close - clause - (long)end - 1),
                                       clause + end + 1);
  if (di_is_complete(c->build, di_behind(c->build, type))) {
    size = az_arena_printf(arena, "sizeof *%s", name);
    add(c,
        "_Static_assert(__builtin_types_compatible_p(__typeof__(*%1$s), __typeof__(**%1$s)%2$s),"
        " \"rows of %1$s have another length\")",
        name, rows);
  } else {
    const char *m = az_arena_printf(arena, "(%.*s)", (int)(row_end - rows - 1), rows + 1);
    assume(c, az_arena_printf(arena, "%s > 0", m));
    size = az_arena_printf(arena, "(%s)",
                           add_length(c, m, az_arena_printf(arena, "sizeof **%s", name)));
  }
  must_lead_to_numbers(c, az_arena_printf(arena, "*%s", name));
  assign(c, name,
         az_arena_printf(arena, "%s(%s)", allocator(c, clause, end), add_length(c, length, size)));
}

static void add_buffer(contract *c, const char *clause) {
  const char *open = strchr(clause, '['), *close = closing(open);
  if (!close || close == open + 1 || (close[1] && close[1] != '[')) {
    complain(c, clause, "is not of the form NAME[LENGTH] or NAME[LENGTH][LENGTH]");
    return;
  }
  fe_build *build = c->build;
  size_t record, end = (size_t)(open - clause);
  const char *name = az_arena_printf(build->arena, "(%.*s)", (int)end, clause),
             *length = az_arena_printf(build->arena, "%.*s", (int)(close - open - 1), open + 1);
  LLVMMetadataRef type = type_of_path(c, clause, end, &record), plain = di_plain(build, type),
                  row = plain && fe_di_tag(plain) == TAG_POINTER ? di_behind(build, type) : NULL;
  if (close[1]) {
    row = di_plain(build, row);
    const char *last = closing(close + 1);
    if (row && fe_di_tag(row) == TAG_ARRAY && last && !last[1])
      add_rows(c, type, clause, end);
    else
      complain(c, clause, "is not an array of rows");
    return;
  }
  if (type && record && fe_di_tag(plain) == TAG_ARRAY) {
    add_tail(c, name, record, length);
    return;
  }
  /* For places like v[0].p, neither name nor member, clang checks that they point to numbers. */
  bool known = type || end == strspn(clause, WORD);
  type = known ? find_pointer(c, clause, end) : NULL;
  if (known && !type) return;
  if (type && di_has_pointers(build, di_behind(build, type), 0) &&
      add_elements(c, name, type, length))
    return;
  bool is_void = type && !di_plain(build, di_behind(build, type));
  const char *size = is_void ? "1ul" : az_arena_printf(build->arena, "sizeof *%s", name);
  if (!type) {
    must_not_assign(c, name);
    must_lead_to_numbers(c, name);
  }
  const char *bytes = add_length(c, length, size);
  assign(c, name, az_arena_printf(build->arena, "%s(%s)", allocator(c, clause, end), bytes));
}

/* Makes the pointer at `place` point to a string. */
static void make_string(contract *c, const char *place) {
  const char *length = add_number(c, "long", "length", c->objects),
             *string = own_name(c, "string", c->objects++);
  assume(c, az_arena_printf(c->build->arena, "%s < ~0ul >> 1", length));
  must_be_small(c, length);
  add(c, "char *%s = %s(%s + 1)", string, allocator(c, place, strlen(place)), length);
  add(c, "%s[%s] = 0", string, length);
  assign(c, place, string);
}

/* Makes elements of a buffer v point to strings: v[2] for a clause v[2], all elements for v[]. */
static void add_strings(contract *c, const char *clause, size_t name) {
  const az_frontend_options *o = c->build->options;
  bool all = clause[name + 1] == ']';
  unsigned long from = strtoul(clause + name + 1, NULL, 10), to = all ? 0 : from + 1;
  for (size_t i = 0; i < o->contract_count && all; i++)
    if (o->contract[i].kind == AZ_CONTRACT_BUFFER &&
        !strncmp(o->contract[i].text, clause, name + 1)) {
      char *end;
      to = strtoul(o->contract[i].text + name + 1, &end, 10);
      if (*end != ']') return; /* done by add_vector */
    }
  if (from >= to || to > MOST_ELEMENTS)
    complain(c, clause, "is neither NAME[NUMBER] nor NAME[] beside a buffer NAME[NUMBER]");
  for (; from < to; from++) {
    const char *place = az_arena_printf(c->build->arena, "%.*s[%lu]", (int)name, clause, from);
    add(c, "_Static_assert(sizeof *%s == 1, \"a string has characters\")", place);
    make_string(c, place);
  }
}

static void add_string(contract *c, const char *clause) {
  size_t name = strcspn(clause, "[");
  if (clause[name]) {
    add_strings(c, clause, name);
    return;
  }
  LLVMMetadataRef type = find_pointer(c, clause, name),
                  to = type ? di_plain(c->build, di_behind(c->build, type)) : NULL;
  if (!type) return;
  if (to && (fe_di_tag(to) || LLVMDITypeGetSizeInBits(to) != 8)) /* void will do */
    complain(c, clause, "is not a pointer to characters");
  else
    make_string(c, clause);
}

/* Copies the object of --valid to memory from malloc, unless a clause has put it there. Memory that
 * an argument points to belongs to the caller after the call, so it is not leaked. */
static void add_allocated(contract *c, const char *clause) {
  size_t length = strlen(clause);
  bool made = false;
  for (size_t i = 0; i < arrlenu(c->allocated); i++) made |= !strcmp(c->allocated[i], clause);
  if (!find_pointer(c, clause, length)) return;
  if (!made && !c->deepest) complain(c, clause, "leads to no object that a clause gives");
  const char *copy = own_name(c, "copy", c->objects), *kept = own_name(c, "kept", c->objects++);
  if (!made) {
    add(c, "void *%s = __ansatz_fresh(sizeof *(%s))", copy, clause);
    add(c, "__builtin_memcpy(%1$s, (void *)(%2$s), sizeof *(%2$s))", copy, clause);
    assign(c, clause, copy);
  }
  if (length == strspn(clause, WORD)) {
    add(c, "static void *%s", kept);
    add(c, "%s = (void *)%s", kept, clause);
  }
}

/* Returns the first comma outside brackets, between two expressions, or NULL. */
static const char *find_comma(const char *text) {
  unsigned depth = 0;
  for (; *text && (depth || *text != ','); text++)
    depth += (*text == '(' || *text == '[') - (unsigned)(*text == ')' || *text == ']');
  return *text ? text : NULL;
}

/* Defines a function for the pointer P. It changes nothing, and its results are inputs. */
static void define_pure(contract *c, const char *p, const char *name) {
  fe_build *build = c->build;
  size_t record;
  unsigned count;
  LLVMMetadataRef type = type_of_path(c, p, strlen(p), &record), plain = di_plain(build, type),
                  of = plain && fe_di_tag(plain) == TAG_POINTER
                           ? di_plain(build, di_base(build, plain))
                           : NULL;
  bool calls = of && fe_di_tag(of) == TAG_SUBROUTINE;
  LLVMValueRef *types = calls ? di_elements(build, of, 3, &count) : NULL;
  const char *head = calls ? di_declaration(build, of, name, 0) : NULL, *body = "";
  if (head && count && types[0])
    body = di_declaration(build, di_element(types[0]), "__ansatz_r", 0);
  if (!head || !body) {
    complain(c, p, "is not a pointer to a function whose type has a name");
    return;
  }
  if (*body)
    body = az_arena_printf(build->arena,
                           "%s;\n  __ansatz_any(&__ansatz_r, sizeof __ansatz_r);\n"
                           "  return __ansatz_r;\n",
                           body);
  c->functions = az_arena_printf(build->arena, "%s%s {\n  %s}\n", c->functions ? c->functions : "",
                                 head, body);
}

static void add_one_of(contract *c, const char *clause) {
  const char *comma = find_comma(clause);
  if (!comma || comma == clause) {
    complain(c, clause, "is not of the form P,A,B");
    return;
  }
  const char *p = az_arena_printf(c->build->arena, "%.*s", (int)(comma - clause), clause);
  unsigned n = c->objects++, number = 0;
  must_not_assign(c, p);
  const char *which = add_number(c, "char", "which", n);
  for (const char *at = comma + 1; at; number++) {
    comma = find_comma(at);
    const char *one =
        az_arena_printf(c->build->arena, "%.*s", (int)(comma ? comma - at : (long)strlen(at)), at);
    if (!strcmp(one, "*") || !strcmp(one, "-")) {
      bool pure = *one == '-';
      one = az_arena_printf(c->build->arena, pure ? "__contract_pure_%u" : FE_CONTRACT_ANY "%u", n);
      add(c, "extern __typeof_unqual__(*%s) %s", p, one);
      if (pure) define_pure(c, p, one);
    }
    must_not_assign(c, one);
    add(c, "if (%1$s %2$s %3$u) *(__typeof_unqual__(%4$s) *)&(%4$s) = (%5$s)", which,
        comma ? "==" : ">=", number, p, one);
    at = comma ? comma + 1 : NULL;
  }
}

static void add_maybe_null(contract *c, const char *clause) {
  add_one_of(c, az_arena_printf(c->build->arena, "%s,%s,0", clause, clause));
}

static void add_may_alias(contract *c, const char *clause) {
  const char *q = find_comma(clause);
  if (!q++)
    complain(c, clause, "is not of the form P,Q");
  else
    add_one_of(c, az_arena_printf(c->build->arena, "%s,%s,(void *)(%.*s)", q, q,
                                  (int)(q - clause - 1), clause));
}

/* ---- where pointers are ---------------------------------------------------------------------- */

/* Returns whether the path is a pointer that no earlier clause mentions (except --valid, which is
 * overridden). Of a member, compares the last name, with which each path to it ends. */
static bool is_free_pointer(contract *c, const char *path) {
  const az_frontend_options *o = c->build->options;
  size_t record, last = strlen(path);
  LLVMMetadataRef type = type_of_path(c, path, last, &record), plain = di_plain(c->build, type);
  if (!plain || fe_di_tag(plain) != TAG_POINTER || fe_di_is_const(c->build, type)) return false;
  while (last && strchr(WORD, path[last - 1])) last--;
  for (size_t i = 0; i < o->contract_count; i++)
    if (o->contract[i].kind != AZ_CONTRACT_ASSUME && o->contract[i].text &&
        fe_find_word(o->contract[i].text, o->contract[i].text, path + last))
      return false;
  return !c->assumed || !fe_find_word(c->assumed, c->assumed, path + last);
}

/* Returns whether the expression begins with the name of a pointer. */
static bool is_at_pointer(contract *c, const char *text) {
  size_t record;
  text += strspn(text, " \t(");
  LLVMMetadataRef type = type_of_path(c, text, strspn(text, WORD ".->"), &record);
  type = di_plain(c->build, type);
  return type && fe_di_tag(type) == TAG_POINTER;
}

/* For a clause P == E, assigns E to an arbitrary pointer P; for a clause like P >= E, assigns a
 * pointer at an arbitrary distance from E. An assumption would not suffice: no arbitrary pointer
 * points to an object that is created for the contract, and pointers to two objects have no order.
 * Returns whether this replaces the clause. */
static bool set_pointer(contract *c, const char *clause) {
  az_arena *arena = c->build->arena;
  const char *op = NULL, *behind = NULL;
  unsigned depth = 0;
  for (const char *at = clause; *at; at++) {
    depth += (*at == '(' || *at == '[') - (unsigned)(*at == ')' || *at == ']');
    if (depth) continue;
    if (at[0] == '-' && at[1] == '>') at += 2;
    if (strchr("?,|&^!", *at) && !(at[0] == '&' && at[1] != '&')) return false;
    if (!strchr("=<>", *at)) continue;
    if (op || (*at == '=' && at[1] != '=') || (*at != '=' && at[1] == *at)) return false;
    op = at;
    at += at[1] == '=';
    behind = at + 1;
  }
  for (unsigned left = 0; op && left < 2; left++) {
    const char *name = left ? behind : clause, *end = left ? name + strlen(name) : op;
    while (name < end && (isblank((unsigned char)*name) || *name == '(')) name++;
    while (end > name && (isblank((unsigned char)end[-1]) || end[-1] == ')')) end--;
    const char *other = left ? az_arena_printf(arena, "%.*s", (int)(op - clause), clause) : behind;
    name = az_arena_printf(arena, "%.*s", (int)(end - name), name);
    bool equal = *op == '=';
    if (!is_free_pointer(c, name) || fe_find_word(other, other, name)) continue;
    if (!equal && !is_at_pointer(c, other)) continue;
    must_not_assign(c, clause);
    if (!equal) {
      const char *offset = add_number(c, "long", "offset", c->objects++);
      assume(c, az_arena_printf(arena, "%s <= ~0ul >> 1", offset));
      add(c,
          "%1$s *= __builtin_types_compatible_p(__typeof_unqual__(*%2$s), "
          "__typeof_unqual__(*(%3$s))) ? sizeof *%2$s : 1",
          offset, name, other);
      must_be_small(c, offset);
      other = az_arena_printf(arena, "(char *)(%s) %c %s", other, (*op == '<') == !left ? '-' : '+',
                              offset);
    }
    assign(c, name, other);
    return equal;
  }
  return false;
}

/* Returns the first && between two conditions that can be assumed separately, or NULL. */
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
    if (!set_pointer(c, one)) {
      must_not_assign(c, one);
      assume(c, az_arena_printf(c->build->arena, "!!(%s)", one));
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
    const char *name = c->globals[k].name; /* an argument hides it */
    if (!find_in(c->arguments, name, strlen(name)))
      make_valid(c, name, c->globals[k].type, 0, false);
  }
}

/* ---- postconditions: of CBMC, checked where the function has returned ------------------------ */

/* Adds the check of a condition, where copies made on entry replace each __CPROVER_old(E). */
static void add_postcondition(contract *c, const char *text) {
  static const char old[] = "__CPROVER_old";
  az_arena *arena = c->build->arena;
  for (const char *at; (at = fe_find_word(text, text, old));) {
    const char *open = at + sizeof old - 1, *end = open;
    size_t depth = 0;
    do {
      depth += *end == '(';
      depth -= *end == ')' && depth;
    } while (*end++ && depth);
    const char *copied = az_arena_printf(arena, "%.*s", (int)(end - open), open),
               *copy = own_name(c, "old", c->objects++);
    add(c, "__typeof_unqual__%1$s %2$s = %1$s", copied, copy);
    text = az_arena_printf(arena, "%.*s%s%s", (int)(at - text), text, copy, end);
  }
  c->checked = az_arena_printf(arena, "%s  __CPROVER_assert(%s, \"postcondition\");\n",
                               c->checked ? c->checked : "", text);
}

static void add_clauses(contract *c) {
  static void (*const of_kind[])(contract *, const char *) = {
      [AZ_CONTRACT_VALID] = add_valid,           [AZ_CONTRACT_BUFFER] = add_buffer,
      [AZ_CONTRACT_STRING] = add_string,         [AZ_CONTRACT_ALLOCATED] = add_allocated,
      [AZ_CONTRACT_MAYBE_NULL] = add_maybe_null, [AZ_CONTRACT_MAY_ALIAS] = add_may_alias,
      [AZ_CONTRACT_ONE_OF] = add_one_of,         [AZ_CONTRACT_ASSUME] = add_assumption,
      [AZ_CONTRACT_ENSURE] = add_postcondition};
  const az_frontend_options *o = c->build->options;
  for (size_t kind = 0; kind < sizeof of_kind / sizeof *of_kind; kind++)
    for (size_t i = 0; i < o->contract_count; i++)
      if (o->contract[i].kind == kind &&
          (kind != AZ_CONTRACT_ENSURE || o->classes >> AZ_C_UNREACH & 1u))
        of_kind[kind](c, o->contract[i].text);
}

/* ---- the text -------------------------------------------------------------------------------- */

/* Adds the file's variables that may change. No contract can name variables of functions. */
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

/* Declares a static variable for each argument: static variables are part of the entry state. */
static bool declare_arguments(contract *c) {
  for (size_t i = 0; i < arrlenu(c->arguments); i++) {
    const variable *v = &c->arguments[i];
    const char *declared = di_declaration(c->build, v->type, v->name, 0);
    if (!declared) {
      complain(c, v->name, "the argument's type has no name");
      return false;
    }
    if (is_bool(c->build, v->type))
      add(c, "%s = %s & 1", declared, add_number(c, "char", "bool", (unsigned)i));
    else
      add(c, "%s%s", v->has_clause ? "" : "static ", declared);
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
  /* Keeps the result, so that memory that it points to is not leaked. */
  const bool returns = count && types[0];
  if (returns) add(c, "static __typeof_unqual__(%s) __CPROVER_return_value", call);
  add(c, "%s%s", returns ? "__CPROVER_return_value = " : "", call);
  if (c->checked) fputs(c->checked, c->out);
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
                  "extern void __ansatz_any(void *, unsigned long) "
                  "__asm__(\"__VERIFIER_nondet_memory\");\n"
                  "extern void *__ansatz_unknown_vector(void *, unsigned long);\n"
                  "static inline void *__ansatz_fresh(unsigned long n) {\n"
                  "  void *p = __builtin_malloc(n);\n  __ansatz_assume(p != 0);\n  return p;\n}\n"
                  "int " FE_CONTRACT_ENTRY "(void) {\n");
  const char *problem = di_arguments(build, fn, type, &c->arguments);
  if (problem) complain(c, build->options->function, problem);
  read_globals(c, module);
  note_clauses(c);
  bool fine = !problem && declare_arguments(c);
  if (fine) add_clauses(c);
  if (fine && build->options->contract_alone)
    add(c, "extern void __ansatz_end(void) __asm__(\"reach_error\"); __ansatz_end()");
  else if (fine)
    call_function(c, type);
  fprintf(c->out, "  return 0;\n}\n%s", c->functions ? c->functions : "");
  az_close_memstream(c->out);
  const char *result = build->err->status ? NULL : az_arena_strdup(build->arena, c->text),
             *as_c = result ? fe_dialects_rewrite(build->arena, result) : NULL;
  free(c->text);
  arrfree(c->allocated);
  arrfree(c->arguments);
  arrfree(c->globals);
  return as_c ? as_c : result;
}
