// Lowering of calls of LLVM intrinsics.
#include "instrument/lower_parts.h"

#include <string.h>

static bool begins (const char *name, const char *prefix) {
  return !strncmp (name, prefix, strlen (prefix));
}

static const char *called_intrinsic (LLVMValueRef v) {
  return LLVMIsACallInst (v) ? ft_intrinsic_name (LLVMGetCalledValue (v)) : "";
}

static bool is_one_of (const char *name, const char *const *prefixes,
                       size_t count) {
  for (size_t i = 0; i < count; i++)
    if (begins (name, prefixes[i]))
      return true;
  return false;
}

#define IS_ONE_OF(name, prefixes)                                              \
  is_one_of (name, prefixes, sizeof (prefixes) / sizeof *(prefixes))

LLVMValueRef ft_intrinsic_identity (LLVMValueRef v) {
  static const char *const names[] = {
      "llvm.expect.",     "llvm.launder.invariant.group",
      "llvm.ssa.copy",    "llvm.strip.invariant.group",
      "llvm.annotation.", "llvm.ptr.annotation."};
  return IS_ONE_OF (called_intrinsic (v), names) ? LLVMGetOperand (v, 0) : NULL;
}

bool ft_intrinsic_overflows (LLVMValueRef v) {
  const char *name = called_intrinsic (v);
  return *name && strstr (name, ".with.overflow.") &&
         ft_builder_width_of (LLVMGetOperand (v, 0));
}

bool ft_intrinsic_traps (LLVMValueRef v) {
  static const char *const names[] = {"llvm.trap", "llvm.ubsantrap"};
  return IS_ONE_OF (called_intrinsic (v), names);
}

bool ft_intrinsic_traps_overflow (LLVMValueRef v) {
  // Handlers of clang (LIST_SANITIZER_CHECKS).
  enum { ADD = 0, DIVIDE = 3, MULTIPLY = 12, NEGATE = 13, SUBTRACT = 21 };
  if (strcmp (called_intrinsic (v), "llvm.ubsantrap") != 0)
    return false;
  uint64_t handler = LLVMConstIntGetZExtValue (LLVMGetOperand (v, 0));
  return handler == ADD || handler == DIVIDE || handler == MULTIPLY ||
         handler == NEGATE || handler == SUBTRACT;
}

// ---- arithmetic ------------------------------------------------------------

typedef struct call {
  ft_code_builder *c;
  LLVMValueRef call;
  uint8_t width;
  ft_code_operand a, b;
} call;

static ft_code_operand compute (const call *k, enum ft_operator op,
                                ft_code_operand a, ft_code_operand b) {
  return ft_builder_compute (k->c, op, k->width, a, b, NULL);
}

static void choose (const call *k, ft_code_operand condition,
                    ft_code_operand yes, ft_code_operand no) {
  ft_builder_select (k->c, k->width, (ft_code_operand[]){condition, yes, no},
                     k->call);
}

static uint64_t ones (unsigned bits) {
  return bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
}

static bool overflow (const call *k, const char *name) {
  static const struct {
    const char *name;
    enum ft_operator op;
  } all[] = {{"llvm.sadd.with.", FT_OP_ADD},  {"llvm.ssub.with.", FT_OP_SUB},
             {"llvm.smul.with.", FT_OP_MUL},  {"llvm.uadd.with.", FT_OP_UADD},
             {"llvm.usub.with.", FT_OP_USUB}, {"llvm.umul.with.", FT_OP_UMUL}};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
    if (!begins (name, all[n].name))
      continue;
    ft_builder_begin (k->c, FT_INSTRUCTION_OVERFLOW, k->width)->op =
        (uint8_t)all[n].op;
    ft_builder_operand (k->c, k->a);
    ft_builder_operand (k->c, k->b);
    ft_builder_result_pair (k->c, k->call);
    return true;
  }
  return false;
}

static bool lower_min_max (const call *k, const char *name) {
  static const struct {
    const char *name;
    enum ft_operator op;
  } all[] = {{"llvm.smax.", FT_OP_GT},
             {"llvm.smin.", FT_OP_LT},
             {"llvm.umax.", FT_OP_UGT},
             {"llvm.umin.", FT_OP_ULT}};
  for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
    if (!begins (name, all[n].name))
      continue;
    choose (k, compute (k, all[n].op, k->a, k->b), k->a, k->b);
    return true;
  }
  return false;
}

