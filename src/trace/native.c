// The second pass over a run: its events.

#include "trace/native.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "trace/format.h"
#include "trace/native_access.h"
#include "trace/native_objects.h"
#include "trace/native_run.h"
#include "trace/native_steps.h"
#include "trace/native_unseen.h"

// Sorts of notes beside those of the reader.
enum { NOTE_INCOMPLETE = FT_NOTE_NATIVE, NOTE_GAP };

struct ft_native {
  ft_native_run *run; // owned, as all below
  ft_shared shared;
  ft_walk *walk;
  ft_names *names;
  ft_variables *variables;
  ft_objects *objects;
  ft_record record;    // the events at hand come from it
  ft_touch touches[2]; // accesses of it that are left
  int touch, touch_count;
  ft_event ready; // the one event of a record that is no access
  bool is_ready, over;
  bool access_first;         // before 'ready', not after it
  bool change_unseen;        // the unseen writes change before the record
  bool saw_unseen;           // and were read, for the access that is next
  ft_pos position;           // of the next event
  uint64_t forks;            // so far
  ft_place place;            // of the event returned last
  FT_STACK (ft_tid) threads; // by number; FT_NO_ID before the first event
  uint64_t part, part_bytes; // that it touches
  ft_native_watch *watch;    // may be NULL
  void *context;             // of 'watch', borrowed
  ft_id location;            // of the record, FT_NO_ID before it is asked for
  bool located;
  const ft_stepper *stepper; // NULL: the code is not followed
  void *machine;             // its, owned
  ft_steps steps;            // of the record
  bool sides;                // that were not taken are looked at
  bool leaves_sides;         // out of the tables
  bool finding;              // what memory they reach:
  FT_STACK (ft_shared_granule) reached;
  bool whole[2];             // nothing of the touch was given yet
  ft_map begun;              // (variable, mask) whose begin was told
  ft_map late;               // granules that are shared from later on
  FT_STACK (ft_event) queue; // events that come before anything else of it
  size_t queued;             // of them that were given
};

const ft_stepper *ft_native_stepper;

// Before the first record.
static void begin (ft_native *n) {
  n->walk = ft_walk_new (n->run);
  n->names = ft_names_new (&n->run->code);
  n->variables =
      ft_variables_new (&n->run->code, &n->shared, n->names, n->walk);
  n->objects = ft_objects_new (n->variables);
  n->stepper = ft_native_stepper;
  if (n->stepper)
    n->machine = n->stepper->new (&n->run->code, n->walk);
}

static void end (ft_native *n) {
  if (n->machine)
    n->stepper->free (n->machine);
  FT_RELEASE (n->steps.before);
  FT_RELEASE (n->steps.after);
  FT_RELEASE (n->steps.sides);
  FT_RELEASE (n->steps.side_list);
  FT_RELEASE (n->reached);
  FT_RELEASE (n->queue);
  ft_map_release (&n->begun);
  ft_map_release (&n->late);
  ft_objects_free (n->objects);
  ft_variables_free (n->variables);
  ft_names_free (n->names);
  ft_walk_free (n->walk);
  FT_RELEASE (n->threads);
}

// Sides of branches that were not taken may access memory that one thread
// alone used: what they reach is found by a pass of its own, since all accesses
// to it are to be events.
static void find_reached (ft_native *n) {
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_error error;
  ft_event e;
  begin (n);
  n->finding = true;
  while (ft_native_next (n, &tables, &e, &notes, &error) > 0)
    ;
  ft_shared_add (&n->shared, n->reached.begin, n->reached.size);
  end (n);
  *n = (ft_native){.run = n->run, .shared = n->shared, .sides = true};
  ft_tables_release (&tables);
  ft_notes_release (&notes);
}

// Sides are looked at in recordings of at most so many words.
#define MOST_WORDS ((uint64_t)1 << 21)

static ft_native *open_run (const char *path, bool all,
                            const ft_deadline *deadline, ft_error *error) {
  ft_native *n = FT_NEW (ft_native);
  n->run = ft_native_run_open (path, error);
  if (!n->run || !ft_shared_find (&n->shared, n->run, all, deadline, error)) {
    ft_native_free (n);
    return NULL;
  }
  n->sides = ft_native_stepper && n->shared.words <= MOST_WORDS;
  if (n->sides)
    find_reached (n);
  begin (n);
  return n;
}

