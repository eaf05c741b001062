/* Lists expressions whose operands both make terms, or both draw random numbers or ask a solver,
   where C leaves open which operand is evaluated first: arguments of a call, operands of an
   operator or of an assignment, elements of an initialiser. gcc and clang differ there, and terms
   are numbered as they are made, so that what a build answers would depend on its compiler
   (docs/determinism.md).

   Lists also those where one operand looks into an array that a field points to, x->all[i], and
   another one calls a function that may change this field, as it lets the array grow: the address
   of the element may be computed before the array moves.

   A function makes terms if it calls, in however many steps, one that adds a node to the store. A
   call through a field calls each function that an initialiser gives to this field (where none
   does: is taken to do all of it), through another pointer each function of that type whose address
   is taken. Usage: order FOLDER FILE ..., where FOLDER has compile_commands.json. Prints FILE:LINE;
   exit status 1 if there is any, 2 on an error. */
#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define STB_DS_IMPLEMENTATION
#include <stb/stb_ds.h>

enum { NONE = -1 };

/* Effects that show in which order they come, by the function that has them. */
static const char *const effects[] = {"push_node" /* adds a node to the store */, "az_random",
                                      "az_work_add" /* makes gates and literals, asks a solver */,
                                      "az_clock" /* reads the work */};
enum {
  N_EFFECTS = sizeof effects / sizeof *effects,
  ALL_EFFECTS = (1u << N_EFFECTS) - 1,
  WORKS = 1u << 2,
  READS = 1u << 3,
};

typedef struct {
  unsigned has; /* effects, a bit each */
  int *callers; /* stb_ds array: functions that call it, fields and pointers that may hold it */
} function;     /* or a field that functions are called through, or pointers of one type */

typedef struct {
  char *place;   /* FILE:LINE */
  int *operands; /* stb_ds array: where in `calls` each operand begins, and the end of the last */
} unsequenced;

static function *functions; /* stb_ds array */
static struct {
  char *key; /* USR, which is unique also for static functions, or the spelling of a type */
  int value;
} *numbers;
/* stb_ds array: the functions that operands call, in the order of the source; of a field whose
   array they look into, the complement of the number of its change */
static int *calls;
static unsequenced *found; /* stb_ds array */

typedef struct {
  int caller;  /* the function around, or NONE */
  int field;   /* the field that is initialised, or NONE */
  int *callee; /* of the call around, until its name is met: NONE then */
  const char *file;
  int *starts; /* stb_ds array: where the calls of each child begin; NULL: not wanted */
} walk;

static int number_at(CXString key, unsigned has) {
  ptrdiff_t at = shgeti(numbers, clang_getCString(key));
  if (at < 0) {
    shput(numbers, clang_getCString(key), (int)arrlen(functions));
    arrput(functions, ((function){.has = has}));
    at = shgeti(numbers, clang_getCString(key));
  }
  clang_disposeString(key);
  return numbers[at].value;
}

static int number_of(CXCursor declaration) {
  CXString name = clang_getCursorSpelling(declaration);
  unsigned has = clang_getCursorKind(declaration) == CXCursor_FieldDecl ? ALL_EFFECTS : 0;
  for (unsigned e = 0; e < N_EFFECTS; e++)
    if (!strcmp(clang_getCString(name), effects[e])) has |= 1u << e;
  clang_disposeString(name);
  return number_at(clang_getCursorUSR(declaration), has);
}

/* Returns the number that stands for a change of the field: what changes it calls this number. */
static int change_of(CXCursor field) {
  CXString name = clang_getCursorUSR(field);
  char key[1024];
  snprintf(key, sizeof key, "change of %s", clang_getCString(name));
  clang_disposeString(name);
  if (shgeti(numbers, key) < 0) {
    shput(numbers, key, (int)arrlen(functions));
    arrput(functions, (function){0});
  }
  return shget(numbers, key);
}

static int number_of_type(CXType type) {
  CXType pointee = clang_getPointeeType(clang_getCanonicalType(type));
  if (pointee.kind != CXType_Invalid) type = pointee;
  return number_at(clang_getTypeSpelling(clang_getCanonicalType(type)), 0);
}

static bool leaves_open(CXCursor cursor) {
  switch (clang_getCursorKind(cursor)) {
  case CXCursor_CallExpr:
  case CXCursor_ArraySubscriptExpr:
  case CXCursor_CompoundAssignOperator:
  case CXCursor_InitListExpr: return true;
  case CXCursor_BinaryOperator: {
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    return kind != CXBinaryOperator_LAnd && kind != CXBinaryOperator_LOr &&
           kind != CXBinaryOperator_Comma;
  }
  default: return false;
  }
}

/* `caller` calls `callee`, or is a field or pointer that may hold it. */
static void note_call(int caller, int callee) {
  if (caller != NONE) arrput(functions[callee].callers, caller);
}

static enum CXChildVisitResult first_child(CXCursor cursor, CXCursor parent, CXClientData first) {
  (void)parent;
  *(CXCursor *)first = cursor;
  return CXChildVisit_Break;
}

