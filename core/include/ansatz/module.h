/* Modules: how domains, strategies, observations, segmentation policies and back ends are plugged
 * in, in-tree or out of it. A module is one `const az_module` with designated initialisers. The
 * same source is compiled in, or built as NAME.so with the entry point const az_module
 * *ansatz_module_NAME(void), which AZ_MODULE(NAME) = { ... }; defines. NAME.so is found on
 * ANSATZ_PATH (colon-separated folders) or by its path. A rejected module does not stay loaded. */
#ifndef ANSATZ_MODULE_H
#define ANSATZ_MODULE_H

#include "ansatz/abi.h" /* AZ_ABI: hash of the public headers */
#include "ansatz/linkage.h"
#include "ansatz/status.h"

AZ_BEGIN_C

typedef enum az_module_kind {
  AZ_MODULE_DOMAIN,
  AZ_MODULE_STRATEGY,
  AZ_MODULE_SEGMENTATION,
  AZ_MODULE_SOLVER,
  AZ_MODULE_OBSERVATION,
  AZ_MODULE_KINDS
} az_module_kind;

typedef enum az_option_type {
  AZ_OPT_BOOL,
  AZ_OPT_INT,
  AZ_OPT_STRING,
  AZ_OPT_ENUM,    /* one of `choices` */
  AZ_OPT_STRINGS, /* a list of strings */
  AZ_OPT_DOMAIN,  /* a domain expression (composite domains) */
  AZ_OPT_DOMAINS, /* a list of domain expressions, given positionally: product{ a, b } */
  AZ_OPT_STRATEGY,
  AZ_OPT_POLICY,       /* a segmentation policy */
  AZ_OPT_OBSERVATIONS, /* a list of observations */
} az_option_type;

typedef struct az_option {
  const char *name;
  az_option_type type;
  const char *summary;        /* one line */
  const char *initial;        /* default, in Lua syntax ("true", "16", "violated"); NULL: none */
  int64_t least, greatest;    /* AZ_OPT_INT, if least < greatest */
  const char *const *choices; /* AZ_OPT_ENUM: NULL-terminated */
  bool required;
  /* AZ_OPT_STRINGS: checks a text as far as possible without a program; NULL: no check */
  az_status (*check)(const char *text, az_error *err);
} az_option;

typedef struct az_module {
  uint32_t abi;  /* AZ_ABI */
  uint32_t size; /* sizeof(az_module) */
  az_module_kind kind;
  const char *name, *version, *summary;
  const az_option *options; /* terminated by name == NULL; NULL: none. The registry adds `strategy`
                               and `observe` to every domain */
  const void *operations;   /* az_domain_ops, az_strategy_ops, az_segmentation_ops, az_backend_ops,
                               az_observation_ops */
  uint32_t operations_size; /* sizeof the table of operations */
} az_module;

#if defined(__GNUC__)
#define AZ_EXPORT __attribute__((visibility("default")))
#else
#define AZ_EXPORT
#endif

#define AZ_MODULE(ident)                                                                           \
  static const az_module az_module_##ident##_;                                                     \
  AZ_EXPORT const az_module *ansatz_module_##ident(void);                                          \
  AZ_EXPORT const az_module *ansatz_module_##ident(void) {                                         \
    return &az_module_##ident##_;                                                                  \
  }                                                                                                \
  static const az_module az_module_##ident##_

/* The first fields of a module's table, and the fields for its operations: AZ_MODULE(sign) =
 * {AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "sign", "1.0"), .summary = "signs of variables",
 * AZ_MODULE_OPERATIONS(operations)}; */
#define AZ_MODULE_HEAD(kind_, name_, version_)                                                     \
  .abi = AZ_ABI, .size = sizeof(az_module), .kind = (kind_), .name = (name_), .version = (version_)
#define AZ_MODULE_OPERATIONS(table) .operations = &(table), .operations_size = sizeof(table)

/* ---- descriptions: `interval{ strategy = binsearch() }`, immutable trees --------------------- */

typedef struct az_desc az_desc;

typedef struct az_value_desc { /* one option's value */
  const char *option;
  az_option_type type;
  union {
    bool boolean;
    int64_t integer;
    const char *string; /* AZ_OPT_STRING, AZ_OPT_ENUM */
    struct {
      const char **items;
      size_t count;
    } strings;
    struct {
      az_desc **items;
      size_t count;
    } modules; /* AZ_OPT_DOMAIN, ...; count is 1 for AZ_OPT_DOMAIN, STRATEGY and POLICY */
  } as;
} az_value_desc;

