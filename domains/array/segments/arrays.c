/* The segmentation of each array in a state, as a tree over the numbers of variables. States share
 * equal subtrees and segmentations until one of them changes its own. Copying a state takes
 * constant time, and the cost of a statement depends only on the arrays that it concerns, not on
 * those of other functions. */
#include "segments.h"
#include <assert.h>
#include <stb/stb_ds.h>

enum { FAN_BITS = 4, FAN = 1 << FAN_BITS };

typedef union branch {
  array_tree *tree;
  segmentation *leaf; /* used in the lowest trees */
} branch;

struct array_tree {
  uint32_t users;
  uint32_t shift; /* position of the digit of a number that selects the branch; 0 in the lowest
                     trees */
  branch of[FAN]; /* NULL: nothing is known */
};

static uint32_t highest_shift(const segments *d) {
  uint32_t shift = 0;
  while ((uint64_t)d->context->var_count > (uint64_t)FAN << shift) shift += FAN_BITS;
  return shift;
}

static uint32_t digit(const array_tree *t, uint32_t array) {
  return array >> t->shift & (FAN - 1);
}

static void leave(array_tree *t) {
  if (!t || --t->users) return;
  for (uint32_t i = 0; i < FAN; i++) {
    if (t->shift)
      leave(t->of[i].tree);
    else
      segmentation_free(t->of[i].leaf);
  }
  free(t);
}

void state_forget_arrays(state *s) {
  leave(s->arrays);
  s->arrays = NULL;
}

void state_share_arrays(state *s, const state *from) {
  if (from->arrays) from->arrays->users++;
  state_forget_arrays(s);
  s->arrays = from->arrays;
}

segmentation *state_array(const state *s, uint32_t array) {
  const array_tree *t = s->arrays;
  while (t && t->shift) t = t->of[digit(t, array)].tree;
  return t ? t->of[digit(t, array)].leaf : NULL;
}

/* Returns a tree that can be changed: a copy if others use the tree, an empty one for NULL. */
static array_tree *own(array_tree *shared, uint32_t shift) {
  assert(!shared || shared->shift == shift);
  if (shared && shared->users == 1) return shared;
  array_tree *t = az_calloc(1, sizeof *t);
  t->users = 1;
  t->shift = shift;
  for (uint32_t i = 0; shared && i < FAN; i++) {
    t->of[i] = shared->of[i];
    if (!shift)
      segmentation_ref(t->of[i].leaf);
    else if (t->of[i].tree)
      t->of[i].tree->users++;
  }
  leave(shared);
  return t;
}

static segmentation **own_place(const segments *d, state *s, uint32_t array) {
  array_tree **tree = &s->arrays;
  for (uint32_t shift = highest_shift(d);; shift -= FAN_BITS) {
    *tree = own(*tree, shift);
    branch *b = &(*tree)->of[digit(*tree, array)];
    if (!shift) return &b->leaf;
    tree = &b->tree;
  }
}

/* Removes empty subtrees on the path to the array, and returns the remaining tree. */
static array_tree *pruned(array_tree *t, uint32_t array) {
  branch *b = &t->of[digit(t, array)];
  if (t->shift) b->tree = pruned(b->tree, array);
  for (uint32_t i = 0; i < FAN; i++)
    if (t->shift ? t->of[i].tree != NULL : t->of[i].leaf != NULL) return t;
  leave(t);
  return NULL;
}

void state_put_array(const segments *d, state *s, uint32_t array, segmentation *of) {
  if (state_array(s, array) == of) {
    segmentation_free(of);
    return;
  }
  segmentation **place = own_place(d, s, array);
  segmentation_free(*place);
  *place = of;
  if (!of) s->arrays = pruned(s->arrays, array);
}

segmentation *segmentation_own(const segments *d, state *s, uint32_t array) {
  if (!state_array(s, array)) return NULL;
  segmentation **place = own_place(d, s, array);
  if ((*place)->refs == 1) return *place;
  segmentation *copy = segmentation_copy(*place);
  segmentation_free(*place);
  return *place = copy;
}

/* Returns the first array, from `from` on, whose segmentations differ between the trees. Each tree
 * begins at number `first` or is NULL. */
static uint32_t next_difference(const array_tree *a, const array_tree *b, uint32_t first,
                                uint32_t from) {
  if (a == b) return AZ_NONE;
  const uint32_t shift = a ? a->shift : b->shift;
  for (uint32_t i = from > first ? (from - first) >> shift : 0; i < FAN; i++) {
    const branch of_a = a ? a->of[i] : (branch){0}, of_b = b ? b->of[i] : (branch){0};
    const uint32_t number = first + (i << shift);
    if (!shift && of_a.leaf != of_b.leaf) return number;
    uint32_t found = shift ? next_difference(of_a.tree, of_b.tree, number, from) : AZ_NONE;
    if (found != AZ_NONE) return found;
  }
  return AZ_NONE;
}

uint32_t state_next_array(const state *s, uint32_t from) {
  return next_difference(s->arrays, NULL, 0, from);
}

uint32_t state_next_difference(const state *a, const state *b, uint32_t from) {
  return next_difference(a->arrays, b->arrays, 0, from);
}
