/* locale.h, and the functions that depend on the locale. The program begins in the C locale (C17
 * 7.11.1.1), and the models support no other. The locale that the environment selects is unknown:
 * no proof covers it. In a replay, the environment selects the C locale, unless the program reads
 * or changes the environment. */
#include "contract.h"
#include "environment.h"

enum { LC_IDENTIFICATION = 12 };

static _Bool is_same(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

char *setlocale(int category, const char *name) {
  if (category < 0 || category > LC_IDENTIFICATION) {
    __ansatz_fails_with(EINVAL);
    return NULL;
  }
  if (name && !*name && __ansatz_choice())
    __ansatz_unsupported("setlocale: the locale of the environment");
  if (name && !*name && __ansatz_unknown_locale())
    __ansatz_unsupported("setlocale: the locale that variables of the environment select");
  if (name && *name && !is_same(name, "C") && !is_same(name, "POSIX"))
    __ansatz_unsupported("setlocale of another locale than C");
  return (char *)"C";
}

int REAL(strcoll)(const char *, const char *);

int strcoll(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  if (a[i] == b[i]) return 0;
  int order = REAL(strcoll)(a, b);
  __ansatz_assume((unsigned char)a[i] < (unsigned char)b[i] ? order < 0 : order > 0);
  return order;
}

/* Copies the string itself, as far as there is room. */
size_t strxfrm(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; from[i]; i++) {
    if (i >= n) continue;
    __ansatz_apart(to + i, from);
    __ansatz_apart(to, from + i);
    to[i] = from[i];
  }
  if (i < n) to[i] = 0;
  return i;
}
