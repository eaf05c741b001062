/* How a loop uses an array: the input of segmentation policies [malik2024, sec. 3.2].
 *
 * Index expressions are those of the stores and selects of one iteration from an arbitrary state,
 * and of the condition under which the iteration returns to the head (searches read only there). In
 * the context, index expressions are terms over the canonical state; here they become terms over
 * variables for the view's state. Variables of inner loops are replaced by the values with which
 * these loops are entered. If an expression is still not a function of the state (an index read
 * from an array, an input), it is not a border, since its meaning would change with each
 * iteration. */
#include "array_segments.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INDICES = 24, ROUNDS = 16, MOST_STRIDE = 4 };

typedef struct term_set {
  az_term key;
  uint32_t value;
} term_set;

typedef struct collector {
  const az_domain_context *c;
  az_store *s;
  const az_tvar *array;
  az_array_use *use;
  az_subst *subst;         /* canonical states -> use->state */
  az_subst *of_fixed;      /* the object that is written -> o* */
  term_set *of_state;      /* variables of use->state -> their index */
  term_set *seen;          /* terms walked */
  term_set *same;          /* array terms -> 1: not this array, 2: this array */
  az_term *written, *read; /* stb_ds: index terms over canonical states */
  az_index_use *indices;   /* stb_ds */
  az_term *bounds;         /* stb_ds */
  bool *reached;           /* stb_ds, by bound */
} collector;

/* ---- variables for a state ------------------------------------------------------------------- */

static void make_state(collector *k) {
  const az_domain_context *c = k->c;
  uint32_t n = 0, view = k->array->view;
  for (uint32_t v = 0; v < c->var_count; v++) {
    if (c->vars[v].view != view) continue;
    if (c->vars[v].at + az_tvar_terms(&c->vars[v]) > n)
      n = c->vars[v].at + az_tvar_terms(&c->vars[v]);
    if (c->vars[v].entry >= n) n = c->vars[v].entry + 1;
  }
  az_term *state = AZ_NEWN(k->use->arena, az_term, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    az_sort sort = az_sort_of(k->s, c->canonical[view][i]);
    char name[64];
    snprintf(name, sizeof name, "state#%u.%u:%x", view, i, sort);
    state[i] = az_var(k->s, sort, name);
    hmput(k->of_state, state[i], i);
  }
  k->use->state = state;
  k->use->state_count = n;
}

typedef struct var_set {
  collector *k;
  term_set *vars;
} var_set;
static void put_var(void *ctx, az_term var) {
  var_set *v = ctx;
  hmput(v->vars, var, 1);
}

/* Returns the variables of loops around or before this one that occur in this loop's values on
 * entry. */
static term_set *of_others(collector *k) {
  const az_domain_context *c = k->c;
  uint32_t view = k->array->view;
  var_set around = {k, NULL};
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *var = &c->vars[v];
    if (var->auxiliary) continue;
    for (uint32_t i = var->at; var->view == view && i < var->at + az_tvar_terms(var); i++) {
      az_term t = var->changes ? c->entry[view][i] : c->canonical[view][i];
      if (t) az_free_vars(k->s, &t, 1, put_var, &around);
    }
  }
  return around.vars;
}

static bool is_own_cell(collector *k, az_term at_head);

