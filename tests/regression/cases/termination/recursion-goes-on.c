/* Recursion that does not end. */
int __VERIFIER_nondet_int(void);
static int any(void) {
  return __VERIFIER_nondet_int();
}

#if CASE == 1 /* only for one input */
void f(int n) {
  if (n == 1234) f(n);
  if (n > 0) f(n - 1);
}
int main(void) {
  f(any());
}

#elif CASE == 2 /* only through the second function */
int g(int n);
int f(int n) {
  return n == 3 ? 0 : g(n - 1);
}
int g(int n) {
  return f(n + 1);
}
int main(void) {
  return f(any());
}

#elif CASE == 3 /* only as a function that is called restores a global */
int k;
void restore(void) {
  k++;
}
void f(void) {
  k--;
  if (k > 0) {
    restore();
    f();
  }
}
int main(void) {
  k = any();
  f();
}

#elif CASE == 4 /* only as the result of a nested call is an argument */
int f(int n) {
  return n <= 0 ? 1 : f(f(n - 1));
}
int main(void) {
  return f(any());
}

#elif CASE == 5 /* only as a global is what it was once a nested call has returned */
int d;
void f(void) {
  if (d >= 10) return;
  d++;
  f();
  d--;
  f();
}
int main(void) {
  f();
}

#elif CASE == 6 /* only in a loop behind the nested call */
void f(int n) {
  if (n <= 0) return;
  f(n - 1);
  while (n == 3) any();
}
int main(void) {
  f(any());
}

#elif CASE == 7 /* only in a loop that the result of a nested call keeps going */
int f(int n) {
  if (n <= 0) return 1;
  while (f(n - 1)) any();
  return 0;
}
int main(void) {
  return f(any());
}

#elif CASE == 8 /* only in a loop of the caller, which the recursion keeps going */
int f(int x, int n) {
  return n > 3 ? x : f(x, n + 1);
}
int main(void) {
  int x = any();
  while (x > 0) x = f(x, 0);
}

#elif CASE == 9 /* only as the local that the pointer leads to is another one in each activation   \
                 */
void f(int *p) {
  int x = 1;
  if (*p > 0) f(&x);
}
int main(void) {
  int y = any();
  f(&y);
}

#elif CASE == 10 /* the same, kept in a global by another function */
int *kept;
void keep(int *p) {
  kept = p;
}
void f(int n) {
  int x = n;
  if (kept && *kept == 0) return;
  x = 1;
  keep(&x);
  f(n);
}
int main(void) {
  f(any());
}

#elif CASE == 11 /* only through a pointer */
void f(int n);
void (*p)(int) = f;
void f(int n) {
  if (n > 0) p(n);
}
int main(void) {
  f(any());
}

#elif CASE == 12 /* only as what a nested call writes through a pointer */
void f(int *p, int n) {
  if (n <= 0) {
    *p += 2;
    return;
  }
  f(p, n - 1);
  (*p)--;
}
int main(void) {
  int x = any();
  while (x > 0 && x < 1000) {
    f(&x, 1);
    if (x > 5) x = 5;
  }
}
#elif CASE == 13 /* McCarthy's function with 10 in the place of 11 */
int f(int n) {
  return n > 100 ? n - 10 : f(f(n + 10));
}
int main(void) {
  return f(any());
}

#elif CASE == 14 /* the result depends on a global */
int g;
int f(int n) {
  if (n <= 0) return g;
  if (g < 5) g++;
  return f(n - 1);
}
int main(void) {
  g = any();
  while (f(3) <= 5) any();
}

#elif CASE == 15 /* no call returns, and the loop behind is not the only one without end */
int f(int n) {
  return f(n);
}
int main(void) {
  while (f(1)) any();
}
#endif
