/* Holders of objects: two ghost fields of each object x, for proofs that no object is leaked,
 *   holder(x)   the object into which a pointer to x was stored last,
 *   rank(x)     a number that decreases along the chain of holders, greatest for a new object.
 * If a pointer to y is stored into x, and rank(x) is not lower than rank(y), rank(x) becomes a
 * number just below rank(y), that is, above each rank that was lower than rank(y). So a list can
 * grow at both ends and in the middle, be reversed, and lose any node, and each node except the
 * first is still held by a live node of lower rank that points to it. Offered for o*:
 *   supported(o*)   holder(o*) is an object of a site and, if o** is this object, o** is live,
 *                   has a link to the start of o*, and has a lower rank than o*;
 *   falls(f)        rank(o*) is lower than the rank of the live object that the link f leads to.
 * By default, a link of a record counts if the program reads it through a pointer, unless it leads
 * back along a link that is read more often: next counts and prev does not; left and right count
 * and parent does not. With the option `all`, each link counts.
 *
 * Axiom: where a pointer to an object is stored, the chosen number is lower than the rank of that
 * object, and greater than every other rank below the rank of that object. Argument
 * (docs/soundness.md, holders and ranks): in the execution, ranks are rational numbers above 0 and
 * at most 1, among which there is such a number at each store. Formulas only compare ranks, and a
 * formula that may mention more ranks than RANK_BITS can number proves nothing (az_memory_choose).
 * So ranks can be renamed, keeping their order, once for the whole execution. */
#include "ansatz/observation.h"
#include "ansatz/statement.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANK_BITS = 14 };
static const az_ghost cells[2] = {
    {.name = "holder", .scope = AZ_GHOST_OBJECT, .bits = AZ_OBJECT_BITS, .of_pointee = true},
    {.name = "rank",
     .scope = AZ_GHOST_OBJECT,
     .bits = RANK_BITS,
     .initial = (1 << RANK_BITS) - 1,
     .chooses = true}};
enum { HOLDER, RANK };

typedef struct holders {
  const az_program *program;
  az_store *store;
  bool all;        /* all links count; if false, those at offsets in `links` */
  uint64_t *links; /* stb_ds */
} holders;

/* ---- the links that count -------------------------------------------------------------------- */

/* How the program text obtains a pointer: as the address of an object, from a register, or by a
 * read at a constant offset from another origin. Equal texts are one origin, whenever they are
 * evaluated. */
typedef struct origin {
  uint32_t of; /* the number of the other origin plus 1; 0: none */
  az_term object;
  uint64_t offset;
} origin;
static_assert(sizeof(origin) == 16, "hash tables compare all bytes: there is no padding");

typedef struct numbered {
  origin key;
  uint32_t value;
} numbered;

/* A pointer is stored: to[offset] = value; both are origins. */
typedef struct link_store {
  uint32_t to, value;
  uint64_t offset;
} link_store;

typedef struct named_register {
  az_term key;
  uint32_t value;
} named_register;

typedef struct read_count {
  uint64_t key;
  uint32_t value;
} read_count;

typedef struct address {
  az_term key;
  bool value;
} address;

typedef struct reader {
  const az_program *p;
  numbered *origins;     /* stb_ds */
  named_register *known; /* stb_ds: registers that a pointer was read into */
  link_store *stores;    /* stb_ds */
  read_count *reads;     /* stb_ds, by offset: reads through pointers */
  address *variables;    /* stb_ds */
} reader;

static uint32_t number_of(reader *r, origin n) {
  ptrdiff_t at = hmgeti(r->origins, n);
  if (at >= 0) return r->origins[at].value;
  const uint32_t fresh = (uint32_t)hmlen(r->origins);
  hmput(r->origins, n, fresh);
  return fresh;
}

/* Returns the constant in the pointer's offset, or 0. */
static uint64_t offset_in(const az_program *p, az_term pointer) {
  az_term at = az_pointer_offset(p, pointer);
  uint64_t offset = 0;
  if (az_const_u64(p->store, at, &offset)) return offset;
  for (uint32_t i = 0; i < az_arity(p->store, at) && !offset; i++)
    if (!az_const_u64(p->store, az_operand(p->store, at, i), &offset)) offset = 0;
  return offset;
}

/* Returns the number of the pointer's origin. The pointer's offset is ignored. */
static uint32_t base_of(reader *r, az_term pointer) {
  az_term object = az_pointer_object(r->p, pointer);
  while (az_arity(r->p->store, object) == 1) object = az_operand(r->p->store, object, 0);
  ptrdiff_t at = hmgeti(r->known, object);
  if (at >= 0) return r->known[at].value;
  return number_of(r, (origin){.object = object});
}

