/* The front end: what C becomes, and one clear line for each bad input. What the statements mean is
 * tested by running them (test_interpreter.c); here it is their shape that counts, and that every
 * program is valid (az_program_validate). */
#include "ansatz/frontend.h"
#include "temporary_folder.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;
static az_store *store;

static const char *put(const char *name, const char *text) {
  static char paths[4][256];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, 256, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
  return path;
}

static az_program *read_files(const char *const *files, size_t count, az_data_model model,
                              const char *function, uint32_t classes, az_error *err) {
  az_frontend_options o = {.files = files,
                           .file_count = count,
                           .data_model = model,
                           .function = function,
                           .classes = classes,
                           .work_folder = folder};
  return az_frontend(&o, store, err);
}

static az_program *program_of(const char *text, az_data_model model, const char *function,
                              uint32_t classes) {
  const char *file = put("program.c", text);
  az_error err = {0};
  az_program *p = read_files(&file, 1, model, function, classes, &err);
  ck_assert_msg(p != NULL, "%s\n%s", text, err.message);
  ck_assert_msg(az_program_validate(p, &err) == AZ_OK, "%s\n%s", text, err.message);
  return p;
}

static az_program *of(const char *text) {
  return program_of(text, AZ_LP64, NULL, 1u << AZ_C_UNREACH);
}

static const az_function *function(const az_program *p, const char *name) {
  for (uint32_t i = 0; i < p->function_count; i++)
    if (strcmp(p->functions[i].name, name) == 0) return &p->functions[i];
  ck_abort_msg("no function %s", name);
}

static const az_object *object(const az_program *p, const char *name, az_object_kind kind) {
  for (uint32_t i = 0; i < p->object_count; i++)
    if (p->objects[i].kind == kind && strcmp(p->objects[i].name, name) == 0) return &p->objects[i];
  ck_abort_msg("no object %s", name);
}

static const az_stmt *statement(const az_function *f, az_stmt_kind kind, unsigned which) {
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t i = 0; i < f->blocks[b].stmt_count; i++)
      if (f->blocks[b].stmts[i].kind == kind && which-- == 0) return &f->blocks[b].stmts[i];
  return NULL;
}

static unsigned checks(const az_program *p, az_class cls) {
  unsigned n = 0;
  for (uint32_t i = 0; i < p->check_count; i++) n += p->checks[i].cls == cls;
  return n;
}

static void setup(void) {
  store = az_store_new();
}
static void teardown(void) {
  az_store_free(store);
}

/* ---- shape ----------------------------------------------------------------------------------- */

START_TEST(loops_and_conditions) {
  az_program *p = of("extern int __VERIFIER_nondet_int(void);\n"
                     "int main(void) {\n"
                     "  int n = __VERIFIER_nondet_int(), i;\n"
                     "  for (i = 0; i < n && i < 10; i++) {\n"
                     "    int x = i; if (x == 5) break; if (x == 7) return 3;\n"
                     "  }\n"
                     "  return i; }\n");
  const az_function *f = function(p, "main");
  ck_assert_uint_eq(f->loop_count, 1);
  ck_assert_uint_eq(f->loops[0].loc.line, 4);
  for (uint32_t b = 0; b < f->block_count; b++) ck_assert_int_ne(f->blocks[b].end, AZ_END_SWITCH);
  for (uint32_t i = 0; i < f->local_count;
       i++) /* no phi, no register across blocks, no clean-up selector that is read */
    ck_assert(p->objects[f->locals[i]].kind != AZ_OBJ_TEMP ||
              !strcmp(p->objects[f->locals[i]].name, "retval") ||
              !strcmp(p->objects[f->locals[i]].name, "cleanup.dest.slot"));
  const az_stmt *s = statement(f, AZ_S_INPUT, 0);
  ck_assert(s && s->input == AZ_IN_NONDET && s->loc.line == 3 && s->site != AZ_NONE);
  ck_assert_uint_eq(p->cause_count, 0);
  ck_assert_uint_eq(checks(p, AZ_C_OVERFLOW), 1);
  az_program_free(p);
}
END_TEST

