/* `show cfg`: the program as text, one statement per line. A register with a loaded value is
 * printed as the lvalue that was read, if no write between the load and the last use of the
 * register may have changed it; other loads get a line `r := lvalue`. */
#include "cli/show_program.h"
#include "ansatz/allocate.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct printer {
  const az_program *p;
  const az_function *f;
  FILE *out;
  struct {
    az_term key;
    char *value;
  } *text; /* register -> its text */
  struct {
    az_term key;
    const az_stmt *value;
  } *load; /* register -> the LOAD that set it */
  struct {
    az_term key;
    uint32_t value;
  } *address; /* address variable -> object */
  uint32_t temps;
} printer;

/* Also prints objects that arguments of an entry function point to. */
static const char *register_text(void *ctx, az_term var) {
  printer *pr = ctx;
  ptrdiff_t i = hmgeti(pr->text, var);
  return i >= 0 ? pr->text[i].value : az_var_name(pr->p->store, var);
}

/* Removes a pair of parentheses that encloses the whole text. */
static char *bare(char *text) {
  size_t n = strlen(text), depth = 0;
  if (n < 2 || text[0] != '(') return text;
  for (size_t i = 0; i + 1 < n; i++) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    if (depth == 0) return text;
  }
  memmove(text, text + 1, n - 2);
  text[n - 2] = 0;
  return text;
}

static char *pointer_text(printer *pr, az_term t);

static char *term_text(printer *pr, az_term t) {
  const az_store *s = pr->p->store;
  if (t == AZ_NO_TERM) return az_strdup("");
  if (az_sort_of(s, t) == az_sort_bv(az_pointer_width(pr->p))) return pointer_text(pr, t);
  return bare(az_print_c(s, t, register_text, pr));
}

/* ---- pointers ------------------------------------------------------------------------------ */

/* A pointer term as base + constant + variable part. */
typedef struct place {
  uint32_t object; /* or AZ_NONE */
  az_term base;    /* a pointer register, if no object is known */
  int64_t constant;
  az_term variable; /* the rest of the offset, or 0 */
  uint32_t parts;   /* number of variable summands; only one of them is kept */
} place;

static bool is_offset_of(const az_store *s, az_term t, az_term *pointer) {
  if (az_kind_of(s, t) != AZ_K_EXTRACT || az_extract_low(s, t) != 0) return false;
  *pointer = az_operand(s, t, 0);
  return true;
}

static void add_offset(const printer *pr, place *at, az_term t) {
  const az_store *s = pr->p->store;
  az_wide constant;
  az_term pointer;
  if (az_const_wide(s, t, true, &constant)) {
    at->constant += (int64_t)constant;
  } else if (az_kind_of(s, t) == AZ_K_BV_ADD) {
    add_offset(pr, at, az_operand(s, t, 0));
    add_offset(pr, at, az_operand(s, t, 1));
  } else if (at->base && is_offset_of(s, t, &pointer) && pointer == at->base) {
    /* the base's own offset */
  } else {
    at->variable = t;
    at->parts++;
  }
}

static bool find_place(printer *pr, az_term t, place *at) {
  const az_store *s = pr->p->store;
  uint64_t number;
  *at = (place){.object = AZ_NONE};
  if (az_kind_of(s, t) == AZ_K_VAR) {
    at->base = t;
    return true;
  }
  az_term object, offset;
  if (az_kind_of(s, t) == AZ_K_CONST) {
    const uint64_t *limbs = az_const_limbs(s, t);
    number = pr->p->pointer_bits == 64 ? limbs[1] : limbs[0] >> 32;
    at->constant = pr->p->pointer_bits == 64 ? (int64_t)limbs[0] : (int32_t)limbs[0];
    if (number == 0 || number > pr->p->object_count) return false;
    at->object = (uint32_t)number - 1;
    return true;
  }
  if (az_kind_of(s, t) != AZ_K_CONCAT) return false;
  object = az_operand(s, t, 0);
  offset = az_operand(s, t, 1);
  if (az_sort_width(az_sort_of(s, object)) != AZ_OBJECT_BITS) return false;
  ptrdiff_t i = hmgeti(pr->address, object);
  if (i >= 0)
    at->object = pr->address[i].value;
  else if (az_const_u64(s, object, &number) && number && number <= pr->p->object_count)
    at->object = (uint32_t)number - 1;
  else if (az_kind_of(s, object) == AZ_K_EXTRACT &&
           az_kind_of(s, az_operand(s, object, 0)) == AZ_K_VAR)
    at->base = az_operand(s, object, 0);
  else
    return false;
  add_offset(pr, at, offset);
  return at->parts <= 1;
}

