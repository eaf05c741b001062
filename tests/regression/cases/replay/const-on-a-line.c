/* clang-format off: a declaration and other writes on one line */
extern void reach_error(void);

#ifdef WRITE
int main(void) { const int c = 1; *(int *)&c = 2; if (c) reach_error(); }
#else /* the declaration is executed again */
int main(void) { int i = 0; again:; const int c = i; i++; if (c < 2) goto again; if (c == 2) reach_error(); }
#endif
