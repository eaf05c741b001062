/* The length of an array that is not constant is evaluated with its type (C17 6.7.6.2p5), which the
 * tree shows as text only: where a variable or a type is declared, in a cast, in a literal, and
 * behind sizeof. */
#include "frontend/source/operands.h"
#include "frontend/source/library_effects.h"
#include "frontend/names/library_names.h"
#include <stb/stb_ds.h>

/* The type that the node itself names, or NULL. */
static const char *named_type(const fe_syntax_node *n, int *length) {
  bool operand = node_is(n, "UnaryExprOrTypeTraitExpr");
  static const char *const kinds[] = {"VarDecl",
                                      "TypedefDecl",
                                      "ParmVarDecl",
                                      "CStyleCastExpr",
                                      "CompoundLiteralExpr",
                                      "VAArgExpr",
                                      "UnaryExprOrTypeTraitExpr"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (node_is(n, kinds[i])) return fe_syntax_quoted(n, operand, length);
  return NULL;
}

typedef struct lengths { /* what stands between the brackets of a type */
  unsigned variable, calls,
      changes; /* lengths that are not constant; calls; assignments and steps */
  bool acts;   /* a call may do more than read */
  bool alone;  /* the first variable one is a call without calls in it */
} lengths;

/* Does a function with that name do more than read? */
static bool acts(order *o, const char *name, size_t length) {
  bool found = false, any = false;
  for (size_t i = 0; i < arrlenu(o->items); i++) {
    const item *f = &o->items[i];
    if (strlen(f->name) != length || strncmp(f->name, name, length) != 0) continue;
    found = true;
    bool back = false;
    fe_library_call c = {.name = f->name, .has_pointer = true};
    if (fx_is_nondet(f->name)) c.has_pointer = false;
    fe_effects e = {0};
    if (!f->body)
      e = fe_library_effects(&c, o->q->classes >> AZ_C_UNREACH & 1u, o->errno_used, &back);
    const fe_effects *all = f->body ? &f->effects : &e;
    any |= back || arrlenu(all->writes) || all->flags & (FE_ENDS | FE_LOOPS);
    fe_effects_free(&e);
  }
  return any || !found;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static lengths lengths_of(order *o, const char *type, int size) {
  lengths l = {0};
  for (int i = 0, depth = 0, start = 0, inner = 0; i < size; i++) {
    if (type[i] == '[' && !depth++) start = i + 1, inner = 0;
    if (type[i] == ']' && !--depth) {
      bool is_variable = false;
      for (int k = start; k < i; k++) is_variable |= is_word(type[k]) && type[k] > '9';
      l.variable += is_variable;
      if (is_variable && l.variable == 1)
        l.alone = inner == 1 && type[i - 1] == ')' && is_word(type[start]) &&
                  start + (int)strspn(type + start, "abcdefghijklmnopqrstuvwxyz_0123456789"
                                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
                      (int)((const char *)memchr(type + start, '(', (size_t)(i - start)) - type);
    }
    if (!depth || !i) continue;
    if (type[i] == '=' && !strchr("=!<>", type[i - 1]) && type[i + 1] != '=') l.changes++;
    if (!strncmp(type + i, "++", 2) || !strncmp(type + i, "--", 2)) l.changes++;
    if (type[i] != '(') continue;
    inner++;
    int end = i, first = i;
    while (first && is_word(type[first - 1])) first--;
    if (first == end && !strchr(")]", type[first - 1])) continue; /* a parenthesis */
    l.calls++;
    l.acts |= first == end || acts(o, type + first, (size_t)(end - first));
  }
  return l;
}

bool order_lengths_matter(order *o, const fe_syntax_node *n) {
  int size = 0;
  const char *type = named_type(n, &size);
  lengths l = type && memchr(type, '[', (size_t)size) ? lengths_of(o, type, size) : (lengths){0};
  if (!l.variable || (!l.calls && !l.changes)) return false;
  if (!text_ends_in(n->kind, "Decl")) return l.acts || l.changes; /* part of a larger expression */
  bool several = l.variable > 1 || !l.alone;
  return l.calls > 0 && ((l.acts && several) || (l.changes && several));
}