START_TEST(types_from_debug_information) {
  az_program *p =
      of("struct inner { unsigned char a; short b; }; typedef union { int i; float f; } both;\n"
         "struct s { struct inner in[3]; unsigned x : 3; int y : 7; both u; struct s *next; };\n"
         "struct s g = {{{1, -2}}, 5, -3, {4}, &g}; unsigned int m[2][3]; enum color { RED } e; "
         "_Bool t = 1; static const char *text = \"hi\";\n"
         "int main(void) { return g.in[0].b + (int)m[1][2] + e + t + *text; }\n");
  const az_object *g = object(p, "g", AZ_OBJ_GLOBAL);
  const az_type_info *s = &p->types[g->type];
  ck_assert_str_eq(s->name, "struct s");
  ck_assert_uint_eq(s->field_count, 5);
  ck_assert_uint_eq(s->fields[1].bit_width, 3);
  ck_assert(!p->types[s->fields[1].type].is_signed && p->types[s->fields[2].type].is_signed);
  ck_assert(p->types[s->fields[3].type].is_union);
  ck_assert_uint_eq(p->types[s->fields[4].type].element, g->type);
  bool self = false;
  for (uint32_t i = 0; i < g->init_count; i++)
    self = self || g->init[i].value == az_pointer(p, g->address, az_bv(store, 64, 0));
  ck_assert(self);
  ck_assert_str_eq(p->types[object(p, "m", AZ_OBJ_GLOBAL)->type].name, "unsigned int[2][3]");
  ck_assert(p->types[object(p, "t", AZ_OBJ_GLOBAL)->type].is_bool);
  ck_assert_uint_eq(object(p, "\"hi\"", AZ_OBJ_STRING)->init_count, 2);
  az_program_free(p);
}
END_TEST

START_TEST(checks_and_undefined_behaviour) {
  static const char text[] = "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
                             "int main(void) { int a[4], x = __VERIFIER_nondet_int(), y = "
                             "__VERIFIER_nondet_int(); unsigned u = (unsigned)x;\n"
                             "  int r = x / y; r = x << y; r = -x; u = u + 1u; u = u / 3; u >>= 4; "
                             "a[x] = 1; unsigned char c = u;\n"
                             "  if (r) reach_error(); return x * y + a[0] + c * 0; }\n";
  az_program *p = program_of(text, AZ_LP64, NULL, 1u << AZ_C_UNREACH);
  ck_assert_uint_eq(checks(p, AZ_C_DIV_BY_ZERO), 1);
  ck_assert_uint_eq(checks(p, AZ_C_SHIFT), 1);
  ck_assert_uint_eq(checks(p, AZ_C_OVERFLOW), 4); /* min / -1, negation, multiplication, addition */
  ck_assert_uint_eq(checks(p, AZ_C_UNREACH), 1);
  ck_assert_uint_eq(checks(p, AZ_C_BOUNDS), 0);
  ck_assert_uint_eq(p->cause_count, 0);
  az_program_free(p);
  p = program_of(text, AZ_LP64, NULL,
                 1u << AZ_C_OVERFLOW | 1u << AZ_C_BOUNDS | 1u << AZ_C_UNSIGNED_OVERFLOW |
                     1u << AZ_C_CONVERSION);
  ck_assert_uint_eq(checks(p, AZ_C_OVERFLOW), 6); /* and the shift that loses bits; the division */
  ck_assert_uint_eq(checks(p, AZ_C_BOUNDS), 1);   /* a[0] is in bounds */
  ck_assert_uint_eq(checks(p, AZ_C_UNSIGNED_OVERFLOW), 1);
  ck_assert_uint_ge(checks(p, AZ_C_CONVERSION), 1);
  const az_function *f = function(p, "main");
  const az_stmt *s = statement(f, AZ_S_CHECK, 0);
  ck_assert_str_eq(p->checks[s->check].id, "main.overflow.1"); /* clang's, of the division */
  az_program_free(p);
}
END_TEST

