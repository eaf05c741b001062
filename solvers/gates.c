/* Hash-consed gates and their CNF: see gates.h. */
#include "gates.h"
#include "ansatz/allocate.h"

#include <stb/stb_ds.h>

typedef enum gate_kind { INPUT, AND, XOR, ITE, XOR3, MAJ } gate_kind;

typedef struct node {
  az_gate in[3];
  uint32_t kind : 3, asserted : 1, parents : 28; /* `parents`: readers, saturating */
  int variable;                                  /* variable of the SAT solver; 0 if not encoded */
} node;

struct az_circuit {
  CCaDiCaL *sat;
  az_work *work;
  node *nodes;       /* stb_ds */
  uint32_t *table;   /* open addressing, 0 = empty */
  uint32_t capacity; /* power of two */
  uint32_t used;
  int variables;
  uint64_t clauses;
  uint32_t *stack; /* of the encoder */
  az_gate *leaves;
  uint32_t model;   /* number of the last model */
  uint32_t *values; /* stb_ds, by node: 2 * the number of a model + its value there */
  bool keeps;
  int *kept; /* stb_ds: all clauses, each followed by 0 */
};

/* In thousandths of a unit. */
enum { WORK_OF_GATE = 60, WORK_OF_LITERAL = 40 };

static void put_literal(az_circuit *c, int literal) {
  az_work_add(c->work, WORK_OF_LITERAL);
  ccadical_add(c->sat, literal);
  if (c->keeps) arrput(c->kept, literal);
}

void az_circuit_keep(az_circuit *c) {
  c->keeps = true;
}

const int *az_circuit_formula(const az_circuit *c, size_t *count) {
  *count = arrlenu(c->kept);
  return c->kept;
}

az_circuit *az_circuit_new(CCaDiCaL *sat, az_work *work) {
  az_circuit *c = az_calloc(1, sizeof *c);
  c->work = work;
  c->sat = sat;
  c->capacity = 1u << 12;
  c->table = az_calloc(c->capacity, sizeof *c->table);
  arrput(c->nodes, ((node){.kind = INPUT}));
  return c;
}

void az_circuit_free(az_circuit *c) {
  if (!c) return;
  arrfree(c->kept);
  arrfree(c->values);
  arrfree(c->nodes);
  arrfree(c->stack);
  arrfree(c->leaves);
  free(c->table);
  free(c);
}

/* ---- hash-consing ---------------------------------------------------------------------------- */

static uint32_t hash(gate_kind kind, az_gate a, az_gate b, az_gate d) {
  uint64_t h = a * UINT64_C(0x9e3779b97f4a7c15) ^ (b + kind) * UINT64_C(0xc2b2ae3d27d4eb4f) ^
               d * UINT64_C(0x165667b19e3779f9);
  return (uint32_t)(h >> 29 ^ h >> 47);
}

static void grow(az_circuit *c) {
  uint32_t mask = c->capacity * 2 - 1;
  uint32_t *table = az_calloc((size_t)mask + 1, sizeof *table);
  for (uint32_t i = 0; i < c->capacity; i++) {
    if (!c->table[i]) continue;
    const node *n = c->nodes + c->table[i];
    uint32_t slot = hash(n->kind, n->in[0], n->in[1], n->in[2]) & mask;
    while (table[slot]) slot = (slot + 1) & mask;
    table[slot] = c->table[i];
  }
  free(c->table);
  c->table = table;
  c->capacity = mask + 1;
}

static void read_by(az_circuit *c, az_gate a) {
  node *n = c->nodes + (a >> 1);
  if (n->parents < (1u << 28) - 1) n->parents++;
}

static az_gate make(az_circuit *c, gate_kind kind, az_gate a, az_gate b, az_gate d) {
  az_work_add(c->work, WORK_OF_GATE);
  uint32_t mask = c->capacity - 1, slot = hash(kind, a, b, d) & mask;
  for (uint32_t i; (i = c->table[slot]); slot = (slot + 1) & mask) {
    const node *n = c->nodes + i;
    if (n->in[0] == a && n->in[1] == b && n->in[2] == d && n->kind == kind) return i << 1;
  }
  uint32_t i = (uint32_t)arrlenu(c->nodes);
  arrput(c->nodes, ((node){.in = {a, b, d}, .kind = kind & 7u}));
  read_by(c, a);
  read_by(c, b);
  if (kind >= ITE) read_by(c, d);
  c->table[slot] = i;
  if (++c->used * 2 > c->capacity) grow(c);
  return i << 1;
}

