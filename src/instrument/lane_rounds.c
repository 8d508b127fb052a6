// Inner loops of a simd loop.
//
// In clang's code a branch back is one to a block that stands before, and whose loop
// does not reach out of the iteration; any other branch of that kind is a 'goto'.
#include "instrument/lane_rounds.h"

#include "base/hash.h"
#include "instrument/iteration_marks.h"
#include "instrument/unit.h"

typedef struct inner {
  ft_loop_blocks blocks;
  ft_map inside; // the blocks
} inner;

typedef struct rounds {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  const ft_loop_blocks *outer;
  ft_map place; // of the blocks of the outer loop, in the function
  FT_STACK (inner) loops;
} rounds;

// ---- blocks of loops -------------------------------------------------------

// The block that branches to another one, if the use of the latter is a branch.
static LLVMBasicBlockRef before (LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser (use);
  return LLVMIsATerminatorInst (user) ? LLVMGetInstructionParent (user) : NULL;
}

static void add_block (ft_loop_blocks *blocks, ft_map *inside,
                       LLVMBasicBlockRef b) {
  uint32_t *known = ft_map_at (inside, ft_pointer_key (b));
  if (*known != FT_NO_ID)
    return;
  *known = 1;
  FT_PUSH (*blocks, b);
}

// From the branch back to the header, against the branches.
static void find (ft_loop_blocks *blocks, ft_map *inside,
                  LLVMBasicBlockRef header, LLVMBasicBlockRef from) {
  size_t k = blocks->size;
  add_block (blocks, inside, header);
  add_block (blocks, inside, from);
  for (k = k ? k : 1; k < blocks->size; k++)
    for (LLVMUseRef use =
             LLVMGetFirstUse (LLVMBasicBlockAsValue (blocks->begin[k]));
         use; use = LLVMGetNextUse (use))
      if (before (use))
        add_block (blocks, inside, before (use));
}

void ft_loop_blocks_find (ft_loop_blocks *blocks, LLVMBasicBlockRef header,
                          LLVMBasicBlockRef from) {
  ft_map inside = {0};
  find (blocks, &inside, header, from);
  ft_map_release (&inside);
}

// ---- inner loops -----------------------------------------------------------

static bool is_inside (const inner *l, LLVMBasicBlockRef b) {
  return ft_map_get (&l->inside, ft_pointer_key (b)) != FT_NO_ID;
}

static unsigned depth_of (const rounds *r, LLVMBasicBlockRef b) {
  unsigned depth = 0;
  for (size_t i = 0; i < r->loops.size; i++)
    depth += is_inside (r->loops.begin + i, b);
  return depth;
}

static inner *loop_of (rounds *r, LLVMBasicBlockRef header) {
  for (size_t i = 0; i < r->loops.size; i++)
    if (r->loops.begin[i].blocks.begin[0] == header)
      return r->loops.begin + i;
  FT_PUSH (r->loops, (inner){0});
  return &FT_TOP (r->loops);
}

static bool find_loops_to (rounds *r, LLVMBasicBlockRef header) {
  uint32_t place = ft_map_get (&r->place, ft_pointer_key (header));
  LLVMUseRef use = LLVMGetFirstUse (LLVMBasicBlockAsValue (header));
  for (; use; use = LLVMGetNextUse (use)) {
    LLVMBasicBlockRef from = before (use);
    uint32_t of_from =
        from ? ft_map_get (&r->place, ft_pointer_key (from)) : FT_NO_ID;
    if (of_from == FT_NO_ID || of_from < place)
      continue;
    inner *l = loop_of (r, header);
    find (&l->blocks, &l->inside, header, from);
    if (is_inside (l, r->outer->begin[0]))
      return false;
  }
  return true;
}

static bool find_loops (rounds *r) {
  LLVMValueRef function = LLVMGetBasicBlockParent (r->outer->begin[0]);
  uint32_t place = 0;
  for (size_t k = 0; k < r->outer->size; k++)
    *ft_map_at (&r->place, ft_pointer_key (r->outer->begin[k])) = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
       b = LLVMGetNextBasicBlock (b), place++)
    if (ft_map_get (&r->place, ft_pointer_key (b)) != FT_NO_ID)
      *ft_map_at (&r->place, ft_pointer_key (b)) = place;
  for (size_t k = 1; k < r->outer->size; k++) // the header has the branch of lanes
    if (!find_loops_to (r, r->outer->begin[k]))
      return false;
  return true;
}

// ---- marks -----------------------------------------------------------------

static void mark (rounds *r, LLVMBasicBlockRef b, size_t number) {
  LLVMTypeRef word = LLVMInt64TypeInContext (LLVMGetModuleContext (r->module));
  LLVMValueRef first = LLVMGetFirstInstruction (b);
  while (LLVMIsAPHINode (first) || LLVMIsALandingPadInst (first))
    first = LLVMGetNextInstruction (first);
  LLVMMetadataRef location = LLVMGetCurrentDebugLocation2 (r->builder);
  LLVMPositionBuilderBefore (r->builder, first);
  LLVMSetCurrentDebugLocation2 (r->builder, location);
  ft_mark_store (r->module, r->builder, "ft_omp_lane_round",
                 LLVMConstInt (word, number << 8 | depth_of (r, b), false));
}

// Whether a branch from an inner loop that the block is not in leads to it.
static bool leaves (const rounds *r, LLVMBasicBlockRef b) {
  LLVMUseRef use = LLVMGetFirstUse (LLVMBasicBlockAsValue (b));
  for (; use; use = LLVMGetNextUse (use))
    for (size_t i = 0; before (use) && i < r->loops.size; i++)
      if (is_inside (r->loops.begin + i, before (use)) &&
          !is_inside (r->loops.begin + i, b))
        return true;
  return false;
}

static void mark_block (rounds *r, LLVMBasicBlockRef b) {
  for (size_t i = 0; i < r->loops.size; i++)
    if (r->loops.begin[i].blocks.begin[0] == b) {
      mark (r, b, i + 1);
      return;
    }
  if (leaves (r, b))
    mark (r, b, 0);
}

bool ft_lane_rounds_mark (LLVMModuleRef m, LLVMBuilderRef builder,
                          const ft_loop_blocks *outer) {
  rounds r = {.module = m, .builder = builder, .outer = outer};
  bool fine = find_loops (&r);
  for (size_t k = 1; fine && k < outer->size; k++)
    mark_block (&r, outer->begin[k]);
  for (size_t i = 0; i < r.loops.size; i++) {
    FT_RELEASE (r.loops.begin[i].blocks);
    ft_map_release (&r.loops.begin[i].inside);
  }
  FT_RELEASE (r.loops);
  ft_map_release (&r.place);
  return fine;
}
