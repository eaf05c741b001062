/* The term store: hash-consed nodes in blocks that never move, an open-addressing table of 32-bit
 * indices [filliatre2006], constants of any width, variables by name. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

/* Returns a zeroed table in its own arena, so that arenas alone handle running out of memory. */
static uint32_t *new_table(az_arena **arena, size_t entries) {
  *arena = az_arena_new();
  return az_arena_alloc(*arena, entries * sizeof(uint32_t));
}

static node *push_node(az_store *s, az_term *t) {
  if ((s->count & (BLOCK_SIZE - 1)) == 0) {
    node *block = AZ_NEWN(s->arena, node, BLOCK_SIZE);
    arrput(s->block, block);
  }
  *t = s->count++;
  assert(s->count && "32-bit term indices exhausted");
  return &s->block[*t >> BLOCK_BITS][*t & (BLOCK_SIZE - 1)];
}

/* ---- consing ---- */

enum { WORK_OF_TERM = 400 };

static uint32_t mix(uint64_t x, uint64_t y) {
  u128 p = (u128)(x ^ UINT64_C(0x9e3779b97f4a7c15)) * (y ^ UINT64_C(0xd6e8feb86659fd93));
  uint64_t h = (uint64_t)p ^ (uint64_t)(p >> 64);
  return (uint32_t)(h ^ h >> 32);
}

static void grow_table(az_store *s) {
  az_arena *old = s->table_arena;
  uint32_t mask = s->mask * 2 + 1;
  uint32_t *table = new_table(&s->table_arena, (size_t)mask + 1);
  for (uint32_t i = 0; i <= s->mask; i++) {
    uint32_t t = s->table[i];
    if (!t) continue;
    uint32_t j = node_of(s, t)->hash & mask;
    while (table[j]) j = (j + 1) & mask;
    table[j] = t;
  }
  az_arena_free(old);
  s->table = table;
  s->mask = mask;
}

static void insert(az_store *s, uint32_t slot, az_term t) {
  s->table[slot] = t;
  if (++s->interned > s->mask / 3 * 2) grow_table(s);
}

static uint8_t arity_of(az_kind kind) {
  switch (kind) {
  case AZ_K_CONST:
  case AZ_K_VAR:
  case AZ_K_COUNT: return 0;
  case AZ_K_NOT:
  case AZ_K_BV_NOT:
  case AZ_K_BV_NEG:
  case AZ_K_EXTRACT:
  case AZ_K_ZEXT:
  case AZ_K_SEXT:
  case AZ_K_CONST_ARRAY:
  case AZ_K_F_NEG:
  case AZ_K_F_ABS:
  case AZ_K_F_SQRT:
  case AZ_K_F_IS_NAN:
  case AZ_K_F_IS_INF:
  case AZ_K_F_FROM_BITS:
  case AZ_K_F_TO_BITS:
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV:
  case AZ_K_F_FROM_FLOAT:
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV:
  case AZ_K_F_ROUND_INT: return 1;
  case AZ_K_ITE:
  case AZ_K_STORE:
  case AZ_K_SPLICE:
  case AZ_K_F_FMA: return 3;
  default: return 2;
  }
}

az_term az_cons(az_store *s, az_kind kind, az_sort sort, az_term a, uint32_t b, uint32_t c) {
  az_work_add(s->work, WORK_OF_TERM);
  uint32_t hash = mix((uint64_t)a << 32 | b, (uint64_t)c << 40 ^ (uint64_t)sort << 8 ^ kind);
  uint32_t i = hash & s->mask;
  for (az_term t; (t = s->table[i]); i = (i + 1) & s->mask) {
    const node *n = node_of(s, t);
    if (n->hash == hash && n->kind == kind && n->sort == sort && n->a == a && n->b == b &&
        n->c == c)
      return t;
  }
  az_term t;
  node *n = push_node(s, &t);
  n->kind = (uint8_t)kind;
  n->arity = arity_of(kind);
  n->hash = hash;
  n->sort = sort;
  n->a = a;
  n->b = b;
  n->c = c;
  insert(s, i, t);
  return t;
}

