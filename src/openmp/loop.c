// Loops: which iterations a member executes (LLVM's kmp_sched.cpp says what the
// parameters mean).

#include <stdlib.h>

#include "openmp/marks.h"
#include "openmp/sections.h"
#include "openmp/settings.h"
#include "openmp/team.h"

// Numbers of schedules; modifiers are bits above.
enum {
  STATIC_CHUNKED = 33,
  STATIC = 34,
  RUNTIME = 37,
  STATIC_BALANCED_CHUNKED = 45,
  ORDERED_FIRST = 64,
  ORDERED_LAST = 72,
  ORDERED_OFFSET = 32,
  DISTRIBUTE_STATIC_CHUNKED = 91,
  DISTRIBUTE_STATIC = 92,
  MODIFIERS = 1 << 29 | 1 << 30
};

// ---- static loops
// ------------------------------------------------------------

// Iterations of a loop whose bounds are extended to 64 bits; there is at least
// one.
static uint64_t count_of (uint64_t lower, uint64_t upper, int64_t step) {
  return step > 0 ? (upper - lower) / (uint64_t)step + 1
                  : (lower - upper) / (0 - (uint64_t)step) + 1;
}

static bool are_sections (const ft_omp_location *at) {
  return at && at->flags & FT_OMP_AT_SECTIONS;
}

static bool is_of_teams (int schedule) {
  return schedule == DISTRIBUTE_STATIC || schedule == DISTRIBUTE_STATIC_CHUNKED;
}

// Among the members or teams that share a loop.  Two words, which are passed in registers:
// with three, in memory, re-execution of static loops was desynchronised.
typedef struct place {
  uint64_t number;
  uint32_t size;
  bool sections; // of a construct of sections, whose parts sections.h chooses
} place;

static place place_for (const ft_omp_location *at, int schedule) {
  ft_omp_member *m = ft_omp_me ();
  if (are_sections (at))
    return (place){ft_omp_sections_part (m), (uint32_t)ft_omp_size (m), true};
  if (!is_of_teams (schedule))
    return (place){(uint64_t)ft_omp_number (m), (uint32_t)ft_omp_size (m), false};
  // Threads of a team share its number.
  ft_omp_team *t = m->team;
  while (t->creator && !t->is_league)
    m = t->creator, t = m->team;
  return t->is_league ? (place){(uint64_t)m->number, (uint32_t)t->size, false}
                      : (place){0, 1, false};
}

// A loop with 'depend' looks up the members of other iterations.
static void keep_static (ft_omp_loop *l, uint64_t count, uint64_t chunk) {
  uint64_t size = (uint64_t)ft_omp_size (ft_omp_me ());
  l->count = count;
  l->is_static = !chunk;
  l->is_fixed = !l->is_static;
  l->chunk = chunk ? chunk : count / size;
  l->extra = chunk ? 0 : count % size;
}

// Loops with 'depend' have orders between their iterations.
static void mark_static (const ft_omp_location *at, int schedule,
                         uint64_t count, uint64_t chunk) {
  bool whole = schedule == STATIC;
  int dealt = is_of_teams (schedule) || ft_omp_me ()->loop.dimensions
                  ? FT_OMP_NOT_DEALT
              : whole ? FT_OMP_ONE_CHUNK
                      : FT_OMP_STATIC_CHUNKS;
  ft_omp_mark_loop (dealt,
                    are_sections (at)
                        ? ft_omp_sections_begin (ft_omp_me ()) | FT_OMP_SECTIONS
                        : 0,
                    count, whole ? 0 : chunk);
  if (ft_omp_me ()->loop.dimensions)
    keep_static (&ft_omp_me ()->loop, count, whole ? 0 : chunk);
}

// The first iteration of a part of a loop with one part for each place.
static uint64_t part_begin (place p, uint64_t count, uint64_t part) {
  if (p.sections)
    return ft_omp_sections_first (part, count, p.size);
  uint64_t extra = count % p.size;
  return part * (count / p.size) + (part < extra ? part : extra);
}