static bool absolute (const call *k, const char *name) {
  if (!begins (name, "llvm.abs."))
    return false;
  ft_code_operand zero = ft_code_constant (0);
  if (LLVMConstIntGetZExtValue (LLVMGetOperand (k->call, 1))) {
    ft_code_operand least = ft_code_constant ((uint64_t)1 << (k->width - 1));
    ft_builder_undefined_if (k->c, compute (k, FT_OP_EQ, k->a, least));
  }
  ft_code_operand minus = compute (k, FT_OP_USUB, zero, k->a);
  choose (k, compute (k, FT_OP_LT, k->a, zero), minus, k->a);
  return true;
}

static bool saturate (const call *k, const char *name) {
  if (begins (name, "llvm.usub.sat.")) {
    ft_code_operand less = compute (k, FT_OP_USUB, k->a, k->b);
    choose (k, compute (k, FT_OP_ULT, k->a, k->b), ft_code_constant (0), less);
    return true;
  }
  if (begins (name, "llvm.uadd.sat.")) {
    ft_code_operand sum = compute (k, FT_OP_UADD, k->a, k->b);
    choose (k, compute (k, FT_OP_ULT, sum, k->a),
            ft_code_constant (ones (k->width)), sum);
    return true;
  }
  return false;
}

// 'fshl': a and b side by side are shifted left by a number modulo the width;
// the result is the upper half ('fshr': right, the lower half).  A shift by the
// width is undefined, so that the other part is shifted by one and then by the
// rest.
static bool lower_funnel_shift (const call *k, const char *name) {
  bool left = begins (name, "llvm.fshl.");
  if ((!left && !begins (name, "llvm.fshr.")) || k->width < 8)
    return false;
  uint64_t last = k->width - 1u;
  ft_code_operand by = ft_builder_operand_of (k->c, k->call, 2), rest;
  if (by.kind == FT_OPERAND_CONSTANT) {
    by.word &= last;
    rest = ft_code_constant (last - by.word);
  } else {
    by = compute (k, FT_OP_AND, by, ft_code_constant (last));
    rest = compute (k, FT_OP_USUB, ft_code_constant (last), by);
  }
  ft_code_operand one = ft_code_constant (1), high, low;
  if (left) {
    high = compute (k, FT_OP_USHL, k->a, by);
    low = compute (k, FT_OP_USHR, compute (k, FT_OP_USHR, k->b, one), rest);
  } else {
    high = compute (k, FT_OP_USHL, compute (k, FT_OP_USHL, k->a, one), rest);
    low = compute (k, FT_OP_USHR, k->b, by);
  }
  ft_builder_compute (k->c, FT_OP_OR, k->width, high, low, k->call);
  return true;
}

// Exchanges bytes, then pairs of bytes, then halves.
static bool swap_bytes (const call *k, const char *name) {
  if (!begins (name, "llvm.bswap."))
    return false;
  ft_code_operand word = k->a;
  for (unsigned by = 8; by < k->width; by *= 2) {
    uint64_t mask = ones (k->width) / (ones (by) + 2) & ones (k->width);
    ft_code_operand bits = ft_code_constant (by), low = ft_code_constant (mask);
    ft_code_operand up =
        compute (k, FT_OP_USHL, compute (k, FT_OP_AND, word, low), bits);
    ft_code_operand down =
        compute (k, FT_OP_AND, compute (k, FT_OP_USHR, word, bits), low);
    word = ft_builder_compute (k->c, FT_OP_OR, k->width, up, down,
                               2 * by < k->width ? NULL : k->call);
  }
  return true;
}

static bool mask (const call *k, const char *name) {
  if (!begins (name, "llvm.ptrmask.") ||
      ft_builder_width_of (LLVMGetOperand (k->call, 1)) != k->width)
    return false;
  ft_builder_compute (k->c, FT_OP_AND, k->width, k->a, k->b, k->call);
  return true;
}

