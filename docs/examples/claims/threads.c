/* Two threads at a time. */
#include <pthread.h>
extern void reach_error(void);
static int shared;
static void *other(void *unused) {
  (void)unused;
  shared = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int seen = shared;
  pthread_join(thread, 0);
  if (seen == 1) reach_error();
  return 0;
}
