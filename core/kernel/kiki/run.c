/* Notes and decisions of a run: texts of the result, progress, and the verdict of each check. */
#include "kiki/services.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

const char *run_text(kiki_run *r, const char *format, ...) {
  char text[768];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return az_arena_strdup(r->result->arena, text);
}

const char *run_place(kiki_run *r, const char *what, az_loc loc) {
  char where[256];
  if (loc.file == AZ_NONE || !loc.line) return what;
  return run_text(r, "%s at %s", what, az_loc_text(r->p, loc, where, sizeof where));
}

void run_phase(kiki_run *r, const char *format, ...) {
  const az_progress *progress = r->config->progress;
  va_list args;
  va_start(args, format);
  vsnprintf(r->result->phase, sizeof r->result->phase, format, args);
  va_end(args);
  r->result->limits = r->limits;
  if (progress) progress->report(progress->ctx, r->p, r->result);
}

void run_note(kiki_run *r, const char ***list, const char *text) {
  for (size_t i = 0; i < arrlenu(*list); i++) {
    if (!strcmp((*list)[i], text)) return;
  }
  arrput(*list, az_arena_strdup(r->result->arena, text));
}

size_t run_untried(const kiki_run *r) {
  size_t n = r->config->form_count;
  return r->forms.next < n ? n - r->forms.next : 0;
}

az_form_place run_form_place(const kiki_run *r) {
  return (az_form_place){r->registry, r->observers, r->step.cuts, r->sources};
}

uint32_t run_count(const kiki_run *r, const bool *which) {
  uint32_t n = 0;
  for (uint32_t c = 0; c < r->p->check_count; c++) n += which[c];
  return n;
}

/* Decides an open check, once: no check is both proved and refuted. */
static void run_decide(kiki_run *r, uint32_t check, az_verdict verdict, uint32_t k) {
  assert(check < r->p->check_count && verdict != AZ_V_UNKNOWN);
  for (size_t i = 0; i < r->result->check_count; i++) {
    if (r->result->checks[i].check != check) continue;
    /* No check is both proved and refuted. */
    assert(r->result->checks[i].verdict == AZ_V_UNKNOWN || r->result->checks[i].verdict == verdict);
    if (r->result->checks[i].verdict != AZ_V_UNKNOWN) continue;
    r->result->checks[i].verdict = verdict;
    r->result->checks[i].k = k;
  }
  if (r->open[check])
    AZ_LOG(az_store_log(r->s), kiki, "decided", r->p->checks[check].id,
           AZ_TEXT("is", az_verdict_name(verdict)), AZ_COUNT("k", k));
  if (r->open[check]) r->open_count--;
  r->open[check] = false;
  AZ_CHECK(run_count(r, r->open) == r->open_count);
}

void run_prove(kiki_run *r, const kiki_formula *f, const bool *which, uint32_t k) {
  assert(f->ssa && f->solver); /* a proof rests on answers of a solver about a formula */
  if (r->services->record) r->services->record->proof(r, f, which);
  for (uint32_t c = 0; c < r->p->check_count; c++)
    if (r->open[c] && (!which || which[c])) run_decide(r, c, AZ_V_TRUE, k);
}

az_replay_options run_replay_options(const kiki_run *r, double seconds) {
  const az_engine_config *c = r->config;
  bool wraps = c->overflow == AZ_SO_WRAP || r->classes >> AZ_C_OVERFLOW & 1u;
  return (az_replay_options){.work_folder = c->work_folder,
                             .classes = r->classes,
                             .sandbox = c->sandbox,
                             .seconds = seconds,
                             .strict_undefined = c->strict_undefined,
                             .stop_at_overflow = !wraps};
}

bool run_is_modular(const kiki_run *r) {
  return r->switches.modular && r->classes >> AZ_C_TERMINATION & 1u;
}

void run_refute(kiki_run *r, az_trace *trace, const az_replay *replay, uint32_t k,
                const char *method) {
  assert(!r->result->trace); /* a run ends with its first counterexample */
  assert(trace->count && trace->events[trace->count - 1].kind == AZ_EV_FAIL);
  r->result->trace = trace;
  r->result->replay = *replay;
  run_decide(r, trace->events[trace->count - 1].check, AZ_V_FALSE, k);
  r->result->k = k;
  r->result->verdict = AZ_V_FALSE;
  r->result->method = method;
}
