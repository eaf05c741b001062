/* Content that becomes unknown: of one object, or of all that unknown code may have changed. */
#include "memory/memory_internal.h"

typedef struct havoc_ctx {
  az_memory *m;
  const az_memory_report *report;
  const char *cause;
} havoc_ctx;
static az_term any_content(void *ctx, const az_leaf *leaf, uint32_t slot) {
  (void)slot;
  havoc_ctx *h = ctx;
  az_term v = az_memory_unknown(h->m, az_leaf_sort(h->m->p, leaf), h->report, h->cause);
  if (leaf->is_pointer) az_memory_points_to(h->m, v, &az_points_anywhere);
  return v;
}

void az_mem_havoc_target(az_mem *s, const target *t, const az_memory_report *report,
                         const char *cause) {
  az_memory *m = az_mem_memory(s);
  assert(t->id && m->instances[t->id].layout); /* an object, with content */
  az_mem *changed = az_mem_copy(s);
  havoc_ctx h = {m, report, cause};
  az_mem_fill(changed, t->id, any_content, &h);
  if (az_is_true(m->s, t->condition)) {
    for (uint32_t l = 0; l < m->instances[t->id].layout->leaf_count; l++)
      az_mem_set(s, m->instances[t->id].slot + l,
                 az_mem_get(changed, m->instances[t->id].slot + l));
  } else {
    az_mem_merge(s, changed, t->condition);
  }
  az_mem_free(changed);
}

void az_mem_forget(az_mem *s, uint32_t id, az_term condition, const char *cause,
                   const az_memory_report *report) {
  target t = {condition, id, AZ_NO_TERM, AZ_NO_TERM};
  az_mem_havoc_target(s, &t, report, cause);
}

/* ---- what pointers lead to ------------------------------------------------------------------ */

/* Memory outside all objects may hold pointers to any object. */
enum { UNKNOWN = AZ_PTS_WILD | AZ_PTS_EXTERN };

typedef struct reached {
  uint32_t id, visits;
  az_term when;
} reached;

typedef struct search {
  az_mem *s;
  reached *objects; /* stb_ds */
  uint32_t *todo;   /* stb_ds: indices into objects */
  az_term when;     /* condition under which anything changes */
  az_term wild;     /* condition that a pointer points to an unknown object */
  az_term calls;    /* condition that a pointer points to a function of the program */
} search;

static void reach(search *h, uint32_t id, az_term when) {
  az_memory *m = az_mem_memory(h->s);
  const az_instance *inst = az_memory_instance(m, id);
  if (!inst || inst->is_const || az_is_false(m->s, when)) return;
  uint32_t at = 0;
  while (at < arrlenu(h->objects) && h->objects[at].id != id) at++;
  if (at == arrlenu(h->objects)) arrput(h->objects, ((reached){id, 0, az_false(m->s)}));
  reached *o = &h->objects[at];
  az_term now = az_or(m->s, o->when, when);
  if (now == o->when) return;
  bool weakened = az_limits_room(m->limits, AZ_LIMIT_havoc_visits, o->visits++);
  o->when = weakened ? now : h->when;
  arrput(h->todo, at);
}

static void note_functions(search *h, az_term pointer, az_term when) {
  az_memory *m = az_mem_memory(h->s);
  az_points_to set = az_memory_targets(m, pointer);
  bool array = az_sort_kind_of(az_sort_of(m->s, pointer)) == AZ_SORT_ARRAY;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    uint32_t id = set.ids[i];
    if (!id || id > m->p->object_count || m->p->objects[id - 1].kind != AZ_OBJ_FUNCTION) continue;
    az_term is = array ? az_true(m->s) : az_memory_is(m, az_pointer_object(m->p, pointer), id);
    h->calls = az_or(m->s, h->calls, az_and(m->s, when, is));
  }
  arrfree(set.ids);
}

static void follow(search *h, az_term pointer, az_term when) {
  az_memory *m = az_mem_memory(h->s);
  note_functions(h, pointer, when);
  /* An array represents the pointers in all of its cells. */
  if (az_sort_kind_of(az_sort_of(m->s, pointer)) == AZ_SORT_ARRAY) {
    az_points_to set = az_memory_targets(m, pointer);
    for (size_t i = 0; i < arrlenu(set.ids); i++) reach(h, set.ids[i], when);
    if (set.flags & UNKNOWN) h->wild = az_or(m->s, h->wild, when);
    arrfree(set.ids);
    return;
  }
  targets list = az_memory_resolve(m, pointer);
  az_term named = az_false(m->s);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *t = &list.items[i];
    reach(h, t->id, az_and(m->s, when, t->condition));
    named = az_or(m->s, named, t->condition);
  }
  if (list.flags & UNKNOWN) h->wild = az_or(m->s, h->wild, az_and(m->s, when, az_not(m->s, named)));
  arrfree(list.items);
}

void az_mem_havoc(az_mem *s, const az_term *pointers, uint32_t count, az_term when,
                  const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  search h = {.s = s, .when = when, .wild = az_false(m->s), .calls = az_false(m->s)};
  for (uint32_t i = 0; i < count; i++) follow(&h, pointers[i], when);
  while (arrlenu(h.todo)) {
    reached o = h.objects[arrpop(h.todo)];
    az_instance inst = m->instances[o.id];
    for (uint32_t l = 0; l < inst.layout->leaf_count; l++) {
      az_term v = inst.layout->leaves[l].is_pointer ? az_mem_get(s, inst.slot + l) : AZ_NO_TERM;
      if (v) follow(&h, v, o.when);
    }
  }
  for (size_t i = 0; i < arrlenu(h.objects); i++) {
    target t = {h.objects[i].when, h.objects[i].id, AZ_NO_TERM, AZ_NO_TERM};
    az_mem_havoc_target(s, &t, NULL, NULL);
  }
  if (!az_is_false(m->s, h.wild))
    az_memory_unmodelled(report, h.wild, "unknown function given an unknown pointer");
  if (!az_is_false(m->s, h.calls))
    az_memory_unmodelled(report, h.calls, "a function of the program is given to an unknown one");
  arrfree(h.objects);
  arrfree(h.todo);
}
