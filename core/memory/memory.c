/* Instances, slots, points-to sets and memory states. A state is an array of chunks with reference
 * counts: copying one costs a pointer a chunk, and a merge skips chunks that both sides share. */
#include "memory/memory_internal.h"
#include <stdlib.h>
#include <string.h>

az_memory *az_memory_new(const az_program *p, az_limits *limits) {
  az_arena *arena = az_arena_new();
  az_memory *m = AZ_NEW(arena, az_memory);
  m->p = p;
  m->s = p->store;
  m->arena = arena;
  m->limits = limits;
  m->addresses = p->arbitrary_entry; /* any integer may be one */
  m->visit = az_visit_new(m->s, AZ_VISIT_ANY);
  az_instance none = {.object = AZ_NONE, .ghosts = AZ_NONE};
  arrput(m->instances, none); /* null */
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    bool once = o->kind == AZ_OBJ_GLOBAL || o->kind == AZ_OBJ_STRING;
    az_instance instance = {.object = once ? i : AZ_NONE,
                            .name = o->name,
                            .path = "",
                            .type = o->type,
                            .is_const = o->is_const,
                            .ghosts = AZ_NONE};
    if (once) {
      instance.layout = az_layout_of(p, arena, o->type, o->bytes, 1);
      instance.size = az_bv(m->s, p->pointer_bits, o->bytes);
    }
    arrput(m->instances, instance);
    if (once) az_memory_slots_add(m, (uint32_t)arrlenu(m->instances) - 1);
  }
  return m;
}

void az_memory_free(az_memory *m) {
  if (!m) return;
  for (ptrdiff_t i = 0; i < hmlen(m->pts); i++) arrfree(m->pts[i].value.ids);
  hmfree(m->pts);
  hmfree(m->identities);
  az_visit_free(m->visit);
  arrfree(m->ghost_fields);
  arrfree(m->instances);
  arrfree(m->compared);
  arrfree(m->taken);
  arrfree(m->slots);
  az_arena_free(m->arena);
}

static const az_leaf live_leaf = {.elements = 1, .ghost_bits = 1};
static const az_leaf live_leaves = {.elements = 1, .ghost_bits = 1, .of_site = true};

static az_term initial_content(az_memory *m, uint32_t id, uint32_t l, const az_leaf *leaf) {
  az_sort sort = az_leaf_sort(m->p, leaf);
  if (!leaf->bytes) return az_zero_of(m->s, sort);
  char name[64];
  snprintf(name, sizeof name, "%.40s#init!%u.%u:%x", m->instances[id].name, id, l, sort);
  az_term content = az_var(m->s, sort, name);
  az_points_to nothing = {.flags = AZ_PTS_INVALID};
  if (leaf->is_pointer) az_memory_points_to(m, content, &nothing);
  return content;
}

void az_memory_slots_add(az_memory *m, uint32_t id) {
  az_instance *i = &m->instances[id];
  i->slot = (uint32_t)arrlenu(m->slots);
  for (uint32_t l = 0; l <= i->layout->leaf_count; l++) {
    const az_leaf *leaf = l < i->layout->leaf_count ? &i->layout->leaves[l]
                          : i->is_site              ? &live_leaves
                                                    : &live_leaf;
    slot_info info = {.id = id, .leaf = leaf};
    if (i->is_site || !leaf->bytes) info.initial = initial_content(m, id, l, leaf);
    arrput(m->slots, info);
  }
}

static uint32_t add(az_memory *m, const az_instance *instance) {
  uint32_t id = (uint32_t)arrlenu(m->instances);
  if (id >= (1u << AZ_INSTANCE_BITS) - 2) return 0;
  arrput(m->instances, *instance);
  az_memory_slots_add(m, id);
  if (instance->is_allocated) az_memory_ghosts_add(m, id);
  return id;
}

