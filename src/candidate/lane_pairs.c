// One pass over the logs.
//
// Per thread that is in a simd loop, each granule of 8 bytes has a list of what was
// accessed there: the latest access of each site, since the nearest iterations are
// the first ones that lanes execute at once.  It is forgotten at the loop's end.  Of
// simd loops within one another the outer one counts.
#include "candidate/lane_pairs.h"

#include <string.h>

#include "candidate/lane_order.h"
#include "run/location_names.h"
#include "run/run_access.h"

enum {
  MOST_OF_GRANULE = 16,
  MOST_ACCESSES = 1 << 20, // of a loop
  BETWEEN_CHECKS = 65536
};

typedef struct access {
  uint64_t iteration;
  ft_lane_place order;
  ft_id place;   // in 'tables': its location
  uint32_t next; // of the granule
  uint8_t bytes; // a bit for each of the granule's
  bool writes, is_atomic;
} access;

typedef struct range {
  uint64_t first, last;
} range;

typedef struct thread {
  uint64_t low, high; // its stack
  FT_STACK (range) own; // local variables of the loop's function, of a lane
  uint64_t bytes;          // of the next one
  uint64_t lanes;          // 0: it is in no loop
  size_t depth;            // of the loop's frame
  ft_id begin;             // site of the mark
  uint64_t iteration;
  ft_lane_order order;
  ft_map granules; // to 'accesses'
  FT_STACK (access) accesses;
} thread;

typedef struct pass {
  ft_lane_pairs *out;
  ft_run_reader *reader;
  ft_run_record record;
  ft_openmp_marks marks;
  ft_location_names *names;
  ft_tables tables;
  ft_map found; // locations of a pair, to 'out'
  FT_STACK (thread) threads; // by number
} pass;

static thread *thread_of (pass *p) {
  uint32_t number = p->record.thread->number;
  while (p->threads.size <= number)
    FT_PUSH (p->threads, (thread){0});
  return p->threads.begin + number;
}

static void forget (thread *t) {
  ft_map_release (&t->granules);
  t->accesses.size = 0;
}

// ---- loops -----------------------------------------------------------------

// A loop that was left without its end, by an exception, has ended when its function
// or an outer one is in a loop again.
static void begin_loop (thread *t, const ft_run_record *r) {
  size_t depth = r->thread->frames.size;
  if (t->lanes && depth > t->depth)
    return;
  forget (t);
  ft_lane_order_release (&t->order);
  t->lanes = r->word[0];
  t->depth = depth;
  t->begin = r->site;
}

static void follow (pass *p, enum ft_openmp_mark mark) {
  const ft_run_record *r = &p->record;
  thread *t = thread_of (p);
  bool outer = t->lanes && r->thread->frames.size == t->depth;
  switch (mark) {
  case FT_OPENMP_LANES_BEGIN:
    begin_loop (t, r);
    break;
  case FT_OPENMP_LANES_END:
    if (outer) {
      forget (t);
      t->lanes = 0;
      t->own.size = 0;
    }
    break;
  case FT_OPENMP_LANE:
    if (outer)
      t->iteration = r->word[0], ft_lane_order_iteration (&t->order);
    break;
  case FT_OPENMP_LANE_ROUND:
    if (outer)
      ft_lane_order_round (&t->order, r->word[0], r->site);
    break;
  case FT_OPENMP_LANE_BYTES:
    t->bytes = r->word[0];
    break;
  case FT_OPENMP_LANE_DATA:
    if (t->bytes)
      FT_PUSH (t->own, ((range){r->word[0], r->word[0] + t->bytes - 1}));
    break;
  default:
    break;
  }
}

// ---- which memory ----------------------------------------------------------

// Variables that marks say to be a lane's own, and those of functions that the loop
// calls.
static bool is_private (const thread *t, const ft_run_record *r,
                        uint64_t address) {
  for (size_t i = 0; i < t->own.size; i++)
    if (address >= t->own.begin[i].first && address <= t->own.begin[i].last)
      return true;
  return address >= t->low && address < t->high &&
         r->thread->frames.size > t->depth &&
         address < r->thread->frames.begin[t->depth].address;
}

static void forget_block (pass *p, uint64_t address, uint64_t bytes) {
  thread *t = thread_of (p);
  if (bytes / 8 > t->accesses.size && t->accesses.size)
    forget (t);
  for (uint64_t g = address >> 3;
       t->accesses.size && g <= (address + bytes - 1) >> 3; g++)
    if (ft_map_get (&t->granules, g) != FT_NO_ID)
      *ft_map_at (&t->granules, g) = FT_NO_ID;
}

// ---- pairs -----------------------------------------------------------------

static const char *loop_name (pass *p, const thread *t) {
  const ft_run_code *code = &ft_run_reader_run (p->reader)->code;
  ft_run_frame frame = {.function = code->sites.begin[t->begin].function,
                        .call = t->begin};
  ft_source_frames all = {
      .code = code, .frames = &frame, .depth = 1, .site = t->begin};
  ft_source_frame source;
  return ft_source_frames_next (&all, &source)
             ? ft_location_names_frame (p->names, &source)
             : "";
}

