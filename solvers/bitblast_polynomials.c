/* Equations between polynomials. To prove that a system of equations is an invariant of a loop, the
 * SAT solver would have to multiply symbolically. Instead, it is given consequences that hold in
 * the ring of integers modulo 2^width. An equation that may be false (a goal) follows from
 * equations that may be true (hypotheses) if its polynomial reduces to zero modulo theirs. Before
 * that, ites are replaced by the branches that a path chooses. The lemma is the clause
 *   not (choices of the path) or not (hypotheses that the reduction used) or goal.
 * Hypotheses are solved for variables with an odd coefficient, as in triangular systems; the others
 * divide by their leading monomial, as in [cox2015], without S-polynomials. A quotient by a
 * constant, and the bits above a position, satisfy the equation of their division. x == y is also a
 * hypothesis if x < y may be false, since a loop that counts x up to y ends with x == y. x + 1 == y
 * is one if x < y may be true, since a loop that counts y up while y <= x ends with x + 1 == y. A
 * hypothesis from an assumption is used only in calls with that assumption. The lemmas follow from
 * the circuit, so they change no answer. */
#include "bitblast.h"
#include "ansatz/allocate.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_GOALS = 96,
  MOST_HYPOTHESES = 48, /* each has a bit in a mask */
  MOST_ENDS = 8,        /* hypotheses that are ends of loops, of each kind: see note_end */
  MOST_PATHS = 48,      /* paths tried for a goal */
  MOST_CHOICES = 12,    /* choices on a path */
  MOST_DEGREE = 8,
  MOST_MONOMIALS = 160,
  MOST_STEPS = 120, /* steps of a division */
  MOST_DEPTH = 48,  /* nesting of a term that is read */
  MOST_FACTS = 16,  /* equations of divisions */
  MOST_EXTENDED = 64 - MOST_HYPOTHESES,
  WORK_OF_LOOK = 3, /* for each monomial looked at */
};

/* Maximum number of monomials looked at: before one query; in all. */
#define MOST_OF_QUERY UINT64_C(4000000)
#define MOST_IN_ALL UINT64_C(200000000)

typedef struct monomial {
  uint64_t c;
  uint32_t n;
  az_term factor[MOST_DEGREE]; /* ascending; a factor shorter than the ring's width is
                                  zero-extended */
} monomial;

typedef struct polynomial {
  monomial *of;  /* stb_ds; no two have the same factors */
  uint64_t uses; /* the set of hypotheses from which it follows */
  az_term solved_for;
  uint32_t lead; /* index of the monomial with `solved_for`, or else of the leading one */
} polynomial;

typedef struct choice {
  az_term condition;
  bool is, flipped; /* `flipped`: the other value was tried before */
} choice;

typedef struct goal {
  az_term equation;
  size_t tried;     /* the value of `noted` at its last trial */
  bool done;        /* each path has a sure lemma, without loops that count beyond their bound */
  bool done_beyond; /* each path has one, with such loops; `done` concerns the other ends */
  az_term rests_on; /* an assumption with a hypothesis of these lemmas; AZ_NO_TERM: none */
} goal;

/* An equation that may be true. It is sure if its clause contains no other literal that may be
 * true. Then the equation follows from the conditions that the clause negates. */
typedef struct hypothesis {
  az_term equation, group; /* `group`: the assumption that contains it or that its formula depends
                              on; AZ_NO_TERM: none */
  bool sure, live;         /* `live`: the group is assumed in this call */
  bool is_end, beyond;

} hypothesis;

typedef struct seen_key {
  az_term t, group;
  uint32_t polarity; /* MAY_..., and SURE */
} seen_key;

struct blaster_polynomials {
  goal *goals;            /* stb_ds: the latest */
  hypothesis *hypotheses; /* stb_ds: the latest */
  size_t noted;           /* hypotheses in all */
  struct {
    seen_key key;
    bool value;
  } *seen;
  struct {
    az_term key;
    bool value;
  } *lost;        /* assumptions of which a hypothesis was forgotten */
  seen_key *todo; /* stb_ds */
  size_t formulas;
  az_term group; /* the assumption on which the formula that is being read depends */
  /* of the goal that is being tried */
  uint32_t width;
  az_term rests_on;
  choice path[MOST_CHOICES];
  uint32_t choices;
  az_term open;   /* a condition that the path does not decide */
  bool of_goal;   /* the goal is being read, and not a hypothesis */
  az_term wanted; /* a condition in an extension of a hypothesis that the path does not decide */
  bool fits;
  size_t end; /* index of the loop end that may be used; the number of hypotheses: none */
  az_term divided[MOST_FACTS]; /* quotients whose divisions are hypotheses */
  uint32_t divided_count;
  az_term extended[MOST_EXTENDED]; /* equations of extensions, hypotheses behind the noted ones */
  uint32_t extended_count;
  uint64_t looks, most_looks;
};

blaster_polynomials *blaster_polynomials_new(void) {
  return az_calloc(1, sizeof(blaster_polynomials));
}