ft_native *ft_native_open (const char *path, ft_error *error) {
  return open_run (path, false, NULL, error);
}

ft_native *ft_native_open_within (const char *path, const ft_deadline *deadline,
                                  ft_error *error) {
  return open_run (path, false, deadline, error);
}

ft_native *ft_native_open_all (const char *path, bool all, ft_error *error) {
  return open_run (path, all, NULL, error);
}

void ft_native_free (ft_native *n) {
  if (!n)
    return;
  end (n);
  ft_shared_release (&n->shared);
  ft_native_run_free (n->run);
  free (n);
}

void ft_native_leave_sides (ft_native *n) {
  n->leaves_sides = true;
}

void ft_native_leave_code (ft_native *n) {
  if (n->machine)
    n->stepper->free (n->machine);
  n->machine = NULL;
}

ft_place ft_native_place (const ft_native *n) {
  return n->place;
}

double ft_native_progress (const ft_native *n) {
  if (!n->shared.words)
    return 1;
  return (double)ft_walk_words (n->walk) / (double)n->shared.words;
}

void ft_native_set_watch (ft_native *n, ft_native_watch *watch, void *context) {
  n->watch = watch;
  n->context = context;
}

const ft_record *ft_native_record (const ft_native *n) {
  return &n->record;
}

uint64_t ft_native_part (const ft_native *n, uint64_t *bytes) {
  *bytes = n->part_bytes;
  return n->part;
}

const ft_native_run *ft_native_run_of (const ft_native *n) {
  return n->run;
}

ft_variables *ft_native_variables (const ft_native *n) {
  return n->variables;
}

const ft_walk *ft_native_walk (const ft_native *n) {
  return n->walk;
}

// ---- parts of events -------------------------------------------------------

static ft_tid thread_id (ft_native *n, ft_tables *tables, uint32_t number) {
  FT_GROW (n->threads, (size_t)number + 1, FT_NO_ID);
  if (n->threads.begin[number] == FT_NO_ID) {
    char name[16];
    int length = snprintf (name, sizeof name, number ? "T%u" : "main", number);
    n->threads.begin[number] =
        ft_tables_add (tables, FT_CLASS_THREAD, name, (size_t)length);
  }
  return n->threads.begin[number];
}

static ft_id location (ft_native *n, ft_tables *tables) {
  const ft_record *r = &n->record;
  bool accesses = r->at && r->at->kind != FT_SITE_CALL;
  if (!n->located)
    n->location = ft_names_location (n->names, tables, r->thread,
                                     accesses ? r->site : FT_NO_ID);
  n->located = true;
  return n->location;
}

static ft_event new_event (ft_native *n, ft_tables *tables, enum ft_kind kind) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)kind;
  e.thread = thread_id (n, tables, n->record.thread->number);
  e.location = location (n, tables);
  return e;
}

static void set_ready (ft_native *n, ft_event e) {
  n->ready = e;
  n->is_ready = true;
  n->part = n->record.code == FT_WIRE_FENCE ? 0 : n->record.payload;
  n->part_bytes = 0;
}

// ---- accesses --------------------------------------------------------------

static uint64_t cut_value (uint64_t value, unsigned from, unsigned bytes) {
  if (from >= 8)
    return 0;
  value >>= 8 * from;
  return bytes >= 8 ? value : value & ((UINT64_C (1) << 8 * bytes) - 1);
}

static void push_detail (ft_tables *tables, ft_event *e, const ft_detail *d) {
  e->detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, *d);
}

// An access that is several events is not followed: what its parts write
// depends on the whole, and what they read is pinned.
static ft_detail part_of (ft_native *n, const ft_detail *whole,
                          const ft_event *e) {
  ft_detail d = *whole;
  d.op = FT_OP_NONE;
  d.result = FT_NO_ID;
  if (ft_kind_reads (e->kind)) {
    ft_event branch = FT_EVENT_NONE;
    branch.kind = FT_BRANCH;
    branch.thread = e->thread;
    FT_PUSH (n->queue, branch);
  }
  return d;
}

