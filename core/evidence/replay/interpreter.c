/* The concrete interpreter: executes the statements of the program on compiled terms (code.c) and
 * addressed memory (memory.c). */
#include "replay/run.h"
#include "replay/undefined.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---------------------------------------------------------------------------------- */

static word get(const machine *m, const frame *f, uint32_t slot) {
  if (slot & CONSTANT_SLOT) return m->codes[f->function]->constants[slot & ~CONSTANT_SLOT];
  return f->slots[slot];
}

/* Returns the place of the value. */
static word *place(const machine *m, const frame *f, uint32_t slot) {
  if (slot & CONSTANT_SLOT) return &m->codes[f->function]->constants[slot & ~CONSTANT_SLOT];
  return &f->slots[slot];
}

static az_term assignment(void *ctx, az_term var) {
  machine *m = ctx;
  const frame *f = machine_top(m);
  const az_function *function = &m->p->functions[f->function];
  code_block *block = &m->codes[f->function]->blocks[f->block];
  az_sort sort = az_sort_of(m->p->store, var);
  ptrdiff_t i = hmgeti(block->slots, var);
  if (i >= 0) return code_term(m->p->store, sort, get(m, f, block->slots[i].value));
  for (uint32_t l = 0; l < function->local_count; l++)
    if (m->p->objects[function->locals[l]].address == var)
      return code_term(m->p->store, sort, f->slots[l]);
  return AZ_NO_TERM;
}

static void run_ops(machine *m, frame *f, const code_block *block, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    const code_op *op = &block->ops[i];
    if (op->kind == OP_FALLBACK) {
      word value = 0;
      if (!m->eval) m->eval = az_eval_new(m->p->store, assignment, m);
      az_eval_reset(m->eval);
      code_constant(m->p->store, az_eval_term(m->eval, op->term), &value);
      f->slots[op->to] = value;
      continue;
    }
    word a = op->a == NO_SLOT ? 0 : get(m, f, op->a), b = op->b == NO_SLOT ? 0 : get(m, f, op->b);
    f->slots[op->to] = code_apply(op, a, b, op->c == NO_SLOT ? 0 : get(m, f, op->c));
  }
}

/* ---- frames ---------------------------------------------------------------------------------- */

static bool push(machine *m, uint32_t function, az_loc loc) {
  const az_function *f = &m->p->functions[function];
  if (!m->codes[function]) m->codes[function] = code_compile(m->p, f);
  frame fr = {.function = function};
  for (uint32_t i = 0; i < f->local_count; i++)
    fr.bytes += (m->p->objects[f->locals[i]].bytes + 15) / 16 * 16;
  if (fr.bytes + m->memory.bytes > (UINT64_C(1) << 30)) goto full;
  fr.data = az_try_calloc(fr.bytes, 1);
  fr.slots = az_calloc(m->codes[function]->slot_count + 1u, sizeof *fr.slots);
  if (!fr.data) goto full;
  m->memory.bytes += fr.bytes;
  arrput(m->frames, fr);
  uint64_t at = 0;
  for (uint32_t i = 0; i < f->local_count; i++) {
    const az_object *o = &m->p->objects[f->locals[i]];
    uint32_t handle = memory_add(&m->memory, o->bytes, fr.data + at, f->locals[i]);
    if (!handle) {
      machine_end(m, AZ_RUN_UNSUPPORTED, loc);
      return false;
    }
    fr.slots[i] = handle;
    if (o->kind == AZ_OBJ_LOCAL) m->memory.objects[handle].state = OBJECT_UNBORN;
    at += (o->bytes + 15) / 16 * 16;
  }
  return true;
full:
  free(fr.data);
  free(fr.slots);
  machine_end(m, AZ_RUN_UNSUPPORTED, loc);
  return false;
}

