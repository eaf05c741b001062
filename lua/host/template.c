/* The domain `template`: a domain written in Lua. Its file returns a function that is called once
 * for each view of each loop, before any query, and returns rows:
 *
 *   return function(loop)
 *     local rows = {}
 *     for _, x in ipairs(loop.variables) do
 *       if x.kind == "integer" and x.changes then
 *         table.insert(rows, { bound = x.name, when = "mode == 2" })
 *       end
 *     end
 *     return rows
 *   end
 *
 * docs/writing-a-domain.md describes rows, `loop` and texts. The file defines the form of claims,
 * and nothing else: claims, values and the search for parameters are the core's, so that a template
 * is as sound as any domain. A linear text stands for a mathematical number, as in template
 * polyhedra; any other text stands for the value that C computes. */
#include "ansatz/expression.h"
#include "ansatz/tuple.h"
#include "host/internal.h"
#include "host/template_rows.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_NODES = 120, /* maximum size of a condition, to keep it readable */
  MOST_NAMES = 8,   /* maximum number of names in `with` */
  MOST_CHOICES = 100000
};

typedef struct template {
  az_domain_context context; /* values on entry are ordinary variables */
  az_arena *arena;
  az_formals *formals;
  az_polyhedra *sums, *exact; /* sums: rows; exact: terms of the sums in other rows */
  template_rows bounds, finite;
  uint32_t most, count, refused;
  struct {
    char *key;
    char value;
  } *seen; /* stb_ds: rows */
}
template;

/* The data of one call of the Lua function. Errors are Lua's: they free nothing, since all memory
 * belongs to the template. */
typedef struct call {
  template *t;
  const az_desc *options;
  uint32_t view;
  int row;             /* for messages */
  az_term *conditions; /* stb_ds: over the formals, by number */
} call;

/* ---- what the script is shown ---------------------------------------------------------------- */

static void set_string(lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
}

static void set_bool(lua_State *L, const char *key, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, key);
}

static bool is_on_entry(const az_tvar *v) {
  return v->kind == AZ_TV_INT && v->path && v->path->kind == AZ_ACCESS_ENTRY;
}

/* Returns the name of the variable's value on entry, or NULL. */
static const char *name_on_entry(const az_domain_context *c, const az_tvar *var) {
  for (uint32_t v = 0; v < c->var_count; v++)
    if (c->vars[v].view == var->view && is_on_entry(&c->vars[v]) &&
        c->vars[v].path->of == var->path && var->path)
      return c->vars[v].name;
  return NULL;
}

static void push_variables(lua_State *L, const call *c) {
  static const char *const kinds[] = {"integer", "float", "pointer", "array"};
  const az_domain_context *context = &c->t->context;
  const az_program *program = context->program;
  lua_newtable(L);
  lua_Integer n = 0;
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *v = &context->vars[i];
    if (v->view != c->view || v->auxiliary) continue;
    lua_newtable(L);
    set_string(L, "name", v->name);
    set_string(L, "kind", kinds[v->kind]);
    if (program && v->type < program->type_count && program->types[v->type].name)
      set_string(L, "type", program->types[v->type].name);
    lua_pushinteger(L, v->bits);
    lua_setfield(L, -2, "bits");
    set_bool(L, "signed", v->is_signed);
    set_bool(L, "changes", v->changes);
    set_bool(L, "of_entry", is_on_entry(v));
    const char *entry = name_on_entry(context, v);
    if (entry) set_string(L, "on_entry", entry);
    lua_rawseti(L, -2, ++n);
  }
}

/* Pushes a condition: a table with its number at index 1, its text, and its negation. */
static void push_condition(lua_State *L, call *c, az_term t) {
  arrput(c->conditions, t);
  lua_newtable(L);
  lua_pushinteger(L, (lua_Integer)arrlen(c->conditions));
  lua_rawseti(L, -2, 1);
  char *text = az_formals_print(c->t->formals, t);
  set_string(L, "text", text);
  free(text);
}

/* Returns whether the term, written as text without sharing, has at most *room nodes. */
static bool is_short(const az_store *store, az_term t, uint32_t *room) {
  if (!*room) return false;
  --*room;
  for (uint32_t i = 0; i < az_arity(store, t); i++)
    if (!is_short(store, az_operand(store, t, i), room)) return false;
  return true;
}