/* Conses a constant after dropping the bits beyond the width. */
static az_term cons_const(az_store *s, az_sort sort, const uint64_t *limbs) {
  uint32_t width = az_sort_width(sort), n_limbs = limbs_of(width);
  if (width < 1 || width > AZ_MAX_WIDTH)
    return ill_sorted(s, "a constant of 0 or too many bits", az_sort_bv(1), AZ_NO_TERM, AZ_NO_TERM);
  uint64_t top = limbs[n_limbs - 1] & mask64(width - (n_limbs - 1) * 64), x = sort;
  for (uint32_t k = 0; k + 1 < n_limbs; k++)
    x = (x ^ limbs[k]) * UINT64_C(0xff51afd7ed558ccd) + (x >> 29);
  uint32_t hash = mix(top, x);
  uint32_t i = hash & s->mask;
  for (az_term t; (t = s->table[i]); i = (i + 1) & s->mask) {
    const node *n = node_of(s, t);
    if (n->hash != hash || n->kind != AZ_K_CONST || n->sort != sort) continue;
    const uint64_t *have = n_limbs == 1 ? &n->value : n->limbs;
    if (have[n_limbs - 1] == top && !memcmp(have, limbs, (n_limbs - 1) * sizeof *limbs)) return t;
  }
  az_term t;
  node *n = push_node(s, &t);
  n->kind = AZ_K_CONST;
  n->hash = hash;
  n->sort = sort;
  if (n_limbs == 1) {
    n->value = top;
  } else {
    uint64_t *copy = AZ_COPY(s->arena, limbs, n_limbs, n_limbs);
    copy[n_limbs - 1] = top;
    n->limbs = copy;
  }
  insert(s, i, t);
  return t;
}

/* ---- the store ------------------------------------------------------------------------------- */

az_store *az_store_new(void) {
  az_arena *arena = az_arena_new();
  az_store *s = AZ_NEW(arena, az_store);
  s->arena = arena;
  s->mask = 1023;
  s->table = new_table(&s->table_arena, s->mask + 1);
  sh_new_arena(s->vars);
  az_term t;
  push_node(s, &t); /* 0: no term */
  uint64_t bit = 0;
  t = cons_const(s, az_sort_bool(), &bit);
  assert(t == TERM_FALSE);
  bit = 1;
  t = cons_const(s, az_sort_bool(), &bit);
  assert(t == TERM_TRUE);
  (void)t;
  return s;
}

void az_store_free(az_store *s) {
  if (!s) return;
  arrfree(s->block);
  shfree(s->vars);
  az_arena_free(s->table_arena);
  az_arena_free(s->arena);
}

az_store_stats az_store_statistics(const az_store *s) {
  return (az_store_stats){.terms = s->count - 1,
                          .bytes = az_arena_bytes(s->arena) + az_arena_bytes(s->table_arena) +
                                   arrcap(s->block) * sizeof(node *) +
                                   shlenu(s->vars) * (sizeof(var_entry) + 32)};
}

void az_store_set_log(az_store *s, const az_log *log) {
  s->log = log;
}

const az_log *az_store_log(const az_store *s) {
  return s->log;
}

void az_store_set_work(az_store *s, az_work *work) {
  s->work = work;
}

az_work *az_store_work(const az_store *s) {
  return s->work;
}

/* ---- structure ---- */

az_kind az_kind_of(const az_store *s, az_term t) {
  return kind_of(s, t);
}
az_sort az_sort_of(const az_store *s, az_term t) {
  return node_of(s, t)->sort;
}
uint32_t az_arity(const az_store *s, az_term t) {
  return node_of(s, t)->arity;
}

az_term az_operand(const az_store *s, az_term t, uint32_t i) {
  const node *n = node_of(s, t);
  assert(i < n->arity);
  return i == 0 ? n->a : i == 1 ? n->b : n->c;
}

uint32_t az_extract_high(const az_store *s, az_term t) {
  assert(kind_of(s, t) == AZ_K_EXTRACT);
  return node_of(s, t)->b;
}

