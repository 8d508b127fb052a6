#include "run/memory_blocks.h"

#include <assert.h>

// A block has two lifetimes, before and after its free, with successive
// numbers.

void ft_memory_blocks_release (ft_memory_blocks *b) {
  ft_ranges_release (&b->ranges);
  FT_RELEASE (b->list);
  FT_RELEASE (b->unused);
  FT_RELEASE (b->threads);
}

static ft_memory_block *block_at (const ft_memory_blocks *b, ft_id id) {
  return b->list.begin + id;
}

static void insert_piece (ft_memory_blocks *b, ft_id id, uint64_t first,
                          uint64_t last) {
  ft_ranges_insert (&b->ranges, first, last, id);
  block_at (b, id)->pieces++;
}

static uint64_t tick_number (const ft_run_record *r) {
  return r->tick * FT_MOST_THREADS + r->thread->number; // 'ft_tick_number'
}

static ft_thread_origin *origin_of (ft_memory_blocks *b, uint64_t thread) {
  FT_GROW (b->threads, (size_t)thread + 1,
           ((ft_thread_origin){0, FT_NO_ID, FT_NO_ID}));
  return b->threads.begin + thread;
}

// A stack is given back by the thread that joins its owner, or by the owner if
// none does; its next owner has the address from the thread that creates it.
static void note_thread (ft_memory_blocks *b, const ft_run_record *r) {
  bool joins = r->code == FT_WIRE_JOIN;
  if (r->at || !b->reuses || r->payload >= FT_MOST_THREADS)
    return;
  if (r->code == FT_WIRE_FORK) {
    ft_thread_origin *o = origin_of (b, r->payload);
    o->forked = tick_number (r);
    o->forker = r->thread->number;
  }
  if (!joins && r->code != FT_WIRE_THREAD_END)
    return;
  uint32_t thread = joins ? (uint32_t)r->payload : r->thread->number;
  ft_id stack = origin_of (b, thread)->stack;
  if (stack == FT_NO_ID || block_at (b, stack)->kind != FT_BLOCK_STACK ||
      block_at (b, stack)->thread != thread)
    return;
  block_at (b, stack)->ended = tick_number (r);
  block_at (b, stack)->ender = r->thread->number;
}

static void note_reuse (ft_memory_blocks *b, const ft_run_record *r,
                        const ft_memory_block *old, uint64_t first,
                        uint64_t last) {
  ft_memory_reuse reuse = {
      .first = first, .last = last, .tick = tick_number (r), .freed = old->ended};
  bool starts = r->code == FT_WIRE_THREAD_START;
  if (!b->reuses || r->code == FT_WIRE_UNMAP || old->ender == FT_NO_ID)
    return;
  const ft_thread_origin *o = starts ? origin_of (b, r->thread->number) : NULL;
  if (old->ender == (o ? o->forker : r->thread->number))
    return;
  ft_memory_reuses_add (b->reuses, reuse);
  if (!o || o->forker == FT_NO_ID)
    return;
  reuse.tick = o->forked;
  ft_memory_reuses_add (b->reuses, reuse);
}

// A heap block whose memory belonged to no other one before is freed.
static void note_free (ft_memory_blocks *b, const ft_run_record *r,
                       const ft_memory_block *block) {
  if (b->reuses && r->code == FT_WIRE_FREE && !block->again)
    ft_memory_reuses_free (b->reuses, tick_number (r),
                           (ft_freed_block){block->address,
                                            block->thread != r->thread->number,
                                            false});
}

// Another block gets memory of a block that was freed.
static void note_again (ft_memory_blocks *b, const ft_memory_block *old) {
  ft_id number = b->reuses && old->freed
                     ? ft_memory_reuses_freed (b->reuses, old->address)
                     : FT_NO_ID;
  if (number != FT_NO_ID)
    b->reuses->freed.begin[number].again = true;
}

