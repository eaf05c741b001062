/* Recursion that ends. */
int __VERIFIER_nondet_int(void);
static int any(void) {
  return __VERIFIER_nondet_int();
}

#if CASE == 1 /* factorial */
int f(int n) {
  return n <= 1 ? 1 : n * f(n - 1);
}
int main(void) {
  return f(any());
}

#elif CASE == 2 /* Fibonacci */
int f(int n) {
  return n <= 1 ? n : f(n - 1) + f(n - 2);
}
int main(void) {
  return f(any());
}

#elif CASE ==                                                                                      \
    3 /* Ackermann's function, lexicographic; the result of the inner call may be anything */
unsigned f(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return f(m - 1, 1);
  return f(m - 1, f(m, n - 1));
}
int main(void) {
  return (int)f((unsigned)any(), (unsigned)any());
}

#elif CASE == 4 /* towers of Hanoi */
void f(int n, int a, int b, int c) {
  if (n <= 0) return;
  f(n - 1, a, c, b);
  f(n - 1, c, b, a);
}
int main(void) {
  f(any(), 1, 2, 3);
}

#elif CASE == 5 /* two functions, entered at the second one */
int odd(int n);
int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}
int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}
int main(void) {
  int n = any();
  return n < 0 ? 0 : odd(n);
}

#elif CASE == 6 /* the depth is in a global */
int g;
void f(void) {
  if (g-- > 0) f();
}
int main(void) {
  g = any();
  f();
}

#elif CASE == 7 /* recursion in a loop */
void f(int n) {
  for (int i = 0; i < n; i++) f(i);
}
int main(void) {
  f(any());
}

#elif CASE == 8 /* a loop in the recursion, and recursion in a loop of the caller */
int f(int n) {
  int i = 0;
  while (i < n && any()) i++;
  return n <= 0 ? 0 : f(n - i - 1);
}
int main(void) {
  for (int n = any(); n > 0; n--) f(n);
}

#elif CASE == 9 /* addresses of locals, which nobody keeps */
void before(int *p, int n) {
  *p = n - 1;
}
void f(int n) {
  int x, *p = &x;
  if (n <= 0) return;
  before(&x, n);
  f(*p);
}
int main(void) {
  f(any());
}

#elif CASE == 10 /* main, bounded by constants */
int k;
int main(void) {
  if (k >= 5) return 0;
  k++;
  return main();
}
#elif CASE == 11 /* McCarthy's function: its result is not below the argument minus 10 */
int f(int n) {
  return n > 100 ? n - 10 : f(f(n + 11));
}
int main(void) {
  return f(any());
}

#elif CASE == 12 /* results are not above 1, and 0 where the argument is not positive */
int f(int n) {
  return n <= 0 ? 0 : f(f(f(n - 2) - 1)) + 1;
}
int main(void) {
  return f(any());
}

#elif CASE == 13 /* a loop of the caller ends as the result is the argument */
int f(int n) {
  return n <= 0 ? 0 : f(n - 1) + 1;
}
int main(void) {
  int n = any();
  while (n > 0) n = f(n) - 1;
}
#endif
