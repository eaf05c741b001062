/* Chooses the strategy of each component of a domain expression, and checks that it fits
 * (docs/architecture.md: its own, a default for leaves, or one that a composite implies). */
#include "synth/synthesis.h"
#include "module/builtin.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct choice {
  const void *domain; /* the instance */
  const az_desc *strategy;
} choice;

struct az_strategies {
  choice *choices; /* stb_ds */
  az_desc **made;  /* stb_ds: descriptions of implied strategies */
  /* Whether the strategy for components without a strategy of their own was given to some
   * component, and the first component whose needs it does not meet, or NULL. */
  bool taken;
  const az_domain *refused;
};

/* Returns the needs of strategies that the domain meets, as AZ_NEEDS_... */
static uint32_t offers(const az_domain *d) {
  const az_facets f = az_domain_facets(d);
  return (f.numeric ? AZ_NEEDS_NUMERIC : 0u) | (f.inner ? AZ_NEEDS_INNER : 0u) |
         (f.measure ? AZ_NEEDS_MEASURE : 0u) | (d->ops->transfer ? AZ_NEEDS_TRANSFER : 0u);
}

static const char *name_of(uint32_t need) {
  return need == AZ_NEEDS_NUMERIC   ? "numeric"
         : need == AZ_NEEDS_INNER   ? "inner"
         : need == AZ_NEEDS_MEASURE ? "measure"
                                    : "unknown";
}

/* Returns the strategy that continues from the result of `strategy`, or NULL. */
static const az_desc *next_of(const az_desc *strategy) {
  const az_strategy_ops *ops = strategy->module->operations;
  az_desc *const *after;
  return ops->after && az_desc_modules(strategy, ops->after, &after) ? after[0] : NULL;
}

/* Returns the first need of the strategy, or of one that continues it, that the domain does not
 * meet; 0: none. *whose: the module with this need. */
static uint32_t lacks(const az_desc *strategy, const az_domain *d, const az_module **whose) {
  for (; strategy; strategy = next_of(strategy)) {
    const az_strategy_ops *ops = strategy->module->operations;
    *whose = strategy->module;
    uint32_t missing = ops->needs & ~offers(d);
    if (missing) return missing & -missing;
  }
  return 0;
}

static bool delegates(const az_desc *strategy) {
  while (next_of(strategy)) strategy = next_of(strategy);
  const az_strategy_ops *ops = strategy->module->operations;
  return ops->needs & AZ_NEEDS_INNER;
}

/* Returns the component that does not meet a need; *first is its first row. */
static const az_domain *without(const az_domain *d, uint32_t need, uint32_t *first) {
  const az_inner_facet *inner = az_domain_facets(d).inner;
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++) {
    const az_domain *c = inner->component(d->self, i);
    if (offers(c) & need) continue;
    *first += inner->first_row(d->self, i);
    return without(c, need, first);
  }
  return d;
}

static const az_desc *own_strategy(const az_domain *d) {
  az_desc *const *given;
  return d->desc && az_desc_modules(d->desc, "strategy", &given) ? given[0] : NULL;
}

/* Returns a component below `d` that has a strategy of its own, or NULL. */
static const az_domain *decided(const az_domain *d) {
  const az_inner_facet *inner = az_domain_facets(d).inner;
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++) {
    const az_domain *c = inner->component(d->self, i), *below = own_strategy(c) ? c : decided(c);
    if (below) return below;
  }
  return NULL;
}

static const az_desc *make(az_strategies *s, const az_module *module) {
  for (size_t i = 0; i < arrlenu(s->made); i++)
    if (s->made[i]->module == module) return s->made[i];
  az_desc *d = az_desc_new(module);
  arrput(s->made, d);
  return d;
}

static bool suits_all(const az_module *strategy) {
  const az_strategy_ops *ops = strategy->operations;
  return !ops->needs && !ops->after;
}

static const az_desc *fallback(az_strategies *s, az_registry *registry) {
  const az_module *module = az_registry_first(registry, AZ_MODULE_STRATEGY, suits_all);
  return module ? make(s, module) : NULL;
}

