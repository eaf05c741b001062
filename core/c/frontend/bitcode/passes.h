/* The passes over the source files and over the module, each in the file that is named after it;
 * clang.c and link.c define their order. */
#pragma once

#include "ansatz/frontend.h"
#include "frontend/bitcode/build.h"

/* ---- source_text.c: properties of a C file's text that the bitcode does not show ------------ */

/* Blanks line markers and #line directives, so that lines are the file's own. Returns whether there
 * were any. */
bool fe_blank_markers(char *text);
/* Notes code of the file that the bitcode does not show (fe_note_unread). Sets build->keeps_markers
 * and keeps_inline if the program can observe that markers are blank, or that `inline` is a macro.
 * To be called before markers are blanked. */
void fe_look_at_source(fe_build *build, const char *file, const char *text);
/* Returns C text that, appended to the file, keeps the entry function even if it is static and
 * unused; NULL if the file does not have the name. */
const char *fe_use_function(fe_build *build, const char *text);

/* ---- overlay.c: included files in a dialect, rewritten as C for clang ----------------------- */

/* Rewrites files in a dialect, among those that `included` lists (as clang -MD does), and adds them
 * to build->overlay. Returns whether there is a new one. */
bool fe_overlay(fe_build *build, const char *included);
/* Adds files with a declaration that a later one contradicts, according to clang's `output`. The
 * declaration is rewritten without its parameters, since goto-cc accepts such a pair. Files that
 * declare const members of records that are assigned are rewritten without that word. Returns
 * whether there is a new file. */
bool fe_overlay_conflicts(fe_build *build, const char *output);

/* ---- function_bodies.c: functions whose body a harness replaces or removes ------------------ */

/* Removes bodies in the file's module: of functions that --remove-function-body names and, in a
 * harness, of functions that an earlier file defines (build->shadowed). */
void fe_remove_bodies(fe_build *build, LLVMModuleRef module, const char *file);
/* Returns the name in --remove-function-body number `at` if no file defines it; else NULL. */
const char *fe_not_removed(const fe_build *build, size_t at);
/* Binds, in the linked module, __CPROVER_file_local_FILE_NAME to the static function NAME of that
 * file. If the program defines that name, its definition replaces the static function. */
void fe_bind_file_local(fe_build *build);

/* ---- inline.c: inline functions (C17 6.7.4) that several files define ----------------------- */

/* The replacement for `inline` if several files are compiled: an attribute that clang keeps in the
 * bitcode, and that has no other meaning here. */
#define FE_INLINE_MARK "__attribute__((disable_tail_calls))"

/* Keeps one of two definitions of an inline function, before `other` is linked into build->module.
 * Returns false if they differ, since C does not say which definition a call uses. */
bool fe_keep_one_inline(fe_build *build, LLVMModuleRef other, const char *file);
/* Removes the marks of inline functions. */
void fe_forget_inline(fe_build *build);

/* ---- entry_contract.c: entry contracts: the states in which a function is entered ----------- */

/* The function with which executions start under a contract, and the mark in the names of objects
 * that it creates. */
#define FE_CONTRACT_ENTRY "__ansatz_entry"
#define FE_CONTRACT_OBJECT "__ansatz_object"
/* The beginning of the names of functions with any effect that the text declares. */
#define FE_CONTRACT_ANY "__contract_any_"

/* Returns the C text that defines the entry, to be appended to the file that `module` was compiled
 * from. NULL: the module does not define the function, or there is an error. */
const char *fe_contract_text(fe_build *build, LLVMModuleRef module);

/* ---- propose_contract.c: a first entry contract for a function ------------------------------- */

/* Returns the clauses that names and types suggest for the build's function, as a comment with one
 * clause in each line, and notes on arguments without a clause. NULL: see build->err. */
const char *fe_propose_contract(fe_build *build);

/* ---- kept_constants.c: constants whose computation is kept for run time --------------------- */

/* Adds the options with which clang warns of constants whose computation violates a requested
 * class. `arguments`: stb_ds. */
void fe_ask_for_constants(const fe_build *build, const char ***arguments);
/* Removes these warnings from clang's messages, and remembers their places. The other messages are
 * as without the options. */
