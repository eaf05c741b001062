/* Suites whose tests write files into one temporary folder. */
#ifndef TEMPORARY_FOLDER_H
#define TEMPORARY_FOLDER_H

#include "ansatz/folder.h"
#include <check.h>
#include <stdlib.h>

/* Runs the suite with one test case, and removes `folder`, which az_folder_new made. What a test
 * that was killed leaves behind goes with it. The result is the exit status. */
static inline int run_in_folder(TCase *tests, const char *name, char *folder) {
  Suite *suite = suite_create(name);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  if (folder) srunner_run_all(runner, CK_ENV);
  int failed = !folder || srunner_ntests_failed(runner);
  srunner_free(runner);
  if (folder) az_folder_remove(folder);
  free(folder);
  return failed != 0;
}

#endif
