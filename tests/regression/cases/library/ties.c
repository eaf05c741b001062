/* Executions that get to reach_error where CASE is below 4, by what functions of the C library share: the program's
 * allocator, and code under two names; or from 8 on. No execution violates the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern void reach_error(void);

extern char **environ;
#if CASE == 7
#include <malloc.h>
#endif
struct padded {
  char a;
  int b;
} padded = {1, 2};

#if CASE < 3
static int calls;
static _Alignas(16) char pool[1 << 20];
static size_t used;

void *malloc(size_t size) {
  calls++;
  size = (size + 15) / 16 * 16;
  if (size > sizeof pool - used) return NULL;
  used += size;
  return pool + used - size;
}
void free(void *p) { (void)p; }
#endif

#if CASE == 5
int main(int argc, char **argv) {
  int n = 0;
  for (int i = 0; i < argc; i++) n += argv[i][0] & 1;
  return argv[argc] == 0;
}
#elif CASE == 6
int main(void) {
  char **e = environ;
  while (*e) e++;
  return 0;
}
#elif CASE == 9
int main(int argc, char **argv) {
  if (argc == 3 && argv[1][0] == 'a' && environ && padded.b == 2) reach_error();
  return 0;
}
#elif CASE == 10 /* a variable of the function's own with the name of one of the library's */
extern char *program_invocation_name;
char *name(void) { return program_invocation_name; }
int count(void) {
  static int program_invocation_name;
  if (program_invocation_name == 5) reach_error();
  program_invocation_name = 5;
  return name() == 0;
}
#else
int main(void) {
#if CASE == 0
  printf("x");
  if (calls) reach_error();
#elif CASE == 1
  if (fopen("/etc/passwd", "r") && calls) reach_error();
#elif CASE == 2
  getchar();
  if (calls) reach_error();
#elif CASE == 3
  char *(*f)(const char *, int) = index;
  if (f == strchr) reach_error();
#elif CASE == 4
  if (time(0) < -1) reach_error();
#elif CASE == 7
  void *p = malloc(10);
  if (p && malloc_usable_size(p) == 10) reach_error();
#elif CASE == 8
  if (environ) reach_error();
#endif
  return 0;
}
#endif
