/* Option tables: tests whether a value suits an option, and describes the suitable values. */
#include "module/builtin.h"
#include "base/check.h"
#include <stdio.h>
#include <string.h>

static const char *const type_names[] = {
    [AZ_OPT_BOOL] = "boolean",
    [AZ_OPT_INT] = "whole number",
    [AZ_OPT_STRING] = "string",
    [AZ_OPT_ENUM] = "choice",
    [AZ_OPT_STRINGS] = "list of strings",
    [AZ_OPT_DOMAIN] = "domain",
    [AZ_OPT_DOMAINS] = "list of domains",
    [AZ_OPT_STRATEGY] = "strategy",
    [AZ_OPT_POLICY] = "segmentation policy",
    [AZ_OPT_OBSERVATIONS] = "list of observations",
};

static const az_option strategy_option = {
    .name = "strategy",
    .type = AZ_OPT_STRATEGY,
    .summary = "how the parameters of the rows are found (default: --strategy)",
};

static const az_option observe_option = {
    .name = "observe",
    .type = AZ_OPT_OBSERVATIONS,
    .summary = "quantities for its rows beside the program's variables (default: those it needs)",
};
/* Options that every domain has. */
static const az_option *const implicit_options[] = {&strategy_option, &observe_option};

const char *az_option_type_name(az_option_type type) {
  return type_names[type];
}

void az_option_wants(const az_option *option, char *text, size_t size) {
  if (option->type == AZ_OPT_INT && option->least < option->greatest) {
    snprintf(text, size, "whole number from %lld to %lld", (long long)option->least,
             (long long)option->greatest);
  } else if (option->type == AZ_OPT_ENUM && option->choices) {
    size_t used = (size_t)snprintf(text, size, "one of");
    for (const char *const *c = option->choices; *c && used < size; c++)
      used += (size_t)snprintf(text + used, size - used, "%s '%s'", c == option->choices ? "" : ",",
                               *c);
  } else {
    snprintf(text, size, "%s", type_names[option->type]);
  }
}

static bool kinds_suit(const az_option *option, const az_value_desc *value, az_error *err) {
  az_module_kind wanted = option->type == AZ_OPT_STRATEGY       ? AZ_MODULE_STRATEGY
                          : option->type == AZ_OPT_POLICY       ? AZ_MODULE_SEGMENTATION
                          : option->type == AZ_OPT_OBSERVATIONS ? AZ_MODULE_OBSERVATION
                                                                : AZ_MODULE_DOMAIN;
  for (size_t i = 0; i < value->as.modules.count; i++) {
    const az_module *m = value->as.modules.items[i]->module;
    if (m->kind != wanted)
      return az_fail(err, AZ_ERR_INPUT, "expects %s %s, but '%s' is %s %s",
                     az_article(az_module_kind_name(wanted)), az_module_kind_name(wanted), m->name,
                     az_article(az_module_kind_name(m->kind)), az_module_kind_name(m->kind)),
             false;
  }
  return true;
}

bool az_option_accepts(const az_option *option, const az_value_desc *value, az_error *err) {
  char wants[512];
  assert(option->type <= AZ_OPT_OBSERVATIONS); /* the registry refuses others */
  az_option_wants(option, wants, sizeof wants);
  if (value->type != option->type)
    return az_fail(err, AZ_ERR_INPUT, "expects a %s, got a %s", wants, type_names[value->type]),
           false;
  switch (option->type) {
  case AZ_OPT_INT:
    if (option->least < option->greatest &&
        (value->as.integer < option->least || value->as.integer > option->greatest))
      return az_fail(err, AZ_ERR_INPUT, "expects a %s, got %lld", wants,
                     (long long)value->as.integer),
             false;
    return true;
  case AZ_OPT_ENUM:
    for (const char *const *c = option->choices; c && *c; c++)
      if (!strcmp(*c, value->as.string)) return true;
    const char *near = az_suggest(value->as.string, option->choices);
    if (near)
      return az_fail(err, AZ_ERR_INPUT, "has no choice '%s': did you mean '%s'?", value->as.string,
                     near),
             false;
    return az_fail(err, AZ_ERR_INPUT, "expects %s, got '%s'", wants, value->as.string), false;
  case AZ_OPT_STRINGS:
    for (size_t i = 0; option->check && i < value->as.strings.count; i++)
      if (option->check(value->as.strings.items[i], err)) return false;
    return true;
  case AZ_OPT_DOMAIN:
  case AZ_OPT_DOMAINS:
  case AZ_OPT_STRATEGY:
  case AZ_OPT_OBSERVATIONS:
  case AZ_OPT_POLICY: return kinds_suit(option, value, err);
  default: return true;
  }
}

const az_option *az_module_implicit_option(const az_module *module, size_t i) {
  for (size_t k = 0; k < sizeof implicit_options / sizeof *implicit_options; k++) {
    bool own = module->kind != AZ_MODULE_DOMAIN;
    for (const az_option *o = module->options; o && o->name; o++)
      own |= !strcmp(o->name, implicit_options[k]->name);
    if (!own && i-- == 0) return implicit_options[k];
  }
  return NULL;
}

const az_option *az_module_option(const az_module *module, const char *name, az_error *err) {
  enum { MANY = 64 };
  const char *names[MANY + 3];
  size_t n = 0;
  for (const az_option *o = module->options; o && o->name; o++) {
    if (!strcmp(o->name, name)) return o;
    if (n < MANY) names[n++] = o->name;
  }
  const az_option *o;
  for (size_t i = 0; (o = az_module_implicit_option(module, i)); i++) {
    if (!strcmp(name, o->name)) return o;
    names[n++] = o->name;
  }
  if (!err) return NULL;
  assert(n < sizeof names / sizeof *names);
  names[n] = NULL;
  const char *near = az_suggest(name, names);
  if (near)
    az_fail(err, AZ_ERR_INPUT, "%s has no option '%s': did you mean '%s'?", module->name, name,
            near);
  else if (n == 0)
    az_fail(err, AZ_ERR_INPUT, "%s has no option '%s': it takes none", module->name, name);
  else {
    char list[512] = "";
    for (size_t i = 0, used = 0; i < n && used < sizeof list; i++)
      used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    az_fail(err, AZ_ERR_INPUT, "%s has no option '%s' (it has: %s)", module->name, name, list);
  }
  return NULL;
}