// The loop from *lower to *upper becomes the part at this place.
#define STATIC_PART(suffix, type, difference)                                  \
  static void part_##suffix (place p, bool chunked, int32_t *last,             \
                             type *lower, type *upper, difference *stride,     \
                             difference step, difference chunk) {              \
    type from = *lower, to = *upper;                                           \
    if (step > 0 ? to < from : from < to) {                                    \
      *last = 0, *stride = step;                                               \
      return;                                                                  \
    }                                                                          \
    uint64_t count = count_of ((uint64_t)from, (uint64_t)to, step);            \
    uint64_t first, length;                                                    \
    if (chunked) {                                                             \
      length = chunk < 1 ? 1 : (uint64_t)chunk;                                \
      first = p.number * length;                                               \
      *stride = (difference)(p.size * length * (uint64_t)step);                \
      *last = (count - 1) / length % p.size == p.number;                       \
    } else {                                                                   \
      first = part_begin (p, count, p.number);                                 \
      length = part_begin (p, count, p.number + 1) - first;                    \
      *stride = (difference)(count * (uint64_t)step);                          \
      *last = first + length == count && length;                               \
    }                                                                          \
    *lower = (type)((uint64_t)from + first * (uint64_t)step);                  \
    *upper = (type)((uint64_t)*lower + (length - 1) * (uint64_t)step);         \
    if (!length) /* none: an interval that is empty */                         \
      *lower = (type)((uint64_t)to + (uint64_t)step), *upper = to;             \
  }                                                                            \
  void __kmpc_for_static_init_##suffix (                                       \
      ft_omp_location *at, int32_t id, int32_t schedule, int32_t *last,        \
      type *lower, type *upper, difference *stride, difference step,           \
      difference chunk) {                                                      \
    (void)id;                                                                  \
    schedule &= ~MODIFIERS;                                                    \
    int32_t unused;                                                            \
    bool chunked = schedule != STATIC && schedule != DISTRIBUTE_STATIC;        \
    bool none = step > 0 ? *upper < *lower : *lower < *upper;                  \
    mark_static (at, schedule,                                                 \
                 none ? 0                                                      \
                      : count_of ((uint64_t)*lower, (uint64_t)*upper, step),   \
                 chunk < 1 ? 1 : (uint64_t)chunk);                             \
    part_##suffix (place_for (at, schedule), chunked, last ? last : &unused,       \
                   lower, upper, stride, step, chunk);                         \
  }                                                                            \
  void __kmpc_dist_for_static_init_##suffix (                                  \
      ft_omp_location *at, int32_t id, int32_t schedule, int32_t *last,        \
      type *lower, type *upper, type *upper_of_team, difference *stride,       \
      difference step, difference chunk) {                                     \
    (void)id;                                                                  \
    int32_t of_team, of_member;                                                \
    schedule &= ~MODIFIERS;                                                    \
    part_##suffix (place_for (NULL, DISTRIBUTE_STATIC), false, &of_team, lower,      \
                   upper, stride, step, 0);                                    \
    *upper_of_team = *upper;                                                   \
    mark_static (at, DISTRIBUTE_STATIC, 0, 1);                                 \
    part_##suffix (place_for (at, schedule), schedule != STATIC, &of_member,       \
                   lower, upper, stride, step, chunk);                         \
    if (last)                                                                  \
      *last = of_team && of_member;                                            \
  }

STATIC_PART (4, int32_t, int32_t)
STATIC_PART (4u, uint32_t, int32_t)
STATIC_PART (8, int64_t, int64_t)
STATIC_PART (8u, uint64_t, int64_t)

void __kmpc_for_static_fini (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_mark_loop_end ();
}

void __kmpc_distribute_static_fini (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_mark_loop_end ();
}

// ---- loops that are dealt out
// --------------------------------------------------

static uint64_t chunk_of (int schedule, uint64_t chunk) {
  if (schedule == RUNTIME)
    return ft_omp_runtime_chunk ();
  if (schedule == STATIC)
    return 0;
  return chunk ? chunk : 1;
}

// Loops without a barrier between them must not have the same iterations on the same
// members, so that each second one is shifted.  The turn of an ordered loop goes from
// each member to the next one (ordered.c).
static void begin (int32_t schedule, uint64_t lower, uint64_t step,
                   uint64_t count, uint64_t chunk) {
  ft_omp_member *m = ft_omp_me ();
  ft_omp_loop *l = &m->loop;
  int dimensions = l->dimensions; // of a loop with 'depend': set before
  *l = (ft_omp_loop){.lower = lower,
                     .step = step,
                     .count = count,
                     .dimensions = dimensions};
  schedule &= ~MODIFIERS;
  l->is_ordered = schedule >= ORDERED_FIRST && schedule <= ORDERED_LAST;
  if (l->is_ordered)
    schedule -= ORDERED_OFFSET;
  l->chunk = chunk_of (schedule, chunk);
  l->is_static = !l->chunk;
  if (l->is_static) {
    l->chunk = count / (uint64_t)ft_omp_size (m);
    l->extra = count % (uint64_t)ft_omp_size (m);
  }
  l->next = l->is_static ? (uint64_t)ft_omp_number (m) : 0;
  l->is_shifted = ++m->loops % 2 == 0 && !l->is_static && !l->is_ordered;
  ft_omp_mark_loop (l->dimensions  ? FT_OMP_NOT_DEALT
                    : l->is_static ? FT_OMP_ONE_CHUNK
                                   : FT_OMP_CHUNKS_AROUND,
                    l->is_shifted ? FT_OMP_SHIFTED : 0, count,
                    l->is_static ? 0 : l->chunk);
}