/* Binds the variables of inner loops, at each depth, to their values on entry to these loops. */
static void bind_states(collector *k) {
  const az_domain_context *c = k->c;
  uint32_t view = k->array->view;
  az_term *from = NULL, *to = NULL;
  for (uint32_t i = 0; i < k->use->state_count; i++) {
    if (az_is_const(k->s, c->canonical[view][i]) || is_own_cell(k, c->canonical[view][i])) continue;
    arrput(from, c->canonical[view][i]);
    arrput(to, k->use->state[i]);
  }
  /* A value on entry may be the same term as a variable that the loop does not change. The variable
   * is more readable. */
  size_t own = arrlenu(from);
  term_set *others = of_others(k);
  for (size_t i = own; i-- > 0;) az_subst_bind(k->subst, from[i], to[i]);
  for (int depth = 0; depth < 3; depth++) {
    for (uint32_t v = 0; v < c->var_count; v++) {
      const az_tvar *var = &c->vars[v];
      if (var->view == view || !var->changes || var->kind == AZ_TV_ARRAY || var->auxiliary ||
          !c->entry[var->view])
        continue;
      for (uint32_t i = var->at; i < var->at + az_tvar_terms(var); i++) {
        az_term head = c->canonical[var->view][i], entry = c->entry[var->view][i];
        az_kind kind = az_kind_of(k->s, head); /* the head is read from a field of o* */
        if (hmgeti(others, head) >= 0) continue;
        if (!entry || (kind != AZ_K_VAR && kind != AZ_K_SELECT)) continue;
        size_t at = 0;
        while (at < arrlenu(from) && from[at] != head) at++;
        if (at < own) continue;
        az_term image = az_subst_apply(k->subst, entry);
        if (at == arrlenu(from)) {
          arrput(from, head);
          arrput(to, image);
        } else {
          to[at] = image;
        }
      }
    }
    az_subst_reset(k->subst);
    for (size_t i = arrlenu(from); i-- > 0;) az_subst_bind(k->subst, from[i], to[i]);
  }
  hmfree(others);
  arrfree(from);
  arrfree(to);
}

/* ---- reads and writes ------------------------------------------------------------------------ */

static bool is_named_alike(const az_tvar *a, const az_tvar *b) {
  return b->kind == AZ_TV_ARRAY && a->object == b->object && !strcmp(a->name, b->name);
}

/* Returns the view at whose head the term is this array; UINT32_MAX: none. */
static uint32_t head_of(const collector *k, az_term t) {
  const az_domain_context *c = k->c;
  if (c->canonical[k->array->view][k->array->at] == t) return k->array->view;
  for (uint32_t v = 0; v < c->var_count; v++)
    if (is_named_alike(k->array, &c->vars[v]) && c->canonical[c->vars[v].view] &&
        c->canonical[c->vars[v].view][c->vars[v].at] == t)
      return c->vars[v].view;
  return UINT32_MAX;
}

static bool is_this(collector *k, az_term array) {
  az_term *stack = NULL;
  arrput(stack, array);
  while (arrlenu(stack)) {
    az_term t = arrlast(stack);
    az_kind kind = az_kind_of(k->s, t);
    bool is = hmget(k->same, t) == 2 || head_of(k, t) != UINT32_MAX;
    uint32_t first = kind == AZ_K_ITE, end = kind == AZ_K_ITE ? 3 : 1;
    if (kind != AZ_K_ITE && kind != AZ_K_STORE && kind != AZ_K_SPLICE) end = 0;
    for (; !is && first < end && hmgeti(k->same, az_operand(k->s, t, first)) >= 0; first++)
      is = hmget(k->same, az_operand(k->s, t, first)) == 2;
    if (!is && first < end) {
      arrput(stack, az_operand(k->s, t, first));
      continue;
    }
    hmput(k->same, t, is ? 2 : 1);
    (void)arrpop(stack);
  }
  arrfree(stack);
  return hmget(k->same, array) == 2;
}

/* Returns whether the position of a state is a cell of this array, which an observation reads and
 * the program need not read. */
static bool is_own_cell(collector *k, az_term at_head) {
  return az_kind_of(k->s, at_head) == AZ_K_SELECT && is_this(k, az_operand(k->s, at_head, 0));
}

static void put(az_term **list, az_term t) {
  for (size_t i = 0; i < arrlenu(*list); i++)
    if ((*list)[i] == t) return;
  arrput(*list, t);
}

static void stores(collector *k, az_term root) {
  az_term *stack = NULL;
  arrput(stack, root);
  while (arrlenu(stack)) {
    az_term t = arrpop(stack);
    if (hmgeti(k->seen, t) >= 0) continue;
    hmput(k->seen, t, 1);
    uint32_t view = head_of(k, t);
    az_kind kind = az_kind_of(k->s, t);
    if (view != UINT32_MAX) { /* an inner loop's writes */
      if (view == k->array->view || !k->c->next[view]) continue;
      for (uint32_t v = k->c->var_count; v-- > 0;)
        if (k->c->vars[v].view == view && is_named_alike(k->array, &k->c->vars[v]))
          arrput(stack, k->c->next[view][k->c->vars[v].at]);
    } else if (kind == AZ_K_ITE) {
      arrput(stack, az_operand(k->s, t, 2));
      arrput(stack, az_operand(k->s, t, 1));
    } else if (kind == AZ_K_STORE || kind == AZ_K_SPLICE) {
      put(&k->written, kind == AZ_K_STORE ? az_operand(k->s, t, 1) /* its first cell */
                                          : az_splice_first(k->s, t));
      arrput(stack, az_operand(k->s, t, 0));
    }
  }
  arrfree(stack);
}

