#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
extern void reach_error(void);
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
  unsigned s = 3, t = 3;
  int a = rand_r(&s), b = rand_r(&t);
  if (a != b || s != t || a < 0) reach_error();
  if (wcstol(L" -12x", NULL, 10) != -12) reach_error();
  char env[] = "A=5";
  putenv(env);
  if (getenv("A")[0] != '5') reach_error();
#if BUG == 1 /* which numbers come is for the library to say */
  if (rand_r(&s) == 5) reach_error();
#elif BUG == 2
  env[2] = '6';
  if (strcmp(getenv("A"), "6") == 0) reach_error();
#endif
  return 0;
}
