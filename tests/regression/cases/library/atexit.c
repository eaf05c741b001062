/* Functions of atexit run in reverse order, before destructors; one may register another one. */
#include <stdlib.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int step;

#if CASE == 1 /* in reverse order, where main returns and where exit is called */
static void second(void) {
  if (step != 1) reach_error();
}
static void first(void) {
  step++;
}
int main(void) {
  atexit(second);
  atexit(first);
  if (__VERIFIER_nondet_int()) exit(3);
  return 0;
}

#elif CASE == 2 /* twice the same, and one that registers another one */
static void last(void) {
  if (step != 2) reach_error();
}
static void more(void) {
  step++;
  if (step == 2) atexit(last);
}
int main(void) {
  atexit(more);
  atexit(more);
  return 0;
}

#elif CASE == 3 /* before destructors */
__attribute__((destructor)) static void after(void) {
  if (step != 1) reach_error();
}
static void before(void) {
  step++;
}
int main(void) {
  return atexit(before);
}

#elif CASE == 4 /* wrong: it runs, too */
static void handler(void) {
  if (step == 7) reach_error();
}
int main(void) {
  atexit(handler);
  step = __VERIFIER_nondet_int();
  return 0;
}

#elif CASE == 5 /* those of quick_exit are others */
static void handler(void) {
  reach_error();
}
static void quick(void) {
  step++;
}
static void check(void) {
  if (step != 1) reach_error();
}
int main(void) {
  atexit(handler);
  at_quick_exit(check);
  at_quick_exit(quick);
  quick_exit(0);
}

#elif CASE == 6 /* exit in such a function is undefined */
static void handler(void) {
  exit(1);
}
int main(void) {
  atexit(handler);
  return 0;
}

#elif CASE == 7 /* registered for one input only */
static void handler(void) {
  if (step < 10) reach_error();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    atexit(handler);
    step = x;
  }
  return 0;
}

#elif CASE == 8 /* abort and _Exit run none */
static void handler(void) {
  reach_error();
}
int main(void) {
  atexit(handler);
  if (__VERIFIER_nondet_int()) abort();
  _Exit(0);
}

#elif CASE == 9 /* what it frees is not lost */
static int *kept;
static void handler(void) {
  free(kept);
}
int main(void) {
  kept = malloc(4);
  if (!kept) return 1;
#ifndef KEEP
  atexit(handler);
#endif
  return 0;
}
#endif
