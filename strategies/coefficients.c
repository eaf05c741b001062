/* Enumerates small coefficients: the inner loop of counterexample-guided synthesis [kroening2023,
 * sec. 6.2]. This search replaces the solver for coefficients, since small ones suffice and there
 * are few of them. As in the chapter, their range doubles step by step. */
#include "coefficients.h"
#include <stb/stb_ds.h>

/* Returns the greatest range of entries with at most MOST_VECTORS vectors, or 0. */
static int32_t most_for(uint32_t count) {
  enum { MOST_VECTORS = 300000, MOST = 16 };
  for (int32_t most = MOST; most; most--) {
    int64_t vectors = 1;
    for (uint32_t i = 0; i < count && vectors <= MOST_VECTORS; i++) vectors *= 2 * most + 1;
    if (vectors <= MOST_VECTORS) return most;
  }
  return 0;
}

void coefficients_start(coefficients *c, uint32_t count) {
  *c = (coefficients){.count = count, .range = 1, .most = most_for(count)};
  c->ended = !count || !c->most;
  for (uint32_t i = 0; i < count; i++) arrput(c->at, -1);
}

void coefficients_end(coefficients *c) {
  arrfree(c->at);
}

/* Counts up in base 2 * range + 1. */
static void step(coefficients *c) {
  uint32_t i = 0;
  while (i < c->count && c->at[i] == c->range) c->at[i++] = -c->range;
  if (i < c->count) {
    c->at[i]++;
    return;
  }
  c->range++;
  c->ended = c->range > c->most;
  for (i = 0; i < c->count; i++) c->at[i] = -c->range;
}

static int32_t common_divisor(int32_t a, int32_t b) {
  while (b) {
    int32_t rest = a % b;
    a = b, b = rest;
  }
  return a < 0 ? -a : a;
}

/* Returns whether the entries have no common factor and one of them is at the limit of the range
 * (otherwise the vector was listed before). */
static bool is_new(const coefficients *c) {
  bool full = false;
  int32_t common = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    full |= c->at[i] == c->range || c->at[i] == -c->range;
    common = common_divisor(common, c->at[i]);
  }
  return full && common == 1;
}

static bool fits(const coefficients *c, const az_wide *const *rows, size_t row_count) {
  for (size_t r = row_count; r-- > 0;) { /* begins with the last row, which is strict */
    az_wide sum = 0;
    for (uint32_t i = 0; i < c->count; i++) sum += c->at[i] * rows[r][i];
    if (sum < 0 || (!sum && r + 1 == row_count)) return false;
  }
  return true;
}

bool coefficients_next(coefficients *c, const az_wide *const *rows, size_t row_count) {
  while (!c->ended) {
    bool good = fits(c, rows, row_count) && is_new(c);
    if (good) return true;
    step(c);
  }
  return false;
}
