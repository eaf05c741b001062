/* No execution violates where CASE is below 20: what the descriptors, the locale, the environment and the terminal of a
 * replay answer is not what those of another run do. The others have a violation. */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void reach_error(void);
extern char **environ;

#if CASE == 13
int main(int argc, char **argv, char **environment) {
  if (environment != environ) reach_error();
  return 0;
}
#else
int main(void) {
#if CASE == 0
  printf("hi");
  close(1);
  if (fflush(stdout) == 0) reach_error();
#elif CASE == 1
  close(2);
  if (fputs("abc", stderr) >= 0) reach_error();
#elif CASE == 2
  close(fileno(stderr));
  fputc('x', stderr);
  if (!ferror(stderr)) reach_error();
#elif CASE == 3
  close(2);
  if (fprintf(stderr, "%d", 7) >= 0) reach_error();
#elif CASE == 4
  FILE *f = fopen("/dev/zero", "r");
  if (!f) return 0;
  for (int i = 3; i < 1100; i++) close(i);
  if (getc(f) != EOF) reach_error();
#elif CASE == 5
  printf("x");
  close(1);
  if (fclose(stdout) == 0) reach_error();
#elif CASE == 6
  FILE *f = fdopen(0, "r");
  if (!f) return 0;
  fclose(f);
  if (getchar() != EOF) reach_error();
#elif CASE == 7
  if (fdopen(-1, "r") || fdopen(1000000000, "r")) reach_error();
#elif CASE == 8
  fclose(stdin);
  if (close(0) == 0 || close(-1) == 0) reach_error();
#elif CASE == 9
  if (puts("hello") == 0 || fputs("hello", stdout) == 0) reach_error();
#elif CASE == 10
  setenv("LC_ALL", "nonsense/..", 1);
  if (setlocale(LC_ALL, "")) reach_error();
#elif CASE == 11
  setlocale(LC_ALL, "");
  char *s = getenv("LC_ALL");
  if (s && s[0] == 'x' && s[1] == '/' && !s[2] && !strcmp(setlocale(LC_ALL, 0), "C")) reach_error();
#elif CASE == 12
  signal(SIGALRM, SIG_DFL);
  alarm(1);
  sleep(100);
  reach_error();
#elif CASE == 14
  int own = getpid(), parent = getppid(), user = getuid(), again = getuid();
  if (own != getpid() || own == parent || own < 1 || user != again) reach_error();
#elif CASE == 20
  close(1);
  close(2);
  if (getchar() == 'q') reach_error();
#elif CASE == 21
  if (getpid() == 1234 && getuid() == 7 && geteuid() == 0) reach_error();
#elif CASE == 22
  if (puts("hello") == 6 && fputs("hello", stdout) == 1) reach_error();
#endif
  return 0;
}
#endif
