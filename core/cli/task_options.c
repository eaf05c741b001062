/* One option table serves parsing, help and suggestions. */
#include "cli/task_options.h"
#include "ansatz/allocate.h"
#include "cli/cli.h"
#include "cli/compile_commands.h"
#include <ctype.h>
#include <fcntl.h>
#include <getopt.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  O_PROPERTY = 256,
  O_DATA_MODEL,
  O_FUNCTION,
  O_VALID,
  O_STRING,
  O_MAYBE_NULL,
  O_MAY_ALIAS,
  O_ASSUME,
  O_INCLUDE,
  O_COMMANDS,
  O_MODE,
  O_DOMAIN,
  O_STRATEGY,
  O_CONFIG,
  O_UNWIND,
  O_TIMEOUT,
  O_WALL,
  O_MEMORY,
  O_SANDBOX,
  O_SOLVER,
  O_OVERFLOW,
  O_TRACE,
  O_INVARIANTS,
  O_PRECONDITION,
  O_STATS,
  O_JSON,
  O_TRUST,
  O_NO_REPLAY,
  O_NO_CHECK,
  O_ITERATES,
  O_WITNESS_INDICES,
  O_DUMP,
  O_LIMIT,
  O_SWITCH,
  O_CERTIFY,
  O_CERTIFY_TIME,
  O_CERTIFICATE,
  O_WITNESS,
  O_TEST_FILE,
  O_CHECK_WITNESS,
  O_CHECK_INVARIANTS,
  O_PROOF,
  O_HELP
};

