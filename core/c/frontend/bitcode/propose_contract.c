/* Proposes an entry contract by names and types: pointers with a length beside them (among the
 * arguments or in a record), strings, and ends of strings. Only the user knows what callers pass:
 * the user must read and correct the clauses. */
#define _GNU_SOURCE /* strcasestr */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/contract_types.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/llvm.h"
#include <stb/stb_ds.h>
#include <string.h>
#include <strings.h>

typedef struct proposal {
  fe_build *build;
  di_variable *arguments; /* stb_ds */
  const char *clauses, *notes;
  bool valid; /* the clause `valid` is proposed: each pointer points to an object */
} proposal;

static void add(proposal *p, const char **to, const char *line) {
  *to = az_arena_printf(p->build->arena, "%s%s\n", *to, line);
}

static unsigned tag_of(proposal *p, LLVMMetadataRef type) {
  type = di_plain(p->build, type);
  return type ? fe_di_tag(type) : 0;
}

static bool is_number(proposal *p, LLVMMetadataRef type) {
  LLVMMetadataRef plain = di_plain(p->build, type);
  return plain && (!fe_di_tag(plain) || fe_di_tag(plain) == TAG_ENUM);
}

static bool is_pointer(proposal *p, LLVMMetadataRef type) {
  return di_plain(p->build, type) && tag_of(p, type) == TAG_POINTER;
}

/* Returns whether the type is a pointer to void or to numbers. */
static bool is_buffer(proposal *p, LLVMMetadataRef type) {
  if (!is_pointer(p, type)) return false;
  LLVMMetadataRef to = di_behind(p->build, type);
  return !di_plain(p->build, to) || is_number(p, to);
}

static bool is_text(proposal *p, LLVMMetadataRef type) {
  LLVMMetadataRef to = is_pointer(p, type) ? di_plain(p->build, di_behind(p->build, type)) : NULL;
  const char *name = to && !fe_di_tag(to) ? fe_di_string(p->build, to, 2) : NULL;
  return name && !strcmp(name, "char");
}

/* Returns 2 if the name has a word for a capacity, 1 if it has one for a length in use, else 0. */
static int length_kind(const char *name) {
  static const char *const room[] = {"cap", "alloc", "max", "room"}, *const used[] = {
                                                                         "len", "size", "count",
                                                                         "num", "sz",   "bytes"};
  for (size_t i = 0; i < sizeof room / sizeof *room; i++)
    if (strcasestr(name, room[i])) return 2;
  for (size_t i = 0; i < sizeof used / sizeof *used; i++)
    if (strcasestr(name, used[i])) return 1;
  return !strcmp(name, "n") ? 1 : 0;
}

/* Returns whether the name is that of a number beside the buffer: n1 for s1. */
static bool shares_number(const char *name, const char *buffer) {
  const char *number = buffer + strcspn(buffer, "0123456789");
  return *number && name[0] == 'n' && !strcmp(name + 1, number);
}

/* Returns a buffer's length: an argument named after the buffer, or else the next argument. */
static const char *length_of_argument(proposal *p, size_t at) {
  const di_variable *a = p->arguments;
  size_t n = strlen(a[at].name);
  for (size_t i = 0; i < arrlenu(a); i++)
    if (i != at && is_number(p, a[i].type) && n > 1 && strstr(a[i].name, a[at].name) &&
        (length_kind(a[i].name) || a[i].name[0] == 'n'))
      return a[i].name;
  bool next = at + 1 < arrlenu(a) && is_number(p, a[at + 1].type) &&
              (length_kind(a[at + 1].name) || shares_number(a[at + 1].name, a[at].name));
  return next ? a[at + 1].name : NULL;
}

/* Proposes buffers and tails in the argument's record that have a length beside them. */
static void propose_members(proposal *p, const char *argument, LLVMMetadataRef record) {
  az_arena *arena = p->build->arena;
  unsigned count;
  const di_variable *members = di_members(p->build, record, &count);
  const char *room = NULL, *used = NULL;
  for (unsigned i = 0; i < count; i++) {
    bool number = members[i].name && is_number(p, members[i].type);
    int kind = number ? length_kind(members[i].name) : 0;
    if (kind == 2 && !room) room = members[i].name;
    if (kind == 1 && !used) used = members[i].name;
  }
  const char *length = room ? room : used;
  bool any = false;
  for (unsigned i = 0; i < count && length; i++) {
    LLVMMetadataRef type = di_plain(p->build, members[i].type);
    bool is_last = i + 1 == count,
         tail = type && fe_di_tag(type) == TAG_ARRAY && is_last && !di_length(p->build, type);
    bool has =
        is_buffer(p, members[i].type) && di_plain(p->build, di_behind(p->build, members[i].type));
    if ((!has && !tail) || !members[i].name) continue;
    add(p, &p->clauses,
        az_arena_printf(arena, "valid %s->%s[%s->%s]", argument, members[i].name, argument,
                        length));
    any = true;
  }
  if (any && room && used)
    add(p, &p->clauses,
        az_arena_printf(arena, "assume %s->%s <= %s->%s", argument, used, argument, room));
}

