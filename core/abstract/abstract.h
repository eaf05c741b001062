/* A program as a system of equations over abstract states (ansatz/equations.h), with what ties it
 * to the program: activations, and which abstract variable is which cell. */
#ifndef AZ_ABSTRACT_ABSTRACT_H
#define AZ_ABSTRACT_ABSTRACT_H

#include "ansatz/equations.h"
#include "ansatz/limits.h"
#include "ansatz/module.h"
#include "memory/layout.h"

typedef enum az_calls {                /* the equations of a function: */
                        AZ_CALLS_AUTO, /* for each call, but once for all calls where they would be
                                          too many */
                        AZ_CALLS_EXPAND, /* for each call */
                        AZ_CALLS_ONCE,   /* once for all calls */
                        AZ_CALLS_COUNT
} az_calls;

typedef struct az_abstract_config {
  uint32_t classes;      /* checks of these end an execution */
  bool overflow_assumed; /* an execution also ends where a signed operation overflows */
  az_calls calls;
  bool each_statement; /* a point behind each assignment, not only at the starts of blocks */
  az_limits *limits;   /* NULL: the defaults */
} az_abstract_config;

typedef struct az_abstract az_abstract;

/* AZ_ERR_RESOURCE: the program has too many statements when its calls are expanded. The program
 * and the registry live as long as the result. */
az_abstract *az_abstract_new(const az_program *p, az_registry *registry,
                             const az_abstract_config *config, az_error *err);
void az_abstract_free(az_abstract *a);
const az_equations *az_abstract_equations(const az_abstract *a);

/* Activations, as abstract/concrete.h finds them in a formula. */
typedef struct az_abstract_frame {
  uint32_t function;
  uint32_t parent;     /* AZ_NONE: the entry's */
  const az_stmt *call; /* in the parent */
  const char *path;    /* "main/f" */
} az_abstract_frame;
uint32_t az_abstract_frames(const az_abstract *a);

/* The calls that are followed, callers' frames first; `frame` is that of the function which is
 * called, in a recursion that of the activation which waits. */
typedef struct az_abstract_call {
  uint32_t caller, function;
  const az_stmt *call;
  uint32_t frame;
} az_abstract_call;
uint32_t az_abstract_calls(const az_abstract *a);
/* `caller` AZ_NONE: it is no call, but the program's start or a function whose equations stand for
 * all of its calls. */
az_abstract_call az_abstract_call_at(const az_abstract *a, uint32_t number);
/* Returns the frame of a call; AZ_NONE: it is not followed. */
uint32_t az_abstract_called_frame(const az_abstract *a, uint32_t caller, uint32_t function,
                                  const az_stmt *call);

typedef struct az_abstract_head { /* a loop in a frame */
  uint32_t frame, loop, point;
} az_abstract_head;
const az_abstract_head *az_abstract_heads(const az_abstract *a, uint32_t *count);

/* An object of an execution: a global, a local of a frame, one that a statement allocates outside
 * all loops. What a statement allocates in a loop stands for many (`several`): its numbers have
 * variables that are assigned weakly, its arrays none. */
typedef struct az_abstract_object {
  uint32_t object;     /* of the program; AZ_NONE: allocated */
  uint32_t frame;      /* of a local, or where it is allocated; AZ_NONE: it exists once */
  const az_stmt *site; /* that allocates it */
  bool several;
  uint64_t bytes; /* allocated, where that is a constant; else 0 */
  const az_layout *layout;
} az_abstract_object;
uint32_t az_abstract_objects(const az_abstract *a);
const az_abstract_object *az_abstract_object_at(const az_abstract *a, uint32_t object);
/* The abstract variable of a leaf: a number, an array, or the offset of a pointer. AZ_NONE: it has
 * none. */
uint32_t az_abstract_variable_of(const az_abstract *a, uint32_t object, uint32_t leaf);
/* Of a pointer leaf: the abstract pointer, which is the object that it leads to; AZ_NONE. */
uint32_t az_abstract_part_of(const az_abstract *a, uint32_t object, uint32_t leaf);
/* Of a pointer leaf: is its offset always 0? */
bool az_abstract_at_start(const az_abstract *a, uint32_t object, uint32_t leaf);

char *az_equations_term(const az_equations *e, az_term t); /* as C; caller frees */
/* `show equations`. */
void az_equations_print(const az_equations *e, FILE *out);

#endif
