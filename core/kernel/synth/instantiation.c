/* Instances of facts about rigid indices, by substitution. Terms are only appended and operands
 * have smaller numbers, so that properties of a term (the rigid selects in its cone, its image
 * under "the rigid index is r") are computed once. */
#include "synth/instantiation.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct term_map {
  az_term key;
  uint32_t value;
} term_map;
enum { READ_TOO = 2 }; /* value in `rigid` of an index that the formula also reads */
typedef struct pair_map {
  uint64_t key;
  uint32_t value;
} pair_map;

/* A class of arrays, with the indices at which the formula reads them. */
typedef struct array_class {
  uint32_t parent;
  uint32_t link;  /* another class that some fact reads at the same index */
  az_term *reads; /* stb_ds, of the representative */
} array_class;

/* A substitution that replaces a rigid index by an index that is read, with its images so far. */
typedef struct image {
  bool swapped;  /* the second objects of sites become the first ones */
  uint32_t next; /* index of the other image for the same index and read; UINT32_MAX: none */
  term_map *of;  /* stb_ds */
} image;

/* Progress at a loop instance: how many positions of each of its states were processed. */
typedef struct taken {
  uint32_t entry; /* of the entry and loop-back states */
  uint32_t *ends; /* stb_ds: of the state at the end of each iteration */
} taken;

struct az_instances {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_store *s;
  az_limits *limits;
  size_t checks, unwinding_assertions, facts, definitions, rigid_count; /* processed so far */
  taken *loops;         /* stb_ds, by loop instance */
  az_visit *read;       /* terms whose cones were searched for reads */
  az_term *stack;       /* stb_ds: scratch */
  array_class *classes; /* stb_ds; 0: arrays without variables */
  term_map *class_of;   /* stb_ds: array term -> class */
  term_map *spliced;    /* stb_ds: array term -> whether it contains a splice */
  pair_map *through;    /* stb_ds: (array, index) whose read was followed through splices */
  term_map *rigid;      /* stb_ds: index term -> 1, READ_TOO */
  term_map *variables;  /* stb_ds: rigid variable -> 1 */
  term_map *of_site;    /* stb_ds: rigid instance number -> the class of the site's arrays */
  term_map *first;      /* stb_ds: second rigid instance number of a site -> the first one */
  /* Sets of rigid occurrences (variables, and selects at a rigid index), interned: 1 is empty. */
  az_term **sets;    /* stb_ds of stb_ds, sorted */
  pair_map *joined;  /* stb_ds: two sets -> their union */
  uint32_t *set_of;  /* stb_ds, by term */
  az_visit *sets_of; /* the terms whose sets are known */
  image *images;     /* stb_ds */
  pair_map *image_of;
  /* stb_ds: fact -> the fact with its instances; valid until classes or reads are added. */
  term_map *closed;
  az_term *kept;       /* stb_ds */
  size_t *asserted;    /* stb_ds, by kept fact: number of instances asserted */
  uint64_t generation; /* changes when classes or reads do */
};

az_instances *az_instances_new(const az_cuts *cuts) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  az_instances *in = az_calloc(1, sizeof *in);
  in->cuts = cuts;
  in->ssa = ssa;
  in->s = ssa->s;
  in->limits = az_ssa_limits(ssa);
  in->read = az_visit_new(in->s, AZ_VISIT_PRE);
  in->sets_of = az_visit_new(in->s, AZ_VISIT_POST);
  arrput(in->classes, (array_class){0});
  arrput(in->sets, NULL);
  arrput(in->sets, NULL);
  az_instances_update(in);
  return in;
}