void blaster_polynomials_free(blaster_polynomials *p) {
  arrfree(p->goals);
  arrfree(p->hypotheses);
  hmfree(p->seen);
  hmfree(p->lost);
  arrfree(p->todo);
  free(p);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static uint64_t low(const blaster_polynomials *p, uint64_t c) {
  return p->width < 64 ? c & ((UINT64_C(1) << p->width) - 1) : c;
}

static bool same_factors(const monomial *a, const monomial *b) {
  return a->n == b->n && !memcmp(a->factor, b->factor, a->n * sizeof *a->factor);
}

static void add_monomial(blaster_polynomials *p, polynomial *f, monomial m) {
  m.c = low(p, m.c);
  if (!m.c) return;
  size_t i = 0;
  while (i < arrlenu(f->of) && !same_factors(&f->of[i], &m)) i++;
  p->looks += i + 1;
  if (p->looks > p->most_looks) p->fits = false;
  if (i == arrlenu(f->of)) {
    if (i == MOST_MONOMIALS)
      p->fits = false;
    else
      arrput(f->of, m);
    return;
  }
  f->of[i].c = low(p, f->of[i].c + m.c);
  if (!f->of[i].c) arrdelswap(f->of, i);
}

static monomial product_of_monomials(blaster_polynomials *p, const monomial *a, const monomial *b) {
  monomial m = {.c = a->c * b->c};
  if (a->n + b->n > MOST_DEGREE) {
    p->fits = false;
    return m;
  }
  for (uint32_t i = 0, k = 0; i + k < a->n + b->n;) {
    bool first = k == b->n || (i < a->n && a->factor[i] <= b->factor[k]);
    m.factor[m.n++] = first ? a->factor[i++] : b->factor[k++];
  }
  return m;
}

/* Adds m * g to f. */
static void add_product(blaster *b, polynomial *f, const polynomial *g, const monomial *m) {
  blaster_polynomials *p = b->polynomials;
  for (size_t i = 0; i < arrlenu(g->of) && p->fits; i++)
    add_monomial(p, f, product_of_monomials(p, m, &g->of[i]));
}

/* Returns the inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t inverse(uint64_t c) {
  uint64_t x = c;
  for (int i = 0; i < 6; i++) x *= 2 - c * x;
  return x;
}

/* Returns whether b divides a; *rest is then a / b, with the coefficient 1. */
static bool divides(const monomial *b, const monomial *a, monomial *rest) {
  *rest = (monomial){.c = 1};
  uint32_t k = 0;
  for (uint32_t i = 0; i < a->n; i++)
    if (k < b->n && a->factor[i] == b->factor[k])
      k++;
    else
      rest->factor[rest->n++] = a->factor[i];
  return k == b->n;
}

/* ---- reading terms --------------------------------------------------------------------------- */

/* Returns 1 if the path makes the condition true, 0 if it makes it false, and -1 if the path does
 * not decide it; then `open` is the condition to choose next. */
static int truth(blaster *b, az_term t, int depth) {
  blaster_polynomials *p = b->polynomials;
  const az_kind kind = az_kind_of(b->store, t);
  if (kind == AZ_K_CONST) return az_is_true(b->store, t);
  for (uint32_t i = 0; i < p->choices; i++)
    if (p->path[i].condition == t) return p->path[i].is;
  if (kind == AZ_K_NOT && depth) {
    int is = truth(b, az_operand(b->store, t, 0), depth - 1);
    return is < 0 ? is : !is;
  }
  if (kind == AZ_K_AND && depth) {
    int second = truth(b, az_operand(b->store, t, 1), depth - 1);
    if (!second) return 0;
    int first = truth(b, az_operand(b->store, t, 0), depth - 1);
    return first > 0 && second < 0 ? second : first;
  }
  p->open = t;
  return -1;
}

static void add_atom(blaster_polynomials *p, polynomial *f, az_term t, uint64_t c) {
  add_monomial(p, f, (monomial){.c = c, .n = 1, .factor = {t}});
}

static void add_term(blaster *b, polynomial *f, az_term t, uint64_t c, int depth);

static void add_product_of_terms(blaster *b, polynomial *f, az_term t, uint64_t c, int depth) {
  blaster_polynomials *p = b->polynomials;
  polynomial x = {0}, y = {0};
  add_term(b, &x, az_operand(b->store, t, 0), c, depth - 1);
  if (p->fits) add_term(b, &y, az_operand(b->store, t, 1), 1, depth - 1);
  for (size_t i = 0; i < arrlenu(x.of) && p->fits; i++) add_product(b, f, &y, &x.of[i]);
  arrfree(x.of);
  arrfree(y.of);
}

/* If t is (wide)(narrow)(c ? x : y), returns (wide)(narrow)x, or that of y, as the path chooses.
 * Otherwise returns AZ_NO_TERM; clears `fits` if the path of a goal does not decide c. */
static az_term branch_of_extension(blaster *b, az_term t, int depth) {
  blaster_polynomials *p = b->polynomials;
  az_store *s = b->store;
  const az_term part = az_operand(s, t, 0);
  if (az_kind_of(s, part) != AZ_K_EXTRACT || az_extract_low(s, part)) return AZ_NO_TERM;
  const az_term x = az_operand(s, part, 0);
  if (az_kind_of(s, x) != AZ_K_ITE) return AZ_NO_TERM;
  const int is = truth(b, az_operand(s, x, 0), depth);
  if (is < 0) {
    if (p->of_goal) p->fits = false;
    p->wanted = p->open;
    return AZ_NO_TERM;
  }
  const az_term branch = az_operand(s, x, is ? 1 : 2);
  return az_sext(s, az_extract(s, branch, az_extract_high(s, part), 0),
                 az_sort_width(az_sort_of(s, t)));
}

/* Adds c * t to f, where t is taken modulo 2^width, or zero-extended if it is shorter. Clears
 * `fits` if f becomes too large, or if the path does not decide a condition in t. */
static void add_term(blaster *b, polynomial *f, az_term t, uint64_t c, int depth) {
  blaster_polynomials *p = b->polynomials;
  const az_store *s = b->store;
  az_term branch;
  if (!depth) p->fits = false;
  if (!p->fits || !low(p, c)) return;
  const az_kind kind = az_kind_of(s, t);
  const uint32_t width = az_sort_width(az_sort_of(s, t));
  const bool whole = width >= p->width; /* arithmetic is that of the ring */
  const az_term x = az_arity(s, t) ? az_operand(s, t, 0) : AZ_NO_TERM;
  if (kind == AZ_K_CONST) {
    add_monomial(p, f, (monomial){.c = c * az_const_limbs(s, t)[0]});
  } else if (kind == AZ_K_ITE) {
    const int is = truth(b, x, MOST_CHOICES);
    if (is < 0)
      p->fits = false;
    else
      add_term(b, f, az_operand(s, t, is ? 1 : 2), c, depth - 1);
  } else if (kind == AZ_K_ZEXT && az_sort_width(az_sort_of(s, x)) <= p->width) {
    add_term(b, f, x, c, depth - 1);
  } else if (kind == AZ_K_CONCAT) {
    const uint32_t shift = az_sort_width(az_sort_of(s, az_operand(s, t, 1)));
    if (shift < p->width) add_term(b, f, x, c << shift, depth - 1);
    add_term(b, f, az_operand(s, t, 1), c, depth - 1);
  } else if (kind == AZ_K_EXTRACT && !az_extract_low(s, t) &&
             (whole || !low(p, c << width))) { /* x << k, too: its high bits are cut */
    add_term(b, f, x, c, depth - 1);
  } else if (!whole) {
    add_atom(p, f, t, c);
  } else if (kind == AZ_K_BV_ADD) {
    add_term(b, f, x, c, depth - 1);
    add_term(b, f, az_operand(s, t, 1), c, depth - 1);
  } else if (kind == AZ_K_BV_NEG || kind == AZ_K_BV_NOT) {
    add_term(b, f, x, 0 - c, depth - 1);
    if (kind == AZ_K_BV_NOT) add_monomial(p, f, (monomial){.c = 0 - c});
  } else if (kind == AZ_K_BV_MUL) {
    add_product_of_terms(b, f, t, c, depth);
  } else if (kind == AZ_K_SEXT && (branch = branch_of_extension(b, t, depth))) {
    add_term(b, f, branch, c, depth - 1);
  } else {
    add_atom(p, f, t, c);
  }
}

/* Reads an equation as a polynomial that is zero where the equation is true. */
static polynomial read_equation(blaster *b, az_term equation) {
  polynomial f = {0};
  b->polynomials->fits = true;
  b->polynomials->open = AZ_NO_TERM;
  add_term(b, &f, az_operand(b->store, equation, 0), 1, MOST_DEPTH);
  add_term(b, &f, az_operand(b->store, equation, 1), UINT64_MAX, MOST_DEPTH);
  return f;
}

static polynomial read_goal(blaster *b, az_term equation) {
  b->polynomials->of_goal = true;
  const polynomial f = read_equation(b, equation);
  b->polynomials->of_goal = false;
  return f;
}

static bool is_equation(const az_store *s, az_term t, uint32_t *width) {
  if (az_kind_of(s, t) != AZ_K_EQ) return false;
  const az_sort sort = az_sort_of(s, az_operand(s, t, 0));
  *width = az_sort_width(sort);
  return az_sort_kind_of(sort) == AZ_SORT_BV && *width <= 64;
}

/* Reads the equation of two shorter terms as one of their extensions by the sign. */
static polynomial read_extended(blaster *b, az_term equation) {
  blaster_polynomials *p = b->polynomials;
  polynomial f = {0};
  p->fits = true;
  for (uint32_t i = 0; i < 2; i++)
    add_term(b, &f, az_sext(b->store, az_operand(b->store, equation, i), p->width),
             i ? UINT64_MAX : 1, MOST_DEPTH);
  return f;
}

/* Returns whether the choice is an equation in the ring (of the ring's width, or of shorter terms).
 * If so, reads the equation. */
static bool read_choice(blaster *b, choice c, polynomial *f) {
  blaster_polynomials *p = b->polynomials;
  uint32_t width;
  if (!is_equation(b->store, c.condition, &width) || width > p->width) return false;
  if (width == p->width) {
    if (!c.is) return false;
    *f = read_equation(b, c.condition);
    return true;
  }
  az_term x = az_operand(b->store, c.condition, 0), y = az_operand(b->store, c.condition, 1);
  if (!az_is_const(b->store, y)) {
    if (!c.is || width == 1) return false;
    *f = read_extended(b, c.condition);
    return true;
  }
  uint64_t value = az_const_limbs(b->store, y)[0];
  if (!c.is && width > 1) return false;
  p->fits = true;
  add_atom(p, f, x, 1);
  add_monomial(p, f, (monomial){.c = 0 - (c.is ? value : !value)});
  return true;
}

/* If the atom is a quotient, adds the equation of its division: x = c * q + r. Otherwise returns
 * false. */
static bool read_division(blaster *b, az_term q, polynomial *f) {
  blaster_polynomials *p = b->polynomials;
  az_store *s = b->store;
  const az_kind kind = az_kind_of(s, q);
  const uint32_t width = az_sort_width(az_sort_of(s, q));
  if (kind == AZ_K_EXTRACT) {
    const uint32_t shift = az_extract_low(s, q), high = az_extract_high(s, q);
    const az_term x = az_operand(s, q, 0);
    const uint32_t all = az_sort_width(az_sort_of(s, x));
    if (!shift || shift >= 64 || all > p->width || high + 1 != all) return false;
    add_term(b, f, x, 1, MOST_DEPTH);
    add_atom(p, f, q, 0 - (UINT64_C(1) << shift));
    add_term(b, f, az_extract(s, x, shift - 1, 0), UINT64_MAX, 1);
    return p->fits;
  }
  if ((kind != AZ_K_BV_UDIV && kind != AZ_K_BV_SDIV) || width != p->width) return false;
  const az_term x = az_operand(s, q, 0), d = az_operand(s, q, 1);
  if (!az_is_const(s, d) || !az_const_limbs(s, d)[0]) return false;
  const bool is_signed = kind == AZ_K_BV_SDIV;
  const az_term r = is_signed ? az_bv_srem(s, x, d) : az_bv_urem(s, x, d);
  add_term(b, f, x, 1, MOST_DEPTH);
  add_atom(p, f, q, 0 - az_const_limbs(s, d)[0]);
  monomial rest = {.c = UINT64_MAX, .n = 1, .factor = {r}};
  if (is_signed && az_const_limbs(s, d)[0] == 2) { /* r is 0 if the lowest bit of x is 0 */
    const monomial bit = {.c = 1, .n = 1, .factor = {az_extract(s, x, 0, 0)}};
    rest = product_of_monomials(p, &rest, &bit);
  }
  add_monomial(p, f, rest);
  return p->fits;
}

/* ---- reduction ------------------------------------------------------------------------------- */

/* Returns an atom with an odd coefficient that is in no other monomial; AZ_NO_TERM if there is
 * none. Prefers the latest term, which is most likely to be defined by the others. */
static az_term solvable_for(const polynomial *f, uint64_t *c) {
  az_term best = AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(f->of); i++) {
    const monomial *m = &f->of[i];
    if (m->n != 1 || m->c % 2 == 0 || m->factor[0] <= best) continue;
    bool alone = true;
    for (size_t k = 0; k < arrlenu(f->of) && alone; k++)
      for (uint32_t n = 0; n < f->of[k].n && k != i; n++)
        alone = alone && f->of[k].factor[n] != m->factor[0];
    if (alone) best = m->factor[0], *c = m->c;
  }
  return best;
}

