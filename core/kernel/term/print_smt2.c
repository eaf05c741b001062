/* Terms as SMT-LIB 2.6 text. Indices are topological, so that the shared subterms of a cone, sorted
 * by index, are definitions in a valid order: lets in an expression, define-funs in a script (flat,
 * however deep the term is). */
#include "term/term_internal.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 100 }; /* greatest depth of a definition in a script */

typedef struct term_number {
  az_term key;
  uint32_t value;
} term_number;

typedef struct printer {
  const az_store *s;
  FILE *out;
  bool script;
  term_number *uses; /* stb_ds: number of references from within the cone; NAMED: it has a name */
  az_term *cone;     /* stb_ds array, ascending */
} printer;

#define NAMED UINT32_MAX

static int ascending(const void *a, const void *b) {
  az_term x = *(const az_term *)a, y = *(const az_term *)b;
  return x < y ? -1 : x > y;
}

static void add_use(printer *p, az_term t) {
  uint32_t before = hmget(p->uses, t);
  hmput(p->uses, t, before + 1);
}

static void collect(printer *p, const az_term *roots, size_t n) {
  az_visit *cones = az_visit_new(p->s, AZ_VISIT_ANY);
  for (size_t i = 0; i < n; i++) {
    add_use(p, roots[i]);
    az_visit_add(cones, roots[i]);
  }
  for (az_term t; (t = az_visit_next(cones));) {
    arrput(p->cone, t);
    for (uint32_t k = 0; k < az_arity(p->s, t); k++) add_use(p, az_operand(p->s, t, k));
  }
  az_visit_free(cones);
  if (p->cone) qsort(p->cone, arrlenu(p->cone), sizeof *p->cone, ascending);
}

/* ---- atoms ---- */

static void print_sort(FILE *out, az_sort sort) {
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: fputs("Bool", out); return;
  case AZ_SORT_BV: fprintf(out, "(_ BitVec %" PRIu32 ")", az_sort_width(sort)); return;
  case AZ_SORT_FLOAT:
    fprintf(out, "(_ FloatingPoint %" PRIu32 " %" PRIu32 ")", az_sort_exponent(sort),
            az_sort_significand(sort));
    return;
  case AZ_SORT_ARRAY:
    fprintf(out, "(Array (_ BitVec %" PRIu32 ") ", az_sort_index_width(sort));
    print_sort(out, az_sort_element(sort));
    fputc(')', out);
    return;
  case AZ_SORT_NONE: break;
  }
}

static void print_bits(FILE *out, const uint64_t *limbs, uint32_t high, uint32_t low) {
  uint32_t width = high - low + 1;
  fputs(width % 4 ? "#b" : "#x", out);
  if (width % 4) {
    for (uint32_t i = high + 1; i-- > low;) fputc('0' + limbs_bit(limbs, i), out);
    return;
  }
  for (uint32_t i = high + 1; i > low; i -= 4) {
    int digit = 0;
    for (uint32_t k = 1; k <= 4; k++) digit = digit * 2 + limbs_bit(limbs, i - k);
    fputc("0123456789abcdef"[digit], out);
  }
}

static void print_const(const az_store *s, FILE *out, az_term t) {
  az_sort sort = az_sort_of(s, t);
  const uint64_t *limbs = az_const_limbs(s, t);
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) {
    fputs(limbs[0] ? "true" : "false", out);
  } else if (az_sort_kind_of(sort) == AZ_SORT_BV) {
    print_bits(out, limbs, az_sort_width(sort) - 1, 0);
  } else {
    uint32_t m = az_sort_significand(sort) - 1, e = az_sort_exponent(sort);
    fputs("(fp ", out);
    print_bits(out, limbs, m + e, m + e);
    fputc(' ', out);
    print_bits(out, limbs, m + e - 1, m);
    fputc(' ', out);
    print_bits(out, limbs, m - 1, 0);
    fputc(')', out);
  }
}