uint32_t az_memory_add(az_memory *m, uint32_t object, const char *name, const char *path,
                       az_type type, const az_layout *layout, az_term size) {
  az_instance instance = {.object = object,
                          .name = name,
                          .path = path,
                          .type = type,
                          .layout = layout,
                          .size = size,
                          .is_allocated = object == AZ_NONE,
                          .ghosts = AZ_NONE};
  return add(m, &instance);
}

uint32_t az_memory_add_site(az_memory *m, const char *name, az_type type, const az_layout *layout,
                            az_term size, bool sized) {
  az_instance site = {.object = AZ_NONE,
                      .name = name,
                      .path = "",
                      .type = type,
                      .layout = az_layout_of_site(m->arena, layout),
                      .size = size,
                      .is_allocated = true,
                      .is_site = true,
                      .sizes = AZ_NONE,
                      .ghosts = AZ_NONE};
  uint32_t id = add(m, &site);
  m->sites++;
  if (id && sized) {
    az_leaf *leaf = AZ_NEW(m->arena, az_leaf);
    *leaf = (az_leaf){.bytes = m->p->pointer_bits / 8, .elements = 1, .of_site = true};
    slot_info info = {.id = id, .leaf = leaf};
    m->instances[id].sizes = (uint32_t)arrlenu(m->slots);
    info.initial = initial_content(m, id, layout->leaf_count + 1, leaf);
    arrput(m->slots, info);
  }
  return id;
}

void az_memory_of_heap(az_memory *m, uint32_t id) {
  m->instances[id].is_heap = true;
}

uint32_t az_memory_live_slot(const az_memory *m, uint32_t id) {
  return m->instances[id].slot + m->instances[id].layout->leaf_count;
}

az_term az_memory_index(const az_memory *m) {
  char name[24];
  snprintf(name, sizeof name, "index#%u", m->p->pointer_bits);
  return az_var(m->s, az_sort_bv(m->p->pointer_bits), name);
}

az_term az_memory_fixed(const az_memory *m, uint32_t site) {
  return az_fixed_identity(m->s, site, 0);
}

az_term az_memory_second(const az_memory *m, uint32_t site) {
  return az_fixed_identity(m->s, site, 1);
}

az_term az_memory_identity(const az_memory *m, az_term object) {
  return az_extract(m->s, object, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
}

void az_memory_speak_of(az_memory *m, az_term pointer) {
  az_term identity = az_memory_identity(m, az_pointer_object(m->p, pointer));
  if (!m->sites || az_is_const(m->s, identity) || hmgeti(m->identities, identity) >= 0) return;
  az_points_to set = az_memory_targets(m, pointer); /* base formulas speak of no sites */
  bool may = set.flags & AZ_PTS_WILD;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    const az_instance *instance = az_memory_instance(m, set.ids[i]);
    may |= instance && instance->is_site;
  }
  arrfree(set.ids);
  if (may) hmput(m->identities, identity, 1);
}

/* Each site has its o*, and the second one. */
static size_t spoken_of(const az_memory *m) {
  return hmlenu(m->identities) + 2 * m->sites;
}

bool az_memory_identities_suffice(const az_memory *m) {
  return spoken_of(m) < 1u << AZ_IDENTITY_BITS;
}

bool az_memory_identities_left(const az_memory *m) {
  return spoken_of(m) < 1u << (AZ_IDENTITY_BITS - 1);
}

uint32_t az_memory_guesses(const az_memory *m) {
  return m->guesses;
}

bool az_memory_has_addresses(const az_memory *m) {
  return m->addresses;
}

az_term az_memory_is(const az_memory *m, az_term object, uint32_t id) {
  const az_instance *instance = az_memory_instance(m, id);
  if (!instance || !instance->is_site) return az_eq(m->s, object, az_memory_id(m, id));
  return az_eq(m->s, az_extract(m->s, object, AZ_INSTANCE_BITS - 1, 0),
               az_bv(m->s, AZ_INSTANCE_BITS, id));
}

