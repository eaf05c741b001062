/* Decides whether inline assembly changes only its operands. An instruction can also write memory
 * that it names or points to, call, jump, or set the rounding mode (ldmxcsr, fldcw), and C's
 * constraints do not show most of this. So both mnemonics and operands must be known. Operands must
 * be those of the statement or numbers: no registers, symbols or addresses. */
#include "frontend/calls/calls.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "frontend/statements/statements.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Mnemonics between blanks; the idle ones are also plain. */
#define IDLE " nop pause mfence lfence sfence "
static const char idle[] = IDLE;
static const char plain[] = IDLE
    "mov movb movw movl movq movabs movabsq movzx movsx movzbl movzbw movzwl movsbl movsbw movswl"
    " movzbq movzwq movsbq movswq movslq movsxd add addb addw addl addq sub subb subw subl subq"
    " adc adcb adcw adcl adcq sbb sbbb sbbw sbbl sbbq and andb andw andl andq or orb orw orl orq"
    " xor xorb xorw xorl xorq not notb notw notl notq neg negb negw negl negq inc incb incw incl"
    " incq dec decb decw decl decq mul mull mulq imul imull imulq div divl divq idiv idivl idivq"
    " shl shlb shlw shll shlq shr shrb shrw shrl shrq sar sarb sarw sarl sarq rol rolb rolw roll"
    " rolq ror rorb rorw rorl rorq bsf bsfl bsfq bsr bsrl bsrq bswap bswapl bswapq popcnt popcntl"
    " popcntq lzcnt lzcntl lzcntq tzcnt tzcntl tzcntq cmp cmpb cmpw cmpl cmpq test testb testw "
    "testl testq xchg xchgb xchgw xchgl xchgq"
    " xadd xaddb xaddw xaddl xaddq cmpxchg cmpxchgb cmpxchgw cmpxchgl cmpxchgq cpuid rdtsc rdtscp"
    " sete setne setz setnz setc setnc seto setno sets setns setb setae setbe seta setl setle setg"
    " setge ";

static bool is_listed(const char *list, const char *word, size_t n) {
  for (const char *at = strchr(list, ' '); at && at[1]; at = strchr(at + 1, ' '))
    if (!strncmp(at + 1, word, n) && at[1 + n] == ' ') return true;
  return false;
}

/* Returns whether all operands in the text [at, end) are operands of the statement or numbers. */
static bool has_plain_operands(const char *at, const char *end) {
  while (at < end) {
    if (isblank((unsigned char)*at) || *at == ',') {
      at++;
    } else if (at[0] == '$' && isdigit((unsigned char)at[1])) { /* $0 */
      for (at++; at < end && isdigit((unsigned char)*at);) at++;
    } else if (at[0] == '$' && at[1] == '{') { /* ${0:b} */
      while (at < end && *at != '}') at++;
      at++;
    } else if (at[0] == '$' && at[1] == '$') { /* $$12 */
      at += 2;
      if (at < end && *at == '-') at++;
      if (at >= end || !isdigit((unsigned char)*at)) return false;
      while (at < end && isalnum((unsigned char)*at)) at++;
    } else {
      return false;
    }
  }
  return true;
}

static bool has_only(const char *text, const char *mnemonics) {
  const char *at = text;
  while (*at) {
    size_t n = strcspn(at, ";\n");
    const char *end = at + n;
    while (at < end && isspace((unsigned char)*at)) at++;
    if (end - at > 4 && !strncmp(at, "lock", 4) && isspace((unsigned char)at[4])) {
      for (at += 4; at < end && isspace((unsigned char)*at);) at++;
    }
    size_t word = 0;
    while (at + word < end && isalnum((unsigned char)at[word])) word++;
    bool prefix = word == 4 && !strncmp(at, "lock", 4) && at + 4 == end;
    if (at < end && !prefix &&
        (!word || !is_listed(mnemonics, at, word) || !has_plain_operands(at + word, end)))
      return false;
    at = *end ? end + 1 : end;
  }
  return true;
}

bool fx_assembly_is_plain(const char *text) {
  return has_only(text, plain);
}

bool fx_assembly_is_idle(const char *text) {
  return has_only(text, idle);
}

/* ---- the result of assembly ------------------------------------------------------------------ */

#define S (x->f->store)
enum { MOST = 8, IMMEDIATE = MOST };

/* Operands as the text numbers them: outputs, then inputs. An input that is tied to an output is
 * that output. */
typedef struct operands {
  az_term values[MOST + 1]; /* 0: not set yet; the last one is a number in the text */
  LLVMTypeRef types[MOST];
  bool early[MOST]; /* outputs: shares no register with an input */
  unsigned place[MOST];
  unsigned outputs, count;
  bool written; /* an output that may share its register with an input was written */
} operands;

static bool read_operands(const fx_call *c, operands *o) {
  size_t length = 0;
  const char *at = LLVMGetInlineAsmConstraintString(c->callee, &length), *end = at + length;
  bool many = LLVMGetTypeKind(c->result) == LLVMStructTypeKind;
  uint32_t argument = 0;
  for (; at < end; at++) {
    size_t n = strcspn(at, ",");
    if (at + n > end) n = (size_t)(end - at);
    if (*at == '~') {
      at += n;
      continue;
    }
    if (o->count == MOST || memchr(at, '*', n)) return false; /* memory */
    unsigned k = o->count++;
    o->place[k] = k;
    if (*at == '=') {
      if (o->outputs != k) return false;
      o->outputs++;
      o->early[k] = at[1] == '&';
      o->types[k] = many ? LLVMStructGetTypeAtIndex(c->result, k) : c->result;
    } else {
      if (argument == c->count) return false;
      if (isdigit((unsigned char)*at)) o->place[k] = (unsigned)strtoul(at, NULL, 10);
      if (o->place[k] > k || (o->place[k] != k && o->types[o->place[k]] != c->types[argument]))
        return false;
      o->types[k] = c->types[argument];
      o->values[o->place[k]] = c->args[argument++];
    }
    at += n;
  }
  return o->outputs && argument == c->count &&
         (many ? LLVMCountStructElementTypes(c->result) : 1) == o->outputs;
}

