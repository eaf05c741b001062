/* Operations of constants that clang computes and does not check: in initialisers of automatic
 * arrays, structures and unions, and in conditions (`long a[] = {1000000 * 1000000}`, `if (-1 <
 * 1u)`). clang warns of those that overflow or change a value. Where the bitcode has no code at the
 * place of such a warning, the file is compiled once more with the operand E replaced by ({
 * asm(""); E; }), which is not constant, so that the compiler adds its own check. A line marker and
 * blanks follow the inserted text, so that all tokens keep their lines and columns. Where C
 * requires a constant (static initialisers, case labels, lengths of arrays), nothing is computed at
 * run time; clang rejects the text there, and the operand stays as it was. */
#include "frontend/bitcode/passes.h"
#include <llvm-c/DebugInfo.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  az_class cls;
  const char *warning;
} warnings[] = {
    {AZ_C_OVERFLOW, "-Winteger-overflow"},    {AZ_C_OVERFLOW, "-Wshift-overflow"},
    {AZ_C_OVERFLOW, "-Wshift-sign-overflow"}, {AZ_C_OVERFLOW, "-Wshift-negative-value"},
    {AZ_C_SHIFT, "-Wshift-count-overflow"},   {AZ_C_SHIFT, "-Wshift-count-negative"},
    {AZ_C_DIV_BY_ZERO, "-Wdivision-by-zero"}, {AZ_C_CONVERSION, "-Wconstant-conversion"},
    {AZ_C_CONVERSION, "-Wsign-conversion"},   {AZ_C_CONVERSION, "-Wliteral-conversion"}};
enum { COUNT = sizeof warnings / sizeof *warnings };

void fe_ask_for_constants(const fe_build *build, const char ***arguments) {
  bool any = false;
  for (size_t i = 0; i < COUNT && !build->constants; i++) {
    if (!(build->options->classes >> warnings[i].cls & 1u)) continue;
    arrput(*arguments, warnings[i].warning);
    any = true;
  }
  if (any) arrput(*arguments, "-fdiagnostics-print-source-range-info");
  if (build->constants) {
    arrput(*arguments, "-ferror-limit=0");
    arrput(*arguments, "-Werror=vla"); /* lengths of arrays have to stay constant */
  }
}

/* Reads FILE:LINE:COLUMN:{LINE:COLUMN-LINE:COLUMN}...: warning: text [-Wname]. */
void fe_read_constants(fe_build *build, char *output) {
  char *to = output;
  for (char *line = output, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    end += *end == '\n';
    char *range = memchr(line, '{', (size_t)(end - line)), *rest = range;
    while (rest && rest < end && *rest == '{') rest += strcspn(rest, "}") + 1;
    unsigned n[4];
    bool placed = rest && rest < end && *rest == ':' && range > line && range[-1] == ':' &&
                  sscanf(range, "{%u:%u-%u:%u}", &n[0], &n[1], &n[2], &n[3]) == 4;
    for (size_t i = 0; placed && i < COUNT; i++) {
      const char *name = strstr(rest, warnings[i].warning);
      if (!name || name >= end || name[-1] != '[' || name[strlen(warnings[i].warning)] != ']')
        continue;
      char *place = az_arena_printf(build->arena, "%.*s", (int)(range - line - 1), line);
      char *column = strrchr(place, ':');
      if (!column) continue;
      *column = 0;
      char *row = strrchr(place, ':');
      if (!row) continue;
      *row = 0;
      arrput(build->constants, ((fe_constant_place){.file = place,
                                                    .at = fe_place(strtoul(row + 1, NULL, 10),
                                                                   strtoul(column + 1, NULL, 10)),
                                                    .begin = fe_place(n[0], n[1]),
                                                    .end = fe_place(n[2], n[3])}));
    }
    size_t before = placed ? (size_t)(range - 1 - line) : (size_t)(end - line),
           behind = placed ? (size_t)(end - rest) : 0;
    memmove(to, line, before);
    if (behind) memmove(to + before, rest, behind);
    to += before + behind;
  }
  *to = 0;
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Returns whether the instruction only copies or addresses a computed value. In a macro that
 * contains such an instruction and the operation, both have the same place. */
static bool is_copy(LLVMValueRef i) {
  return LLVMIsAMemIntrinsic(i) || LLVMIsAGetElementPtrInst(i) || LLVMIsAStoreInst(i);
}

/* Returns the sorted places of the instructions of the file (`here`), or of other files; stb_ds. */
static uint64_t *places_of(LLVMModuleRef module, const char *file, bool here) {
  uint64_t *places = NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        unsigned length = 0, line = LLVMGetDebugLocLine(i);
        const char *name = line ? LLVMGetDebugLocFilename(i, &length) : NULL;
        bool is_here = name && strlen(file) == length && !strncmp(name, file, length);
        if (name && is_here == here && !is_copy(i))
          arrput(places, fe_place(line, LLVMGetDebugLocColumn(i)));
      }
  if (places) qsort(places, arrlenu(places), sizeof *places, compare);
  return places;
}

