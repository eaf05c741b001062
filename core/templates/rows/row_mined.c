/* Rows that the program suggests, for az_polyhedra_add_mined. The likelier ones come first, since a
 * limit drops the last ones:
 *   1. linear comparisons of checks, then of branches: assert(3*x + y == 2*z) gives +-(3x + y -
 *   2z);
 *   2. sums that no path of an iteration changes: the kernel of the paths' differences (as in
 *      [karr1976], but of one iteration), minus their value on entry if it is known (x + i - n);
 *   3. consequences of two of these by eliminating a variable or the constant: i < n and
 *      sum == 2*n give sum - 2i (as in Fourier and Motzkin);
 *   4. for two variables, the sum that one path does not change: x += 1, y += 3 gives 3x - y;
 *   5. where x grows by y: x - y and, if y also grows or has a bound, rows with multiples of y:
 *      x += y under y < 100 gives x - y, x - 2y, x - 100y.
 * Each row is tried at every view that has variables with these names. Terms are read over the
 * mathematical integers, as if nothing wrapped: rows are suggestions and affect precision only. */
#include "ansatz/facts.h"
#include "ansatz/polyhedra.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 2000, MAX_PATHS = 32, MAX_KERNEL = 40, MAX_RESOLVED = 150 };
/* Limits on the number of rows of growth at a view, and on their coefficients: a search for rows
 * with greater ones takes seconds. */
enum { MAX_GROWTH = 16, MAX_MULTIPLE = 1024 };
#define ONE UINT32_MAX /* the atom of the constant part */
#define MOST_NUMBER ((az_wide)1 << 40)

typedef struct monomial {
  uint32_t atom; /* variable of the context, ONE, or var_count + an opaque term's number */
  az_wide c;
} monomial;

typedef struct form { /* a sum of variables of one view */
  monomial *terms;    /* stb_ds */
  uint32_t view;
} form;

typedef struct miner {
  az_polyhedra *p;
  const az_domain_context *context;
  az_store *s;
  az_arena *arena;
  struct {
    char *key;
    uint32_t value;
  } *names;    /* stb_ds: SITE:NAME -> variable */
  form *found; /* stb_ds, by view: forms that rows were derived from */
  /* of the current view */
  uint32_t view;
  struct {
    az_term key;
    uint32_t value;
  } *atoms; /* stb_ds: canonical term -> variable; opaque term -> var_count + n */
  uint32_t opaque;
  bool opaque_allowed;
  uint32_t steps;
} miner;

/* ---- linear forms ---------------------------------------------------------------------------- */

static bool form_add(form *f, uint32_t atom, az_wide c) {
  size_t i = 0;
  while (i < arrlenu(f->terms) && f->terms[i].atom != atom) i++;
  if (i == arrlenu(f->terms)) arrput(f->terms, ((monomial){atom, 0}));
  f->terms[i].c += c;
  az_wide sum = f->terms[i].c;
  if (!sum) arrdel(f->terms, i);
  return sum <= MOST_NUMBER && sum >= -MOST_NUMBER;
}

static bool form_add_form(form *f, const form *g, az_wide factor) {
  bool fits = true;
  for (size_t i = 0; i < arrlenu(g->terms); i++)
    fits = fits && form_add(f, g->terms[i].atom, factor * g->terms[i].c);
  return fits;
}

static az_wide coefficient(const form *f, uint32_t atom) {
  for (size_t i = 0; i < arrlenu(f->terms); i++)
    if (f->terms[i].atom == atom) return f->terms[i].c;
  return 0;
}

