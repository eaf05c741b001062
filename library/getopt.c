/* getopt and getopt_long as in glibc (POSIX 2.2 and GNU's extensions): arguments that are no
 * options are moved behind the options, unless the options string begins with '+' or '-', or
 * POSIXLY_CORRECT is set. An option's argument may be optional ("a::"). Long options may be
 * abbreviated. */
#include "environment.h"
#include "streams.h"

extern FILE *stderr;

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
  const char *name;
  int has_arg; /* 0: none, 1: an argument, 2: an optional argument */
  int *flag, val;
};

typedef enum order { MOVE, STOP, RETURN } order; /* at an argument that is not an option */

/* The state between two calls. Has its initial value even if another function than main is the
 * entry (core/c/frontend/functions/start.c). */
static struct {
  _Bool started;
  order order;
  char *next;      /* the next letter in an argument with several options, else null or its end */
  int first, last; /* arguments first .. last - 1 are not options, and were skipped */
  int letter;      /* the value of optopt */
  char *argument;  /* the value of optarg */
} __ansatz_getopt;
#define G __ansatz_getopt

typedef struct call {
  int count;
  char **arguments;
  const char *letters; /* letters of the options, without the prefix that sets the order */
  const struct option *longs;
  int *index;
  _Bool only; /* getopt_long_only */
} call;

static _Bool is_option(const char *argument) {
  return argument[0] == '-' && argument[1];
}

static const char *find(const char *letters, char c) {
  while (*letters && *letters != c) letters++;
  return *letters == c ? letters : NULL;
}

/* Moves the options behind the skipped arguments to the place before them. */
static void move_options(char **arguments) {
  for (int from = G.last; from < optind; from++) {
    char *option = arguments[from];
    int to = from - (G.last - G.first);
    for (int i = from; i > to; i--) arguments[i] = arguments[i - 1];
    arguments[to] = option;
  }
  G.first += optind - G.last;
  G.last = optind;
}

/* Reports an error, unless the program has switched reports off. */
static int complain(const call *c, int letter) {
  G.letter = letter;
  if (opterr && *c->letters != ':') __ansatz_output(stderr);
  return '?';
}

static int misses_argument(const call *c, int letter) {
  complain(c, letter);
  return *c->letters == ':' ? ':' : '?';
}

/* ---- long options -------------------------------------------------------------------------- */

enum { UNKNOWN = -1, AMBIGUOUS = -2 };

