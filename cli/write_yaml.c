/* YAML, version 2.0 of the exchange format [ayaziova2024]: an invariant_set or a
 * violation_sequence. Strings are in double quotes, with YAML's escapes. */
#include "ansatz/allocate.h"
#include "cli/write_witness.h"
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static void put_string(const char *text, FILE *out) {
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if (*c < ' ' || *c == 127)
      fprintf(out, "\\x%02x", *c);
    else
      fputc(*c, out);
  fputc('"', out);
}

static void put_entry(const char *indent, const char *key, const char *text, FILE *out) {
  fprintf(out, "%s%s: ", indent, key);
  put_string(text, out);
  fputc('\n', out);
}

static void put_metadata(const az_witness *w, FILE *out) {
  fprintf(out, "  metadata:\n    format_version: \"2.%d\"\n", arrlenu(w->contracts) > 0);
  put_entry("    ", "uuid", w->uuid, out);
  put_entry("    ", "creation_time", w->time, out);
  fputs("    producer:\n      name: \"Ansatz\"\n", out);
  put_entry("      ", "version", w->version, out);
  fputs("    task:\n      input_files:\n", out);
  for (size_t i = 0; i < arrlenu(w->files); i++) {
    fputs("        - ", out);
    put_string(w->files[i].name, out);
    fputc('\n', out);
  }
  fputs("      input_file_hashes:\n", out);
  for (size_t i = 0; i < arrlenu(w->files); i++) {
    fputs("        ", out);
    put_string(w->files[i].name, out);
    fputs(": ", out);
    put_string(w->files[i].sha256, out);
    fputc('\n', out);
  }
  put_entry("      ", "specification", w->specification, out);
  put_entry("      ", "data_model", w->data_model, out);
  put_entry("      ", "language", "C", out);
}

static void put_place(const char *indent, const az_witness_location *at, FILE *out) {
  fprintf(out, "%slocation:\n", indent);
  char inner[32];
  snprintf(inner, sizeof inner, "%s  ", indent);
  put_entry(inner, "file_name", at->file, out);
  fprintf(out, "%sline: %u\n", inner, at->line);
  if (at->column) fprintf(out, "%scolumn: %u\n", inner, at->column);
  if (at->function) put_entry(inner, "function", at->function, out);
}

static void put_invariants(const az_witness *w, FILE *out) {
  const bool any = arrlenu(w->invariants) + arrlenu(w->contracts) > 0;
  fputs(any ? "  content:\n" : "  content: []\n", out);
  for (size_t i = 0; i < arrlenu(w->invariants); i++) {
    const az_witness_invariant *inv = &w->invariants[i];
    fputs("    - invariant:\n        type: \"loop_invariant\"\n", out);
    put_place("        ", &inv->at, out);
    put_entry("        ", "value", inv->value, out);
    fputs("        format: \"c_expression\"\n", out);
  }
  for (size_t i = 0; i < arrlenu(w->contracts); i++) {
    fputs("    - contract:\n        type: \"function_contract\"\n", out);
    put_place("        ", &w->contracts[i].at, out);
    put_entry("        ", "requires", "1", out);
    put_entry("        ", "ensures", w->contracts[i].ensures, out);
    fputs("        format: \"ext_c_expression\"\n", out);
  }
}

static void put_waypoints(const az_witness *w, FILE *out) {
  fputs("  content:\n", out);
  for (size_t i = 0; i < arrlenu(w->waypoints); i++) {
    const az_waypoint *p = &w->waypoints[i];
    fprintf(out, "    - segment:\n        - waypoint:\n            type: \"%s\"\n",
            p->kind == AZ_WAYPOINT_TARGET   ? "target"
            : p->kind == AZ_WAYPOINT_RETURN ? "function_return"
                                            : "assumption");
    fputs("            action: \"follow\"\n", out);
    if (p->value) {
      fputs("            constraint:\n", out);
      put_entry("              ", "value", p->value, out);
      fprintf(out, "              format: \"%s\"\n",
              p->kind == AZ_WAYPOINT_RETURN ? "acsl_expression" : "c_expression");
    }
    put_place("            ", &p->at, out);
  }
}

az_status az_witness_write_yaml(const az_witness *w, const char *path, az_error *err) {
  for (size_t i = 0; i < arrlenu(w->waypoints); i++)
    if (w->waypoints[i].kind == AZ_WAYPOINT_CYCLE)
      return az_fail(
          err, AZ_ERR_UNSUPPORTED,
          "YAML 2.0 has no witnesses of infinite executions; GraphML (FILE.graphml) has");
  FILE *out = fopen(path, "w");
  if (!out) return az_fail(err, az_file_status(errno), "%s: %s", path, strerror(errno));
  fprintf(out, "- entry_type: \"%s\"\n", w->is_violation ? "violation_sequence" : "invariant_set");
  put_metadata(w, out);
  if (w->is_violation)
    put_waypoints(w, out);
  else
    put_invariants(w, out);
  bool fine = !ferror(out);
  fine = !fclose(out) && fine;
  return fine ? AZ_OK : az_fail(err, AZ_ERR_RESOURCE, "%s: cannot be written", path);
}
