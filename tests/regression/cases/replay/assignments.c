/* Assignments between objects that overlap (C17 6.5.16.1p3), and floats that do not fit the bit-field that they are assigned to (6.3.1.4p1). */
extern void reach_error(void);
struct part {
  int a[20];
};
static union {
  short s;
  int i;
  float f;
  long long l;
  struct part x, same;
  struct {
    int before;
    struct part y;
  } z;
} u;
static struct {
  int few : 3;
  unsigned more : 3;
} bits;

static void copy(struct part *to, const struct part *from) {
  *to = *from;
}

static void copy_scalar(long long *to, const int *from) {
  *to = *from;
}

int main(void) {
  volatile double d = 5;
  int bad = 0;
#if P == 1
  u.s = 3;
  u.i = u.s;
  bad = u.i == 3;
#elif P == 2
  u.f = 3;
  u.i = (int)u.f;
  bad = u.i == 3;
#elif P == 3
  u.i = 3;
  copy_scalar(&u.l, &u.i);
  bad = u.l == 3;
#elif P == 4
  u.x.a[0] = 3;
  copy(&u.z.y, &u.x);
  bad = u.z.y.a[0] == 3;
#elif P == 5
  bits.few = d;
  bad = 1;
#elif P == 6
  d = -1;
  bits.more += d;
  bad = 1;
#elif P == 20 /* what overlaps in full, and sums */
  u.x.a[0] = 3;
  u.same = u.x;
  copy(&u.same, &u.x);
  u.i = u.i;
  u.l = u.i + 0;
  bits.more = d;
  bad = u.l == 3 && bits.more == 5;
#endif
#ifdef PROOF
  bad = !bad;
#endif
  if (bad) reach_error();
  return 0;
}
