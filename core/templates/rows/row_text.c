/* Rows as text, for az_polyhedra_add_text:
 *
 *     TEXT    := ROWS { ';' CLAUSE }
 *     ROWS    := SUM | SUM <= SUM | SUM >= SUM | SUM == SUM         C expressions, linear
 *              | all variables | all pairs | all triples | all quadruples
 *     CLAUSE  := loop NAME | type NAME | related | guard | coefficients A..B
 *
 * A sum gives two rows, e <= d and -e <= d; a sum with <= or >= gives only one of them.
 * Constants do not matter: the strategy finds d. In names, also in clauses, a star stands for any
 * text ("i* - j*", "* + *", "s.* - n"): there is one such row for each choice of distinct variables
 * that match. A star is a product if a number or a space is on its left, or a digit on its right.
 * "all ..." combines every choice of so many variables with every choice of coefficients that are
 * not 0, by default -1..1.
 *
 * Clauses select views by name, or variables for stars or "all" by C type; or keep only rows whose
 * variables are related two by two (az_tvars_related), or all occur in one condition. */
#include "ansatz/expression.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STARS = 8, MAX_FAMILY = 4, FIRST_MARK = 0x80, MAX_CHOICES = 1 << 20 };

typedef struct star { /* a name with stars; each star is a separate byte from FIRST_MARK on */
  char *marked;       /* the name with these bytes, which the parser reads */
  char *pattern;      /* with stars */
} star;

typedef struct template {
  az_polyhedra *p;
  const az_domain_context *context;
  az_arena *arena;
  const char *text; /* as the user wrote it, for messages */
  char *rows;       /* the text without clauses, with marks for stars */
  char *left, *right;
  bool up, down; /* e <= d, -e <= d */
  star stars[MAX_STARS];
  uint32_t star_count;
  uint32_t family; /* number of variables; 0: none */
  const char *loop, *type;
  bool related, guard;
  int32_t least, greatest; /* coefficients of a family */
  uint32_t choices;        /* number of choices tried so far */
}
template;

static az_status wrong(const template *t, az_error *err, const char *message, const char *what) {
  return az_fail(err, AZ_ERR_INPUT, "row '%.200s': %s%s%s%s", t->text, message, what ? " '" : "",
                 what ? what : "", what ? "'" : "");
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool matches(const char *pattern, const char *name) {
  for (; *pattern; pattern++, name++) {
    if (*pattern == '*') {
      for (const char *rest = name;; rest++) {
        if (matches(pattern + 1, rest)) return true;
        if (!*rest) return false;
      }
    }
    if (*pattern != *name) return false;
  }
  return !*name;
}

static bool name_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= FIRST_MARK;
}

/* Returns whether the star at `at` is part of a name. */
static bool is_wildcard(const char *text, const char *at) {
  const char *left = at;
  while (left > text && isspace((unsigned char)left[-1])) left--;
  bool starts = left == text || strchr("+-*(<>=", left[-1]);
  if (left > text + 1 && left[-1] == '>' && left[-2] == '-') return true; /* p->* */
  if (starts) return true;
  if (left != at || isdigit((unsigned char)at[1])) return false;
  if (strchr(".[]", left[-1])) return true;
  if (!name_char(left[-1])) return false;
  while (left > text && name_char(left[-1])) left--;
  return !isdigit((unsigned char)*left);
}

/* Returns the name around a mark: letters, members, indices, and an offset( ) around them. */
static star name_around(az_arena *arena, const char *text, const char *at) {
  const char *from = at, *to = at;
  for (;; from--) {
    if (from > text && (name_char(from[-1]) || strchr(".[]", from[-1]))) continue;
    if (from > text + 1 && from[-1] == '>' && from[-2] == '-')
      from--;
    else
      break;
  }
  for (; *to; to++) {
    if (name_char(*to) || strchr(".[]", *to)) continue;
    if (to[0] == '-' && to[1] == '>')
      to++;
    else
      break;
  }
  static const char offset[] = "offset(";
  size_t n = sizeof offset - 1;
  if (*to == ')' && from >= text + n && !strncmp(from - n, offset, n)) from -= n, to++;
  star s = {.marked = az_arena_printf(arena, "%.*s", (int)(to - from), from)};
  s.pattern = az_arena_strdup(arena, s.marked);
  for (char *c = s.pattern; *c; c++)
    if ((unsigned char)*c >= FIRST_MARK && (unsigned char)*c < FIRST_MARK + MAX_STARS) *c = '*';
  return s;
}

