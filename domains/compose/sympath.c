/* Symbolic paths: sympath{ D } has the rows of D once for each path to a loop ([kroening2023, sec.
 * 6.5.2]; docs/soundness.md 5), that is, once for each possible set of iterated loops among the
 * nearest loops around and before that loop. The paths are views of observations, whose claims the
 * core guards, so that D is opened on them as on any view. Each path is a separate component; a
 * view with fewer paths than others has its rows in the first components. */
#include "ansatz/arena.h"
#include "ansatz/tuple.h"
#include <string.h>

typedef struct paths {
  az_arena *arena;
  const az_domain_context *from;
  const uint32_t *view; /* by view of `from`: the view that replaces it, UINT32_MAX: none */
  bool by_pointers;
} paths;

/* Returns the context in which the variables of each view belong to its path. */
static az_domain_context *seen_from(const paths *p) {
  const az_domain_context *from = p->from;
  az_domain_context *to = AZ_NEW(p->arena, az_domain_context);
  az_tvar *vars = AZ_NEWN(p->arena, az_tvar, from->var_count + 1);
  uint32_t *number = AZ_NEWN(p->arena, uint32_t, from->var_count + 1), n = 0;
  *to = *from;
  for (uint32_t v = 0; v < from->var_count; v++) {
    uint32_t view = p->view[from->vars[v].view];
    if (view == UINT32_MAX) continue;
    number[v] = n;
    vars[n] = from->vars[v];
    /* In such a view, o* changes with the pointer. */
    vars[n].changes |= p->by_pointers && az_tvar_of_fixed(&vars[n], 0) && from->views[view].group;
    vars[n++].view = view;
  }
  to->vars = vars;
  to->var_count = n;
  if (from->related) {
    const uint32_t **related = AZ_NEWN(p->arena, const uint32_t *, n + 1);
    for (uint32_t v = 0; v < from->var_count; v++) {
      if (p->view[from->vars[v].view] == UINT32_MAX || !from->related[v]) continue;
      uint32_t count = 0;
      while (from->related[v][count] != UINT32_MAX) count++;
      uint32_t *list = AZ_NEWN(p->arena, uint32_t, count + 1);
      for (uint32_t i = 0; i < count; i++) list[i] = number[from->related[v][i]];
      list[count] = UINT32_MAX;
      related[number[v]] = list;
    }
    to->related = related;
  }
  az_condition *conditions = AZ_NEWN(p->arena, az_condition, from->condition_count + 1);
  to->condition_count = 0;
  for (uint32_t i = 0; i < from->condition_count; i++) {
    az_condition c = from->conditions[i];
    c.view = p->view[c.view];
    if (c.view != UINT32_MAX) conditions[to->condition_count++] = c;
  }
  to->conditions = conditions;
  return to;
}

/* Returns whether the view belongs to the partition that defines the paths. */
static bool is_ours(const paths *p, const az_view *view) {
  return view->by && !strcmp(view->by, p->by_pointers ? "pointer_partitions" : "trace_partitions");
}

static void release(void *arena) {
  az_arena_free(arena);
}

/* Returns the n-th part of a view. There is one part for each set of iterated loops among `loops`
 * loops; with `by_pointers`, there are two parts. */
static uint32_t nth_part(const paths *p, uint32_t view, uint32_t loops, uint32_t n) {
  for (uint32_t i = 0; i < p->from->view_count; i++) {
    const az_view *v = &p->from->views[i];
    if (v->of == view && v->group && is_ours(p, v) && v->depth == loops && n-- == 0) return i;
  }
  return UINT32_MAX;
}

/* Returns the number of loops in the view's partition. Each part fixes which of these loops have
 * iterated. */
static uint32_t depth(const paths *p, uint32_t view, uint32_t most) {
  uint32_t loops = 0;
  for (uint32_t i = 0; i < p->from->view_count; i++) {
    const az_view *v = &p->from->views[i];
    if (v->of == view && v->group && is_ours(p, v) && v->depth <= most && v->depth > loops)
      loops = v->depth;
  }
  return loops;
}

static void *open_sympath(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  az_tuple *t = az_tuple_new("sequential");
  az_tuple_own(t, release, arena);
  uint32_t most = (uint32_t)az_desc_int(options, "loops");
  bool by_pointers = !strcmp(az_desc_string(options, "by"), "pointers"), any = true;
  az_desc *const *inner;
  az_desc_modules(options, "domain", &inner);
  for (uint32_t n = 0; any; n++) {
    uint32_t *view = AZ_NEWN(arena, uint32_t, context->view_count + 1);
    paths p = {arena, context, view, by_pointers};
    any = false;
    for (uint32_t s = 0; s < context->view_count; s++) {
      uint32_t loops = depth(&p, s, by_pointers ? 1 : most);
      bool shared_out = loops && nth_part(&p, s, loops, 0) != UINT32_MAX;
      view[s] = shared_out ? nth_part(&p, s, loops, n) : n ? UINT32_MAX : s;
      any |= view[s] != UINT32_MAX;
    }
    az_domain component;
    if (n && !any) break;
    if (az_domain_open(seen_from(&p), inner[0], &component, err) != AZ_OK) {
      az_tuple_close(t);
      return NULL;
    }
    az_tuple_add(t, &component, true);
  }
  return t;
}

static void observe(const az_desc *options, az_observations *list) {
  if (strcmp(az_desc_string(options, "by"), "pointers")) {
    az_observe_with(list, "trace_partitions", "loops", az_desc_int(options, "loops"));
  } else {
    az_observe(list, "objects");
    az_observe(list, "pointer_partitions");
  }
}

static const az_domain_ops operations = {.open = open_sympath, .observe = observe, AZ_TUPLE_OPS};

static const char *const choices[] = {"loops", "pointers", NULL};
static const az_option sympath_options[] = {
    {.name = "domain",
     .type = AZ_OPT_DOMAIN,
     .summary = "the domain, whose rows are found for each path: sympath{ heap() }",
     .required = true},
    {.name = "loops",
     .type = AZ_OPT_INT,
     .summary = "loops around and before a loop that are distinguished, nearest first: n loops "
                "give 2^n paths",
     .initial = "2",
     .least = 0,
     .greatest = 3},
    {.name = "by",
     .type = AZ_OPT_ENUM,
     .summary = "how states are partitioned: by the loops that have iterated before or, for claims "
                "about the objects of an allocation site, by which pointer points to the object",
     .initial = "loops",
     .choices = choices},
    {0}};

AZ_MODULE(sympath) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "sympath", "1.0"),
    .summary = "a domain for each symbolic path: which loops have iterated before",
    .options = sympath_options,
    AZ_MODULE_OPERATIONS(operations),
};