/* Returns whether a is greater than b in the order by degree, then by factors from the latest
 * on. */
static bool after(const monomial *a, const monomial *b) {
  if (a->n != b->n) return a->n > b->n;
  for (uint32_t i = a->n; i-- > 0;)
    if (a->factor[i] != b->factor[i]) return a->factor[i] > b->factor[i];
  return false;
}

static uint32_t leading(const polynomial *f) {
  uint32_t lead = 0;
  for (uint32_t i = 1; i < arrlenu(f->of); i++)
    if (after(&f->of[i], &f->of[lead])) lead = i;
  return lead;
}

/* Subtracts a multiple of h so that the monomial vanishes from f; returns whether there is such a
 * multiple. */
static bool cancel(blaster *b, polynomial *f, monomial m, const polynomial *h) {
  const monomial *lead = &h->of[h->lead];
  monomial factor;
  if (!divides(lead, &m, &factor)) return false;
  uint64_t unit = lead->c & (0 - lead->c); /* the power of two in it */
  if (m.c % unit) return false;
  factor.c = 0 - m.c / unit * inverse(lead->c / unit);
  add_product(b, f, h, &factor);
  f->uses |= h->uses;
  return true;
}

/* Reduces f by h as far as the limits allow; if h is solved for an atom, the atom vanishes. Returns
 * whether f changed. */
