/* The command line of verify, show and certify. Parsing, help and suggestions use one table of
 * options. Each line of it has the field of an option and the function that sets the field. */
#include "cli/task_options.h"
#include "ansatz/allocate.h"
#include "ansatz/clock.h"
#include "cli/log.h"
#include "cli/cli.h"
#include "cli/contract_clauses.h"
#include "cli/cores.h"
#include <assert.h>
#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct option_entry option_entry;
struct option_entry {
  const char *name, *argument, *summary; /* argument: NULL: none; in []: optional */
  az_status (*set)(az_task_options *o, const option_entry *entry, const char *value, az_error *err);
  size_t at;         /* offset of the field in the options */
  const char *takes; /* kind of the value, for the message about a wrong one; NULL: any text */
  bool once;         /* a second value is refused, since it would silently replace the first */
  bool positive;     /* a number of seconds: 0 is refused */
  bool certifies;    /* implies --certify */
  az_contract_kind clause;
  const char *const *words; /* the values, NULL after the last */
};

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static az_status refuse(const option_entry *entry, const char *value, az_error *err) {
  return az_fail(err, AZ_ERR_INPUT, "--%s takes %s, not '%.100s'", entry->name, entry->takes,
                 value);
}

static void *field(az_task_options *o, const option_entry *entry) {
  return (char *)o + entry->at;
}

static az_status set_flag(az_task_options *o, const option_entry *entry, const char *value,
                          az_error *err) {
  (void)value, (void)err;
  *(bool *)field(o, entry) = true;
  return AZ_OK;
}

static az_status clear_flag(az_task_options *o, const option_entry *entry, const char *value,
                            az_error *err) {
  (void)value, (void)err;
  *(bool *)field(o, entry) = false;
  return AZ_OK;
}

static az_status set_text(az_task_options *o, const option_entry *entry, const char *value,
                          az_error *err) {
  (void)err;
  *(const char **)field(o, entry) = value;
  return AZ_OK;
}

static az_status add_text(az_task_options *o, const option_entry *entry, const char *value,
                          az_error *err) {
  (void)err;
  const char ***list = field(o, entry);
  arrput(*list, value);
  return AZ_OK;
}

static az_status add_limit(az_task_options *o, const option_entry *entry, const char *value,
                           az_error *err) {
  az_status status = az_limits_parse(&(az_limits){0}, value, err);
  return status ? status : add_text(o, entry, value, err);
}

static az_status add_switch(az_task_options *o, const option_entry *entry, const char *value,
                            az_error *err) {
  az_status status = az_switches_parse(&(az_switches){0}, value, err);
  return status ? status : add_text(o, entry, value, err);
}

static az_status add_topics(az_task_options *o, const option_entry *entry, const char *value,
                            az_error *err) {
  return az_topics_parse(field(o, entry), value, err);
}

static az_status set_seconds(az_task_options *o, const option_entry *entry, const char *value,
                             az_error *err) {
  char *end;
  double seconds = strtod(value, &end);
  if (*end || end == value || !(seconds >= 0) || (entry->positive && seconds <= 0))
    return refuse(entry, value, err);
  *(double *)field(o, entry) = seconds;
  return AZ_OK;
}

static az_status set_units(az_task_options *o, const option_entry *entry, const char *value,
                           az_error *err) {
  char *end;
  double units = strtod(value, &end);
  if (*end || end == value || !(units >= 1000 && units <= 1e15)) return refuse(entry, value, err);
  *(double *)field(o, entry) = floor(units);
  return AZ_OK;
}

static az_status set_count(az_task_options *o, const option_entry *entry, const char *value,
                           az_error *err) {
  char *end;
  unsigned long count = strtoul(value, &end, 10);
  if (*end || end == value || *value == '-' || count < 1 || count > 1000000)
    return refuse(entry, value, err);
  *(uint32_t *)field(o, entry) = (uint32_t)count;
  return AZ_OK;
}