START_TEST(assertions_and_stops) {
  az_program *p = of("#include <assert.h>\n#include <stdlib.h>\n"
                     "int main(int argc, char **argv) { assert(argc != 3); __CPROVER_assert(argc "
                     "!= 4, \"four\"); __CPROVER_assume(argc < 9);\n"
                     "  if (argc == 5) abort(); if (argc == 6) exit(1); return 0; }\n");
  ck_assert_uint_eq(p->check_count, 2);
  ck_assert_str_eq(p->checks[0].text, "four");
  ck_assert_str_eq(p->checks[1].text, "argc != 3");
  ck_assert_str_eq(p->functions[p->entry].name, "__ansatz_start");
  const az_stmt *s = statement(&p->functions[p->entry], AZ_S_INPUT, 0);
  ck_assert_int_eq(s->input, AZ_IN_ARGUMENT);
  /* argv, which nobody reads, is no input. */
  ck_assert_ptr_null(statement(&p->functions[p->entry], AZ_S_INPUT, 1));
  ck_assert_ptr_nonnull(statement(&p->functions[p->entry], AZ_S_ASSUME, 0));
  az_program_free(p);
}
END_TEST

START_TEST(another_entry) {
  az_program *p = program_of("int g = 3; const int k[2] = {5, 6}; int f(int x, _Bool b, int *q) { "
                             "return g + k[b] + x + *q; } int main(void) { return 0; }\n",
                             AZ_ILP32, "f", 0);
  const az_function *start = &p->functions[p->entry];
  ck_assert_uint_eq(statement(start, AZ_S_LIVE, 0)->object,
                    (uint32_t)(object(p, "g", AZ_OBJ_GLOBAL) - p->objects));
  ck_assert_str_eq(statement(start, AZ_S_LIVE, 1)->text, AZ_BEHIND_ARGUMENT);
  ck_assert_ptr_null(statement(start, AZ_S_LIVE, 2));
  ck_assert_uint_eq(object(p, "k", AZ_OBJ_GLOBAL)->init_count, 2);
  ck_assert_uint_eq(p->cause_count, 1);
  ck_assert_uint_eq(p->pointer_bits, 32);
  az_program_free(p);
}
END_TEST

START_TEST(unknown_functions_and_models) {
  az_program *p = of("#include <string.h>\nint who(int); int whom(int *);\n"
                     "int main(void) { int x = 1; char b[8]; strcpy(b, \"abc\"); return who(2) + "
                     "whom(&x) + (int)strlen(b); }\n");
  ck_assert_uint_eq(p->warning_count, 2);
  /* whom, strcpy between objects that overlap, and that this is not modelled */
  ck_assert_uint_eq(p->cause_count, 3);
  const az_function *f = function(p, "main");
  ck_assert_int_eq(statement(f, AZ_S_INPUT, 0)->input, AZ_IN_UNKNOWN);
  ck_assert_uint_eq(statement(f, AZ_S_HAVOC, 0)->arg_count, 1);
  ck_assert(function(p, "strlen")->has_body && function(p, "strcpy")->has_body);
  ck_assert_ptr_nonnull(strstr(p->bitcode, "linked.bc"));
  az_program_free(p);
}
END_TEST

START_TEST(several_files) {
  const char *files[] = {
      put("one.c", "int twice(int); extern int shared; int main(void) { return twice(shared); }\n"),
      put("two.c", "int shared = 4; static int helper(int x) { return 2 * x; } int twice(int x) { "
                   "return helper(x); }\n")};
  az_error err = {0};
  az_program *p = read_files(files, 2, AZ_LP64, NULL, 0, &err);
  ck_assert_msg(p != NULL, "%s", err.message);
  ck_assert_uint_eq(object(p, "shared", AZ_OBJ_GLOBAL)->init_count, 1);
  function(p, "helper");
  az_program_free(p);
  const char *clash[] = {put("three.c", "int main(void) { return 0; }\n"),
                         put("four.c", "int main(void) { return 1; }\n")};
  ck_assert_ptr_null(read_files(clash, 2, AZ_LP64, NULL, 0, &err));
  ck_assert_msg(strstr(err.message, "main"), "%s", err.message);
}
END_TEST