az_gate az_gate_input(az_circuit *c) {
  arrput(c->nodes, ((node){.kind = INPUT}));
  return (az_gate)(arrlenu(c->nodes) - 1) << 1;
}

/* ---- gates ----------------------------------------------------------------------------------- */

#define SWAP(x, y)                                                                                 \
  do {                                                                                             \
    az_gate swap_ = (x);                                                                           \
    (x) = (y);                                                                                     \
    (y) = swap_;                                                                                   \
  } while (0)

static bool is_and(const az_circuit *c, az_gate a) {
  return c->nodes[a >> 1].kind == AND;
}

/* Simplifies a & b, where a is an AND or a negated AND, and b may also be one. Returns whether
 * *result was set. */
static bool and_by_left(az_circuit *c, az_gate a, az_gate b, az_gate *result) {
  const az_gate x = c->nodes[a >> 1].in[0], y = c->nodes[a >> 1].in[1];
  const bool two = is_and(c, b);
  const az_gate z = two ? c->nodes[b >> 1].in[0] : 0, w = two ? c->nodes[b >> 1].in[1] : 0;
  if (!(a & 1)) {
    if (b == az_gate_not(x) || b == az_gate_not(y)) return *result = AZ_GATE_FALSE, true;
    if (b == x || b == y) return *result = a, true;
    if (two && !(b & 1)) {
      if (x == az_gate_not(z) || x == az_gate_not(w) || y == az_gate_not(z) || y == az_gate_not(w))
        return *result = AZ_GATE_FALSE, true;
      if (x == z || y == z) return *result = az_gate_and(c, a, w), true;
      if (x == w || y == w) return *result = az_gate_and(c, a, z), true;
    }
    return false;
  }
  if (b == az_gate_not(x) || b == az_gate_not(y)) return *result = b, true;
  if (b == x) return *result = az_gate_and(c, b, az_gate_not(y)), true;
  if (b == y) return *result = az_gate_and(c, b, az_gate_not(x)), true;
  if (two && !(b & 1)) { /* ~(x & y) & (z & w) */
    if (z == az_gate_not(x) || z == az_gate_not(y) || w == az_gate_not(x) || w == az_gate_not(y))
      return *result = b, true;
    if (x == z || x == w) return *result = az_gate_and(c, b, az_gate_not(y)), true;
    if (y == z || y == w) return *result = az_gate_and(c, b, az_gate_not(x)), true;
  } else if (two) { /* ~(x & y) & ~(z & w) */
    if ((x == z && y == az_gate_not(w)) || (x == w && y == az_gate_not(z)))
      return *result = az_gate_not(x), true;
    if ((y == w && x == az_gate_not(z)) || (y == z && x == az_gate_not(w)))
      return *result = az_gate_not(y), true;
  }
  return false;
}

az_gate az_gate_and(az_circuit *c, az_gate a, az_gate b) {
  if (a > b) SWAP(a, b);
  if (a == AZ_GATE_FALSE || a == az_gate_not(b)) return AZ_GATE_FALSE;
  if (a == AZ_GATE_TRUE || a == b) return b;
  az_gate result;
  if (is_and(c, a) && and_by_left(c, a, b, &result)) return result;
  if (is_and(c, b) && and_by_left(c, b, a, &result)) return result;
  return make(c, AND, a, b, 0);
}

az_gate az_gate_or(az_circuit *c, az_gate a, az_gate b) {
  return az_gate_not(az_gate_and(c, az_gate_not(a), az_gate_not(b)));
}

az_gate az_gate_xor(az_circuit *c, az_gate a, az_gate b) {
  const az_gate sign = (a ^ b) & 1;
  a &= ~1u;
  b &= ~1u;
  if (a > b) SWAP(a, b);
  if (a == b) return sign;
  if (a == AZ_GATE_FALSE) return b ^ sign;
  return make(c, XOR, a, b, 0) ^ sign;
}

az_gate az_gate_ite(az_circuit *c, az_gate condition, az_gate a, az_gate b) {
  if (condition & 1) {
    condition ^= 1;
    SWAP(a, b);
  }
  if (condition == AZ_GATE_FALSE) return b;
  if (a == b) return a;
  if (a == az_gate_not(b)) return az_gate_not(az_gate_xor(c, condition, a));
  if (a == AZ_GATE_TRUE || a == condition) return az_gate_or(c, condition, b);
  if (a == AZ_GATE_FALSE || a == az_gate_not(condition))
    return az_gate_and(c, az_gate_not(condition), b);
  if (b == AZ_GATE_FALSE || b == condition) return az_gate_and(c, condition, a);
  if (b == AZ_GATE_TRUE || b == az_gate_not(condition))
    return az_gate_or(c, az_gate_not(condition), a);
  const az_gate sign = a & 1;
  return make(c, ITE, condition, a ^ sign, b ^ sign) ^ sign;
}