/* Sizes such as "500MB", "2 GB", "1.5G": units are powers of ten, as in an experiment. */
static bool parse_size(const char *text, uint64_t *bytes) {
  static const struct {
    const char *unit;
    double factor;
  } units[] = {{"", 1},     {"B", 1},   {"K", 1e3},  {"KB", 1e3}, {"M", 1e6},
               {"MB", 1e6}, {"G", 1e9}, {"GB", 1e9}, {"T", 1e12}, {"TB", 1e12}};
  char *end;
  double number = strtod(text, &end);
  if (end == text || !(number >= 0) || number > 1e15) return false;
  while (*end == ' ') end++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (!strcasecmp(end, units[i].unit) && number * units[i].factor < 1e18) {
      *bytes = (uint64_t)(number * units[i].factor);
      return *bytes > 0 || number == 0;
    }
  return false;
}

static az_status set_size(az_task_options *o, const option_entry *entry, const char *value,
                          az_error *err) {
  return parse_size(value, field(o, entry)) ? AZ_OK : refuse(entry, value, err);
}

/* Returns the index of the value among the entry's words; -1 with err if it is not there. */
static int one_of(const option_entry *entry, const char *value, az_error *err) {
  for (int i = 0; entry->words[i]; i++)
    if (!strcmp(value, entry->words[i])) return i;
  refuse(entry, value, err);
  return -1;
}

/* Sets a field that is an enumeration. */
static az_status set_word(az_task_options *o, const option_entry *entry, const char *value,
                          az_error *err) {
  int at = one_of(entry, value, err);
  if (at >= 0) *(uint32_t *)field(o, entry) = (uint32_t)at;
  return err->status;
}

/* Sets a field that is true if the value is the second word. */
static az_status set_second(az_task_options *o, const option_entry *entry, const char *value,
                            az_error *err) {
  *(bool *)field(o, entry) = one_of(entry, value, err) == 1;
  return err->status;
}

static az_status set_data_model(az_task_options *o, const option_entry *entry, const char *value,
                                az_error *err) {
  o->source.has_data_model = true;
  return set_word(o, entry, value, err);
}

/* Sets a flag. With "=all", also sets the flag that follows it in az_task_options. */
static az_status set_flag_or_all(az_task_options *o, const option_entry *entry, const char *value,
                                 az_error *err) {
  bool *flags = field(o, entry);
  if (value && strcmp(value, "all") != 0) return refuse(entry, value, err);
  flags[0] = true;
  flags[1] |= value != NULL;
  return AZ_OK;
}

static az_status add_compiler(az_task_options *o, const char *option, const char *value) {
  az_compiler_option one = {.option = option, .value = value};
  arrput(o->source.compiler, one);
  return AZ_OK;
}

static az_status add_included(az_task_options *o, const option_entry *entry, const char *value,
                              az_error *err) {
  (void)entry, (void)err;
  return add_compiler(o, "-include", value);
}

static az_status add_clause(az_task_options *o, const option_entry *entry, const char *value,
                            az_error *err) {
  az_contract_clause clause;
  if (!az_clause_of(entry->name, value, &clause)) return refuse(entry, value ? value : "", err);
  arrput(o->source.contract, clause);
  return AZ_OK;
}

#define AT(name) offsetof(az_task_options, name)
static_assert(AT(output.all_invariants) == AT(output.invariants) + 1 &&
                  AT(output.all_iterates) == AT(output.iterates) + 1,
              "set_flag_or_all");
static const char *const overflow_words[] = {[AZ_SO_STRICT] = "strict",
                                             [AZ_SO_WRAP] = "wrap",
                                             [AZ_SO_ASSUME] = "assume",
                                             [AZ_SO_STATED] = "stated",
                                             NULL};

const char *az_overflow_name(az_signed_overflow overflow) {
  return overflow_words[overflow];
}

