/* Writes a counterexample as a C file. Compiled with the program, it is an executable that takes
 * the inputs of the execution and fails where the property is violated. Its definitions replace
 * some of the program's: the command in its first lines makes these symbols weak, namely the error
 * function, inputs that the program defines itself, and main if another function is the entry. */
#include "ansatz/statement.h"
#include "cli/write_witness.h"
#include <errno.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

typedef struct input {
  const char *function; /* the function with this result; NULL: it is an argument of the entry */
  const char *type, *value;
} input;

typedef struct writer {
  const az_program *p;
  const az_witness_task *task;
  az_witness *w; /* counts what is left out; texts are in its arena */
  input *inputs; /* stb_ds, in order of execution */
  FILE *out;
} writer;

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Returns the name of a type with this size and representation in any C file, or NULL. */
static const char *type_name(const az_type_info *t) {
  static const char *const names[2][4] = {
      {"unsigned char", "unsigned short", "unsigned int", "unsigned long long"},
      {"signed char", "short", "int", "long long"}};
  int size = t->bytes == 1 ? 0 : t->bytes == 2 ? 1 : t->bytes == 4 ? 2 : t->bytes == 8 ? 3 : -1;
  if (size < 0 || t->width != 8 * t->bytes)
    return t->kind == AZ_T_INT && t->is_bool ? "_Bool" : NULL;
  if (t->kind == AZ_T_FLOAT) return size == 2 ? "float" : size == 3 ? "double" : NULL;
  if (t->kind != AZ_T_INT) return NULL;
  return t->is_bool ? "_Bool" : names[t->is_signed][size];
}

static const char *float_text(az_arena *arena, uint64_t bits, bool is_double) {
  double value;
  float narrow;
  uint32_t low = (uint32_t)bits;
  memcpy(&value, &bits, sizeof value);
  memcpy(&narrow, &low, sizeof narrow);
  if (!is_double) value = (double)narrow;
  if (isnan(value)) return "__builtin_nan(\"\")";
  if (isinf(value)) return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  return az_arena_printf(arena, "%a%s", value, is_double ? "" : "f");
}

/* Returns the value as a C constant, or NULL. */
static const char *value_text(const writer *x, const az_type_info *t, az_term value) {
  uint64_t bits;
  az_arena *arena = x->w->arena;
  if (!value) return NULL;
  if (t->kind == AZ_T_FLOAT) {
    bool is_float = az_sort_kind_of(az_sort_of(x->p->store, value)) == AZ_SORT_FLOAT;
    az_term as_bits = is_float ? az_float_to_bits(x->p->store, value) : value;
    return az_const_u64(x->p->store, as_bits, &bits) ? float_text(arena, bits, t->bytes == 8)
                                                     : NULL;
  }
  if (!az_const_u64(x->p->store, value, &bits)) return NULL;
  uint64_t most = UINT64_MAX >> (64 - 8 * t->bytes);
  if (!t->is_signed || !(bits >> (8 * t->bytes - 1)))
    return az_arena_printf(arena, "%llu%s", (unsigned long long)bits, bits >> 31 ? "u" : "");
  uint64_t below = ~bits & most; /* -1 - value, since the least value has no constant */
  return below == most >> 1 ? az_arena_printf(arena, "-%llu - 1", (unsigned long long)below)
                            : az_arena_printf(arena, "-%llu", (unsigned long long)below + 1);
}

static void collect(writer *x, const az_event *e) {
  const az_stmt *s = e->stmt;
  if (s->kind == AZ_S_INPUT && (s->input == AZ_IN_CHOICE || s->input == AZ_IN_MEMORY)) return;
  if (s->kind != AZ_S_INPUT) {
    if (e->part_count) az_witness_leave_out(x->w, "contents of memory that is not initialised");
    return;
  }
  const az_type_info *t = &x->p->types[e->type];
  input in = {.function = s->input == AZ_IN_ARGUMENT ? NULL : s->text, .type = type_name(t)};
  in.value = in.type ? value_text(x, t, e->value) : NULL;
  if (s->input == AZ_IN_APPROX)
    az_witness_leave_out(x->w, "results of operations that are over-approximated");
  else if (!in.value)
    az_witness_leave_out(x->w, "inputs that are not numbers of at most 64 bits");
  else
    arrput(x->inputs, in);
}

