// Functions that end for some arguments or globals only.
int g;
void up_to_ten(int x) {
  while (x != 10) x++;
}
void to_zero(int x, int y) {
  while (x != 0) x--;
  while (y != 0) y++;
}
void of_global(void) {
  while (g < 5 || g > 7) g--;
}
void never(int x) {
  while (x == x);
}
void always(int x) {
  while (x > 0) x--;
}

/* What is printed is read as C: conversions of its operands must not change it. */
void signs(int i, unsigned n) {
  long x = i, y = n;
  while (x < y) {}
}

void apart(unsigned a, unsigned b) {
  while (a + 3ul > b) {}
}

void large(unsigned long n) {
  while (n >= 0x8000000000000005ul) {}
}

struct pair {
  int a, b;
};

void pair(struct pair p) { /* p.a is a part of a register, which has no name */
  while (p.a > 0) {}
}

int hidden;

void hides(void) {
  static int hidden; /* no name of it means the same outside */
  while (hidden > 0) {}
  hidden = 1; /* so that it may have any value at entry */
}

void keeps(void) {
  static int fixed; /* nothing can write it */
  while (fixed > 0) {}
}
