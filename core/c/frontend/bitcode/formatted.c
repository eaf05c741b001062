/* Expands formats that are known when the program is read (C17 7.21.6): a call of printf, scanf or
 * one of their variants becomes a sequence of calls, one for each piece of the format, of functions
 * without variable arguments in library. The bitcode is changed, so that a replay runs the same
 * program. Calls with output formats that are not understood are kept (library.c); after a call
 * with such an input format, nothing is known. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/names/names.h"
#include "library/units.h"
#include <llvm-c/DebugInfo.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* The values that library/print.c and scan.c use. */
enum { LEFT = 1, PLUS = 2, BLANK = 4, ALTERNATIVE = 8, ZEROS = 16, UPPER = 32 };
enum { SIGNED = 1, BINARY = 2 };
enum { UNSET = -1, IN_ARGUMENT = -2 }; /* of a width or precision */

typedef struct piece {
  char conversion; /* 0: literal text */
  const char *text;
  size_t length; /* of the text */
  int flags, width, precision;
  int bytes;       /* of the argument of an integer, %n or a float */
  bool suppressed; /* input that is read but not stored */
  bool wide;       /* output: a wide character, or a string of them */
  uint64_t set[4]; /* input: bit set of the characters of %s and %[ */
} piece;

typedef struct expansion {
  fe_build *build;
  LLVMBuilderRef b;
  LLVMValueRef call;
  const fx_format *format;
  LLVMTypeRef i32, i64, ptr, nothing, word;
  piece *pieces; /* stb_ds */
  bool changed;
} expansion;

/* ---- formats ------------------------------------------------------------------------------- */

static int number(const char **at) {
  int n = 0;
  while (**at >= '0' && **at <= '9' && n < 100000) n = n * 10 + (*(*at)++ - '0');
  return n;
}

static int width_of(const char **at) {
  if (**at == '*') {
    (*at)++;
    return IN_ARGUMENT;
  }
  return number(at);
}

/* Reads the length modifier. Returns the size of an integer with it, or of a float with L. */
static int bytes_of(const char **at, char *modifier, int word) {
  static const struct {
    const char *text;
    int bytes;
  } lengths[] = {{"hh", 1}, {"h", 2}, {"ll", 8}, {"q", 8}, {"j", 8}};
  *modifier = **at;
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    if (!strncmp(*at, lengths[i].text, strlen(lengths[i].text))) {
      *at += strlen(lengths[i].text);
      return lengths[i].bytes;
    }
  if (**at && strchr("lzt", **at)) {
    (*at)++;
    return word;
  }
  if (**at == 'L') {
    (*at)++;
    return 16;
  }
  *modifier = 0;
  return 4;
}

static void add_text(expansion *e, const char *text, size_t length) {
  if (length) arrput(e->pieces, ((piece){.text = text, .length = length}));
}

/* Reads the characters of %[. Returns the text after them; NULL if no bracket ends them. */
static const char *read_set(const char *at, uint64_t *set) {
  bool inverts = *at == '^';
  if (inverts) at++;
  const char *first = at;
  for (; *at && (*at != ']' || at == first); at++) {
    uint8_t low = (uint8_t)*at, high = low;
    if (at[1] == '-' && at[2] && at[2] != ']' && (uint8_t)at[2] >= low) {
      high = (uint8_t)at[2];
      at += 2;
    }
    for (unsigned c = low; c <= high; c++) set[c / 64] |= UINT64_C(1) << c % 64;
  }
  for (int i = 0; inverts && i < 4; i++) set[i] = ~set[i];
  return *at ? at + 1 : NULL;
}

static void fill_set(uint64_t *set) {
  for (unsigned c = 0; c < 256; c++)
    if (c != ' ' && (c < 9 || c > 13)) set[c / 64] |= UINT64_C(1) << c % 64;
}

