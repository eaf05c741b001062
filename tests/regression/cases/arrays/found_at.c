// What a search found, and where: the flag says whether the index is one. The kinds: the last
// place, the first one, a place that is -1 if there is none, and a comparison other than equality.
// -DWRONG: the place is that of the next element, or the flag is set anyway.
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);
#ifdef WRONG
#define SHIFT 1
#else
#define SHIFT 0
#endif
#ifndef T
#define T int
#endif
T a[1001];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  for (int i = 0; i < n; i++) a[i] = (T)__VERIFIER_nondet_longlong();
  T sought = (T)__VERIFIER_nondet_longlong();
  int at = 0, found = 0;
#if KIND == 1
  for (int i = 0; i < n; i++)
    if (a[i] == sought) {
      found = 1;
      at = i + SHIFT;
    }
  if (found && a[at] != sought) reach_error();
#elif KIND == 2
  for (int i = n - 1; i >= 0; i--)
    if (!found && a[i] == sought) {
      found = 7;
      at = i + SHIFT;
    }
  if (found == 7 && a[at] != sought) reach_error();
#elif KIND == 3
  at = -1;
  for (int i = 0; i < n; i++)
    if (a[i] == sought) at = i + SHIFT;
  if (at != -1 && a[at] != sought) reach_error();
#else
  for (int i = 0; i < n; i += 2) {
    if (sought == a[i]) {
      at = i;
      found = 1;
    }
    if (SHIFT) found = 1;
  }
  if (found != 0 && a[at] != sought) reach_error();
#endif
  return 0;
}
