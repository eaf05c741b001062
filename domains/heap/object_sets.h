/* Sets of objects that a pointer may lead to. Each set is stored once, so that equal sets are the
 * same pointer, and an abstract value has only a few bytes. Part of the domain `heap`. */
#ifndef OBJECT_SETS_H
#define OBJECT_SETS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct object_sets object_sets;

typedef struct object_set {
  object_sets *all; /* the collection that it belongs to */
  struct object_set *next;
  bool any; /* all objects and NULL; `objects` is empty */
  uint32_t count;
  uint32_t objects[]; /* ascending; 0: no object */
} object_set;

/* Returns an empty collection, where sets with more than `most` objects become the set of all
 * objects. NULL is the empty set. */
object_sets *object_sets_new(uint32_t most);
void object_sets_free(object_sets *all);
const object_set *object_sets_any(object_sets *all);
const object_set *object_sets_of(object_sets *all, const uint32_t *ascending, uint32_t count);

bool object_set_included(const object_set *a, const object_set *b);
const object_set *object_set_join(const object_set *a, const object_set *b);
const object_set *object_set_meet(const object_set *a, const object_set *b);
const object_set *object_set_without(const object_set *a, uint32_t object);
/* Returns whether the set has one element, *object. */
bool object_set_is_one(const object_set *a, uint32_t *object);

#endif