/* Reads the operand at the start of the text; false unless this is a whole register or a number. */
static bool take_operand(fx *x, operands *o, const char **at, uint32_t width, unsigned *k) {
  const char *text = *at + strspn(*at, " \t,");
  if (text[0] != '$') return false;
  char *end;
  if (text[1] == '$') {
    o->values[IMMEDIATE] =
        az_bv_signed(S, width ? width : 64, (int64_t)strtoull(text + 2, &end, 0));
    *k = IMMEDIATE;
  } else {
    unsigned long number = strtoul(text + 1, &end, 10);
    if (!isdigit((unsigned char)text[1]) || number >= o->count) return false;
    *k = o->place[number];
    if (!fe_is_integer(o->types[*k]) || LLVMGetIntTypeWidth(o->types[*k]) < 8) return false;
    if (*k >= o->outputs && o->written) return false;
  }
  *at = end;
  return true;
}

/* Returns dst OP src; 0 for another mnemonic. */
static az_term compute(fx *x, const char *word, az_term d, az_term s) {
  uint32_t width = az_sort_width(az_sort_of(S, s ? s : d)), mask = width == 64 ? 63 : 31;
  if (!strcmp(word, "mov")) return s;
  if (!d) return 0;
  if (!s) {
    az_term one = az_bv(S, width, 1);
    return !strcmp(word, "not")     ? az_bv_not(S, d)
           : !strcmp(word, "neg")   ? az_bv_neg(S, d)
           : !strcmp(word, "inc")   ? az_bv_add(S, d, one)
           : !strcmp(word, "dec")   ? az_bv_sub(S, d, one)
           : !strcmp(word, "bswap") ? fx_integer_operation(x, "llvm.bswap.", &d, 1)
                                    : 0;
  }
  bool shifts = az_is_const(S, s);
  az_term by = shifts ? az_bv_and(S, s, az_bv(S, width, mask)) : 0;
  return !strcmp(word, "add")             ? az_bv_add(S, d, s)
         : !strcmp(word, "sub")           ? az_bv_sub(S, d, s)
         : !strcmp(word, "and")           ? az_bv_and(S, d, s)
         : !strcmp(word, "or")            ? az_bv_or(S, d, s)
         : !strcmp(word, "xor")           ? az_bv_xor(S, d, s)
         : !strcmp(word, "imul")          ? az_bv_mul(S, d, s)
         : shifts && !strcmp(word, "shl") ? az_bv_shl(S, d, by)
         : shifts && !strcmp(word, "shr") ? az_bv_lshr(S, d, by)
         : shifts && !strcmp(word, "sar") ? az_bv_ashr(S, d, by)
                                          : 0;
}

/* Executes one instruction in AT&T's syntax: OP src, dst or OP dst. */
static bool run(fx *x, operands *o, const char *text, size_t length) {
  char line[64], word[16];
  if (length >= sizeof line) return false;
  memcpy(line, text, length);
  line[length] = 0;
  const char *at = line + strspn(line, " \t\n"), *last = strrchr(at, '$');
  size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyz");
  if (!*at) return true;
  if (n < 2 || n >= sizeof word || !last) return false;
  memcpy(word, at, n);
  word[n] = 0;
  at += n;
  unsigned source = 0, to = 0;
  const char *behind = last;
  if (!take_operand(x, o, &behind, 0, &to) || to >= o->outputs || behind[strspn(behind, " \t")])
    return false;
  uint32_t width = LLVMGetIntTypeWidth(o->types[to]);
  bool two = strchr(at, ',') != NULL;
  if (two && (!take_operand(x, o, &at, width, &source) || !o->values[source] || *at++ != ','))
    return false;
  az_term s = two ? fe_pack(x->f, o->values[source]) : 0;
  az_term d = o->values[to] ? fe_pack(x->f, o->values[to]) : 0;
  if (at + strspn(at, " \t") != last) return false; /* three operands */
  if (s && az_sort_width(az_sort_of(S, s)) != width) return false;
  az_term result = compute(x, word, d, s);
  const char suffix = width == 8 ? 'b' : width == 16 ? 'w' : width == 32 ? 'l' : 'q';
  if (!result && word[n - 1] == suffix) {
    word[n - 1] = 0;
    result = compute(x, word, d, s);
  }
  if (!result) return false;
  o->values[to] = fe_unpack(x->f, result, o->types[to]);
  o->written |= !o->early[to];
  return true;
}

az_term fx_assembly_result(fx *x, const fx_call *c, const char *text) {
  operands o = {0};
  if (!fx_has_result(c) || !read_operands(c, &o)) return 0;
  bool nothing = fx_assembly_is_idle(text);
  for (const char *at = text; *at && !nothing; at += *at != 0) {
    size_t n = strcspn(at, ";\n");
    if (!run(x, &o, at, n)) return 0;
    at += n;
    if (!*at) break;
  }
  az_term all = 0;
  for (unsigned k = 0; k < o.outputs; k++)
    if (!o.values[k]) return 0;
  if (o.outputs == 1) return o.values[0];
  for (unsigned k = 0; k < o.outputs; k++) {
    az_term part = fe_pack(x->f, o.values[k]);
    all = all ? az_concat(S, part, all) : part;
  }
  return all;
}
