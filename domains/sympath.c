/* Symbolic paths: sympath{ D } has the rows of D once for each path to a loop (book chapter 6.5.2,
 * soundness.md 5): which of the nearest loops around it and before it have gone round. The paths
 * are sites of the core, which guards what is claimed there, so that D is opened there as anywhere.
 * Each path is a component of its own; a site with fewer paths than others has its rows in the
 * first of them. */
#include "ansatz/arena.h"
#include "ansatz/tuple.h"
#include <string.h>

typedef struct paths {
  az_arena *arena;
  const az_domain_context *from;
  const uint32_t *site; /* by site of `from`: the one that stands for it, UINT32_MAX: none */
} paths;

/* The context in which the variables of each site belong to its path. */
static az_domain_context *seen_from(const paths *p) {
  const az_domain_context *from = p->from;
  az_domain_context *to = AZ_NEW(p->arena, az_domain_context);
  az_tvar *vars = AZ_NEWN(p->arena, az_tvar, from->var_count + 1);
  uint32_t *number = AZ_NEWN(p->arena, uint32_t, from->var_count + 1), n = 0;
  *to = *from;
  to->site_count += to->path_count;
  to->paths = NULL;
  to->path_count = 0;
  for (uint32_t v = 0; v < from->var_count; v++) {
    uint32_t site = p->site[from->vars[v].site];
    if (site == UINT32_MAX) continue;
    number[v] = n;
    vars[n] = from->vars[v];
    vars[n++].site = site;
  }
  to->vars = vars;
  to->var_count = n;
  if (from->related) {
    const uint32_t **related = AZ_NEWN(p->arena, const uint32_t *, n + 1);
    for (uint32_t v = 0; v < from->var_count; v++) {
      if (p->site[from->vars[v].site] == UINT32_MAX || !from->related[v]) continue;
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
    c.site = p->site[c.site];
    if (c.site != UINT32_MAX) conditions[to->condition_count++] = c;
  }
  to->conditions = conditions;
  return to;
}

static void release(void *arena) {
  az_arena_free(arena);
}

/* How many loops are told apart at the site. */
static uint32_t depth(const az_domain_context *c, uint32_t site, uint32_t most) {
  uint32_t loops = 0;
  for (uint32_t i = 0; i < c->path_count; i++)
    if (c->paths[i].of == site && c->paths[i].whole && c->paths[i].loops <= most &&
        c->paths[i].loops > loops)
      loops = c->paths[i].loops;
  return loops;
}

static void *open_sympath(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  az_tuple *t = az_tuple_new("turns");
  az_tuple_own(t, release, arena);
  uint32_t most = (uint32_t)az_desc_int(options, "loops"), count = 1;
  az_desc *const *inner;
  az_desc_modules(options, "domain", &inner);
  for (uint32_t s = 0; s < context->site_count; s++) {
    uint32_t here = 1u << depth(context, s, most);
    if (here > count) count = here;
  }
  for (uint32_t path = 0; path < count; path++) {
    uint32_t *site = AZ_NEWN(arena, uint32_t, context->site_count + 1);
    paths p = {arena, context, site};
    for (uint32_t s = 0; s < context->site_count; s++) {
      uint32_t loops = depth(context, s, most), k = 0;
      site[s] = loops || path ? UINT32_MAX : s;
      for (uint32_t i = 0; loops && i < context->path_count; i++) {
        const az_path *one = &context->paths[i];
        if (one->of == s && one->whole && one->loops == loops && k++ == path)
          site[s] = context->site_count + i;
      }
    }
    az_domain component;
    if (az_domain_open(seen_from(&p), inner[0], &component, err) != AZ_OK) {
      az_tuple_close(t);
      return NULL;
    }
    az_tuple_add(t, &component, true);
  }
  return t;
}

static const az_domain_ops operations = {.open = open_sympath, AZ_TUPLE_OPS};

static const az_option sympath_options[] = {
    {.name = "domain",
     .type = AZ_OPT_DOMAIN,
     .summary = "whose rows are found for each path: sympath{ heap() }",
     .required = true},
    {.name = "loops",
     .type = AZ_OPT_INT,
     .summary = "loops around and before a loop that are told apart, the nearest ones: n loops are "
                "2^n paths",
     .initial = "2",
     .least = 0,
     .greatest = 3},
    {0}};

AZ_MODULE(sympath) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "sympath",
    .version = "1.0",
    .summary = "a domain once for each symbolic path: which loops have gone round before",
    .options = sympath_options,
    .operations = &operations,
    .operations_size = sizeof operations,
};
