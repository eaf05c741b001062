/* Forward checking with two watched literals per clause. Every clause of the proof is checked when
 * it is read, so that only the current clauses are kept. As usual, a clause is not deleted while it
 * propagates a literal without decisions. To keep a clause is sound: what follows from fewer
 * clauses also follows from more, and a RAT step has to check the additional clauses, too. */
#include "certify/drat.h"
#include "ansatz/clock.h"
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLES = 1 << 24, CLAUSE_HEAD = 2 };
#define DELETED UINT32_MAX

/* A literal is 2 * variable + sign. A clause in `pool` is its length or DELETED, its length, and
 * its literals, of which the first two are watched. The number of a clause is its index in
 * `pool`. */
typedef struct checker {
  const char *file;
  FILE *in;
  uint64_t line, begun; /* current line, and the first line of the clause being read */
  az_drat_report *report;
  uint32_t *pool;     /* stb_ds */
  uint32_t **watches; /* stb_ds, by literal: stb_ds of clauses */
  signed char *value; /* stb_ds, by literal: 1 true, -1 false, 0 open */
  uint32_t *reason;   /* stb_ds, by variable: 1 + clause of its propagation; 0: none */
  uint32_t *trail;    /* stb_ds: literals that are true */
  size_t head;        /* number of literals of the trail that were propagated */
  struct {
    uint64_t key;
    uint32_t *value;
  } *by_hash;       /* clauses by their literals: stb_ds */
  uint32_t *clause; /* stb_ds: the clause being read */
  bool *in_clause;  /* stb_ds, by literal: is in the clause being read */
  bool refuted;     /* there was a conflict without decisions */
} checker;

static bool refuse(checker *c, const char *format, ...) AZ_PRINTF(2, 3);
static bool refuse(checker *c, const char *format, ...) {
  char text[160];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  c->report->result = AZ_DRAT_REFUSED;
  snprintf(c->report->reason, sizeof c->report->reason, "line %llu: %s",
           (unsigned long long)c->begun, text);
  return false;
}

/* ---- reading --------------------------------------------------------------------------------- */

static int next_sign(checker *c) {
  int sign = getc_unlocked(c->in);
  if (sign == '\n') c->line++;
  return sign;
}

static int skip_blanks(checker *c) {
  int sign;
  do sign = next_sign(c);
  while (sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r');
  return sign;
}

static void make_room(checker *c, uint32_t literal) {
  while (arrlenu(c->value) <= (literal | 1)) {
    arrput(c->value, 0);
    arrput(c->watches, NULL);
    arrput(c->in_clause, false);
    if (arrlenu(c->value) % 2) arrput(c->reason, 0);
  }
}

/* Reads a number that begins with `sign`. Returns false if there is none, or if it is too large. */
static bool read_literal(checker *c, int sign, int64_t *number) {
  bool negative = sign == '-';
  if (negative) sign = next_sign(c);
  if (!isdigit(sign)) return false;
  for (*number = 0; isdigit(sign); sign = next_sign(c)) {
    *number = *number * 10 + (sign - '0');
    if (*number >= MOST_VARIABLES) return false;
  }
  if (sign != EOF && !isspace(sign)) return false;
  if (negative) *number = -*number;
  return true;
}

/* Reads the rest of a clause, from its first character to its 0; drops repeated literals. */
static bool read_clause(checker *c, int sign) {
  for (size_t i = 0; i < arrlenu(c->clause); i++) c->in_clause[c->clause[i]] = false;
  arrsetlen(c->clause, 0);
  c->begun = c->line;
  for (;; sign = skip_blanks(c)) {
    int64_t number;
    if (sign == EOF) return refuse(c, "the file ends within a clause");
    if (!read_literal(c, sign, &number)) return refuse(c, "no literal");
    if (!number) return true;
    uint32_t literal = (uint32_t)(number < 0 ? -2 * number + 1 : 2 * number);
    make_room(c, literal);
    if (!c->in_clause[literal]) arrput(c->clause, literal);
    c->in_clause[literal] = true;
  }
}

/* ---- propagation ----------------------------------------------------------------------------- */

static void assign(checker *c, uint32_t literal, uint32_t reason) {
  assert(!c->value[literal] && !c->value[literal ^ 1]);
  c->value[literal] = 1;
  c->value[literal ^ 1] = -1;
  c->reason[literal / 2] = reason;
  arrput(c->trail, literal);
}

static void undo(checker *c, size_t length) {
  assert(length <= arrlenu(c->trail));
  while (arrlenu(c->trail) > length) {
    uint32_t literal = arrpop(c->trail);
    c->value[literal] = c->value[literal ^ 1] = 0;
  }
  c->head = length;
}

/* Updates a clause whose watched literal has become false: the clause watches another literal,
 * propagates one, or is violated. Returns false if violated. */
static bool visit(checker *c, uint32_t clause, uint32_t fallen, bool *stays) {
  uint32_t *literals = c->pool + clause + CLAUSE_HEAD, length = c->pool[clause];
  *stays = length != DELETED;
  if (length == DELETED) return true;
  if (literals[0] == fallen) {
    literals[0] = literals[1];
    literals[1] = fallen;
  }
  assert(literals[1] == fallen); /* a clause watches its first two literals */
  if (c->value[literals[0]] > 0) return true;
  for (uint32_t i = 2; i < length; i++) {
    if (c->value[literals[i]] < 0) continue;
    literals[1] = literals[i];
    literals[i] = fallen;
    arrput(c->watches[literals[1]], clause);
    *stays = false;
    return true;
  }
  if (c->value[literals[0]] < 0) return false;
  assign(c, literals[0], clause + 1);
  return true;
}

/* Returns false at a conflict. */
static bool propagate(checker *c) {
  while (c->head < arrlenu(c->trail)) {
    uint32_t fallen = c->trail[c->head++] ^ 1, *list = c->watches[fallen];
    size_t n = arrlenu(list), kept = 0;
    bool fine = true;
    for (size_t i = 0; i < n; i++) {
      uint32_t clause = list[i];
      bool stays = true;
      if (fine) fine = visit(c, clause, fallen, &stays);
      if (stays) list[kept++] = clause;
    }
    if (n) arrsetlen(c->watches[fallen], kept);
    if (!fine) return false;
  }
  return true;
}

/* ---- clauses --------------------------------------------------------------------------------- */

/* Returns a hash of the literals that does not depend on their order. */
static uint64_t hash(const uint32_t *literals, size_t n) {
  uint64_t sum = 0, product = 1, both = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t l = literals[i] * UINT64_C(0x9e3779b97f4a7c15);
    sum += l;
    product *= 2 * (l >> 7) + 1;
    both ^= l;
  }
  return (1023 * sum + product) ^ (31 * both);
}

