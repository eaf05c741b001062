/* docs/library.md is what the code says of each function of the C library: exact, within what C
 * promises, an input, any result, or unknown. For the models in C their bitcode is asked what they
 * call; for those of the front end the table of names. With ANSATZ_UPDATE set the page is written.
 */
#include <check.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "frontend/names/library_names.h"
#include "frontend/names/math_names.h"
#include "library/units.h"

enum { EXACT, PROMISED, INPUT, ANY, UNKNOWN, KINDS };
static const char *const kinds[] = {"exact", "within what C promises", "an input", "any result",
                                    "unknown"};

/* What a function of the models does, and those that it calls. */
typedef struct model {
  LLVMValueRef function;
  const char *name, *unit;
  int kind;
  bool gives_up; /* for some arguments or states: __ansatz_unsupported */
  bool listed;
} model;

enum { MOST = 2000, PLACES = 100 };
static model models[MOST];
static size_t count;

static model *find(const char *name, const char *unit) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(models[i].name, name) && (models[i].listed || !strcmp(models[i].unit, unit)))
      return &models[i];
  return NULL;
}

/* What a call of the vocabulary of core/library/contract.h says of the caller. */
static int kind_of_word(const char *name) {
  if (!strncmp(name, "__ansatz_input", 14)) return INPUT;
  static const char *const words[] = {"real_", "choice", "fails", "unknown", "sets_errno"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strncmp(name, "__ansatz_", 9) && !strncmp(name + 9, words[i], strlen(words[i])))
      return strcmp(name, "__ansatz_fails_with") ? PROMISED : EXACT;
  return EXACT;
}

/* Takes over what a called function does; true: that was news. */
static bool learn(model *m, const char *callee) {
  model *other = find(callee, m->unit);
  int kind = other ? other->kind : kind_of_word(callee);
  bool gives_up = other ? other->gives_up : !strcmp(callee, "__ansatz_unsupported");
  bool news = kind > m->kind || gives_up > m->gives_up;
  if (kind > m->kind) m->kind = kind;
  m->gives_up |= gives_up;
  return news;
}

static bool learn_calls(model *m) {
  bool news = false;
  size_t length = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
      if (callee) news |= learn(m, LLVMGetValueName2(callee, &length));
    }
  return news;
}

static bool defines(const az_library_unit *unit, const char *name) {
  for (const char *n = unit->names; *n; n += strlen(n) + 1)
    if (!strcmp(n, name)) return true;
  return false;
}

static void read_unit(LLVMContextRef context, const az_library_unit *unit) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      (const char *)unit->bitcode, unit->size, unit->name);
  LLVMModuleRef module = NULL;
  ck_assert(!LLVMParseBitcodeInContext2(context, buffer, &module));
  LLVMDisposeMemoryBuffer(buffer);
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    const char *name = LLVMGetValueName2(f, &length);
    ck_assert_uint_lt(count, MOST);
    models[count++] = (model){f, name, unit->name, EXACT, false, defines(unit, name)};
  }
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A row: what is known of the functions, and their names in order. */
static void write_row(FILE *out, const char *where, int kind, const char **names, size_t n) {
  if (!n) return;
  qsort(names, n, sizeof *names, by_name);
  fprintf(out, "| %s | %s | ", where, kinds[kind]);
  for (size_t i = 0; i < n; i++) fprintf(out, "%s%s", i ? " " : "", names[i]);
  fprintf(out, " |\n");
}

static const char *starred(const model *m) {
  static char texts[MOST][64];
  snprintf(texts[m - models], sizeof *texts, "%s%s", m->name, m->gives_up ? "\\*" : "");
  return texts[m - models];
}

static bool is_public(const model *m) {
  return m->listed && strncmp(m->name, "__ansatz_", 9) != 0;
}

static void write_units(FILE *out, size_t *totals) {
  static const char *names[MOST];
  for (size_t u = 0; u < az_library_unit_count; u++)
    for (int kind = 0; kind < KINDS && az_library_units[u].bits == 64; kind++) {
      size_t n = 0;
      for (size_t i = 0; i < count; i++)
        if (is_public(&models[i]) && models[i].kind == kind &&
            !strcmp(models[i].unit, az_library_units[u].name))
          names[n++] = starred(&models[i]);
      char where[PLACES];
      snprintf(where, sizeof where, "`core/library/%s.c`", az_library_units[u].name);
      write_row(out, where, kind, names, n);
      totals[kind] += n;
    }
}