// The first access of these bytes of a global says what the program begins
// with.  Where events come of a granule only later, nobody knows what was there
// by then; but then one thread alone used it so far.
static void tell_initial (ft_native *n, uint64_t address, unsigned bytes,
                          const ft_event *e, ft_detail *d) {
  uint32_t *told = ft_map_at (&n->begun, (uint64_t)e->target << 8 | e->mask);
  if (!n->machine || *told != FT_NO_ID)
    return;
  *told = 1;
  const ft_code_global *g = ft_code_global_at (&n->run->code, address);
  d->initial_known =
      g && ft_map_get (&n->late, address >> 3) == FT_NO_ID &&
      ft_variables_block_at (n->variables, address) == FT_NO_ID &&
      ft_sites_initial (g->table, g->global, address - g->first, bytes,
                        &d->initial) &&
      (!ft_kind_reads (e->kind) || !(e->flags & FT_HAS_VALUE) ||
       e->value == d->initial);
}

// What the first 'bytes' of the touch depend on, and what an exchange wrote.
static void add_detail (ft_native *n, ft_tables *tables, const ft_touch *t,
                        unsigned bytes, ft_event *e) {
  const ft_step_touch *known = n->steps.touch + n->touch;
  ft_detail d = FT_DETAIL_NONE;
  bool whole = n->whole[n->touch] && bytes == t->bytes;
  if (known->known)
    d = whole ? known->detail : part_of (n, &known->detail, e);
  if (t->valued && t->kind == FT_ATOMIC_RMW) {
    d.written = cut_value (t->written, 0, bytes);
    d.written_known = true;
  }
  tell_initial (n, t->address, bytes, e, &d);
  if (known->known || d.written_known || d.initial_known)
    push_detail (tables, e, &d);
}

// The part of the touch from its address on that is in one variable.
static ft_event access_event (ft_native *n, ft_tables *tables, ft_touch *t) {
  unsigned bytes;
  ft_event e = new_event (n, tables, t->kind);
  e.target = ft_variables_at (n->variables, tables, t->address, &bytes);
  if (bytes > t->bytes)
    bytes = (unsigned)t->bytes;
  e.mask = (uint8_t)(((1u << bytes) - 1) << t->address % 8);
  e.order = t->order;
  if (t->valued) {
    e.flags = FT_HAS_VALUE;
    e.value = cut_value (t->value, 0, bytes);
  }
  add_detail (n, tables, t, bytes, &e);
  n->whole[n->touch] = false;
  n->part = t->address;
  n->part_bytes = bytes;
  t->address += bytes;
  t->bytes -= bytes;
  t->value = cut_value (t->value, bytes, 8);
  t->written = cut_value (t->written, bytes, 8);
  return e;
}

// It keeps its writer although nothing is computed from it.
static void keep_in_order (ft_native *n, ft_tables *tables, ft_event *e) {
  ft_detail d = FT_DETAIL_NONE, pin = FT_DETAIL_NONE;
  ft_operand o = {FT_NO_ID, 0};
  d.pointers_known = d.operands_known = true;
  if (e->kind == FT_ATOMIC_READ)
    d.result = o.local = ft_tables_add (tables, FT_CLASS_LOCAL, "%unseen", 7);
  push_detail (tables, e, &d);
  if (e->kind != FT_ATOMIC_READ)
    return;
  ft_event branch = FT_EVENT_NONE;
  branch.kind = FT_BRANCH;
  branch.thread = e->thread;
  pin.operands_known = true;
  pin.operands = (uint32_t)tables->operands.size;
  pin.operand_count = 1;
  FT_PUSH (tables->operands, o);
  push_detail (tables, &branch, &pin);
  FT_PUSH (n->queue, branch);
}

// Of the variable that stands for what is written unseen.
static ft_event unseen_event (ft_native *n, ft_tables *tables,
                              enum ft_kind kind) {
  ft_event e = new_event (n, tables, kind);
  e.target = ft_tables_add (tables, FT_CLASS_VARIABLE, FT_UNSEEN_NAME,
                            sizeof FT_UNSEEN_NAME - 1);
  e.mask = 0xff;
  e.order = FT_ORDER_RELAXED;
  n->part = n->part_bytes = 0;
  n->saw_unseen = true;
  if (n->machine)
    keep_in_order (n, tables, &e);
  return e;
}

static bool is_marked (const ft_native *n, const ft_record *r) {
  const ft_map *places = &n->shared.unseen_places;
  uint64_t place = ft_unseen_place (r->thread->number, r->place);
  return places->size && ft_map_get (places, place) != FT_NO_ID;
}

static bool is_unseen (const ft_native *n, const ft_touch *t) {
  return !FT_EMPTY (n->shared.unseen) &&
         ft_shared_is_unseen (&n->shared,
                              ft_variables_life (n->variables, t->address),
                              t->address >> 3);
}

