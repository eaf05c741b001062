/* A format may store. What it is, is known of literals only. */
#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <syslog.h>
extern void reach_error(void);
static void say(const char *format, int *n) {
  printf(format, n);
}
static void say_list(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
static char text[] = "abc%d";
int main(int argc, char **argv) {
  int n = 0;
  const char *format = "abc%n";
  int (*print)(const char *, ...) = printf;
#if BUG == 1
  printf(format, &n);
#elif BUG == 2
  say("abc%n", &n);
#elif BUG == 3
  printf(argc ? "abc%n" : "", &n);
#elif BUG == 4
  printf("%2$s%1$n", &n, "abc");
#elif BUG == 5
  say_list("abc%n", &n);
#elif BUG == 6
  syslog(LOG_INFO, format, &n);
#elif BUG == 7
  warnx("abc%n", &n);
#elif BUG == 8
  text[4] = 'n';
  printf(text, &n);
#elif BUG == 9
  print("abc%n", &n);
#elif BUG == 10
  printf("abc%n", (long)&n);
#elif BUG == 11
  dprintf(2, "abc%n", &n);
#else
  printf("%s, %% no %d\n", "abc", n);
  printf(argv[0] ? "b" : "c");
#endif
  if (n == 3) reach_error();
  return 0;
}