/* Returns the field that the first operand is, without parentheses and conversions. */
static CXCursor first_field(CXCursor cursor) {
  do {
    CXCursor child = clang_getNullCursor();
    clang_visitChildren(cursor, first_child, &child);
    cursor = child;
  } while (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr ||
           clang_getCursorKind(cursor) == CXCursor_ParenExpr);
  return clang_getCursorKind(cursor) == CXCursor_MemberRefExpr ? clang_getCursorReferenced(cursor)
                                                               : clang_getNullCursor();
}

static enum CXChildVisitResult find_lookup(CXCursor cursor, CXCursor parent,
                                           CXClientData found_it) {
  (void)parent;
  CXString name = clang_getCursorSpelling(cursor);
  const char *text = clang_getCString(name);
  *(bool *)found_it |= !strncmp(text, "stbds_hmget", 11) || !strncmp(text, "stbds_shget", 11);
  clang_disposeString(name);
  return CXChildVisit_Recurse;
}

/* Notes a field that changes, but for lookups in maps of stb_ds, which let nothing grow. */
static void note_change(const walk *around, CXCursor cursor) {
  bool is_lookup = false;
  if (clang_getCursorKind(cursor) != CXCursor_BinaryOperator ||
      clang_getCursorBinaryOperatorKind(cursor) != CXBinaryOperator_Assign)
    return;
  CXCursor field = first_field(cursor);
  if (clang_Cursor_isNull(field)) return;
  clang_visitChildren(cursor, find_lookup, &is_lookup);
  if (!is_lookup) note_call(around->caller, change_of(field));
}

/* Notes a field whose array is looked into: the first operand of `parent`, which is visited. */
static void note_lookup(const walk *around, CXCursor parent) {
  const enum CXCursorKind kind = clang_getCursorKind(parent);
  if (kind != CXCursor_MemberRefExpr &&
      (kind != CXCursor_ArraySubscriptExpr || arrlen(around->starts) != 1))
    return;
  CXCursor field = first_field(parent);
  if (clang_getCanonicalType(clang_getCursorType(field)).kind == CXType_Pointer)
    arrput(calls, ~change_of(field));
}

static int callee_of(CXCursor call) {
  CXCursor callee = clang_getCursorReferenced(call), called = clang_getNullCursor();
  enum CXCursorKind kind = clang_getCursorKind(callee);
  if (kind == CXCursor_FunctionDecl || kind == CXCursor_FieldDecl) return number_of(callee);
  clang_visitChildren(call, first_child, &called);
  return number_of_type(clang_getCursorType(called));
}

/* Notes which field is initialised, and a function whose address is taken. */
static void note_name(walk *around, CXCursor cursor) {
  CXCursor named = clang_getCursorReferenced(cursor);
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind == CXCursor_MemberRef) around->field = number_of(named);
  if (kind != CXCursor_DeclRefExpr || clang_getCursorKind(named) != CXCursor_FunctionDecl) return;
  int number = number_of(named);
  if (around->callee && *around->callee == number) {
    *around->callee = NONE;
  } else if (around->field != NONE) {
    functions[around->field].has = 0; /* besides those of what it holds */
    note_call(around->field, number);
  } else {
    note_call(number_of_type(clang_getCursorType(named)), number);
  }
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
  walk *outer = data;
  if (outer->starts) arrput(outer->starts, (int)arrlen(calls));
  note_name(outer, cursor);
  note_change(outer, cursor);
  note_lookup(outer, parent);
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  walk inner = *outer;
  inner.starts = NULL;
  int callee = NONE, unnamed = NONE;
  if (kind == CXCursor_FunctionDecl) inner.caller = number_of(cursor);
  if (kind == CXCursor_CallExpr) {
    callee = unnamed = callee_of(cursor);
    inner.field = NONE;
    inner.callee = &unnamed;
  }
  if (leaves_open(cursor)) arrsetcap(inner.starts, 8);
  clang_visitChildren(cursor, visit, &inner);
  if (arrlen(inner.starts) > 1) {
    unsigned line;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, &line, NULL, NULL);
    char place[1024];
    snprintf(place, sizeof place, "%s:%u", outer->file, line);
    arrput(inner.starts, (int)arrlen(calls));
    arrput(found, ((unsequenced){.place = strdup(place), .operands = inner.starts}));
  } else {
    arrfree(inner.starts);
  }
  if (callee != NONE) {
    arrput(calls, callee);
    note_call(outer->caller, callee);
  }
  return CXChildVisit_Continue;
}

/* Visits functions and variables outside the system's headers. */
static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) return CXChildVisit_Continue;
  if (!clang_isCursorDefinition(cursor) ||
      clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
    return CXChildVisit_Continue;
  return visit(cursor, parent, data);
}

