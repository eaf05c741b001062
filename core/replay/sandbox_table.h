/* A table of system calls: sandbox_x86_64.c and sandbox_i386.c include this after the numbers of
 * their architecture, which one file cannot have both; TABLE is the table's name. */
#include "replay/sandbox_calls.h"

#define DENIED(name) __NR_##name,
static const uint32_t denied[] = {
#include "replay/sandbox_calls.def"
};
#undef DENIED

const sandbox_calls TABLE = {.denied = denied,
                             .count = sizeof denied / sizeof *denied,
                             .open = __NR_open,
                             .openat = __NR_openat,
                             .kill = __NR_kill,
                             .tgkill = __NR_tgkill,
                             .prlimit = __NR_prlimit64};