static void pop(machine *m) {
  frame *f = machine_top(m);
  const az_function *function = &m->p->functions[f->function];
  for (uint32_t i = 0; i < function->local_count; i++)
    if (f->slots[i]) memory_remove(&m->memory, (uint32_t)f->slots[i]);
  for (ptrdiff_t i = 0; i < arrlen(f->allocated); i++) memory_remove(&m->memory, f->allocated[i]);
  arrfree(f->allocated);
  m->memory.bytes -= f->bytes;
  free(f->data);
  free(f->slots);
  (void)arrpop(m->frames);
}

static void enter_block(machine *m, uint32_t to) {
  frame *f = machine_top(m);
  const az_function *function = &m->p->functions[f->function];
  uint32_t from = f->block, loop = function->blocks[to].loop;
  f->block = to;
  f->stmt = 0;
  if (!m->options->at_loop || loop == AZ_NONE || function->loops[loop].head != to) return;
  bool back = false;
  for (uint32_t l = function->blocks[from].loop; l != AZ_NONE && !back;
       l = function->loops[l].parent)
    back = l == loop;
  m->options->at_loop(m->options->ctx, m, f->function, loop, back);
}

/* ---- statements ------------------------------------------------------------------------------ */

/* Returns the handle of the local or global object that the statement names. */
static uint32_t handle_of(const machine *m, const frame *f, uint32_t index) {
  if (m->p->objects[index].function == AZ_NONE) return index + 1;
  const az_function *function = &m->p->functions[f->function];
  for (uint32_t i = 0; i < function->local_count; i++)
    if (function->locals[i] == index) return (uint32_t)f->slots[i];
  return 0;
}

/* Creates a new object for a local whose lifetime begins again; pointers to the old one dangle. */
static bool renew(machine *m, frame *f, const az_stmt *s) {
  uint32_t old = handle_of(m, f, s->object);
  const object *o = &m->memory.objects[old];
  const az_function *function = &m->p->functions[f->function];
  if (m->p->objects[s->object].kind != AZ_OBJ_LOCAL || o->state == OBJECT_UNBORN || o->owned)
    return true;
  uint32_t handle = memory_add(&m->memory, o->size, o->data, s->object);
  if (!handle) {
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    return false;
  }
  memory_remove(&m->memory, old);
  for (uint32_t i = 0; i < function->local_count; i++)
    if (function->locals[i] == s->object) f->slots[i] = handle;
  return true;
}

/* Ends the run at an invalid access. The access's check fails if its class is requested. */
static void end_invalid(machine *m, const az_stmt *s) {
  const az_check *check = az_access_check(m->p, s);
  bool asked = check && (m->options->classes >> check->cls & 1u);
  if (asked) m->run.check = s->check;
  machine_end(m, asked ? AZ_RUN_FAILED_CHECK : AZ_RUN_INVALID_ACCESS, asked ? check->loc : s->loc);
}

static void run_call(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  uint32_t callee = s->callee;
  if (callee == AZ_NONE) {
    word pointer = get(m, f, c->ptr);
    uint32_t origin = m->memory.objects[pointer_handle(&m->memory, pointer)].origin;
    if (pointer_handle(&m->memory, pointer) == 0 || origin == AZ_NONE ||
        pointer_offset(&m->memory, pointer) || m->p->objects[origin].kind != AZ_OBJ_FUNCTION) {
      end_invalid(m, s);
      return;
    }
    callee = m->p->objects[origin].function;
  }
  if (callee == AZ_NONE || !m->p->functions[callee].has_body) {
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    return;
  }
  const az_function *to = &m->p->functions[callee];
  machine_notify(m, AZ_ON_CALL, s, &(notification){.function = callee});
  uint32_t caller = (uint32_t)arrlen(m->frames) - 1;
  if (!push(m, callee, s->loc)) return;
  f = &m->frames[caller]; /* the vector may have moved */
  for (uint32_t i = 0; i < to->param_count && i < s->arg_count; i++) {
    const object *o = &m->memory.objects[handle_of(m, machine_top(m), to->params[i])];
    const az_type_info *type = &m->p->types[m->p->objects[to->params[i]].type];
    word value = get(m, f, c->args[i]) & word_mask(az_sort_width(type->sort));
    if (!o->data || type->bytes > o->size || !memory_store(&m->memory, o->data, type, value))
      machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
  }
}

