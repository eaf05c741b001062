extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int first(const struct pair *p) { return p->a; }
static int *part(struct pair *p) { return &p->b; }
int main(void) {
  int x = 1, *p = &x, c = __VERIFIER_nondet_int();
#if BUG == 1
  { p = &(int){5}; }
#elif BUG == 2
  switch (c) {
    int y;
  case 1:
    y = 4;
    p = &y;
  }
#elif BUG == 3 /* what is copied out of a pointer is known elsewhere */
  if (c) {
    int *q = &(int){5};
    __builtin_memcpy(&p, &q, sizeof p);
  }
#elif BUG == 4 /* known to callees alone, which keep nothing */
  for (int i = 0; i < 2; i++) *p = first(&(struct pair){i, 2});
#elif BUG == 5 /* a callee returns it */
  if (c) p = part(&(struct pair){c, 2});
#else /* of the function's own block; not given away */
  p = &(int){first(&(struct pair){c, 2})};
  for (int i = 0; i < 2; i++) *p = (struct pair){i, *p}.b;
#endif
  return *p;
}
