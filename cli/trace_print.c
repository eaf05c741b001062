/* Prints traces as text, one step on a line, `f.c:12 function main: x = 5 (0x5)`, and the text of
 * the source line when the line changes. If the interpreter can follow the trace, its events are
 * printed. If not, the events of the trace are printed, which contain no branches and no names for
 * objects that the run allocates. */
#include "cli/trace_print.h"
#include "ansatz/allocate.h"
#include "cli/condition.h"
#include "cli/trace_leaves.h"
#include "replay/inspect.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Place of the run in a loop that is never left: BEFORE the repeated iteration; in the REPEATED
 * iteration; this iteration was SHOWN. */
enum iterations { BEFORE, REPEATED, SHOWN };

typedef struct printer {
  const az_program *p;
  FILE *out;
  az_arena *arena;
  az_source *sources; /* stb_ds, by file */
  az_loc last;        /* line whose text was printed last */
  struct {
    uint64_t key;
    const char *value;
  } *lines; /* stb_ds: file and line -> text of the line */
  struct {
    const az_block *key;
    const char *value;
  } *conditions; /* stb_ds */
  /* The run that is being followed; NULL: none. */
  const az_interpreter *run;
  struct {
    uint32_t key;
    struct allocated {
      const char *name;
      az_type type;
    } value;
  } *allocated; /* stb_ds: object of the run to its name in the trace */
  struct {
    const az_stmt *key;
    uint32_t value;
  } *counts; /* stb_ds: statement -> number of its allocations so far */
  struct {
    const az_stmt *key;
    const char *value;
  } *sites; /* stb_ds: statement -> name of its first object */
  struct {
    uint64_t key;
    uint32_t value;
  } *site_lines; /* stb_ds: file and line -> number of its statements that allocate */
  struct {
    const char *key;
    az_term value;
  } *bit_fields;        /* stb_ds: path of a bit-field -> its bits, when they were shown last */
  const char *function; /* of the last event */
  size_t line_count;
  /* The event of the trace after which a loop is never left, or NULL. The inputs of the repeated
   * iteration follow this event; all others precede it. */
  const az_event *forever;
  const az_event *next, *end; /* the next input of the run; the end of the events */
  enum iterations iteration;
} printer;

enum { MOST_STEPS = 1000000, MOST_LINES = 20000 };

static bool is_silent(const printer *t) {
  return t->line_count > MOST_LINES || t->iteration == SHOWN;
}

/* ---- source text ----------------------------------------------------------------------------- */

static const char *line_text(printer *t, az_loc loc) {
  enum { LONGEST = 100 };
  const az_source *s = loc.file < arrlenu(t->sources) ? &t->sources[loc.file] : NULL;
  const uint64_t key = (uint64_t)loc.file << 32 | loc.line;
  const ptrdiff_t known = hmgeti(t->lines, key);
  if (known >= 0) return t->lines[known].value;
  size_t at = s && s->text ? az_source_offset(s, loc.line, 1) : SIZE_MAX;
  const char *text = at == SIZE_MAX ? "" : s->text + at;
  text += strspn(text, " \t");
  size_t length = strcspn(text, "\r\n");
  text = az_arena_printf(t->arena, "%.*s", (int)(length < LONGEST ? length : LONGEST), text);
  hmput(t->lines, key, text);
  return text;
}

static void begin_line(printer *t, az_loc loc, const char *function) {
  char where[512];
  t->function = function ? function : t->function;
  fprintf(t->out, "%s function %s: ",
          az_loc_text(t->p, (az_loc){loc.file, loc.line, 0}, where, sizeof where),
          t->function ? t->function : "?");
}