static const option_entry table[] = {
    {.name = "property",
     .argument = "NAME|FILE.prp",
     .summary =
         "property to decide (default: those of the .yml file; unreach-call for other "
         "files); for several, separate them by commas or repeat the option; all: every property",
     .set = add_text,
     .at = AT(source.properties)},
    {.name = "data-model",
     .argument = "ILP32|LP64",
     .summary = "sizes of the C types (default: as the .yml file says, else LP64)",
     .set = set_data_model,
     .words = WORDS([AZ_LP64] = "LP64", [AZ_ILP32] = "ILP32"),
     .at = AT(source.data_model),
     .once = true,
     .takes = "ILP32 or LP64"},
    {.name = "function",
     .argument = "NAME",
     .summary =
         "function in which executions start, with arbitrary arguments and globals (default: main)",
     .set = set_text,
     .at = AT(source.function),
     .once = true},
    {.name = "harness",
     .argument = "NAME",
     .summary = "function without parameters in which executions start as in main: globals have "
                "their initial values",
     .set = set_text,
     .at = AT(source.harness),
     .once = true},
    {.name = "malloc-may-fail",
     .summary =
         "malloc and related functions may return NULL at any call, which a counterexample chooses",
     .set = set_flag,
     .at = AT(reading.malloc_may_fail)},
    {.name = "remove-function-body",
     .argument = "F|FILE:F",
     .summary = "leave out the body of function F in FILE, or in all files: the F of another file "
                "takes its place; if there is none, F returns any value and changes nothing. A "
                "static F is written __CPROVER_file_local_FILE_c_F",
     .set = add_text,
     .at = AT(source.removed)},
    {.name = "valid",
     .argument = "['BUF[LEN]'|=DEPTH]",
     .summary = "entry contract of --function: each pointer in its arguments and in globals points "
                "to one object of its type, with links to a depth of two (or DEPTH) and then NULL; "
                "or BUF points to LEN elements. BUF may be a member (b->p[b->len]), or an array at "
                "the end of its record",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "nothing, 'BUF[LEN]', or a depth from 1 to 9",
     .clause = AZ_CONTRACT_VALID},
    {.name = "string",
     .argument = "S",
     .summary = "entry contract: S, which may be a member, points to a string",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "the name of a pointer",
     .clause = AZ_CONTRACT_STRING},
    {.name = "allocated",
     .argument = "P",
     .summary = "entry contract: the object to which P points by another clause comes from malloc, "
                "so that it may be freed or reallocated",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "a pointer",
     .clause = AZ_CONTRACT_ALLOCATED},
    {.name = "maybe-null",
     .argument = "P",
     .summary = "entry contract: P may also be NULL",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "a pointer",
     .clause = AZ_CONTRACT_MAYBE_NULL},
    {.name = "may-alias",
     .argument = "P,Q",
     .summary = "entry contract: Q may also be P",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "P,Q",
     .clause = AZ_CONTRACT_MAY_ALIAS},
    {.name = "one-of",
     .argument = "P,A,B",
     .summary =
         "entry contract: P, usually a pointer to a function, is one of the expressions after "
         "it; * is a function that returns any value and changes the targets of its arguments, "
         "- is one that returns any value and changes nothing",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "P,A,B",
     .clause = AZ_CONTRACT_ONE_OF},
    {.name = "assume",
     .argument = "EXPR",
     .summary =
         "entry contract: the C expression holds when the function is entered, as in 'n <= 16'",
     .set = add_clause,
     .at = AT(source.contract),
     .takes = "an expression",
     .clause = AZ_CONTRACT_ASSUME},
    {.name = "include",
     .argument = "FILE",
     .summary = "include FILE first; -I DIR and -D NAME[=TEXT] as in a compiler",
     .set = add_included,
     .at = AT(source.compiler)},
    {.name = "compile-commands",
     .argument = "FILE.json",
     .summary = "include paths and macros of the files, from a compilation database",
     .set = set_text,
     .at = AT(source.compile_commands)},
    {.name = "mode",
     .argument = "M",
     .summary = "kiki (invariants, k-induction and bounded model checking), bmc, kinduction or ai "
                "(abstract interpretation); for property termination also termination (ranking "
                "functions only) or nontermination (infinite executions only); the stages of "
                "--config then keep their modes",
     .set = set_text,
     .at = AT(method.mode),
     .once = true},
    {.name = "domain",
     .argument = "EXPR",
     .summary =
         "abstract domain of the invariants, as in Lua: 'interval{ strategy = enumerate() }'",
     .set = set_text,
     .at = AT(method.domain),
     .once = true},
    {.name = "strategy",
     .argument = "EXPR",
     .summary = "strategy for the domains that name none; without --domain, for those of the "
                "configuration",
     .set = set_text,
     .at = AT(method.strategy),
     .once = true},
    {.name = "config",
     .argument = "FILE.lua",
     .summary =
         "configuration file (default if none of the three above is given: the built-in auto.lua)",
     .set = set_text,
     .at = AT(method.config),
     .once = true},
    {.name = "max-unwind",
     .argument = "N",
     .summary = "largest k, the number of copies of a loop (default: limited only by time)",
     .set = set_count,
     .at = AT(method.max_unwind),
     .once = true,
     .takes = "a number from 1 to 1000000"},
    {.name = "limit",
     .argument = "NAME=VALUE",
     .summary = "set a limit or a share of time ('ansatz limits' lists them); may be repeated",
     .set = add_limit,
     .at = AT(method.limits)},
    {.name = "switch",
     .argument = "NAME=on|off",
     .summary = "switch a technique on or off ('ansatz limits' lists them); may be repeated",
     .set = add_switch,
     .at = AT(method.switches)},
    {.name = "timeout",
     .argument = "S",
     .summary = "CPU time limit in seconds for all processes together, compilers and replays "
                "included (default: 60; 0: no limit)",
     .set = set_seconds,
     .at = AT(resources.timeout),
     .once = true,
     .takes = "CPU seconds"},
    {.name = "budget",
     .argument = "N",
     .summary = "work for the whole run in units of about a microsecond: every share is counted in "
                "work and not in time, so that another run does the same; --timeout remains as "
                "a safety net (default with a budget: 60 s and 4 s for each million)",
     .set = set_units,
     .at = AT(method.budget),
     .once = true,
     .takes = "a number of units from 1000 to 1e15"},
    {.name = "cores",
     .argument = "N",
     .summary = "race N processes, which begin with different stages: proofs, counterexamples; the "
                "first that decides every property gives the result. Each has the whole --timeout, "
                "and its part of --memory",
     .set = set_count,
     .at = AT(resources.cores),
     .once = true,
     .takes = "a number from 1 to 64"},
    {.name = "reuse",
     .argument = "DIR",
     .summary =
         "try the invariants of the last run of this program, which may have been edited since, as "
         "lemmas first; DIR keeps them. They are proved anew: nothing is trusted",
     .set = set_text,
     .at = AT(method.reuse),
     .once = true},
    {.name = "wall",
     .argument = "S",
     .summary = "wall-clock limit in seconds (default: 3 x timeout + 10 s; 0: no limit)",
     .set = set_seconds,
     .at = AT(resources.wall),
     .once = true,
     .takes = "wall-clock seconds"},
    {.name = "memory",
     .argument = "SIZE",
     .summary =
         "limit of resident memory for all processes together: 500MB, 2GB (default: half of the "
         "machine's; 0: no limit)",
     .set = set_size,
     .at = AT(resources.memory),
     .once = true,
     .takes = "a size such as 500MB or 2GB"},
    {.name = "solver",
     .argument = "NAME",
     .summary = "solver back end, perhaps with options: boolector, z3, 'bitblast{ chrono = true }'",
     .set = set_text,
     .at = AT(method.solver),
     .once = true},
    {.name = "signed-overflow",
     .argument = "stated|strict|wrap|assume",
     .summary =
         "how signed overflow is treated if it is not the property: a verdict also holds where it "
         "wraps around, or says that it is about executions without signed overflow (stated, the "
         "default); verdicts that depend on it are unknown (strict); it wraps around; or it is "
         "assumed not to happen",
     .set = set_word,
     .words = overflow_words,
     .at = AT(reading.overflow),
     .once = true,
     .takes = "stated, strict, wrap or assume"},
    {.name = "undefined",
     .argument = "settled|strict",
     .summary = "whether a violation counts after undefined behaviour to which the flags of the "
                "builds give one meaning, such as a misaligned access: yes, and the verdict says "
                "so (settled, the default), or no (strict)",
     .set = set_second,
     .words = WORDS("settled", "strict"),
     .at = AT(reading.strict_undefined),
     .once = true,
     .takes = "settled or strict"},
    {.name = "evaluation-order",
     .argument = "clang|any",
     .summary = "the order in which operands and arguments are evaluated: clang's (default; the "
                "verdict says where another order may give another result), or any order that C "
                "allows: where orders may differ, nothing is proved",
     .set = set_second,
     .words = WORDS("clang", "any"),
     .at = AT(reading.any_order),
     .once = true,
     .takes = "clang or any"},
    {.name = "witness-indices",
     .summary = "after x = a[i], an auxiliary variable index(x) keeps i, so that claims can "
                "express that some element is x",
     .set = set_flag,
     .at = AT(source.witness_indices)},
    {.name = "trace",
     .summary = "print the counterexample step by step",
     .set = set_flag,
     .at = AT(output.trace)},
    {.name = "invariants",
     .argument = "[=all]",
     .summary = "print the invariants of each loop as C expressions, without those that others "
                "imply; all: including those",
     .set = set_flag_or_all,
     .at = AT(output.invariants),
     .takes = "nothing, or =all"},
    {.name = "precondition",
     .summary = "if not all executions of the function given by --function are safe, or terminate: "
                "search for a condition on arguments, their targets and globals under which all "
                "are, and for a condition under which none is",
     .set = set_flag,
     .at = AT(method.precondition)},
    {.name = "stats",
     .summary =
         "print the time and the solver calls of each part, and the limits that were reached",
     .set = set_flag,
     .at = AT(output.stats)},
    {.name = "log",
     .argument = "TOPIC,...",
     .summary = "print events as they happen, one per line, on standard error: "
                "run, program, ssa, kiki, synth, solver, limits, replay, certify, or all",
     .set = add_topics,
     .at = AT(output.log)},
    {.name = "log-json",
     .argument = "FILE",
     .summary = "write all events to FILE, one JSON object per line",
     .set = set_text,
     .at = AT(output.log_json),
     .once = true},
    {.name = "json",
     .summary = "print one JSON object instead of text",
     .set = set_flag,
     .at = AT(output.json)},
    {.name = "trust",
     .argument = "NAME",
     .summary = "trust the axioms of an observation that is not part of Ansatz; may be repeated",
     .set = add_text,
     .at = AT(method.trust)},
    {.name = "no-replay",
     .summary = "do not run the compiled program on counterexamples; those that rest on an "
                "over-approximation are then unknown",
     .set = clear_flag,
     .at = AT(evidence.replay)},
    {.name = "no-check",
     .summary = "abstract interpretation alone: print the invariants that the strategy finds "
                "along the control flow, without queries to a solver and without a verdict",
     .set = set_flag,
     .at = AT(method.unchecked)},
    {.name = "iterates",
     .argument = "[=all]",
     .summary = "print the iterates of each strategy, one line for each row that changes: step, "
                "old and new bound, reason, answer and time of the query that tested it; for a "
                "long search only the first and the last ones, or all. With --json: all, and all "
                "queries. For show analysis: print intermediate results, too",
     .set = set_flag_or_all,
     .at = AT(output.iterates),
     .takes = "nothing, or =all"},
    {.name = "sandbox",
     .argument = "auto|strict|off|filter",
     .summary = "sandbox for the worker with its compilers and for runs of the program: the "
                "strongest that the kernel supports (auto), Landlock and a system-call filter or "
                "else an error (strict), none (off), all but Landlock (filter)",
     .set = set_word,
     .words = WORDS([AZ_SANDBOX_AUTO] = "auto", [AZ_SANDBOX_STRICT] = "strict",
                    [AZ_SANDBOX_OFF] = "off", [AZ_SANDBOX_FILTER] = "filter"),
     .at = AT(resources.sandbox),
     .once = true,
     .takes = "auto, strict, off or filter"},
    {.name = "certify",
     .summary = "have a fresh process check the proof of a true verdict, or of an infinite "
                "execution, with another solver",
     .set = set_flag,
     .at = AT(evidence.certify)},
    {.name = "certify-time",
     .argument = "S",
     .summary =
         "CPU time limit in seconds for that check (default: 5 x that of the proof, at least 5 s)",
     .set = set_seconds,
     .at = AT(evidence.certify_time),
     .once = true,
     .takes = "CPU seconds",
     .positive = true},
    {.name = "check-invariants",
     .argument = "N",
     .summary = "with --certify, which it implies: also evaluate the invariants that the proof "
                "rests on in N runs on random inputs; with --no-check, those that were found",
     .set = set_count,
     .at = AT(evidence.invariant_runs),
     .once = true,
     .takes = "a number of runs, 1 to 1000000",
     .certifies = true},
    {.name = "proof",
     .argument = "DIR",
     .summary =
         "with --certify, which it implies: write every query of the check to DIR as a "
         "propositional formula (DIMACS) with the SAT solver's proof (DRAT), and check the proof",
     .set = set_text,
     .at = AT(evidence.proofs),
     .once = true,
     .certifies = true},
    {.name = "certificate",
     .argument = "FILE",
     .summary = "write the proof of a true verdict to FILE, for 'ansatz certify'",
     .set = set_text,
     .at = AT(evidence.certificate),
     .once = true},
    {.name = "witness",
     .argument = "FILE",
     .summary =
         "write a witness of a true or false verdict to FILE: YAML (2.0, with contracts 2.1), or "
         "GraphML 1.0 if it ends in .graphml; for several properties, one file each: "
         "w.no-overflow.yml for w.yml",
     .set = set_text,
     .at = AT(evidence.witness)},
    {.name = "test-file",
     .argument = "FILE",
     .summary = "write a counterexample to FILE as a test in C: it feeds the inputs to the "
                "program, which fails at the violation",
     .set = set_text,
     .at = AT(evidence.test_file)},
    {.name = "check-witness",
     .argument = "FILE",
     .summary = "check a witness (YAML 2.0 or GraphML 1.0): prove its invariants and the property "
                "by k-induction, or follow its execution; nothing in it is trusted",
     .set = set_text,
     .at = AT(evidence.check_witness)},
    {.name = "dump",
     .argument = "DIR",
     .summary = "write every solver query to DIR as SMT-LIB 2",
     .set = set_text,
     .at = AT(output.dump),
     .once = true},
    {.name = "help", .summary = "print this help"},
};
#undef AT
enum { OPTIONS = sizeof table / sizeof *table, FIRST = 256 /* getopt's result for table[0] */ };

