// Events of assumed orders, and the variables that stand for what threads and
// calls without records have done (see 'assumed_events.h').

#include "load/assumed_events.h"

#include "trace/assumed.h"

static const char *const names[] = {
    [FT_ASSUMED_WROTE] = "memory written by thread",
    [FT_ASSUMED_CALLED] = "calls of thread",
    [FT_ASSUMED_FILLED] = "memory written by calls of thread"};

// ---- events ----------------------------------------------------------------

static ft_event assumed_event (ft_load *n, ft_tables *tables, enum ft_kind kind,
                               const char *what, uint32_t thread) {
  char name[256];
  ft_event e = ft_load_event (n, tables, kind);
  int length = snprintf (name, sizeof name, FT_ASSUMED "%s", what);
  if (thread != FT_NO_ID)
    length = snprintf (name, sizeof name, FT_ASSUMED "%s %u", what, thread);
  e.target = ft_tables_add (tables, FT_CLASS_VARIABLE, name, (size_t)length);
  e.mask = 0xff;
  e.order = kind == FT_ATOMIC_READ    ? FT_ORDER_ACQUIRE
            : kind == FT_ATOMIC_WRITE ? FT_ORDER_RELEASE
                                      : FT_ORDER_ACQ_REL;
  return e;
}

void ft_assumed_write (ft_load *n, ft_tables *tables,
                       enum ft_assumed_kind kind) {
  ft_event e = assumed_event (n, tables, FT_ATOMIC_WRITE, names[kind],
                              n->record.thread->number);
  ft_detail d = FT_DETAIL_NONE;
  d.pointers_known = d.operands_known = true;
  if (n->machine)
    ft_load_push_detail (tables, &e, &d);
  FT_PUSH (n->queue, e);
}

// A read that keeps its writer, or an exchange.
void ft_assumed_read (ft_load *n, ft_tables *tables, enum ft_kind kind,
                      const char *what, uint32_t thread) {
  ft_event e = assumed_event (n, tables, kind, what, thread);
  ft_event branch = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE, concretize = FT_DETAIL_NONE;
  ft_operand o = {ft_tables_add (tables, FT_CLASS_LOCAL, "%assumed", 8), 0};
  d.pointers_known = d.operands_known = true;
  d.result = o.local;
  if (n->machine)
    ft_load_push_detail (tables, &e, &d);
  FT_PUSH (n->queue, e);
  if (!n->machine)
    return;
  branch.kind = FT_BRANCH;
  branch.thread = e.thread;
  concretize.operands_known = true;
  concretize.operands = (uint32_t)tables->operands.size;
  concretize.operand_count = 1;
  FT_PUSH (tables->operands, o);
  ft_load_push_detail (tables, &branch, &concretize);
  FT_PUSH (n->queue, branch);
}

// ---- threads ---------------------------------------------------------------

ft_load_caller *ft_assumed_caller (ft_load *n, uint32_t number) {
  FT_GROW (n->callers, (size_t)number + 1, ((ft_load_caller){0}));
  return n->callers.begin + number;
}

// Before what calls of other threads may read, if some have read since the last
// time.
void ft_assumed_before_write (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  t->changed = true;
  if (t->reads == n->call_reads - t->own_reads)
    return;
  if (t->writes_late)
    ft_assumed_look (n, tables, t);
  t->writes_late = false;
  ft_assumed_write (n, tables, FT_ASSUMED_WROTE);
  t->reads = n->call_reads - t->own_reads;
  t->closed = 0;
}

// After each call of another thread that may have read.
enum { MOST_CLOSED = 16 };

// Behind such memory, so that what the thread does next is not ordered with it.
// Of many writes in a row only the last one counts ('ft_assumed_before_call').
void ft_assumed_behind_write (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  if (t->closed >= MOST_CLOSED)
    return;
  t->closed++;
  t->changed = false;
  ft_assumed_write (n, tables, FT_ASSUMED_WROTE);
}

// Whether other threads have called anything of unknown effect meanwhile.
bool ft_assumed_have_called (const ft_load *n, const ft_load_caller *t) {
  return t->seen != n->unknown_calls - t->own_unknown;
}

// A read of memory that calls of unknown effect may change comes behind those
// that came before it, and before those that come behind it.
void ft_assumed_look (ft_load *n, ft_tables *tables, ft_load_caller *t) {
  ft_assumed_read (n, tables, FT_ATOMIC_READ, ft_load_unknown_state (n),
                   FT_NO_ID);
  t->seen = n->unknown_calls - t->own_unknown;
}

// Also of threads that will write theirs: the read comes before that.  Of memory that
// calls read, any thread that has begun may be such a one; one that begins behind calls
// looks before it writes ('writes_late').
static bool may_fill (const ft_load *n, uint32_t thread) {
  return thread < n->shared.calls.fillers.size &&
         n->shared.calls.fillers.begin[thread];
}

