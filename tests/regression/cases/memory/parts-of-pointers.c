/* A pointer that was never initialised is compared with an address part by part, at an index that is not
 * known: it may be that address. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;

int main(void) {
  int *unset, *a[2], *to = &g;
  a[0] = a[1] = unset;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 1) return 0;
  PART *parts = (PART *)a, *others = (PART *)&to;
  int count = sizeof to / sizeof *parts;
  for (int k = 0; k < count; k++)
    if (parts[count * i + k] != others[k]) return 0;
  g = 1;
  *a[i] = 2;
  if (g == 2) reach_error();
  return 0;
}
