/* The check of a proof: everything is asked anew, of a program that was read anew. */
#ifndef AZ_CERTIFY_CHECK_H
#define AZ_CERTIFY_CHECK_H

#include "certify/certificate.h"
#include "certify/invariant_runs.h"

typedef enum az_certification {
  AZ_CERTIFIED,
  AZ_NOT_CERTIFIED, /* it says nothing of the program: there was no time, something is missing */
  AZ_REFUTED        /* what the proof says is wrong: a query is satisfiable that must not be */
} az_certification;

typedef struct az_certify_options {
  const char *solver; /* NULL: another one than that of the proof */
  az_signed_overflow overflow;
  const char *const *trust; /* as in az_engine_config */
  double cpu_end;           /* az_cpu() at which to stop; 0: never */
  const char *dump;
  const char *proofs; /* NULL, or where the queries and their proofs are written: files that begin
                         with this */
  uint32_t runs;      /* on random inputs, in which the rows are evaluated */
  az_arena *arena;    /* for texts of the report about these */
} az_certify_options;

typedef struct az_certify_report {
  az_certification result;
  char reason[512];   /* of what is not certified */
  const char *solver; /* the last back end asked; NULL: none */
  bool same_solver;   /* it is that of the proof, as no other is there */
  const char *axioms; /* NULL, or the observation whose axioms are believed */
  uint32_t rows, queries;
  bool out_of_time;
  uint32_t proofs, without; /* options.proofs: queries with a proof that was checked; without */
  double proof_seconds;     /* CPU seconds for them */
  az_invariant_report run;  /* options.runs */
} az_certify_report;

/* Does the proof show that no check of `classes` can be violated? `program`: read with them. */
az_certify_report az_certify(const az_program *program, az_registry *registry, uint32_t classes,
                             const az_certified_proof *proof, const az_certify_options *options,
                             az_error *err);

/* Does the proof show that the program, read for termination, has an execution without end? */
az_certify_report az_certify_endless(const az_program *program, az_registry *registry,
                                     const az_certified_proof *proof,
                                     const az_certify_options *options, az_error *err);

#endif