static bool read_file(CXIndex index, CXCompilationDatabase database, const char *file) {
  char path[4096];
  if (!realpath(file, path)) return false;
  CXCompileCommands commands = clang_CompilationDatabase_getCompileCommands(database, path);
  CXCompileCommand command = NULL; /* none for a file that the build does not have: the sample */
  if (commands && clang_CompileCommands_getSize(commands))
    command = clang_CompileCommands_getCommand(commands, 0);
  CXString *strings = NULL;
  const char **arguments = NULL;
  if (!command) arrput(arguments, "cc");
  for (unsigned i = 0; command && i < clang_CompileCommand_getNumArgs(command); i++) {
    arrput(strings, clang_CompileCommand_getArg(command, i));
    const char *text = clang_getCString(arrlast(strings));
    bool wanted = !i || !strncmp(text, "-I", 2) || !strncmp(text, "-D", 2) ||
                  !strncmp(text, "-std", 4) || !strncmp(text, "-isystem", 8);
    if (i && !strcmp(clang_getCString(strings[i - 1]), "-isystem")) wanted = true;
    if (wanted) arrput(arguments, text);
  }
  arrput(arguments, path);
  CXTranslationUnit unit;
  enum CXErrorCode failed = clang_parseTranslationUnit2FullArgv(
      index, NULL, arguments, (int)arrlen(arguments), NULL, 0, CXTranslationUnit_None, &unit);
  if (!failed) {
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
      CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
      if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
        CXString text = clang_formatDiagnostic(diagnostic, CXDiagnostic_DisplaySourceLocation);
        fprintf(stderr, "order: %s\n", clang_getCString(text));
        clang_disposeString(text);
        failed = CXError_Failure;
      }
      clang_disposeDiagnostic(diagnostic);
    }
    walk top = {.caller = NONE, .field = NONE, .file = file};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_top, &top);
    clang_disposeTranslationUnit(unit);
  }
  for (ptrdiff_t i = 0; i < arrlen(strings); i++) clang_disposeString(strings[i]);
  arrfree(strings);
  arrfree(arguments);
  if (commands) clang_CompileCommands_dispose(commands);
  return !failed;
}

/* From callees to callers, until nothing changes. */
static void close_effects(void) {
  int *open = NULL;
  for (int i = 0; i < arrlen(functions); i++)
    if (functions[i].has) arrput(open, i);
  while (arrlen(open)) {
    int at = arrpop(open);
    for (ptrdiff_t i = 0; i < arrlen(functions[at].callers); i++) {
      int caller = functions[at].callers[i];
      const unsigned had = functions[caller].has;
      functions[caller].has |= functions[at].has;
      if (functions[caller].has == had) continue;
      arrput(open, caller);
    }
  }
  arrfree(open);
}

/* Returns whether a call of the function may change the field. Not recursive: `seen` has the
   number of the question that met a function last. */
static bool changes(int called, int change) {
  static int *seen, question;
  int *open = NULL;
  bool is = false;
  question++;
  arrput(open, change);
  while (arrlen(open) && !is) {
    int at = arrpop(open);
    while (arrlen(seen) <= at) arrput(seen, 0);
    if (seen[at] == question) continue;
    seen[at] = question;
    is = at == called;
    for (ptrdiff_t i = 0; i < arrlen(functions[at].callers); i++)
      arrput(open, functions[at].callers[i]);
  }
  arrfree(open);
  return is;
}

/* Returns whether one operand looks into an array that a call of another one may move. */
static bool moves(const unsequenced *u) {
  for (ptrdiff_t i = 0; i + 1 < arrlen(u->operands); i++)
    for (int c = u->operands[i]; c < u->operands[i + 1]; c++)
      for (int d = u->operands[0]; calls[c] < 0 && d < arrlast(u->operands); d++)
        if ((d < u->operands[i] || d >= u->operands[i + 1]) && calls[d] >= 0 &&
            changes(calls[d], ~calls[c]))
          return true;
  return false;
}

static bool matters(const unsequenced *u) {
  unsigned before = 0, twice = 0;
  for (ptrdiff_t i = 0; i + 1 < arrlen(u->operands); i++) {
    unsigned has = 0;
    for (int c = u->operands[i]; c < u->operands[i + 1]; c++)
      has |= calls[c] < 0 ? 0 : functions[calls[c]].has;
    twice |= before & has & ~READS;
    if ((before & WORKS && has & READS) || (before & READS && has & WORKS)) twice |= READS;
    before |= has;
  }
  return twice;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: order FOLDER FILE ...\n");
    return 2;
  }
  CXCompilationDatabase_Error error;
  CXCompilationDatabase database = clang_CompilationDatabase_fromDirectory(argv[1], &error);
  if (error) {
    fprintf(stderr, "order: no compile_commands.json in %s\n", argv[1]);
    return 2;
  }
  sh_new_strdup(numbers);
  CXIndex index = clang_createIndex(0, 0);
  for (int i = 2; i < argc; i++)
    if (!read_file(index, database, argv[i])) {
      fprintf(stderr, "order: cannot read %s\n", argv[i]);
      return 2;
    }
  close_effects();
  int status = 0;
  for (ptrdiff_t i = 0; i < arrlen(found); i++)
    if (matters(&found[i]) || moves(&found[i])) {
      puts(found[i].place);
      status = 1;
    }
  return status;
}
