/* Descriptions of modules with their options: immutable trees, printed as Lua or canonical JSON. */
#include "module/builtin.h"
#include "ansatz/allocate.h"
#include "base/check.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

az_desc *az_desc_new(const az_module *module) {
  assert(module); /* every description belongs to a module */
  az_desc *d = az_calloc(1, sizeof *d);
  d->module = module;
  d->misuse = az_calloc(1, sizeof *d->misuse);
  return d;
}

/* Sets of option types. */
#define OF(type) (1u << AZ_OPT_##type)
enum {
  TEXTS = OF(STRING) | OF(ENUM),
  MODULES = OF(DOMAIN) | OF(DOMAINS) | OF(STRATEGY) | OF(POLICY) | OF(OBSERVATIONS)
};

static void value_release(az_value_desc *v) {
  if (TEXTS >> v->type & 1) az_free(v->as.string);
  if (v->type == AZ_OPT_STRINGS) {
    for (size_t i = 0; i < v->as.strings.count; i++) az_free(v->as.strings.items[i]);
    free(v->as.strings.items);
  }
  if (MODULES >> v->type & 1) {
    for (size_t i = 0; i < v->as.modules.count; i++) az_desc_free(v->as.modules.items[i]);
    free(v->as.modules.items);
  }
  az_free(v->option);
}

static az_value_desc value_copy(const az_value_desc *v) {
  az_value_desc c = *v;
  c.option = az_strdup(v->option);
  if (TEXTS >> v->type & 1) c.as.string = az_strdup(v->as.string);
  if (v->type == AZ_OPT_STRINGS) {
    c.as.strings.items = az_calloc(v->as.strings.count, sizeof *c.as.strings.items);
    for (size_t i = 0; i < v->as.strings.count; i++)
      c.as.strings.items[i] = az_strdup(v->as.strings.items[i]);
  }
  if (MODULES >> v->type & 1) {
    c.as.modules.items = az_calloc(v->as.modules.count, sizeof *c.as.modules.items);
    for (size_t i = 0; i < v->as.modules.count; i++) {
      az_desc *item = az_desc_copy(v->as.modules.items[i]);
      c.as.modules.items[i] = item;
    }
  }
  return c;
}

void az_desc_set(az_desc *d, const az_value_desc *value) {
  assert(value->option && value->type <= AZ_OPT_OBSERVATIONS);
  AZ_CHECK(az_module_option(d->module, value->option, NULL));
  az_value_desc copy = value_copy(value);
  for (size_t i = 0; i < d->count; i++)
    if (!strcmp(d->values[i].option, value->option)) {
      value_release(&d->values[i]);
      d->values[i] = copy;
      return;
    }
  az_value_desc *values = az_calloc(d->count + 1, sizeof *values);
  if (d->count) memcpy(values, d->values, d->count * sizeof *values);
  assert(!values[d->count].option); /* one value for each option, in the order of setting */
  values[d->count] = copy;
  free(d->values);
  d->values = values;
  d->count++;
}

az_desc *az_desc_copy(const az_desc *d) {
  if (!d) return NULL;
  az_desc *c = az_desc_new(d->module);
  c->values = az_calloc(d->count, sizeof *c->values);
  c->count = d->count;
  for (size_t i = 0; i < d->count; i++) {
    const az_value_desc value = value_copy(&d->values[i]);
    c->values[i] = value;
  }
  return c;
}

void az_desc_free(az_desc *d) {
  if (!d) return;
  for (size_t i = 0; i < d->count; i++) value_release(&d->values[i]);
  free(d->values);
  free(d->misuse);
  free(d);
}

/* ---- reading, defaults applied --------------------------------------------------------------- */

static const az_value_desc *given(const az_desc *d, const char *option) {
  for (size_t i = 0; i < d->count; i++)
    if (!strcmp(d->values[i].option, option)) return &d->values[i];
  return NULL;
}

bool az_desc_is_given(const az_desc *d, const char *option) {
  return given(d, option) != NULL;
}

/* An option that is read: its value and its default. */
typedef struct reading {
  const az_value_desc *value;
  const char *initial; /* or NULL */
} reading;

/* Reads an option, which must be declared with one of `types`. */
static reading read_option(const az_desc *d, const char *option, unsigned types, const char *file,
                           int line) {
  az_error why = {.status = AZ_OK};
  const az_option *o = az_module_option(d->module, option, &why);
  const az_value_desc *value = given(d, option);
  assert(!o || !value || value->type == o->type); /* a value has the type of its option */
  if (o && (types >> o->type & 1)) return (reading){value, o->initial};
  if (o)
    az_fail(&why, AZ_ERR_INPUT, "the option '%s' of %s is a %s, and is read as something else",
            option, d->module->name, az_option_type_name(o->type));
  az_fail(d->misuse, AZ_ERR_INPUT, "%s:%d: %s", file, line, why.message);
  return (reading){NULL, NULL};
}

