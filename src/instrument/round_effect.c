// What instructions of a waiting loop do.
#include "instrument/round_effect.h"

#include <string.h>

#include "instrument/assembly.h"
#include "instrument/memory_op.h"

bool ft_round_is_pause (LLVMValueRef i) {
  static const char *const names[] = {"sched_yield", "pthread_yield", "usleep",
                                      "sleep", "thrd_yield"};
  LLVMValueRef callee = LLVMGetCalledValue (i);
  if (!LLVMIsACallInst (i) || !LLVMIsAFunction (callee) ||
      LLVMGetFirstBasicBlock (callee))
    return false;
  size_t length;
  const char *name = ft_llvm_name (callee, &length);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (length == strlen (names[k]) && !memcmp (name, names[k], length))
      return true;
  return false;
}

static enum ft_round_effect effect_of_call (const ft_unit *u, LLVMValueRef i) {
  static const char *const harmless[] = {"llvm.dbg.", "llvm.lifetime.",
                                         "llvm.assume", "llvm.expect",
                                         "llvm.x86.sse2.pause"};
  ft_assembly assembly;
  const char *name = ft_intrinsic_name (LLVMGetCalledValue (i));
  if (ft_assembly_of (u, i, &assembly))
    return assembly.is_empty || (!assembly.count && !assembly.is_call) ? FT_ROUND_READS
                                                                       : FT_ROUND_ACTS;
  for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
    if (!strncmp (name, harmless[k], strlen (harmless[k])))
      return FT_ROUND_READS;
  return ft_round_is_pause (i) ? FT_ROUND_READS : FT_ROUND_ACTS;
}

static enum ft_round_effect effect_of_update (LLVMValueRef i) {
  LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp (i);
  return op == LLVMAtomicRMWBinOpXchg || op == LLVMAtomicRMWBinOpOr ? FT_ROUND_EXCHANGES
                                                                    : FT_ROUND_ACTS;
}

enum ft_round_effect ft_round_effect_of (const ft_unit *u, LLVMValueRef i) {
  switch ((unsigned)LLVMGetInstructionOpcode (i)) {
  case LLVMCall:
    return effect_of_call (u, i);
  case LLVMAtomicRMW:
    return effect_of_update (i);
  case LLVMAtomicCmpXchg:
    return FT_ROUND_EXCHANGES;
  case LLVMStore:
  case LLVMAlloca:
  case LLVMVAArg:
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMRet:
  case LLVMResume:
  case LLVMIndirectBr:
    return FT_ROUND_ACTS;
  }
  return ft_may_trap (u, i) && !LLVMIsALoadInst (i) ? FT_ROUND_ACTS : FT_ROUND_READS;
}

LLVMValueRef ft_round_address (LLVMValueRef i) {
  bool accesses = LLVMIsALoadInst (i) || LLVMIsAAtomicRMWInst (i) ||
                  LLVMIsAAtomicCmpXchgInst (i);
  return accesses ? LLVMGetOperand (i, 0) : NULL;
}