void az_instances_free(az_instances *in) {
  if (!in) return;
  for (size_t i = 0; i < arrlenu(in->classes); i++) arrfree(in->classes[i].reads);
  for (size_t i = 0; i < arrlenu(in->sets); i++) arrfree(in->sets[i]);
  for (size_t i = 0; i < arrlenu(in->images); i++) hmfree(in->images[i].of);
  for (size_t i = 0; i < arrlenu(in->loops); i++) arrfree(in->loops[i].ends);
  arrfree(in->loops);
  az_visit_free(in->read);
  az_visit_free(in->sets_of);
  arrfree(in->stack);
  arrfree(in->classes);
  hmfree(in->class_of);
  hmfree(in->spliced);
  hmfree(in->through);
  hmfree(in->rigid);
  hmfree(in->variables);
  hmfree(in->of_site);
  hmfree(in->first);
  arrfree(in->sets);
  hmfree(in->joined);
  arrfree(in->set_of);
  arrfree(in->images);
  hmfree(in->image_of);
  hmfree(in->closed);
  arrfree(in->kept);
  arrfree(in->asserted);
  free(in);
}

/* ---- classes of arrays ----------------------------------------------------------------------- */

static uint32_t find(const az_instances *in, uint32_t c) {
  assert(c < arrlenu(in->classes));
  while (in->classes[c].parent != c) c = in->classes[c].parent;
  return c;
}

static void add_read(az_term **reads, az_term index) {
  for (size_t i = 0; i < arrlenu(*reads); i++)
    if ((*reads)[i] == index) return;
  arrput(*reads, index);
}

/* Returns the representative of the classes that facts relate to class c. */
static uint32_t group_of(const az_instances *in, uint32_t c) {
  c = find(in, c);
  while (find(in, in->classes[c].link) != c) c = find(in, in->classes[c].link);
  return c;
}

static bool join_groups(az_instances *in, uint32_t a, uint32_t b) {
  a = group_of(in, a);
  b = group_of(in, b);
  if (!a || !b || a == b) return false;
  in->classes[b].link = a;
  return true;
}

static uint32_t unite(az_instances *in, uint32_t a, uint32_t b) {
  a = find(in, a);
  b = find(in, b);
  if (!a || !b || a == b) return a ? a : b;
  join_groups(in, a, b);
  uint32_t group = group_of(in, a);
  array_class *to = &in->classes[a], *from = &in->classes[b];
  for (size_t i = 0; i < arrlenu(from->reads); i++) add_read(&to->reads, from->reads[i]);
  arrfree(from->reads);
  assert(in->classes[a].parent == a && in->classes[b].parent == b); /* two representatives */
  in->classes[b].parent = a;
  in->classes[a].link = group == b ? a : group;
  return a;
}

/* Returns the arrays that the array is a changed version of: the operand of a store or splice, the
 * branches of a choice. */
static uint32_t origins(const az_instances *in, az_term array, az_term of[2]) {
  az_kind kind = az_kind_of(in->s, array);
  uint32_t count = kind == AZ_K_ITE ? 2 : kind == AZ_K_STORE || kind == AZ_K_SPLICE;
  for (uint32_t i = 0; i < count; i++) of[i] = az_operand(in->s, array, i + (kind == AZ_K_ITE));
  return count;
}

/* Returns the class that an array shares with all its versions. The array that a splice copies from
 * is read at other indices, and so keeps its own class. */
static uint32_t class_of(az_instances *in, az_term array) {
  assert(az_sort_kind_of(az_sort_of(in->s, array)) == AZ_SORT_ARRAY);
  az_term *todo = NULL, of[2];
  arrput(todo, array);
  while (arrlenu(todo)) {
    az_term t = arrlast(todo);
    uint32_t c = 0, count = hmgeti(in->class_of, t) < 0 ? origins(in, t, of) : 0, known = 0;
    for (; known < count && hmgeti(in->class_of, of[known]) >= 0; known++)
      c = unite(in, known ? c : hmget(in->class_of, of[known]), hmget(in->class_of, of[known]));
    if (known < count) {
      arrput(todo, of[known]);
      continue;
    }
    (void)arrpop(todo);
    if (hmgeti(in->class_of, t) >= 0) continue;
    if (az_kind_of(in->s, t) == AZ_K_VAR) {
      c = (uint32_t)arrlenu(in->classes);
      arrput(in->classes, ((array_class){.parent = c, .link = c}));
    }
    hmput(in->class_of, t, c);
  }
  arrfree(todo);
  return find(in, hmget(in->class_of, array));
}