/* Returns t / size as text; NULL if the term does not show the quotient. */
static char *index_text(printer *pr, az_term t, uint64_t size) {
  const az_store *s = pr->p->store;
  az_kind kind = az_kind_of(s, t);
  uint64_t factor = 0;
  if (size > 1) {
    if (kind != AZ_K_BV_MUL && kind != AZ_K_BV_SHL) return NULL;
    uint32_t side = az_is_const(s, az_operand(s, t, 0)) && kind == AZ_K_BV_MUL ? 0 : 1;
    if (!az_const_u64(s, az_operand(s, t, side), &factor)) return NULL;
    if (kind == AZ_K_BV_SHL) factor = factor < 63 ? UINT64_C(1) << factor : 0;
    if (factor != size) return NULL;
    t = az_operand(s, t, side == 0 ? 1 : 0);
  }
  while (az_kind_of(s, t) == AZ_K_SEXT || az_kind_of(s, t) == AZ_K_ZEXT) t = az_operand(s, t, 0);
  return term_text(pr, t);
}

/* Returns the text name[index] of an element of an array or of a pointer's target; NULL if the term
 * does not show the index. Sets *type to the element's type, *offset to the offset in it. */
static char *element_text(printer *pr, const place *at, const char *name, az_type *type,
                          uint64_t *offset) {
  const az_program *p = pr->p;
  if (at->object != AZ_NONE)
    *type = p->types[*type].kind == AZ_T_ARRAY ? p->types[*type].element : 0;
  uint64_t size = *type ? p->types[*type].bytes : 0;
  char *index = size ? index_text(pr, at->variable, size) : NULL, *text = NULL;
  if (index)
    text = *offset / size
               ? az_asprintf("%s[%s + %llu]", name, index, (unsigned long long)(*offset / size))
               : az_asprintf("%s[%s]", name, index);
  *offset = size ? *offset % size : 0;
  free(index);
  return text;
}

/* Returns the target of the pointer `name` as text; sets *offset to the offset within it. */
static char *pointee_text(const az_program *p, const char *name, az_type type, uint64_t *offset) {
  uint64_t size = p->types[type].bytes, at = *offset;
  *offset = size ? at % size : at;
  if (size && at >= size) return az_asprintf("%s[%llu]", name, (unsigned long long)(at / size));
  return p->types[type].kind == AZ_T_RECORD ? az_asprintf("(*%s)", name) : az_asprintf("*%s", name);
}

/* Returns the text of the field of the record that the pointer `name` points to, or NULL. */
static char *field_text(const az_program *p, const char *name, az_type type, uint64_t offset,
                        uint64_t bytes) {
  uint64_t size = p->types[type].bytes;
  if (p->types[type].kind != AZ_T_RECORD || (size && offset >= size)) return NULL;
  char *path = az_lvalue_text(p, "", type, offset, bytes);
  char *out = path && path[0] == '.' ? az_asprintf("%s->%s", name, path + 1) : NULL;
  free(path);
  return out;
}

/* Returns the lvalue at a location as text, or NULL if its type does not determine the lvalue. */
static char *place_text(printer *pr, const place *at, uint64_t bytes) {
  const az_program *p = pr->p;
  bool is_object = at->object != AZ_NONE;
  const char *name = is_object ? p->objects[at->object].name : register_text(pr, at->base);
  az_type type = is_object ? p->objects[at->object].type : 0;
  ptrdiff_t load = is_object ? -1 : hmgeti(pr->load, at->base);
  if (load >= 0 && p->types[pr->load[load].value->type].kind == AZ_T_POINTER)
    type = p->types[pr->load[load].value->type].element;
  if (!name || !type || at->constant < 0) return NULL;
  uint64_t offset = (uint64_t)at->constant;
  char *head = NULL;
  if (at->variable) {
    head = element_text(pr, at, name, &type, &offset);
  } else if (!is_object) {
    char *field = field_text(p, name, type, offset, bytes);
    if (field) return field;
    head = pointee_text(p, name, type, &offset);
  } else {
    head = az_strdup(name);
  }
  char *out = head ? az_lvalue_text(p, head, type, offset, bytes) : NULL;
  free(head);
  return out;
}

