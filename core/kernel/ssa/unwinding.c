/* Loops that are unwound one by one in the order of execution, as by CBMC's incremental unwinding
 * [kroening2023, sec. 4.3, fig. 10 b]: an inner loop in a copy of its enclosing loop comes before
 * the next copy of the enclosing loop, which comes before the loops after it. A loop with fewer
 * copies comes first if a power of two lies between the numbers of copies: a loop without a bound
 * must not delay the others. Only the order of work depends on this: the formula's cut-offs cover
 * all executions beyond the last copies. */
#include "ansatz/allocate.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

az_unwinding *az_unwinding_new(void) {
  az_unwinding *u = az_calloc(1, sizeof *u);
  u->deepest = 1;
  return u;
}

void az_unwinding_free(az_unwinding *u) {
  if (u) hmfree(u->copies);
  free(u);
}

uint32_t az_unwinding_deepest(const az_unwinding *u) {
  return u->deepest;
}

/* Returns the number of copies requested one by one; certain iterations add further copies. */
static uint32_t given(az_unwinding *u, name_key key) {
  ptrdiff_t at = hmgeti(u->copies, key);
  return at < 0 ? 1 : u->copies[at].value;
}

uint32_t copies_of(const executor *x, uint32_t frame_index, uint32_t loop) {
  const az_ssa_config *c = &x->ssa->config;
  return c->unwinding ? given(c->unwinding, (name_key){x->name, frame_index, loop}) : c->k;
}

static name_key key_of(const struct az_ssa_resume *r) {
  return (name_key){r->name, r->frame, r->loop};
}

/* Returns the position of a loop's next iteration in the order of execution: the enclosing copies,
 * outermost first, then the instance after all of its copies. */
static az_copy *copies_around(const az_ssa *ssa, uint32_t instance) {
  az_copy *path = NULL, here = {.loop = instance, .copy = UINT32_MAX};
  arrput(path, here);
  for (uint32_t c = ssa->loops[instance].copies; c; c = ssa->copies[c].parent)
    arrins(path, 0, ssa->copies[c]);
  return path;
}

/* Compares positions: instances in one copy are numbered in the order of execution. */
static bool comes_before(const az_copy *a, const az_copy *b) {
  for (size_t i = 0; i < arrlenu(a) && i < arrlenu(b); i++) {
    if (a[i].loop != b[i].loop) return a[i].loop < b[i].loop;
    if (a[i].copy != b[i].copy) return a[i].copy < b[i].copy;
  }
  return false;
}

uint32_t az_ssa_next_loop(const az_ssa *ssa, uint32_t most) {
  uint32_t first = AZ_NONE, fewest = 0;
  az_copy *best = NULL;
  assert(ssa->config.unwinding);
  for (uint32_t i = 0; i < arrlenu(ssa->resumes); i++) {
    const struct az_ssa_resume *r = ssa->resumes[i];
    if (!r || !r->end.mem || r->complete) continue;
    uint32_t copies = given(ssa->config.unwinding, key_of(r));
    if (most && copies >= most) continue;
    /* Compares the numbers rounded down to powers of two. */
    bool fewer = first != AZ_NONE && (copies ^ fewest) > (copies & fewest);
    if (fewer && copies > fewest) continue;
    az_copy *path = copies_around(ssa, i);
    if (first == AZ_NONE || fewer || comes_before(path, best)) {
      arrfree(best);
      best = path;
      first = i;
      fewest = copies;
    } else {
      arrfree(path);
    }
  }
  arrfree(best);
  return first;
}

az_term az_ssa_goes_on(const az_ssa *ssa, uint32_t instance) {
  assert(ssa->resumes[instance] && ssa->resumes[instance]->end.mem); /* from az_ssa_next_loop */
  return ssa->resumes[instance]->end.guard;
}

void az_ssa_note_complete(az_ssa *ssa, uint32_t instance) {
  ssa->resumes[instance]->complete = true;
}

void az_ssa_note_copy(az_ssa *ssa, uint32_t instance) {
  az_unwinding *u = ssa->config.unwinding;
  const struct az_ssa_resume *r = ssa->resumes[instance];
  uint32_t copies = given(u, key_of(r)) + 1;
  hmput(u->copies, key_of(r), copies);
  if (copies > u->deepest) u->deepest = copies;
}
