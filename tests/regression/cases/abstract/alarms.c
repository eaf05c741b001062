/* One access too many, one too early, and one that is fine. */
int main(void) {
  int A[10], i = 0, sum = 0;
  while (i < 10) {
    A[i] = i;
    sum += A[i - 1];
    i++;
  }
  for (i = 0; i <= 10; i++) sum += A[i];
  return sum;
}