void fe_read_constants(fe_build *build, char *output);
/* Chooses the places for which the file's module has no code. Returns whether there are any. */
bool fe_choose_constants(fe_build *build, LLVMModuleRef module, const char *file);
/* Returns the text of the file with these constants computed at run time, at the same places. */
char *fe_keep_constants(const fe_build *build, const char *file, const char *text);
/* Drops the places at which, according to clang's errors, C requires constants. */
void fe_drop_constants(fe_build *build, const char *errors);

/* ---- computed.c: operations that clang computes while it writes bitcode --------------------- */

/* clang warns of constants that a bit-field truncates, but does not check them. */
#define FE_CUT_CONSTANTS "-Wbitfield-constant-conversion"

/* Divisions, shifts and conversions of constants leave no instruction, so clang is asked for its
 * checks of them. Removes the checks whose operation is still there, since the front end adds its
 * own checks. Returns whether the module has changed. */
bool fe_keep_computed(fe_build *build);

/* ---- constant_operations.c: operations of constants that clang computes without a check ----- */

/* Returns, in the arena, why a proof may miss an operation on constants that violates a requested
 * class; NULL if there is no such operation. Asks clang for syntax trees. */
const char *fe_unchecked_constants(const az_frontend_options *options, az_arena *arena);

/* ---- rounding.c: programs that set the rounding direction of floats (docs/soundness.md 8) --- */

/* Returns whether the program may set a rounding direction other than to nearest (fesetround). If
 * so, its files are compiled so that floats follow the direction. */
bool fe_sets_rounding(LLVMModuleRef module);
/* Replaces each operation that follows the direction by the plain instruction. */
void fe_make_floats_plain(fe_build *build);
/* Returns whether the float operations of the function follow the direction. */
bool fe_follows_rounding(LLVMValueRef function);

/* ---- interposed.c: functions of the C library that the program defines itself --------------- */

/* Returns the options that stop clang from treating calls of these functions as builtins (stb_ds);
 * none if an earlier compilation had them. */
const char **fe_interposed_options(fe_build *build);
/* Records, before the translation, code that compilers may generate for a call of such a function
 * (fe_note_unread). */
void fe_note_interposed(fe_build *build);

/* ---- plain_copy.c ---------------------------------------------------------------------------- */

/* Returns whether the program's function, with memcpy's parameters, is a copy and nothing else. */
bool fe_copies_plainly(fe_build *build, LLVMValueRef fn);

/* ---- library_ties.c: functions of the C library that call or affect each other -------------- */

/* Before models are linked, records such relations that the program could observe
 * (fe_note_unread). */
void fe_note_library_ties(fe_build *build);

/* ---- same_objects.c: objects that several files declare (C17 6.2.7p2) ----------------------- */

/* Before `other` is linked, compares the objects that both it and build->module declare. Returns
 * false, with a message, if types are not compatible, which makes the behaviour undefined. */
bool fe_compare_objects(fe_build *build, LLVMModuleRef other, const char *file);

/* ---- formatted.c: formatted input and output: calls of models for each piece of a format ---- */

/* Replaces each call of printf, scanf and the like by a call for each piece of the format (library,
 * print.c and scan.c), if the format is known and understood. Returns whether the module has
 * changed. */
bool fe_expand_formats(fe_build *build);

/* ---- joined_threads.c: threads that are joined at once --------------------------------------- */

/* Replaces the creation of each such thread, and the call that joins it, by calls of models
 * (library/pthread.c). Returns whether the module has changed. */
bool fe_run_joined_threads(fe_build *build);

/* ---- link.c: linking ------------------------------------------------------------------------ */

/* Compiles all files and links them and the library models that they need into build->module. */
az_status fe_load(fe_build *build);

/* ---- checked.c: the program with checks for undefined behaviour ----------------------------- */

/* Returns how the loaded program can be compiled with such checks; NULL if it is bitcode. */
az_checked_build *fe_checked(const fe_build *build);

/* ---- orders.c: causes that are found late --------------------------------------------------- */

/* Returns the late causes of the program translated to `p`; NULL if all files are bitcode. */
az_late_causes *fe_orders(fe_build *build, const az_program *p);
