/* Is an access valid, may a pointer be freed, is memory lost (soundness.md 1, 6). Liveness is a bit
 * beside an instance's leaves. What is not known is not valid and not reachable: a proof needs
 * more, a refutation is replayed. */
#include "memory/memory_internal.h"

enum { MOST_CELLS = 64, MOST_SWEEPS = 8 };

static az_term bit(const az_memory *m, bool on) {
  return az_bv(m->s, 1, on);
}

static bool is_static(const az_memory *m, const az_instance *i) {
  return i->object != AZ_NONE && (m->p->objects[i->object].kind == AZ_OBJ_GLOBAL ||
                                  m->p->objects[i->object].kind == AZ_OBJ_STRING);
}

static az_term lives(const az_mem *s, const target *t) {
  const az_memory *m = az_mem_memory(s);
  const az_instance *i = &m->instances[t->id];
  if (is_static(m, i)) return az_true(m->s);
  az_term live = az_mem_get(s, az_memory_live_slot(m, t->id));
  if (i->is_site) live = az_select(m->s, live, t->identity);
  return az_eq(m->s, live, bit(m, true));
}

static az_term zero(const az_memory *m) {
  return az_bv(m->s, m->p->pointer_bits, 0);
}

/* ---- one access ---------------------------------------------------------------------------- */

az_term az_mem_valid(const az_mem *s, az_term pointer, az_term bytes, bool written) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  az_term valid = az_eq(t, bytes, zero(m));
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (!to->id || (written && m->instances[to->id].is_const)) continue;
    az_term size = az_mem_size(s, to->id, to->identity), last = az_bv_sub(t, size, bytes);
    az_term inside = az_and(t, az_bv_ule(t, bytes, size), az_bv_ule(t, to->offset, last));
    valid = az_or(t, valid, az_and(t, to->condition, az_and(t, lives(s, to), inside)));
  }
  arrfree(list.items);
  return valid;
}

az_term az_mem_freeable(const az_mem *s, az_term pointer) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  az_term freeable = az_eq(t, pointer, az_null(m->p));
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (!to->id || !m->instances[to->id].is_heap) continue;
    az_term start = az_and(t, to->condition, az_eq(t, to->offset, zero(m)));
    freeable = az_or(t, freeable, az_and(t, start, lives(s, to)));
  }
  arrfree(list.items);
  return freeable;
}

/* ---- lives --------------------------------------------------------------------------------- */

void az_mem_set_live(az_mem *s, uint32_t id, bool on) {
  const az_memory *m = az_mem_memory(s);
  uint32_t slot = az_memory_live_slot(m, id);
  if (m->instances[id].is_site)
    az_mem_set(s, slot, az_const_array(m->s, AZ_IDENTITY_BITS, bit(m, on)));
  else
    az_mem_set(s, slot, bit(m, on));
}

void az_mem_unlive(az_mem *s, uint32_t id, az_term identity, az_term condition) {
  const az_memory *m = az_mem_memory(s);
  uint32_t slot = az_memory_live_slot(m, id);
  az_term live = az_mem_get(s, slot);
  if (m->instances[id].is_site) {
    az_term now = az_ite(m->s, condition, bit(m, false), az_select(m->s, live, identity));
    az_mem_set(s, slot, az_store_at(m->s, live, identity, now));
  } else {
    az_mem_set(s, slot, az_ite(m->s, condition, bit(m, false), live));
  }
}

void az_mem_release(az_mem *s, az_term pointer, bool heap) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    const az_instance *inst = &m->instances[to->id];
    if (!to->id || !inst->is_allocated || inst->is_heap != heap) continue;
    az_term start = az_and(m->s, to->condition, az_eq(m->s, to->offset, zero(m)));
    az_mem_unlive(s, to->id, to->identity, start);
  }
  arrfree(list.items);
}

void az_mem_renew(az_mem *s, uint32_t id) {
  az_memory *m = az_mem_memory(s);
  az_term nowhere = AZ_NO_TERM;
  for (uint32_t slot = 0; slot < arrlenu(m->slots); slot++) {
    const az_leaf *leaf = m->slots[slot].leaf;
    az_term v = leaf->is_pointer ? az_mem_get(s, slot) : AZ_NO_TERM;
    if (!v) continue;
    az_points_to set = az_memory_targets(m, v);
    bool found = false;
    for (size_t i = 0; i < arrlenu(set.ids); i++) found |= set.ids[i] == id;
    arrfree(set.ids);
    if (!found) continue;
    az_points_to wild = {.flags = AZ_PTS_WILD};
    if (az_leaf_is_array(leaf)) { /* any of its cells may be left from then */
      az_term any = az_fresh(m->s, az_sort_of(m->s, v), "dangling");
      az_memory_points_to(m, any, &wild);
      az_mem_set(s, slot, any);
      continue;
    }
    if (!nowhere) {
      nowhere = az_fresh(m->s, az_sort_bv(az_pointer_width(m->p)), "dangling");
      az_points_to none = {.flags = AZ_PTS_INVALID};
      az_memory_points_to(m, nowhere, &none);
    }
    az_term is = az_memory_is(m, az_pointer_object(m->p, v), id);
    az_mem_set(s, slot, az_ite(m->s, is, nowhere, v));
  }
}