static bool is_other (const ft_load *n, uint32_t thread,
                      enum ft_assumed_kind kind) {
  const ft_load_caller *t = n->callers.begin + thread;
  if (thread == n->record.thread->number)
    return false;
  if (kind == FT_ASSUMED_FILLED)
    return may_fill (n, thread);
  return thread < n->callers.size && (kind == FT_ASSUMED_WROTE || t->called);
}

void ft_assumed_read_others (ft_load *n, ft_tables *tables,
                             enum ft_assumed_kind kind) {
  size_t count = kind == FT_ASSUMED_FILLED ? n->shared.calls.fillers.size
                                           : n->callers.size;
  for (uint32_t i = 0; i < count; i++)
    if (is_other (n, i, kind))
      ft_assumed_read (n, tables, FT_ATOMIC_READ, names[kind], i);
}

// The same of memory that calls of known effect may write.
bool ft_assumed_have_filled (const ft_load *n, const ft_load_caller *t) {
  return t->seen_fills != n->fills - t->own_fills;
}

void ft_assumed_look_at_filled (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  ft_assumed_read_others (n, tables, FT_ASSUMED_FILLED);
  t->seen_fills = n->fills - t->own_fills;
}

// Behind the last record before such a call, or before a read that reveals a
// write without a record.
void ft_assumed_before_call (ft_load *n, ft_tables *tables,
                             enum ft_last_record what) {
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  if (t->read)
    ft_assumed_look (n, tables, t);
  if (t->read_filled)
    ft_assumed_look_at_filled (n, tables);
  t->read = t->read_filled = false;
  if (!t->changed && what != FT_LAST_ANY)
    return;
  ft_assumed_write (n, tables, FT_ASSUMED_WROTE);
  t->changed = false;
}

// A call may write memory at this moment.
void ft_assumed_written (ft_load *n, ft_tables *tables) {
  if (n->shared.calls.reading)
    ft_assumed_write (n, tables, FT_ASSUMED_WROTE);
}

void ft_assumed_fill (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  if (!ft_load_is_filled (n))
    return;
  ft_assumed_write (n, tables, FT_ASSUMED_FILLED);
  t->own_fills++;
  n->fills++;
}

// A look at everything: the next record of each other thread comes behind it.  That of one
// that has not begun looks at the state of calls, which this changes.
void ft_assumed_note_look (ft_load *n, ft_tables *tables) {
  ft_assumed_read (n, tables, FT_ATOMIC_RMW, ft_load_unknown_state (n),
                   FT_NO_ID);
  n->looks++;
  ft_assumed_caller (n, n->record.thread->number)->own_looks++;
}

// No event comes between a wait, its wake and the acquire behind it, between the
// arrival at a barrier and the leave, nor before the begin of a thread.
static bool stands_alone (ft_load_caller *t, const ft_run_record *r) {
  bool waits = t->waits;
  if (r->at)
    return false;
  t->waits = r->code == FT_WIRE_WAIT || r->code == FT_WIRE_BARRIER_ARRIVE ||
             (waits && r->code != FT_WIRE_ACQUIRE &&
              r->code != FT_WIRE_BARRIER_LEAVE);
  return waits || r->code == FT_WIRE_THREAD_START;
}

// A new thread comes behind all calls that its creator comes behind.
static void note_creation (ft_load *n, const ft_load_caller *creator,
                           uint64_t child) {
  uint64_t known = creator->known_over + creator->own_over;
  if (child < FT_MOST_THREADS)
    ft_assumed_caller (n, (uint32_t)child)->known_over = known;
}

// Calls of the thread that may have read are over.
static void go_on (ft_load *n, ft_load_caller *t) {
  n->reads_over += t->in_progress;
  t->own_over += t->in_progress;
  t->in_progress = 0;
}

void ft_assumed_behind_looks (ft_load *n, ft_tables *tables) {
  const ft_run_record *r = &n->record;
  ft_load_caller *t = ft_assumed_caller (n, r->thread->number);
  bool alone = stands_alone (t, r);
  uint64_t looks = n->looks - t->own_looks;
  go_on (n, t);
  if (!r->at && r->code == FT_WIRE_THREAD_START) {
    t->begins_late = looks;
    t->writes_late = n->reads_over != t->known_over;
  }
  if (t->begins_late && !alone) {
    ft_assumed_look (n, tables, t);
    t->begins_late = false;
  }
  if (t->looks != looks && !alone) {
    ft_assumed_write (n, tables, FT_ASSUMED_WROTE);
    t->looks = looks;
  }
  if (!r->at && r->code == FT_WIRE_FORK)
    note_creation (n, t, r->payload);
}
