/* What the log has of a search for rows (ansatz/event.h): every change of a row's value that the
 * solver is asked about, what the model was that it comes of, steps of strategies. */
#ifndef AZ_SYNTH_SEARCH_LOG_H
#define AZ_SYNTH_SEARCH_LOG_H

#include "ansatz/event.h"
#include "ansatz/strategy.h"
#include "cutpoint/cutpoint.h"

typedef struct search_log search_log;

/* NULL, for which all functions do nothing: nobody wants it. */
search_log *search_log_new(const az_cuts *cuts, const az_solver *solver, uint32_t rows);
void search_log_free(search_log *l);
/* What the next change of the row comes of: a literal. */
void search_log_why(search_log *l, uint32_t row, const char *why);
/* The last query had a model: what is known of it explains the changes up to the next one. */
void search_log_answer(search_log *l, az_answer answer);

typedef struct logged_row {
  uint32_t number; /* among all rows of the search */
  const az_domain *domain;
  uint32_t row; /* of this domain */
  uint32_t view;
  const az_place *places; /* where it may be violated */
  size_t place_count;
} logged_row;
/* An event, if the row's value is not the one that the log had last. */
void search_log_row(search_log *l, const logged_row *row, const void *value);

#endif
