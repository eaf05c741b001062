/* Functions in which the order of operands matters (withheld_CLASS_NAME) and in which it does not
 * (kept_CLASS_NAME), for checks of a class: test_evaluation_order.c asks of each of them. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair {
  int x, y;
  struct pair *next;
  int row[4];
};
int n, m, i, taken, spare, a[4];
struct pair st, other;
int *p = &spare;
int *const at_taken = &taken;

int set_n(void) {
  n = 1;
  return 0;
}
int set_i(void) {
  i = 1;
  return 0;
}
int set_p(void) {
  p = &taken;
  return 0;
}
int set_x(struct pair *q) {
  q->x = 1;
  return 0;
}
int get_n(void) {
  return n;
}
int get_pointed(void) {
  return *p;
}
int increment(int *q) {
  return ++*q;
}
int count(void) {
  static int calls;
  return ++calls;
}
int down(int k) {
  return k ? down(k - 1) : set_n();
}
int odd(int k);
int even(int k) {
  return k ? odd(k - 1) : set_n();
}
int odd(int k) {
  return k ? even(k - 1) : 1;
}
int ends(void) {
  exit(0);
}
int assumes(int k) {
  if (k < 0) abort();
  return k;
}
int fails(void) {
  reach_error();
  return 0;
}
int checks(int k) {
  if (k < 0) {
    reach_error();
    abort();
  }
  return k;
}
int spins(void) {
  for (;;) n = n;
}
int loops(int k) {
  while (k > 1) k /= 2;
  return k;
}
int same(int k) {
  int l = k;
  l++;
  return l - 1;
}
int two(int x, int y) {
  return 10 * x + y;
}
int three(int x, int y, int z) {
  return two(x, y) + z;
}
int many(int k, ...) {
  return k;
}
struct pair make(int x) {
  struct pair q = {x, 0, 0, {0}};
  return q;
}
struct pair *fresh(int x) {
  struct pair *q = malloc(sizeof *q);
  if (!q) return 0;
  q->x = x;
  q->next = 0;
  q->row[1] = x;
  return q;
}
struct pair *kept_fresh(int x) {
  struct pair *q = malloc(sizeof *q);
  other.next = q;
  q->x = x;
  return q;
}
int sum(struct pair *a, struct pair *b) {
  return a->x + b->x;
}
int (*through)(void) = set_n;
void nothing(void) {}
int fib(int k) {
  return k < 2 ? k : fib(k - 1) + fib(k - 2);
}
int wild(int k) {
  return k < 2 ? k : wild(k / 2) + wild(k - 2);
}
int rises(int k, int l) {
  return l > 9 ? k : rises(k, l + 1) + rises(k / 2, l + 2);
}
int moved(int k) {
  k++;
  return k < 2 ? k : moved(k - 1) + moved(k - 1);
}
int compare(const void *x, const void *y) {
  n++;
  return *(const int *)x - *(const int *)y;
}
#define BOTH(l, r) ((l) + (r))

int next(va_list ap) {
  return va_arg(ap, int);
}
int total(int k, ...) {
  va_list ap;
  va_start(ap, k);
  int s = 0;
  for (int l = 0; l < k; l++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}

int counted(int k) {
  int s = 0;
  for (int l = 0; l < k; l++) s += l;
  for (int l = k; l > 0; l--) s -= l;
  return s;
}
int counted_both(int k) {
  for (int l = 0; l < k; l++) k++;
  return k;
}
int counted_again(int k) {
  for (int l = 0; l < k; l++) l = 0;
  return k;
}
int counted_round(int k) {
  for (char l = 0; l < k; l++);
  return k;
}
int counted_global(void) {
  for (int l = 0; l < n; l++);
  return n;
}

/* ---- one of the orders does something else --------------------------------------------------- */
int withheld_unreach_argument(void) {
  return two(n, set_n());
}
int withheld_unreach_argument_before(void) {
  return two(set_n(), n);
}
int withheld_unreach_third_argument(void) {
  return three(2, set_n(), n);
}
int withheld_unreach_subscript(void) {
  return a[i] + set_i();
}
int withheld_unreach_subscript_of_call(void) {
  return (a + i)[set_i()];
}
int withheld_unreach_two_calls(void) {
  return set_n() + get_n();
}
int withheld_unreach_same_call(void) {
  return two(count(), count());
}
int withheld_unreach_place(void) {
  a[i] = set_i();
  return 0;
}
int withheld_unreach_pointer_place(void) {
  *p = set_p();
  return 0;
}
int withheld_unreach_step_in_place(void) {
  a[n++] = get_n();
  return 0;
}
int withheld_unreach_sum(void) {
  n = n + set_n();
  return 0;
}
int withheld_unreach_compound(void) {
  n += set_n();
  return 0;
}
int withheld_unreach_local(void) {
  int l = 0;
  return l + increment(&l);
}
int withheld_unreach_local_array(void) {
  int l[2] = {0};
  return l[1] + increment(l);
}
int withheld_unreach_pointed(void) {
  return *p + increment(at_taken);
}
int withheld_unreach_pointed_global(void) {
  return taken + increment(taken ? p : at_taken);
}
int withheld_unreach_two_pointed(void) {
  return get_pointed() + increment(p);
}
int withheld_unreach_member(void) {
  return st.x + set_x(&st);
}
int withheld_unreach_arrow(void) {
  struct pair *q = &st;
  return q->x + set_x(q);
}
int withheld_unreach_row(void) {
  return st.row[1] + increment(st.row);
}
int withheld_unreach_initialiser(void) {
  int l[] = {n, set_n()};
  return l[0];
}
int withheld_unreach_designated(void) {
  struct pair q = {.y = set_n(), .x = n};
  return q.x;
}
int withheld_unreach_inner_initialiser(void) {
  struct pair q = {n, 0, 0, {set_n()}};
  return q.x;
}
int withheld_unreach_literal(void) {
  return ((int[]){set_n(), n})[1];
}
int withheld_unreach_recursion(void) {
  return two(n, down(3));
}
int withheld_unreach_mutual(void) {
  return two(n, even(4));
}
int withheld_unreach_function_pointer(void) {
  return n + through();
}
int withheld_unreach_callee(void) {
  int (*f)(int, int) = two;
  return (n ? f : two)(set_n(), 1);
}
int withheld_unreach_nested(void) {
  return two(same(n), same(set_n()));
}
int withheld_unreach_deep(void) {
  return (same(1) * (2 - n)) / (3 + (1 + set_n()));
}
int withheld_unreach_assignment(void) {
  return (n = 5) + get_n();
}
int withheld_unreach_step(void) {
  return n++ + get_n();
}
int withheld_unreach_comma(void) {
  return (set_n(), 1) + n;
}
int withheld_unreach_condition(void) {
  return (get_n() ? 1 : 2) + set_n();
}
int withheld_unreach_and(void) {
  return (m && set_n()) + n;
}
int withheld_unreach_statements(void) {
  return ({
           int t = set_n();
           t;
         }) +
         n;
}
int withheld_unreach_statements_alone(void) {
  return ({
           n = 2;
           1;
         }) +
         n;
}
int withheld_unreach_macro(void) {
  return BOTH(n, set_n());
}
int withheld_unreach_comparison(void) {
  return n == set_n();
}
int withheld_unreach_bits(void) {
  return n | set_n();
}
int withheld_unreach_in_condition(void) {
  if (n < set_n()) return 1;
  return 0;
}
int withheld_unreach_in_loop(void) {
  for (; n < set_n(););
  return 0;
}
int withheld_unreach_in_return(void) {
  return two(get_n(), -set_n());
}
int withheld_unreach_record(void) {
  return make(n).x + make(set_n()).x;
}
int withheld_unreach_strtok(void) {
  char s[] = "a b";
  return two(*strtok(s, " "), *strtok(0, " "));
}
int withheld_unreach_copied(void) {
  return spare + *(int *)memcpy(p, &taken, 4);
}
int withheld_unreach_freed(void) {
  int *q = malloc(4);
  return (free(q), 1) + *q;
}
int withheld_unreach_callback(void) {
  return n + (qsort(a, 4, 4, compare), 0);
}
int withheld_unreach_read(void) {
  return two(getchar(), getchar());
}
int withheld_unreach_printed_count(void) {
  return n + printf("%d%n", 1, &n);
}
int withheld_unreach_published(void) {
  return (other.next ? other.next->x : 0) + kept_fresh(1)->x;
}
int withheld_unreach_ends(void) {
  return ends() + fails();
}
int withheld_unreach_assumes(void) {
  return two(assumes(n), fails());
}
int withheld_unreach_loops(void) {
  return loops(m) + fails();
}
int withheld_unreach_spins(void) {
  return two(spins(), fails());
}
int withheld_unreach_length(void) {
  int l[set_n()][n + 1];
  return sizeof l;
}
int withheld_unreach_length_in_cast(void) {
  return sizeof *(int(*)[set_n()])p + n;
}
int withheld_unreach_length_in_sizeof(void) {
  return n + sizeof(int[set_n()]);
}
int withheld_unreach_length_of_type(void) {
  typedef int row[n][set_n()];
  return sizeof(row);
}
int kept_unreach_length(void) {
  int l[same(2)][same(3)];
  l[0][0] = 1;
  return l[0][0];
}
int kept_unreach_length_alone(void) {
  int l[set_n()];
  return sizeof l;
}
int withheld_unreach_block_static(void) {
  static int s;
  static int *q = &s;
  return s + increment(q);
}
int withheld_unreach_block_extern(void) {
  extern int n;
  return n + set_n();
}
int withheld_unreach_list(int k, ...) {
  va_list ap;
  va_start(ap, k);
  k = two(next(ap), next(ap));
  va_end(ap);
  return k;
}
int withheld_unreach_counted_both(void) {
  return counted_both(m) + fails();
}
int withheld_unreach_counted_again(void) {
  return counted_again(m) + fails();
}
int withheld_unreach_counted_round(void) {
  return counted_round(m) + fails();
}
int withheld_unreach_counted_global(void) {
  return counted_global() + fails();
}
int withheld_memory_ends(void) {
  return ends() + *p;
}
int withheld_memory_loops(void) {
  return loops(m) + a[i];
}
int withheld_termination_ends(void) {
  return ends() + spins();
}
int withheld_termination_argument(void) {
  return two(n, set_n());
}
int withheld_overflow_wild(void) {
  return wild(9);
}
int withheld_overflow_moved(void) {
  return moved(9);
}