// Remove all blocks from a range; parts of blocks outside the range stay.
// Returns whether there were any.
static bool make_room (ft_memory_blocks *b, const ft_run_record *r,
                       uint64_t first, uint64_t last,
                       ft_memory_block_cut *cut, void *context) {
  ft_id id;
  bool any = false;
  while ((id = ft_ranges_overlap (&b->ranges, first, last)) != FT_NO_ID) {
    uint64_t from = first, to = last;
    any = true;
    ft_ranges_get (&b->ranges, &from, &to);
    ft_memory_block *block = block_at (b, id);
    note_reuse (b, r, block, first, last);
    note_again (b, block);
    if (!block->freed && !block->cut) {
      block->cut = true;
      if (cut)
        cut (context, block);
    }
    ft_ranges_remove (&b->ranges, from);
    if (from < first)
      insert_piece (b, id, from, first - 1);
    if (to > last)
      insert_piece (b, id, last + 1, to);
    if (!--block_at (b, id)->pieces)
      FT_PUSH (b->unused, id);
  }
  return any;
}

static ft_id new_block (ft_memory_blocks *b) {
  if (!FT_EMPTY (b->unused))
    return FT_POP (b->unused);
  FT_PUSH (b->list, (ft_memory_block){0});
  return (ft_id)b->list.size - 1;
}

static ft_block_change begin (ft_memory_blocks *b, const ft_run_record *r,
                              enum ft_memory_block_kind kind, uint64_t address,
                              uint64_t bytes, ft_memory_block_cut *cut,
                              void *context) {
  if (!bytes)
    bytes = 1;
  uint64_t first = address & ~(uint64_t)7, last = (address + bytes - 1) | 7;
  if (last < first || last > FT_WIRE_PAYLOAD)
    return (ft_block_change){FT_BLOCK_UNCHANGED, FT_NO_ID};
  bool again = make_room (b, r, first, last, cut, context);
  ft_id id = new_block (b);
  *block_at (b, id) = (ft_memory_block){.first = first,
                                        .last = last,
                                        .address = address,
                                        .bytes = bytes,
                                        .life = b->lives + 1,
                                        .thread = r->thread->number,
                                        .kind = (uint8_t)kind,
                                        .again = again,
                                        .ender = FT_NO_ID,
                                        .empty = r->empty ||
                                                 r->code == FT_WIRE_ALLOC,
                                        .zeroed = r->zeroed || r->empty,
                                        .alloc = FT_NO_POS,
                                        .label = FT_NO_ID};
  b->lives += 2;
  insert_piece (b, id, first, last);
  return (ft_block_change){FT_BLOCK_BEGINS, id};
}

static ft_block_change end_heap (const ft_memory_blocks *b, uint64_t address) {
  ft_id id = ft_ranges_find (&b->ranges, address);
  if (id == FT_NO_ID || block_at (b, id)->kind != FT_BLOCK_HEAP ||
      block_at (b, id)->address != address || block_at (b, id)->freed ||
      block_at (b, id)->cut)
    return (ft_block_change){FT_BLOCK_UNCHANGED, FT_NO_ID};
  return (ft_block_change){FT_BLOCK_ENDS, id};
}

// A mapping that is unmapped as a whole is freed; of another one a part becomes
// unknown memory, which the thread has given back.
static ft_block_change end_mapping (ft_memory_blocks *b, const ft_run_record *r,
                                    ft_memory_block_cut *cut, void *context) {
  ft_id id = ft_ranges_find (&b->ranges, r->payload);
  uint64_t bytes = r->word[0];
  if (id != FT_NO_ID && block_at (b, id)->kind == FT_BLOCK_MAPPED &&
      block_at (b, id)->address == r->payload && !block_at (b, id)->freed &&
      !block_at (b, id)->cut &&
      block_at (b, id)->last == ((r->payload + bytes - 1) | 7))
    return (ft_block_change){FT_BLOCK_ENDS, id};
  ft_block_change c =
      begin (b, r, FT_BLOCK_MAPPED, r->payload, bytes, cut, context);
  if (c.what == FT_BLOCK_BEGINS)
    block_at (b, c.block)->cut = true;
  return c;
}

