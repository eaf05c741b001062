/* What the library leaves open, and what it does that is easily forgotten. */
#include <assert.h>
extern int strcmp(const char *, const char *), memcmp(const void *, const void *, unsigned long);
extern int isalpha(int), printf(const char *, ...);
extern char *strtok(char *, const char *);
extern int nondet(void);
int main(void) {
  char s[] = "a b c d", word[] = "ba", c = nondet();
  word[1] = nondet();
#if BUG == 1
  assert(strcmp(word, "aa") <= 1);
#elif BUG == 2
  assert(memcmp(word, "aa", 2) == 1);
#elif BUG == 3
  assert(isalpha(c) <= 1);
#elif BUG == 4
  strtok(s, " ");
  char before = s[3];
  strtok(0, " ");
  assert(s[3] == before);
#elif BUG == 5
  int n = 7;
  printf("four%n\n", &n);
  assert(n == 7);
#else
  assert(strcmp(word, "aa") > 0 && strcmp("aa", word) < 0 && strcmp("aa", "aa") == 0);
  assert(!isalpha(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
  char *t = strtok(s, " ");
  assert(t == s && s[1] == 0);
  t = strtok(0, " ");
  assert(t == s + 2 && s[3] == 0);
#endif
  return 0;
}