/* Reads a conversion of output after its percent sign; returns false if it is not understood. */
static bool read_output(expansion *e, const char **at, piece *p) {
  static const char letters[] = "-+ #0";
  char modifier;
  for (const char *flag; **at && (flag = strchr(letters, **at)); (*at)++)
    p->flags |= 1 << (flag - letters);
  p->width = width_of(at);
  p->precision = UNSET;
  if (**at == '.') {
    (*at)++;
    p->precision = width_of(at);
  }
  p->bytes = bytes_of(at, &modifier, (int)e->build->pointer_bits / 8);
  p->conversion = *(*at)++;
  if (p->conversion == 'i') p->conversion = 'd';
  if (p->conversion == 'X') {
    p->conversion = 'x';
    p->flags |= UPPER;
  }
  if (p->conversion && strchr("duxo", p->conversion)) return modifier != 'L';
  p->wide = strchr("cs", p->conversion) && modifier == 'l' && (*at)[-3] != 'l';
  if (p->conversion == 'c') return !modifier || p->wide;
  /* If the string is converted, the precision does not determine how much of it is read. */
  bool converted = p->conversion == 's' && p->wide != e->format->wide;
  if (p->conversion == 's') return (!modifier || p->wide) && (!converted || p->precision == UNSET);
  if (p->conversion == 'n') return modifier != 'L' && !e->format->wide;
  /* No model computes the characters of floats; this matters only where the characters are used. */
  return p->conversion && strchr("eEfFgGaAp", p->conversion) &&
         (!modifier || modifier == 'L' || modifier == 'l');
}

static bool read_input(expansion *e, const char **at, piece *p) {
  char modifier;
  if (**at == '*') {
    p->suppressed = true;
    (*at)++;
  }
  if (**at == '0') return false;
  p->width = number(at);
  p->bytes = bytes_of(at, &modifier, (int)e->build->pointer_bits / 8);
  p->conversion = *(*at)++;
  switch (p->conversion) {
  case 'X': p->conversion = 'x'; return modifier != 'L';
  case 'd':
  case 'u':
  case 'x':
  case 'o': return modifier != 'L' && p->width < 100;
  case 'i': return modifier != 'L' && !p->width;
  case 'n': return modifier != 'L' && !p->width && !p->suppressed;
  case 'c': return !modifier;
  case 's': fill_set(p->set); return !modifier;
  case '[': *at = read_set(*at, p->set); return *at && !modifier;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    if (modifier == 'l') p->bytes = 8;
    return (!modifier || (modifier == 'l' && (*at)[-2] == 'l' && (*at)[-3] != 'l')) && !p->width;
  default: return false;
  }
}

/* Splits the format into pieces; returns false if one of them is not understood. */
static bool read_format(expansion *e, const char *format) {
  const char *at = format, *text = format;
  while (*at) {
    if (*at++ != '%') continue;
    add_text(e, text, (size_t)(at - 1 - text));
    text = at;
    if (*at == '%') { /* in a format of input, this conversion skips spaces */
      if (e->format->reads) {
        arrput(e->pieces, ((piece){.conversion = '%'}));
        text = ++at;
      } else {
        at++;
      }
      continue;
    }
    piece p = {0};
    if (!(e->format->reads ? read_input(e, &at, &p) : read_output(e, &at, &p))) return false;
    arrput(e->pieces, p);
    text = at;
  }
  add_text(e, text, (size_t)(at - text));
  return true;
}

/* ---- arguments ----------------------------------------------------------------------------- */

static bool is_integer_of(LLVMValueRef v, int bytes) {
  LLVMTypeRef type = LLVMTypeOf(v);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         (int)LLVMGetIntTypeWidth(type) == (bytes < 4 ? 32 : bytes * 8);
}

static bool is_pointer(LLVMValueRef v) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

/* Returns whether the argument fits the conversion. */
static bool fits(const expansion *e, const piece *p, LLVMValueRef v) {
  if (e->format->reads || strchr("spn", p->conversion)) return is_pointer(v);
  if (p->conversion == 'c') return is_integer_of(v, 4);
  if (strchr("duxo", p->conversion)) return is_integer_of(v, p->bytes);
  return LLVMGetTypeKind(LLVMTypeOf(v)) ==
         (p->bytes == 16 ? LLVMX86_FP80TypeKind : LLVMDoubleTypeKind);
}

