/* Whether anything stands beside a call, by the tokens of statements (docs/soundness.md 8). */
#include "frontend/source/token_context.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A statement in which `call(...)` is to be looked at; `known(...)` is another call by name. */
static const char *const alone[] = {
    "call();",
    "n = call(n, m);",
    "int k = call(n);",
    "struct s *p = (struct s *)call(n);",
    "return !call(n) == 1;",
    "if (call(n)) n = 1;",
    "if (n == 1) call(n); else n = 2;",
    "for (n = call(1); n < 3; n++) m = n;",
    "for (; call(n); ) m = n;",
    "do n++; while (m && call(n) > 3);",
    "switch (-call(n)) { case 1: break; }",
    "here: call(n), n++;",
    "n = m ? call(n) : n;",
    "n = (n > 1 && call(n)) || m;",
    "known(call(n) == '0');",
    "return (int)(call(n) + 1);",
    "({ n = m; call(n); });",
    "n = call(n)->m.k;",
    "case 3: call(n);",
    "{ int a[] = {1, 2}; } call(n);",
};

static const char *const beside[] = {
    "n = n + call(n);",
    "n += call(n);",
    "a[n] = call(n);",
    "*p = call(n);",
    "n = a[call(n)];",
    "int a[call(n)];",
    "int a[] = {call(n), n};",
    "n = (struct s){.a = call(n)}.a;",
    "known(n, call(n));",
    "other(call(n));",
    "p->f(call(n));",
    "known(n)(call(n));",
    "n = (call(n), 1) + n;",
    "n = n * -call(n);",
    "n = (n) - call(n);",
    "n = n + ({ call(n); });",
    "a[n] = m && call(n);",
    "n = m = call(n);",
    "n = call(n) + 1 + n;",
    "n = 2 * n - call(n) * 0;",
    "n = sizeof(int) * n + call(n);",
    "n = MACRO call(n);",
    "call(MACRO);",
    "if (n < call(n)) m = 1;",
    "n = call(n)(m);",
    "n = call(n)[m];",
    "(int[]){n}[0] = call(n);",
};

static bool is_alone(const char *statement) {
  char text[512];
  snprintf(text, sizeof text, "#define MACRO n +\n#define N (4)\nvoid f(void) { %s }\n", statement);
  fe_source s;
  ck_assert_msg(fe_read_source(&s, text), "%s", statement);
  unsigned char *calls = calloc(arrlenu(s.tokens), 1);
  uint32_t at = FE_NO_TOKEN;
  for (uint32_t i = 0; i < arrlenu(s.tokens); i++) {
    bool is = fe_token_is(&s.tokens[i], "call");
    if (is) at = i;
    if (is || fe_token_is(&s.tokens[i], "known")) calls[i] = FE_CALL;
  }
  ck_assert_uint_ne(at, FE_NO_TOKEN);
  const fe_token_context context = {s.tokens, calls};
  bool result = fe_stands_alone(&context, at, s.tokens[at + 1].match);
  fe_source_free(&s);
  free(calls);
  return result;
}

START_TEST(contexts) {
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    ck_assert_msg(is_alone(alone[i]), "%s", alone[i]);
  for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
    ck_assert_msg(!is_alone(beside[i]), "%s", beside[i]);
}
END_TEST

/* What hides the structure of a file. */
START_TEST(refused) {
  static const char *const texts[] = {"#define OPEN n + (\n",
                                      "#define E(a) ({ a; })\n",
                                      "#define P(a) a ## b\n",
                                      "#include \"own.h\"\n",
                                      "int f(void) { re\\\nturn; }\n",
                                      "int f(void) {\n#if A\n}\n#endif\n",
                                      "int a<:2:>;\n",
                                      "int f(void) { return 0; }}\n",
                                      "char *s = \"a\\\nb\";\n",
                                      "#define B { n = 1; }\n",
                                      "#define M(a) (a { 1; })\n",
                                      "int f(void) {\n# 1\n#else\n}\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    fe_source s;
    ck_assert_msg(!fe_read_source(&s, texts[i]), "%s", texts[i]);
    fe_source_free(&s);
  }
  static const char *const read[] = {"#include <stdlib.h>\n#if A\nint b;\n#endif\n",
                                     "#define assume(e) do { if(!(e)) abort(); } while(0)\n",
                                     "/* it's */ int f(void) { return 'a' + \"b\"[0]; } // it's\n",
                                     "#error it's\n#define N 3 /* of\n them */\nint a;\n"};
  for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
    fe_source s;
    ck_assert_msg(fe_read_source(&s, read[i]), "%s", read[i]);
    fe_source_free(&s);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("token context");
  TCase *tests = tcase_create("all");
  tcase_add_test(tests, contexts);
  tcase_add_test(tests, refused);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
