/* For the order of operands to matter, one of them has to have a call in it that does something
 * beside giving a result, or a statement expression (evaluation_order.c). The bitcode has each call
 * with its place in the source, whatever macros made it; the tokens at that place tell whether
 * anything stands beside it that is not a constant (token_context.c). Where they do not, for
 * instance as the call comes from a macro, the answer is no, and the syntax tree is asked. */
#include "frontend/bitcode/ordered_calls.h"
#include "frontend/bitcode/clang.h"
#include "frontend/bitcode/dumped_trees.h"
#include "frontend/source/library_effects.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/source/token_context.h"
#include <stb/stb_ds.h>
#include <string.h>

enum {
  NOTHING = 0,
  READS = FE_READS,
  ACTS = FE_ACTS, /* what a call does at most */
  UNDERWAY = 8
};

typedef struct source {
  const char *name;
  char *text;
  fe_source read;
  fe_token_context context;
  unsigned char *calls;
} source;

typedef struct filter {
  fe_build *build;
  source *sources; /* stb_ds */
  struct {
    LLVMValueRef key;
    int value;
  } *class_of; /* functions that are defined */
  bool errno_used;
  bool ok;
} filter;

/* ---- what calls do --------------------------------------------------------------------------- */

static int class_of_function(filter *x, LLVMValueRef function);

/* Intrinsics that only compute; that of a check ends the execution as a violation. */
static bool only_computes(const char *name) {
  static const char *const prefixes[] = {
      "dbg.",        "lifetime.", "stack",     "fabs.",     "expect.",   "is.constant.",
      "objectsize.", "ctpop.",    "ctlz.",     "cttz.",     "bswap.",    "abs.",
      "copysign.",   "floor.",    "ceil.",     "trunc.",    "rint.",     "nearbyint.",
      "round.",      "sqrt.",     "fmuladd.",  "fma.",      "minnum.",   "maxnum.",
      "sadd.with",   "ssub.with", "smul.with", "uadd.with", "usub.with", "umul.with",
      "ubsantrap"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (fe_starts(name + 5, prefixes[i])) return true;
  return false;
}

static bool is_copy(const char *name) {
  return fe_starts(name, "llvm.memcpy.") || fe_starts(name, "llvm.memset.") ||
         fe_starts(name, "llvm.memmove.");
}

/* Is it in memory of the function's own activation? */
static bool is_own(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) != NULL;
}

static int class_of_library(filter *x, LLVMValueRef call, const char *name) {
  fe_library_call c = {.name = name};
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, i));
    bool narrow = LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
                  LLVMGetTypeKind(type) == LLVMDoubleTypeKind ||
                  (fe_is_integer(type) && LLVMGetIntTypeWidth(type) <= 32);
    c.has_pointer |= !narrow;
  }
  bool back = false, unreach = x->build->options->classes >> AZ_C_UNREACH & 1u;
  fe_effects e = fe_library_effects(&c, unreach, x->errno_used, &back);
  bool acts = back || e.flags & (FE_ENDS | FE_LOOPS) || arrlenu(e.writes);
  int result = acts ? ACTS : arrlenu(e.reads) ? READS : NOTHING;
  fe_effects_free(&e);
  return result;
}

static int class_of_call(filter *x, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  const char *name = fx_intrinsic(call);
  size_t length = 0;
  if (LLVMIsAInlineAsm(callee)) x->ok = false;
  if (name && only_computes(name)) return NOTHING;
  if (name && is_copy(name)) {
    bool sets = fe_starts(name, "llvm.memset.");
    if (!is_own(LLVMGetOperand(call, 0))) return ACTS;
    return sets || is_own(LLVMGetOperand(call, 1)) ? NOTHING : READS;
  }
  if (name && strcmp(name, "llvm.trap") != 0) x->ok = false;
  if (name || !LLVMIsAFunction(callee)) return ACTS;
  if (!LLVMIsDeclaration(callee)) return class_of_function(x, callee);
  return class_of_library(x, call, LLVMGetValueName2(callee, &length));
}

/* Does control only go forwards? clang puts a loop's head before its end. */
static bool has_cycle(LLVMValueRef function) {
  struct {
    LLVMBasicBlockRef key;
    bool value;
  } *seen = NULL;
  bool found = false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    hmput(seen, b, true);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
      found |= hmget(seen, LLVMGetSuccessor(end, i));
    found |= LLVMIsAIndirectBrInst(end) != NULL;
  }
  hmfree(seen);
  return found;
}

