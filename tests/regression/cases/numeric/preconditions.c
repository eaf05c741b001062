// Functions that are safe for some arguments only.
void reach_error(void);

struct box {
  unsigned used;
  int cells[4];
};

int bounded(int i) {
  int a[10] = {0};
  a[i] = 1;
  return a[0];
}

int quotient(int x, int y) {
  return x / y;
}

void at_most_three(int x) {
  if (x > 3) reach_error();
}

extern int input(void);
void for_some_input(int x) {
  if (x > 3 && input()) reach_error();
}

int sum(const struct box *b) {
  int s = 0;
  for (unsigned i = 0; i < b->used; i++) s ^= b->cells[i];
  return s;
}

/* A pointer that is not null may be valid, or not. */
int field(const struct box *b, int i) {
  return i > 7 ? (int)b->used : 0;
}

/* Two fields, an argument and the pointer itself. */
struct two {
  int a, b;
};
void either(struct two *p, int k) {
  if (!p) return;
  if (k > 3) p->a = k;
  if (p->a <= 3 && p->b >= 0) reach_error();
}
