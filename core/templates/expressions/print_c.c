/* Terms as C expressions with few parentheses and casts. First, the C type and precedence of each
 * (term, reading) are computed bottom-up; then, here, the text is written top-down. Both are
 * iterative. Beyond 128 bits there is no C type: such text is only for reading. */
#include "expressions/print_c.h"
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 1 << 20 }; /* shared subterms are printed repeatedly: longer texts end in "..." */

typedef struct task {
  bool is_text;
  char text[44]; /* short fixed parts; longer parts go to the output at once */
  child c;
  precedence least;
} task;

static void put(printer *p, const char *text) {
  size_t n = strlen(text);
  memcpy(arraddnptr(p->text, n), text, n);
}

/* Tasks are pushed in text order into `list`, then reversed onto the stack. */
typedef struct task_list {
  task task[12];
  uint32_t n;
} task_list;

__attribute__((format(printf, 2, 3))) static void push_text(task_list *l, const char *format, ...) {
  task *t = &l->task[l->n++];
  t->is_text = true;
  va_list args;
  va_start(args, format);
  vsnprintf(t->text, sizeof t->text, format, args);
  va_end(args);
}

static void sub(task_list *l, child c, precedence least) {
  l->task[l->n++] = (task){.c = c, .least = least};
}

/* Adds the first operand, widened if the operation needs it. */
static void first(task_list *l, const look *k, child c, precedence least) {
  if (k->cast_child) push_text(l, "(%s)", c_type_name(k->operand_width, k->operand_unsigned));
  sub(l, c, k->cast_child ? P_UNARY : least);
}

static void put_raw(printer *p, task_list *l, const look *k, const form *f, child c) {
  const az_store *s = p->s;
  const node *n = node_of(s, c.t);
  bool associative;
  switch (f->shape) {
  case NAME:
  case CONSTANT: break; /* printed by the caller */
  case SAME: sub(l, f->child[0], 0); break;
  case PREFIX:
    if (n->kind == AZ_K_EXTRACT) {
      sub(l, f->child[0], P_SHIFT);
      push_text(l, " >> %" PRIu32, n->c);
      break;
    }
    if (f->op)
      push_text(l, "%s", f->op);
    else
      push_text(l, "(%s)", c_type_name(f->c_width, f->is_unsigned));
    if (f->op && f->op[0] == '-' && !k->cast_child)
      sub(l, f->child[0], P_ATOM); /* so that no "--" arises */
    else
      first(l, k, f->child[0], P_UNARY);
    break;
  case INFIX:
    associative =
        f->level == P_AND || f->level == P_OR || (f->level >= P_BITOR && f->level <= P_BITAND);
    first(l, k, f->child[0], f->level);
    push_text(l, "%s", f->op);
    sub(l, f->child[1], associative ? f->level : f->level + 1);
    break;
  case CHOICE:
    sub(l, f->child[0], P_TERNARY + 1);
    push_text(l, " ? ");
    first(l, k, f->child[1], P_TERNARY + 1);
    push_text(l, " : ");
    sub(l, f->child[2], P_TERNARY);
    break;
  case INDEX:
    sub(l, f->child[0], P_ATOM);
    push_text(l, "[");
    sub(l, f->child[1], 0);
    push_text(l, "]");
    break;
  case CALL:
    if (!f->op) { /* concat */
      first(l, k, f->child[0], P_SHIFT);
      push_text(l, " << %" PRIu32, width_of(s, n->b));
      if (bv_is_zero(s, n->b)) break;
      push_text(l, " | ");
      sub(l, f->child[1], P_BITOR);
      break;
    }
    push_text(l, "%s(", f->op);
    for (uint32_t i = 0; i < f->n; i++) {
      if (i) push_text(l, ", ");
      sub(l, f->child[i], 0);
    }
    push_text(l, ")");
    break;
  }
}

static void put_atom(printer *p, const form *f, child c) {
  char buffer[1200];
  precedence level;
  if (f->shape == NAME) {
    if (f->op)
      put(p, f->op);
    else
      put(p, p->name ? p->name(p->ctx, c.t) : az_var_name(p->s, c.t));
    return;
  }
  if (sort_kind(p->s, c.t) == AZ_SORT_BV)
    c_literal(p->s, c, buffer, sizeof buffer, &level);
  else if (!float_text(p->s, c.t, buffer, sizeof buffer)) {
    const uint64_t *limbs = az_const_limbs(p->s, c.t);
    uint32_t n = limbs_of(width_of(p->s, c.t));
    snprintf(buffer, sizeof buffer, "from_bits(0x%" PRIx64 "%016" PRIx64 ")", n > 1 ? limbs[1] : 0,
             limbs[0]);
  }
  put(p, buffer);
}

