#include "trace/altpath.h"

#include <assert.h>

void ft_altpaths_release (ft_altpaths *a) {
  FT_RELEASE (a->list);
  FT_RELEASE (a->events);
  FT_RELEASE (a->of_event);
  FT_RELEASE (a->branches);
}

size_t ft_altpaths_bytes (const ft_altpaths *a) {
  return a->list.capacity * sizeof *a->list.begin +
         a->events.capacity * sizeof *a->events.begin +
         a->of_event.capacity * sizeof *a->of_event.begin +
         a->branches.capacity * sizeof *a->branches.begin;
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

// Puts a new alternative at the end of a branch's list.
static void append (ft_altpaths *a, uint32_t *first, ft_altpath new) {
  uint32_t *link = first;
  while (*link != FT_NO_ID)
    link = &a->list.begin[*link].next;
  *link = (uint32_t)a->list.size;
  new.next = FT_NO_ID;
  FT_PUSH (a->list, new);
}

void ft_altpaths_add (ft_altpaths *a, ft_pos branch,
                          ft_altpath new) {
  bool known =
      !FT_EMPTY (a->branches) && FT_TOP (a->branches).position == branch;
  if (!known)
    FT_PUSH (a->branches, ((struct ft_altpath_branch){branch, FT_NO_ID}));
  append (a, &FT_TOP (a->branches).first, new);
}

void ft_altpaths_nest (ft_altpaths *a, uint32_t nested,
                           ft_altpath new) {
  append (a, a->of_event.begin + nested, new);
}

static int compare_positions (const void *a, const void *b) {
  const struct ft_altpath_branch *p = a, *q = b;
  return (p->position > q->position) - (p->position < q->position);
}

void ft_altpaths_sort (ft_altpaths *a) {
  if (a->branches.size)
    qsort (a->branches.begin, a->branches.size, sizeof *a->branches.begin,
           compare_positions);
}

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
  case FT_BRANCH:
  case FT_LOCAL:
    return true;
  case FT_FENCE:
  case FT_TRY_FAILED:
  case FT_JOIN:
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
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