bool az_desc_bool_at(const az_desc *d, const char *option, const char *file, int line) {
  reading r = read_option(d, option, OF(BOOL), file, line);
  return r.value ? r.value->as.boolean : r.initial && !strcmp(r.initial, "true");
}

int64_t az_desc_int_at(const az_desc *d, const char *option, const char *file, int line) {
  reading r = read_option(d, option, OF(INT), file, line);
  return r.value ? r.value->as.integer : r.initial ? strtoll(r.initial, NULL, 0) : 0;
}

const char *az_desc_string_at(const az_desc *d, const char *option, const char *file, int line) {
  reading r = read_option(d, option, TEXTS, file, line);
  return r.value ? r.value->as.string : r.initial;
}

size_t az_desc_strings_at(const az_desc *d, const char *option, const char *const **items,
                          const char *file, int line) {
  reading r = read_option(d, option, OF(STRINGS), file, line);
  *items = r.value ? r.value->as.strings.items : NULL;
  return r.value ? r.value->as.strings.count : 0;
}

size_t az_desc_modules_at(const az_desc *d, const char *option, az_desc *const **items,
                          const char *file, int line) {
  reading r = read_option(d, option, MODULES, file, line);
  *items = r.value ? r.value->as.modules.items : NULL;
  return r.value ? r.value->as.modules.count : 0;
}

az_status az_desc_check(const az_desc *d, az_error *err) {
  if (!d->misuse || d->misuse->status == AZ_OK) return AZ_OK;
  return az_fail(err, d->misuse->status, "%s", d->misuse->message);
}

const az_option *az_desc_missing(const az_desc *d) {
  for (const az_option *o = d->module->options; o && o->name; o++)
    if (o->required && !given(d, o->name)) return o;
  return NULL;
}

/* ---- canonical JSON -------------------------------------------------------------------------- */

static json_t *to_json(const az_desc *d);

static json_t *value_to_json(const az_value_desc *v) {
  json_t *list;
  switch (v->type) {
  case AZ_OPT_BOOL: return json_boolean(v->as.boolean);
  case AZ_OPT_INT: return json_integer(v->as.integer);
  case AZ_OPT_STRING:
  case AZ_OPT_ENUM: return json_string(v->as.string);
  case AZ_OPT_STRINGS:
    list = json_array();
    for (size_t i = 0; i < v->as.strings.count; i++)
      json_array_append_new(list, json_string(v->as.strings.items[i]));
    return list;
  case AZ_OPT_DOMAINS:
  case AZ_OPT_OBSERVATIONS:
    list = json_array();
    for (size_t i = 0; i < v->as.modules.count; i++)
      json_array_append_new(list, to_json(v->as.modules.items[i]));
    return list;
  default:
    assert((MODULES >> v->type & 1) && v->as.modules.count == 1); /* a domain, strategy or policy */
    return to_json(v->as.modules.items[0]);
  }
}

static json_t *to_json(const az_desc *d) {
  json_t *options = json_object();
  for (size_t i = 0; i < d->count; i++)
    json_object_set_new(options, d->values[i].option, value_to_json(&d->values[i]));
  return json_pack("{s:s, s:s, s:o}", "module", d->module->name, "kind",
                   az_module_kind_name(d->module->kind), "options", options);
}

char *az_desc_to_json(const az_desc *d) {
  json_t *json = to_json(d);
  char *text = json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT);
  json_decref(json);
  return text;
}

bool az_desc_equal(const az_desc *a, const az_desc *b) {
  if (!a || !b) return a == b;
  json_t *x = to_json(a), *y = to_json(b);
  bool equal = json_equal(x, y);
  json_decref(x);
  json_decref(y);
  return equal;
}

static az_desc *from_json(az_registry *registry, json_t *json, az_error *err);

static bool value_from_json(az_registry *registry, const az_option *o, json_t *json, az_desc *d,
                            az_error *err) {
  az_value_desc v = {.option = o->name, .type = o->type};
  az_desc *one = NULL, **many = NULL;
  const char **strings = NULL;
  size_t n = json_array_size(json);
  bool fits = true;
  switch (o->type) {
  case AZ_OPT_BOOL: fits = json_is_boolean(json), v.as.boolean = json_is_true(json); break;
  case AZ_OPT_INT: fits = json_is_integer(json), v.as.integer = json_integer_value(json); break;
  case AZ_OPT_STRING:
  case AZ_OPT_ENUM: fits = json_is_string(json), v.as.string = json_string_value(json); break;
  case AZ_OPT_STRINGS:
    fits = json_is_array(json);
    strings = az_calloc(n, sizeof *strings);
    for (size_t i = 0; i < n && fits; i++)
      fits = (strings[i] = json_string_value(json_array_get(json, i))) != NULL;
    v.as.strings.items = strings, v.as.strings.count = n;
    break;
  case AZ_OPT_DOMAINS:
  case AZ_OPT_OBSERVATIONS:
    fits = json_is_array(json);
    many = az_calloc(n, sizeof *many);
    v.as.modules.items = many;
    for (size_t i = 0; i < n && fits; i++) {
      fits = (many[i] = from_json(registry, json_array_get(json, i), err)) != NULL;
      v.as.modules.count += fits;
    }
    break;
  default:
    fits = (one = from_json(registry, json, err)) != NULL;
    v.as.modules.items = &one, v.as.modules.count = 1;
  }
  az_error why = {.status = AZ_OK};
  if (!fits)
    az_fail(err, AZ_ERR_INPUT, "option '%s' of %s expects a %s", o->name, d->module->name,
            az_option_type_name(o->type));
  else if (!az_option_accepts(o, &v, &why))
    fits = false, az_fail(err, AZ_ERR_INPUT, "option '%s' of %s%s %s", o->name, d->module->name,
                          o->check ? ":" : "", why.message);
  else
    az_desc_set(d, &v);
  free(strings);
  for (size_t i = 0; many && i < v.as.modules.count; i++) az_desc_free(many[i]);
  free(many);
  az_desc_free(one);
  return fits;
}