static bool arithmetic (ft_code_builder *c, LLVMValueRef i, const char *name) {
  call k = {c, i, 0, FT_CODE_OPERAND_UNKNOWN, FT_CODE_OPERAND_UNKNOWN};
  if (!LLVMGetNumArgOperands (i))
    return false;
  k.width = ft_builder_width_of (LLVMGetOperand (i, 0));
  if (!k.width)
    return false;
  k.a = ft_builder_operand_of (c, i, 0);
  if (absolute (&k, name) || swap_bytes (&k, name))
    return true;
  if (LLVMGetNumArgOperands (i) < 2)
    return false;
  k.b = ft_builder_operand_of (c, i, 1);
  return overflow (&k, name) || lower_min_max (&k, name) ||
         saturate (&k, name) || lower_funnel_shift (&k, name) ||
         mask (&k, name);
}

// ---- others ----------------------------------------------------------------

// Whether a condition is on a flag that assembly returns ("=@ccz"), of which
// clang says that it is 0 or 1.
static bool is_on_flag (LLVMValueRef condition) {
  size_t length;
  LLVMValueRef v = LLVMIsAICmpInst (condition) ? LLVMGetOperand (condition, 0)
                                               : condition;
  if (LLVMIsAExtractValueInst (v))
    v = LLVMGetOperand (v, 0);
  LLVMValueRef code = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
  if (!code || !LLVMIsAInlineAsm (code))
    return false;
  const char *text = LLVMGetInlineAsmConstraintString (code, &length);
  return memmem (text, length, "{@cc", 4);
}

static bool assume (ft_code_builder *c, LLVMValueRef i, const char *name) {
  if (strcmp (name, "llvm.assume"))
    return false;
  if (is_on_flag (LLVMGetOperand (i, 0)))
    return true;
  ft_code_operand o = ft_builder_operand_of (c, i, 0);
  if (o.kind == FT_OPERAND_RESULT)
    ft_builder_undefined_if (
        c, ft_builder_compute (c, FT_OP_EQ, 1, o, ft_code_constant (0), NULL));
  return true;
}

// Intrinsics without an effect that a program can see.
static bool does_nothing (const char *name) {
  static const char *const names[] = {"llvm.lifetime.",
                                      "llvm.dbg.",
                                      "llvm.donothing",
                                      "llvm.sideeffect",
                                      "llvm.experimental.noalias.scope.decl",
                                      "llvm.var.annotation",
                                      "llvm.pseudoprobe",
                                      "llvm.prefetch",
                                      "llvm.stackrestore",
                                      "llvm.x86.sse2.pause",
                                      "llvm.x86.sse2.lfence",
                                      "llvm.x86.sse2.mfence",
                                      "llvm.x86.sse.sfence",
                                      "llvm.invariant.end"};
  return IS_ONE_OF (name, names);
}

// 'stacksave' and 'invariant.start' are declared to access memory only in order
// to stay in place.
static bool is_uninterpreted (LLVMValueRef callee, const char *name) {
  static const char *const names[] = {"llvm.stacksave", "llvm.invariant.start"};
  return !ft_intrinsic_accesses_memory (callee) || IS_ONE_OF (name, names);
}

// A call of a function of which nothing is known but its name.
static void call_unknown (ft_code_builder *c, LLVMValueRef i,
                          const char *name) {
  ft_instruction *new =
      ft_builder_begin (c, FT_INSTRUCTION_CALL, ft_builder_width_of (i));
  new->site = c->site;
  new->constant = ft_guid (name, strlen (name));
  ft_builder_operand (c, FT_CODE_OPERAND_NONE);
  ft_builder_operands (c, i);
  ft_builder_result (c, i);
}

void ft_lower_intrinsic (ft_code_builder *c, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue (i);
  const char *name = ft_intrinsic_name (callee);
  if (does_nothing (name) || ft_intrinsic_traps (i) || ft_intrinsic_identity (i) ||
      assume (c, i, name) || arithmetic (c, i, name) ||
      ft_lower_float_intrinsic (c, i, name))
    return;
  if (c->site) {
    call_unknown (c, i, name);
    return;
  }
  ft_builder_uninterpreted (c,
                            is_uninterpreted (callee, name)
                                ? FT_INSTRUCTION_UNINTERPRETED
                                : FT_INSTRUCTION_HAVOC,
                            i);
}
