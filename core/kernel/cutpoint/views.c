/* Views and variables that the observations of a domain expression declare at each cut point, as
 * the context on which the domain is opened. Sets of observations share views and positions.
 * Variables belong to one set, so that a domain's rows depend only on its own observations. */
#include "cutpoint/internal.h"
#include <stdlib.h>
#include <string.h>

uint32_t add_view(az_cuts *cuts, const az_view *view, uint32_t cut, uint32_t made_by,
                  az_term guard) {
  uint32_t number = (uint32_t)arrlenu(cuts->views);
  az_view v = *view;
  assert(arrlenu(cuts->view_infos) == number && az_sort_of(cuts->s, guard) == az_sort_bool());
  assert(az_is_true(cuts->s, guard) || v.of < number); /* a guard restricts an earlier view */
  if (az_is_true(cuts->s, guard)) v.of = number;
  arrput(cuts->views, v);
  arrput(cuts->view_infos, ((view_info){cut, guard, made_by}));
  return number;
}

const az_view *az_cuts_views(const az_cuts *cuts, uint32_t *count) {
  *count = (uint32_t)arrlenu(cuts->views);
  return cuts->views;
}

uint32_t az_cuts_view_of_all(const az_cuts *cuts, uint32_t view) {
  return view < arrlenu(cuts->view_infos) ? cuts->cuts[cuts->view_infos[view].cut]->view : view;
}

/* ---- for observations ------------------------------------------------------------------------ */

const az_program *az_cut_program(const az_cut *cut) {
  return cut->cuts->ssa->p;
}
az_store *az_cut_store(const az_cut *cut) {
  return cut->cuts->s;
}
uint32_t az_cut_view_of_all(const az_cut *cut) {
  return cut->view;
}

uint32_t az_cut_sites(az_cut *cut, const uint32_t **sites) {
  *sites = cut->sites;
  return (uint32_t)arrlenu(cut->sites);
}

bool az_cut_changes_site(az_cut *cut, uint32_t site) {
  bool changes = false;
  const az_instance *inst = az_memory_instance(cut->cuts->memory, site);
  for (uint32_t l = 0; l <= inst->layout->leaf_count; l++)
    changes |= changes_slot(cut, inst->slot + l);
  return changes;
}

const char *az_cut_site_name(az_cut *cut, uint32_t site) {
  return az_memory_instance(cut->cuts->memory, site)->name;
}

uint32_t az_cut_vars(az_cut *cut, const az_tvar *const **vars) {
  *vars = cut->vars;
  return (uint32_t)arrlenu(cut->vars);
}

uint32_t az_cut_views(az_cut *cut, const uint32_t **views) {
  uint32_t *list = NULL;
  for (size_t i = 0; i < arrlenu(cut->vars); i++) insert_sorted(&list, cut->vars[i]->view);
  uint32_t n = (uint32_t)arrlenu(list), *kept = AZ_COPY(cut->cuts->arena, list, n, n + 1);
  arrfree(list);
  *views = kept;
  return n;
}

const az_view *az_cut_view_at(const az_cut *cut, uint32_t view) {
  return &cut->cuts->views[view];
}

uint32_t az_cut_loops(az_cut *cut, const uint32_t **loops) {
  *loops = cut->around;
  return (uint32_t)arrlenu(cut->around);
}

const char *az_cut_loop_name(az_cut *cut, uint32_t loop) {
  return cut->cuts->ssa->heads[loop].name;
}

uint32_t az_cut_view_of_object(az_cut *cut, uint32_t site) {
  az_cuts *cuts = cut->cuts;
  az_term value[2], lives;
  for (uint32_t v = 0; v < arrlenu(cuts->views); v++)
    if (cuts->view_infos[v].cut == cut->id && !cuts->views[v].by && cuts->views[v].heap == site)
      return v;
  if (!az_cut_formals(cut, az_cut_fixed(cut, site, 0), value, &lives)) return UINT32_MAX;
  az_view view = cuts->views[cut->view];
  view.name = az_arena_printf(cuts->arena, "%s %s", view.name, az_cut_site_name(cut, site));
  view.of = cut->view;
  view.heap = site;
  return add_view(cuts, &view, cut->id, AZ_NONE, lives);
}

uint32_t az_cut_view(az_cut *cut, const az_view_description *d) {
  az_cuts *cuts = cut->cuts;
  const char *by = observers_at(cuts->observers, cut->observer)->module->name;
  az_term own = az_handed_over(cuts->s, d->guard, az_sort_bool(),
                               "observation '%s': the guard of the view '%s'", by, d->name);
  az_term guard = az_and(cuts->s, cuts->view_infos[d->of].guard, own);
  for (uint32_t v = 0; v < arrlenu(cuts->views); v++) {
    const az_view *known = &cuts->views[v];
    if (cuts->view_infos[v].cut == cut->id && cuts->view_infos[v].guard == guard &&
        cuts->view_infos[v].observer == cut->observer && known->of == d->of &&
        known->group == d->group)
      return v;
  }
  if (!az_limits_room(az_ssa_limits(cuts->ssa), AZ_LIMIT_views, arrlenu(cuts->views)))
    return UINT32_MAX;
  az_view view = cuts->views[d->of];
  view.name = az_arena_printf(cuts->arena, "%s%s", view.name, d->name);
  view.of = d->of;
  view.by = by;
  if (d->heap) view.heap = d->heap;
  view.except |= d->except;
  view.group = d->group;
  view.depth = d->depth;
  return add_view(cuts, &view, cut->id, cut->observer, guard);
}

