/* What the rewritten program calls, as LLVM IR of our own that makes its system calls itself, as
 * the program may define any C function. Inputs come from a trace, or are made up from a seed: then
 * what was asked for is written behind the report, from which random_runs.c makes them up again. */
#include "replay/native.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* SYSCALL lines differ between the two instruction sets. */
static const char common[] =
    /* Undefined behaviour as in a report: that an error may come of, and that was passed. */
    "@ansatz.noted = global [3 x i32] zeroinitializer\n"
    "@ansatz.passed = global [3 x i32] zeroinitializer\n"
    "@ansatz.call = global i32 -1\n" /* the program's call that led into a model */
    "@ansatz.value = global i1 1\n"  /* the function that returned last gave a value */
    "define void @ansatz.report(i32 %site, i32 %what) noinline {\n"
    "  %r = alloca [3 x i32]\n"
    "  %n0 = load i32, ptr @ansatz.noted\n"
    "  %np = getelementptr i32, ptr @ansatz.noted, i32 1\n"
    "  %n1 = load i32, ptr %np\n"
    "  %none = icmp eq i32 %n1, 0\n"
    "  %s = select i1 %none, i32 %site, i32 %n0\n"
    "  %k = select i1 %none, i32 %what, i32 %n1\n"
    "  store i32 %s, ptr %r\n"
    "  %w = getelementptr i32, ptr %r, i32 1\n"
    "  store i32 %k, ptr %w\n"
    "  %cp = getelementptr i32, ptr @ansatz.noted, i32 2\n"
    "  %c0 = load i32, ptr @ansatz.call\n"
    "  %c1 = load i32, ptr %cp\n"
    "  %c = select i1 %none, i32 %c0, i32 %c1\n"
    "  %v = getelementptr i32, ptr %r, i32 2\n"
    "  store i32 %c, ptr %v\n"
    "  SYSCALL_WRITE\n"
    "  SYSCALL_PASSED\n"
    "  call void @ansatz.tell()\n"
    "  SYSCALL_EXIT\n"
    "  unreachable\n"
    "}\n"
    "define void @ansatz.check(i1 %ok, i32 %site, i32 %what) noinline {\n"
    "  br i1 %ok, label %fine, label %bad\n"
    "bad:\n"
    "  call void @ansatz.report(i32 %site, i32 %what)\n"
    "  br label %fine\n"
    "fine:\n"
    "  ret void\n"
    "}\n"
    "define void @ansatz.note(i1 %ok, i32 %place, i32 %what) noinline {\n"
    "  call void @ansatz.keep(ptr @ansatz.noted, i1 %ok, i32 %place, i32 %what)\n"
    "  ret void\n"
    "}\n"
    "define void @ansatz.pass(i1 %ok, i32 %place, i32 %what) noinline {\n"
    "  call void @ansatz.keep(ptr @ansatz.passed, i1 %ok, i32 %place, i32 %what)\n"
    "  ret void\n"
    "}\n"
    "define void @ansatz.keep(ptr %at, i1 %ok, i32 %place, i32 %what) noinline {\n"
    "  %wp = getelementptr i32, ptr %at, i32 1\n"
    "  %before = load i32, ptr %wp\n"
    "  %any = icmp ne i32 %before, 0\n"
    "  %fine = or i1 %ok, %any\n"
    "  br i1 %fine, label %done, label %keep\n"
    "keep:\n"
    "  store i32 %place, ptr %at\n"
    "  store i32 %what, ptr %wp\n"
    "  %cp = getelementptr i32, ptr %at, i32 2\n"
    "  %c = load i32, ptr @ansatz.call\n"
    "  store i32 %c, ptr %cp\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    /* Hands on what was allocated: the caller keeps no copy of it on its stack. */
    "define ptr @ansatz.made(i32 %site, ptr %at, i64 %bytes, i32 %flags) noinline {\n"
    "  call void @ansatz.fill(i32 %site, ptr %at, i64 %bytes, i32 %flags)\n"
    "  ret ptr %at\n"
    "}\n";

