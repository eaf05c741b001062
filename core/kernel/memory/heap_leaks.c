/* Leaks, and heap objects that are not freed (docs/soundness.md 6). An object that may or may not
 * be reachable counts as not reachable: proofs do not rely on it, and refutations are replayed.
 *
 * An observation may give each object a holder and a rank (ansatz/observation.h). If every live
 * object is reachable, or has a live holder of lower rank that points to it, none is leaked: the
 * holder of the leaked object with the lowest rank would not be leaked, hence neither would the
 * object. The query is therefore whether some live object o* is not reachable and has no such
 * holder. The query chooses o** as the holder. The ghost fields are not trusted. */
#include "memory/memory_internal.h"
#include <stdio.h>

/* A pointer of the cell `from` points into the cell that has this link. */
typedef struct link {
  uint32_t from;
  az_term leads;
} link;

/* One object of a heap instance that may have live objects; for a site, o* or o**, which represent
 * all its objects. Its conditions: it is live; a pointer outside the heap points to it (`held`); it
 * is held, or a pointer of another reached object points to it (`reached`). */
typedef struct cell {
  uint32_t id;
  bool seen;
  az_term instance_number, lives, held, reached;
  link *links;    /* stb_ds */
  uint32_t *next; /* stb_ds: cells with a link from this one */
} cell;

static cell *living(const az_mem *s, bool second) {
  const az_memory *m = az_mem_memory(s);
  cell *cells = NULL;
  for (uint32_t id = 1; id < arrlenu(m->instances); id++) {
    const az_instance *i = &m->instances[id];
    if (!i->is_heap) continue;
    az_term live = az_mem_get(s, az_memory_live_slot(m, id));
    if (az_is_const(m->s, live) && live == m->slots[az_memory_live_slot(m, id)].initial) continue;
    az_term any = second ? az_memory_second(m, id) : az_memory_fixed(m, id);
    cell c = {.id = id,
              .instance_number = i->is_site ? any : AZ_NO_TERM,
              .held = az_false(m->s),
              .reached = az_false(m->s)};
    c.lives = az_mem_object_lives(s, id, c.instance_number);
    assert(!arrlenu(cells) || arrlast(cells).id < id); /* find_cell bisects */
    arrput(cells, c);
  }
  return cells;
}

az_term az_mem_all_freed(const az_mem *s) {
  const az_memory *m = az_mem_memory(s);
  cell *cells = living(s, false);
  az_term holds = az_true(m->s);
  for (size_t i = 0; i < arrlenu(cells); i++)
    holds = az_and(m->s, holds, az_not(m->s, cells[i].lives));
  arrfree(cells);
  return holds;
}

