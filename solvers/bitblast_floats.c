/* Floats in the back end `bitblast`. A float is represented by the gates of its bits. Cheap
 * operations are translated to circuits. Other operations, if the host can compute them, are left
 * open: their results are arbitrary. The circuit of such an operation is added when the formula
 * depends, in a model, on a result that the host does not confirm (mixed abstractions are related
 * [brillout2009]). */
#include "bitblast.h"
#include "float_circuits.h"
#include "ansatz/allocate.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct open_operation {
  az_term t;
  bool closed; /* its circuit is in the formula */
} open_operation;

struct blaster_floats {
  az_store *store;
  az_term *names; /* by term: the bit-vector variable with a float's gates */
  size_t named;
  open_operation *open; /* stb_ds */
  uint32_t *number;     /* by term: 1 + the index of an operation that was left open */
  size_t numbered;
  uint32_t left; /* number of operations that are not closed */
  /* The walk over terms that a model depends on. */
  uint32_t *seen, walk; /* by term: the number of the walk that saw it */
  size_t seen_terms;
  az_term *stack; /* stb_ds */
};

blaster_floats *blaster_floats_new(az_store *store) {
  blaster_floats *f = az_calloc(1, sizeof *f);
  f->store = store;
  return f;
}

void blaster_floats_free(blaster_floats *f) {
  arrfree(f->open);
  arrfree(f->stack);
  free(f->names);
  free(f->number);
  free(f->seen);
  free(f);
}

static bool is_float(const az_store *store, az_term t) {
  return az_sort_kind_of(az_sort_of(store, t)) == AZ_SORT_FLOAT;
}

static uint32_t width_of(const az_store *store, az_term t) {
  return az_sort_width(az_sort_of(store, t));
}

/* Returns the bits of a translated term as a bit-vector for circuits. */
static az_term bits_of(blaster *b, az_term t) {
  blaster_floats *f = b->floats;
  if (!is_float(f->store, t)) return t;
  const uint32_t width = width_of(f->store, t);
  if (az_is_const(f->store, t)) return az_bv_limbs(f->store, width, az_const_limbs(f->store, t));
  f->names = az_by_term(f->names, &f->named, t, sizeof *f->names);
  if (f->names[t]) return f->names[t];
  const az_term name = az_fresh(f->store, az_sort_bv(width), "bits");
  b->first = az_by_term(b->first, &b->terms, name, sizeof *b->first);
  b->first[name] = b->first[t];
  return f->names[t] = name;
}

static az_term circuit_of(blaster *b, az_term t) {
  az_term in[3] = {AZ_NO_TERM};
  for (uint32_t i = 0; i < az_arity(b->store, t); i++)
    in[i] = bits_of(b, az_operand(b->store, t, i));
  return az_float_circuit(b->store, t, in);
}

/* Returns whether the host can compute the operation, and its circuit is large. */
static bool is_left_open(const az_store *store, az_term t) {
  const az_sort sort = az_sort_of(store, t);
  const bool host = sort == az_sort_float(8, 24) || sort == az_sort_float(11, 53);
  switch (az_kind_of(store, t)) {
  case AZ_K_F_ADD:
  case AZ_K_F_MUL:
  case AZ_K_F_DIV:
  case AZ_K_F_SQRT: return host && az_round_mode(store, t) != AZ_ROUND_NEAREST_AWAY;
  case AZ_K_F_FMA: return host;
  case AZ_K_F_REM: return true;
  default: return false;
  }
}

uint32_t blaster_float(blaster *b, az_term t) {
  blaster_floats *f = b->floats;
  const bool open = is_left_open(f->store, t);
  if (!open && az_kind_of(f->store, t) != AZ_K_VAR) return blaster_translate(b, circuit_of(b, t));
  if (open) {
    arrput(f->open, ((open_operation){.t = t}));
    f->number = az_by_term(f->number, &f->numbered, t, sizeof *f->number);
    f->number[t] = (uint32_t)arrlenu(f->open);
    f->left++;
  }
  const az_sort sort = az_sort_of(f->store, t);
  const az_term any = az_fresh(f->store, az_sort_bv(az_sort_width(sort)), "float");
  return blaster_translate(b, az_float_canonical(f->store, sort, any));
}

