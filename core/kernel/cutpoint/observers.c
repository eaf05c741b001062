/* The observations that the domains of a configuration name, opened once for a program. They add
 * their ghost cells to step formulas, and the axiom of at most one of them. */
#include "cutpoint/internal.h"
#include "module/builtin.h"
#include <stdlib.h>
#include <string.h>

struct az_observations { /* the observations that domain expressions name */
  az_registry *registry;
  az_desc **list; /* stb_ds */
  az_error *err;
  bool failed;
};

struct az_observers {
  az_registry *registry;
  az_store *store;
  observer *list;  /* stb_ds */
  az_ghost *cells; /* stb_ds: of all observers, in their order */
  uint32_t *of;    /* stb_ds: the index in `list` of the observer that a cell belongs to, by cell */
  uint32_t trusted; /* the observer with axioms or an order, or AZ_NONE */
  az_ghosts ghosts;
};

/* ---- what a domain expression names ---------------------------------------------------------- */

static void add_desc(az_observations *o, az_desc *desc) {
  bool known = false;
  for (size_t i = 0; i < arrlenu(o->list); i++) known |= az_desc_equal(o->list[i], desc);
  if (known)
    az_desc_free(desc);
  else
    arrput(o->list, desc);
}

static az_desc *described(az_observations *o, const char *name) {
  const az_module *m = az_registry_find(o->registry, AZ_MODULE_OBSERVATION, name, o->err);
  if (!m) o->failed = true;
  return m ? az_desc_new(m) : NULL;
}

void az_observe(az_observations *list, const char *observation) {
  az_desc *d = described(list, observation);
  if (d) add_desc(list, d);
}

void az_observe_with(az_observations *list, const char *observation, const char *option,
                     int64_t value) {
  az_desc *d = described(list, observation);
  const az_option *known = d ? az_module_option(d->module, option, list->err) : NULL;
  if (!known) {
    list->failed = true;
    az_desc_free(d);
    return;
  }
  az_value_desc given = {.option = option, .type = known->type};
  if (known->type == AZ_OPT_BOOL)
    given.as.boolean = value != 0;
  else
    given.as.integer = value;
  char usual[24];
  snprintf(usual, sizeof usual, "%lld", (long long)value);
  bool initial = known->type == AZ_OPT_INT && known->initial && !strcmp(known->initial, usual);
  if (!initial) az_desc_set(d, &given); /* equal observations have equal texts */
  add_desc(list, d);
}

void az_observe_numbers(const az_desc *options, az_observations *list) {
  (void)options;
  const az_module_kind kind = AZ_MODULE_OBSERVATION;
  for (const az_module *m = NULL; (m = az_registry_next_linked(list->registry, kind, m));) {
    const az_observation_ops *ops = m->operations;
    if (ops->of_numbers) az_observe(list, m->name);
  }
}

/* Collects the observations of the expression and its components. */
static void collect(az_observations *o, const az_desc *domain, uint32_t *asks) {
  if (!domain || domain->module->kind != AZ_MODULE_DOMAIN) return;
  const az_domain_ops *ops = domain->module->operations;
  const az_value_desc *given = NULL;
  if (ops->asks) *asks |= ops->asks(domain);
  for (size_t i = 0; i < domain->count; i++) {
    const az_value_desc *v = &domain->values[i];
    if (v->type == AZ_OPT_OBSERVATIONS && !strcmp(v->option, "observe")) given = v;
    if (v->type != AZ_OPT_DOMAIN && v->type != AZ_OPT_DOMAINS) continue;
    for (size_t k = 0; k < v->as.modules.count; k++) collect(o, v->as.modules.items[k], asks);
  }
  if (!given && ops->observe) ops->observe(domain, o);
  for (size_t k = 0; given && k < given->as.modules.count; k++)
    add_desc(o, az_desc_copy(given->as.modules.items[k]));
}

/* Puts observations after those whose declarations they depend on. */
static int by_phase(const void *a, const void *b) {
  const az_desc *x = *(az_desc *const *)a, *y = *(az_desc *const *)b;
  const az_observation_ops *p = x->module->operations, *q = y->module->operations;
  if (p->phase != q->phase) return p->phase < q->phase ? -1 : 1;
  return strcmp(x->module->name, y->module->name);
}

/* ---- opening --------------------------------------------------------------------------------- */

static az_term update(void *ctx, uint32_t cell, const az_ghost_event *event) {
  const az_observers *o = ctx;
  const observer *of = &o->list[o->of[cell]];
  assert(cell >= of->first_ghost && cell - of->first_ghost < of->ghosts);
  az_term t = of->ops->update(of->self, cell - of->first_ghost, event);
  if (!t) return AZ_NO_TERM;
  return az_handed_over(o->store, t, az_sort_bv(o->cells[cell].bits),
                        "observation '%s': the update of its ghost cell '%s'", of->module->name,
                        o->cells[cell].name);
}

static az_term axiom(void *ctx, const az_ghost_event *event) {
  const az_observers *o = ctx;
  const observer *of = &o->list[o->trusted];
  az_term t = of->ops->axiom(of->self, event);
  if (!t) return AZ_NO_TERM;
  return az_handed_over(o->store, t, az_sort_bool(), "observation '%s': its axiom",
                        of->module->name);
}

