/* printf and its variants if the format is known only when the program runs, as mostly with a
 * va_list (C17 7.21.6.1): the format is read character by character. */
#include "print.h"
#include "streams.h"

typedef __builtin_va_list va_list;

enum { NONE_GIVEN = -1, IN_ARGUMENT = -2, WIDEST = 100000 }; /* values of a width or precision */

typedef struct conversion {
  int flags, width, precision;
  int bytes; /* size of an integer; 16: a long double */
  char letter;
} conversion;

/* Reads a width or precision. */
static const char *read_number(const char *at, int *n) {
  *n = 0;
  if (*at == '*') {
    *n = IN_ARGUMENT;
    return at + 1;
  }
  for (; *at >= '0' && *at <= '9'; at++) {
    *n = *n * 10 + (*at - '0');
    if (*n > WIDEST) __ansatz_unsupported("a conversion of printf that is very wide");
  }
  if (*at == '$') __ansatz_unsupported("arguments of printf by their number");
  return at;
}

static int flag(char c) {
  return c == '-'   ? LEFT
         : c == '+' ? PLUS
         : c == ' ' ? BLANK
         : c == '#' ? ALTERNATIVE
         : c == '0' ? ZEROS
                    : 0;
}

/* Reads a conversion after its percent sign. */
static const char *read_conversion(const char *at, conversion *c) {
  c->flags = 0;
  c->precision = NONE_GIVEN;
  c->bytes = 4;
  for (; flag(*at); at++) c->flags |= flag(*at);
  at = read_number(at, &c->width);
  if (*at == '.') at = read_number(at + 1, &c->precision);
  if (*at == 'h') {
    c->bytes = *++at == 'h' ? 1 : 2;
    if (c->bytes == 1) at++;
  } else if (*at == 'l') {
    c->bytes = *++at == 'l' ? 8 : sizeof(long);
    if (*at == 'l') at++;
  } else if (*at == 'j' || *at == 'q') {
    c->bytes = 8;
    at++;
  } else if (*at == 'z' || *at == 't' || *at == 'Z') {
    c->bytes = sizeof(size_t);
    at++;
  } else if (*at == 'L') {
    c->bytes = 16;
    at++;
  }
  c->letter = *at;
  return at + 1;
}

static int as_narrow(int value, int bytes) {
  return bytes == 1 ? (signed char)value : bytes == 2 ? (short)value : value;
}

static unsigned as_narrow_unsigned(unsigned value, int bytes) {
  return bytes == 1 ? (unsigned char)value : bytes == 2 ? (unsigned short)value : value;
}

/* Copies the conversion as a format for the real function, since no model knows the characters of a
 * float. */
enum { LONGEST = 24 };
static void copy_conversion(char *to, const char *from, const char *end) {
  int n = 0;
  if (end - from >= LONGEST) __ansatz_unsupported("a long conversion of printf");
  for (; from < end; from++) {
    if (*from == '*') __ansatz_unsupported("a conversion of a float with an asterisk");
    to[n++] = *from;
  }
  to[n] = 0;
}

static _Bool is_float(char letter) {
  return (letter >= 'e' && letter <= 'g') || (letter >= 'E' && letter <= 'G') || letter == 'a' ||
         letter == 'A';
}

/* Prints the whole format. Output that is not seen may contain floats, whose length the library
 * chooses. */