const az_instance *az_memory_instance(const az_memory *m, uint32_t id) {
  return id < arrlenu(m->instances) && m->instances[id].layout ? &m->instances[id] : NULL;
}

uint32_t az_memory_instances(const az_memory *m) {
  return (uint32_t)arrlenu(m->instances);
}
uint32_t az_memory_slots(const az_memory *m) {
  return (uint32_t)arrlenu(m->slots);
}
az_arena *az_memory_arena(az_memory *m) {
  return m->arena;
}
az_term az_memory_id(const az_memory *m, uint32_t id) {
  return az_bv(m->s, AZ_OBJECT_BITS, id);
}

const az_instance *az_memory_slot(const az_memory *m, uint32_t slot, const az_leaf **leaf,
                                  uint32_t *id) {
  if (leaf) *leaf = m->slots[slot].leaf;
  if (id) *id = m->slots[slot].id;
  return &m->instances[m->slots[slot].id];
}

uint32_t **az_memory_watch(az_memory *m, uint32_t **reads) {
  uint32_t **before = m->watch;
  m->watch = reads;
  return before;
}

/* ---- points-to ------------------------------------------------------------------------------- */

static bool set_add(az_points_to *set, uint32_t id) {
  size_t n = arrlenu(set->ids), i = 0;
  while (i < n && set->ids[i] < id) i++;
  if (i < n && set->ids[i] == id) return false;
  arrins(set->ids, i, id);
  return true;
}

bool az_points_to_union(az_points_to *into, const az_points_to *from) {
  bool grew = (from->flags & ~into->flags) != 0 || (from->inside && !into->inside);
  into->flags |= from->flags;
  into->inside |= from->inside;
  for (size_t i = 0; i < arrlenu(from->ids); i++) grew |= set_add(into, from->ids[i]);
  return grew;
}

bool az_memory_points_to(az_memory *m, az_term variable, const az_points_to *set) {
  ptrdiff_t at = hmgeti(m->pts, variable);
  if (at < 0) {
    az_points_to empty = {0};
    hmput(m->pts, variable, empty);
    at = hmgeti(m->pts, variable);
    az_points_to_union(&m->pts[at].value, set);
    return true;
  }
  return az_points_to_union(&m->pts[at].value, set);
}

static bool is_zero(const az_store *s, az_term t) {
  uint64_t value;
  return az_const_u64(s, t, &value) && !value;
}

/* Zero, or the offset of a variable that leads to no inside. */
static bool is_start(const az_memory *m, az_term offset) {
  ptrdiff_t at = hmgeti(((az_memory *)(uintptr_t)m)->pts, offset);
  return at >= 0 ? !m->pts[at].value.inside : is_zero(m->s, offset);
}

