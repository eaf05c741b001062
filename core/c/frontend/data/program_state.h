/* The program that is translated from an LLVM module. */
#pragma once

#include "frontend/bitcode/build.h"
#include "frontend/bitcode/function_trees.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* Arrays are stb_ds vectors until finish (frontend.c) copies them to the arena. */
typedef struct fe {
  const fe_build *build;
  const az_frontend_options *options; /* options, arena, err, context, module: those of the build */
  az_arena *arena;
  az_error *err;
  LLVMContextRef context;
  LLVMModuleRef module;
  az_program *p;
  az_store *store;
  LLVMTargetDataRef layout;
  az_type_info *types;
  az_object *objects;
  az_function *functions;
  az_check *checks;
  az_cause *causes;
  az_term *unknowns;
  const char **warnings;
  const char **files;
  LLVMValueRef *pending;    /* function index -> its LLVM function (NULL: built here) */
  const char **check_names; /* function index: the prefix of the ids of its checks */
  struct {
    char *key;
    uint32_t value;
  } *check_counts;  /* models: prefix of an id -> number of checks so far */
  uint32_t after;   /* the function that calls the functions to be run after main, or AZ_NONE */
  bool *is_wrapper; /* function index: only declared; its body calls the library function */
  LLVMValueRef *initialised; /* globals whose initialisers have not been translated yet */
  struct {
    char *key;
    az_type value;
  } *type_keys;
  struct {
    LLVMMetadataRef key;
    az_type value;
  } *di_types;
  struct {
    LLVMTypeRef key;
    az_type value;
  } *llvm_types;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *object_of;
  struct {
    az_term key;
    uint32_t value;
  } *object_at; /* variable that is an object's address -> object */
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *function_of;
  struct {
    struct fe_model_key {
      LLVMValueRef function;
      uint64_t site;
    } key;
    uint32_t value;
  } *model_of; /* a model, for the site of its call */
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *first_site; /* function -> ordinal of its first instruction */
  struct {
    char *key;
    uint32_t value;
  } *file_keys;
  struct {
    char *key;
    bool value;
  } *noted; /* causes and warnings already recorded */
  struct fe_indexed {
    uint64_t count, bytes;
  } *indexed;         /* stb_ds: lengths and element sizes of arrays with variable indices */
  bool indexes_bytes; /* pointers into any array move by variable numbers of bytes */
  struct {
    LLVMBasicBlockRef key;
    uint32_t value;
  } *block_objects; /* objects for blocks whose address is taken */
  struct fe_late {
    uint32_t object;
    uint64_t offset;
    az_type type;
    LLVMValueRef value;
  } *late; /* initialisers that are not constant */
  struct {
    uint32_t key;
    bool value;
  } *constant; /* objects that LLVM calls constant, or that nothing can write */
  struct fe_text {
    const char *file;
    char *text;
    const char **lines; /* stb_ds */
  } *texts;             /* stb_ds: the C files that were read so far */
  fe_function_trees trees;
  struct {
    LLVMValueRef key;
    bool value;
  } *leaving;     /* functions that a longjmp may leave */
  uint32_t jumps; /* the first of three globals that record a longjmp; AZ_NONE: none */
  bool leaves;    /* some code is not modelled */
  az_type void_type, bool_type, byte_type, pointer_type;
} fe;
