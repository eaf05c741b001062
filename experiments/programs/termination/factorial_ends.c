/* Recursion. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }
int main(void) { return (int)factorial(__VERIFIER_nondet_uint()); }
