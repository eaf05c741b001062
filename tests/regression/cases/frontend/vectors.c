/* Vectors of GCC's extension, element by element. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void), reach_error(void);
typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

int main(void) {
  ints a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
  floats f = {1.5f, -2, 0, 4}, g = -f;
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
#ifdef OUTSIDE
  if (i < 0 || i > 4 || j < 0 || j > 3) abort();
#else
  if (i < 0 || i > 3 || j < 0 || j > 3) abort();
#endif
  if (a[i] + b[i] != 5) reach_error();
  a[i] = b[j] + 10;
  if (a[i] != 14 - j) reach_error();
  ints less = a < b, negative = g < f;
  if (less[i] != 0 || (i != 0 && less[0] != -1)) reach_error();
  if (negative[0] != -1 || negative[1] != 0 || negative[2] != 0 || negative[3] != -1) reach_error();
  floats converted = __builtin_convertvector(b, floats);
  if (converted[j] != 4 - j) reach_error();
#ifdef BUG
  if (less[1] == 0 && a[1] == 11) reach_error();
#endif
  return 0;
}
