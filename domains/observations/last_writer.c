/* The last writer of a pointer into an allocated object: a history variable, a ghost field of every
 * object, which is the number of the statement (and call path) that last stored a pointer through a
 * pointer to the object; 0: none since the object was allocated. It distinguishes nodes that a loop
 * has moved to another list from nodes that the loop has not reached yet. Offered for o* and o** of
 * each site, and for the targets of the loop's pointers and of the links of o*. All of these are
 * auxiliary. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

enum {
  BITS = 8,
  LAST = (1 << BITS) - 1 /* the last number also represents all later statements */
};
static const az_ghost ghost = {
    .name = "last_writer", .scope = AZ_GHOST_OBJECT, .bits = BITS, .initial = 0};

typedef struct last_writer {
  const az_program *program;
  az_store *store;
} last_writer;

static void *open_last_writer(const az_program *program, az_store *store, const az_desc *options,
                              az_error *err) {
  (void)options, (void)err;
  last_writer *w = az_calloc(1, sizeof *w);
  *w = (last_writer){program, store};
  return w;
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  (void)number;
  const last_writer *w = self;
  az_store *s = w->store;
  if (event->kind != AZ_ON_STORE || w->program->types[event->stmt->type].kind != AZ_T_POINTER)
    return AZ_NO_TERM;
  az_term small = az_bv_ult(s, event->place, az_bv(s, 32, LAST));
  const az_term last = az_bv(s, BITS, LAST);
  return az_ite(s, small, az_extract(s, event->place, BITS - 1, 0), last);
}

/* Returns whether the objects have links, so that they are nodes. */
static bool has_links(az_cut *cut, uint32_t site) {
  const az_object_field *fields;
  bool links = false;
  for (uint32_t f = 0, n = az_cut_fields(cut, site, &fields); f < n; f++)
    links |= fields[f].is_pointer && !fields[f].is_array;
  return links;
}

static void declare_second(az_cut *cut, uint32_t view, uint32_t site) {
  az_store *s = az_cut_store(cut);
  az_path other = az_cut_fixed(cut, site, 1), path = az_cut_ghost(cut, other, &ghost);
  az_term first[2], second[2], lives, writer[2];
  if (!az_cut_formals(cut, az_cut_fixed(cut, site, 0), first, NULL) ||
      !az_cut_formals(cut, other, second, &lives) || !az_cut_formals(cut, path, writer, NULL))
    return;
  char name[200];
  snprintf(name, sizeof name, "other %s.(%s)", az_cut_site_name(cut, site), ghost.name);
  az_term there = az_and(s, lives, az_ne(s, second[0], first[0]));
  az_term value = az_ite(s, there, writer[0], az_bv(s, BITS, 0));
  az_cut_add_term(cut, view, &value, path,
                  &(az_tvar){.kind = AZ_TV_INT, .name = name, .bits = BITS, .auxiliary = true});
}

/* Declares the last writers of objects that were allocated outside loops and to which the loop
 * writes. */
static void declare_own(az_cut *cut) {
  const az_tvar *const *vars, like = {.auxiliary = true};
  az_path last = NULL;
  for (uint32_t i = 0, count = az_cut_vars(cut, &vars); i < count; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    const az_tvar *v = vars[i];
    az_path object = v->kind == AZ_TV_POINTER && !v->auxiliary ? az_cut_object(cut, v) : NULL;
    az_path writer = object && object != last ? az_cut_ghost(cut, object, &ghost) : NULL;
    if (writer && az_cut_changes(cut, writer)) az_cut_add_path(cut, v->view, writer, &like);
    if (writer) last = object;
  }
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)err;
  declare_own(cut);
  const uint32_t *sites;
  const az_tvar *const *vars, like = {.auxiliary = true};
  uint32_t n = az_cut_sites(cut, &sites), count = az_cut_vars(cut, &vars);
  for (uint32_t i = 0; i < count; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    const az_tvar *pointer = vars[i];
    if (pointer->kind != AZ_TV_POINTER || pointer->auxiliary) continue;
    if (pointer->view == az_cut_view_of_all(cut) || az_tvar_of_fixed(pointer, 0))
      az_cut_add_path(cut, pointer->view, az_cut_ghost(cut, pointer->path, &ghost), &like);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!has_links(cut, sites[i])) continue;
    az_path of_fixed = az_cut_ghost(cut, az_cut_fixed(cut, sites[i], 0), &ghost);
    const uint32_t *views;
    for (uint32_t v = 0, m = az_cut_views(cut, &views); v < m; v++)
      if (az_cut_view_at(cut, views[v])->heap == sites[i])
        az_cut_add_path(cut, views[v], of_fixed, &like);
    declare_second(cut, az_cut_view_of_object(cut, sites[i]), sites[i]);
  }
  return true;
}

static const az_observation_ops operations = {.open = open_last_writer,
                                              .close = free,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare,
                                              .phase = 1};

AZ_MODULE(last_writer) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "last_writer", "1.0"),
    .summary = "which statement last wrote a pointer into an object",
    AZ_MODULE_OPERATIONS(operations),
};
