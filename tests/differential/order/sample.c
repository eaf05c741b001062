/* Expressions that `order` lists end in OPEN; it lists no other (scripts/evaluation-order). */
typedef unsigned term;
typedef struct pair {
  term a, b;
} pair;
typedef struct table {
  term *all;
  unsigned size;
} table;
typedef struct operations {
  term (*make)(term);
  term (*read)(term);
  void (*unknown)(term *);
} operations;

term push_node(term t);
term number(term t);
term az_random(term *state);
term az_clock(term t);
void az_work_add(term t);
void fill(term *t);
term *next(term *all, unsigned size);
term *stbds_hmget_key_wrapper(term *all, term t);

static term make(term t) {
  return push_node(t) + 1;
}
static pair make_pair(term t) {
  const pair p = {make(t), t};
  return p;
}
static void make_into(term *t) {
  *t = make(*t);
}
static term read(term t) {
  return number(t) ? t : number(t + 1);
}
/* Of the functions that are passed for f one makes terms. */
static term apply(term (*f)(term), term (*g)(term, term), term t) {
  const term x = g(f(t), t) + number(f(t)); /* OPEN */
  return x;
}
static term join(term a, term b) {
  return a < b ? a : b;
}
static term worked(term t) {
  az_work_add(t);
  return t;
}
static term add(table *x, term t) {
  x->all = (x->all = next(x->all, x->size), x->all[x->size++] = t, x->all);
  return t;
}
static term look(table *x, term t) {
  (x->all) = stbds_hmget_key_wrapper(x->all, t);
  return t;
}
term looked_up(table *x, table *y, term t) {
  x->all[add(x, t)] = t; /* OPEN */
  x->all[t] = add(x, t); /* OPEN */
  join(x->all[t], look(x, t));
  x->size = add(x, t);
  t = add(x, t);
  t = join(x->all[t], number(t));
  return join(x->all[t], join(t, add(y, t))); /* OPEN */
}
static const operations known = {.make = make, .read = read};

term sample(const operations *o, term t, term *array) {
  term x = join(make(t), make(t + 1)); /* OPEN */
  x = join(make(t), read(t));
  x = join(o->make(t), o->make(t + 1)); /* OPEN */
  x = join(o->read(t), o->read(t + 1));
  x = join(make_pair(t).a, make(t)); /* OPEN */
  x = make(t) + make(t + 1);         /* OPEN */
  x = make(make(t));
  const pair p = {make(t), make(x)}; /* OPEN */
  const pair q = {.b = join(t, make(t)), .a = x};
  array[make(t)] = make(x); /* OPEN */
  array[read(t)] = make(x);
  array[0] += make(x);
  if (make(t) && make(x)) return make(x), make(t);
  x = make(t) ? make(x) : make(x + 1);
  make_into(&x);
  o->unknown(&x);
  x = apply(make, join, t);
  x = join(az_clock(t), az_clock(x));
  x = join(az_clock(t), worked(x)); /* OPEN */
  fill(&array[make(t)]);
  x = join(az_random(&t), make(x));
  x = join(az_random(&t), az_random(&x));                          /* OPEN */
  return join(x, join(make(p.a), join(make(q.a), known.read(t)))); /* OPEN */
}