/* Returns the lvalue at a pointer for the bytes of a type. */
static char *lvalue_text(printer *pr, az_term pointer, az_type type) {
  place at;
  uint64_t bytes = type < pr->p->type_count ? pr->p->types[type].bytes : 0;
  char *out = find_place(pr, pointer, &at) ? place_text(pr, &at, bytes) : NULL;
  if (out) return out;
  char *text = pointer_text(pr, pointer);
  out = text[0] == '&' ? az_strdup(text + 1) : az_asprintf("*(%s)", text);
  free(text);
  return out;
}

static char *pointer_text(printer *pr, az_term t) {
  const az_program *p = pr->p;
  place at;
  if (az_is_const(p->store, t) && t == az_null(p)) return az_strdup("NULL");
  if (!find_place(pr, t, &at)) return bare(az_print_c(p->store, t, register_text, pr));
  const char *name = at.object != AZ_NONE ? p->objects[at.object].name : register_text(pr, at.base);
  const char *amp = at.object != AZ_NONE ? "&" : "";
  char *rest = at.variable ? term_text(pr, at.variable) : NULL, *out;
  if (!rest && at.constant == 0)
    out = az_asprintf("%s%s", amp, name);
  else if (!rest && at.object != AZ_NONE && at.constant > 0) {
    char *lvalue = az_lvalue_text(p, name, p->objects[at.object].type, (uint64_t)at.constant, 0);
    out = az_asprintf("&%s", lvalue ? lvalue : name);
    free(lvalue);
  } else if (!rest)
    out = az_asprintf("(char *)%s%s + %lld", amp, name, (long long)at.constant);
  else if (at.constant == 0)
    out = az_asprintf("(char *)%s%s + (%s)", amp, name, rest);
  else
    out = az_asprintf("(char *)%s%s + (%s) + %lld", amp, name, rest, (long long)at.constant);
  free(rest);
  return out;
}

/* ---- statements ---------------------------------------------------------------------------- */

typedef struct use {
  az_term var;
  bool found;
} use;

static void note_use(void *ctx, az_term var) {
  use *u = ctx;
  u->found = u->found || var == u->var;
}

static bool reads(const printer *pr, const az_stmt *s, az_term var) {
  use u = {var, false};
  az_stmt_vars(pr->p->store, s, 0, note_use, &u);
  return u.found;
}

/* Returns whether all uses of the register loaded at `i` can be printed as the lvalue that was
 * read. The lvalue's own registers precede it, and were tested before. Loads that use the register
 * are tested recursively: their lvalues mention the register, so these must not be used after a
 * write. */
static bool stays(const printer *pr, const az_block *b, uint32_t i) {
  az_term var = b->stmts[i].result;
  bool written = false;
  for (uint32_t j = i + 1; j < b->stmt_count; j++) {
    if (written && reads(pr, &b->stmts[j], var)) return false;
    if (b->stmts[j].kind == AZ_S_LOAD && reads(pr, &b->stmts[j], var) && !stays(pr, b, j))
      return false;
    written = written || az_stmt_changes(&b->stmts[j]);
  }
  use u = {var, false};
  if (b->condition) az_free_vars(pr->p->store, &b->condition, 1, note_use, &u);
  if (b->value) az_free_vars(pr->p->store, &b->value, 1, note_use, &u);
  return !(written && u.found);
}

static void place_column(const printer *pr, az_loc loc) {
  char buffer[256];
  const char *text =
      loc.line ? az_loc_text(pr->p, (az_loc){loc.file, loc.line, 0}, buffer, sizeof buffer) : "";
  const char *slash = strrchr(text, '/');
  fprintf(pr->out, "    %-14s ", slash ? slash + 1 : text);
}

static const char *name_result(printer *pr, const az_stmt *s) {
  if (!s->result) return NULL;
  char *name = az_asprintf("r%u", ++pr->temps);
  hmput(pr->text, s->result, name);
  return name;
}

static void print_args(printer *pr, const az_stmt *s) {
  for (uint32_t i = 0; i < s->arg_count; i++) {
    char *arg = term_text(pr, s->args[i]);
    fprintf(pr->out, "%s%s", i ? ", " : "", arg);
    free(arg);
  }
}

