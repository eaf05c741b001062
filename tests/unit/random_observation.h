/* An observation of which nothing is sensible: ghost cells of all scopes whose updates are random
 * terms over the formals of each event, random terms over what a cut point offers as variables, and
 * views with random guards. It states no axiom, so whatever it shows may cost precision and time,
 * but must make no verdict wrong (ansatz/observation.h). All of it is a function of the option
 * `seed`. */
#ifndef RANDOM_OBSERVATION_H
#define RANDOM_OBSERVATION_H

#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

enum { RANDOM_CELLS = 6, RANDOM_POOL = 48 };

typedef struct random_observation {
  az_store *store;
  const az_program *program;
  uint64_t seed;
  az_ghost cells[RANDOM_CELLS];
} random_observation;

/* ---- random numbers -------------------------------------------------------------------------- */

typedef struct random_source {
  uint64_t state;
} random_source;

static inline uint64_t random_next(random_source *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static inline uint32_t random_below(random_source *r, uint32_t n) {
  return (uint32_t)(random_next(r) % n);
}
static inline void random_mix(random_source *r, uint64_t with) {
  r->state = random_next(r) ^ with * 0xff51afd7ed558ccdu;
}
static inline void random_mix_text(random_source *r, const char *text) {
  for (; *text; text++) random_mix(r, (uint8_t)*text);
}

/* ---- random terms ---------------------------------------------------------------------------- */

typedef struct random_pool { /* terms that a term may be made of: bit-vectors and bools */
  az_term of[RANDOM_POOL];
  uint32_t count;
} random_pool;

static inline void random_offer(az_store *s, random_pool *pool, az_term t) {
  if (!t || pool->count == RANDOM_POOL) return;
  az_sort_kind kind = az_sort_kind_of(az_sort_of(s, t));
  if (kind == AZ_SORT_BV || kind == AZ_SORT_BOOL) pool->of[pool->count++] = t;
}

static inline az_term random_fit(az_store *s, az_term t, uint32_t bits) {
  az_sort sort = az_sort_of(s, t);
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL)
    return az_ite(s, t, az_bv(s, bits, 1), az_bv(s, bits, 0));
  uint32_t width = az_sort_width(sort);
  if (width > bits) return az_extract(s, t, bits - 1, 0);
  return width < bits ? az_zext(s, t, bits) : t;
}

static inline az_term random_guard(az_store *s, random_source *r, const random_pool *pool);

static inline az_term random_term(az_store *s, random_source *r, const random_pool *pool,
                                  uint32_t bits, uint32_t depth) {
  if (!depth || random_below(r, 4) == 0) {
    if (pool->count && random_below(r, 3))
      return random_fit(s, pool->of[random_below(r, pool->count)], bits);
    uint64_t v = random_below(r, 2) ? random_below(r, 4) : random_next(r);
    return az_bv(s, bits, bits < 64 ? v & ((UINT64_C(1) << bits) - 1) : v);
  }
  uint32_t how = random_below(r, 7);
  if (how == 0)
    return az_ite(s, random_guard(s, r, pool), random_term(s, r, pool, bits, depth - 1),
                  random_term(s, r, pool, bits, depth - 1));
  az_term a = random_term(s, r, pool, bits, depth - 1),
          b = random_term(s, r, pool, bits, depth - 1);
  switch (how) {
  case 1: return az_bv_sub(s, a, b);
  case 2: return az_bv_and(s, a, b);
  case 3: return az_bv_or(s, a, b);
  case 4: return az_bv_xor(s, a, b);
  default: return az_bv_add(s, a, b);
  }
}

static inline az_term random_guard(az_store *s, random_source *r, const random_pool *pool) {
  static const uint32_t widths[] = {1, 3, 8, 32};
  uint32_t bits = widths[random_below(r, 4)];
  az_term a = random_term(s, r, pool, bits, 1), b = random_term(s, r, pool, bits, 1);
  switch (random_below(r, 4)) {
  case 0: return az_bv_ult(s, a, b);
  case 1: return az_bv_slt(s, a, b);
  case 2: return az_ne(s, a, b);
  default: return az_eq(s, a, b);
  }
}

/* ---- ghost cells ----------------------------------------------------------------------------- */

