/* GraphML, version 1.0 of the exchange format. A correctness witness has a node for each loop with
 * invariants; an edge enters the node wherever the program enters the loop's head. A violation
 * witness is a path whose edges are the inputs. */
#include "cli/write_witness.h"
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *id, *name, *type, *of;
} keys[] = {{"witness-type", "witness-type", "string", "graph"},
            {"sourcecodelang", "sourcecodeLanguage", "string", "graph"},
            {"producer", "producer", "string", "graph"},
            {"specification", "specification", "string", "graph"},
            {"programfile", "programFile", "string", "graph"},
            {"programhash", "programHash", "string", "graph"},
            {"architecture", "architecture", "string", "graph"},
            {"creationtime", "creationTime", "string", "graph"},
            {"entry", "isEntryNode", "boolean", "node"},
            {"violation", "isViolationNode", "boolean", "node"},
            {"cyclehead", "isCycleHead", "boolean", "node"},
            {"invariant", "invariant", "string", "node"},
            {"invariant.scope", "invariant.scope", "string", "node"},
            {"originfile", "originFileName", "string", "edge"},
            {"startline", "startline", "int", "edge"},
            {"enterLoopHead", "enterLoopHead", "boolean", "edge"},
            {"enterFunction", "enterFunction", "string", "edge"},
            {"assumption", "assumption", "string", "edge"},
            {"assumption.scope", "assumption.scope", "string", "edge"},
            {"assumption.resultfunction", "assumption.resultfunction", "string", "edge"}};

static void put_text(const char *text, FILE *out) {
  for (const char *c = text; *c; c++) switch (*c) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fputc((unsigned char)*c < ' ' && !strchr("\t\n\r", *c) ? '?' : *c, out);
    }
}

static void put_data(const char *indent, const char *key, const char *text, FILE *out) {
  fprintf(out, "%s<data key=\"%s\">", indent, key);
  put_text(text, out);
  fputs("</data>\n", out);
}

static void put_line(const az_witness_location *at, FILE *out) {
  put_data("      ", "originfile", at->file, out);
  fprintf(out, "      <data key=\"startline\">%u</data>\n", at->line);
}

static void put_head(const az_witness *w, FILE *out) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
        out);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    fprintf(out, "  <key attr.name=\"%s\" attr.type=\"%s\" for=\"%s\" id=\"%s\"", keys[i].name,
            keys[i].type, keys[i].of, keys[i].id);
    fputs(!strcmp(keys[i].type, "boolean") ? ">\n    <default>false</default>\n  </key>\n" : "/>\n",
          out);
  }
  fputs("  <graph edgedefault=\"directed\">\n", out);
  put_data("    ", "witness-type", w->is_violation ? "violation_witness" : "correctness_witness",
           out);
  put_data("    ", "sourcecodelang", "C", out);
  fputs("    <data key=\"producer\">Ansatz ", out);
  put_text(w->version, out);
  fputs("</data>\n", out);
  put_data("    ", "specification", w->specification, out);
  for (size_t i = 0; i < arrlenu(w->files); i++) {
    put_data("    ", "programfile", w->files[i].name, out);
    put_data("    ", "programhash", w->files[i].sha256, out);
  }
  put_data("    ", "architecture", !strcmp(w->data_model, "ILP32") ? "32bit" : "64bit", out);
  put_data("    ", "creationtime", w->time, out);
  fputs("    <node id=\"N0\">\n      <data key=\"entry\">true</data>\n    </node>\n", out);
}

/* ---- correctness ----------------------------------------------------------------------------- */

static bool same_loop(const az_witness_invariant *a, const az_witness_invariant *b) {
  return a->at.line == b->at.line && a->at.column == b->at.column &&
         !strcmp(a->at.file, b->at.file);
}

/* Returns the first invariant of each loop; stb_ds. */
static size_t *first_of_loops(const az_witness *w) {
  size_t *first = NULL;
  for (size_t i = 0; i < arrlenu(w->invariants); i++) {
    bool known = false;
    for (size_t k = 0; k < arrlenu(first); k++)
      known |= same_loop(&w->invariants[first[k]], &w->invariants[i]);
    if (!known) arrput(first, i);
  }
  return first;
}