struct az_desc {
  const az_module *module;
  az_value_desc *values; /* of the options that are given; all other options have their defaults */
  size_t count;
  az_error *misuse; /* the first read of an option that is not declared; copies do not have it */
};

/* Return the value of an option, with defaults applied (false, 0, NULL or no items for an option
 * that is not given and has no default). The module must declare the option with the type that is
 * read (a choice is read as a string). Any other read returns the value without a default, and is
 * an error that names the module, the option and the source line: see az_desc_check. */
#define az_desc_bool(d, option) az_desc_bool_at(d, option, __FILE__, __LINE__)
#define az_desc_int(d, option) az_desc_int_at(d, option, __FILE__, __LINE__)
#define az_desc_string(d, option) az_desc_string_at(d, option, __FILE__, __LINE__)
#define az_desc_strings(d, option, items) az_desc_strings_at(d, option, items, __FILE__, __LINE__)
#define az_desc_modules(d, option, items) az_desc_modules_at(d, option, items, __FILE__, __LINE__)
bool az_desc_bool_at(const az_desc *d, const char *option, const char *file, int line);
int64_t az_desc_int_at(const az_desc *d, const char *option, const char *file, int line);
const char *az_desc_string_at(const az_desc *d, const char *option, const char *file, int line);
size_t az_desc_strings_at(const az_desc *d, const char *option, const char *const **items,
                          const char *file, int line);
size_t az_desc_modules_at(const az_desc *d, const char *option, az_desc *const **items,
                          const char *file, int line);
/* Returns AZ_ERR_INPUT if an undeclared option was read. The core calls this after each operation
 * of a module that may read options; so must other code that opens modules. */
az_status az_desc_check(const az_desc *d, az_error *err);
/* Returns whether the option is given. */
bool az_desc_is_given(const az_desc *d, const char *option);

/* Options as passed to a back end: the same structure. */
typedef struct az_options {
  const az_desc *desc;
} az_options;

/* Convert a description to canonical JSON, {"module":"interval","kind":"domain","options":{...}}
 * with sorted keys, and back. The registry must know the named modules. The caller frees the
 * results with free and az_desc_free. */
struct az_registry;
char *az_desc_to_json(const az_desc *d);
az_desc *az_desc_from_json(struct az_registry *registry, const char *json, az_error *err);
/* Returns the description in Lua syntax: interval{ strategy = binsearch() }; freed by caller. */
char *az_desc_print(const az_desc *d);
void az_desc_free(az_desc *d);
az_desc *az_desc_copy(const az_desc *d);

/* ---- registry -------------------------------------------------------------------------------- */

typedef struct az_registry az_registry;

/* Creates a registry of all compiled-in modules. Every NAME.so on ANSATZ_PATH is loaded when its
 * name is looked up. */
az_registry *az_registry_new(az_error *err);
void az_registry_free(az_registry *registry);
/* Registers a module table. Returns AZ_ERR_INPUT, with a message that names `where`, for a wrong
 * ABI, a missing operation or a duplicate name. */
az_status az_registry_add(az_registry *registry, const az_module *module, const char *where,
                          az_error *err);
az_status az_registry_load(az_registry *registry, const char *path, az_error *err); /* a .so file */
/* Returns a module, loading NAME.so from ANSATZ_PATH if needed. If there is none, returns NULL and
 * a suggestion in err. For AZ_MODULE_KINDS, it always fails, and suggests a module of any kind. */
const az_module *az_registry_find(az_registry *registry, az_module_kind kind, const char *name,
                                  az_error *err);
/* Lists all modules, ordered by kind and name, after loading those on ANSATZ_PATH. */
size_t az_registry_list(az_registry *registry, const az_module *const **modules);
/* Returns an option of a module by name, including the implicit `strategy` of domains. If there is
 * none, returns NULL and fills err with a suggestion. */
const az_option *az_module_option(const az_module *module, const char *name, az_error *err);
/* Returns the i-th option that every module of this kind has in addition to those of its table;
 * NULL after the last. */
const az_option *az_module_implicit_option(const az_module *module, size_t i);
/* Returns a description without options. */
az_desc *az_desc_new(const az_module *module);
/* Returns "domain", "strategy", "segmentation", "solver" or "observation". */
const char *az_module_kind_name(az_module_kind kind);

AZ_END_C
#endif
