extern void __VERIFIER_assert(int);

int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++) a[i] = 7;
  for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == 7);
  return 0;
}