/* Returns whether every conversion has an argument that fits. */
static bool has_arguments(const expansion *e) {
  unsigned next = e->format->at + 1, count = LLVMGetNumArgOperands(e->call);
  for (size_t i = 0; i < arrlenu(e->pieces); i++) {
    const piece *p = &e->pieces[i];
    if (!p->conversion || p->conversion == '%' || p->suppressed) continue;
    int stars = (p->width == IN_ARGUMENT) + (p->precision == IN_ARGUMENT);
    for (; stars; stars--, next++)
      if (next >= count || !is_integer_of(LLVMGetOperand(e->call, next), 4)) return false;
    if (next >= count || !fits(e, p, LLVMGetOperand(e->call, next))) return false;
    next++;
  }
  return true;
}

/* ---- calls --------------------------------------------------------------------------------- */

static LLVMValueRef call(expansion *e, const char *name, LLVMTypeRef result, bool is_variadic,
                         LLVMValueRef *args, unsigned count) {
  return fe_build_call(e->build->module, e->b, name, result, args, count, is_variadic ? 1 : -1);
}

#define CALL(name, ...)                                                                            \
  call(e, "__ansatz_" name, e->nothing, false, (LLVMValueRef[]){__VA_ARGS__},                      \
       sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))

static LLVMValueRef int_of(const expansion *e, int n) {
  return LLVMConstInt(e->i32, (uint64_t)(int64_t)n, true);
}

static LLVMValueRef long_of(const expansion *e, uint64_t n) {
  return LLVMConstInt(e->i64, n, false);
}

static LLVMValueRef argument(const expansion *e, unsigned i) {
  return LLVMGetOperand(e->call, i);
}

/* ---- output -------------------------------------------------------------------------------- */

static void print_text(expansion *e, const piece *p, bool is_seen) {
  if (!is_seen) {
    CALL("print_skip", LLVMConstInt(e->word, p->length, false));
    return;
  }
  for (size_t i = 0; i < p->length; i += 8) {
    uint64_t chars = 0;
    size_t n = p->length - i < 8 ? p->length - i : 8;
    for (size_t k = 0; k < n; k++) chars |= (uint64_t)(uint8_t)p->text[i + k] << 8 * k;
    CALL("print_chars", long_of(e, chars), int_of(e, (int)n));
  }
}

/* Prints an integer: truncates it to the conversion's type, then extends it to the model's. */
static void print_integer(expansion *e, const piece *p, LLVMValueRef v, LLVMValueRef flags,
                          LLVMValueRef width, LLVMValueRef precision) {
  bool is_signed = p->conversion == 'd', is_long = p->bytes == 8;
  if (p->bytes < 4) {
    LLVMTypeRef narrow = LLVMIntTypeInContext(e->build->context, (unsigned)p->bytes * 8);
    v = LLVMBuildTrunc(e->b, v, narrow, "");
    v = is_signed ? LLVMBuildSExt(e->b, v, e->i32, "") : LLVMBuildZExt(e->b, v, e->i32, "");
  }
  if (p->conversion == 'x' || p->conversion == 'o') {
    if (!is_long) v = LLVMBuildZExt(e->b, v, e->i64, "");
    if (p->conversion == 'x')
      CALL("print_hex", v, flags, width, precision);
    else
      CALL("print_octal", v, flags, width, precision);
  } else if (is_signed && is_long) {
    CALL("print_long", v, flags, width, precision);
  } else if (is_signed) {
    CALL("print_int", v, flags, width, precision);
  } else if (is_long) {
    CALL("print_unsigned_long", v, flags, width, precision);
  } else {
    CALL("print_unsigned", v, flags, width, precision);
  }
}

/* Prints all pieces. `is_seen`: the characters are observed, not only their number. */
static void print_pieces(expansion *e, bool is_seen) {
  unsigned next = e->format->at + 1;
  for (size_t i = 0; i < arrlenu(e->pieces); i++) {
    const piece *p = &e->pieces[i];
    if (!p->conversion) {
      print_text(e, p, is_seen);
      continue;
    }
    LLVMValueRef flags = int_of(e, p->flags);
    LLVMValueRef width = p->width == IN_ARGUMENT ? argument(e, next++) : int_of(e, p->width);
    LLVMValueRef precision =
        p->precision == IN_ARGUMENT ? argument(e, next++) : int_of(e, p->precision);
    LLVMValueRef v = argument(e, next++);
    if (p->conversion == 'c')
      CALL("print_char", v, flags, width);
    else if (p->conversion == 's')
      CALL("print_string", v, flags, width, precision);
    else if (p->conversion == 'n')
      CALL("print_count", v, int_of(e, p->bytes));
    else
      print_integer(e, p, v, flags, width, precision);
  }
}

