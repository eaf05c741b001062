/* The sum of three variables is bounded, but not constant. */
extern int nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int first_x = 0, second_y = 0, third_z = 0;
  while (nondet_int() && third_z < 100) {
    if (nondet_int()) {
      first_x++;
      third_z++;
    } else if (second_y < 100) {
      second_y++;
      third_z++;
    }
  }
  if (first_x + second_y - third_z > 0) reach_error();
  return 0;
}
