/* An inner loop that goes round three times whenever it is entered. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  unsigned s = 0;
  while (s < 9000 && __VERIFIER_nondet_int())
    for (unsigned j = 0; j < 3; j++) s++;
  if (s > 9002) reach_error();
}
