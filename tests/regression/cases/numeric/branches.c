/* 1024 branches in sequence that count. ONE is one branch, CHECK what is claimed of the counts. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef ONE
#define ONE s++
#endif
#ifndef OTHER
#define OTHER
#endif
#ifndef CHECK
#define CHECK s <= N
#endif
#ifndef INSIDE
#define INSIDE 1
#endif
enum { N = 1024 };
#define B                                                                                          \
  if (__VERIFIER_nondet_int() > 5) {                                                               \
    ONE;                                                                                           \
  } else {                                                                                         \
    OTHER;                                                                                         \
  }                                                                                                \
  if (!(INSIDE)) reach_error();
#define B4 B B B B
#define B16 B4 B4 B4 B4
#define B64 B16 B16 B16 B16
#define B256 B64 B64 B64 B64
int main(void) {
  int s = 0, t = 5;
  B256 B256 B256 B256 if (!(CHECK)) reach_error();
  return t < 0;
}