static void put_loop_node(const az_witness *w, size_t first, size_t number, FILE *out) {
  const az_witness_invariant *of = &w->invariants[first];
  bool any = false;
  fprintf(out, "    <node id=\"N%zu\">\n      <data key=\"invariant\">", number);
  for (size_t i = 0; i < arrlenu(w->invariants); i++) {
    if (!same_loop(of, &w->invariants[i])) continue;
    fputs(any ? " &amp;&amp; (" : "(", out);
    put_text(w->invariants[i].value, out);
    fputs(")", out);
    any = true;
  }
  fputs("</data>\n", out);
  if (of->at.function) put_data("      ", "invariant.scope", of->at.function, out);
  fputs("    </node>\n", out);
}

static void put_invariants(const az_witness *w, FILE *out) {
  size_t *first = first_of_loops(w), n = arrlenu(first);
  for (size_t i = 0; i < n; i++) put_loop_node(w, first[i], i + 1, out);
  for (size_t from = 0; from <= n; from++)
    for (size_t to = 1; to <= n; to++) {
      if (from == to) continue; /* an automaton stays in its state anyway */
      fprintf(out, "    <edge source=\"N%zu\" target=\"N%zu\">\n", from, to);
      put_line(&w->invariants[first[to - 1]].at, out);
      fputs("      <data key=\"enterLoopHead\">true</data>\n    </edge>\n", out);
    }
  arrfree(first);
}

/* ---- violations ------------------------------------------------------------------------------ */

static void put_waypoints(const az_witness *w, FILE *out) {
  size_t node = 0, head = 0;
  bool has_cycle = false;
  for (size_t i = 0; i < arrlenu(w->waypoints); i++) {
    const az_waypoint *p = &w->waypoints[i];
    bool last = p->kind == AZ_WAYPOINT_TARGET, cycle = p->kind == AZ_WAYPOINT_CYCLE;
    fprintf(out, "    <node id=\"N%zu\"%s", node + 1, last || cycle ? ">\n" : "/>\n");
    if (last) put_data("      ", "violation", "true", out);
    if (cycle) put_data("      ", "cyclehead", "true", out);
    if (last || cycle) fputs("    </node>\n", out);
    fprintf(out, "    <edge source=\"N%zu\" target=\"N%zu\">\n", node, node + 1);
    put_line(&p->at, out);
    if (cycle) put_data("      ", "enterLoopHead", "true", out);
    if (p->value) put_data("      ", "assumption", p->value, out);
    if (p->value && p->at.function) put_data("      ", "assumption.scope", p->at.function, out);
    if (p->value && p->called) put_data("      ", "assumption.resultfunction", p->called, out);
    fputs("    </edge>\n", out);
    node++;
    if (cycle) head = node;
    has_cycle |= cycle;
  }
  if (!has_cycle) return;
  const az_waypoint *p = &w->waypoints[head - 1];
  /* Without inputs, two nodes form the cycle, since a node may not be its own successor. */
  if (node == head) {
    fprintf(out, "    <node id=\"N%zu\"/>\n    <edge source=\"N%zu\" target=\"N%zu\">\n", node + 1,
            node, node + 1);
    put_line(&p->at, out);
    fputs("    </edge>\n", out);
    node++;
  }
  fprintf(out, "    <edge source=\"N%zu\" target=\"N%zu\">\n", node, head);
  put_line(&p->at, out);
  fputs("      <data key=\"enterLoopHead\">true</data>\n    </edge>\n", out);
}

az_status az_witness_write_graphml(const az_witness *w, const char *path, az_error *err) {
  FILE *out = fopen(path, "w");
  if (!out) return az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
  put_head(w, out);
  if (w->is_violation)
    put_waypoints(w, out);
  else
    put_invariants(w, out);
  fputs("  </graph>\n</graphml>\n", out);
  bool fine = !ferror(out);
  fine = !fclose(out) && fine;
  return fine ? AZ_OK : az_fail(err, AZ_ERR_RESOURCE, "%s: cannot be written", path);
}
