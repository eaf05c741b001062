/* One arbitrary but fixed object o* of each allocation site (docs/soundness.md 6): its fields, and
 * which objects are live. A claim about o* is a claim about every object of the site, since nothing
 * selects o*. There are two kinds of views of o*:
 *   "site"             o* is live;
 *   "site but p"       o* is live and the pointer p of the loop does not lead to o*: for claims
 *                      that are not true yet of the loop's current object. There is one view for
 *                      each pointer or, if these are many, one for all pointers together.
 * A third kind describes an array that is allocated outside all loops:
 *   "p at array"       p leads to the array: for claims that end with the array's lifetime. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct objects {
  uint32_t most_pointers;
} objects;

static void *open_objects(const az_program *program, az_store *store, const az_desc *options,
                          az_error *err) {
  (void)program, (void)store, (void)err;
  objects *o = az_calloc(1, sizeof *o);
  o->most_pointers = (uint32_t)az_desc_int(options, "pointers");
  return o;
}

static void add_fields(az_cut *cut, uint32_t view, az_path object, uint32_t site) {
  const az_object_field *fields;
  uint32_t n = az_cut_fields(cut, site, &fields);
  for (uint32_t f = 0; f < n; f++)
    az_cut_add_path(cut, view, az_cut_field(cut, object, &fields[f]), NULL);
}

static bool may_lead_to(const az_tvar *v, uint32_t site) {
  for (uint32_t t = 0; t < v->target_count; t++)
    if (v->targets[t] == site) return true;
  return false;
}

/* Lists the loop's own pointers that may lead to objects of the site. */
static uint32_t pointers_to(az_cut *cut, uint32_t site, const az_tvar **list, uint32_t most) {
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars), n = 0;
  for (uint32_t i = 0; i < count && n < most; i++) {
    const az_tvar *v = vars[i];
    bool own =
        v->kind == AZ_TV_POINTER && v->path->kind == AZ_ACCESS_PROGRAM && v->object != AZ_NONE;
    if (own && v->view == az_cut_view_of_all(cut) && (!v->changes || may_lead_to(v, site)))
      list[n++] = v;
  }
  return n;
}

/* Returns the condition that the pointer does not point to o*. */
static az_term leads_elsewhere(az_cut *cut, const az_tvar *pointer, const az_term object[2]) {
  az_term value[2];
  if (!az_cut_formals(cut, pointer->path, value, NULL)) return az_true(az_cut_store(cut));
  return az_ne(az_cut_store(cut), value[0], object[0]);
}

static void except_view(az_cut *cut, uint32_t of, az_path object, uint32_t site,
                        const az_tvar *const *pointers, uint32_t count) {
  az_store *s = az_cut_store(cut);
  az_term fixed[2], guard = az_true(s);
  if (!az_cut_formals(cut, object, fixed, NULL)) return;
  char name[400] = " but ";
  for (uint32_t i = 0; i < count; i++) {
    guard = az_and(s, guard, leads_elsewhere(cut, pointers[i], fixed));
    size_t n = strlen(name);
    snprintf(name + n, sizeof name - n, "%s%s", i ? ", " : "", pointers[i]->name);
  }
  uint32_t view = az_cut_view(
      cut, &(az_view_description){.of = of, .name = name, .guard = guard, .except = true});
  if (view != UINT32_MAX) add_fields(cut, view, object, site);
}

/* Declares views of the site's arrays, each without the target of a field behind `pointers`. */
static void declare_links(const objects *o, az_cut *cut, uint32_t site,
                          const az_tvar *const *pointers, uint32_t count) {
  uint32_t view = az_cut_view_of_object(cut, site), made = 0;
  const az_object_field *cells, *fields;
  uint32_t kinds = az_cut_fields(cut, site, &cells);
  bool is_array = kinds > 0; /* the site has only arrays */
  for (uint32_t f = 0; f < kinds; f++) is_array &= cells[f].is_array;
  for (uint32_t i = 0; is_array && i < count; i++) {
    uint32_t n = az_cut_fields_behind(cut, pointers[i]->path, &fields);
    for (uint32_t f = 0; f < n && made < o->most_pointers; f++) {
      if (!fields[f].is_pointer || fields[f].is_array) continue;
      az_path path = az_cut_field(cut, pointers[i]->path, &fields[f]);
      const az_tvar *link =
          path ? az_cut_add_path(cut, az_cut_view_of_all(cut), path, &(az_tvar){.auxiliary = true})
               : NULL;
      if (!link || !may_lead_to(link, site)) continue;
      except_view(cut, view, az_cut_fixed(cut, site, 0), site, &link, 1);
      made++;
    }
  }
}

