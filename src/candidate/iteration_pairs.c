// One pass over the logs.
//
// Per thread and loop, each granule of 8 bytes has a list of what was accessed
// there: the first access of each site, since the iterations of a pair are to be
// far apart.  What a loop accessed is kept until the next barrier.
//
// Cost: a look into a table for each access in a loop whose iterations could be
// elsewhere; nothing for others.  Slow twin: tests/cli/test_iterations.sh has the
// assignments that the runtime makes.
#include "candidate/iteration_pairs.h"

#include <string.h>

#include "base/checksum.h"
#include "base/system_header.h"
#include "run/location_names.h"
#include "run/run_access.h"

enum {
  MOST_LOCKS = 8, // held at a time that are known
  MOST_OF_GRANULE = 16,
  MOST_ACCESSES = 1 << 21, // of a thread in a loop
  MOST_LOOPS = 8,          // of a thread without a barrier
  BETWEEN_CHECKS = 65536
};

static const size_t OUTSIDE = SIZE_MAX;

typedef struct lock_set {
  uint64_t locks[MOST_LOCKS]; // 0 where there is none
} lock_set;

typedef struct access {
  uint64_t iteration;
  ft_id place;    // in 'tables': its location
  uint32_t next;  // of the granule
  uint32_t locks; // in 'sets'
  uint8_t loop;   // of the thread's
  uint8_t bytes;  // a bit for each of the granule's
  uint8_t part;   // enum ft_openmp_part
  bool writes, is_atomic;
} access;

typedef struct thread {
  ft_map granules;           // to 'accesses'
  FT_STACK (access) accesses; // of these loops:
  FT_STACK (ft_openmp_loop) loops; // since the last barrier
  size_t current; // of these, the one that the thread is in if 'inside'
  bool inside;
  size_t place; // of the current one among the loops that the thread is in, from 1 on
  lock_set locks;
  uint32_t set;       // 'locks' in 'sets'
  uint64_t low, high; // its stack
} thread;

// Of a pair, by its second access.
enum { ONE_LOOP, TWO_LOOPS, LOOP_AND_OUTSIDE, KINDS };

typedef struct pass {
  ft_iteration_pairs *out;
  ft_run_reader *reader;
  ft_run_record record;
  ft_openmp_marks marks;
  ft_location_names *names;
  ft_tables tables;
  ft_map places; // site and caller to location
  ft_map found[KINDS]; // locations of a pair to 'out->pairs'
  FT_STACK (lock_set) sets; // that were held so far; the first one is empty
  ft_map set_of;            // by checksum: index in 'sets'
  FT_STACK (thread) threads; // by number
} pass;

static thread *thread_of (pass *p, uint32_t number) {
  while (p->threads.size <= number)
    FT_PUSH (p->threads, (thread){0});
  return p->threads.begin + number;
}

static void forget (thread *t) {
  ft_map_release (&t->granules);
  t->accesses.size = t->loops.size = 0;
  t->inside = false;
}

// ---- assignments -----------------------------------------------------------

enum { MOST_SIZE = 64, USUAL_SIZE = 4, WAYS = 4, TRIED = WAYS + MOST_SIZE - 1 };

static bool separates (ft_assignment a, const ft_iteration_instance *i) {
  uint64_t size = i->loop.open ? a.size : i->loop.size;
  uint64_t first = ft_openmp_member (&i->loop, i->first, size, a.way),
           second = ft_openmp_member (&i->second_loop, i->second, size, a.way);
  return first != second && first < size && second < size;
}

// The usual size first, then small ones; other ways only with the usual size.
static ft_assignment assignment_at (unsigned k) {
  if (k < WAYS)
    return (ft_assignment){USUAL_SIZE, k + 1};
  return (ft_assignment){k - WAYS + 2, 1};
}

static bool may_separate (const ft_iteration_instance *i) {
  unsigned k = 0;
  while (k < TRIED && !separates (assignment_at (k), i))
    k++;
  return k < TRIED;
}

