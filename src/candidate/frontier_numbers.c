// Slow twin: 'tests/unit/test_screening.c', the definition on random accesses.

#include "candidate/frontier_numbers.h"

#include <string.h>

// Beyond these numbers nothing is said.
enum { MOST_FRONTIERS = 1 << 21, MOST_CONTEXTS = 1 << 20, MOST_ACCESSES = 256 };
#define MOST_OF_ALL ((size_t)1 << 24) // accesses of all frontiers

// A frontier of more accesses is widened; groups are made of more frontiers.
enum { WIDE = 12, MANY = 4096 };

void ft_frontier_numbers_init (ft_frontier_numbers *f, ft_run_epochs *epochs,
                               ft_lock_sets *sets) {
  *f = (ft_frontier_numbers){.epochs = epochs, .sets = sets, .many = MANY};
  f->steps = FT_ARRAY (struct ft_frontier_step, FT_FRONTIER_STEPS);
  for (size_t i = 0; i < FT_FRONTIER_STEPS; i++)
    f->steps[i].frontier = FT_NO_ID;
  while (f->list.size < FT_FRONTIER_FIRST)
    FT_PUSH (f->list, ((struct ft_numbered_frontier){0, 0}));
}

void ft_frontier_numbers_release (ft_frontier_numbers *f) {
  for (size_t i = 0; i < f->contexts.size; i++)
    FT_RELEASE (f->contexts.begin[i].group);
  FT_RELEASE (f->contexts);
  ft_map_release (&f->context_numbers);
  FT_RELEASE (f->accesses);
  FT_RELEASE (f->list);
  ft_map_release (&f->numbers);
  FT_RELEASE (f->draft);
  free (f->steps);
}

uint32_t ft_frontier_numbers_context (ft_frontier_numbers *f, ft_id segment,
                                      ft_id held) {
  uint32_t *number =
      ft_map_at (&f->context_numbers, (uint64_t)segment << 32 | held);
  if (*number == FT_NO_ID) {
    *number = (uint32_t)f->contexts.size;
    FT_PUSH (f->contexts,
             ((ft_access_context){.segment = segment, .held = held}));
  }
  return *number;
}

// ---- two accesses ----------------------------------------------------------

static const ft_access_context *context_of (const ft_frontier_numbers *f,
                                            ft_numbered_access a) {
  return f->contexts.begin + (a >> 11);
}

static uint8_t mask_of (ft_numbered_access a) {
  return (uint8_t)(a >> 3);
}

static bool has (ft_numbered_access a, unsigned mode) {
  return a & mode;
}

static bool is_group (const ft_frontier_numbers *f, ft_numbered_access a) {
  return context_of (f, a)->segment == FT_NO_ID;
}

static bool is_before (const ft_frontier_numbers *f, ft_numbered_access old,
                       ft_numbered_access a) {
  const ft_access_context *c = context_of (f, old);
  ft_id now = context_of (f, a)->segment;
  if (c->segment != FT_NO_ID)
    return ft_run_epochs_before (f->epochs, c->segment, now);
  for (size_t i = 0; i < c->group.size; i++)
    if (!ft_run_epochs_before (f->epochs, c->group.begin[i], now))
      return false;
  return true;
}

static bool may_race (ft_frontier_numbers *f, ft_numbered_access old,
                      ft_numbered_access a) {
  return ft_numbered_accesses_conflict (old, a) && !is_before (f, old, a) &&
         !ft_lock_set_exclusive (f->sets, context_of (f, old)->held,
                                 context_of (f, a)->held);
}

// Whether whatever may race with 'old' may race with 'a', too, unless the order
// excludes that.
static bool as_exposed (ft_frontier_numbers *f, ft_numbered_access a,
                        ft_numbered_access old) {
  return !(mask_of (old) & ~mask_of (a)) &&
         (has (a, FT_NUMBERED_WRITES) || !has (old, FT_NUMBERED_WRITES)) &&
         (!has (a, FT_NUMBERED_ATOMIC) || has (old, FT_NUMBERED_ATOMIC)) &&
         ft_lock_set_within (f->sets, context_of (f, a)->held,
                             context_of (f, old)->held);
}

// ---- groups ----------------------------------------------------------------

static void add_segment (ft_frontier_numbers *f, uint32_t group, ft_id segment) {
  ft_access_context *c = f->contexts.begin + group;
  for (size_t i = 0; i < c->group.size; i++)
    if (c->group.begin[i] == segment)
      return;
  FT_PUSH (c->group, segment);
  f->generation++;
}

// Add the segments of a context to a group.
static void add_segments (ft_frontier_numbers *f, uint32_t group,
                          uint32_t context) {
  if (f->contexts.begin[context].segment != FT_NO_ID)
    add_segment (f, group, f->contexts.begin[context].segment);
  for (size_t i = 0;
       group != context && i < f->contexts.begin[context].group.size; i++)
    add_segment (f, group, f->contexts.begin[context].group.begin[i]);
}

// An access of the group of these locks that stands for both.
static ft_numbered_access join_group (ft_frontier_numbers *f, ft_id held,
                                      ft_numbered_access a,
                                      ft_numbered_access b) {
  uint32_t group = ft_frontier_numbers_context (f, FT_NO_ID, held);
  add_segments (f, group, (uint32_t)(a >> 11));
  add_segments (f, group, (uint32_t)(b >> 11));
  return ft_numbered_access_of (group, mask_of (a) | mask_of (b), a & 7);
}

