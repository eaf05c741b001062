/* time.h: broken-down time (C17 7.27). Only the ranges of its members are known: the calendar is
 * the library's, and the time zone is the machine's. */
#include "contract.h"

typedef long time_t;

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

/* A program's own variables with these names are different ones, which the library does not
 * write. */
#ifndef timezone /* a test gives them other names */
#define ZONE __attribute__((visibility("protected")))
#else
#define ZONE
#endif
ZONE char *tzname[2] = {(char *)"GMT", (char *)"GMT"};
ZONE long timezone;
ZONE int daylight;

/* All of these functions, even gmtime, read the time zone when they are called first. */
static void set_zone(const time_t *t) {
  __ansatz_sets_errno(); /* the time zone is read from files */
  tzname[0] = REAL(ctime)(t);
  tzname[1] = REAL(ctime)(t);
  timezone = (long)__ansatz_unknown_long();
  daylight = (int)__ansatz_unknown_long();
}

static int between(int low, int high) {
  int n = __ansatz_unknown();
  __ansatz_assume(n >= low && n <= high);
  return n;
}

/* A second 60 is possible if the time zone has leap seconds, even for gmtime. The name of a local
 * time zone is arbitrary. */
static void fill(struct tm *to, const time_t *t, _Bool is_local) {
  to->tm_sec = between(0, 60);
  to->tm_min = between(0, 59);
  to->tm_hour = between(0, 23);
  to->tm_mday = between(1, 31);
  to->tm_mon = between(0, 11);
  to->tm_year = __ansatz_unknown();
  to->tm_wday = between(0, 6);
  to->tm_yday = between(0, 365);
  to->tm_isdst = is_local ? between(-1, 1) : 0;
  to->tm_gmtoff = is_local ? __ansatz_unknown() : 0;
  to->tm_zone = is_local ? REAL(ctime)(t) : "GMT";
}

/* Returns null if the year does not fit into an int. */
static struct tm *break_down(const time_t *t, struct tm *to, _Bool is_local) {
  const long long few = 1ll << 54; /* seconds: fewer than INT_MAX years */
  long long value = *t;
  set_zone(t);
  if ((value > few || value < -few) && __ansatz_unknown()) {
    errno = 75; /* EOVERFLOW */
    return NULL;
  }
  fill(to, t, is_local);
  return to;
}

static struct tm __ansatz_tm;

struct tm *gmtime_r(const time_t *t, struct tm *to) {
  return break_down(t, to, 0);
}

struct tm *gmtime(const time_t *t) {
  return break_down(t, &__ansatz_tm, 0);
}

struct tm *localtime_r(const time_t *t, struct tm *to) {
  return break_down(t, to, 1);
}

struct tm *localtime(const time_t *t) {
  return break_down(t, &__ansatz_tm, 1);
}

/* Returns the processor time since an arbitrary start. */
long clock(void) {
  long n = REAL(clock)();
  __ansatz_assume(n >= -1);
  return n;
}

double difftime(time_t a, time_t b) {
  const long long exact = 1ll << 52; /* up to here, x, y and x - y are exact in double */
  long long x = a, y = b;
  if (x <= exact && x >= -exact && y <= exact && y >= -exact) return (double)(x - y);
  return REAL(difftime)(a, b);
}

/* If the time does not fit, *t does not change. */
static time_t put_together(struct tm *t, _Bool is_local) {
  time_t result = (time_t)__ansatz_unknown_long();
  set_zone(&result);
  if (result != -1 || __ansatz_unknown() == 0) fill(t, &result, is_local);
  return result;
}

time_t mktime(struct tm *t) {
  return put_together(t, 1);
}

time_t timegm(struct tm *t) {
  return put_together(t, 0);
}

/* The text is not known, only where it ends. */
size_t strftime(char *to, size_t room, const char *format, const struct tm *t) {
  enum { ROOM = 1024 };
  char text[ROOM];
  time_t now = 0;
  set_zone(&now);
  __ansatz_string(format);
  __ansatz_range(t, sizeof *t);
  size_t length = (size_t)__ansatz_unknown();
  if (room > ROOM) {
    __ansatz_unsupported("strftime of a long text");
    return 0;
  }
  __builtin_memcpy(to, text, room);
  if (length >= room) return 0;
  to[length] = 0;
  return length;
}