static void selects(collector *k, az_term root) {
  az_term *stack = NULL;
  arrput(stack, root);
  while (arrlenu(stack)) {
    az_term t = arrpop(stack);
    if (hmgeti(k->seen, t) >= 0) continue;
    hmput(k->seen, t, 1);
    if (az_kind_of(k->s, t) == AZ_K_SELECT && is_this(k, az_operand(k->s, t, 0)))
      put(&k->read, az_operand(k->s, t, 1));
    for (uint32_t i = 0; i < az_arity(k->s, t); i++) arrput(stack, az_operand(k->s, t, i));
  }
  arrfree(stack);
}

/* ---- index expressions over the state -------------------------------------------------------- */

typedef struct closed_ctx {
  collector *k;
  bool closed;
} closed_ctx;
static void look_at(void *ctx, az_term var) {
  closed_ctx *c = ctx;
  if (hmgeti(c->k->of_state, var) < 0) c->closed = false;
}

static bool is_closed(collector *k, az_term t) {
  closed_ctx c = {k, true};
  az_free_vars(k->s, &t, 1, look_at, &c);
  return c.closed;
}

/* Returns whether all values that the choices select are closed, whatever their conditions are. */
static bool has_closed_values(collector *k, az_term t, int depth) {
  if (az_kind_of(k->s, t) != AZ_K_ITE || !depth) return is_closed(k, t);
  return has_closed_values(k, az_operand(k->s, t, 1), depth - 1) &&
         has_closed_values(k, az_operand(k->s, t, 2), depth - 1);
}

/* Removes from the term the choices for invalid pointers. */
static az_term valid_part(collector *k, az_term t, int depth) {
  az_term operands[3] = {0};
  uint32_t n = az_arity(k->s, t);
  if (!depth || !n || n > 3 || is_closed(k, t)) return t;
  for (uint32_t i = 0; i < n; i++) {
    az_term o = az_operand(k->s, t, i);
    if (az_sort_kind_of(az_sort_of(k->s, o)) == AZ_SORT_ARRAY) return t;
    operands[i] = valid_part(k, o, depth - 1);
  }
  if (az_kind_of(k->s, t) == AZ_K_ITE) {
    bool first = has_closed_values(k, operands[1], depth);
    az_term part = first ? operands[1] : operands[2];
    bool one = first != has_closed_values(k, operands[2], depth);
    if (one && !az_is_const(k->s, part)) return part;
  }
  return az_rebuild(k->s, t, operands);
}

static az_term image_of(collector *k, az_term t) {
  enum { DEPTH = 8 };
  return valid_part(k, az_subst_apply(k->subst, t), DEPTH);
}

/* Returns the term over the state; AZ_NO_TERM if it is not a function of the state. */
static az_term over_state(collector *k, az_term t) {
  t = image_of(k, t);
  return is_closed(k, t) ? t : AZ_NO_TERM;
}

/* Returns the term over the values on entry; AZ_NO_TERM if it equals the term itself, or if these
 * values are unknown. */
static az_term on_entry(collector *k, az_term t) {
  const az_domain_context *c = k->c;
  az_subst *u = az_subst_new(k->s);
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *var = &c->vars[v];
    if (var->view != k->array->view || !var->changes || var->kind == AZ_TV_ARRAY) continue;
    if (!var->entry) continue;
    az_term entry = k->use->state[var->entry], start = c->entry[var->view][var->at];
    if (start && az_is_const(k->s, start)) entry = start;
    /* If a variable of the state still has its value on entry, prefers the variable. */
    for (uint32_t o = 0; start && o < c->var_count; o++)
      if (c->vars[o].view == var->view && !c->vars[o].changes && !c->vars[o].auxiliary &&
          c->vars[o].kind == AZ_TV_INT && c->canonical[var->view][c->vars[o].at] == start)
        entry = k->use->state[c->vars[o].at];
    az_subst_bind(u, k->use->state[var->at], entry);
  }
  az_term before = az_subst_apply(u, t);
  az_subst_free(u);
  return before == t ? AZ_NO_TERM : before;
}