static int literal_of(const checker *c, size_t i) {
  uint32_t l = c->clause[i];
  return (l & 1) ? -(int)(l / 2) : (int)(l / 2);
}

/* Adds the clause that was read. A clause watches its first two literals, so literals that are not
 * false are moved there. */
static void add(checker *c) {
  uint32_t n = (uint32_t)arrlenu(c->clause), open = 0;
  if (!n) c->refuted = true;
  for (uint32_t i = 0; i < n; i++) {
    if (c->value[c->clause[i]] < 0) continue;
    uint32_t swapped = c->clause[open];
    c->clause[open++] = c->clause[i];
    c->clause[i] = swapped;
  }
  uint32_t at = (uint32_t)arrlenu(c->pool);
  uint32_t *to = arraddnptr(c->pool, CLAUSE_HEAD + n);
  to[0] = to[1] = n;
  if (n) memcpy(to + CLAUSE_HEAD, c->clause, n * sizeof *to);
  if (n > 1) {
    arrput(c->watches[c->clause[0]], at);
    arrput(c->watches[c->clause[1]], at);
  }
  uint64_t key = hash(c->clause, n);
  ptrdiff_t known = hmgeti(c->by_hash, key);
  if (known < 0) {
    hmput(c->by_hash, key, NULL);
    known = hmgeti(c->by_hash, key);
  }
  arrput(c->by_hash[known].value, at);
  if (c->refuted || !n) return;
  if (!open)
    c->refuted = true;
  else if (open == 1 && !c->value[c->clause[0]])
    assign(c, c->clause[0], at + 1);
  c->refuted |= !propagate(c);
}

/* Neither clause repeats literals, so equal lengths and inclusion suffice. */
static bool is_same(const checker *c, uint32_t clause) {
  uint32_t n = (uint32_t)arrlenu(c->clause);
  bool same = c->pool[clause] == n;
  for (uint32_t i = 0; same && i < n; i++) same = c->in_clause[c->pool[clause + CLAUSE_HEAD + i]];
  return same;
}