static const struct {
  const char *name;
  int id;
  const char *argument, *summary;
} table[] = {
    {"property", O_PROPERTY, "NAME|FILE.prp",
     "property to decide (default: those of the .yml file; unreach-call for other files); several "
     "separated by commas, or repeated; all: every one"},
    {"data-model", O_DATA_MODEL, "ILP32|LP64",
     "sizes of the C types (default: as the .yml file says, else LP64)"},
    {"function", O_FUNCTION, "NAME",
     "function in which executions start, with arbitrary arguments and globals (default: main)"},
    {"valid", O_VALID, "['BUF[LEN]']",
     "contract of --function: pointers of its arguments and of globals lead to one object of their "
     "type each, links to a depth of two and then to NULL; or BUF to LEN elements"},
    {"string", O_STRING, "S", "contract: S leads to a string"},
    {"maybe-null", O_MAYBE_NULL, "P", "contract: P may also be NULL"},
    {"may-alias", O_MAY_ALIAS, "P,Q", "contract: Q may also be P"},
    {"assume", O_ASSUME, "EXPR",
     "contract: the C expression holds when the function is entered, as in 'n <= 16'"},
    {"include", O_INCLUDE, "FILE",
     "include FILE first; -I DIR and -D NAME[=TEXT] as in a compiler"},
    {"compile-commands", O_COMMANDS, "FILE.json",
     "include paths and macros of the files, from a compilation database"},
    {"mode", O_MODE, "M",
     "kiki (invariants, k-induction and bounded model checking), bmc, kinduction or ai (abstract "
     "interpretation); of property termination also termination (rankings alone) or nontermination "
     "(executions without end alone)"},
    {"domain", O_DOMAIN, "EXPR",
     "abstract domain of the invariants, as in Lua: 'interval{ strategy = enumerate() }'"},
    {"strategy", O_STRATEGY, "EXPR", "strategy for the domains that name none"},
    {"config", O_CONFIG, "FILE.lua",
     "configuration file (default if none of the three above is given: the built-in auto.lua)"},
    {"max-unwind", O_UNWIND, "N",
     "largest number of copies of a loop, k (default: limited by time alone)"},
    {"limit", O_LIMIT, "NAME=VALUE",
     "set a limit or a share of time ('ansatz limits' lists them); may be repeated"},
    {"switch", O_SWITCH, "NAME=on|off",
     "switch a technique on or off ('ansatz limits' lists them); may be repeated"},
    {"timeout", O_TIMEOUT, "S",
     "limit of CPU seconds for all processes together, compilers and replays included (default: "
     "60; "
     "0: no limit)"},
    {"wall", O_WALL, "S",
     "limit of seconds of the clock (default: 3 times that of --timeout, and 10; 0: no limit)"},
    {"memory", O_MEMORY, "SIZE",
     "limit of resident memory for all processes together: 500MB, 2GB (default: no limit)"},
    {"solver", O_SOLVER, "NAME", "solver back end: boolector, bitblast or z3"},
    {"signed-overflow", O_OVERFLOW, "strict|wrap|assume",
     "how signed overflow is treated if it is not the property: verdicts that depend on it are "
     "unknown (strict, the default), it wraps around, or it is assumed not to happen"},
    {"witness-indices", O_WITNESS_INDICES, NULL,
     "where the program does x = a[i], an auxiliary variable index(x) remembers i, so that claims "
     "can say that some element is x"},
    {"trace", O_TRACE, NULL, "print the counterexample step by step"},
    {"invariants", O_INVARIANTS, "[=all]",
     "print the invariants of each loop as C expressions, but for those that follow from others; "
     "all: these, too"},
    {"invariants", O_INVARIANTS, NULL, "print the invariants of each loop as C expressions"},
    {"precondition", O_PRECONDITION, NULL,
     "termination of the function that --function names: where not all executions end, look for a "
     "condition on arguments and globals under which they do"},
    {"stats", O_STATS, NULL,
     "print the time and the solver calls of each part, and the limits that were met"},
    {"json", O_JSON, NULL, "print one JSON object instead of text"},
    {"trust", O_TRUST, "NAME",
     "believe the axioms of an observation that is not part of Ansatz; may be repeated"},
    {"no-replay", O_NO_REPLAY, NULL,
     "do not run the compiled program on counterexamples; those that rest on an "
     "over-approximation are then unknown"},
    {"no-check", O_NO_CHECK, NULL,
     "abstract interpretation by itself: print the invariants that the strategy finds along the "
     "control flow, ask no solver, give no verdict"},
    {"iterates", O_ITERATES, NULL, "of show analysis: print what was computed on the way, too"},
    {"sandbox", O_SANDBOX, "auto|strict|off|filter",
     "what keeps runs of the program, and the worker with its compilers, from doing harm: the "
     "strongest that the kernel has (auto), Landlock and a filter of system calls or nothing is "
     "verified (strict), nothing (off), all but Landlock (filter)"},
    {"certify", O_CERTIFY, NULL,
     "have a fresh process check the proof of a true verdict again, with another solver"},
    {"certify-time", O_CERTIFY_TIME, "S",
     "limit of CPU seconds for that check (default: 5 times those of the proof, at least 2)"},
    {"check-invariants", O_CHECK_INVARIANTS, "N",
     "with --certify, which it implies: evaluate the invariants that the proof rests on in N runs "
     "on random inputs, too; with --no-check, those that were found"},
    {"proof", O_PROOF, "DIR",
     "with --certify, which it implies: write every query of the check to DIR as a propositional "
     "formula (DIMACS) with the SAT solver's proof (DRAT), and check the proof"},
    {"certificate", O_CERTIFICATE, "FILE",
     "write the proof of a true verdict to FILE, for 'ansatz certify'"},
    {"witness", O_WITNESS, "FILE",
     "write a witness of a true or false verdict to FILE: YAML 2.0, or GraphML 1.0 if it ends in "
     ".graphml; of several properties each to its own file, w.no-overflow.yml for w.yml"},
    {"test-file", O_TEST_FILE, "FILE",
     "write a counterexample to FILE as C, which makes a test of the program: it is given the "
     "inputs "
     "and fails at the violation"},
    {"check-witness", O_CHECK_WITNESS, "FILE",
     "check a witness (YAML 2.0 or GraphML 1.0): prove its invariants and the property by "
     "k-induction, or follow "
     "its execution; nothing of it is believed"},
    {"dump", O_DUMP, "DIR", "write every solver query to DIR as SMT-LIB 2"},
    {"help", O_HELP, NULL, "print this text"},
};
enum { OPTIONS = sizeof table / sizeof *table };

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

