/* The check of a proof: all its queries are made anew, for a program that was read anew. */
#pragma once

#include "certify/certificate.h"
#include "certify/invariant_runs.h"

typedef enum az_certification {
  AZ_CERTIFIED,
  AZ_NOT_CERTIFIED, /* nothing follows for the program: time ran out, or something is missing */
  AZ_REFUTED        /* the proof is wrong: a query that must be unsatisfiable is satisfiable */
} az_certification;

typedef struct az_certify_options {
  const char *solver; /* NULL: any other than the proof's */
  az_signed_overflow overflow;
  const char *const *trust; /* as in az_engine_config */
  double cpu_end;           /* az_clock() at which to stop; 0: never */
  const char *dump;
  /* NULL, or the prefix of the files to which the queries and their proofs are written. */
  const char *proofs;
  uint32_t runs;   /* number of runs on random inputs in which rows are evaluated */
  az_arena *arena; /* for texts of the report about the runs */
} az_certify_options;

typedef struct az_certify_report {
  az_certification result;
  char reason[512];   /* why it is not certified; certified: what it assumes, or "" */
  const char *solver; /* the last back end queried; NULL: none */
  bool same_solver;   /* `solver` also found the proof, as there is no other back end */
  const char *axioms; /* NULL, or the observation whose axioms are trusted */
  uint32_t rows, queries;
  bool out_of_time;
  uint32_t proofs, without; /* with options.proofs: queries with, and without, a checked proof */
  double proof_seconds;     /* CPU seconds for them */
  az_invariant_report run;  /* options.runs */
} az_certify_report;

/* Checks whether the proof proves all checks of `classes`; the program was read with these. */
az_certify_report az_certify(const az_program *program, az_registry *registry, uint32_t classes,
                             const az_certified_proof *proof, const az_certify_options *options,
                             az_error *err);

/* Checks whether the proof shows an infinite execution of the program, read for termination. */
az_certify_report az_certify_nontermination(const az_program *program, az_registry *registry,
                                            const az_certified_proof *proof,
                                            const az_certify_options *options, az_error *err);
