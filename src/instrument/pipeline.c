// The passes before instrumentation.
#include "instrument/pipeline.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stddef.h>

#include "instrument/array_reduction.h"
#include "instrument/attributes.h"
#include "instrument/byval.h"
#include "instrument/iteration_marks.h"
#include "instrument/lane_marks.h"
#include "instrument/pointer.h"
#include "instrument/vector_access.h"
#include "instrument/waiter_pool.h"

// LLVM may turn '*(c ? &x : &y)' into a load of both, hoist a load of a global
// out of a branch, or store where only one branch stored.  A single thread
// cannot notice, but an access that never happened would be a false race.  No
// option turns all of that off, but 'volatile' does: while passes run that make
// such changes, all accesses but those of local variables are volatile, with a
// mark that distinguishes them from volatile accesses of the program.

static bool is_plain (LLVMValueRef i) {
  return (LLVMIsALoadInst (i) || LLVMIsAStoreInst (i)) &&
         LLVMGetOrdering (i) == LLVMAtomicOrderingNotAtomic;
}

static LLVMValueRef address (LLVMValueRef i) {
  return LLVMGetOperand (i, LLVMIsAStoreInst (i) ? 1 : 0);
}

static void mark_instruction (LLVMValueRef i, unsigned kind,
                              LLVMValueRef node) {
  if (!is_plain (i) || LLVMGetVolatile (i) ||
      LLVMIsAAllocaInst (ft_pointer_base (address (i))))
    return;
  LLVMSetVolatile (i, 1);
  LLVMSetMetadata (i, kind, node);
}

static void unmark_instruction (LLVMValueRef i, unsigned kind,
                                LLVMValueRef node) {
  (void)node;
  if (!is_plain (i) || !LLVMGetMetadata (i, kind))
    return;
  LLVMSetVolatile (i, 0);
  LLVMSetMetadata (i, kind, NULL);
}

static void each_instruction (LLVMModuleRef m,
                              void (*visit) (LLVMValueRef, unsigned,
                                             LLVMValueRef)) {
  LLVMContextRef c = LLVMGetModuleContext (m);
  unsigned kind = LLVMGetMDKindIDInContext (c, "foretrace.plain", 15);
  LLVMValueRef node =
      LLVMMetadataAsValue (c, LLVMMDNodeInContext2 (c, NULL, 0));
  for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
       f = LLVMGetNextFunction (f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
      for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
           i = LLVMGetNextInstruction (i))
        visit (i, kind, node);
}

#define TIDY                                                                   \
  "simplifycfg<no-hoist-common-insts;no-sink-common-insts;"                    \
  "no-speculate-blocks;no-switch-to-lookup;no-forward-switch-cond;"            \
  "bonus-inst-threshold=0>"

typedef struct stage {
  bool marked; // accesses are volatile while the passes run
  const char *passes;
  bool removes; // accesses that repeat others
} stage;

// A coroutine becomes the functions that begin, resume and destroy it, with its
// variables in a block that these share.  So whichever thread resumes it has
// frames, calls and accesses like those of any other function.
//
// 'early-cse' neither moves nor invents accesses, so that it needs no marks.
// Functions are inlined before instrumentation, as otherwise each
// 'std::mutex::lock' and 'operator[]' would make records.  Loops get their
// condition at their end, so that an iteration of a small loop is one block,
// with one check in light builds.  Loads and stores of some lanes of a vector
// become one access for each lane.  A function that stands here only to be
// inlined (available_externally) has no records where it is called: the call
// goes to the library.
static const stage stages[] = {
    {false, "coro-early,cgscc(coro-split),coro-cleanup,globaldce", false},
    {false, "function(scalarize-masked-mem-intrin)", false},
    {true, "function(lower-expect,sroa,early-cse," TIDY "),"
           "cgscc(inline,function(sroa,early-cse," TIDY ")),"
           "elim-avail-extern,globaldce",
     false},
    {true, "function(sroa,instcombine<no-verify-fixpoint>," TIDY
           ",loop(loop-rotate)," TIDY ")",
     false},
    {false, "function(early-cse)", true},
    {true, "function(sroa,instcombine<no-verify-fixpoint>," TIDY ")", false},
};

enum { INLINE_THRESHOLD = 80 }; // -O2 has 225; more here costs only size

static bool run_stage (LLVMModuleRef m, const stage *s,
                       LLVMPassBuilderOptionsRef options, const char *path,
                       ft_error *error) {
  if (s->marked)
    each_instruction (m, mark_instruction);
  LLVMErrorRef failed = LLVMRunPasses (m, s->passes, NULL, options);
  if (s->marked)
    each_instruction (m, unmark_instruction);
  if (!failed)
    return true;
  char *message = LLVMGetErrorMessage (failed);
  ft_error_set (error, FT_EXIT_INTERNAL, "%.400s: passes: %.400s", path,
                message);
  LLVMDisposeErrorMessage (message);
  return false;
}

bool ft_pipeline_run (LLVMModuleRef m, bool keeps_accesses, const char *path,
                      ft_error *error) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();
  LLVMPassBuilderOptionsSetInlinerThreshold (options, INLINE_THRESHOLD);
  bool ok = true;
  ft_waiter_pool_hide (m);
  ft_array_reduction_use_copies (m);
  ft_iteration_marks_add (m);
  ft_lane_marks_add (m);
  ft_attributes_strip_restrict (m);
  ft_byval_make_explicit (m);
  ft_vector_access_make_generic (m);
  for (size_t i = 0; ok && i < sizeof stages / sizeof *stages; i++)
    ok = (keeps_accesses && stages[i].removes) ||
         run_stage (m, &stages[i], options, path, error);
  LLVMDisposePassBuilderOptions (options);
  return ok;
}