static const az_tvar *keep(az_cut *cut, az_tvar v) {
  az_tvar *kept = AZ_NEW(cut->cuts->arena, az_tvar);
  assert(v.at + az_tvar_terms(&v) <= arrlenu(cut->layout));
  assert(cut->cuts->view_infos[v.view].cut == cut->id); /* a variable of this cut point */
  *kept = v;
  arrput(cut->vars, kept);
  return kept;
}

const az_tvar *az_cut_add_path(az_cut *cut, uint32_t view, az_path path, const az_tvar *like) {
  if (!path || view == UINT32_MAX) return NULL;
  path_info *info = path_of(path);
  az_term there;
  if (path->kind == AZ_ACCESS_FIXED || path->kind == AZ_ACCESS_OBJECT || !lay_out(cut, info))
    return NULL;
  if (info->field && !az_cut_formals(cut, path, (az_term[2]){0}, &there)) return NULL;
  az_tvar v = path_tvar(cut, info);
  v.view = view;
  if (like) {
    v.auxiliary = like->auxiliary;
    if (like->name) v.name = like->name;
    if (like->changes) v.changes = true;
    if (like->is_signed) v.is_signed = true;
  }
  return keep(cut, v);
}

/* Whether the paths of a term's formals change, and whether candidates and samples mention them. */
typedef struct used {
  az_cut *cut;
  bool changes, reads;
} used;

static void note_formal(void *ctx, az_term var) {
  used *u = ctx;
  for (size_t i = 0; i < arrlenu(u->cut->layout); i++) {
    if (u->cut->layout[i].formal != var) continue;
    u->changes |= az_cut_changes(u->cut, &u->cut->layout[i].owner->access);
    u->reads &= u->cut->layout[i].reads;
  }
}

static bool is_well_sorted(const az_cut *cut, const az_term *terms, const az_tvar *like) {
  const az_store *s = cut->cuts->s;
  if (!terms[0] || (like->kind == AZ_TV_POINTER && !terms[1])) return false;
  uint32_t offset = cut->cuts->ssa->p->pointer_bits;
  if (like->kind == AZ_TV_ARRAY) return az_sort_kind_of(az_sort_of(s, *terms)) == AZ_SORT_ARRAY;
  if (like->kind != AZ_TV_POINTER) return az_sort_of(s, *terms) == az_sort_bv(like->bits);
  return az_sort_of(s, terms[0]) == az_sort_bv(AZ_OBJECT_BITS) &&
         az_sort_of(s, terms[1]) == az_sort_bv(offset);
}

const az_tvar *az_cut_add_term(az_cut *cut, uint32_t view, const az_term *terms, az_path of,
                               const az_tvar *like) {
  if (view == UINT32_MAX) return NULL;
  bool pointer = like->kind == AZ_TV_POINTER;
  if (!is_well_sorted(cut, terms, like)) {
    az_misuse(cut->cuts->s, "observation '%s': the variable '%s' is a term of another sort",
              observers_at(cut->cuts->observers, cut->observer)->module->name, like->name);
    return NULL;
  }
  used u = {.cut = cut, .reads = true};
  az_free_vars(cut->cuts->s, terms, pointer ? 2 : 1, note_formal, &u);
  path_info made = {.access = {.kind = AZ_ACCESS_COMBINED,
                               .of = of,
                               .ghost = az_arena_strdup(cut->cuts->arena, like->name)},
                    .type = like->type,
                    .is_pointer = pointer,
                    .is_array = like->kind == AZ_TV_ARRAY,
                    .changes = u.changes,
                    .reads = u.reads,
                    .term = {terms[0], pointer ? terms[1] : AZ_NO_TERM}};
  made.name = made.access.ghost;
  path_info *path = intern_path(cut, &made);
  if (!lay_out(cut, path)) return NULL;
  az_tvar v = *like;
  v.view = view;
  v.path = &path->access;
  v.name = path->access.ghost;
  v.at = path->at;
  v.object = AZ_NONE;
  v.changes = u.changes;
  return keep(cut, v);
}

/* ---- contexts -------------------------------------------------------------------------------- */

/* Adds the variables of the view of all states to another view, so that rows can relate them to
 * what is observed there. Rows about these variables alone belong to the view of all states, so
 * they count as unchanged here; lifetimes do not, as observed objects may end. */
