/* Inner loops over tables, in an outer loop without a bound. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static const unsigned rounds[4] = {3, 7, 1, 5};
static unsigned words[16];
static unsigned char block[64];
int main(void) {
  unsigned state = 0, filled = 0;
  while (__VERIFIER_nondet_uint()) {
    block[filled++] = (unsigned char)__VERIFIER_nondet_uint();
    if (filled < 64) continue;
    filled = 0;
    for (unsigned i = 0, j = 0; i < 16; i++, j += 4) {
      if (j + 3 >= 64) reach_error();
      words[i] = block[j] << 8 | block[j + 3];
    }
    unsigned sum = 0;
    for (unsigned r = 0; r < 4; r++)
      for (unsigned i = 0; i < 2; i++) sum += rounds[r] + i;
    state += sum;
    if (sum != WANTED) reach_error();
  }
  return (int)state & 1;
}
