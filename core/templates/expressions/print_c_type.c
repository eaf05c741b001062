/* The C type of a term's text and its conversion, bottom-up and iterative. C types follow the usual
 * promotions; arithmetic wraps (-fwrapv). A result whose range excludes wrapping is not truncated,
 * and is converted only if its type differs from the requested reading. */
#include "expressions/print_c.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

static uint64_t key_of(child c) {
  return (uint64_t)c.t << 4 | (uint64_t)c.reading << 2 | (uint64_t)c.tweak;
}

const char *c_type_name(uint32_t w, bool is_unsigned) {
  switch (w) {
  case 8: return is_unsigned ? "unsigned char" : "signed char";
  case 16: return is_unsigned ? "unsigned short" : "short";
  case 32: return is_unsigned ? "unsigned int" : "int";
  case 64: return is_unsigned ? "unsigned long long" : "long long";
  default: return is_unsigned ? "unsigned __int128" : "__int128";
  }
}

void c_decimal(u128 v, char *text) {
  char digits[48];
  int n = 0;
  do digits[n++] = (char)('0' + (int)(v % 10));
  while (v /= 10);
  while (n) *text++ = digits[--n];
  *text = 0;
}

uint32_t c_literal(const az_store *s, child c, char *text, size_t size, precedence *level) {
  uint32_t w = width_of(s, c.t);
  *level = P_ATOM;
  if (w > 128) {
    const uint64_t *limbs = az_const_limbs(s, c.t);
    size_t at = (size_t)snprintf(text, size, "0x");
    bool any = false;
    for (uint32_t i = limbs_of(w); i-- > 0;) {
      if (!any && !limbs[i] && i) continue;
      if (at + 17 < size)
        at += (size_t)snprintf(text + at, size - at, any ? "%016" PRIx64 : "%" PRIx64, limbs[i]);
      any = true;
    }
    return 128;
  }
  u128 v = bv_value(s, c.t);
  if (c.tweak == MINUS) v = -v;
  if (c.tweak == PREDECESSOR) v = v - 1;
  if (c.tweak == COMPLEMENT) v = ~v;
  v &= mask128(w);
  bool is_signed = c.reading != UNSIGNED, negative = is_signed && to_signed(v, w) < 0;
  u128 size_of = negative ? -(u128)to_signed(v, w) : v;
  uint32_t c_width = 32;
  if (is_signed)
    c_width = size_of < (u128)1 << 31 ? 32 : size_of < (u128)1 << 63 ? 64 : 128;
  else
    c_width = size_of < (u128)1 << 32 ? 32 : size_of < (u128)1 << 64 ? 64 : 128;
  bool least =
      negative && (w == 32 || w == 64) && size_of == (u128)1 << (w - 1); /* no literal for it */
  if (least) {
    c_width = w;
    size_of--;
  }
  if (c_width == 128) { /* C has no literals of this type, so it is built by a shift */
    *level = P_ATOM;
    snprintf(text, size, "%s((%s__int128)%" PRIu64 "u%s << 64 | %" PRIu64 "uLL)",
             negative ? "-" : "", is_signed ? "" : "unsigned ", (uint64_t)(size_of >> 64),
             size_of >> 96 ? "LL" : "", (uint64_t)size_of);
    if (negative) *level = P_UNARY;
    return 128;
  }
  char digits[48];
  c_decimal(size_of, digits);
  const char *suffix = c_width == 32 ? (is_signed ? "" : "u") : (is_signed ? "LL" : "uLL");
  snprintf(text, size, "%s%s%s%s%s", least ? "(" : "", negative ? "-" : "", digits, suffix,
           least ? (w == 32 ? " - 1)" : " - 1LL)") : "");
  if (negative && !least) *level = P_UNARY;
  return c_width;
}

look c_look_of(printer *p, child c) {
  return hmget(p->looks, key_of(c));
}

/* Returns whether C computes on these operands with unsigned arithmetic anyway. */
static bool unsigned_anyway(const look *a, const look *b, uint32_t wide) {
  return (a->c_width == wide && a->is_unsigned) || (b && b->c_width == wide && b->is_unsigned);
}

/* Returns the part of a term's text that C cannot express or whose result is not defined for all
 * values; NULL: none. */
static const char *inexpressible_in_c(const printer *p, child c, const form *f, const look *l) {
  const az_store *s = p->s;
  const node *n = node_of(s, c.t);
  az_sort_kind sort = sort_kind(s, c.t);
  if (sort != AZ_SORT_BOOL && sort != AZ_SORT_BV) return "floats";
  if (l->c_width > 64) return "numbers of more than 64 bits";
  if (l->conversion == SHIFTS) return "signed numbers of an odd width";
  if (f->shape == CALL || f->shape == INDEX) return "operators that C does not have";
  if (sort != AZ_SORT_BV) return NULL;
  switch (n->kind) {
  case AZ_K_BV_UDIV:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM: {
    bool fine = is_const(s, n->b) && !bv_is_zero(s, n->b);
    bool minus = fine && width_of(s, n->b) <= 64 && bv_value(s, n->b) == mask128(width_of(s, n->b));
    return fine && !minus ? NULL : "a division that may not be defined";
  }
  case AZ_K_BV_SHL:
  case AZ_K_BV_LSHR:
  case AZ_K_BV_ASHR:
  case AZ_K_CONCAT:
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV:
  case AZ_K_F_TO_BITS: return "shifts and conversions that may not be defined";
  default: return NULL;
  }
}

