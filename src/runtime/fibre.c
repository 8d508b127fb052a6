// Which stacks there are: sorted by address, so that the stack of a context is
// found by its stack pointer.

#include "runtime/fibre.h"

static ft_fibre **made; // ascending, without overlaps
static size_t made_count, made_room;

uint32_t ft_fibre_number_new (void) {
  static uint32_t next = FT_WIRE_FIRST_FIBRE;
  return next++;
}

ft_fibre *ft_fibre_of_thread (ft_thread *t) {
  if (!t->own) {
    t->own = ft_arena_alloc (sizeof *t->own);
    *t->own = (ft_fibre){.number = t->id,
                         .begun = true,
                         .low = t->stack_low,
                         .end = t->stack_end,
                         .top = t->stack_end};
  }
  return t->own;
}

// How many of them end at or below an address.
static size_t below (uintptr_t address) {
  size_t first = 0, last = made_count;
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if (made[middle]->end <= address)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

static bool is_own (const ft_thread *t, uintptr_t address) {
  return t && address >= t->stack_low && address < t->stack_end;
}

ft_fibre *ft_fibre_at (ft_thread *t, uintptr_t address) {
  size_t i = below (address);
  if (i < made_count && made[i]->low <= address)
    return made[i];
  if (is_own (t, address))
    return ft_fibre_of_thread (t);
  for (uint32_t n = 0; n < ft_thread_count; n++)
    if (is_own (ft_threads[n], address))
      return ft_fibre_of_thread (ft_threads[n]);
  return NULL;
}

static void grow (void) {
  if (made_count < made_room)
    return;
  size_t room = made_room ? 2 * made_room : 64;
  ft_fibre **more = ft_arena_alloc (room * sizeof *more);
  for (size_t i = 0; i < made_count; i++)
    more[i] = made[i];
  made = more;
  made_room = room;
}

// Put 'f' in the place of 'count' fibres from the i-th on.
static void replace (size_t i, size_t count, ft_fibre *f) {
  if (!count) {
    grow ();
    for (size_t k = made_count++; k > i; k--)
      made[k] = made[k - 1];
  } else if (count > 1) {
    for (size_t k = i + count; k < made_count; k++)
      made[k - count + 1] = made[k];
    made_count -= count - 1;
  }
  made[i] = f;
}

ft_fibre *ft_fibre_make (uintptr_t low, uintptr_t end) {
  size_t i = below (low), count = 0;
  while (i + count < made_count && made[i + count]->low < end)
    count++;
  ft_fibre *f = count ? made[i] : ft_arena_alloc (sizeof *f);
  *f = (ft_fibre){.left = true,
                  .low = low,
                  .end = end,
                  .end_context = f->end_context,
                  .word = f->word};
  replace (i, count, f);
  return f;
}
