/* The output of sprintf and its variants (C17 7.21.6.1): one call for each piece of a format that
 * is known when the program is read (core/c/frontend/bitcode/formatted.c). The digits of a number
 * are written without a loop, so that their number is a choice among few. */
#include "print.h"

static struct {
  char *to;
  size_t room, count; /* bytes that may be written, including the NUL; characters so far */
} __ansatz_print;

void __ansatz_print_begin(char *to, size_t room) {
  __ansatz_print.to = to;
  __ansatz_print.room = room;
  __ansatz_print.count = 0;
}

int __ansatz_print_end(void) {
  if (__ansatz_print.room)
    __ansatz_print.to[__ansatz_print.count < __ansatz_print.room ? __ansatz_print.count
                                                                 : __ansatz_print.room - 1] = 0;
  __ansatz_print.to = NULL; /* the pointer could hide a leak of memory */
  if (__ansatz_print.count > 0x7fffffff)
    __ansatz_unsupported("more than INT_MAX characters printed");
  return (int)__ansatz_print.count;
}

static void put(char c) {
  if (__ansatz_print.count + 1 < __ansatz_print.room) __ansatz_print.to[__ansatz_print.count] = c;
  __ansatz_print.count++;
}

static void repeat(char c, int times) {
  for (int i = 0; i < times; i++) put(c);
}

void __ansatz_print_count(void *to, int bytes) {
  size_t count = __ansatz_print.count;
  if (bytes == 1) *(signed char *)to = (signed char)count;
  if (bytes == 2) *(short *)to = (short)count;
  if (bytes == 4) *(int *)to = (int)count;
  if (bytes == 8) *(long long *)to = (long long)count;
}

void __ansatz_print_skip(size_t count) {
  __ansatz_print.count += count;
}

void __ansatz_print_chars(unsigned long long chars, int count) {
  put((char)chars);
  if (count > 1) put((char)(chars >> 8));
  if (count > 2) put((char)(chars >> 16));
  if (count > 3) put((char)(chars >> 24));
  if (count > 4) put((char)(chars >> 32));
  if (count > 5) put((char)(chars >> 40));
  if (count > 6) put((char)(chars >> 48));
  if (count > 7) put((char)(chars >> 56));
}

/* Returns the absolute value of a width. glibc refuses INT_MIN. */
static int magnitude(int width) {
  if (width < -0x7fffffff) __ansatz_unsupported("a width of INT_MIN");
  return width < 0 ? -width : width;
}

void __ansatz_print_char(int c, int flags, int width) {
  _Bool left = flags & LEFT || width < 0;
  width = magnitude(width);
  if (width > 1 && !left) repeat(' ', width - 1);
  put((char)c);
  if (width > 1 && left) repeat(' ', width - 1);
}

/* Writes a string; with a precision below 0, the whole string. The call must not write the string
 * that it reads; this is detected if both begin at the same place. */
void __ansatz_print_string(const char *s, int flags, int width, int precision) {
  _Bool left = flags & LEFT || width < 0;
  int n = 0;
  if (__ansatz_print.room && s == __ansatz_print.to)
    __ansatz_unsupported("sprintf of a string into itself");
  width = magnitude(width);
  if (width && !left) {
    while ((precision < 0 || n < precision) && s[n]) n++;
    if (n < width) repeat(' ', width - n);
  }
  n = 0;
  while ((precision < 0 || n < precision) && s[n]) put(s[n++]);
  if (width && left && n < width) repeat(' ', width - n);
}

/* Reads the part of a string that printf reads: up to its NUL or the precision. */
void __ansatz_print_reads(const char *s, int precision) {
  int n = 0;
  while ((precision < 0 || n < precision) && s[n]) n++;
}

/* Does the same for a string of wide characters. */
void __ansatz_print_reads_wide(const __WCHAR_TYPE__ *s, int precision) {
  int n = 0;
  while ((precision < 0 || n < precision) && s[n]) n++;
}

enum { OCTAL = 1, HEXADECIMAL = 2 }; /* prefixes: a zero, 0x */

/* Writes the text before the digits: spaces, sign, prefix, zeros. Returns the number of spaces that
 * follow the digits. */
static int lead(int digits, int sign, int prefix, int flags, int width, int precision) {
  _Bool left = flags & LEFT || width < 0;
  width = magnitude(width);
  int zeros = precision > digits ? precision - digits : 0;
  int length = digits + (sign != 0) + (prefix == HEXADECIMAL ? 2 : 0);
  if (precision < 0 && flags & ZEROS && !left && width > length) zeros = width - length;
  if (prefix == OCTAL && !zeros) zeros = 1;
  int spaces = width > length + zeros ? width - length - zeros : 0;
  if (spaces && !left) repeat(' ', spaces);
  if (sign) put((char)sign);
  if (prefix == HEXADECIMAL) {
    put('0');
    put(flags & UPPER ? 'X' : 'x');
  }
  if (zeros) repeat('0', zeros);
  return left ? spaces : 0;
}

static int sign_of(_Bool minus, int flags) {
  return minus ? '-' : flags & PLUS ? '+' : flags & BLANK ? ' ' : 0;
}

