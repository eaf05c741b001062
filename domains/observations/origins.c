/* The index at which the value of a variable was read from an array. For a variable m to which
 * elements of arrays are assigned, as in `if (a[i] > m) m = a[i];`, there is a ghost cell with the
 * offset of the element that was last read for m:
 *   origin(m)      the index of this element in an array of the loop,
 *   a[origin(m)]   the element there, of each array whose elements are as wide as m.
 * The origin is the witness of an existential claim: "some a[#] is m" becomes a[origin(m)] == m.
 * Copying a variable to another one also copies its origin (int x = a[i]; if (x > m) m = x;). */
#include "ansatz/observation.h"
#include "ansatz/statement.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct origin {
  const az_stmt *store;
  uint32_t variable; /* the object that is assigned */
  uint32_t from;     /* the variable that is copied; AZ_NONE: an element is copied */
  az_term offset;    /* offset of the element, over registers */
} origin;

typedef struct origins {
  az_store *store;
  origin *all;        /* stb_ds */
  uint32_t *observed; /* stb_ds: objects, by number of the ghost cell */
  az_ghost *ghosts;   /* stb_ds */
} origins;

/* ---- which assignments ----------------------------------------------------------------------- */

typedef struct load_map {
  az_term key; /* register */
  const az_stmt *value;
} load_map;

typedef struct variable_map {
  az_term key;    /* address */
  uint32_t value; /* the object: a number */
} variable_map;

/* Returns the numeric variable that the pointer points to, or AZ_NONE. */
static uint32_t variable_at(const az_program *p, variable_map *variables, az_term pointer) {
  uint64_t offset;
  if (!az_const_u64(p->store, az_pointer_offset(p, pointer), &offset) || offset) return AZ_NONE;
  ptrdiff_t at = hmgeti(variables, az_pointer_object(p, pointer));
  return at < 0 ? AZ_NONE : variables[at].value;
}

static void find_origins(origins *o, const az_program *p, const az_function *f,
                         variable_map *variables) {
  load_map *loads = NULL;
  for (az_stmts s = az_stmts_in(f); az_stmts_next(&s);) {
    if (s.stmt->kind == AZ_S_LOAD) hmput(loads, s.stmt->result, s.stmt);
    if (s.stmt->kind != AZ_S_STORE) continue;
    uint32_t variable = variable_at(p, variables, s.stmt->ptr);
    ptrdiff_t at = variable == AZ_NONE ? -1 : hmgeti(loads, s.stmt->value);
    if (at < 0 || p->types[loads[at].value->type].kind != AZ_T_INT) continue;
    az_term pointer = loads[at].value->ptr;
    const az_term offset = az_pointer_offset(p, pointer);
    origin found = {s.stmt, variable, variable_at(p, variables, pointer), offset};
    if (found.from != variable) arrput(o->all, found);
  }
  hmfree(loads);
}

/* ---- ghost cells ----------------------------------------------------------------------------- */

enum { MOST_VARIABLES = 12 };

static const az_ghost *ghost_of(const origins *o, uint32_t variable) {
  for (size_t i = 0; i < arrlenu(o->observed); i++)
    if (o->observed[i] == variable) return &o->ghosts[i];
  return NULL;
}

static void add_ghost(origins *o, const az_program *p, uint32_t variable) {
  if (ghost_of(o, variable) || arrlenu(o->observed) == MOST_VARIABLES) return;
  const char *of = p->objects[variable].name;
  arrput(o->observed, variable);
  arrput(o->ghosts,
         ((az_ghost){.name = az_arena_printf(p->arena, "origin(%s).%u", of ? of : "", variable),
                     .scope = AZ_GHOST_EXECUTION,
                     .bits = p->pointer_bits}));
}

static void *open_origins(const az_program *program, az_store *store, const az_desc *options,
                          az_error *err) {
  (void)options, (void)err;
  origins *o = az_calloc(1, sizeof *o);
  o->store = store;
  variable_map *variables = NULL;
  for (uint32_t i = 0; i < program->object_count; i++)
    if (program->types[program->objects[i].type].kind == AZ_T_INT)
      hmput(variables, program->objects[i].address, i);
  for (uint32_t f = 0; f < program->function_count; f++)
    if (program->functions[f].has_body) find_origins(o, program, &program->functions[f], variables);
  hmfree(variables);
  for (size_t i = 0; i < arrlenu(o->all); i++)
    if (o->all[i].from == AZ_NONE && !az_is_const(store, o->all[i].offset))
      add_ghost(o, program, o->all[i].variable);
  for (size_t known = 0; known < arrlenu(o->observed);
       known++) /* adds copies of observed variables */
    for (size_t i = 0; i < arrlenu(o->all); i++)
      if (o->all[i].from == o->observed[known]) add_ghost(o, program, o->all[i].variable);
  return o;
}