START_TEST(preprocessed_lines_are_its_own) {
  const char *file = put("pre.i", "# 1 \"other.c\"\n# 700 \"/usr/include/x.h\" 3 4\nextern int "
                                  "nondet_int(void);\n# 1 \"other.c\" 2\n"
                                  "int main(void) {\n  return nondet_int();\n}\n");
  az_error err = {0};
  az_program *p = read_files(&file, 1, AZ_LP64, NULL, 0, &err);
  ck_assert_msg(p != NULL, "%s", err.message);
  const az_stmt *s = statement(function(p, "main"), AZ_S_INPUT, 0);
  ck_assert_uint_eq(s->loc.line, 6);
  ck_assert_str_eq(p->files[s->loc.file], file);
  az_program_free(p);
}
END_TEST

START_TEST(what_nothing_reaches_is_left_out) {
  az_program *p = of("int unused_variable = 3; int unused(void) { return unused_variable; } int "
                     "main(void) { return 0; }\n");
  for (uint32_t i = 0; i < p->function_count; i++) ck_assert_str_ne(p->functions[i].name, "unused");
  for (uint32_t i = 0; i < p->object_count; i++)
    ck_assert_str_ne(p->objects[i].name, "unused_variable");
  az_program_free(p);
}
END_TEST

/* ---- odd C: valid, with these causes --------------------------------------------------------- */

