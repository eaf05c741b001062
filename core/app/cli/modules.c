/* ansatz modules: what can be composed, from the option tables; also as Markdown and as annotations
 * for Lua language servers. */
#include "cli/cli.h"
#include "host/host.h"
#include "module/builtin.h"
#include <stdio.h>
#include <string.h>

static const char *const plurals[AZ_MODULE_KINDS] = {
    "domains", "strategies", "segmentation policies", "solvers", "observations"};

static void wants(const az_option *o, char *text, size_t size) {
  az_option_wants(o, text, size);
  size_t n = strlen(text);
  if (o->required)
    snprintf(text + n, size - n, ", required");
  else if (o->initial)
    snprintf(text + n, size - n, ", default %s", o->initial);
}

/* The options, the implicit ones too. */
static size_t options_of(const az_module *m, const az_option **list, size_t most) {
  size_t n = 0;
  const az_option *implicit;
  for (const az_option *o = m->options; o && o->name && n < most; o++) list[n++] = o;
  for (size_t i = 0; n < most && (implicit = az_module_implicit_option(m, i)); i++)
    list[n++] = implicit;
  return n;
}

enum { MANY = 64 };

static void print_module(const az_registry *r, const az_module *m) {
  const az_option *list[MANY];
  size_t n = options_of(m, list, MANY);
  char text[512];
  printf("%s %s, %s %s (%s)\n  %s\n", az_module_kind_name(m->kind), m->name, "version", m->version,
         az_registry_origin(r, m), m->summary);
  if (!n) puts("\n  It has no options.");
  for (size_t i = 0; i < n; i++) {
    wants(list[i], text, sizeof text);
    printf("\n  %s: %s\n      %s\n", list[i]->name, text, list[i]->summary);
  }
}

static void print_markdown(const az_module *const *modules, size_t count) {
  const az_option *list[MANY];
  char text[512];
  puts("# Modules\n\nMade by `ansatz modules --markdown` from the option tables.");
  for (size_t i = 0; i < count; i++) {
    const az_module *m = modules[i];
    if (!i || modules[i - 1]->kind != m->kind)
      printf("\n## %c%s\n", plurals[m->kind][0] - 32, plurals[m->kind] + 1);
    printf("\n### %s\n\n%s (version %s)\n", m->name, m->summary, m->version);
    size_t n = options_of(m, list, MANY);
    if (n) puts("\n| option | value | meaning |\n| --- | --- | --- |");
    for (size_t j = 0; j < n; j++) {
      wants(list[j], text, sizeof text);
      printf("| `%s` | %s | %s |\n", list[j]->name, text, list[j]->summary);
    }
  }
}

static void lua_type(const az_option *o, char *text, size_t size) {
  static const char *const types[] = {[AZ_OPT_BOOL] = "boolean",
                                      [AZ_OPT_INT] = "integer",
                                      [AZ_OPT_STRING] = "string",
                                      [AZ_OPT_STRINGS] = "string[]",
                                      [AZ_OPT_DOMAIN] = "ansatz.domain",
                                      [AZ_OPT_DOMAINS] = "ansatz.domain[]",
                                      [AZ_OPT_STRATEGY] = "ansatz.strategy",
                                      [AZ_OPT_POLICY] = "ansatz.segmentation",
                                      [AZ_OPT_OBSERVATIONS] = "ansatz.observation[]"};
  if (o->type != AZ_OPT_ENUM) {
    snprintf(text, size, "%s", types[o->type]);
    return;
  }
  size_t used = 0;
  text[0] = 0;
  for (const char *const *c = o->choices; *c && used < size; c++)
    used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", used ? "|" : "", *c);
}

static void print_meta(const az_module *const *modules, size_t count) {
  const az_option *list[MANY];
  char type[512];
  puts("---@meta ansatz\n-- Made by `ansatz modules --meta` for the Lua language server.\n");
  for (size_t k = 0; k < AZ_MODULE_KINDS; k++)
    printf("---@class ansatz.%s\n", az_module_kind_name((az_module_kind)k));
  for (size_t i = 0; i < count; i++) {
    const az_module *m = modules[i];
    const char *kind = az_module_kind_name(m->kind);
    size_t n = options_of(m, list, MANY);
    printf("\n---@class ansatz.%s.%s.options\n", kind, m->name);
    for (size_t j = 0; j < n; j++) {
      lua_type(list[j], type, sizeof type);
      printf("---@field %s%s %s %s\n", list[j]->name, list[j]->required ? "" : "?", type,
             list[j]->summary);
    }
    printf("--- %s\n---@param options? ansatz.%s.%s.options\n---@return ansatz.%s\nfunction "
           "%s(options) end\n",
           m->summary, kind, m->name, kind, m->name);
  }
}

int az_cli_modules(int argc, char **argv) {
  static const char *const known[] = {"--markdown", "--meta", "--help", NULL};
  const char *name = NULL, *form = "";
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      puts("usage: ansatz modules [NAME] [--markdown | --meta]\n\n"
           "Without a name, lists all modules; with one, its options. --markdown writes the "
           "reference page, --meta annotations for the Lua language server.\n"
           "Modules are looked up in the folders of ANSATZ_PATH, next to the program and in the "
           "installation.");
      return 0;
    }
    if (!strcmp(argv[i], "--markdown") || !strcmp(argv[i], "--meta"))
      form = argv[i];
    else if (argv[i][0] == '-')
      return az_cli_unknown("modules", argv[i], known);
    else
      name = argv[i];
  }
  az_error err = {.status = AZ_OK};
  az_registry *r = az_registry_new(&err);
  if (!r) return az_cli_error(&err);
  const az_module *const *modules;
  size_t count = az_registry_list(r, &modules);
  int code = 0;
  if (name) {
    bool found = false;
    for (size_t i = 0; i < count; i++) {
      if (strcmp(modules[i]->name, name)) continue;
      if (found) putchar('\n');
      found = true;
      print_module(r, modules[i]);
    }
    if (!found) {
      (void)az_registry_find(r, AZ_MODULE_KINDS, name, &err);
      code = az_cli_error(&err);
    }
  } else if (form[0] && form[2] == 'm' && form[3] == 'a') {
    print_markdown(modules, count);
  } else if (form[0]) {
    print_meta(modules, count);
    putchar('\n');
    az_script_options options = {.mode = "lua"}; /* the rest: the library's functions */
    code = az_lua_script(r, "ansatz.meta", true, &options, &err);
    if (err.status) code = az_cli_error(&err);
  } else {
    for (size_t i = 0; i < count; i++) {
      const az_option *list[MANY];
      if (!i || modules[i - 1]->kind != modules[i]->kind)
        printf("%s%s\n", i ? "\n" : "", plurals[modules[i]->kind]);
      printf("  %-14s %s\n", modules[i]->name, modules[i]->summary);
      size_t n = options_of(modules[i], list, MANY);
      if (n) printf("  %-14s options:", "");
      for (size_t j = 0; j < n; j++) printf("%s %s", j ? "," : "", list[j]->name);
      if (n) putchar('\n');
    }
    if (!count) puts("There are no modules.");
  }
  for (const char *const *problem = az_registry_problems(r); *problem; problem++)
    fprintf(stderr, "ansatz: %s\n", *problem);
  az_registry_free(r);
  return code;
}
