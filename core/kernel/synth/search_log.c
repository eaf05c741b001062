/* Rows in the log. A value is shown as the domain prints it, and as the bound of the row if it has
 * one. Of a model, only values that were requested are shown. */
#include "synth/search_log.h"
#include "synth/invariants.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct shown_row {
  char *text;    /* of the last value; NULL: none yet */
  char *subject; /* the row with its parameter open: "x <= d" */
  bool bounded;
  az_wide bound;
  const char *why;
} shown_row;

struct search_log {
  const az_log *log;
  const az_cuts *cuts;
  const az_solver *solver;
  uint32_t count;
  az_answer answer; /* of the last query */
  bool model_shown;
  shown_row *rows;
};

search_log *search_log_new(const az_cuts *cuts, const az_solver *solver, uint32_t rows) {
  const az_log *log = az_store_log(az_cuts_ssa(cuts)->s);
  if (!az_log_on(log, AZ_TOPIC_synth)) return NULL;
  search_log *l = az_calloc(1, sizeof *l);
  *l = (search_log){.log = log, .cuts = cuts, .solver = solver, .count = rows};
  l->answer = AZ_UNKNOWN;
  l->rows = az_calloc(rows + 1, sizeof *l->rows);
  return l;
}

void search_log_free(search_log *l) {
  if (!l) return;
  for (uint32_t r = 0; r < l->count; r++) {
    free(l->rows[r].text);
    free(l->rows[r].subject);
  }
  free(l->rows);
  free(l);
}

void search_log_why(search_log *l, uint32_t row, const char *why) {
  if (l && row < l->count) l->rows[row].why = why;
}

void search_log_answer(search_log *l, az_answer answer) {
  if (!l) return;
  l->answer = answer;
  l->model_shown = false;
  for (uint32_t r = 0; r < l->count; r++) l->rows[r].why = NULL;
}

/* Logs the known values of the state in which the model violates a row: "x = 3, y = 4". */
static void show_model(search_log *l, const logged_row *row) {
  const az_store *s = az_cuts_ssa(l->cuts)->s;
  const az_obligation *at = NULL;
  char text[512];
  size_t used = 0;
  for (size_t i = 0; !at && i < row->obligation_count; i++) {
    az_term holds = az_solver_known(l->solver, row->obligations[i].condition);
    if (holds && az_is_true(s, holds)) at = &row->obligations[i];
  }
  if (!at) return;
  for (uint32_t i = 0; i < az_cuts_width(l->cuts, row->view) && used < sizeof text; i++) {
    az_term known = az_solver_known(l->solver, at->state.values[i]);
    const char *name = az_cuts_name(l->cuts, row->view, i);
    az_wide value;
    if (!name || !known || !az_const_wide(s, known, true, &value) ||
        value != (az_wide)(int64_t)value)
      continue;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s = %lld", used ? ", " : "", name,
                             (long long)value);
  }
  uint32_t count;
  if (used)
    AZ_LOG(l->log, synth, "model", az_cuts_views(l->cuts, &count)[row->view].name,
           AZ_TEXT("state", text));
}

/* Returns the component that contains the row. */
static az_domain leaf_of(const az_domain *domain, uint32_t *row, const void **value) {
  az_domain d = *domain;
  for (;;) {
    const az_inner_facet *inner = az_domain_facets(&d).inner;
    uint32_t i = inner ? inner->count(d.self) : 0;
    while (i && inner->first_row(d.self, i - 1) > *row) i--;
    if (!i) return d;
    void **slot = inner->slot(d.self, (void *)(uintptr_t)*value, i - 1);
    *row -= inner->first_row(d.self, i - 1);
    *value = *slot;
    d = *inner->component(d.self, i - 1);
  }
}

/* Logs a change. The fields `old_bound` and `bound` are values of d_r in e_r <= d_r: for x >= d,
 * they are negated. */
void search_log_row(search_log *l, const logged_row *row, const void *value) {
  if (!l || row->number >= l->count) return;
  shown_row *shown = &l->rows[row->number], old = *shown;
  uint32_t at = row->row, count;
  const void *part = value;
  az_domain leaf = leaf_of(row->domain, &at, &part);
  const az_numeric_facet *numeric = az_domain_facets(&leaf).numeric;
  az_wide least, greatest = 0;
  if (numeric) numeric->range(leaf.self, at, &least, &greatest);
  shown->bounded =
      numeric && numeric->bound(leaf.self, at, part, &shown->bound) && shown->bound < greatest;
  if (old.bounded && shown->bounded && old.bound == shown->bound) return;
  char *text = row->domain->ops->print(row->domain->self, row->row, value);
  if (!text) text = az_strdup("no claim");
  if (shown->text && !strcmp(shown->text, text)) {
    free(text);
    return;
  }
  if (l->answer == AZ_SAT && !l->model_shown) show_model(l, row);
  l->model_shown = true;
  shown->text = text;
  if (!shown->subject) shown->subject = az_row_text(&leaf, at);
  const char *why = old.why ? old.why : l->answer == AZ_SAT ? "model" : old.text ? NULL : "start";
  AZ_LOG(l->log, synth, "row", az_cuts_views(l->cuts, &count)[row->view].name,
         AZ_COUNT("row", row->number), AZ_TEXT("of", leaf.module ? leaf.module->name : NULL),
         AZ_KEY("is", shown->subject), AZ_TEXT("old", old.text), AZ_TEXT("new", text),
         old.bounded ? AZ_WIDE("old_bound", old.bound) : AZ_TEXT("old_bound", NULL),
         shown->bounded ? AZ_WIDE("bound", shown->bound) : AZ_TEXT("bound", NULL),
         AZ_TEXT("why", why));
  free(old.text);
}