static az_status find_stars(template *t, az_error *err) {
  uint32_t marks = 0;
  for (char *at = t->rows; *at; at++) {
    if (*at != '*' || !is_wildcard(t->rows, at)) continue;
    if (marks == MAX_STARS) return wrong(t, err, "there are too many stars", NULL);
    *at = (char)(FIRST_MARK + marks++);
  }
  for (const char *at = t->rows; *at; at++) {
    unsigned char c = (unsigned char)*at;
    if (c < FIRST_MARK || c >= FIRST_MARK + marks) continue;
    star s = name_around(t->arena, t->rows, at);
    bool known = false; /* a name with two stars is found twice, but listed once */
    for (uint32_t i = 0; i < t->star_count; i++) known |= !strcmp(t->stars[i].marked, s.marked);
    if (!known) t->stars[t->star_count++] = s;
  }
  return AZ_OK;
}

/* ---- syntax ---------------------------------------------------------------------------------- */

static char *trimmed(char *text) {
  while (isspace((unsigned char)*text)) text++;
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1])) end--;
  *end = 0;
  return text;
}

static az_status read_clause(template *t, char *text, az_error *err) {
  static const char *const words[] = {"loop", "type", "related", "guard", "coefficients", NULL};
  char *argument = text;
  while (*argument && !isspace((unsigned char)*argument)) argument++;
  if (*argument) *argument++ = 0;
  argument = trimmed(argument);
  bool named = !strcmp(text, "loop") || !strcmp(text, "type") || !strcmp(text, "coefficients");
  if (named != (*argument != 0))
    for (const char *const *w = words; *w; w++)
      if (!strcmp(text, *w))
        return wrong(t, err, named ? "an argument is missing after" : "there is no argument after",
                     text);
  if (!strcmp(text, "loop")) {
    t->loop = argument;
  } else if (!strcmp(text, "type")) {
    t->type = argument;
  } else if (!strcmp(text, "related")) {
    t->related = true;
  } else if (!strcmp(text, "guard")) {
    t->guard = true;
  } else if (!strcmp(text, "coefficients")) {
    char rest;
    if (sscanf(argument, "%d..%d%c", &t->least, &t->greatest, &rest) != 2 ||
        t->least > t->greatest || t->least < -100 || t->greatest > 100)
      return wrong(t, err, "coefficients are given as A..B, both from -100 to 100, not as",
                   argument);
  } else {
    const char *near = az_suggest(text, words);
    return near ? wrong(t, err, "there is no such clause; the nearest is", near)
                : wrong(t, err,
                        "there is no such clause (there are loop, type, related, guard and "
                        "coefficients):",
                        text);
  }
  return AZ_OK;
}

static const char *const families[] = {"all variables", "all pairs", "all triples",
                                       "all quadruples", NULL};

/* Splits the rows at a comparison, but not at << >> or ->. The sides keep their columns. */
static void split_sides(template *t) {
  t->up = t->down = true;
  t->left = t->rows;
  for (char *c = t->rows; *c; c++) {
    bool shift = (c[0] == '<' || c[0] == '>') && c[1] == c[0], arrow = c[0] == '-' && c[1] == '>';
    if (shift || arrow) {
      c++;
      continue;
    }
    bool equal = c[0] == '=' && c[1] == '=';
    if (*c != '<' && *c != '>' && !equal) continue;
    if (!equal) t->up = *c == '<', t->down = *c == '>';
    size_t length = equal || c[1] == '=' ? 2 : 1, until = (size_t)(c - t->rows);
    t->right = az_arena_strdup(t->arena, t->rows);
    memset(t->right, ' ', until + length);
    t->left[until] = 0;
    return;
  }
}