uint64_t ft_omp_chunk_begin (const ft_omp_loop *l, uint64_t chunk) {
  uint64_t first = chunk * l->chunk + (chunk < l->extra ? chunk : l->extra);
  return first < l->count ? first : l->count;
}

uint64_t ft_omp_chunk_of (const ft_omp_loop *l, uint64_t iteration) {
  uint64_t longer = l->extra * (l->chunk + 1);
  if (iteration < longer)
    return iteration / (l->chunk + 1);
  return l->extra + (iteration - longer) / l->chunk;
}

uint64_t ft_omp_chunk_member (const ft_omp_loop *l, uint64_t k, uint64_t size) {
  if (l->is_static)
    return k;
  if (l->is_fixed)
    return k % size;
  return l->is_shifted ? ft_omp_member_of_part (ft_omp_shifted (k, size), size,
                                                FT_OMP_SHIFTED_CHUNKS)
                       : ft_omp_member_of_part (k, size, FT_OMP_CHUNKS);
}

int ft_omp_member_of_iteration (const ft_omp_member *m, uint64_t iteration) {
  const ft_omp_loop *l = &m->loop;
  return (int)ft_omp_chunk_member (l, ft_omp_chunk_of (l, iteration),
                                   (uint64_t)ft_omp_size (m));
}

// The first chunk of this member from 'next' on, or one behind the last.
static void seek (const ft_omp_member *m, ft_omp_loop *l) {
  uint64_t size = (uint64_t)ft_omp_size (m), own = (uint64_t)ft_omp_number (m);
  while (ft_omp_chunk_begin (l, l->next) < l->count &&
         ft_omp_chunk_member (l, l->next, size) != own)
    l->next++;
}

// false: there is none left for this member.
static bool next (uint64_t *lower, uint64_t *upper, int32_t *last) {
  ft_omp_member *m = ft_omp_me ();
  ft_omp_loop *l = &m->loop;
  if (!l->is_static)
    seek (m, l);
  uint64_t from = ft_omp_chunk_begin (l, l->next), to = ft_omp_chunk_begin (l, l->next + 1);
  if (from == to || (l->is_static && l->next != (uint64_t)ft_omp_number (m)))
    return false;
  l->iteration = from;
  l->next += l->is_static ? (uint64_t)ft_omp_size (m) : 1;
  *lower = l->lower + from * l->step;
  *upper = l->lower + (to - 1) * l->step;
  *last = to == l->count;
  return true;
}

#define DISPATCH(suffix, number, difference)                                   \
  void __kmpc_dispatch_init_##suffix (                                         \
      ft_omp_location *at, int32_t id, int32_t schedule, number lower,         \
      number upper, difference step, difference chunk) {                       \
    (void)at, (void)id;                                                        \
    bool none = step > 0 ? upper < lower : lower < upper;                      \
    begin (schedule, (uint64_t)lower, (uint64_t)step,                          \
           none ? 0 : count_of ((uint64_t)lower, (uint64_t)upper, step),       \
           chunk > 0 ? (uint64_t)chunk : 0);                                   \
  }                                                                            \
  int32_t __kmpc_dispatch_next_##suffix (ft_omp_location *at, int32_t id,      \
                                         int32_t *last, number *lower,         \
                                         number *upper, difference *step) {    \
    (void)at, (void)id;                                                        \
    uint64_t from, to;                                                         \
    int32_t is_last;                                                           \
    if (!next (&from, &to, &is_last))                                          \
      return 0;                                                                \
    *lower = (number)from, *upper = (number)to;                                \
    if (last)                                                                  \
      *last = is_last;                                                         \
    if (step)                                                                  \
      *step = (difference)ft_omp_me ()->loop.step;                             \
    return 1;                                                                  \
  }

#define DISTRIBUTE(suffix, type, difference)                                   \
  void __kmpc_dist_dispatch_init_##suffix (                                    \
      ft_omp_location *at, int32_t id, int32_t schedule, int32_t *last,        \
      type lower, type upper, difference step, difference chunk) {             \
    int32_t of_team;                                                           \
    difference stride;                                                         \
    part_##suffix (place_for (NULL, DISTRIBUTE_STATIC), false, &of_team, &lower,     \
                   &upper, &stride, step, 0);                                  \
    if (last)                                                                  \
      *last = of_team;                                                         \
    __kmpc_dispatch_init_##suffix (at, id, schedule, lower, upper, step,       \
                                   chunk);                                     \
  }

DISPATCH (4, int32_t, int32_t)
DISPATCH (4u, uint32_t, int32_t)
DISPATCH (8, int64_t, int64_t)
DISPATCH (8u, uint64_t, int64_t)

DISTRIBUTE (4, int32_t, int32_t)
DISTRIBUTE (4u, uint32_t, int32_t)
DISTRIBUTE (8, int64_t, int64_t)
DISTRIBUTE (8u, uint64_t, int64_t)

void __kmpc_dispatch_deinit (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_mark_loop_end ();
}