#define PLACE(power) (value >= (power))
#define DIGIT(power)                                                                               \
  if (PLACE(power)) put((char)('0' + value / (power) % 10))
/* Writes the last ten digits, and the spaces on the right. */
#define LAST_TEN_DIGITS                                                                            \
  DIGIT(1000000000u);                                                                              \
  DIGIT(100000000u);                                                                               \
  DIGIT(10000000u);                                                                                \
  DIGIT(1000000u);                                                                                 \
  DIGIT(100000u);                                                                                  \
  DIGIT(10000u);                                                                                   \
  DIGIT(1000u);                                                                                    \
  DIGIT(100u);                                                                                     \
  DIGIT(10u);                                                                                      \
  if (digits) put((char)('0' + value % 10));                                                       \
  if (spaces) repeat(' ', spaces);

static void decimal(unsigned value, int sign, int flags, int width, int precision) {
  int digits = value || precision != 0;
  digits += PLACE(10u) + PLACE(100u) + PLACE(1000u) + PLACE(10000u) + PLACE(100000u) +
            PLACE(1000000u) + PLACE(10000000u) + PLACE(100000000u) + PLACE(1000000000u);
  int spaces = lead(digits, sign, 0, flags, width, precision);
  LAST_TEN_DIGITS
}

static void long_decimal(unsigned long long value, int sign, int flags, int width, int precision) {
  int digits = value || precision != 0;
  digits += PLACE(10u) + PLACE(100u) + PLACE(1000u) + PLACE(10000u) + PLACE(100000u) +
            PLACE(1000000u) + PLACE(10000000u) + PLACE(100000000u) + PLACE(1000000000u) +
            PLACE(10000000000u) + PLACE(100000000000u) + PLACE(1000000000000u) +
            PLACE(10000000000000u) + PLACE(100000000000000u) + PLACE(1000000000000000u) +
            PLACE(10000000000000000u) + PLACE(100000000000000000u) + PLACE(1000000000000000000u) +
            PLACE(10000000000000000000u);
  int spaces = lead(digits, sign, 0, flags, width, precision);
  DIGIT(10000000000000000000u);
  DIGIT(1000000000000000000u);
  DIGIT(100000000000000000u);
  DIGIT(10000000000000000u);
  DIGIT(1000000000000000u);
  DIGIT(100000000000000u);
  DIGIT(10000000000000u);
  DIGIT(1000000000000u);
  DIGIT(100000000000u);
  DIGIT(10000000000u);
  LAST_TEN_DIGITS
}

void __ansatz_print_int(int value, int flags, int width, int precision) {
  unsigned size = value < 0 ? 0u - (unsigned)value : (unsigned)value;
  decimal(size, sign_of(value < 0, flags), flags, width, precision);
}

void __ansatz_print_long(long long value, int flags, int width, int precision) {
  unsigned long long size = value < 0 ? 0u - (unsigned long long)value : (unsigned long long)value;
  long_decimal(size, sign_of(value < 0, flags), flags, width, precision);
}

void __ansatz_print_unsigned(unsigned value, int flags, int width, int precision) {
  decimal(value, 0, flags, width, precision);
}

void __ansatz_print_unsigned_long(unsigned long long value, int flags, int width, int precision) {
  long_decimal(value, 0, flags, width, precision);
}

static char letter(unsigned digit, int flags) {
  if (digit < 10) return (char)('0' + digit);
  return (char)((flags & UPPER ? 'A' : 'a') + digit - 10);
}

#define MORE(place) (value >> (4 * (place)) != 0)
#define HEX(place)                                                                                 \
  if (digits > (place)) put(letter((unsigned)(value >> (4 * (place))) & 15, flags))

void __ansatz_print_hex(unsigned long long value, int flags, int width, int precision) {
  int digits = value || precision != 0;
  digits += MORE(1) + MORE(2) + MORE(3) + MORE(4) + MORE(5) + MORE(6) + MORE(7) + MORE(8) +
            MORE(9) + MORE(10) + MORE(11) + MORE(12) + MORE(13) + MORE(14) + MORE(15);
  int prefix = flags & ALTERNATIVE && value ? HEXADECIMAL : 0;
  int spaces = lead(digits, 0, prefix, flags, width, precision);
  HEX(15);
  HEX(14);
  HEX(13);
  HEX(12);
  HEX(11);
  HEX(10);
  HEX(9);
  HEX(8);
  HEX(7);
  HEX(6);
  HEX(5);
  HEX(4);
  HEX(3);
  HEX(2);
  HEX(1);
  HEX(0);
  if (spaces) repeat(' ', spaces);
}

void __ansatz_print_octal(unsigned long long value, int flags, int width, int precision) {
  int digits = value || precision != 0;
  for (unsigned long long rest = value >> 3; rest; rest >>= 3) digits++;
  int prefix = flags & ALTERNATIVE && (value || !digits) ? OCTAL : 0;
  int spaces = lead(digits, 0, prefix, flags, width, precision);
  for (int place = digits - 1; place >= 0; place--) put((char)('0' + (value >> (3 * place) & 7)));
  if (spaces) repeat(' ', spaces);
}