// Drops what lies before the next shared granule; false if nothing is left.
static bool find_shared (ft_native *n, ft_touch *t) {
  if (!t->bytes)
    return false;
  uint64_t granule = t->address >> 3;
  if (!ft_variables_next (n->variables, &granule,
                          (t->address + t->bytes - 1) >> 3))
    return false;
  if (granule == t->address >> 3)
    return true;
  unsigned skipped = (unsigned)((granule << 3) - t->address);
  n->whole[n->touch] = false;
  if (t->valued) { // at most 8 bytes
    t->value = cut_value (t->value, skipped, 8);
    t->written = cut_value (t->written, skipped, 8);
  }
  t->bytes -= (granule << 3) - t->address;
  t->address = granule << 3;
  return true;
}

static bool next_access (ft_native *n, ft_tables *tables, ft_event *e) {
  while (n->touch < n->touch_count) {
    ft_touch *t = n->touches + n->touch;
    if (find_shared (n, t)) {
      bool unseen = !n->saw_unseen && is_unseen (n, t);
      *e = unseen ? unseen_event (n, tables, FT_ATOMIC_READ)
                  : access_event (n, tables, t);
      n->saw_unseen = unseen;
      return true;
    }
    n->touch++;
  }
  return false;
}

// ---- memory ----------------------------------------------------------------

static void change_memory (ft_native *n, ft_tables *tables) {
  // Other events of the record come first.
  ft_pos position = n->position + n->queue.size + n->change_unseen;
  ft_change c = ft_variables_change (n->variables, &n->record, position);
  if (c.what == FT_NO_CHANGE)
    return;
  const ft_block *b = ft_variables_block (n->variables, c.block);
  bool ends = c.what == FT_ENDS;
  ft_detail d = FT_DETAIL_NONE;
  d.address = b->address;
  d.bytes = b->bytes;
  d.pointers_known = n->steps.free_known;
  d.freed = (uint32_t)tables->freed.size;
  if (ends)
    ft_variables_end (n->variables, c.block, tables);
  d.freed_count = (uint32_t)tables->freed.size - d.freed;
  ft_event e = new_event (n, tables, ends ? FT_FREE : FT_ALLOC);
  e.detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, d);
  set_ready (n, e);
  n->part = d.address;
  n->part_bytes = d.bytes;
}

// ---- synchronisation -------------------------------------------------------

static void lock_event (ft_native *n, ft_tables *tables, enum ft_kind kind) {
  ft_event e = new_event (n, tables, kind);
  e.target =
      ft_objects_at (n->objects, tables, n->record.payload, FT_ROLE_LOCK);
  if (n->record.code == FT_WIRE_TRIED || n->record.code == FT_WIRE_TRIED_SHARED)
    e.flags |= FT_TRIED;
  set_ready (n, e);
}

static void object_event (ft_native *n, ft_tables *tables, enum ft_kind kind,
                          enum ft_role role) {
  ft_event e = new_event (n, tables, kind);
  e.target = ft_objects_at (n->objects, tables, n->record.payload, role);
  if (n->record.code == FT_WIRE_WAKE && n->record.word[0])
    e.flags |= FT_UNSIGNALLED;
  if (n->record.code == FT_WIRE_SEM_INIT) {
    e.flags |= FT_HAS_VALUE;
    e.value = (uint32_t)n->record.word[0];
  }
  set_ready (n, e);
}

// A handler may run in a wait, and no event can be between a wait and its wake.
// Such a wait gives its lock up and takes it again: it orders nothing more.
static void wait_event (ft_native *n, ft_tables *tables) {
  ft_walk_thread *t = n->record.thread;
  lock_event (n, tables, FT_RELEASE);
  t->disturbed = !ft_walk_waits (t);
  if (!t->disturbed)
    n->ready.condition =
        ft_objects_at (n->objects, tables, n->record.word[0] & FT_WIRE_PAYLOAD,
                       FT_ROLE_CONDITION);
}

static void wake_event (ft_native *n, ft_tables *tables) {
  if (!n->record.thread->disturbed)
    object_event (n, tables, FT_WAKE, FT_ROLE_CONDITION);
}

static void thread_event (ft_native *n, ft_tables *tables, enum ft_kind kind) {
  ft_event e = new_event (n, tables, kind);
  e.target = thread_id (n, tables, (uint32_t)n->record.payload);
  set_ready (n, e);
}