/* Returns whether there is a place in [begin, end]. */
static bool has_place(const uint64_t *places, uint64_t begin, uint64_t end) {
  size_t low = 0, high = arrlenu(places);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (places[middle] < begin)
      low = middle + 1;
    else
      high = middle;
  }
  return low < arrlenu(places) && places[low] <= end;
}

static int by_place(const void *a, const void *b) {
  const fe_constant_place *x = a, *y = b;
  return compare(&x->begin, &y->begin);
}

bool fe_choose_constants(fe_build *build, LLVMModuleRef module, const char *file) {
  if (!arrlenu(build->constants)) return false;
  uint64_t *places = places_of(module, file, true), *others = places_of(module, file, false);
  uint64_t last = 0;
  size_t kept = 0;
  bool elsewhere = false;
  qsort(build->constants, arrlenu(build->constants), sizeof *build->constants, by_place);
  for (size_t i = 0; i < arrlenu(build->constants); i++) {
    fe_constant_place c = build->constants[i];
    bool here = !strcmp(c.file, file);
    const uint64_t *code = here ? places : others;
    bool has_code = has_place(code, c.at, c.at) || has_place(code, c.begin, c.end);
    elsewhere |= !here && !has_code;
    if (!here || has_code || c.begin < last || c.end <= c.begin) continue;
    build->constants[kept++] = c;
    last = c.end;
  }
  arrsetlen(build->constants, kept);
  if (!kept) arrfree(build->constants);
  arrfree(places);
  arrfree(others);
  if (elsewhere) fe_note_unread(build, "an operation of constants in a file that is included");
  return kept > 0;
}

/* Returns the position of the place in the text, whose line *line begins at `text`, or NULL. */
static const char *find_place(const char *text, unsigned *line, uint64_t place) {
  for (; *line < place >> 32 && text; ++*line) {
    text = strchr(text, '\n');
    if (text) text++;
  }
  uint64_t column = place & UINT32_MAX;
  return text && strcspn(text, "\n") + 1 >= column ? text + column - 1 : NULL;
}

/* Writes a line marker and blanks, so that the text continues at the place. */
static void put_marker(FILE *out, const char *file, uint64_t place) {
  fprintf(out, "\n# %u \"", (unsigned)(place >> 32));
  for (; *file; file++) fprintf(out, *file == '"' || *file == '\\' ? "\\%c" : "%c", *file);
  fprintf(out, "\"\n%*s", (int)(place & UINT32_MAX) - 1, "");
}

char *fe_keep_constants(const fe_build *build, const char *file, const char *text) {
  char *result = NULL;
  size_t size;
  FILE *out = az_open_memstream(&result, &size);
  const char *start = text, *done = text;
  unsigned line = 1;
  for (size_t i = 0; i < arrlenu(build->constants); i++) {
    const fe_constant_place *c = &build->constants[i];
    const char *begin = find_place(start, &line, c->begin);
    if (!begin) continue;
    start = begin - (c->begin & UINT32_MAX) + 1;
    const char *end = find_place(start, &line, c->end);
    if (!end) continue;
    start = end - (c->end & UINT32_MAX) + 1;
    fprintf(out, "%.*s({__asm__ volatile(\"\");", (int)(begin - done), done);
    put_marker(out, file, c->begin);
    fprintf(out, "%.*s;})", (int)(end - begin), begin);
    put_marker(out, file, c->end);
    done = end;
  }
  fputs(done, out);
  az_close_memstream(out);
  return result;
}

void fe_drop_constants(fe_build *build, const char *errors) {
  static const char *const reasons[] = {"constant", "file scope", "variable"};
  size_t before = arrlenu(build->constants);
  bool other = false;
  for (const char *line = errors; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    char *copy = az_arena_printf(build->arena, "%.*s", (int)strcspn(line, "\n"), line);
    char *mark = strstr(copy, ": error: ");
    if (!mark) mark = strstr(copy, ": fatal error: ");
    if (!mark) continue;
    bool is_known = false; /* C requires a constant */
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
      is_known |= strstr(mark, reasons[i]) != NULL;
    unsigned long n[2] = {0};
    for (unsigned i = 2; i-- > 0 && mark;) {
      *mark = 0;
      mark = strrchr(copy, ':');
      if (mark) n[i] = strtoul(mark + 1, NULL, 10);
    }
    uint64_t at = fe_place(n[0], n[1]);
    size_t kept = 0, count = arrlenu(build->constants);
    for (size_t k = 0; k < count; k++) {
      fe_constant_place c = build->constants[k];
      if (at < c.begin || at > c.end) build->constants[kept++] = c;
    }
    other |= !is_known;
    arrsetlen(build->constants, kept);
  }
  if (arrlenu(build->constants) == before) arrsetlen(build->constants, 0);
  if (!arrlenu(build->constants)) arrfree(build->constants);
  if (other) /* from a macro, for instance */
    fe_note_unread(build, "an operation of constants that clang does not check");
}