/* fill: flag 1 zeroes first, flag 2: there must be an event, flag 4: new heap memory, large pieces
 * of which come zeroed; null takes its event and nothing else. */
static const char from_trace[] =
    "define void @ansatz.tell() {\n"
    "  ret void\n"
    "}\n"
    "%event = type { i32, i32, i32 }\n"     /* site, first part, number of parts */
    "%part = type { i64, i32, i32, ptr }\n" /* offset, bytes, where in the data, or a pointer */
    "@ansatz.events = external constant [0 x %event]\n"
    "@ansatz.parts = external constant [0 x %part]\n"
    "@ansatz.data = external constant [0 x i8]\n"
    "@ansatz.count = external constant i32\n"
    "@ansatz.next = global i32 0\n"
    "define void @ansatz.fill(i32 %site, ptr %at, i64 %bytes.given, i32 %flags) noinline {\n"
    "  %null = icmp eq ptr %at, null\n"
    "  %size = select i1 %null, i64 0, i64 %bytes.given\n"
    "  %z = and i32 %flags, 1\n"
    "  %asked = icmp ne i32 %z, 0\n"
    "  %h = and i32 %flags, 4\n"
    "  %heap = icmp ne i32 %h, 0\n"
    "  %large = icmp ugt i64 %size, 1048576\n"
    "  %fresh = and i1 %heap, %large\n"
    "  %stale = xor i1 %fresh, 1\n"
    "  %zeroes = and i1 %asked, %stale\n"
    "  br i1 %zeroes, label %zero, label %look\n"
    "zero:\n"
    "  %i = phi i64 [ 0, %0 ], [ %i1, %zero.body ]\n"
    "  %more = icmp ult i64 %i, %size\n"
    "  br i1 %more, label %zero.body, label %look\n"
    "zero.body:\n"
    "  %zp = getelementptr i8, ptr %at, i64 %i\n"
    "  store volatile i8 0, ptr %zp\n"
    "  %i1 = add i64 %i, 1\n"
    "  br label %zero\n"
    "look:\n"
    "  %n = load i32, ptr @ansatz.next\n"
    "  %count = load i32, ptr @ansatz.count\n"
    "  %any = icmp ult i32 %n, %count\n"
    "  br i1 %any, label %compare, label %over\n"
    "over:\n"
    "  %goes = load i1, ptr @ansatz.goes_on\n"
    "  call void @ansatz.check(i1 %goes, i32 %site, i32 251)\n"
    "  br label %done\n"
    "compare:\n"
    "  %sp = getelementptr %event, ptr @ansatz.events, i32 %n, i32 0\n"
    "  %s = load i32, ptr %sp\n"
    "  %same = icmp eq i32 %s, %site\n"
    "  br i1 %same, label %take, label %other\n"
    "other:\n"
    "  %m = and i32 %flags, 2\n"
    "  %may = icmp eq i32 %m, 0\n"
    "  call void @ansatz.check(i1 %may, i32 %site, i32 255)\n"
    "  ret void\n"
    "take:\n"
    "  %n1 = add i32 %n, 1\n"
    "  store i32 %n1, ptr @ansatz.next\n"
    "  %fp = getelementptr %event, ptr @ansatz.events, i32 %n, i32 1\n"
    "  %first = load i32, ptr %fp\n"
    "  %kp = getelementptr %event, ptr @ansatz.events, i32 %n, i32 2\n"
    "  %k = load i32, ptr %kp\n"
    "  %last = add i32 %first, %k\n"
    "  br label %parts\n"
    "parts:\n"
    "  %p = phi i32 [ %first, %take ], [ %p1, %next ]\n"
    "  %left = icmp ult i32 %p, %last\n"
    "  br i1 %left, label %part, label %done\n"
    "part:\n"
    "  %op = getelementptr %part, ptr @ansatz.parts, i32 %p, i32 0\n"
    "  %offset = load i64, ptr %op\n"
    "  %bp = getelementptr %part, ptr @ansatz.parts, i32 %p, i32 1\n"
    "  %bytes = load i32, ptr %bp\n"
    "  %dp = getelementptr %part, ptr @ansatz.parts, i32 %p, i32 2\n"
    "  %data = load i32, ptr %dp\n"
    "  %yp = getelementptr %part, ptr @ansatz.parts, i32 %p, i32 3\n"
    "  %symbol = load ptr, ptr %yp\n"
    "  %bytes64 = zext i32 %bytes to i64\n"
    "  %end = add i64 %offset, %bytes64\n"
    "  %inside = icmp ule i64 %end, %size\n"
    "  br i1 %inside, label %kind, label %next\n"
    "kind:\n"
    "  %to = getelementptr i8, ptr %at, i64 %offset\n"
    "  %plain = icmp eq ptr %symbol, null\n"
    "  br i1 %plain, label %copy, label %address\n"
    "address:\n"
    "  store ptr %symbol, ptr %to, align 1\n"
    "  br label %next\n"
    "copy:\n"
    "  %j = phi i32 [ 0, %kind ], [ %j1, %copy.body ]\n"
    "  %rest = icmp ult i32 %j, %bytes\n"
    "  br i1 %rest, label %copy.body, label %next\n"
    "copy.body:\n"
    "  %from = add i32 %data, %j\n"
    "  %vp = getelementptr i8, ptr @ansatz.data, i32 %from\n"
    "  %v = load i8, ptr %vp\n"
    "  %tp = getelementptr i8, ptr %to, i32 %j\n"
    "  store volatile i8 %v, ptr %tp\n"
    "  %j1 = add i32 %j, 1\n"
    "  br label %copy\n"
    "next:\n"
    "  %p1 = add i32 %p, 1\n"
    "  br label %parts\n"
    "done:\n"
    "  ret void\n"
    "}\n";

