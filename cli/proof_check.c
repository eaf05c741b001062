/* ansatz proof-check DIR: checks that the proofs written by 'certify --proof DIR' prove their
 * formulas (core/evidence/certify/drat.c). */
#include "cli/cli.h"
#include "ansatz/arena.h"
#include "ansatz/clock.h"
#include "certify/drat.h"
#include <dirent.h>
#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the names without ".cnf", in order; stb_ds. */
static const char **queries_in(const char *folder, az_arena *arena, az_error *err) {
  const char **names = NULL;
  DIR *dir = opendir(folder);
  if (!dir) {
    az_fail(err, AZ_ERR_INPUT, "%s: cannot be read: %s", folder, strerror(errno));
    return NULL;
  }
  for (struct dirent *entry; (entry = readdir(dir));) {
    size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 4, ".cnf")) continue;
    arrput(names, az_arena_printf(arena, "%s/%.*s", folder, (int)length - 4, entry->d_name));
  }
  closedir(dir);
  if (!names)
    az_fail(err, AZ_ERR_INPUT, "%s: contains no formula (.cnf)", folder);
  else
    qsort(names, arrlenu(names), sizeof *names, by_name);
  return names;
}

/* Returns whether the proof is correct. */
static bool check(const char *name, az_arena *arena) {
  az_error err = {.status = AZ_OK};
  double start = az_clock(NULL);
  az_drat_report r = az_drat_check(az_arena_printf(arena, "%s.cnf", name),
                                   az_arena_printf(arena, "%s.drat", name), 0, &err);
  bool proved = err.status == AZ_OK && r.result == AZ_DRAT_PROVED;
  if (proved)
    printf("%s: proved   [%llu clauses, %llu steps, %.2f s]\n", name, (unsigned long long)r.clauses,
           (unsigned long long)r.steps, az_clock(NULL) - start);
  else
    printf("%s: REFUSED (%s)\n", name, err.status == AZ_OK ? r.reason : err.message);
  return proved;
}

int az_cli_proof_check(int argc, char **argv) {
  if (argc != 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    fputs(
        "usage: ansatz proof-check DIR\n\n"
        "Checks each formula DIR/NAME.cnf (DIMACS) with its proof DIR/NAME.drat (DRAT, as text).\n"
        "Exit status: 0 if all are proved, 3 if one is not, 2 if there is none.\n",
        argc == 2 ? stdout : stderr);
    return argc == 2 ? 0 : 2;
  }
  az_arena *arena = az_arena_new();
  az_error err = {.status = AZ_OK};
  const char **names = queries_in(argv[1], arena, &err);
  size_t proved = 0, all = arrlenu(names);
  for (size_t i = 0; i < all; i++) proved += check(names[i], arena);
  if (all) printf("%zu of %zu formulas proved unsatisfiable\n", proved, all);
  arrfree(names);
  az_arena_free(arena);
  return err.status != AZ_OK ? az_cli_error(&err) : proved == all ? 0 : 3;
}
