/* Parts of sites, and which states the claims at a site are about. Symbolic paths
 * ([kroening2023, sec. 6.5.2], as docs/soundness.md 5 reads it): "p has taken its back edge since
 * it was last
 * entered", for the loops p around a loop l, and for those before it that have every loop around
 * them around l, too. In the formula, at an instance of l: p before l:  g_p and (ls_p or G_1), of
 * p's instance in the same copies; p around l:  ls_p or m_p >= 2. Either means the same in every
 * copy and at every k, and does not change while l runs. */
#include "ssa/ssa.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LOOPS = 3, MOST_POINTERS = 4 }; /* that are told apart: the nearest ones, the first */

static bool in_chain(const az_ssa *ssa, uint32_t copies, uint32_t chain) {
  for (; chain; chain = ssa->copies[chain].parent)
    if (chain == copies) return true;
  return !copies;
}

/* The loops before and around an instance, nearest first. Formulas are built in the order of
 * execution. */
static az_path_literal *loops_met(const az_ssa *ssa, uint32_t instance) {
  az_path_literal *met = NULL;
  const az_loop_instance *l = &ssa->loops[instance];
  for (uint32_t p = instance; p-- > 0;) {
    const az_loop_instance *other = &ssa->loops[p];
    az_path_literal literal = {.loop = other->site};
    bool known = other->site == l->site || !in_chain(ssa, other->copies, l->copies);
    for (uint32_t c = l->copies; c; c = ssa->copies[c].parent)
      literal.around |= ssa->copies[c].loop == p;
    for (size_t i = 0; i < arrlenu(met); i++) known |= met[i].loop == literal.loop;
    if (!known) arrput(met, literal);
  }
  return met;
}

/* A part without variables yet, named after the site. */
static az_site_info *add_part(az_ssa *ssa, az_site_part part, const char *what) {
  az_site s = ssa->sites[part.of];
  az_site_info info = ssa->site_info[part.of];
  s.name = az_arena_printf(ssa->arena, "%s [%s]", s.name, what);
  uint32_t *apart = NULL;
  for (size_t i = 0; i < arrlenu(info.apart); i++) arrput(apart, info.apart[i]);
  info.slots = info.at = NULL;
  info.reached = NULL;
  info.apart = apart;
  arrput(ssa->sites, s);
  arrput(ssa->site_info, info);
  arrput(ssa->parts, part);
  return &arrlast(ssa->site_info);
}

static void add_path(az_ssa *ssa, uint32_t site, az_path_literal *literals, bool whole) {
  char what[400] = "";
  size_t n = 0, count = arrlenu(literals);
  for (size_t i = 0; i < count && n < sizeof what; i++)
    n += (size_t)snprintf(what + n, sizeof what - n, "%s%s%s", i ? ", " : "",
                          literals[i].taken ? "" : "not ", ssa->sites[literals[i].loop].name);
  add_part(ssa, (az_site_part){site, (uint32_t)count, whole}, what)->path = literals;
}

static bool leads_to(const az_ssa *ssa, az_term object, uint32_t instance) {
  az_points_to set = az_memory_targets(az_ssa_memory(ssa->shared), object);
  bool found = set.flags & AZ_PTS_WILD;
  for (size_t i = 0; i < arrlenu(set.ids); i++) found |= set.ids[i] == instance;
  arrfree(set.ids);
  return found;
}

/* By the pointers that the loop changes. */
static void add_pointers(az_ssa *ssa, uint32_t site, const az_loop_instance *l) {
  az_site_info own = ssa->site_info[ssa->site_info[site].of];
  for (uint32_t v = 0, n = 0; v < own.var_count && n < MOST_POINTERS; v++) {
    const az_tvar *p = &ssa->vars[own.first_var + v];
    if (p->kind != AZ_TV_POINTER || !p->changes ||
        !leads_to(ssa, l->lb[p->at], ssa->sites[site].heap))
      continue;
    n++;
    for (int leads = 1; leads >= 0; leads--) {
      char what[200];
      snprintf(what, sizeof what, "%s %s o*", p->name, leads ? "==" : "!=");
      az_site_info *info = add_part(ssa, (az_site_part){site, 0, true}, what);
      info->pointer = p->at + 1;
      info->leads = leads;
    }
  }
}

