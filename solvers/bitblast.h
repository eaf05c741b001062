/* Private to the back end `bitblast`: its state, and the functions of its parts. */
#ifndef ANSATZ_BITBLAST_H
#define ANSATZ_BITBLAST_H

#include "gates.h"
#include "ansatz/solver.h"

typedef struct quotient_key {
  az_term a, b;
  uint32_t is_signed, zero; /* hashed as bytes: no padding */
} quotient_key;

typedef struct blaster_pair {
  az_term x, y; /* x < y */
} blaster_pair;

/* How two words are compared. */
typedef struct blaster_order {
  az_gate equal;            /* 0: equality does not occur */
  bool less[2], related[2]; /* [0] unsigned, [1] signed; `related`: lemmas were added */
} blaster_order;

typedef struct blaster_floats blaster_floats;
typedef struct blaster_bounds blaster_bounds;
typedef struct blaster_corners blaster_corners;
typedef struct blaster_ranges blaster_ranges;
typedef struct blaster_polynomials blaster_polynomials;
typedef struct blaster_sums blaster_sums;

typedef struct blaster {
  az_store *store;
  CCaDiCaL *sat;
  az_circuit *circuit;
  uint32_t *first; /* by term: index of its gates in `gates`, least bit first; 0: not translated */
  size_t terms;    /* length of `first` */
  az_gate *gates;  /* stb_ds */
  az_visit *walk[2]; /* [0]: over the terms to translate; [1]: nested, over a float's circuit */
  uint32_t depth;    /* number of walks in use */
  struct {
    quotient_key key;
    uint32_t value; /* index in `gates` of the quotient, before the remainder */
  } *quotients;
  struct {
    blaster_pair key;
    blaster_order value;
  } *orders;
  az_term *products, *sums; /* stb_ds: those with lemmas */
  az_term *factors;         /* stb_ds: the products that are equal if their factors are */
  az_gate *parts;           /* stb_ds: conjuncts of the assumptions of the last call */
  bool nonlinear;           /* a product of variables was translated */
  double deadline;
  az_work *work;
  uint64_t root;     /* square root of the number of variables in this call */
  az_term *formulas; /* stb_ds: all that were added */
  blaster_floats *floats;
  blaster_bounds *bounds;
  blaster_corners *corners;
  blaster_ranges *ranges;
  blaster_polynomials *polynomials;
  blaster_sums *linear;
} blaster;

/* Returns the index of the gates of `t`, and translates its cone as far as needed. */
uint32_t blaster_translate(blaster *b, az_term t);

/* Returns the signed width of x: the least n for which the bits n-1 .. width-1 are the same
 * gate. */
uint32_t blaster_signed_width(const az_gate *x, uint32_t width);
/* Returns x < y, unsigned, with `less` as the result for equal operands. */
az_gate blaster_less_than(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width,
                          az_gate less);
az_gate blaster_equal(az_circuit *c, const az_gate *x, const az_gate *y, uint32_t width);

/* ---- bitblast_products.c --------------------------------------------------------------------- */

/* Add lemmas on a product, or on a sum, that was just translated. */
void blaster_note_product(blaster *b, az_term t, uint32_t width);
void blaster_note_sum(blaster *b, az_term t, uint32_t width);

/* ---- bitblast_floats.c ----------------------------------------------------------------------- */

blaster_floats *blaster_floats_new(az_store *store);
void blaster_floats_free(blaster_floats *f);
/* Returns the index of the gates of a float variable, or of an operation with floats as operands or
 * as result; its operands are translated. */
uint32_t blaster_float(blaster *b, az_term t);
/* After AZ_SAT: returns whether the model is right for all operations that were left open and on
 * which the formulas and assumptions depend. If not, adds circuits, or sets *unknown if an
 * operation has no circuit. */
bool blaster_floats_agree(blaster *b, const az_term *assumptions, size_t n, bool *unknown);

/* ---- bitblast_bounds.c ----------------------------------------------------------------------- */

blaster_bounds *blaster_bounds_new(void);
void blaster_bounds_free(blaster_bounds *known);
/* Relates the product with the quotients translated before, or the quotient at index `quotient`
 * with the products translated before. */
void blaster_bound_product(blaster *b, az_term t);
void blaster_bound_quotient(blaster *b, const quotient_key *key, uint32_t quotient);

/* ---- bitblast_corners.c ---------------------------------------------------------------------- */

blaster_corners *blaster_corners_new(void);
void blaster_corners_free(blaster_corners *k);
/* Notes a product of two variables; or the operands of a comparison, of which one may be a
 * constant. */
void blaster_note_corner(blaster *b, az_term t);
void blaster_note_constant(blaster *b, bool is_signed, az_term x, az_term y);
/* Adds lemmas on the products and constants that are new since the last call. */
void blaster_relate_corners(blaster *b);

/* ---- bitblast_ranges.c ----------------------------------------------------------------------- */

blaster_ranges *blaster_ranges_new(void);
void blaster_ranges_free(blaster_ranges *r);
/* Notes the range of a term that was just translated, and fixes those of its bits that are the same
 * in the whole range. */
void blaster_note_range(blaster *b, az_term t);
/* Returns the gate of an equality or comparison whose operands are translated: a constant if ranges
 * decide it, or else `otherwise`. */
az_gate blaster_compared(blaster *b, az_term t, az_gate otherwise);

/* ---- bitblast_polynomials.c ------------------------------------------------------------------ */

blaster_polynomials *blaster_polynomials_new(void);
void blaster_polynomials_free(blaster_polynomials *p);
/* Adds lemmas on the equations of all formulas and of these assumptions, which are translated. */
void blaster_relate_polynomials(blaster *b, const az_term *assumptions, size_t n);

/* ---- bitblast_sums.c ------------------------------------------------------------------------- */

blaster_sums *blaster_sums_new(void);
void blaster_sums_free(blaster_sums *s);
/* Notes a term whose operands are translated. Returns an earlier term that is a sum or extremum of
 * the same terms; else the term itself. */
az_term blaster_equal_sum(blaster *b, az_term t);
/* Returns the result of blaster_equal_sum for a term that is translated. */
az_term blaster_first_of_sum(const blaster *b, az_term t);

#endif
