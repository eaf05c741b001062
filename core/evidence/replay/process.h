/* Private to core/evidence/replay: processes with a deadline. */
#pragma once

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

typedef struct process {
  pid_t pid;
  int fd;      /* reads the child's output */
  int trouble; /* reads errno if the child could not execute its program */
} process;

enum { PROCESS_NOT_STARTED = -2 };

/* Forks. In the child, the standard streams are /dev/null, and `fd_in_child` is a pipe to the
 * parent. The pid is 0 in the child, and -1 if the fork failed. */
process process_start(int fd_in_child);
/* Reads the child's output until it ends, and kills the processes that it left behind. Returns its
 * status as waitpid does, -1 if it had to be killed after that many seconds of wall time, or
 * PROCESS_NOT_STARTED, with errno, if it called process_give_up. */
int process_finish(process c, char *output, size_t size, size_t *length, double seconds);
/* Reports errno to the parent, and exits: for a child that cannot execute its program. */
_Noreturn void process_give_up(const process *c);
/* Sets a limit of this process as far as permitted. */
void process_limit(int resource, rlim_t value);
