/* Streams in an arbitrary entry state: at any place, but consistent. */
#include <stdio.h>
extern void reach_error(void);
int anywhere(void) {
  if (feof(stdin)) reach_error();
  return 0;
}
int delivers(void) {
  if (getchar() == 'a') reach_error();
  return 0;
}
int consistent(void) {
  if (feof(stdin) && !ferror(stdin) && getchar() == 'a') reach_error();
  if (fputc('a', stdin) != EOF || getc(stdout) != EOF) reach_error();
  return 0;
}