static void close_origins(void *self) {
  origins *o = self;
  arrfree(o->all);
  arrfree(o->observed);
  arrfree(o->ghosts);
  free(o);
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  const origins *o = self;
  *count = (uint32_t)arrlenu(o->ghosts);
  return o->ghosts;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  const origins *o = self;
  if (event->kind != AZ_ON_STORE) return AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(o->all); i++) {
    const origin *at = &o->all[i];
    if (at->store != event->stmt || at->variable != o->observed[number]) continue;
    const az_ghost *copied = at->from == AZ_NONE ? NULL : ghost_of(o, at->from);
    if (at->from == AZ_NONE) return at->offset;
    return copied ? az_ghost_formal(o->store, copied) : AZ_NO_TERM;
  }
  return AZ_NO_TERM;
}

/* ---- variables of a loop --------------------------------------------------------------------- */

/* Only arrays with one dimension: others are indexed by vectors. */
static bool has_cells(const az_cut *cut, const az_tvar *array, const az_tvar *m) {
  const az_program *p = az_cut_program(cut);
  return array->kind == AZ_TV_ARRAY && array->path && array->index && !array->auxiliary &&
         array->view == m->view && array->bits == m->bits && array->is_signed == m->is_signed &&
         p->types[array->type].kind == AZ_T_INT && p->types[array->type].bytes &&
         az_sort_width(az_sort_of(az_cut_store(cut), array->index)) == p->pointer_bits;
}

static void add_number(az_cut *cut, uint32_t view, az_path of, az_term term, const az_tvar *like,
                       const char *name) {
  az_tvar v = *like;
  v.name = name;
  az_cut_add_term(cut, view, &term, of, &v);
}

static void add_origin(az_cut *cut, const az_tvar *m, const az_tvar *array, const az_ghost *ghost) {
  az_store *s = az_cut_store(cut);
  const az_program *p = az_cut_program(cut);
  az_path path = az_cut_ghost(cut, NULL, ghost);
  az_term offset[2], content[2];
  if (!path || az_cut_formals(cut, path, offset, NULL) != 1 ||
      az_cut_formals(cut, array->path, content, NULL) != 1)
    return;
  uint64_t bytes = p->types[array->type].bytes;
  az_term index = az_bv_udiv(s, offset[0], az_bv(s, p->pointer_bits, bytes));
  char name[300];
  snprintf(name, sizeof name, "origin(%.120s)", m->name);
  az_tvar like = {.kind = AZ_TV_INT, .bits = p->pointer_bits, .is_signed = true};
  add_number(cut, m->view, path, index, &like, name);
  int n = (int)strcspn(array->name, "[");
  snprintf(name, sizeof name, "%.*s[origin(%.120s)]", n < 160 ? n : 160, array->name, m->name);
  like = (az_tvar){
      .kind = AZ_TV_INT, .type = array->type, .bits = array->bits, .is_signed = array->is_signed};
  add_number(cut, m->view, array->path, az_select(s, content[0], index), &like, name);
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const origins *o = self;
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars);
  /* Declarations may move the list. */
  const az_tvar **all = az_calloc(count + 1, sizeof *all);
  for (uint32_t i = 0; i < count; i++) all[i] = vars[i];
  for (uint32_t v = 0; v < count; v++)
    for (size_t g = 0; g < arrlenu(o->observed); g++)
      for (uint32_t a = 0; a < count && all[v]->object == o->observed[g]; a++)
        if (all[v]->kind == AZ_TV_INT && has_cells(cut, all[a], all[v]))
          add_origin(cut, all[v], all[a], &o->ghosts[g]);
  free(all);
  return true;
}

static const az_observation_ops operations = {.open = open_origins,
                                              .close = close_origins,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare,
                                              .phase = 2};

AZ_MODULE(origins) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "origins", "1.0"),
    .summary = "where in an array a variable's value was last read, and the element there: "
               "a[origin(m)] == m",
    AZ_MODULE_OPERATIONS(operations),
};