static az_status read_text(template *t, az_error *err) {
  char *copy = az_arena_strdup(t->arena, t->text), *clauses = strchr(copy, ';');
  if (clauses) *clauses++ = 0;
  t->rows = copy;
  while (clauses) {
    char *next = strchr(clauses, ';');
    if (next) *next++ = 0;
    az_status status = read_clause(t, trimmed(clauses), err);
    if (status) return status;
    clauses = next;
  }
  char *rows = trimmed(copy);
  for (uint32_t i = 0; families[i]; i++)
    if (!strcmp(rows, families[i])) t->family = i + 1;
  if (!strncmp(rows, "all ", 4) && !t->family) {
    const char *near = az_suggest(rows, families);
    return near ? wrong(t, err, "there is no such family of rows; the nearest is", near)
                : wrong(t, err, "'all' is followed by variables, pairs, triples or quadruples",
                        NULL);
  }
  if (t->family) return AZ_OK;
  if (t->least != -1 || t->greatest != 1)
    return wrong(t, err,
                 "coefficients can be given for 'all variables', 'all pairs' and so on only", NULL);
  az_status status = find_stars(t, err);
  if (!status) split_sides(t);
  return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns whether the condition's term contains all the variables of the sum. */
static bool contains_all(const az_domain_context *c, az_term condition, const az_linear *sum,
                         uint32_t n) {
  enum { MOST_TERMS = 1000 };
  const az_term *state = c->canonical[c->vars[sum[0].var].view];
  bool found[MAX_STARS + MAX_FAMILY] = {false};
  uint32_t left = n, steps = 0;
  az_visit *cone = az_visit_new(c->store, AZ_VISIT_PRE);
  az_visit_add(cone, condition);
  for (az_term t; left && ++steps <= MOST_TERMS && (t = az_visit_next(cone));)
    for (uint32_t i = 0; i < n; i++) {
      if (found[i] || state[c->vars[sum[i].var].at] != t) continue;
      found[i] = true;
      left--;
    }
  az_visit_free(cone);
  return !left;
}

static bool share_guard(const template *t, const az_linear *sum, uint32_t n) {
  const az_domain_context *c = t->context;
  if (!c->conditions || !c->canonical || !c->canonical[c->vars[sum[0].var].view])
    return true; /* unknown */
  for (uint32_t k = 0; k < c->condition_count; k++) {
    if (c->conditions[k].view != c->vars[sum[0].var].view) continue;
    if (contains_all(c, c->conditions[k].term, sum, n)) return true;
  }
  return false;
}

static bool chosen(const template *t, const az_linear *sum, uint32_t n) {
  for (uint32_t i = 0; t->related && i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (!az_tvars_related(t->context, sum[i].var, sum[k].var)) return false;
  return !t->guard || n > MAX_STARS + MAX_FAMILY || share_guard(t, sum, n);
}

static uint32_t offer(const template *t, const az_linear *sum, uint32_t n) {
  if (!n || !chosen(t, sum, n)) return 0;
  az_linear *opposite = az_malloc(n * sizeof *opposite);
  uint32_t added = t->up && az_polyhedra_offer(t->p, sum, n);
  for (uint32_t i = 0; i < n; i++) {
    opposite[i] = sum[i];
    opposite[i].coefficient = -sum[i].coefficient;
  }
  added += t->down && az_polyhedra_offer(t->p, opposite, n);
  free(opposite);
  return added;
}

/* Returns whether the variable may stand for a star. */
static bool suits(const template *t, const az_tvar *v, const char *pattern) {
  if (!az_polyhedra_takes(v) || (pattern && !matches(pattern, v->name))) return false;
  if (!t->type) return true;
  const az_program *program = t->context->program;
  return program && v->type < program->type_count && program->types[v->type].name &&
         matches(t->type, program->types[v->type].name);
}

static bool contains(const az_linear *sum, uint32_t n, uint32_t var) {
  for (uint32_t i = 0; i < n; i++)
    if (sum[i].var == var) return true;
  return false;
}

/* Replaces the stars of `sum` from number `k` on by variables. */
static uint32_t fill_stars(template *t, uint32_t view, az_linear *sum, uint32_t n, uint32_t k) {
  const az_domain_context *c = t->context;
  while (k < n && sum[k].var < c->var_count) k++;
  if (k == n) return offer(t, sum, n);
  uint32_t added = 0, placeholder = sum[k].var;
  const char *pattern = t->stars[placeholder - c->var_count].pattern;
  for (uint32_t v = 0; v < c->var_count && t->choices < MAX_CHOICES; v++) {
    if (c->vars[v].view != view || !suits(t, &c->vars[v], pattern) || contains(sum, n, v)) continue;
    t->choices++;
    sum[k].var = v;
    added += fill_stars(t, view, sum, n, k + 1);
  }
  sum[k].var = placeholder;
  return added;
}

static bool is_blank(const char *text) {
  return !text[strspn(text, " ")];
}

static void wrong_expression(const template *t, const az_error *why, az_error *err) {
  const char *column = strstr(why->message, "', column ");
  wrong(t, err, column ? column + 3 : why->message, NULL);
}

/* Adds `factor` times a side to the sum; false if it has no value at this view, or on an error. */
static bool add_side(const template *t, const az_domain_context *extended, uint32_t view,
                     const char *text, int factor, az_linear **sum, az_error *err) {
  az_error why = {.status = AZ_OK};
  az_expression *e = az_expression_parse(extended, view, text, &why);
  if (!e && why.status == AZ_ERR_UNSUPPORTED) return false;
  if (!e) {
    wrong_expression(t, &why, err);
    return false;
  }
  az_linear *side;
  int64_t constant;
  bool linear = az_expression_linear(e, &side, &constant);
  az_expression_free(e);
  for (size_t i = 0; linear && i < arrlenu(side); i++) {
    size_t k = 0;
    while (k < arrlenu(*sum) && (*sum)[k].var != side[i].var) k++;
    if (k == arrlenu(*sum)) {
      arrput(*sum, side[i]);
      (*sum)[k].coefficient = 0;
    }
    int64_t c = (*sum)[k].coefficient + (int64_t)factor * side[i].coefficient;
    linear = c >= -INT32_MAX && c <= INT32_MAX;
    (*sum)[k].coefficient = (int32_t)c;
  }
  arrfree(side);
  if (!linear)
    wrong(t, err, "not a sum of variables with constant coefficients of at most 32 bits", NULL);
  return linear;
}

static uint32_t rows_at(template *t, const az_domain_context *extended, uint32_t view,
                        az_error *err) {
  az_linear *sum = NULL;
  uint32_t added = 0;
  bool empty = !t->right || is_blank(t->right);
  bool there = add_side(t, extended, view, t->left, 1, &sum, err) &&
               (empty || add_side(t, extended, view, t->right, -1, &sum, err));
  for (size_t i = arrlenu(sum); i-- > 0;)
    if (!sum[i].coefficient) arrdel(sum, i);
  if (there && !arrlenu(sum)) wrong(t, err, "names no variable", NULL);
  if (there) added = fill_stars(t, view, sum, (uint32_t)arrlenu(sum), 0);
  arrfree(sum);
  return added;
}

/* ---- families -------------------------------------------------------------------------------- */

static uint32_t give_coefficients(const template *t, az_linear *sum, uint32_t k) {
  if (k == t->family) return offer(t, sum, k);
  uint32_t added = 0;
  /* Starts with the greatest: of a row and its opposite, the more readable one is found first. */
  for (int32_t c = t->greatest; c >= t->least; c--) {
    if (!c) continue;
    sum[k].coefficient = c;
    added += give_coefficients(t, sum, k + 1);
  }
  return added;
}

static uint32_t choose(template *t, uint32_t view, az_linear *sum, uint32_t k) {
  const az_domain_context *c = t->context;
  if (k == t->family) return give_coefficients(t, sum, 0);
  uint32_t added = 0;
  for (uint32_t v = k ? sum[k - 1].var + 1 : 0; v < c->var_count && t->choices < MAX_CHOICES; v++) {
    if (c->vars[v].view != view || !suits(t, &c->vars[v], NULL)) continue;
    sum[k].var = v;
    sum[k].coefficient = 1;
    t->choices++;
    if (t->related && !chosen(t, sum, k + 1)) continue;
    added += choose(t, view, sum, k + 1);
  }
  return added;
}

/* ---- the interface --------------------------------------------------------------------------- */

static az_status report(az_error *problem, az_error *err) {
  if (!problem->status) return AZ_OK;
  for (char *m = problem->message; *m; m++) /* shows marks as stars */
    if ((unsigned char)*m >= FIRST_MARK && (unsigned char)*m < FIRST_MARK + MAX_STARS) *m = '*';
  return az_fail(err, problem->status, "%s", problem->message);
}

az_status az_polyhedra_add_text(az_polyhedra *p, const char *text, uint32_t *rows, az_error *err) {
  const az_domain_context *c = az_polyhedra_context(p);
  template t = {.p = p,
                .context = c,
                .arena = az_arena_new(),
                .text = text,
                .up = true,
                .down = true,
                .least = -1,
                .greatest = 1};
  az_error problem = {.status = AZ_OK};
  *rows = 0;
  read_text(&t, &problem);
  /* Stars are parsed as separate variables. */
  az_tvar *vars = AZ_COPY(t.arena, c->vars, c->var_count, c->var_count + t.star_count);
  az_domain_context extended = *c;
  extended.vars = vars;
  extended.var_count += t.star_count;
  for (uint32_t view = 0; view < c->view_count && !problem.status; view++) {
    if (t.loop && !matches(t.loop, c->views[view].name)) continue;
    for (uint32_t i = 0; i < t.star_count; i++)
      vars[c->var_count + i] = (az_tvar){.kind = AZ_TV_INT,
                                         .view = view,
                                         .name = t.stars[i].marked,
                                         .bits = 32,
                                         .is_signed = true};
    if (t.family) {
      az_linear sum[MAX_FAMILY];
      *rows += choose(&t, view, sum, 0);
    } else {
      *rows += rows_at(&t, &extended, view, &problem);
    }
  }
  az_arena_free(t.arena);
  return report(&problem, err);
}

az_status az_polyhedra_check_text(const char *text, az_error *err) {
  template t = {.arena = az_arena_new(), .text = text, .least = -1, .greatest = 1};
  az_error problem = {.status = AZ_OK}, why = {.status = AZ_OK};
  if (!read_text(&t, &problem) && !t.family) {
    bool wrong_side = az_expression_check(t.left, &why) ||
                      (t.right && !is_blank(t.right) && az_expression_check(t.right, &why));
    if (wrong_side) wrong_expression(&t, &why, &problem);
  }
  az_arena_free(t.arena);
  return report(&problem, err);
}