static void add_outer_variables(const az_cut *cut, uint32_t view, az_tvar **vars) {
  for (size_t i = 0; i < arrlenu(cut->vars); i++) {
    az_tvar v = *cut->vars[i];
    bool lives = az_tvar_live_site(&v) != 0;
    if (v.view != cut->view || v.auxiliary || (v.kind == AZ_TV_ARRAY && !lives)) continue;
    bool is_own = false; /* declared for this view, too */
    for (size_t k = 0; k < arrlenu(cut->vars); k++)
      is_own |= cut->vars[k]->view == view && cut->vars[k]->path == v.path;
    if (is_own) continue;
    v.view = view;
    v.changes &= lives;
    arrput(*vars, v);
  }
}

static void add_variables(const az_cut *cut, az_tvar **vars) {
  uint32_t views = (uint32_t)arrlenu(cut->cuts->views);
  for (uint32_t view = 0; view < views; view++) {
    if (cut->cuts->view_infos[view].cut != cut->id) continue;
    bool outer = view != cut->view;
    for (size_t i = 0; i < arrlenu(cut->vars); i++) {
      if (cut->vars[i]->view != view) continue;
      if (outer) add_outer_variables(cut, view, vars);
      outer = false;
      arrput(*vars, *cut->vars[i]);
    }
  }
}

/* For each variable whose value on entry is itself a variable, notes the position of that value. */
static void link_entries(az_tvar *vars) {
  for (size_t e = 0; e < arrlenu(vars); e++) {
    if (!vars[e].path || vars[e].path->kind != AZ_ACCESS_ENTRY) continue;
    assert(vars[e].path->of); /* the variable is the value of `of` on entry */
    for (size_t v = 0; v < arrlenu(vars); v++)
      if (vars[v].path == vars[e].path->of) vars[v].entry = vars[e].at;
  }
}

static void name_objects(const az_cuts *cuts, az_domain_context *context) {
  const az_program *p = cuts->ssa->p;
  context->object_count = az_memory_instances(cuts->memory);
  az_object_name *names = AZ_NEWN(cuts->arena, az_object_name, context->object_count + 1);
  for (uint32_t id = 1; id < context->object_count; id++) {
    const az_instance *instance = az_memory_instance(cuts->memory, id);
    if (instance)
      names[id] = (az_object_name){instance->name, instance->is_site};
    else if (id <= p->object_count)
      names[id].name = p->objects[id - 1].name;
  }
  context->objects = names;
}

static bool declare(az_cuts *cuts, az_cut *cut, const az_observer_set *set, az_error *err) {
  arrsetlen(cut->vars, 0);
  for (size_t i = 0; i < arrlenu(cut->program); i++) arrput(cut->vars, &cut->program[i]);
  for (size_t i = 0; i < arrlenu(set->of); i++) {
    const observer *o = observers_at(cuts->observers, set->of[i]);
    cut->observer = set->of[i];
    if (o->ops->declare && !o->ops->declare(o->self, cut, err)) return false;
    if (az_misused(cuts->s, err) || az_desc_check(o->desc, err)) return false;
  }
  return true;
}

/* Hides views of observations outside the set from the domains of the set. */
static void show_views(az_cuts *cuts, const az_observer_set *set, az_domain_context *context) {
  uint32_t n = (uint32_t)arrlenu(cuts->views);
  az_view *views = AZ_NEWN(cuts->arena, az_view, n + 1);
  for (uint32_t v = 0; v < n; v++) {
    views[v] = cuts->views[v];
    bool is_shown = !views[v].by;
    for (size_t i = 0; i < arrlenu(set->of) && !is_shown; i++)
      is_shown = cuts->view_infos[v].observer == set->of[i];
    if (!is_shown) views[v] = (az_view){.name = "", .of = v};
  }
  context->views = views;
  context->view_count = n;
}

const az_domain_context *az_cuts_observe(az_cuts *cuts, const az_observer_set *set,
                                         az_registry *registry, az_error *err) {
  for (size_t i = 0; i < arrlenu(cuts->shown); i++) {
    const uint32_t *known = cuts->shown[i]->set;
    size_t n = arrlenu(known);
    if (n == arrlenu(set->of) && (!n || !memcmp(known, set->of, n * sizeof *known)))
      return &cuts->shown[i]->context;
  }
  shown *show = AZ_NEW(cuts->arena, shown);
  az_tvar *vars = NULL;
  for (size_t c = 0; c < arrlenu(cuts->cuts); c++) {
    if (!declare(cuts, cuts->cuts[c], set, err)) {
      arrfree(vars);
      return NULL;
    }
    add_variables(cuts->cuts[c], &vars);
  }
  link_entries(vars);
  uint32_t count = (uint32_t)arrlenu(vars);
  az_tvar *kept = AZ_COPY(cuts->arena, vars, count, count + 1);
  arrfree(vars);
  show->context = (az_domain_context){.program = cuts->ssa->p,
                                      .store = cuts->s,
                                      .vars = kept,
                                      .var_count = count,
                                      .registry = registry};
  show_views(cuts, set, &show->context);
  name_objects(cuts, &show->context);
  for (size_t i = 0; i < arrlenu(set->of); i++) arrput(show->set, set->of[i]);
  arrput(cuts->shown, show);
  return &show->context;
}