az_points_to az_memory_own_targets(const az_memory *m, az_term pointer) {
  az_points_to set = {0};
  const az_store *s = m->s;
  az_visit_forget(m->visit);
  az_visit_add(m->visit, pointer);
  for (az_term t; (t = az_visit_next(m->visit));) {
    az_visit_skip(m->visit); /* only some operands are pointers */
    az_sort sort = az_sort_of(s, t);
    bool array = az_sort_kind_of(sort) == AZ_SORT_ARRAY;
    uint32_t width = array ? 0 : az_sort_width(sort), offset_bits = m->p->pointer_bits;
    az_term offset = AZ_NO_TERM;
    if (width == az_pointer_width(m->p)) offset = az_extract(m->s, t, offset_bits - 1, 0);
    switch (az_kind_of(s, t)) {
    case AZ_K_CONST: {
      set.inside |= offset && !is_start(m, offset);
      /* The object part is the high part. */
      az_wide value = 0;
      if (!az_const_wide(s, t, false, &value)) {
        set.flags |= AZ_PTS_WILD;
        break;
      }
      set_add(&set, (uint32_t)(value >> (width - AZ_OBJECT_BITS)) & ((1u << AZ_INSTANCE_BITS) - 1));
      break;
    }
    case AZ_K_ITE:
      az_visit_add(m->visit, az_operand(s, t, 1));
      az_visit_add(m->visit, az_operand(s, t, 2));
      break;
    case AZ_K_CONCAT: {
      set.inside |= offset && !is_start(m, offset);
      az_term high = az_operand(s, t, 0);
      uint32_t low = width - AZ_OBJECT_BITS;
      uint64_t id;
      if (width >= AZ_OBJECT_BITS &&
          az_const_u64(s, az_extract(m->s, t, low + AZ_INSTANCE_BITS - 1, low), &id))
        set_add(&set, (uint32_t)id);
      else if (az_sort_width(az_sort_of(s, high)) >= AZ_OBJECT_BITS)
        az_visit_add(m->visit, high);
      else
        set.flags |= AZ_PTS_WILD;
      break;
    }
    case AZ_K_EXTRACT: {
      az_term inner = az_operand(s, t, 0);
      if (az_extract_high(s, t) + 1 == az_sort_width(az_sort_of(s, inner)) &&
          width >= AZ_OBJECT_BITS)
        az_visit_add(m->visit, inner);
      else
        set.flags |= AZ_PTS_WILD;
      break;
    }
    case AZ_K_ZEXT: /* a pointer made of an integer: the object part is 0 */
      if (width == az_pointer_width(m->p) &&
          az_sort_width(az_sort_of(s, az_operand(s, t, 0))) <= offset_bits)
        set.inside = true, set_add(&set, 0);
      else
        set.flags |= AZ_PTS_WILD;
      break;
    case AZ_K_SELECT: az_visit_add(m->visit, az_operand(s, t, 0)); break;
    case AZ_K_STORE:
      az_visit_add(m->visit, az_operand(s, t, 0));
      az_visit_add(m->visit, az_operand(s, t, 2));
      break;
    case AZ_K_SPLICE:
      az_visit_add(m->visit, az_operand(s, t, 0));
      az_visit_add(m->visit, az_operand(s, t, 1));
      break;
    case AZ_K_CONST_ARRAY: az_visit_add(m->visit, az_operand(s, t, 0)); break;
    default: {
      ptrdiff_t at = hmgeti(((az_memory *)(uintptr_t)m)->pts, t);
      if (at < 0)
        set.flags |= AZ_PTS_WILD;
      else
        az_points_to_union(&set, &m->pts[at].value);
    }
    }
  }
  if (set.flags & (AZ_PTS_WILD | AZ_PTS_EXTERN)) set.inside = true;
  return set;
}

az_points_to az_memory_targets(const az_memory *m, az_term pointer) {
  az_points_to set = az_memory_own_targets(m, pointer);
  az_memory_add_compared((az_memory *)(uintptr_t)m, &set);
  return set;
}

/* ---- states ---------------------------------------------------------------------------------- */

struct az_mem {
  az_memory *m;
  chunk **chunks; /* stb_ds; NULL: nothing alive in it */
};

az_memory *az_mem_memory(const az_mem *s) {
  return s->m;
}

az_mem *az_mem_new(az_memory *m) {
  az_mem *s = az_calloc(1, sizeof *s);
  s->m = m;
  return s;
}

az_mem *az_mem_copy(const az_mem *s) {
  az_mem *t = az_mem_new(s->m);
  size_t n = arrlenu(s->chunks);
  arrsetlen(t->chunks, n);
  for (size_t i = 0; i < n; i++) {
    t->chunks[i] = s->chunks[i];
    if (t->chunks[i]) t->chunks[i]->refs++;
  }
  return t;
}

static void chunk_release(chunk *c) {
  if (c && --c->refs == 0) free(c);
}

void az_mem_free(az_mem *s) {
  if (!s) return;
  for (size_t i = 0; i < arrlenu(s->chunks); i++) chunk_release(s->chunks[i]);
  arrfree(s->chunks);
  free(s);
}