static bool same(const char *a, const char *b) {
  return a && b && !strcmp(a, b);
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Writes text in a comment, which must neither end early nor extend to another line. */
static void put_plain(const char *text, FILE *out) {
  for (const char *c = text; *c; c++)
    fputc((*c == '*' && c[1] == '/') || (unsigned char)*c < ' ' ? '?' : *c, out);
}

static void put_objects(const writer *x) {
  for (size_t i = 0; i < x->task->file_count; i++) {
    const char *name = last_name(x->task->files[i]), *dot = strrchr(name, '.');
    int length = dot ? (int)(dot - name) : (int)strlen(name);
    fputc(' ', x->out);
    put_plain(az_arena_printf(x->w->arena, "%.*s.o", length, name), x->out);
  }
}

static void put_head(const writer *x, const az_event *fail, const char *path) {
  const az_check *check = &x->p->checks[fail->check];
  bool fails_itself = !strcmp(x->task->property, "unreach-call");
  const char *model = !strcmp(x->task->data_model, "ILP32") ? " -m32" : "";
  const char *watch = fails_itself ? "" : " -fsanitize=address,undefined -fno-sanitize-recover=all";
  fprintf(x->out, "/* %s is violated at ", x->task->property);
  put_plain(fail->loc.file < x->p->file_count ? last_name(x->p->files[fail->loc.file]) : "?",
            x->out);
  fprintf(x->out, ":%u: ", fail->loc.line);
  put_plain(check->text ? check->text : "", x->out);
  fprintf(x->out, "\n * The inputs of this execution, found by Ansatz %s. The test fails:\n *\n",
          x->task->version);
  fprintf(x->out, " *     cc%s -g%s -c", model, watch);
  for (size_t i = 0; i < x->task->file_count; i++) {
    fputc(' ', x->out);
    put_plain(x->task->files[i], x->out);
  }
  fputs("\n *     for o in", x->out);
  put_objects(x);
  fprintf(x->out, "; do objcopy --weaken $o; done\n *     cc%s -g%s ", model, watch);
  put_plain(path, x->out);
  put_objects(x);
  fputs(" -lm -o test && ./test\n", x->out);
  for (size_t i = 0; i < arrlenu(x->w->left_out); i++)
    fprintf(x->out, " *\n * Left out, so that it may not fail: %u %s.\n", x->w->left_out[i].count,
            x->w->left_out[i].what);
  fputs(" */\n#include <stdio.h>\n#include <stdlib.h>\n\n", x->out);
}

static void put_verifier(const writer *x) {
  const char *error = x->task->error_function ? x->task->error_function : "reach_error";
  fprintf(x->out,
          "__attribute__((weak)) void __VERIFIER_assume(int holds) {\n  if (!holds) exit(0);\n}\n");
  if (!strcmp(x->task->property, "unreach-call"))
    fprintf(x->out, "\nvoid %s(void) {\n  fputs(\"%s is reached\\n\", stderr);\n  abort();\n}\n",
            error, error);
  else
    fprintf(x->out, "\n__attribute__((weak)) void %s(void) {}\n", error);
}

/* Writes the function with this name, whose results are the inputs. */
static void put_function(const writer *x, const char *name, const char *type) {
  const char *before = "";
  fprintf(x->out, "\n%s %s() {\n  static const %s values[] = {", type, name, type);
  for (size_t i = 0; i < arrlenu(x->inputs); i++) {
    if (!same(x->inputs[i].function, name)) continue;
    fprintf(x->out, "%s%s", before, x->inputs[i].value);
    before = ", ";
  }
  fputs("};\n  static unsigned next;\n", x->out);
  fputs("  return next < sizeof values / sizeof *values ? values[next++] : 0;\n}\n", x->out);
}

/* Functions that the execution does not call need definitions, too. */
static void put_other(writer *x, const az_stmt *s) {
  bool call = s->kind == AZ_S_INPUT && (s->input == AZ_IN_NONDET || s->input == AZ_IN_UNKNOWN);
  if (!call || !s->text) return;
  for (size_t i = 0; i < arrlenu(x->inputs); i++)
    if (same(x->inputs[i].function, s->text)) return;
  const az_type_info *t = &x->p->types[s->type];
  const char *type = t->kind == AZ_T_POINTER ? "void *" : type_name(t);
  if (!type) return;
  fprintf(x->out, "\n__attribute__((weak)) %s %s() {\n  return 0;\n}\n", type, s->text);
  arrput(x->inputs, ((input){s->text, type, "0"})); /* listed once */
}

static void put_functions(writer *x) {
  size_t count = arrlenu(x->inputs);
  for (size_t i = 0; i < count; i++) {
    bool known = !x->inputs[i].function;
    for (size_t k = 0; k < i; k++) known |= same(x->inputs[k].function, x->inputs[i].function);
    if (!known) put_function(x, x->inputs[i].function, x->inputs[i].type);
  }
  for (az_stmts i = az_stmts_of(x->p); az_stmts_next(&i);)
    if (!i.f->is_model) put_other(x, i.stmt);
}

/* Writes the call of the entry function if that is not main. */
static void put_entry(const writer *x) {
  const char *name = x->task->function;
  if (!name || !strcmp(name, "main")) return;
  for (int values = 0; values < 2; values++) {
    const char *before = "";
    fprintf(x->out, values ? "\nint main(void) {\n  %s(" : "\nextern void %s(", name);
    for (size_t i = 0; i < arrlenu(x->inputs); i++) {
      if (x->inputs[i].function) continue;
      fprintf(x->out, "%s%s", before, values ? x->inputs[i].value : x->inputs[i].type);
      before = ", ";
    }
    fputs(values ? ");\n  return 0;\n}\n" : *before ? ");\n" : "void);\n", x->out);
  }
}

/* Fails unless all arguments of the entry function are numbers; main's come from the system. */
static az_status check_arguments(writer *x, az_error *err) {
  const char *name = x->task->function ? x->task->function : "main";
  size_t numbers = 0;
  for (size_t i = arrlenu(x->inputs); i-- > 0;) {
    if (x->inputs[i].function) continue;
    numbers++;
    if (strcmp(name, "main") != 0) continue;
    arrdel(x->inputs, i);
    az_witness_leave_out(x->w, "arguments of main");
  }
  for (uint32_t f = 0; strcmp(name, "main") != 0 && f < x->p->function_count; f++)
    if (same(x->p->functions[f].name, name) && x->p->functions[f].param_count != numbers)
      return az_fail(err, AZ_ERR_UNSUPPORTED, "%s has arguments that are not numbers", name);
  return AZ_OK;
}

az_status az_witness_write_test(az_witness *w, const az_program *p, const az_result *result,
                                const az_witness_task *task, const char *path, az_error *err) {
  writer x = {.p = p, .task = task, .w = w};
  const az_event *fail = NULL;
  for (size_t i = 0; result->trace && i < result->trace->count; i++) {
    const az_event *e = &result->trace->events[i];
    if (e->kind == AZ_EV_INPUT && e->stmt) collect(&x, e);
    if (e->kind == AZ_EV_FAIL) fail = e;
  }
  az_status status = check_arguments(&x, err);
  if (status == AZ_OK && !fail)
    status = az_fail(err, AZ_ERR_UNSUPPORTED, "the counterexample is infinite");
  x.out = status == AZ_OK ? fopen(path, "w") : NULL;
  if (status == AZ_OK && !x.out)
    status = az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
  if (status == AZ_OK) {
    put_head(&x, fail, path);
    put_verifier(&x);
    put_functions(&x);
    put_entry(&x);
    bool fine = !ferror(x.out);
    fine = !fclose(x.out) && fine;
    if (!fine) status = az_fail(err, AZ_ERR_RESOURCE, "%s: cannot be written", path);
  }
  arrfree(x.inputs);
  return status;
}
