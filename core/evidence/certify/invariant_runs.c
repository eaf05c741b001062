/* Evaluates rows in concrete states. */
#include "certify/invariant_runs.h"
#include "ansatz/random.h"
#include "ansatz/solver.h"
#include "certify/followed_run.h"
#include "certify/rows.h"
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  STEPS = 20000,    /* of each run */
  VISITS = 40,      /* of a loop in a run; after twice as many, intervals grow (is_looked_at) */
  CHOICES = 256,    /* maximum number of choices of objects and indices for a row in a state */
  CLAIMS = 1000000, /* maximum in total */
  RIGIDS = 4,       /* maximum number in a row, so that choices can be counted */
  NO_OBJECT = 0     /* an instance_number that no object has */
};

typedef struct rigid { /* a universally quantified variable of claims */
  az_term var;
  uint32_t site; /* 0: the variable is the index of arrays */
} rigid;

typedef struct size_name { /* "bytes of object x" */
  az_term var;
  az_term number; /* instance number of the object; AZ_NO_TERM: the object is unknown */
  uint64_t unit;
} size_name;

typedef struct run_row {
  uint32_t head;
  az_term claim;
  const az_proof_row *text;
  rigid *rigids;     /* stb_ds */
  size_name *sizes;  /* stb_ds */
  uint32_t *arrays;  /* stb_ds: slots of the arrays that it mentions */
  const char *other; /* why it cannot be evaluated, or NULL */
  bool evaluated;
} run_row;

typedef struct seen_state {
  uint32_t head;
  uint32_t hash;
} seen_state;

typedef struct evaluation {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_store *s;
  const az_invariant_options *options;
  az_invariant_report *report;
  az_arena *arena;
  az_followed *followed;
  az_row_reader *reader;
  run_row *rows; /* stb_ds */
  struct {
    seen_state key;
    char value;
  } *seen;
  uint32_t *visits; /* stb_ds, by head: in this run */
  az_random_inputs inputs;
  uint64_t picks; /* state of the generator for choices */
  az_subst *subst;
  az_eval *eval;   /* evaluates terms without variables */
  uint64_t before; /* number of claims evaluated in earlier runs */
  bool has_enough; /* enough claims were evaluated in this run */
  bool ended;      /* a row is violated, or there is nothing left to do */
} evaluation;

/* ---- reports --------------------------------------------------------------------------------- */

static void leave_open(evaluation *e, uint64_t times, const char *format, ...) AZ_PRINTF(3, 4);
static void leave_open(evaluation *e, uint64_t times, const char *format, ...) {
  char why[256];
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  for (size_t i = 0; i < arrlenu(e->report->open); i++) {
    if (strcmp(e->report->open[i].why, why)) continue;
    e->report->open[i].times += times;
    return;
  }
  arrput(e->report->open, ((az_left_open){az_arena_strdup(e->arena, why), times}));
}

typedef struct shown_values {
  const run_row *row;
  evaluation *e;
  const az_term *values;
  FILE *out;
} shown_values;

static void show_value(void *ctx, az_term var) {
  const shown_values *t = ctx;
  uint32_t view = az_cuts_view_of_head(t->e->cuts, t->row->head);
  az_state_names *names = az_row_reader_names(t->e->reader, view);
  const char *other;
  for (uint32_t at = 0, n = az_cuts_width(t->e->cuts, view); at < n; at++) {
    if (az_cuts_formal(t->e->cuts, view, at) != var) continue;
    az_term named = az_state_names_write(names, var, &other);
    char *value = az_print_c(t->e->s, t->values[at], NULL, NULL);
    fprintf(t->out, ", %s = %.60s", named ? az_var_name(t->e->s, named) : "?", value);
    free(value);
  }
}

static void violated(evaluation *e, const run_row *row, const az_term *values,
                     const az_term *choice) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = az_open_memstream(&text, &size);
  if (out) {
    fprintf(out, "a row of loop %s is false in run %u: %.300s where %.300s", row->text->loop,
            e->inputs.run + 1, row->text->claim, row->text->guard);
    shown_values t = {row, e, values, out};
    az_free_vars(e->s, &row->claim, 1, show_value, &t);
    for (size_t i = 0; i < arrlenu(row->rigids); i++) {
      char *value = az_print_c(e->s, choice[i], NULL, NULL);
      fprintf(out, ", %s %s", row->rigids[i].site ? "object" : "index", value);
      free(value);
    }
    if (!fclose(out)) snprintf(e->report->violated, sizeof e->report->violated, "%s", text);
  }
  free(text);
  e->ended = true;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void note_size(run_row *row, evaluation *e, az_term var) {
  const char *name = az_var_name(e->s, var);
  bool bytes = !strncmp(name, "bytes of ", 9);
  char object[512];
  snprintf(object, sizeof object, "number of %s", name + (bytes ? 9 : 12));
  size_name size = {.var = var, .unit = 1};
  char *comma = bytes ? NULL : strrchr(object, ',');
  if (comma) {
    size.unit = strtoull(comma + 1, NULL, 10);
    *comma = 0;
  }
  uint32_t view = az_cuts_view_of_head(e->cuts, row->head);
  size.number = az_state_names_find(az_row_reader_names(e->reader, view), object);
  arrput(row->sizes, size);
}

