/* The option `entry`: segmentations of arrays at the beginning of a function. Segmentations for the
 * program's entry function are assumed; those for other functions are compared with the state at
 * each call. Names are the function's: its variables, arrays that its parameters point to, and
 * arrays that exist once. */
#include "lattice.h"
#include <stb/stb_ds.h>
#include <stdio.h>

typedef struct entry_option {
  const char *function; /* NULL: the program's entry function */
  const char *array, *segmentation;
  bool assumed;
} entry_option;

typedef struct reading { /* an entry, parsed for one call path */
  size_t of;
  uint32_t array;
  const char *path;
  segmentation *is; /* NULL if reading failed, for the reason `why` */
  char *why;
} reading;

struct entries {
  entry_option *all; /* stb_ds */
  reading *readings; /* stb_ds */
  char *assumed;
};

/* ---- the option ------------------------------------------------------------------------------ */

/* Cuts the text at its first single colon, not at "::". Returns NULL if there is none. */
static char *cut_at_colon(char *text) {
  for (char *c = text; *c; c++) {
    if (*c != ':') continue;
    if (c[1] == ':') {
      c++;
      continue;
    }
    *c = 0;
    return c + 1;
  }
  return NULL;
}

static char *trimmed(char *text) {
  text += strspn(text, " ");
  size_t n = strlen(text);
  while (n && text[n - 1] == ' ') text[--n] = 0;
  return text;
}

static bool is_array(const segments *d, uint32_t v, const char *name) {
  return d->arrays[v].cells && !strcmp(d->context->vars[v].name, name);
}

/* Reports mistakes immediately if the names are those of the program's entry function. */
static bool check_entry(segments *d, const entry_option *e, az_error *err) {
  const az_transfer_context *context = d->context;
  if (e->function && context->is_function && !context->is_function(context, e->function))
    return !az_fail(err, AZ_ERR_INPUT, "entry: the program has no function '%s'", e->function);
  bool found = false;
  for (uint32_t v = 0; !e->function && v < context->var_count; v++) {
    if (!is_array(d, v, e->array)) continue;
    segmentation *s = segmentation_parse(d, v, NULL, e->segmentation, err);
    if (!s) return false;
    segmentation_free(s);
    found = true;
  }
  if (!found && !e->function)
    return !az_fail(err, AZ_ERR_INPUT, "entry: the program has no array '%s'", e->array);
  return true;
}

bool entries_read(segments *d, const char *text, az_error *err) {
  d->entries = az_calloc(1, sizeof *d->entries);
  while (text && *text) {
    size_t length = strcspn(text, ";");
    char *part = az_arena_printf(d->arena, "%.*s", (int)length, text);
    char *second = cut_at_colon(part), *third = second ? cut_at_colon(second) : NULL;
    if (!second)
      return !az_fail(err, AZ_ERR_INPUT, "entry '%s': ARRAY: SEGMENTATION is expected", part);
    entry_option e = {.function = third ? trimmed(part) : NULL,
                      .array = trimmed(third ? second : part),
                      .segmentation = trimmed(third ? third : second)};
    if (!check_entry(d, &e, err)) return false;
    arrput(d->entries->all, e);
    text += length + (text[length] == ';');
  }
  return true;
}

void entries_free(segments *d) {
  entries *e = d->entries;
  if (!e) return;
  for (size_t i = 0; i < arrlenu(e->readings); i++) {
    segmentation_free(e->readings[i].is);
    free(e->readings[i].why);
  }
  arrfree(e->readings);
  arrfree(e->all);
  free(e->assumed);
  free(e);
}

/* ---- at a function's beginning --------------------------------------------------------------- */

static bool applies(const entry_option *e, const az_entered *entered) {
  return e->function ? !strcmp(e->function, entered->function) : entered->first;
}

/* Returns the array with that name in the function, or AZ_NONE. */
static uint32_t array_named(const segments *d, const az_entered *entered, const char *name) {
  for (uint32_t i = 0; i < entered->array_count; i++)
    if (!strcmp(entered->arrays[i].name, name) && d->arrays[entered->arrays[i].var].cells)
      return entered->arrays[i].var;
  for (uint32_t v = 0; !entered->declares && v < d->context->var_count; v++)
    if (d->context->vars[v].global && is_array(d, v, name)) return v;
  return AZ_NONE;
}

static reading *read_for(segments *d, size_t of, uint32_t array, const char *path) {
  entries *all = d->entries;
  for (size_t i = 0; i < arrlenu(all->readings); i++) {
    const reading *r = &all->readings[i];
    if (r->of == of && r->array == array && r->path == path) return &all->readings[i];
  }
  az_error err = {.status = AZ_OK};
  reading r = {.of = of, .array = array, .path = path};
  r.is = segmentation_parse(d, array, path, all->all[of].segmentation, &err);
  if (!r.is) r.why = az_strdup(err.message);
  arrput(all->readings, r);
  return &arrlast(all->readings);
}

static void note_assumed(segments *d, entry_option *e) {
  if (e->assumed) return;
  e->assumed = true;
  char *before = d->entries->assumed;
  d->entries->assumed = az_asprintf("%s%s%s: %s", before ? before : "", before ? "; " : "",
                                    e->array, e->segmentation);
  free(before);
}

/* Replaces the array's segmentation, and keeps the array's length as its last bound. */
static void begin_with(segments *d, state *s, uint32_t array, const segmentation *entry) {
  segmentation *begin = segmentation_copy(entry);
  const segmentation *now = state_array(s, array);
  bound *last = &begin->bounds[segmentation_last(begin)];
  for (size_t i = 0; now && i < arrlenu(now->bounds[segmentation_last(now)].of); i++)
    bound_grow(d, last, &now->bounds[segmentation_last(now)].of[i]);
  relations_forget(d, s, array);
  state_put_array(d, s, array, begin);
}

/* Sets the segmentations at the beginning of the program's entry function. For other functions,
 * entries_broken compares them with the state at each call. */
void entries_enter(segments *d, state *s, const az_entered *entered) {
  if (!entered->first) return;
  for (size_t i = 0; i < arrlenu(d->entries->all); i++) {
    entry_option *e = &d->entries->all[i];
    uint32_t array = applies(e, entered) ? array_named(d, entered, e->array) : AZ_NONE;
    reading *r = array == AZ_NONE ? NULL : read_for(d, i, array, entered->path);
    if (!r || !r->is) continue;
    note_assumed(d, e);
    begin_with(d, s, array, r->is);
  }
}

static bool is_named_anywhere(const segments *d, const char *name) {
  for (uint32_t v = 0; v < d->context->var_count; v++)
    if (is_array(d, v, name)) return true;
  return false;
}

char *entries_broken(segments *d, const state *s, const az_entered *entered) {
  for (size_t i = 0; !entered->declares && i < arrlenu(d->entries->all); i++) {
    const entry_option *e = &d->entries->all[i];
    if (!applies(e, entered)) continue;
    uint32_t array = array_named(d, entered, e->array);
    if (array == AZ_NONE && (!entered->first || !is_named_anywhere(d, e->array)))
      return az_asprintf("%s is not known to be the start of one array", e->array);
    if (array == AZ_NONE) continue; /* the array is declared later */
    const reading *r = read_for(d, i, array, entered->path);
    if (!r->is) return az_strdup(r->why);
    if (!entered->first && !state_array_within(d, s, array, r->is))
      return az_asprintf("%s may not be %s", e->array, e->segmentation);
  }
  return NULL;
}

const char *entries_assumed(const segments *d) {
  return d->entries->assumed;
}
