/* What is done to the files and to the module on the way, each in the file of its name; clang.c and
 * link.c have the order. */
#ifndef ANSATZ_FRONTEND_PASSES_H
#define ANSATZ_FRONTEND_PASSES_H

#include "ansatz/frontend.h"
#include "frontend/bitcode/build.h"

/* ---- source_text.c: what the text of a C file says and the bitcode does not ----------------- */

/* Blanks line markers and #line directives, so that lines are those of the file itself; true if
 * there were any. */
bool fe_blank_markers(char *text);
/* Notes what is not read in bitcode (fe_note_unread), and what of the file is to be left as it is
 * (build->keeps_markers, keeps_inline), as a program that looks at it would be another one. To be
 * asked before the markers are blank. */
void fe_look_at_source(fe_build *build, const char *file, const char *text);

/* ---- overlay.c: included files in a dialect, which clang is shown as C ---------------------- */

/* `included`: what clang -MD lists. Adds those files to build->overlay that are not C, rewritten.
 * Returns whether there is any that was not there before. */
bool fe_overlay(fe_build *build, const char *included);
/* Adds files with a declaration that a later one contradicts, as `output`, clang's, says: without
 * its parameters, as goto-cc does not mind. Returns whether there is any. */
bool fe_overlay_conflicts(fe_build *build, const char *output);

/* ---- function_bodies.c: functions whose body is another one's, or none, as a harness says --- */

/* Takes the bodies out of the file's module that --remove-function-body names, and in a harness
 * those of functions that a file before it defines (build->shadowed). */
void fe_remove_bodies(fe_build *build, LLVMModuleRef module, const char *file);
/* The function that --remove-function-body names at that place, if no file has it; else NULL. */
const char *fe_not_removed(const fe_build *build, size_t at);
/* Of the linked module: __CPROVER_file_local_FILE_NAME is the static function NAME of that file. If
 * it is defined, it stands in that function's place. */
void fe_bind_file_local(fe_build *build);

/* ---- inline.c: inline functions (C17 6.7.4) that several files define ----------------------- */

/* What `inline` stands for where several files are compiled: clang leaves a mark in the bitcode
 * that has no other meaning here. */
#define FE_INLINE_MARK "__attribute__((disable_tail_calls))"

/* Before `other` is linked into build->module: of two definitions of an inline function one is
 * kept. False: they differ, and C does not say which one a call takes. */
bool fe_keep_one_inline(fe_build *build, LLVMModuleRef other, const char *file);
/* Removes the marks. */
void fe_forget_inline(fe_build *build);

/* ---- entry_contract.c: What is said of the state in which a function is entered: an entry
 * contract. */

/* The function that executions start with under a contract, and a mark in the names of the objects
 * that it makes. */
#define FE_CONTRACT_ENTRY "__ansatz_entry"
#define FE_CONTRACT_OBJECT "__ansatz_object"

/* The C text that, at the end of the file that `module` was compiled from, defines the entry; NULL:
 * the module does not define the function, or an error. */
const char *fe_contract_text(fe_build *build, LLVMModuleRef module);
/* The contract as the verdict names it; NULL: there is none. */
const char *fe_contract_name(const fe_build *build);

/* ---- propose_contract.c: A first entry contract for a function ------------------------------ */

/* Returns the clauses that names and types suggest for the build's function, one a line, as they
 * stand in a comment, and notes on what they say nothing of; NULL: build->err. */
const char *fe_propose_contract(fe_build *build);

/* ---- kept_constants.c: constants whose computation is kept for run time --------------------- */

/* Adds the options with which clang tells of constants whose computation violates a class that is
 * asked for. `arguments`: stb_ds. */
void fe_ask_for_constants(const fe_build *build, const char ***arguments);
/* Takes the places out of clang's messages, which are those of a compiler without these options
 * then, and remembers them. */
void fe_read_constants(fe_build *build, char *output);
/* Chooses those among them that the module of the file has no code for. Is there any? */
bool fe_choose_constants(fe_build *build, LLVMModuleRef module, const char *file);
/* The text of the file in which they are computed at run time, at their own places. */
char *fe_keep_constants(const fe_build *build, const char *file, const char *text);
/* clang rejects that text: gives up what has to be a constant. */
void fe_drop_constants(fe_build *build, const char *errors);

/* ---- computed.c: what clang computes while it writes bitcode -------------------------------- */

/* clang warns of constants that a bit-field cuts, and does not check them. */
#define FE_CUT_CONSTANTS "-Wbitfield-constant-conversion"

/* Divisions, shifts and conversions of constants leave no instruction, so that clang is asked for
 * its checks of them; those of operations that are still there are taken out again, as the front
 * end has its own. Has anything changed? */
bool fe_keep_computed(fe_build *build);

/* ---- constant_operations.c: operations of constants that clang computes without a check ----- */

/* Says why a proof may miss an operation of constants that violates a class that is asked for, in
 * the arena; NULL: none does. Clang is asked for the syntax trees. */
const char *fe_unchecked_constants(const az_frontend_options *options, az_arena *arena);

/* ---- rounding.c: programs that set the rounding direction of floats (docs/soundness.md 8) --- */

/* May the program call fesetround with something other than to nearest? Then its files are to be
 * compiled so that floats follow it. */
bool fe_sets_rounding(LLVMModuleRef module);
/* Operations that follow the direction become the plain instructions, one for one. */
void fe_make_floats_plain(fe_build *build);
/* Do the float operations of the function follow the direction? */
bool fe_follows_rounding(LLVMValueRef function);

/* ---- interposed.c: functions of the C library that the program defines itself --------------- */

/* Options by which clang takes no call of these for a builtin of its own; stb_ds, none if it was
 * told so already. */
const char **fe_interposed_options(fe_build *build);
/* Before the translation: records what compilers may make a call of such a function
 * (fe_note_unread). */
void fe_note_interposed(fe_build *build);

/* ---- plain_copy.c ---------------------------------------------------------------------------- */

/* Is the program's function, with memcpy's parameters, a copy and nothing else? */
bool fe_copies_plainly(fe_build *build, LLVMValueRef fn);

/* ---- library_ties.c: what functions of the C library have to do with each other ------------- */

/* Before models are linked: records what the program could see of such ties (fe_note_unread). */
void fe_note_library_ties(fe_build *build);

/* ---- same_objects.c: objects that several files declare (C17 6.2.7p2) ----------------------- */

/* Before `other` is linked into build->module: an object that both declare with types that are not
 * compatible leaves the behaviour of the program undefined. False: there is one, which is said. */
bool fe_compare_objects(fe_build *build, LLVMModuleRef other, const char *file);

/* ---- formatted.c: formatted input and output: calls of models for each piece of a format ---- */

/* Calls of printf, scanf and their kin become calls of core/c/library/print.c and scan.c, one for
 * each piece of the format, where that is known and understood. Has anything changed? */
bool fe_expand_formats(fe_build *build);

/* ---- link.c: linking ------------------------------------------------------------------------ */

/* Compiles all files and links them and the library models that they need into build->module. */
az_status fe_load(fe_build *build);

/* ---- checked.c: the program with checks for undefined behaviour ----------------------------- */

/* How the program that was loaded can be compiled with such checks; NULL: it is bitcode. */
az_checked_build *fe_checked(const fe_build *build);

/* ---- orders.c: the causes that are found late ----------------------------------------------- */

/* Of the program that was loaded and will be translated to `p`; NULL: all of it is bitcode. */
az_late_causes *fe_orders(fe_build *build, const az_program *p);

#endif