static int usage(const char *command, const char *message) {
  fprintf(stderr, "ansatz %s: %s ('ansatz %s --help' lists the options)\n", command, message,
          command);
  return -3;
}

/* "500MB", "2 GB", "1.5G": powers of ten, as in an experiment. */
static bool parse_size(const char *text, uint64_t *bytes) {
  static const struct {
    const char *unit;
    double factor;
  } units[] = {{"", 1},     {"B", 1},   {"K", 1e3},  {"KB", 1e3}, {"M", 1e6},
               {"MB", 1e6}, {"G", 1e9}, {"GB", 1e9}, {"T", 1e12}, {"TB", 1e12}};
  char *end;
  double number = strtod(text, &end);
  if (end == text || !(number > 0) || number > 1e15) return false;
  while (*end == ' ') end++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (!strcasecmp(end, units[i].unit) && number * units[i].factor < 1e18) {
      *bytes = (uint64_t)(number * units[i].factor);
      return *bytes > 0;
    }
  return false;
}

/* The words of options, in the order of their enumerations. */
static const char *const sandboxes[] = {[AZ_SANDBOX_AUTO] = "auto",
                                        [AZ_SANDBOX_STRICT] = "strict",
                                        [AZ_SANDBOX_OFF] = "off",
                                        [AZ_SANDBOX_FILTER] = "filter",
                                        NULL};
static const char *const overflows[] = {
    [AZ_SO_STRICT] = "strict", [AZ_SO_WRAP] = "wrap", [AZ_SO_ASSUME] = "assume", NULL};

/* Which of the words it is; -1: none. */
static int one_of(const char *given, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (!strcmp(given, words[i])) return i;
  return -1;
}

/* Options of which the last would win in silence. */
static bool only_once(int id) {
  switch (id) {
  case O_MODE:
  case O_DOMAIN:
  case O_STRATEGY:
  case O_CONFIG:
  case O_UNWIND:
  case O_TIMEOUT:
  case O_WALL:
  case O_MEMORY:
  case O_SANDBOX:
  case O_SOLVER:
  case O_OVERFLOW:
  case O_CERTIFY_TIME:
  case O_CHECK_INVARIANTS:
  case O_PROOF:
  case O_CERTIFICATE:
  case O_DUMP: return true;
  default: return false;
  }
}

static const char *name_of(int id) {
  size_t i = 0;
  while (i < OPTIONS - 1 && table[i].id != id) i++;
  return table[i].name;
}

/* Modes that look for no invariants: what says how to look for them has no effect. */
static bool finds_invariants(const char *mode) {
  return !mode || (strcmp(mode, "bmc") != 0 && strcmp(mode, "kinduction") != 0);
}

/* NAME[...]? */
static bool is_buffer_text(const char *text) {
  size_t n = 0;
  while (isalnum((unsigned char)text[n]) || text[n] == '_') n++;
  return n && text[n] == '[' && text[strlen(text) - 1] == ']';
}

static void add_clause(az_task_options *o, az_contract_kind kind, const char *text) {
  az_contract_clause clause = {kind, text};
  arrput(o->contract, clause);
}

static void add_compiler(az_task_options *o, const char *option, const char *value) {
  az_compiler_option one = {.option = option, .value = value};
  arrput(o->compiler, one);
}

