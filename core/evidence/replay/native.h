/* Private to core/evidence/replay: what the files of the native replay share. A file calls only
 * files that stand above its own section. */
#ifndef ANSATZ_REPLAY_NATIVE_H
#define ANSATZ_REPLAY_NATIVE_H

#include "replay/runtime.h"
#include "replay/undefined.h"

/* What to do at one LLVM instruction (its site: see az_stmt). */
typedef struct native_action {
  const az_stmt *input; /* an INPUT: its result comes from the trace */
  bool limited; /* not every value of its type: made-up ones are 0 or 1, which all limits allow */
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

/* Sites of what is no instruction of the bitcode: statements of the front end's start function are
 * numbered from NATIVE_START_SITES on. */
enum { NATIVE_START_SITES = 0x70000000, NATIVE_NO_SITE = 0x7fffffff };

/* Undefined behaviour: `what` has this bit, the kind (as UndefinedBehaviorSanitizer numbers its
 * traps) and the file, `site` has line and column. */
enum {
  NATIVE_UNDEFINED = 0x40000000,
  NATIVE_KIND_SHIFT = 16,
  NATIVE_FILES = 0xffff, /* this and more: not known */
  NATIVE_COLUMN_BITS = 10
};

/* How a native run ended. */
typedef struct native_end {
  bool ran;      /* false: why is in the replay's note */
  bool reported; /* it ended with a report */
  native_report report;
  int status;            /* as from waitpid, -1: it took too long */
  uint32_t error_site;   /* the last access before the error */
  uint32_t error_call;   /* as in a report */
  native_report before;  /* undefined behaviour that the error may come of; what 0: none */
  native_report settled; /* the first undefined behaviour that the run passed; what 0: none */
  char error[80];        /* what AddressSanitizer calls the first error, "": none */
  bool compares;         /* an earlier run compared pointers to different objects */
} native_end;
/* ---- plan.c ---------------------------------------------------------------------------------- */

native_plan native_make_plan(const az_program *p, const az_replay_options *o,
                             const az_check *expected);
/* Does an assumption of the model say more of the input than its type does? */
bool native_is_limited(const az_block *block, const az_stmt *input);
/* Is it a function that the program runs where a report has this call? */
bool native_is_run(const az_function *f, uint32_t call);
/* The site of an input, in reports and logs. */
uint32_t native_site(const az_program *p, const az_stmt *s);
/* The program's check that a report speaks of (`expected` if that is one), or NULL. */
const az_check *native_check(const az_program *p, native_report report, const az_check *expected);

/* ---- runtime.c ------------------------------------------------------------------------------- */

typedef enum native_unit_kind {
  NATIVE_REPORTS,
  NATIVE_FROM_TRACE,
  NATIVE_MADE_UP,
  NATIVE_SANITIZER
} native_unit_kind;
typedef struct native_bitcode {
  const char *begin, *end; /* a zero byte stands there */
} native_bitcode;
/* `narrow`: for pointers of 32 bits. */
native_bitcode native_runtime(native_unit_kind unit, bool narrow);

/* ---- counterexample.c ------------------------------------------------------------------------ */

/* Does the interpreter find no undefined behaviour before the failure? Without AddressSanitizer it
 * has to confirm the failure. What it passes is said in replay->settled, unless something is. */
bool native_is_defined(const az_program *p, const az_trace *trace, const az_replay_options *o,
                       az_replay *replay);

/* ---- rewrite.c ------------------------------------------------------------------------------- */

/* Reads the program's bitcode, rewrites it by the plan and the trace (NULL: inputs are made up),
 * and writes an object file. `checked`: the bitcode with the compiler's checks for undefined
 * behaviour, or NULL. Runs in a process of its own, as LLVM may abort. NULL, or what went
 * wrong. */
const char *native_rewrite(const az_program *p, const az_trace *trace, const native_plan *plan,
                           const az_replay_options *o, const char *checked,
                           const char *object_file);

/* ---- native.c -------------------------------------------------------------------------------- */

native_end native_run(const az_program *p, const az_trace *trace, const az_check *expected,
                      const az_replay_options *o, az_replay *r);
/* The steps of it. */
typedef struct native_files { /* that are made */
  const char *object, *program;
} native_files;
bool native_build(const az_program *p, const az_trace *trace, const az_replay_options *o,
                  const native_plan *plan, const native_files *files, az_replay *r);
/* How a program that was built is started. */
typedef struct native_start {
  const char *program_file;
  const az_replay_options *options;
  const uint64_t *seed; /* NULL: none */
  bool reuse;           /* freed memory is given out again at once */
  double seconds;       /* of wall time, at most */
} native_start;
/* Its status as from process_finish; what it says on NATIVE_FD is read. */
int native_execute(const native_start *start, char *said, size_t size, size_t *length);
/* Reads what a run said at its end with this status, a report or an error of AddressSanitizer;
 * returns its length, behind which a log may follow. */
size_t native_read_end(native_end *e, int status, const char *said, size_t length);
/* Does AddressSanitizer complain of what the machine has too little of? */
bool native_is_exhausted(const char *error);
/* Was the program ended for want of time? */
bool native_is_out_of_time(int status);
/* The class of which AddressSanitizer's error is, by its own word and the statement; AZ_CLASSES:
 * none. */
az_class native_error_class(const az_program *p, const native_end *e);
/* Why AddressSanitizer cannot run here; NULL: it can. */
const char *native_no_address_sanitizer(const az_program *p);

/* ---- judge.c --------------------------------------------------------------------------------- */

/* Says of the run that took these options what it means for the expected check. */
void native_judge(const az_program *p, const az_replay_options *o, const az_check *expected,
                  const native_end *e, az_replay *r);
/* A report of such behaviour at the place of the last access before an error. */
native_report native_passed_at(const az_program *p, const native_end *e, uint32_t kind);
/* Says in r->settled what the run passed. */
void native_say_settled(const az_program *p, const native_end *e, az_replay *r);
/* Is the error of AddressSanitizer the first undefined behaviour? What was noted on the same line
 * is the same access. */
bool native_is_first(const az_program *p, const native_end *e);
/* The check of a class that is asked for of which a report of undefined behaviour speaks, or NULL.
 */
const az_check *native_check_there(const az_program *p, const az_replay_options *o,
                                   native_report report, const az_check *expected);

#endif