static az_desc *from_json(az_registry *registry, json_t *json, az_error *err) {
  const char *name = json_string_value(json_object_get(json, "module"));
  const char *kind = json_string_value(json_object_get(json, "kind"));
  json_t *options = json_object_get(json, "options"), *value;
  az_module_kind k = 0;
  while (kind && k < AZ_MODULE_KINDS && strcmp(kind, az_module_kind_name(k))) k++;
  if (!name || !kind || k == AZ_MODULE_KINDS || (options && !json_is_object(options)))
    return az_fail(err, AZ_ERR_INPUT, "a description expects \"module\", \"kind\" and \"options\""),
           NULL;
  const az_module *module = az_registry_find(registry, k, name, err);
  if (!module) return NULL;
  az_desc *d = az_desc_new(module);
  const char *key;
  bool fits = true;
  json_object_foreach(options, key, value) {
    const az_option *o = az_module_option(module, key, err);
    if (!o || !value_from_json(registry, o, value, d, err)) {
      fits = false;
      break;
    }
  }
  const az_option *missing = fits ? az_desc_missing(d) : NULL;
  if (missing)
    az_fail(err, AZ_ERR_INPUT, "%s needs its option '%s'", name, missing->name), fits = false;
  if (fits) return d;
  az_desc_free(d);
  return NULL;
}

az_desc *az_desc_from_json(struct az_registry *registry, const char *text, az_error *err) {
  json_error_t where;
  json_t *json = json_loads(text, 0, &where);
  if (!json)
    return az_fail(err, AZ_ERR_INPUT, "not JSON: line %d: %s", where.line, where.text), NULL;
  az_desc *d = from_json(registry, json, err);
  json_decref(json);
  return d;
}

/* ---- as Lua ---------------------------------------------------------------------------------- */

static void print(const az_desc *d, FILE *out);

static void print_string(const char *s, FILE *out) {
  fputc('"', out);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf(out, "\\%c", *s);
    else if ((unsigned char)*s < 32)
      fprintf(out, "\\%03d", *s);
    else
      fputc(*s, out);
  fputc('"', out);
}

static void print_value(const az_value_desc *v, FILE *out) {
  switch (v->type) {
  case AZ_OPT_BOOL: fputs(v->as.boolean ? "true" : "false", out); break;
  case AZ_OPT_INT: fprintf(out, "%lld", (long long)v->as.integer); break;
  case AZ_OPT_STRING:
  case AZ_OPT_ENUM: print_string(v->as.string, out); break;
  case AZ_OPT_STRINGS:
    fputs("{ ", out);
    for (size_t i = 0; i < v->as.strings.count; i++) {
      if (i) fputs(", ", out);
      print_string(v->as.strings.items[i], out);
    }
    fputs(" }", out);
    break;
  default: {
    bool braces = v->type == AZ_OPT_OBSERVATIONS;
    if (braces) fputs(v->as.modules.count ? "{ " : "{", out);
    for (size_t i = 0; i < v->as.modules.count; i++) {
      if (i) fputs(", ", out);
      print(v->as.modules.items[i], out);
    }
    if (braces) fputs(v->as.modules.count ? " }" : "}", out);
  }
  }
}

static void print(const az_desc *d, FILE *out) {
  fputs(d->module->name, out);
  if (!d->count) {
    fputs("()", out);
    return;
  }
  fputs("{ ", out);
  for (size_t i = 0; i < d->count; i++) {
    if (i) fputs(", ", out);
    if (d->values[i].type != AZ_OPT_DOMAINS) fprintf(out, "%s = ", d->values[i].option);
    print_value(&d->values[i], out);
  }
  fputs(" }", out);
}

char *az_desc_print(const az_desc *d) {
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  print(d, out);
  az_close_memstream(out);
  return text;
}