static void help(const char *command) {
  const char *first = !strcmp(command, "show")      ? "cfg|ssa|template|formula|equations|analysis "
                      : !strcmp(command, "certify") ? "CERTIFICATE "
                                                    : "";
  printf("usage: ansatz %s %s[options] TASK.yml | FILE.c ... | FILE.i | FILE.bc\n\n", command,
         first);
  for (size_t i = 0; i < OPTIONS; i++) {
    char left[64];
    const char *argument = table[i].argument ? table[i].argument : "";
    snprintf(left, sizeof left, "--%s%s%s", table[i].name, *argument && *argument != '[' ? " " : "",
             argument);
    printf("  %-36s ", left);
    az_cli_paragraph(table[i].summary, 39);
  }
}

/* Prints why the command line is wrong. Returns the parser's result for an error. */
static int usage(const char *command, const char *message) {
  fprintf(stderr, "ansatz %s: %s ('ansatz %s --help' lists the options)\n", command, message,
          command);
  return -3;
}

/* Returns the value among an option's values "A|B|C" that matches the word, or NULL. */
static const char *value_among(const char *word, const char *choices) {
  for (size_t n; choices; choices = choices[n] ? choices + n + 1 : NULL) {
    n = strcspn(choices, "|");
    if (n && n == strlen(word) && !strncasecmp(word, choices, n)) return choices;
  }
  return NULL;
}