static void end_line(printer *t, az_loc loc) {
  bool same = loc.file == t->last.file && loc.line == t->last.line;
  const char *text = same || !loc.line ? "" : line_text(t, loc);
  fprintf(t->out, *text ? "   | %s\n" : "%s\n", text);
  t->last = loc;
  t->line_count++;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns the name and type of an object of the run, or of an object that exists only once. */
static struct allocated object_named(const printer *t, uint64_t id) {
  const az_program *p = t->p;
  uint32_t origin = AZ_NONE;
  if (t->run) {
    ptrdiff_t at = hmgeti(((printer *)t)->allocated, (uint32_t)id);
    origin = az_run_object_at(t->run, (uint32_t)id).origin;
    if (origin == AZ_NONE && at >= 0) return t->allocated[at].value;
  } else if (id <= p->object_count && az_is_const(p->store, p->objects[id - 1].address)) {
    origin = (uint32_t)id - 1;
  }
  if (origin == AZ_NONE) return (struct allocated){NULL, 0};
  return (struct allocated){p->objects[origin].name, p->objects[origin].type};
}

/* Returns an lvalue for a place in the object; the caller frees it. Allocated objects are arrays of
 * their element type. */
static char *place_text(const printer *t, struct allocated o, uint64_t offset, uint64_t bytes) {
  const az_program *p = t->p;
  const uint64_t element = p->types[o.type].bytes;
  if (!element || offset < element) return az_lvalue_text(p, o.name, o.type, offset, bytes);
  char *name = az_asprintf("%s[%llu]", o.name, (unsigned long long)(offset / element));
  char *text = az_lvalue_text(p, name, o.type, offset % element, bytes);
  free(name);
  return text;
}

/* Names the next object that the statement allocates after its variable or its line; further
 * statements of a line have "~2", and further objects of a statement "#2". */
static const char *next_name(printer *t, const az_stmt *s) {
  if (hmgeti(t->sites, s) < 0) {
    const uint64_t line = (uint64_t)s->loc.file << 32 | s->loc.line;
    const uint32_t number = s->text ? 1 : hmget(t->site_lines, line) + 1;
    const char *name = s->text ? s->text : az_arena_printf(t->arena, "dyn%u", s->loc.line);
    if (!s->text) hmput(t->site_lines, line, number);
    hmput(t->sites, s, number > 1 ? az_arena_printf(t->arena, "%s~%u", name, number) : name);
  }
  const uint32_t before = hmget(t->counts, s);
  const char *site = hmget(t->sites, s);
  return before ? az_arena_printf(t->arena, "%s#%u", site, before + 1) : site;
}

static void print_pointer(const printer *t, uint64_t id, uint64_t offset) {
  const struct allocated o = id ? object_named(t, id) : (struct allocated){NULL, 0};
  if (!id) {
    fprintf(t->out, offset ? "(void *)0x%llx" : "NULL", (unsigned long long)offset);
  } else if (o.name) {
    char *text = place_text(t, o, offset, 0);
    fprintf(t->out, "&%s", text ? text : o.name);
    free(text);
  } else {
    fprintf(t->out, "(object %llu) + %llu", (unsigned long long)id, (unsigned long long)offset);
  }
}

static void print_value(const printer *t, az_type type, az_term value) {
  const az_program *p = t->p;
  const az_store *s = p->store;
  const az_type_info *info = &p->types[type < p->type_count ? type : 0];
  if (!value) {
    fputs("?", t->out);
    return;
  }
  if (az_is_const(s, value) && az_sort_of(s, value) == az_sort_bv(az_pointer_width(p))) {
    const uint64_t *limbs = az_const_limbs(s, value);
    const bool wide = p->pointer_bits == 64;
    print_pointer(t, wide ? limbs[1] : limbs[0] >> 32, wide ? limbs[0] : (uint32_t)limbs[0]);
    return;
  }
  az_wide number;
  uint64_t bits;
  if (info->kind != AZ_T_FLOAT && az_const_wide(s, value, info->is_signed, &number) &&
      az_const_u64(s, value, &bits)) {
    if (info->is_signed)
      fprintf(t->out, "%lld (0x%llx)", (long long)number, (unsigned long long)bits);
    else
      fprintf(t->out, "%llu (0x%llx)", (unsigned long long)bits, (unsigned long long)bits);
    return;
  }
  const uint32_t width =
      az_sort_kind_of(az_sort_of(s, value)) == AZ_SORT_BV ? az_sort_width(az_sort_of(s, value)) : 0;
  if (info->kind == AZ_T_FLOAT && az_is_const(s, value) && (width == 32 || width == 64))
    value = az_float_from_bits(p->store, value,
                               width == 32 ? az_sort_float(8, 24) : az_sort_float(11, 53));
  char *text = az_print_c(s, value, NULL, NULL);
  fputs(text ? text : "?", t->out);
  free(text);
}

static void print_parts(const printer *t, const az_event *e) {
  enum { shown = 8 };
  const az_program *p = t->p;
  const az_stmt *s = e->stmt;
  struct allocated o = {e->lvalue, 0};
  if (s && s->kind == AZ_S_LIVE)
    o = (struct allocated){e->lvalue ? e->lvalue : p->objects[s->object].name,
                           p->objects[s->object].type};
  else if (s && s->kind == AZ_S_ALLOC)
    o = (struct allocated){t->run ? next_name((printer *)t, s) : e->lvalue, s->type};
  for (uint32_t i = 0; i < e->part_count && i < shown; i++) {
    const az_part *part = &e->parts[i];
    char *text = o.name && o.type ? place_text(t, o, part->offset, part->bytes) : NULL;
    if (i) fputs(", ", t->out);
    if (text)
      fprintf(t->out, "%s = ", text);
    else
      fprintf(t->out, "%s + %llu: ", e->lvalue ? e->lvalue : "memory",
              (unsigned long long)part->offset);
    const uint64_t element = p->types[o.type].bytes;
    az_type type = o.type ? az_leaf_type(p, o.type, element ? part->offset % element : part->offset,
                                         part->bytes)
                          : 0;
    print_value(t, type, part->value);
    free(text);
  }
  if (e->part_count > shown) fprintf(t->out, ", ... (%u more)", e->part_count - shown);
  fputs(" (not initialised)", t->out);
}

/* ---- events of traces ------------------------------------------------------------------------ */

static bool is_shown(const az_event *e) {
  if (e->kind == AZ_EV_LEAVE) return false;
  if (e->kind != AZ_EV_INPUT) return true;
  if (!e->value && e->part_count == 0) return false; /* memory whose content does not matter */
  return !e->stmt || e->stmt->kind != AZ_S_INPUT ||
         (e->stmt->input != AZ_IN_APPROX && e->stmt->input != AZ_IN_CHOICE &&
          e->stmt->input != AZ_IN_MEMORY);
}

static void print_event(printer *t, const az_event *e, const char *function) {
  if (!is_shown(e)) return;
  begin_line(t, e->loc, function);
  switch (e->kind) {
  case AZ_EV_INPUT:
    if (!e->value) {
      print_parts(t, e);
      break;
    }
    fprintf(t->out, "input %s = ", e->lvalue ? e->lvalue : "value");
    print_value(t, e->type, e->value);
    if (e->rule) fprintf(t->out, "   (in each iteration: %s)", e->rule);
    break;
  case AZ_EV_ASSIGN:
    fprintf(t->out, "%s = ", e->lvalue ? e->lvalue : "?");
    print_value(t, e->type, e->value);
    break;
  case AZ_EV_ENTER: fputs("entered", t->out); break;
  case AZ_EV_LEAVE: break;
  case AZ_EV_FOREVER:
    fputs("from here on it loops forever", t->out);
    fputs(t->forever && t->forever + 1 == t->end ? ":" : ", with these inputs:", t->out);
    break;
  case AZ_EV_FAIL: {
    const az_check *c = &t->p->checks[e->check];
    fprintf(t->out, "violated: %s (%s)", c->text ? c->text : az_class_name(c->cls), c->id);
    break;
  }
  }
  end_line(t, e->loc);
}

/* ---- events of runs -------------------------------------------------------------------------- */

/* Returns the function of the program that runs. A model of the library is a step of its caller. */
static const char *function_of_run(const printer *t) {
  const az_function *f = NULL;
  for (uint32_t depth = az_run_depth(t->run); depth-- && (!f || f->is_model);)
    f = &t->p->functions[az_run_activation_at(t->run, depth).function];
  return f ? f->name : NULL;
}

/* Returns whether the object is temporary, or a variable of a model of the library. */
static bool is_hidden(const az_program *p, const az_object *o) {
  if (o->kind == AZ_OBJ_TEMP || o->kind == AZ_OBJ_PARAM) return true;
  if (o->kind == AZ_OBJ_LOCAL) return p->functions[o->function].is_model;
  return o->loc.file != AZ_NONE && !strncmp(p->files[o->loc.file], "<library>/", 10);
}

/* Prints a stored or returned value. */
static void print_word(const printer *t, az_type of, az_type shown, const az_run_event *r) {
  const az_type_info *info = &t->p->types[of];
  az_term value = AZ_NO_TERM;
  if (info->kind == AZ_T_POINTER)
    print_pointer(t, r->target.object, r->target.offset);
  else if (info->sort && az_sort_kind_of(info->sort) == AZ_SORT_FLOAT)
    value = az_float_bits(t->p->store, info->sort, r->value);
  else if (info->sort && az_sort_width(info->sort) <= 128)
    value = az_bv_limbs(t->p->store, az_sort_width(info->sort), r->value);
  if (info->kind != AZ_T_POINTER) print_value(t, shown, value);
}

/* Returns whether the object that the event changes is shown, and its name. */
static bool is_named(const printer *t, const az_run_event *r, struct allocated *o) {
  const uint32_t origin = az_run_object_at(t->run, r->pointer.object).origin;
  *o = object_named(t, r->pointer.object);
  return o->name && (origin == AZ_NONE || !is_hidden(t->p, &t->p->objects[origin]));
}

/* Returns the scalars of the object in `bytes` bytes behind the event's pointer, whose bits are
 * those of `from` on. */
static az_trace_leaf *leaves_of(const printer *t, const az_run_event *r, struct allocated o,
                                uint64_t bytes, az_type_kind kind, uint64_t *from) {
  const uint64_t element = t->p->types[o.type].bytes,
                 index = element ? r->pointer.offset / element : 0;
  char *name =
      index ? az_asprintf("%s[%llu]", o.name, (unsigned long long)index) : az_strdup(o.name);
  az_trace_leaf *leaves = NULL;
  *from = r->pointer.offset - index * element;
  az_trace_leaves(t->p, name, o.type, *from, bytes, kind, &leaves);
  free(name);
  return leaves;
}

/* Prints the bits of a scalar. */
static void print_leaf(printer *t, const az_trace_leaf *leaf, az_term bits) {
  print_value(t, leaf->type, bits);
  if (leaf->is_bit_field) shput(t->bit_fields, az_arena_strdup(t->arena, leaf->path), bits);
}

/* Prints the bit-fields of a storage unit that have changed since they were shown; if none has, or
 * they were not shown yet, all of them. Returns false if there are none. */
static bool print_bit_fields(printer *t, const az_run_event *r, const az_trace_leaf *leaves,
                             uint64_t from) {
  az_store *s = t->p->store;
  const uint32_t width = (uint32_t)(8 * t->p->types[r->stmt->type].bytes);
  const size_t count = arrlenu(leaves);
  az_term *bits = NULL;
  bool changed = false;
  for (size_t i = 0; i < count; i++)
    if (!leaves[i].is_bit_field || leaves[i].bit < 8 * from ||
        leaves[i].bit + leaves[i].width > 8 * from + width)
      return false;
  if (!count) return false;
  const az_term unit = az_bv_limbs(s, width, r->value);
  for (size_t i = 0; i < count; i++) {
    const uint32_t low = (uint32_t)(leaves[i].bit - 8 * from);
    arrput(bits, az_extract(s, unit, low + (uint32_t)leaves[i].width - 1, low));
    changed |= shgeti(t->bit_fields, leaves[i].path) >= 0 &&
               shget(t->bit_fields, leaves[i].path) != bits[i];
  }
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    const bool known = shgeti(t->bit_fields, leaves[i].path) >= 0;
    if (!changed || !known || shget(t->bit_fields, leaves[i].path) != bits[i]) {
      fprintf(t->out, "%s%s = ", any ? ", " : "", leaves[i].path);
      print_leaf(t, &leaves[i], bits[i]);
      any = true;
    }
  }
  arrfree(bits);
  return true;
}