static int class_of_instruction(filter *x, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: return is_own(LLVMGetOperand(i, 0)) ? NOTHING : READS;
  case LLVMStore: return is_own(LLVMGetOperand(i, 1)) ? NOTHING : ACTS;
  case LLVMCall: return class_of_call(x, i);
  case LLVMUnreachable: {
    LLVMValueRef before = LLVMGetPreviousInstruction(i);
    const char *name = before && LLVMIsACallInst(before) ? fx_intrinsic(before) : NULL;
    return name && fe_starts(name, "llvm.ubsantrap") ? NOTHING : ACTS;
  }
  default: return NOTHING;
  }
}

static int class_of_function(filter *x, LLVMValueRef function) {
  int known = hmget(x->class_of, function);
  if (known) return known == UNDERWAY ? ACTS : known >> 4;
  hmput(x->class_of, function, UNDERWAY);
  int result = has_cycle(function) ? ACTS : NOTHING;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = fx_first(b); i; i = fx_next(i)) result |= class_of_instruction(x, i);
  result = result & ACTS ? ACTS : result;
  hmput(x->class_of, function, result << 4 | 1);
  return result;
}

/* ---- where they stand ------------------------------------------------------------------------ */

static source *source_named(filter *x, const char *name, unsigned length) {
  for (size_t i = 0; name && i < arrlenu(x->sources); i++)
    if (strlen(x->sources[i].name) == length && !strncmp(x->sources[i].name, name, length))
      return &x->sources[i];
  return NULL;
}

/* The token at which the instruction is located; NULL: it is none of the program's files. */
static source *locate(filter *x, LLVMValueRef i, uint32_t *token) {
  unsigned length = 0, line = LLVMGetDebugLocLine(i);
  const char *name = line ? LLVMGetDebugLocFilename(i, &length) : NULL;
  source *s = source_named(x, name, length);
  *token = s ? fe_token_at(s->read.tokens, line, LLVMGetDebugLocColumn(i)) : FE_NO_TOKEN;
  return *token == FE_NO_TOKEN ? NULL : s;
}

static bool is_call(const fe_token *tokens, uint32_t token) {
  return token + 1 < arrlenu(tokens) && tokens[token].kind == FE_WORD &&
         fe_token_is(&tokens[token + 1], "(");
}

/* Is the token the name that a source has for the function? */
static bool names(const fe_token *t, LLVMValueRef call) {
  const char *copy = fx_intrinsic(call);
  if (copy && is_copy(copy)) return true;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length = 0;
  const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
  bool builtin = t->length > 10 && !strncmp(t->at, "__builtin_", 10);
  fe_token plain = *t;
  if (builtin) plain.at += 10, plain.length -= 10;
  if (!strcmp(name, "llvm.trap")) return builtin && fe_token_is(&plain, "trap");
  if (!strcmp(name, "__assert_fail") && fe_token_is(t, "assert")) return true;
  if (fe_starts(name, "__isoc99_") || fe_starts(name, "__isoc23_")) name += 9;
  return fe_token_is(t, name) || fe_token_is(&plain, name);
}

/* Are the arguments of the macro without calls and macros? Calls of theirs are located at the
 * macro's name, too. */
static bool has_plain_arguments(const source *s, uint32_t token) {
  const fe_token *tokens = s->read.tokens;
  if (!is_call(tokens, token)) return false;
  for (uint32_t i = token + 2; i < tokens[token + 1].match; i++) {
    bool applied = fe_token_is(&tokens[i], "(") &&
                   (tokens[i - 1].kind == FE_WORD || fe_token_is(&tokens[i - 1], ")") ||
                    fe_token_is(&tokens[i - 1], "]"));
    if (applied || tokens[i].macro || fe_token_is(&tokens[i], "{")) return false;
  }
  return true;
}

/* A macro f(a, b) that is g(a, b). */
static bool is_other_name(const fe_macro *m, LLVMValueRef call) {
  size_t count = arrlenu(m->body);
  if (count < 3 || !is_call(m->body, 0) || m->body[1].match + 1 != count || m->body[0].macro)
    return false;
  for (size_t i = 2; i + 1 < count; i++)
    if (m->body[i].macro || (m->body[i].kind != FE_WORD && !fe_token_is(&m->body[i], ",")))
      return false;
  return names(&m->body[0], call);
}

/* A macro do { ... } while (0) in which the call is a statement. */
static bool is_statement_of(const fe_macro *m, LLVMValueRef call) {
  size_t count = arrlenu(m->body);
  if (count < 7 || !fe_token_is(&m->body[0], "do") || !fe_token_is(&m->body[1], "{") ||
      m->body[1].match + 5 != count || !fe_token_is(&m->body[count - 4], "while"))
    return false;
  unsigned char *none = az_calloc(count, 1);
  fe_token_context inside = {m->body, none};
  bool found = false, all = true;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_call(m->body, i) || !names(&m->body[i], call)) continue;
    found = true;
    all = all && fe_is_statement(&inside, i, m->body[i + 1].match);
  }
  free(none);
  return found && all;
}

