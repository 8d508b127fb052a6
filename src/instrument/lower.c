// Lowering of functions, blocks and their record points.
#include "instrument/lower.h"

#include <string.h>

#include "instrument/addresses.h"
#include "instrument/lower_parts.h"
#include "instrument/opaque.h"
#include "instrument/waiting_loops.h"
#include "symex/code/unit_code.h"

enum { MAX_INSTRUCTIONS = 1 << 20 }; // of a function with code

// ---- names -----------------------------------------------------------------

uint64_t ft_guid_of (const ft_unit *u, LLVMValueRef f) {
  size_t length;
  const char *name = ft_llvm_name (f, &length);
  LLVMLinkage guid = LLVMGetLinkage (f);
  if (guid != LLVMInternalLinkage && guid != LLVMPrivateLinkage)
    return ft_guid (name, length);
  ft_strbuf own = {0};
  ft_strbuf_add_bytes (&own, name, length);
  ft_strbuf_add (&own, "@%016lx", (unsigned long)u->sites.unit);
  uint64_t digest = ft_guid (own.text, own.size);
  ft_strbuf_release (&own);
  return digest;
}

// ---- instructions ----------------------------------------------------------

static void emit_plain (ft_code_builder *c, enum ft_instruction_kind kind,
                        uint32_t site) {
  ft_builder_begin (c, kind, 0)->site = site;
}

static void lower_point (ft_code_builder *c, const ft_record_point *point,
                         bool returns) {
  switch (point->kind) {
  case FT_POINT_ENTER:
    emit_plain (c, FT_INSTRUCTION_ENTRY, 0);
    return;
  case FT_POINT_EXIT:
    c->makes_exit = returns;
    if (!returns)
      emit_plain (c, FT_INSTRUCTION_TAIL_EXIT, 0);
    return;
  case FT_POINT_UNWIND:
    emit_plain (c, FT_INSTRUCTION_UNWIND, 0);
    return;
  case FT_POINT_NOTE:
    if (point->site == FT_SITE_VARIABLE)
      emit_plain (c, FT_INSTRUCTION_NOTE, point->code);
    else
      c->site = point->code;
    return;
  case FT_POINT_BEFORE:
  case FT_POINT_AFTER:
    c->site = point->code;
    return;
  case FT_POINT_FLUSH:
    return;
  }
}

// The record points right before an instruction, and the record of its own.
static void lower_points (ft_code_builder *c, LLVMValueRef i) {
  c->site = 0;
  c->makes_exit = false;
  for (; c->point < c->block->points.size &&
         c->block->points.begin[c->point].at == i;
       c->point++)
    if (c->records)
      lower_point (c, c->block->points.begin + c->point, LLVMIsAReturnInst (i));
}

// An access without a record: of another address space, or of a va_list.
static bool is_unrecorded_access (LLVMValueRef i) {
  return LLVMIsALoadInst (i) || LLVMIsAStoreInst (i) ||
         LLVMIsAAtomicRMWInst (i) || LLVMIsAAtomicCmpXchgInst (i) ||
         LLVMIsAVAArgInst (i);
}

// What concerns the runtime alone: the call in a waiting loop, and its argument, which
// may be a phi node of phi nodes.
static bool is_for_runtime (const ft_unit *u, LLVMValueRef i) {
  for (int k = 0; k < 3; k++) {
    if (ft_is_loop_call (u, i))
      return true;
    LLVMUseRef use = LLVMIsAPHINode (i) ? LLVMGetFirstUse (i) : NULL;
    if (!use || LLVMGetNextUse (use))
      return false;
    i = LLVMGetUser (use);
  }
  return false;
}

static void lower_instruction (ft_code_builder *c, LLVMValueRef i) {
  ft_memory_op access;
  ft_assembly assembly;
  size_t first = c->point;
  lower_points (c, i);
  if (ft_builder_is_extract (i) || is_for_runtime (c->unit, i))
    return;
  if (LLVMIsACallInst (i))
    ft_lower_rounding (c, i);
  bool assembles = ft_assembly_of (c->unit, i, &assembly) ||
                   ft_libatomic_of (i, &assembly);
  if (assembles)
    ft_lower_assembly (c, i, &assembly, first);
  if (LLVMIsATerminatorInst (i))
    ft_lower_terminator (c, i);
  else if (assembles)
    return;
  else if (LLVMIsAPHINode (i))
    ft_lower_phi (c, i);
  else if (ft_memory_op_of (c->unit, i, &access))
    ft_lower_access (c, i, &access);
  else if (LLVMIsACallInst (i))
    ft_lower_call (c, i);
  else if (LLVMIsAAllocaInst (i))
    ft_lower_alloca (c, i);
  else if (!ft_lower_value (c, i)) {
    // A division that is not modelled may still end the program.
    bool unknown = is_unrecorded_access (i) || ft_may_trap (c->unit, i);
    ft_builder_uninterpreted (
        c, unknown ? FT_INSTRUCTION_HAVOC : FT_INSTRUCTION_UNINTERPRETED, i);
  }
}

static void lower_block (ft_code_builder *c, const ft_block_points *b) {
  ft_code_block block = {(uint32_t)c->code->instructions.size, 0};
  c->block = b;
  c->point = 0;
  if (b->block == LLVMGetEntryBasicBlock (c->function))
    ft_lower_byval_arguments (c);
  for (LLVMValueRef i = LLVMGetFirstInstruction (b->block); i;
       i = LLVMGetNextInstruction (i))
    lower_instruction (c, i);
  block.count = (uint32_t)c->code->instructions.size - block.first;
  FT_PUSH (c->code->blocks, block);
}