static void push_conditions(lua_State *L, call *c) {
  const az_domain_context *context = &c->t->context;
  lua_newtable(L);
  lua_Integer n = 0;
  for (uint32_t i = 0; i < context->condition_count; i++) {
    if (context->conditions[i].view != c->view) continue;
    az_term t = context->conditions[i].term;
    az_formals_of_canonical(c->t->formals, c->view, &t, 1);
    uint32_t room = MOST_NODES;
    if (az_is_const(context->store, t) || !is_short(context->store, t, &room) ||
        !az_formula_new(c->t->formals, c->view, t))
      continue;
    push_condition(L, c, t);
    set_bool(L, "checked", context->conditions[i].in_check);
    push_condition(L, c, az_not(context->store, t));
    lua_setfield(L, -2, "opposite");
    lua_rawseti(L, -2, ++n);
  }
}

typedef struct constants {
  const az_store *store;
  az_term *open; /* stb_ds */
  struct {
    az_term key;
    char value;
  } *seen;
  int64_t *found; /* stb_ds */
} constants;

static void look_at(constants *k, az_term t) {
  if (!t || hmgeti(k->seen, t) >= 0) return;
  hmput(k->seen, t, 1);
  az_wide number;
  if (az_is_const(k->store, t)) {
    if (az_sort_kind_of(az_sort_of(k->store, t)) == AZ_SORT_BV &&
        az_const_wide(k->store, t, true, &number) && number >= INT64_MIN && number <= INT64_MAX)
      arrput(k->found, (int64_t)number);
  } else
    arrput(k->open, t);
}

static int by_size(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Pushes the numbers in an iteration, in the state before it and in conditions, in ascending
 * order. */
static void push_constants(lua_State *L, const call *c) {
  const az_domain_context *context = &c->t->context;
  constants k = {.store = context->store};
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *v = &context->vars[i];
    if (v->view != c->view) continue;
    if (context->next && context->next[c->view]) look_at(&k, context->next[c->view][v->at]);
    if (context->entry && context->entry[c->view]) look_at(&k, context->entry[c->view][v->at]);
  }
  for (uint32_t i = 0; i < context->condition_count; i++)
    if (context->conditions[i].view == c->view) look_at(&k, context->conditions[i].term);
  while (arrlen(k.open)) {
    az_term t = arrpop(k.open);
    for (uint32_t i = 0; i < az_arity(k.store, t); i++) look_at(&k, az_operand(k.store, t, i));
  }
  if (k.found) qsort(k.found, arrlenu(k.found), sizeof *k.found, by_size);
  lua_newtable(L);
  lua_Integer n = 0;
  for (size_t i = 0; i < arrlenu(k.found); i++) {
    if (i && k.found[i] == k.found[i - 1]) continue;
    lua_pushinteger(L, k.found[i]);
    lua_rawseti(L, -2, ++n);
  }
  hmfree(k.seen);
  arrfree(k.open);
  arrfree(k.found);
}

static void push_loop(lua_State *L, call *c) {
  const az_domain_context *context = &c->t->context;
  const az_view *view = &context->views[c->view];
  lua_newtable(L);
  set_string(L, "name", view->name);
  set_string(L, "of", context->views[view->of].name);
  set_bool(L, "whole", view->of == c->view);
  lua_pushinteger(L, view->loc.line);
  lua_setfield(L, -2, "line");
  push_variables(L, c);
  lua_setfield(L, -2, "variables");
  push_constants(L, c);
  lua_setfield(L, -2, "constants");
  push_conditions(L, c);
  lua_setfield(L, -2, "conditions");
}

/* ---- texts ----------------------------------------------------------------------------------- */

static int wrong(lua_State *L, const call *c, const char *message) {
  return luaL_error(L, "row %d of %s: %s", c->row, c->t->context.views[c->view].name, message);
}

static bool word_char(char ch) {
  return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
         ch == '_' || ch == '$' || (unsigned char)ch >= 0x80;
}

