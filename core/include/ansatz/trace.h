/* A counterexample: the inputs of one execution in order, and events for its presentation. Built
 * from a model, run by the interpreter and the native replay, printed for people and witnesses. */
#ifndef ANSATZ_TRACE_H
#define ANSATZ_TRACE_H

#include "ansatz/program.h"
#include "ansatz/sandbox.h"

typedef enum az_event_kind {
  AZ_EV_INPUT,  /* an INPUT, LIVE or ALLOC statement was executed; its value */
  AZ_EV_ASSIGN, /* a store to an lvalue with a C name */
  AZ_EV_ENTER,
  AZ_EV_LEAVE,   /* function */
  AZ_EV_FAIL,    /* the check that fails: the last event */
  AZ_EV_FOREVER, /* the loop runs forever from here, repeating the inputs that follow */
} az_event_kind;

/* Content of new memory (LIVE, ALLOC); bytes that are not listed are zero. */
typedef struct az_part {
  uint64_t offset;
  uint32_t bytes;
  az_term value; /* bv constant of 8 * bytes, or a pointer constant */
} az_part;

typedef struct az_event {
  az_event_kind kind;
  az_loc loc;
  const char *function;
  const az_stmt *stmt; /* INPUT */
  const char *lvalue;  /* ASSIGN: "s.x", "a[3]"; INPUT: name of the nondet function or object */
  const char *rule; /* INPUT in a loop that runs forever: the value in each iteration, as C over the
                       variables there; or NULL */
  az_type type;
  az_term value;  /* constant: ASSIGN, and INPUT of a register */
  az_part *parts; /* INPUT of memory */
  uint32_t part_count;
  uint32_t check; /* FAIL */
} az_event;

typedef struct az_trace {
  az_arena *arena;
  az_event *events; /* in order of execution */
  size_t count;
} az_trace;

typedef enum az_replay_verdict {
  AZ_REPLAY_CONFIRMED, /* the same check fails there */
  AZ_REPLAY_OVERFLOW,  /* a signed overflow comes first (only with `stop_at_overflow`): loc says
                          where */
  AZ_REPLAY_UNDEFINED, /* undefined behaviour comes first: note says which and where */
  AZ_REPLAY_OTHER,     /* it ran, but the check did not fail: `note` says what happened */
  AZ_REPLAY_IMPOSSIBLE /* it could not be run: `note` says why */
} az_replay_verdict;

typedef struct az_replay {
  az_replay_verdict verdict;
  bool unnoticed; /* OTHER: it ran to its end without a failure */
  bool fault;     /* IMPOSSIBLE because the machine failed (full disk, no process) */
  bool exhausted; /* OTHER: out of time, stack or memory */
  bool compares;  /* compares pointers to different objects */
  uint32_t check; /* CONFIRMED: the requested check that failed in place of the expected one (the
                     run continues); else AZ_NONE */
  az_loc loc;
  char note[512];
  char settled[256]; /* CONFIRMED: the first settled undefined behaviour (docs/soundness.md 8)
                        before the failure; "": none */
} az_replay;

/* Concrete interpretation of statements. Inputs come from the INPUT events of `trace` in order or,
 * if it is NULL, from `input` (called for every INPUT and for every scalar of uninitialised
 * memory). */
typedef struct az_interpreter az_interpreter;
/* The types of accesses that matter to aliasing rules. */
typedef struct az_access_types az_access_types;
struct az_run_event;
typedef struct az_interpreter_options {
  const az_trace *trace;
  az_term (*input)(void *ctx, const az_stmt *stmt, az_sort sort);
  /* Called before the execution begins, with the argument of az_interpreter_read; may be NULL. */
  void (*begin)(void *ctx, struct az_interpreter *self);
  void *ctx;
  uint64_t max_steps;
  uint32_t classes;     /* checks that end the execution */
  const az_check *leak; /* of class MEMTRACK or MEMCLEANUP; leaks are looked for there alone */
  bool defined;         /* undefined behaviour that the interpreter detects ends the execution, */
  bool strict;          /* including settled behaviour (docs/soundness.md 8) */
  const az_access_types *types; /* types of the accesses, for `defined`; NULL: unknown */
  /* Called at every visit of a loop head, through a back edge or from outside; may be NULL. See
   * az_interpreter_read. */
  void (*at_loop)(void *ctx, struct az_interpreter *self, uint32_t function, uint32_t loop,
                  bool from_back_edge);
  /* Called at memory changes, calls and returns (replay/inspect.h); may be NULL. */
  void (*at_event)(void *ctx, struct az_interpreter *self, const struct az_run_event *event);
  /* Called when an IF or SWITCH continues at successors[target]; may be NULL. */
  void (*at_branch)(void *ctx, struct az_interpreter *self, const az_block *block, uint32_t target);
  /* Receives every input as it is consumed, as an INPUT event whose parts live for the call only;
   * may be NULL. */
  void (*record)(void *ctx, const az_event *event);
} az_interpreter_options;
typedef enum az_run_end {
  AZ_RUN_RETURNED,
  AZ_RUN_STOPPED,
  AZ_RUN_FAILED_CHECK,
  AZ_RUN_ASSUMPTION,
  AZ_RUN_INVALID_ACCESS,
  AZ_RUN_UNDEFINED,
  AZ_RUN_UNSUPPORTED,
  AZ_RUN_STEPS
} az_run_end;
typedef struct az_run {
  az_run_end end;
  uint32_t check;   /* AZ_RUN_FAILED_CHECK */
  const char *what; /* AZ_RUN_UNDEFINED */
  az_loc loc;
  const char *passed; /* NULL, or the first undefined behaviour, which did not end the execution */
  az_loc passed_at;   /* and its location */
  int exit_code;      /* AZ_RUN_RETURNED from main */
  uint64_t steps;
  /* The function that had the most unfinished calls at once, and their number. */
  uint32_t deepest, calls;
} az_run;
az_run az_interpret(const az_program *program, const az_interpreter_options *options);
/* In at_loop and input: returns the value of `bytes` bytes at `offset` of the current activation's
 * object (or of a global); AZ_NO_TERM if it is not live. */
