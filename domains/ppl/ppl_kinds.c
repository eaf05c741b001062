/* The abstractions of the Parma Polyhedra Library behind one table: closed convex polyhedra
 * [cousot1978] with the widening of [bagnara2003], octagons [mine2006], boxes and grids
 * [bagnara2006]. */
#include "ppl_kinds.h"
#include <string.h>

#define SHAPES(T, NEW)                                                                             \
  static int T##_universe(void **s, ppl_dimension_type n) {                                        \
    ppl_##T##_t t;                                                                                 \
    int status = ppl_new_##NEW##_from_space_dimension(&t, n, 0);                                   \
    if (status >= 0) *s = t;                                                                       \
    return status;                                                                                 \
  }                                                                                                \
  static int T##_copy(void **s, const void *from) {                                                \
    ppl_##T##_t t;                                                                                 \
    int status = ppl_new_##NEW##_from_##NEW(&t, from);                                             \
    if (status >= 0) *s = t;                                                                       \
    return status;                                                                                 \
  }                                                                                                \
  static int T##_destroy(void *s) {                                                                \
    return ppl_delete_##T(s);                                                                      \
  }                                                                                                \
  static int T##_is_empty(const void *s) {                                                         \
    return ppl_##T##_is_empty(s);                                                                  \
  }                                                                                                \
  static int T##_contains(const void *a, const void *b) {                                          \
    return ppl_##T##_contains_##T(a, b);                                                           \
  }                                                                                                \
  static int T##_join(void *a, const void *b) {                                                    \
    return ppl_##T##_upper_bound_assign(a, b);                                                     \
  }                                                                                                \
  static int T##_meet(void *a, const void *b) {                                                    \
    return ppl_##T##_intersection_assign(a, b);                                                    \
  }                                                                                                \
  static int T##_assign(void *s, ppl_dimension_type var, ppl_const_Linear_Expression_t e,          \
                        ppl_const_Coefficient_t d) {                                               \
    return ppl_##T##_affine_image(s, var, e, d);                                                   \
  }                                                                                                \
  static int T##_forget(void *s, ppl_dimension_type var) {                                         \
    return ppl_##T##_unconstrain_space_dimension(s, var);                                          \
  }                                                                                                \
  static int T##_refine(void *s, ppl_const_Constraint_t c) {                                       \
    return ppl_##T##_refine_with_constraint(s, c);                                                 \
  }                                                                                                \
  static int T##_refine_congruence(void *s, ppl_const_Congruence_t c) {                            \
    return ppl_##T##_refine_with_congruence(s, c);                                                 \
  }                                                                                                \
  static int T##_maximize(const void *s, ppl_const_Linear_Expression_t e, ppl_Coefficient_t n,     \
                          ppl_Coefficient_t d, int *reached) {                                     \
    return ppl_##T##_maximize(s, e, n, d, reached);                                                \
  }                                                                                                \
  static int T##_minimize(const void *s, ppl_const_Linear_Expression_t e, ppl_Coefficient_t n,     \
                          ppl_Coefficient_t d, int *reached) {                                     \
    return ppl_##T##_minimize(s, e, n, d, reached);                                                \
  }                                                                                                \
  static int T##_wrap(void *s, ppl_dimension_type vars[], size_t count,                            \
                      enum ppl_enum_Bounded_Integer_Type_Width width,                              \
                      enum ppl_enum_Bounded_Integer_Type_Representation representation,            \
                      enum ppl_enum_Bounded_Integer_Type_Overflow overflow,                        \
                      const ppl_const_Constraint_System_t *guards, unsigned complexity,            \
                      int individually) {                                                          \
    return ppl_##T##_wrap_assign(s, vars, count, width, representation, overflow, guards,          \
                                 complexity, individually);                                        \
  }                                                                                                \
  _Static_assert(sizeof(ppl_##T##_t) == sizeof(void *), "a handle is a pointer")

#define OPERATIONS(T)                                                                              \
  .universe = T##_universe, .copy = T##_copy, .destroy = T##_destroy, .is_empty = T##_is_empty,    \
  .contains = T##_contains, .join = T##_join, .meet = T##_meet, .assign = T##_assign,              \
  .forget = T##_forget, .refine = T##_refine, .refine_congruence = T##_refine_congruence,          \
  .maximize = T##_maximize, .minimize = T##_minimize, .wrap = T##_wrap

SHAPES(Polyhedron, C_Polyhedron);
SHAPES(Octagonal_Shape_mpz_class, Octagonal_Shape_mpz_class);
SHAPES(Rational_Box, Rational_Box);
SHAPES(Grid, Grid);

static int widen_polyhedron(void *s, const void *before, ppl_const_Constraint_System_t limits) {
  return ppl_Polyhedron_limited_BHRZ03_extrapolation_assign(s, before, limits);
}

static int widen_octagon(void *s, const void *before, ppl_const_Constraint_System_t limits) {
  return ppl_Octagonal_Shape_mpz_class_limited_BHMZ05_extrapolation_assign(s, before, limits);
}

static int widen_box(void *s, const void *before, ppl_const_Constraint_System_t limits) {
  return ppl_Rational_Box_limited_CC76_extrapolation_assign(s, before, limits);
}

static int widen_grid(void *s, const void *before, ppl_const_Constraint_System_t limits) {
  (void)limits;
  return ppl_Grid_widening_assign(s, before);
}

static int polyhedron_of_polyhedron(const void *s, ppl_Polyhedron_t *out) {
  return ppl_new_C_Polyhedron_from_C_Polyhedron(out, s);
}

static int polyhedron_of_octagon(const void *s, ppl_Polyhedron_t *out) {
  return ppl_new_C_Polyhedron_from_Octagonal_Shape_mpz_class(out, s);
}

static int polyhedron_of_box(const void *s, ppl_Polyhedron_t *out) {
  return ppl_new_C_Polyhedron_from_Rational_Box(out, s);
}

static int congruences_of_grid(const void *s, ppl_const_Congruence_System_t *out) {
  return ppl_Grid_get_minimized_congruences(s, out);
}

static int frequency_of_grid(const void *s, ppl_const_Linear_Expression_t e, ppl_Coefficient_t fn,
                             ppl_Coefficient_t fd, ppl_Coefficient_t vn, ppl_Coefficient_t vd) {
  return ppl_Grid_frequency(s, e, fn, fd, vn, vd);
}

static const ppl_kind kinds[] = {
    {.name = "polyhedron",
     OPERATIONS(Polyhedron),
     .widen = widen_polyhedron,
     .polyhedron = polyhedron_of_polyhedron},
    {.name = "octagon",
     .has_types = true,
     OPERATIONS(Octagonal_Shape_mpz_class),
     .widen = widen_octagon,
     .polyhedron = polyhedron_of_octagon},
    {.name = "box",
     .has_types = true,
     OPERATIONS(Rational_Box),
     .widen = widen_box,
     .polyhedron = polyhedron_of_box},
    {.name = "grid",
     OPERATIONS(Grid),
     .widen = widen_grid,
     .congruences = congruences_of_grid,
     .frequency = frequency_of_grid},
};

const ppl_kind *ppl_kind_of(const char *name) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].name, name)) return &kinds[i];
  return NULL;
}
