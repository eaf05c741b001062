/* Parts of states. Symbolic paths: sympath{ D } has the rows of D once for each path to a loop
 * ([kroening2023, sec. 6.5.2]; docs/soundness.md 5): which of the nearest loops around it and
 * before it have
 * gone round. The paths are sites of the core, which guards what is claimed there, so that D is
 * opened there as anywhere. Each path is a component of its own; a site with fewer paths than
 * others has its rows in the first of them. */
#include "ansatz/arena.h"
#include "ansatz/tuple.h"
#include <string.h>

typedef struct paths {
  az_arena *arena;
  const az_domain_context *from;
  const uint32_t *site; /* by site of `from`: the one that stands for it, UINT32_MAX: none */
  bool by_pointers;
} paths;

/* The context in which the variables of each site belong to its path. */
static az_domain_context *seen_from(const paths *p) {
  const az_domain_context *from = p->from;
  az_domain_context *to = AZ_NEW(p->arena, az_domain_context);
  az_tvar *vars = AZ_NEWN(p->arena, az_tvar, from->var_count + 1);
  uint32_t *number = AZ_NEWN(p->arena, uint32_t, from->var_count + 1), n = 0;
  *to = *from;
  to->site_count += to->part_count;
  to->parts = NULL;
  to->part_count = 0;
  for (uint32_t v = 0; v < from->var_count; v++) {
    uint32_t site = p->site[from->vars[v].site];
    if (site == UINT32_MAX) continue;
    number[v] = n;
    vars[n] = from->vars[v];
    /* Which object it is changes with the pointer. */
    vars[n].changes |= p->by_pointers && vars[n].of_fixed && site >= from->site_count;
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

/* The parts of a site that take its place, `count` of them: n-th one's site. */
static uint32_t nth_part(const az_domain_context *c, uint32_t site, bool by_pointers,
                         uint32_t loops, uint32_t n) {
  for (uint32_t i = 0; i < c->part_count; i++) {
    const az_site_part *p = &c->parts[i];
    if (p->of == site && p->whole && p->loops == (by_pointers ? 0 : loops) && n-- == 0)
      return c->site_count + i;
  }
  return UINT32_MAX;
}

/* How many loops are told apart at the site. */
static uint32_t depth(const az_domain_context *c, uint32_t site, uint32_t most) {
  uint32_t loops = 0;
  for (uint32_t i = 0; i < c->part_count; i++)
    if (c->parts[i].of == site && c->parts[i].whole && c->parts[i].loops <= most &&
        c->parts[i].loops > loops)
      loops = c->parts[i].loops;
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
    uint32_t *site = AZ_NEWN(arena, uint32_t, context->site_count + 1);
    any = false;
    for (uint32_t s = 0; s < context->site_count; s++) {
      uint32_t loops = depth(context, s, most);
      bool shared_out =
          (by_pointers || loops) && nth_part(context, s, by_pointers, loops, 0) != UINT32_MAX;
      site[s] = shared_out ? nth_part(context, s, by_pointers, loops, n) : n ? UINT32_MAX : s;
      any |= site[s] != UINT32_MAX;
    }
    az_domain component;
    if (n && !any) break;
    if (az_domain_open(seen_from(&(paths){arena, context, site, by_pointers}), inner[0], &component,
                       err) != AZ_OK) {
      az_tuple_close(t);
      return NULL;
    }
    az_tuple_add(t, &component, true);
  }
  return t;
}

static const az_domain_ops operations = {.open = open_sympath, AZ_TUPLE_OPS};

static const char *const choices[] = {"loops", "pointers", NULL};
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
    {.name = "by",
     .type = AZ_OPT_ENUM,
     .summary =
         "what tells states apart: the loops gone round before or, for what is claimed of an "
         "allocation site's objects, which pointer leads to the object",
     .initial = "loops",
     .choices = choices},
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