static bool reduce(blaster *b, polynomial *f, const polynomial *h) {
  bool any = false;
  int steps = 0;
  for (size_t i = 0; i < arrlenu(f->of) && b->polynomials->fits && steps < MOST_STEPS;)
    if (cancel(b, f, f->of[i], h))
      i = 0, steps++, any = true;
    else
      i++;
  return any;
}

/* Sets `lead` to the monomial that f is solved for; returns false if this monomial has vanished. */
static bool find_lead(polynomial *f) {
  for (f->lead = 0; f->lead < arrlenu(f->of); f->lead++)
    if (f->of[f->lead].n == 1 && f->of[f->lead].factor[0] == f->solved_for) return true;
  return false;
}

/* Solves each polynomial for an atom if possible, eliminates the atom from the others that are not
 * solved yet, and chooses the leading monomials of the rest. */
static void triangulate(blaster *b, polynomial *all) {
  for (size_t i = 0; i < arrlenu(all); i++) all[i].solved_for = AZ_NO_TERM;
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < arrlenu(all); i++) {
      uint64_t c = 0;
      polynomial *h = &all[i];
      if (h->solved_for || !arrlenu(h->of) || !(h->solved_for = solvable_for(h, &c))) continue;
      (void)find_lead(h);
      for (size_t k = 0; k < arrlenu(all); k++) {
        if (k == i || all[k].solved_for)
          continue; /* leaves solved polynomials, to use few hypotheses */
        b->polynomials->fits = true;
        reduce(b, &all[k], h);
        if (!b->polynomials->fits) arrsetlen(all[k].of, 0);
      }
      any = true;
    }
  }
  for (size_t i = 0; i < arrlenu(all); i++)
    if (!all[i].solved_for && arrlenu(all[i].of)) all[i].lead = leading(&all[i]);
}

