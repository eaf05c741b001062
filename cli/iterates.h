/* The iterates of strategies and the queries of a run, for --iterates: a consumer of the stream of
 * events (ansatz/event.h). The records are in a memory file that the worker shares with its
 * supervisor, so that they survive the worker. */
#ifndef AZ_CLI_ITERATES_H
#define AZ_CLI_ITERATES_H

#include "ansatz/event.h"
#include <stdio.h>

typedef struct az_iterates az_iterates;

/* Topics of the events that are recorded. */
#define AZ_ITERATE_TOPICS                                                                          \
  (1u << AZ_TOPIC_run | 1u << AZ_TOPIC_kiki | 1u << AZ_TOPIC_synth | 1u << AZ_TOPIC_solver)

/* Opens the file, before the worker starts. */
az_status az_iterates_open(az_iterates **out, az_error *err);
void az_iterates_free(az_iterates *r);
void az_iterates_event(az_iterates *r, const az_log_event *event);
/* Writes all records as one JSON object. */
void az_iterates_json(az_iterates *r, FILE *out);
/* Writes the iterates as a table. Without `all`, only the first and the last ones of a long search
 * are written. */
void az_iterates_text(az_iterates *r, bool all, FILE *out);

#endif
