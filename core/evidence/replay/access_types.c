/* Reads the types of the program's accesses from LLVM's metadata `tbaa` in the build with the
 * compiler's checks: tags (type, accessed type, offset) over types (name, field, offset, field,
 * offset, ...). */
#include "replay/machine.h"
#include "replay/rewrite.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct reading {
  az_access_types *types;
  struct {
    LLVMMetadataRef key;
    uint32_t value;
  } *type_of, *tag_of; /* stb_ds */
  LLVMContextRef context;
} reading;

static uint64_t number(LLVMValueRef v) {
  return v && LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
}

static LLVMValueRef *operands_of(LLVMValueRef node) { /* stb_ds */
  LLVMValueRef *operands = NULL;
  arrsetlen(operands, LLVMGetMDNodeNumOperands(node));
  LLVMGetMDNodeOperands(node, operands);
  return operands;
}

static uint32_t type_of(reading *r, LLVMValueRef node, unsigned depth) {
  LLVMMetadataRef key = LLVMValueAsMetadata(node);
  ptrdiff_t at = hmgeti(r->type_of, key);
  if (at >= 0) return r->type_of[at].value;
  uint32_t type = (uint32_t)arrlenu(r->types->fields);
  arrput(r->types->fields, NULL);
  hmput(r->type_of, key, type);
  LLVMValueRef *operands = operands_of(node);
  alias_field *fields = NULL;
  for (size_t i = 1; i < arrlenu(operands) && depth < 64; i += 2) {
    if (!operands[i] || !LLVMIsAMDNode(operands[i])) break;
    uint64_t offset = i + 1 < arrlenu(operands) ? number(operands[i + 1]) : 0;
    alias_field field = {offset, type_of(r, operands[i], depth + 1)};
    arrput(fields, field);
  }
  arrfree(operands);
  r->types->fields[type] = fields;
  return type;
}

/* Returns the node's tag, or 0 if there are too many or the node does not have the usual form. */
static uint32_t tag_of(reading *r, LLVMValueRef node) {
  LLVMMetadataRef key = LLVMValueAsMetadata(node);
  ptrdiff_t at = hmgeti(r->tag_of, key);
  if (at >= 0) return r->tag_of[at].value;
  LLVMValueRef *operands = operands_of(node);
  uint32_t tag = 0;
  if (arrlenu(operands) >= 3 && operands[0] && LLVMIsAMDNode(operands[0]) &&
      arrlenu(r->types->tags) < UINT16_MAX) {
    alias_tag t = {number(operands[2]), type_of(r, operands[0], 0)};
    arrput(r->types->tags, t);
    tag = (uint32_t)arrlenu(r->types->tags);
  }
  arrfree(operands);
  hmput(r->tag_of, key, tag);
  return tag;
}

static void read_tags(reading *r, rewriter *w) {
  unsigned kind = LLVMGetMDKindIDInContext(w->context, "tbaa", 4);
  for (ptrdiff_t i = 0; i < hmlen(w->sites); i++) {
    LLVMValueRef instruction = w->sites[i].key;
    if (!LLVMIsALoadInst(instruction) && !LLVMIsAStoreInst(instruction)) continue;
    LLVMValueRef node = LLVMGetMetadata(instruction, kind);
    uint32_t tag = node ? tag_of(r, node) : 0;
    if (tag) hmput(r->types->at_site, w->sites[i].value, tag);
  }
}

az_access_types *access_types_new(const az_program *p, const az_replay_options *o) {
  const char *file = p->checked ? p->checked->compile(p->checked, o->stop_at_overflow) : NULL;
  if (!file) return NULL;
  az_access_types *types = NULL;
  rewriter w = {.p = p, .options = o, .context = LLVMContextCreate()};
  LLVMModuleRef without = NULL;
  if (!rewriter_read(&w, p->bitcode, &without) && !rewriter_read(&w, file, &w.module) &&
      rewriter_match(&w, without)) {
    types = az_calloc(1, sizeof *types);
    reading r = {.types = types, .context = w.context};
    read_tags(&r, &w);
    hmfree(r.type_of);
    hmfree(r.tag_of);
  }
  hmfree(w.sites);
  if (without) LLVMDisposeModule(without);
  if (w.module) LLVMDisposeModule(w.module);
  LLVMContextDispose(w.context);
  return types;
}

void access_types_free(az_access_types *types) {
  if (!types) return;
  for (size_t i = 0; i < arrlenu(types->fields); i++) arrfree(types->fields[i]);
  arrfree(types->fields);
  arrfree(types->tags);
  hmfree(types->at_site);
  free(types);
}