/* ---- lemmas ---------------------------------------------------------------------------------- */

static az_gate gate_of_condition(blaster *b, az_term t) {
  const uint32_t at = blaster_translate(b, t); /* moves `gates` */
  return b->gates[at];
}

/* Adds the equations of the divisions whose quotients are in the polynomial, each once. */
static void add_divisions(blaster *b, polynomial **all, polynomial of) {
  blaster_polynomials *p = b->polynomials;
  for (size_t i = 0; i < arrlenu(of.of); i++)
    for (uint32_t k = 0; k < of.of[i].n && p->divided_count < MOST_FACTS; k++) {
      const az_term q = of.of[i].factor[k];
      bool known = false;
      for (uint32_t n = 0; n < p->divided_count && !known; n++) known = p->divided[n] == q;
      polynomial f = {0};
      p->fits = true;
      if (!known && read_division(b, q, &f)) {
        p->divided[p->divided_count++] = q;
        arrput(*all, f);
      } else {
        arrfree(f.of);
      }
    }
}

/* If the atom is (wide)(narrow)x, as where an index of 32 bits is computed with 64 bits, returns x,
 * to which it is equal unless bits are lost. Otherwise returns AZ_NO_TERM. */
static az_term without_loss(const az_store *s, az_term t) {
  if (az_kind_of(s, t) != AZ_K_SEXT) return AZ_NO_TERM;
  const az_term part = az_operand(s, t, 0);
  if (az_kind_of(s, part) != AZ_K_EXTRACT || az_extract_low(s, part)) return AZ_NO_TERM;
  const az_term x = az_operand(s, part, 0);
  return az_sort_of(s, x) == az_sort_of(s, t) ? x : AZ_NO_TERM;
}

/* Adds the equations of the extensions without loss in the polynomial. Bounds decide whether they
 * hold. */
static void add_extensions(blaster *b, polynomial **all, polynomial of) {
  blaster_polynomials *p = b->polynomials;
  for (size_t i = 0; i < arrlenu(of.of); i++)
    for (uint32_t k = 0; k < of.of[i].n && p->extended_count < MOST_EXTENDED; k++) {
      const az_term t = of.of[i].factor[k], x = without_loss(b->store, t);
      if (!x || az_sort_width(az_sort_of(b->store, t)) != p->width) continue;
      const az_term equation = az_eq(b->store, x, t);
      bool known = az_kind_of(b->store, equation) == AZ_K_CONST;
      for (uint32_t n = 0; n < p->extended_count && !known; n++) known = p->extended[n] == equation;
      if (known) continue;
      polynomial f = {.uses = UINT64_C(1) << (MOST_HYPOTHESES + p->extended_count)};
      p->fits = true;
      add_term(b, &f, x, 1, MOST_DEPTH);
      add_atom(p, &f, t, UINT64_MAX);
      if (p->fits) {
        p->extended[p->extended_count++] = equation;
        arrput(*all, f);
      } else {
        arrfree(f.of);
      }
    }
}

static bool is_nonlinear(const polynomial *f) {
  for (size_t i = 0; i < arrlenu(f->of); i++)
    if (f->of[i].n > 1) return true;
  return false;
}

