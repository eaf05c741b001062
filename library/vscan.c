/* vscanf and its variants: the format is read when the program runs, character by character, and
 * the arguments are a va_list (C17 7.21.6.2). */
#include "scan.h"

typedef __builtin_va_list va_list;

typedef struct directive {
  int width, bytes; /* of an integer */
  char length;      /* the last letter of its length modifier; 0: none */
  _Bool stores;
  char letter;
} directive;

static const char *read_directive(const char *at, directive *c) {
  c->stores = *at != '*';
  if (!c->stores) at++;
  if (*at == '0') __ansatz_unsupported("a conversion of scanf of no width");
  c->width = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    c->width = c->width * 10 + (*at - '0');
    if (c->width > 99) __ansatz_unsupported("a conversion of scanf that is very wide");
  }
  c->bytes = 4;
  c->length = 0;
  if (*at == 'h' || *at == 'l' || *at == 'j' || *at == 'q' || *at == 'z' || *at == 't') {
    c->length = *at++;
    c->bytes = c->length == 'h' ? 2 : c->length == 'j' || c->length == 'q' ? 8 : sizeof(long);
    if ((c->length == 'h' || c->length == 'l') && *at == c->length) {
      c->bytes = c->length == 'h' ? 1 : 8;
      c->length = 'L';
      at++;
    }
  }
  c->letter = *at;
  return at + 1;
}

/* Reads the characters between brackets as a set of bits. */
static const char *read_set(const char *at, unsigned long long *set) {
  _Bool inverts = *at == '^';
  if (inverts) at++;
  for (const char *first = at; *at != ']' || at == first; at++) {
    if (!*at) __ansatz_unsupported("a set of scanf without an end");
    unsigned char low = (unsigned char)*at, high = low;
    if (at[1] == '-' && at[2] && at[2] != ']' && (unsigned char)at[2] >= low) {
      high = (unsigned char)at[2];
      at += 2;
    }
    for (unsigned c = low; c <= high; c++) set[c / 64] |= 1ull << c % 64;
  }
  for (int i = 0; i < 4; i++) set[i] = inverts ? ~set[i] : set[i];
  return at + 1;
}

/* Returns the base to the power of the width; 0 if the result is too large. */
static long long power(int base, int width) {
  long long result = width > 0;
  for (; width > 0 && result; width--)
    if (__builtin_mul_overflow(result, base, &result)) result = 0;
  return result;
}

static void scan_integer(const directive *c, void *to, int binary) {
  int base = c->letter == 'i'                       ? 0
             : c->letter == 'o'                     ? 8
             : c->letter == 'd' || c->letter == 'u' ? 10
                                                    : 16;
  if (base == 0 && c->width) __ansatz_unsupported("a conversion %i of scanf with a width");
  int flags = (c->letter == 'd' || c->letter == 'i' ? SIGNED : 0) | binary;
  __ansatz_scan_integer(to, c->stores, c->bytes, base, c->width, power(base, c->width), flags);
}

static _Bool is_float(char letter) {
  return (letter >= 'e' && letter <= 'g') || (letter >= 'E' && letter <= 'G') || letter == 'a' ||
         letter == 'A';
}

/* Converts one directive other than %%. Its argument is taken first, since it is always a
 * pointer. */
static const char *convert(const char *at, va_list *list, int binary) {
  static const unsigned long long spaces = 1ull << ' ' | 0x1full << 9;
  directive c;
  at = read_directive(at, &c);
  void *to = c.stores ? __builtin_va_arg(*list, void *) : NULL;
  unsigned long long set[4] = {0};
  if (c.letter == 'd' || c.letter == 'i' || c.letter == 'u' || c.letter == 'x' || c.letter == 'X' ||
      c.letter == 'o') {
    scan_integer(&c, to, binary);
  } else if (c.letter == 'n' && c.stores && !c.width) {
    __ansatz_scan_count(to, c.bytes);
  } else if (c.letter == 'c' && !c.length) {
    __ansatz_scan_chars(to, c.stores, c.width ? c.width : 1);
  } else if (c.letter == 's' && !c.length) {
    __ansatz_scan_space();
    __ansatz_scan_set(to, c.stores, c.width, ~spaces, ~0ull, ~0ull, ~0ull);
  } else if (c.letter == '[' && !c.length) {
    at = read_set(at, set);
    __ansatz_scan_set(to, c.stores, c.width, set[0], set[1], set[2], set[3]);
  } else if (is_float(c.letter) && !c.width && (!c.length || c.length == 'l')) {
    __ansatz_scan_float(to, c.stores, c.length ? 8 : 4);
  } else {
    __ansatz_unsupported("a conversion of scanf that is not modelled");
  }
  return at;
}

/* Scans the input by the whole format. */
static int scan(const char *at, va_list *list, int binary) {
  while (*at) {
    char c = *at++;
    if (c == ' ' || (c >= 9 && c <= 13)) {
      __ansatz_scan_space();
    } else if (c != '%') {
      __ansatz_scan_literal((unsigned char)c);
    } else if (*at == '%') {
      __ansatz_scan_space();
      __ansatz_scan_literal('%');
      at++;
    } else {
      at = convert(at, list, binary);
    }
  }
  return __ansatz_scan_end();
}

/* A parameter of array type is a pointer, so va_arg does not accept its address. */
#define ALL(prefix, binary)                                                                        \
  int prefix##vscanf(const char *format, va_list list) {                                           \
    va_list copy;                                                                                  \
    __builtin_va_copy(copy, list);                                                                 \
    __ansatz_scan_stdin();                                                                         \
    return scan(format, &copy, binary);                                                            \
  }                                                                                                \
  int prefix##vfscanf(FILE *file, const char *format, va_list list) {                              \
    va_list copy;                                                                                  \
    __builtin_va_copy(copy, list);                                                                 \
    __ansatz_scan_file(file);                                                                      \
    return scan(format, &copy, binary);                                                            \
  }                                                                                                \
  int prefix##vsscanf(const char *text, const char *format, va_list list) {                        \
    va_list copy;                                                                                  \
    __builtin_va_copy(copy, list);                                                                 \
    __ansatz_scan_text(text);                                                                      \
    return scan(format, &copy, binary);                                                            \
  }
ALL(, 0)
ALL(__isoc99_, 0)
ALL(__isoc23_, BINARY)