static void add_pair (pass *p, const thread *t, const access *a,
                      const access *b) {
  uint32_t *known =
      ft_map_at (&p->found, (uint64_t)a->place << 32 | b->place);
  if (*known == FT_NO_ID) {
    *known = (uint32_t)p->out->size;
    FT_PUSH (*p->out,
             ((ft_lane_pair){
                 .location = {ft_strdup (ft_tables_name (
                                  &p->tables, FT_CLASS_LOCATION, a->place)),
                              ft_strdup (ft_tables_name (
                                  &p->tables, FT_CLASS_LOCATION, b->place))},
                 .loop = ft_strdup (loop_name (p, t)),
                 .iteration = {a->iteration, b->iteration},
                 .lanes = t->lanes}));
  }
  ft_lane_pair *pair = p->out->begin + *known;
  if (b->iteration - a->iteration < pair->iteration[1] - pair->iteration[0])
    pair->iteration[0] = a->iteration, pair->iteration[1] = b->iteration;
  pair->count++;
}

// Whether lanes do not keep the order of the two: 'b' is of a later iteration.
static bool are_at_once (const thread *t, const access *a, const access *b) {
  return b->iteration > a->iteration &&
         b->iteration - a->iteration < t->lanes &&
         ft_lane_order_reverses (&t->order, &a->order, &b->order);
}

static void add_granule (pass *p, thread *t, uint64_t granule,
                         const access *now) {
  uint32_t *first = ft_map_at (&t->granules, granule);
  unsigned count = 0;
  access *like = NULL;
  for (uint32_t i = *first; i != FT_NO_ID; i = t->accesses.begin[i].next) {
    access *a = t->accesses.begin + i;
    if ((a->writes || now->writes) && !(a->is_atomic && now->is_atomic) &&
        a->bytes & now->bytes && are_at_once (t, a, now))
      add_pair (p, t, a, now);
    if (a->place == now->place && a->writes == now->writes &&
        a->bytes == now->bytes)
      like = a;
    count++;
  }
  if (like) {
    uint32_t next = like->next;
    *like = *now;
    like->next = next;
  } else if (count < MOST_OF_GRANULE && t->accesses.size < MOST_ACCESSES) {
    FT_PUSH (t->accesses, *now);
    FT_TOP (t->accesses).next = *first;
    *first = (uint32_t)t->accesses.size - 1;
  }
}

static void add_access (pass *p, thread *t, const ft_run_access *a) {
  const ft_run_record *r = &p->record;
  if (!a->bytes || a->cause || a->of_object || is_private (t, r, a->address))
    return;
  access now = {
      .iteration = t->iteration,
      .order = ft_lane_order_add (
          &t->order,
          r->thread->frames.size == t->depth
              ? r->site
              : r->thread->frames.begin[t->depth - 1].call,
          r->site),
      .place = ft_location_names_add (p->names, &p->tables, r->thread, r->site),
      .writes = ft_kind_writes ((enum ft_kind)a->kind),
      .is_atomic = ft_kind_is_atomic ((enum ft_kind)a->kind)};
  uint64_t first = a->address >> 3, last = (a->address + a->bytes - 1) >> 3;
  for (uint64_t g = first; g <= last; g++) {
    now.bytes = ft_run_access_bytes_in (a, g);
    add_granule (p, t, g, &now);
  }
}

// ---- the pass --------------------------------------------------------------

static void operate (pass *p) {
  const ft_run_record *r = &p->record;
  thread *t = thread_of (p);
  if (r->code == FT_WIRE_THREAD_START)
    t->low = r->word[0], t->high = r->word[1];
  else if (t->lanes && r->word[0] &&
           (r->code == FT_WIRE_ALLOC || r->code == FT_WIRE_FREE))
    forget_block (p, r->payload, r->word[0]);
}

static bool step (pass *p, ft_error *error) {
  const ft_run_record *r = &p->record;
  ft_run_access accesses[2];
  enum ft_openmp_mark mark = ft_openmp_marks_follow (&p->marks, r);
  if (mark != FT_OPENMP_NO_MARK) {
    follow (p, mark);
    return true;
  }
  if (!r->at)
    operate (p);
  thread *t = thread_of (p);
  if (!t->lanes || (r->at && r->at->site->flags & FT_SITE_OWN))
    return true;
  if (r->thread->frames.size < t->depth) {
    t->lanes = 0; // an exception
    return true;
  }
  int n = ft_run_record_accesses (r, p->reader, accesses, error);
  for (int i = 0; i < n; i++)
    add_access (p, t, accesses + i);
  return n >= 0;
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

static void release (pass *p) {
  for (size_t i = 0; i < p->threads.size; i++) {
    forget (p->threads.begin + i);
    FT_RELEASE (p->threads.begin[i].accesses);
    FT_RELEASE (p->threads.begin[i].own);
    ft_lane_order_release (&p->threads.begin[i].order);
  }
  FT_RELEASE (p->threads);
  ft_map_release (&p->found);
  ft_tables_release (&p->tables);
  ft_location_names_free (p->names);
  ft_openmp_marks_release (&p->marks);
  ft_run_reader_free (p->reader);
}

bool ft_lane_pairs_find (ft_lane_pairs *out, const char *path,
                         const ft_deadline *deadline, ft_error *error) {
  *out = (ft_lane_pairs){0};
  ft_run *run = ft_run_open (path, error);
  if (!run)
    return false;
  pass p = {.out = out,
            .reader = ft_run_reader_new (run),
            .names = ft_location_names_new (&run->code)};
  bool fine = read_all (&p, deadline, error);
  release (&p);
  ft_run_free (run);
  return fine;
}

void ft_lane_pair_release (ft_lane_pair *p) {
  free (p->location[0]);
  free (p->location[1]);
  free (p->loop);
}

void ft_lane_pairs_release (ft_lane_pairs *x) {
  for (size_t i = 0; i < x->size; i++)
    ft_lane_pair_release (x->begin + i);
  FT_RELEASE (*x);
}