static look choose_look(printer *p, child c, const form *f) {
  const az_store *s = p->s;
  az_sort_kind sort = sort_kind(s, c.t);
  look l = {.level = f->level, .c_width = f->c_width, .is_unsigned = f->is_unsigned};
  reading gives = f->gives;
  uint32_t w = width_of(s, c.t);
  look k[3] = {{0}};
  for (uint32_t i = 0; i < f->n; i++) k[i] = c_look_of(p, f->child[i]);
  if (sort == AZ_SORT_BOOL) l.c_width = 32; /* int */
  if (f->shape == SAME)
    l = (look){.level = k[0].level, .c_width = k[0].c_width, .is_unsigned = k[0].is_unsigned};
  if (f->shape == CONSTANT && sort == AZ_SORT_BV) {
    char text[1200];
    l.c_width = c_literal(s, c, text, sizeof text, &l.level);
    l.is_unsigned = c.reading == UNSIGNED;
    l.raw_level = l.level;
    return l;
  }
  if (sort == AZ_SORT_BV && f->n &&
      (f->shape == INFIX || f->shape == CHOICE || (f->shape == PREFIX && !f->is_integer) ||
       (f->shape == CALL && !f->op))) {
    /* the usual arithmetic conversions; for a shift, only the left operand counts */
    uint32_t first = f->shape == CHOICE, second = f->shape == CHOICE ? 2 : f->n - 1;
    bool shift = f->level == P_SHIFT && f->op;
    bool both = second > first && !shift;
    uint32_t wide = k[first].c_width;
    if (f->shape == CALL)
      both = false; /* concat: the high part is shifted, so it must be wide enough itself */
    if (both && k[second].c_width > wide) wide = k[second].c_width;
    az_kind kind = kind_of(s, c.t);
    bool arithmetic = kind == AZ_K_BV_ADD || kind == AZ_K_BV_MUL || kind == AZ_K_BV_NEG;
    bool wraps = p->defined && arithmetic && gives == MODULO &&
                 !unsigned_anyway(&k[first], both ? &k[second] : NULL, wide);
    if (wide < f->container || wraps) {
      l.cast_child = true;
      wide = wide < f->container ? f->container : wide;
      k[first].c_width = wide;
      k[first].is_unsigned = gives == UNSIGNED || wraps;
      l.operand_width = wide;
      l.operand_unsigned = k[first].is_unsigned;
    }
    l.c_width = wide;
    l.is_unsigned = k[first].c_width == wide && k[first].is_unsigned;
    if ((both || f->shape == CALL) && k[second].c_width == wide)
      l.is_unsigned |= k[second].is_unsigned;
  }
  l.raw_level = l.level;
  if (sort != AZ_SORT_BV) return l;
  if (gives == MODULO && is_native(w) && l.c_width == w) gives = l.is_unsigned ? UNSIGNED : SIGNED;
  /* an exact value of the wrong C type */
  if (c.reading == SIGNED && gives == SIGNED && l.is_unsigned)
    gives = l.c_width == w ? UNSIGNED : MODULO;
  if (c.reading == UNSIGNED && gives == UNSIGNED && !l.is_unsigned && l.c_width == w && f->n == 2)
    gives = SIGNED;
  if (c.reading == MODULO || gives == c.reading) return l;
  if (gives == NONNEG && (c.reading == UNSIGNED || !l.is_unsigned)) return l;
  if (gives == NONNEG || is_native(w)) {
    l.conversion = CAST;
    l.level = P_UNARY;
    l.cast_width = is_native(w) ? w : container_of(w);
    l.cast_unsigned = c.reading == UNSIGNED;
    l.c_width = container_of(l.cast_width);
    l.is_unsigned = l.cast_unsigned && l.cast_width >= 32;
  } else if (c.reading == UNSIGNED) {
    l.conversion = MASK;
    l.level = P_BITAND;
    if (l.c_width < container_of(w)) l.c_width = container_of(w);
  } else {
    l.conversion = SHIFTS;
    l.level = P_SHIFT;
    l.cast_width = l.c_width = l.c_width > container_of(w) ? l.c_width : container_of(w);
    l.is_unsigned = false;
  }
  return l;
}

void c_look_all(printer *p, child root) {
  child *stack = NULL;
  arrput(stack, root);
  while (arrlenu(stack)) {
    child c = arrlast(stack);
    if (hmgeti(p->looks, key_of(c)) >= 0) {
      (void)arrpop(stack);
      continue;
    }
    form f = c_form(p, c);
    bool ready = true;
    for (uint32_t i = 0; i < f.n; i++)
      if (hmgeti(p->looks, key_of(f.child[i])) < 0) {
        arrput(stack, f.child[i]);
        ready = false;
      }
    if (!ready) continue;
    (void)arrpop(stack);
    look l = choose_look(p, c, &f);
    if (p->defined && !p->inexpressible) p->inexpressible = inexpressible_in_c(p, c, &f, &l);
    hmput(p->looks, key_of(c), l);
  }
  arrfree(stack);
}