/* Numbers by the seed: of what size, and how often zero; single values of up to eight bytes, larger
 * memory by fours. Flags 0: memory keeps what it has; 8: a truth value; 16: a pointer, null. */
static const char random_inputs[] =
    "@ansatz.seed = global i64 0\n"
    "@ansatz.state = global i64 0\n"
    "@ansatz.log = global [RUNTIME_LOG x [4 x i32]] zeroinitializer\n"
    "@ansatz.logged = global i32 0\n"
    "@ansatz.masks = constant [6 x i64] [i64 1, i64 3, i64 15, i64 15, i64 1023, i64 -1]\n"
    "@ansatz.lows = constant [6 x i64] [i64 0, i64 0, i64 0, i64 8, i64 0, i64 0]\n"
    "@ansatz.zeros = constant [4 x i64] [i64 1, i64 3, i64 15, i64 63]\n"
    "define void @ansatz.tell() noinline {\n"
    "  %entries = load i32, ptr @ansatz.logged\n"
    "  %end = getelementptr [4 x i32], ptr null, i32 %entries\n"
    "  %n = ptrtoint ptr %end to WORD\n"
    "  SYSCALL_LOG\n"
    "  ret void\n"
    "}\n"
    "define i64 @ansatz.step() noinline {\n"
    "  %s = load i64, ptr @ansatz.state\n"
    "  %m = mul i64 %s, 6364136223846793005\n"
    "  %a = add i64 %m, 1442695040888963407\n"
    "  store i64 %a, ptr @ansatz.state\n"
    "  %r = lshr i64 %a, 33\n"
    "  ret i64 %r\n"
    "}\n"
    "define i64 @ansatz.draw() noinline {\n"
    "  %seed = load i64, ptr @ansatz.seed\n"
    "  %kind = urem i64 %seed, 6\n"
    "  %rest = udiv i64 %seed, 6\n"
    "  %often = urem i64 %rest, 4\n"
    "  %mp = getelementptr i64, ptr @ansatz.masks, i64 %kind\n"
    "  %mask = load i64, ptr %mp\n"
    "  %lp = getelementptr i64, ptr @ansatz.lows, i64 %kind\n"
    "  %low = load i64, ptr %lp\n"
    "  %zp = getelementptr i64, ptr @ansatz.zeros, i64 %often\n"
    "  %zeros = load i64, ptr %zp\n"
    "  %a = call i64 @ansatz.step()\n"
    "  %b = call i64 @ansatz.step()\n"
    "  %c = call i64 @ansatz.step()\n"
    "  %b20 = shl i64 %b, 20\n"
    "  %b33 = shl i64 %b, 33\n"
    "  %c1 = xor i64 %c, %b20\n"
    "  %full = xor i64 %c1, %b33\n"
    "  %masked = and i64 %full, %mask\n"
    "  %value = sub i64 %masked, %low\n"
    "  %az = and i64 %a, %zeros\n"
    "  %zero = icmp eq i64 %az, 0\n"
    "  %r = select i1 %zero, i64 0, i64 %value\n"
    "  ret i64 %r\n"
    "}\n"
    "define void @ansatz.fill(i32 %site, ptr %at, i64 %bytes.given, i32 %flags) noinline {\n"
    "  %null = icmp eq ptr %at, null\n"
    "  %size = select i1 %null, i64 0, i64 %bytes.given\n"
    "  %kept = icmp eq i32 %flags, 0\n"
    "  %large = icmp ugt i64 %size, RUNTIME_LARGE\n"
    "  %none = icmp eq i64 %size, 0\n"
    "  %skip1 = or i1 %kept, %large\n"
    "  %skip = or i1 %skip1, %none\n"
    "  br i1 %skip, label %done, label %begin\n"
    "begin:\n"
    "  %k = load i32, ptr @ansatz.logged\n"
    "  %first = icmp eq i32 %k, 0\n"
    "  br i1 %first, label %seed, label %log\n"
    "seed:\n"
    "  SYSCALL_SEED\n"
    "  %s = load i64, ptr @ansatz.seed\n"
    "  store i64 %s, ptr @ansatz.state\n"
    "  br label %log\n"
    "log:\n"
    "  %fits = icmp ult i32 %k, RUNTIME_LOG\n"
    "  call void @ansatz.check(i1 %fits, i32 %site, i32 255)\n"
    "  %k1 = add i32 %k, 1\n"
    "  store i32 %k1, ptr @ansatz.logged\n"
    "  %l0 = getelementptr [4 x i32], ptr @ansatz.log, i32 %k, i32 0\n"
    "  store i32 %site, ptr %l0\n"
    "  %l1 = getelementptr [4 x i32], ptr @ansatz.log, i32 %k, i32 1\n"
    "  %size32 = trunc i64 %size to i32\n"
    "  store i32 %size32, ptr %l1\n"
    "  %l2 = getelementptr [4 x i32], ptr @ansatz.log, i32 %k, i32 2\n"
    "  store i32 %flags, ptr %l2\n"
    "  %l3 = getelementptr [4 x i32], ptr @ansatz.log, i32 %k, i32 3\n"
    "  %led = load i32, ptr @ansatz.call\n"
    "  store i32 %led, ptr %l3\n"
    "  %single = icmp ule i64 %size, 8\n"
    "  %unit = select i1 %single, i64 %size, i64 4\n"
    "  %f8 = and i32 %flags, 8\n"
    "  %truth = icmp ne i32 %f8, 0\n"
    "  %f16 = and i32 %flags, 16\n"
    "  %pointer = icmp ne i32 %f16, 0\n"
    "  %most = select i1 %truth, i64 1, i64 -1\n"
    "  %mask = select i1 %pointer, i64 0, i64 %most\n"
    "  br label %units\n"
    "units:\n"
    "  %off = phi i64 [ 0, %log ], [ %end, %bytes ]\n"
    "  %end = add i64 %off, %unit\n"
    "  %in = icmp ule i64 %end, %size\n"
    "  br i1 %in, label %draw, label %rest\n"
    "draw:\n"
    "  %drawn = call i64 @ansatz.draw()\n"
    "  %v = and i64 %drawn, %mask\n"
    "  br label %bytes\n"
    "bytes:\n"
    "  %j = phi i64 [ 0, %draw ], [ %j1, %byte ]\n"
    "  %w = phi i64 [ %v, %draw ], [ %w1, %byte ]\n"
    "  %more = icmp ult i64 %j, %unit\n"
    "  br i1 %more, label %byte, label %units\n"
    "byte:\n"
    "  %b = trunc i64 %w to i8\n"
    "  %o = add i64 %off, %j\n"
    "  %p = getelementptr i8, ptr %at, i64 %o\n"
    "  store volatile i8 %b, ptr %p\n"
    "  %w1 = lshr i64 %w, 8\n"
    "  %j1 = add i64 %j, 1\n"
    "  br label %bytes\n"
    "rest:\n"
    "  %ro = phi i64 [ %off, %units ], [ %ro1, %rest.body ]\n"
    "  %rm = icmp ult i64 %ro, %size\n"
    "  br i1 %rm, label %rest.body, label %done\n"
    "rest.body:\n"
    "  %rp = getelementptr i8, ptr %at, i64 %ro\n"
    "  store volatile i8 0, ptr %rp\n"
    "  %ro1 = add i64 %ro, 1\n"
    "  br label %rest\n"
    "done:\n"
    "  ret void\n"
    "}\n";