static void read_statement(reader *r, const az_stmt *s) {
  if (r->p->types[s->type].kind != AZ_T_POINTER) return;
  if (s->kind == AZ_S_STORE) {
    link_store store = {.offset = offset_in(r->p, s->ptr)};
    store.to = base_of(r, s->ptr);
    store.value = base_of(r, s->value);
    arrput(r->stores, store);
  }
  if (s->kind != AZ_S_LOAD) return;
  const uint64_t offset = offset_in(r->p, s->ptr);
  if (!hmget(r->variables, az_pointer_object(r->p, s->ptr))) {
    /* Two statements: hmput would create the entry before hmget reads it. */
    const uint32_t before = hmget(r->reads, offset);
    hmput(r->reads, offset, before + 1);
  }
  const uint32_t number = number_of(r, (origin){.of = base_of(r, s->ptr) + 1, .offset = offset});
  hmput(r->known, s->result, number);
}

/* Returns whether the program stores two pointers to each other's record, at these two offsets:
 * p->next = q and q->prev = p. */
static bool are_inverse(const reader *r, uint64_t one, uint64_t other) {
  for (size_t i = 0; i < arrlenu(r->stores); i++)
    for (size_t k = 0; r->stores[i].offset == one && k < arrlenu(r->stores); k++)
      if (r->stores[k].offset == other && r->stores[i].to == r->stores[k].value &&
          r->stores[k].to == r->stores[i].value)
        return true;
  return false;
}

/* Lists the offsets at which pointers are read through pointers, the most frequent first, without
 * inverses of earlier offsets in the list. */
static uint64_t *followed_links(const az_program *p) {
  reader r = {.p = p};
  uint64_t *links = NULL;
  for (uint32_t i = 0; i < p->object_count; i++) hmput(r.variables, p->objects[i].address, true);
  for (az_stmts s = az_stmts_of(p); az_stmts_next(&s);)
    if (s.stmt->kind == AZ_S_LOAD || s.stmt->kind == AZ_S_STORE) read_statement(&r, s.stmt);
  for (ptrdiff_t n = hmlen(r.reads); n > 0; n--) {
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 1; i < hmlen(r.reads); i++)
      if (r.reads[i].value > r.reads[at].value) at = i;
    bool counts = r.reads[at].value > 0;
    for (size_t i = 0; counts && i < arrlenu(links); i++)
      counts = !are_inverse(&r, links[i], r.reads[at].key) &&
               !are_inverse(&r, r.reads[at].key, links[i]);
    if (counts) arrput(links, r.reads[at].key);
    r.reads[at].value = 0;
  }
  hmfree(r.origins);
  hmfree(r.known);
  arrfree(r.stores);
  hmfree(r.reads);
  hmfree(r.variables);
  return links;
}

static void *open_holders(const az_program *program, az_store *store, const az_desc *options,
                          az_error *err) {
  (void)err;
  holders *h = az_calloc(1, sizeof *h);
  *h = (holders){.program = program, .store = store};
  h->all = az_desc_bool(options, "all");
  h->links = followed_links(program);
  if (!arrlenu(h->links)) arrput(h->links, 0);
  return h;
}

static void close_holders(void *self) {
  holders *h = self;
  arrfree(h->links);
  free(h);
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 2;
  return cells;
}

/* ---- stores ---------------------------------------------------------------------------------- */

static az_term is_zero(az_store *s, az_term t) {
  return az_eq(s, t, az_zero_of(s, az_sort_of(s, t)));
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  const holders *h = self;
  az_store *s = h->store;
  if (event->kind != AZ_ON_STORE || !event->happens) return AZ_NO_TERM;
  az_term offset = az_pointer_offset(h->program, event->pointer), counts = event->happens;
  az_term is = az_bool(s, h->all);
  for (size_t i = 0; i < arrlenu(h->links); i++)
    is = az_or(s, is, az_eq_value(s, offset, h->links[i]));
  counts = az_and(s, counts, is);
  if (number == HOLDER)
    return az_ite(s, counts, az_pointer_object(h->program, event->pointer), event->old);
  az_term keeps = az_bv_ult(s, event->old, event->beside);
  counts = az_and(s, counts, event->links);
  keeps = az_or(s, keeps, az_not(s, counts));
  return az_ite(s, keeps, event->old, event->chosen);
}

static az_term axiom(void *self, const az_ghost_event *event) {
  az_store *s = ((const holders *)self)->store;
  if (event->kind != AZ_ON_STORE || !event->chosen) return AZ_NO_TERM;
  const az_term above = az_bv_ult(s, event->any, event->chosen);
  az_term is_lower = az_bv_ult(s, event->any, event->beside);
  is_lower = az_and(s, event->any_live, is_lower);
  az_term fits = az_bv_ult(s, event->chosen, event->beside);
  fits = az_and(s, fits, az_implies(s, is_lower, above));
  return az_implies(s, event->links, fits);
}

/* ---- variables of a loop --------------------------------------------------------------------- */