static bool delete_clause(checker *c) {
  uint64_t key = hash(c->clause, arrlenu(c->clause));
  ptrdiff_t known = hmgeti(c->by_hash, key);
  uint32_t *list = known < 0 ? NULL : c->by_hash[known].value;
  for (size_t i = 0; i < arrlenu(list); i++) {
    if (!is_same(c, list[i])) continue;
    uint32_t first = arrlenu(c->clause) ? c->pool[list[i] + CLAUSE_HEAD] : 0;
    bool propagates =
        arrlenu(c->clause) < 2 || (c->value[first] > 0 && c->reason[first / 2] == list[i] + 1);
    if (propagates) return true;
    c->pool[list[i]] = DELETED;
    arrdelswap(c->by_hash[known].value, i);
    return true;
  }
  return refuse(c, "a clause is deleted that is not there");
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Makes all literals except `except` false, and propagates. Returns whether there is a conflict.
 * The new assignments remain. */
static bool conflicts(checker *c, const uint32_t *literals, size_t n, uint32_t except) {
  for (size_t i = 0; i < n; i++) {
    if (literals[i] == except || c->value[literals[i]] < 0) continue;
    if (c->value[literals[i]] > 0) return true;
    assign(c, literals[i] ^ 1, 0);
  }
  return !propagate(c);
}

/* Returns whether every resolvent on the clause's first literal follows by propagation. */
static bool is_rat(checker *c, size_t assigned) {
  uint32_t pivot = c->clause[0] ^ 1;
  for (size_t at = 0; at < arrlenu(c->pool);) {
    uint32_t n = c->pool[at + 1];
    const uint32_t *literals = c->pool + at + CLAUSE_HEAD;
    bool has = false;
    for (uint32_t i = 0; c->pool[at] != DELETED && i < n; i++) has |= literals[i] == pivot;
    if (has) {
      uint32_t *copy = NULL; /* a copy, as propagation reorders clauses */
      for (uint32_t i = 0; i < n; i++) arrput(copy, literals[i]);
      bool follows = conflicts(c, copy, n, pivot);
      arrfree(copy);
      undo(c, assigned);
      if (!follows) return false;
    }
    at += CLAUSE_HEAD + n;
  }
  return true;
}

static bool check_step(checker *c) {
  if (c->refuted) return true;
  size_t before = arrlenu(c->trail);
  bool follows = conflicts(c, c->clause, arrlenu(c->clause), 0);
  if (!follows && arrlenu(c->clause)) follows = is_rat(c, arrlenu(c->trail));
  undo(c, before);
  if (follows) return true;
  if (!arrlenu(c->clause)) return refuse(c, "the empty clause does not follow");
  return refuse(c, "a clause of %zu literals, %d first, does not follow", arrlenu(c->clause),
                literal_of(c, 0));
}

static bool check_proof(checker *c, double cpu_end) {
  for (;; c->report->steps++) {
    int sign = skip_blanks(c);
    bool deletes = sign == 'd';
    if (sign == EOF) return refuse(c, "the proof ends without the empty clause");
    if (!read_clause(c, deletes ? skip_blanks(c) : sign)) return false;
    if (deletes) {
      if (!delete_clause(c)) return false;
      continue;
    }
    if (!check_step(c)) return false;
    if (!arrlenu(c->clause)) break;
    add(c);
    if (cpu_end > 0 && c->report->steps % 64 == 0 && az_clock(NULL) > cpu_end) {
      c->report->result = AZ_DRAT_TIME;
      snprintf(c->report->reason, sizeof c->report->reason, "time");
      return false;
    }
  }
  c->report->steps++;
  if (skip_blanks(c) != EOF) return refuse(c, "the proof continues after the empty clause");
  return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool open_file(checker *c, const char *file, az_error *err) {
  c->file = file;
  c->line = c->begun = 1;
  c->in = fopen(file, "re");
  if (!c->in) az_fail(err, AZ_ERR_INPUT, "%s: cannot be read: %s", file, strerror(errno));
  return c->in != NULL;
}

static bool read_formula(checker *c) {
  int sign;
  long long variables = 0, clauses = -1;
  while ((sign = skip_blanks(c)) == 'c')
    while (sign != '\n' && sign != EOF) sign = next_sign(c);
  if (sign != 'p' || fscanf(c->in, " cnf %lld %lld", &variables, &clauses) != 2 || clauses < 0)
    return refuse(c, "no line 'p cnf VARIABLES CLAUSES'");
  while ((sign = skip_blanks(c)) != EOF) {
    if (!read_clause(c, sign)) return false;
    for (size_t i = 0; i < arrlenu(c->clause); i++)
      if (c->clause[i] / 2 > (uint64_t)variables) return refuse(c, "more variables than declared");
    add(c);
    c->report->clauses++;
  }
  if (c->report->clauses != (uint64_t)clauses)
    return refuse(c, "%llu clauses instead of %lld", (unsigned long long)c->report->clauses,
                  clauses);
  return true;
}

static void release(checker *c) {
  for (size_t i = 0; i < arrlenu(c->watches); i++) arrfree(c->watches[i]);
  for (ptrdiff_t i = 0; i < hmlen(c->by_hash); i++) arrfree(c->by_hash[i].value);
  hmfree(c->by_hash);
  arrfree(c->watches);
  arrfree(c->value);
  arrfree(c->reason);
  arrfree(c->trail);
  arrfree(c->pool);
  arrfree(c->clause);
  arrfree(c->in_clause);
}

az_drat_report az_drat_check(const char *formula_file, const char *proof_file, double cpu_end,
                             az_error *err) {
  az_drat_report report = {.result = AZ_DRAT_REFUSED};
  checker c = {.report = &report};
  make_room(&c, 0);
  bool fine = open_file(&c, formula_file, err);
  if (fine) {
    fine = read_formula(&c);
    if (!fine) az_fail(err, AZ_ERR_INPUT, "%s: %s", formula_file, report.reason);
    fclose(c.in);
  }
  if (fine && (fine = open_file(&c, proof_file, err))) {
    fine = check_proof(&c, cpu_end);
    fclose(c.in);
  }
  if (fine) report.result = AZ_DRAT_PROVED;
  release(&c);
  return report;
}