/* Prints the scalars of a record in the bits of a word, with commas between them. `leaves` are
 * those that overlap with the word, which begins at byte `from` of the record. Returns false, and
 * prints nothing, if there is but one, or if a pointer is among them. */
static bool print_scalars(printer *t, const az_trace_leaf *leaves, uint64_t from, az_type type,
                          const az_run_event *r) {
  enum { shown = 8 };
  const az_type_info *info = &t->p->types[type];
  const size_t count = arrlenu(leaves);
  if (count < 2 || info->kind != AZ_T_INT || info->width > 128) return false;
  for (size_t i = 0; i < count; i++)
    if (leaves[i].bit < 8 * from || leaves[i].bit + leaves[i].width > 8 * (from + info->bytes) ||
        t->p->types[leaves[i].type].kind == AZ_T_POINTER)
      return false;
  const az_term word = az_bv_limbs(t->p->store, info->width, r->value);
  for (size_t i = 0; i < count && i < shown; i++) {
    const uint32_t low = (uint32_t)(leaves[i].bit - 8 * from);
    fprintf(t->out, "%s%s = ", i ? ", " : "", leaves[i].path);
    print_leaf(t, &leaves[i],
               az_extract(t->p->store, word, low + (uint32_t)leaves[i].width - 1, low));
  }
  if (count > shown) fprintf(t->out, ", ... (%zu more)", count - shown);
  return true;
}