/* Reports an option that is unknown, or that lacks its value. */
static int not_understood(const char *command, const char *word) {
  const char *known[OPTIONS + 1] = {NULL};
  for (size_t i = 0; i < OPTIONS; i++) {
    known[i] = table[i].name;
    char text[128];
    if (!word || strncmp(word, "--", 2)) continue;
    const char *value = value_among(word + 2, table[i].argument);
    if (value) {
      snprintf(text, sizeof text, "unknown option '%s': did you mean '--%s %.*s'?", word,
               table[i].name, (int)strlen(word + 2), value);
      return usage(command, text);
    }
    if (strcmp(word + 2, table[i].name)) continue;
    snprintf(text, sizeof text, "--%s needs a value (%s)", table[i].name,
             table[i].argument ? table[i].argument : "none");
    return usage(command, text);
  }
  return -1 - az_cli_unknown(command, word ? word : "?", known);
}

/* The value of --valid is optional. Returns whether the next word is its value: NAME[...], where
 * NAME may name a member. A plain name that is not a file is probably meant as a value. */
static bool behind_valid(const char *word, az_error *err) {
  bool is_name = isalpha((unsigned char)*word) || *word == '_';
  for (const char *at = word; is_name && *at; at++)
    is_name =
        isalnum((unsigned char)*at) || *at == '_' || *at == '>' || (*at == '-' && at[1] == '>');
  if (is_name && access(word, F_OK))
    az_fail(
        err, AZ_ERR_INPUT,
        "--valid %s: one object is '%s[1]', N of them '%s[N]'; --valid alone gives each pointer "
        "an object of its type",
        word, word, word);
  return az_clause_is_buffer(word);
}

