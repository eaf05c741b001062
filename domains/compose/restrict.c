/* Selection: restrict{ D, loops = {...}, vars = {...}, types = {...} } is D on only some loops and
 * variables of the program. D is opened on a context without the other variables and without
 * conditions and relations over them.
 *
 * Patterns: `*` is any text, `?` any character. A pattern that begins with `!` removes names from
 * those selected so far (if it comes first, from all names). A loop is given by its name
 * ("main.1"), its line ("12"), or file and line ("f.c:12"); a variable by its C name ("i", "s.x",
 * "a[0]", "offset(p)"); a type as in C, or as "integer", "signed", "unsigned", "float", "pointer"
 * or "array". A pattern that matches nothing in the program is an error, whose message has the
 * nearest name, unless `missing = "ignore"`. */
#include "ansatz/tuple.h"
#include "ansatz/arena.h"
#include <stdio.h>
#include <string.h>

typedef struct patterns {
  const char *option;
  const char *const *items;
  size_t count;
  bool *used;
} patterns;

static bool matches(const char *pattern, const char *text) {
  for (; *pattern; pattern++, text++) {
    if (*pattern == '*') {
      while (pattern[1] == '*') pattern++;
      for (;; text++) {
        if (matches(pattern + 1, text)) return true;
        if (!*text) return false;
      }
    }
    if (!*text || (*pattern != '?' && *pattern != *text)) return false;
  }
  return !*text;
}

/* Returns whether the patterns select one of these names (NULL-terminated). */
static bool selects(const patterns *p, const char *const *names) {
  bool chosen = !p->count || p->items[0][0] == '!';
  for (size_t i = 0; i < p->count; i++) {
    bool takes = p->items[i][0] == '!', hit = false;
    for (const char *const *n = names; *n && !hit; n++) hit = matches(p->items[i] + takes, *n);
    if (!hit) continue;
    chosen = !takes;
    p->used[i] = true;
  }
  return chosen;
}

static patterns read_patterns(az_arena *arena, const az_desc *options, const char *option) {
  patterns p = {.option = option};
  p.count = az_desc_strings(options, option, &p.items);
  p.used = AZ_NEWN(arena, bool, p.count + 1);
  return p;
}

/* ---- the names that patterns are compared with ----------------------------------------------- */

typedef struct loop_names {
  char line[16], place[512], short_place[512];
  const char *names[5];
} loop_names;

static bool selects_loop(const patterns *p, const az_program *program, const char *name,
                         az_loc loc) {
  loop_names l = {.names = {name}};
  if (loc.line) {
    snprintf(l.line, sizeof l.line, "%u", loc.line);
    l.names[1] = l.line;
  }
  if (loc.line && program) {
    az_loc line_only = {loc.file, loc.line, 0};
    az_loc_text(program, line_only, l.place, sizeof l.place);
    const char *slash = strrchr(l.place, '/');
    snprintf(l.short_place, sizeof l.short_place, "%s", slash ? slash + 1 : l.place);
    l.names[2] = l.place;
    l.names[3] = l.short_place;
  }
  return selects(p, l.names);
}

static bool selects_type(const patterns *p, const az_program *program, const az_tvar *v) {
  static const char *const kinds[] = {"integer", "float", "pointer", "array"};
  const char *names[4] = {kinds[v->kind]};
  size_t n = 1;
  if (v->kind == AZ_TV_INT) names[n++] = v->is_signed ? "signed" : "unsigned";
  if (program && v->type && v->type < program->type_count && program->types[v->type].name)
    names[n++] = program->types[v->type].name;
  return selects(p, names);
}

/* Marks patterns that match names of the program other than template variables: a loop that is not
 * reached, a variable of no loop, a type of no variable. */