/* Prints the result of a call. */
static void print_result(printer *t, const az_function *f, const az_run_event *r) {
  az_trace_leaf *leaves = NULL;
  const az_type_info *info = &t->p->types[f->result_type];
  fprintf(t->out, "%s returned ", f->name);
  if (f->result_record)
    az_trace_leaves(t->p, "", f->result_record, 0, info->bytes, AZ_T_INT, &leaves);
  if (!print_scalars(t, leaves, 0, f->result_type, r))
    print_word(t, f->result_type, f->result_type, r);
  az_trace_leaves_free(leaves);
}

static void print_store(printer *t, const az_run_event *r) {
  const az_program *p = t->p;
  struct allocated o;
  if (!is_named(t, r, &o)) return;
  const az_type type = r->stmt->type;
  const uint64_t bytes = p->types[type].bytes, element = p->types[o.type].bytes;
  uint64_t from;
  az_trace_leaf *leaves = leaves_of(t, r, o, bytes, p->types[type].kind, &from);
  begin_line(t, r->stmt->loc, function_of_run(t));
  if (print_bit_fields(t, r, leaves, from) || print_scalars(t, leaves, from, type, r)) {
    end_line(t, r->stmt->loc);
    az_trace_leaves_free(leaves);
    return;
  }
  const az_type leaf =
      az_leaf_type(p, o.type, element ? r->pointer.offset % element : r->pointer.offset, bytes);
  const bool same = leaf < p->type_count && p->types[leaf].bytes == bytes &&
                    (p->types[leaf].kind == AZ_T_INT || p->types[leaf].kind == AZ_T_FLOAT);
  const bool exact =
      arrlenu(leaves) == 1 && leaves[0].bit == 8 * from && leaves[0].width == 8 * bytes;
  char *text = exact ? az_strdup(leaves[0].path) : place_text(t, o, r->pointer.offset, bytes);
  fprintf(t->out, "%s = ", text ? text : o.name);
  print_word(t, type, exact ? leaves[0].type : same ? leaf : type, r);
  end_line(t, r->stmt->loc);
  free(text);
  az_trace_leaves_free(leaves);
}

