/* Calls through pointers from any state of the globals. */
typedef int (*function)(int);
static int same(int x) { return x; }
static int half(int x) { return x / 2; }
static int far(int x) { return x + 1000; }
function chosen = same;
/* Any value of k leads to a function of the program. */
int chooses(int k, int x) {
  function f = k ? same : half;
  return f(x);
}
int looks_up(unsigned k, int x) {
  static const function table[] = {same, half};
  return table[k % 2](x);
}
/* The global may have any value, and so may what the caller gives. */
int from_global(int x) { return chosen(x); }
int from_caller(function f, int x) { return f(x); }
/* Only null is left out. */
int if_given(function f, int x) { return f ? f(x) : 0; }
/* One of the two adds. */
int adds(int k, int x) {
  function f = k ? same : far;
  return f(x);
}
/* The loop may have changed the pointer when the call comes. */
int after_loop(int n, int x, function g) {
  function f = same;
  while (n-- > 0 && n < 1000)
    if (n == 3) f = g;
  return f(x);
}
int after_own_loop(int x) {
  function f = same;
  for (int n = 9; n > 0; n--)
    if (n == 3) f = half;
  return f(x);
}