/* ---- reads of the formula -------------------------------------------------------------------- */

static bool is_array(const az_instances *in, az_term t) {
  return az_sort_kind_of(az_sort_of(in->s, t)) == AZ_SORT_ARRAY;
}

static uint32_t set_of(az_instances *in, az_term root);

/* Adds a read unless its index is rigid, or depends on a rigid one, and the formula itself does not
 * read there: no program reads at, say, the target of a field of o*. */
static void add_read_of(az_instances *in, az_term array, az_term index) {
  uint32_t c = class_of(in, array);
  ptrdiff_t at = hmgeti(in->rigid, index);
  assert(az_sort_width(az_sort_of(in->s, index)) == az_sort_index_width(az_sort_of(in->s, array)));
  bool read = at < 0 ? set_of(in, index) == 1 : in->rigid[at].value == READ_TOO;
  if (c && read) add_read(&in->classes[c].reads, index);
}

static bool is_spliced(az_instances *in, az_term array) {
  az_term *todo = NULL, of[2];
  arrput(todo, array);
  while (arrlenu(todo)) {
    az_term t = arrlast(todo);
    bool is = az_kind_of(in->s, t) == AZ_K_SPLICE;
    uint32_t count = is || hmgeti(in->spliced, t) >= 0 ? 0 : origins(in, t, of), known = 0;
    for (; known < count && hmgeti(in->spliced, of[known]) >= 0; known++)
      is |= hmget(in->spliced, of[known]);
    if (known < count) {
      arrput(todo, of[known]);
      continue;
    }
    (void)arrpop(todo);
    if (hmgeti(in->spliced, t) < 0) hmput(in->spliced, t, is);
  }
  arrfree(todo);
  return hmget(in->spliced, array);
}

/* Adds the reads that splices cause: a read of an array with cells copied from another array also
 * reads the other array. */
static void read_through(az_instances *in, az_term array, az_term index) {
  struct {
    az_term array, index;
  } *todo = NULL, at = {array, index};
  arrput(todo, at);
  while (arrlenu(todo)) {
    at = arrpop(todo);
    uint64_t key = (uint64_t)at.array << 32 | at.index;
    if (!is_spliced(in, at.array) || hmgeti(in->through, key) >= 0) continue;
    hmput(in->through, key, 1);
    az_term of[2], t = at.array;
    for (uint32_t i = origins(in, t, of); i-- > 0;) {
      at.array = of[i];
      arrput(todo, at);
    }
    if (az_kind_of(in->s, t) != AZ_K_SPLICE) continue;
    at.array = az_operand(in->s, t, 1);
    at.index = az_splice_source(in->s, t, az_operand(in->s, t, 2), at.index);
    add_read_of(in, at.array, at.index);
    arrput(todo, at);
  }
  arrfree(todo);
}

/* Follows the reads of rows, at rigid indices of a state's array, through the array's splices. */
static void take_in_state(az_instances *in, az_term value) {
  if (!value || !is_array(in, value) || !is_spliced(in, value)) return;
  uint32_t width = az_sort_index_width(az_sort_of(in->s, value));
  for (ptrdiff_t i = 0; i < hmlen(in->rigid); i++)
    if (az_sort_width(az_sort_of(in->s, in->rigid[i].key)) == width)
      read_through(in, value, in->rigid[i].key);
}

/* Adds the indices of the last stores before a loop as reads, if the loop may reach them. For
 * example, a loop may search for a sentinel: claims about the elements before it do not cover the
 * sentinel itself. */
static void take_in_stores(az_instances *in, az_term array, az_term lb) {
  enum { LAST = 3 };
  if (!array || !is_array(in, array) || !is_array(in, lb)) return;
  for (int n = 0; n < LAST && az_kind_of(in->s, array) == AZ_K_STORE; n++) {
    add_read_of(in, lb, az_operand(in->s, array, 1)); /* `array` may have no class */
    array = az_operand(in->s, array, 0);
  }
}