static ft_block_change change (ft_memory_blocks *b, const ft_run_record *r,
                               ft_memory_block_cut *cut, void *context) {
  switch (r->code) {
  case FT_WIRE_ALLOC:
    return begin (b, r, FT_BLOCK_HEAP, r->payload, r->word[0], cut, context);
  case FT_WIRE_MAP:
    return begin (b, r, FT_BLOCK_MAPPED, r->payload, r->word[0], cut, context);
  case FT_WIRE_FREE:
    return end_heap (b, r->payload);
  case FT_WIRE_UNMAP:
    return end_mapping (b, r, cut, context);
  case FT_WIRE_THREAD_START:
    if (r->word[1] > r->word[0])
      return begin (b, r, FT_BLOCK_STACK, r->word[0], r->word[1] - r->word[0],
                    cut, context);
  }
  return (ft_block_change){FT_BLOCK_UNCHANGED, FT_NO_ID};
}

ft_block_change ft_memory_blocks_change (ft_memory_blocks *b,
                                         const ft_run_record *r,
                                         ft_memory_block_cut *cut,
                                         void *context) {
  note_thread (b, r);
  ft_block_change c = change (b, r, cut, context);
  if (c.what == FT_BLOCK_ENDS ||
      (c.what == FT_BLOCK_BEGINS && r->code == FT_WIRE_UNMAP)) {
    block_at (b, c.block)->ended = tick_number (r);
    block_at (b, c.block)->ender = r->thread->number;
  }
  if (c.what == FT_BLOCK_ENDS)
    note_free (b, r, block_at (b, c.block));
  if (c.what == FT_BLOCK_BEGINS && r->code == FT_WIRE_THREAD_START && b->reuses)
    origin_of (b, r->thread->number)->stack = c.block;
  return c;
}

static void cut_read (const ft_memory_blocks *b, ft_run_access *t) {
  const ft_memory_block *block = ft_memory_blocks_at (b, t->address);
  if (block && block->kind == FT_BLOCK_HEAP && block->address == t->address &&
      !block->freed && !block->cut && t->bytes > block->bytes)
    t->bytes = block->bytes;
}

// Whether a free of this address is a second one; the bytes that it writes.
static bool is_second_free (const ft_memory_blocks *b, uint64_t address,
                            uint64_t *bytes) {
  ft_id id = ft_ranges_find (&b->ranges, address);
  const ft_memory_block *block = id == FT_NO_ID ? NULL : block_at (b, id);
  if (!block || block->kind != FT_BLOCK_HEAP || block->address != address ||
      !block->freed || !ft_memory_blocks_holds (b, id))
    return false;
  // Another block may have the memory behind it.
  uint64_t first = address, last = address;
  ft_ranges_get (&b->ranges, &first, &last);
  *bytes = last - address < block->bytes ? last - address + 1 : block->bytes;
  return true;
}

int ft_memory_blocks_accesses (ft_memory_blocks *b, const ft_run_record *r,
                               ft_run_access accesses[2], int count) {
  uint64_t bytes;
  if (r->at)
    return count;
  b->externals += r->code == FT_WIRE_EXTERNAL;
  if (r->code == FT_WIRE_READ_RANGE && count > 0)
    cut_read (b, accesses);
  if (r->code != FT_WIRE_FREE || !is_second_free (b, r->payload, &bytes))
    return count;
  *accesses = (ft_run_access){.address = r->payload,
                              .bytes = bytes,
                              .kind = FT_WRITE,
                              .order = FT_ORDER_PLAIN,
                              .frees = true};
  return 1;
}

void ft_memory_blocks_end (ft_memory_blocks *b, ft_id block) {
  assert (!block_at (b, block)->freed);
  block_at (b, block)->freed = true;
  block_at (b, block)->externals = b->externals;
}

bool ft_memory_blocks_holds (const ft_memory_blocks *b, ft_id block) {
  return block_at (b, block)->externals == b->externals;
}

const ft_memory_block *ft_memory_blocks_at (const ft_memory_blocks *b,
                                            uint64_t address) {
  ft_id id = ft_ranges_find (&b->ranges, address);
  return id == FT_NO_ID ? NULL : block_at (b, id);
}

uint64_t ft_memory_blocks_lifetime (const ft_memory_blocks *b,
                                    uint64_t address) {
  const ft_memory_block *block = ft_memory_blocks_at (b, address);
  return block ? block->life + block->freed : 0;
}

uint64_t ft_memory_blocks_number (const ft_memory_blocks *b, uint64_t address) {
  const ft_memory_block *block = ft_memory_blocks_at (b, address);
  return block ? block->life : 0;
}
