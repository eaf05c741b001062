/* The abstractions of the Parma Polyhedra Library behind one table. The C interface has a separate
 * copy of each function for each abstraction. */
#ifndef ANSATZ_PPL_KINDS_H
#define ANSATZ_PPL_KINDS_H

#include <ppl_c.h>
#include <stdbool.h>

/* If the library fails, all functions return a negative number and leave the shape unchanged. */
typedef struct ppl_kind {
  const char *name;
  /* The shape includes the bounds of types. A polyhedron with them would have a vertex for each
   * combination of the variables' bounds, so polyhedra keep them beside the shape. */
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
  /* Returns a polyhedron, which the caller deletes. (For other shapes, the constraints that the C
   * interface returns are already freed.) NULL: the abstraction has no constraints. */
  int (*polyhedron)(const void *shape, ppl_Polyhedron_t *out);
  /* The congruences live until the shape changes. NULL: the abstraction has none. */
  int (*congruences)(const void *shape, ppl_const_Congruence_System_t *out);
  /* NULL if the abstraction has no congruences. */
  int (*frequency)(const void *shape, ppl_const_Linear_Expression_t e, ppl_Coefficient_t fn,
                   ppl_Coefficient_t fd, ppl_Coefficient_t vn, ppl_Coefficient_t vd);
} ppl_kind;

/* Returns the abstraction "polyhedron", "octagon", "box" or "grid", or NULL for other names. */
const ppl_kind *ppl_kind_of(const char *name);

#endif