/* Returns the hypotheses of the path, solved as far as possible. */
static polynomial *hypotheses_of_path(blaster *b, az_term equation, bool sure,
                                      const polynomial *goal_f) {
  blaster_polynomials *p = b->polynomials;
  polynomial *all = NULL;
  for (size_t i = arrlenu(p->hypotheses); i-- > 0;) { /* older ones may belong to retired groups */
    uint32_t width;
    const hypothesis h = p->hypotheses[i];
    if (!h.live || h.equation == equation || (h.is_end ? p->end != i : h.sure < sure) ||
        !is_equation(b->store, h.equation, &width) || width != p->width)
      continue;
    polynomial f = read_equation(b, h.equation);
    f.uses = UINT64_C(1) << i;
    if (p->fits)
      arrput(all, f);
    else
      arrfree(f.of);
  }
  for (uint32_t i = 0; i < p->choices; i++) {
    polynomial f = {0};
    if (read_choice(b, p->path[i], &f) && p->fits)
      arrput(all, f);
    else
      arrfree(f.of);
  }
  p->divided_count = 0;
  add_divisions(b, &all, *goal_f);
  for (size_t i = 0, n = arrlenu(all); i < n; i++) add_divisions(b, &all, all[i]);
  p->extended_count = 0;
  add_extensions(b, &all, *goal_f);
  for (size_t i = 0; i < arrlenu(all); i++) add_extensions(b, &all, all[i]);
  triangulate(b, all);
  return all;
}

static void assert_lemma(blaster *b, az_term equation, uint64_t uses) {
  blaster_polynomials *p = b->polynomials;
  az_gate lemma = gate_of_condition(b, equation);
  for (size_t i = 0; i < arrlenu(p->hypotheses); i++)
    if (uses >> i & 1) {
      const az_gate h = gate_of_condition(b, p->hypotheses[i].equation);
      if (p->hypotheses[i].group) p->rests_on = p->hypotheses[i].group;
      lemma = az_gate_or(b->circuit, lemma, az_gate_not(h));
    }
  for (uint32_t i = 0; i < p->extended_count; i++)
    if (uses >> (MOST_HYPOTHESES + i) & 1)
      lemma = az_gate_or(b->circuit, lemma, az_gate_not(gate_of_condition(b, p->extended[i])));
  for (uint32_t i = 0; i < p->choices; i++) {
    const az_gate c = gate_of_condition(b, p->path[i].condition);
    lemma = az_gate_or(b->circuit, lemma, p->path[i].is ? az_gate_not(c) : c);
  }
  az_gate_assert(b->circuit, lemma);
}

/* Reduces the goal by all hypotheses, or only by those that are sure; returns whether 0 is left. */
static bool follows(blaster *b, az_term equation, bool sure, polynomial *f) {
  blaster_polynomials *p = b->polynomials;
  polynomial *all = hypotheses_of_path(b, equation, sure, f);
  bool hard = is_nonlinear(f);
  for (size_t i = 0; i < arrlenu(all) && !hard; i++) hard = is_nonlinear(&all[i]);
  p->fits = true;
  for (bool any = hard; any && p->fits && arrlenu(f->of);) {
    any = false;
    for (size_t i = 0; i < arrlenu(all); i++)
      if (arrlenu(all[i].of) && arrlenu(f->of)) any = reduce(b, f, &all[i]) || any;
  }
  for (size_t i = 0; i < arrlenu(all); i++) arrfree(all[i].of);
  arrfree(all);
  return hard && p->fits && !arrlenu(f->of);
}

/* Tries the goal with the hypotheses and one loop end of this kind, or none of them. Two loop ends
 * may contradict each other. */
static bool try_ends(blaster *b, az_term equation, bool sure, bool beyond, polynomial *f) {
  blaster_polynomials *p = b->polynomials;
  const size_t none = arrlenu(p->hypotheses);
  bool proved = false;
  for (size_t end = beyond ? none : none + 1; !proved && end-- > 0 && p->looks <= p->most_looks;) {
    p->end = end;
    if (end < none && !(p->hypotheses[end].is_end && p->hypotheses[end].beyond == beyond)) continue;
    proved = follows(b, equation, sure, f);
    if (!proved) { /* starts afresh */
      arrfree(f->of);
      *f = read_goal(b, equation);
    }
  }
  return proved;
}

/* Tries the goal on the current path, with the sure hypotheses and then with all. Returns false if
 * the condition `open` must be chosen first; otherwise *sure states whether the sure ones suffice:
 * a lemma from others may say nothing in this call, and a later hypothesis may give a better one.
 */
static bool try_path(blaster *b, az_term equation, bool beyond, bool *sure) {
  blaster_polynomials *p = b->polynomials;
  polynomial f = read_goal(b, equation);
  const bool fits = p->fits, open = !fits && p->open; /* also set where the path decides */
  bool proved = false;
  p->wanted = AZ_NO_TERM;
  *sure = fits && try_ends(b, equation, true, beyond, &f);
  if (*sure || (fits && try_ends(b, equation, false, beyond, &f))) {
    assert_lemma(b, equation, f.uses);
    proved = true;
  }
  arrfree(f.of);
  if (fits && !proved && p->wanted) {
    p->open = p->wanted;
    return false;
  }
  return !open;
}

/* Tries all paths of a goal, depth first; returns whether each has a lemma from sure hypotheses. */
static bool try_goal(blaster *b, az_term equation, bool beyond) {
  blaster_polynomials *p = b->polynomials;
  bool all = true;
  p->choices = 0;
  for (uint32_t paths = 0; paths < MOST_PATHS;) {
    bool sure;
    if (!try_path(b, equation, beyond, &sure) && p->choices < MOST_CHOICES) {
      assert(p->open);
      p->path[p->choices++] = (choice){.condition = p->open, .is = true};
      continue;
    }
    paths++;
    all = all && sure;
    while (p->choices && p->path[p->choices - 1].flipped) p->choices--;
    if (!p->choices) return all;
    p->path[p->choices - 1].is = false;
    p->path[p->choices - 1].flipped = true;
  }
  return false;
}

