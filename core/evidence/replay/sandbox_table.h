/* A table of system calls: sandbox_x86_64.c and sandbox_i386.c include this after the numbers of
 * their architecture, which one file cannot have both; TABLE is the table's name. */
#include "replay/sandbox_calls.h"

#define DENIED(name) __NR_##name,
#define DENIED_TO_RUNS(name)
static const uint32_t denied[] = {
#include "replay/sandbox_calls.def"
};
#undef DENIED
#undef DENIED_TO_RUNS
#define DENIED(name)
#define DENIED_TO_RUNS(name) __NR_##name,
static const uint32_t denied_to_runs[] = {
#include "replay/sandbox_calls.def"
};
#undef DENIED
#undef DENIED_TO_RUNS

const sandbox_calls TABLE = {.denied = denied,
                             .count = sizeof denied / sizeof *denied,
                             .denied_to_runs = denied_to_runs,
                             .count_of_runs = sizeof denied_to_runs / sizeof *denied_to_runs,
                             .unshare = __NR_unshare,
                             .open = __NR_open,
                             .openat = __NR_openat,
                             .kill = __NR_kill,
                             .tgkill = __NR_tgkill,
                             .prlimit = __NR_prlimit64};
