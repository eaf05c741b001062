/* Whether the order of operands matters, function by function of one program (C17 6.5p3). */
#include "ansatz/arena.h"
#include "ansatz/program.h"
#include "frontend/source/evaluation_order.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM ANSATZ_SOURCE_DIR "/tests/unit/programs/evaluation_order.c"

/* The program as it stands in the file; the caller frees it (arrfree). */
static char *read_source(void) {
  FILE *in = fopen(PROGRAM, "r");
  ck_assert_ptr_nonnull(in);
  char *text = NULL;
  for (int c; (c = fgetc(in)) != EOF;) arrput(text, (char)c);
  arrput(text, 0);
  fclose(in);
  return text;
}

/* clang's syntax tree of the program; the text has to outlive it. */
static fe_syntax_node *read_program(char **text) {
  FILE *in = popen("clang-19 -std=gnu11 -w -fsyntax-only -Xclang -ast-dump '" PROGRAM "'", "r");
  ck_assert_ptr_nonnull(in);
  char *dump = NULL;
  char part[4096];
  for (size_t got; (got = fread(part, 1, sizeof part, in)) > 0;)
    for (size_t i = 0; i < got; i++) arrput(dump, part[i]);
  arrput(dump, 0);
  ck_assert_int_eq(pclose(in), 0);
  *text = dump;
  return fe_read_syntax(dump);
}

static uint32_t classes_of(const char *name) {
  if (!strncmp(name, "memory", 6)) return AZ_MEMORY_CLASSES;
  if (!strncmp(name, "termination", 11)) return 1u << AZ_C_TERMINATION;
  if (!strncmp(name, "overflow", 8)) return 1u << AZ_C_OVERFLOW;
  return 1u << AZ_C_UNREACH;
}

/* What is said of one function; NULL: nothing. */
static const char *ask(fe_syntax_node *tree, const char *function, uint32_t classes, bool arbitrary,
                       az_arena *arena) {
  fe_syntax_node **trees = NULL;
  arrput(trees, tree);
  char *source = read_source();
  const char **texts = NULL;
  arrput(texts, source);
  const fe_order_question q = {.trees = trees,
                               .texts = texts,
                               .entry = function,
                               .classes = classes,
                               .arbitrary_entry = arbitrary};
  const char *answer = fe_order_matters(&q, arena);
  arrfree(trees);
  arrfree(texts);
  arrfree(source);
  return answer;
}

/* Asks of all functions whose names begin so: how many there are. */
static unsigned ask_all(fe_syntax_node *tree, const char *prefix, bool withheld) {
  unsigned count = 0;
  az_arena *arena = az_arena_new();
  for (uint32_t n = tree[0].first; n; n = tree[n].next) {
    const char *at = strcmp(tree[n].kind, "FunctionDecl") ? NULL : strstr(tree[n].text, prefix);
    if (!at) continue;
    const char *name = az_arena_printf(arena, "%.*s", (int)strcspn(at, " "), at);
    const char *answer = ask(tree, name, classes_of(name + strlen(prefix)), false, arena);
    ck_assert_msg((answer != NULL) == withheld, "%s: %s", name, answer ? answer : "nothing");
    ck_assert_msg(!answer || strstr(answer, name) || strstr(answer, "(wild)") ||
                      strstr(answer, "(moved)") || strstr(answer, "(with_"),
                  "%s: %s", name, answer);
    count++;
  }
  az_arena_free(arena);
  return count;
}

START_TEST(order_matters) {
  char *text = NULL;
  fe_syntax_node *tree = read_program(&text);
  ck_assert_ptr_nonnull(tree);
  ck_assert_uint_ge(ask_all(tree, "withheld_", true), 60);
  ck_assert_uint_ge(ask_all(tree, "kept_", false), 45);
  arrfree(tree);
  arrfree(text);
}
END_TEST

START_TEST(entry_state_has_pointers_everywhere) {
  char *text = NULL;
  fe_syntax_node *tree = read_program(&text);
  az_arena *arena = az_arena_new();
  ck_assert_ptr_null(ask(tree, "kept_unreach_two_records", 1u << AZ_C_UNREACH, true, arena));
  const char *function = "withheld_unreach_pointed_global";
  ck_assert_ptr_nonnull(strstr(ask(tree, function, 1u << AZ_C_UNREACH, true, arena), "pointers"));
  az_arena_free(arena);
  arrfree(tree);
  arrfree(text);
}
END_TEST

START_TEST(malformed_trees) {
  static const char *const bad[] = {"", "error\n", "TranslationUnitDecl 0x1 <a.c:1:1\n",
                                    ("TranslationUnitDecl 0x1 <<invalid sloc>> <invalid sloc>\n"
                                     "| | |-VarDecl 0x2 <a.c:1:1, col:5> col:5 x 'int'\n")};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[256];
    strcpy(text, bad[i]);
    ck_assert_ptr_null(fe_read_syntax(text));
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("evaluation order");
  TCase *t = tcase_create("operands");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, order_matters);
  tcase_add_test(t, entry_state_has_pointers_everywhere);
  tcase_add_test(t, malformed_trees);
  suite_add_tcase(s, t);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