// ---- the function ----------------------------------------------------------

static bool is_too_large (const ft_function_points *points) {
  size_t count = 0;
  for (size_t b = 0; b < points->blocks.size; b++)
    for (LLVMValueRef i =
             LLVMGetFirstInstruction (points->blocks.begin[b].block);
         i && count <= MAX_INSTRUCTIONS; i = LLVMGetNextInstruction (i))
      count++;
  return count > MAX_INSTRUCTIONS;
}

static void number_blocks (ft_code_builder *c,
                           const ft_function_points *points) {
  for (size_t b = 0; b < points->blocks.size; b++)
    *ft_map_at (&c->blocks, ft_pointer_key (points->blocks.begin[b].block)) =
        (uint32_t)b;
  FT_GROW (c->marks, points->blocks.size, FT_NO_ID);
}

static void number_parameters (ft_code_builder *c) {
  c->body.parameters = LLVMCountParams (c->function);
  c->next = c->body.parameters;
  c->body.first_width = (uint32_t)c->code->widths.size;
  for (uint32_t n = 0; n < c->body.parameters; n++) {
    LLVMValueRef p = LLVMGetParam (c->function, n);
    *ft_map_at (&c->values, ft_pointer_key (p)) = n;
    FT_PUSH (c->code->widths, ft_builder_width_of (p));
  }
}

static void mark_used (const ft_code_builder *c, uint32_t *numbers) {
  for (size_t n = c->operand; n < c->code->operands.size; n++) {
    const ft_code_operand *o = c->code->operands.begin + n;
    if (o->kind == FT_OPERAND_RESULT)
      numbers[o->word] = 0;
  }
}

static void number_result (ft_code_builder *c, ft_instruction *i,
                           uint32_t *numbers) {
  unsigned results = ft_code_layout_of (i->kind)->results;
  uint32_t *at = numbers + i->result;
  if (at[0] == FT_NO_ID && (results < 2 || at[1] == FT_NO_ID)) {
    i->result = FT_NO_ID;
    return;
  }
  i->result = (uint32_t)(c->code->widths.size - c->body.first_width);
  for (unsigned n = 0; n < results; n++) {
    at[n] = i->result + n;
    FT_PUSH (c->code->widths, ft_code_result_width (i, n));
  }
}

// Numbers the results that are used, in the order of the instructions.
static void number_results (ft_code_builder *c) {
  uint32_t *numbers = FT_ARRAY (uint32_t, (size_t)c->next + 1);
  memset (numbers, 0xff, sizeof *numbers * c->next);
  mark_used (c, numbers);
  for (uint32_t n = 0; n < c->body.parameters; n++)
    numbers[n] = n;
  for (size_t n = c->instruction; n < c->code->instructions.size; n++)
    if (c->code->instructions.begin[n].result != FT_NO_ID)
      number_result (c, c->code->instructions.begin + n, numbers);
  for (size_t n = c->operand; n < c->code->operands.size; n++) {
    ft_code_operand *o = c->code->operands.begin + n;
    if (o->kind == FT_OPERAND_RESULT)
      o->word = numbers[o->word];
  }
  c->body.values = (uint32_t)(c->code->widths.size - c->body.first_width);
  free (numbers);
}

static void lower_body (ft_code_builder *c, const ft_function_points *points) {
  c->body.first_block = (uint32_t)c->code->blocks.size;
  c->body.blocks = (uint32_t)points->blocks.size;
  number_blocks (c, points);
  for (size_t b = 0; b < points->blocks.size; b++)
    lower_block (c, points->blocks.begin + b);
}

// Adds a body without code, which says that another function may have the name.
// If that one is called, its records show it.
static void add_other_definition (ft_unit *u, uint64_t guid) {
  ft_code_body other = {.guid = guid,
                        .first_width = (uint32_t)u->code.widths.size};
  FT_PUSH (u->leaf_bodies, other);
}

// With '--wrap=f', the linker calls '__wrap_f' for f.
static void add_wrapped (ft_unit *u, LLVMValueRef f) {
  static const char prefix[] = "__wrap_";
  size_t length, n = sizeof prefix - 1;
  const char *name = ft_llvm_name (f, &length);
  if (length > n && !memcmp (name, prefix, n))
    add_other_definition (u, ft_guid (name + n, length - n));
}

void ft_lower_function (ft_unit *u, LLVMValueRef f,
                        const ft_function_points *points, bool records) {
  ft_code_builder c = {
      .unit = u, .code = &u->code, .function = f, .records = records};
  bool replaceable = ft_address_is_replaceable (f);
  c.instruction = (uint32_t)c.code->instructions.size;
  c.operand = (uint32_t)c.code->operands.size;
  c.body.guid = ft_guid_of (u, f);
  number_parameters (&c);
  if (!is_too_large (points) && (records || !replaceable))
    lower_body (&c, points);
  number_results (&c);
  if (records)
    FT_PUSH (u->code.bodies, c.body);
  else
    FT_PUSH (u->leaf_bodies, c.body);
  if (records && replaceable)
    add_other_definition (u, c.body.guid);
  add_wrapped (u, f);
  ft_map_release (&c.values);
  ft_map_release (&c.pairs);
  ft_map_release (&c.blocks);
  FT_RELEASE (c.marks);
}

void ft_lower_finish (ft_unit *u) {
  for (size_t i = 0; i < u->leaf_bodies.size; i++)
    FT_PUSH (u->code.bodies, u->leaf_bodies.begin[i]);
  ft_unit_code_pack (&u->code, &u->sites.code);
}