static void fence_event (ft_native *n, ft_tables *tables, uint64_t order) {
  ft_event e = new_event (n, tables, FT_FENCE);
  bool known = order > FT_ORDER_PLAIN && order <= FT_ORDER_SEQ_CST;
  e.order = known ? (uint8_t)order : FT_ORDER_SEQ_CST;
  set_ready (n, e);
}

// LOCK_INIT of what is no lock, or over a lock that is held, and SEM_INIT.
static void renew_object (ft_native *n) {
  const ft_record *r = &n->record;
  if (r->code == FT_WIRE_SEM_INIT || r->word[0] == FT_WIRE_BARRIER ||
      r->word[0] == FT_WIRE_SEMAPHORE || r->word[0] == FT_WIRE_CONDITION)
    ft_objects_renew (n->objects, r->payload, FT_ROLE_CONDITION);
  else if (r->word[0] & FT_WIRE_ABANDONED)
    ft_objects_renew (n->objects, r->payload, FT_ROLE_LOCK);
}

static void note_gap (ft_native *n, ft_notes *notes) {
  ft_notes_add (notes, NOTE_GAP, n->position,
                "%.200s/thread-%u: word %llu: events are missing here",
                n->run->path, n->record.thread->number,
                (unsigned long long)n->record.place);
}

//   record, call
#define EVENTS(E)                                                              \
  E (FORK, thread_event (n, tables, FT_FORK))                                  \
  E (JOIN, thread_event (n, tables, FT_JOIN))                                  \
  E (ACQUIRE, lock_event (n, tables, FT_ACQUIRE))                              \
  E (RELEASE, lock_event (n, tables, FT_RELEASE))                              \
  E (ACQUIRE_SHARED, lock_event (n, tables, FT_ACQUIRE_SHARED))                \
  E (RELEASE_SHARED, lock_event (n, tables, FT_RELEASE_SHARED))                \
  E (TRIED, lock_event (n, tables, FT_ACQUIRE))                                \
  E (TRIED_SHARED, lock_event (n, tables, FT_ACQUIRE_SHARED))                  \
  E (TRY_FAILED, lock_event (n, tables, FT_TRY_FAILED))                        \
  E (WAIT, wait_event (n, tables))                                             \
  E (WAKE, wake_event (n, tables))                                             \
  E (SIGNAL, object_event (n, tables, FT_SIGNAL, FT_ROLE_CONDITION))           \
  E (BROADCAST, object_event (n, tables, FT_BROADCAST, FT_ROLE_CONDITION))     \
  E (BARRIER_ARRIVE,                                                           \
     object_event (n, tables, FT_BARRIER_ARRIVE, FT_ROLE_BARRIER))             \
  E (BARRIER_LEAVE,                                                            \
     object_event (n, tables, FT_BARRIER_LEAVE, FT_ROLE_BARRIER))              \
  E (SEM_POST, object_event (n, tables, FT_SEM_POST, FT_ROLE_SEMAPHORE))       \
  E (SEM_WAIT, object_event (n, tables, FT_SEM_WAIT, FT_ROLE_SEMAPHORE))       \
  E (SEM_INIT, renew_object (n);                                               \
     object_event (n, tables, FT_SEM_INIT, FT_ROLE_SEMAPHORE))                 \
  E (LOCK_INIT, renew_object (n))                                              \
  E (FENCE, fence_event (n, tables, n->record.word[0]))                        \
  E (ALLOC, change_memory (n, tables))                                         \
  E (FREE, change_memory (n, tables))                                          \
  E (MAP, change_memory (n, tables))                                           \
  E (UNMAP, change_memory (n, tables))                                         \
  E (THREAD_START, change_memory (n, tables))                                  \
  E (GAP, note_gap (n, notes))

static void do_wire (ft_native *n, ft_tables *tables, ft_notes *notes) {
  switch (n->record.code) {
#define E(NAME, call)                                                          \
  case FT_WIRE_##NAME:                                                         \
    call;                                                                      \
    break;
    EVENTS (E)
#undef E
  }
}

// ---- the stream ------------------------------------------------------------

static bool takes_thread (const ft_record *r) {
  return r->code == FT_WIRE_FORK || r->code == FT_WIRE_JOIN;
}