static void meet_rest(const patterns *loops, const patterns *vars, const patterns *types,
                      const az_program *program) {
  static const char *const kinds[] = {"integer", "signed", "unsigned", "float",
                                      "pointer", "array",  NULL};
  for (size_t i = 0; kinds[i]; i++) (void)selects(types, (const char *[]){kinds[i], NULL});
  if (!program) return;
  for (uint32_t f = 0; f < program->function_count; f++) {
    const az_function *fn = &program->functions[f];
    for (uint32_t l = 0; l < fn->loop_count; l++) {
      char name[512];
      snprintf(name, sizeof name, "%s.%u", fn->name, l);
      (void)selects_loop(loops, program, name, fn->loops[l].loc);
    }
  }
  for (uint32_t i = 0; i < program->object_count; i++)
    if (program->objects[i].name)
      (void)selects(vars, (const char *[]){program->objects[i].name, NULL});
  for (uint32_t i = 0; i < program->type_count; i++)
    if (program->types[i].name)
      (void)selects(types, (const char *[]){program->types[i].name, NULL});
}

static az_status check_used(const patterns *p, const char *const *known, az_error *err) {
  for (size_t i = 0; i < p->count; i++) {
    if (p->used[i]) continue;
    const char *word = p->items[i] + (p->items[i][0] == '!'), *near = az_suggest(word, known);
    return near
               ? az_fail(err, AZ_ERR_INPUT,
                         "restrict.%s: nothing is called '%s': did you mean '%s'?", p->option, word,
                         near)
               : az_fail(err, AZ_ERR_INPUT, "restrict.%s: nothing is called '%s'", p->option, word);
  }
  return AZ_OK;
}

/* ---- the context ----------------------------------------------------------------------------- */

typedef struct left_out { /* searches a condition for a variable that is not selected */
  const az_domain_context *context;
  const bool *chosen; /* by variable */
  uint32_t view;
  bool found;
} left_out;

static void look_up(void *ctx, az_term term) {
  left_out *l = ctx;
  const az_domain_context *c = l->context;
  bool in = false, out = false;
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *var = &c->vars[v];
    if (var->view != l->view || var->auxiliary) continue;
    for (uint32_t i = 0; i < az_tvar_terms(var); i++)
      if (c->canonical[l->view][var->at + i] == term) *(l->chosen[v] ? &in : &out) = true;
  }
  l->found |= out && !in;
}

/* Returns the context with only the chosen variables. */
static az_domain_context *narrow(az_arena *arena, const az_domain_context *from, const bool *chosen,
                                 const bool *views) {
  az_domain_context *to = AZ_NEW(arena, az_domain_context);
  az_tvar *vars = AZ_NEWN(arena, az_tvar, from->var_count + 1);
  uint32_t *number = AZ_NEWN(arena, uint32_t, from->var_count + 1), n = 0;
  for (uint32_t v = 0; v < from->var_count; v++) {
    if (!chosen[v]) continue;
    number[v] = n;
    vars[n++] = from->vars[v];
  }
  *to = *from;
  to->vars = vars;
  to->var_count = n;
  if (from->related) {
    const uint32_t **related = AZ_NEWN(arena, const uint32_t *, n + 1);
    for (uint32_t v = 0; v < from->var_count; v++) {
      if (!chosen[v] || !from->related[v]) continue;
      uint32_t *list = AZ_NEWN(arena, uint32_t, n + 1), k = 0;
      for (const uint32_t *r = from->related[v]; *r != UINT32_MAX; r++)
        if (chosen[*r]) list[k++] = number[*r];
      list[k] = UINT32_MAX;
      related[number[v]] = list;
    }
    to->related = related;
  }
  az_condition *conditions = AZ_NEWN(arena, az_condition, from->condition_count + 1);
  to->conditions = conditions;
  to->condition_count = 0;
  for (uint32_t i = 0; i < from->condition_count; i++) {
    const az_condition *c = &from->conditions[i];
    left_out l = {.context = from, .chosen = chosen, .view = c->view};
    if (!views[c->view]) continue;
    if (from->canonical) az_free_vars(from->store, &c->term, 1, look_up, &l);
    if (!l.found) conditions[to->condition_count++] = *c;
  }
  return to;
}

