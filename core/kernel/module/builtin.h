/* What the core and the program keep to themselves about modules. */
#ifndef ANSATZ_MODULE_BUILTIN_H
#define ANSATZ_MODULE_BUILTIN_H

#include "ansatz/module.h"

/* The entry points of the compiled-in modules, NULL-terminated: defined in the file that
 * core/app/cli/CMakeLists.txt generates. Weak, so that the core links without any. */
typedef const az_module *(*az_module_entry)(void);
const az_module_entry *az_builtin_modules(void) __attribute__((weak));

/* A registry without the compiled-in modules: to load their .so twins in tests. */
az_registry *az_registry_new_empty(void);

/* What was met on ANSATZ_PATH and could not be loaded, a message a file, NULL-terminated. Filled by
 * az_registry_list. */
const char *const *az_registry_problems(const az_registry *registry);

/* The first of the kind that suits, in order of name: of those that are compiled in or have been
 * loaded, and only where there is none, of those on ANSATZ_PATH, which take long to load; or NULL.
 */
const az_module *az_registry_first(az_registry *registry, az_module_kind kind,
                                   bool (*suits)(const az_module *module));
/* Walks the modules of a kind that are linked into the program, in order of name: the first one
 * behind `after`, or of all where that is NULL; NULL: there is none. */
const az_module *az_registry_next_linked(const az_registry *registry, az_module_kind kind,
                                         const az_module *after);

/* Where a module came from: "built in" or its file. */
const char *az_registry_origin(const az_registry *registry, const az_module *module);

/* Is it compiled in, or from one of our own folders? */
bool az_registry_is_own(const az_registry *registry, const az_module *module);
/* Of modules that were loaded from elsewhere than our own folders: " (with a, b: not Ansatz's)",
 * empty where there are none. */
void az_registry_loaded(const az_registry *registry, char *text, size_t size);

/* The folders that are searched for NAME.so, NULL-terminated. */
const char *const *az_registry_path(const az_registry *registry);

/* Why Ansatz's own loadable modules cannot be found: neither of their folders is there, as where
 * the program was copied without them; NULL: one is. */
const char *az_registry_lost(az_registry *registry);

/* One value set or replaced; what `value` points to is copied. */
void az_desc_set(az_desc *d, const az_value_desc *value);
bool az_desc_equal(const az_desc *a, const az_desc *b);

/* Does `value` suit `option`? Otherwise the message says what is wanted, without the option's name.
 */
bool az_option_accepts(const az_option *option, const az_value_desc *value, az_error *err);
/* "whole number from 1 to 64", "one of 'all', 'violated'", "domain" ... */
void az_option_wants(const az_option *option, char *text, size_t size);
const char *az_option_type_name(az_option_type type);
/* Required options that `d` lacks: the first one, or NULL. */
const az_option *az_desc_missing(const az_desc *d);

#endif