/* ---- no order does --------------------------------------------------------------------------- */
int kept_unreach_store(void) {
  n = set_n();
  return n;
}
int kept_unreach_store_member(void) {
  st.x = set_x(&st);
  return 0;
}
int kept_unreach_store_constant_place(void) {
  a[1] = set_i();
  return 0;
}
int kept_unreach_store_twice(void) {
  n = m = set_n();
  return 0;
}
int kept_unreach_initial(void) {
  int l = set_n();
  return l + n;
}
int kept_unreach_and(void) {
  return n && set_n();
}
int kept_unreach_or(void) {
  return n || set_n();
}
int kept_unreach_choice(void) {
  return n ? set_n() : get_n();
}
int kept_unreach_short_choice(void) {
  return n ?: set_n();
}
int kept_unreach_comma(void) {
  return (set_n(), n);
}
int kept_unreach_statements(void) {
  int l = n;
  set_n();
  l += n;
  return l;
}
int kept_unreach_other(void) {
  return two(m, set_n());
}
int kept_unreach_same_value(void) {
  return same(n) + same(m) * same(n);
}
int kept_unreach_readers(void) {
  return two(get_n(), get_n()) + n;
}
int kept_unreach_subscript(void) {
  return a[m] + set_i();
}
int kept_unreach_inputs(void) {
  return __VERIFIER_nondet_int() - __VERIFIER_nondet_int();
}
int kept_unreach_local(void) {
  int l = 1;
  return l + set_n();
}
int kept_unreach_local_pointed(void) {
  int l = 1;
  return l + increment(p);
}
int kept_unreach_within(void) {
  return same(set_n());
}
int kept_unreach_within_twice(void) {
  return same(same(set_n()) + 1);
}
int kept_unreach_size(void) {
  return (int)sizeof(n) + set_n();
}
int kept_unreach_initialisers(void) {
  int l[] = {same(1), same(2), m};
  return l[0];
}
int kept_unreach_two_records(void) {
  return st.x + set_n();
}
int kept_unreach_loop(void) {
  for (n = 0; n < 3; n = same(n) + 1);
  return n;
}
int kept_unreach_recursion(void) {
  return down(2);
}
int kept_unreach_ends(void) {
  return ends() + same(1);
}
int kept_unreach_checks(void) {
  return checks(1) + checks(2);
}
int kept_unreach_check_first(void) {
  return fails() + ends();
}
int kept_unreach_own_locals(void) {
  return fib(3) + fib(2);
}
int kept_unreach_pure(void) {
  return (int)strlen("a") + abs(n) + strcmp("a", "b");
}
int kept_unreach_new(void) {
  return sum(fresh(1), fresh(2));
}
int kept_unreach_memory(void) {
  return two(malloc(4) == 0, calloc(1, 4) == 0);
}
int kept_unreach_address(void) {
  return two(&n == p, set_n());
}
int kept_unreach_through(void) {
  return through();
}
int kept_unreach_random(void) {
  return rand() % 2 + rand() % 3;
}
int kept_unreach_arguments(void) {
  many(1, n, m, same(n));
  nothing();
  return 0;
}
int kept_unreach_switch(void) {
  switch (set_n()) {
  case 0: return n;
  default: return get_n();
  }
}
int kept_unreach_record(void) {
  struct pair q = make(1);
  q = make(q.x);
  return q.x;
}
int withheld_unreach_counted_up(void) {
  return counted(m) + fails();
}
int kept_unreach_list(void) {
  return two(total(1, 2), total(2, 3, 4));
}
int kept_unreach_loops(void) {
  return loops(8) + loops(4);
}
int kept_memory_store(void) {
  struct pair *q = fresh(1);
  q->next = fresh(2);
  return 0;
}
int kept_memory_left(void) {
  return *p + loops(m);
}
int kept_termination_loops(void) {
  return loops(8) + loops(4);
}
int withheld_overflow_fib(void) {
  return fib(9);
}
int withheld_overflow_rises(void) {
  return rises(9, 1);
}