/* Records a rigid variable of the row. Returns false if the variable is not rigid. */
static bool note_rigid(const evaluation *e, run_row *row, az_term var) {
  const az_memory *memory = az_ssa_memory(e->ssa->shared);
  rigid r = {.var = var};
  for (size_t i = 0; i < arrlenu(row->rigids); i++)
    if (row->rigids[i].var == var) return true;
  bool known = var == az_memory_index(memory) || var == az_memory_second(memory, 0);
  for (uint32_t id = 1; !known && id < az_memory_instances(memory); id++) {
    const az_instance *inst = az_memory_instance(memory, id);
    known = inst && inst->is_site &&
            (var == az_memory_fixed(memory, id) || var == az_memory_second(memory, id));
    if (known) r.site = id;
  }
  if (known) arrput(row->rigids, r);
  return known;
}

typedef struct finding_variables {
  evaluation *e;
  run_row *row;
} finding_variables;

static void note_variable(void *ctx, az_term var) {
  const finding_variables *f = ctx;
  evaluation *e = f->e;
  uint32_t view = az_cuts_view_of_head(e->cuts, f->row->head);
  for (uint32_t at = 0, n = az_cuts_width(e->cuts, view); at < n; at++) {
    if (az_cuts_formal(e->cuts, view, at) != var) continue;
    uint32_t slot = az_cuts_array_slot(e->cuts, view, at);
    if (slot != AZ_NONE)
      arrput(f->row->arrays, slot);
    else if (az_sort_kind_of(az_sort_of(e->s, var)) == AZ_SORT_ARRAY)
      f->row->other = "an array that an observation computes";
    return;
  }
  if (az_state_names_is_size(az_var_name(e->s, var))) {
    note_size(f->row, e, var);
    return;
  }
  if (!note_rigid(e, f->row, var)) f->row->other = "a variable of the formula";
}

static void read_rows(evaluation *e, const az_proof_part *part) {
  for (size_t g = 0; g < arrlenu(part->groups); g++)
    for (size_t i = 0; i < arrlenu(part->groups[g].rows); i++) {
      const az_proof_row *text = &part->groups[g].rows[i];
      az_error wrong = {.status = AZ_OK};
      az_read_row read;
      e->report->rows++;
      if (!az_read_row_of(e->reader, text, &read, &wrong)) {
        leave_open(e, 1, "a row cannot be read: %s", wrong.message);
        continue;
      }
      run_row row = {
          .head = az_cuts_head_of_view(e->cuts, read.view), .claim = read.claim, .text = text};
      finding_variables f = {e, &row};
      az_free_vars(e->s, &row.claim, 1, note_variable, &f);
      if (row.other) leave_open(e, 1, "a row of loop %s mentions %s", text->loop, row.other);
      arrput(e->rows, row);
    }
}

static void free_rows(evaluation *e) {
  for (size_t i = 0; i < arrlenu(e->rows); i++) {
    arrfree(e->rows[i].rigids);
    arrfree(e->rows[i].sizes);
    arrfree(e->rows[i].arrays);
  }
  arrfree(e->rows);
}

/* ---- a row in a state ------------------------------------------------------------------------ */

static uint64_t pick(evaluation *e, uint64_t n) {
  const uint64_t high = az_random(&e->picks);
  return (high << 31 | az_random(&e->picks)) % n;
}

/* Returns the values to try for a rigid variable; stb_ds. They include an object that is not live,
 * since claims about arbitrary objects must be true of such objects, too. */