// ---- which loop ------------------------------------------------------------

// Whether iterations of the loop that one thread executed could be on two.
static bool is_separable (const ft_openmp_loop *l) {
  if (l->dealt == FT_OPENMP_NOT_DEALT || l->dealt == FT_OPENMP_OUTSIDE || l->count < 2 ||
      l->chunk >= l->count)
    return false;
  return l->open || (l->size > 1 && (l->sections || l->dealt == FT_OPENMP_CHUNKS_AROUND));
}

// The outermost loop whose iterations could be on other threads; if there is none,
// the outermost one whose iterations could be apart from those of another loop, or a
// 'single'; outside of loops, what the region has there; NULL: none.
static const ft_openmp_loop *loop_of (pass *p) {
  const ft_openmp_thread *t =
      ft_openmp_marks_thread (&p->marks, p->record.thread->number);
  const ft_openmp_loop *fixed = NULL;
  bool is_outside = true;
  for (size_t i = 0; i < t->loops.size; i++) {
    const ft_openmp_loop *l = t->loops.begin + i;
    if (l->mark == FT_NO_ID || p->record.thread->frames.size < l->depth)
      continue;
    if (is_separable (l))
      return l;
    is_outside = false;
    if (!fixed && l->dealt != FT_OPENMP_NOT_DEALT && (l->open || l->size > 1))
      fixed = l;
  }
  return is_outside ? ft_openmp_marks_outside (&p->marks, p->record.thread) : fixed;
}

// Its place among the loops that the thread is in; 0: none; OUTSIDE: of loops.
static size_t place_in_thread (pass *p, const ft_openmp_loop *l) {
  const ft_openmp_thread *t =
      ft_openmp_marks_thread (&p->marks, p->record.thread->number);
  if (l && l->dealt == FT_OPENMP_OUTSIDE)
    return OUTSIDE;
  return l ? (size_t)(l - t->loops.begin) + 1 : 0;
}

// Whether an iteration is on the same thread in both loops, whatever the assignment; what
// one member does outside of loops always is.
static bool are_alike (const ft_openmp_loop *a, const ft_openmp_loop *b) {
  return a->dealt == b->dealt && a->count == b->count && a->chunk == b->chunk &&
         a->shifted == b->shifted;
}

// An access in a loop that the thread has not been in since the last barrier.
static void enter (thread *t, const ft_openmp_loop *l, size_t place) {
  if (t->inside)
    return;
  t->inside = true;
  t->place = place;
  for (t->current = 0; place == OUTSIDE && t->current < t->loops.size; t->current++)
    if (t->loops.begin[t->current].dealt == FT_OPENMP_OUTSIDE)
      return;
  if (t->loops.size == MOST_LOOPS || t->accesses.size > MOST_ACCESSES / 2)
    forget (t);
  t->inside = true;
  t->current = t->loops.size;
  FT_PUSH (t->loops, *l);
}

// ---- which memory ----------------------------------------------------------

// What the iterations of a thread have for themselves: the frames from that of
// the region on; and, of a thread that is not the first one, which has no other
// variables, the whole stack, with its thread-local variables.
static bool is_private (pass *p, const ft_openmp_loop *l, uint64_t address) {
  const thread *t = thread_of (p, p->record.thread->number);
  if (address < t->low || address >= t->high)
    return false;
  return p->record.thread->number || l->depth < 2 ||
         address < p->record.thread->frames.begin[l->depth - 2].address;
}

// On other threads the accesses would be to other variables.
static bool is_own (const ft_run_record *r) {
  return r->at && r->at->site->flags & FT_SITE_OWN;
}

static bool is_of_runtime (const ft_run_record *r) {
  const ft_run_function *f = r->at ? r->at->function
                             : r->thread->frames.size
                                 ? FT_TOP (r->thread->frames).function
                                 : NULL;
  return !f ||
         ft_is_openmp_runtime (ft_sites_text (f->table, f->function->file));
}

