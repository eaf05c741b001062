/* Buffers whose elements have pointers (contract-members.test). */
#ifndef EXTRA
#define EXTRA 0
#endif
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
struct text {
  char *begin;
  unsigned long length;
};
int total(char **v, unsigned long n) {
  int sum = 0;
  for (unsigned long i = 0; i < n; i++) sum ^= *v[i];
  return sum;
}
int last(const struct text *v, unsigned long n) {
  return v[n - 1].begin[v[0].length];
}
/* A table that nothing writes keeps its values under --valid; one that something may write does not. */
static const char *fixed[] = {"aa", "bbb"}, *changed[] = {"aa", "bbb"};
void change(int i, const char *s) {
  changed[i & 1] = s;
}
int in_fixed(int *p) {
  int n = 0;
  while (fixed[*p & 1][n]) n++;
  return n;
}
int in_changed(int *p) {
  int n = 0;
  while (changed[*p & 1][n]) n++;
  return n;
}
/* Strings behind elements. */
int letters(int argc, char **argv) {
  int n = 0;
  for (int i = 0; i < argc; i++)
    for (const char *s = argv[i]; *s; s++) n ^= *s;
  return n;
}
/* An unknown function is given a pointer that leads anywhere. */
struct job {
  int n;
  void *p;
};
int call(int (*cb)(struct job *, void *), struct job *j) {
  return cb(j, j->p);
}
/* Containers of pointers that only callbacks look behind. */
struct list {
  void **data;
  unsigned n, cap;
  int (*same)(const void *, const void *);
};
int index_of(struct list *l, const void *x) {
  for (unsigned i = 0; i < l->n + EXTRA; i++)
    if (l->same(l->data[i], x)) return (int)(i & 0xffff);
  return -1;
}
int first(struct list *l) {
  return l->n ? *(int *)l->data[0] : 0;
}
int compare(struct list *l, void *x) {
  if (l->same && l->same(x, l)) return 1;
  return 0;
}
int kept(struct list *l) {
  unsigned n = l->n;
  l->same(l, l);
  __VERIFIER_assert(l->n == n);
  return 0;
}
int length(const void *s) {
  int n = 0;
  for (const char *c = s; *c; c++) n ^= *c;
  return n;
}
/* Memory that the function frees or reallocates. */
#include <stdlib.h>
struct store {
  int *d;
  unsigned n, cap;
};
int push(struct store *s, int x) {
  if (s->n == s->cap) {
    unsigned cap = s->cap + 1 - EXTRA;
    int *d = cap <= s->cap && !EXTRA ? NULL : realloc(s->d, cap * sizeof *d);
    if (!d) return 0;
    s->d = d;
    s->cap = cap;
  }
  s->d[s->n++] = x;
  return 1;
}
void end(struct store *s) {
  free(s->d);
  free(s);
}
void lose(struct store *s) {
  s->d = NULL;
}
int used_up(char *s) {
  char c = s[0];
  free(s);
  return c + (EXTRA ? s[0] : 0);
}
int order(int (*cmp)(int, int), int a, int b) {
  return -cmp(a, b);
}

/* Arrays of rows. */
int last_cell(int grid[][3], int n) {
  return grid[n - 1][2];
}
int cell(unsigned n, unsigned m, int grid[n][m], unsigned i, unsigned j) {
  return grid[i][j];
}
/* Any number of strings. */
int initial(int argc, char **argv) {
  return argc > 2 ? argv[2][0] : 0;
}
int initials(unsigned long n, char *const *v) {
  int sum = 0;
  for (unsigned long i = 0; i < n; i++) sum ^= v[i][0];
  return sum;
}
int next(int argc, char **argv) {
  return argc > 2 ? argv[2][1] : 0;
}
int behind_all(int argc, char **argv) {
  return argv[argc] == 0;
}
void check_order(int argc, char **argv) {
  if (argc > 1 && argv[0] == argv[1]) __builtin_abort();
  if (argc > 1 && !argv[1]) __assert_fail("null", "", 1, "");
}