/* Parses the words after the command. */
static int parse_words(az_task_options *o, int argc, char **argv) {
  const char *command = argv[0];
  bool has_what = !strcmp(command, "show") || !strcmp(command, "certify");
  bool given[OPTIONS] = {false};
  az_error err = {.status = AZ_OK};
  struct option longs[OPTIONS + 1] = {{0}};
  for (int i = 0; i < OPTIONS; i++) {
    const char *argument = table[i].argument;
    longs[i] = (struct option){table[i].name,
                               !argument          ? no_argument
                               : *argument == '[' ? optional_argument
                                                  : required_argument,
                               NULL, FIRST + i};
  }
  opterr = 0;
  optind = 0;
  for (;;) {
    int seen = optind ? optind : 1;
    int c = getopt_long(argc, argv, "-hI:D:", longs, NULL);
    if (c < 0) break;
    if (c == '?') return not_understood(command, argv[seen]);
    if (c == 'I' || c == 'D') add_compiler(o, c == 'I' ? "-I" : "-D", optarg);
    if (c == 1 && !o->what && has_what)
      o->what = optarg;
    else if (c == 1)
      arrput(o->source.files, optarg);
    if (c == 'h') return help(command), -1;
    if (c < FIRST) continue;
    const option_entry *entry = &table[c - FIRST];
    if (!entry->set) return help(command), -1;
    if (entry->once && given[c - FIRST]) {
      az_fail(&err, AZ_ERR_INPUT, "--%s is given twice", entry->name);
      return usage(command, err.message);
    }
    given[c - FIRST] = true;
    bool may_take = entry->clause == AZ_CONTRACT_VALID && entry->set == add_clause && !optarg;
    if (may_take && optind < argc && behind_valid(argv[optind], &err)) optarg = argv[optind++];
    if (err.status || entry->set(o, entry, optarg, &err)) return usage(command, err.message);
    o->evidence.certify |= entry->certifies;
  }
  if (!o->what && !strcmp(command, "certify") && optind < argc) o->what = argv[optind++];
  for (; optind < argc; optind++) arrput(o->source.files, argv[optind]);
  o->source.clauses_given = arrlenu(o->source.contract);
  return 0;
}

