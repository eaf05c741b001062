/* Functions about modules that are private to the core and the program. */
#pragma once

#include "ansatz/module.h"

/* Returns the entry points of the compiled-in modules, NULL-terminated. Defined in a file that
 * cli/CMakeLists.txt generates; weak, so that the core links without this file. */
typedef const az_module *(*az_module_entry)(void);
const az_module_entry *az_builtin_modules(void) __attribute__((weak));

/* Creates a registry without the compiled-in modules: tests load the same modules as .so files. */
az_registry *az_registry_new_empty(void);

/* Returns one message for each file on ANSATZ_PATH that could not be loaded, NULL-terminated.
 * Complete after az_registry_list. */
const char *const *az_registry_problems(const az_registry *registry);

/* Returns the first suitable module of the kind, in order of name, or NULL. Modules on ANSATZ_PATH
 * take long to load: they are loaded only if no other module is suitable. */
const az_module *az_registry_first(az_registry *registry, az_module_kind kind,
                                   bool (*suits)(const az_module *module));
/* Iterates over the modules of a kind that are linked into the program, in order of name: returns
 * the first module after `after` (NULL: the first of all), or NULL. */
const az_module *az_registry_next_linked(const az_registry *registry, az_module_kind kind,
                                         const az_module *after);

/* Returns the origin of a module: "built in" or its file. */
const char *az_registry_origin(const az_registry *registry, const az_module *module);

/* Returns whether the module is compiled in or was loaded from one of Ansatz's own folders. */
bool az_registry_is_own(const az_registry *registry, const az_module *module);
/* Writes the names of the modules that were loaded from folders other than Ansatz's own, as in "
 * (with a, b: not Ansatz's)"; empty if there are none. */
void az_registry_loaded(const az_registry *registry, char *text, size_t size);

/* Sets the default options of the back end that `desc` names, for solvers created without options.
 * Takes ownership of `desc`. */
void az_registry_set_solver(az_registry *registry, az_desc *desc);
/* Returns the options set by az_registry_set_solver for this back end; NULL if there are none. */
const az_options *az_registry_solver_options(const az_registry *registry, const az_module *module);

/* Returns the folders that are searched for NAME.so, NULL-terminated. */
const char *const *az_registry_path(const az_registry *registry);

/* Returns a message if neither folder of Ansatz's own loadable modules exists, for example because
 * the program was copied without them; else NULL. */
const char *az_registry_lost(az_registry *registry);

/* Sets an option's value to a deep copy of `value`, which must have the option's type. */
void az_desc_set(az_desc *d, const az_value_desc *value);
bool az_desc_equal(const az_desc *a, const az_desc *b);

/* Returns whether `value` suits `option`; if not, err describes suitable values, without the
 * option's name. */
bool az_option_accepts(const az_option *option, const az_value_desc *value, az_error *err);
/* Describes the option's values: "whole number from 1 to 64", "one of 'all', 'none'". */
void az_option_wants(const az_option *option, char *text, size_t size);
const char *az_option_type_name(az_option_type type);
/* Returns the first required option that `d` lacks, or NULL. */
const az_option *az_desc_missing(const az_desc *d);