uint32_t az_extract_low(const az_store *s, az_term t) {
  assert(kind_of(s, t) == AZ_K_EXTRACT);
  return node_of(s, t)->c;
}

bool az_rounds(az_kind kind) {
  switch (kind) {
  case AZ_K_F_ADD:
  case AZ_K_F_MUL:
  case AZ_K_F_DIV:
  case AZ_K_F_SQRT:
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV:
  case AZ_K_F_FROM_FLOAT:
  case AZ_K_F_ROUND_INT: return true;
  default: return false;
  }
}

az_rounding az_round_mode(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  return (az_rounding)(n->arity == 2 ? n->c : n->b);
}

const char *az_var_name(const az_store *s, az_term t) {
  assert(kind_of(s, t) == AZ_K_VAR);
  return node_of(s, t)->name;
}

const char *az_kind_name(az_kind kind) {
  static const char *const names[AZ_K_COUNT] = {[AZ_K_CONST] = "const",
                                                [AZ_K_VAR] = "var",
                                                [AZ_K_NOT] = "not",
                                                [AZ_K_AND] = "and",
                                                [AZ_K_ITE] = "ite",
                                                [AZ_K_EQ] = "=",
                                                [AZ_K_BV_NOT] = "bvnot",
                                                [AZ_K_BV_AND] = "bvand",
                                                [AZ_K_BV_XOR] = "bvxor",
                                                [AZ_K_BV_NEG] = "bvneg",
                                                [AZ_K_BV_ADD] = "bvadd",
                                                [AZ_K_BV_MUL] = "bvmul",
                                                [AZ_K_BV_UDIV] = "bvudiv",
                                                [AZ_K_BV_UREM] = "bvurem",
                                                [AZ_K_BV_SDIV] = "bvsdiv",
                                                [AZ_K_BV_SREM] = "bvsrem",
                                                [AZ_K_BV_SHL] = "bvshl",
                                                [AZ_K_BV_LSHR] = "bvlshr",
                                                [AZ_K_BV_ASHR] = "bvashr",
                                                [AZ_K_BV_ULT] = "bvult",
                                                [AZ_K_BV_SLT] = "bvslt",
                                                [AZ_K_CONCAT] = "concat",
                                                [AZ_K_EXTRACT] = "extract",
                                                [AZ_K_ZEXT] = "zero_extend",
                                                [AZ_K_SEXT] = "sign_extend",
                                                [AZ_K_SELECT] = "select",
                                                [AZ_K_STORE] = "store",
                                                [AZ_K_CONST_ARRAY] = "const_array",
                                                [AZ_K_SPLICE] = "splice",
                                                [AZ_K_F_NEG] = "fp.neg",
                                                [AZ_K_F_ABS] = "fp.abs",
                                                [AZ_K_F_ADD] = "fp.add",
                                                [AZ_K_F_MUL] = "fp.mul",
                                                [AZ_K_F_DIV] = "fp.div",
                                                [AZ_K_F_REM] = "fp.rem",
                                                [AZ_K_F_FMA] = "fp.fma",
                                                [AZ_K_F_SQRT] = "fp.sqrt",
                                                [AZ_K_F_LT] = "fp.lt",
                                                [AZ_K_F_LE] = "fp.leq",
                                                [AZ_K_F_EQ] = "fp.eq",
                                                [AZ_K_F_IS_NAN] = "fp.isNaN",
                                                [AZ_K_F_IS_INF] = "fp.isInfinite",
                                                [AZ_K_F_FROM_BITS] = "fp.from_bits",
                                                [AZ_K_F_TO_BITS] = "fp.to_bits",
                                                [AZ_K_F_FROM_SBV] = "fp.from_sbv",
                                                [AZ_K_F_FROM_UBV] = "fp.from_ubv",
                                                [AZ_K_F_FROM_FLOAT] = "fp.from_float",
                                                [AZ_K_F_TO_SBV] = "fp.to_sbv",
                                                [AZ_K_F_TO_UBV] = "fp.to_ubv",
                                                [AZ_K_F_ROUND_INT] = "fp.roundToIntegral"};
  return kind < AZ_K_COUNT ? names[kind] : "?";
}