/* Returns whether the mode searches for invariants, so that options for the search have an
 * effect. */
static bool finds_invariants(const char *mode) {
  return !mode || (strcmp(mode, "bmc") != 0 && strcmp(mode, "kinduction") != 0);
}

/* Checks that the options can be combined. */
static int check_together(const az_task_options *o, const char *command) {
  if (arrlenu(o->source.contract) &&
      (!o->source.function || !strcmp(o->source.function, "main") || o->source.harness))
    return usage(command,
                 "an entry contract needs --function NAME with a function other than main");
  if (o->evidence.witness && o->evidence.check_witness)
    return usage(command, "--witness and --check-witness exclude each other");
  if (!arrlenu(o->source.files)) return usage(command, "no input file");
  const char *refused = o->resources.cores > 1 ? az_cores_refused(o) : NULL;
  if (refused) return usage(command, refused);
  if (o->method.mode && !strcmp(o->method.mode, "ai") && o->method.max_unwind &&
      !strcmp(command, "verify"))
    return usage(command, "--mode ai has one copy of each loop: --max-unwind has no effect");
  if ((!o->method.domain && !o->method.strategy) || finds_invariants(o->method.mode)) return 0;
  char text[128];
  snprintf(text, sizeof text, "--mode %s looks for no invariants: --%s has no effect",
           o->method.mode, o->method.domain ? "domain" : "strategy");
  return usage(command, text);
}

