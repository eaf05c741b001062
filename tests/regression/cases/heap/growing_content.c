/* A buffer that begins outside the loop and grows in it: what was stored is kept. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned long room = 4, used = 0;
  char *text = malloc(room);
  while (used < 1000 && __VERIFIER_nondet_int()) {
    if (used == room) {
      room += 4;
      text = realloc(text, KEPT);
    }
    text[used++] = 'a';
  }
  if (used && text[0] != 'a') reach_error();
  return 0;
}
