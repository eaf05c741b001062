/* The passes over the source files and over the module, each in the file of its name; clang.c and
 * link.c have their order. */
#pragma once

#include "ansatz/frontend.h"
#include "frontend/bitcode/build.h"

/* ---- source_text.c: properties of a C file's text that the bitcode does not show ------------ */

/* Blanks line markers and #line directives, so that lines are those of the file itself. Returns
 * whether there were any. */
bool fe_blank_markers(char *text);
/* Notes code of the file that the bitcode does not show (fe_note_unread). Sets build->keeps_markers
 * and keeps_inline if the program could observe that markers are blank, or that `inline` is a
 * macro. Is called before the markers are blank. */
void fe_look_at_source(fe_build *build, const char *file, const char *text);
/* Returns C text after the file's own that keeps the entry function though it is static and
 * unused; NULL if the file has no such name. */
const char *fe_use_function(fe_build *build, const char *text);

/* ---- overlay.c: included files in a dialect, rewritten as C for clang ----------------------- */

/* Rewrites those of the files in `included`, a list made by clang -MD, that are in a dialect,
 * and adds them to build->overlay. Returns whether there is a new one. */
bool fe_overlay(fe_build *build, const char *included);
/* Adds files with a declaration that a later one contradicts by clang's `output`. It is rewritten
 * without its parameters, as goto-cc accepts such a pair. Files that declare const members of
 * records that are assigned are rewritten, too, without that word. Returns whether there is a new
 * one. */
bool fe_overlay_conflicts(fe_build *build, const char *output);

/* ---- function_bodies.c: functions whose body a harness replaces or removes ------------------ */

/* Removes the bodies of the file's module that --remove-function-body names, and in a harness those
 * of functions that a file before it defines (build->shadowed). */
void fe_remove_bodies(fe_build *build, LLVMModuleRef module, const char *file);
/* Returns the function of --remove-function-body at index `at` if no file defines it; else NULL. */
const char *fe_not_removed(const fe_build *build, size_t at);
/* Binds, in the linked module, __CPROVER_file_local_FILE_NAME to the static function NAME of that
 * file. Where the program defines that name, its definition replaces the static function. */
void fe_bind_file_local(fe_build *build);

/* ---- inline.c: inline functions (C17 6.7.4) that several files define ----------------------- */

/* The replacement of `inline` where several files are compiled: an attribute that clang keeps in
 * the bitcode, and that has no other meaning here. */
#define FE_INLINE_MARK "__attribute__((disable_tail_calls))"

/* Keeps one of two definitions of an inline function, before `other` is linked into build->module.
 * Returns false if they differ: C does not say which one a call takes. */
bool fe_keep_one_inline(fe_build *build, LLVMModuleRef other, const char *file);
/* Removes the marks of inline functions. */
void fe_forget_inline(fe_build *build);

/* ---- entry_contract.c: entry contracts: the states in which a function is entered ----------- */

/* The function that executions start with under a contract, and the mark in the names of the
 * objects that it makes. */
#define FE_CONTRACT_ENTRY "__ansatz_entry"
#define FE_CONTRACT_OBJECT "__ansatz_object"

/* Returns the C text that defines the entry when it is added to the file that `module` was compiled
 * from. NULL: the module does not define the function, or an error. */
const char *fe_contract_text(fe_build *build, LLVMModuleRef module);

/* ---- propose_contract.c: A first entry contract for a function ------------------------------ */

/* Returns the clauses that names and types suggest for the build's function, as a comment with one
 * clause in each line, and notes on arguments without one; NULL: build->err. */
const char *fe_propose_contract(fe_build *build);

/* ---- kept_constants.c: constants whose computation is kept for run time --------------------- */

/* Adds the options with which clang warns of constants whose computation violates a requested
 * class. `arguments`: stb_ds. */
void fe_ask_for_constants(const fe_build *build, const char ***arguments);
/* Removes these warnings from clang's messages, so that they are as without the options, and
 * remembers their places. */