/* Returns whether the name is a symbol of a theory: no script can declare it, quoted or not. */
static bool is_theory_symbol(const char *name) {
  static const char *const words[] = {"true",
                                      "false",
                                      "not",
                                      "and",
                                      "or",
                                      "xor",
                                      "ite",
                                      "distinct",
                                      "select",
                                      "store",
                                      "const",
                                      "concat",
                                      "extract",
                                      "abs",
                                      "div",
                                      "mod",
                                      "fp",
                                      "to_fp",
                                      "to_fp_unsigned",
                                      "RNE",
                                      "RNA",
                                      "RTP",
                                      "RTN",
                                      "RTZ",
                                      "NaN",
                                      "to_int",
                                      "to_real",
                                      "is_int",
                                      "repeat",
                                      "zero_extend",
                                      "sign_extend",
                                      "rotate_left",
                                      "rotate_right",
                                      "roundNearestTiesToEven",
                                      "roundNearestTiesToAway",
                                      "roundTowardPositive",
                                      "roundTowardNegative",
                                      "roundTowardZero",
                                      "if",
                                      "implies",
                                      "iff",
                                      "map",
                                      "union",
                                      "subset",
                                      "default",
                                      "pi",
                                      "euler",
                                      "complement",
                                      "setminus",
                                      "root-obj"};
  if (!strncmp(name, "bv", 2) || !strncmp(name, "fp.", 3)) return true; /* operators begin so */
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(name, words[i])) return true;
  return false;
}

static void print_symbol(const az_store *s, FILE *out, az_term var) {
  static const char *const reserved[] = {"_",      "!",     "as",   "let",    "exists",
                                         "forall", "match", "par",  "assert", "push",
                                         "pop",    "exit",  "echo", "reset"};
  const char *name = az_var_name(s, var);
  bool plain = name[0] && !(name[0] >= '0' && name[0] <= '9') && name[0] != '.' && name[0] != '@',
       legal = true;
  for (const char *c = name; *c; c++) {
    bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    plain &= letter || strchr("~!@$%^&*_-+=<>.?/", *c);
    legal &= *c != '|' && *c != '\\' && *c >= ' ' && *c < 127;
  }
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    plain &= strcmp(name, reserved[i]) != 0;
  if (name[0] == '?') legal = false; /* reserved for definitions of the script */
  if (legal && !is_theory_symbol(name)) {
    fprintf(out, plain ? "%s" : "|%s|", name);
    return;
  }
  fputc('|', out);
  for (const char *c = name; *c; c++)
    fputc(*c == '|' || *c == '\\' || *c < ' ' || *c >= 127 ? '_' : *c, out);
  fprintf(out, "~%" PRIu32 "|", var);
}

/* ---- operators ---- */

static void print_quiet_nan(FILE *out, az_sort sort) {
  fputs("#b0", out);
  for (uint32_t i = 0; i <= az_sort_exponent(sort); i++) fputc('1', out);
  for (uint32_t i = 2; i < az_sort_significand(sort); i++) fputc('0', out);
}

