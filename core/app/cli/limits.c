/* ansatz limits: the tables of limits, shares of time and switches. */
#include "cli/cli.h"
#include "ansatz/limits.h"
#include "ansatz/switches.h"
#include <stdio.h>
#include <string.h>

static void limits(bool shares) {
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  for (size_t i = 0; i < count; i++) {
    const az_limit_entry *e = &table[i];
    if (e->is_share != shares) continue;
    printf("  %s = %.10g   (%.10g to %.10g; %s)\n", e->name, e->initial, e->least, e->greatest,
           e->source);
    printf("      ");
    az_cli_paragraph(e->text, 6);
  }
}

static void switches(void) {
  size_t count;
  const az_switch_entry *table = az_switches_table(&count);
  for (size_t i = 0; i < count; i++) {
    printf("  %s = %s\n", table[i].name, table[i].initial ? "on" : "off");
    printf("      ");
    az_cli_paragraph(table[i].text, 6);
  }
}

int az_cli_limits(int argc, char **argv) {
  if (argc > 1) {
    static const char *const known[] = {"--help", NULL};
    bool help = !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h");
    if (!help) return az_cli_unknown("limits", argv[1], known);
    puts("usage: ansatz limits\n\n"
         "Lists the limits of techniques, the shares of time and the techniques that can be "
         "switched off, each with its default.\n"
         "They decide what can be proved or refuted in the available time, never whether a verdict "
         "is right.");
    return 0;
  }
  puts("Limits (--limit NAME=VALUE, or limits = { NAME = VALUE } in a configuration).\n"
       "Limits that are reached are counted, and named if the verdict is unknown.\n");
  limits(false);
  puts("\nShares of time, set in the same way: fractions of the remaining time unless stated "
       "otherwise.\n");
  limits(true);
  puts("\nTechniques (--switch NAME=on or off, or switches = { NAME = true or false } in a "
       "configuration).\n");
  switches();
  return 0;
}