static void take_in(az_instances *in, az_term root) {
  if (!root) return;
  az_visit_add(in->read, root);
  for (az_term t; (t = az_visit_next(in->read));) {
    if (az_kind_of(in->s, t) == AZ_K_SELECT) {
      az_term array = az_operand(in->s, t, 0), index = az_operand(in->s, t, 1);
      add_read_of(in, array, index);
      read_through(in, array, index);
    }
    if (az_arity(in->s, t) == 2 &&
        is_array(in, az_operand(in->s, t, 1))) /* a comparison of arrays */
      unite(in, class_of(in, az_operand(in->s, t, 0)), class_of(in, az_operand(in->s, t, 1)));
  }
}

static void add_variable(void *ctx, az_term var) {
  az_instances *in = ctx;
  hmput(in->variables, var, 1);
}

static void add_rigid(az_instances *in, az_term index, bool read) {
  if (hmgeti(in->rigid, index) >= 0) return;
  az_visit_forget(in->sets_of);
  hmput(in->rigid, index, read ? READ_TOO : 1);
  az_free_vars(in->s, &index, 1, add_variable, in);
}

/* Returns whether reads of a state's value are instantiation points. Reads of other values are in
 * claims, or are found elsewhere. */
static bool is_read(const az_instances *in, uint32_t view, uint32_t position) {
  return az_cuts_reads(in->cuts, view, position);
}

static void take_in_loop(az_instances *in, uint32_t loop) {
  const az_loop_instance *l = &in->ssa->loops[loop];
  const az_cut_instance *states = az_cuts_loop(in->cuts, loop);
  if (arrlenu(in->loops) <= loop) {
    arrput(in->loops, (taken){0});
    take_in(in, l->guard);
  }
  taken *t = &in->loops[loop];
  assert(t->entry <= arrlenu(states->lb) && arrlenu(states->entry) == arrlenu(states->lb));
  for (; t->entry < arrlenu(states->lb); t->entry++) {
    az_term entry = states->entry[t->entry], lb = states->lb[t->entry];
    if (!is_read(in, states->view, t->entry)) continue;
    take_in(in, entry);
    take_in_state(in, entry);
    take_in_stores(in, entry, lb);
    take_in(in, lb);
    /* At the head, the array is a choice between `entry` and `lb`. */
    if (entry && is_array(in, lb)) unite(in, class_of(in, entry), class_of(in, lb));
  }
  for (uint32_t j = 0; j < arrlenu(l->bodies); j++) {
    if (arrlenu(t->ends) == j) {
      arrput(t->ends, 0);
      take_in(in, l->bodies[j].head);
      take_in(in, l->bodies[j].back);
    }
    for (; states->ends[j] && t->ends[j] < arrlenu(states->ends[j]); t->ends[j]++) {
      if (!is_read(in, states->view, t->ends[j])) continue;
      take_in(in, states->ends[j][t->ends[j]]);
      take_in_state(in, states->ends[j][t->ends[j]]);
    }
  }
}