void fe_read_constants(fe_build *build, char *output);
/* Chooses the places for which the module of the file has no code. Returns whether there is any. */
bool fe_choose_constants(fe_build *build, LLVMModuleRef module, const char *file);
/* Returns the text of the file with these constants computed at run time, at their own places. */
char *fe_keep_constants(const fe_build *build, const char *file, const char *text);
/* Gives up the places that have to be constants, if clang rejects that text. */
void fe_drop_constants(fe_build *build, const char *errors);

/* ---- computed.c: operations that clang computes while it writes bitcode --------------------- */

/* clang warns of constants that a bit-field truncates, and does not check them. */
#define FE_CUT_CONSTANTS "-Wbitfield-constant-conversion"

/* Divisions, shifts and conversions of constants leave no instruction, so that clang is asked for
 * its checks of them. Removes those checks whose operation is still there, as the front end has its
 * own. Returns whether the module has changed. */
bool fe_keep_computed(fe_build *build);

/* ---- constant_operations.c: operations of constants that clang computes without a check ----- */

/* Returns why a proof may miss an operation of constants that violates a requested class, in the
 * arena; NULL if none does. Asks clang for the syntax trees. */
const char *fe_unchecked_constants(const az_frontend_options *options, az_arena *arena);

/* ---- rounding.c: programs that set the rounding direction of floats (docs/soundness.md 8) --- */

/* Returns whether the program may set another rounding direction than to nearest (fesetround). Its
 * files are then compiled so that floats follow the direction. */
bool fe_sets_rounding(LLVMModuleRef module);
/* Replaces operations that follow the direction by the plain instructions, one for one. */
void fe_make_floats_plain(fe_build *build);
/* Returns whether the float operations of the function follow the direction. */
bool fe_follows_rounding(LLVMValueRef function);

/* ---- interposed.c: functions of the C library that the program defines itself --------------- */

/* Returns the options by which clang takes no call of these functions for a builtin of its own
 * (stb_ds); none if an earlier compilation had them. */
const char **fe_interposed_options(fe_build *build);
/* Records, before the translation, the code that compilers may make of a call of such a function
 * (fe_note_unread). */
void fe_note_interposed(fe_build *build);

/* ---- plain_copy.c ---------------------------------------------------------------------------- */

/* Returns whether the program's function, with memcpy's parameters, is a copy and nothing else. */
bool fe_copies_plainly(fe_build *build, LLVMValueRef fn);

/* ---- library_ties.c: functions of the C library that call or affect each other -------------- */

/* Records, before models are linked, such ties that the program could observe (fe_note_unread). */
void fe_note_library_ties(fe_build *build);

/* ---- same_objects.c: objects that several files declare (C17 6.2.7p2) ----------------------- */

/* Compares the objects that `other`, before it is linked, and build->module both declare. Types
 * that are not compatible leave the behaviour undefined: returns false, with a message. */
bool fe_compare_objects(fe_build *build, LLVMModuleRef other, const char *file);

/* ---- formatted.c: formatted input and output: calls of models for each piece of a format ---- */

/* Replaces calls of printf, scanf and their kin by one for each piece of the format
 * (library, print.c and scan.c), if it is known and understood. Returns whether the module
 * has changed. */
bool fe_expand_formats(fe_build *build);

/* ---- link.c: linking ------------------------------------------------------------------------ */

/* Compiles all files and links them and the library models that they need into build->module. */
az_status fe_load(fe_build *build);

/* ---- checked.c: the program with checks for undefined behaviour ----------------------------- */

/* Returns how the loaded program can be compiled with such checks; NULL if it is bitcode. */
az_checked_build *fe_checked(const fe_build *build);

/* ---- orders.c: the causes that are found late ----------------------------------------------- */

/* Returns the late causes of the program, which becomes `p`; NULL if all of it is bitcode. */
az_late_causes *fe_orders(fe_build *build, const az_program *p);
