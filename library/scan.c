/* The input of scanf and its variants (C17 7.21.6.2): one call for each piece of a format that is
 * known when the program is read (core/c/frontend/bitcode/formatted.c). A string is read character
 * by character. From a stream, a number is read as a single input, together with the character
 * after it, which is not a digit: every number can be written, in many ways, with zeros before it.
 * As in glibc, a sign is taken even if no digit follows it, and one character is looked at in
 * advance. */
#include "scan.h"

extern FILE *stdin;

static struct {
  stream *from;     /* null: a string is read */
  const char *text; /* the next character of the string */
  const char *start;
  int stored;
  _Bool stopped, ended; /* nothing more is converted; since the input has ended */
  _Bool dry;            /* the stream has ended, and is not read again */
  _Bool skips;          /* spaces of the format that are still to be skipped in the input */
  _Bool uncounted;      /* the number of characters read is not known */
} __ansatz_scan;

static void begin(stream *from, const char *text) {
  __ansatz_scan.from = from;
  __ansatz_scan.text = __ansatz_scan.start = text;
  __ansatz_scan.stored = 0;
  __ansatz_scan.stopped = __ansatz_scan.ended = __ansatz_scan.dry = 0;
  __ansatz_scan.uncounted = __ansatz_scan.skips = 0;
}

void __ansatz_scan_file(FILE *file) {
  begin(__ansatz_stream(file), 0);
}

void __ansatz_scan_stdin(void) {
  begin(__ansatz_stream(stdin), 0);
}

void __ansatz_scan_text(const char *text) {
  begin(0, text);
}

/* ---- characters ---------------------------------------------------------------------------- */

static int next(void) {
  if (__ansatz_scan.dry) return END;
  int c = __ansatz_get(__ansatz_scan.from);
  __ansatz_scan.dry = c == END;
  return c;
}

static int peek(void) {
  stream *s = __ansatz_scan.from;
  if (!s) return *__ansatz_scan.text ? (unsigned char)*__ansatz_scan.text : END;
  if (s->at_end) return END;
  if (s->pushed != NONE) return s->pushed & 255;
  if (s->ahead != NONE) return s->ahead & 255;
  int c = next();
  if (c != END) s->ahead = c;
  return c;
}

static void take(void) {
  if (!__ansatz_scan.from)
    __ansatz_scan.text++;
  else if (__ansatz_scan.from->pushed != NONE)
    __ansatz_scan.from->pushed = NONE;
  else
    __ansatz_scan.from->ahead = NONE;
}

/* Returns whether the next character of the stream is already chosen. Otherwise, the environment
 * may still choose this character. */
static _Bool has_character(void) {
  const stream *s = __ansatz_scan.from;
  return !s->at_end && (s->pushed != NONE || s->ahead != NONE);
}