void az_instances_update(az_instances *in) {
  const az_ssa *ssa = in->ssa;
  hmfree(in->closed);
  in->generation++;
  assert(in->checks <= arrlenu(ssa->checks) && in->facts <= arrlenu(ssa->facts));
  assert(in->definitions <= arrlenu(ssa->definitions)); /* definitions are only appended */
  size_t rigids;
  const az_rigid *all = az_cuts_rigids(in->cuts, &rigids);
  for (; in->rigid_count < rigids; in->rigid_count++) {
    const az_rigid *r = &all[in->rigid_count];
    /* A read of an object of an allocation site concerns all claims about such objects, also those
     * that mention only its lifetime. */
    if (az_sort_width(az_sort_of(in->s, r->index)) == AZ_INSTANCE_NUMBER_BITS) {
      uint32_t array = class_of(in, r->array);
      ptrdiff_t at = hmgeti(in->of_site, r->index);
      hmput(in->of_site, r->index, at < 0 ? array : unite(in, in->of_site[at].value, array));
    }
    add_rigid(in, r->index, r->first != AZ_NO_TERM);
    if (!r->first) continue;
    hmput(in->first, r->index, r->first);
    if (az_sort_width(az_sort_of(in->s, r->index)) == AZ_INSTANCE_NUMBER_BITS) continue;
    uint32_t of = class_of(in, r->array);       /* may move the list of classes */
    add_read(&in->classes[of].reads, r->first); /* either order is possible */
    add_read(&in->classes[of].reads, r->index);
  }
  /* Claims about arrays that no loop changes read the arrays at this index, too. */
  if (ssa->shared) add_rigid(in, az_memory_index(az_ssa_memory(ssa->shared)), false);
  for (; in->checks < arrlenu(ssa->checks); in->checks++) {
    const az_check_instance *c = &ssa->checks[in->checks];
    take_in(in, c->guard);
    take_in(in, c->holds);
  }
  for (; in->unwinding_assertions < arrlenu(ssa->unwinding_assertions); in->unwinding_assertions++)
    take_in(in, ssa->unwinding_assertions[in->unwinding_assertions].guard);
  for (; in->facts < arrlenu(ssa->facts); in->facts++) take_in(in, ssa->facts[in->facts]);
  for (; in->definitions < arrlenu(ssa->definitions); in->definitions++) {
    const az_definition *d = &ssa->definitions[in->definitions];
    take_in(in, d->term);
    if (is_array(in, d->var)) unite(in, class_of(in, d->var), class_of(in, d->term));
  }
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) take_in_loop(in, i);
}

/* ---- rigid occurrences of a term ------------------------------------------------------------- */

static uint32_t intern(az_instances *in, az_term *set) {
  for (uint32_t i = 1; i < arrlenu(in->sets); i++) {
    size_t n = arrlenu(in->sets[i]);
    if (n != arrlenu(set) || (n && memcmp(in->sets[i], set, n * sizeof *set))) continue;
    arrfree(set);
    return i;
  }
  arrput(in->sets, set);
  return (uint32_t)arrlenu(in->sets) - 1;
}

static uint32_t join(az_instances *in, uint32_t a, uint32_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  ptrdiff_t at = hmgeti(in->joined, key);
  if (at >= 0) return in->joined[at].value;
  az_term *set = NULL;
  const az_term *x = in->sets[a], *y = in->sets[b];
  size_t i = 0, k = 0, n = arrlenu(x), m = arrlenu(y);
  while (i < n || k < m) {
    az_term t = k >= m || (i < n && x[i] <= y[k]) ? x[i] : y[k];
    arrput(set, t);
    while (i < n && x[i] == t) i++;
    while (k < m && y[k] == t) k++;
    assert((i >= n || x[i] > t) && (k >= m || y[k] > t)); /* sorted */
  }
  uint32_t both = intern(in, set);
  hmput(in->joined, key, both);
  return both;
}

static uint32_t with(az_instances *in, uint32_t set, az_term t) {
  az_term *one = NULL;
  arrput(one, t);
  return join(in, set, intern(in, one));
}

static uint32_t set_of(az_instances *in, az_term root) {
  az_visit_add(in->sets_of, root);
  for (az_term t; (t = az_visit_next(in->sets_of));) {
    while (arrlenu(in->set_of) <= t) arrput(in->set_of, 0);
    uint32_t set = 1;
    for (uint32_t i = 0, n = az_arity(in->s, t); i < n; i++)
      set = join(in, set, in->set_of[az_operand(in->s, t, i)]);
    if (hmgeti(in->variables, t) >= 0) set = with(in, set, t);
    if (az_kind_of(in->s, t) == AZ_K_SELECT && hmgeti(in->rigid, az_operand(in->s, t, 1)) >= 0)
      set = with(in, set, t);
    assert(set && set < arrlenu(in->sets)); /* the sets of the operands were computed before */
    in->set_of[t] = set;
  }
  return in->set_of[root];
}

/* ---- images ---------------------------------------------------------------------------------- */

