/* The log of a search for rows (ansatz/event.h): every new value of a row that is queried, the
 * model that caused the change, and steps of strategies. */
#pragma once

#include "ansatz/event.h"
#include "ansatz/strategy.h"
#include "cutpoint/cutpoint.h"

typedef struct search_log search_log;

/* Returns a log, or NULL if the topic is off; all functions do nothing for NULL. */
search_log *search_log_new(const az_cuts *cuts, const az_solver *solver, uint32_t rows);
void search_log_free(search_log *l);
/* Notes `why`, a string literal, as the reason for the next change of the row. */
void search_log_why(search_log *l, uint32_t row, const char *why);
/* Notes the answer of the last query. The known part of its model explains the changes until the
 * next query. */
void search_log_answer(search_log *l, az_answer answer);

typedef struct logged_row {
  uint32_t number; /* among all rows of the search */
  const az_domain *domain;
  uint32_t row; /* its number in this domain */
  uint32_t view;
  const az_obligation *obligations; /* its proof obligations */
  size_t obligation_count;
} logged_row;
/* Writes an event if the row's value differs from the last one in the log. */
void search_log_row(search_log *l, const logged_row *row, const void *value);
