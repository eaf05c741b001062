/* The abstractions of the Parma Polyhedra Library behind one table: what the C interface has once
 * for each of them. */
#ifndef ANSATZ_PPL_KINDS_H
#define ANSATZ_PPL_KINDS_H

#include <ppl_c.h>
#include <stdbool.h>

/* All answer a negative number where the library failed; the shape is then as it was. */
typedef struct ppl_kind {
  const char *name;
  /* It has the bounds of types as constraints. A polyhedron with them would have two vertices a
   * variable and their products: its variables' types are known beside it. */
  bool has_types;
  int (*universe)(void **shape, ppl_dimension_type dimensions);
  int (*copy)(void **shape, const void *from);
  int (*destroy)(void *shape);
  int (*is_empty)(const void *shape);
  int (*contains)(const void *a, const void *b);
  int (*join)(void *a, const void *b);
  int (*meet)(void *a, const void *b);
  int (*widen)(void *greater, const void *before, ppl_const_Constraint_System_t limits);
  int (*assign)(void *shape, ppl_dimension_type var, ppl_const_Linear_Expression_t e,
                ppl_const_Coefficient_t denominator);
  int (*forget)(void *shape, ppl_dimension_type var);
  int (*refine)(void *shape, ppl_const_Constraint_t constraint);
  int (*refine_congruence)(void *shape, ppl_const_Congruence_t congruence);
  int (*maximize)(const void *shape, ppl_const_Linear_Expression_t e, ppl_Coefficient_t n,
                  ppl_Coefficient_t d, int *reached);
  int (*minimize)(const void *shape, ppl_const_Linear_Expression_t e, ppl_Coefficient_t n,
                  ppl_Coefficient_t d, int *reached);
  int (*wrap)(void *shape, ppl_dimension_type vars[], size_t count,
              enum ppl_enum_Bounded_Integer_Type_Width width,
              enum ppl_enum_Bounded_Integer_Type_Representation representation,
              enum ppl_enum_Bounded_Integer_Type_Overflow overflow,
              const ppl_const_Constraint_System_t *guards, unsigned complexity, int individually);
  /* The same as a polyhedron, the caller's: of other shapes the C interface answers constraints
   * that are gone. NULL: not by constraints. */
  int (*polyhedron)(const void *shape, ppl_Polyhedron_t *out);
  /* They live as long as the shape stays as it is. NULL: not by congruences. */
  int (*congruences)(const void *shape, ppl_const_Congruence_System_t *out);
  /* NULL: the abstraction knows no congruences. */
  int (*frequency)(const void *shape, ppl_const_Linear_Expression_t e, ppl_Coefficient_t fn,
                   ppl_Coefficient_t fd, ppl_Coefficient_t vn, ppl_Coefficient_t vd);
} ppl_kind;

/* "polyhedron", "octagon", "box", "grid"; NULL: there is none of that name. */
const ppl_kind *ppl_kind_of(const char *name);

#endif