// A thread that was created but had never run when the recording ended has no
// log: nothing of it is in the trace, not even its FORK.
static bool is_unborn (ft_native *n, const ft_record *r) {
  if (r->code != FT_WIRE_FORK)
    return false;
  n->forks++;
  return r->payload >= n->run->control.threads &&
         r->payload - n->run->control.threads < n->forks;
}

// The count of a semaphore that nobody was told of is no variable.
static bool is_secret (const ft_native *n, const ft_record *r) {
  bool counts = r->code == FT_WIRE_SEM_INIT || r->code == FT_WIRE_SEM_POST ||
                r->code == FT_WIRE_SEM_WAIT;
  return counts && ft_map_get (&n->shared.counted, r->payload) == FT_NO_ID;
}

// A post, or an arrival, is over when others go on, who may free the memory.
static bool accesses_first (const ft_record *r) {
  return r->code == FT_WIRE_SEM_POST || r->code == FT_WIRE_BARRIER_ARRIVE;
}

// ---- what the code says ----------------------------------------------------

static ft_event placed (ft_native *n, ft_tables *tables,
                        const ft_step_event *step) {
  ft_event e = step->event;
  e.thread = thread_id (n, tables, n->record.thread->number);
  if (step->site == FT_NO_ID)
    return e;
  // What the code did came before the record, which may have left its frame.
  bool left = n->record.code == FT_WIRE_EXIT;
  n->record.thread->frames.size += left;
  e.location =
      ft_names_location (n->names, tables, n->record.thread, step->site);
  n->record.thread->frames.size -= left;
  return e;
}

static void queue_steps (ft_native *n, ft_tables *tables,
                         const ft_step_event *steps, size_t count) {
  for (size_t i = 0; i < count; i++)
    FT_PUSH (n->queue, placed (n, tables, steps + i));
}

static void share (ft_native *n, const ft_touch *t) {
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  for (uint64_t g = t->address >> 3; t->bytes && g <= last; g++)
    if (ft_variables_share (n->variables, g))
      *ft_map_at (&n->late, g) = 1;
}

// Memory that a side accesses: a live block's, or a global's.
static bool resolve (void *native, uint64_t address, unsigned bytes,
                     ft_event *e) {
  ft_native *n = native;
  ft_id block = ft_variables_block_at (n->variables, address);
  uint64_t granule = address >> 3;
  unsigned alike;
  if (block != FT_NO_ID ? ft_variables_block (n->variables, block)->freed
                        : !ft_code_global_at (&n->run->code, address))
    return false;
  if (granule != (address + bytes - 1) >> 3)
    return false;
  if (n->finding)
    FT_PUSH (n->reached,
             ((ft_shared_granule){ft_variables_life (n->variables, address),
                                  granule}));
  if (ft_variables_share (n->variables, granule))
    *ft_map_at (&n->late, granule) = 1;
  if (ft_variables_keep (n->variables, address, bytes) != FT_KEPT_WHOLE)
    return false;
  e->target =
      ft_variables_at (n->variables, n->steps.tables, address, &alike);
  e->mask = (uint8_t)(((1u << bytes) - 1) << address % 8);
  return true;
}

// The branch comes before the record at hand.
static void add_side_event (ft_native *n, ft_tables *tables,
                            const ft_step_event *step) {
  ft_event e = placed (n, tables, step);
  if (ft_kind_accesses (e.kind))
    tell_initial (n, step->address, (unsigned)__builtin_popcount (e.mask), &e,
                  tables->details.begin + e.detail);
  ft_alternatives_push (&tables->alternatives, e);
}

// To the branches that are in the queue.
static void add_sides (ft_native *n, ft_tables *tables) {
  ft_steps *s = &n->steps;
  ft_alternatives *all = &tables->alternatives;
  for (size_t i = 0; i < s->side_list.size && !n->leaves_sides; i++) {
    const ft_step_side *side = s->side_list.begin + i;
    ft_alternative a = {side->outcome, (uint32_t)all->events.size, side->count,
                        FT_NEVER_REJOINS, FT_NO_ID};
    for (uint32_t k = 0; k < side->count; k++)
      add_side_event (n, tables, s->sides.begin + side->first + k);
    ft_alternatives_add (all, n->position + side->branch, a);
  }
  FT_CLEAR (s->sides);
  FT_CLEAR (s->side_list);
}