static const struct {
  const char *text, *cause; /* NULL: modelled exactly */
} odd[] = {
    {"struct b { int a[9]; }; struct b mk(int x) { struct b r = {{x}}; return r; } int use(struct "
     "b q) { return q.a[0]++; }"
     "int main(void) { struct b q = mk(3); return use(q) + use(mk(2)); }",
     NULL},
    {"struct f { float x, y; }; struct f g(struct f a) { a.x += 1; return a; } int main(void) { "
     "struct f a = {1, 2}; a = g(a); return (int)a.x; }",
     NULL},
    {"struct t { void *p; long n; }; struct t g(void *p) { struct t r = {p, 1}; return r; } int "
     "main(void) { int x; return (int)g(&x).n; }",
     NULL},
    {"struct c { char a, b, c; }; int g(struct c x) { return x.b; } int main(void) { struct c v = "
     "{1, 2, 3}; return g(v); }",
     NULL},
    {"int main(int n, char **v) { static void *t[] = {&&a, &&b}; goto *t[n & 1]; a: return 1; b: "
     "return 2; }",
     NULL},
    {"f(a, b) char a; { return a + b; } int main() { return f(1, 2); }", NULL},
    {"int f(); int main() { return f(1) + f(2, 3.0); } int f(int x, int y) { return x; }",
     "missing argument"},
    {"int main(void) { long double x = 1.5L; x = x * 2; double d = x; return d > 1 ? (int)x : 0; }",
     NULL},
    {"int main(void) { _Complex double z = 1.0; z = z + 2.0; return (int)__real__ z; }", NULL},
    {"int main(void) { __int128 x = 1; x = x * x << 70; return (int)(x >> 64); }", NULL},
    {"typedef int v4 __attribute__((vector_size(16))); int main(void) { v4 a = {1, 2, 3, 4}, b = a "
     "+ a; return b[2]; }",
     NULL},
    {"int main(void) { int x = 0; __sync_fetch_and_add(&x, 3); return "
     "__sync_val_compare_and_swap(&x, 3, 4); }",
     NULL},
    {"int main(void) { int x = 1; __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"popcnt %0, %0\" "
     ": "
     "\"+r\"(x)); return x; }",
     "inline assembly"},
    {"int main(void) { int x = 1; __asm__(\"inc %0\" : \"+r\"(x)); return x; }", NULL},
    {"#include <setjmp.h>\njmp_buf b; int main(void) { if (setjmp(b)) return 1; longjmp(b, 1); }",
     "longjmp without a setjmp"},
    {"#include <math.h>\nint main(void) { double d = 2; return isnan(d) + isinf(d) + signbit(d) + "
     "(fabs(d) + floor(d) + sqrt(d) + fmin(d, 1) > 3) + fpclassify(d); }",
     NULL},
    {"#include <math.h>\nint main(void) { return j0(1.5) > 0; }", "j0"},
    {"#include <pthread.h>\nvoid *r(void *a) { return a; } int main(void) { pthread_t t; return "
     "pthread_create(&t, 0, r, 0); }",
     "call of pthread_create: threads that are not joined at once"},
    {"#define _GNU_SOURCE\n#include <search.h>\nint c(const void *a, const void *b) { return 0; } "
     "int main(void) { int "
     "a[2] = {2, 1}; void *root = 0; tsearch(a, &root, c); return a[0]; }",
     "a function of the program passed to tsearch"},
    {"int main(void) { int r; return __builtin_add_overflow(1, 2, &r) + __builtin_popcount(r) + "
     "__builtin_clz(r | 1) + __builtin_bswap32(r); }",
     NULL},
    {"union u { char c; int i; } g = {1}; long a = (long)&g; int main(void) { union u l = {2}; "
     "return g.i + l.i + (int)a; }",
     NULL},
    {"int n; int *const p = &n; int (*q)(void); int f(void) { return 1; } int (*t[])(void) = {f}; "
     "int main(void) { q = t[0]; return q() + *p; }",
     NULL},
    {"#include <stdio.h>\nint main(void) { int (*p)(const char *, ...) = printf; p(\"x\"); "
     "puts(\"y\"); return 0; }",
     "printf"},
    {"int main(void) { int n = 3; int v[n][n + 1]; v[1][2] = 5; int *q = __builtin_alloca(8); *q = "
     "1; return v[1][2] + (int)sizeof v; }",
     NULL},
    {"int main(void) { struct { int n; char d[]; } *p = __builtin_malloc(20); p->d[3] = 1; return "
     "p->d[3]; }",
     NULL},
    {"struct g { int n; char d[]; } s = {1, \"abc\"}; int main(void) { return s.d[1]; }", NULL},
    {"int x; extern int y __attribute__((alias(\"x\"))); int main(void) { y = 3; return x; }",
     NULL},
    {"_Thread_local int t = 3; int main(void) { return t++; }", NULL},
    {"char exit = 1; int main(void) { return exit; }", NULL},
    {"void main(int *a, int n) { if (n) a[0] = 1; }", "pointer argument a of the entry"},
    {"int main(void) { float f = 1; int i; __builtin_memcpy(&i, &f, 4); return i == 0x3f800000 && "
     "*(int *)&f == i; }",
     NULL},
    {"int a[3]; int main(void) { int *p = &a[2], *q = a; return p > q && p - q == 2 && (char *)p - "
     "(char *)q == 8 && p != (int *)5; }",
     NULL},
    {"void g(void) { g(); } int main(void) { for (;;) { L: if (a()) goto M; while (b()) { M: if "
     "(c()) goto L; } } }",
     NULL},
    {"static void c(void) __attribute__((constructor)); static int x; static void c(void) { x = 1; "
     "} int main(void) { return x; }",
     NULL},
};

START_TEST(odd_programs) {
  az_program *p = program_of(odd[_i].text, AZ_LP64, NULL, 1u << AZ_C_UNREACH | 1u << AZ_C_BOUNDS);
  bool found = !odd[_i].cause;
  for (uint32_t i = 0; i < p->cause_count; i++) {
    if (!(p->causes[i].forbids & AZ_FORBIDS_REFUTATIONS)) continue; /* a statement's own */
    ck_assert_msg(odd[_i].cause != NULL, "%s\nnot exact: %s", odd[_i].text, p->causes[i].text);
    found = found || strcmp(p->causes[i].text, odd[_i].cause) == 0;
  }
  ck_assert_msg(found, "%s\nno cause: %s", odd[_i].text, odd[_i].cause);
  az_program_free(p);
}
END_TEST

START_TEST(odd_programs_32) {
  if (strstr(odd[_i].text, "__int128")) return;
  az_program_free(program_of(odd[_i].text, AZ_ILP32, NULL, 1u << AZ_C_OVERFLOW));
}
END_TEST

/* ---- bad input ------------------------------------------------------------------------------- */