static az_term *values_of(evaluation *e, const az_interpreter *run, const run_row *row,
                          const rigid *r) {
  az_term *values = NULL;
  if (r->site) {
    size_t n;
    const az_followed_object *objects = az_followed_objects(e->followed, &n);
    arrput(values, az_bv(e->s, AZ_INSTANCE_NUMBER_BITS, NO_OBJECT));
    for (size_t i = 0; i < n; i++)
      if (objects[i].id == r->site && az_run_object_at(run, objects[i].number).lives)
        arrput(values, az_bv(e->s, AZ_INSTANCE_NUMBER_BITS, objects[i].instance_number));
    return values;
  }
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < arrlenu(row->arrays); i++) {
    uint64_t n = az_followed_elements(e->followed, run, row->arrays[i]);
    if (n < least) least = n;
  }
  for (uint64_t i = 0; least != UINT64_MAX && i < az_followed_cells(least); i++)
    arrput(values, az_bv(e->s, e->ssa->p->pointer_bits, az_followed_cell(least, i)));
  return values;
}

typedef struct finding_unknown {
  const evaluation *e;
  const char *why;
} finding_unknown;

static void note_unknown(void *ctx, az_term var) {
  finding_unknown *f = ctx;
  const char *why = az_followed_unknown(f->e->followed, var);
  f->why = why ? why
               : az_arena_printf(f->e->arena, "'%s', a variable of the formula",
                                 az_var_name(f->e->s, var));
}

/* Evaluates the claim after its variables were replaced by values. */
static void judge(evaluation *e, run_row *row, az_term claim, const az_term *values,
                  const az_term *choice) {
  if (!az_is_const(e->s, claim)) {
    finding_unknown f = {.e = e};
    az_free_vars(e->s, &claim, 1, note_unknown, &f);
    if (f.why) {
      leave_open(e, 1, "%s", f.why);
      return;
    }
    claim = az_eval_term(e->eval, claim);
  }
  row->evaluated = true;
  e->report->claims++;
  if (az_is_false(e->s, claim)) violated(e, row, values, choice);
}

static void judge_choice(evaluation *e, run_row *row, az_term claim, const az_term *values,
                         az_term *const *candidates, uint64_t number) {
  az_term choice[RIGIDS];
  az_subst_reset(e->subst);
  for (size_t i = 0; i < arrlenu(row->rigids); i++) {
    choice[i] = candidates[i][number % arrlenu(candidates[i])];
    number /= arrlenu(candidates[i]);
    az_subst_bind(e->subst, row->rigids[i].var, choice[i]);
  }
  judge(e, row, az_subst_apply(e->subst, claim), values, choice);
}

/* Binds the sizes of objects. Returns false if one of the objects does not exist. */
static bool bind_sizes(evaluation *e, const az_interpreter *run, const run_row *row,
                       az_term *claim) {
  az_subst_reset(e->subst);
  for (size_t i = 0; i < arrlenu(row->sizes); i++) {
    const size_name *name = &row->sizes[i];
    uint64_t id = 0;
    if (name->number) (void)az_const_u64(e->s, name->number, &id);
    az_term size = id ? az_followed_size(e->followed, run, (uint32_t)id) : AZ_NO_TERM;
    if (!size || !name->unit) return false;
    az_term unit = az_bv(e->s, e->ssa->p->pointer_bits, name->unit);
    az_subst_bind(e->subst, name->var, az_bv_udiv(e->s, size, unit));
  }
  *claim = az_subst_apply(e->subst, *claim);
  return true;
}

/* Notes rigid variables in a value: values of fields of o* and o** contain these variables. */
static void note_rigid_in_value(void *ctx, az_term var) {
  const finding_variables *f = ctx;
  (void)note_rigid(f->e, f->row, var);
}

