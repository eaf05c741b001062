/* The table by which the kernel reaches the rooms above it: see kiki/services.h. */
#include "pipeline/services.h"
#include "abstract/analyses.h"
#include "candidates/condition_candidates.h"
#include "certify/proof.h"
#include "pipeline/pipeline.h"
#include "replay/samples.h"
#include "termination/termination.h"
#include "witness/witness.h"

static const az_source_ops sources = {.candidates_new = az_candidates_new,
                                      .candidates_free = az_candidates_free,
                                      .candidates_context = az_candidates_context,
                                      .analyses_new = az_analyses_new,
                                      .analyses_update = az_analyses_update,
                                      .analyses_free = az_analyses_free,
                                      .samples_take = az_samples_take,
                                      .samples_free = az_samples_free,
                                      .samples_at = az_samples_at};

static const az_execution_ops executions = {.confirm = az_replay_counterexample,
                                            .test_run = az_replay_random,
                                            .never_ends = az_replay_nonterminating,
                                            .interpret = az_interpret,
                                            .value = az_interpreter_read,
                                            .hash = az_interpreter_hash};

static const az_termination_ops termination = {
    .step_program = az_step_program, .note = az_rankings_note, .prove = az_rankings_prove};

static const az_record_ops record = {.proof = az_proof_record,
                                     .head_invariants = az_head_invariants_show,
                                     .weak_rows = az_explain_rows,
                                     .unknown = az_explain_unknown};

const az_services az_services_all = {
    .sources = &sources, .executions = &executions, .termination = &termination, .record = &record};