/* Reads the strings that are printed, so that these reads are checked. */
static void read_strings(expansion *e) {
  unsigned next = e->format->at + 1;
  for (size_t i = 0; i < arrlenu(e->pieces); i++) {
    const piece *p = &e->pieces[i];
    if (!p->conversion) continue;
    if (p->width == IN_ARGUMENT) next++;
    LLVMValueRef precision =
        p->precision == IN_ARGUMENT ? argument(e, next++) : int_of(e, p->precision);
    LLVMValueRef v = argument(e, next++);
    if (p->wide && p->conversion == 's')
      CALL("print_reads_wide", v, precision);
    else if (p->conversion == 's' && (!fe_literal(v) || p->precision == IN_ARGUMENT))
      CALL("print_reads", v, precision);
  }
}

/* Returns whether the format prints a string. */
static bool has_string(const expansion *e) {
  for (size_t i = 0; i < arrlenu(e->pieces); i++)
    if (e->pieces[i].conversion == 's') return true;
  return false;
}

static bool is_exact(const expansion *e) {
  for (size_t i = 0; i < arrlenu(e->pieces); i++)
    if (e->pieces[i].wide ||
        (e->pieces[i].conversion && !strchr("duxocsn", e->pieces[i].conversion)))
      return false;
  return true;
}

/* Returns whether the format stores the number of characters so far. */
static bool stores_count(const expansion *e) {
  for (size_t i = 0; i < arrlenu(e->pieces); i++)
    if (e->pieces[i].conversion == 'n') return true;
  return false;
}

/* Calls `name` with the arguments of the call, without the first `dropped` ones. */
static LLVMValueRef call_as(expansion *e, const char *name, unsigned dropped, bool is_variadic) {
  unsigned count = LLVMGetNumArgOperands(e->call) - dropped;
  LLVMValueRef *args = az_calloc(count + 1, sizeof *args);
  for (unsigned i = 0; i < count; i++) args[i] = argument(e, i + dropped);
  LLVMValueRef result = call(e, name, e->i32, is_variadic, args, count);
  free(args);
  return result;
}

/* Replaces sprintf, snprintf. */
static bool print_to_memory(expansion *e) {
  bool bounded = e->format->at == 2;
  if (!is_exact(e) || (bounded && LLVMTypeOf(argument(e, 1)) != e->word)) return false;
  CALL("print_begin", argument(e, 0), bounded ? argument(e, 1) : LLVMConstAllOnes(e->word));
  print_pieces(e, true);
  LLVMValueRef count = call(e, "__ansatz_print_end", e->i32, false, NULL, 0);
  LLVMReplaceAllUsesWith(e->call, count);
  return true;
}

/* Replaces sprintf, snprintf with a format that is read at run time (library/vprint.c). */
static bool print_by_model(expansion *e, const char *plain) {
  bool bounded = e->format->at == 2;
  unsigned count = LLVMGetNumArgOperands(e->call);
  if (strcmp(plain, bounded ? "snprintf" : "sprintf") != 0) return false;
  if (bounded && LLVMTypeOf(argument(e, 1)) != e->word) return false;
  LLVMValueRef *args = az_calloc(count + 1, sizeof *args);
  args[0] = argument(e, 0);
  args[1] = bounded ? argument(e, 1) : LLVMConstAllOnes(e->word);
  for (unsigned i = e->format->at; i < count; i++) args[i + !bounded] = argument(e, i);
  LLVMValueRef result =
      fe_build_call(e->build->module, e->b, "__ansatz_snprintf", e->i32, args, count + !bounded, 3);
  LLVMReplaceAllUsesWith(e->call, result);
  free(args);
  return true;
}