/* ---- equations of formulas ------------------------------------------------------------------- */

enum { MAY_HOLD = 1, MAY_FAIL = 2, SURE = 4 };

static void note(blaster_polynomials *p, az_term t, uint32_t polarity) {
  const seen_key key = {t, p->group, polarity};
  if (hmgeti(p->seen, key) >= 0) return;
  hmput(p->seen, key, true);
  arrput(p->todo, key);
}

static bool is_noted(const blaster_polynomials *p, const hypothesis *h, az_term equation) {
  return h->equation == equation && (!h->group || h->group == p->group);
}

/* Forgets the oldest hypothesis that is not live or, if all are live, the oldest one that is not
 * sure, such as those of violated rows, or else the oldest one. With `end`, only the ends of loops
 * of its kind count, and those of assumptions go before those that hold in all calls: a formula is
 * read once, and its ends are not noted again. */
static void forget_one(blaster_polynomials *p, const hypothesis *end) {
  size_t worst = SIZE_MAX;
  uint32_t least = UINT32_MAX;
  for (size_t i = 0; i < arrlenu(p->hypotheses); i++) {
    const hypothesis *h = &p->hypotheses[i];
    if (end && !(h->is_end && h->beyond == end->beyond)) continue;
    const uint32_t worth = !h->live ? 0 : end ? (h->group ? 1 : 2) : 1 + h->sure;
    if (worth < least) worst = i, least = worth;
  }
  if (worst == SIZE_MAX) return;
  if (p->hypotheses[worst].group) hmput(p->lost, p->hypotheses[worst].group, true);
  arrdel(p->hypotheses, worst);
}

static void make_room(blaster_polynomials *p) {
  if (arrlenu(p->hypotheses) >= MOST_HYPOTHESES) forget_one(p, NULL);
}

static void note_equation(blaster_polynomials *p, seen_key key) {
  if (key.polarity & MAY_FAIL) {
    for (size_t i = 0; i < arrlenu(p->goals); i++)
      if (p->goals[i].equation == key.t) return;
    if (arrlenu(p->goals) == MOST_GOALS) arrdel(p->goals, 0);
    arrput(p->goals, ((goal){.equation = key.t, .tried = SIZE_MAX}));
    return;
  }
  const bool sure = key.polarity & SURE;
  for (size_t i = 0; i < arrlenu(p->hypotheses); i++)
    if (is_noted(p, &p->hypotheses[i], key.t)) {
      p->hypotheses[i].sure |= sure;
      return;
    }
  make_room(p);
  arrput(p->hypotheses,
         ((hypothesis){.equation = key.t, .group = p->group, .sure = sure, .live = true}));
  p->noted++;
}

/* Notes x == y for a comparison x < y that may be false, and x + 1 == y for one that may be true. A
 * loop that counts x up to y ends with x == y, given the row x <= y. A loop that counts y beyond x
 * ends with x + 1 == y. The gate of x == y is related to the gates of x < y and y < x. */
static void note_end(blaster *b, az_term comparison, bool less, bool sure) {
  blaster_polynomials *p = b->polynomials;
  const az_term x = az_operand(b->store, comparison, 0), y = az_operand(b->store, comparison, 1);
  if (az_is_const(b->store, x) || az_is_const(b->store, y)) return;
  const az_term one = az_bv(b->store, az_sort_width(az_sort_of(b->store, x)), 1);
  const az_term equation = az_eq(b->store, less ? az_bv_add(b->store, x, one) : x, y);
  uint32_t width, ends = 0;
  if (!is_equation(b->store, equation, &width)) return;
  const hypothesis new = {.equation = equation,
                          .group = p->group,
                          .sure = sure,
                          .is_end = true,
                          .beyond = less,
                          .live = true};
  for (size_t i = 0; i < arrlenu(p->hypotheses); i++) {
    if (is_noted(p, &p->hypotheses[i], equation)) return;
    ends += p->hypotheses[i].is_end && p->hypotheses[i].beyond == less;
  }
  if (ends >= MOST_ENDS) forget_one(p, &new);
  make_room(p);
  arrput(p->hypotheses, new);
  p->noted++;
}

/* Counts the operands of a nested conjunction with equations that may be true when the conjunction
 * is false. Returns at most 2. */
static uint32_t alternatives(const az_store *s, az_term t) {
  enum { MOST_OPERANDS = 64 };
  az_term stack[MOST_OPERANDS + 2] = {t};
  uint32_t found = 0;
  for (uint32_t n = 1; n && found < 2;) {
    const az_term x = stack[--n];
    const az_kind kind = az_kind_of(s, x);
    if (kind == AZ_K_AND) {
      if (n == MOST_OPERANDS) return 2;
      stack[n++] = az_operand(s, x, 0);
      stack[n++] = az_operand(s, x, 1);
      continue;
    }
    const az_kind inner = kind == AZ_K_NOT ? az_kind_of(s, az_operand(s, x, 0)) : AZ_K_VAR;
    found += kind == AZ_K_ITE || inner == AZ_K_EQ || inner == AZ_K_AND || inner == AZ_K_ITE;
  }
  return found;
}

