/* Formatted output is exact where its format is known; what is read of a stream is an input. */
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
#if CASE == 0 /* none of these errors can be reached, nor those of cases 6 to 8 */
  char text[12];
  int x = __VERIFIER_nondet_int(), n = sprintf(text, "%d", x);
  if (n < 1 || n > 11 || (text[0] == '-') != (x < 0)) reach_error();
#elif CASE == 1
  int x = 0, y = 0;
  if (scanf("%d %d", &x, &y) == 2 && x == 7 && y == -100000) reach_error();
#elif CASE == 2
  FILE *f = fopen("name", "r");
  int x = 0;
  while (f && fscanf(f, "%d;", &x) == 1)
    if (x == 123456) reach_error();
#elif CASE == 3
  double d;
  if (scanf("%lf", &d) == 1 && d > 0.25 && d < 0.26) reach_error();
#elif CASE == 4 /* a minus sign may stand alone */
  int x;
  if (scanf("%d", &x) == 0 && scanf("%d", &x) == 1) reach_error();
#elif CASE == 5 /* a format that nobody knows */
  int x = 0;
  char format[] = "%d";
  scanf(format, &x);
  if (x == 1) reach_error();
#elif CASE == 6
  char text[12], small[4];
  if (sprintf(text, "%s=%03x|%c", "ab", 26, '!') != 8 || strcmp(text, "ab=01a|!")) reach_error();
  if (snprintf(small, sizeof small, "%5u", 77u) != 5 || strcmp(small, "   ")) reach_error();
  int r = printf("%d\n", 100);
  if (r >= 0 && r != 4) reach_error();
#elif CASE == 7
  signed char small;
  int x, y;
  if (sscanf("12,-7 z", "%d,%hhd%n", &x, &small, &y) != 2 || x != 12 || small != -7 || y != 5)
    reach_error();
#elif CASE == 8
  char word[3];
  int x, r = scanf("%3d%2s", &x, word);
  if (r < -1 || r > 2 || (r == 2 && strlen(word) > 2)) reach_error();
  if (r >= 1 && (x > 999 || x < -99)) reach_error();
#endif
  return 0;
}