az_term az_interpreter_read(az_interpreter *self, uint32_t object, uint64_t offset, az_type type);

/* In at_loop: returns a hash of the bytes of the globals and the current activation's objects. */
uint64_t az_interpreter_hash(const az_interpreter *self);

/* Random inputs: `input` and its `ctx`. The runs differ in the magnitude of inputs and in how often
 * an input is zero, so that loops that end when an input is zero have various lengths. */
typedef struct az_random_inputs {
  uint64_t state; /* the seed */
  uint32_t run;   /* number of the run */
} az_random_inputs;
az_term az_random_input(az_random_inputs *inputs, az_store *store, az_sort sort);

/* Native replay of clang's bitcode (docs/soundness.md 9). */
typedef struct az_replay_options {
  const char *work_folder;
  bool stop_at_overflow; /* report signed overflow before the failure */
  bool address_sanitizer;
  bool undefined;           /* report other undefined behaviour before the failure, */
  bool strict_undefined;    /* including settled behaviour (docs/soundness.md 8) */
  bool compares;            /* pointers to different objects may be compared */
  bool nonterminating;      /* the run ends when all inputs of the trace are used up */
  bool heap_only;           /* with `nonterminating`: not instrumented, as only leaks matter */
  bool optimised;           /* the code is optimised; not for classes of memory safety */
  double seconds;           /* CPU limit of the run */
  uint32_t classes;         /* the checks that are being decided */
  const az_trace *proposal; /* test runs: one run gets the inputs of this trace; if it needs more,
                               inputs repeat their last values; NULL: none */
  az_sandbox sandbox;
} az_replay_options;
az_replay az_replay_native(const az_program *program, const az_trace *trace,
                           const az_replay_options *options);
/* Runs the compiled program on random inputs, with a different seed in each run, until a check of
 * the classes fails for which `wanted` holds. Returns a trace of that run's inputs, which the
 * caller frees, or NULL. A run counts only if it behaves the same with all checks for undefined
 * behaviour. Leaks are not detected. *replay: the outcome of the run. `options->seconds` limits all
 * runs together; address_sanitizer and undefined are ignored. */
az_trace *az_replay_random(const az_program *program, const az_replay_options *options,
                           uint32_t first_seed, const bool *wanted, az_replay *replay);
/* Replays in the interpreter, which needs no compilation and keeps all objects apart. */
az_replay az_replay_interpreted(const az_program *program, const az_trace *trace,
                                const az_replay_options *options);
/* Runs the compiled program, with all checks for undefined behaviour, on the inputs of a trace that
 * was proved infinite. CONFIRMED: it was still running after `options->seconds`, or ran out of
 * inputs, memory or stack; OTHER, UNDEFINED and OVERFLOW: it ended. The options
 * `address_sanitizer`, `undefined` and `nonterminating` are ignored. */
az_replay az_replay_nonterminating(const az_program *program, const az_trace *trace,
                                   const az_replay_options *options);

/* Decides whether the trace is a counterexample (docs/soundness.md 8, 9), by native runs with all
 * checks for undefined behaviour and by the interpreter (docs/architecture.md has a table). The
 * options `address_sanitizer` and `undefined` are ignored. */
az_replay az_replay_counterexample(const az_program *program, const az_trace *trace,
                                   const az_replay_options *options);

#endif