/* Prints the scalars of an object that a block copy, such as an assignment of a record, or a fill
 * has changed. */
static void print_block(printer *t, const az_run_event *r) {
  enum { shown = 8 };
  struct allocated o;
  if (!r->has_size || !r->size || !is_named(t, r, &o)) return;
  uint64_t from, limbs[8];
  az_trace_leaf *leaves = leaves_of(t, r, o, r->size, AZ_T_INT, &from);
  const size_t count = arrlenu(leaves);
  if (count) begin_line(t, r->stmt->loc, function_of_run(t));
  for (size_t i = 0; i < count && i < shown; i++) {
    const az_trace_leaf *leaf = &leaves[i];
    const az_type_info *info = &t->p->types[leaf->type];
    const uint64_t at = r->pointer.offset + leaf->bit / 8 - from;
    const uint32_t low = (uint32_t)(leaf->bit % 8), bytes = (uint32_t)((low + leaf->width + 7) / 8);
    az_run_pointer pointer;
    fprintf(t->out, "%s%s = ", i ? ", " : "", leaf->path);
    if (info->kind == AZ_T_POINTER && az_run_pointer_at(t->run, r->pointer.object, at, &pointer))
      print_pointer(t, pointer.object, pointer.offset);
    else if (info->kind != AZ_T_POINTER && bytes <= 16 &&
             az_run_bytes(t->run, r->pointer.object, at, bytes, limbs))
      print_leaf(t, leaf,
                 az_extract(t->p->store, az_bv_limbs(t->p->store, 8 * bytes, limbs),
                            low + (uint32_t)leaf->width - 1, low));
    else
      fputs("?", t->out);
  }
  if (count > shown)
    fprintf(t->out, count < AZ_TRACE_MOST_LEAVES ? ", ... (%zu more)" : ", ... (more)",
            count - shown);
  if (count) end_line(t, r->stmt->loc);
  az_trace_leaves_free(leaves);
}