typedef struct parameter { /* a parameter in `with` */
  const char *name;
  lua_Integer number;
} parameter;

/* Returns the text with the names of parameters replaced by their numbers. */
static const char *filled(template *t, const char *text, const parameter *p, uint32_t count) {
  char *out = az_arena_strdup(t->arena, "");
  for (const char *at = text; *at;) {
    size_t length = 1;
    if (word_char(*at))
      while (word_char(at[length])) length++;
    uint32_t i = 0;
    while (i < count && (strlen(p[i].name) != length || strncmp(p[i].name, at, length))) i++;
    out = i < count ? az_arena_printf(t->arena, "%s(%lld)", out, (long long)p[i].number)
                    : az_arena_printf(t->arena, "%s%.*s", out, (int)length, at);
    at += length;
  }
  return out;
}

/* Pops the field at the top of the stack, and returns its text. If the field is a condition, *given
 * is its term. */
static const char *take_text(lua_State *L, const call *c, const char *key, az_term *given) {
  *given = AZ_NO_TERM;
  const char *text = NULL;
  if (lua_istable(L, -1)) {
    lua_rawgeti(L, -1, 1);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (n < 1 || n > (lua_Integer)arrlen(c->conditions))
      wrong(L, c, "a condition is one of those given, or a text");
    *given = c->conditions[n - 1];
    lua_getfield(L, -1, "text");
    lua_remove(L, -2);
  }
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "row %d of %s: '%s' is not a text", c->row, c->t->context.views[c->view].name,
               key);
  text = az_arena_strdup(c->t->arena, lua_tostring(L, -1));
  lua_pop(L, 1);
  return text;
}

static az_expression *parse(lua_State *L, const call *c, const char *text) {
  az_error err = {.status = AZ_OK};
  az_expression *e = az_expression_parse(&c->t->context, c->view, text, &err);
  if (!e) wrong(L, c, err.message);
  return e;
}