/* Adds factor * t, read as a linear term, to f. */
static bool read_linear(miner *m, az_term t, az_wide factor, form *f) {
  az_store *s = m->s;
  if (++m->steps > MAX_STEPS || factor > MOST_NUMBER || factor < -MOST_NUMBER) return false;
  az_wide number;
  if (az_const_wide(s, t, true, &number))
    return number <= MOST_NUMBER && number >= -MOST_NUMBER && form_add(f, ONE, factor * number);
  ptrdiff_t at = hmgeti(m->atoms, t);
  if (at >= 0) return form_add(f, m->atoms[at].value, factor);
  az_term a = az_arity(s, t) ? az_operand(s, t, 0) : 0,
          b = az_arity(s, t) > 1 ? az_operand(s, t, 1) : 0;
  switch (az_kind_of(s, t)) {
  case AZ_K_BV_ADD: return read_linear(m, a, factor, f) && read_linear(m, b, factor, f);
  case AZ_K_BV_NEG: return read_linear(m, a, -factor, f);
  case AZ_K_BV_NOT: return read_linear(m, a, -factor, f) && form_add(f, ONE, -factor);
  case AZ_K_ZEXT:
  case AZ_K_SEXT: return read_linear(m, a, factor, f);
  case AZ_K_BV_MUL:
    if (az_const_wide(s, b, true, &number) && number <= MOST_NUMBER && number >= -MOST_NUMBER)
      return read_linear(m, a, factor * number, f);
    break;
  case AZ_K_CONCAT: /* x << k; zero extension */
    if (az_const_wide(s, b, false, &number) && !number && az_sort_width(az_sort_of(s, b)) < 40)
      return read_linear(m, a, factor * ((az_wide)1 << az_sort_width(az_sort_of(s, b))), f);
    if (az_const_wide(s, a, false, &number) && !number) return read_linear(m, b, factor, f);
    break;
  case AZ_K_EXTRACT: /* a narrower type, or part of a product */
    if (!az_extract_low(s, t) && az_extract_high(s, t) >= 7) return read_linear(m, a, factor, f);
    break;
  default: break;
  }
  if (!m->opaque_allowed) return false;
  hmput(m->atoms, t, m->context->var_count + m->opaque);
  return form_add(f, m->context->var_count + m->opaque++, factor);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Computes the variables' part of a form without common factors; returns 0 if it is not a row. */
static uint32_t row_of(const miner *m, const form *f, az_linear *sum, uint32_t most) {
  az_wide common = 0;
  uint32_t n = 0;
  for (size_t i = 0; i < arrlenu(f->terms); i++) {
    if (f->terms[i].atom == ONE) continue;
    if (f->terms[i].atom >= m->context->var_count || n++ == most) return 0;
    common = az_gcd(common, f->terms[i].c);
  }
  n = 0;
  for (size_t i = 0; i < arrlenu(f->terms); i++) {
    if (f->terms[i].atom == ONE) continue;
    az_wide c = f->terms[i].c / common;
    if (c > INT32_MAX || c < -INT32_MAX) return 0;
    sum[n++] = (az_linear){f->terms[i].atom, (int32_t)c};
  }
  return n;
}

static void offer(miner *m, const az_linear *sum, uint32_t n) {
  az_linear *opposite = AZ_NEWN(m->arena, az_linear, n);
  for (uint32_t i = 0; i < n; i++) opposite[i] = (az_linear){sum[i].var, -sum[i].coefficient};
  az_polyhedra_offer(m->p, sum, n);
  az_polyhedra_offer(m->p, opposite, n);
}

/* Offers the rows of the form at its view, and at each view with variables of the same names. */
static void offer_form(miner *m, const form *f) {
  enum { MOST_TERMS = 12 };
  az_linear sum[MOST_TERMS], there[MOST_TERMS];
  uint32_t n = row_of(m, f, sum, MOST_TERMS);
  if (!n) return;
  offer(m, sum, n);
  const az_tvar *vars = m->context->vars;
  for (uint32_t view = 0; view < m->context->view_count; view++) {
    uint32_t k = 0;
    for (; view != f->view && k < n; k++) {
      char key[300];
      const az_tvar *v = &vars[sum[k].var];
      snprintf(key, sizeof key, "%u:%s", view, v->name);
      ptrdiff_t at = shgeti(m->names, key);
      if (at < 0 || vars[m->names[at].value].object != v->object) break;
      there[k] = (az_linear){m->names[at].value, sum[k].coefficient};
    }
    if (k == n) offer(m, there, n);
  }
}

/* Takes ownership of the form: offers its rows, and keeps it to derive others. */
static void keep(miner *m, form *f) {
  offer_form(m, f);
  f->view = m->view;
  arrput(m->found, *f);
  *f = (form){0};
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static void compared(miner *m, az_term t) {
  form f = {.view = m->view};
  m->steps = 0;
  bool fits = read_linear(m, az_operand(m->s, t, 0), 1, &f) &&
              read_linear(m, az_operand(m->s, t, 1), -1, &f);
  bool strict = az_kind_of(m->s, t) != AZ_K_EQ;
  if (fits && arrlenu(f.terms)) {
    form below = {.view = m->view}; /* a < b is a <= b - 1 */
    if (strict && coefficient(&f, ONE) && form_add_form(&below, &f, 1) && form_add(&below, ONE, 1))
      arrput(m->found, below);
    else
      arrfree(below.terms);
    keep(m, &f);
  }
  arrfree(f.terms);
}

static void atoms_of(miner *m, az_term t) {
  if (++m->steps > MAX_STEPS) return;
  az_kind kind = az_kind_of(m->s, t);
  bool equal =
      kind == AZ_K_EQ && az_sort_kind_of(az_sort_of(m->s, az_operand(m->s, t, 0))) == AZ_SORT_BV;
  if (equal || kind == AZ_K_BV_ULT || kind == AZ_K_BV_SLT) {
    uint32_t steps = m->steps;
    compared(m, t);
    m->steps = steps;
  }
  for (uint32_t i = 0; i < az_arity(m->s, t); i++) atoms_of(m, az_operand(m->s, t, i));
}

static void mine_conditions(miner *m, bool in_check) {
  for (uint32_t i = 0; i < m->context->condition_count; i++) {
    const az_condition *c = &m->context->conditions[i];
    m->steps = 0;
    if (c->view == m->view && c->in_check == in_check) atoms_of(m, c->term);
  }
}

/* ---- what the paths of an iteration change --------------------------------------------------- */

typedef struct path {
  form *delta; /* by variable: its change */
} path;

typedef struct iteration {
  uint32_t *vars; /* stb_ds: the view's integers that change */
  path *paths;    /* stb_ds */
  uint32_t budget;
} iteration;

/* Returns the condition of an ite that the linear reading of t reaches, or AZ_NO_TERM. */
static az_term branch_in(miner *m, az_term t) {
  if (++m->steps > MAX_STEPS || hmgeti(m->atoms, t) >= 0) return AZ_NO_TERM;
  switch (az_kind_of(m->s, t)) {
  case AZ_K_ITE: return az_operand(m->s, t, 0);
  case AZ_K_BV_ADD:
  case AZ_K_BV_NEG:
  case AZ_K_BV_NOT:
  case AZ_K_BV_MUL:
  case AZ_K_CONCAT:
  case AZ_K_EXTRACT:
  case AZ_K_ZEXT:
  case AZ_K_SEXT:
    for (uint32_t i = 0; i < az_arity(m->s, t); i++) {
      az_term c = branch_in(m, az_operand(m->s, t, i));
      if (c) return c;
    }
    return AZ_NO_TERM;
  default: return AZ_NO_TERM;
  }
}

static void split_paths(miner *m, iteration *r, const az_term *next) {
  size_t n = arrlenu(r->vars);
  az_term branch = AZ_NO_TERM;
  for (size_t i = 0; i < n && !branch && r->budget > 1; i++) {
    m->steps = 0;
    branch = branch_in(m, next[i]);
  }
  if (branch) {
    uint32_t half = r->budget / 2;
    az_term *side = AZ_NEWN(m->arena, az_term, n);
    for (int truth = 1; truth >= 0; truth--) {
      az_subst *subst = az_subst_new(m->s);
      az_subst_bind(subst, branch, az_bool(m->s, truth));
      for (size_t i = 0; i < n; i++) side[i] = az_subst_apply(subst, next[i]);
      az_subst_free(subst);
      r->budget = half;
      split_paths(m, r, side);
    }
    return;
  }
  path p = {.delta = AZ_NEWN(m->arena, form, n)};
  m->opaque_allowed = true;
  for (size_t i = 0; i < n; i++) {
    m->steps = 0;
    form *d = &p.delta[i];
    bool fits = read_linear(m, next[i], 1, d) && form_add(d, r->vars[i], -1);
    if (!fits) { /* the change may have any value */
      arrsetlen(d->terms, 0);
      form_add(d, m->context->var_count + m->opaque++, 1);
    }
  }
  m->opaque_allowed = false;
  arrput(r->paths, p);
}

static bool same_delta(const path *a, const path *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    form difference = {0};
    bool fits =
        form_add_form(&difference, &a->delta[i], 1) && form_add_form(&difference, &b->delta[i], -1);
    bool same = fits && !arrlenu(difference.terms);
    arrfree(difference.terms);
    if (!same) return false;
  }
  return true;
}

/* Reduces a matrix (without fractions) with one row for each path and atom, over the variables;
 * pivot[v] is the matrix row whose pivot is in column v, or -1. Returns false if a number is too
 * large. */
static bool reduce(az_wide **rows, size_t n, int *pivot) {
  size_t done = 0;
  for (size_t v = 0; v < n; v++) pivot[v] = -1;
  for (size_t v = n; v-- > 0;) { /* pivots at the end: the first variables stay free */
    size_t k = done;
    while (k < arrlenu(rows) && !rows[k][v]) k++;
    if (k == arrlenu(rows)) continue;
    az_wide *swap = rows[k];
    rows[k] = rows[done], rows[done] = swap;
    pivot[v] = (int)done;
    for (k = 0; k < arrlenu(rows); k++) {
      az_wide c = rows[k][v], d = rows[done][v], common = 0;
      if (k == done || !c) continue;
      for (size_t i = 0; i < n; i++) {
        az_wide x = rows[k][i] * d - rows[done][i] * c;
        rows[k][i] = x;
        common = az_gcd(common, x);
      }
      for (size_t i = 0; common && i < n; i++) {
        rows[k][i] /= common;
        if (rows[k][i] > MOST_NUMBER || rows[k][i] < -MOST_NUMBER) return false;
      }
    }
    done++;
  }
  return true;
}

/* Subtracts from f its value on entry, if this is a sum of variables that stay the same. */
static void less_entry(miner *m, form *f) {
  const az_domain_context *c = m->context;
  if (!c->entry || !c->entry[m->view]) return;
  form start = {.view = m->view};
  bool fits = true;
  m->steps = 0;
  for (size_t i = 0; i < arrlenu(f->terms) && fits; i++) {
    az_term t = c->entry[m->view][c->vars[f->terms[i].atom].at];
    fits = t && read_linear(m, t, f->terms[i].c, &start);
  }
  for (size_t i = 0; i < arrlenu(start.terms) && fits; i++) {
    uint32_t v = start.terms[i].atom;
    if (v != ONE)
      fits = v < c->var_count && !c->vars[v].changes && form_add(f, v, -start.terms[i].c);
  }
  arrfree(start.terms);
}

/* Keeps sums that no path changes, one for each free column. */
static void kernel(miner *m, const iteration *r) {
  size_t n = arrlenu(r->vars);
  az_wide **rows = NULL;
  if (!arrlenu(r->paths)) return; /* not known */
  for (size_t k = 0; k < arrlenu(r->paths); k++) {
    uint32_t *atoms = NULL;
    for (size_t i = 0; i < n; i++) {
      const form *d = &r->paths[k].delta[i];
      for (size_t j = 0; j < arrlenu(d->terms); j++) {
        size_t a = 0;
        while (a < arrlenu(atoms) && atoms[a] != d->terms[j].atom) a++;
        if (a == arrlenu(atoms)) arrput(atoms, d->terms[j].atom);
      }
    }
    for (size_t a = 0; a < arrlenu(atoms); a++) {
      az_wide *row = AZ_NEWN(m->arena, az_wide, n);
      for (size_t i = 0; i < n; i++) row[i] = coefficient(&r->paths[k].delta[i], atoms[a]);
      arrput(rows, row);
    }
    arrfree(atoms);
  }
  int *pivot = AZ_NEWN(m->arena, int, n);
  bool fits = reduce(rows, n, pivot);
  for (size_t free_var = 0; fits && free_var < n; free_var++) {
    if (pivot[free_var] >= 0) continue;
    az_wide scale = 1; /* the least common multiple of the pivots */
    for (size_t v = 0; v < n; v++) {
      if (pivot[v] < 0 || !rows[pivot[v]][free_var]) continue;
      az_wide d = rows[pivot[v]][v];
      scale = scale / az_gcd(scale, d) * d;
      if (scale > MOST_NUMBER || scale < -MOST_NUMBER) break;
    }
    if (scale > MOST_NUMBER || scale < -MOST_NUMBER) continue;
    form f = {.view = m->view};
    bool good = form_add(&f, r->vars[free_var], scale);
    for (size_t v = 0; v < n && good; v++)
      if (pivot[v] >= 0 && rows[pivot[v]][free_var])
        good = form_add(&f, r->vars[v], -rows[pivot[v]][free_var] * scale / rows[pivot[v]][v]);
    if (good && arrlenu(f.terms)) less_entry(m, &f);
    if (good && arrlenu(f.terms)) keep(m, &f);
    arrfree(f.terms);
  }
  arrfree(rows);
}

/* Offers, for two variables, the sum that one path does not change. */
static void pairs_of_paths(miner *m, const iteration *r) {
  size_t n = arrlenu(r->vars);
  for (size_t k = 0; k < arrlenu(r->paths); k++) {
    const form *delta = r->paths[k].delta;
    for (size_t x = 0; x < n; x++) {
      az_wide dx = coefficient(&delta[x], ONE);
      if (arrlenu(delta[x].terms) != 1 || !dx) continue;
      for (size_t y = x + 1; y < n; y++) {
        az_wide dy = coefficient(&delta[y], ONE);
        if (arrlenu(delta[y].terms) != 1 || !dy) continue;
        form f = {.view = m->view};
        if (form_add(&f, r->vars[x], dy) && form_add(&f, r->vars[y], -dx)) offer_form(m, &f);
        arrfree(f.terms);
      }
    }
  }
}

/* ---- sizes of forms -------------------------------------------------------------------------- */

static uint32_t variables(const form *f) {
  return (uint32_t)arrlenu(f->terms) - (coefficient(f, ONE) != 0);
}

/* Returns whether the form has few variables and small coefficients, as in programs. */
static bool is_small(const miner *m, const form *f, int32_t most) {
  az_linear sum[5];
  uint32_t n = row_of(m, f, sum, 5);
  for (uint32_t i = 0; i < n; i++)
    if (sum[i].coefficient > most || sum[i].coefficient < -most) return false;
  return n > 0;
}

/* ---- variables that grow by others ----------------------------------------------------------- */

/* Offers x - by * y. With `above`, only one direction is offered: x grows towards the multiple, or
 * x falls and bounds y. */
static void offer_multiple(miner *m, uint32_t x, uint32_t y, az_wide by, bool above,
                           uint32_t *left) {
  form f = {.view = m->view};
  if (*left && form_add(&f, x, 1) && form_add(&f, y, -by) && is_small(m, &f, MAX_MULTIPLE)) {
    az_linear sum[2];
    uint32_t n = row_of(m, &f, sum, 2);
    if (above)
      az_polyhedra_offer(m->p, sum, n);
    else
      offer(m, sum, n);
    --*left;
  }
  arrfree(f.terms);
}

/* Offers x minus multiples of y: 1, 2, and the greatest constant that y is compared with. */
static void multiples(miner *m, uint32_t x, uint32_t y, az_wide sign, uint32_t *left) {
  az_wide most = 2;
  for (size_t i = 0, n = arrlenu(m->found); i < n; i++) {
    const form *f = &m->found[i];
    az_wide a = coefficient(f, y), b = coefficient(f, ONE);
    if (f->view != m->view || variables(f) != 1 || !a || b % a) continue;
    az_wide bound = b / a < 0 ? -(b / a) : b / a;
    if (bound > most && bound <= MAX_MULTIPLE) most = bound;
  }
  offer_multiple(m, x, y, sign, false, left);
  offer_multiple(m, x, y, 2 * sign, false, left);
  if (most > 2) offer_multiple(m, x, y, most * sign, true, left);
}

static void growth(miner *m, const iteration *r) {
  uint32_t left = MAX_GROWTH;
  for (size_t k = 0; k < arrlenu(r->paths); k++)
    for (size_t x = 0; x < arrlenu(r->vars); x++) {
      const form *delta = &r->paths[k].delta[x];
      if (!variables(delta) || variables(delta) > 3) continue;
      if (variables(delta) > 1 && is_small(m, delta, 2)) offer_form(m, delta);
      for (size_t i = 0; i < arrlenu(delta->terms); i++) {
        uint32_t y = delta->terms[i].atom;
        az_wide sign = delta->terms[i].c < 0 ? -1 : 1;
        if (y >= m->context->var_count || y == r->vars[x]) continue;
        multiples(m, r->vars[x], y, sign, &left);
        /* An iteration earlier, y may have had the value of another variable. */
        for (size_t v = 0; v < arrlenu(r->vars); v++) {
          if (r->vars[v] != y) continue;
          const form *of_y = &r->paths[k].delta[v];
          for (size_t j = 0; j < arrlenu(of_y->terms) && variables(of_y) == 2; j++) {
            uint32_t z = of_y->terms[j].atom;
            if (of_y->terms[j].c > 0 && z < m->context->var_count && z != r->vars[x])
              multiples(m, r->vars[x], z, sign, &left);
          }
        }
      }
    }
}

static iteration paths_of_iteration(miner *m) {
  const az_domain_context *c = m->context;
  iteration r = {.budget = MAX_PATHS};
  for (uint32_t v = 0; v < c->var_count && arrlenu(r.vars) < MAX_KERNEL; v++)
    if (c->vars[v].view == m->view && c->vars[v].changes && az_polyhedra_takes(&c->vars[v]))
      arrput(r.vars, v);
  size_t n = arrlenu(r.vars);
  if (!n || !c->next || !c->next[m->view]) return r;
  az_term *next = AZ_NEWN(m->arena, az_term, n);
  for (size_t i = 0; i < n; i++) next[i] = c->next[m->view][c->vars[r.vars[i]].at];
  split_paths(m, &r, next);
  for (size_t k = arrlenu(r.paths); k-- > 0;) {
    bool twice = false;
    for (size_t j = 0; j < k && !twice; j++) twice = same_delta(&r.paths[j], &r.paths[k], n);
    if (!twice) continue;
    for (size_t i = 0; i < n; i++) arrfree(r.paths[k].delta[i].terms);
    arrdel(r.paths, k);
  }
  return r;
}

static void iteration_free(iteration *r) {
  for (size_t k = 0; k < arrlenu(r->paths); k++)
    for (size_t i = 0; i < arrlenu(r->vars); i++) arrfree(r->paths[k].delta[i].terms);
  arrfree(r->paths);
  arrfree(r->vars);
}

/* ---- what follows from two forms ------------------------------------------------------------- */

static void resolve(miner *m) {
  size_t n = arrlenu(m->found);
  uint32_t tries = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i && tries < MAX_RESOLVED; j++) {
      const form *f = &m->found[i], *g = &m->found[j];
      if (f->view != m->view || g->view != m->view) continue;
      for (size_t k = 0; k < arrlenu(f->terms); k++) {
        az_wide a = f->terms[k].c, b = coefficient(g, f->terms[k].atom);
        /* If one of the two forms bounds a single variable, only the constant can be eliminated. */
        bool single = variables(f) < 2 || variables(g) < 2;
        if (!b || (single && f->terms[k].atom != ONE)) continue;
        form h = {.view = m->view};
        bool fits = form_add_form(&h, f, b) && form_add_form(&h, g, -a);
        int32_t most = f->terms[k].atom == ONE ? 16 : 100;
        if (fits && arrlenu(h.terms) <= 5 && is_small(m, &h, most)) {
          tries++;
          offer_form(m, &h);
        }
        arrfree(h.terms);
      }
    }
  }
}