static inline void *random_open(const az_program *program, az_store *store, const az_desc *options,
                                az_error *err) {
  static const char *const names[RANDOM_CELLS] = {"random_e0", "random_e1", "random_l0",
                                                  "random_l1", "random_o0", "random_o1"};
  static const uint32_t widths[] = {1, 2, 3, 8, 32, 64};
  (void)err;
  random_observation *o = calloc(1, sizeof *o);
  if (!o) return NULL;
  o->store = store;
  o->program = program;
  o->seed = (uint64_t)az_desc_int(options, "seed");
  random_source r = {o->seed};
  for (uint32_t i = 0; i < RANDOM_CELLS; i++) {
    uint32_t bits = widths[random_below(&r, sizeof widths / sizeof *widths)];
    o->cells[i] = (az_ghost){.name = names[i],
                             .scope = i < 2   ? AZ_GHOST_EXECUTION
                                      : i < 4 ? AZ_GHOST_LOOP
                                              : AZ_GHOST_OBJECT,
                             .bits = bits,
                             .initial = random_below(&r, 2)};
  }
  return o;
}

static inline const az_ghost *random_ghosts(void *self, uint32_t *count) {
  *count = RANDOM_CELLS;
  return ((random_observation *)self)->cells;
}

static inline az_term random_update(void *self, uint32_t number, const az_ghost_event *event) {
  const random_observation *o = self;
  random_source r = {o->seed};
  random_mix(&r, number);
  random_mix(&r, (uint64_t)event->kind * 2 + event->own);
  if (random_below(&r, 3) == 0 && event->stmt) random_mix(&r, event->stmt->loc.line);
  if (random_below(&r, 4) == 0) return AZ_NO_TERM;
  random_pool pool = {.count = 0};
  const az_term formals[] = {event->old,   event->old,  event->place,  event->pointer,
                             event->value, event->size, event->happens};
  for (size_t i = 0; i < sizeof formals / sizeof *formals; i++)
    random_offer(o->store, &pool, formals[i]);
  return random_term(o->store, &r, &pool, o->cells[number].bits, 2);
}

/* ---- variables and views --------------------------------------------------------------------- */

typedef struct random_declaration {
  const random_observation *o;
  az_cut *cut;
  random_source r;
  random_pool pool;
  az_path paths[RANDOM_POOL];
  uint32_t path_count;
  uint32_t made;
} random_declaration;

static inline void random_take(random_declaration *d, az_path path) {
  if (!path || d->path_count == RANDOM_POOL || random_below(&d->r, 4) == 0) return;
  d->paths[d->path_count++] = path;
  az_term value[2], there = AZ_NO_TERM;
  uint32_t n = az_cut_formals(d->cut, path, value, random_below(&d->r, 2) ? &there : NULL);
  for (uint32_t i = 0; i < n; i++) random_offer(d->o->store, &d->pool, value[i]);
  random_offer(d->o->store, &d->pool, there);
}

/* Ghost cells, what objects and pointers hold, cells, values on entry. */
static inline void random_paths(random_declaration *d) {
  az_cut *cut = d->cut;
  const az_tvar *const *vars;
  const uint32_t *loops, *sites;
  const az_object_field *fields;
  for (uint32_t i = 0; i < 4; i++) random_take(d, az_cut_ghost(cut, NULL, &d->o->cells[i]));
  for (uint32_t i = 0, n = az_cut_loops(cut, &loops); i < n && i < 3; i++)
    random_take(d, az_cut_loop_ghost(cut, loops[i], &d->o->cells[2 + random_below(&d->r, 2)]));
  for (uint32_t i = 0, n = az_cut_sites(cut, &sites); i < n && i < 2; i++) {
    for (uint32_t ordinal = 0; ordinal < 2; ordinal++) {
      az_path object = az_cut_fixed(cut, sites[i], ordinal);
      random_take(d, object);
      for (uint32_t g = 4; g < 6; g++) random_take(d, az_cut_ghost(cut, object, &d->o->cells[g]));
      for (uint32_t f = 0, m = az_cut_fields(cut, sites[i], &fields); f < m && f < 3; f++)
        random_take(d, az_cut_field(cut, object, &fields[f]));
    }
  }
  uint32_t count = az_cut_vars(cut, &vars);
  for (uint32_t i = 0; i < count && i < 12; i++) {
    (void)az_cut_vars(cut, &vars); /* the list moves when it grows */
    const az_tvar *v = vars[i];
    if (v->kind == AZ_TV_INT || v->kind == AZ_TV_POINTER) random_take(d, v->path);
    if (v->kind == AZ_TV_ARRAY) random_take(d, az_cut_cell(cut, v->path, random_below(&d->r, 4)));
    if (v->kind != AZ_TV_POINTER) continue;
    random_take(d, az_cut_ghost(cut, v->path, &d->o->cells[4 + random_below(&d->r, 2)]));
    for (uint32_t f = 0, m = az_cut_fields_behind(cut, v->path, &fields); f < m && f < 2; f++)
      random_take(d, az_cut_field(cut, v->path, &fields[f]));
  }
  for (uint32_t i = 0, n = d->path_count; i < n; i++)
    if (random_below(&d->r, 3) == 0) random_take(d, az_cut_entry(cut, d->paths[i]));
}

