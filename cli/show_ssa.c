/* `show ssa`: the formula in the notation of [kroening2023], one definition in each line. A
 * variable names a term. Named terms are printed as their names, so that each line is one step of
 * the program. */
#include "cli/show_ssa.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct printer {
  const az_ssa *ssa;
  FILE *out;
  az_subst *subst;
  struct {
    az_term key;
    az_term value;
  } *named; /* term -> its name */
  struct {
    az_term key;
    uint32_t value;
  } *guards;
  struct {
    char *key;
    uint32_t value;
  } *versions;
  char name[256];
} printer;

static const char *strip(void *ctx, az_term var) {
  printer *p = ctx;
  snprintf(p->name, sizeof p->name, "%s", az_var_name(p->ssa->s, var));
  char *cut = strchr(p->name, '!');
  if (cut) *cut = 0;
  return p->name;
}

static char *text_of(printer *p, az_term t) {
  az_subst_reset(p->subst);
  for (ptrdiff_t i = 0; i < hmlen(p->named); i++)
    az_subst_bind(p->subst, p->named[i].key, p->named[i].value);
  return az_print_c(p->ssa->s, az_subst_apply(p->subst, t), strip, p);
}

static void name_term(printer *p, az_term t, const char *name) {
  const az_store *s = p->ssa->s;
  if (az_is_const(s, t) || az_kind_of(s, t) == AZ_K_VAR || hmgeti(p->named, t) >= 0) return;
  char unique[300];
  snprintf(unique, sizeof unique, "%s!shown%u", name, t);
  hmput(p->named, t, az_var(p->ssa->s, az_sort_of(s, t), unique));
}

static void line(printer *p, az_loc loc, const char *name, az_term t) {
  char where[256];
  char *text = text_of(p, t);
  fprintf(p->out, "%-16s %s == %s\n", az_loc_text(p->ssa->p, loc, where, sizeof where), name, text);
  free(text);
}

static void show_guard(printer *p, az_term g, az_loc loc, char *name, size_t size) {
  az_term *unnamed = NULL; /* stb_ds: the guard and its ancestors */
  for (az_term up = g; !az_is_const(p->ssa->s, up) && hmgeti(p->guards, up) < 0;) {
    ptrdiff_t link = hmgeti(p->ssa->shared->guards, up);
    arrput(unnamed, up);
    az_term parent = link < 0 ? AZ_NO_TERM : p->ssa->shared->guards[link].value.parent;
    if (!parent) break;
    up = parent;
  }
  while (arrlenu(unnamed)) {
    az_term at = arrpop(unnamed);
    uint32_t number = (uint32_t)hmlen(p->guards) + 1;
    hmput(p->guards, at, number);
    snprintf(name, size, "guard#%u", number);
    line(p, loc, name, at);
    name_term(p, at, name);
  }
  arrfree(unnamed);
  if (az_is_const(p->ssa->s, g))
    snprintf(name, size, "%s", az_is_true(p->ssa->s, g) ? "true" : "false");
  else
    snprintf(name, size, "guard#%u", hmget(p->guards, g));
}

typedef struct at_head {
  printer *p;
  const az_loop_instance *l;
} at_head;

static void show_phi(void *ctx, const char *variable, az_term phi) {
  const at_head *at = ctx;
  char name[256];
  snprintf(name, sizeof name, "%s#phi%u", variable, at->l->loop);
  line(at->p, at->p->ssa->heads[at->l->head].loc, name, phi);
  name_term(at->p, phi, name);
}

static void show_loop(printer *p, const az_loop_instance *l) {
  const az_loop_head *head = &p->ssa->heads[l->head];
  char guard[32], where[256];
  show_guard(p, l->guard, head->loc, guard, sizeof guard);
  fprintf(p->out, "%-16s loop %s: head under %s\n",
          az_loc_text(p->ssa->p, head->loc, where, sizeof where), head->name, guard);
}

void az_ssa_print(const az_ssa *ssa, const az_cuts *cuts, FILE *out) {
  printer p = {.ssa = ssa, .out = out, .subst = az_subst_new(ssa->s)};
  sh_new_strdup(p.versions);
  for (uint32_t i = ssa->first_record; i != AZ_NONE; i = ssa->records[i].next) {
    const az_record *r = &ssa->records[i];
    char guard[32], name[300], where[256];
    if (r->kind == AZ_REC_LOOP) {
      if (ssa->config.mode != AZ_SSA_STEP) continue;
      show_loop(&p, &ssa->loops[r->index]);
      if (cuts) az_cuts_changed(cuts, r->index, show_phi, &(at_head){&p, &ssa->loops[r->index]});
      continue;
    }
    if (r->kind == AZ_REC_ENTER || r->kind == AZ_REC_LEAVE || r->kind == AZ_REC_MEMORY_INPUT)
      continue;
    show_guard(&p, r->guard, r->stmt->loc, guard, sizeof guard);
    if (r->kind == AZ_REC_INPUT) {
      fprintf(out, "%-16s input %s\n", az_loc_text(ssa->p, r->stmt->loc, where, sizeof where),
              strip(&p, r->value));
      continue;
    }
    if (r->kind == AZ_REC_CHECK) {
      char *text = text_of(&p, r->value);
      fprintf(out, "%-16s assert under %s: %s\n",
              az_loc_text(ssa->p, r->stmt->loc, where, sizeof where), guard, text);
      free(text);
      continue;
    }
    uint64_t id, offset;
    if (!az_const_u64(ssa->s, az_pointer_object(ssa->p, r->pointer), &id) ||
        !az_const_u64(ssa->s, az_pointer_offset(ssa->p, r->pointer), &offset)) {
      char *to = text_of(&p, r->pointer), *value = text_of(&p, r->value);
      fprintf(out, "%-16s *(%s) == %s under %s\n",
              az_loc_text(ssa->p, r->stmt->loc, where, sizeof where), to, value, guard);
      free(to);
      free(value);
      continue;
    }
    const az_instance *inst = az_memory_instance(az_ssa_memory(ssa->shared), (uint32_t)id);
    if (!inst) continue;
    char *lvalue = az_lvalue_text(ssa->p, inst->name, inst->type, offset,
                                  az_sort_width(az_sort_of(ssa->s, r->value)) / 8);
    const char *base = lvalue ? lvalue : inst->name;
    uint32_t version = (uint32_t)shget(p.versions, base) + 1;
    shput(p.versions, base, version);
    snprintf(name, sizeof name, "%s#%u", base, version);
    line(&p, r->stmt->loc, name, r->value);
    name_term(&p, r->value, name);
    free(lvalue);
  }
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++) {
    char guard[32], where[256];
    show_guard(&p, ssa->unwinding_assertions[i].guard, ssa->unwinding_assertions[i].loc, guard,
               sizeof guard);
    fprintf(out, "%-16s not modelled under %s: %s\n",
            az_loc_text(ssa->p, ssa->unwinding_assertions[i].loc, where, sizeof where), guard,
            ssa->unwinding_assertions[i].cause);
  }
  az_subst_free(p.subst);
  hmfree(p.named);
  hmfree(p.guards);
  shfree(p.versions);
}