static void declare_site(const objects *o, az_cut *cut, uint32_t site) {
  enum { MOST = 64 };
  const az_tvar *pointers[MOST];
  az_path object = az_cut_fixed(cut, site, 0);
  uint32_t view = az_cut_view_of_object(cut, site);
  if (view == UINT32_MAX) return;
  add_fields(cut, view, object, site);
  if (!az_cut_changes_site(cut, site)) return;
  uint32_t n = pointers_to(cut, site, pointers, MOST);
  if (n > o->most_pointers)
    except_view(cut, view, object, site, pointers, n);
  else
    for (uint32_t i = 0; i < n; i++) except_view(cut, view, object, site, &pointers[i], 1);
  declare_links(o, cut, site, pointers, n);
}

/* Declares such views for an object, allocated outside all loops, that the loop may free. */
static void declare_object(const objects *o, az_cut *cut, const az_tvar *life) {
  enum { MOST = 16 };
  const az_tvar *pointers[MOST];
  az_store *s = az_cut_store(cut);
  uint32_t id = az_tvar_live_object(life), n = pointers_to(cut, id, pointers, MOST);
  az_term lives[2], guard;
  if (!n || n > o->most_pointers || az_cut_formals(cut, life->path, lives, NULL) != 1) return;
  guard = az_eq(s, lives[0], az_bv(s, 1, 1));
  char name[400];
  snprintf(name, sizeof name, " %s but", life->name);
  az_term object[2] = {az_bv(s, AZ_OBJECT_BITS, id)};
  for (uint32_t i = 0; i < n; i++) {
    size_t end = strlen(name);
    snprintf(name + end, sizeof name - end, "%s %s", i ? "," : "", pointers[i]->name);
    guard = az_and(s, guard, leads_elsewhere(cut, pointers[i], object));
  }
  (void)az_cut_view(
      cut, &(az_view_description){
               .of = az_cut_view_of_all(cut), .name = name, .guard = guard, .except = true});
}

static bool leads_only_to(const az_tvar *pointer, uint32_t id) {
  bool only = !pointer->anywhere;
  for (uint32_t t = 0; t < pointer->target_count; t++) only &= pointer->targets[t] == id;
  return only;
}

/* Returns whether the cut point has a variable for the object's lifetime. */
static bool has_life(az_cut *cut, uint32_t id) {
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars);
  for (uint32_t i = 0; i < count; i++)
    if (az_tvar_live_object(vars[i]) == id) return true;
  return false;
}

/* Declares a second view of an array that is allocated outside all loops, for the states in which a
 * pointer points to it: once the loop frees it, as realloc does, its content is arbitrary. */
static void declare_array(const objects *o, az_cut *cut, const az_tvar *array) {
  enum { MOST = 16 };
  const az_tvar *pointers[MOST];
  az_store *s = az_cut_store(cut);
  uint32_t id = array->path->instance, n = pointers_to(cut, id, pointers, MOST);
  for (uint32_t i = 0; i < n && i < o->most_pointers; i++) {
    az_term value[2], part = az_bv(s, AZ_OBJECT_BITS, id);
    char name[400];
    if (!pointers[i]->changes || leads_only_to(pointers[i], id) ||
        !az_cut_formals(cut, pointers[i]->path, value, NULL))
      continue;
    snprintf(name, sizeof name, " %.160s at %.160s", pointers[i]->name, array->name);
    const az_view_description leads = {
        .of = az_cut_view_of_all(cut), .name = name, .guard = az_eq(s, value[0], part)};
    az_cut_add_path(cut, az_cut_view(cut, &leads), array->path, NULL);
  }
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const uint32_t *sites;
  uint32_t n = az_cut_sites(cut, &sites);
  for (uint32_t i = 0; i < n; i++)
    az_cut_add_path(cut, az_cut_view_of_all(cut), az_cut_live_set(cut, sites[i]), NULL);
  for (uint32_t i = 0; i < n; i++) declare_site(self, cut, sites[i]);
  const az_tvar *const *vars;
  for (uint32_t i = 0, count = az_cut_vars(cut, &vars); i < count; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    const az_tvar *v = vars[i];
    if (az_tvar_live_object(v) && v->changes) declare_object(self, cut, v);
    if (v->kind == AZ_TV_ARRAY && v->view == az_cut_view_of_all(cut) && v->changes &&
        az_cut_object(cut, v) && !has_life(cut, v->path->instance))
      declare_array(self, cut, v);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_objects, .close = free, .declare = declare, .phase = 0};

static const az_option options[] = {
    {.name = "pointers",
     .type = AZ_OPT_INT,
     .summary = "pointers of a loop that get their own view of the objects they do not point to; "
                "beyond it, they share one view",
     .initial = "3",
     .least = 0,
     .greatest = 64},
    {0}};

AZ_MODULE(objects) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "objects", "1.0"),
    .summary = "the fields of an arbitrary but fixed object of each allocation site, and which "
               "objects are alive",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
