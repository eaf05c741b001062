/* Matches two builds of one program. clang adds the requested checks for undefined behaviour and
 * marks its additions with the metadata `nosanitize`; nearly everything else is equal. So, if the
 * marked instructions are not counted, the n-th instruction in a function is the same in both
 * builds, and has the same site. Where additional basic blocks make clang generate other code (a
 * result's slot, a jump), the next instructions of equal kind, type and location are matched. */
#include "replay/rewrite.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool is_with_overflow(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  size_t length = 0;
  return callee && strstr(LLVMGetValueName2(callee, &length), ".with.overflow.");
}

/* Returns whether clang knows the value. It folds known values unless overflow is checked. */
static bool is_known(LLVMValueRef v, unsigned depth) {
  if (LLVMIsConstant(v)) return true;
  if (!LLVMIsAInstruction(v) || depth > 16) return false;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMICmp: break;
  case LLVMExtractValue: return is_known(LLVMGetOperand(v, 0), depth + 1);
  case LLVMCall:
    if (!is_with_overflow(v)) return false;
    return is_known(LLVMGetOperand(v, 0), depth + 1) && is_known(LLVMGetOperand(v, 1), depth + 1);
  default: return false;
  }
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
    if (!is_known(LLVMGetOperand(v, k), depth + 1)) return false;
  return true;
}

/* Returns whether the block ends in a check of integer arithmetic, not of pointer arithmetic. */
static bool checks_arithmetic(LLVMBasicBlockRef bb) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
  if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef trap = rewriter_trap_of(LLVMGetSuccessor(end, k));
    unsigned kind = trap ? (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(trap, 0))
                         : NATIVE_UNREACHABLE_CODE;
    if (kind == NATIVE_SUM || kind == NATIVE_DIFFERENCE || kind == NATIVE_PRODUCT ||
        kind == NATIVE_NEGATION)
      return true;
  }
  return false;
}

/* Returns whether the instruction is the result of an addition, subtraction or multiplication with
 * an overflow check. The result represents the program's instruction. */
static bool is_checked_result(LLVMValueRef i) {
  return LLVMIsAExtractValueInst(i) && LLVMGetIndices(i)[0] == 0 &&
         is_with_overflow(LLVMGetOperand(i, 0)) && checks_arithmetic(LLVMGetInstructionParent(i));
}

/* Returns whether the names are equal up to the number that LLVM appends to make them unique. */
static bool has_same_name(LLVMValueRef a, LLVMValueRef b) {
  static const char digits[] = "0123456789";
  size_t n = 0, m = 0;
  const char *left = LLVMGetValueName2(a, &n), *right = LLVMGetValueName2(b, &m);
  while (n && strchr(digits, left[n - 1])) n--;
  while (m && strchr(digits, right[m - 1])) m--;
  return n == m && !strncmp(left, right, n);
}

static bool is_same(LLVMValueRef a, LLVMValueRef b) {
  LLVMOpcode left = LLVMGetInstructionOpcode(a), right = LLVMGetInstructionOpcode(b);
  if (left == LLVMAlloca && !has_same_name(a, b)) return false;
  bool arithmetic = left == LLVMAdd || left == LLVMSub || left == LLVMMul;
  return left == right || (arithmetic && is_checked_result(b));
}

/* A walk over the instructions of a function. */
typedef struct walk {
  LLVMBasicBlockRef bb;
  LLVMValueRef next;
  uint32_t site; /* site of the walk's last instruction, in its module */
} walk;

static walk walk_of(LLVMValueRef f, uint32_t first_site) {
  LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f);
  return (walk){bb, LLVMGetFirstInstruction(bb), first_site - 1};
}

static LLVMValueRef step(walk *w) {
  while (w->bb) {
    while (!w->next) {
      w->bb = LLVMGetNextBasicBlock(w->bb);
      if (!w->bb) return NULL;
      w->next = LLVMGetFirstInstruction(w->bb);
    }
    LLVMValueRef i = w->next;
    w->next = LLVMGetNextInstruction(i);
    if (LLVMIsADbgInfoIntrinsic(i)) continue;
    w->site++;
    return i;
  }
  return NULL;
}

static LLVMValueRef step_to_own(walk *w, unsigned nosanitize) {
  LLVMValueRef i = step(w);
  while (i && (is_known(i, 0) || (LLVMGetMetadata(i, nosanitize) && !is_checked_result(i))))
    i = step(w);
  return i;
}

/* The program's own instructions of a function, with their sites. */
typedef struct own {
  LLVMValueRef instruction;
  uint32_t site;
} own;

static own *own_of(LLVMValueRef f, uint32_t *site, unsigned nosanitize) {
  own *all = NULL;
  walk w = walk_of(f, *site);
  for (LLVMValueRef i; (i = step_to_own(&w, nosanitize));) arrput(all, ((own){i, w.site}));
  *site = w.site + 1;
  return all;
}

static bool is_alike(LLVMValueRef a, LLVMValueRef b) {
  return is_same(a, b) && LLVMTypeOf(a) == LLVMTypeOf(b) &&
         LLVMGetDebugLocLine(a) == LLVMGetDebugLocLine(b) &&
         LLVMGetDebugLocColumn(a) == LLVMGetDebugLocColumn(b);
}

/* Skips to the next two instructions that are alike, where clang omits a variable or generates
 * other code for a loop or branch. Returns false if they are too far away. */
static bool find_alike(const own *a, size_t *i, const own *b, size_t *j) {
  enum { REACH = 64 };
  for (size_t d = 1; d < REACH; d++)
    for (size_t k = 0; k <= d; k++) {
      size_t x = *i + k, y = *j + d - k;
      if (x >= arrlenu(a) || y >= arrlenu(b) || !is_alike(a[x].instruction, b[y].instruction))
        continue;
      *i = x;
      *j = y;
      return true;
    }
  return false;
}

/* An instruction without a match has no site, and therefore no input and no check. */
static void match_function(rewriter *r, const own *a, const own *b) {
  size_t i = 0, j = 0;
  while (i < arrlenu(a) && j < arrlenu(b)) {
    if (!is_same(a[i].instruction, b[j].instruction) && !find_alike(a, &i, b, &j)) return;
    hmput(r->sites, b[j].instruction, a[i].site);
    i++;
    j++;
  }
}

bool rewriter_match(rewriter *r, LLVMModuleRef without) {
  unsigned nosanitize = LLVMGetMDKindIDInContext(r->context, "nosanitize", 10);
  uint32_t site = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(without); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    size_t length = 0;
    LLVMValueRef g = LLVMGetNamedFunction(r->module, LLVMGetValueName2(f, &length));
    if (!g || LLVMIsDeclaration(g)) return false;
    uint32_t unused = 0;
    own *a = own_of(f, &site, nosanitize), *b = own_of(g, &unused, nosanitize);
    match_function(r, a, b);
    arrfree(a);
    arrfree(b);
  }
  return true;
}
