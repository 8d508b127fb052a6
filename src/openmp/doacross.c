// Loops with 'ordered (n)' and 'depend (sink: ...)': an iteration waits for
// others that it names.
//
// Each member has a semaphore for each other one, to which it alone posts, once
// for each iteration that it executes, and on which the other one alone waits.
// Who executes an iteration, and as its how manieth, is computed (loop.c), so that
// waiting for an iteration is to take posts of its member up to that one: the
// n-th wait comes behind the n-th post in every schedule, and which way a member
// goes depends on no word that another one writes.

#include <stdio.h>
#include <stdlib.h>

#include "openmp/team.h"

// A member as a source of posts, as the member that has this sees it: a receiver
// or, of its own posts, the source itself.
typedef struct source {
  uint64_t chunk;  // of the loop: the first one that has not been looked at
  uint64_t before; // parts of the source in the chunks before that one
  uint64_t behind; // parts of the source in the loops before
  uint64_t posts;  // taken; of itself, made
} source;

// Of each two members.
typedef struct ft_omp_posted {
  sem_t *semaphores; // on which the first one posts to the second one
  source *sources;   // the second one as the first one sees it
} ft_omp_posted;

ft_omp_posted *ft_omp_posted_new (int size) {
  ft_omp_posted *p = calloc (1, sizeof *p);
  p->semaphores = ft_omp_semaphores_new (size * size);
  p->sources = calloc ((size_t)size * (size_t)size, sizeof *p->sources);
  return p;
}

void ft_omp_posted_free (ft_omp_posted *p, int size) {
  ft_omp_semaphores_free (p->semaphores, size * size);
  free (p->sources);
  free (p);
}

static sem_t *from_to (const ft_omp_member *m, uint64_t from, uint64_t to) {
  return m->team->posted->semaphores + from * (uint64_t)m->team->size + to;
}

static uint64_t own_number (const ft_omp_member *m) {
  return (uint64_t)ft_omp_number (m);
}

static uint64_t team_size (const ft_omp_member *m) {
  return (uint64_t)ft_omp_size (m);
}

static source *seen (const ft_omp_member *m, uint64_t of) {
  return m->team->posted->sources + own_number (m) * team_size (m) + of;
}

// ---- parts -----------------------------------------------------------------

// As clang fills it in: iterations are counted from 0 in steps of 1, and 'count'
// stands where LLVM's library expects the last one.  That library waits for ever
// for the iteration behind the last one of an inner loop.
typedef struct dimension {
  int64_t first, count, step;
} dimension;

// What a vector names is a part of an iteration of the loop that is dealt out:
// loops behind those that are collapsed run in each of its iterations.
typedef struct part {
  uint64_t iteration, number; // in the iteration
} part;

// Parts of each iteration.  The first loops, whose numbers of iterations make up
// that of the loop that is dealt out, are the collapsed ones.
static uint64_t parts_of_each (const ft_omp_member *m) {
  const ft_omp_loop *l = &m->loop;
  uint64_t outer = 1, each = 1;
  int i = 0;
  do
    outer *= (uint64_t)m->counts[i++];
  while (i < l->dimensions && outer != l->count);
  for (; i < l->dimensions; i++)
    each *= (uint64_t)m->counts[i];
  return each;
}

// false: there is no such one.
static bool part_of (const ft_omp_member *m, const int64_t *vector, part *out) {
  uint64_t number = 0, each = parts_of_each (m);
  for (int i = 0; i < m->loop.dimensions; i++) {
    if (vector[i] < 0 || vector[i] >= m->counts[i])
      return false;
    number = number * (uint64_t)m->counts[i] + (uint64_t)vector[i];
  }
  *out = (part){number / each, number % each};
  return true;
}

// ---- posts -----------------------------------------------------------------

