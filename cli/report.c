/* Prints the results of one property. */
#include "cli/report.h"
#include "ansatz/allocate.h"
#include "cli/supervise.h"
#include "cli/trace_print.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether a proof is vacuous: the program has no assertion that could fail. Such a proof is
 * a verdict only if the user requested this property, since otherwise the user may have meant
 * another one. */
static bool is_vacuous(const az_program *p, const az_property_request *request,
                       const az_result *r) {
  bool asked = request->classes == 1u << AZ_C_UNREACH || p->arbitrary_entry;
  bool vacuous = r->verdict == AZ_V_TRUE && asked;
  for (size_t i = 0; i < r->check_count; i++) { /* including lemmas */
    const az_check *c = &p->checks[r->checks[i].check];
    vacuous &= !(request->classes >> c->cls & 1u) || !strcmp(c->text, AZ_ESCAPE_TEXT);
  }
  return vacuous;
}

void az_report_verdict(const az_task_options *o, const az_program *p,
                       const az_property_request *request, const az_result *r,
                       az_property_report *out) {
  out->property = request->name;
  out->kind = r->verdict;
  out->resource = r->verdict == AZ_V_UNKNOWN && r->out_of_time;
  out->reason = r->reason;
  if (out->resource && r->reason && !strcmp(r->reason, "timeout") && o->resources.timeout > 0)
    out->reason = az_arena_printf(r->arena, AZ_TIMEOUT_FORMAT, o->resources.timeout);
  bool vacuous = is_vacuous(p, request, r);
  bool asserts = request->classes == 1u << AZ_C_UNREACH;
  out->note = !vacuous  ? NULL
              : asserts ? "nothing to check: the program has no assertion that could fail"
                        : "nothing to check: the function has no operation that could violate it";
  if (vacuous && o->resolved.by_default) {
    out->kind = AZ_V_UNKNOWN;
    snprintf(out->verdict, sizeof out->verdict, "unknown (%s; try --property valid-memsafety)",
             out->note);
  } else if (r->verdict == AZ_V_TRUE) {
    snprintf(out->verdict, sizeof out->verdict, r->reason && *r->reason ? "true (%s)" : "true%s",
             r->reason ? r->reason : "");
  } else if (r->verdict == AZ_V_FALSE) {
    const char *name = request->name;
    for (size_t i = 0; i < r->check_count; i++) {
      if (r->checks[i].verdict != AZ_V_FALSE) continue;
      az_class cls = p->checks[r->checks[i].check].cls;
      if (cls == AZ_C_DEREF || cls == AZ_C_FREE || cls == AZ_C_MEMTRACK)
        name = az_class_property(cls);
    }
    snprintf(out->verdict, sizeof out->verdict, "false(%s)", name);
  } else {
    snprintf(out->verdict, sizeof out->verdict, "unknown (%s)",
             out->reason ? out->reason : "no reason known");
  }
}

/* Returns the time between two readings of the clock, without a leap of the clock between them. */
static double without_leap(double seconds) {
  const double leap = 1e12; /* at the CPU limit of a run with a budget (core/kernel/base/clock.c) */
  return seconds > leap / 2 ? seconds - leap : seconds;
}

static void stats_line(FILE *out, const char *name, const az_phase_stats *s) {
  fprintf(out, "  %-10s %8.3f s  %6llu calls  %9llu clauses  %9llu terms  %5llu steps\n", name,
          without_leap(s->seconds), (unsigned long long)s->calls, (unsigned long long)s->clauses,
          (unsigned long long)s->terms, (unsigned long long)s->steps);
}

/* Prints the limits that cut work short, and how often each limit did so. */
static void limits_lines(FILE *out, const az_limits *limits) {
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  for (size_t i = 0; i < AZ_LIMITS; i++)
    if (limits->hits[i])
      fprintf(out, "  limit      %s = %llu was reached %llu times\n", table[i].name,
              (unsigned long long)az_limits_value(limits, (az_limit)i),
              (unsigned long long)limits->hits[i]);
}