static void sort3(az_gate *x, az_gate *y, az_gate *z) {
  if (*x > *y) SWAP(*x, *y);
  if (*y > *z) SWAP(*y, *z);
  if (*x > *y) SWAP(*x, *y);
}

az_gate az_gate_xor3(az_circuit *c, az_gate x, az_gate y, az_gate z) {
  const az_gate sign = (x ^ y ^ z) & 1;
  x &= ~1u;
  y &= ~1u;
  z &= ~1u;
  sort3(&x, &y, &z);
  if (x == y) return z ^ sign;
  if (y == z) return x ^ sign;
  if (x == AZ_GATE_FALSE) return az_gate_xor(c, y, z) ^ sign;
  return make(c, XOR3, x, y, z) ^ sign;
}

az_gate az_gate_maj(az_circuit *c, az_gate x, az_gate y, az_gate z) {
  sort3(&x, &y, &z);
  if (x == y) return x;
  if (y == z) return y;
  if (x == az_gate_not(y)) return z;
  if (y == az_gate_not(z)) return x;
  if (x == AZ_GATE_FALSE) return az_gate_and(c, y, z);
  if (x == AZ_GATE_TRUE) return az_gate_or(c, y, z);
  const az_gate sign = (x & y & 1) | (x & z & 1) | (y & z & 1); /* the majority is its own dual */
  return make(c, MAJ, x ^ sign, y ^ sign, z ^ sign) ^ sign;
}

/* ---- CNF ------------------------------------------------------------------------------------- */

static int sat_literal(const az_circuit *c, az_gate a) {
  int v = c->nodes[a >> 1].variable;
  return a & 1 ? -v : v;
}

static void clause2(az_circuit *c, int a, int b) {
  put_literal(c, a);
  put_literal(c, b);
  put_literal(c, 0);
  c->clauses++;
}

static void clause3(az_circuit *c, int a, int b, int d) {
  put_literal(c, a);
  clause2(c, b, d);
}

static void clause4(az_circuit *c, int a, int b, int d, int e) {
  put_literal(c, a);
  clause3(c, b, d, e);
}

void az_circuit_model(az_circuit *c) {
  c->model = c->model < UINT32_MAX / 4 ? c->model + 1 : 1;
  if (c->model == 1) arrsetlen(c->values, 0);
  while (arrlenu(c->values) < arrlenu(c->nodes)) arrput(c->values, 0);
}

static bool node_value(const az_circuit *c, const node *n) {
  bool in[3];
  for (int k = 0; k < 3; k++) in[k] = (c->values[n->in[k] >> 1] & 1) ^ (n->in[k] & 1);
  switch ((gate_kind)n->kind) {
  case AND: return in[0] && in[1];
  case XOR: return in[0] ^ in[1];
  case ITE: return in[0] ? in[1] : in[2];
  case XOR3: return in[0] ^ in[1] ^ in[2];
  case MAJ: return in[0] + in[1] + in[2] >= 2;
  default: return false; /* an input that is not encoded, or the constant */
  }
}

bool az_gate_value(az_circuit *c, az_gate a) {
  arrsetlen(c->stack, 0);
  arrput(c->stack, a >> 1);
  while (arrlenu(c->stack)) {
    const uint32_t i = arrlast(c->stack);
    const node *n = c->nodes + i;
    const size_t before = arrlenu(c->stack);
    if (c->values[i] >> 1 != c->model) {
      const uint32_t inputs = n->kind == INPUT || n->variable ? 0 : n->kind >= ITE ? 3 : 2;
      for (uint32_t k = 0; k < inputs; k++)
        if (c->values[n->in[k] >> 1] >> 1 != c->model) arrput(c->stack, n->in[k] >> 1);
      if (arrlenu(c->stack) > before) continue;
      const bool value = n->variable ? ccadical_val(c->sat, n->variable) > 0 : node_value(c, n);
      c->values[i] = c->model << 1 | value;
    }
    (void)arrpop(c->stack);
  }
  return (c->values[a >> 1] & 1) ^ (a & 1);
}