static int parse(az_task_options *o, int argc, char **argv) {
  const char *command = argv[0];
  *o = (az_task_options){.timeout = 60, .wall = -1, .replay = true};
  struct option longs[OPTIONS + 1] = {{0}};
  const char *known[OPTIONS + 1] = {NULL};
  for (size_t i = 0; i < OPTIONS; i++) {
    longs[i] = (struct option){table[i].name,
                               !table[i].argument            ? no_argument
                               : table[i].argument[0] == '[' ? optional_argument
                                                             : required_argument,
                               NULL, table[i].id};
    known[i] = table[i].name;
  }
  az_error err = {.status = AZ_OK};
  bool given[O_HELP - O_PROPERTY + 1] = {false};
  char text[128];
  int at;
  opterr = 0;
  optind = 0;
  for (;;) {
    int seen = optind ? optind : 1;
    int c = getopt_long(argc, argv, "-hI:D:", longs, NULL);
    char *end;
    if (c < 0) break;
    if (only_once(c) && given[c - O_PROPERTY]) {
      snprintf(text, sizeof text, "--%s is given twice", name_of(c));
      return usage(command, text);
    }
    if (c >= O_PROPERTY && c <= O_HELP) given[c - O_PROPERTY] = true;
    switch (c) {
    case 1:
      if (!o->what && (!strcmp(command, "show") || !strcmp(command, "certify")))
        o->what = optarg;
      else
        arrput(o->files, optarg);
      break;
    case O_PROPERTY: arrput(o->properties, optarg); break;
    case O_DATA_MODEL:
      if (o->has_data_model) return usage(command, "--data-model is given twice");
      o->has_data_model = true;
      if (!strcmp(optarg, "ILP32"))
        o->data_model = AZ_ILP32;
      else if (!strcmp(optarg, "LP64"))
        o->data_model = AZ_LP64;
      else
        return usage(command, "--data-model takes ILP32 or LP64");
      break;
    case O_FUNCTION:
      if (o->function) return usage(command, "--function is given twice");
      o->function = optarg;
      break;
    case O_VALID: {
      /* The value may be left out: one is taken for it if it reads NAME[...]. */
      const char *next = optarg ? optarg : optind < argc ? argv[optind] : "";
      bool is_buffer = is_buffer_text(next);
      if (optarg && !is_buffer) return usage(command, "--valid takes nothing, or 'BUF[LEN]'");
      if (is_buffer && !optarg) optind++;
      add_clause(o, is_buffer ? AZ_CONTRACT_BUFFER : AZ_CONTRACT_VALID, is_buffer ? next : NULL);
      break;
    }
    case O_STRING: add_clause(o, AZ_CONTRACT_STRING, optarg); break;
    case O_MAYBE_NULL: add_clause(o, AZ_CONTRACT_MAYBE_NULL, optarg); break;
    case O_MAY_ALIAS: add_clause(o, AZ_CONTRACT_MAY_ALIAS, optarg); break;
    case O_ASSUME: add_clause(o, AZ_CONTRACT_ASSUME, optarg); break;
    case 'I': add_compiler(o, "-I", optarg); break;
    case 'D': add_compiler(o, "-D", optarg); break;
    case O_INCLUDE: add_compiler(o, "-include", optarg); break;
    case O_COMMANDS: o->compile_commands = optarg; break;
    case O_MODE: o->mode = optarg; break;
    case O_DOMAIN: o->domain = optarg; break;
    case O_STRATEGY: o->strategy = optarg; break;
    case O_CONFIG: o->config = optarg; break;
    case O_UNWIND: {
      unsigned long n = strtoul(optarg, &end, 10);
      if (*end || end == optarg || n < 1 || n > 1000000)
        return usage(command, "--max-unwind takes a number from 1 to 1000000");
      o->max_unwind = (uint32_t)n;
      break;
    }
    case O_LIMIT:
      if (az_limits_parse(&(az_limits){0}, optarg, &err)) return usage(command, err.message);
      arrput(o->limits, optarg);
      break;
    case O_SWITCH:
      if (az_switches_parse(&(az_switches){0}, optarg, &err)) return usage(command, err.message);
      arrput(o->switches, optarg);
      break;
    case O_TIMEOUT:
      o->timeout = strtod(optarg, &end);
      if (*end || end == optarg || !(o->timeout >= 0))
        return usage(command, "--timeout takes CPU seconds");
      break;
    case O_WALL:
      o->wall = strtod(optarg, &end);
      if (*end || end == optarg || !(o->wall >= 0))
        return usage(command, "--wall takes seconds of the clock");
      break;
    case O_MEMORY:
      if (!parse_size(optarg, &o->memory))
        return usage(command, "--memory takes a size such as 500MB or 2GB");
      break;
    case O_SANDBOX:
      at = one_of(optarg, sandboxes);
      if (at < 0) return usage(command, "--sandbox takes auto, strict, off or filter");
      o->sandbox = (az_sandbox)at;
      break;
    case O_SOLVER: o->solver = optarg; break;
    case O_OVERFLOW:
      at = one_of(optarg, overflows);
      if (at < 0) return usage(command, "--signed-overflow takes strict, wrap or assume");
      o->overflow = (az_signed_overflow)at;
      break;
    case O_TRACE: o->trace = true; break;
    case O_WITNESS_INDICES: o->witness_indices = true; break;
    case O_PRECONDITION: o->precondition = true; break;
    case O_INVARIANTS:
      if (optarg && strcmp(optarg, "all") != 0)
        return usage(command, "--invariants takes nothing, or =all");
      o->invariants = true;
      o->all_invariants |= optarg != NULL;
      break;
    case O_STATS: o->stats = true; break;
    case O_JSON: o->json = true; break;
    case O_TRUST: arrput(o->trust, optarg); break;
    case O_NO_REPLAY: o->replay = false; break;
    case O_NO_CHECK: o->unchecked = true; break;
    case O_ITERATES: o->iterates = true; break;
    case O_CERTIFY: o->certify = true; break;
    case O_CERTIFY_TIME:
      o->certify_time = strtod(optarg, &end);
      if (*end || end == optarg || !(o->certify_time > 0))
        return usage(command, "--certify-time takes CPU seconds");
      break;
    case O_CHECK_INVARIANTS: {
      unsigned long runs = strtoul(optarg, &end, 10);
      if (*end || end == optarg || *optarg == '-' || !runs || runs > 1000000)
        return usage(command, "--check-invariants takes a number of runs, 1 to 1000000");
      o->invariant_runs = (uint32_t)runs;
      o->certify = true;
      break;
    }
    case O_PROOF:
      o->proofs = optarg;
      o->certify = true;
      break;
    case O_CERTIFICATE: o->certificate = optarg; break;
    case O_WITNESS: o->witness = optarg; break;
    case O_TEST_FILE: o->test_file = optarg; break;
    case O_CHECK_WITNESS: o->check_witness = optarg; break;
    case O_DUMP: o->dump = optarg; break;
    case 'h':
    case O_HELP: help(command); return -1;
    default: {
      const char *word = argv[seen];
      if (word && !strncmp(word, "--", 2)) {
        for (size_t i = 0; i < OPTIONS; i++) {
          if (!strcmp(word + 2, table[i].name)) {
            snprintf(text, sizeof text, "--%s needs a value (%s)", table[i].name,
                     table[i].argument ? table[i].argument : "none");
            return usage(command, text);
          }
        }
      }
      return -1 - az_cli_unknown(command, word ? word : "?", known);
    }
    }
  }
  bool no_function = !o->function || !strcmp(o->function, "main");
  if (arrlenu(o->contract) && no_function)
    return usage(command, "an entry contract needs --function NAME, another one than main");
  if (o->wall < 0) o->wall = o->timeout > 0 ? 3 * o->timeout + 10 : 0;
  if (o->witness && o->check_witness)
    return usage(command, "--witness and --check-witness are two runs");
  if (o->trust) arrput(o->trust, NULL);
  if (!o->what && !strcmp(command, "certify") && optind < argc) o->what = argv[optind++];
  for (; optind < argc; optind++) arrput(o->files, argv[optind]);
  if (!arrlenu(o->files)) return usage(command, "no input file");
  if ((o->domain || o->strategy) && !finds_invariants(o->mode)) {
    snprintf(text, sizeof text, "--mode %s looks for no invariants: --%s has no effect", o->mode,
             o->domain ? "domain" : "strategy");
    return usage(command, text);
  }
  return 0;
}