/* ---- what C leaves undefined (az_interpreter_options.defined) -------------------------------- */

static void end_undefined(machine *m, uint32_t kind, az_loc loc) {
  m->run.what = undefined_text(kind);
  machine_end(m, AZ_RUN_UNDEFINED, loc);
}

/* Returns whether the pointer leaves its object and a requested check of accesses reports this. */
static bool leaves_object(const machine *m, word pointer) {
  return pointer_offset(&m->memory, pointer) >
             m->memory.objects[pointer_handle(&m->memory, pointer)].size &&
         (m->options->classes >> AZ_C_DEREF & 1u);
}

/* Gives moved pointers their views, in registers, for one statement only, since other expressions
 * use the same terms. `saved` gets the old content of the registers. */
static void take_steps(machine *m, frame *f, const az_move *steps, const code_step *slots,
                       uint32_t count, word *saved, az_loc loc) {
  for (uint32_t i = 0; i < count; i++) {
    if (slots[i].to == NO_SLOT) continue;
    word to = saved[i] = get(m, f, slots[i].to);
    if (!memory_step(&m->memory, get(m, f, slots[i].from), &to, &steps[i]) &&
        !leaves_object(m, to)) {
      end_undefined(m, NATIVE_LEAVES_ARRAY, loc);
      return;
    }
    *place(m, f, slots[i].to) = to;
  }
}

static void restore_registers(const machine *m, const frame *f, const code_step *slots,
                              uint32_t count, const word *saved) {
  while (count--)
    if (slots[count].to != NO_SLOT) *place(m, f, slots[count].to) = saved[count];
}

/* Returns whether C defines an access that is in bounds of its object. */
static bool is_defined_access(machine *m, const az_stmt *s, word pointer, uint64_t size) {
  if (!m->options->defined || memory_is_in_view(&m->memory, pointer, size)) return true;
  end_undefined(m, NATIVE_OUTSIDE_ARRAY, s->loc);
  return false;
}

/* Returns whether the statement initialises the variable: the statement writes the variable by
 * name, on the line of the declaration. A scalar has at most one such statement. */
static bool is_initialiser(machine *m, const az_stmt *s, word pointer) {
  object *written = &m->memory.objects[pointer_handle(&m->memory, pointer)];
  const az_object *o = &m->p->objects[written->origin];
  if (machine_top(m)->function == m->p->entry) return true;
  bool sets = az_pointer_object(m->p, s->ptr) == o->address && s->loc.line == o->loc.line &&
              (!written->initialiser || written->initialiser == s);
  az_type_kind kind = m->p->types[o->type].kind;
  if (kind != AZ_T_ARRAY && kind != AZ_T_RECORD) written->initialiser = s;
  return sets;
}

static bool is_defined_write(machine *m, const az_stmt *s, word pointer, uint64_t size) {
  if (!is_defined_access(m, s, pointer, size)) return false;
  if (!m->options->defined || !memory_is_const(&m->memory, pointer, size) ||
      is_initialiser(m, s, pointer))
    return true;
  end_undefined(m, NATIVE_CONST_WRITE, s->loc);
  return false;
}

/* Only checks of memory safety may use a pointer to an object whose lifetime is over. */
static void check_pointer(machine *m, const az_stmt *s, word pointer) {
  uint32_t handle = pointer_handle(&m->memory, pointer);
  if (!m->options->defined || !handle || (m->options->classes & AZ_MEMORY_CLASSES)) return;
  object_state state = m->memory.objects[handle].state;
  if (state == OBJECT_FREE || state == OBJECT_DEAD) end_undefined(m, NATIVE_ENDED, s->loc);
}

static bool is_argument(machine *m, const az_stmt *s, word pointer) {
  if (!m->options->defined || memory_is_argument(&m->memory, pointer, s->type)) return true;
  end_undefined(m, NATIVE_OTHER_ARGUMENT, s->loc);
  return false;
}