/* Collects the leaves of the conjunction under node `i`, through ANDs that have no other parent and
 * no variable. */
static void and_leaves(az_circuit *c, uint32_t i) {
  arrsetlen(c->leaves, 0);
  size_t base = arrlenu(c->stack);
  arrput(c->stack, i);
  while (arrlenu(c->stack) > base) {
    const node *n = c->nodes + arrpop(c->stack);
    for (int k = 0; k < 2; k++) {
      const node *m = c->nodes + (n->in[k] >> 1);
      if (!(n->in[k] & 1) && m->kind == AND && m->parents == 1 && !m->variable) {
        arrput(c->stack, n->in[k] >> 1);
      } else {
        arrput(c->leaves, n->in[k]);
      }
    }
  }
}

static void encode_gate(az_circuit *c, uint32_t i) {
  node *n = c->nodes + i;
  const int o = n->variable = ++c->variables;
  if (n->kind == INPUT) return;
  if (n->kind == AND) { /* the leaves are in c->leaves */
    for (size_t k = 0; k < arrlenu(c->leaves); k++) clause2(c, -o, sat_literal(c, c->leaves[k]));
    put_literal(c, o);
    for (size_t k = 0; k < arrlenu(c->leaves); k++) put_literal(c, -sat_literal(c, c->leaves[k]));
    put_literal(c, 0);
    c->clauses++;
    return;
  }
  const int x = sat_literal(c, n->in[0]), y = sat_literal(c, n->in[1]);
  const int z = n->kind >= ITE ? sat_literal(c, n->in[2]) : 0;
  switch ((gate_kind)n->kind) {
  case XOR:
    clause3(c, -o, x, y);
    clause3(c, -o, -x, -y);
    clause3(c, o, -x, y);
    clause3(c, o, x, -y);
    break;
  case ITE:
    clause3(c, -x, -y, o);
    clause3(c, -x, y, -o);
    clause3(c, x, -z, o);
    clause3(c, x, z, -o);
    clause3(c, -y, -z, o); /* both clauses are implied, but propagate while the condition is open */
    clause3(c, y, z, -o);
    break;
  case XOR3:
    for (int s = 0; s < 8; s++) {
      int a = s & 1 ? -x : x, b = s & 2 ? -y : y, d = s & 4 ? -z : z;
      clause4(c, a, b, d, (s & 1) ^ (s >> 1 & 1) ^ (s >> 2) ? o : -o);
    }
    break;
  case MAJ:
    clause3(c, -x, -y, o);
    clause3(c, -x, -z, o);
    clause3(c, -y, -z, o);
    clause3(c, x, y, -o);
    clause3(c, x, z, -o);
    clause3(c, y, z, -o);
    break;
  default: break;
  }
}

int az_gate_literal(az_circuit *c, az_gate a) {
  if (!c->nodes[a >> 1].variable) {
    arrsetlen(c->stack, 0);
    arrput(c->stack, a >> 1);
    while (arrlenu(c->stack)) {
      const uint32_t i = arrlast(c->stack);
      const node *n = c->nodes + i;
      if (n->variable) {
        (void)arrpop(c->stack);
        continue;
      }
      const az_gate *in = n->in;
      size_t inputs = n->kind == INPUT ? 0 : n->kind >= ITE ? 3 : 2;
      if (n->kind == AND) {
        and_leaves(c, i);
        in = c->leaves;
        inputs = arrlenu(c->leaves);
      }
      const size_t before = arrlenu(c->stack);
      for (size_t k = 0; k < inputs; k++)
        if (!c->nodes[in[k] >> 1].variable) arrput(c->stack, in[k] >> 1);
      if (arrlenu(c->stack) == before) {
        encode_gate(c, i);
        (void)arrpop(c->stack);
      }
    }
  }
  return sat_literal(c, a);
}

void az_gate_conjuncts(az_circuit *c, az_gate a, az_gate **parts) {
  enum { MOST = 128 };
  const size_t begin = arrlenu(*parts);
  arrput(*parts, a);
  for (size_t i = begin; i < arrlenu(*parts);) {
    const node *n = c->nodes + ((*parts)[i] >> 1);
    if (((*parts)[i] & 1) || n->kind != AND || n->variable || arrlenu(*parts) - begin >= MOST) {
      i++;
      continue;
    }
    (*parts)[i] = n->in[0];
    arrput(*parts, n->in[1]);
  }
}