static void recurrent_set_lines(FILE *out, const az_program *p, const az_result *r) {
  char where[512];
  for (size_t i = 0; i < arrlenu(r->recurrent_sets); i++) {
    const az_recurrent_set *set = &r->recurrent_sets[i];
    fprintf(out, "  recurrent set  %s  loop %s: %s   (k = %u",
            az_loc_text(p, set->loc, where, sizeof where), set->view, set->c, set->k);
    if (set->left_out) fprintf(out, "; %u more rows cannot be written in C", set->left_out);
    fputs(")\n", out);
  }
}

static void precondition_lines(FILE *out, const az_result *r, const az_property_request *request) {
  const az_precondition *found = r->precondition;
  const bool ends = request->classes == 1u << AZ_C_TERMINATION;
  if (!found) return;
  if (found->text)
    fprintf(out, "  precondition: all executions %s if %s   [%s]\n",
            ends ? "terminate" : "are safe", found->text, found->note);
  if (found->fails)
    fprintf(out, "  precondition: no execution %s if %s   [%s]\n",
            ends ? "terminates" : "ends safely", found->fails, found->note);
  if (!found->text && !found->fails) fprintf(out, "  precondition: none found (%s)\n", found->note);
}

void az_report_text(const az_task_output *o, const az_program *p,
                    const az_property_request *request, const az_result *r,
                    const az_property_report *report, FILE *out) {
  char where[512];
  size_t shown = 0;
  for (size_t i = 0; i < r->check_count; i++) {
    const az_check *c = &p->checks[r->checks[i].check];
    const char *verdict = az_verdict_name(r->checks[i].verdict);
    if (r->verdict == AZ_V_TRUE && r->check_count > 12 && shown >= 12) break;
    fprintf(out, "  %-24s %s  %s: %s", c->id, az_loc_text(p, c->loc, where, sizeof where),
            c->text ? c->text : "", verdict);
    fprintf(out, r->checks[i].verdict == AZ_V_UNKNOWN ? "\n" : " (k = %u)\n", r->checks[i].k);
    shown++;
  }
  if (shown < r->check_count)
    fprintf(out, "  ... and %zu more, all true\n", r->check_count - shown);
  if (o->invariants) {
    for (size_t i = 0; i < arrlenu(r->invariants); i++) {
      const az_invariant *inv = &r->invariants[i];
      if (inv->implied && !o->all_invariants) continue;
      fprintf(out, "  invariant  %s  loop %s: %s%s\n",
              az_loc_text(p, inv->loc, where, sizeof where), inv->view, inv->text,
              inv->always ? "" : "   (after the first iteration)");
    }
  }
  if (r->verdict == AZ_V_FALSE && o->trace && r->trace) az_cli_print_trace(p, r->trace, out);
  if (r->verdict == AZ_V_FALSE) recurrent_set_lines(out, p, r);
  if (r->verdict == AZ_V_FALSE && *r->replay.note) fprintf(out, "  replay: %s\n", r->replay.note);
  if (r->verdict == AZ_V_UNKNOWN) {
    for (size_t i = 0; i < arrlenu(r->unconfirmed); i++)
      fprintf(out, "  unconfirmed: %s\n", r->unconfirmed[i]);
    for (size_t i = 0; i < arrlenu(r->causes) && i < 5; i++)
      fprintf(out, "  over-approximated: %s\n", r->causes[i]);
    for (size_t i = 0; i < arrlenu(r->hints); i++) fprintf(out, "  %s\n", r->hints[i]);
  }
  if (o->stats) {
    stats_line(out, "base", &r->base);
    stats_line(out, "step", &r->step);
    stats_line(out, "domain", &r->domain);
    stats_line(out, "replay", &r->native);
    fprintf(out, "  %llu terms\n", (unsigned long long)r->terms);
    limits_lines(out, &r->limits);
  }
  precondition_lines(out, r, request);
  bool known = *report->verdict;
  if (r->verdict == AZ_V_UNKNOWN && (r->out_of_time || !known))
    fprintf(out, "  %zu row%s found, up to k = %u%s\n", arrlenu(r->invariants),
            arrlenu(r->invariants) == 1 ? "" : "s", r->k,
            o->invariants ? "" : " (--invariants shows them)");
  if (!known) return;
  if (r->verdict == AZ_V_UNKNOWN && r->out_of_time)
    fprintf(out, "  out of time in %s\n", *r->phase ? r->phase : "reading the program");
  if (p->note) fprintf(out, "  note: %s\n", p->note);
  bool decided = report->kind != AZ_V_UNKNOWN;
  if (report->note && decided) fprintf(out, "  note: %s\n", report->note);
  if (p->contract) fprintf(out, "  entry contract: %s\n", p->contract);
  fprintf(out, "%s: %s", request->name, report->verdict);
  if (decided) fprintf(out, "   [%s, k = %u", r->method ? r->method : "", r->k);
  if (decided && r->by.domain)
    fprintf(out, ", stage %u: %s by %s", r->by.stage, r->by.domain, r->by.strategy);
  if (decided && p->contract) fputs(", under the entry contract", out);
  if (r->verdict == AZ_V_TRUE && r->rests_on) fprintf(out, ", rests on %s", r->rests_on);
  if (r->verdict == AZ_V_FALSE && *r->replay.settled)
    fprintf(out, ", after undefined behaviour that the builds settle: %s", r->replay.settled);
  for (size_t i = 0; r->verdict == AZ_V_TRUE && i < arrlenu(r->provisos); i++)
    fprintf(out, "; %s", r->provisos[i]);
  if (decided) fputc(']', out);
  fputc('\n', out);
}