static bool has_type(machine *m, const az_stmt *s, word pointer, uint64_t size, bool stored) {
  const az_access_types *types = m->options->defined ? m->options->types : NULL;
  if (!types) return true;
  bool fits = stored ? memory_typed_store(&m->memory, types, pointer, size, s->site)
                     : memory_typed_load(&m->memory, types, pointer, size, s->site);
  if (fits) return true;
  if (!undefined_is_passed(NATIVE_OTHER_TYPE, m->options->classes, m->options->strict)) {
    end_undefined(m, NATIVE_OTHER_TYPE, s->loc);
    return false;
  }
  if (!m->run.passed) m->run.passed = undefined_text(NATIVE_OTHER_TYPE), m->run.passed_at = s->loc;
  return true;
}

/* Maximum size of an alloca in bytes, since stacks are limited, too. */
static const uint64_t stack_limit = UINT64_C(1) << 26;

/* Makes the allocation fail. */
static void fail_alloc(machine *m, frame *f, const az_stmt *s, const code_stmt *c, uint64_t size) {
  if (s->alloc == AZ_ALLOC_REALLOC) machine_notify(m, AZ_ON_FREE, s, &(notification){0});
  f->slots[c->result] = 0;
  machine_notify(m, AZ_ON_ALLOC, s, &(notification){.size = &size});
}

static void run_alloc(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  memory *mem = &m->memory;
  uint64_t size = (uint64_t)get(m, f, c->size), kept = 0;
  uint32_t old = 0;
  if (s->value && get(m, f, c->value)) {
    fail_alloc(m, f, s, c, size);
    return;
  }
  if (s->alloc == AZ_ALLOC_REALLOC && memory_address(mem, get(m, f, c->ptr)) != 0) {
    word pointer = get(m, f, c->ptr);
    old = pointer_handle(mem, pointer);
    const object *o = &mem->objects[old];
    if (o->state != OBJECT_LIVE || !o->heap || pointer_offset(mem, pointer)) {
      end_invalid(m, s);
      return;
    }
    kept = o->size < size ? o->size : size;
  }
  bool frame_lived = s->alloc == AZ_ALLOC_ALLOCA || s->alloc == AZ_ALLOC_VLA;
  bool too_large = frame_lived && size > stack_limit;
  uint32_t handle = too_large ? 0 : memory_add(mem, size, NULL, AZ_NONE);
  if (!handle) {
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    return;
  }
  object *o = &mem->objects[handle];
  o->heap = !frame_lived;
  o->element = s->type;
  if (frame_lived) arrput(f->allocated, handle);
  if (s->alloc != AZ_ALLOC_CALLOC) machine_fill(m, s, o->data, size, s->type, true);
  if (s->alloc == AZ_ALLOC_REALLOC)
    machine_notify(m, AZ_ON_FREE, s, &(notification){.pointer = get(m, f, c->ptr)});
  if (old) {
    memcpy(o->data, mem->objects[old].data, kept);
    memory_remove(mem, old);
  }
  f->slots[c->result] = pointer_make(mem, handle, 0);
  machine_notify(m, AZ_ON_ALLOC, s, &(notification){.pointer = f->slots[c->result], .size = &size});
}

static void run_free(machine *m, word pointer, const az_stmt *s) {
  const object *o = &m->memory.objects[pointer_handle(&m->memory, pointer)];
  bool none = memory_address(&m->memory, pointer) == 0;
  if (!none && (o->state != OBJECT_LIVE || !o->heap || pointer_offset(&m->memory, pointer))) {
    end_invalid(m, s);
    return;
  }
  machine_notify(m, AZ_ON_FREE, s, &(notification){.pointer = pointer});
  if (!none) memory_remove(&m->memory, pointer_handle(&m->memory, pointer));
}