static void print_allocation(printer *t, const az_run_event *r) {
  const az_stmt *s = r->stmt;
  const char *name = next_name(t, s);
  const uint32_t count = hmget(t->counts, s) + (r->pointer.object ? 1u : 0u);
  hmput(t->counts, s, count);
  const struct allocated new = {name, s->type};
  if (r->pointer.object) hmput(t->allocated, r->pointer.object, new);
  begin_line(t, s->loc, function_of_run(t));
  if (r->pointer.object)
    fprintf(t->out, "%s allocated, %llu bytes", name, (unsigned long long)r->size);
  else
    fputs("the allocation fails", t->out);
  end_line(t, s->loc);
}

static void at_event(void *ctx, az_interpreter *run, const az_run_event *r) {
  printer *t = ctx;
  const az_function *f = &t->p->functions[r->function];
  const az_loc loc = r->stmt->loc;
  (void)run;
  if (is_silent(t)) return;
  switch (r->kind) {
  case AZ_ON_STORE: print_store(t, r); break;
  case AZ_ON_BULK: print_block(t, r); break;
  case AZ_ON_ALLOC: print_allocation(t, r); break;
  case AZ_ON_FREE:
    if (!r->pointer.object) break;
    begin_line(t, loc, function_of_run(t));
    print_pointer(t, r->pointer.object, r->pointer.offset);
    fputs(" freed", t->out);
    end_line(t, loc);
    break;
  case AZ_ON_CALL:
    if (f->is_model) break;
    begin_line(t, loc, f->name);
    fputs("entered", t->out);
    end_line(t, loc);
    break;
  case AZ_ON_RETURN:
    if (f->is_model) break;
    begin_line(t, loc, function_of_run(t));
    if (f->result_type)
      print_result(t, f, r);
    else
      fprintf(t->out, "%s returned", f->name);
    end_line(t, loc);
    break;
  default: break;
  }
}