/* ---- constants ---- */

az_term az_true(az_store *s) {
  return (void)s, TERM_TRUE;
}
az_term az_false(az_store *s) {
  return (void)s, TERM_FALSE;
}
az_term az_bool(az_store *s, bool value) {
  return (void)s, value ? TERM_TRUE : TERM_FALSE;
}

az_term bv_u128(az_store *s, uint32_t width, u128 value) {
  uint64_t limbs[MAX_LIMBS] = {(uint64_t)value, (uint64_t)(value >> 64)};
  return cons_const(s, az_sort_bv(width), limbs);
}

az_term az_bv(az_store *s, uint32_t width, uint64_t value) {
  if (width <= 64) return cons_const(s, az_sort_bv(width), &value);
  return bv_u128(s, width, value);
}

az_term az_bv_wide(az_store *s, uint32_t width, az_wide value) {
  uint64_t limbs[MAX_LIMBS];
  if (width > AZ_MAX_WIDTH) return az_bv(s, width, 0); /* a misuse */
  memset(limbs, value < 0 ? 0xff : 0, limbs_of(width) * sizeof *limbs);
  limbs[0] = (uint64_t)value;
  if (width > 64) limbs[1] = (uint64_t)((u128)value >> 64);
  return cons_const(s, az_sort_bv(width), limbs);
}

az_term az_bv_signed(az_store *s, uint32_t width, int64_t value) {
  return az_bv_wide(s, width, value);
}
az_term az_bv_limbs(az_store *s, uint32_t width, const uint64_t *limbs) {
  return cons_const(s, az_sort_bv(width), limbs);
}

/* Returns a float constant, with one term for all NaNs, as they are one value. */
az_term az_float_bits(az_store *s, az_sort sort, const uint64_t *limbs) {
  assert(az_sort_kind_of(sort) == AZ_SORT_FLOAT);
  uint32_t e = az_sort_exponent(sort), m = az_sort_significand(sort) - 1;
  bool exponent_ones = true, mantissa_zero = true;
  for (uint32_t i = 0; i < e; i++) exponent_ones &= limbs_bit(limbs, m + i);
  for (uint32_t i = 0; i < m; i++) mantissa_zero &= !limbs_bit(limbs, i);
  if (!exponent_ones || mantissa_zero) return cons_const(s, sort, limbs);
  uint64_t quiet[MAX_LIMBS] = {0};
  for (uint32_t i = m - 1; i < m + e; i++) quiet[i / 64] |= UINT64_C(1) << i % 64;
  return cons_const(s, sort, quiet);
}

az_term az_zero_of(az_store *s, az_sort sort) {
  if (az_sort_kind_of(sort) == AZ_SORT_ARRAY)
    return az_cons(s, AZ_K_CONST_ARRAY, sort, az_zero_of(s, az_sort_element(sort)), 0, 0);
  static const uint64_t zero[MAX_LIMBS];
  return cons_const(s, sort, zero);
}

bool az_is_const(const az_store *s, az_term t) {
  return is_const(s, t);
}
bool az_is_true(const az_store *s, az_term t) {
  return (void)s, t == TERM_TRUE;
}
bool az_is_false(const az_store *s, az_term t) {
  return (void)s, t == TERM_FALSE;
}

const uint64_t *az_const_limbs(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  assert(n->kind == AZ_K_CONST);
  return az_sort_width(n->sort) <= 64 ? &n->value : n->limbs;
}

bool az_const_u64(const az_store *s, az_term t, uint64_t *value) {
  const node *n = node_of(s, t);
  az_sort_kind k = az_sort_kind_of(n->sort);
  if (n->kind != AZ_K_CONST || (k != AZ_SORT_BOOL && k != AZ_SORT_BV) ||
      az_sort_width(n->sort) > 64)
    return false;
  *value = n->value;
  return true;
}

az_wide az_gcd(az_wide a, az_wide b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b) {
    az_wide t = a % b;
    a = b;
    b = t;
  }
  return a;
}

