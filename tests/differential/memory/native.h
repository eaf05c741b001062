/* What a random program does natively: generate.py's programs, their inputs drawn by in(n). All
 * sequences of inputs run while they are few, random longer ones after them, in a child; where
 * AddressSanitizer or a trap (undefined arithmetic) ends it, the next child goes on with the next
 * sequence. Printed are the values that each CHECK met and the errors. A block is lost if nothing
 * leads to it: from the globals (section pdata) when main returns, from the stack, too, when inputs
 * end. */
#define _GNU_SOURCE
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define GLOBAL __attribute__((section("pdata")))
#define RAW __attribute__((no_sanitize_address, noinline))
#ifndef SHORT
enum { SHORT = 30, LONG = 200, RUNS = 6000, RANDOM = 500, DEATHS = 25 };
#endif
enum { BLOCKS = 1024, CHECKS = 40, VALUES = 48 };

static struct {
  int digit[LONG], range[LONG], at, known, most; /* the sequence; at most so many inputs */
  int random, done, cut, memory, arithmetic, lost;
  long runs, randoms, deaths;
  struct {
    int count, full, first[VALUES]; /* inputs drawn when the value was met first */
    long value[VALUES], times[VALUES];
  } met[CHECKS];
} *run;
static struct {
  char *start;
  size_t bytes;
  int reached;
} blocks[BLOCKS];
static int block_count;
static sigjmp_buf ended;
static unsigned long long seed;
static unsigned bias[16];
static char *stack_top, *initial;
extern char __start_pdata[] __attribute__((weak)), __stop_pdata[] __attribute__((weak));

static unsigned draw(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (unsigned)(seed >> 20);
}

/* ---- lost memory: every aligned word may be a pointer ---------------------------------------- */

RAW static void reach(char *from, char *to) {
  for (from += -(uintptr_t)from & (sizeof from - 1); from + sizeof from <= to;
       from += sizeof from) {
    char *word = *(char **)from;
    for (int i = 0; i < block_count; i++) {
      if (blocks[i].reached || word < blocks[i].start || word > blocks[i].start + blocks[i].bytes)
        continue;
      blocks[i].reached = 1;
      reach(blocks[i].start, blocks[i].start + blocks[i].bytes);
    }
  }
}

RAW static void look_for_lost(int with_stack) {
  jmp_buf registers;
  for (int i = 0; i < block_count; i++) blocks[i].reached = 0;
  if (with_stack) {
    setjmp(registers);
    reach((char *)registers, (char *)(&registers + 1));
    reach((char *)__builtin_frame_address(0) - 4096, stack_top);
  }
  if (__start_pdata) reach(__start_pdata, __stop_pdata);
  for (int i = 0; i < block_count; i++) run->lost |= !blocks[i].reached;
}

static void *add_block(char *start, size_t bytes) {
  if (block_count == BLOCKS) run->cut = 1, siglongjmp(ended, 1);
  blocks[block_count].start = start;
  blocks[block_count++].bytes = bytes;
  return start;
}
static void forget_block(void *start) {
  for (int i = 0; i < block_count; i++)
    if (blocks[i].start == start) blocks[i] = blocks[--block_count], i = block_count;
}
static void *my_malloc(size_t n) {
  return add_block(memset(malloc(n), (int)(run->runs * 37), n), n);
}
static void *my_calloc(size_t n, size_t bytes) {
  return add_block(calloc(n, bytes), n * bytes);
}
static void *my_realloc(void *old, size_t n) {
  forget_block(old);
  return add_block(realloc(old, n), n);
}
static void my_free(void *old) {
  forget_block(old);
  free(old);
}

/* ---- inputs and what is seen ----------------------------------------------------------------- */

static int in(int n) {
  if (run->at >= run->most) run->cut = 1, look_for_lost(1), siglongjmp(ended, 1);
  int i = run->at++;
  if (run->random) { /* each place of the program has its taste in this run */
    unsigned r = draw(), taste = bias[(uintptr_t)__builtin_return_address(0) >> 2 & 15];
    int settled = taste % 4 != 3 && r % 16 >= 1 + taste / 4 % 4;
    return (int)((settled ? taste / 16 : r / 16) % (unsigned)n);
  }
  if (i >= run->known) run->digit[i] = 0, run->known = i + 1;
  run->range[i] = n;
  return run->digit[i];
}

static void see(int check, long value) {
  __typeof__(run->met[0]) *m = &run->met[check];
  int i = 0;
  while (i < m->count && m->value[i] != value) i++;
  if (i == VALUES) {
    m->full = 1;
    return;
  }
  if (i == m->count) m->value[i] = value, m->first[i] = run->at, m->count++;
  m->times[i]++;
  if (run->at < m->first[i]) m->first[i] = run->at;
}

static int prog(void);

/* The next sequence of inputs; 0: there is none. */
static int next(void) {
  if (run->random) return ++run->randoms < RANDOM;
  int i = run->known - 1;
  while (i >= 0 && run->digit[i] + 1 >= run->range[i]) i--;
  if (i < 0 && !run->cut) return 0;
  if (i < 0 || run->runs >= RUNS) {
    run->cut = run->random = 1, run->most = LONG;
    return 1;
  }
  run->digit[i]++, run->known = i + 1;
  return 1;
}

RAW static void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = from[i];
}

static void child(size_t globals) {
  do {
    run->runs++, run->at = 0;
    seed = 88172645463325252ull + (unsigned long long)run->runs * 7919;
    for (int i = 0; i < 36; i++) bias[i & 15] = draw();
    if (globals) copy(__start_pdata, initial, globals);
    if (!sigsetjmp(ended, 0)) {
      alarm(3);
      prog();
      look_for_lost(0);
    }
    for (int i = 0; i < block_count; i++) free(blocks[i].start);
    block_count = 0;
  } while (next());
  run->done = 1;
  _exit(0);
}

int main(void) {
  stack_top = __builtin_frame_address(0);
  run = mmap(0, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  run->most = SHORT;
  size_t globals = __start_pdata ? (size_t)(__stop_pdata - __start_pdata) : 0;
  initial = malloc(globals + 1);
  if (globals) copy(initial, __start_pdata, globals);
  while (!run->done) {
    pid_t pid = fork();
    if (!pid) child(globals);
    int status;
    waitpid(pid, &status, 0);
    if (run->done) break;
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    run->arithmetic += signal == SIGILL || signal == SIGTRAP;
    run->memory += !signal;
    if (signal == SIGALRM || ++run->deaths > DEATHS) run->cut = 1;
    if (signal == SIGALRM || run->deaths > DEATHS || !next()) break;
  }
  printf("{\"cut\": %d, \"memory\": %d, \"arithmetic\": %d, \"lost\": %d, \"met\": {", run->cut,
         run->memory, run->arithmetic, run->lost);
  const char *comma = "";
  for (int k = 0; k < CHECKS; k++) {
    if (!run->met[k].count) continue;
    printf("%s\"%d\": [", comma, k);
    for (int i = 0; i < run->met[k].count; i++)
      printf("%s[%ld, %d, %ld]", i ? ", " : "", run->met[k].value[i], run->met[k].first[i],
             run->met[k].times[i]);
    printf("]");
    comma = ", ";
  }
  puts("}}");
  return 0;
}

#define CHECK(k, value) see(k, (long)(value))
#define malloc my_malloc
#define calloc my_calloc
#define realloc my_realloc
#define free my_free
