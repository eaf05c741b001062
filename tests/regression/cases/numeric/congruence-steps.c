/* Remainders modulo any number are kept while nothing wraps around, those modulo powers of two always. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned n = 1;
  signed char c = 5;
  unsigned char uc = 250;
  short s = -32766;
  long long l = 3;
  unsigned long long ul = 18446744073709551613u;
  while (__VERIFIER_nondet_int()) {
    n += n < 4000000000u ? (__VERIFIER_nondet_int() ? 6 : 9) : 0;
    c += 12;
    uc += 6;
    s -= 14;
    l *= 5;
    ul += 1024;
  }
  if (n % 3 != 1) reach_error();
  if ((c & 3) != 1 || (uc & 1) || (s & 1) || (l & 1) != 1 || ul % 1024 != 1021) reach_error();
  return 0;
}
