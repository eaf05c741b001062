/* The output of verify: text for people, one JSON object for programs. */
#ifndef ANSATZ_CLI_REPORT_H
#define ANSATZ_CLI_REPORT_H

#include "cli/task_options.h"
#include "kiki/engine.h"
#include <jansson.h>

typedef struct az_property_report {
  const char *property;
  char verdict[1024]; /* "true", "false(unreach-call)", "unknown (timeout: 5 s of CPU)" */
  const char *reason; /* the reason of the result, with the limit after a timeout; or NULL */
  az_verdict kind;
  bool resource;    /* unknown because time or memory ran out */
  const char *note; /* a note on the meaning of the verdict, or NULL */
} az_property_report;

void az_report_verdict(const az_task_options *o, const az_program *p,
                       const az_property_request *request, const az_result *result,
                       az_property_report *out);
void az_report_text(const az_task_output *o, const az_program *p,
                    const az_property_request *request, const az_result *result,
                    const az_property_report *report, FILE *out);
json_t *az_report_json(const az_task_output *o, const az_program *p,
                       const az_property_request *request, const az_result *result,
                       const az_property_report *report);

#endif
