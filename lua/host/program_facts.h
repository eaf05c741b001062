/* See program_facts.c. */
#pragma once

#include "ansatz/program.h"

/* The facts that a configuration sees: counts about the program. */
typedef struct az_program_facts {
  uint32_t functions, loops, nested_loops, arrays, pointers, allocations, frees, links,
      inner_arrays, floats, recursion, records, statements, inputs;
  uint32_t call_paths; /* number of activations if all calls are expanded, recursive calls once */
  uint32_t call_trees; /* recursive functions with several calls of recursive functions */
  uint32_t tags;       /* locations behind pointers to which different constants are stored */
  uint32_t resizes;    /* number of allocations by realloc */
  uint32_t picks;      /* assignments of an array element at a variable index to a variable */
  /* number of branches on the order of two such elements; if elements are moved within arrays, one
   * of the two may be in a variable */
  uint32_t orders;
  uint32_t relinks;     /* statements that write a pointer, not just NULL, through a pointer */
  uint32_t matrices;    /* number of allocations whose size is a product of two variable sizes */
  uint32_t core, cores; /* index of this process in a race of `cores` processes; 1: no race */
  uint32_t products;    /* number of products of two variable integers */
  const char *property; /* "unreach-call" ... */
} az_program_facts;

az_program_facts az_program_facts_of(const az_program *p, const char *property);
