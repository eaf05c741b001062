/* Checks the memory that library functions without a body read and write, before their call: ranges
 * whose size is an argument, and strings that are literals; other strings are not decided. */
#include "frontend/calls/calls.h"
#include "frontend/names/names.h"
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

/* Sizes: up to the NUL of a string; the size of the result of time(). */
enum { STRING = -2, RESULT = -3 };
/* Indices of arguments: the pointer, the size, and a factor of the size (-1: none). */
static const struct range {
  const char *name;
  int pointer, size, factor;
  bool written;
} ranges[] = {{"read", 1, 2, -1, true},         {"write", 1, 2, -1, false},
              {"snprintf", 0, 1, -1, true},     {"vsnprintf", 0, 1, -1, true},
              {"sprintf", 0, STRING, -1, true}, {"vsprintf", 0, STRING, -1, true},
              {"strtod", 0, STRING, -1, false}, {"atof", 0, STRING, -1, false},
              {"getenv", 0, STRING, -1, false}, {"unlink", 0, STRING, -1, false},
              {"system", 0, STRING, -1, false}, {"open", 0, STRING, -1, false},
              {"remove", 0, STRING, -1, false}, {"time", 0, RESULT, -1, true},
              {"access", 0, STRING, -1, false}, {"chdir", 0, STRING, -1, false},
              {"chmod", 0, STRING, -1, false},  {"mkdir", 0, STRING, -1, false},
              {"rename", 0, STRING, -1, false}, {"rename", 1, STRING, -1, false},
              {"rmdir", 0, STRING, -1, false}};

static bool is_pointer(const fx_call *c, uint32_t i) {
  return i < c->count && LLVMGetTypeKind(c->types[i]) == LLVMPointerTypeKind;
}

/* Emits a copy of the range onto itself, which checks that the range is valid. */
void fx_check_range(fx *x, const fx_call *c, uint32_t i, az_term size, bool written) {
  if (!(x->f->options->classes >> AZ_C_DEREF & 1u) || !is_pointer(c, i)) return;
  az_stmt *s = fx_emit(x, AZ_S_COPY);
  s->ptr = s->value = c->args[i];
  s->size = size;
  s->only_reads = !written;
  fx_check_access(x, AZ_C_DEREF, az_arena_printf(x->f->arena, "range of %s", c->name));
}

/* Returns whether v is a string that the library owns: the result of one of its functions, perhaps
 * read from a variable that has no other values. */
static bool is_librarys(LLVMValueRef v) {
  static const char *const names[] = {"getenv", "strerror", "strsignal", "setlocale"};
  size_t length = 0;
  if (LLVMIsACallInst(v)) {
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &length);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (!strcmp(name, names[i])) return true;
    return false;
  }
  LLVMValueRef slot = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
  if (!slot || !LLVMIsAAllocaInst(slot)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot;
    if (stores ? !LLVMIsACallInst(LLVMGetOperand(user, 0)) || !is_librarys(LLVMGetOperand(user, 0))
               : !LLVMIsALoadInst(user) && !LLVMIsAIntrinsicInst(user))
      return false;
  }
  return true;
}

static void leave_any(fx *x, const fx_call *c, const char *what) {
  char *text = az_arena_printf(x->f->arena, "%s of %s", what, c->name);
  fx_check(x, AZ_C_DEREF, fx_undefined(x, az_sort_bool(), text), text);
}

static void leave_open(fx *x, const fx_call *c, uint32_t i) {
  if (!is_pointer(c, i) || fx_literal(c, i)) return;
  if (c->instruction && is_librarys(LLVMGetOperand(c->instruction, i))) return;
  leave_any(x, c, "string");
}

static az_term bytes(fx *x, uint64_t n) {
  return az_bv(S, x->f->p->pointer_bits, n);
}

static az_term number(fx *x, const fx_call *c, int i) {
  uint32_t bits = x->f->p->pointer_bits;
  if (i < 0) return az_bv(S, bits, 1);
  if ((uint32_t)i >= c->count || is_pointer(c, (uint32_t)i))
    return az_resize(S, fx_undefined(x, az_sort_bv(bits), "missing argument"), bits, false);
  return az_resize(S, fe_pack(x->f, c->args[i]), bits, true);
}