/* With AddressSanitizer: it calls __asan_on_error before it ends. Written are the place, what was
 * noted before and passed, and the kind of the error, to its zero byte. Lost memory is looked for
 * behind zeroes, which the stack's old content might hide. */
static const char asan_runtime[] =
    "declare ptr @__asan_get_report_description()\n"
    "declare i32 @__lsan_do_recoverable_leak_check()\n"
    "@ansatz.at = global i32 -1\n" /* site of the last access with a check */
    "define void @__asan_on_error() noinline {\n"
    "  %r = call ptr @__asan_get_report_description()\n"
    "  %no = icmp eq ptr %r, null\n"
    "  br i1 %no, label %done, label %more\n"
    "more:\n"
    "  %n = phi WORD [ 0, %0 ], [ %n1, %more ]\n"
    "  %p = getelementptr i8, ptr %r, WORD %n\n"
    "  %c = load i8, ptr %p\n"
    "  %n1 = add WORD %n, 1\n"
    "  %end = icmp eq i8 %c, 0\n"
    "  br i1 %end, label %say, label %more\n"
    "say:\n"
    "  SYSCALL_AT\n"
    "  SYSCALL_CALL\n"
    "  SYSCALL_NOTED\n"
    "  SYSCALL_PASSED\n"
    "  SYSCALL_SAY\n"
    "  call void @ansatz.tell()\n"
    "  br label %done\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    "define void @ansatz.scrub() noinline {\n"
    "  %a = alloca [65536 x i8]\n"
    "  br label %more\n"
    "more:\n"
    "  %i = phi i32 [ 0, %0 ], [ %i1, %more ]\n"
    "  %p = getelementptr i8, ptr %a, i32 %i\n"
    "  store volatile i8 0, ptr %p\n"
    "  %i1 = add i32 %i, 1\n"
    "  %end = icmp eq i32 %i1, 65536\n"
    "  br i1 %end, label %done, label %more\n"
    "done:\n"
    "  ret void\n"
    "}\n"
    "define void @ansatz.lost(i32 %site, i32 %what) noinline {\n"
    "  call void @ansatz.scrub()\n"
    "  %r = call i32 @__lsan_do_recoverable_leak_check()\n"
    "  %ok = icmp eq i32 %r, 0\n"
    "  call void @ansatz.check(i1 %ok, i32 %site, i32 %what)\n"
    "  ret void\n"
    "}\n"
    "@ansatz.blocks = global i32 0\n"
    "define void @ansatz.tally(ptr %at, i32 %n) noinline {\n"
    "  %null = icmp eq ptr %at, null\n"
    "  %by = select i1 %null, i32 0, i32 %n\n"
    "  %before = load i32, ptr @ansatz.blocks\n"
    "  %after = add i32 %before, %by\n"
    "  store i32 %after, ptr @ansatz.blocks\n"
    "  ret void\n"
    "}\n"
    "define void @ansatz.kept(i32 %site, i32 %what) noinline {\n"
    "  %n = load i32, ptr @ansatz.blocks\n"
    "  %ok = icmp eq i32 %n, 0\n"
    "  call void @ansatz.check(i1 %ok, i32 %site, i32 %what)\n"
    "  ret void\n"
    "}\n";

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define WRITE(mark, at, size)                                                                      \
  {mark,                                                                                           \
   {"call i64 asm sideeffect \"syscall\", "                                                        \
    "\"={ax},{ax},{di},{si},{dx},~{rcx},~{r11},~{memory}\"(i64 1, i64 198, ptr " at ", i64 " size  \
    ")",                                                                                           \
    "call i32 asm sideeffect \"int $$0x80\", \"={ax},{ax},{bx},{cx},{dx},~{memory}\"(i32 4, "      \
    "i32 198, ptr " at ", i32 " size ")"}}
static const struct {
  const char *mark, *texts[2];
} substitutes[] = {
    WRITE("SYSCALL_WRITE", "%r", "12"),
    WRITE("SYSCALL_SAY", "%r", "%n1"),
    WRITE("SYSCALL_AT", "@ansatz.at", "4"),
    WRITE("SYSCALL_CALL", "@ansatz.call", "4"),
    WRITE("SYSCALL_NOTED", "@ansatz.noted", "12"),
    WRITE("SYSCALL_PASSED", "@ansatz.passed", "12"),
    WRITE("SYSCALL_LOG", "@ansatz.log", "%n"),
    {"SYSCALL_SEED",
     {"call i64 asm sideeffect \"syscall\", "
      "\"={ax},{ax},{di},{si},{dx},~{rcx},~{r11},~{memory}\"(i64 0, i64 199, ptr @ansatz.seed, i64 "
      "8)",
      "call i32 asm sideeffect \"int $$0x80\", \"={ax},{ax},{bx},{cx},{dx},~{memory}\"(i32 3, i32 "
      "199, ptr @ansatz.seed, i32 8)"}},
    {"SYSCALL_EXIT",
     {"call i64 asm sideeffect \"syscall\", \"={ax},{ax},{di},~{rcx},~{r11},~{memory}\"(i64 231, "
      "i64 77)",
      "call i32 asm sideeffect \"int $$0x80\", \"={ax},{ax},{bx},~{memory}\"(i32 252, i32 77)"}},
    {"RUNTIME_LOG", {STRING(NATIVE_LOG), STRING(NATIVE_LOG)}},
    {"RUNTIME_LARGE", {STRING(NATIVE_LARGE), STRING(NATIVE_LARGE)}},
    {"WORD", {"i64", "i32"}}};

/* Appends the runtime's text with what depends on the instruction set put in; unnamed values keep
 * their order. */
static void add_text(char **out, const char *text, bool narrow) {
  while (*text) {
    size_t k = 0, count = sizeof substitutes / sizeof *substitutes;
    while (k < count && strncmp(text, substitutes[k].mark, strlen(substitutes[k].mark))) k++;
    const char *piece = k < count ? substitutes[k].texts[narrow] : text;
    size_t n = k < count ? strlen(piece) : 1;
    memcpy(arraddnptr(*out, n), piece, n);
    text += k < count ? strlen(substitutes[k].mark) : 1;
  }
}

char *native_runtime(const az_replay_options *o, bool random, bool narrow) {
  char *text = NULL;
  add_text(&text, common, narrow);
  add_text(&text, random ? random_inputs : from_trace, narrow);
  if (!random) /* where the trace has no more inputs: with zeroes, or not at all */
    add_text(&text,
             o->endless ? "@ansatz.goes_on = constant i1 0\n" : "@ansatz.goes_on = constant i1 1\n",
             narrow);
  if (o->address_sanitizer) add_text(&text, asan_runtime, narrow);
  arrput(text, 0);
  char *result = strdup(text);
  arrfree(text);
  return result;
}
