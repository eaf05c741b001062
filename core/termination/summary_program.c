/* The program in which claims about the results of recursive calls are proved. Let C(n) be: the
 * claims hold for all calls that return and whose nested calls are at most n deep. A call of depth
 * n + 1 is an execution of its function in which each nested call is replaced by its effect on
 * memory (over-approximated) and by a result that satisfies C(n). So if the claims hold for all
 * results of such executions, from any memory and with any arguments, C(n + 1) follows, and by
 * induction, all claims hold. */
#include "termination/recursion.h"
#include <stb/stb_ds.h>
#include <string.h>

bool *summaries_closure(const az_program *p, const az_summary *summaries, uint32_t count) {
  bool *closure = NULL;
  arrsetlen(closure, p->function_count);
  memset(closure, 0, p->function_count * sizeof *closure);
  for (uint32_t i = 0; i < count; i++) closure[summaries[i].function] = true;
  call_graph g = graph_calls(p);
  graph_call_closure(&g, closure);
  graph_calls_free(&g);
  return closure;
}

az_function *any_call_function(az_program *to, uint32_t blocks) {
  uint32_t n = to->function_count;
  az_function *functions = AZ_NEWN(to->arena, az_function, n + 1), *start = &functions[n];
  memcpy(functions, to->functions, n * sizeof *functions);
  *start = (az_function){.name = "any call", .has_body = true, .object = AZ_NONE, .check = AZ_NONE};
  start->loc = to->functions[to->entry].loc;
  start->blocks = AZ_NEWN(to->arena, az_block, blocks);
  to->functions = functions;
  to->function_count = n + 1;
  to->entry = n;
  return start;
}

az_block *any_call_block(az_program *p, az_function *f, az_stmt *stmts) {
  az_block *b = &f->blocks[f->block_count++];
  *b = (az_block){.end_site = AZ_NONE, .end = AZ_END_STOP, .end_loc = f->loc, .name = "summary"};
  az_block_set(p->arena, b, stmts);
  return b;
}

void any_call_input(az_stmt **stmts, az_type type, az_term result) {
  az_stmt s = {.kind = AZ_S_INPUT, .site = AZ_NONE, .check = AZ_NONE, .type = type};
  s.result = result;
  s.input = AZ_IN_NONDET;
  s.text = "any call";
  arrput(*stmts, s);
}

uint32_t program_add_global(az_program *p, az_type type, const char *name) {
  az_object *objects = AZ_COPY(p->arena, p->objects, p->object_count, p->object_count + 1);
  uint32_t bytes = (uint32_t)p->types[type].bytes;
  objects[p->object_count] = (az_object){.kind = AZ_OBJ_GLOBAL,
                                         .name = name,
                                         .type = type,
                                         .bytes = bytes,
                                         .align = bytes,
                                         .function = AZ_NONE,
                                         .loc = p->functions[p->entry].loc};
  objects[p->object_count].address = az_bv(p->store, AZ_OBJECT_BITS, p->object_count + 1u);
  p->objects = objects;
  return p->object_count++;
}

az_stmt load_global(const az_program *p, const az_summary_global *g, az_loc loc, az_term result) {
  az_stmt s = az_stmt_at(AZ_S_LOAD, loc);
  s.type = p->objects[g->object].type;
  s.result = result;
  s.ptr = az_pointer(p, p->objects[g->object].address, az_bv(p->store, p->pointer_bits, 0));
  return s;
}

/* Adds a call with any arguments; the summary's variables are its registers. */
static void add_call(az_program *p, az_function *start, const az_summary *of, uint32_t *checks) {
  const az_function *f = &p->functions[of->function];
  az_stmt *stmts = NULL;
  az_stmt call = {.kind = AZ_S_CALL, .site = AZ_NONE, .check = AZ_NONE, .type = f->result_type};
  call.callee = of->function;
  call.result = of->result;
  call.args = AZ_NEWN(p->arena, az_term, f->param_count + 1);
  call.arg_count = f->param_count;
  for (uint32_t i = 0; i < f->param_count; i++) {
    az_type type = p->objects[f->params[i]].type;
    call.args[i] =
        of->params[i] ? of->params[i] : az_fresh(p->store, p->types[type].sort, "argument");
    any_call_input(&stmts, type, call.args[i]);
  }
  for (uint32_t i = 0; i < of->global_count; i++)
    arrput(stmts, load_global(p, &of->globals[i], start->loc, of->globals[i].before));
  arrput(stmts, call);
  for (uint32_t i = 0; i < of->global_count; i++)
    arrput(stmts, load_global(p, &of->globals[i], start->loc, of->globals[i].after));
  for (uint32_t k = 0; k < of->claim_count; k++) {
    az_stmt s = {.kind = AZ_S_CHECK, .site = AZ_NONE, .value = of->claims[k]};
    s.check = (*checks)++;
    arrput(stmts, s);
  }
  any_call_block(p, start, stmts);
}

