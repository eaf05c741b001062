/* Time, notes and decisions of a run. */
#include "engine/run.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

const char *run_text(run *r, const char *format, ...) {
  char text[768];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return az_arena_strdup(r->result->arena, text);
}

void run_note(run *r, const char ***list, const char *text) {
  for (size_t i = 0; i < arrlenu(*list); i++) {
    if (!strcmp((*list)[i], text)) return;
  }
  arrput(*list, az_arena_strdup(r->result->arena, text));
}

double run_left(const run *r) {
  double end = r->config->cpu_end;
  return end <= 0 ? 1e9 : end - az_cpu();
}

double run_deadline(const run *r, double seconds) {
  double cpu = az_cpu() - r->cpu_start, wall = az_clock() - r->wall_start;
  double pace = cpu > 0.05 && wall > cpu ? wall / cpu : 1;
  return az_clock() + seconds * (pace < 20 ? pace : 20);
}

void run_decide(run *r, uint32_t check, az_verdict verdict, uint32_t k) {
  for (size_t i = 0; i < r->result->check_count; i++) {
    if (r->result->checks[i].check != check || r->result->checks[i].verdict != AZ_V_UNKNOWN)
      continue;
    r->result->checks[i].verdict = verdict;
    r->result->checks[i].k = k;
  }
  if (r->open[check]) r->open_count--;
  r->open[check] = false;
}

void run_refute(run *r, az_trace *trace, const az_replay *replay, uint32_t k, const char *method) {
  r->result->trace = trace;
  r->result->replay = *replay;
  run_decide(r, trace->events[trace->count - 1].check, AZ_V_FALSE, k);
  r->result->k = k;
  r->result->verdict = AZ_V_FALSE;
  r->result->method = method;
}
