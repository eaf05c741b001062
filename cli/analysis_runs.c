/* Tests abstract states against runs of the interpreter: at each visit of a loop head, the claims
 * of its state are evaluated in the interpreter's memory. An activation corresponds to the frame of
 * the equations with the same calls. A local variable corresponds to the local variable of that
 * activation. An allocation corresponds to the last object that its statement allocated. */
#include "cli/analysis_runs.h"
#include "replay/inspect.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  STEPS = 20000, /* maximum number of steps in a run */
  VISITS = 200,  /* maximum number of visits in a run at which claims are evaluated */
  CELLS = 64     /* maximum number of cells of an array at which claims are evaluated */
};

typedef struct claim {
  az_term claim;
  char *text;
  uint32_t *vars; /* stb_ds: abstract variables in it */
  bool indexed;   /* the claim quantifies over the cells of its arrays */
  bool unknown;   /* the claim contains a term that is not an abstract variable */
} claim;

typedef struct home { /* the place of an abstract variable */
  uint32_t object, leaf;
} home;

typedef struct at_head {
  const az_abstract_head *head;
  claim *claims; /* stb_ds */
  bool nothing;  /* the analysis claims that no execution reaches the head */
} at_head;

typedef struct checker {
  const az_abstract *a;
  const az_equations *e;
  az_store *s;
  az_analysis_runs *report;
  at_head *heads;      /* stb_ds */
  home *homes;         /* by abstract variable; object AZ_NONE: none */
  uint32_t *allocated; /* by object of the equations: the object in the run; 0: none */
  struct {
    uint32_t key, value;
  } *site_of; /* of allocations: object in the run -> object of the equations */
  az_random_inputs inputs;
  az_eval *eval;
  az_interpreter *run;
  uint32_t depth;     /* number of the activation to which the state belongs */
  uint32_t *depth_of; /* by frame: number of its last activation on the stack, or AZ_NONE */
  uint32_t visits;
  uint32_t cell; /* the index at which claims are being evaluated */
  bool missing;  /* a term has no value in the run */
  bool small;    /* the index is outside of all arrays */
} checker;

/* ---- claims ---------------------------------------------------------------------------------- */

typedef struct collector {
  checker *c;
  at_head *head;
  claim *claim;
} collector;

static void note_variable(void *ctx, az_term var) {
  collector *k = ctx;
  uint32_t v = k->c->e->context.var_of(&k->c->e->context, var);
  if (v != AZ_NONE) {
    arrput(k->claim->vars, v);
    return;
  }
  bool index = false;
  for (uint32_t i = 0; i < k->c->e->context.var_count && !index; i++)
    index = k->c->e->context.vars[i].index == var;
  k->claim->indexed |= index;
  k->claim->unknown |= !index;
}

static void note_claim(void *ctx, az_term term, const char *text) {
  collector *k = ctx;
  claim c = {.claim = term, .text = az_strdup(text)};
  k->claim = &c;
  az_free_vars(k->c->s, &term, 1, note_variable, k);
  arrput(k->head->claims, c);
}

static void collect(checker *c, const az_transfer *transfer, const az_solution *solution) {
  uint32_t count;
  const az_abstract_head *heads = az_abstract_heads(c->a, &count);
  for (uint32_t h = 0; h < count; h++) {
    at_head at = {.head = &heads[h]};
    const void *state = heads[h].point == AZ_NONE ? NULL : solution->states[heads[h].point];
    at.nothing = !state || transfer->ops->is_bottom(transfer->self, state);
    collector k = {c, &at, NULL};
    if (!at.nothing) transfer->ops->claims(transfer->self, state, &(az_claim_sink){note_claim, &k});
    arrput(c->heads, at);
  }
}

