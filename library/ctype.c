/* ctype.h in the C locale. A predicate returns its bit in glibc's table. The functions index the
 * table without a check, so that they are undefined for a number that is neither a character nor
 * EOF nor a negative char. */
#include "contract.h"

enum {
  BLANK = 1,
  CNTRL = 2,
  PUNCT = 4,
  ALNUM = 8,
  UPPER = 256,
  LOWER = 512,
  ALPHA = 1024,
  DIGIT = 2048,
  XDIGIT = 4096,
  SPACE = 8192,
  PRINT = 16384,
  GRAPH = 32768
};

#define IS_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define IS_LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define IS_ALPHA(c) (IS_UPPER(c) || IS_LOWER(c))
#define IS_ALNUM(c) (IS_ALPHA(c) || IS_DIGIT(c))
#define IS_XDIGIT(c) (IS_DIGIT(c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define IS_SPACE(c) ((c) == ' ' || ((c) >= 9 && (c) <= 13))
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t')
#define IS_CNTRL(c) (((c) >= 0 && (c) < 32) || (c) == 127)
#define IS_PRINT(c) ((c) >= 32 && (c) < 127)
#define IS_GRAPH(c) ((c) > 32 && (c) < 127)
#define IS_PUNCT(c) (IS_GRAPH(c) && !IS_ALNUM(c))

#define PREDICATE(name, IS, bit)                                                                   \
  int name(int c) {                                                                                \
    if (c < -128 || c > 255) __ansatz_unsupported(#name " of a value that is not a character");    \
    return IS(c) ? bit : 0;                                                                        \
  }

PREDICATE(isupper, IS_UPPER, UPPER)
PREDICATE(islower, IS_LOWER, LOWER)
PREDICATE(isalpha, IS_ALPHA, ALPHA)
PREDICATE(isalnum, IS_ALNUM, ALNUM)
PREDICATE(isxdigit, IS_XDIGIT, XDIGIT)
PREDICATE(isspace, IS_SPACE, SPACE)
PREDICATE(isblank, IS_BLANK, BLANK)
PREDICATE(iscntrl, IS_CNTRL, CNTRL)
PREDICATE(isprint, IS_PRINT, PRINT)
PREDICATE(isgraph, IS_GRAPH, GRAPH)
PREDICATE(ispunct, IS_PUNCT, PUNCT)

/* Optimising compilers replace isdigit by a comparison. The result is then 1 instead of the bit,
 * for all digits alike. No document states when compilers do so: either result is possible. */
extern const _Bool __ansatz_isdigit_is_one;
PREDICATE(isdigit, IS_DIGIT, (__ansatz_isdigit_is_one ? 1 : DIGIT))

int isascii(int c) {
  return (c & ~127) == 0;
}

int toascii(int c) {
  return c & 127;
}

/* glibc's table maps a negative char to its unsigned value, but EOF to EOF. */
int toupper(int c) {
  if (c >= -128 && c < -1) return c + 256;
  return IS_LOWER(c) ? c - 32 : c;
}

int tolower(int c) {
  if (c >= -128 && c < -1) return c + 256;
  return IS_UPPER(c) ? c + 32 : c;
}

/* Where a predicate is a macro, <ctype.h> expands it to a read of this table. */
#define BITS(c)                                                                                    \
  ((IS_UPPER(c) ? UPPER : 0) | (IS_LOWER(c) ? LOWER : 0) | (IS_ALPHA(c) ? ALPHA : 0) |             \
   (IS_DIGIT(c) ? DIGIT : 0) | (IS_XDIGIT(c) ? XDIGIT : 0) | (IS_SPACE(c) ? SPACE : 0) |           \
   (IS_PRINT(c) ? PRINT : 0) | (IS_GRAPH(c) ? GRAPH : 0) | (IS_BLANK(c) ? BLANK : 0) |             \
   (IS_CNTRL(c) ? CNTRL : 0) | (IS_PUNCT(c) ? PUNCT : 0) | (IS_ALNUM(c) ? ALNUM : 0))
#define BITS4(c) BITS(c), BITS((c) + 1), BITS((c) + 2), BITS((c) + 3)
#define BITS16(c) BITS4(c), BITS4((c) + 4), BITS4((c) + 8), BITS4((c) + 12)

static const unsigned short table[384] = {[128] = BITS16(0), BITS16(16), BITS16(32), BITS16(48),
                                          BITS16(64),        BITS16(80), BITS16(96), BITS16(112)};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *const middle = table + 128;
  return (const unsigned short **)&middle;
}
