/* Pointers in the state that an entry function finds may lead to every global, and to memory that
 * no global is. */
extern void reach_error(void);
extern int unknown(int **);
struct node {
  int value;
  struct node *next;
};
static int st;
static int *cur = &st, *table[4], **pp;
static struct node first, *head;
static struct {
  int count;
  int *where;
} record;
static union {
  unsigned long number;
  int *pointer;
} either;
static unsigned long number;
static void *self;
static void set(void) { st = 2; }
void keep(int **p, void *q) { pp = p; self = q; table[0] = *p; cur = *p; number = (unsigned long)q; either.pointer = *p; head = q;
  record.where = *p;
}
void (*function)(void) = set;

void by_global(void) {
  st = 1;
  *cur = 2;
  if (st == 2) reach_error();
}
void by_member(void) {
  st = 1;
  *record.where = 2;
  if (st == 2) reach_error();
}
void by_cell(int i) {
  st = 1;
  if (i >= 0 && i < 4 && table[i]) *table[i] = 2;
  if (st == 2) reach_error();
}
void by_argument(int *p) {
  st = 1;
  *p = 2;
  if (st == 2) reach_error();
}
void by_union(void) {
  st = 1;
  *either.pointer = 2;
  if (st == 2) reach_error();
}
void by_local(void) {
  static int *kept;
  st = 1;
  if (kept) *kept = 2;
  kept = &st;
  if (st == 2) reach_error();
}
void by_list(void) {
  first.value = 1;
  if (head && head->next) head->next->value = 2;
  if (first.value == 2) reach_error();
}
void in_loop(int n) {
  st = 0;
  for (int i = 0; i < n; i++) (*cur)++;
  if (st > 0) reach_error();
}
void overflows(void) {
  st = 0;
  *cur = 2147483647;
  st++;
}

/* What is written here is found by no replay: the verdict is unknown. */
void by_two(void) {
  st = 1;
  if (pp && *pp) **pp = 2;
  if (st == 2) reach_error();
}
void by_number(void) {
  st = 1;
  *(int *)number = 2;
  if (st == 2) reach_error();
}
void by_itself(void) {
  void **p = self;
  if (p) *p = 0;
  if (p && !self) reach_error();
}
void by_bytes(void) {
  char *p = (char *)cur;
  st = 0;
  p[0] = p[1] = p[2] = p[3] = 1;
  if (st) reach_error();
}
void to_local(void) {
  int x = 1;
  if (pp) {
    *pp = &x;
    **pp = 2;
  }
  if (x == 2) reach_error();
}
void to_unknown(void) {
  int x = 1;
  if (pp) {
    *pp = &x;
    unknown(pp);
  }
  if (x == 2) reach_error();
}
struct passed {
  int *p;
  int more[8];
};
void by_value(struct passed s) {
  st = 1;
  if (s.p) *s.p = 2;
  if (st == 2) reach_error();
}
void by_function(void) {
  st = 1;
  if (function) function();
  if (st == 2) reach_error();
}

/* Nothing else is changed. */
void excluded(void) {
  st = 1;
  if (cur == &first.value) *cur = 2;
  if (st != 1) reach_error();
}
static void (*hook)(void);
static void fails(void) {
  reach_error();
}
void install(void) {
  hook = fails;
}
void calls_hook(void) {
  if (hook) hook();
}
