/* Elements of a short array in each record of an array, chosen by numbers. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct edge { unsigned char kind; int at[2]; long weight; };
static struct edge edges[5000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 5000) return 0;
  for (int i = 0; i < n; i++) {
    struct edge *e = &edges[i];
    e->at[0] = i;
    e->at[1] = 7;
    e->kind = 2;
  }
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x >= n) return 0;
  if (edges[x].at[1] != SECOND || edges[x].kind != 2) reach_error();
  return 0;
}