/* Replaces printf, fprintf, wprintf, fwprintf, where nothing observes the output. */
static bool print_to_stream(expansion *e) {
  bool counts = LLVMGetFirstUse(e->call) || stores_count(e), to_file = e->format->at == 1;
  bool reads = has_string(e) && e->build->options->classes >> AZ_C_DEREF & 1u;
  LLVMValueRef result;
  if (counts && is_exact(e) && !e->format->wide) {
    CALL("print_begin", LLVMConstNull(e->ptr), LLVMConstNull(e->word));
    print_pieces(e, false);
    LLVMValueRef count = call(e, "__ansatz_print_end", e->i32, false, NULL, 0);
    LLVMValueRef args[] = {to_file ? argument(e, 0) : count, count};
    result = to_file ? call(e, "__ansatz_printed_to", e->i32, false, args, 2)
                     : call(e, "__ansatz_printed", e->i32, false, args, 1);
  } else {
    if (!to_file && !reads && !e->format->wide) return false;
    if (to_file) CALL("output", argument(e, 0));
    if (reads) read_strings(e);
    if (!to_file) call(e, "__ansatz_sets_errno", e->nothing, false, NULL, 0);
    const char *name = e->format->wide ? "__ansatz_real_wprintf"
                       : reads         ? "__ansatz_real_printf"
                                       : "printf";
    result = call_as(e, name, to_file, true);
  }
  LLVMReplaceAllUsesWith(e->call, result);
  return true;
}

/* ---- input --------------------------------------------------------------------------------- */

static void scan_text(expansion *e, const piece *p) {
  bool before = false;
  for (size_t i = 0; i < p->length; i++) {
    unsigned char c = (unsigned char)p->text[i];
    bool space = c == ' ' || (c >= 9 && c <= 13);
    if (space && !before) call(e, "__ansatz_scan_space", e->nothing, false, NULL, 0);
    if (!space) CALL("scan_literal", int_of(e, c));
    before = space;
  }
}

static uint64_t power(int base, int exponent) {
  uint64_t result = 1;
  for (; exponent > 0; exponent--)
    if (result > INT64_MAX / (uint64_t)base)
      return 0;
    else
      result *= (uint64_t)base;
  return result;
}

static void scan_integer(expansion *e, const piece *p, LLVMValueRef to, LLVMValueRef stores,
                         bool binary) {
  int base = p->conversion == 'x' ? 16 : p->conversion == 'o' ? 8 : p->conversion == 'i' ? 0 : 10;
  int flags = (base == 0 || p->conversion == 'd' ? SIGNED : 0) | (binary ? BINARY : 0);
  CALL("scan_integer", to, stores, int_of(e, p->bytes), int_of(e, base), int_of(e, p->width),
       long_of(e, p->width ? power(base, p->width) : 0), int_of(e, flags));
}

static void scan_piece(expansion *e, const piece *p, LLVMValueRef to, bool binary) {
  LLVMValueRef stores = int_of(e, !p->suppressed);
  switch (p->conversion) {
  case '%':
    call(e, "__ansatz_scan_space", e->nothing, false, NULL, 0);
    CALL("scan_literal", int_of(e, '%'));
    break;
  case 'n': CALL("scan_count", to, int_of(e, p->bytes)); break;
  case 'c': CALL("scan_chars", to, stores, int_of(e, p->width ? p->width : 1)); break;
  case 's': call(e, "__ansatz_scan_space", e->nothing, false, NULL, 0); /* fall through */
  case '[':
    CALL("scan_set", to, stores, int_of(e, p->width), long_of(e, p->set[0]), long_of(e, p->set[1]),
         long_of(e, p->set[2]), long_of(e, p->set[3]));
    break;
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'o': scan_integer(e, p, to, stores, binary); break;
  default: CALL("scan_float", to, stores, int_of(e, p->bytes)); break;
  }
}

/* Replaces scanf, fscanf, sscanf. */
static bool scan(expansion *e, const char *name) {
  bool from_text = !strcmp(fx_plain_name(name), "sscanf"), binary = !strncmp(name, "__isoc23_", 9);
  if (from_text)
    CALL("scan_text", argument(e, 0));
  else if (e->format->at == 1)
    CALL("scan_file", argument(e, 0));
  else
    call(e, "__ansatz_scan_stdin", e->nothing, false, NULL, 0);
  unsigned next = e->format->at + 1;
  for (size_t i = 0; i < arrlenu(e->pieces); i++) {
    const piece *p = &e->pieces[i];
    bool takes = p->conversion && p->conversion != '%' && !p->suppressed;
    if (!p->conversion)
      scan_text(e, p);
    else
      scan_piece(e, p, takes ? argument(e, next++) : LLVMConstNull(e->ptr), binary);
  }
  LLVMReplaceAllUsesWith(e->call, call(e, "__ansatz_scan_end", e->i32, false, NULL, 0));
  return true;
}