static az_status misfit(const az_module *strategy, const az_domain *d, uint32_t need,
                        az_error *err) {
  uint32_t first = 0;
  const az_domain *c = without(d, need, &first);
  uint32_t rows = c->ops->row_count(c->self);
  if (need == AZ_NEEDS_TRANSFER)
    return az_fail(err, AZ_ERR_INPUT,
                   "the strategy %s needs transfer functions, which the domain '%s' does not have",
                   strategy->name, c->module->name);
  if (c == d)
    return az_fail(err, AZ_ERR_INPUT,
                   "the strategy %s needs %s rows, which the domain '%s' does not have",
                   strategy->name, name_of(need), d->module->name);
  return az_fail(
      err, AZ_ERR_INPUT,
      "the strategy %s needs %s rows, which '%s' (%u of the rows of '%s', from row %u on) does not "
      "have; give the components strategies of their own",
      strategy->name, name_of(need), c->module->name, rows, d->module->name, first);
}

static az_status refuse(const az_desc *strategy, const az_domain *d, az_error *err) {
  const az_module *whose = NULL;
  uint32_t need = lacks(strategy, d, &whose);
  if (!need)
    return az_fail(err, AZ_ERR_INPUT, "the rows of the domain '%s' are found by %s, not by %s",
                   d->module->name, az_domain_facets(d).strategy, strategy->module->name);
  return misfit(whose, d, need, err);
}

static az_status choose(az_strategies *s, az_registry *registry, const az_domain *d,
                        const az_desc *standard, az_error *err) {
  const az_facets facets = az_domain_facets(d);
  const az_inner_facet *inner = facets.inner;
  const az_desc *strategy = own_strategy(d);
  const az_module *whose = NULL;
  if (strategy) {
    if (lacks(strategy, d, &whose)) return refuse(strategy, d, err);
    const az_domain *other = delegates(strategy) ? NULL : decided(d);
    if (other)
      return az_fail(
          err, AZ_ERR_INPUT,
          "'%s' has a strategy of its own, but %s, the strategy of '%s', works on all rows itself",
          other->module->name, strategy->module->name, d->module->name);
  } else if (facets.strategy &&
             (!standard || inner || suits_all(standard->module) || lacks(standard, d, &whose))) {
    const az_module *module = az_registry_find(registry, AZ_MODULE_STRATEGY, facets.strategy, err);
    if (!module) return AZ_ERR_INPUT;
    strategy = make(s, module);
    if (standard && !inner && !s->refused) s->refused = d;
  } else if (!standard) {
    strategy = fallback(s, registry);
    if (!strategy)
      return az_fail(err, AZ_ERR_INPUT, "no strategy for the domain %s", d->module->name);
  } else if (!lacks(standard, d, &whose)) {
    strategy = standard;
    s->taken = true;
  } else {
    strategy = fallback(s, registry);
    if (!s->refused) s->refused = d;
    if (!strategy) return refuse(standard, d, err);
  }
  arrput(s->choices, ((choice){d->self, strategy}));
  for (uint32_t i = 0; inner && delegates(strategy) && i < inner->count(d->self); i++) {
    az_status status = choose(s, registry, inner->component(d->self, i), standard, err);
    if (status != AZ_OK) return status;
  }
  return AZ_OK;
}

az_strategies *az_strategies_resolve(az_registry *registry, const az_domain *domain,
                                     const az_desc *standard, az_error *err) {
  az_strategies *s = az_calloc(1, sizeof *s);
  if (choose(s, registry, domain, standard, err) == AZ_OK) return s;
  az_strategies_free(s);
  return NULL;
}

az_status az_strategies_fit(const az_strategies *s, const az_desc *standard, az_error *err) {
  return s->refused && !s->taken ? refuse(standard, s->refused, err) : AZ_OK;
}

void az_strategies_free(az_strategies *s) {
  if (!s) return;
  for (size_t i = 0; i < arrlenu(s->made); i++) az_desc_free(s->made[i]);
  arrfree(s->made);
  arrfree(s->choices);
  free(s);
}

const char *az_strategies_names(const az_strategies *s, az_arena *arena) {
  const char *text = "";
  for (size_t i = 0, k; i < arrlenu(s->choices); i++) {
    const az_module *module = s->choices[i].strategy->module;
    for (k = 0; s->choices[k].strategy->module != module; k++) {}
    if (k == i) text = az_arena_printf(arena, "%s%s%s", text, i ? ", " : "", module->name);
  }
  return text;
}

const az_desc *az_strategies_of(const az_strategies *s, const az_domain *component) {
  for (size_t i = 0; s && i < arrlenu(s->choices); i++)
    if (s->choices[i].domain == component->self) return s->choices[i].strategy;
  return NULL;
}