static void bind(az_instances *in, image *im, az_term index, az_term read) {
  if (az_kind_of(in->s, index) == AZ_K_VAR) {
    hmput(im->of, index, read);
  } else if (az_kind_of(in->s, index) == AZ_K_CONCAT) {
    az_term high = az_operand(in->s, index, 0), low = az_operand(in->s, index, 1);
    uint32_t cut = az_sort_width(az_sort_of(in->s, low));
    bind(in, im, high, az_extract(in->s, read, az_sort_width(az_sort_of(in->s, read)) - 1, cut));
    bind(in, im, low, az_extract(in->s, read, cut - 1, 0));
  }
}

static uint32_t image_for(az_instances *in, az_term index, az_term read, bool swapped) {
  uint64_t key = (uint64_t)index << 32 | read;
  ptrdiff_t at = hmgeti(in->image_of, key);
  for (uint32_t n = at >= 0 ? in->image_of[at].value : UINT32_MAX; n != UINT32_MAX;
       n = in->images[n].next)
    if (in->images[n].swapped == swapped) return n;
  assert(az_sort_of(in->s, index) == az_sort_of(in->s, read));
  image im = {.swapped = swapped, .next = at >= 0 ? in->image_of[at].value : UINT32_MAX};
  for (ptrdiff_t i = 0; swapped && i < hmlen(in->first); i++)
    hmput(im.of, in->first[i].key, in->first[i].value);
  bind(in, &im, index, read);
  uint32_t n = (uint32_t)arrlenu(in->images);
  arrput(in->images, im);
  hmput(in->image_of, key, n);
  return n;
}

/* If the fact is about two objects or indices, and `index` is one of them, returns the other one;
 * else AZ_NO_TERM. */
static az_term other_of(const az_instances *in, const az_term *occurrences, az_term index) {
  for (ptrdiff_t k = 0; k < hmlen(in->first); k++) {
    az_term one = in->first[k].value, two = in->first[k].key;
    az_term other = index == one ? two : index == two ? one : AZ_NO_TERM;
    for (size_t i = 0; other && i < arrlenu(occurrences); i++)
      if (occurrences[i] == other) return other;
  }
  return AZ_NO_TERM;
}

static az_term apply(az_instances *in, uint32_t n, az_term root) {
  size_t floor = arrlenu(in->stack);
  arrput(in->stack, root);
  while (arrlenu(in->stack) > floor) {
    az_term t = arrlast(in->stack);
    if (set_of(in, t) == 1 || hmgeti(in->images[n].of, t) >= 0) {
      (void)arrpop(in->stack);
      continue;
    }
    az_term now[3] = {0};
    bool ready = true;
    uint32_t arity = az_arity(in->s, t);
    for (uint32_t i = 0; i < arity; i++) {
      az_term o = az_operand(in->s, t, i);
      ptrdiff_t at = hmgeti(in->images[n].of, o);
      if (at >= 0) {
        now[i] = in->images[n].of[at].value;
      } else if (set_of(in, o) == 1) {
        now[i] = o;
      } else {
        arrput(in->stack, o);
        ready = false;
      }
    }
    if (!ready) continue;
    (void)arrpop(in->stack);
    az_term to = arity ? az_rebuild(in->s, t, now) : t;
    assert(az_sort_of(in->s, to) == az_sort_of(in->s, t));
    hmput(in->images[n].of, t, to);
    const az_ssa *ssa = in->ssa;
    if (ssa->shared && az_kind_of(in->s, t) == AZ_K_SELECT &&
        az_sort_of(in->s, t) == az_sort_bv(az_pointer_width(ssa->p)))
      az_memory_mention(az_ssa_memory(ssa->shared), to);
  }
  ptrdiff_t at = hmgeti(in->images[n].of, root);
  return at >= 0 ? in->images[n].of[at].value : root;
}

/* Returns the fact's instances from number *first on, as one term; sets *first to the number of
 * all. For each rigid index of the fact and each read of the formula in its group of arrays:
 *   a single index         the fact at the read
 *   two indices of arrays  (`pairs`) also the instances of that, which replace the other index
 *   two objects            the fact at the read; with axioms, which may order objects, (`two`) also
 *                          with both objects replaced together */