void az_ssa_add_parts(az_ssa *ssa) {
  uint32_t sites = (uint32_t)arrlenu(ssa->sites), *first = NULL;
  for (uint32_t i = 0; i < sites; i++) arrput(first, AZ_NONE);
  for (uint32_t i = (uint32_t)arrlenu(ssa->loops); i-- > 0;) first[ssa->loops[i].site] = i;
  for (uint32_t site = 0; site < sites; site++) {
    uint32_t of = first[ssa->site_info[site].of];
    if (of == AZ_NONE) continue;
    az_path_literal *met = loops_met(ssa, of);
    for (uint32_t n = 1; n <= arrlenu(met) && n <= MOST_LOOPS; n++) {
      for (uint32_t taken = 0; taken < 1u << n; taken++) {
        az_path_literal *literals = NULL;
        for (uint32_t i = 0; i < n; i++) {
          arrput(literals, met[i]);
          literals[i].taken = taken >> i & 1;
        }
        add_path(ssa, site, literals, true);
      }
      for (uint32_t taken = 0; n > 1 && taken < 2; taken++) {
        az_path_literal *one = NULL;
        arrput(one, met[n - 1]);
        one->taken = taken;
        add_path(ssa, site, one, false);
      }
    }
    arrfree(met);
    if (ssa->site_info[site].fixed && !ssa->site_info[site].apart)
      add_pointers(ssa, site, &ssa->loops[of]);
  }
  arrfree(first);
}

static az_term has_come_round(const az_ssa *ssa, const az_path_literal *p, uint32_t instance) {
  const az_loop_instance *l = &ssa->loops[instance];
  az_store *s = ssa->s;
  if (p->around) {
    for (uint32_t c = l->copies; c; c = ssa->copies[c].parent) {
      const az_copy *copy = &ssa->copies[c];
      if (ssa->loops[copy->loop].site == p->loop)
        return copy->copy > 1 ? az_true(s) : ssa->loops[copy->loop].ls;
    }
    return az_false(s);
  }
  for (uint32_t i = instance; i-- > 0;) {
    const az_loop_instance *before = &ssa->loops[i];
    if (before->site != p->loop || !in_chain(ssa, before->copies, l->copies)) continue;
    az_term first = arrlenu(before->rounds) ? before->rounds[0].back : az_false(s);
    return az_and(s, before->guard, az_or(s, before->ls, first));
  }
  return az_false(s); /* it was not entered */
}

az_term az_ssa_concerns(const az_ssa *ssa, uint32_t site, uint32_t loop, const az_term *values) {
  az_store *s = ssa->s;
  const az_site_info *info = site < arrlenu(ssa->site_info) ? &ssa->site_info[site] : NULL;
  az_term about = az_true(s);
  if (!info) return about;
  if (info->fixed) about = az_eq(s, az_select(s, values[info->live], info->fixed), az_bv(s, 1, 1));
  az_term object =
      info->fixed ? az_concat(s, info->fixed, az_bv(s, AZ_INSTANCE_BITS, info->heap)) : AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(info->apart); i++)
    about = az_and(s, about, az_ne(s, values[info->apart[i]], object));
  if (info->pointer) {
    az_term leads = az_eq(s, values[info->pointer - 1], object);
    about = az_and(s, about, info->leads ? leads : az_not(s, leads));
  }
  for (size_t i = 0; i < arrlenu(info->path); i++) {
    az_term round = has_come_round(ssa, &info->path[i], loop);
    about = az_and(s, about, info->path[i].taken ? round : az_not(s, round));
  }
  return about;
}

uint32_t az_ssa_sites(const az_ssa *ssa) {
  return (uint32_t)(arrlenu(ssa->sites) - arrlenu(ssa->parts));
}
