/* Functions of the library that keep, change, allocate or call more than their arguments tell. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <error.h>
#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
static char buffer[64];
static void handler(void) {
  reach_error();
}
#if CASE >= 6 && CASE <= 8
__attribute__((destructor)) static void last(void) {
  reach_error();
}
#endif
int main(void) {
#if CASE == 1
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  putchar('x');
  if (buffer[0] == 'x') reach_error();
#elif CASE == 2
  char *arguments[] = {"a", "-x", NULL};
  int before = optind;
  getopt(2, arguments, "x");
  if (optind != before) reach_error();
#elif CASE == 3
  signgam = 0;
  lgamma(-0.5);
  if (signgam) reach_error();
#elif CASE == 4
  char **before = environ;
  setenv("ANSATZ_TEST", "1", 1);
  if (environ != before) reach_error();
#elif CASE == 12
  char *a = getenv("HOME");
  if (a && a == environ[0] + 5) reach_error();
#elif CASE == 5
  error_print_progname = handler;
  error(0, 0, "x");
#elif CASE == 6
  errx(1, "x");
#elif CASE == 7
  error(1, 0, "x");
#elif CASE == 8
  pthread_exit(NULL);
#elif CASE == 9
  initstate(1, buffer, sizeof buffer);
  random();
  if (buffer[5] | buffer[9]) reach_error();
#elif CASE == 10
  char *end = NULL;
  if (sscanf("abc", "%ms", &end) == 1 && end[0] == 'a') reach_error();
#elif CASE == 11
  pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex)) reach_error();
#else
  signal(SIGTERM, SIG_IGN);
  setvbuf(stdout, NULL, _IONBF, 0);
  if (buffer[0]) reach_error();
#endif
  return 0;
}
