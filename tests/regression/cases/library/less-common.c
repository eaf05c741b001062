#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
extern void reach_error(void);
static int by_last(const void *a, const void *b, void *calls) {
  ++*(int *)calls;
  return *(const int *)a % 10 - *(const int *)b % 10;
}
int main(void) {
  hcreate(5);
  ENTRY e = {"a", (void*)1}, f = {"b", (void*)2};
  if (!hsearch(e, ENTER)) reach_error();
  if (hsearch(f, FIND)) reach_error();
  hsearch(f, ENTER);
  ENTRY *r = hsearch(f, FIND);
  if (!r || r->data != (void *)2) reach_error();
  hdestroy();
  if (strverscmp("file9", "file10") >= 0) reach_error();
  if (strverscmp("1.009", "1.01") >= 0) reach_error();
  unsigned s = 3;
  if (rand_r(&s) < 0) reach_error();
  if (wcstol(L" -12x", NULL, 10) != -12) reach_error();
  char env[] = "A=5";
  putenv(env);
  if (getenv("A")[0] != '5') reach_error();
  int calls = 0, numbers[3] = {13, 21, 32};
  qsort_r(numbers, 3, sizeof *numbers, by_last, &calls);
  if (numbers[0] != 21 || numbers[2] != 13 || calls < 2) reach_error();
#if BUG == 1 /* which numbers come is for the library to say */
  if (rand_r(&s) == 5) reach_error();
#elif BUG == 2
  env[2] = '6';
  if (strcmp(getenv("A"), "6") == 0) reach_error();
#else
  struct tm day = {.tm_year = 100};
  time_t when = mktime(&day);
  if (when != -1 && (day.tm_mon < 0 || day.tm_mon > 11)) reach_error();
  char text[20];
  size_t length = strftime(text, sizeof text, "%d", &day);
  if (length >= sizeof text || (length && strlen(text) > length)) reach_error();
#endif
  return 0;
}