typedef struct movement {
  bool rises, falls, varies;
  az_wide step;
} movement;

static void observe(collector *k, az_term at, az_term then, movement *m) {
  az_eval *e = az_eval_trials(k->s);
  for (int trial = 0; trial < ROUNDS; trial++, az_eval_next_trial(e)) {
    az_wide now, later;
    if (!az_const_wide(k->s, az_eval_term(e, at), true, &now) ||
        !az_const_wide(k->s, az_eval_term(e, then), true, &later))
      continue;
    az_wide by = later > now ? later - now : now - later;
    m->varies |= m->step && m->step != by;
    m->step = by;
    m->rises |= later > now;
    m->falls |= later < now;
  }
  az_eval_free(e);
}

static az_term some_choice(const collector *k, az_term t, int depth) {
  if (az_kind_of(k->s, t) == AZ_K_ITE) return az_operand(k->s, t, 0);
  az_term found = AZ_NO_TERM;
  for (uint32_t i = 0; i < az_arity(k->s, t) && depth && !found; i++)
    found = some_choice(k, az_operand(k->s, t, i), depth - 1);
  return found;
}

/* Considers all paths through the iteration, including those that no trial takes. */
static void observe_choices(collector *k, az_term at, az_term then, int depth, movement *m) {
  enum { DEEP = 4 };
  az_term choice = depth ? some_choice(k, then, DEEP) : AZ_NO_TERM;
  if (!choice) {
    observe(k, at, then, m);
    return;
  }
  for (int taken = 0; taken < 2; taken++) {
    az_subst *u = az_subst_new(k->s);
    az_subst_bind(u, choice, az_bool(k->s, taken));
    az_term rest = az_subst_apply(u, then);
    az_subst_free(u);
    if (rest != then) observe_choices(k, at, rest, depth - 1, m);
  }
}

/* Determines how an iteration moves the expression: by trials and, unless trials show both
 * directions, by the paths that no trial takes (a stack grows only if it is not full and something
 * was read). */
static void find_movement(collector *k, az_index_use *use) {
  enum { CHOICES = 5 };
  az_term at = use->at;
  const az_term *next = k->c->next[k->array->view];
  az_subst *u = az_subst_new(k->s);
  for (uint32_t i = 0; i < k->use->state_count; i++)
    if (next[i] && az_sort_kind_of(az_sort_of(k->s, next[i])) == AZ_SORT_BV)
      az_subst_bind(u, k->use->state[i], image_of(k, az_subst_apply(k->of_fixed, next[i])));
  az_term then = az_subst_apply(u, at);
  az_subst_free(u);
  movement m = {0};
  observe(k, at, then, &m);
  if (!m.rises || !m.falls) observe_choices(k, at, then, CHOICES, &m);
  use->direction = m.rises && !m.falls ? 1 : m.falls && !m.rises ? -1 : 0;
  if (use->direction && !m.varies && m.step > 1 && m.step <= MOST_STRIDE)
    use->stride = (uint32_t)m.step;
}

/* Returns the index in the array; AZ_NO_TERM if the term is an index of another array. Removes the
 * high bits, which distinguish the objects of an allocation site. The object of the array is o*, so
 * a field in the index (n->data[n->count]) is a field of o*. */
static az_term index_in_array(collector *k, az_term index) {
  az_term rigid = k->array->index;
  az_subst_reset(k->of_fixed);
  if (az_sort_of(k->s, rigid) != az_sort_of(k->s, index))
    return AZ_NO_TERM; /* the index has the sort of another array */
  if (az_kind_of(k->s, rigid) != AZ_K_CONCAT) return index;
  uint32_t width = az_sort_width(az_sort_of(k->s, az_operand(k->s, rigid, 1)));
  uint32_t whole = az_sort_width(az_sort_of(k->s, index));
  az_term object = az_extract(k->s, index, whole - 1, width);
  if (!az_is_const(k->s, object)) az_subst_bind(k->of_fixed, object, az_operand(k->s, rigid, 0));
  return az_subst_apply(k->of_fixed, az_extract(k->s, index, width - 1, 0));
}