int az_task_options_parse(az_task_options *o, int argc, char **argv) {
  int status = parse(o, argc, argv);
  if (status) az_task_options_free(o);
  return status;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* A precondition is about arguments and globals that are arbitrary, and about executions that end.
 */
static az_status check_precondition(const az_task_options *o, az_error *err) {
  bool ends = false;
  for (size_t i = 0; i < arrlenu(o->requests); i++)
    ends |= o->requests[i].classes >> AZ_C_TERMINATION & 1u;
  if (!o->precondition || (ends && o->function && strcmp(o->function, "main"))) return AZ_OK;
  return az_fail(err, AZ_ERR_INPUT,
                 "--precondition is for --property termination, with --function NAME, not main");
}

/* Each property once. */
static az_status add_request(void *ctx, const char *name, uint32_t classes, const char *error,
                             az_error *err) {
  az_task_options *o = ctx;
  if (error && o->error_function && strcmp(error, o->error_function) != 0)
    return az_fail(err, AZ_ERR_INPUT, "two property files, one about calls of %s, one about %s",
                   o->error_function, error);
  if (error) o->error_function = error;
  for (size_t k = 0; k < arrlenu(o->requests); k++)
    if (!strcmp(o->requests[k].name, name)) return AZ_OK;
  arrput(o->requests, ((az_property_request){name, classes}));
  return AZ_OK;
}

static az_status resolve(az_task_options *o, az_error *err) {
  bool yml =
      arrlenu(o->files) == 1 && (ends_with(o->files[0], ".yml") || ends_with(o->files[0], ".yaml"));
  if (yml) {
    o->task = az_task_read(o->files[0], o->function, err);
    if (!o->task) return err->status;
    if (!o->has_data_model && o->task->has_data_model) o->data_model = o->task->data_model;
  }
  if (o->compile_commands) {
    az_frontend_options files = az_task_frontend(o);
    o->arena = az_arena_new();
    if (az_compile_commands_read(o->compile_commands, files.files, files.file_count, o->arena,
                                 &o->compiler, err))
      return err->status;
  }
  if (arrlenu(o->properties) || !yml || !o->task->property_count) {
    az_status status = AZ_OK;
    for (size_t i = 0; status == AZ_OK && i < arrlenu(o->properties); i++)
      status = az_property_list(o->properties[i], o->function, add_request, o, err);
    o->by_default = !arrlenu(o->properties);
    if (o->by_default) status = az_property_list("unreach-call", o->function, add_request, o, err);
    return status;
  }
  for (size_t i = 0; i < o->task->property_count; i++) {
    const char *name, *file = o->task->properties[i].file;
    uint32_t classes;
    if (az_property_parse(file, o->function, &name, &classes, err) ||
        add_request(o, name, classes, az_property_error_function(file, o->function), err))
      return err->status;
  }
  return AZ_OK;
}

/* Files of witnesses are made before the task is read, so the properties must be known by then. */
static az_status check_witness_files(const az_task_options *o, az_error *err) {
  const char *option = o->witness ? "--witness" : "--test-file";
  if (arrlenu(o->requests) < 2 || arrlenu(o->properties)) return AZ_OK;
  if (!o->witness && !o->test_file) return AZ_OK;
  return az_fail(err, AZ_ERR_INPUT,
                 "%s: %s asks for several properties (%s, %s, ...), and a file is of one: "
                 "name them with --property",
                 option, o->files[0], o->requests[0].name, o->requests[1].name);
}

az_status az_task_options_resolve(az_task_options *o, az_error *err) {
  az_status status = resolve(o, err);
  if (status == AZ_OK) status = check_witness_files(o, err);
  return status ? status : check_precondition(o, err);
}

char *az_task_file_of(const char *path, const char *property, bool several) {
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash ? slash : path, '.');
  if (!several || !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6))
    return az_asprintf("%s", path);
  if (!dot) return az_asprintf("%s.%s", path, property);
  return az_asprintf("%.*s.%s%s", (int)(dot - path), path, property, dot);
}

