/* The function that fails is in the other file. */
extern int __VERIFIER_nondet_int(void);
int scale(int x);
int factor = 3;
int main(void) { return scale(__VERIFIER_nondet_int()); }