static _Bool is_alike(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* Returns the index of the option that the n letters at G.next name or abbreviate, or UNKNOWN, or
 * AMBIGUOUS. */
static int find_long(const call *c, size_t n) {
  int found = UNKNOWN;
  _Bool many = 0;
  for (int i = 0; c->longs[i].name; i++) {
    const char *name = c->longs[i].name;
    size_t k = 0;
    while (k < n && name[k] && name[k] == G.next[k]) k++;
    if (k < n) continue;
    if (!name[n]) return i;
    if (found == UNKNOWN)
      found = i;
    else if (c->only || !is_alike(&c->longs[found], &c->longs[i]))
      many = 1;
  }
  return many ? AMBIGUOUS : found;
}

/* Handles the long option at G.next. Returns -1 if short options may follow instead, behind one
 * hyphen. */
static int long_option(const call *c, _Bool only) {
  size_t n = 0;
  while (G.next[n] && G.next[n] != '=') n++;
  const char *behind = G.next + n;
  int i = find_long(c, n);
  if (i == UNKNOWN && only && c->arguments[optind][1] != '-' && find(c->letters, *G.next))
    return -1;
  optind++;
  G.next = NULL;
  if (i < 0) return complain(c, 0);
  const struct option *o = &c->longs[i];
  if (*behind && !o->has_arg) return complain(c, o->val);
  if (*behind) {
    G.argument = (char *)behind + 1;
  } else if (o->has_arg == 1) {
    if (optind >= c->count) return misses_argument(c, o->val);
    G.argument = c->arguments[optind++];
  }
  if (c->index) *c->index = i;
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

/* ---- short options ------------------------------------------------------------------------- */

static int short_option(const call *c) {
  char letter = *G.next++;
  const char *at = find(c->letters, letter);
  if (!*G.next) optind++;
  if (!at || letter == ':' || letter == ';') return complain(c, letter);
  if (at[0] == 'W' && at[1] == ';' && c->longs) __ansatz_unsupported("getopt with W;");
  if (at[1] != ':') return letter;
  int result = letter;
  if (*G.next) {
    G.argument = G.next;
    optind++;
  } else if (at[2] != ':') {
    if (optind == c->count)
      result = misses_argument(c, letter);
    else
      G.argument = c->arguments[optind++];
  }
  G.next = NULL;
  return result;
}

/* ---- both ---------------------------------------------------------------------------------- */

/* Goes on to the next argument that is an option, as far as the order allows. Returns false if
 * there is none. */
static _Bool advance(const call *c) {
  if (G.last > optind) G.last = optind;
  if (G.first > optind) G.first = optind;
  if (G.order == MOVE) {
    if (G.first != G.last && G.last != optind)
      move_options(c->arguments);
    else if (G.last != optind)
      G.first = optind;
    while (optind < c->count && !is_option(c->arguments[optind])) optind++;
    G.last = optind;
  }
  if (optind != c->count && c->arguments[optind][0] == '-' && c->arguments[optind][1] == '-' &&
      !c->arguments[optind][2]) {
    optind++;
    if (G.first != G.last && G.last != optind)
      move_options(c->arguments);
    else if (G.first == G.last)
      G.first = optind;
    G.last = optind = c->count;
  }
  if (optind != c->count) return 1;
  if (G.first != G.last) optind = G.first;
  return 0;
}

static void start(const char *letters, _Bool stops) {
  if (optind == 0) optind = 1;
  G.first = G.last = optind;
  G.next = NULL;
  G.order = *letters == '-'                                         ? RETURN
            : *letters == '+'                                       ? STOP
            : stops || __ansatz_value_of("POSIXLY_CORRECT") != NULL ? STOP
                                                                    : MOVE;
  G.started = 1;
}

static int next_option(call *c, _Bool stops) {
  if (c->count < 1) return -1;
  G.argument = NULL;
  if (optind == 0 || !G.started) start(c->letters, stops);
  if (*c->letters == '-' || *c->letters == '+') c->letters++;
  if (!G.next || !*G.next) {
    if (!advance(c)) return -1;
    char *argument = c->arguments[optind];
    if (!is_option(argument)) {
      if (G.order == STOP) return -1;
      G.argument = argument;
      optind++;
      return 1;
    }
    G.next = argument + 1;
    if (c->longs && argument[1] == '-') {
      G.next++;
      return long_option(c, c->only);
    }
    if (c->longs && c->only && (argument[2] || !find(c->letters, argument[1]))) {
      int result = long_option(c, 1);
      if (result != -1) return result;
    }
  }
  return short_option(c);
}

static int get(int count, char *const *arguments, const char *letters, const struct option *longs,
               int *index, _Bool only, _Bool stops) {
  call c = {count, (char **)arguments, letters, longs, index, only};
  int result = next_option(&c, stops);
  optarg = G.argument;
  optopt = G.letter;
  return result;
}

int getopt(int count, char *const *arguments, const char *letters) {
  return get(count, arguments, letters, NULL, NULL, 0, 0);
}

/* unistd.h maps getopt to this function if the program asks for POSIX only. */
int __posix_getopt(int count, char *const *arguments, const char *letters) {
  return get(count, arguments, letters, NULL, NULL, 0, 1);
}

int getopt_long(int count, char *const *arguments, const char *letters, const struct option *longs,
                int *index) {
  return get(count, arguments, letters, longs, index, 0, 0);
}

int getopt_long_only(int count, char *const *arguments, const char *letters,
                     const struct option *longs, int *index) {
  return get(count, arguments, letters, longs, index, 1, 0);
}
