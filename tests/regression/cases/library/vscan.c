#include <stdarg.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
static int read_from(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsscanf(text, format, list);
  va_end(list);
  return n;
}
static int read_in(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vscanf(format, list);
  va_end(list);
  return n;
}
int main(void) {
  int a = 0, b = 0;
  char word[4];
  long long c = 0;
  if (read_from("12 0x1f,abc-7", "%d %x,%3[a-c]%lld", &a, &b, word, &c) != 4) reach_error();
  if (a != 12 || b != 31 || strcmp(word, "abc") != 0 || c != -7) reach_error();
  if (read_from("x", "%d", &a) != 0 || read_from("", "%*d%d", &a) != EOF || a != 12) reach_error();
  if (read_in("%d", &a) > 1) reach_error();
#if BUG == 1
  if (a == 4711) reach_error();
#elif BUG == 2
  read_from("123456789", "%s", word);
#elif BUG == 3
  double d = 0;
  float f = 0;
  if (read_from(" -1.5e1x 2.25e", "%lfx%f%n", &d, &f, &a) != 2) reach_error();
  if (d != -15 || f != 2.25f || a != 14) reach_error();
  if (sscanf(".e5", "%lf", &d) != 0 || d != -15 || sscanf("+", "%f", &f) != 0) reach_error();
#elif BUG == 4 /* not decimal */
  double d = 0;
  if (read_from("0x10", "%lf", &d) == 1 && d == 17) reach_error();
#endif
  return 0;
}
