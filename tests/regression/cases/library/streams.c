/* Streams: what they deliver is an input, but not what C or the program itself determines. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
#if CASE == 0 /* none of these errors can be reached */
  char line[4];
  int c = getchar();
  if (c != EOF && (c < 0 || c > 255)) reach_error();
  if (c == EOF && feof(stdin) && getchar() != EOF) reach_error();
  if (c != EOF && (ungetc('u', stdin) != 'u' || getchar() != 'u')) reach_error();
  if (fgets(line, sizeof line, stdin) && strlen(line) == 3 && line[0] == '\n') reach_error();
  FILE *f = fopen("name", "r");
  if (f && (f == stdin || fputc('a', f) != EOF || !ferror(f))) reach_error();
  if (f) fclose(f);
  if (!f && errno == 0) reach_error();
  int written = putchar('a');
  if (written != 'a' && written != EOF) reach_error();
#elif CASE == 1
  char line[4];
  if (fgets(line, sizeof line, stdin) && !strcmp(line, "ab\n")) reach_error();
#elif CASE == 2
  FILE *f = fopen("name", "r");
  if (f && fgetc(f) == 'a' && fgetc(f) == EOF && ferror(f)) reach_error();
#elif CASE == 3
  char two[2];
  if (fread(two, 1, 2, stdin) == 1 && two[0] == 'x') reach_error();
#elif CASE == 4 /* what was written comes back */
  FILE *f = fopen("name", "w+");
  if (!f || fputc('a', f) == EOF) return 1;
  rewind(f);
  if (fgetc(f) == 'b') reach_error();
#elif CASE == 5 /* what was read is read again */
  int c = getchar();
  rewind(stdin);
  if (getchar() != c) reach_error();
#elif CASE == 6 /* only where output fails */
  if (puts("a") == EOF) reach_error();
#elif CASE == 7 /* another file may be the same one */
  FILE *f = fopen("name", "r"), *g = fopen("name", "r");
  if (f && g && fgetc(f) != fgetc(g)) reach_error();
#elif CASE == 8 /* not open */
  FILE *f = fopen("name", "r");
  if (!f) return 1;
  fclose(f);
  if (fgetc(f) == 'a') reach_error();
#elif CASE == 9 /* what a FILE holds only the library knows */
  getchar();
  if (((char *)stdin)[8] == 0) reach_error();
#elif CASE == 10 /* a large file */
  FILE *f = fopen("name", "r");
  if (f && fseek(f, 0, SEEK_END) == 0 && ftell(f) > 4294967296) reach_error();
#elif CASE == 11 /* nothing comes from a descriptor that is closed */
  close(0);
  if (getchar() != EOF) reach_error();
#elif CASE == 12
  if (fileno(stdin) != 0 || fileno(stdout) != 1 || fileno(stderr) != 2) reach_error();
  FILE *f = fopen("name", "r");
  if (f && fileno(f) < 0) reach_error();
#elif CASE == 13 /* on the way, what needs no model */
  if (getppid() != 1) puts(strerror(errno));
  if (getchar() == 'x') reach_error();
#endif
  return 0;
}