static void forget_block (pass *p, uint64_t address, uint64_t bytes) {
  for (size_t i = 0; i < p->threads.size; i++) {
    thread *t = p->threads.begin + i;
    if (bytes / 8 > t->accesses.size && t->accesses.size)
      forget (t);
    for (uint64_t g = address >> 3;
         t->accesses.size && g <= (address + bytes - 1) >> 3; g++)
      if (ft_map_get (&t->granules, g) != FT_NO_ID)
        *ft_map_at (&t->granules, g) = FT_NO_ID;
  }
}

// ---- locks -----------------------------------------------------------------

static uint32_t number_of (pass *p, const lock_set *s) {
  uint32_t *known = ft_map_at (&p->set_of, ft_checksum (s, sizeof *s));
  if (*known == FT_NO_ID) {
    *known = (uint32_t)p->sets.size;
    FT_PUSH (p->sets, *s);
  }
  return *known;
}

static void change_lock (pass *p, thread *t, uint64_t from, uint64_t to) {
  int i = 0;
  while (i < MOST_LOCKS && t->locks.locks[i] != from)
    i++;
  if (i == MOST_LOCKS)
    return;
  t->locks.locks[i] = to;
  t->set = number_of (p, &t->locks);
}

static bool share_lock (const pass *p, uint32_t first, uint32_t second) {
  const uint64_t *a = p->sets.begin[first].locks,
                 *b = p->sets.begin[second].locks;
  for (int i = 0; i < MOST_LOCKS; i++)
    for (int k = 0; a[i] && k < MOST_LOCKS; k++)
      if (a[i] == b[k])
        return true;
  return false;
}

static void operate (pass *p) {
  const ft_run_record *r = &p->record;
  thread *t = thread_of (p, r->thread->number);
  switch (r->code) {
  case FT_WIRE_THREAD_START:
    t->low = r->word[0], t->high = r->word[1];
    break;
  case FT_WIRE_ACQUIRE:
  case FT_WIRE_ACQUIRE_SHARED:
  case FT_WIRE_TRIED:
  case FT_WIRE_TRIED_SHARED:
    change_lock (p, t, 0, r->payload);
    break;
  case FT_WIRE_RELEASE:
  case FT_WIRE_RELEASE_SHARED:
  case FT_WIRE_WAIT:
    change_lock (p, t, r->payload, 0);
    break;
  case FT_WIRE_ALLOC:
  case FT_WIRE_FREE:
    if (r->word[0])
      forget_block (p, r->payload, r->word[0]);
    break;
  case FT_WIRE_BARRIER_LEAVE: // of a team, or begin and end of a region
  case FT_WIRE_FORK:
  case FT_WIRE_JOIN:
    if (!t->inside || !is_separable (t->loops.begin + t->current))
      forget (t);
    break;
  }
}

// ---- pairs -----------------------------------------------------------------

static ft_id place_of (pass *p) {
  const ft_run_record *r = &p->record;
  size_t depth = r->thread->frames.size;
  ft_id site = r->site != FT_NO_ID ? r->site : depth ? FT_TOP (r->thread->frames).call : 0;
  ft_id caller = depth > 1 ? r->thread->frames.begin[depth - 2].call : 0;
  uint32_t *known =
      ft_map_at (&p->places, (uint64_t)site << 32 | caller);
  if (*known == FT_NO_ID)
    *known = ft_location_names_add (p->names, &p->tables, r->thread, r->site);
  return *known;
}

static const char *loop_name (pass *p, const ft_openmp_loop *l) {
  const ft_run_site *s =
      ft_run_reader_run (p->reader)->code.sites.begin + l->mark;
  ft_run_frame frame = {.function = s->function, .call = l->mark};
  ft_source_frames all = {.code = &ft_run_reader_run (p->reader)->code,
                          .frames = &frame,
                          .depth = 1,
                          .site = l->mark};
  ft_source_frame source;
  return ft_source_frames_next (&all, &source)
             ? ft_location_names_frame (p->names, &source)
             : "";
}

