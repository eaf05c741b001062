/* See program_facts.c. */
#pragma once

#include "ansatz/program.h"

/* The facts that a configuration sees: counts about the program. */
typedef struct az_program_facts {
  uint32_t functions, loops, nested_loops, arrays, pointers, allocations, frees, links,
      inner_arrays, floats, recursion, records, statements, inputs;
  uint32_t call_paths; /* activations when all calls are expanded, those of recursions once */
  uint32_t tags;       /* locations behind pointers with stores of different constants */
  uint32_t resizes;    /* allocations by realloc */
  uint32_t picks;      /* assignments of an array element, at a variable index, to a variable */
  /* branches on the order of two such elements; if others are moved within arrays, one of the two
   * may be in a variable */
  uint32_t orders;
  uint32_t relinks;     /* statements that write a pointer, not just NULL, through a pointer */
  uint32_t matrices;    /* allocations whose size is a product of two sizes that are not constant */
  uint32_t core, cores; /* number of this process among those that race; 0 of 1: there is no race */
  uint32_t products;    /* of two integers that are not constant */
  const char *property; /* "unreach-call" ... */
} az_program_facts;

az_program_facts az_program_facts_of(const az_program *p, const char *property);
