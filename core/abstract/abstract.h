/* A program as a system of equations over abstract states (ansatz/equations.h). Maps the equations
 * to the program: activations, and the cell of each abstract variable. */
#pragma once

#include "ansatz/equations.h"
#include "ansatz/limits.h"
#include "ansatz/module.h"
#include "ansatz/switches.h"
#include "memory/layout.h"

typedef struct az_abstract_config {
  uint32_t classes;      /* classes of checks that end an execution when they fail */
  bool overflow_assumed; /* an execution also ends at the overflow of a signed operation */
  az_calls calls;        /* auto: calls are expanded; too many calls get summaries */
  bool each_statement;   /* a point after each assignment, not only at the start of each block */
  az_limits *limits;     /* NULL: the defaults */
} az_abstract_config;

typedef struct az_abstract az_abstract;

/* Fails with AZ_ERR_RESOURCE if the program has too many statements when its calls are expanded.
 * The program and the registry must outlive the result. */
az_abstract *az_abstract_new(const az_program *p, az_registry *registry,
                             const az_abstract_config *config, az_error *err);
void az_abstract_free(az_abstract *a);
const az_equations *az_abstract_equations(const az_abstract *a);

/* Activations. abstract/concrete.h finds the corresponding activations of a formula. */
typedef struct az_abstract_frame {
  uint32_t function;
  uint32_t parent;     /* AZ_NONE for the entry's */
  const az_stmt *call; /* the statement in the parent */
  const char *path;    /* "main/f" */
} az_abstract_frame;
uint32_t az_abstract_frames(const az_abstract *a);

/* The calls that are followed, callers' frames first. `frame` is the called function's frame; for a
 * recursive call, it is the frame of the waiting activation. */
typedef struct az_abstract_call {
  uint32_t caller, function;
  const az_stmt *call;
  uint32_t frame;
} az_abstract_call;
uint32_t az_abstract_calls(const az_abstract *a);
/* If `caller` is AZ_NONE, this is the program's start, or a function whose equations stand for all
 * of its calls. */
az_abstract_call az_abstract_call_at(const az_abstract *a, uint32_t number);
/* Returns the frame of a call; AZ_NONE if it is not followed. */
uint32_t az_abstract_called_frame(const az_abstract *a, uint32_t caller, uint32_t function,
                                  const az_stmt *call);

typedef struct az_abstract_head { /* a loop in a frame */
  uint32_t frame, loop, point;
} az_abstract_head;
const az_abstract_head *az_abstract_heads(const az_abstract *a, uint32_t *count);

/* An object of an execution: a global, a local of a frame, or one that a statement allocates
 * outside all loops. An allocation in a loop stands for many objects (`several`): its numbers have
 * abstract variables, which are assigned weakly; its arrays have none. */
typedef struct az_abstract_object {
  uint32_t object; /* the program's object; AZ_NONE if allocated */
  uint32_t frame;  /* activation of the local or allocation; AZ_NONE if the object exists once */
  const az_stmt *site; /* the statement that allocates it */
  bool several;
  uint64_t bytes; /* constant size of an allocation; else 0 */
  const az_layout *layout;
} az_abstract_object;
uint32_t az_abstract_objects(const az_abstract *a);
const az_abstract_object *az_abstract_object_at(const az_abstract *a, uint32_t object);
/* Returns the abstract variable of a leaf (number, array, or offset of a pointer), or AZ_NONE. */
uint32_t az_abstract_variable_of(const az_abstract *a, uint32_t object, uint32_t leaf);
/* Returns the abstract pointer that represents the target of a pointer leaf, or AZ_NONE. */
uint32_t az_abstract_part_of(const az_abstract *a, uint32_t object, uint32_t leaf);
/* Returns whether the offset of a pointer leaf is always 0. */
bool az_abstract_at_start(const az_abstract *a, uint32_t object, uint32_t leaf);

char *az_equations_term(const az_equations *e, az_term t); /* as C; caller frees */
/* Prints for `show equations`. */
void az_equations_print(const az_equations *e, FILE *out);