static az_term content_in(const az_memory *m, const chunk *c, uint32_t slot) {
  az_term set = c ? c->terms[slot % CHUNK] : AZ_NO_TERM;
  return set || slot >= arrlenu(m->slots) ? set : m->slots[slot].initial;
}

az_term az_mem_get(const az_mem *s, uint32_t slot) {
  size_t i = slot / CHUNK;
  return content_in(s->m, i < arrlenu(s->chunks) ? s->chunks[i] : NULL, slot);
}

void az_mem_set(az_mem *s, uint32_t slot, az_term value) {
  size_t i = slot / CHUNK;
  if (az_mem_get(s, slot) == value) return;
  while (arrlenu(s->chunks) <= i) arrput(s->chunks, NULL);
  chunk *c = s->chunks[i];
  if (!c || c->refs > 1) {
    chunk *own = az_calloc(1, sizeof *own);
    if (c) memcpy(own->terms, c->terms, sizeof own->terms);
    own->refs = 1;
    chunk_release(c);
    s->chunks[i] = c = own;
  }
  c->terms[slot % CHUNK] = value;
}

void az_mem_merge(az_mem *s, const az_mem *other, az_term condition) {
  const az_memory *m = s->m;
  size_t n = arrlenu(s->chunks), o = arrlenu(other->chunks);
  for (size_t i = 0; i < n || i < o; i++) {
    const chunk *ours = i < n ? s->chunks[i] : NULL, *theirs = i < o ? other->chunks[i] : NULL;
    if (ours == theirs) continue;
    for (uint32_t j = 0; j < CHUNK; j++) {
      uint32_t slot = (uint32_t)(i * CHUNK + j);
      az_term a = az_mem_get(s, slot), b = content_in(m, theirs, slot);
      if (a == b) continue;
      if (a && b)
        az_mem_set(s, slot, az_ite(m->s, condition, b, a));
      else if (m->instances[m->slots[slot].id].is_allocated)
        az_mem_set(s, slot, a ? a : b);
      else if (a)
        az_mem_set(s, slot, AZ_NO_TERM);
    }
  }
}

void az_mem_diff(const az_mem *a, const az_mem *b,
                 void (*visit)(void *ctx, uint32_t slot, az_term in_a, az_term in_b), void *ctx) {
  size_t na = arrlenu(a->chunks), nb = arrlenu(b->chunks);
  for (size_t i = 0; i < na || i < nb; i++) {
    const chunk *ca = i < na ? a->chunks[i] : NULL, *cb = i < nb ? b->chunks[i] : NULL;
    if (ca == cb) continue;
    for (uint32_t j = 0; j < CHUNK; j++) {
      uint32_t slot = (uint32_t)(i * CHUNK + j);
      az_term x = content_in(a->m, ca, slot), y = content_in(a->m, cb, slot);
      if (x != y) visit(ctx, slot, x, y);
    }
  }
}

void az_mem_fill(az_mem *s, uint32_t id,
                 az_term (*content)(void *ctx, const az_leaf *leaf, uint32_t slot), void *ctx) {
  az_instance i = s->m->instances[id];
  for (uint32_t l = 0; l < i.layout->leaf_count; l++)
    az_mem_set(s, i.slot + l, content(ctx, &i.layout->leaves[l], i.slot + l));
}

void az_mem_kill(az_mem *s, uint32_t id) {
  const az_instance *i = &s->m->instances[id];
  for (uint32_t l = 0; l <= i->layout->leaf_count; l++) az_mem_set(s, i->slot + l, AZ_NO_TERM);
}

az_term az_mem_size(const az_mem *s, uint32_t id, az_term identity) {
  const az_instance *i = &s->m->instances[id];
  if (!i->is_site || i->sizes == AZ_NONE) return i->size;
  return az_select(s->m->s, az_mem_get(s, i->sizes), identity);
}