typedef struct task_run {
  az_task_options *o;
  int (*work)(void *ctx, FILE *out);
  int (*lost)(void *ctx, const az_loss *loss);
} task_run;

static int resolve_and_work(void *ctx, FILE *out) {
  task_run *run = ctx;
  az_error err = {.status = AZ_OK};
  if (az_task_options_resolve(run->o, &err))
    return err.status == AZ_ERR_FAULT ? az_supervise_fault(err.message) : az_cli_error(&err);
  return run->work(run->o, out);
}

static int run_is_lost(void *ctx, const az_loss *loss) {
  task_run *run = ctx;
  return run->lost(run->o, loss);
}

static bool exists(const char *path) {
  struct stat st;
  return !stat(path, &st);
}

static az_status add_name(void *ctx, const char *name, uint32_t classes, const char *error,
                          az_error *err) {
  const char ***names = ctx;
  (void)classes, (void)error, (void)err;
  for (size_t i = 0; i < arrlenu(*names); i++)
    if (!strcmp((*names)[i], name)) return AZ_OK;
  arrput(*names, name);
  return AZ_OK;
}

/* Files of a verdict: one, or one of each property that the command line names. */
static void list_by_property(az_task_options *o, const char *path) {
  const char **names = NULL;
  az_error later = {.status = AZ_OK}; /* the worker says it */
  for (size_t i = 0; path && i < arrlenu(o->properties); i++)
    az_property_list(o->properties[i], o->function, add_name, &names, &later);
  bool several = arrlenu(names) > 1;
  if (path && !several) arrput(o->by_property, az_task_file_of(path, "", false));
  for (size_t i = 0; several && i < arrlenu(names); i++)
    arrput(o->by_property, az_task_file_of(path, names[i], true));
  arrfree(names);
}

