/* Recursion as deep as an input says. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

#if CASE == 1 /* the result is a sum of the arguments */
int add(int m, int n) {
  if (n == 0) return m;
  return n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1);
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 1000000 || n < 0 || n > 1000000) return 0;
  int sum = add(m, n);
  __VERIFIER_assert(sum == m + n);
  return 0;
}

#elif CASE == 2 /* the parity of the argument, by two functions that call each other */
int is_odd(int n);
int is_even(int n) {
  return n == 0 ? 1 : is_odd(n - 1);
}
int is_odd(int n) {
  return n == 0 ? 0 : is_even(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int odd = is_odd(n);
  __VERIFIER_assert(odd == n % 2);
  return 0;
}

#elif CASE == 3 /* checks within the calls: a bound that all of them keep */
void down(int n, int limit) {
  __VERIFIER_assert(n >= 0 && limit == 10);
  if (n > 0) down(n - 1, limit);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0) down(n, 10);
  return 0;
}

#elif CASE == 4 /* what calls that have returned wrote is any value */
int count;
void visit(int n) {
  __VERIFIER_assert(count >= 0);
  if (n <= 0) return;
  if (count < 100) count++;
  visit(n - 1);
  if (count < 0) count = 0;
  visit(n - 2);
}
int main(void) {
  visit(__VERIFIER_nondet_int());
  return 0;
}

#elif CASE == 5 /* false: behind a nested call, at any depth but not soon */
int deep;
void walk(int n) {
  if (n <= 0) return;
  walk(n - 1);
  deep++;
  __VERIFIER_assert(deep < 6);
}
int main(void) {
  walk(__VERIFIER_nondet_int());
  return 0;
}

#elif CASE == 6 /* false: only in a function that the recursion alone calls, behind all its calls */
int last;
void second(int n);
void first(int n) {
  if (n > 0) second(n - 1);
}
void second(int n) {
  first(n);
  last = n;
  __VERIFIER_assert(last != 3);
}
int main(void) {
  first(__VERIFIER_nondet_int());
  return 0;
}

#elif CASE == 7 /* false: the write beyond the array is behind the last call */
int array[4], other = 1;
void second(int n);
void first(int n) {
  if (n > 0) second(n - 1);
}
void second(int n) {
  first(n);
  *(array + 5) = n;
}
int main(void) {
  first(__VERIFIER_nondet_int());
  return 0;
}
#endif
