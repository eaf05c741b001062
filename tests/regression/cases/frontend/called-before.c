/* Functions that are called before their definition, without a declaration, and have no result: gcc
 * warns, clang alone refuses them. */
extern void abort(void);
extern void reach_error(void);
int n;
int main(void) {
  raise_by(3);
  raise_once();
  if (n != EXPECTED) reach_error();
  return 0;
}
void raise_by(int by) {
  n += by;
}
RESULT raise_once(void) {
  n++;
  RETURN;
}