/* ---- the heap ------------------------------------------------------------------------------ */

/* Of `from`, a cell, a pointer leads into the cell that has this link. */
typedef struct link {
  uint32_t from;
  az_term leads;
} link;

/* Of a heap instance that may have living objects: the object asked about (of a site: o*, which is
 * any), when it lives, when a pointer outside the heap leads to it, and when it is reached. */
typedef struct cell {
  uint32_t id;
  bool seen;
  az_term identity, lives, held, reached;
  link *links;    /* stb_ds */
  uint32_t *next; /* stb_ds: cells with a link from this one */
} cell;

static cell *living(const az_mem *s) {
  const az_memory *m = az_mem_memory(s);
  cell *cells = NULL;
  for (uint32_t id = 1; id < arrlenu(m->instances); id++) {
    const az_instance *i = &m->instances[id];
    if (!i->is_heap) continue;
    az_term live = az_mem_get(s, az_memory_live_slot(m, id));
    if (az_is_const(m->s, live) && live == m->slots[az_memory_live_slot(m, id)].initial) continue;
    cell c = {.id = id,
              .identity = i->is_site ? az_memory_fixed(m, id) : AZ_NO_TERM,
              .held = az_false(m->s),
              .reached = az_false(m->s)};
    target t = {az_true(m->s), id, AZ_NO_TERM, c.identity};
    c.lives = lives(s, &t);
    arrput(cells, c);
  }
  return cells;
}

az_term az_mem_all_freed(const az_mem *s) {
  const az_memory *m = az_mem_memory(s);
  cell *cells = living(s);
  az_term holds = az_true(m->s);
  for (size_t i = 0; i < arrlenu(cells); i++)
    holds = az_and(m->s, holds, az_not(m->s, cells[i].lives));
  arrfree(cells);
  return holds;
}

typedef struct search {
  const az_mem *s;
  cell *cells;     /* stb_ds, by id */
  uint32_t *order; /* stb_ds: cells to which pointers may lead, each behind those with a link from
                      it: the last is to be looked at first */
  bool whole;      /* all pointers were followed as far as they lead */
} search;

static cell *find_cell(const search *h, uint32_t id) {
  size_t low = 0, high = arrlenu(h->cells);
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (h->cells[mid].id < id)
      low = mid + 1;
    else
      high = mid;
  }
  return low < arrlenu(h->cells) && h->cells[low].id == id ? &h->cells[low] : NULL;
}

/* A pointer of the cell `from`, or of no cell (AZ_NONE) and there where `when` holds, reaches what
 * it leads into. */
static void follow(search *h, uint32_t from, az_term when, az_term pointer) {
  az_memory *m = az_mem_memory(h->s);
  az_store *t = m->s;
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    cell *c = to->id ? find_cell(h, to->id) : NULL;
    if (!c) continue;
    az_term start = az_eq(t, to->offset, zero(m));
    az_term inside =
        az_or(t, start, az_bv_ule(t, to->offset, az_mem_size(h->s, to->id, to->identity)));
    az_term leads = az_and(t, when, az_and(t, to->condition, inside));
    if (c->identity) leads = az_and(t, leads, az_eq(t, c->identity, to->identity));
    if (from == AZ_NONE) {
      c->held = az_or(t, c->held, leads);
    } else if (!az_is_false(t, leads)) {
      arrput(c->links, ((link){from, leads}));
      arrput(h->cells[from].next, (uint32_t)(c - h->cells));
    }
  }
  arrfree(list.items);
}

