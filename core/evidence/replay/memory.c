/* Memory of the concrete machine. As on hardware, every object has bytes and an address, so that
 * pointers that are stored in memory, cast to integers or copied byte by byte need no special care.
 * An address determines its object: with 64 bits each object has 4 GiB of addresses, with 32 bits
 * whole pages of 4 KiB and a table of pages. A pointer that has left its object does not become a
 * pointer to the object at its address: if it is stored, the memory records its object.
 *
 * Implementation-defined choices differ from those of compilers, so that a run that depends on them
 * takes another path: with 64 bits, addresses descend, and no address has a greater alignment than
 * its object needs. */
#include "replay/machine.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { handles = 1 << AZ_INSTANCE_BITS, page_bits = 12, page_count = 1 << 20, first_page = 16 };
static const uint64_t limit = UINT64_C(1) << 30; /* total number of bytes of memory */

/* Returns a zeroed table, or NULL. Memory is used only where it is written: most of the many runs
 * use a small part of it. */
static void *new_table(size_t bytes) {
  void *table = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return table == MAP_FAILED ? NULL : table;
}

static void free_table(void *table, size_t bytes) {
  if (table) (void)munmap(table, bytes);
}

bool memory_init(memory *m, const az_program *p) {
  *m = (memory){.p = p, .next = p->object_count + 1, .next_page = first_page};
  if (p->object_count >= handles / 2) return false;
  m->objects = new_table(handles * sizeof *m->objects);
  if (p->pointer_bits == 32) m->pages = new_table(page_count * sizeof *m->pages);
  return m->objects && (m->pages || p->pointer_bits != 32);
}

static void drop_data(memory *m, object *o) {
  if (o->owned) {
    assert(m->bytes >= o->size); /* sum over the objects with separate data */
    free(o->data);
    m->bytes -= o->size;
  }
  free(o->types);
  o->types = NULL;
  o->data = NULL;
  o->owned = false;
}

void memory_free(memory *m) {
  for (uint32_t i = 0; m->objects && i < m->next && i < handles; i++) drop_data(m, &m->objects[i]);
  free_table(m->objects, handles * sizeof *m->objects);
  hmfree(m->strays);
  hmfree(m->view_of);
  arrfree(m->views);
  free_table(m->pages, page_count * sizeof *m->pages);
  arrfree(m->unused);
}

/* Finds free pages for the object by next fit: one page more than the object fills, since the
 * address one past the object's end belongs to the object. */
static bool place_in_pages(memory *m, uint32_t handle, uint64_t size) {
  uint64_t need = (size >> page_bits) + 2, run = 0;
  uint32_t page = m->next_page;
  for (uint32_t tried = 0; tried < 2 * page_count; tried++, page++) {
    if (page >= page_count - 16) {
      page = first_page;
      run = 0;
    }
    uint32_t owner = m->pages[page];
    run = owner && m->objects[owner].state != OBJECT_FREE && owner != handle ? 0 : run + 1;
    if (run < need) continue;
    uint32_t first = page + 1 - (uint32_t)need;
    assert(first >= first_page && page < page_count);
    for (uint32_t i = first; i <= page; i++) m->pages[i] = (uint16_t)handle;
    m->objects[handle].base = (uint64_t)first << page_bits;
    m->next_page = page + 1;
    return true;
  }
  return false;
}

static uint32_t take_handle(memory *m) {
  if (m->next < handles) return m->next++;
  if (m->unused_at == arrlenu(m->unused)) return 0;
  uint32_t handle = m->unused[m->unused_at++];
  if (m->unused_at > 4096 && m->unused_at * 2 > arrlenu(m->unused)) {
    arrdeln(m->unused, 0, m->unused_at);
    m->unused_at = 0;
  }
  return handle;
}

uint32_t memory_add(memory *m, uint64_t size, uint8_t *data, uint32_t origin) {
  bool fixed = origin != AZ_NONE && m->p->objects[origin].function == AZ_NONE;
  if (origin != AZ_NONE && m->p->objects[origin].kind == AZ_OBJ_FUNCTION) fixed = true;
  if (!data && (size > limit || m->bytes + size > limit)) return 0;
  uint32_t handle = fixed ? origin + 1 : take_handle(m);
  if (!handle) return 0;
  assert(handle < handles);
  object *o = &m->objects[handle];
  assert(fixed || o->state != OBJECT_LIVE); /* a handle names one object at a time */
  if (m->pages && o->base)                  /* the pages that the handle had before */
    for (uint64_t i = o->base >> page_bits; m->pages[i] == handle; i++) m->pages[i] = 0;
  free(o->types);
  *o = (object){.size = size, .data = data, .origin = origin, .owned = !data, .state = OBJECT_LIVE};
  if (!data) {
    o->data = az_try_calloc(size, 1);
    if (!o->data) {
      o->owned = false;
      return 0;
    }
    m->bytes += size;
  }
  uint64_t align = origin == AZ_NONE ? 16 : m->p->objects[origin].align;
  o->base = (uint64_t)(handles - handle) << 32 | UINT64_C(0x40000000) | (align ? align : 16);
  if (m->pages && !place_in_pages(m, handle, size)) {
    drop_data(m, o);
    o->state = OBJECT_FREE;
    return 0;
  }
  return handle;
}