static void find_homes(checker *c) {
  uint32_t n = c->e->context.var_count;
  c->homes = az_calloc(n + 1, sizeof *c->homes);
  for (uint32_t v = 0; v < n; v++) c->homes[v].object = AZ_NONE;
  for (uint32_t o = 0; o < az_abstract_objects(c->a); o++) {
    const az_layout *layout = az_abstract_object_at(c->a, o)->layout;
    for (uint32_t l = 0; layout && l < layout->leaf_count; l++) {
      uint32_t v = az_abstract_variable_of(c->a, o, l);
      if (v != AZ_NONE) c->homes[v] = (home){o, l};
      uint32_t part = az_abstract_part_of(c->a, o, l);
      if (part != AZ_NONE) c->homes[part] = (home){o, l};
    }
  }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns the object in the run, or 0 if there is none at present. */
static uint32_t object_of(const checker *c, uint32_t number) {
  const az_abstract_object *o = az_abstract_object_at(c->a, number);
  if (o->object == AZ_NONE) return c->allocated[number];
  if (o->frame == AZ_NONE) return o->object + 1;
  uint32_t depth = c->depth_of[o->frame];
  if (depth == AZ_NONE) return 0;
  const az_function *f = &c->e->program->functions[az_run_activation_at(c->run, depth).function];
  for (uint32_t l = 0; l < f->local_count; l++)
    if (f->locals[l] == o->object) return az_run_local(c->run, depth, l);
  return 0;
}

static bool read_number(const checker *c, uint32_t object, uint64_t offset, uint32_t bytes,
                        az_term *value) {
  uint64_t limbs[8];
  if (!object || !az_run_object_at(c->run, object).lives) return false;
  if (!az_run_bytes(c->run, object, offset, bytes, limbs)) return false;
  *value = az_bv(c->s, 8 * bytes, limbs[0]);
  return true;
}

static az_term array_value(checker *c, uint32_t object, const az_leaf *leaf, uint32_t index_bits) {
  az_term all = az_const_array(c->s, index_bits, az_bv(c->s, 8 * leaf->bytes, 0)), element;
  if (!object || !az_run_object_at(c->run, object).lives) {
    c->missing = true;
    return all;
  }
  uint64_t size = az_run_object_at(c->run, object).size, stride = leaf->dimensions[0].stride;
  if (leaf->dimension_count != 1) c->missing = true;
  for (uint64_t i = 0; i < CELLS && (!leaf->elements || i < leaf->elements); i++) {
    uint64_t offset = leaf->offset + i * stride;
    if (offset + leaf->bytes > size) break;
    if (!read_number(c, object, offset, leaf->bytes, &element)) {
      c->missing = true;
      return all;
    }
    all = az_store_at(c->s, all, az_bv(c->s, index_bits, i), element);
    if (i == c->cell) c->small = false;
  }
  return all;
}

/* Returns the value of the abstract pointer: the object of the equations. */
static az_term pointer_value(checker *c, const az_run_pointer *pointer, bool there) {
  uint32_t number = AZ_NONE;
  if (there && !pointer->object && !pointer->offset) return az_bv(c->s, AZ_OBJECT_BITS, 0);
  ptrdiff_t at = there && pointer->object ? hmgeti(c->site_of, pointer->object) : -1;
  if (at >= 0) number = c->site_of[at].value;
  for (uint32_t o = 0; there && pointer->object && o < az_abstract_objects(c->a); o++)
    if (number == AZ_NONE && object_of(c, o) == pointer->object) number = o;
  c->missing |= number == AZ_NONE;
  return number == AZ_NONE ? AZ_NO_TERM : az_bv(c->s, AZ_OBJECT_BITS, (uint64_t)number + 1);
}

static az_term value_of(void *ctx, az_term var) {
  checker *c = ctx;
  uint32_t v = c->e->context.var_of(&c->e->context, var);
  if (v == AZ_NONE) return az_bv(c->s, az_sort_width(az_sort_of(c->s, var)), c->cell);
  const az_abstract_variable *variable = &c->e->context.vars[v];
  if (c->homes[v].object == AZ_NONE) {
    c->missing = true;
    return AZ_NO_TERM;
  }
  uint32_t number = c->homes[v].object, object = object_of(c, number);
  const az_leaf *leaf = &az_abstract_object_at(c->a, number)->layout->leaves[c->homes[v].leaf];
  if (variable->kind == AZ_ABSTRACT_ARRAY)
    return array_value(c, object, leaf, variable->index_bits);
  az_term value = AZ_NO_TERM;
  az_run_pointer pointer;
  if (leaf->is_pointer) {
    bool there = object && az_run_pointer_at(c->run, object, leaf->offset, &pointer);
    if (variable->kind == AZ_ABSTRACT_POINTER) return pointer_value(c, &pointer, there);
    c->missing |= !there || !pointer.object;
    uint64_t unit = variable->unit > 1 ? variable->unit : 1;
    int64_t offset = there ? (int64_t)pointer.offset : 0;
    c->missing |= offset % (int64_t)unit != 0;
    return there ? az_bv_signed(c->s, variable->bits, offset / (int64_t)unit) : AZ_NO_TERM;
  }
  c->missing |= !read_number(c, object, leaf->offset, leaf->bytes, &value);
  return value;
}

static bool holds(checker *c, const claim *k) {
  az_eval_reset(c->eval);
  c->missing = false;
  c->small = k->indexed;
  az_term value = az_eval_term(c->eval, k->claim);
  if (c->missing || c->small) return true;
  c->report->claims++;
  return !az_is_false(c->s, value);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static az_term input(void *ctx, const az_stmt *stmt, az_sort sort) {
  checker *c = ctx;
  (void)stmt;
  if (az_sort_kind_of(sort) != AZ_SORT_FLOAT) return az_random_input(&c->inputs, c->s, sort);
  az_term bits = az_random_input(&c->inputs, c->s, az_sort_bv(az_sort_width(sort)));
  return az_float_from_bits(c->s, bits, sort);
}

/* Returns the current frame; AZ_NONE if the equations have no such frame, as after a call that the
 * equations do not follow. */
static uint32_t current_frame(checker *c) {
  uint32_t frame = 0;
  c->depth = az_run_depth(c->run) - 1;
  for (uint32_t f = 0; f < az_abstract_frames(c->a); f++) c->depth_of[f] = AZ_NONE;
  c->depth_of[0] = 0;
  for (uint32_t d = 1; d <= c->depth && frame != AZ_NONE; d++) {
    frame = az_abstract_called_frame(c->a, frame, az_run_activation_at(c->run, d).function,
                                     az_run_activation_at(c->run, d - 1).call);
    if (frame != AZ_NONE) c->depth_of[frame] = d;
  }
  return frame;
}

static void violated(checker *c, const at_head *at, const char *text) {
  char where[256];
  const az_point *point = &c->e->points[at->head->point];
  snprintf(c->report->violated, sizeof c->report->violated, "%s, loop %s, run %u: %s",
           az_loc_text(c->e->program, point->loc, where, sizeof where), point->head,
           c->inputs.run + 1, text);
}

static void at_loop(void *ctx, az_interpreter *run, uint32_t function, uint32_t loop,
                    bool from_back_edge) {
  checker *c = ctx;
  (void)function, (void)from_back_edge;
  c->run = run;
  if (*c->report->violated || c->visits++ > VISITS) return;
  uint32_t frame = current_frame(c);
  for (size_t h = 0; frame != AZ_NONE && h < arrlenu(c->heads); h++) {
    const at_head *at = &c->heads[h];
    if (at->head->frame != frame || at->head->loop != loop) continue;
    c->report->states++;
    if (at->nothing && at->head->point != AZ_NONE) violated(c, at, "unreachable");
    for (size_t i = 0; i < arrlenu(at->claims); i++) {
      if (at->claims[i].unknown) continue;
      bool all = true;
      for (c->cell = 0; all && c->cell < (at->claims[i].indexed ? CELLS : 1); c->cell++)
        all = holds(c, &at->claims[i]);
      if (!all) violated(c, at, at->claims[i].text);
    }
  }
}

static void at_event(void *ctx, az_interpreter *run, const az_run_event *event) {
  checker *c = ctx;
  c->run = run;
  if (event->kind != AZ_ON_ALLOC) return;
  if (c->site_of) (void)hmdel(c->site_of, event->pointer.object);
  uint32_t frame = current_frame(c);
  for (uint32_t o = 0; o < az_abstract_objects(c->a); o++) {
    const az_abstract_object *object = az_abstract_object_at(c->a, o);
    if (object->site != event->stmt || object->frame != frame) continue;
    uint64_t bytes = az_run_object_at(run, event->pointer.object).size;
    c->allocated[o] = event->pointer.object;
    if (!object->bytes || object->bytes == bytes) hmput(c->site_of, event->pointer.object, o);
  }
}

void az_analysis_run(const az_abstract *a, const az_transfer *transfer, const az_solution *solution,
                     uint32_t classes, uint32_t runs, az_analysis_runs *report) {
  checker c = {.a = a, .e = az_abstract_equations(a), .report = report};
  c.s = c.e->program->store;
  *report = (az_analysis_runs){0};
  c.depth_of = az_calloc(az_abstract_frames(a) + 1, sizeof *c.depth_of);
  find_homes(&c);
  collect(&c, transfer, solution);
  c.inputs.state = 2026;
  c.eval = az_eval_new(c.s, value_of, &c);
  for (c.inputs.run = 0; c.inputs.run < runs && !*report->violated; c.inputs.run++) {
    c.visits = 0;
    free(c.allocated);
    hmfree(c.site_of);
    c.allocated = az_calloc(az_abstract_objects(a) + 1, sizeof *c.allocated);
    az_interpreter_options options = {.input = input,
                                      .ctx = &c,
                                      .max_steps = STEPS,
                                      .classes = classes,
                                      .defined = true,
                                      .at_loop = at_loop,
                                      .at_event = at_event};
    (void)az_interpret(c.e->program, &options);
    report->runs++;
  }
  az_eval_free(c.eval);
  for (size_t h = 0; h < arrlenu(c.heads); h++) {
    for (size_t i = 0; i < arrlenu(c.heads[h].claims); i++) {
      free(c.heads[h].claims[i].text);
      arrfree(c.heads[h].claims[i].vars);
    }
    arrfree(c.heads[h].claims);
  }
  arrfree(c.heads);
  free(c.allocated);
  hmfree(c.site_of);
  free(c.depth_of);
  free(c.homes);
}
