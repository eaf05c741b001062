/* The processes below a process, as /proc shows them: what they use together, and how to end all of
 * them. A process stays below one that called az_adopt_orphans whatever it does: a new session, a
 * new group, a parent that has ended. */
#ifndef ANSATZ_PROCESS_TREE_H
#define ANSATZ_PROCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct az_process {
  int pid, parent, session;
  bool ended;                 /* with all its threads, but it has not yet been waited for */
  unsigned long long started; /* with the pid it names a process, as pids are used again */
  double cpu;                 /* seconds: its own and those of the children it has waited for */
  uint64_t memory;            /* resident bytes */
} az_process;

typedef struct az_usage {
  double cpu;
  uint64_t memory;
  size_t processes;
} az_usage;

/* All processes of the machine that /proc shows, and their number; the caller frees it. */
az_process *az_processes(size_t *count);
/* Moves `root` and those below it to the front; returns how many these are. */
size_t az_processes_below(az_process *all, size_t count, int root);
/* What they use together. Memory that several of them share counts once if the sum would otherwise
 * be above `limit` (0: no limit). */
az_usage az_processes_usage(const az_process *list, size_t count, uint64_t limit);

/* From now on processes below this one whose parent ends become its children. */
bool az_adopt_orphans(void);
/* Ends all processes below `root`, not `root` itself, and those that they start meanwhile. If
 * `root` is this process, they are waited for, too. */
void az_processes_end(int root);

#ifdef __cplusplus
}
#endif
#endif