static az_term instances(az_instances *in, az_term fact, size_t *first) {
  az_term all = az_true(in->s);
  size_t number = 0;
  const uint32_t set = set_of(in, fact); /* may let in->sets grow */
  const az_term *occurrences = in->sets[set];
  pair_map *done = NULL; /* stb_ds: (index, read) -> 1 */
  bool full = false;
  for (size_t i = 0; i < arrlenu(occurrences); i++) {
    if (az_kind_of(in->s, occurrences[i]) != AZ_K_SELECT) continue;
    az_term index = az_operand(in->s, occurrences[i], 1);
    uint32_t group = group_of(in, class_of(in, az_operand(in->s, occurrences[i], 0)));
    az_term other = other_of(in, occurrences, index);
    bool pairs = other && az_sort_width(az_sort_of(in->s, index)) != AZ_INSTANCE_NUMBER_BITS;
    bool two = other && !pairs && hmgeti(in->first, index) < 0 && arrlenu(in->ssa->axioms);
    for (uint32_t c = 1; group && !full && c < arrlenu(in->classes); c++) {
      if (find(in, c) != c || group_of(in, c) != group) continue;
      for (size_t r = 0; r < arrlenu(in->classes[c].reads); r++) {
        az_term read = in->classes[c].reads[r]; /* a copy, as instances may unite classes */
        if (in->ssa->shared && !az_memory_instance_numbers_left(az_ssa_memory(in->ssa->shared)))
          break;
        uint64_t key = (uint64_t)index << 32 | read;
        if (az_sort_of(in->s, read) != az_sort_of(in->s, index) || read == index) continue;
        if (hmgeti(done, key) >= 0) continue;
        full = !az_limits_room(in->limits, AZ_LIMIT_instances, number);
        if (full) break;
        hmput(done, key, 1);
        bool both = pairs && read != other; /* `other` is still free in the instance */
        if (number++ < *first && !both) continue;
        az_term one = apply(in, image_for(in, index, read, false), fact);
        size_t none = 0;
        if (both) one = az_and(in->s, one, instances(in, one, &none));
        all = az_and(in->s, all, one);
        if (two) all = az_and(in->s, all, apply(in, image_for(in, index, read, true), fact));
      }
    }
  }
  hmfree(done);
  *first = number;
  return all;
}

uint64_t az_instances_relate(az_instances *in, az_term fact) {
  if (!in) return 0;
  const uint32_t set = hmlenu(in->rigid) ? set_of(in, fact) : 1;
  const az_term *at = in->sets[set];
  bool grew = false;
  for (size_t i = 0; i < arrlenu(at); i++) {
    for (size_t k = 0; k < i && az_kind_of(in->s, at[i]) == AZ_K_SELECT; k++) {
      if (az_kind_of(in->s, at[k]) == AZ_K_SELECT &&
          az_operand(in->s, at[k], 1) == az_operand(in->s, at[i], 1))
        grew |= join_groups(in, class_of(in, az_operand(in->s, at[k], 0)),
                            class_of(in, az_operand(in->s, at[i], 0)));
    }
  }
  if (grew) {
    hmfree(in->closed);
    in->generation++;
  }
  return in->generation;
}

az_term az_instances_close(az_instances *in, az_term fact) {
  if (!in || !hmlenu(in->rigid) || set_of(in, fact) == 1) return fact;
  ptrdiff_t at = hmgeti(in->closed, fact);
  if (at >= 0) return in->closed[at].value;
  size_t none = 0;
  az_term all = az_and(in->s, fact, instances(in, fact, &none));
  hmput(in->closed, fact, all);
  return all;
}

/* ---- models ---------------------------------------------------------------------------------- */

az_term az_instances_term(az_instances *in, const az_index_choice *choice, az_term t) {
  for (uint32_t i = 0; i < choice->count; i++) t = apply(in, choice->images[i], t);
  return t;
}

/* Returns whether the occurrences also read other arrays at the index: facts about these arrays may
 * then lack instances that a model has to satisfy. */
