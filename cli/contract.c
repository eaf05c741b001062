/* The command contract: proposes an entry contract for a function. */
#include "cli/cli.h"
#include "cli/task_options.h"
#include <stdio.h>
#include <stdlib.h>

static int work(void *ctx, FILE *out) {
  az_task_options *o = ctx;
  az_error err = {0};
  az_frontend_options options = az_task_frontend(o);
  options.contract_count = 0;
  char *text = az_frontend_propose(&options, &err);
  if (!text) return az_cli_error(&err);
  fputs(text, out);
  free(text);
  return 0;
}

static int lost(void *ctx, const az_loss *loss) {
  (void)ctx;
  fprintf(stderr, "ansatz: %s\n", loss->why);
  return 3;
}

int az_cli_contract(int argc, char **argv) {
  az_task_options o;
  int status = az_task_options_parse(&o, argc, argv);
  if (status) return -1 - status;
  if (!o.source.function) {
    fputs("ansatz contract: --function NAME is needed\n", stderr);
    status = 2;
  } else {
    status = az_task_run(&o, work, lost);
  }
  az_task_options_free(&o);
  return status;
}