/* Collects the equations of an asserted formula by their polarity. */
static void collect(blaster *b, az_term formula) {
  blaster_polynomials *p = b->polynomials;
  const az_store *s = b->store;
  note(p, formula, MAY_HOLD | SURE);
  while (arrlenu(p->todo)) {
    const seen_key key = arrpop(p->todo);
    const az_kind kind = az_kind_of(s, key.t);
    const az_term x = az_arity(s, key.t) ? az_operand(s, key.t, 0) : AZ_NO_TERM;
    const uint32_t other = key.polarity ^ (MAY_HOLD | MAY_FAIL);
    uint32_t width;
    if (is_equation(s, key.t, &width)) {
      if (width > 1) note_equation(p, key);
    } else if (kind == AZ_K_BV_SLT || kind == AZ_K_BV_ULT) {
      for (uint32_t less = 0; less < 2; less++)
        if (key.polarity & (less ? MAY_HOLD : MAY_FAIL))
          note_end(b, key.t, less, key.polarity & SURE);
    } else if (kind == AZ_K_NOT) {
      note(p, x, other);
    } else if (kind == AZ_K_AND) {
      const bool several = key.polarity & MAY_FAIL && alternatives(s, key.t) > 1;
      for (uint32_t i = 0; i < 2; i++)
        note(p, az_operand(s, key.t, i), several ? key.polarity & ~(uint32_t)SURE : key.polarity);
    } else if (kind == AZ_K_ITE ||
               (kind == AZ_K_EQ && az_sort_kind_of(az_sort_of(s, x)) == AZ_SORT_BOOL)) {
      for (uint32_t i = 0; i < az_arity(s, key.t); i++) {
        note(p, az_operand(s, key.t, i), key.polarity & ~(uint32_t)SURE);
        note(p, az_operand(s, key.t, i), other & ~(uint32_t)SURE);
      }
    }
  }
}

/* If a hypothesis of the assumption was forgotten, notes its equations again, since the same checks
 * are queried after each search for rows. */
static void read_again(blaster_polynomials *p) {
  if (!hmlenu(p->lost) || !hmdel(p->lost, p->group)) return;
  for (size_t i = hmlenu(p->seen); i-- > 0;) /* the last entry takes the place of a deleted one */
    if (p->seen[i].key.group == p->group) (void)hmdel(p->seen, p->seen[i].key);
}

static bool is_assumed(az_term t, const az_term *assumptions, size_t n) {
  size_t i = 0;
  while (i < n && assumptions[i] != t) i++;
  return i < n;
}

/* Returns g if the formula is "g implies ..." for an assumption g of this call; else AZ_NO_TERM. */
static az_term group_of(const blaster *b, az_term formula, const az_term *assumptions, size_t n) {
  const az_store *s = b->store;
  const az_term both = az_kind_of(s, formula) == AZ_K_NOT ? az_operand(s, formula, 0) : formula;
  for (uint32_t i = 0; i < 2 && both != formula && az_kind_of(s, both) == AZ_K_AND; i++)
    if (is_assumed(az_operand(s, both, i), assumptions, n)) return az_operand(s, both, i);
  return AZ_NO_TERM;
}

void blaster_relate_polynomials(blaster *b, const az_term *assumptions, size_t n) {
  blaster_polynomials *p = b->polynomials;
  if (!b->nonlinear || p->looks > MOST_IN_ALL) return;
  const uint64_t before = p->looks;
  p->most_looks = before + MOST_OF_QUERY;
  for (; p->formulas < arrlenu(b->formulas); p->formulas++) {
    p->group = group_of(b, b->formulas[p->formulas], assumptions, n);
    collect(b, b->formulas[p->formulas]);
  }
  for (size_t i = 0; i < n; i++) {
    p->group = assumptions[i];
    read_again(p);
    collect(b, assumptions[i]);
  }
  for (size_t i = 0; i < arrlenu(p->hypotheses); i++) {
    hypothesis *h = &p->hypotheses[i];
    const bool live = !h->group || is_assumed(h->group, assumptions, n);
    p->noted += live && !h->live;
    h->live = live;
  }
  for (size_t i = arrlenu(p->goals); i-- > 0 && p->looks <= p->most_looks;) {
    goal *g = &p->goals[i];
    if (g->rests_on && !is_assumed(g->rests_on, assumptions, n))
      g->done = g->done_beyond = false, g->rests_on = AZ_NO_TERM, g->tried = SIZE_MAX;
    if (g->done || g->tried == p->noted) continue;
    g->tried = p->noted;
    p->rests_on = AZ_NO_TERM;
    (void)is_equation(b->store, g->equation, &p->width);
    g->done = try_goal(b, g->equation, false);
    if (!g->done && !g->done_beyond) g->done_beyond = try_goal(b, g->equation, true);
    g->rests_on = p->rests_on;
  }
  az_work_add(b->work, WORK_OF_LOOK * (p->looks - before));
}
