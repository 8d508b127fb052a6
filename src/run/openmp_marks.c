// Marks are stores to thread-local variables of the runtime, which are known by
// their names.
#include "run/openmp_marks.h"

#include <string.h>

#include "base/system_header.h"

enum mark {
  NONE,
  ITERATION,
  COUNT,
  CHUNK,
  DEALT,
  ORDERED,
  ALONE,
  MEMBER,
  LANES,
  LANE,
  LANE_BYTES,
  LANE_DATA,
  LANE_ROUND
};

static const char *const names[] = {
    [ITERATION] = "ft_omp_iteration", [COUNT] = "ft_omp_loop_count",
    [CHUNK] = "ft_omp_loop_chunk",    [DEALT] = "ft_omp_loop_dealt",
    [ORDERED] = "ft_omp_ordered_part", [ALONE] = "ft_omp_alone",
    [MEMBER] = "ft_omp_member_number",
    [LANES] = "ft_omp_lanes",         [LANE] = "ft_omp_lane",
    [LANE_BYTES] = "ft_omp_lane_bytes", [LANE_DATA] = "ft_omp_lane_data",
    [LANE_ROUND] = "ft_omp_lane_round"};

enum { MARKS = sizeof names / sizeof *names };

void ft_openmp_marks_release (ft_openmp_marks *m) {
  for (size_t i = 0; i < m->threads.size; i++) {
    FT_RELEASE (m->threads.begin[i].loops);
    FT_RELEASE (m->threads.begin[i].outside);
  }
  FT_RELEASE (m->threads);
  FT_RELEASE (m->sites);
  *m = (ft_openmp_marks){0};
}

ft_openmp_thread *ft_openmp_marks_thread (ft_openmp_marks *m, uint32_t number) {
  while (m->threads.size <= number)
    FT_PUSH (m->threads, (ft_openmp_thread){0});
  return m->threads.begin + number;
}

// ---- which mark a site is --------------------------------------------------

static enum mark mark_of (const ft_run_site *s) {
  if (s->kind != FT_SITE_STORE || s->site->size != 8)
    return NONE;
  const char *name = ft_sites_text (s->function->table, s->site->variable);
  for (unsigned i = 1; i < MARKS; i++)
    if (!strcmp (name, names[i]))
      return (enum mark)i;
  return NONE;
}

static bool has_mark (const ft_run_code *code, enum mark first) {
  for (size_t i = 0; i < code->sites.size; i++)
    if (code->sites.begin[i].function &&
        mark_of (code->sites.begin + i) >= first)
      return true;
  return false;
}

bool ft_openmp_marks_exist (const ft_run_code *code) {
  return has_mark (code, ITERATION);
}

bool ft_openmp_marks_have_lanes (const ft_run_code *code) {
  return has_mark (code, LANES);
}

static enum mark mark_at (ft_openmp_marks *m, const ft_run_record *r) {
  while (m->sites.size <= r->site)
    FT_PUSH (m->sites, 0);
  uint8_t *known = m->sites.begin + r->site;
  if (!*known)
    *known = (uint8_t)(mark_of (r->at) + 1);
  return (enum mark)(*known - 1);
}

// ---- what marks say --------------------------------------------------------

static bool is_of_runtime (const ft_run_frame *f) {
  return f->function && ft_is_openmp_runtime (ft_sites_text (
                            f->function->table, f->function->function->file));
}

// A 'single' has its iteration from the begin on.  Its frame is the one that called
// the runtime.
static void begin_single (ft_openmp_loop *l, const ft_run_thread *thread) {
  size_t depth = thread->frames.size;
  while (depth && is_of_runtime (thread->frames.begin + depth - 1))
    depth--;
  if (!depth)
    return;
  l->mark = thread->frames.begin[depth - 1].call;
  l->depth = depth;
  l->iteration = l->count - 1;
}

