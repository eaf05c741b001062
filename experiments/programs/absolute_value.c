/* The least int has no absolute value. */
extern int __VERIFIER_nondet_int(void);
static int absolute(int x) { return x >= 0 ? x : -x; }
int main(void) { return absolute(__VERIFIER_nondet_int()) == 7; }