static void write_all(printer *p, child root) {
  task *stack = NULL, start = {.c = root};
  arrput(stack, start);
  while (arrlenu(stack)) {
    task t = arrpop(stack);
    if (arrlenu(p->text) > MAX_TEXT) {
      put(p, "...");
      break;
    }
    if (t.is_text) {
      put(p, t.text);
      continue;
    }
    form f = c_form(p, t.c);
    look k = c_look_of(p, t.c);
    task_list l = {.n = 0};
    if (f.shape == SAME && k.conversion == KEEP) { /* converted like its operand */
      sub(&l, f.child[0], t.least);
    } else {
      uint32_t w = width_of(p->s, t.c.t);
      bool parentheses = k.level < t.least;
      precedence inside = k.conversion == CAST || k.conversion == SHIFTS ? P_UNARY
                          : k.conversion == MASK                         ? P_BITAND
                                                                         : 0;
      bool inner = k.raw_level < inside;
      if (parentheses) push_text(&l, "(");
      if (k.conversion == CAST || k.conversion == SHIFTS)
        push_text(&l, "(%s)", c_type_name(k.cast_width, k.conversion == CAST && k.cast_unsigned));
      if (inner) push_text(&l, "(");
      if (f.shape == NAME || f.shape == CONSTANT) {
        for (uint32_t i = 0; i < l.n; i++) put(p, l.task[i].text);
        l.n = 0;
        put_atom(p, &f, t.c);
      } else if (f.shape == SAME) {
        sub(&l, f.child[0], inner ? 0 : inside);
      } else {
        put_raw(p, &l, &k, &f, t.c);
      }
      if (inner) push_text(&l, ")");
      if (k.conversion == MASK) {
        char digits[48];
        c_decimal(mask128(w), digits);
        push_text(&l,
                  w > 126  ? " & mask"
                  : w > 63 ? " & (((__int128)1 << %" PRIu32 ") - 1)"
                           : " & ",
                  w);
        if (w <= 63) push_text(&l, "%s%s", digits, w > 31 ? "LL" : "");
      }
      if (k.conversion == SHIFTS && k.cast_width > w)
        push_text(&l, " << %" PRIu32 " >> %" PRIu32, k.cast_width - w, k.cast_width - w);
      if (parentheses) push_text(&l, ")");
    }
    while (l.n) arrput(stack, l.task[--l.n]);
  }
  arrfree(stack);
}

static char *print(printer *p, az_term t) {
  child root = {t, 0, AS_IS};
  if (sort_kind(p->s, t) == AZ_SORT_BV) root.reading = c_preferred(p, t);
  c_look_all(p, root);
  if (!p->inexpressible) write_all(p, root);
  if (p->defined && arrlenu(p->text) > MAX_TEXT) p->inexpressible = "too long a text";
  size_t n = arrlenu(p->text);
  char *copy = p->inexpressible ? NULL : az_malloc(n + 1);
  if (copy && n) memcpy(copy, p->text, n);
  if (copy) copy[n] = 0;
  arrfree(p->text);
  hmfree(p->looks);
  return copy;
}

char *az_print_c_typed(const az_store *s, az_term t, az_namer name, az_is_unsigned is_unsigned,
                       void *ctx) {
  printer p = {.s = s, .name = name, .is_unsigned = is_unsigned, .ctx = ctx};
  return print(&p, t);
}

char *az_print_c_defined(const az_store *s, az_term t, az_namer name, az_is_unsigned is_unsigned,
                         void *ctx, const char **inexpressible) {
  printer p = {.s = s, .name = name, .is_unsigned = is_unsigned, .ctx = ctx, .defined = true};
  char *text = print(&p, t);
  *inexpressible = p.inexpressible;
  return text;
}

char *az_print_c(const az_store *s, az_term t, az_namer name, void *ctx) {
  return az_print_c_typed(s, t, name, NULL, ctx);
}