/* ---- models ---------------------------------------------------------------------------------- */

static bool truth(blaster *b, az_term boolean) {
  return az_gate_value(b->circuit, b->gates[b->first[boolean]]);
}

static void limbs_of(blaster *b, az_term t, uint64_t limbs[AZ_MAX_WIDTH / 64]) {
  const uint32_t width = width_of(b->store, t), at = b->first[t];
  memset(limbs, 0, (width + 63) / 64 * sizeof *limbs);
  for (uint32_t i = 0; i < width; i++)
    if (az_gate_value(b->circuit, b->gates[at + i])) limbs[i / 64] |= UINT64_C(1) << (i % 64);
}

/* Returns whether the model's value of the operation is right for the model's operands. */
static bool agrees(blaster *b, az_term t) {
  uint64_t limbs[AZ_MAX_WIDTH / 64];
  az_term in[3] = {AZ_NO_TERM};
  for (uint32_t i = 0; i < az_arity(b->store, t); i++) {
    const az_term operand = az_operand(b->store, t, i);
    limbs_of(b, operand, limbs);
    in[i] = az_float_bits(b->store, az_sort_of(b->store, operand), limbs);
  }
  limbs_of(b, t, limbs);
  const az_term computed = az_rebuild(b->store, t, in);
  return computed == az_float_bits(b->store, az_sort_of(b->store, t), limbs);
}

static void visit(blaster_floats *f, az_term t) {
  f->seen = az_by_term(f->seen, &f->seen_terms, t, sizeof *f->seen);
  if (f->seen[t] == f->walk) return;
  f->seen[t] = f->walk;
  arrput(f->stack, t);
}

/* Visits the operands on which the value of `t` depends in the model: the branch of an ite that is
 * taken, one false operand of a conjunction. */
static void visit_operands(blaster *b, az_term t) {
  blaster_floats *f = b->floats;
  const az_kind kind = az_kind_of(b->store, t);
  if (kind == AZ_K_ITE) {
    const az_term condition = az_operand(b->store, t, 0);
    visit(f, condition);
    visit(f, az_operand(b->store, t, truth(b, condition) ? 1 : 2));
    return;
  }
  if (kind == AZ_K_AND)
    for (uint32_t i = 0; i < 2; i++)
      if (!truth(b, az_operand(b->store, t, i))) {
        visit(f, az_operand(b->store, t, i));
        return;
      }
  for (uint32_t i = 0; i < az_arity(b->store, t); i++) visit(f, az_operand(b->store, t, i));
}

static void close_operation(blaster *b, open_operation *o, bool *unknown) {
  const az_term circuit = circuit_of(b, o->t);
  if (!circuit) {
    *unknown = true;
    return;
  }
  const uint32_t exact = blaster_translate(b, circuit), result = b->first[o->t];
  for (uint32_t i = 0; i < width_of(b->store, o->t); i++)
    az_gate_assert(b->circuit,
                   az_gate_not(az_gate_xor(b->circuit, b->gates[exact + i], b->gates[result + i])));
  o->closed = true;
  b->floats->left--;
}

bool blaster_floats_agree(blaster *b, const az_term *assumptions, size_t n, bool *unknown) {
  blaster_floats *f = b->floats;
  uint32_t *wrong = NULL;
  if (!f->left) return true;
  f->walk++;
  for (size_t i = 0; i < n; i++) visit(f, assumptions[i]);
  for (size_t i = 0; i < arrlenu(b->formulas); i++) visit(f, b->formulas[i]);
  while (arrlenu(f->stack)) {
    const az_term t = arrpop(f->stack);
    const uint32_t number = t < f->numbered ? f->number[t] : 0;
    if (number && !f->open[number - 1].closed && !agrees(b, t)) arrput(wrong, number - 1);
    visit_operands(b, t);
  }
  const bool all = !arrlenu(wrong);
  for (size_t i = 0; i < arrlenu(wrong); i++) close_operation(b, &f->open[wrong[i]], unknown);
  arrfree(wrong);
  return all;
}