static _Bool is_space(int c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

static unsigned digit(int c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
  return 36;
}

static void stop(int c) {
  __ansatz_scan.stopped = 1;
  if (c == END) __ansatz_scan.ended = 1;
}

enum { SPACE = 40 }; /* a kind of characters; up to 36: the digits of a base */

static _Bool is_of(int c, int kind) {
  return kind == SPACE ? is_space(c) : digit(c) < (unsigned)kind;
}

/* Lets the environment choose the next character, which must not be of this kind. */
static void follow(int kind) {
  int c = next();
  if (c != END) __ansatz_scan.from->ahead = is_of(c, kind) ? '/' : c;
}

/* At most two are known: one that was pushed back may precede one that was read in advance. */
static void skip_known_spaces(void) {
  __ansatz_scan.uncounted = 1;
  if (has_character() && is_space(peek())) {
    take();
    if (has_character() && is_space(peek())) take();
  }
}

static void skip_spaces(void) {
  if (__ansatz_scan.from) {
    skip_known_spaces();
    if (!has_character()) follow(SPACE);
  } else {
    while (is_space(peek())) take();
  }
}

void __ansatz_scan_space(void) {
  __ansatz_scan.skips = 1;
}

/* Begins a conversion that skips no spaces by itself. Returns false if nothing more is
 * converted. */
static _Bool goes_on(void) {
  if (__ansatz_scan.stopped) return 0;
  if (__ansatz_scan.skips) skip_spaces();
  __ansatz_scan.skips = 0;
  return 1;
}

/* As in glibc, the end of the input is reported only if no result was stored. */
int __ansatz_scan_end(void) {
  goes_on();
  __ansatz_scan.text = __ansatz_scan.start = NULL; /* the pointers could hide a leak of memory */
  return __ansatz_scan.ended && !__ansatz_scan.stored ? END : __ansatz_scan.stored;
}

void __ansatz_scan_literal(int expected) {
  if (!goes_on()) return;
  int c = peek();
  if (c == expected)
    take();
  else
    stop(c);
}

/* ---- text ---------------------------------------------------------------------------------- */

/* The call must not write the text that it reads; this is detected if both begin at the same
 * place. */
static void write_elsewhere(const char *to, int stores) {
  if (stores && !__ansatz_scan.from && to == __ansatz_scan.start)
    __ansatz_unsupported("sscanf of a string into itself");
}

void __ansatz_scan_chars(char *to, int stores, int count) {
  int n = 0;
  if (!goes_on()) return;
  write_elsewhere(to, stores);
  while (n < count) {
    int c = peek();
    if (c == END) break;
    take();
    if (stores) to[n] = (char)c;
    n++;
  }
  if (n)
    __ansatz_scan.stored += stores;
  else
    stop(END);
}

static _Bool is_member(int c, unsigned long long a, unsigned long long b, unsigned long long d,
                       unsigned long long e) {
  unsigned long long word = c < 64 ? a : c < 128 ? b : c < 192 ? d : e;
  return word >> (c & 63) & 1;
}

/* Reads characters of a set, which has one bit for each; width 0: as many as there are. */
void __ansatz_scan_set(char *to, int stores, int width, unsigned long long a, unsigned long long b,
                       unsigned long long d, unsigned long long e) {
  int n = 0;
  if (!goes_on()) return;
  write_elsewhere(to, stores);
  int c = peek();
  if (c == END || !is_member(c, a, b, d, e)) {
    stop(c);
    return;
  }
  while (c != END && is_member(c, a, b, d, e)) {
    take();
    if (stores) to[n] = (char)c;
    n++;
    if (n == width) break;
    c = peek();
  }
  if (stores) to[n] = 0;
  __ansatz_scan.stored += stores;
}

/* ---- numbers ------------------------------------------------------------------------------- */

static void store(void *to, int size, unsigned long long value) {
  if (size == 1) *(unsigned char *)to = (unsigned char)value;
  if (size == 2) *(unsigned short *)to = (unsigned short)value;
  if (size == 4) *(unsigned *)to = (unsigned)value;
  if (size == 8) *(unsigned long long *)to = value;
}

/* Stores the number of characters read. The result of scanf does not include this conversion. */
void __ansatz_scan_count(void *to, int size) {
  if (!goes_on()) return;
  if (__ansatz_scan.from || __ansatz_scan.uncounted)
    __ansatz_unsupported("%n in input from a stream");
  store(to, size, (unsigned long long)(__ansatz_scan.text - __ansatz_scan.start));
}

/* Returns whether the number fits into the type. If not, C leaves the stored value open. */
static _Bool fits(unsigned long long value, _Bool minus, int size, int flags) {
  unsigned long long most = ~0ull >> (64 - 8 * size);
  return value <= (flags & SIGNED ? (most >> 1) + minus : most);
}

static void integer_of_text(void *to, int stores, int size, int given, int width, int flags) {
  unsigned base = (unsigned)given;
  int left = width ? width : 0x7fffffff;
  unsigned long long value = 0;
  _Bool minus = 0, any = 0, overflows = 0;
  int c = peek();
  if (c == END) {
    stop(END);
    return;
  }
  if (c == '-' || c == '+') {
    minus = c == '-';
    take();
    left--;
    c = left ? peek() : END;
  }
  if (left && c == '0' && (base == 0 || base == 16 || base == 2)) {
    any = 1;
    take();
    left--;
    c = left ? peek() : END;
    if (left && (c == 'x' || c == 'X') && (base == 0 || base == 16)) {
      base = 16;
      take();
      left--;
    } else if (left && (c == 'b' || c == 'B') && flags & BINARY && (base == 0 || base == 2)) {
      base = 2;
      any = 0;
      take();
      left--;
    } else if (base == 0) {
      base = 8;
    }
  } else if (base == 0) {
    base = 10;
  }
  while (left && digit(peek()) < base) {
    unsigned long long d = digit(peek());
    any = 1;
    if (value > (~0ull - d) / base) overflows = 1;
    value = value * base + d;
    take();
    left--;
  }
  if (!any) {
    stop(0);
    return;
  }
  if (stores && (overflows || !fits(value, minus, size, flags)))
    store(to, size, (unsigned long long)__ansatz_unknown_long());
  else if (stores)
    store(to, size, minus ? 0 - value : value);
  __ansatz_scan.stored += stores;
}

/* Returns 1 if a number follows in the stream; -1 if a number follows and its first digit is known;
 * 0 if none follows, so that nothing more is converted. In the last case, the next character is no
 * digit of the base `left`. It may be a space, a sign or the end, since a sign that was already
 * taken may come before it. (If that sign takes the whole width, the next character may also be a
 * digit.) */
static int number_follows(int base, int left) {
  const stream *s = __ansatz_scan.from;
  if (has_character() || s->at_end || s->known || !s->reads || __ansatz_scan.dry) {
    int c = peek();
    if (digit(c) < (unsigned)base) return -1;
    stop(c);
    return 0;
  }
  if (__ansatz_input("no number follows") == 0) return 1;
  follow(left);
  stop(peek() == END && __ansatz_input("a sign stands before the end") == 0 ? END : 0);
  return 0;
}

/* Reduces the number to one that fits into the width; `limit`: the base to the power of the
 * width. */
static long long limited(long long value, long long limit, int base, _Bool has_sign, _Bool full) {
  long long bound = full ? limit : limit / base;
  value %= bound;
  if (has_sign || value < 0) value %= bound / base;
  return value;
}

/* Base 0: an octal number may be followed by 8, and a decimal one by A. So any character may follow
 * except a digit that continues every number. */
static void integer_of_stream(void *to, int stores, int size, int base, int width, long long limit,
                              int flags) {
  int sign = 0, known = base ? base : 10, c;
  skip_known_spaces();
  if (has_character() && ((c = peek()) == '-' || c == '+')) {
    sign = c;
    take();
  }
  int follows = sign && width == 1 ? 0 : number_follows(known, width == 1 ? 0 : known);
  if (!follows) {
    stop(0);
    if (sign) __ansatz_scan.ended = 0;
    return;
  }
  if (follows < 0) take();
  _Bool exact = follows > 0 && !__ansatz_scan.from->known && (flags & SIGNED || !limit);
  long long value = !exact      ? __ansatz_unknown_long()
                    : size == 8 ? __ansatz_input_long("number of scanf")
                                : __ansatz_input("number of scanf");
  if (flags & SIGNED && sign == '-' && value > 0) value = -value;
  if (flags & SIGNED && sign != '-' && (sign || follows < 0) && value < 0) value = ~value;
  /* If the number takes the whole width, no character is looked at in advance. */
  _Bool full = width && (width == 1 + (sign != 0) || __ansatz_input("all of the width") == 0);
  if (limit && flags & SIGNED) value = limited(value, limit, known, sign != 0, full);
  if (!full) follow(base ? base : 8);
  if (stores) store(to, size, (unsigned long long)value);
  __ansatz_scan.stored += stores;
}

void __ansatz_scan_integer(void *to, int stores, int size, int base, int width, long long limit,
                           int flags) {
  if (__ansatz_scan.stopped) return;
  __ansatz_scan.skips = 0;
  if (__ansatz_scan.from) {
    integer_of_stream(to, stores, size, base, width, limit, flags);
  } else {
    skip_spaces();
    integer_of_text(to, stores, size, base, width, flags);
  }
}

double __ansatz_double_of(const char *s, char **end);
float __ansatz_float_of(const char *s, char **end);

static _Bool is_digit(int c) {
  return c >= '0' && c <= '9';
}

/* glibc takes everything that may belong to a decimal number, even an exponent without digits, and
 * then converts as much as strtod reads. */
static void float_of_text(void *to, int stores, int size) {
  const char *start = __ansatz_scan.text;
  char *end;
  _Bool any = 0, point = 0;
  if (peek() == END) {
    stop(END);
    return;
  }
  if (peek() == '-' || peek() == '+') take();
  int c = peek();
  if (digit(c) == 18 || digit(c) == 23 || (c == '0' && digit(__ansatz_scan.text[1]) == 33))
    __ansatz_unsupported("a float of sscanf that is not decimal");
  for (; is_digit(c) || (c == '.' && !point); c = peek()) {
    any |= c != '.';
    point |= c == '.';
    take();
  }
  if (any && digit(c) == 14) {
    take();
    if (peek() == '-' || peek() == '+') take();
    while (is_digit(peek())) take();
  }
  if (!any) {
    stop(0);
    return;
  }
  if (size == 4) {
    float value = __ansatz_float_of(start, &end);
    if (stores) *(float *)to = value;
  } else {
    double value = __ansatz_double_of(start, &end);
    if (stores) *(double *)to = value;
  }
  __ansatz_scan.stored += stores;
}

/* From a stream: an arbitrary number, or the NaN that glibc makes. */
void __ansatz_scan_float(void *to, int stores, int size) {
  if (__ansatz_scan.stopped) return;
  __ansatz_scan.skips = 0;
  if (!__ansatz_scan.from) {
    skip_spaces();
    float_of_text(to, stores, size);
    return;
  }
  skip_known_spaces();
  int follows = number_follows(10, 0);
  if (!follows && has_character()) {
    int c = peek();
    _Bool may = c == '-' || c == '+' || c == '.' || digit(c) == 18 || digit(c) == 23; /* inf, nan */
    if (may && __ansatz_unknown()) follows = -1;
  }
  if (!follows) return;
  __ansatz_scan.stopped = 0;
  double value;
  if (follows < 0 || __ansatz_scan.from->known) {
    value = __ansatz_unknown_double();
    take();
  } else {
    value = __ansatz_input_double("number of scanf");
  }
  if (value != value) value = __builtin_nan("");
  follow(10);
  if (stores && size == 4) *(float *)to = (float)value;
  if (stores && size == 8) *(double *)to = value;
  __ansatz_scan.stored += stores;
}
