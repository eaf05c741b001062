/* A contract for the buffer behind a member, and functions of which only their name is known. */
#if CASE == 1
struct buf { unsigned long len; unsigned char *p; }; struct outer { struct buf in; };
extern void reach_error(void);
int last(struct buf *b) { int r = b->len ? b->p[b->len - 1] : -1; if (r == 77) reach_error(); return r; }
int past(struct buf *b) { return b->p[b->len]; }
int inner(struct outer *o) { return o->in.len ? o->in.p[2 * o->in.len - 1] : 0; }
struct io { int (*read)(void *, unsigned); };
int fill(struct io *io, unsigned n) { unsigned char b[4] = {0}; int e = io->read(b, n); if (!e && b[0] == 77) reach_error(); return b[e & 3]; }
int trust(struct io *io, unsigned n) { unsigned char b[4]; return b[io->read(b, n)]; }
#elif CASE == 2
_Bool __CPROVER_uninterpreted_pred(unsigned char); int __CPROVER_uninterpreted_f(int, long); extern void reach_error(void);
int main(void) { unsigned char x = __VERIFIER_nondet_uchar(), y = x; if (__CPROVER_uninterpreted_pred(x) != __CPROVER_uninterpreted_pred(y) || __CPROVER_uninterpreted_f(x, 1) != __CPROVER_uninterpreted_f(y, 1)) reach_error(); return 0; }
#elif CASE == 3
int __CPROVER_uninterpreted_f(int); extern void reach_error(void);
int main(void) { if (__CPROVER_uninterpreted_f(1) != __CPROVER_uninterpreted_f(2)) reach_error(); return 0; }
#endif