// Keeps each instance, then each second one, and so on.
static void add_instance (ft_iteration_pair *p, ft_iteration_instance new) {
  enum { MOST = 256 };
  uint64_t stride = 1;
  while (p->count >= stride * MOST)
    stride *= 2;
  if (p->count && p->count == stride * MOST / 2 && stride > 1) {
    for (size_t i = 0; 2 * i < p->instances.size; i++)
      p->instances.begin[i] = p->instances.begin[2 * i];
    p->instances.size /= 2;
  }
  if (p->count++ % stride == 0)
    FT_PUSH (p->instances, new);
}

static void add_pair (pass *p, const ft_openmp_loop *of_a, const access *a,
                      const ft_openmp_loop *of_b, const access *b) {
  bool ascends = a->place <= b->place;
  int kind = of_b->dealt == FT_OPENMP_OUTSIDE ? LOOP_AND_OUTSIDE
             : a->loop == b->loop             ? ONE_LOOP
                                              : TWO_LOOPS;
  uint64_t key = (uint64_t)(ascends ? a->place : b->place) << 32 |
                 (ascends ? b->place : a->place);
  uint32_t *known = ft_map_at (p->found + kind, key);
  if (*known == FT_NO_ID) {
    *known = (uint32_t)p->out->pairs.size;
    ft_iteration_pair fresh = {.assignment = FT_NO_ID,
                               .loop = ft_strdup (loop_name (p, of_a))};
    if (kind == TWO_LOOPS)
      fresh.second_loop = ft_strdup (loop_name (p, of_b));
    for (int k = 0; k < 2; k++)
      fresh.location[k] = ft_strdup (ft_tables_name (
          &p->tables, FT_CLASS_LOCATION, k ? b->place : a->place));
    FT_PUSH (p->out->pairs, fresh);
  }
  add_instance (
      p->out->pairs.begin + *known,
      (ft_iteration_instance){a->iteration, b->iteration, *of_a, *of_b});
}

// Ordered parts are executed in the order of the iterations: what is in or before
// that of one comes before what is in or behind that of a later one.
static bool are_ordered (const access *a, const access *b) {
  const access *first = a->iteration < b->iteration ? a : b;
  return first->part != FT_OPENMP_BEHIND_ORDERED &&
         (first == a ? b : a)->part != FT_OPENMP_BEFORE_ORDERED;
}

static bool are_apart (const ft_openmp_loop *of_a, const access *a,
                       const ft_openmp_loop *of_b, const access *b) {
  uint64_t i = a->iteration, k = b->iteration;
  if (a->loop == b->loop || are_alike (of_a, of_b))
    return !is_separable (of_a) ? false
           : of_a->chunk        ? i / of_a->chunk != k / of_a->chunk : i != k;
  return may_separate (&(ft_iteration_instance){i, k, *of_a, *of_b});
}

static bool may_race (const pass *p, const ft_openmp_loop *of_a, const access *a,
                      const ft_openmp_loop *of_b, const access *b) {
  return (a->writes || b->writes) && !(a->is_atomic && b->is_atomic) &&
         a->bytes & b->bytes && !share_lock (p, a->locks, b->locks) &&
         !(a->loop == b->loop && are_ordered (a, b)) &&
         are_apart (of_a, a, of_b, b);
}

static bool is_like (const access *a, const access *b) {
  return a->place == b->place && a->writes == b->writes && a->bytes == b->bytes &&
         a->part == b->part && a->locks == b->locks;
}

