/* A matrix of `rows` times `columns` cells becomes a vector; -DLINE=rows takes the wrong size for
 * the length of a line. */
#ifndef LINE
#define LINE columns
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int vector[60];

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
  __CPROVER_assume(rows <= 60 && columns <= 60 && rows * columns <= 60);
  for (unsigned row = 0; row < rows; row++)
    for (unsigned column = 0; column < columns; column++) {
      unsigned index = row * LINE + column;
      vector[index] = __VERIFIER_nondet_int();
    }
  return 0;
}