// Goes on to a chunk and counts the source's parts before it.
static void advance (const ft_omp_member *m, uint64_t of, uint64_t chunk) {
  const ft_omp_loop *l = &m->loop;
  source *s = seen (m, of);
  uint64_t each = parts_of_each (m);
  for (; s->chunk < chunk; s->chunk++)
    if (ft_omp_chunk_member (l, s->chunk, team_size (m)) == of)
      s->before += each * (ft_omp_chunk_begin (l, s->chunk + 1) -
                           ft_omp_chunk_begin (l, s->chunk));
}

// The source's posts, of all loops of the region, up to that of a part; 0 if they
// are less than what is known of an earlier call.
static uint64_t posts_up_to (const ft_omp_member *m, uint64_t of, part p) {
  const ft_omp_loop *l = &m->loop;
  source *s = seen (m, of);
  uint64_t chunk = ft_omp_chunk_of (l, p.iteration);
  if (chunk < s->chunk)
    return 0;
  advance (m, of, chunk);
  return s->behind + s->before +
         (p.iteration - ft_omp_chunk_begin (l, chunk)) * parts_of_each (m) +
         p.number + 1;
}

// Parts that have not been posted, which is an error of the program if one is
// waited for, are posted with the next one.
static void post_up_to (ft_omp_member *m, uint64_t posts) {
  uint64_t own = own_number (m), size = team_size (m);
  for (source *s = seen (m, own); s->posts < posts; s->posts++)
    for (uint64_t to = 0; to < size; to++)
      if (to != own)
        sem_post (from_to (m, own, to));
}

static void take_up_to (ft_omp_member *m, uint64_t of, uint64_t posts) {
  sem_t *from = from_to (m, of, own_number (m));
  for (source *s = seen (m, of); s->posts < posts; s->posts++)
    while (sem_wait (from))
      ; // a signal came
}

// ---- a loop ----------------------------------------------------------------

// An inner loop that ends below its begin has a count below 0, which clang may give
// as one of 32 bits: it has no iterations, and no post stands for one.
static int64_t counted (int64_t count) {
  return count < 0 || count > INT32_MAX ? 0 : count;
}

void __kmpc_doacross_init (ft_omp_location *at, int32_t id, int32_t dimensions,
                           const dimension *loops) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  if (dimensions > FT_OMP_MOST_DIMENSIONS) {
    fprintf (stderr, "foretrace: OpenMP: ordered (%d) is too deep, at most %d\n",
             dimensions, FT_OMP_MOST_DIMENSIONS);
    abort ();
  }
  m->loop.dimensions = dimensions;
  for (int i = 0; i < dimensions; i++)
    m->counts[i] = counted (loops[i].count);
}

void __kmpc_doacross_wait (ft_omp_location *at, int32_t id,
                           const int64_t *vector) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  part p;
  if (team_size (m) == 1 || !part_of (m, vector, &p))
    return;
  uint64_t of = (uint64_t)ft_omp_member_of_iteration (m, p.iteration);
  if (of != own_number (m))
    take_up_to (m, of, posts_up_to (m, of, p));
}

void __kmpc_doacross_post (ft_omp_location *at, int32_t id,
                           const int64_t *vector) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  part p;
  if (team_size (m) > 1 && part_of (m, vector, &p))
    post_up_to (m, posts_up_to (m, own_number (m), p));
}

// The next loop of the region counts on from here.
static void close_loop (ft_omp_member *m) {
  const ft_omp_loop *l = &m->loop;
  for (uint64_t i = 0; i < team_size (m); i++) {
    source *s = seen (m, i);
    if (l->count)
      advance (m, i, ft_omp_chunk_of (l, l->count - 1) + 1);
    s->behind += s->before;
    s->chunk = s->before = 0;
  }
  post_up_to (m, seen (m, own_number (m))->behind);
}

void __kmpc_doacross_fini (ft_omp_location *at, int32_t id) {
  (void)at, (void)id;
  ft_omp_member *m = ft_omp_me ();
  if (team_size (m) > 1)
    close_loop (m);
  m->loop.dimensions = 0;
}
