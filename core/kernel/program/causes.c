/* The table of causes that make verdicts weaker (az_cause in program.h). */
#include "program/graph.h"
#include "ansatz/statement.h"
#include <string.h>

const az_cause *az_program_forbids(const az_program *p, unsigned what, bool everywhere) {
  for (uint32_t i = 0; i < p->cause_count; i++) {
    const az_cause *c = &p->causes[i];
    if (c->forbids & what && (!everywhere || c->loc.file == AZ_NONE)) return c;
  }
  return NULL;
}

void graph_add_cause(az_program *p, az_cause cause) {
  az_cause *causes = AZ_COPY(p->arena, p->causes, p->cause_count, p->cause_count + 1);
  causes[p->cause_count++] = cause;
  p->causes = causes;
}

/* Returns the reason why executions may leave the model at the statement, or NULL. In an arbitrary
 * entry state, pointers may point to functions that the program does not name. */
static const char *leaves(const az_program *p, const az_stmt *s) {
  if (s->kind == AZ_S_UNSUPPORTED) return s->text;
  if (s->kind == AZ_S_CALL && s->callee == AZ_NONE && p->arbitrary_entry)
    return "call through an unknown pointer";
  return NULL;
}

void graph_note_leaving(az_program *p) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    const char *text = i.block->order == AZ_NONE ? NULL : leaves(p, i.stmt);
    if (!text) continue;
    graph_add_cause(p, (az_cause){text, i.stmt->loc, AZ_FORBIDS_PROOFS | AZ_LEAVES});
    return;
  }
}