/* Begins or ends a lifetime; an object without a name is a VLA whose lifetime ends. */
static void run_lifetime(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  memory *mem = &m->memory;
  if (s->object == AZ_NONE) {
    object *vla = &mem->objects[pointer_handle(mem, get(m, f, c->ptr))];
    if (vla->origin == AZ_NONE && !vla->heap && vla->state == OBJECT_LIVE) vla->state = OBJECT_DEAD;
    return;
  }
  if (s->kind == AZ_S_LIVE && !renew(m, f, s)) return;
  object *o = &mem->objects[handle_of(m, f, s->object)];
  o->state = s->kind == AZ_S_LIVE ? OBJECT_LIVE : OBJECT_DEAD;
  o->initialiser = NULL;
  if (s->kind == AZ_S_LIVE)
    machine_fill(m, s, o->data, o->size, m->p->objects[s->object].type, false);
}

/* Returns whether the pointer points to a FILE, whose content is known to the library only. */
static bool is_hidden(const memory *mem, word pointer) {
  uint32_t origin = mem->objects[pointer_handle(mem, pointer)].origin;
  const az_object *o = origin == AZ_NONE ? NULL : &mem->p->objects[origin];
  return o && o->is_external && !strncmp(o->name, "__ansatz_file_", 14);
}

static void run_load(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  const az_type_info *type = &m->p->types[s->type];
  word pointer = get(m, f, c->ptr);
  const uint8_t *from = memory_at(&m->memory, pointer, type->bytes, false);
  if (!from) {
    end_invalid(m, s);
    return;
  }
  if (is_hidden(&m->memory, pointer)) {
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    return;
  }
  if (!is_defined_access(m, s, pointer, type->bytes) ||
      !has_type(m, s, pointer, type->bytes, false) || !is_argument(m, s, pointer))
    return;
  if (!memory_load(&m->memory, from, type, &f->slots[c->result]))
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
  else if (type->kind == AZ_T_POINTER)
    check_pointer(m, s, f->slots[c->result]);
}

static void run_store(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  const az_type_info *type = &m->p->types[s->type];
  word pointer = get(m, f, c->ptr);
  uint8_t *to = memory_at(&m->memory, pointer, type->bytes, true);
  if (!to) {
    end_invalid(m, s);
    return;
  }
  if (!is_defined_write(m, s, pointer, type->bytes) || !has_type(m, s, pointer, type->bytes, true))
    return;
  if (!memory_store(&m->memory, to, type, get(m, f, c->value)))
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
  else
    machine_notify(m, AZ_ON_STORE, s,
                   &(notification){.pointer = get(m, f, c->ptr), .value = get(m, f, c->value)});
}

/* COPY and SET. */
static void run_block_write(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  memory *mem = &m->memory;
  uint64_t size = (uint64_t)get(m, f, c->size);
  const notification written = {.pointer = get(m, f, c->ptr), .size = &size};
  if (size == 0) {
    machine_notify(m, AZ_ON_BULK, s, &written);
    return;
  }
  bool copies = s->kind == AZ_S_COPY;
  word target = get(m, f, c->ptr), source = copies ? get(m, f, c->value) : 0;
  const uint8_t *from = copies ? memory_at(mem, source, size, false) : NULL;
  if (s->only_reads) {
    if (!from) end_invalid(m, s);
    return;
  }
  uint8_t *to = memory_at(mem, target, size, true);
  if (!to || (copies && !from)) {
    end_invalid(m, s);
    return;
  }
  if (copies && is_hidden(mem, source)) {
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    return;
  }
  if (!is_defined_write(m, s, target, size) || !is_defined_access(m, s, source, size)) return;
  if (m->options->defined) memory_typed_copy(mem, target, source, size);
  if (from)
    memmove(to, from, size);
  else
    memset(to, (int)get(m, f, c->value), size);
  machine_notify(m, AZ_ON_BULK, s, &written);
}

/* The run continues with unchanged memory, which is one of the cases of a havoc. */
static void run_havoc(machine *m, const frame *f, const az_stmt *s, const code_stmt *c) {
  for (uint32_t i = 0; i < s->arg_count; i++)
    if (az_sort_of(m->p->store, s->args[i]) == az_sort_bv(az_pointer_width(m->p)))
      machine_notify(m, AZ_ON_BULK, s, &(notification){.pointer = get(m, f, c->args[i])});
}