/* Prints everything before the operands. */
static void print_operator(printer *p, az_term t) {
  static const char *const rounding[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  const az_store *s = p->s;
  const node *n = node_of(s, t);
  az_sort sort = n->sort;
  uint32_t w = az_sort_width(sort), e = az_sort_exponent(sort), m = az_sort_significand(sort);
  const char *mode = az_rounds(n->kind) ? rounding[az_round_mode(s, t)] : NULL;
  switch (n->kind) {
  case AZ_K_EXTRACT: fprintf(p->out, "((_ extract %" PRIu32 " %" PRIu32 ")", n->b, n->c); return;
  case AZ_K_ZEXT:
  case AZ_K_SEXT:
    fprintf(p->out, "((_ %s %" PRIu32 ")", az_kind_name((az_kind)n->kind), w - width_of(s, n->a));
    return;
  case AZ_K_CONST_ARRAY:
    fputs("((as const ", p->out);
    print_sort(p->out, sort);
    fputc(')', p->out);
    return;
  case AZ_K_SPLICE:
    fprintf(p->out, "(splice~%" PRIu32 "~%" PRIu32, sort, node_of(s, n->b)->sort);
    return;
  case AZ_K_F_ADD:
  case AZ_K_F_MUL:
  case AZ_K_F_DIV:
  case AZ_K_F_SQRT:
  case AZ_K_F_ROUND_INT: fprintf(p->out, "(%s %s", az_kind_name((az_kind)n->kind), mode); return;
  case AZ_K_F_FMA: fputs("(fp.fma RNE", p->out); return;
  case AZ_K_F_FROM_BITS: fprintf(p->out, "((_ to_fp %" PRIu32 " %" PRIu32 ")", e, m); return;
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_FLOAT:
    fprintf(p->out, "((_ to_fp %" PRIu32 " %" PRIu32 ") %s", e, m, mode);
    return;
  case AZ_K_F_FROM_UBV:
    fprintf(p->out, "((_ to_fp_unsigned %" PRIu32 " %" PRIu32 ") %s", e, m, mode);
    return;
  case AZ_K_F_TO_SBV: fprintf(p->out, "((_ fp.to_sbv %" PRIu32 ") RTZ", w); return;
  case AZ_K_F_TO_UBV: fprintf(p->out, "((_ fp.to_ubv %" PRIu32 ") RTZ", w); return;
  case AZ_K_F_TO_BITS:
    fputs("(fp.to_ieee_bv", p->out);
    return; /* an extension of Z3; scripts avoid it */
  default: fprintf(p->out, "(%s", az_kind_name((az_kind)n->kind));
  }
}

/* Prints t, with its named subterms as names. */
static void print_body(printer *p, az_term root) {
  struct {
    az_term t;
    uint32_t next;
  } *stack = NULL, frame = {root, 0};
  arrput(stack, frame);
  while (arrlenu(stack)) {
    size_t top = arrlenu(stack) - 1;
    az_term t = stack[top].t;
    uint32_t next = stack[top].next++;
    const node *n = node_of(p->s, t);
    if (next == 0) {
      if (top) fputc(' ', p->out);
      if (n->kind == AZ_K_CONST || n->kind == AZ_K_VAR || (top && hmget(p->uses, t) == NAMED)) {
        if (n->kind == AZ_K_CONST)
          print_const(p->s, p->out, t);
        else if (n->kind == AZ_K_VAR)
          print_symbol(p->s, p->out, t);
        else
          fprintf(p->out, "?t%" PRIu32, t);
        (void)arrpop(stack);
        continue;
      }
      print_operator(p, t);
    }
    if (next == n->arity) {
      fputc(')', p->out);
      (void)arrpop(stack);
      continue;
    }
    frame.t = next == 0 ? n->a : next == 1 ? n->b : n->c;
    frame.next = 0;
    arrput(stack, frame);
  }
  arrfree(stack);
}

static void release(printer *p) {
  hmfree(p->uses);
  arrfree(p->cone);
}

void az_print_smt2(const az_store *s, az_term t, FILE *out) {
  printer p = {.s = s, .out = out};
  collect(&p, &t, 1);
  uint32_t lets = 0;
  for (size_t i = 0; i < arrlenu(p.cone); i++) {
    az_term u = p.cone[i];
    if (u == t || !az_arity(s, u) || hmget(p.uses, u) < 2) continue;
    fprintf(out, "(let ((?t%" PRIu32 " ", u);
    print_body(&p, u);
    fputs(")) ", out);
    hmput(p.uses, u, NAMED);
    lets++;
  }
  print_body(&p, t);
  while (lets--) fputc(')', out);
  release(&p);
}

/* Prints splices by lambda, an extension of Z3: one definition for each pair of sorts. */
static void define_splices(printer *p) {
  const az_store *s = p->s;
  az_sort *done = NULL;
  for (size_t i = 0; i < arrlenu(p->cone); i++) {
    const node *n = node_of(s, p->cone[i]);
    if (n->kind != AZ_K_SPLICE) continue;
    az_sort to = n->sort, from = node_of(s, n->b)->sort;
    uint32_t w = az_sort_index_width(to), v = az_sort_index_width(from);
    bool is_new = true;
    for (size_t k = 0; k < arrlenu(done); k += 2) is_new &= done[k] != to || done[k + 1] != from;
    if (!is_new) continue;
    arrput(done, to);
    arrput(done, from);
    fprintf(p->out, "(define-fun splice~%" PRIu32 "~%" PRIu32 " ((a ", to, from);
    print_sort(p->out, to);
    fputs(") (b ", p->out);
    print_sort(p->out, from);
    fprintf(p->out, ") (w (_ BitVec %" PRIu32 "))) ", 2 * w + v);
    print_sort(p->out, to);
    fprintf(p->out,
            " (lambda ((i (_ BitVec %" PRIu32 "))) (let ((d (bvsub i ((_ extract %" PRIu32
            " %" PRIu32 ") w)))) (ite (bvult d ((_ extract %" PRIu32 " %" PRIu32
            ") w)) (select b (bvadd ((_ extract %" PRIu32 " 0) w) ",
            w, 2 * w + v - 1, w + v, w + v - 1, v, v - 1);
    if (v < w)
      fprintf(p->out, "((_ extract %" PRIu32 " 0) d)", v - 1);
    else
      fprintf(p->out, "((_ zero_extend %" PRIu32 ") d)", v - w);
    fputs(")) (select a i)))))\n", p->out);
  }
  arrfree(done);
}

static void print_logic(const printer *p) {
  bool arrays = false, floats = false, lambdas = false;
  for (size_t i = 0; i < arrlenu(p->cone); i++) {
    az_sort sort = az_sort_of(p->s, p->cone[i]);
    bool array = az_sort_kind_of(sort) == AZ_SORT_ARRAY;
    arrays |= array;
    floats |= az_sort_kind_of(array ? az_sort_element(sort) : sort) == AZ_SORT_FLOAT;
    az_kind kind = az_kind_of(p->s, p->cone[i]);
    lambdas |= kind == AZ_K_CONST_ARRAY || kind == AZ_K_SPLICE;
  }
  if (lambdas)
    fputs("(set-logic ALL)\n", p->out); /* QF logics lack these */
  else
    fprintf(p->out, "(set-logic QF_%sBV%s)\n", arrays ? "A" : "", floats ? "FP" : "");
}

static void print_named(printer *p, az_term t) {
  if (hmget(p->uses, t) == NAMED)
    fprintf(p->out, "?t%" PRIu32, t);
  else
    print_body(p, t);
}

/* Prints the bits of the operand, a float; for any NaN, the bits of the quiet NaN. */
static void define_bits(printer *p, az_term t) {
  const node *c = node_of(p->s, t);
  az_sort f = az_sort_of(p->s, c->a);
  fprintf(p->out, "(declare-fun ?t%" PRIu32 " () ", t);
  print_sort(p->out, c->sort);
  fputs(")\n(assert (let ((?f ", p->out);
  print_named(p, c->a);
  fprintf(p->out,
          ")) (and (= ((_ to_fp %" PRIu32 " %" PRIu32 ") ?t%" PRIu32
          ") ?f) (=> (fp.isNaN ?f) (= ?t%" PRIu32 " ",
          az_sort_exponent(f), az_sort_significand(f), t, t);
  print_quiet_nan(p->out, f);
  fputs(")))))\n", p->out);
  hmput(p->uses, t, NAMED);
}

static void define_term(printer *p, az_term t) {
  fprintf(p->out, "(define-fun ?t%" PRIu32 " () ", t);
  print_sort(p->out, node_of(p->s, t)->sort);
  fputc(' ', p->out);
  print_body(p, t);
  fputs(")\n", p->out);
  hmput(p->uses, t, NAMED);
}

/* Declares variables, and names for terms that occur twice or are deep. */
static void declare(printer *p) {
  term_number *depth = NULL; /* stb_ds: of the terms without a name */
  for (size_t i = 0; i < arrlenu(p->cone); i++) {
    az_term t = p->cone[i];
    const node *c = node_of(p->s, t);
    if (c->kind == AZ_K_VAR) {
      fputs("(declare-fun ", p->out);
      print_symbol(p->s, p->out, t);
      fputs(" () ", p->out);
      print_sort(p->out, c->sort);
      fputs(")\n", p->out);
    }
    if (!c->arity) continue;
    uint32_t deepest = 0;
    for (uint32_t k = 0; k < c->arity; k++) {
      uint32_t d = hmget(depth, az_operand(p->s, t, k));
      if (d > deepest) deepest = d;
    }
    if (c->kind == AZ_K_F_TO_BITS)
      define_bits(p, t);
    else if (hmget(p->uses, t) < 2 && deepest < MAX_DEPTH)
      hmput(depth, t, deepest + 1);
    else
      define_term(p, t);
  }
  hmfree(depth);
}

void az_dump_smt2(const az_store *s, const az_term *asserted, size_t n, FILE *out) {
  printer p = {.s = s, .out = out, .script = true};
  collect(&p, asserted, n);
  print_logic(&p);
  define_splices(&p);
  declare(&p);
  for (size_t i = 0; i < n; i++) {
    fputs("(assert ", out);
    print_named(&p, asserted[i]);
    fputs(")\n", out);
  }
  fputs("(check-sat)\n", out);
  release(&p);
}