// A loop that was left by an exception has no end; its frame is gone.
static void begin_loop (ft_openmp_thread *t, const ft_run_thread *thread,
                        uint64_t how) {
  size_t depth = thread->frames.size;
  while (t->loops.size && FT_TOP (t->loops).depth > depth)
    t->loops.size--;
  FT_PUSH (t->loops,
           ((ft_openmp_loop){.count = t->count,
                             .chunk = t->chunk,
                             .size = (uint32_t)(how >> 8 & 0xffff),
                             .dealt = (uint8_t)(how >> 1 & 3),
                             .open = how >> 3 & 1,
                             .sections = how >> 4 & 1,
                             .shifted = how >> 5 & 1,
                             .single = how >> 6 & 1,
                             .mark = FT_NO_ID}));
  if (FT_TOP (t->loops).single)
    begin_single (&FT_TOP (t->loops), thread);
}

static void begin_iteration (ft_openmp_thread *t, const ft_run_record *r) {
  if (!t->loops.size)
    return;
  ft_openmp_loop *l = &FT_TOP (t->loops);
  l->mark = r->site;
  l->depth = r->thread->frames.size;
  l->iteration = r->word[0];
  l->part = FT_OPENMP_BEFORE_ORDERED;
}

// A mark comes before the first frame of the region's code.  So 'depth' is that of the mark
// at first, and ft_openmp_marks_outside finds the frame.  A region that an exception has
// left has no end: its depth shows that it is over.
static void become_member (ft_openmp_thread *t, const ft_run_thread *thread,
                           uint64_t how) {
  size_t depth = thread->frames.size;
  while (t->outside.size && FT_TOP (t->outside).depth >= depth)
    t->outside.size--;
  if (how)
    FT_PUSH (t->outside, ((ft_openmp_loop){.count = how >> 8 & 0xffff,
                                           .chunk = 1,
                                           .size = (uint32_t)(how >> 8 & 0xffff),
                                           .dealt = FT_OPENMP_OUTSIDE,
                                           .open = how >> 3 & 1,
                                           .mark = FT_NO_ID,
                                           .depth = depth,
                                           .iteration = how >> 32}));
}

// An ordered part is one of the innermost loop.
static void begin_part (ft_openmp_thread *t, bool ordered) {
  if (t->loops.size)
    FT_TOP (t->loops).part =
        ordered ? FT_OPENMP_ORDERED : FT_OPENMP_BEHIND_ORDERED;
}

enum ft_openmp_mark ft_openmp_marks_follow (ft_openmp_marks *m,
                                            const ft_run_record *r) {
  enum mark mark = r->at ? mark_at (m, r) : NONE;
  if (mark == NONE)
    return FT_OPENMP_NO_MARK;
  ft_openmp_thread *t = ft_openmp_marks_thread (m, r->thread->number);
  uint64_t value = r->word[0];
  switch (mark) {
  case ITERATION:
    begin_iteration (t, r);
    return FT_OPENMP_ITERATION_BEGINS;
  case DEALT:
    if (value)
      begin_loop (t, r->thread, value);
    else if (t->loops.size)
      t->loops.size--;
    return value ? FT_OPENMP_LOOP_BEGINS : FT_OPENMP_LOOP_ENDS;
  case COUNT:
    t->count = value;
    break;
  case CHUNK:
    t->chunk = value;
    break;
  case ORDERED:
    begin_part (t, value);
    break;
  case ALONE:
    m->alone = true;
    break;
  case MEMBER:
    become_member (t, r->thread, value);
    return FT_OPENMP_MEMBER;
  case LANES:
    return value ? FT_OPENMP_LANES_BEGIN : FT_OPENMP_LANES_END;
  case LANE:
    return FT_OPENMP_LANE;
  case LANE_BYTES:
    return FT_OPENMP_LANE_BYTES;
  case LANE_DATA:
    return FT_OPENMP_LANE_DATA;
  case LANE_ROUND:
    return FT_OPENMP_LANE_ROUND;
  case NONE:
    break;
  }
  return FT_OPENMP_MARK;
}

