/* Symbols that are declared weak and defined nowhere are null. */
extern void reach_error(void);
extern int function(void) __attribute__((weak));
extern int object[4] __attribute__((weak));
static int by_another_name(void) __attribute__((weakref("somewhere")));
extern int two(void) __attribute__((weak));
static struct {
  int *first;
  int (*call)(void);
} table = {object, function};
static int present(void) {
  return 7;
}
int main(void) {
#if CASE == 1
  if (!function) reach_error();
#elif CASE == 2
  if (function) reach_error();
  if (function && function() == 3) reach_error();
#elif CASE == 3
  if (table.first == 0 && table.call == 0 && (unsigned long)&object[2] == 8) reach_error();
#elif CASE == 4
  if (!by_another_name) reach_error();
#elif CASE == 5
  int (*chosen)(void) = function ? function : present;
  if (chosen() != 7) reach_error();
#elif CASE == 6
  if ((void *)function == (void *)two) reach_error();
#elif CASE == 7
  object[1] = 2;
#elif CASE == 8
  return function();
#endif
  return 0;
}
