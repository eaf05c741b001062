/* Private to core/evidence/replay: processes with a deadline. */
#ifndef ANSATZ_REPLAY_PROCESS_H
#define ANSATZ_REPLAY_PROCESS_H

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

typedef struct process {
  pid_t pid;
  int fd;      /* reads what it says */
  int trouble; /* tells why it could not become what it was to be: an errno */
} process;

enum { PROCESS_NOT_STARTED = -2 };

/* Forks; in the child, standard streams lead nowhere but `fd_in_child`, which leads to the parent.
 * pid 0: we are the child, -1: failed. */
process process_start(int fd_in_child);
/* Reads what the child says until it ends, and ends what it left behind. Its status as from
 * waitpid; -1: it had to be killed after that many seconds of wall time; PROCESS_NOT_STARTED: it
 * gave up, errno says why. */
int process_finish(process c, char *said, size_t size, size_t *length, double seconds);
/* In the child: ends it, as what was tried last failed, as errno says. What it is to become cannot
 * say so. */
_Noreturn void process_give_up(const process *c);
/* Sets a limit of this process, as far as that is allowed. */
void process_limit(int resource, rlim_t value);

#endif