static void run_input(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  word given = machine_input(m, s);
  if (s->input == AZ_IN_MEMORY) /* the interpreter's answer replaces the trace's */
    given =
        s->ptr ? memory_extent(&m->memory, get(m, f, c->ptr), !s->only_reads) : get(m, f, c->value);
  f->slots[c->result] = given;
}

static void run_check(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  const az_check *check = &m->p->checks[s->check];
  if (get(m, f, c->value) || !(m->options->classes & 1u << check->cls)) return;
  m->run.check = s->check;
  machine_end(m, AZ_RUN_FAILED_CHECK, check->loc);
}

static void run_leak(machine *m, const az_stmt *s) {
  const az_check *check = &m->p->checks[s->check];
  if (check != m->options->leak || !machine_leaks(m, check->cls == AZ_C_MEMCLEANUP)) return;
  m->run.check = s->check;
  machine_end(m, AZ_RUN_FAILED_CHECK, check->loc);
}

static void run_stmt(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  memory *mem = &m->memory;
  if (c->unsupported) {
    machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    return;
  }
  switch (s->kind) {
  case AZ_S_LIVE:
  case AZ_S_DEAD: run_lifetime(m, f, s, c); break;
  case AZ_S_LOAD: run_load(m, f, s, c); break;
  case AZ_S_STORE: run_store(m, f, s, c); break;
  case AZ_S_COPY:
  case AZ_S_SET: run_block_write(m, f, s, c); break;
  case AZ_S_INPUT: run_input(m, f, s, c); break;
  case AZ_S_HAVOC: run_havoc(m, f, s, c); break;
  case AZ_S_PTR_TO_INT: f->slots[c->result] = memory_address(mem, get(m, f, c->ptr)); break;
  case AZ_S_INT_TO_PTR:
    f->slots[c->result] = memory_pointer(mem, (uint64_t)get(m, f, c->value));
    break;
  case AZ_S_SAME:
    f->slots[c->result] =
        memory_address(mem, get(m, f, c->ptr)) == memory_address(mem, get(m, f, c->value));
    break;
  case AZ_S_ALLOC: run_alloc(m, f, s, c); break;
  case AZ_S_FREE: run_free(m, get(m, f, c->ptr), s); break;
  case AZ_S_ASSUME:
    if (!get(m, f, c->value)) machine_end(m, AZ_RUN_ASSUMPTION, s->loc);
    break;
  case AZ_S_CHECK: run_check(m, f, s, c); break;
  case AZ_S_LEAK: run_leak(m, s); break;
  case AZ_S_CALL: run_call(m, f, s, c); break;
  case AZ_S_UNSUPPORTED:
    if (!s->value || get(m, f, c->value)) machine_end(m, AZ_RUN_UNSUPPORTED, s->loc);
    break;
  }
}

