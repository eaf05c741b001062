/* Integers at the beginning of a string (C17 7.22.1.4, 7.29.4.1.2, in the C locale): the common
 * part of strtol, wcstol and their variants. The file that includes this one defines CHAR, the type
 * of the characters. */
static _Bool is_space(CHAR c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

/* Returns the value of a digit; 36 for other characters. */
static unsigned digit(CHAR c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
  return 36;
}

/* Returns whether the text begins with 0, the letter and a digit of the base. */
static _Bool has_prefix(const CHAR *s, CHAR letter, unsigned base) {
  return s[0] == '0' && (s[1] == letter || s[1] == letter - 32) && digit(s[2]) < base;
}

/* Sign and digits. `value` is the value of the digits, but at most `most`. With `binary`, "0b" is a
 * prefix (C23). */
typedef struct {
  unsigned long long value;
  _Bool minus, overflows, fails;
} number;

static number convert(const CHAR *s, CHAR **end, int given, unsigned long long most,
                      unsigned long long least, _Bool binary) {
  number n = {0, 0, 0, 0};
  const CHAR *start = s;
  if (given < 0 || given == 1 || given > 36) {
    errno = EINVAL;
    n.fails = 1;
    return n;
  }
  unsigned base = (unsigned)given;
  while (is_space(*s)) s++;
  if (*s == '-' || *s == '+') n.minus = *s++ == '-';
  unsigned long long bound = n.minus ? least : most;
  if ((base == 0 || base == 16) && has_prefix(s, 'x', 16)) {
    s += 2;
    base = 16;
  } else if (binary && (base == 0 || base == 2) && has_prefix(s, 'b', 2)) {
    s += 2;
    base = 2;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  _Bool any = 0;
  for (unsigned d; (d = digit(*s)) < base; s++) {
    any = 1;
    if (n.overflows || n.value > (bound - d) / base)
      n.overflows = 1;
    else
      n.value = n.value * base + d;
  }
  if (end) *end = (CHAR *)(any ? s : start);
  if (n.overflows) {
    errno = ERANGE;
    n.value = bound;
  }
  return n;
}

#define SIGNED(name, type, unsigned_type, binary)                                                  \
  type name(const CHAR *s, CHAR **end, int base) {                                                 \
    const unsigned_type most = (unsigned_type) - 1 >> 1;                                           \
    number n = convert(s, end, base, most, (unsigned long long)most + 1, binary);                  \
    return (type)(unsigned_type)(n.minus ? 0 - n.value : n.value);                                 \
  }
/* A negative number is negated in the unsigned type, unless it is too large. */
#define UNSIGNED(name, type, binary)                                                               \
  type name(const CHAR *s, CHAR **end, int base) {                                                 \
    number n = convert(s, end, base, (type) - 1, (type) - 1, binary);                              \
    return (type)(n.minus && !n.overflows ? 0 - n.value : n.value);                                \
  }