az_wide az_floor_div(az_wide a, az_wide b) {
  assert(b > 0);
  return a / b - (a % b < 0);
}

bool az_const_wide(const az_store *s, az_term t, bool is_signed, az_wide *value) {
  const node *n = node_of(s, t);
  az_sort_kind k = az_sort_kind_of(n->sort);
  if (n->kind != AZ_K_CONST || (k != AZ_SORT_BOOL && k != AZ_SORT_BV)) return false;
  uint32_t width = az_sort_width(n->sort);
  if (k == AZ_SORT_BOOL) is_signed = false;
  if (width < 128 || (width == 128 && is_signed)) {
    u128 v = bv_value(s, t);
    *value = is_signed ? to_signed(v, width) : (i128)v;
    return true;
  }
  bool negative = is_signed && limbs_bit(n->limbs, width - 1);
  for (uint32_t i = 127; i < width; i++)
    if (limbs_bit(n->limbs, i) != negative) return false;
  *value = (i128)((u128)n->limbs[1] << 64 | n->limbs[0]);
  return true;
}

u128 bv_value(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort);
  assert(n->kind == AZ_K_CONST && width <= 128);
  return width <= 64 ? n->value : (u128)n->limbs[1] << 64 | n->limbs[0];
}

bool bv_is_value(const az_store *s, az_term t, uint64_t value) {
  const node *n = node_of(s, t);
  if (n->kind != AZ_K_CONST || az_sort_kind_of(n->sort) != AZ_SORT_BV) return false;
  uint32_t width = az_sort_width(n->sort);
  if (width <= 64) return n->value == value;
  for (uint32_t i = 1; i < limbs_of(width); i++)
    if (n->limbs[i]) return false;
  return n->limbs[0] == value;
}

bool bv_is_zero(const az_store *s, az_term t) {
  return bv_is_value(s, t, 0);
}

bool bv_is_ones(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  if (n->kind != AZ_K_CONST || az_sort_kind_of(n->sort) != AZ_SORT_BV) return false;
  uint32_t width = az_sort_width(n->sort), k = limbs_of(width);
  if (width <= 64) return n->value == mask64(width);
  for (uint32_t i = 0; i + 1 < k; i++)
    if (n->limbs[i] != UINT64_MAX) return false;
  return n->limbs[k - 1] == mask64(width - (k - 1) * 64);
}

int bv_power_of_two(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  if (n->kind != AZ_K_CONST || az_sort_kind_of(n->sort) != AZ_SORT_BV) return -1;
  const uint64_t *limbs = az_const_limbs(s, t);
  int at = -1;
  for (uint32_t i = 0; i < limbs_of(az_sort_width(n->sort)); i++) {
    if (!limbs[i]) continue;
    if (at >= 0 || (limbs[i] & (limbs[i] - 1))) return -1;
    at = (int)(i * 64) + __builtin_ctzll(limbs[i]);
  }
  return at;
}

/* ---- variables ---- */

az_term az_var(az_store *s, az_sort sort, const char *name) {
  ptrdiff_t at = shgeti(s->vars, name);
  if (at >= 0) {
    az_term t = s->vars[at].value;
    if (node_of(s, t)->sort == sort) return t;
    az_fail(&s->misuse, AZ_ERR_INPUT, "az_var: '%s' has another sort already", name);
    return az_fresh(s, sort, "ill-sorted");
  }
  az_term t;
  node *n = push_node(s, &t);
  n->kind = AZ_K_VAR;
  n->sort = sort;
  n->name = az_arena_strdup(s->arena, name);
  shput(s->vars, name, t);
  return t;
}

az_term az_fresh(az_store *s, az_sort sort, const char *prefix) {
  size_t size = strlen(prefix) + 24;
  char *name = az_arena_alloc(s->arena, size);
  do snprintf(name, size, "%s!%llu", prefix, (unsigned long long)s->fresh++);
  while (shgeti(s->vars, name) >= 0);
  return az_var(s, sort, name);
}
