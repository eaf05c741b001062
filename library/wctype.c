/* wctype.h, and single characters of wchar.h, in the C locale (C17 7.30, 7.29.6.1): only ASCII
 * characters are in a class. If a predicate is true, the library chooses the result, since C only
 * requires a result other than 0. */
#include "contract.h"

typedef __WINT_TYPE__ wint_t;

#define IS_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define IS_LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
#define IS_ALPHA(c) (IS_UPPER(c) || IS_LOWER(c))
#define IS_ALNUM(c) (IS_ALPHA(c) || IS_DIGIT(c))
#define IS_XDIGIT(c) (IS_DIGIT(c) || ((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F'))
#define IS_SPACE(c) ((c) == ' ' || ((c) >= 9 && (c) <= 13))
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t')
#define IS_CNTRL(c) ((c) < 32 || (c) == 127)
#define IS_PRINT(c) ((c) >= 32 && (c) < 127)
#define IS_GRAPH(c) ((c) > 32 && (c) < 127)
#define IS_PUNCT(c) (IS_GRAPH(c) && !IS_ALNUM(c))

#define PREDICATE(name, IS)                                                                        \
  int REAL(name)(wint_t);                                                                          \
  int name(wint_t c) {                                                                             \
    if (!(IS(c))) return 0;                                                                        \
    int answer = REAL(name)(c);                                                                    \
    __ansatz_assume(answer != 0);                                                                  \
    return answer;                                                                                 \
  }

PREDICATE(iswupper, IS_UPPER)
PREDICATE(iswlower, IS_LOWER)
PREDICATE(iswdigit, IS_DIGIT)
PREDICATE(iswalpha, IS_ALPHA)
PREDICATE(iswalnum, IS_ALNUM)
PREDICATE(iswxdigit, IS_XDIGIT)
PREDICATE(iswspace, IS_SPACE)
PREDICATE(iswblank, IS_BLANK)
PREDICATE(iswcntrl, IS_CNTRL)
PREDICATE(iswprint, IS_PRINT)
PREDICATE(iswgraph, IS_GRAPH)
PREDICATE(iswpunct, IS_PUNCT)

wint_t towlower(wint_t c) {
  return IS_UPPER(c) ? c + 32 : c;
}

wint_t towupper(wint_t c) {
  return IS_LOWER(c) ? c - 32 : c;
}

/* For a number that is neither a character nor EOF, and for a character outside ASCII, the result
 * depends on the version of glibc. */
wint_t btowc(int c) {
  if (c == -1) return (wint_t)-1;
  if (c < 0 || c > 127) __ansatz_unsupported("btowc outside ASCII");
  return (wint_t)c;
}

int wctob(wint_t c) {
  if (c == (wint_t)-1) return -1;
  if (c > 127) __ansatz_unsupported("wctob outside ASCII");
  return (int)c;
}