static void add_index_at(collector *k, az_term at, bool is_written) {
  if (arrlenu(k->indices) >= MOST_INDICES) return;
  for (size_t i = 0; i < arrlenu(k->indices); i++)
    if (k->indices[i].at == at) return;
  az_index_use use = {.at = at, .before = on_entry(k, at), .is_written = is_written};
  find_movement(k, &use);
  arrput(k->indices, use);
}

/* A write into an array within records may leave that array and reach another record, as in (20 * i
 * + j - 16) / 20. Returns the index of the record with the array, here i: the sum of the addends
 * that are multiples of the divisor, divided by it. Returns the term itself if it has another form,
 * or if its other addends are constants, since then the term is exact. */
static az_term whole_records(const collector *k, az_term t) {
  enum { MOST_ADDENDS = 16 };
  az_store *s = k->s;
  if (az_kind_of(s, t) != AZ_K_BV_UDIV || !az_is_const(s, az_operand(s, t, 1))) return t;
  az_wide by, factor;
  az_term sum = AZ_NO_TERM, *todo = NULL;
  uint32_t width = az_sort_width(az_sort_of(s, t));
  bool fits = az_const_wide(s, az_operand(s, t, 1), false, &by) && by > 1, varies = false;
  arrput(todo, az_operand(s, t, 0));
  for (int n = 0; fits && arrlenu(todo) && n < MOST_ADDENDS; n++) {
    az_term one = arrpop(todo), whole = AZ_NO_TERM;
    az_kind kind = az_kind_of(s, one);
    for (uint32_t i = 0; i < 2 && (kind == AZ_K_BV_ADD || kind == AZ_K_BV_MUL); i++) {
      if (kind == AZ_K_BV_ADD)
        arrput(todo, az_operand(s, one, i));
      else if (az_const_wide(s, az_operand(s, one, i), true, &factor) && factor % by == 0)
        whole =
            az_bv_mul(s, az_operand(s, one, 1 - i), az_bv_signed(s, width, (int64_t)(factor / by)));
    }
    if (whole) sum = sum ? az_bv_add(s, sum, whole) : whole;
    varies |= !whole && kind != AZ_K_BV_ADD && !az_is_const(s, one);
  }
  arrfree(todo);
  return sum && varies ? sum : t;
}

/* Adds the index. If its value is chosen by a condition that is not over the state (an object was
 * just allocated, as in `p->data[p->size]`), adds each non-constant value instead. */
static void add_index(collector *k, az_term index, bool is_written) {
  enum { DEEP = 5, MOST_CHOICES = 32 };
  az_term at = index_in_array(k, index), *todo = NULL;
  if (at) arrput(todo, at);
  for (int n = 0; arrlenu(todo) && n < MOST_CHOICES; n++) {
    az_term one = arrpop(todo), found = over_state(k, one);
    if (found) found = whole_records(k, found);
    if (found && (n == 0 || !az_is_const(k->s, found))) add_index_at(k, found, is_written);
    az_term choice = found ? AZ_NO_TERM : some_choice(k, one, DEEP);
    for (int taken = 0; choice && taken < 2; taken++) {
      az_subst *u = az_subst_new(k->s);
      az_subst_bind(u, choice, az_bool(k->s, taken));
      arrput(todo, az_subst_apply(u, one));
      az_subst_free(u);
    }
  }
  arrfree(todo);
}

static bool has_read(const collector *k, az_term t) {
  bool found = false;
  az_visit *parts = az_visit_new(k->s, AZ_VISIT_PRE);
  az_visit_add(parts, t);
  for (az_term u; !found && (u = az_visit_next(parts));) found = az_kind_of(k->s, u) == AZ_K_SELECT;
  az_visit_free(parts);
  return found;
}