static const struct {
  const char *name, *text, *message;
} bad[] = {
    {"syntax.c", "int main(void) {\n  int x = ;\n}\n", "syntax.c:2:11: error: expected expression"},
    {"syntax.i", "# 9 \"f.c\"\nint main(void) {\n  return 0\n}\n",
     "syntax.i:3:11: error: expected ';'"},
    {"empty.c", "", "empty.c: empty file"},
    {"blank.c", "\n \n", "blank.c: empty file"},
    {"library.c", "int f(void) { return 0; }\n", "library.c: no main function"},
    {"bad.bc",
     "BC\xc0\xde"
     "nonsense",
     "bad.bc: not readable as LLVM 19 bitcode"},
    {"text.bc", "int main(void) { return 0; }\n", "text.bc: not LLVM bitcode"},
    {"include.c", "#include \"not_there.h\"\nint main(void) { return 0; }\n",
     "include.c:1:10: fatal error: 'not_there.h' file not found"},
};

START_TEST(bad_input) {
  const char *file = put(bad[_i].name, bad[_i].text);
  az_error err = {0};
  ck_assert_ptr_null(read_files(&file, 1, AZ_LP64, NULL, 0, &err));
  ck_assert_int_eq(err.status, AZ_ERR_INPUT);
  ck_assert_msg(strstr(err.message, bad[_i].message), "%s", err.message);
  ck_assert_ptr_null(strchr(err.message, '\n'));
}
END_TEST

START_TEST(missing_and_truncated) {
  az_error err = {0};
  const char *file = "/nowhere/x.c";
  ck_assert_ptr_null(read_files(&file, 1, AZ_LP64, NULL, 0, &err));
  ck_assert_msg(strstr(err.message, "/nowhere/x.c: No such file"), "%s", err.message);
  err = (az_error){.status = AZ_OK};
  file = folder;
  ck_assert_ptr_null(read_files(&file, 1, AZ_LP64, NULL, 0, &err));
  err = (az_error){.status = AZ_OK};
  az_program *p = of("int main(void) { return 0; }\n");
  char whole[300], cut[300], command[2000];
  snprintf(whole, sizeof whole, "%s/whole.bc", folder);
  snprintf(cut, sizeof cut, "%s/cut.bc", folder);
  snprintf(command, sizeof command, "cp %s %s; head -c 900 %s > %s", p->bitcode, whole, whole, cut);
  az_program_free(p);
  ck_assert_int_eq(system(command), 0);
  file = whole;
  p = read_files(&file, 1, AZ_LP64, NULL, 0, &err);
  ck_assert_msg(p != NULL, "%s", err.message);
  az_program_free(p);
  ck_assert_ptr_null(read_files(&file, 1, AZ_ILP32, NULL, 0, &err));
  ck_assert_msg(strstr(err.message, "data model"), "%s", err.message);
  err = (az_error){.status = AZ_OK};
  file = cut;
  ck_assert_ptr_null(read_files(&file, 1, AZ_LP64, NULL, 0, &err));
  ck_assert_msg(strstr(err.message, "cut.bc: not readable"), "%s", err.message);
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  TCase *c = tcase_create("frontend");
  tcase_add_checked_fixture(c, setup, teardown);
  tcase_set_timeout(c, 30);
  tcase_add_test(c, loops_and_conditions);
  tcase_add_test(c, types_from_debug_information);
  tcase_add_test(c, checks_and_undefined_behaviour);
  tcase_add_test(c, assertions_and_stops);
  tcase_add_test(c, another_entry);
  tcase_add_test(c, unknown_functions_and_models);
  tcase_add_test(c, several_files);
  tcase_add_test(c, preprocessed_lines_are_its_own);
  tcase_add_test(c, what_nothing_reaches_is_left_out);
  tcase_add_loop_test(c, odd_programs, 0, sizeof odd / sizeof *odd);
  tcase_add_loop_test(c, odd_programs_32, 0, sizeof odd / sizeof *odd);
  tcase_add_loop_test(c, bad_input, 0, sizeof bad / sizeof *bad);
  tcase_add_test(c, missing_and_truncated);
  return run_in_folder(c, "frontend", folder);
}
