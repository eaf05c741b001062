/* Values that only an overflow could make small: P selects the program. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

#if P == 1 /* needs that sums do not overflow */
int main(void) {
  int x = 0, y = 50;
  while (__VERIFIER_nondet_int()) {
    x++;
    if (x > 50) y++;
  }
  if (y < 50) reach_error();
}
#elif P == 2 /* does not need it: x stays small */
int main(void) {
  int x = 0, y = 0;
  while (x < 100) {
    x++;
    y++;
  }
  if (y != 100) reach_error();
}
#elif P == 3 /* the run with the greatest input reaches the error where additions wrap */
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 1 < x) reach_error();
}
#elif P == 4 /* an execution without overflow reaches the error */
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x += 3;
  if (x == 12) reach_error();
}
#elif P == 5 /* the loop ends unless x - y wraps */
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > y) {
    x = x + 1;
    y = y + 2;
  }
}
#elif P == 6 /* without overflow the loop would not end */
int main(void) {
  int x = 1;
  while (x > 0) x = x + 1;
}
#elif P == 7 /* abs overflows, too */
int abs(int);
int main(void) {
  if (abs(__VERIFIER_nondet_int()) < 0) reach_error();
}
#elif P == 8 /* only an overflow of abs, whatever it gives, prolongs the loop */
int abs(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x < 0) x = abs(x);
}
#elif P == 9 /* nothing depends on the numbers that overflow, but on one of them before the loop */
int calls;
static void call(void) { calls++; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y < 5) return 0;
  while (x >= 0) {
    call();
    y -= 1;
  }
}
#elif P == 10 /* the second quotient has no value: the processor raises an exception */
int main(void) {
  int least = -2147483647 - 1, by = 1;
  while (1) {
    least = least / by;
    by = -by;
  }
}
#elif P == 11 /* the address, by which the number decides, is in a global */
int number = 1, *place = &number;
int main(void) {
  while (*place > 0) number++;
}
#endif