static void put_bound(collector *k, az_term bound, bool reached) {
  size_t at = 0;
  while (at < arrlenu(k->bounds) && k->bounds[at] != bound) at++;
  if (at == arrlenu(k->bounds)) {
    arrput(k->bounds, bound);
    arrput(k->reached, false);
  }
  k->reached[at] |= reached;
}

typedef struct mover {
  const az_domain_context *c;
  uint32_t view;
  bool moves;
} mover;
static void look_for_changes(void *ctx, az_term var) {
  mover *m = ctx;
  for (uint32_t v = 0; v < m->c->var_count && !m->moves; v++)
    m->moves = m->c->vars[v].view == m->view && m->c->vars[v].changes &&
               m->c->canonical[m->view][m->c->vars[v].at] == var;
}

/* Returns whether an iteration of the loop of the view may change the term. */
static bool moves(const collector *k, uint32_t view, az_term t) {
  mover m = {.c = k->c, .view = view};
  if (k->c->canonical[view]) az_free_vars(k->s, &t, 1, look_for_changes, &m);
  return m.moves;
}

static bool moves_anywhere(const collector *k, az_term t) {
  bool found = false;
  for (uint32_t v = 0; v < k->c->view_count && !found; v++) found = moves(k, v, t);
  return found;
}

/* Adds the terms that the condition of a loop compares: bounds of indices. A term that no loop
 * changes is none where it is compared with a constant, as in n >= 1, or in a comparison of an
 * allocation's size with 0, which may be in bytes. */
static void add_bounds(collector *k, uint32_t view) {
  enum { MOST_BOUNDS = 6 };
  uint32_t width = az_sort_width(az_sort_of(k->s, k->use->first.at)) - 1;
  az_term *parts = az_conjuncts(k->s, k->c->goes_on[view]);
  for (size_t i = 0; i < arrlenu(parts); i++) {
    az_term t = parts[i];
    const bool not_less = az_kind_of(k->s, t) == AZ_K_NOT;
    if (not_less) t = az_operand(k->s, t, 0);
    az_kind kind = az_kind_of(k->s, t);
    if (kind != AZ_K_BV_ULT && kind != AZ_K_BV_SLT) continue;
    for (uint32_t side = 0; side < 2; side++) {
      az_wide constant;
      az_term bound = over_state(k, az_operand(k->s, t, side));
      const bool of_index = moves(k, view, az_operand(k->s, t, 1 - side));
      k->use->has_constant_bound |=
          of_index && bound && az_const_wide(k->s, bound, true, &constant) && constant > 0;
      if (!bound || az_is_const(k->s, bound) || arrlenu(k->bounds) == MOST_BOUNDS) continue;
      if (az_is_const(k->s, az_operand(k->s, t, 1 - side)) &&
          !moves_anywhere(k, az_operand(k->s, t, side)))
        continue;
      if (az_sort_width(az_sort_of(k->s, bound)) > width || has_read(k, bound)) continue;
      bound = kind == AZ_K_BV_SLT ? az_sext(k->s, bound, width) : az_zext(k->s, bound, width);
      bool reached = of_index && (not_less || side == 0);
      put_bound(k, bound, reached || moves_anywhere(k, az_operand(k->s, t, side)));
    }
  }
  arrfree(parts);
}

/* If the bound is a variable of a loop around this one, returns the variable's value at the start
 * of that loop, over the state. Otherwise returns AZ_NO_TERM. */
static az_term start_around(collector *k, az_term bound) {
  const az_domain_context *c = k->c;
  const az_term *at_head = c->canonical[k->array->view];
  const bool is_signed = az_kind_of(k->s, bound) == AZ_K_SEXT;
  if (is_signed || az_kind_of(k->s, bound) == AZ_K_ZEXT) bound = az_operand(k->s, bound, 0);
  az_term value = AZ_NO_TERM, start = AZ_NO_TERM;
  for (uint32_t v = 0; v < k->use->state_count && !value; v++)
    if (k->use->state[v] == bound) value = at_head[v];
  for (uint32_t v = 0; value && v < c->var_count && !start; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->view != k->array->view && x->changes && c->canonical[x->view] && c->entry[x->view] &&
        c->canonical[x->view][x->at] == value)
      start = c->entry[x->view][x->at];
  }
  start = start ? over_state(k, start) : AZ_NO_TERM;
  return start && start != bound
             ? az_resize(k->s, start, az_sort_width(az_sort_of(k->s, k->use->first.at)) - 1,
                         is_signed)
             : AZ_NO_TERM;
}