/* All pointers of an instance. */
static void follow_all(search *h, uint32_t from, uint32_t id, az_term identity, az_term when) {
  const az_memory *m = az_mem_memory(h->s);
  const az_instance *inst = &m->instances[id];
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    az_term v = leaf->is_pointer ? az_mem_get(h->s, inst->slot + l) : AZ_NO_TERM;
    if (!v) continue;
    uint64_t n = leaf->dimension_count ? leaf->elements : 1;
    bool whole = n > 0; /* else as many cells as fit into the object */
    az_term size = whole ? AZ_NO_TERM : az_mem_size(h->s, id, identity);
    h->whole &= whole && n <= MOST_CELLS;
    if (!whole || n > MOST_CELLS) n = MOST_CELLS;
    for (uint64_t i = 0; i < n; i++) {
      az_term index = az_bv(m->s, m->p->pointer_bits, i), at = v, there = when;
      if (leaf->of_site)
        at =
            az_select(m->s, v, leaf->dimension_count ? az_concat(m->s, identity, index) : identity);
      else if (leaf->dimension_count)
        at = az_select(m->s, v, index);
      if (!whole) {
        uint64_t end = leaf->offset + i * leaf->dimensions[0].stride + leaf->bytes;
        az_term fits = az_bv_ule(m->s, az_bv(m->s, m->p->pointer_bits, end), size);
        there = az_and(m->s, when, fits);
        if (az_is_false(m->s, there)) break;
      }
      follow(h, from, there, at);
    }
  }
}

/* Depth first from a cell that is held: its links, those of the cells that it leads to, the order.
 */
static void explore(search *h, uint32_t root) {
  az_term always = az_true(az_mem_memory(h->s)->s);
  struct {
    uint32_t at;
    size_t next;
  } *path = NULL;
  for (uint32_t at = root; at != AZ_NONE || arrlenu(path);) {
    if (at != AZ_NONE && !h->cells[at].seen) {
      h->cells[at].seen = true;
      follow_all(h, at, h->cells[at].id, h->cells[at].identity, always);
      typeof(*path) step = {at, 0};
      arrput(path, step);
    }
    at = AZ_NONE;
    if (!arrlenu(path)) break;
    typeof(*path) *top = &arrlast(path);
    if (top->next < arrlenu(h->cells[top->at].next)) {
      at = h->cells[top->at].next[top->next++];
    } else {
      arrput(h->order, top->at);
      (void)arrpop(path);
    }
  }
  arrfree(path);
}

/* When it is reached, from what is known of the others; true: that is news. */
static bool reach(search *h, cell *c) {
  az_store *t = az_mem_memory(h->s)->s;
  az_term now = c->held;
  for (size_t i = 0; i < arrlenu(c->links); i++) {
    const cell *from = &h->cells[c->links[i].from];
    az_term there = az_and(t, from->lives, from->reached);
    now = az_or(t, now, az_and(t, there, c->links[i].leads));
  }
  bool news = now != c->reached;
  c->reached = now;
  return news;
}

/* Least fixpoint: a cell is reached where it is held or where a reached one leads to it. Along the
 * order one sweep is all, unless links may lead in circles; what would take many counts as not
 * reached. */
az_term az_mem_all_reachable(const az_mem *s, bool *whole) {
  const az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  search h = {.s = s, .cells = living(s), .whole = true};
  uint32_t n = (uint32_t)arrlenu(h.cells);
  az_term holds = az_true(t);
  for (uint32_t id = 1; n && id < arrlenu(m->instances); id++) {
    const az_instance *i = &m->instances[id];
    if (!i->layout || i->is_heap || i->is_site) continue;
    az_object_kind kind = i->object == AZ_NONE ? AZ_OBJ_LOCAL : m->p->objects[i->object].kind;
    if (kind == AZ_OBJ_TEMP || kind == AZ_OBJ_PARAM) continue; /* copies that C does not have */
    target at = {az_true(t), id, AZ_NO_TERM, AZ_NO_TERM};
    az_term live = lives(s, &at);
    if (!az_is_false(t, live)) follow_all(&h, AZ_NONE, id, AZ_NO_TERM, live);
  }
  for (uint32_t i = 0; i < n; i++)
    if (!az_is_false(t, h.cells[i].held)) explore(&h, i);
  bool news = true;
  for (uint32_t sweep = 0; news && sweep < MOST_SWEEPS; sweep++) {
    news = false;
    for (size_t i = 0, end = arrlenu(h.order); i < end; i++)
      news |= reach(&h, &h.cells[h.order[sweep & 1 ? i : end - 1 - i]]);
  }
  *whole = h.whole && !news;
  for (uint32_t i = 0; i < n; i++) {
    cell *c = &h.cells[i];
    holds = az_and(t, holds, az_or(t, az_not(t, c->lives), c->reached));
    arrfree(c->links);
    arrfree(c->next);
  }
  arrfree(h.cells);
  arrfree(h.order);
  return holds;
}