static json_t *by_json(const az_result *r) {
  return json_pack("{s:i, s:s*, s:s*}", "stage", (int)r->by.stage, "domain", r->by.domain,
                   "strategy", r->by.strategy);
}

static json_t *limits_json(const az_limits *limits) {
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  json_t *met = json_object();
  for (size_t i = 0; i < AZ_LIMITS; i++)
    if (limits->hits[i])
      json_object_set_new(met, table[i].name,
                          json_pack("{s:I, s:I}", "value",
                                    (json_int_t)az_limits_value(limits, (az_limit)i), "hits",
                                    (json_int_t)limits->hits[i]));
  return met;
}

static json_t *phase_json(const az_phase_stats *s) {
  return json_pack("{s:f, s:I, s:I, s:I, s:I, s:f, s:I, s:I}", "seconds", without_leap(s->seconds),
                   "calls", (json_int_t)s->calls, "clauses", (json_int_t)s->clauses, "terms",
                   (json_int_t)s->terms, "steps", (json_int_t)s->steps, "solving",
                   without_leap(s->solving), "variables", (json_int_t)s->variables,
                   "clauses_of_calls", (json_int_t)s->clauses_of_calls);
}

static json_t *turns_json(const az_result *r) {
  json_t *turns = json_array();
  for (size_t i = 0; i < arrlenu(r->turns); i++) {
    const az_turn *n = &r->turns[i];
    json_array_append_new(turns, json_pack("{s:s, s:i, s:f, s:I, s:I, s:I}", "phase", n->phase, "k",
                                           (int)n->k, "seconds", without_leap(n->seconds), "calls",
                                           (json_int_t)n->calls, "clauses", (json_int_t)n->clauses,
                                           "terms", (json_int_t)n->terms));
  }
  return turns;
}

/* Returns NULL if there are none. */
static json_t *recurrent_sets_json(const az_program *p, const az_result *r) {
  char where[512];
  if (!arrlenu(r->recurrent_sets) || r->verdict != AZ_V_FALSE) return NULL;
  json_t *sets = json_array();
  for (size_t i = 0; i < arrlenu(r->recurrent_sets); i++) {
    const az_recurrent_set *set = &r->recurrent_sets[i];
    json_array_append_new(sets, json_pack("{s:s, s:s, s:s, s:i, s:i}", "loc",
                                          az_loc_text(p, set->loc, where, sizeof where), "view",
                                          set->view, "set", set->c, "left_out", (int)set->left_out,
                                          "k", (int)set->k));
  }
  return sets;
}