static void run_with_steps(machine *m, frame *f, const az_stmt *s, const code_stmt *c) {
  if (!m->options->defined || !s->step_count) {
    run_stmt(m, f, s, c);
    return;
  }
  size_t depth = arrlenu(m->frames) - 1;
  word *saved = az_calloc(s->step_count, sizeof *saved);
  take_steps(m, f, s->steps, c->steps, s->step_count, saved, s->loc);
  if (!m->ended) run_stmt(m, f, s, c);
  restore_registers(m, &m->frames[depth], c->steps, s->step_count, saved); /* it may have moved */
  free(saved);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Returns the value that the block returns, or 0 if the machine ends. */
static word returned_value(machine *m, frame *f, const az_block *b, const code_block *c) {
  uint32_t count = m->options->defined ? b->end_step_count : 0;
  word *saved = az_calloc(count + 1u, sizeof *saved);
  take_steps(m, f, b->end_steps, c->end_steps, count, saved, b->end_loc);
  word value = b->value && !m->ended ? get(m, f, c->value) : 0;
  if (!m->ended) restore_registers(m, f, c->end_steps, count, saved);
  free(saved);
  return value;
}

static void run_return(machine *m, const az_block *b, const code_block *c) {
  frame *f = machine_top(m);
  word value = returned_value(m, f, b, c);
  if (m->ended) return;
  const uint32_t function = f->function;
  pop(m);
  if (arrlen(m->frames) == 0) {
    m->run.exit_code = (int)(uint32_t)value;
    machine_end(m, AZ_RUN_RETURNED, b->end_loc);
    return;
  }
  f = machine_top(m); /* the frame's next statement is the one after the call */
  const az_stmt *call = &m->p->functions[f->function].blocks[f->block].stmts[f->stmt - 1];
  const code_stmt *cs = &m->codes[f->function]->blocks[f->block].stmts[f->stmt - 1];
  if (call->result)
    f->slots[cs->result] = value & word_mask(az_sort_width(az_sort_of(m->p->store, call->result)));
  machine_notify(m, AZ_ON_RETURN, call, &(notification){.value = value, .function = function});
}

static void run_block_end(machine *m, const az_block *b, const code_block *c) {
  frame *f = machine_top(m);
  uint32_t target = 0;
  void (*at_branch)(void *, machine *, const az_block *, uint32_t) = m->options->at_branch;
  if (c->unsupported) {
    machine_end(m, AZ_RUN_UNSUPPORTED, b->end_loc);
    return;
  }
  switch (b->end) {
  case AZ_END_GOTO: break;
  case AZ_END_IF: target = get(m, f, c->condition) ? 0 : 1; break;
  case AZ_END_SWITCH: {
    word value = get(m, f, c->condition);
    while (target + 1 < b->successor_count && c->cases[target] != value) target++;
    break;
  }
  case AZ_END_RETURN: run_return(m, b, c); return;
  case AZ_END_STOP: machine_end(m, AZ_RUN_STOPPED, b->end_loc); return;
  }
  if (at_branch && b->successor_count > 1) at_branch(m->options->ctx, m, b, target);
  enter_block(m, b->successors[target]);
}

/* Runs the top frame's block from its next statement to its end, or to a call. */
static void run_block(machine *m) {
  uint64_t limit = m->options->max_steps ? m->options->max_steps : UINT64_C(100000000);
  frame *f = machine_top(m);
  const az_block *b = &m->p->functions[f->function].blocks[f->block];
  const code_block *c = &m->codes[f->function]->blocks[f->block];
  while (f->stmt < b->stmt_count) {
    uint32_t i = f->stmt++;
    if (m->run.steps++ >= limit) {
      machine_end(m, AZ_RUN_STEPS, b->stmts[i].loc);
      return;
    }
    run_ops(m, f, c, i ? c->stmts[i - 1].end : 0, c->stmts[i].end);
    run_with_steps(m, f, &b->stmts[i], &c->stmts[i]);
    if (m->ended || b->stmts[i].kind == AZ_S_CALL) return;
  }
  if (m->run.steps++ >= limit) {
    machine_end(m, AZ_RUN_STEPS, b->end_loc);
    return;
  }
  run_ops(m, f, c, b->stmt_count ? c->stmts[b->stmt_count - 1].end : 0, c->end);
  run_block_end(m, b, c);
}

/* ---- whole runs ------------------------------------------------------------------------------ */

static bool init_globals(machine *m) {
  const az_program *p = m->p;
  for (uint32_t i = 0; i < p->object_count; i++)
    if (az_is_const(p->store, p->objects[i].address) &&
        !memory_add(&m->memory, p->objects[i].bytes, NULL, i))
      return false;
  /* This is a second pass because all objects must have addresses first. */
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *from = &p->objects[i];
    if (!az_is_const(p->store, from->address)) continue;
    object *o = &m->memory.objects[i + 1];
    for (uint32_t j = 0; j < from->init_count; j++) {
      const az_init *init = &from->init[j];
      const az_type_info *type = &p->types[init->type];
      word value;
      if (init->offset > o->size || type->bytes > o->size - init->offset) return false;
      if (!code_constant(p->store, init->value, &value) ||
          !memory_store(&m->memory, o->data + init->offset, type, value))
        return false;
    }
    o->read_only = from->kind == AZ_OBJ_STRING || from->is_const;
  }
  return true;
}

