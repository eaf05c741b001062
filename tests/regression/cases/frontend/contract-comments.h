struct buf { unsigned long len, capacity; unsigned char *p; };
/*@ ansatz: valid; valid b->p[b->capacity];
 *  assume b->len <= b->capacity */
int last(struct buf *b);