/* Returns whether the gate is read by one other gate only, and is not encoded: asserted there, it
 * needs no variable. */
static bool is_local(const az_circuit *c, az_gate a, gate_kind kind) {
  const node *n = c->nodes + (a >> 1);
  return n->kind == kind && n->parents == 1 && !n->variable;
}

/* Asserts g -> (x & y & ..), where a conjunct is often the equality of two bits: that of
 * Ackermann's constraint i = j -> a[i] = a[j] for one bit. Two clauses say it, without a variable
 * for the conjunct. */
static void assert_implied(az_circuit *c, az_gate guard, const az_gate *conjuncts, size_t n) {
  const int g = az_gate_literal(c, guard);
  for (size_t k = 0; k < n; k++) {
    if (!is_local(c, conjuncts[k], XOR)) {
      clause2(c, -g, az_gate_literal(c, conjuncts[k]));
      continue;
    }
    const az_gate *in = c->nodes[conjuncts[k] >> 1].in;
    const az_gate other = in[1] ^ (conjuncts[k] & 1); /* x ^ y: x and y differ */
    const int x = az_gate_literal(c, in[0]), y = az_gate_literal(c, other);
    clause3(c, -g, x, y);
    clause3(c, -g, -x, -y);
  }
}

/* Returns the number of leaves of a conjunction; 1 for other gates. */
static size_t width_of(az_circuit *c, az_gate a) {
  if ((a & 1) || c->nodes[a >> 1].kind != AND) return 1;
  and_leaves(c, a >> 1);
  return arrlenu(c->leaves);
}

/* Asserts the negation of the AND gate, which is not encoded. If it is that of a narrow guard and a
 * wider equality, such as that of pointers in objects with equal instance numbers, the equality has
 * no variable, and the guard has one. For wide guards (indices of arrays), and for narrow words
 * (bytes), the opposite is better: searches that took a tenth of a second took minutes. */
static void assert_clause(az_circuit *c, uint32_t gate) {
  enum { NARROW = 16 };
  const az_gate *in = c->nodes[gate].in;
  const int implied = (in[1] & 1) && is_local(c, in[1], AND) ? 1 : 0;
  const az_gate guard = in[!implied];
  if ((in[implied] & 1) && is_local(c, in[implied], AND) && width_of(c, guard) <= NARROW) {
    az_gate *conjuncts = NULL;
    size_t equal = 0; /* number of conjuncts that are equalities of bits */
    and_leaves(c, in[implied] >> 1);
    for (size_t i = 0; i < arrlenu(c->leaves); i++) {
      arrput(conjuncts, c->leaves[i]);
      equal += is_local(c, c->leaves[i], XOR);
    }
    const bool is_equality = equal > NARROW && equal > arrlenu(conjuncts) / 2;
    if (is_equality) assert_implied(c, guard, conjuncts, arrlenu(conjuncts));
    arrfree(conjuncts);
    if (is_equality) return;
  }
  az_gate *literals = NULL;
  and_leaves(c, gate); /* ~(x & y & ..): a clause over the leaves */
  for (size_t k = 0; k < arrlenu(c->leaves); k++) arrput(literals, c->leaves[k]);
  for (size_t k = 0; k < arrlenu(literals); k++) (void)az_gate_literal(c, literals[k]);
  for (size_t k = 0; k < arrlenu(literals); k++) put_literal(c, -sat_literal(c, literals[k]));
  put_literal(c, 0);
  c->clauses++;
  arrfree(literals);
}

void az_gate_assert(az_circuit *c, az_gate a) {
  az_gate *parts = NULL;
  arrput(parts, a);
  while (arrlenu(parts)) {
    const az_gate p = arrpop(parts);
    if (p == AZ_GATE_TRUE) continue;
    node *n = c->nodes + (p >> 1);
    if (n->kind == AND && !(p & 1)) {
      if (n->asserted) continue;
      n->asserted = 1; /* shared conjunctions are split once */
      arrput(parts, n->in[0]);
      arrput(parts, n->in[1]);
    } else if (n->kind == AND && !n->variable) {
      assert_clause(c, p >> 1);
    } else {
      if (p != AZ_GATE_FALSE) put_literal(c, az_gate_literal(c, p));
      put_literal(c, 0); /* false: the empty clause */
      c->clauses++;
    }
  }
  arrfree(parts);
}

void az_circuit_size(const az_circuit *c, uint64_t *variables, uint64_t *clauses) {
  *variables = (uint64_t)c->variables;
  *clauses = c->clauses;
}