static void add_granule (pass *p, thread *t, uint64_t granule,
                         const access *now) {
  const ft_openmp_loop *loops = t->loops.begin;
  if (t->accesses.size >= MOST_ACCESSES &&
      ft_map_get (&t->granules, granule) == FT_NO_ID)
    return;
  uint32_t *first = ft_map_at (&t->granules, granule);
  unsigned count = 0;
  bool known = false;
  for (uint32_t i = *first; i != FT_NO_ID; i = t->accesses.begin[i].next) {
    const access *a = t->accesses.begin + i;
    if (!may_race (p, loops + a->loop, a, loops + now->loop, now))
      ;
    else if (loops[a->loop].dealt == FT_OPENMP_OUTSIDE)
      add_pair (p, loops + now->loop, now, loops + a->loop, a);
    else
      add_pair (p, loops + a->loop, a, loops + now->loop, now);
    known |= a->loop == now->loop && is_like (a, now);
    count += a->loop == now->loop;
  }
  if (known || count >= MOST_OF_GRANULE || t->accesses.size >= MOST_ACCESSES)
    return;
  FT_PUSH (t->accesses, *now);
  FT_TOP (t->accesses).next = *first;
  *first = (uint32_t)t->accesses.size - 1;
}

static void add_access (pass *p, const ft_openmp_loop *l,
                        const ft_run_access *a) {
  thread *t = thread_of (p, p->record.thread->number);
  if (!a->bytes || a->cause || a->of_object || is_private (p, l, a->address))
    return;
  enter (t, l, place_in_thread (p, l));
  access now = {.iteration = l->iteration,
                .place = place_of (p),
                .locks = t->set,
                .loop = (uint8_t)t->current,
                .writes = ft_kind_writes ((enum ft_kind)a->kind),
                .is_atomic = ft_kind_is_atomic ((enum ft_kind)a->kind),
                .part = l->part};
  uint64_t first = a->address >> 3, last = (a->address + a->bytes - 1) >> 3;
  for (uint64_t g = first; g <= last; g++) {
    now.bytes = ft_run_access_bytes_in (a, g);
    add_granule (p, t, g, &now);
  }
}

// ---- the pass --------------------------------------------------------------

static bool step (pass *p, ft_error *error) {
  const ft_run_record *r = &p->record;
  ft_run_access accesses[2];
  enum ft_openmp_mark mark = ft_openmp_marks_follow (&p->marks, r);
  thread *t = thread_of (p, r->thread->number);
  if (mark == FT_OPENMP_MEMBER)
    forget (t);
  if (mark == FT_OPENMP_LOOP_BEGINS || mark == FT_OPENMP_ITERATION_BEGINS ||
      mark == FT_OPENMP_LOOP_ENDS) {
    if (place_in_thread (p, loop_of (p)) != t->place) // else one inside of it
      t->inside = false;
    return true;
  }
  if (!r->at)
    operate (p);
  const ft_openmp_loop *l = mark == FT_OPENMP_NO_MARK ? loop_of (p) : NULL;
  if (!l || is_of_runtime (r) || is_own (r))
    return true;
  int n = ft_run_record_accesses (r, p->reader, accesses, error);
  for (int i = 0; i < n; i++)
    add_access (p, l, accesses + i);
  return n >= 0;
}

static void release (pass *p) {
  for (size_t i = 0; i < p->threads.size; i++) {
    forget (p->threads.begin + i);
    FT_RELEASE (p->threads.begin[i].accesses);
    FT_RELEASE (p->threads.begin[i].loops);
  }
  FT_RELEASE (p->threads);
  FT_RELEASE (p->sets);
  ft_map_release (&p->set_of);
  ft_map_release (&p->places);
  for (int i = 0; i < KINDS; i++)
    ft_map_release (p->found + i);
  ft_tables_release (&p->tables);
  ft_location_names_free (p->names);
  ft_openmp_marks_release (&p->marks);
  ft_run_reader_free (p->reader);
}

static bool read_all (pass *p, const ft_deadline *deadline, ft_error *error) {
  uint64_t records = 0;
  int got;
  while ((got = ft_run_reader_next (p->reader, &p->record, error)) > 0)
    if (!step (p, error))
      return false;
    else if (++records % BETWEEN_CHECKS == 0 && ft_deadline_over (deadline))
      break;
  return got >= 0;
}

