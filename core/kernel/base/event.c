/* The fields that all events have. */
#include "ansatz/event.h"
#include "ansatz/clock.h"

void az_log_write(const az_log *log, az_topic topic, const char *what, const char *where,
                  const az_log_field *fields) {
  const az_log_event event = {.topic = topic,
                              .what = what,
                              .where = where,
                              .seconds = az_stopwatch(log->work) - log->opened,
                              .fields = fields};
  log->write(log->ctx, &event);
}
