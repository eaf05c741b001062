/* Buffers that are too small for what is read or printed. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
#if CASE == 0 /* all fit */
  char text[12], word[4] = "";
  sprintf(text, "%d", __VERIFIER_nondet_int());
  snprintf(text, sizeof text, "%s%s", "too long", "by far");
  if (scanf("%3s", word) == 1) printf("%s\n", word);
  if (fgets(word, sizeof word, stdin)) fputs(word, stdout);
#elif CASE == 1
  char text[11];
  sprintf(text, "%d", __VERIFIER_nondet_int());
#elif CASE == 2
  char word[4];
  scanf("%4s", word);
#elif CASE == 3
  char line[4];
  fgets(line, 5, stdin);
#elif CASE == 4
  char text[3] = {'a', 'b', 'c'};
  printf("%s\n", text);
#elif CASE == 5
  FILE *f = fopen("name", "r");
  int c = fgetc(f);
  return c == 'a';
#elif CASE == 6
  FILE *f = fopen("name", "w");
  if (!f) return 1;
  fclose(f);
  fclose(f);
#elif CASE == 7
  char text[3];
  sprintf(text, "%.1f", 1.5);
#elif CASE == 8 /* what overflows is not the program's */
  char text[4];
  return snprintf(text, sizeof text, "%*d", -2147483647 - 1, 1) > 0;
#endif
  return 0;
}