/* Adds the first values of bounds that decrease in this loop, or that are variables of a loop
 * around it: in bubble sort, the part that is finished lies between the bound and its first
 * value. */
static void add_first_bounds(collector *k) {
  for (size_t i = 0, n = arrlenu(k->bounds); i < n; i++) {
    az_index_use use = {.at = k->bounds[i], .before = on_entry(k, k->bounds[i])};
    if (use.before) find_movement(k, &use);
    const az_term first = use.direction < 0 ? use.before : start_around(k, use.at);
    if (first && !az_is_const(k->s, first)) put_bound(k, first, true);
  }
}

/* Returns the width of positions in the array, without the bits for the allocation site's
 * object. */
static uint32_t index_width(const collector *k) {
  az_term rigid = k->array->index;
  if (az_kind_of(k->s, rigid) == AZ_K_CONCAT) rigid = az_operand(k->s, rigid, 1);
  return az_sort_width(az_sort_of(k->s, rigid));
}

const az_array_use *array_use_of(const az_domain_context *context, uint32_t var, az_arena *arena) {
  collector k = {.c = context, .s = context->store, .array = &context->vars[var]};
  uint32_t view = k.array->view;
  az_array_use *use = AZ_NEW(arena, az_array_use);
  *use = (az_array_use){.context = context, .arena = arena, .var = var};
  k.use = use;
  uint32_t width = index_width(&k);
  use->first = (az_border){az_bv(k.s, width + 1, 0), "0"};
  if (context->canonical && context->canonical[view]) make_state(&k);
  if (k.array->size) {
    use->last.at = az_zext(k.s, k.array->size, width + 1);
    use->last.text = az_border_text(use, k.array->size);
  }
  if (use->state && context->next && context->next[view] && context->entry) {
    k.subst = az_subst_new(k.s);
    k.of_fixed = az_subst_new(k.s);
    bind_states(&k);
    if (k.array->changes) stores(&k, context->next[view][k.array->at]);
    hmfree(k.seen);
    k.seen = NULL;
    for (uint32_t i = 0; i < use->state_count; i++)
      if (context->next[view][i] && !is_own_cell(&k, context->canonical[view][i]))
        selects(&k, context->next[view][i]);
    if (context->goes_on && context->goes_on[view]) selects(&k, context->goes_on[view]);
    for (uint32_t i = 0; i < context->condition_count; i++)
      if (context->conditions[i].view == view) selects(&k, context->conditions[i].term);
    for (size_t i = 0; i < arrlenu(k.written); i++) add_index(&k, k.written[i], true);
    for (size_t i = 0; i < arrlenu(k.read); i++) add_index(&k, k.read[i], false);
    for (uint32_t v = 0; context->goes_on && v < context->view_count; v++)
      if (context->goes_on[v]) add_bounds(&k, v);
    add_first_bounds(&k);
    az_subst_free(k.subst);
    az_subst_free(k.of_fixed);
  }
  use->index_count = (uint32_t)arrlenu(k.indices);
  az_index_use *indices = AZ_NEWN(arena, az_index_use, use->index_count + 1);
  if (use->index_count) memcpy(indices, k.indices, use->index_count * sizeof *indices);
  use->indices = indices;
  use->bound_count = (uint32_t)arrlenu(k.bounds);
  az_term *kept = AZ_NEWN(arena, az_term, use->bound_count + 1);
  bool *reached = AZ_NEWN(arena, bool, use->bound_count + 1);
  if (use->bound_count) memcpy(kept, k.bounds, use->bound_count * sizeof *kept);
  if (use->bound_count) memcpy(reached, k.reached, use->bound_count * sizeof *reached);
  use->bounds = kept;
  use->reached = reached;
  arrfree(k.bounds);
  arrfree(k.reached);
  arrfree(k.indices);
  arrfree(k.written);
  arrfree(k.read);
  hmfree(k.of_state);
  hmfree(k.seen);
  hmfree(k.same);
  return use;
}
