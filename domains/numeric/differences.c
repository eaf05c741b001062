/* Sets of constraints x - y <= d: sorted, and shared until one user changes them. */
#include "differences.h"
#include "ansatz/allocate.h"
#include <stdlib.h>
#include <string.h>

struct differences {
  uint32_t users, count, room;
  difference *all; /* by (x, y) */
};

differences *differences_ref(differences *s) {
  if (s) s->users++;
  return s;
}

void differences_free(differences *s) {
  if (!s || --s->users) return;
  free(s->all);
  free(s);
}

uint32_t differences_count(const differences *s) {
  return s ? s->count : 0;
}

const difference *differences_at(const differences *s, uint32_t i) {
  return &s->all[i];
}

/* Returns the index of the pair, or the index where it would be inserted. */
static uint32_t position(const differences *s, uint32_t x, uint32_t y, bool *found) {
  uint32_t low = 0, high = differences_count(s);
  while (low < high) {
    uint32_t mid = (low + high) / 2;
    const difference *at = &s->all[mid];
    if (at->x < x || (at->x == x && at->y < y))
      low = mid + 1;
    else
      high = mid;
  }
  *found = low < differences_count(s) && s->all[low].x == x && s->all[low].y == y;
  return low;
}

bool differences_find(const differences *s, uint32_t x, uint32_t y, int64_t *d) {
  bool found;
  uint32_t at = position(s, x, y, &found);
  if (found) *d = s->all[at].d;
  return found;
}

/* Makes *s a set with a single user, which may change it. */
static differences *own(differences **s) {
  if (*s && (*s)->users == 1) return *s;
  differences *mine = az_calloc(1, sizeof *mine);
  mine->users = 1;
  mine->count = mine->room = differences_count(*s);
  mine->all = az_calloc(mine->room + 1, sizeof *mine->all);
  if (mine->count) memcpy(mine->all, (*s)->all, mine->count * sizeof *mine->all);
  differences_free(*s);
  return *s = mine;
}

void differences_put(differences **s, difference one, uint32_t most) {
  bool found;
  uint32_t at = position(*s, one.x, one.y, &found);
  if (!found && differences_count(*s) >= most) return;
  differences *mine = own(s);
  if (!found) {
    if (mine->count == mine->room) {
      mine->room = 2 * mine->room + 4;
      mine->all = az_realloc(mine->all, mine->room * sizeof *mine->all);
    }
    memmove(&mine->all[at + 1], &mine->all[at], (mine->count++ - at) * sizeof *mine->all);
  }
  mine->all[at] = one;
}

void differences_filter(differences **s, bool (*keep)(void *ctx, difference *one), void *ctx) {
  uint32_t kept = 0;
  if (!differences_count(*s)) return;
  differences *mine = own(s);
  for (uint32_t i = 0; i < mine->count; i++) {
    difference one = mine->all[i];
    if (keep(ctx, &one)) mine->all[kept++] = one;
  }
  mine->count = kept;
}

static bool is_of_others(void *ctx, difference *one) {
  uint32_t var = *(const uint32_t *)ctx;
  return one->x != var && one->y != var;
}

void differences_forget(differences **s, uint32_t var) {
  for (uint32_t i = 0; i < differences_count(*s); i++)
    if ((*s)->all[i].x == var || (*s)->all[i].y == var) {
      differences_filter(s, is_of_others, &var);
      return;
    }
}
