/* Boolean circuits, hash-consed gate by gate and put into CNF on demand, for the bit-blaster.
 *
 * An `az_gate` is a literal: node * 2 + sign; node 0 is constant false. Gates are AND, XOR, ITE,
 * and the two halves of a full adder, XOR3 and MAJ, each with its own encoding [een2006].
 * Simplification looks at most two levels deep [brummayer2006]. */
#ifndef ANSATZ_GATES_H
#define ANSATZ_GATES_H

#include "ansatz/clock.h"
#include <ccadical.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t az_gate;
typedef struct az_circuit az_circuit;

#define AZ_GATE_FALSE ((az_gate)0)
#define AZ_GATE_TRUE ((az_gate)1)
#define az_gate_not(a) ((a) ^ 1u)

/* The clauses are added to `sat`, which the caller owns. `work` may be NULL. */
az_circuit *az_circuit_new(CCaDiCaL *sat, az_work *work);
void az_circuit_free(az_circuit *c);

az_gate az_gate_input(az_circuit *c);
az_gate az_gate_and(az_circuit *c, az_gate a, az_gate b);
az_gate az_gate_or(az_circuit *c, az_gate a, az_gate b);
az_gate az_gate_xor(az_circuit *c, az_gate a, az_gate b);
az_gate az_gate_ite(az_circuit *c, az_gate condition, az_gate a, az_gate b);
az_gate az_gate_xor3(az_circuit *c, az_gate x, az_gate y, az_gate z); /* sum of three bits */
az_gate az_gate_maj(az_circuit *c, az_gate x, az_gate y, az_gate z);  /* its carry */

/* Returns the SAT literal of a gate that is not constant, and encodes its cone as far as needed. */
int az_gate_literal(az_circuit *c, az_gate a);
/* Makes az_gate_value refer to the present model, until the next model or the next clause. */
void az_circuit_model(az_circuit *c);
/* Returns the value of a gate, from the model or from its inputs; inputs without a value are
 * false. */
bool az_gate_value(az_circuit *c, az_gate a);
/* Asserts the gate. Conjunctions are split, disjunctions become one clause. */
void az_gate_assert(az_circuit *c, az_gate a);
/* Appends gates whose conjunction is this gate to the stb_ds vector *parts. */
void az_gate_conjuncts(az_circuit *c, az_gate a, az_gate **parts);

/* Keeps the literals of all clauses, each clause followed by 0. Called before the first clause. */
void az_circuit_keep(az_circuit *c);
const int *az_circuit_formula(const az_circuit *c, size_t *count);

void az_circuit_size(const az_circuit *c, uint64_t *variables, uint64_t *clauses);

#endif
