/* Which inline assembly is understood well enough to say that it changes its operands only. An
 * instruction can also write memory that it names or points to, call, jump, or set the rounding
 * mode (ldmxcsr, fldcw), and C's constraints say nothing of most of that. So both the mnemonics and
 * the operands must be known: operands of the statement and numbers, no registers, no symbols and
 * no addresses. */
#include "frontend/calls/assembly.h"
#include <ctype.h>
#include <string.h>

/* Mnemonics between blanks; the idle ones are plain, too. */
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
    " popcntq cmp cmpb cmpw cmpl cmpq test testb testw testl testq xchg xchgb xchgw xchgl xchgq"
    " xadd xaddb xaddw xaddl xaddq cmpxchg cmpxchgb cmpxchgw cmpxchgl cmpxchgq cpuid rdtsc rdtscp"
    " sete setne setz setnz setc setnc seto setno sets setns setb setae setbe seta setl setle setg"
    " setge ";

static bool is_listed(const char *list, const char *word, size_t n) {
  for (const char *at = strchr(list, ' '); at && at[1]; at = strchr(at + 1, ' '))
    if (!strncmp(at + 1, word, n) && at[1 + n] == ' ') return true;
  return false;
}

/* Are all operands in the text [at, end) operands of the statement or numbers? */
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
