/* One cell too many. */
int main(void) {
  int cell[9];
  for (int i = 0; i <= 9; i++) cell[i] = 0;
  return cell[0];
}