/* Returns the source text of the block's condition, or NULL. The condition is around the last value
 * that the block reads or computes, unless the call of a macro is at that place. */
static const char *condition_text(printer *t, const az_block *b) {
  const ptrdiff_t known = hmgeti(t->conditions, b);
  if (known >= 0) return t->conditions[known].value;
  const char *text = NULL;
  const bool choice = b->stmt_count == 1 && !strncmp(b->name, "cond.end", 8); /* clang's name for
                                                                                 the block of a
                                                                                 ?: */
  for (uint32_t i = b->stmt_count; i-- > 0;) {
    const az_stmt *s = &b->stmts[i];
    if (s->kind == AZ_S_LIVE || s->kind == AZ_S_DEAD || s->kind == AZ_S_ASSUME) continue;
    const az_source *source = s->loc.file < arrlenu(t->sources) ? &t->sources[s->loc.file] : NULL;
    const size_t at =
        source && source->text ? az_source_offset(source, s->loc.line, s->loc.column) : SIZE_MAX;
    const bool calls = s->kind == AZ_S_CALL || s->kind == AZ_S_INPUT;
    if (at != SIZE_MAX && (calls || !az_cli_is_call(source, at)))
      text = az_cli_condition(source, at, choice, t->arena);
    break;
  }
  hmput(t->conditions, b, text);
  return text;
}

static void at_branch(void *ctx, az_interpreter *run, const az_block *b, uint32_t target) {
  printer *t = ctx;
  const az_function *f =
      &t->p->functions[az_run_activation_at(run, az_run_depth(run) - 1).function];
  if (f->is_model || is_silent(t)) return;
  const char *text = condition_text(t, b);
  const az_block *next = &f->blocks[b->successors[target]];
  const uint32_t line = next->stmt_count ? next->stmts[0].loc.line : next->end_loc.line;
  az_wide value = 0;
  if (!text && line == b->end_loc.line) return;
  begin_line(t, b->end_loc, f->name);
  if (!text)
    fprintf(t->out, "goes on at line %u", line);
  else if (b->end == AZ_END_IF)
    fprintf(t->out, "%s is %s", text, target ? "false" : "true");
  else if (target + 1 < b->successor_count &&
           az_const_wide(t->p->store, b->cases[target], true, &value))
    fprintf(t->out, "%s is %lld", text, (long long)value);
  else
    fprintf(t->out, "%s is none of the cases", text);
  end_line(t, b->end_loc);
}

static void begin_run(void *ctx, az_interpreter *run) {
  ((printer *)ctx)->run = run;
}

/* Returns the next input of the trace; t->forever after the inputs that precede the repeated
 * iteration; t->end after all inputs. */
static const az_event *next_input(printer *t) {
  while (t->next < t->end && t->next->kind != AZ_EV_INPUT &&
         (t->next != t->forever || t->iteration != BEFORE))
    t->next++;
  return t->next;
}

/* Returns whether the line that declares the variable also initialises it, without reading the
 * variable before. */
static bool is_initialised(const printer *t, const az_stmt *live) {
  const az_run_activation at = az_run_activation_at(t->run, az_run_depth(t->run) - 1);
  const az_block *b = &t->p->functions[at.function].blocks[at.block];
  if (live < b->stmts || live >= b->stmts + b->stmt_count) return false;
  const az_object *o = &t->p->objects[live->object];
  for (const az_stmt *s = live + 1; s < b->stmts + b->stmt_count; s++)
    if (s->ptr && az_pointer_object(t->p, s->ptr) == o->address)
      return s->kind == AZ_S_STORE && s->loc.line == live->loc.line &&
             t->p->types[s->type].bytes == o->bytes;
  return false;
}

