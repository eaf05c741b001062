/* Ends if x is not positive, or if the step is. */
void down(int x, int step) {
  while (x > 0) x -= step;
}
