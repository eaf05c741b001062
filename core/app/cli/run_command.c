#include "cli/run_command.h"
#include "cli/cli.h"
#include "module/builtin.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void option(az_run_command *c, const char *name, const char *value) {
  if (!value) return;
  arrput(c->argv, name);
  arrput(c->argv, az_arena_strdup(c->arena, value));
}

static bool module_option(az_run_command *c, az_registry *registry, json_t *doc, const char *key,
                          const char *name, az_error *err) {
  json_t *value = json_object_get(doc, key);
  if (!value || json_is_null(value)) return true;
  char *text = json_dumps(value, JSON_COMPACT);
  az_desc *d = az_desc_from_json(registry, text, err);
  free(text);
  if (!d) return false;
  char *lua = az_desc_print(d);
  option(c, name, lua);
  free(lua);
  az_desc_free(d);
  return true;
}

bool az_run_translate(az_run_command *c, json_t *doc, az_error *err) {
  static const struct {
    const char *key, *name;
  } texts[] = {{"data_model", "--data-model"},
               {"function", "--function"},
               {"harness", "--harness"},
               {"mode", "--mode"},
               {"signed_overflow", "--signed-overflow"},
               {"undefined", "--undefined"},
               {"evaluation_order", "--evaluation-order"},
               {"sandbox", "--sandbox"},
               {"config", "--config"},
               {"solver", "--solver"}};
  const char *key = NULL;
  json_t *value, *file;
  size_t i;
  arrput(c->argv, "ansatz");
  arrput(c->argv, "verify");
  /* A property file says more than a name: which error function. */
  value = json_object_get(doc, "property_file");
  if (!value) value = json_object_get(doc, "property");
  option(c, "--property", json_string_value(value));
  for (i = 0; i < sizeof texts / sizeof *texts; i++) {
    value = json_object_get(doc, texts[i].key);
    option(c, texts[i].name, json_string_value(value));
  }
  value = json_object_get(doc, "max_unwind");
  if (json_is_integer(value))
    option(c, "--max-unwind",
           az_arena_printf(c->arena, "%lld", (long long)json_integer_value(value)));
  value = json_object_get(doc, "timeout");
  if (json_is_number(value))
    option(c, "--timeout", az_arena_printf(c->arena, "%.6g", json_number_value(value)));
  json_t *limits = json_object_get(doc, "limits");
  value = json_object_get(limits, "wall");
  if (json_is_number(value))
    option(c, "--wall", az_arena_printf(c->arena, "%.6g", json_number_value(value)));
  value = json_object_get(limits, "work");
  if (json_is_integer(value))
    option(c, "--budget", az_arena_printf(c->arena, "%lld", (long long)json_integer_value(value)));
  value = json_object_get(limits, "memory");
  if (json_is_number(value) && json_number_value(value) >= 1)
    option(c, "--memory", az_arena_printf(c->arena, "%.0f", json_number_value(value)));
  if (json_is_false(json_object_get(doc, "replay"))) arrput(c->argv, "--no-replay");
  if (json_is_true(json_object_get(doc, "certify"))) arrput(c->argv, "--certify");
  if (json_is_true(json_object_get(doc, "witness_indices"))) arrput(c->argv, "--witness-indices");
  if (json_is_true(json_object_get(doc, "iterates"))) arrput(c->argv, "--iterates");
  if (json_is_true(json_object_get(doc, "malloc_may_fail"))) arrput(c->argv, "--malloc-may-fail");
  json_array_foreach(json_object_get(doc, "remove_function_body"), i, value)
      option(c, "--remove-function-body", json_string_value(value));
  json_array_foreach(json_object_get(doc, "entry"), i, value)
      arrput(c->argv, az_arena_printf(c->arena, "--%s", json_string_value(value)));
  json_array_foreach(json_object_get(doc, "compiler"), i, value)
      arrput(c->argv, az_arena_strdup(c->arena, json_string_value(value)));
  json_array_foreach(json_object_get(doc, "trust"), i, value)
      option(c, "--trust", json_string_value(value));
  json_object_foreach(json_object_get(doc, "technique_limits"), key, value)
      option(c, "--limit", az_arena_printf(c->arena, "%s=%.17g", key, json_number_value(value)));
  json_object_foreach(json_object_get(doc, "switches"), key, value) option(
      c, "--switch", az_arena_printf(c->arena, "%s=%s", key, json_is_true(value) ? "on" : "off"));
  /* Modules that the experiment loaded by path: their folders are searched first. */
  const char *path = getenv("ANSATZ_PATH");
  json_array_foreach(json_object_get(doc, "module_files"), i, value) {
    key = json_string_value(value);
    const char *slash = key ? strrchr(key, '/') : NULL;
    if (slash)
      path = az_arena_printf(c->arena, "%.*s%s%s", (int)(slash - key), key, path ? ":" : "",
                             path ? path : "");
  }
  if (path) setenv("ANSATZ_PATH", path, 1);
  az_registry *registry = az_registry_new(err);
  bool fine = registry && module_option(c, registry, doc, "domain", "--domain", err) &&
              module_option(c, registry, doc, "strategy", "--strategy", err);
  az_registry_free(registry);
  if (!fine) return false;
  const char *task = json_string_value(json_object_get(doc, "task"));
  json_t *files = json_object_get(doc, "files");
  if (task)
    arrput(c->argv, task);
  else
    json_array_foreach(files, i, file) if (json_is_string(file))
        arrput(c->argv, json_string_value(file));
  if (!task && !json_array_size(files))
    return az_fail(err, AZ_ERR_INPUT, "a run document needs \"task\" or \"files\""), false;
  arrput(c->argv, NULL);
  return true;
}

/* As a shell takes it. */
static void print_quoted(const char *word) {
  if (*word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "_-+=./,:@%")]) {
    fputs(word, stdout);
    return;
  }
  putchar('\'');
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", stdout);
    else
      putchar(*word == '\n' ? ' ' : *word);
  putchar('\'');
}

int az_run_print_commands(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    json_t *doc = json_loads(line, 0, NULL);
    az_error err = {.status = AZ_OK};
    az_run_command c = {.arena = az_arena_new(), .argv = NULL};
    if (json_is_object(doc) && az_run_translate(&c, doc, &err))
      for (size_t i = 0; c.argv[i]; i++) {
        if (i) putchar(' ');
        print_quoted(c.argv[i]);
      }
    else /* a module or an option of another version */
      printf("# %s", err.status != AZ_OK ? err.message : "no run document");
    putchar('\n');
    json_decref(doc);
    arrfree(c.argv);
    az_arena_free(c.arena);
  }
  free(line);
  return 0;
}