// Whether an earlier access stands for this one as well.  A group takes the
// segment in.
static bool stands_for (ft_frontier_numbers *f, ft_numbered_access old,
                        ft_numbered_access a) {
  if (!as_exposed (f, old, a))
    return false;
  if (is_group (f, old))
    add_segments (f, (uint32_t)(old >> 11), (uint32_t)(a >> 11));
  return is_group (f, old) ||
         context_of (f, old)->segment == context_of (f, a)->segment;
}

// ---- frontiers -------------------------------------------------------------

static void insert (ft_frontier_numbers *f, ft_numbered_access a) {
  size_t i = f->draft.size;
  FT_PUSH (f->draft, a);
  for (; i && f->draft.begin[i - 1] > a; i--)
    f->draft.begin[i] = f->draft.begin[i - 1];
  f->draft.begin[i] = a;
}

// The access that is as exposed as two of one segment and mode together.
static ft_numbered_access unite (ft_frontier_numbers *f, ft_numbered_access a,
                                 ft_numbered_access b) {
  ft_id held = ft_lock_set_common (f->sets, context_of (f, a)->held,
                                   context_of (f, b)->held);
  if (is_group (f, a))
    return join_group (f, held, a, b);
  uint32_t context =
      ft_frontier_numbers_context (f, context_of (f, a)->segment, held);
  return ft_numbered_access_of (context, mask_of (a) | mask_of (b), a & 7);
}

static bool are_alike (const ft_frontier_numbers *f, ft_numbered_access a,
                       ft_numbered_access b) {
  return (a & 7) == (b & 7) &&
         context_of (f, a)->segment == context_of (f, b)->segment;
}

static void widen (ft_frontier_numbers *f) {
  size_t count = f->draft.size, left = 0;
  for (size_t i = 0; i < count; i++) {
    ft_numbered_access a = f->draft.begin[i];
    size_t j = 0;
    while (j < left && !are_alike (f, f->draft.begin[j], a))
      j++;
    f->draft.begin[j] = j < left ? unite (f, f->draft.begin[j], a) : a;
    left += j == left;
  }
  f->draft.size = 0;
  for (size_t i = 0; i < left; i++) // each before the place it is read from
    insert (f, f->draft.begin[i]);
}

// Add an access, or make it and one that differs in its segment alone one of a
// group.
static void insert_grouped (ft_frontier_numbers *f, ft_numbered_access a) {
  size_t i = 0;
  ft_id held = context_of (f, a)->held;
  while (i < f->draft.size &&
         ((f->draft.begin[i] ^ a) & 0x7ff ||
          context_of (f, f->draft.begin[i])->held != held))
    i++;
  if (i < f->draft.size) {
    a = join_group (f, held, f->draft.begin[i], a);
    for (f->draft.size--; i < f->draft.size; i++)
      f->draft.begin[i] = f->draft.begin[i + 1];
  }
  insert (f, a);
}

// The number of the frontier that was made.
static uint32_t number_of_draft (ft_frontier_numbers *f) {
  size_t count = f->draft.size, bytes = count * sizeof *f->draft.begin;
  uint64_t hash = count;
  if (count > MOST_ACCESSES || f->contexts.size > MOST_CONTEXTS)
    return FT_NO_ID;
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ f->draft.begin[i]) * 0x9E3779B97F4A7C15u;
  for (hash ^= hash >> 29;; hash++) {
    uint32_t *slot = ft_map_at (&f->numbers, hash);
    if (*slot == FT_NO_ID) {
      if (f->list.size == MOST_FRONTIERS || f->accesses.size > MOST_OF_ALL)
        return FT_NO_ID;
      *slot = (uint32_t)f->list.size;
      FT_PUSH (f->list,
               ((struct ft_numbered_frontier){f->accesses.size, (uint32_t)count}));
      for (size_t i = 0; i < count; i++)
        FT_PUSH (f->accesses, f->draft.begin[i]);
    }
    const struct ft_numbered_frontier *n = f->list.begin + *slot;
    if (n->count == count &&
        !memcmp (f->accesses.begin + n->first, f->draft.begin, bytes))
      return *slot;
  }
}

// Groups are made where threads use memory in any order, not where barriers make
// other segments again and again.
static bool are_many (const ft_frontier_numbers *f) {
  return f->list.size >= f->many + 64 * f->epochs->rounds.leaves;
}

// An access that comes after one that it is as exposed as replaces it.  Beside
// one of its own segment, or group, that is as exposed as itself, it adds
// nothing.  A free is the last access of its memory and leaves the frontier as
// it is.
static uint32_t step (ft_frontier_numbers *f, uint32_t frontier,
                      ft_numbered_access a) {
  const struct ft_numbered_frontier n = f->list.begin[frontier];
  bool adds = true;
  FT_CLEAR (f->draft);
  for (uint32_t i = 0; i < n.count; i++) {
    ft_numbered_access old = f->accesses.begin[n.first + i];
    if (may_race (f, old, a))
      return FT_NO_ID;
    if (!has (a, FT_NUMBERED_FREES) && stands_for (f, old, a))
      adds = false;
    else if (is_before (f, old, a) && as_exposed (f, a, old))
      continue;
    FT_PUSH (f->draft, old);
  }
  if (!adds || has (a, FT_NUMBERED_FREES))
    return frontier;
  if (are_many (f))
    insert_grouped (f, a);
  else
    insert (f, a);
  if (f->draft.size > WIDE)
    widen (f);
  return number_of_draft (f);
}

uint32_t ft_frontier_numbers_find (ft_frontier_numbers *f, uint32_t frontier,
                                   ft_numbered_access a) {
  uint32_t next = step (f, frontier, a);
  *ft_frontier_step_at (f, frontier, a) =
      (struct ft_frontier_step){frontier, a, next, f->generation};
  return next;
}