/* Returns the number of bytes that a conversion of scanf writes. */
static uint64_t converted(fx *x, char conversion, const char *length) {
  uint64_t word = x->f->p->pointer_bits / 8;
  if (strchr("eEfFgGaA", conversion)) return *length == 'l' ? 8 : *length == 'L' ? 16 : 4;
  if (conversion == 'p') return word;
  if (!strncmp(length, "hh", 2)) return 1;
  if (*length == 'h') return 2;
  if (!strncmp(length, "ll", 2) || *length == 'j') return 8;
  return *length == 'l' || *length == 'z' || *length == 't' ? word : 4;
}

/* Functions that use a stream, with the index of that argument. */
static const struct {
  const char *name;
  uint32_t at;
} streams[] = {{"fprintf", 0}, {"vfprintf", 0}, {"fscanf", 0}, {"setvbuf", 0}, {"setbuf", 0}};

/* Leaves it undecided whether a stream is open. If the program closes no stream, the standard
 * streams are known to be open. */
static void check_stream(fx *x, const fx_call *c, uint32_t i) {
  static const char *const open[] = {"stdin", "stdout", "stderr"};
  LLVMValueRef v = c->instruction && i < c->count ? LLVMGetOperand(c->instruction, i) : NULL;
  LLVMValueRef from = v && LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
  bool flushes_all = v && !strcmp(c->name, "fflush") && LLVMIsAConstantPointerNull(v);
  bool closes = LLVMGetNamedFunction(x->f->module, "fclose") != NULL;
  size_t length = 0;
  for (size_t k = 0; k < 3 && from && LLVMIsAGlobalVariable(from) && !closes; k++)
    if (LLVMIsDeclaration(from) && !strcmp(LLVMGetValueName2(from, &length), open[k])) return;
  if (!flushes_all) leave_any(x, c, "stream");
}

static void check_format(fx *x, const fx_call *c, const fx_format *format) {
  uint32_t at = format->at;
  bool reads = format->reads;
  const char *f = fx_literal(c, at);
  uint32_t next = at + 1;
  if (!f) {
    for (uint32_t i = at; i < c->count; i++) leave_open(x, c, i);
    return;
  }
  for (fx_conversion p; fx_next_conversion(&f, reads, &p);) {
    next += p.stars;
    if (!p.takes) continue;
    bool text = p.letter && strchr(reads ? "s[" : "sS", p.letter) != NULL;
    if (!reads && (text || p.letter == 'n') && format->list)
      leave_any(x, c, "string"); /* its position is unknown */
    else if (!reads && (text || p.letter == 'n'))
      leave_open(x, c, next);
    else if (reads && ((text && !p.width) || (*p.length == 'l' && (text || p.letter == 'c'))))
      leave_open(x, c, next);
    else if (reads && p.letter)
      fx_check_range(x, c, next,
                     bytes(x, text              ? p.width + 1
                              : p.letter == 'c' ? (p.width ? p.width : 1)
                                                : converted(x, p.letter, p.length)),
                     true);
    next++;
  }
}

void fx_check_ranges(fx *x, const fx_call *c) {
  if (!(x->f->options->classes >> AZ_C_DEREF & 1u)) return;
  const char *name = fx_plain_name(c->name);
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    const struct range *r = &ranges[i];
    if (strcmp(r->name, name) != 0) continue;
    if (r->size == STRING)
      leave_open(x, c, (uint32_t)r->pointer);
    else if (r->size != RESULT) {
      const az_term factor = number(x, c, r->factor);
      const az_term size = az_bv_mul(S, number(x, c, r->size), factor);
      fx_check_range(x, c, (uint32_t)r->pointer, size, r->written);
    } else if (c->count && c->args[0] != az_null(x->f->p))
      fx_check_range(x, c, (uint32_t)r->pointer, bytes(x, x->f->p->pointer_bits / 8), true);
  }
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
    if (!strcmp(streams[i].name, name)) check_stream(x, c, streams[i].at);
  const fx_format *format = fx_format_of(name);
  if (format) check_format(x, c, format);
}
