/* stdlib.h: strtod and its variants (C17 7.22.1.3, in the C locale). The text is read exactly. The
 * value is rounded correctly, too, if this takes a single operation: an integer up to 2^53 (float:
 * 2^24, long double: 2^64) is multiplied or divided by a power of ten that the type can hold
 * [Clinger 1990, How to read floating point numbers accurately]. The C library computes other
 * values. errno is set as in glibc. */
#include "contract.h"

#ifndef MODEL /* a test gives the models other names */
#define MODEL(name) name
#endif

static int lower(char c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Returns how many letters of the word the text begins with, in upper or lower case. The word is in
 * lower case. */
static int matches(const char *s, const char *word) {
  int n = 0;
  while (word[n] && lower(s[n]) == word[n]) n++;
  return n;
}

static int digit_of(char c, int base) {
  int d = c >= '0' && c <= '9'                 ? c - '0'
          : lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10
                                               : 16;
  return d < base ? d : -1;
}

typedef enum { NOTHING, DECIMAL, HEXADECIMAL, INFINITY_, NOT_A_NUMBER } kind;

/* The number at the beginning of a text: digits * base^exponent if `exact`. */
typedef struct {
  kind what;
  _Bool minus, exact, zero;
  unsigned long long digits;
  int exponent; /* power of 10 or of 2 */
  const char *end;
} numeral;

/* Reads digits with at most one point. Returns the number of digits. */
static int read_digits(numeral *n, int base) {
  const int step = base == 10 ? 1 : 4;
  const unsigned long long most = (~0ull - 15) / (unsigned)base;
  int count = 0;
  _Bool point = 0;
  for (;; n->end++) {
    int d = digit_of(*n->end, base);
    if (d < 0 && (*n->end != '.' || point)) break;
    if (d < 0) {
      point = 1;
      continue;
    }
    count++;
    if (d > 0) n->zero = 0;
    if (n->digits <= most) {
      n->digits = n->digits * (unsigned)base + (unsigned)d;
      if (point) n->exponent -= step;
    } else {
      if (d > 0) n->exact = 0;
      if (!point) n->exponent += step;
    }
  }
  return count;
}

/* Reads the exponent behind the digits, if there is one. */
static void read_exponent(numeral *n, char letter) {
  const char *s = n->end;
  if (lower(*s) != letter) return;
  s++;
  _Bool minus = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if (digit_of(*s, 10) < 0) return;
  int value = 0;
  for (; digit_of(*s, 10) >= 0; s++)
    if (value < 100000) value = value * 10 + digit_of(*s, 10);
  n->exponent += minus ? -value : value;
  n->end = s;
}

/* Returns the end of a NaN, which may have letters, digits and underscores in parentheses behind
 * it. */
static const char *behind_nan(const char *s) {
  const char *at = s;
  if (*at++ != '(') return s;
  while (digit_of(*at, 10) >= 0 || (lower(*at) >= 'a' && lower(*at) <= 'z') || *at == '_') at++;
  return *at == ')' ? at + 1 : s;
}

static numeral read_numeral(const char *s) {
  numeral n = {NOTHING, 0, 1, 1, 0, 0, s};
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') n.minus = *s++ == '-';
  const char *start = n.end;
  if (matches(s, "infinity") >= 3) {
    n.what = INFINITY_;
    n.end = s + (matches(s, "infinity") == 8 ? 8 : 3);
  } else if (matches(s, "nan") == 3) {
    n.what = NOT_A_NUMBER;
    n.end = behind_nan(s + 3);
  } else if (s[0] == '0' && lower(s[1]) == 'x' && digit_of(s[2] == '.' ? s[3] : s[2], 16) >= 0) {
    n.what = HEXADECIMAL;
    n.end = s + 2;
    read_digits(&n, 16);
    read_exponent(&n, 'p');
  } else {
    n.end = s;
    if (read_digits(&n, 10)) {
      n.what = DECIMAL;
      read_exponent(&n, 'e');
    } else {
      n.end = start;
    }
  }
  return n;
}

/* Defines the function for one type. If the library computes the value, 0 and infinity set ERANGE,
 * and a subnormal number may set it. */
#define STRTOD(name, T, BITS, TENS, NORMAL)                                                        \
  static T name##_value(const char *s, numeral n) {                                                \
    T value = (T)n.digits, power = 1;                                                              \
    int e = n.exponent < 0 ? -n.exponent : n.exponent;                                             \
    _Bool fits = n.exact && n.digits >> (BITS - 1) <= 1 && e <= (n.what == DECIMAL ? TENS : 60);   \
    if (n.what == INFINITY_) return (T)__builtin_inf();                                            \
    if (n.what == NOT_A_NUMBER) return (T)__builtin_nan("");                                       \
    if (n.zero) return 0;                                                                          \
    if (fits) {                                                                                    \
      for (int i = 0; i < e; i++) power *= n.what == DECIMAL ? 10 : 2;                             \
      return n.exponent < 0 ? value / power : value * power;                                       \
    }                                                                                              \
    value = REAL(name)(s, 0);                                                                      \
    if (n.minus) value = -value;                                                                   \
    __ansatz_assume(value >= 0);                                                                   \
    if (value == 0 || value == (T)__builtin_inf())                                                 \
      errno = ERANGE;                                                                              \
    else if (value <= NORMAL && __ansatz_choice())                                                 \
      errno = ERANGE;                                                                              \
    return value;                                                                                  \
  }                                                                                                \
  static T name##_of(const char *s, char **end) {                                                  \
    numeral n = read_numeral(s);                                                                   \
    if (end) *end = (char *)n.end;                                                                 \
    if (n.what == NOTHING) return 0;                                                               \
    T value = name##_value(s, n);                                                                  \
    return n.minus ? -value : value;                                                               \
  }                                                                                                \
  T MODEL(name)(const char *s, char **end) {                                                       \
    return name##_of(s, end);                                                                      \
  }

STRTOD(strtod, double, 53, 22, 0x1p-1022)
STRTOD(strtof, float, 24, 10, 0x1p-126f)
STRTOD(strtold, long double, 64, 27, 0x1p-16382L)

double MODEL(atof)(const char *s) {
  return strtod_of(s, NULL);
}

/* For scan.c, since a program may define strtod and its variants itself. */
double __ansatz_double_of(const char *s, char **end) {
  return strtod_of(s, end);
}

float __ansatz_float_of(const char *s, char **end) {
  return strtof_of(s, end);
}
