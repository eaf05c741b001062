/* A text that is read byte by byte into a buffer that grows by a constant. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int room = 16, length = 0;
  char *text = malloc(16);
  if (!text) return 0;
  while (__VERIFIER_nondet_int() && length < 1000000000) {
    if (length ROOM room) {
      char *longer = realloc(text, room + 16);
      if (!longer) { free(text); return 0; }
      text = longer;
      room += 16;
    }
    text[length++] = __VERIFIER_nondet_char();
  }
  free(text);
  return 0;
}
