#include "trace/altpath.h"

#include <assert.h>

void ft_altpaths_release (ft_altpaths *a) {
  FT_RELEASE (a->list);
  FT_RELEASE (a->events);
  FT_RELEASE (a->of_event);
  FT_RELEASE (a->branches);
}

static struct ft_altpath_branch *find (const ft_altpaths *a, ft_pos branch) {
  size_t low = 0, high = a->branches.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (a->branches.begin[middle].position < branch)
      low = middle + 1;
    else
      high = middle;
  }
  struct ft_altpath_branch *f = a->branches.begin + low;
  return low < a->branches.size && f->position == branch ? f : NULL;
}

uint32_t ft_altpaths_at (const ft_altpaths *a, ft_pos branch) {
  struct ft_altpath_branch *f = find (a, branch);
  return f ? f->first : FT_NO_ID;
}

void ft_altpaths_forget (ft_altpaths *a, ft_pos branch) {
  struct ft_altpath_branch *f = find (a, branch);
  if (f)
    f->first = FT_NO_ID;
}

void ft_altpaths_push (ft_altpaths *a, ft_event e) {
  e.flags |= FT_ALTPATH;
  FT_PUSH (a->events, e);
  FT_PUSH (a->of_event, FT_NO_ID);
}

// Append a path to the list of its branch.
static void append (ft_altpaths *a, uint32_t *first, ft_altpath new) {
  uint32_t *link = first;
  while (*link != FT_NO_ID)
    link = &a->list.begin[*link].next;
  *link = (uint32_t)a->list.size;
  new.next = FT_NO_ID;
  FT_PUSH (a->list, new);
}

void ft_altpaths_add (ft_altpaths *a, ft_pos branch, ft_altpath new) {
  assert (!new.count || (size_t) new.first + new.count <= a->events.size);
  bool known =
      !FT_EMPTY (a->branches) && FT_TOP (a->branches).position == branch;
  if (!known)
    FT_PUSH (a->branches, ((struct ft_altpath_branch){branch, FT_NO_ID}));
  append (a, &FT_TOP (a->branches).first, new);
}

void ft_altpaths_nest (ft_altpaths *a, uint32_t nested, ft_altpath new) {
  append (a, a->of_event.begin + nested, new);
}

// ---- numbers of events -----------------------------------------------------

// Whether the events of a branch's paths stand where they are to be, from
// '*number' on, which is left behind the last of them.
static bool in_order (const ft_altpaths *a, uint32_t first, uint32_t *number) {
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next) {
    const ft_altpath *x = a->list.begin + i;
    if (x->first != *number)
      return false;
    *number += x->count;
    for (uint32_t k = x->first; k < x->first + x->count; k++)
      if (!in_order (a, a->of_event.begin[k], number))
        return false;
  }
  return true;
}

static bool all_in_order (const ft_altpaths *a) {
  uint32_t number = 0;
  for (size_t i = 0; i < a->branches.size; i++)
    if (!in_order (a, a->branches.begin[i].first, &number))
      return false;
  return number == a->events.size;
}

// Copies the paths of a branch, and those that branch off from them; the first
// of the copies.
static uint32_t copy_paths (ft_altpaths *to, const ft_altpaths *from,
                            uint32_t first, uint32_t *numbers) {
  uint32_t copied = FT_NO_ID;
  for (uint32_t i = first; i != FT_NO_ID; i = from->list.begin[i].next) {
    ft_altpath x = from->list.begin[i];
    uint32_t old = x.first;
    x.first = (uint32_t)to->events.size;
    for (uint32_t k = 0; k < x.count; k++) {
      numbers[old + k] = x.first + k;
      ft_altpaths_push (to, from->events.begin[old + k]);
    }
    append (to, &copied, x);
    for (uint32_t k = 0; k < x.count; k++) {
      uint32_t inner = from->of_event.begin[old + k];
      inner = copy_paths (to, from, inner, numbers);
      to->of_event.begin[x.first + k] = inner;
    }
  }
  return copied;
}

uint32_t *ft_altpaths_renumber (ft_altpaths *a) {
  ft_altpaths to = {0};
  if (all_in_order (a))
    return NULL;
  uint32_t *numbers = FT_ARRAY (uint32_t, a->events.size);
  for (size_t i = 0; i < a->events.size; i++)
    numbers[i] = FT_NO_ID;
  for (size_t i = 0; i < a->branches.size; i++) {
    struct ft_altpath_branch b = a->branches.begin[i];
    b.first = copy_paths (&to, a, b.first, numbers);
    if (b.first != FT_NO_ID)
      FT_PUSH (to.branches, b);
  }
  ft_altpaths_release (a);
  *a = to;
  return numbers;
}

// ----------------------------------------------------------------------------

bool ft_altpath_allows (enum ft_kind kind) {
  switch (kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_ACQUIRE:
  case FT_RELEASE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE_SHARED:
  case FT_FORK:
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BRANCH:
  case FT_LOCAL:
  case FT_FENCE:
    return true;
  case FT_TRY_FAILED:
  case FT_JOIN:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
  case FT_ALLOC:
  case FT_FREE:
    return false;
  }
  assert (false);
  return false;
}

ft_altpaths_mark ft_altpaths_here (const ft_altpaths *a) {
  return (ft_altpaths_mark){a->list.size, a->events.size, a->branches.size};
}

void ft_altpaths_undo (ft_altpaths *a, ft_altpaths_mark mark) {
  a->list.size = mark.list;
  a->events.size = a->of_event.size = mark.events;
  a->branches.size = mark.branches;
}