/* A file is made here: the worker may make none in its folder. A descriptor of ours can be written
 * to anyway. */
static void make_writable(az_task_options *o, const char *path, int anew) {
  bool is_file = strncmp(path, "/proc/self/fd/", 14) != 0;
  int fd = is_file ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | anew, 0666) : -1;
  if (fd < 0) return;
  close(fd);
  arrput(o->writable, path);
}

/* What the user asked to be written. */
static void list_writable(az_task_options *o) {
  list_by_property(o, o->witness);
  list_by_property(o, o->test_file);
  if (o->certificate) make_writable(o, o->certificate, 0);
  for (size_t i = 0; i < arrlenu(o->by_property); i++)
    make_writable(o, o->by_property[i], O_TRUNC); /* an old one is of another run */
  if (o->dump && exists(o->dump)) arrput(o->writable, o->dump);
  if (o->proofs && exists(o->proofs)) arrput(o->writable, o->proofs);
  arrput(o->writable, NULL);
}

int az_task_run(az_task_options *o, int (*work)(void *ctx, FILE *out),
                int (*lost)(void *ctx, const az_loss *loss)) {
  task_run run = {o, work, lost};
  list_writable(o);
  az_supervised job = {.cpu_seconds = o->timeout,
                       .wall_seconds = o->wall,
                       .memory = o->memory,
                       .work = resolve_and_work,
                       .lost = run_is_lost,
                       .ctx = &run,
                       .folder = &o->work_folder,
                       .sandbox = o->sandbox,
                       .writable = o->writable,
                       .confined = &o->confined};
  return az_supervise(&job);
}