static void release(void *arena) {
  az_arena_free(arena);
}

static const char *const *names_of(az_arena *arena, const az_domain_context *context, char kind) {
  uint32_t types = context->program ? context->program->type_count : 0, n = 0;
  const char **names =
      AZ_NEWN(arena, const char *, context->view_count + context->var_count + types + 1);
  for (uint32_t i = 0; kind == 'l' && i < context->view_count; i++)
    names[n++] = context->views[i].name;
  for (uint32_t i = 0; kind == 'v' && i < context->var_count; i++)
    names[n++] = context->vars[i].name;
  for (uint32_t i = 0; kind == 't' && i < types; i++)
    if (context->program->types[i].name) names[n++] = context->program->types[i].name;
  return names;
}

static void *open_on(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  patterns loops = read_patterns(arena, options, "loops"),
           names = read_patterns(arena, options, "vars"),
           types = read_patterns(arena, options, "types");
  bool *chosen = AZ_NEWN(arena, bool, context->var_count + 1),
       *views = AZ_NEWN(arena, bool, context->view_count + 1);
  for (uint32_t i = 0; i < context->view_count; i++)
    views[i] =
        selects_loop(&loops, context->program, context->views[i].name, context->views[i].loc);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    bool by_name = selects(&names, (const char *[]){var->name, NULL}),
         by_type = selects_type(&types, context->program, var);
    chosen[v] = views[var->view] && by_name && by_type;
  }
  meet_rest(&loops, &names, &types, context->program);
  bool strict = !strcmp(az_desc_string(options, "missing"), "error");
  bool says = !strcmp(az_desc_string(options, "missing"), "note");
  az_desc *const *inner;
  az_domain domain;
  az_error unmet = {.status = AZ_OK}, *at = strict ? err : &unmet;
  bool used = check_used(&loops, names_of(arena, context, 'l'), at) == AZ_OK &&
              check_used(&names, names_of(arena, context, 'v'), at) == AZ_OK &&
              check_used(&types, names_of(arena, context, 't'), at) == AZ_OK;
  if ((strict && !used) || !az_desc_modules(options, "domain", &inner) ||
      az_domain_open(narrow(arena, context, chosen, views), inner[0], &domain, err) != AZ_OK) {
    az_arena_free(arena);
    return NULL;
  }
  az_tuple *t = az_tuple_new("round_robin");
  az_tuple_add(t, &domain, true);
  az_tuple_own(t, release, arena);
  if (says && !used) az_tuple_note(t, unmet.message);
  return t;
}

static const az_domain_ops operations = {.open = open_on, AZ_TUPLE_OPS};

static const char *const choices[] = {"note", "error", "ignore", NULL};
static const az_option options[] = {
    {.name = "domain",
     .type = AZ_OPT_DOMAIN,
     .summary = "the domain that is used there: restrict{ zones(), loops = { \"main.1\" } }",
     .required = true},
    {.name = "loops",
     .type = AZ_OPT_STRINGS,
     .summary = "names, lines or FILE:LINE; patterns with * and ?, ! takes away (default: all)"},
    {.name = "vars",
     .type = AZ_OPT_STRINGS,
     .summary = "C names of variables; patterns likewise (default: all)"},
    {.name = "types",
     .type = AZ_OPT_STRINGS,
     .summary = "C types, or integer, signed, unsigned, float, pointer, array (default: all)"},
    {.name = "missing",
     .type = AZ_OPT_ENUM,
     .summary = "a pattern that matches nothing in the program: the rest is used, and a note says "
                "so; is an error; or nothing is said",
     .initial = "note",
     .choices = choices},
    {0}};

AZ_MODULE(restrict) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "restrict", "1.0"),
    .summary = "a domain on chosen loops, variables and types only",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