void memory_remove(memory *m, uint32_t handle) {
  object *o = &m->objects[handle];
  drop_data(m, o);
  o->state = OBJECT_FREE;
  arrput(m->unused, handle);
}

uint64_t memory_address(const memory *m, word pointer) {
  uint64_t offset = pointer_offset(m, pointer), base = m->objects[pointer_handle(m, pointer)].base;
  return (base + offset) & (uint64_t)word_mask(m->p->pointer_bits);
}

word memory_pointer(const memory *m, uint64_t address) {
  uint32_t handle;
  uint64_t high = address >> 32;
  if (m->pages)
    handle = m->pages[(address & UINT32_MAX) >> page_bits];
  else
    handle = high && high < handles ? handles - (uint32_t)high : 0;
  if (handle == 0 || m->objects[handle].base == 0) return pointer_make(m, 0, address);
  return pointer_make(m, handle, address - m->objects[handle].base);
}

uint8_t *memory_at(memory *m, word pointer, uint64_t size, bool write) {
  object *o = &m->objects[pointer_handle(m, pointer)];
  uint64_t offset = pointer_offset(m, pointer);
  if (o->state < OBJECT_UNBORN || !o->data || offset > o->size || size > o->size - offset)
    return NULL;
  if (write && o->read_only) return NULL;
  if (write) o->state = OBJECT_LIVE;
  return o->data + offset;
}

uint64_t memory_extent(const memory *m, word pointer, bool write) {
  const object *o = &m->objects[pointer_handle(m, pointer)];
  uint64_t offset = pointer_offset(m, pointer);
  bool lives = o->state >= OBJECT_UNBORN && o->data && !(write && o->read_only);
  return lives && offset <= o->size ? o->size - offset + 1 : 0;
}

/* In memory, an x87 number has an explicit leading bit, which its sort (15,64) omits. */
static bool is_x87(const az_type_info *type) {
  return type->kind == AZ_T_FLOAT && type->sort == az_sort_float(15, 64);
}

static uint32_t memory_width(const memory *m, const az_type_info *type) {
  return type->kind == AZ_T_POINTER ? m->p->pointer_bits / 8
         : is_x87(type)             ? 10
                                    : (uint32_t)type->bytes;
}

word memory_stored_pointer(const memory *m, const uint8_t *at) {
  uint64_t address = 0;
  memcpy(&address, at, m->p->pointer_bits / 8);
  stray *strays = m->strays;
  ptrdiff_t i = strays ? hmgeti(strays, at) : -1;
  if (i < 0 || strays[i].address != address) return memory_pointer(m, address);
  word pointer = pointer_make(m, strays[i].handle, address - m->objects[strays[i].handle].base);
  return pointer_with_view(m, pointer, strays[i].view);
}

static void store_pointer(memory *m, const uint8_t *at, word pointer) {
  uint64_t address = memory_address(m, pointer);
  uint32_t handle = pointer_handle(m, pointer), seen = pointer_view(m, pointer);
  if (handle && (seen || pointer_handle(m, memory_pointer(m, address)) != handle)) {
    stray s = {at, address, handle, seen};
    hmputs(m->strays, s);
  } else if (m->strays) {
    if (m->strays) (void)hmdel(m->strays, at);
  }
}

bool memory_load(const memory *m, const uint8_t *at, const az_type_info *type, word *value) {
  uint32_t bytes = memory_width(m, type);
  word bits = 0;
  if (bytes == 0 || bytes > sizeof bits || !type->sort) return false;
  memcpy(&bits, at, bytes);
  if (type->kind == AZ_T_POINTER)
    bits = memory_stored_pointer(m, at);
  else if (is_x87(type))
    bits = (bits & word_mask(63)) | bits >> 64 << 63;
  bits &= word_mask(az_sort_width(type->sort));
  if (type->kind == AZ_T_FLOAT) {
    code_op op = {
        .kind = AZ_K_F_FROM_BITS, .sort = type->sort, .width = (uint8_t)az_sort_width(type->sort)};
    bits = code_apply(&op, bits, 0, 0);
  }
  *value = bits;
  return true;
}

bool memory_store(memory *m, uint8_t *at, const az_type_info *type, word value) {
  uint32_t bytes = memory_width(m, type);
  if (bytes == 0 || bytes > sizeof value || !type->sort) return false;
  if (type->kind == AZ_T_POINTER) {
    store_pointer(m, at, value);
    value = memory_address(m, value);
  } else if (is_x87(type)) {
    word exponent = value >> 63 & 0x7fff;
    value = (value & word_mask(63)) | (word)(exponent != 0) << 63 | value >> 63 << 64;
  }
  memcpy(at, &value, bytes);
  return true;
}