static void print(const char *at, _Bool is_seen, va_list list) {
  conversion c;
  while (*at) {
    const char *start = at++;
    if (*start != '%') {
      __ansatz_print_chars((unsigned char)*start, 1);
      continue;
    }
    at = read_conversion(at, &c);
    if (c.width == IN_ARGUMENT) c.width = __builtin_va_arg(list, int);
    if (c.precision == IN_ARGUMENT) c.precision = __builtin_va_arg(list, int);
    if (c.letter == '%') {
      __ansatz_print_chars('%', 1);
    } else if (c.letter == 's' && c.bytes == 4) {
      __ansatz_print_string(__builtin_va_arg(list, const char *), c.flags, c.width, c.precision);
    } else if (c.letter == 'c' && c.bytes == 4) {
      __ansatz_print_char(__builtin_va_arg(list, int), c.flags, c.width);
    } else if (c.letter == 'n' && c.bytes != 16) {
      __ansatz_print_count(__builtin_va_arg(list, void *), c.bytes);
    } else if ((c.letter == 'd' || c.letter == 'i') && c.bytes != 16) {
      if (c.bytes == 8)
        __ansatz_print_long(__builtin_va_arg(list, long long), c.flags, c.width, c.precision);
      else
        __ansatz_print_int(as_narrow(__builtin_va_arg(list, int), c.bytes), c.flags, c.width,
                           c.precision);
    } else if ((c.letter == 'u' || c.letter == 'x' || c.letter == 'X' || c.letter == 'o') &&
               c.bytes != 16) {
      unsigned long long value =
          c.bytes == 8 ? __builtin_va_arg(list, unsigned long long)
                       : as_narrow_unsigned(__builtin_va_arg(list, unsigned), c.bytes);
      if (c.letter == 'X') c.flags |= UPPER;
      if (c.letter == 'u')
        __ansatz_print_unsigned_long(value, c.flags, c.width, c.precision);
      else if (c.letter == 'o')
        __ansatz_print_octal(value, c.flags, c.width, c.precision);
      else
        __ansatz_print_hex(value, c.flags, c.width, c.precision);
    } else if (is_float(c.letter) && !is_seen) {
      char format[LONGEST];
      copy_conversion(format, start, at);
      int length = c.bytes == 16
                       ? REAL(snprintf)(NULL, 0, format, __builtin_va_arg(list, long double))
                       : REAL(snprintf)(NULL, 0, format, __builtin_va_arg(list, double));
      __ansatz_assume(length > 0 && length >= c.width);
      __ansatz_print_skip((size_t)length);
    } else {
      __ansatz_unsupported("a conversion of printf that is not modelled");
    }
  }
}

/* Writes the characters into memory. */
static int print_to(char *to, size_t room, const char *format, va_list list) {
  if (room && format == to) __ansatz_unsupported("a format that is written by its own call");
  __ansatz_print_begin(to, room);
  print(format, 1, list);
  return __ansatz_print_end();
}

int vsprintf(char *to, const char *format, va_list list) {
  return print_to(to, (size_t)-1, format, list);
}

int vsnprintf(char *to, size_t room, const char *format, va_list list) {
  return print_to(to, room, format, list);
}

/* Replaces snprintf if its format is not known (core/c/frontend/bitcode/formatted.c). */
int __ansatz_snprintf(char *to, size_t room, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int count = print_to(to, room, format, list);
  __builtin_va_end(list);
  return count;
}

/* Returns the number of characters of the output. */
static int length_of(const char *format, va_list list) {
  __ansatz_print_begin(NULL, 0);
  print(format, 1, list);
  return __ansatz_print_end();
}

/* If there is no memory, *to is not known afterwards. */
static int print_to_new(char **to, const char *format, va_list list) {
  va_list first;
  __builtin_va_copy(first, list);
  int count = length_of(format, first);
  __builtin_va_end(first);
  char *made = malloc((size_t)count + 1);
  if (!made) {
    if (__ansatz_choice()) *to = NULL;
    return -1;
  }
  print_to(made, (size_t)count + 1, format, list);
  *to = made;
  return count;
}

int vasprintf(char **to, const char *format, va_list list) {
  return print_to_new(to, format, list);
}

int asprintf(char **to, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int count = print_to_new(to, format, list);
  __builtin_va_end(list);
  return count;
}

/* Returns the number of characters of an output that the program cannot see. */
static int count_unseen(const char *format, va_list list) {
  __ansatz_print_begin(NULL, 0);
  print(format, 0, list);
  return __ansatz_print_end();
}

int vprintf(const char *format, va_list list) {
  return __ansatz_printed(count_unseen(format, list));
}

int vfprintf(FILE *file, const char *format, va_list list) {
  return __ansatz_printed_to(file, count_unseen(format, list));
}