/* Returns the counterexample as text, or NULL. A very long text is cut in the middle. */
static json_t *trace_json(const az_program *p, const az_result *r) {
  enum { FIRST = 1 << 16, LAST = 1 << 17 };
  if (!r->trace || r->verdict != AZ_V_FALSE) return NULL;
  char *text = NULL;
  size_t size = 0;
  FILE *out = az_open_memstream(&text, &size);
  az_cli_print_trace(p, r->trace, out);
  az_close_memstream(out);
  if (size > FIRST + LAST + 100) {
    char *end = text + FIRST, *rest = text + size - LAST;
    while (end > text && end[-1] != '\n') end--;
    while (*rest && *rest++ != '\n') {}
    end += snprintf(end, 100, "... %zu bytes omitted ...\n", (size_t)(rest - end));
    memmove(end, rest, strlen(rest) + 1);
  }
  json_t *json = json_string(text);
  free(text);
  return json;
}

json_t *az_report_json(const az_task_output *o, const az_program *p,
                       const az_property_request *request, const az_result *r,
                       const az_property_report *report) {
  char where[512];
  json_t *checks = json_array(), *invariants = json_array(), *unconfirmed = json_array(),
         *causes = json_array(), *hints = json_array(), *provisos = json_array();
  for (size_t i = 0; i < arrlenu(r->provisos); i++)
    json_array_append_new(provisos, json_string(r->provisos[i]));
  for (size_t i = 0; i < arrlenu(r->hints); i++)
    json_array_append_new(hints, json_string(r->hints[i]));
  for (size_t i = 0; i < r->check_count; i++) {
    const az_check *c = &p->checks[r->checks[i].check];
    json_array_append_new(checks, json_pack("{s:s, s:s, s:s, s:s, s:i}", "id", c->id, "loc",
                                            az_loc_text(p, c->loc, where, sizeof where), "text",
                                            c->text ? c->text : "", "verdict",
                                            az_verdict_name(r->checks[i].verdict), "k",
                                            (int)r->checks[i].k));
  }
  for (size_t i = 0; i < arrlenu(r->invariants); i++) {
    const az_invariant *inv = &r->invariants[i];
    json_array_append_new(
        invariants,
        json_pack("{s:s, s:s, s:s, s:s, s:b}", "loc", az_loc_text(p, inv->loc, where, sizeof where),
                  "view", inv->view, "text", inv->text, "holds",
                  inv->always ? "always" : "after the first iteration", "implied", inv->implied));
  }
  for (size_t i = 0; i < arrlenu(r->unconfirmed); i++)
    json_array_append_new(unconfirmed, json_string(r->unconfirmed[i]));
  for (size_t i = 0; i < arrlenu(r->causes); i++)
    json_array_append_new(causes, json_string(r->causes[i]));
  const az_precondition *pre = r->precondition;
  json_t *precondition = pre ? json_pack("{s:s?, s:s?, s:s}", "text", pre->text, "fails",
                                         pre->fails, "note", pre->note)
                             : NULL;
  return json_pack(
      "{s:o*, s:o*, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:o*, s:o, s:o, s:o, s:o, s:o, "
      "s:o, s:o, s:s, s:o*, s:{s:o, s:o, s:o, s:o, s:I, s:o}, s:s}",
      "recurrent_sets", recurrent_sets_json(p, r), "trace", o->trace ? trace_json(p, r) : NULL,
      "name", request->name, "verdict", report->verdict, "reason",
      report->reason ? report->reason : "", "method", r->method ? r->method : "", "axioms",
      r->rests_on ? r->rests_on : "", "note",
      az_arena_printf(r->arena, "%s%s%s", p->note ? p->note : "",
                      p->note && report->note ? "; " : "", report->note ? report->note : ""),
      "contract", p->contract ? p->contract : "", "k", (int)r->k, "precondition", precondition,
      "checks", checks, "invariants", invariants, "provisos", provisos, "unconfirmed", unconfirmed,
      "approximations", causes, "hints", hints, "limits", limits_json(&r->limits), "phase",
      r->verdict == AZ_V_UNKNOWN ? r->phase : "", "by",
      report->kind != AZ_V_UNKNOWN ? by_json(r) : NULL, "stats", "base", phase_json(&r->base),
      "step", phase_json(&r->step), "domain", phase_json(&r->domain), "replay",
      phase_json(&r->native), "terms", (json_int_t)r->terms, "turns", turns_json(r), "settled",
      r->verdict == AZ_V_FALSE ? r->replay.settled : "");
}