/* Returns whether the field is a link that counts. */
static bool is_link(const holders *h, const az_object_field *f) {
  bool counts = h->all;
  for (size_t i = 0; i < arrlenu(h->links); i++) counts |= h->links[i] == f->offset;
  return f->is_pointer && !f->is_array && counts;
}

/* Computes the condition that o** of a site has a link to the start of o*. */
static az_term points_to(const holders *h, az_cut *cut, az_path other, const az_term object[2]) {
  az_store *s = az_cut_store(cut);
  const az_object_field *fields;
  az_term any = az_false(s), link[2];
  for (uint32_t f = 0, n = az_cut_fields(cut, other->instance, &fields); f < n; f++) {
    if (!is_link(h, &fields[f]) ||
        az_cut_formals(cut, az_cut_field(cut, other, &fields[f]), link, NULL) != 2)
      continue;
    az_term is = az_eq(s, link[0], object[0]);
    any = az_or(s, any, az_and(s, is, is_zero(s, link[1])));
  }
  return any;
}

static void add_bit(az_cut *cut, uint32_t view, az_term is, az_path of, const char *name) {
  az_term bit = az_bool_to_bv(az_cut_store(cut), is, 1);
  az_cut_add_term(cut, view, &bit, of,
                  &(az_tvar){.kind = AZ_TV_INT, .name = name, .bits = 1, .auxiliary = true});
}

static void declare_supported(const holders *h, az_cut *cut, uint32_t view, uint32_t site) {
  az_store *s = az_cut_store(cut);
  az_path own = az_cut_fixed(cut, site, 0), path = az_cut_ghost(cut, own, &cells[HOLDER]);
  az_term object[2], holder[2], rank[2], any = az_false(s);
  if (!az_cut_formals(cut, own, object, NULL) || !az_cut_formals(cut, path, holder, NULL) ||
      !az_cut_formals(cut, az_cut_ghost(cut, own, &cells[RANK]), rank, NULL))
    return;
  const uint32_t *sites;
  for (uint32_t i = 0, n = az_cut_sites(cut, &sites); i < n; i++) {
    az_path other = az_cut_fixed(cut, sites[i], 1);
    az_term second[2], lower[2], lives;
    if (!az_cut_formals(cut, other, second, &lives) ||
        !az_cut_formals(cut, az_cut_ghost(cut, other, &cells[RANK]), lower, NULL))
      continue;
    az_term of_site = az_eq_value(s, az_extract(s, holder[0], AZ_INSTANCE_BITS - 1, 0), sites[i]);
    az_term holds = az_and(s, lives, az_bv_ult(s, lower[0], rank[0]));
    holds = az_and(s, holds, points_to(h, cut, other, object));
    az_term is = az_implies(s, az_eq(s, holder[0], second[0]), holds);
    any = az_or(s, any, az_and(s, of_site, is));
  }
  char name[200];
  snprintf(name, sizeof name, "supported(%s)", az_cut_site_name(cut, site));
  add_bit(cut, view, any, path, name);
}

static void declare_falls(az_cut *cut, uint32_t view, uint32_t site, const az_object_field *f) {
  az_store *s = az_cut_store(cut);
  az_path own = az_cut_fixed(cut, site, 0), link = az_cut_field(cut, own, f);
  az_path path = link ? az_cut_ghost(cut, link, &cells[RANK]) : NULL;
  az_term rank[2], next[2], there;
  if (!az_cut_formals(cut, az_cut_ghost(cut, own, &cells[RANK]), rank, NULL) ||
      !az_cut_formals(cut, path, next, &there))
    return;
  char name[300];
  snprintf(name, sizeof name, "falls(%s)", f->name);
  add_bit(cut, view, az_implies(s, there, az_bv_ult(s, rank[0], next[0])), path, name);
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const holders *h = self;
  const uint32_t *sites;
  for (uint32_t i = 0, n = az_cut_sites(cut, &sites); i < n; i++) {
    uint32_t view = az_cut_view_of_object(cut, sites[i]);
    if (view == UINT32_MAX) continue;
    declare_supported(h, cut, view, sites[i]);
    const az_object_field *fields;
    for (uint32_t f = 0, m = az_cut_fields(cut, sites[i], &fields); f < m; f++)
      if (is_link(h, &fields[f])) declare_falls(cut, view, sites[i], &fields[f]);
  }
  return true;
}

static const az_observation_ops operations = {.open = open_holders,
                                              .close = close_holders,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare,
                                              .phase = 1,
                                              .axiom = axiom,
                                              .holders = true,
                                              .argument = "holders-and-ranks"};

static const az_option options[] = {
    {.name = "all",
     .type = AZ_OPT_BOOL,
     .summary = "all links of a record count, also those that lead back",
     .initial = "false"},
    {0}};

AZ_MODULE(holders) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "holders", "1.0"),
    .summary = "which object holds a pointer to an object, and a rank that falls along such links "
               "(an axiom)",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
