/* Collects the parts of a task (files, properties, options of the compiler) from the command line
 * and, if the input is a task file, from that file. */
#include "ansatz/allocate.h"
#include "cli/compile_commands.h"
#include "cli/contract_clauses.h"
#include "cli/task_options.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

az_frontend_options az_task_frontend(const az_task_options *o) {
  return (az_frontend_options){
      .files = o->resolved.task ? o->resolved.task->files : o->source.files,
      .file_count = o->resolved.task ? o->resolved.task->file_count : arrlenu(o->source.files),
      .data_model = o->source.data_model,
      .function = o->source.harness ? o->source.harness : o->source.function,
      .is_harness = o->source.harness != NULL,
      .removed = o->source.removed,
      .removed_count = arrlenu(o->source.removed),
      .malloc_may_fail = o->reading.malloc_may_fail,
      .error_function = o->resolved.error_function,
      .contract = o->source.contract,
      .contract_count = arrlenu(o->source.contract),
      .contract_name = o->resolved.contract_name,
      .compiler = o->source.compiler,
      .compiler_count = arrlenu(o->source.compiler),
      .any_order = o->reading.any_order,
      .witness_indices = o->source.witness_indices,
      .work_folder = o->resolved.work_folder};
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* Checks the options: a precondition constrains the arguments and globals of a function, so the
 * user must name the function. */
static az_status check_precondition(const az_task_options *o, az_error *err) {
  if (!o->method.precondition || (o->source.function && strcmp(o->source.function, "main") != 0))
    return AZ_OK;
  return az_fail(err, AZ_ERR_INPUT, "--precondition is for --function NAME, not main");
}

/* Adds each property once. */
static az_status add_request(void *ctx, const char *name, uint32_t classes, const char *error,
                             az_error *err) {
  az_task_options *o = ctx;
  if (error && o->resolved.error_function && strcmp(error, o->resolved.error_function) != 0)
    return az_fail(err, AZ_ERR_INPUT, "two property files, one about calls of %s, one about %s",
                   o->resolved.error_function, error);
  if (error) o->resolved.error_function = error;
  for (size_t k = 0; k < arrlenu(o->resolved.requests); k++)
    if (!strcmp(o->resolved.requests[k].name, name)) return AZ_OK;
  arrput(o->resolved.requests, ((az_property_request){name, classes}));
  return AZ_OK;
}

static az_status resolve(az_task_options *o, az_error *err) {
  if (o->source.harness && o->source.function)
    return az_fail(err, AZ_ERR_INPUT, "--harness and --function exclude each other");
  bool yml = false;
  for (size_t i = 0; i < arrlenu(o->source.files); i++)
    yml |= ends_with(o->source.files[i], ".yml") || ends_with(o->source.files[i], ".yaml");
  if (yml && arrlenu(o->source.files) > 1)
    return az_fail(err, AZ_ERR_INPUT, "expects one task file, or C files alone: got %s and %s",
                   o->source.files[0], o->source.files[1]);
  if (yml) {
    o->resolved.task = az_task_read(o->source.files[0], o->source.function, err);
    if (!o->resolved.task) return err->status;
    if (o->resolved.task->skipped)
      fprintf(stderr, "ansatz: warning: %s: a property is left out\n", o->resolved.task->skipped);
    if (!o->source.has_data_model && o->resolved.task->has_data_model)
      o->source.data_model = o->resolved.task->data_model;
  }
  if (o->source.compile_commands) {
    az_frontend_options files = az_task_frontend(o);
    o->resolved.arena = az_arena_new();
    if (az_compile_commands_read(o->source.compile_commands, files.files, files.file_count,
                                 o->resolved.arena, &o->source.compiler, err))
      return err->status;
  }
  if (az_contract_comments(o, err)) return err->status;
  o->resolved.contract_name = az_contract_name(o);
  if (arrlenu(o->source.properties) || !yml || !o->resolved.task->property_count) {
    az_status status = AZ_OK;
    for (size_t i = 0; status == AZ_OK && i < arrlenu(o->source.properties); i++)
      status = az_property_list(o->source.properties[i], o->source.function, add_request, o, err);
    o->resolved.by_default = !arrlenu(o->source.properties);
    if (o->resolved.by_default)
      status = az_property_list("unreach-call", o->source.function, add_request, o, err);
    return status;
  }
  for (size_t i = 0; i < o->resolved.task->property_count; i++) {
    const char *name, *file = o->resolved.task->properties[i].file;
    uint32_t classes;
    if (az_property_parse(file, o->source.function, &name, &classes, err) ||
        add_request(o, name, classes, az_property_error_function(file, o->source.function), err))
      return err->status;
  }
  return AZ_OK;
}

/* Files for witnesses are made before the task is read, so the properties must be known by then. */
static az_status check_witness_files(const az_task_options *o, az_error *err) {
  const char *option = o->evidence.witness ? "--witness" : "--test-file";
  if (arrlenu(o->resolved.requests) < 2 || arrlenu(o->source.properties)) return AZ_OK;
  if (!o->evidence.witness && !o->evidence.test_file) return AZ_OK;
  return az_fail(err, AZ_ERR_INPUT,
                 "%s: %s asks for several properties (%s, %s, ...), and a file is of one: "
                 "name them with --property",
                 option, o->source.files[0], o->resolved.requests[0].name,
                 o->resolved.requests[1].name);
}

az_status az_task_options_resolve(az_task_options *o, az_error *err) {
  az_status status = resolve(o, err);
  if (status == AZ_OK) status = check_witness_files(o, err);
  return status ? status : check_precondition(o, err);
}