const ft_openmp_loop *ft_openmp_marks_loop (ft_openmp_marks *m,
                                            const ft_run_thread *thread) {
  const ft_openmp_thread *t = ft_openmp_marks_thread (m, thread->number);
  for (size_t i = t->loops.size; i--;) {
    const ft_openmp_loop *l = t->loops.begin + i;
    if (l->mark != FT_NO_ID && !l->single && thread->frames.size >= l->depth)
      return l;
  }
  return NULL;
}

const ft_openmp_loop *ft_openmp_marks_outside (ft_openmp_marks *m,
                                               const ft_run_thread *thread) {
  ft_openmp_thread *t = ft_openmp_marks_thread (m, thread->number);
  if (!t->outside.size)
    return NULL;
  ft_openmp_loop *l = &FT_TOP (t->outside);
  while (!l->begun && l->depth <= thread->frames.size) {
    l->begun = !is_of_runtime (thread->frames.begin + l->depth - 1);
    l->depth += !l->begun;
  }
  return l->size && l->begun && l->depth <= thread->frames.size ? l : NULL;
}

// ---- who executes an iteration ---------------------------------------------

// With which member parts begin, by the way (openmp/settings.c).
static uint64_t first_member (const ft_openmp_loop *l, unsigned way) {
  static const uint8_t chunks[2][4] = {{0, 2, 0, 3}, {0, 1, 2, 1}},
                       sections[2][4] = {{0, 1, 1, 1}, {1, 0, 3, 1}},
                       singles[4] = {0, 1, 0, 1};
  return l->single     ? singles[way - 1]
         : l->sections ? sections[l->shifted][way - 1]
                       : chunks[l->shifted][way - 1];
}

static uint64_t member_of_chunk (const ft_openmp_loop *l, uint64_t k, uint64_t size,
                                 unsigned way) {
  uint64_t base = size < 4 ? size : 4;
  if (way <= 1)
    return k % size;
  for (unsigned i = 1; i < way; i++)
    k /= base;
  return (k + first_member (l, way)) % base;
}

// The first members of a team get one iteration more than the others.
static uint64_t member_of_whole (uint64_t iteration, uint64_t count,
                                 uint64_t size) {
  uint64_t each = count / size, extra = count % size;
  uint64_t longer = extra * (each + 1);
  return iteration < longer ? iteration / (each + 1)
                            : extra + (iteration - longer) / each;
}

// Twin of src/openmp/sections.c.
static uint64_t first_of_part (uint64_t part, uint64_t count, uint64_t size,
                               unsigned way) {
  uint64_t longest = (count + size - 1) / size, extra = count % size;
  uint64_t first = way == 2   ? part
                   : way == 3 ? count + part > size ? count + part - size : 0
                   : way == 4 ? (longest + 1) / 2 + (part - 1) * longest
                              : part * (count / size) + (part < extra ? part : extra);
  return part == size || first > count ? count : part ? first : 0;
}

static uint64_t member_of_section (const ft_openmp_loop *l, uint64_t section,
                                   uint64_t size, unsigned way) {
  uint64_t part = 0;
  while (part + 1 < size && first_of_part (part + 1, l->count, size, way) <= section)
    part++;
  return (part + first_member (l, way)) % size;
}

uint64_t ft_openmp_member (const ft_openmp_loop *l, uint64_t iteration,
                           uint64_t size, unsigned way) {
  if (l->dealt == FT_OPENMP_OUTSIDE)
    return iteration;
  if (l->sections)
    return member_of_section (l, iteration, size, way);
  if (!l->chunk)
    return member_of_whole (iteration, l->count, size);
  uint64_t k = iteration / l->chunk;
  if (l->shifted)
    k += k / size + 1;
  return l->dealt == FT_OPENMP_CHUNKS_AROUND ? member_of_chunk (l, k, size, way)
                                             : k % size;
}