typedef struct search {
  const az_mem *s;
  cell *cells;       /* stb_ds, by id */
  uint32_t *order;   /* stb_ds: cells that pointers may point to, in post-order along links */
  bool whole;        /* all pointers were followed to the end */
  az_term *pointers; /* stb_ds: the pointers that were followed */
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

/* Adds the targets of a pointer of the cell `from`, or of no cell (AZ_NONE), under `when`. */
static void follow(search *h, uint32_t from, az_term when, az_term pointer) {
  az_memory *m = az_mem_memory(h->s);
  az_store *t = m->s;
  targets list = az_memory_resolve(m, pointer);
  arrput(h->pointers, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    cell *c = to->id ? find_cell(h, to->id) : NULL;
    if (!c) continue;
    az_term start = az_eq_value(t, to->offset, 0);
    az_term inside =
        az_or(t, start, az_bv_ule(t, to->offset, az_mem_size(h->s, to->id, to->instance_number)));
    az_term leads = az_and(t, when, az_and(t, to->condition, inside));
    if (c->instance_number)
      leads = az_and(t, leads, az_eq(t, c->instance_number, to->instance_number));
    if (from == AZ_NONE) {
      c->held = az_or(t, c->held, leads);
    } else if (!az_is_false(t, leads)) {
      arrput(c->links, ((link){from, leads}));
      arrput(h->cells[from].next, (uint32_t)(c - h->cells));
    }
  }
  arrfree(list.items);
}

/* Follows all pointers of an instance. */
static void follow_all(search *h, uint32_t from, uint32_t id, az_term instance_number,
                       az_term when) {
  const az_memory *m = az_mem_memory(h->s);
  const az_instance *inst = &m->instances[id];
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    az_term v = leaf->is_pointer ? az_mem_get(h->s, inst->slot + l) : AZ_NO_TERM;
    if (!v) continue;
    uint64_t n = leaf->dimension_count ? leaf->elements : 1;
    bool whole = n > 0; /* false: as many cells as fit into the object */
    az_term size = whole ? AZ_NO_TERM : az_mem_size(h->s, id, instance_number);
    h->whole &= whole && n <= az_limits_or_default(m->limits)->lost_cells;
    for (uint64_t i = 0; !whole || i < n; i++) {
      if (!az_limits_room(m->limits, AZ_LIMIT_lost_cells, i)) break;
      az_term index = az_bv(m->s, m->p->pointer_bits, i), at = v, there = when;
      if (leaf->of_site)
        at = az_select(m->s, v,
                       leaf->dimension_count ? az_concat(m->s, instance_number, index)
                                             : instance_number);
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

/* Explores links depth-first from a cell that is held, and appends the cells to the order. */
static void explore(search *h, uint32_t root) {
  az_term always = az_true(az_mem_memory(h->s)->s);
  struct {
    uint32_t at;
    size_t next;
  } *path = NULL;
  for (uint32_t at = root; at != AZ_NONE || arrlenu(path);) {
    if (at != AZ_NONE && !h->cells[at].seen) {
      h->cells[at].seen = true;
      follow_all(h, at, h->cells[at].id, h->cells[at].instance_number, always);
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
      assert(arrlenu(h->order) <= arrlenu(h->cells)); /* each cell at most once */
      (void)arrpop(path);
    }
  }
  arrfree(path);
}

/* Recomputes the condition that the cell is reached, from the conditions of other cells. Returns
 * whether it changed. */
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

/* Follows the pointers of globals and live locals. */
static void follow_roots(search *h) {
  const az_memory *m = az_mem_memory(h->s);
  for (uint32_t id = 1; arrlenu(h->cells) && id < arrlenu(m->instances); id++) {
    const az_instance *i = &m->instances[id];
    if (!i->layout || i->is_heap || i->is_site) continue;
    az_object_kind kind = i->object == AZ_NONE ? AZ_OBJ_LOCAL : m->p->objects[i->object].kind;
    if (kind == AZ_OBJ_TEMP || kind == AZ_OBJ_PARAM) continue; /* copies that C does not have */
    az_term live = az_mem_object_lives(h->s, id, AZ_NO_TERM);
    if (!az_is_false(m->s, live)) follow_all(h, AZ_NONE, id, AZ_NO_TERM, live);
  }
}

/* Computes a least fixed point: a cell is reached if it is held or if a reached cell points to it.
 * In reverse post-order one sweep suffices, unless links form cycles; cells that would take many
 * sweeps count as not reached. */
static void spread(search *h) {
  const az_memory *m = az_mem_memory(h->s);
  follow_roots(h);
  for (uint32_t i = 0; i < arrlenu(h->cells); i++)
    if (!az_is_false(m->s, h->cells[i].held)) explore(h, i);
  bool news = true;
  for (uint32_t sweep = 0; news && az_limits_room(m->limits, AZ_LIMIT_lost_sweeps, sweep);
       sweep++) {
    news = false;
    for (size_t i = 0, end = arrlenu(h->order); i < end; i++)
      news |= reach(h, &h->cells[h->order[sweep & 1 ? i : end - 1 - i]]);
  }
  h->whole &= !news;
}

static void end_search(search *h) {
  for (size_t i = 0; i < arrlenu(h->cells); i++) {
    arrfree(h->cells[i].links);
    arrfree(h->cells[i].next);
  }
  arrfree(h->cells);
  arrfree(h->order);
  arrfree(h->pointers);
}

az_term az_mem_all_reachable(const az_mem *s, bool *whole) {
  az_store *t = az_mem_memory(s)->s;
  search h = {.s = s, .cells = living(s, false), .whole = true};
  az_term holds = az_true(t);
  spread(&h);
  *whole = h.whole;
  for (size_t i = 0; i < arrlenu(h.cells); i++)
    holds = az_and(t, holds, az_or(t, az_not(t, h.cells[i].lives), h.cells[i].reached));
  end_search(&h);
  return holds;
}

/* ---- by holders ------------------------------------------------------------------------------ */

/* Returns the condition that o* of that cell is live, not reachable, and without a holder as above.
 * If the holder belongs to a site, it is o** of that site. */
static az_term unsupported(const az_mem *s, const az_holders *by, bool freed, size_t at) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  search h = {.s = s, .cells = living(s, false)};
  const cell *c = &h.cells[at];
  az_term holder = az_mem_ghost(s, by->holder, c->id, c->instance_number), held = az_false(t);
  az_memory_mention_holder(m, holder);
  az_term rank = az_mem_ghost(s, by->rank, c->id, c->instance_number), named = c->lives;
  for (size_t i = 0; i < arrlenu(h.cells); i++) {
    const cell *w = &h.cells[i];
    az_term n = w->instance_number ? az_memory_second(m, w->id) : AZ_NO_TERM;
    az_term id = az_bv(t, AZ_INSTANCE_BITS, w->id);
    az_term site = az_eq(t, az_extract(t, holder, AZ_INSTANCE_BITS - 1, 0), id);
    az_term is = az_eq(t, holder, n ? az_concat(t, n, id) : az_bv(t, AZ_OBJECT_BITS, w->id));
    if (n) named = az_and(t, named, az_implies(t, site, is));
    is = az_and(t, is, az_mem_object_lives(s, w->id, n));
    is = az_and(t, is, az_bv_ult(t, az_mem_ghost(s, by->rank, w->id, n), rank));
    held = az_or(t, held, is);
    if (!freed) follow_all(&h, AZ_NONE, w->id, n, is);
  }
  if (!freed) spread(&h);
  az_term lost = az_and(t, named, az_not(t, freed ? held : c->reached));
  end_search(&h);
  return lost;
}

az_term az_mem_supported(const az_mem *s, const az_holders *by, bool freed) {
  const az_memory *m = az_mem_memory(s);
  cell *cells = living(s, false);
  az_term holds = az_true(m->s);
  for (size_t i = 0; i < arrlenu(cells); i++)
    holds = az_and(m->s, holds, az_not(m->s, unsupported(s, by, freed, i)));
  arrfree(cells);
  return holds;
}
