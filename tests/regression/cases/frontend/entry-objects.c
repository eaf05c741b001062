/* What pointers of an entry state lead to: objects of their own, which a replay sets up. */
extern void reach_error(void);
struct node {
  int value;
  struct node *next;
};
struct large {
  int *to;
  int count[6];
};
struct pair {
  int a, b;
};
int st;
struct large kept;
struct pair *shared;

void written(int *p) {
  *p = 3;
  if (*p == 3) reach_error();
}
void two(int *p, int *q) {
  *p = 1;
  *q = 2;
  if (*p == 1) reach_error();
}
void same(int *p, int *q) {
  if (!p || p != q) return;
  *p = 1;
  *q = 2;
  if (*p != 2) reach_error();
}
void same_changed(int *p, int *q) {
  *p = 1;
  *q = 2;
  if (*p == 2) reach_error();
}
void of_pointer(int **pp) {
  if (**pp == 7) reach_error();
}
void list(struct node *l) {
  if (l && l->next && l->next->value == 5 && l->value == 2) reach_error();
}
void string(char *s) {
  if (s[0] == 'a' && s[1] == 'b' && s[2] == 0) reach_error();
}
void array(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = i;
  if (n == 3 && a[2] == 2) reach_error();
}
void by_value(struct large s) {
  if (s.to && *s.to == 4 && s.count[3] == 9) reach_error();
}
void global_field(void) {
  if (kept.to && *kept.to == 4) reach_error();
}
void global_record(void) {
  shared->a = 1;
  shared->b = 2;
  if (shared->a == 1) reach_error();
}
void not_own(int *p) { /* holds: no pointer of the entry state leads to a local */
  int x = 1;
  if (p == &x) return;
  *p = 2;
  if (x == 2) reach_error();
}
void into_global(int *p) { /* it may also be this one */
  st = 1;
  *p = 2;
  if (st == 2) reach_error();
}
void ordered(struct pair *p) { /* undefined: behind the one record that there is */
  p[1].a = 3;
  p[0].a = 4;
  if (p[1].a == 4) reach_error();
}
