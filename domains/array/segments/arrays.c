/* Which segmentation each array has in a state: a map that states share in chunks, as they share
 * the segmentations, until one of them changes its own. A statement costs what it has to do with,
 * not as much as there are arrays. */
#include "segments.h"
#include <stb/stb_ds.h>

enum { CHUNK = 16 };

struct array_chunk {
  uint32_t users;
  segmentation *of[CHUNK];
};

static uint32_t chunk_count(const segments *d) {
  return (d->context->var_count + CHUNK - 1) / CHUNK;
}

static void leave(array_chunk *c) {
  if (!c || --c->users) return;
  for (uint32_t i = 0; i < CHUNK; i++) segmentation_free(c->of[i]);
  free(c);
}

void state_new_arrays(const segments *d, state *s) {
  s->chunks = az_calloc(chunk_count(d) + 1, sizeof(array_chunk *));
}

void state_free_arrays(const segments *d, state *s) {
  state_forget_arrays(d, s);
  free(s->chunks);
  s->chunks = NULL;
}

void state_forget_arrays(const segments *d, state *s) {
  for (uint32_t i = 0, n = chunk_count(d); i < n; i++) {
    leave(s->chunks[i]);
    s->chunks[i] = NULL;
  }
}

void state_share_arrays(const segments *d, state *s, const state *from) {
  uint32_t n = chunk_count(d);
  for (uint32_t i = 0; i < n; i++)
    if (from->chunks[i]) from->chunks[i]->users++;
  state_forget_arrays(d, s);
  if (n) memcpy(s->chunks, from->chunks, n * sizeof(array_chunk *));
}

segmentation *state_array(const state *s, uint32_t array) {
  const array_chunk *c = s->chunks[array / CHUNK];
  return c ? c->of[array % CHUNK] : NULL;
}

static array_chunk *own_chunk(state *s, uint32_t at) {
  array_chunk *shared = s->chunks[at];
  if (shared && shared->users == 1) return shared;
  array_chunk *own = az_calloc(1, sizeof *own);
  own->users = 1;
  for (uint32_t i = 0; shared && i < CHUNK; i++) own->of[i] = segmentation_ref(shared->of[i]);
  leave(shared);
  return s->chunks[at] = own;
}

void state_put_array(state *s, uint32_t array, segmentation *of) {
  segmentation *old = state_array(s, array);
  if (old == of) {
    segmentation_free(of);
    return;
  }
  segmentation **place = &own_chunk(s, array / CHUNK)->of[array % CHUNK];
  segmentation_free(*place);
  *place = of;
}

uint32_t state_next_array(const segments *d, const state *s, uint32_t from) {
  for (uint32_t n = d->context->var_count; from < n; from++) {
    const array_chunk *c = s->chunks[from / CHUNK];
    if (!c)
      from |= CHUNK - 1; /* the last one of the chunk */
    else if (c->of[from % CHUNK])
      return from;
  }
  return AZ_NONE;
}

uint32_t state_next_difference(const segments *d, const state *a, const state *b, uint32_t from) {
  for (uint32_t n = d->context->var_count; from < n; from++)
    if (a->chunks[from / CHUNK] == b->chunks[from / CHUNK])
      from |= CHUNK - 1;
    else if (state_array(a, from) != state_array(b, from))
      return from;
  return AZ_NONE;
}

segmentation *segmentation_own(state *s, uint32_t array) {
  if (!state_array(s, array)) return NULL;
  segmentation **place = &own_chunk(s, array / CHUNK)->of[array % CHUNK];
  if ((*place)->refs == 1) return *place;
  segmentation *own = segmentation_copy(*place);
  segmentation_free(*place);
  return *place = own;
}