static void print_check(const printer *pr, const az_check *c, const char *condition) {
  fprintf(pr->out, "check %s%s[%s: %s]", condition, *condition ? " " : "", c->id,
          c->text ? c->text : az_class_name(c->cls));
}

static void print_call(printer *pr, const az_stmt *s, const char *ptr) {
  if (s->callee == AZ_NONE)
    fprintf(pr->out, "(*%s)(", ptr);
  else
    fprintf(pr->out, "%s(", pr->p->functions[s->callee].name);
  print_args(pr, s);
  fprintf(pr->out, ")");
}

static void print_alloc(const printer *pr, const az_stmt *s, const char *ptr, const char *size) {
  static const char *const allocs[] = {"malloc", "calloc", "realloc", "alloca", "vla"};
  bool has_old = s->alloc == AZ_ALLOC_REALLOC;
  fprintf(pr->out, "%s(%s%s%s)", allocs[s->alloc], has_old ? ptr : "", has_old ? ", " : "", size);
}

/* Prints the statement with its operands but without its result. */
static void print_operation(printer *pr, const az_stmt *s, const char *ptr, const char *value,
                            const char *size) {
  const az_program *p = pr->p;
  FILE *out = pr->out;
  const char *object = (s->kind == AZ_S_LIVE || s->kind == AZ_S_DEAD) && s->object != AZ_NONE
                           ? p->objects[s->object].name
                           : ptr;
  switch (s->kind) {
  case AZ_S_LIVE: fprintf(out, "live %s", object); break;
  case AZ_S_DEAD: fprintf(out, "dead %s", object); break;
  case AZ_S_LOAD: fprintf(out, "%s", ptr); break;
  case AZ_S_STORE: fprintf(out, "%s := %s", ptr, value); break;
  case AZ_S_COPY: fprintf(out, "copy(%s, %s, %s)", ptr, value, size); break;
  case AZ_S_SET: fprintf(out, "set(%s, %s, %s)", ptr, value, size); break;
  case AZ_S_INPUT:
    fprintf(out, "input %s : %s", s->text ? s->text : "", p->types[s->type].name);
    break;
  case AZ_S_HAVOC:
    fprintf(out, "havoc(");
    print_args(pr, s);
    fprintf(out, ") by %s", s->text ? s->text : "?");
    break;
  case AZ_S_PTR_TO_INT: fprintf(out, "(uintptr_t)(%s)", ptr); break;
  case AZ_S_INT_TO_PTR: fprintf(out, "(void *)(%s)", value); break;
  case AZ_S_SAME: fprintf(out, "%s same as %s", ptr, value); break;
  case AZ_S_ALLOC: print_alloc(pr, s, ptr, size); break;
  case AZ_S_FREE: fprintf(out, "free(%s)", ptr); break;
  case AZ_S_ASSUME: fprintf(out, "assume %s", value); break;
  case AZ_S_CHECK: print_check(pr, &p->checks[s->check], value); break;
  case AZ_S_LEAK: print_check(pr, &p->checks[s->check], ""); break;
  case AZ_S_CALL: print_call(pr, s, ptr); break;
  case AZ_S_UNSUPPORTED:
    fprintf(out, "unsupported%s%s: %s", s->value ? " where " : "", s->value ? value : "", s->text);
    break;
  }
}

static void print_stmt(printer *pr, const az_block *b, uint32_t i) {
  const az_stmt *s = &b->stmts[i];
  bool accesses = s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE;
  char *ptr = accesses ? lvalue_text(pr, s->ptr, s->type) : term_text(pr, s->ptr);
  if (s->kind == AZ_S_LOAD) {
    hmput(pr->load, s->result, s);
    if (stays(pr, b, i)) {
      hmput(pr->text, s->result, ptr);
      return;
    }
  }
  char *value = term_text(pr, s->value), *size = term_text(pr, s->size);
  place_column(pr, s->loc);
  const char *result = name_result(pr, s);
  if (result) fprintf(pr->out, "%s := ", result);
  print_operation(pr, s, ptr, value, size);
  fputc('\n', pr->out);
  free(ptr);
  free(value);
  free(size);
}

