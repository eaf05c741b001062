/* Private to core/replay: what the native replay's two halves share. */
#ifndef ANSATZ_REPLAY_NATIVE_H
#define ANSATZ_REPLAY_NATIVE_H

#include "ansatz/trace.h"

/* What to do at one LLVM instruction (its site: see az_stmt). */
typedef struct native_action {
  const az_stmt *input; /* an INPUT: its result comes from the trace */
  bool live, alloc, assume;
  bool realloc;
  uint32_t checks; /* classes to check there, as bits; MEMTRACK, MEMCLEANUP: of the heap */
  bool access;     /* its own check is asked for: an error there is that one's */
  bool dead;       /* an object ends: no pointer to the heap stays there */
  int blocks;      /* what it adds to the count of heap blocks, 0: nothing */
} native_action;

typedef struct native_plan {
  struct {
    uint32_t key;
    native_action value;
  } *actions;    /* stb_ds: by site */
  uint32_t ends; /* the same classes, where the entry has returned */
} native_plan;

/* Reports of the program that runs: where and what. */
enum {
  NATIVE_FD = 198,  /* written to this descriptor ... */
  NATIVE_EXIT = 77, /* ... before ending with this status */
  NATIVE_DIVERGED = 255,
  NATIVE_ASSUMPTION = 254,
  NATIVE_STUB = 253,
  NATIVE_UNREACHABLE = 252
  /* below: an az_class whose check failed */
};
typedef struct native_report {
  uint32_t site, what;
} native_report;

/* How a native run ended. */
typedef struct native_end {
  bool ran;      /* false: why is in the replay's note */
  bool reported; /* it ended with a report */
  native_report report;
  int status;          /* as from waitpid, -1: it took too long */
  uint32_t error_site; /* the last access with a check before the error */
  char error[80];      /* what AddressSanitizer calls the first error, "": none */
} native_end;
native_end native_run(const az_program *p, const az_trace *trace, const az_replay_options *o,
                      az_replay *r);
/* The program's check that a report speaks of (`expected` if that is one), or NULL. */
const az_check *native_check(const az_program *p, native_report report, const az_check *expected);

/* Reads the program's bitcode, rewrites it by the plan and the trace, writes an object file. Runs
 * in a process of its own, as LLVM may abort. NULL, or what went wrong. */
const char *native_rewrite(const az_program *p, const az_trace *trace, const native_plan *plan,
                           const az_replay_options *o, const char *object_file);

#endif