static bool add_cells(az_observers *o, uint32_t number, az_error *err) {
  observer *of = &o->list[number];
  const az_ghost *cells = of->ops->ghosts ? of->ops->ghosts(of->self, &of->ghosts) : NULL;
  of->first_ghost = (uint32_t)arrlenu(o->cells);
  if (!cells) of->ghosts = 0;
  for (uint32_t g = 0; g < of->ghosts; g++) {
    if (!cells[g].name || !cells[g].bits || cells[g].bits > 64 || !of->ops->update)
      return az_fail(err, AZ_ERR_INPUT,
                     "observation %s: the ghost cell '%s' has no name, no width from 1 to 64 bits, "
                     "or there is no operation that updates it",
                     of->module->name, cells[g].name ? cells[g].name : ""),
             false;
    arrput(o->cells, cells[g]);
    arrput(o->of, number);
    assert(arrlenu(o->cells) == arrlenu(o->of)); /* parallel vectors */
  }
  return true;
}

static bool trust(az_observers *o, uint32_t number, az_error *err) {
  const observer *of = &o->list[number];
  if (!of->ops->axiom) return true;
  if (!of->ops->argument)
    return az_fail(err, AZ_ERR_INPUT,
                   "observation %s states an axiom and does not say where it is argued",
                   of->module->name),
           false;
  if (o->trusted != AZ_NONE)
    return az_fail(err, AZ_ERR_INPUT,
                   "the observations %s and %s both state axioms about objects: a configuration "
                   "can have only one of them",
                   o->list[o->trusted].module->name, of->module->name),
           false;
  o->trusted = number;
  return true;
}

static bool open_one(az_observers *o, const az_program *p, az_desc *desc, az_error *err) {
  observer of = {.module = desc->module, .ops = desc->module->operations, .desc = desc};
  of.self = of.ops->open(p, p->store, desc, err);
  arrput(o->list, of);
  uint32_t number = (uint32_t)arrlenu(o->list) - 1;
  if (!of.self && err->status == AZ_OK)
    az_fail(err, AZ_ERR_INPUT, "observation %s did not open, and gave no reason", of.module->name);
  return of.self && !az_desc_check(desc, err) && add_cells(o, number, err) && trust(o, number, err);
}

az_observers *az_observers_new(az_registry *registry, const az_program *p,
                               const az_desc *const *domains, size_t count, az_error *err) {
  az_observers *o = az_calloc(1, sizeof *o);
  o->registry = registry;
  o->store = p->store;
  o->trusted = AZ_NONE;
  az_observations all = {.registry = registry, .err = err};
  uint32_t asks = 0;
  for (size_t i = 0; i < count; i++) collect(&all, domains[i], &asks);
  if (all.list) qsort(all.list, arrlenu(all.list), sizeof *all.list, by_phase);
  bool opened = !all.failed;
  for (size_t i = 0; i < arrlenu(all.list); i++) {
    if (opened)
      opened = open_one(o, p, all.list[i], err);
    else
      az_desc_free(all.list[i]);
  }
  arrfree(all.list);
  if (!opened) {
    az_observers_free(o);
    return NULL;
  }
  o->ghosts = (az_ghosts){.cells = o->cells,
                          .count = (uint32_t)arrlenu(o->cells),
                          .ctx = o,
                          .update = update,
                          .holder = AZ_NONE};
  const observer *of = o->trusted == AZ_NONE ? NULL : &o->list[o->trusted];
  if (of && of->ops->axiom) o->ghosts.axiom = axiom;
  if (of && of->ops->holders && of->ghosts >= 2) o->ghosts.holder = of->first_ghost;
  return o;
}

void az_observers_free(az_observers *o) {
  if (!o) return;
  for (size_t i = 0; i < arrlenu(o->list); i++) {
    if (o->list[i].self) o->list[i].ops->close(o->list[i].self);
    az_desc_free(o->list[i].desc);
  }
  arrfree(o->list);
  arrfree(o->cells);
  arrfree(o->of);
  free(o);
}

const az_ghosts *az_observers_ghosts(const az_observers *o) {
  return o ? &o->ghosts : NULL;
}

const az_module *az_observers_with_axioms(const az_observers *o) {
  return o && o->trusted != AZ_NONE ? o->list[o->trusted].module : NULL;
}

/* ---- sets ------------------------------------------------------------------------------------ */

az_observer_set az_observers_of(const az_observers *o, const az_desc *domain) {
  az_error err = {.status = AZ_OK};
  az_observations named = {.registry = o->registry, .err = &err};
  az_observer_set set = {0};
  collect(&named, domain, &set.asks);
  for (uint32_t i = 0; i < arrlenu(o->list); i++) { /* in the order in which all were opened */
    bool is = false;
    for (size_t k = 0; k < arrlenu(named.list); k++)
      is |= az_desc_equal(named.list[k], o->list[i].desc);
    if (is) arrput(set.of, i);
  }
  for (size_t k = 0; k < arrlenu(named.list); k++) az_desc_free(named.list[k]);
  arrfree(named.list);
  return set;
}

void az_observer_set_free(az_observer_set *set) {
  arrfree(set->of);
}

bool az_observers_have_axioms(const az_observers *o, const az_observer_set *set) {
  for (size_t i = 0; i < arrlenu(set->of); i++)
    if (set->of[i] == o->trusted) return true;
  return false;
}

const az_desc *az_observers_desc(const az_observers *o, uint32_t number) {
  return o->list[number].desc;
}

const observer *observers_at(const az_observers *o, uint32_t number) {
  assert(number < arrlenu(o->list));
  return &o->list[number];
}

uint32_t observers_ghost(const az_observers *o, uint32_t number, const az_ghost *ghost) {
  const observer *of = &o->list[number];
  for (uint32_t g = of->first_ghost; g < of->first_ghost + of->ghosts; g++)
    if (!strcmp(o->cells[g].name, ghost->name) && o->cells[g].scope == ghost->scope) return g;
  az_misuse(o->store, "observation '%s': the ghost cell '%s' is none that it declares",
            of->module->name, ghost->name);
  return AZ_NONE;
}

const az_ghost *observers_cell(const az_observers *o, uint32_t cell) {
  return &o->cells[cell];
}