/* Proposes that an enumeration variable has one of its enumerators as value. */
static void propose_values(proposal *p, const char *name, LLVMMetadataRef type) {
  enum { FEW = 4 };
  az_arena *arena = p->build->arena;
  unsigned count = 0;
  LLVMMetadataRef plain = di_plain(p->build, type);
  LLVMValueRef *all =
      plain && fe_di_tag(plain) == TAG_ENUM ? di_elements(p->build, plain, 4, &count) : NULL;
  const char *values = "";
  for (unsigned i = 0; i < count; i += count <= FEW || i ? 1 : count - 1)
    values = az_arena_printf(arena,
                             count <= FEW ? "%s%s%s == %s"
                             : i          ? "%s && %s%s <= %s"
                                          : "%s%s%s >= %s",
                             values, count <= FEW && i ? " || " : "", name,
                             fe_di_string(p->build, di_element(all[i]), 0));
  if (count) add(p, &p->clauses, az_arena_printf(arena, "assume %s", values));
}

static bool is_end(const char *name) {
  return !strcmp(name, "e") || strcasestr(name, "end") || strcasestr(name, "limit");
}

static void propose_argument(proposal *p, size_t at) {
  az_arena *arena = p->build->arena;
  const di_variable *a = &p->arguments[at], *before = at ? a - 1 : NULL;
  propose_values(p, a->name, a->type);
  if (!is_pointer(p, a->type)) return;
  LLVMMetadataRef to = di_plain(p->build, di_behind(p->build, a->type));
  const char *length = is_buffer(p, a->type) ? length_of_argument(p, at) : NULL;
  if (length) {
    add(p, &p->clauses, az_arena_printf(arena, "valid %s[%s]", a->name, length));
  } else if (is_text(p, a->type) && before && is_text(p, before->type) && is_end(a->name) &&
             !length_of_argument(p, at - 1)) {
    add(p, &p->clauses,
        az_arena_printf(arena, "assume %s == %s + __builtin_strlen(%s)", a->name, before->name,
                        before->name));
  } else if (is_text(p, a->type)) {
    add(p, &p->clauses, az_arena_printf(arena, "string %s", a->name));
  } else if (to && fe_di_tag(to) == TAG_SUBROUTINE) {
    add(p, &p->clauses, az_arena_printf(arena, "one-of %s,*", a->name));
  } else if (!to) {
    add(p, &p->notes,
        az_arena_printf(arena, "nothing is said of %s, a void pointer without a length", a->name));
  } else if (!di_is_complete(p->build, to)) {
    add(p, &p->notes,
        az_arena_printf(arena, "nothing is said of %s: its type is incomplete", a->name));
  } else {
    p->valid = true;
    if (fe_di_tag(to) == TAG_STRUCT) propose_members(p, a->name, to);
  }
}

const char *fe_propose_contract(fe_build *build) {
  const char *function = build->options->function;
  LLVMSetIsNewDbgInfoFormat(build->module, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(build->module, function);
  LLVMMetadataRef subprogram = fn && !LLVMIsDeclaration(fn) ? LLVMGetSubprogram(fn) : NULL;
  LLVMMetadataRef type = subprogram ? fe_di_operand(build, subprogram, 4) : NULL;
  proposal made = {.build = build, .clauses = "", .notes = ""}, *p = &made;
  const char *problem = type ? di_arguments(build, fn, type, &p->arguments)
                             : "no function with this name and debug information is defined";
  for (size_t i = 0; i < arrlenu(p->arguments) && !problem; i++) propose_argument(p, i);
  arrfree(p->arguments);
  for (LLVMValueRef g = LLVMGetFirstGlobal(build->module); g; g = LLVMGetNextGlobal(g)) {
    bool fixed = LLVMIsGlobalConstant(g) || fe_is_only_read(g);
    LLVMMetadataRef info = fixed ? NULL : fe_global_variable(g);
    if (info && fe_is_of_file(build, info))
      propose_values(p, fe_di_string(build, info, 1), fe_di_operand(build, info, 3));
  }
  if (problem) {
    az_fail(build->err, AZ_ERR_INPUT, "%s: %s", function, problem);
    return NULL;
  }
  const char *text = az_arena_printf(build->arena, "%s%s", p->valid ? "valid\n" : "", p->clauses);
  const char *comment =
      *text ? "/*@ ansatz:\n"
            : "/* none of its arguments is a pointer that an entry contract could describe */\n";
  for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
    comment = az_arena_printf(build->arena, "%s *  %.*s\n", comment, (int)strcspn(at, "\n"), at);
  if (*text) comment = az_arena_printf(build->arena, "%s */\n", comment);
  for (const char *at = p->notes; *at; at += strcspn(at, "\n") + 1)
    comment = az_arena_printf(build->arena, "%s/* %.*s */\n", comment, (int)strcspn(at, "\n"), at);
  return comment;
}
