/* Task files and properties. */
#ifndef ANSATZ_TASK_H
#define ANSATZ_TASK_H

#include "ansatz/program.h"

typedef enum az_data_model { AZ_LP64, AZ_ILP32 } az_data_model;

/* A task file (.yml, format 2.0). */
typedef struct az_task_property {
  const char *file; /* path of the property file, resolved */
  const char *name; /* "unreach-call", "no-overflow", "valid-memsafety", "termination" ... from the
                       file's CHECK lines */
  int expected;     /* 1 true, 0 false, -1 not stated */
  const char *subproperty; /* NULL: none */
} az_task_property;
typedef struct az_task {
  az_arena *arena;
  const char **files;
  size_t file_count;
  az_task_property *properties;
  size_t property_count;
  az_data_model data_model;
  bool has_data_model;
  const char *skipped; /* the reason why some of the properties are left out; NULL: none is */
} az_task;
/* Reads a task file. Property files may name the entry function `function` (NULL: main). */
az_task *az_task_read(const char *path, const char *function, az_error *err);
void az_task_free(az_task *task);
/* Parses a property name or .prp file: returns its SV-COMP name (a static string) and the classes
 * of checks; AZ_ERR_INPUT with a suggestion otherwise. Also accepted: div-by-zero, shift,
 * array-bounds, valid-deref, valid-free, valid-memtrack, no-unsigned-overflow. A file may state
 * that executions start in main or in `function` (NULL: only main). */
az_status az_property_parse(const char *name_or_file, const char *function, const char **name,
                            uint32_t *classes, az_error *err);
/* Returns whether the file is a coverage property (COVER( ... )) for test generation. Task files
 * list such properties beside those to verify. */
bool az_property_is_coverage(const char *path);
/* Returns the error function of a property file, or the label ERROR, a static string; else NULL. */
#define AZ_LABEL_ERROR "label ERROR"
const char *az_property_error_function(const char *name_or_file, const char *function);
/* Parses several properties, separated by commas, or "all": every property that is not part of
 * another one. `error`: the error function of a property file. */
typedef az_status (*az_property_found)(void *ctx, const char *name, uint32_t classes,
                                       const char *error, az_error *err);
az_status az_property_list(const char *names_or_files, const char *function,
                           az_property_found found, void *ctx, az_error *err);

#endif
