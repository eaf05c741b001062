/* The local ends where its function returns, so that every round reads what does not live. */
int *dangling(void) {
  int x;
  int *p = &x;
  return p;
}

int main(void) {
  int *p = dangling();
  while (*p >= 0 || *p < 0) {
  }
  return 0;
}