static void count_calls(machine *m) {
  uint32_t *calls = az_calloc(m->p->function_count + 1u, sizeof *calls);
  m->run.deepest = AZ_NONE;
  for (size_t i = 0; calls && i < arrlenu(m->frames); i++) {
    uint32_t function = m->frames[i].function;
    if (++calls[function] <= m->run.calls) continue;
    m->run.calls = calls[function];
    m->run.deepest = function;
  }
  free(calls);
}

enum { WORK_OF_STEP = 40 }; /* in thousandths of a unit of work */

az_run az_interpret(const az_program *program, const az_interpreter_options *options) {
  machine m = {.p = program, .options = options};
  m.codes = az_calloc(program->function_count + 1u, sizeof *m.codes);
  if (options->begin) options->begin(options->ctx, &m);
  if (!memory_init(&m.memory, program) || !init_globals(&m))
    machine_end(&m, AZ_RUN_UNSUPPORTED, program->functions[program->entry].loc);
  else
    push(&m, program->entry, program->functions[program->entry].loc);
  while (!m.ended) run_block(&m);
  az_work_add(az_store_work(program->store), m.run.steps * WORK_OF_STEP);
  count_calls(&m);
  while (arrlen(m.frames)) pop(&m);
  arrfree(m.frames);
  for (uint32_t i = 0; m.codes && i < program->function_count; i++)
    code_free(m.codes[i], &program->functions[i]);
  free(m.codes);
  memory_free(&m.memory);
  az_eval_free(m.eval);
  return m.run;
}

az_term az_interpreter_read(az_interpreter *self, uint32_t index, uint64_t offset, az_type type) {
  const az_type_info *info = &self->p->types[type];
  uint32_t handle = handle_of(self, machine_top(self), index);
  const object *o = &self->memory.objects[handle];
  word value;
  if (!handle || o->state != OBJECT_LIVE || offset > o->size || info->bytes > o->size - offset)
    return AZ_NO_TERM;
  if (!memory_load(&self->memory, o->data + offset, info, &value)) return AZ_NO_TERM;
  return code_term(self->p->store, info->sort, value);
}

/* FNV's multiplication for eight bytes at a time; shifts spread the high bits. */
static uint64_t hash_part(uint64_t hash, uint64_t part) {
  hash = (hash ^ part) * UINT64_C(1099511628211);
  return hash ^ hash >> 29;
}

static uint64_t hash_bytes(uint64_t hash, const uint8_t *data, uint64_t size) {
  uint64_t part = 0;
  if (!data) return hash;
  for (; size >= sizeof part; data += sizeof part, size -= sizeof part) {
    memcpy(&part, data, sizeof part);
    hash = hash_part(hash, part);
  }
  part = 0;
  memcpy(&part, data, size);
  return hash_part(hash, part);
}

uint64_t az_interpreter_hash(const az_interpreter *self) {
  enum { MOST = 512 }; /* bytes of each object: a counter behind a long array is hashed, too */
  const frame *f = machine_top(self);
  uint64_t hash = UINT64_C(14695981039346656037);
  for (uint32_t i = 0; i < self->p->functions[f->function].local_count; i++) {
    const object *o = &self->memory.objects[f->slots[i]];
    if (o->state == OBJECT_LIVE) hash = hash_bytes(hash, o->data, o->size < MOST ? o->size : MOST);
  }
  for (uint32_t i = 0; i < self->p->object_count; i++) {
    const object *o = &self->memory.objects[i + 1];
    if (self->p->objects[i].kind != AZ_OBJ_GLOBAL || o->read_only) continue;
    hash = hash_bytes(hash, o->data, o->size < MOST ? o->size : MOST);
  }
  return hash;
}