static void print_end(printer *pr, const az_block *b) {
  char *condition = term_text(pr, b->condition), *value = term_text(pr, b->value);
  place_column(pr, b->end_loc);
  switch (b->end) {
  case AZ_END_GOTO: fprintf(pr->out, "goto %u", b->successors[0]); break;
  case AZ_END_IF:
    fprintf(pr->out, "if %s goto %u else %u", condition, b->successors[0], b->successors[1]);
    break;
  case AZ_END_SWITCH:
    fprintf(pr->out, "switch %s {", condition);
    for (uint32_t i = 0; i + 1 < b->successor_count; i++) {
      char *label = term_text(pr, b->cases[i]);
      fprintf(pr->out, " %s: %u,", label, b->successors[i]);
      free(label);
    }
    fprintf(pr->out, " default: %u }", b->successors[b->successor_count - 1]);
    break;
  case AZ_END_RETURN: fprintf(pr->out, "return%s%s", *value ? " " : "", value); break;
  case AZ_END_STOP: fprintf(pr->out, "stop"); break;
  }
  fputc('\n', pr->out);
  free(condition);
  free(value);
}

static void print_block(printer *pr, uint32_t index) {
  const az_block *b = &pr->f->blocks[index];
  fprintf(pr->out, "  %u:", index);
  if (b->name) fprintf(pr->out, " %s", b->name);
  if (b->loop != AZ_NONE) {
    const az_loop *loop = &pr->f->loops[b->loop];
    char buffer[256];
    if (loop->head == index)
      fprintf(pr->out, "  (head of loop %u, depth %u, %s)", b->loop, loop->depth,
              az_loc_text(pr->p, loop->loc, buffer, sizeof buffer));
    else
      fprintf(pr->out, "  (loop %u)", b->loop);
  }
  fputc('\n', pr->out);
  for (uint32_t i = 0; i < b->stmt_count; i++) print_stmt(pr, b, i);
  print_end(pr, b);
  for (ptrdiff_t i = 0; i < hmlen(pr->text); i++) free(pr->text[i].value);
  hmfree(pr->text);
  hmfree(pr->load);
}

static void print_function(printer *pr, const az_function *f) {
  const az_program *p = pr->p;
  pr->f = f;
  pr->temps = 0;
  fprintf(pr->out, "%s %s(", p->types[f->result_type].name, f->name);
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *o = &p->objects[f->params[i]];
    fprintf(pr->out, "%s%s %s", i ? ", " : "", p->types[o->type].name, o->name);
  }
  fprintf(pr->out, "%s)%s\n", f->is_variadic ? (f->param_count ? ", ..." : "...") : "",
          f->recursive ? "  recursive" : "");
  for (uint32_t i = 0; i < f->order_count; i++) print_block(pr, f->order[i]);
  fputc('\n', pr->out);
}

void az_program_print(const az_program *p, FILE *out) {
  printer pr = {.p = p, .out = out};
  for (uint32_t i = 0; i < p->object_count; i++)
    if (!az_is_const(p->store, p->objects[i].address)) hmput(pr.address, p->objects[i].address, i);
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    if (o->kind != AZ_OBJ_GLOBAL) continue;
    fprintf(out, "%s%s %s", o->is_external ? "extern " : "", p->types[o->type].name, o->name);
    for (uint32_t j = 0; j < o->init_count && j < 8; j++) {
      char *lvalue =
          az_lvalue_text(p, o->name, o->type, o->init[j].offset, p->types[o->init[j].type].bytes);
      char *value = term_text(&pr, o->init[j].value);
      fprintf(out, "%s %s = %s", j ? "," : " :", lvalue ? lvalue : o->name, value);
      free(lvalue);
      free(value);
    }
    fprintf(out, "%s\n", o->init_count > 8 ? ", ..." : "");
  }
  if (p->object_count) fputc('\n', out);
  for (uint32_t i = 0; i < p->function_count; i++)
    if (p->functions[i].has_body) print_function(&pr, &p->functions[i]);
  for (uint32_t i = 0; i < p->cause_count; i++) {
    char buffer[256];
    if (!(p->causes[i].forbids & AZ_FORBIDS_REFUTATIONS)) continue;
    fprintf(out, "approximated: %s (%s)\n", p->causes[i].text,
            az_loc_text(p, p->causes[i].loc, buffer, sizeof buffer));
  }
  hmfree(pr.address);
}