void any_call_state(az_program *p, const uint32_t *globals, az_stmt **stmts) {
  az_stmt any = {.kind = AZ_S_HAVOC, .site = AZ_NONE, .check = AZ_NONE, .text = "any state"};
  any.args = AZ_NEWN(p->arena, az_term, arrlenu(globals) + 1);
  for (size_t i = 0; i < arrlenu(globals); i++)
    any.args[any.arg_count++] =
        az_pointer(p, p->objects[globals[i]].address, az_bv(p->store, p->pointer_bits, 0));
  if (any.arg_count) arrput(*stmts, any);
}

void any_call_choice(az_program *p, az_function *start, az_stmt *stmts, uint32_t count) {
  az_type type = recursion_choice_type(p);
  az_term which = az_fresh(p->store, p->types[type].sort, "which");
  any_call_input(&stmts, type, which);
  az_block *b = any_call_block(p, start, stmts);
  b->successor_count = count;
  b->successors = AZ_NEWN(p->arena, uint32_t, count);
  b->cases = AZ_NEWN(p->arena, az_term, count);
  for (uint32_t i = 0; i < count; i++) {
    b->successors[i] = i + 1;
    b->cases[i] = az_bv(p->store, p->types[type].width, i);
  }
  b->end = AZ_END_SWITCH;
  b->condition = which;
}

/* Adds the checks of claims after the program's own checks. Only claims are of class UNREACH. The
 * program's own checks do not end an execution here, since claims must hold for the results after a
 * failing check, too. */
static void set_checks(az_program *p, const az_summary *summaries, uint32_t count, uint32_t known) {
  uint32_t n = p->check_count;
  for (uint32_t i = known; i < count; i++) n += summaries[i].claim_count;
  az_check *checks = AZ_NEWN(p->arena, az_check, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    checks[i] = (az_check){.cls = AZ_C_UNREACH, .id = "summary", .text = "summary"};
    if (i >= p->check_count) continue;
    checks[i] = p->checks[i];
    if (checks[i].cls == AZ_C_UNREACH) checks[i].cls = AZ_C_TERMINATION; /* not decided here */
  }
  p->checks = checks;
  p->check_count = n;
}

typedef struct unknowns {
  const az_program *p;
  const az_summary *of;
  az_term *found; /* stb_ds */
} unknowns;

static void note_unknown(void *ctx, az_term var) {
  unknowns *u = ctx;
  bool known = var == u->of->result;
  for (uint32_t i = 0; i < u->of->global_count; i++)
    known |= var == u->of->globals[i].before || var == u->of->globals[i].after;
  for (uint32_t i = 0; i < u->p->functions[u->of->function].param_count; i++)
    known |= u->of->params[i] == var;
  for (size_t i = 0; i < arrlenu(u->found); i++) known |= u->found[i] == var;
  if (!known) arrput(u->found, var);
}

/* Notes the variables of claims that are conditions of guesses, not arguments or results. */
static void note_unknowns(az_program *to, const az_summary *summaries, uint32_t count) {
  unknowns u = {.p = to, .of = summaries};
  for (uint32_t i = 0; i < to->unknown_count; i++) arrput(u.found, to->unknowns[i]);
  for (; u.of < summaries + count; u.of++)
    az_free_vars(to->store, u.of->claims, u.of->claim_count, note_unknown, &u);
  to->unknown_count = (uint32_t)arrlenu(u.found);
  az_term *kept = AZ_COPY(to->arena, u.found, to->unknown_count, to->unknown_count + 1);
  to->unknowns = kept;
  arrfree(u.found);
}

const az_program *az_program_of_summaries(const az_program *p, const az_summary *summaries,
                                          uint32_t count, uint32_t known, const bool *summarised) {
  if (count == known || count - known > MOST_CALLS || !recursion_choice_type(p)) return NULL;
  recursion_options o = {.summaries = summaries,
                         .summary_count = count,
                         .returning = true,
                         .summarised = summarised,
                         .only = summaries[count - 1].function};
  az_program *to = recursion_replaced(p, &o);
  uint32_t checks = to->check_count;
  az_function *start = any_call_function(to, count - known + 1);
  bool *closure = summaries_closure(p, summaries + known, count - known);
  call_effects e = effects_of_calls(p, closure);
  az_stmt *stmts = NULL;
  any_call_state(to, e.named, &stmts);
  any_call_choice(to, start, stmts, count - known);
  for (uint32_t i = known; i < count; i++) add_call(to, start, &summaries[i], &checks);
  graph_analyse_function(to, start);
  set_checks(to, summaries, count, known);
  note_unknowns(to, summaries, count);
  effects_free(&e);
  arrfree(closure);
  az_program_passed(to, "summaries");
  return to;
}