static inline void random_variables(random_declaration *d, uint32_t view) {
  static const uint32_t widths[] = {1, 3, 8, 16, 32, 64};
  for (uint32_t i = 0, n = 1 + random_below(&d->r, 3); i < n && d->path_count; i++)
    az_cut_add_path(d->cut, view, d->paths[random_below(&d->r, d->path_count)],
                    random_below(&d->r, 4) ? NULL : &(az_tvar){.auxiliary = true});
  for (uint32_t i = 0, n = random_below(&d->r, 3); i < n; i++) {
    uint32_t bits = widths[random_below(&d->r, 6)];
    char name[40];
    snprintf(name, sizeof name, "random%u", d->made++);
    az_term term = random_term(d->o->store, &d->r, &d->pool, bits, 3);
    az_cut_add_term(d->cut, view, &term, NULL,
                    &(az_tvar){.kind = AZ_TV_INT,
                               .name = name,
                               .bits = bits,
                               .is_signed = random_below(&d->r, 2),
                               .auxiliary = random_below(&d->r, 4) == 0});
  }
}

/* One of two pointers or addresses, by a guard. */
static inline void random_pointer(random_declaration *d, uint32_t view) {
  az_term a[2], b[2], value[2];
  if (!d->path_count) return;
  az_path p = d->paths[random_below(&d->r, d->path_count)];
  az_path q = d->paths[random_below(&d->r, d->path_count)];
  if (az_cut_formals(d->cut, p, a, NULL) != 2 || az_cut_formals(d->cut, q, b, NULL) != 2) return;
  az_term guard = random_guard(d->o->store, &d->r, &d->pool);
  for (int i = 0; i < 2; i++) value[i] = az_ite(d->o->store, guard, a[i], b[i]);
  char name[40];
  snprintf(name, sizeof name, "random%u", d->made++);
  az_cut_add_term(d->cut, view, value, p,
                  &(az_tvar){.kind = AZ_TV_POINTER,
                             .name = name,
                             .bits = az_pointer_width(az_cut_program(d->cut)),
                             .anywhere = true,
                             .auxiliary = random_below(&d->r, 2)});
}

static inline bool random_declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  enum { MOST_VIEWS = 6 };
  random_declaration d = {.o = self, .cut = cut, .r = {((random_observation *)self)->seed}};
  random_mix_text(&d.r, az_cut_view_at(cut, az_cut_view_of_all(cut))->name);
  random_paths(&d);
  uint32_t views[MOST_VIEWS] = {az_cut_view_of_all(cut)}, count = 1;
  const uint32_t *sites;
  uint32_t n = az_cut_sites(cut, &sites);
  if (n && random_below(&d.r, 4)) {
    views[count] = az_cut_view_of_object(cut, sites[random_below(&d.r, n)]);
    count += views[count] != UINT32_MAX;
  }
  for (uint32_t i = 0, more = random_below(&d.r, 4); i < more && count < MOST_VIEWS; i++) {
    char name[40];
    snprintf(name, sizeof name, " [random %u]", i);
    az_term guard = random_guard(d.o->store, &d.r, &d.pool);
    views[count] = az_cut_view(cut, &(az_view_description){.of = views[random_below(&d.r, count)],
                                                           .name = name,
                                                           .guard = guard,
                                                           .group = i + 1,
                                                           .depth = 1});
    count += views[count] != UINT32_MAX;
  }
  for (uint32_t v = 0; v < count; v++) {
    random_variables(&d, views[v]);
    if (random_below(&d.r, 2)) random_pointer(&d, views[v]);
  }
  return true;
}

static const az_observation_ops random_operations = {.open = random_open,
                                                     .close = free,
                                                     .ghosts = random_ghosts,
                                                     .update = random_update,
                                                     .declare = random_declare,
                                                     .phase = 2};

static const az_option random_options[] = {{.name = "seed",
                                            .type = AZ_OPT_INT,
                                            .summary = "of all that is random",
                                            .initial = "1",
                                            .least = 0,
                                            .greatest = 1000000000},
                                           {0}};

#define RANDOM_OBSERVATION                                                                         \
  {.abi = AZ_ABI,                                                                                  \
   .size = sizeof(az_module),                                                                      \
   .kind = AZ_MODULE_OBSERVATION,                                                                  \
   .name = "random_ghosts",                                                                        \
   .version = "1.0",                                                                               \
   .summary = "random ghost cells, variables and views",                                           \
   .options = random_options,                                                                      \
   .operations = &random_operations,                                                               \
   .operations_size = sizeof random_operations}

#endif