typedef enum spelling { ELSEWHERE, HERE, IN_STATEMENT } spelling;

/* How the call is written, whose place is the token: there, or in a macro with that name as a
 * statement. */
static spelling spelling_of(const source *s, uint32_t token, LLVMValueRef call) {
  const fe_token *t = &s->read.tokens[token];
  if (!is_call(s->read.tokens, token)) return ELSEWHERE;
  if (!t->macro) return names(t, call) ? HERE : ELSEWHERE;
  const fe_macro *m = &s->read.macros[t->macro - 1];
  if (!has_plain_arguments(s, token)) return ELSEWHERE;
  if (is_other_name(m, call)) return HERE;
  return is_statement_of(m, call) ? IN_STATEMENT : ELSEWHERE;
}

/* Does a copy that clang writes for an assignment, not for a call, stand at the token? A call
 * stands where its function does, which a parenthesis follows or comes before. */
static bool is_assignment(const source *s, uint32_t token) {
  const fe_token *t = &s->read.tokens[token];
  bool name = t->kind == FE_WORD && !t->macro && !is_call(s->read.tokens, token);
  return name || fe_token_is(t, "=") || fe_token_is(t, "{");
}

/* Notes the call at its token. */
static void note_call(filter *x, LLVMValueRef call) {
  const char *name = fx_intrinsic(call);
  bool copies = name && is_copy(name);
  int does = copies ? ACTS : class_of_call(x, call);
  uint32_t token = 0;
  if (does == NOTHING && name) return;
  source *s = locate(x, call, &token);
  spelling how = s ? spelling_of(s, token, call) : ELSEWHERE;
  if (how == HERE)
    s->calls[token] |= (unsigned char)(FE_CALL | does);
  else if (how == ELSEWHERE && !(s && copies && is_assignment(s, token)))
    x->ok &= does == NOTHING;
}

static bool is_atomic(LLVMValueRef i) {
  bool memory = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
  return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) ||
         LLVMIsAVAArgInst(i) || LLVMIsAInvokeInst(i) || LLVMIsACallBrInst(i) ||
         (memory && LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
}

static void note_calls(filter *x) {
  for (LLVMValueRef fn = LLVMGetFirstFunction(x->build->module); fn; fn = LLVMGetNextFunction(fn))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = fx_first(b); i && x->ok; i = fx_next(i)) {
        if (is_atomic(i)) x->ok = false;
        if (x->ok && LLVMIsACallInst(i)) note_call(x, i);
      }
}

/* Do all calls and statement expressions stand alone? */
static bool stand_alone(const source *s) {
  const fe_token *tokens = s->read.tokens;
  for (uint32_t i = 0; i < arrlenu(tokens); i++) {
    bool braces = i && fe_token_is(&tokens[i], "{") && fe_token_is(&tokens[i - 1], "(");
    uint32_t last = i + 1 < arrlenu(tokens) ? tokens[i + 1].match : i;
    if (braces && !fe_stands_alone(&s->context, i - 1, tokens[i - 1].match)) return false;
    if (!(s->calls[i] & (FE_READS | FE_ACTS)) || fe_stands_alone(&s->context, i, last)) continue;
    if (s->calls[i] & FE_ACTS || !fe_only_reads_around(&s->context, i)) return false;
  }
  return true;
}

static void open_sources(filter *x) {
  for (size_t i = 0; i < x->build->options->file_count && x->ok; i++) {
    source s = {.name = x->build->options->files[i]};
    s.text = fe_source_text(x->build, s.name);
    x->ok = s.text && !strstr(s.text, "va_arg") && fe_read_source(&s.read, s.text);
    s.calls = az_calloc(arrlenu(s.read.tokens) + 1, 1);
    s.context = (fe_token_context){s.read.tokens, s.calls};
    arrput(x->sources, s);
  }
}

bool fe_calls_are_ordered(fe_build *build) {
  filter x = {.build = build,
              .ok = !build->options->contract_count && !build->options->compiler_count};
  for (size_t i = 0; i < build->options->file_count; i++)
    x.ok = x.ok && !fe_is_bitcode(build->options->files[i]);
  x.errno_used = LLVMGetNamedFunction(build->module, "__errno_location") != NULL;
  if (x.ok) open_sources(&x);
  if (x.ok) note_calls(&x);
  for (size_t i = 0; i < arrlenu(x.sources); i++) {
    x.ok = x.ok && stand_alone(&x.sources[i]);
    fe_source_free(&x.sources[i].read);
    free(x.sources[i].calls);
    free(x.sources[i].text);
  }
  arrfree(x.sources);
  hmfree(x.class_of);
  return x.ok;
}
