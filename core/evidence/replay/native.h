/* Private to core/evidence/replay: the interface between the files of the native replay. A file
 * calls only files whose sections precede its own. */
#pragma once

#include "replay/runtime.h"
#include "replay/undefined.h"

/* The rewriter's actions at one LLVM instruction (its site: see az_stmt). */
typedef struct native_action {
  const az_stmt *input; /* an INPUT: its result comes from the trace */
  /* An assumption restricts the input more than its type does. Random values are then 0 or 1, which
   * all such assumptions allow. */
  bool limited;
  bool live, alloc, assume;
  bool realloc;
  uint32_t checks; /* bits of the classes to check there; MEMTRACK, MEMCLEANUP: of the heap */
  bool access;     /* AddressSanitizer's errors are attributed to this site */
  bool dead;       /* a lifetime ends: clears pointers that LeakSanitizer would find */
  int blocks;      /* change of the number of heap blocks */
} native_action;

typedef struct native_plan {
  struct {
    uint32_t key;
    native_action value;
  } *actions;    /* stb_ds: by site */
  uint32_t ends; /* bits of the classes to check when the entry has returned */
} native_plan;

/* Sites of statements without an instruction in the bitcode: those of the front end's start
 * function have numbers from NATIVE_START_SITES on. */
enum { NATIVE_START_SITES = 0x70000000, NATIVE_NO_SITE = 0x7fffffff };

/* Undefined behaviour in a report: `what` has this bit, the kind (numbered as
 * UndefinedBehaviorSanitizer numbers its traps) and the file; `site` has line and column. */
enum {
  NATIVE_UNDEFINED = 0x40000000,
  NATIVE_KIND_SHIFT = 16,
  NATIVE_FILES = 0xffff, /* from here on: unknown file */
  NATIVE_COLUMN_BITS = 10
};

/* How a native run ended. */
typedef struct native_end {
  bool ran;      /* false: the replay's note says why */
  bool emulated; /* qemu-user ran it, without LeakSanitizer */
  bool reported; /* it ended with a report */
  native_report report;
  int status;            /* as from waitpid; -1: the run took too long */
  uint32_t error_site;   /* the last access before the error */
  uint32_t error_call;   /* the call of this access, as in a report */
  native_report before;  /* a possible cause of a later error; `what` 0: none */
  native_report settled; /* the first settled undefined behaviour of the run; `what` 0: none */
  char error[80];        /* AddressSanitizer's name of the first error; "": none */
  bool compares;         /* an earlier run compared pointers to different objects */
} native_end;
/* ---- plan.c ---------------------------------------------------------------------------------- */

native_plan native_make_plan(const az_program *p, const az_replay_options *o,
                             const az_check *expected);
/* Returns whether an assumption of the model restricts the input further than its type does. */
bool native_is_limited(const az_block *block, const az_stmt *input);
/* Returns whether the function can make a report with this call: a model belongs to one call. */
bool native_is_run(const az_function *f, uint32_t call);
/* Returns the site of an input in reports and logs. */
uint32_t native_site(const az_program *p, const az_stmt *s);
/* Returns the check that a report concerns, preferably `expected`, or NULL. */
const az_check *native_check(const az_program *p, native_report report, const az_check *expected);

/* ---- runtime.c ------------------------------------------------------------------------------- */

typedef enum native_unit_kind {
  NATIVE_REPORTS,
  NATIVE_FROM_TRACE,
  NATIVE_MADE_UP,
  NATIVE_SANITIZER
} native_unit_kind;
typedef struct native_bitcode {
  const char *begin, *end; /* followed by a zero byte */
} native_bitcode;
/* Returns the bitcode of a part of the runtime; `narrow`: for pointers of 32 bits. */
native_bitcode native_runtime(native_unit_kind unit, bool narrow);

/* ---- counterexample.c ------------------------------------------------------------------------ */

/* Returns whether the interpreter finds no undefined behaviour before the failure. Without
 * AddressSanitizer, the interpreter must also confirm the failure. Writes the settled undefined
 * behaviour that it finds to replay->settled if that is empty. */
bool native_is_defined(const az_program *p, const az_trace *trace, const az_replay_options *o,
                       az_replay *replay);

/* ---- rewrite.c ------------------------------------------------------------------------------- */

/* Reads the program's bitcode, rewrites it by the plan and the trace (NULL: random inputs), and
 * writes an object file. `checked` is the bitcode with the compiler's checks for undefined
 * behaviour, or NULL. Needs a separate process, as LLVM may abort. Returns a problem, or NULL. */
const char *native_rewrite(const az_program *p, const az_trace *trace, const native_plan *plan,
                           const az_replay_options *o, const char *checked,
                           const char *object_file);

/* ---- native.c -------------------------------------------------------------------------------- */

native_end native_run(const az_program *p, const az_trace *trace, const az_check *expected,
                      const az_replay_options *o, az_replay *r);
/* The steps of a native replay. */
typedef struct native_files { /* names of the files to write */
  const char *object, *program;
} native_files;
bool native_build(const az_program *p, const az_trace *trace, const az_replay_options *o,
                  const native_plan *plan, const native_files *files, az_replay *r);
/* Parameters for starting a built program. */
typedef struct native_start {
  const char *program_file;
  const az_replay_options *options;
  const native_seed *seed; /* NULL: none */
  bool reuse;              /* freed memory is reused immediately */
  bool emulated;           /* by qemu-user; without LeakSanitizer, which needs ptrace */
  double seconds;          /* limit of wall time */
} native_start;
/* Runs the program and reads its messages on NATIVE_FD. If the kernel refuses a program of 32 bits,
 * sets start->emulated and runs it in qemu-user. Returns a status as process_finish does; errno is
 * ENOEXEC if that is not installed either. */
int native_execute(native_start *start, char *output, size_t size, size_t *length);
/* Reads the report, or the error of AddressSanitizer, that a run wrote before it ended with this
 * status. Returns the length of what it read; a log may follow. */
size_t native_read_end(native_end *e, int status, const char *output, size_t length);
/* Returns whether the error of AddressSanitizer is that resources ran out. */
bool native_is_exhausted(const char *error);
/* Returns whether the program was ended because its time was over. */
bool native_is_out_of_time(int status);
/* Returns the class of AddressSanitizer's error, by its name and statement; AZ_CLASSES: none. */
az_class native_error_class(const az_program *p, const native_end *e);
/* Returns why AddressSanitizer cannot run here, or NULL if it can. */
const char *native_no_address_sanitizer(const az_program *p);

/* ---- judge.c --------------------------------------------------------------------------------- */

/* Judges the run with these options: writes the outcome for the expected check to `r`. */
void native_judge(const az_program *p, const az_replay_options *o, const az_check *expected,
                  const native_end *e, az_replay *r);
/* Returns a report of undefined behaviour at the last access before an error. */
native_report native_passed_at(const az_program *p, const native_end *e, uint32_t kind);
/* Writes the settled undefined behaviour of the run to r->settled. */
void native_report_settled(const az_program *p, const native_end *e, az_replay *r);
/* Returns whether the error of AddressSanitizer is the first undefined behaviour. A note on the
 * same line concerns the same access. */
bool native_is_first(const az_program *p, const native_end *e);
/* Returns the check of a requested class that a report of undefined behaviour fits, or NULL. */
const az_check *native_check_there(const az_program *p, const az_replay_options *o,
                                   native_report report, const az_check *expected);
