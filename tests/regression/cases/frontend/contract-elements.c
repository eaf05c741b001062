/* Buffers whose elements have pointers (contract-members.test). */
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