static bool reads_others(az_instances *in, const az_term *occurrences, az_term index,
                         uint32_t group) {
  for (size_t i = 0; i < arrlenu(occurrences); i++)
    if (az_kind_of(in->s, occurrences[i]) == AZ_K_SELECT &&
        az_operand(in->s, occurrences[i], 1) == index &&
        group_of(in, class_of(in, az_operand(in->s, occurrences[i], 0))) != group)
      return true;
  return false;
}

/* Tries the reads that have different values in the model, up to MOST_VALUES of them. */
static bool violated(az_instances *in, az_solver *solver, az_term claim, az_index_choice *choice) {
  enum { MOST_VALUES = 8 };
  const uint32_t set = set_of(in, claim), at = choice->count++;
  const az_term *occurrences = in->sets[set];
  bool found = false;
  for (size_t i = 0; i < arrlenu(occurrences) && !found; i++) {
    if (az_kind_of(in->s, occurrences[i]) != AZ_K_SELECT) continue;
    const az_term index = az_operand(in->s, occurrences[i], 1);
    const uint32_t group = group_of(in, class_of(in, az_operand(in->s, occurrences[i], 0)));
    const bool pairs = !at && other_of(in, occurrences, index);
    /* Excludes objects: these facts are not all that is known about objects. */
    const bool is_object = az_kind_of(in->s, index) != AZ_K_VAR ||
                           az_sort_width(az_sort_of(in->s, index)) == AZ_INSTANCE_NUMBER_BITS;
    if (is_object || reads_others(in, occurrences, index, group)) continue;
    az_term met[MOST_VALUES] = {az_solver_value(solver, index)};
    uint32_t values = 1;
    for (uint32_t c = 1; group && c < arrlenu(in->classes); c++) {
      if (find(in, c) != c || group_of(in, c) != group) continue;
      for (size_t r = 0; r < arrlenu(in->classes[c].reads) && values < MOST_VALUES && !found; r++) {
        const az_term read = in->classes[c].reads[r]; /* a copy, as instances may unite classes */
        if (az_sort_of(in->s, read) != az_sort_of(in->s, index)) continue;
        uint32_t v = 0;
        met[values] = az_solver_value(solver, read);
        while (met[v] != met[values]) v++;
        if (v < values) continue;
        values++;
        choice->images[at] = image_for(in, index, read, false);
        const az_term one = apply(in, choice->images[at], claim);
        found = !az_solver_holds(solver, one) || (pairs && violated(in, solver, one, choice));
      }
    }
  }
  if (!found) choice->count = at;
  return found;
}

bool az_instances_violated(az_instances *in, az_solver *solver, az_term claim,
                           az_index_choice *choice) {
  choice->count = 0;
  if (!in || !hmlenu(in->rigid)) return false;
  const uint32_t set = set_of(in, claim);
  /* Excludes pointers: memory would have to know the targets of pointers that instances read. */
  for (size_t i = 0; i < arrlenu(in->sets[set]); i++)
    if (az_sort_of(in->s, in->sets[set][i]) == az_sort_bv(az_pointer_width(in->ssa->p)))
      return false;
  return violated(in, solver, claim, choice);
}

/* ---- what stays ------------------------------------------------------------------------------ */

void az_instances_keep(az_instances *in, az_term fact) {
  if (!in || !hmlenu(in->rigid) || set_of(in, fact) == 1) return;
  for (size_t i = 0; i < arrlenu(in->kept); i++)
    if (in->kept[i] == fact) return;
  arrput(in->kept, fact);
  arrput(in->asserted, 0);
}

void az_instances_assert(az_instances *in, az_solver *solver) {
  assert(arrlenu(in->asserted) == arrlenu(in->kept));
  for (size_t i = 0; i < arrlenu(in->kept); i++) {
    /* A union of classes may have changed the order. Then some instances are asserted again; being
     * the same terms, they cost nothing. */
    size_t first = 0;
    az_term all = instances(in, in->kept[i], &first);
    if (first == in->asserted[i]) continue;
    in->asserted[i] = first;
    az_solver_assert(solver, all);
  }
}

void az_instances_drop(az_instances *in) {
  if (!in) return;
  arrfree(in->kept);
  arrfree(in->asserted);
}
