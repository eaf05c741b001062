/* The parts of a task: its files, its properties, and how they are compiled, from the command line
 * and, if the input is a task file, from that. */
#include "ansatz/allocate.h"
#include "cli/compile_commands.h"
#include "cli/contract_clauses.h"
#include "cli/task_options.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

az_frontend_options az_task_frontend(const az_task_options *o) {
  return (az_frontend_options){.files = o->task ? o->task->files : o->files,
                               .file_count = o->task ? o->task->file_count : arrlenu(o->files),
                               .data_model = o->data_model,
                               .function = o->harness ? o->harness : o->function,
                               .is_harness = o->harness != NULL,
                               .removed = o->removed,
                               .removed_count = arrlenu(o->removed),
                               .malloc_may_fail = o->malloc_may_fail,
                               .error_function = o->error_function,
                               .contract = o->contract,
                               .contract_count = arrlenu(o->contract),
                               .compiler = o->compiler,
                               .compiler_count = arrlenu(o->compiler),
                               .any_order = o->any_order,
                               .witness_indices = o->witness_indices,
                               .work_folder = o->work_folder};
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* A precondition is about arbitrary arguments and globals, and about termination. */
static az_status check_precondition(const az_task_options *o, az_error *err) {
  bool ends = false;
  for (size_t i = 0; i < arrlenu(o->requests); i++)
    ends |= o->requests[i].classes >> AZ_C_TERMINATION & 1u;
  if (!o->precondition || (ends && o->function && strcmp(o->function, "main"))) return AZ_OK;
  return az_fail(err, AZ_ERR_INPUT,
                 "--precondition is for --property termination, with --function NAME, not main");
}

/* Adds each property once. */
static az_status add_request(void *ctx, const char *name, uint32_t classes, const char *error,
                             az_error *err) {
  az_task_options *o = ctx;
  if (error && o->error_function && strcmp(error, o->error_function) != 0)
    return az_fail(err, AZ_ERR_INPUT, "two property files, one about calls of %s, one about %s",
                   o->error_function, error);
  if (error) o->error_function = error;
  for (size_t k = 0; k < arrlenu(o->requests); k++)
    if (!strcmp(o->requests[k].name, name)) return AZ_OK;
  arrput(o->requests, ((az_property_request){name, classes}));
  return AZ_OK;
}

static az_status resolve(az_task_options *o, az_error *err) {
  if (o->harness && o->function)
    return az_fail(err, AZ_ERR_INPUT, "--harness and --function: executions start in one of them");
  bool yml =
      arrlenu(o->files) == 1 && (ends_with(o->files[0], ".yml") || ends_with(o->files[0], ".yaml"));
  if (yml) {
    o->task = az_task_read(o->files[0], o->function, err);
    if (!o->task) return err->status;
    if (o->task->skipped)
      fprintf(stderr, "ansatz: warning: %s: a property is left out\n", o->task->skipped);
    if (!o->has_data_model && o->task->has_data_model) o->data_model = o->task->data_model;
  }
  if (o->compile_commands) {
    az_frontend_options files = az_task_frontend(o);
    o->arena = az_arena_new();
    if (az_compile_commands_read(o->compile_commands, files.files, files.file_count, o->arena,
                                 &o->compiler, err))
      return err->status;
  }
  if (az_contract_comments(o, err)) return err->status;
  if (arrlenu(o->properties) || !yml || !o->task->property_count) {
    az_status status = AZ_OK;
    for (size_t i = 0; status == AZ_OK && i < arrlenu(o->properties); i++)
      status = az_property_list(o->properties[i], o->function, add_request, o, err);
    o->by_default = !arrlenu(o->properties);
    if (o->by_default) status = az_property_list("unreach-call", o->function, add_request, o, err);
    return status;
  }
  for (size_t i = 0; i < o->task->property_count; i++) {
    const char *name, *file = o->task->properties[i].file;
    uint32_t classes;
    if (az_property_parse(file, o->function, &name, &classes, err) ||
        add_request(o, name, classes, az_property_error_function(file, o->function), err))
      return err->status;
  }
  return AZ_OK;
}

/* Files of witnesses are made before the task is read, so the properties must be known by then. */
static az_status check_witness_files(const az_task_options *o, az_error *err) {
  const char *option = o->witness ? "--witness" : "--test-file";
  if (arrlenu(o->requests) < 2 || arrlenu(o->properties)) return AZ_OK;
  if (!o->witness && !o->test_file) return AZ_OK;
  return az_fail(err, AZ_ERR_INPUT,
                 "%s: %s asks for several properties (%s, %s, ...), and a file is of one: "
                 "name them with --property",
                 option, o->files[0], o->requests[0].name, o->requests[1].name);
}

az_status az_task_options_resolve(az_task_options *o, az_error *err) {
  az_status status = resolve(o, err);
  if (status == AZ_OK) status = check_witness_files(o, err);
  return status ? status : check_precondition(o, err);
}