static bool tests_locks (const ft_run_code *code) {
  for (size_t i = 0; i < code->functions.size; i++) {
    const ft_run_function *f = code->functions.begin + i;
    if (!strcmp (ft_sites_text (f->table, f->function->name),
                 "ft_omp_show_lock"))
      return true;
  }
  return false;
}

bool ft_iteration_pairs_find (ft_iteration_pairs *out, const char *path,
                              const ft_deadline *deadline, ft_error *error) {
  *out = (ft_iteration_pairs){0};
  ft_run *run = ft_run_open (path, error);
  if (!run)
    return false;
  bool fine = true;
  if (ft_openmp_marks_exist (&run->code)) {
    out->tests_locks = tests_locks (&run->code);
    out->has_lanes = ft_openmp_marks_have_lanes (&run->code);
    pass p = {.out = out,
              .reader = ft_run_reader_new (run),
              .names = ft_location_names_new (&run->code)};
    number_of (&p, &(lock_set){0});
    fine = read_all (&p, deadline, error);
    out->alone = p.marks.alone;
    release (&p);
  }
  ft_run_free (run);
  return fine;
}

void ft_iteration_pair_release (ft_iteration_pair *p) {
  free (p->location[0]);
  free (p->location[1]);
  free (p->loop);
  free (p->second_loop);
  FT_RELEASE (p->instances);
}

void ft_iteration_pairs_release (ft_iteration_pairs *x) {
  for (size_t i = 0; i < x->pairs.size; i++)
    ft_iteration_pair_release (x->pairs.begin + i);
  FT_RELEASE (x->pairs);
  FT_RELEASE (x->assignments);
}

// ---- choosing assignments ----------------------------------------------------

enum { MOST_ASSIGNMENTS = 3 };

// The first instance that the assignment separates, or their number.
static size_t first_separated (ft_assignment a, const ft_iteration_pair *p) {
  size_t i = 0;
  while (i < p->instances.size && !separates (a, p->instances.begin + i))
    i++;
  return i;
}

static size_t count_separated (const ft_iteration_pairs *x, ft_assignment a) {
  size_t n = 0;
  for (size_t i = 0; i < x->pairs.size; i++) {
    const ft_iteration_pair *p = x->pairs.begin + i;
    n += p->assignment == FT_NO_ID && first_separated (a, p) < p->instances.size;
  }
  return n;
}

static void choose (ft_iteration_pairs *x, ft_assignment a) {
  for (size_t i = 0; i < x->pairs.size; i++) {
    ft_iteration_pair *p = x->pairs.begin + i;
    size_t first = first_separated (a, p);
    if (p->assignment == FT_NO_ID && first < p->instances.size)
      p->assignment = x->assignments.size, p->shown = first;
  }
  FT_PUSH (x->assignments, a);
}

static ft_assignment best (const ft_iteration_pairs *x, size_t *separated) {
  ft_assignment chosen = {0};
  *separated = 0;
  for (unsigned k = 0; k < TRIED; k++) {
    size_t n = count_separated (x, assignment_at (k));
    if (n > *separated)
      *separated = n, chosen = assignment_at (k);
  }
  return chosen;
}

void ft_iteration_pairs_separate (ft_iteration_pairs *x) {
  x->assignments.size = 0;
  for (size_t i = 0; i < x->pairs.size; i++)
    x->pairs.begin[i].assignment = FT_NO_ID, x->pairs.begin[i].shown = 0;
  if (x->alone)
    choose (x, assignment_at (0));
  if (x->tests_locks)
    FT_PUSH (x->assignments, ((ft_assignment){0}));
  while (x->assignments.size < MOST_ASSIGNMENTS + (size_t)x->tests_locks) {
    size_t separated;
    ft_assignment a = best (x, &separated);
    if (!separated)
      break;
    choose (x, a);
  }
}