static const az_formula *closed(lua_State *L, const call *c, az_term t, const char *text) {
  const az_formula *f = az_formula_new(c->t->formals, c->view, t);
  if (!f)
    luaL_error(L, "row %d of %s: the loop's variables do not determine '%s' in every state", c->row,
               c->t->context.views[c->view].name, text);
  return f;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *const kinds[] = {"bound", "constant", "modulo", "values", "predicate", NULL};
static const char *const others[] = {"when", "by", "most", "with", NULL};

/* Reads the exact value of a sum as a term over the formals, and its range. */
static void read_sum(template *t, template_row *row, const az_linear *sum, int64_t constant) {
  const az_numeric_facet *numeric = &az_polyhedra_numeric;
  uint32_t n = az_polyhedra_add(t->exact, sum, (uint32_t)arrlenu(sum));
  az_state state = az_formals_state(t->formals, row->view);
  az_term e = numeric->expression(t->exact, n, &state);
  numeric->range(t->exact, n, &row->least, &row->greatest);
  row->least += constant, row->greatest += constant;
  uint32_t width = numeric->width(t->exact, n);
  while (row->least < -((az_wide)1 << (width - 1)) ||
         row->greatest > ((az_wide)1 << (width - 1)) - 1)
    width++;
  az_store *s = t->context.store;
  const az_term by = az_bv_signed(s, width, constant);
  e = az_bv_add(s, az_resize(s, e, width, true), by);
  row->is_signed = true;
  row->e = az_formula_new(t->formals, row->view, e);
}

static const char *in_parentheses(template *t, const char *text) {
  const char *at = text;
  while (word_char(*at) || *at == '.' || *at == '[' || *at == ']') at++;
  return *at ? az_arena_printf(t->arena, "(%s)", text) : text;
}

/* Reads the row's number: a mathematical sum, or a value that C computes. Returns true if it was
 * added as a row of template polyhedra. */
static bool read_number(lua_State *L, const call *c, template_row *row, const char *text) {
  template *t = c->t;
  az_expression *e = parse(L, c, text);
  az_linear *sum;
  int64_t constant;
  bool plain = row->kind == TEMPLATE_BOUND && !row->guard, added = false;
  const char *problem = NULL;
  row->text = in_parentheses(t, text);
  if (az_expression_is_pointer(e)) {
    problem = "a pointer is not a number; write offset(p)";
  } else if (az_expression_linear(e, &sum, &constant)) {
    if (!arrlen(sum))
      problem = "it contains no variable";
    else if (plain)
      added = true, t->count += az_polyhedra_offer(t->sums, sum, (uint32_t)arrlenu(sum));
    else
      read_sum(t, row, sum, constant);
    if (row->kind != TEMPLATE_MODULO) row->text = text; /* a comparison needs no parentheses */
    arrfree(sum);
  } else {
    az_state state = az_formals_state(t->formals, c->view);
    uint32_t bits = az_expression_bits(e);
    row->is_signed = az_expression_signed(e);
    row->least = row->is_signed ? -((az_wide)1 << (bits - 1)) : 0;
    row->greatest = row->least + ((az_wide)1 << bits) - 1;
    row->e = az_formula_new(t->formals, c->view, az_expression_term(e, &state));
    if (!row->e) problem = "the loop's variables do not determine it in every state";
  }
  az_expression_free(e);
  if (problem)
    luaL_error(L, "row %d of %s: '%s': %s", c->row, t->context.views[c->view].name, text, problem);
  return added;
}

static const az_formula *read_truth(lua_State *L, const call *c, const char *text, az_term given) {
  if (given) return closed(L, c, given, text);
  az_expression *e = parse(L, c, text);
  az_state state = az_formals_state(c->t->formals, c->view);
  az_term t = az_expression_truth(e, &state);
  az_expression_free(e);
  return closed(L, c, t, text);
}

static bool is_new(template *t, const template_row *row) {
  char key[160];
  snprintf(key, sizeof key, "%d %u %u %u %lld %u", (int)row->kind, row->view,
           row->guard ? az_formula_term(row->guard) : 0, az_formula_term(row->e),
           (long long)row->by, row->most);
  if (shgeti(t->seen, key) >= 0) return false;
  shput(t->seen, key, 1);
  return true;
}

/* Adds a row whose parameters are replaced by numbers. */
static void add_row(lua_State *L, const call *c, template_row row, const char *text, az_term given,
                    const char *guard, az_term given_guard) {
  template *t = c->t;
  if (t->count >= t->most) {
    t->refused++;
    return;
  }
  if (guard) {
    row.guard = read_truth(L, c, guard, given_guard);
    row.guard_text = guard;
    if (az_is_true(t->context.store, az_formula_term(row.guard))) row.guard = NULL;
  }
  if (row.kind == TEMPLATE_PREDICATE) {
    row.e = read_truth(L, c, text, given);
    row.text = text;
  } else if (read_number(L, c, &row, text)) {
    return;
  }
  bool changes = az_formula_changes(row.e) || (row.guard && az_formula_changes(row.guard));
  if (!changes || !is_new(t, &row)) return;
  template_rows_add(row.kind == TEMPLATE_BOUND ? &t->bounds : &t->finite, row);
  t->count++;
}

/* Returns the integer of a field, within a range; `initial` if it is missing. */
static lua_Integer number_field(lua_State *L, const call *c, const char *key, lua_Integer least,
                                lua_Integer greatest, lua_Integer initial) {
  int is = 1;
  lua_getfield(L, -1, key);
  lua_Integer n = lua_isnil(L, -1) ? initial : lua_tointegerx(L, -1, &is);
  lua_pop(L, 1);
  if (!is || (n != initial && (n < least || n > greatest)))
    luaL_error(L, "row %d of %s: '%s' is not a whole number from %I to %I", c->row,
               c->t->context.views[c->view].name, key, least, greatest);
  return n;
}

static template_kind read_kind(lua_State *L, const call *c) {
  int kind = -1;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    const char *key =
        lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "an item without a name";
    int i = 0, k = 0;
    while (kinds[i] && strcmp(kinds[i], key)) i++;
    while (others[k] && strcmp(others[k], key)) k++;
    if (!kinds[i] && !others[k])
      luaL_error(L,
                 "row %d of %s: '%s' is not a field of a row: it has one of 'bound', 'constant', "
                 "'modulo', 'values', 'predicate', and perhaps 'when', 'by', 'most', 'with'",
                 c->row, c->t->context.views[c->view].name, key);
    if (kinds[i] && kind >= 0)
      luaL_error(L, "row %d of %s: '%s' beside '%s': one row has one of them", c->row,
                 c->t->context.views[c->view].name, kinds[kind < i ? kind : i],
                 kinds[kind < i ? i : kind]);
    if (kinds[i]) kind = i;
  }
  if (kind < 0) wrong(L, c, "it has none of 'bound', 'constant', 'modulo', 'values', 'predicate'");
  return (template_kind)kind;
}

