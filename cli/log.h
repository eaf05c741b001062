/* Consumers of the stream of events: one line per event on standard error, one JSON object per line
 * in a file, and the recording of iterates. */
#ifndef AZ_CLI_LOG_H
#define AZ_CLI_LOG_H

#include "ansatz/event.h"
#include "cli/iterates.h"
#include "cli/task_options.h"

typedef struct az_cli_log {
  az_log log;
  uint32_t text;         /* topics to print */
  FILE *json;            /* NULL: none */
  az_iterates *iterates; /* NULL: not requested */
  char *line;            /* stb_ds */
} az_cli_log;

/* Opens the log that the options request, in `to`, which must outlive the log. Returns NULL if no
 * log is requested, or on an error, with err. */
const az_log *az_cli_log_open(az_cli_log *to, const az_task_output *o, az_error *err);
/* Append a number, and a text in quotes, to a line (stb_ds), as JSON. */
void az_cli_put_wide(char **line, __int128 value);
void az_cli_put_quoted(char **line, const char *text);
/* Returns false if the file could not be written. */
bool az_cli_log_close(az_cli_log *l);

/* Returns the name of a topic, for messages and help. */
const char *az_topic_name(az_topic topic);
/* Adds the topics of a list such as "synth,kiki" or "all". The error names the nearest topic. */
az_status az_topics_parse(uint32_t *topics, const char *list, az_error *err);

#endif