static void follow_code (ft_native *n, ft_tables *tables) {
  ft_steps *s = &n->steps;
  s->resolve = n->sides ? resolve : NULL;
  s->native = n;
  s->record = &n->record;
  s->touches = n->touches;
  s->count = n->touch_count;
  s->tables = tables;
  s->free_known = false;
  FT_CLEAR (s->before);
  for (int i = 0; i < n->touch_count; i++) {
    const ft_touch *t = n->touches + i;
    s->kept[i] = ft_variables_keep (n->variables, t->address, t->bytes);
    s->touch[i] = (ft_step_touch){.detail = FT_DETAIL_NONE};
  }
  n->stepper->step (n->machine, s);
  for (int i = 0; i < n->touch_count; i++)
    if (s->touch[i].share)
      share (n, n->touches + i);
  queue_steps (n, tables, s->before.begin, s->before.size);
  add_sides (n, tables);
}

static bool take_queued (ft_native *n, ft_event *e) {
  if (n->queued == n->queue.size) {
    n->queued = 0;
    FT_CLEAR (n->queue);
    return false;
  }
  *e = n->queue.begin[n->queued++];
  n->part = n->part_bytes = 0;
  return true;
}

// When all other events of a record were given.
static bool queue_last (ft_native *n, ft_tables *tables) {
  bool any = !FT_EMPTY (n->steps.after);
  queue_steps (n, tables, n->steps.after.begin, n->steps.after.size);
  FT_CLEAR (n->steps.after);
  return any;
}

static int read_record (ft_native *n, ft_tables *tables, ft_notes *notes,
                        ft_error *error) {
  int got = ft_walk_next (n->walk, &n->record, error);
  if (got <= 0)
    return got;
  const ft_record *r = &n->record;
  n->located = false;
  n->touch = 0;
  n->touch_count = ft_record_touches (r, n->walk, n->touches, error);
  if (n->touch_count < 0)
    return -1;
  if (is_secret (n, r))
    n->touch_count = 0;
  n->access_first = accesses_first (r);
  n->change_unseen = is_marked (n, r);
  n->saw_unseen = false;
  n->whole[0] = n->whole[1] = true;
  if (n->machine)
    follow_code (n, tables);
  if (is_unborn (n, r))
    return 1;
  if (takes_thread (r) && r->payload >= n->run->control.threads)
    return ft_record_error (
        r, n->walk, error, "thread %llu, but there are %u threads",
        (unsigned long long)r->payload, n->run->control.threads);
  if (r->at && r->at->kind == FT_SITE_FENCE)
    fence_event (n, tables, r->at->site->order);
  else if (!r->at)
    do_wire (n, tables, notes);
  if (n->watch)
    n->watch (n->context, n, r, n->is_ready ? n->ready.target : FT_NO_ID);
  return 1;
}

static void note_end (ft_native *n, ft_notes *notes) {
  const char *why = ft_walk_incomplete (n->walk);
  uint32_t state = n->run->control.state;
  n->over = true;
  if (state == FT_WIRE_STOPPED)
    ft_notes_add (notes, NOTE_INCOMPLETE, n->position,
                  "%.200s: recording is incomplete: it stopped at its size "
                  "limit, a full disk, where foretrace was killed, or at "
                  "something that it cannot follow; what came after is not "
                  "known",
                  n->run->path);
  else if (state != FT_WIRE_ENDED)
    ft_notes_add (notes, NOTE_INCOMPLETE, n->position,
                  "%.200s: recording is incomplete: the process was killed or "
                  "still runs%s%.120s",
                  n->run->path, why ? "; " : "", why ? why : "");
}

int ft_native_next (ft_native *n, ft_tables *tables, ft_event *e,
                    ft_notes *notes, ft_error *error) {
  while (!take_queued (n, e)) {
    if (n->change_unseen) {
      *e = unseen_event (n, tables, FT_ATOMIC_RMW);
      n->change_unseen = false;
      break;
    }
    if ((!n->is_ready || n->access_first) && next_access (n, tables, e))
      break;
    n->access_first = false;
    if (n->is_ready) {
      *e = n->ready;
      n->is_ready = false;
      break;
    }
    if (queue_last (n, tables))
      continue;
    int got = n->over ? 0 : read_record (n, tables, notes, error);
    if (!got && !n->over)
      note_end (n, notes);
    if (got <= 0)
      return got;
  }
  n->position++;
  n->place = (ft_place){n->record.thread->number, n->record.place};
  return 1;
}
