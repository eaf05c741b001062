/* stdlib.h: the environment (POSIX getenv, setenv, unsetenv, putenv). Whether a variable is set,
 * and its value, are inputs, chosen when the program first asks for it; they stay the same until
 * the program sets the variable. A value is stored behind "=", as in environ, so that the pointer
 * to it cannot be freed. */
#include "environment.h"
#include "contract.h"

enum { VARIABLES = 4, REPLACED = 8, LONGEST = 131072 }; /* Linux: MAX_ARG_STRLEN */

/* Has its initial value even if another function than main is the entry
 * (core/c/frontend/functions/start.c): no variable was read yet. Values that were replaced do not
 * leak, since the library keeps pointers to them. */
static struct {
  int count, replaced_count;
  char *names[VARIABLES], *values[VARIABLES], *replaced[REPLACED];
  char *given[VARIABLES]; /* by putenv: the program's own NAME=VALUE; null: none */
  _Bool has_locale;       /* the locale was taken from the environment */
} __ansatz_environment;

static size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

static _Bool is_same(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

/* Returns whether this is a possible name. glibc searches for other texts, too, and finds parts of
 * values. */
static _Bool is_name(const char *name) {
  if (!*name) return 0;
  for (; *name; name++)
    if (*name == '=') return 0;
  return 1;
}

static char *new_value(size_t length) {
  char *made = malloc(length + 2);
  if (!made) return NULL;
  made[0] = '=';
  made[length + 1] = 0;
  return made + 1;
}

static char *copy(const char *value) {
  size_t n = length_of(value);
  char *made = new_value(n);
  if (made) __builtin_memcpy(made, value, n);
  return made;
}

/* The content is uninitialised memory, so that it is an input. */
static char *chosen_value(const char *name) {
  if (*name == 'L' && __ansatz_environment.has_locale)
    __ansatz_unsupported("a variable of the environment that chose the locale");
  if (__ansatz_input("a variable of the environment is not set") != 0) return NULL;
  unsigned n = (unsigned)__ansatz_input("length of a variable of the environment");
  return new_value(n < LONGEST ? n : 0);
}

/* Stops if the program has changed the name in a string that it gave to putenv. */
static void check_given(int i) {
  const char *given = __ansatz_environment.given[i], *name = __ansatz_environment.names[i];
  if (!given) return;
  while (*name && *given == *name) {
    given++;
    name++;
  }
  if (*name || *given != '=') __ansatz_unsupported("a name in the environment that changes");
}

/* Returns the index of the variable in the table, to which it is added if it is new. */
static int place_of(const char *name, _Bool is_asked) {
  int i = 0;
  for (; i < __ansatz_environment.count; i++) {
    check_given(i);
    if (is_same(__ansatz_environment.names[i], name)) return i;
  }
  if (i == VARIABLES) __ansatz_unsupported("many variables of the environment");
  __ansatz_environment.count++;
  __ansatz_environment.names[i] = copy(name);
  __ansatz_environment.values[i] = is_asked ? chosen_value(name) : NULL;
  return i;
}

static void replace(int i, char *value) {
  char *before = __ansatz_environment.values[i];
  _Bool owned = before && !__ansatz_environment.given[i];
  if (owned && __ansatz_environment.replaced_count == REPLACED)
    __ansatz_unsupported("a variable of the environment that changes often");
  if (owned) __ansatz_environment.replaced[__ansatz_environment.replaced_count++] = before;
  __ansatz_environment.values[i] = value;
  __ansatz_environment.given[i] = NULL;
}

char *__ansatz_value_of(const char *name) {
  return __ansatz_environment.values[place_of(name, 1)];
}

_Bool __ansatz_unknown_locale(void) {
  __ansatz_environment.has_locale = 1;
  for (int i = 0; i < __ansatz_environment.count; i++)
    if (*__ansatz_environment.names[i] == 'L') return 1;
  return 0;
}

char *getenv(const char *name) {
  if (!*name) return NULL;
  if (!is_name(name)) __ansatz_unsupported("getenv of an invalid name");
  return __ansatz_value_of(name);
}

char *secure_getenv(const char *name) {
  if (!*name) return NULL;
  if (!is_name(name)) __ansatz_unsupported("getenv of an invalid name");
  return __ansatz_value_of(name);
}

int setenv(const char *name, const char *value, int overwrite) {
  if (!name || !is_name(name)) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  int i = place_of(name, !overwrite);
  if (__ansatz_environment.values[i] && !overwrite) return 0;
  char *made = copy(value);
  if (!made) {
    __ansatz_fails_with(ENOMEM);
    return -1;
  }
  replace(i, made);
  return 0;
}

int unsetenv(const char *name) {
  if (!name || !is_name(name)) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  replace(place_of(name, 0), NULL);
  return 0;
}

/* The string itself becomes part of the environment. */
int putenv(char *string) {
  char *end = string;
  while (*end && *end != '=') end++;
  if (end == string) __ansatz_unsupported("putenv without a name");
  char *name = malloc((size_t)(end - string) + 1);
  if (!name) {
    __ansatz_fails_with(ENOMEM);
    return -1;
  }
  __builtin_memcpy(name, string, (size_t)(end - string));
  name[end - string] = 0;
  int i = place_of(name, 0);
  free(name);
  replace(i, *end ? end + 1 : NULL);
  if (*end) __ansatz_environment.given[i] = string;
  return 0;
}