void az_task_options_free(az_task_options *o) {
  az_task_free(o->task);
  arrfree(o->files);
  arrfree(o->properties);
  arrfree(o->limits);
  arrfree(o->contract);
  arrfree(o->compiler);
  az_arena_free(o->arena);
  arrfree(o->trust);
  arrfree(o->switches);
  arrfree(o->requests);
  arrfree(o->writable);
  for (size_t i = 0; i < arrlenu(o->by_property); i++) free(o->by_property[i]);
  arrfree(o->by_property);
}

az_frontend_options az_task_frontend(const az_task_options *o) {
  return (az_frontend_options){.files = o->task ? o->task->files : o->files,
                               .file_count = o->task ? o->task->file_count : arrlenu(o->files),
                               .data_model = o->data_model,
                               .function = o->function,
                               .error_function = o->error_function,
                               .contract = o->contract,
                               .contract_count = arrlenu(o->contract),
                               .compiler = o->compiler,
                               .compiler_count = arrlenu(o->compiler),
                               .witness_indices = o->witness_indices,
                               .work_folder = o->work_folder};
}

/* What the command line says of limits and techniques goes for every stage. */
static void override(const az_task_options *o, az_stage *stage, az_error *err) {
  for (size_t i = 0; i < arrlenu(o->limits); i++)
    az_limits_parse(&stage->limits, o->limits[i], err);
  for (size_t i = 0; i < arrlenu(o->switches); i++)
    az_switches_parse(&stage->switches, o->switches[i], err);
}

/* Modes that leave out a part of the run, not of the configuration. */
static bool is_half_of_termination(const char *mode) {
  return mode && (!strcmp(mode, "termination") || !strcmp(mode, "nontermination"));
}

az_stage *az_task_stages(const az_task_options *o, az_registry *registry, const az_program *p,
                         const char *property, size_t *count, az_error *err) {
  az_program_facts facts = az_program_facts_of(p, property);
  az_stage *stages = az_lua_auto(registry, o->config, &facts, count, err);
  for (size_t i = 0; stages && i < *count; i++) override(o, &stages[i], err);
  if (!stages || (!o->mode && !o->domain && !o->strategy)) return stages;
  if (is_half_of_termination(o->mode) && !o->domain && !o->strategy) {
    for (size_t i = 0; i < *count; i++) {
      free((void *)(uintptr_t)stages[i].mode);
      stages[i].mode = az_strdup(o->mode);
    }
    return stages;
  }
  /* What the command line says, over what the configuration's first stage has for the rest. */
  for (size_t i = 1; i < *count; i++) {
    free((void *)(uintptr_t)stages[i].mode);
    free((void *)(uintptr_t)stages[i].solver);
    az_desc_free(stages[i].domain);
    az_desc_free(stages[i].strategy);
  }
  *count = 1;
  az_stage *stage = &stages[0];
  stage->share = 1;
  if (!o->config) { /* none that was asked for: the defaults, in every mode */
    stage->switches = az_switches_default();
    stage->limits = az_limits_default();
    override(o, stage, err);
  }
  if (o->mode || o->domain) {
    free((void *)(uintptr_t)stage->mode);
    stage->mode = az_strdup(o->mode ? o->mode : "kiki");
  }
  if (o->domain) {
    az_desc_free(stage->domain);
    stage->domain = az_lua_domain_expression(registry, AZ_MODULE_DOMAIN, o->domain, err);
  }
  if (o->strategy) {
    az_desc_free(stage->strategy);
    stage->strategy = az_lua_domain_expression(registry, AZ_MODULE_STRATEGY, o->strategy, err);
  }
  bool bad = (o->domain && !stage->domain) || (o->strategy && !stage->strategy);
  if (!bad) return stages;
  az_stages_free(stages, *count);
  return NULL;
}
