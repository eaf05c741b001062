/* Code that runs, and addresses that mean something, without being in any function of the bitcode
 * that is read. */
void reach_error(void) {}
static int x;
static void set(void) {
  x = 1;
}
static int one(void) {
  return 1;
}
#if CASE == 1
static void (*at_start)(void) __attribute__((section(".init_array"), used)) = set;
#elif CASE == 2
static void (*at_start[])(void)
    __attribute__((section(".preinit_array,\"aw\",@preinit_array#"), used)) = {set};
#elif CASE == 3
static void check(void) {
  if (x == 0) reach_error();
}
static void (*at_end)(void) __attribute__((section(".fini_array"), used)) = check;
#elif CASE == 4
void from_assembly(void) {
  set();
}
__asm__(".pushsection .init_array,\"aw\"\n.quad from_assembly\n.popsection");
#elif CASE == 5
void in_a_function(void) {
  set();
}
static __attribute__((used)) void never_called(void) {
  __asm__ volatile(".pushsection .init_array,\"aw\"\n.quad in_a_function\n.popsection");
}
#elif CASE == 6
static int (*resolve(void))(void) {
  x = 1;
  return one;
}
int resolved(void) __attribute__((ifunc("resolve")));
#elif CASE == 7
int entry __attribute__((section("entries"), used)) = 5;
extern int __start_entries[], __stop_entries[];
#elif CASE == 8
extern char end[], etext[];
#elif CASE == 9
void __gmon_start__(void) {
  set();
}
#elif CASE == 10
int plain __attribute__((section(".my_data"))) = 1;
#elif CASE == 11
static void with_arguments(int argc) __attribute__((constructor));
static void with_arguments(int argc) {
  x = argc;
}
#endif
int main(int argc, char **argv) {
#if CASE == 7
  int sum = 0;
  for (int *p = __start_entries; p < __stop_entries; p++) sum += *p;
  if (sum == 5) reach_error();
#elif CASE == 8
  if ((char *)&x > etext) reach_error();
#elif CASE == 10
  if (plain != 1) reach_error();
#elif CASE == 11
  if (x != argc) reach_error();
#elif CASE == 6
  if (x && resolved() == 1) reach_error();
#else
  if (x) reach_error();
#endif
  return 0;
}
