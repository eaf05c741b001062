/* The process tree below a process, from /proc: its resource use, and how to end it. A process
 * stays in the tree of a process that called az_adopt_orphans whatever it does: new session, new
 * group, parent that has ended. */
#ifndef ANSATZ_PROCESS_TREE_H
#define ANSATZ_PROCESS_TREE_H

#include "ansatz/linkage.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

AZ_BEGIN_C

typedef struct az_process {
  int pid, parent, session;
  bool ended; /* has ended with all its threads, but was not waited for yet */
  unsigned long long
      started;     /* start time; together with the pid it names a process, as pids are reused */
  double cpu;      /* seconds, of itself and of the children that it has waited for */
  uint64_t memory; /* resident bytes */
} az_process;

typedef struct az_usage {
  double cpu;
  uint64_t memory;
  size_t processes;
} az_usage;

/* Returns all processes of the machine that /proc shows and their number; freed by the caller. */
az_process *az_processes(size_t *count);
/* Moves `root` and its descendants to the front; returns their number. */
size_t az_processes_below(az_process *all, size_t count, int root);
/* Returns the joint resource use of the processes. If the sum of their memory exceeds `limit` (0:
 * never), memory that processes share counts only once. */
az_usage az_processes_usage(const az_process *list, size_t count, uint64_t limit);

/* Makes this process adopt its descendants whose parents end from now on. */
bool az_adopt_orphans(void);
/* Ends all descendants of `root`, and any that they start during this call, but not `root` itself.
 * If `root` is this process, also waits for them. */
void az_processes_end(int root);

AZ_END_C
#endif
