/* One stream of events that describes a run as it happens. An event has a name, a location and
 * numbers. The log is attached to the term store, which every part of a run can reach, so that no
 * global variable is needed. Without a log, an event costs one test of a pointer, and its fields
 * are not computed. Logging builds no terms and makes no queries, so that a run makes the same
 * queries with and without a log. */
#ifndef ANSATZ_EVENT_H
#define ANSATZ_EVENT_H

#include "ansatz/clock.h"
#include "ansatz/linkage.h"
#include "ansatz/status.h"

AZ_BEGIN_C

/* Topics, by which events are selected. */
#define AZ_TOPIC_TABLE(TOPIC)                                                                      \
  TOPIC(run, "properties, questions, stages and verdicts")                                         \
  TOPIC(program, "the front end and the passes over the program")                                  \
  TOPIC(ssa, "formulas: built, extended by a copy of each loop")                                   \
  TOPIC(kiki, "turns of the base and the step formula, k, shares of time")                         \
  TOPIC(synth, "steps of strategies, rows with their old and new bounds, models")                  \
  TOPIC(solver, "queries: who asked, for what, the answer, time, clauses, variables, terms")       \
  TOPIC(limits, "limits that kept something from being done")                                      \
  TOPIC(replay, "counterexamples and test runs of the compiled program")                           \
  TOPIC(certify, "certificates and their checks")

typedef enum az_topic {
#define AZ_TOPIC_ENUMERATOR(name, text) AZ_TOPIC_##name,
  AZ_TOPIC_TABLE(AZ_TOPIC_ENUMERATOR)
#undef AZ_TOPIC_ENUMERATOR
      AZ_TOPICS
} az_topic;

typedef enum az_log_type {
  AZ_LOG_TEXT, /* NULL: the field is left out */
  AZ_LOG_COUNT,
  AZ_LOG_SECONDS,
  AZ_LOG_KEY,  /* as AZ_LOG_TEXT, but only in the JSON log: people see another field */
  AZ_LOG_WIDE, /* the bound of a row; only in the JSON log */
} az_log_type;

typedef struct az_log_field {
  const char *name; /* NULL: the end of a list */
  az_log_type type;
  union {
    const char *text;
    uint64_t count;
    double seconds;
    __int128 wide;
  } is;
} az_log_field;

typedef struct az_log_event {
  az_topic topic;
  const char *what;  /* "query", "step", "turn" */
  const char *where; /* a location in the program or in the run, such as "main.0"; or NULL */
  double seconds;    /* when it happened: CPU time or work since the log was opened */
  const az_log_field *fields; /* terminated by a field without a name */
} az_log_event;

/* The texts of an event are valid until the consumer returns. */
typedef struct az_log {
  uint32_t topics; /* a bit for each selected az_topic */
  az_work *work;   /* the clock that events are timed by; may be NULL */
  double opened;   /* az_stopwatch() */
  void (*write)(void *ctx, const az_log_event *event);
  void *ctx;
} az_log;

/* Attaches a log (NULL: none), which must outlive the store. */
struct az_store;
void az_store_set_log(struct az_store *store, const az_log *log);
const az_log *az_store_log(const struct az_store *store);

static inline bool az_log_on(const az_log *log, az_topic topic) {
  return log && log->topics >> topic & 1u;
}
void az_log_write(const az_log *log, az_topic topic, const char *what, const char *where,
                  const az_log_field *fields);

/* AZ_LOG(az_store_log(store), kiki, "turn", NULL, AZ_TEXT("job", "base"), AZ_COUNT("k", 3));
 * The arguments after the topic are evaluated only if it is selected. */
#define AZ_LOG(log, topic, what, where, ...)                                                       \
  do {                                                                                             \
    const az_log *az_log_to_ = (log);                                                              \
    if (az_log_on(az_log_to_, AZ_TOPIC_##topic))                                                   \
      az_log_write(az_log_to_, AZ_TOPIC_##topic, what, where,                                      \
                   (const az_log_field[]){__VA_ARGS__, {.name = NULL}});                           \
  } while (0)
#define AZ_TEXT(of, value) ((az_log_field){(of), AZ_LOG_TEXT, {.text = (value)}})
#define AZ_KEY(of, value) ((az_log_field){(of), AZ_LOG_KEY, {.text = (value)}})
#define AZ_COUNT(of, value) ((az_log_field){(of), AZ_LOG_COUNT, {.count = (value)}})
#define AZ_SECONDS(of, value) ((az_log_field){(of), AZ_LOG_SECONDS, {.seconds = (value)}})
#define AZ_WIDE(of, value) ((az_log_field){(of), AZ_LOG_WIDE, {.wide = (value)}})

AZ_END_C
#endif
