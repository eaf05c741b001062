/* Powers of 2: for integer variables v of functions that a loop changes, the value
 *   2^v   if v is at least 0 and less than its width, and 0 otherwise.
 * A tree of calls that halves or decrements v at each of two calls has 2^v leaves, so that what is
 * left to be counted is linear in 2^v: counter + 2^n is bounded by its value at the first call. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct powers {
  uint32_t most;
} powers;

static void *open_powers(const az_program *program, az_store *store, const az_desc *options,
                         az_error *err) {
  (void)program, (void)store, (void)err;
  powers *p = az_calloc(1, sizeof *p);
  p->most = (uint32_t)az_desc_int(options, "most");
  return p;
}

static bool add_power(az_cut *cut, const az_tvar *v) {
  az_store *s = az_cut_store(cut);
  az_term value[2];
  if (az_cut_formals(cut, v->path, value, NULL) != 1) return false;
  az_term is_shift = az_bv_ult(s, value[0], az_bv(s, v->bits, v->bits));
  az_term power = az_bv_shl(s, az_bv(s, v->bits, 1), value[0]);
  power = az_ite(s, is_shift, power, az_bv(s, v->bits, 0));
  char name[300];
  snprintf(name, sizeof name, "pow2(%.280s)", v->name);
  return az_cut_add_term(cut, v->view, &power, v->path,
                         &(az_tvar){.kind = AZ_TV_INT, .name = name, .bits = v->bits}) != NULL;
}

/* Returns whether the variable, such as an argument, may be the height of a tree of calls: it is no
 * global, which would rather count the calls. */
static bool may_be_height(const az_cut *cut, const az_tvar *v) {
  const uint32_t least_bits = 8;
  return v->kind == AZ_TV_INT && v->path && v->changes && !v->auxiliary && v->bits >= least_bits &&
         v->view == az_cut_view_of_all(cut) && v->object != AZ_NONE &&
         az_cut_program(cut)->objects[v->object].kind != AZ_OBJ_GLOBAL;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const az_tvar *const *vars;
  const uint32_t count = az_cut_vars(cut, &vars);
  uint32_t made = 0;
  for (uint32_t i = 0; i < count && made < ((const powers *)self)->most; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    if (may_be_height(cut, vars[i])) made += add_power(cut, vars[i]);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_powers, .close = free, .declare = declare, .phase = 1};

static const az_option options[] = {{.name = "most",
                                     .type = AZ_OPT_INT,
                                     .summary = "variables of a loop, at most",
                                     .initial = "2",
                                     .least = 0,
                                     .greatest = 64},
                                    {0}};

AZ_MODULE(powers) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "powers", "1.0"),
    .summary = "powers of 2 of the integer variables of a loop: pow2(v)",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