/* Returns half of the memory that this machine has, or that its control group may use. */
static uint64_t half_of_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  uint64_t all = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0, group = 0;
  FILE *limit = fopen("/sys/fs/cgroup/memory.max", "re");
  if (limit && fscanf(limit, "%" SCNu64, &group) == 1 && group && (!all || group < all))
    all = group;
  if (limit) fclose(limit);
  return all / 2;
}

int az_task_options_parse(az_task_options *o, int argc, char **argv) {
  *o = (az_task_options){.resources = {.timeout = -1, .wall = -1, .memory = UINT64_MAX},
                         .evidence.replay = true,
                         .reading.overflow = AZ_SO_STATED};
  int status = parse_words(o, argc, argv);
  if (!status) status = check_together(o, argv[0]);
  if (o->resources.timeout < 0)
    o->resources.timeout = 60 + 4 * o->method.budget / AZ_UNITS_OF_SECOND;
  if (o->resources.wall < 0)
    o->resources.wall = o->resources.timeout > 0 ? 3 * o->resources.timeout + 10 : 0;
  if (o->resources.memory == UINT64_MAX) o->resources.memory = half_of_memory();
  if (o->method.trust) arrput(o->method.trust, NULL);
  if (status) az_task_options_free(o);
  return status;
}

void az_task_options_free(az_task_options *o) {
  az_task_free(o->resolved.task);
  arrfree(o->source.files);
  arrfree(o->source.properties);
  arrfree(o->source.removed);
  arrfree(o->method.limits);
  arrfree(o->source.contract);
  arrfree(o->source.compiler);
  az_arena_free(o->resolved.arena);
  arrfree(o->method.trust);
  arrfree(o->method.switches);
  arrfree(o->resolved.requests);
  arrfree(o->resolved.writable);
  for (size_t i = 0; i < arrlenu(o->resolved.by_property); i++) free(o->resolved.by_property[i]);
  arrfree(o->resolved.by_property);
}