/* Reads the names of the parameters in the table at the top, in their order. */
static uint32_t read_names(lua_State *L, const call *c, parameter *p) {
  uint32_t n = 0;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING || !lua_istable(L, -1) || n == MOST_NAMES)
      wrong(L, c, "'with' is { NAME = { number, ... }, ... }, of at most eight names");
    const char *name = az_arena_strdup(c->t->arena, lua_tostring(L, -2));
    uint32_t at = n++;
    for (; at && strcmp(p[at - 1].name, name) > 0; at--) p[at] = p[at - 1];
    p[at] = (parameter){.name = name};
  }
  return n;
}

/* Adds the rows of the table at the top: one for each choice of its parameters. */
static void read_row(lua_State *L, call *c) {
  template_row row = {.kind = read_kind(L, c), .view = c->view};
  row.by = number_field(L, c, "by", 2, INT64_MAX, 0);
  row.most = (uint32_t)number_field(L, c, "most", 1, TEMPLATE_MOST_VALUES, 8);
  az_term given, given_guard = AZ_NO_TERM;
  lua_getfield(L, -1, kinds[row.kind]);
  const char *text = take_text(L, c, kinds[row.kind], &given), *guard = NULL;
  if (lua_getfield(L, -1, "when") == LUA_TNIL)
    lua_pop(L, 1);
  else
    guard = take_text(L, c, "when", &given_guard);
  if (given && row.kind != TEMPLATE_PREDICATE) wrong(L, c, "a condition is not a number");
  if (lua_getfield(L, -1, "with") == LUA_TNIL) {
    lua_pop(L, 1);
    add_row(L, c, row, text, given, guard, given_guard);
    return;
  }
  parameter p[MOST_NAMES];
  lua_Integer at[MOST_NAMES] = {0};
  if (!lua_istable(L, -1)) wrong(L, c, "'with' is { NAME = { number, ... }, ... }");
  uint32_t n = read_names(L, c, p), i = 0, choices = 0;
  for (;;) {
    if (choices++ == MOST_CHOICES) wrong(L, c, "'with' has too many choices");
    for (i = 0; i < n; i++) {
      int is;
      lua_getfield(L, -1, p[i].name);
      if (!lua_rawlen(L, -1)) wrong(L, c, "'with' has a name without numbers");
      lua_rawgeti(L, -1, at[i] + 1);
      p[i].number = lua_tointegerx(L, -1, &is);
      if (!is) wrong(L, c, "'with' has something that is not a whole number");
      lua_pop(L, 2);
    }
    add_row(L, c, row, given ? text : filled(c->t, text, p, n), given,
            guard && !given_guard ? filled(c->t, guard, p, n) : guard, given_guard);
    for (i = 0; i < n; at[i++] = 0) { /* goes on to the next choice */
      lua_getfield(L, -1, p[i].name);
      lua_Integer length = (lua_Integer)lua_rawlen(L, -1);
      lua_pop(L, 1);
      if (++at[i] < length) break;
    }
    if (i == n) break;
  }
  lua_pop(L, 1);
}