/* ---- lengths of arrays, cleanups, other names, rounding, jumps ---- */
static int set_m(void) {
  return m = 1;
}
static int with_length(void) {
  int l[set_n()];
  return sizeof l > 0;
}
static int with_read_length(void) {
  int l[n + 3];
  return (int)sizeof l;
}
static int with_size(void) {
  return (int)sizeof(int[n + 3]);
}
static int with_cast(void *q) {
  return (int)sizeof *(int(*)[n + 3]) q;
}
static int with_type(void) {
  typedef int row[set_n()];
  return 1;
}
static int with_parameter(int l[set_n()]) {
  return 1;
}
static int with_pointer(int (*l)[set_n()]) {
  return 1;
}
static int with_typeof(void) {
  int k = 3, (*q)[k] = 0;
  __typeof__(*(set_n(), q)) l;
  return (int)sizeof l;
}
static int with_plain_parameters(int k, int l[3], int (*r)[k + 1]) {
  return k;
}
static void cleans(int *q) {
  n = *q;
}
static int with_cleanup(void) {
  int l __attribute__((cleanup(cleans))) = 1;
  return l;
}
static int weak_reference(void) __attribute__((weakref("set_n_elsewhere")));
int set_n_elsewhere(void) {
  return n = 1;
}
static int set_n_here(void) {
  return n = 1;
}
int other_name(void) __attribute__((alias("set_n_here")));
int late_name(void);
int late_name(void) __asm__("set_n_elsewhere");
extern int other_n __attribute__((alias("n")));
static int rounds(void) {
  return fesetround(FE_UPWARD);
}
double x = 1, y = 3;
static int divides(void) {
  return x / y > 1;
}
jmp_buf target;
static int jumps(void) {
  longjmp(target, 1);
}
static __typeof__("it's"[0]) quoted;
static int get_quoted(void) {
  return quoted;
}
int withheld_unreach_length_of_callee(void) {
  return with_length() + n;
}
int withheld_unreach_length_read(void) {
  return with_read_length() + set_n();
}
int withheld_unreach_size_read(void) {
  return with_size() + set_n();
}
int withheld_unreach_cast_read(void) {
  return with_cast(p) + set_n();
}
int withheld_unreach_type_of_callee(void) {
  return with_type() + n;
}
int withheld_unreach_length_of_parameter(void) {
  return with_parameter(p) + n;
}
int withheld_unreach_length_of_pointer(void) {
  return with_pointer(0) + n;
}
int withheld_unreach_length_of_typeof(void) {
  return with_typeof() + n;
}
int withheld_unreach_size_of_rows(void) {
  int l[5][n + 1], (*q)[5][n + 1] = &l;
  return sizeof(*(set_m(), q)) + m;
}
int kept_unreach_plain_parameters(void) {
  return with_plain_parameters(m, p, 0) + set_n();
}
int withheld_unreach_cleanup(void) {
  return with_cleanup() + n;
}
int withheld_unreach_weak_reference(void) {
  return weak_reference() + n;
}
int withheld_unreach_other_name(void) {
  return other_name() + n;
}
int withheld_unreach_late_name(void) {
  return late_name() + n;
}
int withheld_unreach_other_variable(void) {
  return other_n + set_n();
}
int withheld_unreach_rounding(void) {
  return rounds() + (x / y > 1);
}
int withheld_unreach_rounding_of_callee(void) {
  return rounds() + divides();
}
int kept_unreach_rounding(void) {
  return rounds() + m;
}
int withheld_unreach_jump(void) {
  return setjmp(target) ? n : jumps() + set_n();
}
int withheld_unreach_literal_in_type(void) {
  return (quoted = 1) + get_quoted();
}
int kept_unreach_type_of_lines(void) {
  __typeof__(({
    int k = '\'';
    k;
  })) l = 1;
  return l + set_n();
}
