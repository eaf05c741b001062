/* See endless.c. */
#ifndef AZ_CERTIFY_ENDLESS_H
#define AZ_CERTIFY_ENDLESS_H

#include "certify/check.h"

/* Does the proof show that the program, read for termination, has an execution without end? */
az_certify_report az_certify_endless(const az_program *program, az_registry *registry,
                                     const az_certified_proof *proof,
                                     const az_certify_options *options, az_error *err);

#endif