/* ---- the interface --------------------------------------------------------------------------- */

static void enter_view(miner *m, uint32_t view) {
  const az_domain_context *c = m->context;
  hmfree(m->atoms);
  m->view = view;
  m->opaque = 0;
  for (uint32_t v = 0; v < c->var_count; v++) {
    if (c->vars[v].view != view || !az_polyhedra_takes(&c->vars[v])) continue;
    az_term t = c->canonical[view][c->vars[v].at];
    if (!az_is_const(m->s, t) && hmgeti(m->atoms, t) < 0) hmput(m->atoms, t, v);
  }
}

void az_polyhedra_add_mined(az_polyhedra *p) {
  const az_domain_context *c = az_polyhedra_context(p);
  if (!c->canonical || !c->conditions) return;
  miner m = {.p = p, .context = c, .s = c->store, .arena = az_arena_new()};
  sh_new_strdup(m.names);
  for (uint32_t v = 0; v < c->var_count; v++) {
    char key[300];
    snprintf(key, sizeof key, "%u:%s", c->vars[v].view, c->vars[v].name);
    if (az_polyhedra_takes(&c->vars[v]) && shgeti(m.names, key) < 0) shput(m.names, key, v);
  }
  iteration *iterations = AZ_NEWN(m.arena, iteration, c->view_count);
  enum { CHECKS, BRANCHES, KERNELS, RESOLVED, PATHS, GROWTH, STAGES };
  for (int stage = CHECKS; stage < STAGES; stage++) {
    for (uint32_t view = 0; view < c->view_count; view++) {
      if (!c->canonical[view]) continue;
      enter_view(&m, view);
      switch (stage) {
      case CHECKS: mine_conditions(&m, true); break;
      case BRANCHES: mine_conditions(&m, false); break;
      case KERNELS:
        iterations[view] = paths_of_iteration(&m);
        kernel(&m, &iterations[view]);
        break;
      case RESOLVED: resolve(&m); break;
      case PATHS: pairs_of_paths(&m, &iterations[view]); break;
      default: growth(&m, &iterations[view]);
      }
    }
  }
  for (uint32_t view = 0; view < c->view_count; view++) iteration_free(&iterations[view]);
  for (size_t i = 0; i < arrlenu(m.found); i++) arrfree(m.found[i].terms);
  arrfree(m.found);
  hmfree(m.atoms);
  shfree(m.names);
  az_arena_free(m.arena);
}