static int run(lua_State *L) {
  call *c = lua_touserdata(L, 1);
  azl_push_pure_function(L, az_desc_string(c->options, "file"));
  for (c->view = 0; c->view < c->t->context.view_count; c->view++) {
    arrsetlen(c->conditions, 0);
    lua_pushvalue(L, -1);
    push_loop(L, c);
    lua_call(L, 1, 1);
    if (!lua_istable(L, -1)) return luaL_error(L, "the function returns no list of rows");
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    for (c->row = 1; c->row <= n; c->row++) {
      if (lua_rawgeti(L, -1, c->row) != LUA_TTABLE) return wrong(L, c, "a row is a table");
      read_row(L, c);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return 0;
}

/* ---- the instance ---------------------------------------------------------------------------- */

/* Frees the data of all components, and the components that have no rows. */
static void release(void *owned) {
  template *t = owned;
  az_formals_free(t->formals);
  az_polyhedra_free(t->exact);
  shfree(t->seen);
  az_arena_free(t->arena);
}

static template *new_template(const az_domain_context *context, const az_desc *options) {
  az_arena *arena = az_arena_new();
  template *t = AZ_NEW(arena, template);
  *t = (template){.context = *context, .arena = arena};
  az_tvar *vars = AZ_NEWN(arena, az_tvar, context->var_count + 1);
  for (uint32_t v = 0; v < context->var_count; v++) {
    vars[v] = context->vars[v];
    if (is_on_entry(&vars[v])) vars[v].auxiliary = false;
  }
  t->context.vars = vars;
  t->formals = az_formals_new(&t->context);
  t->sums = az_polyhedra_new(&t->context);
  t->exact = az_polyhedra_new(&t->context);
  t->bounds = (template_rows){.formals = t->formals, .store = context->store};
  t->finite = t->bounds;
  t->most = (uint32_t)az_desc_int(options, "most");
  sh_new_arena(t->seen);
  return t;
}

static const az_domain_ops sums = {AZ_POLYHEDRA_OPS};
static const az_module *template_module(void);

static void add_component(az_tuple *tuple, const az_domain_ops *ops, void *self) {
  az_domain component = {.module = template_module(), .ops = ops, .self = self};
  if (ops->row_count(self) || az_domain_facets(&component).note)
    az_tuple_add(tuple, &component, true);
  else
    ops->close(self);
}

static void *open_template(const az_domain_context *context, const az_desc *options,
                           az_error *err) {
  template *t = new_template(context, options);
  call c = {.t = t, .options = options};
  az_status status = azl_run_pure(options, "template", run, &c, err);
  arrfree(c.conditions);
  if (t->refused) az_polyhedra_note(t->sums, "rows beyond the first %u are left out", t->most);
  az_tuple *tuple = az_tuple_new("round_robin");
  az_tuple_own(tuple, release, t);
  add_component(tuple, &sums, t->sums);
  add_component(tuple, &template_bounds_ops, &t->bounds);
  add_component(tuple, &template_finite_ops, &t->finite);
  if (status == AZ_OK) return tuple;
  az_tuple_close(tuple);
  return NULL;
}

/* A single component is searched like an ordinary domain. */
static az_facets facets(void *self) {
  az_facets f = az_tuple_facets(self);
  if (f.inner->count(self) == 1) f.inner = NULL, f.strategy = NULL;
  return f;
}

static uint32_t asks(const az_desc *options) {
  return az_desc_bool(options, "conditions") ? AZ_ASKS_CONDITIONS : 0;
}

static const az_domain_ops operations = {.open = open_template,
                                         .observe = az_observe_numbers,
                                         .asks = asks,
                                         .facets = facets,
                                         AZ_TUPLE_ROWS};

static const az_option template_options[] = {
    {.name = "file",
     .type = AZ_OPT_STRING,
     .summary = "a Lua file that returns function(loop), which returns rows: "
                "docs/writing-a-domain.md",
     .required = true},
    {.name = "hash",
     .type = AZ_OPT_STRING,
     .summary = "SHA-256 of the file, filled in when the domain is described"},
    {.name = "conditions",
     .type = AZ_OPT_BOOL,
     .summary = "show the function the conditions of the program and of its checks",
     .initial = "true"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "number of rows at most",
     .initial = "5000",
     .least = 0,
     .greatest = 1000000},
    {0}};

AZ_MODULE(template) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "template", "1.0"),
    .summary = "a domain written in Lua: template{ file = \"rows.lua\" }",
    .options = template_options,
    AZ_MODULE_OPERATIONS(operations),
};

static const az_module *template_module(void) {
  return ansatz_module_template();
}