static void evaluate(evaluation *e, const az_interpreter *run, run_row *row,
                     const az_term *values) {
  az_term claim =
      az_cuts_in_state(e->cuts, az_cuts_view_of_head(e->cuts, row->head), row->claim, values);
  az_term *candidates[RIGIDS] = {NULL};
  uint64_t choices = 1;
  finding_variables f = {e, row};
  az_free_vars(e->s, &claim, 1, note_rigid_in_value, &f);
  size_t rigids = arrlenu(row->rigids);
  if (rigids > RIGIDS) {
    leave_open(e, 1, "a row mentions more than 4 objects and indices");
    return;
  }
  if (!bind_sizes(e, run, row, &claim)) {
    leave_open(e, 1, "the size of an object that does not exist");
    return;
  }
  for (size_t i = 0; i < rigids; i++) {
    candidates[i] = values_of(e, run, row, &row->rigids[i]);
    choices *= arrlenu(candidates[i]);
  }
  if (!choices) leave_open(e, 1, "an array without elements");
  if (choices > CHOICES)
    leave_open(e, choices - CHOICES, "more than 256 choices of objects and indices");
  for (uint64_t c = 0; c < choices && c < CHOICES && !e->ended; c++)
    judge_choice(e, row, claim, values, candidates, choices > CHOICES ? pick(e, choices) : c);
  for (size_t i = 0; i < rigids; i++) arrfree(candidates[i]);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static bool is_new(evaluation *e, uint32_t head, const az_term *values) {
  uint32_t hash = head;
  for (size_t i = 0; i < arrlenu(values); i++) hash = (hash ^ values[i]) * 2654435761u;
  seen_state key = {head, hash};
  if (hmgeti(e->seen, key) >= 0) return false;
  hmput(e->seen, key, 1);
  return true;
}

/* Returns whether the visit is selected: the first 2 * VISITS, then every 2nd, 4th, 8th, ... */
static bool is_looked_at(evaluation *e, uint32_t head) {
  uint32_t n = e->visits[head]++, every = n / VISITS;
  while (every & (every - 1)) every &= every - 1;
  return every < 2 || n % every == 0;
}

static void at_loop(void *ctx, az_interpreter *run, uint32_t function, uint32_t loop, bool back) {
  evaluation *e = ctx;
  (void)function;
  if (e->ended) return;
  uint32_t head = az_followed_at_head(e->followed, run, loop, back);
  bool any = false;
  for (size_t i = 0; i < arrlenu(e->rows); i++) any |= e->rows[i].head == head;
  if (head == AZ_NONE || !back || e->has_enough || !any || !is_looked_at(e, head)) return;
  az_term *values = az_followed_state(e->followed, run, head);
  if (is_new(e, head, values)) {
    e->report->states++;
    for (size_t i = 0; i < arrlenu(e->rows) && !e->ended; i++)
      if (e->rows[i].head == head && !e->rows[i].other) evaluate(e, run, &e->rows[i], values);
  }
  arrfree(values);
  e->has_enough = e->report->claims - e->before >= CLAIMS / e->options->runs;
  if ((e->options->cpu_end > 0 && az_clock(az_store_work(e->s)) > e->options->cpu_end))
    e->ended = true;
}

static void at_event(void *ctx, az_interpreter *run, const az_run_event *event) {
  evaluation *e = ctx;
  if (!e->ended) az_followed_event(e->followed, run, event);
}

static az_term input(void *ctx, const az_stmt *stmt, az_sort sort) {
  evaluation *e = ctx;
  (void)stmt;
  if (az_sort_kind_of(sort) != AZ_SORT_FLOAT) return az_random_input(&e->inputs, e->s, sort);
  az_term bits = az_random_input(&e->inputs, e->s, az_sort_bv(16));
  return az_float_convert(e->s, AZ_K_F_FROM_SBV, bits, sort);
}

static void run_all(evaluation *e) {
  for (e->inputs.run = 0; e->inputs.run < e->options->runs && !e->ended; e->inputs.run++) {
    az_interpreter_options options = {.input = input,
                                      .ctx = e,
                                      .max_steps = STEPS,
                                      .classes = e->options->classes,
                                      .at_loop = at_loop,
                                      .at_event = at_event};
    az_followed_begin(e->followed);
    e->before = e->report->claims;
    e->has_enough = false;
    for (size_t h = 0; h < arrlenu(e->visits); h++) e->visits[h] = 0;
    (void)az_interpret(e->ssa->p, &options);
    e->report->runs++;
    const char *trouble = az_followed_trouble(e->followed);
    if (trouble) leave_open(e, 1, "the rest of a run, behind %s", trouble);
  }
}

void az_invariants_run(const az_cuts *cuts, const az_proof_part *part,
                       const az_invariant_options *options, az_arena *arena,
                       az_invariant_report *report) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  evaluation e = {.cuts = cuts,
                  .ssa = ssa,
                  .s = ssa->s,
                  .options = options,
                  .report = report,
                  .arena = arena,
                  .inputs = {.state = 2026},
                  .picks = 13};
  e.followed = az_followed_new(cuts);
  e.reader = az_row_reader_new(cuts, true);
  e.subst = az_subst_new(e.s);
  e.eval = az_eval_new(e.s, NULL, NULL);
  for (size_t h = 0; h < arrlenu(ssa->heads); h++) arrput(e.visits, 0);
  read_rows(&e, part);
  if (arrlenu(e.rows)) run_all(&e);
  for (size_t i = 0; i < arrlenu(e.rows); i++) {
    report->evaluated += e.rows[i].evaluated;
    if (!e.rows[i].evaluated && !e.rows[i].other)
      leave_open(&e, 1, "a row of a loop that no run iterated, or where it could not be evaluated");
  }
  free_rows(&e);
  arrfree(e.visits);
  hmfree(e.seen);
  az_eval_free(e.eval);
  az_subst_free(e.subst);
  az_row_reader_free(e.reader);
  az_followed_free(e.followed);
}