/* What the front end knows of a function by its name; -1: nothing. */
static int kind_of_name(const char *name) {
  fx_action action = fx_library_action(name);
  switch (action) {
  case A_NONE: return -1;
  case A_UNSUPPORTED: return UNKNOWN;
  case A_FLOAT: return fe_exact_float_name(name) ? EXACT : PROMISED;
  case A_NATURAL:
  case A_TIME: return PROMISED;
  case A_NOTHING:
  case A_KEEPS:
  case A_READ: return ANY;
  default: return EXACT;
  }
}

/* The library keeps what an argument leads to, which is unknown, unless it leads nowhere. */
static const char *keeps(const char *name) {
  static char texts[16][PLACES];
  static size_t used;
  ck_assert_uint_lt(used, 16);
  snprintf(texts[used], PLACES, "%s\\*", name);
  return texts[used++];
}

/* Those that the headers of glibc declare, and that have no model in C. */
static size_t write_front_end(FILE *out, size_t *totals) {
  static const char *names[KINDS][MOST];
  size_t n[KINDS] = {0}, none = 0;
  for (size_t i = 0; i < az_library_prototype_count; i++) {
    const char *name = az_library_prototypes[i].name;
    if (az_library_prototypes[i].bits != 64 || az_library_unit_of(name, 64)) continue;
    int kind = kind_of_name(name);
    if (kind < 0)
      none++;
    else
      names[kind][n[kind]++] = fx_library_action(name) == A_KEEPS ? keeps(name) : name;
  }
  for (int kind = 0; kind < KINDS; kind++) {
    write_row(out, "front end", kind, names[kind], n[kind]);
    totals[kind] += n[kind];
  }
  return none;
}

/* The page, to be freed. */
static char *page(void) {
  char *text = NULL, *table = NULL;
  size_t size = 0, totals[KINDS] = {0};
  FILE *out = open_memstream(&table, &size);
  write_units(out, totals);
  size_t none = write_front_end(out, totals);
  fclose(out);
  out = open_memstream(&text, &size);
  fprintf(out,
          "# Functions of the C library\n\n"
          "What is known of each function (written by `tests/unit/test_library_table.c`, which "
          "also checks that this page is what\nthe code says; "
          "[frontend.md](frontend.md), \"The C library\", says what the kinds mean and how to "
          "add a model):\n\n");
  fprintf(out,
          "- **exact** (%zu): result, memory and `errno` are those of glibc, or are undefined "
          "and a check;\n",
          totals[EXACT]);
  fprintf(out,
          "- **within what C promises** (%zu): C leaves something open, which no "
          "counterexample may choose;\n",
          totals[PROMISED]);
  fprintf(out,
          "- **an input** (%zu): the environment gives it, and a counterexample may choose "
          "it;\n",
          totals[INPUT]);
  fprintf(out,
          "- **any result** (%zu): nothing but what its arguments lead to changes, and no "
          "counterexample may choose the result;\n",
          totals[ANY]);
  fprintf(out,
          "- **unknown** (%zu): no proof covers a call. So are the other %zu functions that "
          "glibc's headers declare.\n\n",
          totals[UNKNOWN], none);
  fprintf(out,
          "`*`: unknown for some arguments or states.\n\n"
          "| Model | What is known | Functions |\n| --- | --- | --- |\n%s",
          table);
  fclose(out);
  free(table);
  return text;
}

static char *stored(const char *path) {
  static char text[1 << 18];
  FILE *in = fopen(path, "r");
  size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
  if (in) fclose(in);
  text[n] = 0;
  return text;
}

START_TEST(page_is_true) {
  static const char path[] = ANSATZ_SOURCE_DIR "/docs/library.md";
  LLVMContextRef context = LLVMContextCreate();
  for (size_t i = 0; i < az_library_unit_count; i++)
    if (az_library_units[i].bits == 64) read_unit(context, &az_library_units[i]);
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < count; i++) more |= learn_calls(&models[i]);
  }
  ck_assert_int_eq(find("strlen", "")->kind, EXACT);
  ck_assert_int_eq(find("strcmp", "")->kind, PROMISED);
  ck_assert_int_eq(find("getchar", "")->kind, INPUT);
  ck_assert(find("setlocale", "")->gives_up && !find("strlen", "")->gives_up);
  char *text = page();
  FILE *out = getenv("ANSATZ_UPDATE") ? fopen(path, "w") : NULL;
  if (out) {
    fputs(text, out);
    fclose(out);
  }
  ck_assert_msg(!strcmp(stored(path), text),
                "docs/library.md is not what the code says: run ANSATZ_UPDATE=1 with this test");
  free(text);
  LLVMContextDispose(context);
}
END_TEST

int main(void) {
  Suite *s = suite_create("library_table");
  TCase *c = tcase_create("library_table");
  suite_add_tcase(s, c);
  tcase_add_test(c, page_is_true);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
