/* Simultaneous substitution: bottom-up over the DAG with an explicit stack. The
 * memo is a paged table indexed by term with an epoch in each entry, so that forgetting is one
 * increment. A term with a smaller index than every bound term cannot contain one (operands have
 * smaller indices) and is not entered. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

struct az_subst {
  az_store *store;
  memo memo;
  az_term lowest; /* least bound term */
  az_term *stack; /* stb_ds array */
};

az_subst *az_subst_new(az_store *store) {
  az_subst *u = az_calloc(1, sizeof *u);
  u->store = store;
  u->lowest = UINT32_MAX;
  term_memo_init(&u->memo);
  return u;
}

void az_subst_free(az_subst *u) {
  if (!u) return;
  term_memo_release(&u->memo);
  arrfree(u->stack);
  free(u);
}

void az_subst_reset(az_subst *u) {
  term_memo_clear(&u->memo);
  u->lowest = UINT32_MAX;
}

void az_subst_bind(az_subst *u, az_term from, az_term to) {
  if (sort_at(u->store, from) != sort_at(u->store, to) || !from) {
    ill_sorted(u->store, __func__, az_sort_bool(), from, to);
    return;
  }
  *term_memo_at(&u->memo, from) = (memo_entry){u->memo.epoch, to};
  if (from < u->lowest) u->lowest = from;
}

/* Returns the image if it is known, else AZ_NO_TERM. */
static az_term image(az_subst *u, az_term t) {
  if (t < u->lowest) return t;
  memo_entry *e = term_memo_at(&u->memo, t);
  return e->epoch == u->memo.epoch ? e->value : AZ_NO_TERM;
}

az_term az_subst_apply(az_subst *u, az_term root) {
  az_store *s = u->store;
  az_term r = image(u, root);
  if (r) return r;
  size_t floor = arrlenu(u->stack);
  arrput(u->stack, root);
  while (arrlenu(u->stack) > floor) {
    az_term t = arrlast(u->stack);
    if (image(u, t)) { /* pushed by two parents */
      (void)arrpop(u->stack);
      continue;
    }
    const node *n = node_of(s, t);
    az_term old[3] = {n->a, n->b, n->c}, now[3] = {0};
    bool ready = true, changed = false;
    for (uint32_t i = 0; i < n->arity; i++) {
      now[i] = image(u, old[i]);
      if (!now[i]) {
        arrput(u->stack, old[i]);
        ready = false;
      }
      changed |= now[i] != old[i];
    }
    if (!ready) continue;
    (void)arrpop(u->stack);
    r = changed ? az_rebuild(s, t, now) : t;
    *term_memo_at(&u->memo, t) = (memo_entry){u->memo.epoch, r};
  }
  return image(u, root);
}