static void record(void *ctx, const az_event *e) {
  printer *t = ctx;
  az_event shown = *e;
  const az_event *next = t->forever ? next_input(t) : NULL;
  if (next && next < t->end && next->kind == AZ_EV_INPUT && next->stmt == e->stmt) {
    shown.rule = next->rule;
    t->next++;
  }
  const bool live = e->stmt && e->stmt->kind == AZ_S_LIVE;
  if (!is_silent(t) && !(live && is_initialised(t, e->stmt)))
    print_event(t, &shown, function_of_run(t));
}

/* Prints where the loop that is never left begins to repeat. Ends the output after one
 * iteration. */
static void at_loop(void *ctx, az_interpreter *run, uint32_t function, uint32_t loop, bool back) {
  printer *t = ctx;
  const az_loc at = t->p->functions[function].loops[loop].loc;
  (void)run;
  if (at.file != t->forever->loc.file || at.line != t->forever->loc.line ||
      at.column != t->forever->loc.column)
    return;
  if (t->iteration == REPEATED && back && next_input(t) == t->end) {
    t->iteration = SHOWN;
  } else if (t->iteration == BEFORE && next_input(t) >= t->forever) {
    print_event(t, t->forever, function_of_run(t));
    t->iteration = REPEATED;
  }
}

/* Prints the run of the trace. Returns false if the interpreter does not reach the failing check,
 * or the end of a repeated iteration, or if the text would be too long; in these cases, the output
 * must not be used. */
static bool print_run(printer *t, const az_trace *trace) {
  const az_event *last = &trace->events[trace->count - 1];
  t->next = trace->events;
  t->end = last + 1;
  for (size_t i = 0; i < trace->count && !t->forever; i++)
    if (trace->events[i].kind == AZ_EV_FOREVER) t->forever = &trace->events[i];
  if (last->kind != AZ_EV_FAIL && !t->forever) return false;
  const az_class cls = t->forever ? AZ_C_TERMINATION : t->p->checks[last->check].cls;
  const az_interpreter_options options = {.trace = trace,
                                          .begin = begin_run,
                                          .ctx = t,
                                          .max_steps = MOST_STEPS,
                                          .classes = 1u << cls,
                                          .at_loop = t->forever ? at_loop : NULL,
                                          .at_event = at_event,
                                          .at_branch = at_branch,
                                          .record = record};
  const az_run run = az_interpret(t->p, &options);
  t->run = NULL;
  if (t->line_count > MOST_LINES) return false;
  if (t->forever) return t->iteration == SHOWN;
  /* The interpreter does not check for leaks. */
  const bool leaks = (cls == AZ_C_MEMTRACK || cls == AZ_C_MEMCLEANUP) &&
                     (run.end == AZ_RUN_RETURNED || run.end == AZ_RUN_STOPPED);
  const bool fails = run.end == AZ_RUN_FAILED_CHECK && run.check == last->check;
  if (leaks || fails) print_event(t, last, NULL);
  return leaks || fails;
}

void az_cli_print_trace(const az_program *p, const az_trace *trace, FILE *out) {
  if (!trace->count) return;
  char *text = NULL;
  size_t size = 0;
  printer t = {.p = p,
               .out = az_open_memstream(&text, &size),
               .arena = az_arena_new(),
               .last = {.file = AZ_NONE}};
  t.sources = az_sources_of(p, t.arena);
  const bool followed = print_run(&t, trace);
  az_close_memstream(t.out);
  if (followed) fputs(text, out);
  t.out = out;
  t.last = (az_loc){.file = AZ_NONE};
  for (size_t i = 0; !followed && i < trace->count; i++)
    print_event(&t, &trace->events[i], trace->events[i].function);
  free(text);
  arrfree(t.sources);
  hmfree(t.lines);
  hmfree(t.conditions);
  hmfree(t.allocated);
  hmfree(t.counts);
  hmfree(t.sites);
  hmfree(t.site_lines);
  shfree(t.bit_fields);
  az_arena_free(t.arena);
}