/* ---- all ----------------------------------------------------------------------------------- */

/* Makes the call unsupported: after input with a format that is not understood, the stream's
 * position is unknown; after such output of wide characters, nothing is known. */
static void refuse(expansion *e, const char *name) {
  char *text = az_arena_printf(e->build->arena, "format of %s", name);
  LLVMValueRef string = LLVMBuildGlobalStringPtr(e->b, text, ".format");
  CALL("unsupported", string);
  LLVMReplaceAllUsesWith(e->call, LLVMGetUndef(e->i32));
}

/* Replaces a call of the function with this name. Returns whether the call was replaced. */
static bool expand(expansion *e, const char *name) {
  const char *plain = fx_plain_name(name);
  LLVMValueRef format = argument(e, e->format->at);
  const char *text =
      e->format->wide ? fe_wide_literal(e->build->arena, format) : fe_literal(format);
  bool understood = text && read_format(e, text) && has_arguments(e);
  /* No model computes the length of a float that is printed before a %n. */
  if (understood && !e->format->reads && !is_exact(e)) understood = !stores_count(e);
  bool from_stream = e->format->reads && strcmp(plain, "sscanf") != 0;
  if (e->format->list) return false; /* handled by library/vprint.c */
  if (!understood && !strcmp(plain, "fprintf")) {
    CALL("output", argument(e, 0));
    LLVMReplaceAllUsesWith(e->call, call_as(e, "printf", 1, true));
    return true;
  }
  if (!understood && (from_stream || e->format->wide)) {
    refuse(e, name);
    return true;
  }
  if (!understood && !e->format->reads && e->format->at) return print_by_model(e, plain);
  if (!understood) return false;
  if (e->format->reads) return scan(e, name);
  if (e->format->wide || !strcmp(plain, "printf") || !strcmp(plain, "fprintf"))
    return print_to_stream(e);
  return !strcmp(plain, "sprintf") || !strcmp(plain, "snprintf") ? print_to_memory(e) : false;
}

/* Returns the called C library function of formatted input or output, or NULL. */
static const char *formatted(fe_build *build, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return NULL;
  size_t length = 0;
  const char *name = LLVMGetValueName2(callee, &length);
  const fx_format *format = fx_format_of(name);
  if (!format || LLVMGetNumArgOperands(i) <= format->at ||
      LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(i)) != 32)
    return NULL;
  for (unsigned k = 0; k <= format->at; k++)
    if (!is_pointer(LLVMGetOperand(i, k)) && !(format->at == 2 && k == 1)) return NULL;
  return fe_declares(callee, fx_plain_name(name), az_library_owns, build->pointer_bits) ? name
                                                                                        : NULL;
}

static void expand_function(expansion *e, LLVMValueRef function) {
  LLVMValueRef *calls = NULL;
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
      if (formatted(e->build, i)) arrput(calls, i);
  for (size_t k = 0; k < arrlenu(calls); k++) {
    const char *name = formatted(e->build, calls[k]);
    e->call = calls[k];
    e->format = fx_format_of(name);
    arrsetlen(e->pieces, 0);
    LLVMPositionBuilderBefore(e->b, e->call);
    LLVMSetCurrentDebugLocation2(e->b, LLVMInstructionGetDebugLoc(e->call));
    if (!expand(e, name)) continue;
    LLVMInstructionEraseFromParent(e->call);
    e->changed = true;
  }
  arrfree(calls);
}

bool fe_expand_formats(fe_build *build) {
  expansion e = {.build = build,
                 .b = LLVMCreateBuilderInContext(build->context),
                 .i32 = LLVMInt32TypeInContext(build->context),
                 .i64 = LLVMInt64TypeInContext(build->context),
                 .ptr = LLVMPointerTypeInContext(build->context, 0),
                 .nothing = LLVMVoidTypeInContext(build->context),
                 .word = LLVMIntTypeInContext(build->context, build->pointer_bits)};
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn))
    if (!LLVMIsDeclaration(fn)) expand_function(&e, fn);
  arrfree(e.pieces);
  LLVMDisposeBuilder(e.b);
  return e.changed;
}
