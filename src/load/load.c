// The second pass over a run: its events (see 'load.h').

#include "load/load.h"

#include "base/debug_log.h"
#include "load/load_inside.h"
#include "load/unfollowed.h"

// Whether any unit of the run has code; re-execution adds nothing otherwise.
static bool is_reexecuted (const ft_load *n) {
  const ft_run_code *code = &n->run->code;
  if (n->without_code)
    return false;
  for (size_t i = 0; i < code->tables.size; i++)
    if (code->tables.begin[i]->code.size)
      return true;
  return false;
}

// Before the first record.
static void begin_pass (ft_load *n) {
  n->reader = ft_run_reader_new (n->run);
  n->names = ft_location_names_new (&n->run->code);
  n->variables =
      ft_variables_new (&n->run->code, &n->shared, n->names, n->reader);
  n->objects = ft_object_ids_new (n->variables);
  n->environment.code = &n->run->code;
  n->environment.reader = n->reader;
  n->environment.record = &n->record;
  n->environment.variables = n->variables;
  n->environment.objects = n->objects;
  n->environment.reuses = &n->shared.reuses;
  n->steps.environment = &n->environment;
  if (is_reexecuted (n))
    n->machine = ft_reexecute_new (&n->run->code, n->reader);
  n->uses_numbers = !n->machine || ft_reexecute_uses_numbers (n->machine);
  n->ends_waits = !n->machine || ft_reexecute_ends_waits (n->machine);
  ft_load_mark_moments (n);
}

static void end_pass (ft_load *n) {
  ft_reexecute_free (n->machine);
  FT_RELEASE (n->steps.before);
  FT_RELEASE (n->steps.after);
  FT_RELEASE (n->steps.bytes);
  FT_RELEASE (n->steps.altpath_events);
  FT_RELEASE (n->steps.altpaths);
  FT_RELEASE (n->steps.calls);
  FT_RELEASE (n->steps.merges);
  ft_load_release_altpaths (n);
  FT_RELEASE (n->queue);
  ft_map_release (&n->initialised);
  ft_object_ids_free (n->objects);
  ft_variables_free (n->variables);
  ft_location_names_free (n->names);
  ft_run_reader_free (n->reader);
  FT_RELEASE (n->threads);
  FT_RELEASE (n->callers);
  ft_map_release (&n->call_effects);
  ft_load_release_moments (n);
  ft_strbuf_release (&n->unknown_state);
}

// Alternative paths may access memory that one thread alone used.  The memory
// that they reach is found by a pass of its own, since all accesses to it must
// be events.  The first such pass also notes reads on which addresses depend
// (symex/altpath/other_value.h).
static void find_in_pass (ft_load *n, bool notes_reads) {
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_error error;
  ft_event e;
  begin_pass (n);
  n->environment.finding = true;
  n->environment.notes_reads = notes_reads;
  while (ft_load_next (n, &tables, &e, &notes, &error) > 0)
    ;
  ft_environment found = n->environment;
  FT_DEBUG (LOAD, 1,
            "alternative paths reach %zu granules that one thread uses",
            found.reached.size);
  ft_shared_add (&n->shared, found.reached.begin, found.reached.size);
  ft_lifetimes_finish (&found.lifetimes);
  end_pass (n);
  *n = (ft_load){.run = n->run,
                 .shared = n->shared,
                 .environment = {.compared = found.compared,
                                 .address_reads = found.address_reads,
                                 .seen_at = found.seen_at,
                                 .escaped = found.escaped,
                                 .written = found.written,
                                 .written_pages = found.written_pages,
                                 .libraries_written = found.libraries_written,
                                 .all_written = found.all_written,
                                 .lifetimes = found.lifetimes,
                                 .unknown_escaped = found.unknown_escaped,
                                 .all_reached = found.all_reached,
                                 .altpaths = true}};
  found.escaped = found.written = found.written_pages = (ft_map){0};
  memcpy (&n->environment.seen, &found.seen, sizeof found.seen);
  memset (&found.seen, 0, sizeof found.seen);
  found.compared = found.address_reads = found.seen_at = (ft_map){0};
  found.lifetimes = (ft_lifetimes){0};
  ft_environment_release (&found);
  ft_tables_release (&tables);
  ft_notes_release (&notes);
}

// The paths on which these reads return something else reach memory, too.
static void find_reached (ft_load *n) {
  find_in_pass (n, true);
  if (!n->environment.address_reads.size)
    return;
  ft_lifetimes_release (&n->environment.lifetimes);
  n->environment.lifetimes = (ft_lifetimes){0};
  find_in_pass (n, false);
}

uint64_t ft_load_altpath_words (void) {
  const char *text = getenv ("FT_ALTPATH_WORDS");
  return text ? strtoull (text, NULL, 10) : (uint64_t)1 << 21;
}

enum code { CODE_REEXECUTED, CODE_UNUSED, CODE_UNUSED_AND_CALLS };

// Of a long run no alternative paths are followed.
static ft_shared_extent extent_of (const ft_run *run, bool all) {
  return all ? FT_SHARED_ALL
         : run->control.words > ft_load_altpath_words ()
             ? FT_SHARED_UNLESS_BARRIERS
             : FT_SHARED_UNLESS_FORKS;
}

static ft_load *open_run (const char *path, bool all, enum code code,
                          const ft_deadline *deadline,
                          ft_progress_callback shown, ft_error *error) {
  ft_load *n = FT_NEW (ft_load);
  n->without_code = code != CODE_REEXECUTED;
  n->records_alone = code == CODE_UNUSED_AND_CALLS;
  n->makes_all = all;
  n->run = ft_run_open (path, error);
  if (!n->run || !ft_shared_find (&n->shared, n->run, extent_of (n->run, all),
                                  deadline, shown, error)) {
    ft_load_free (n);
    return NULL;
  }
  n->environment.altpaths =
      is_reexecuted (n) && n->shared.words <= ft_load_altpath_words ();
  FT_DEBUG (LOAD, 1,
            "%llu words, %zu granules are shared, code is %s, alternative "
            "paths are %s",
            (unsigned long long)n->shared.words, n->shared.granules.size,
            is_reexecuted (n) ? "re-executed" : "not re-executed",
            n->environment.altpaths ? "followed" : "not followed");
  if (n->environment.altpaths)
    find_reached (n);
  else if (n->shared.calls.callbacks)
    ft_load_note_callbacks (n);
  ft_shared_form_ranges (&n->shared);
  begin_pass (n);
  return n;
}

ft_load *ft_load_open (const char *path, ft_error *error) {
  return open_run (path, false, CODE_REEXECUTED, NULL, FT_NO_PROGRESS, error);
}

ft_load *ft_load_open_bounded (const char *path, const ft_deadline *deadline,
                               ft_progress_callback shown, ft_error *error) {
  return open_run (path, false, CODE_REEXECUTED, deadline, shown, error);
}

ft_load *ft_load_open_all (const char *path, bool all, ft_error *error) {
  return open_run (path, all, CODE_REEXECUTED, NULL, FT_NO_PROGRESS, error);
}

ft_load *ft_load_open_records (const char *path, bool all, ft_error *error) {
  return open_run (path, all, CODE_UNUSED_AND_CALLS, NULL, FT_NO_PROGRESS, error);
}

ft_load *ft_load_open_order (const char *path, ft_error *error) {
  return open_run (path, false, CODE_UNUSED, NULL, FT_NO_PROGRESS,
                   error);
}

// ---- reading a run again ---------------------------------------------------

ft_shared *ft_load_take_shared (ft_load *n) {
  if (n->environment.altpaths || n->makes_all || n->without_code)
    return NULL;
  ft_shared *shared = FT_NEW (ft_shared);
  ft_load_return_shared (n, shared);
  return shared;
}

void ft_load_return_shared (ft_load *n, ft_shared *shared) {
  *shared = n->shared;
  n->shared = (ft_shared){0};
}

ft_load *ft_load_open_again (const char *path, ft_shared *shared,
                             ft_error *error) {
  ft_load *n = FT_NEW (ft_load);
  n->run = ft_run_open (path, error);
  if (!n->run) {
    ft_load_free (n);
    return NULL;
  }
  n->shared = *shared;
  *shared = (ft_shared){0};
  begin_pass (n);
  return n;
}

bool ft_load_skip_to_end (ft_load *n,
                          bool (*step) (void *, const ft_run_record *),
                          void *context, ft_error *error) {
  int got = 1;
  while (step (context, &n->record) &&
         (got = ft_run_reader_next (n->reader, &n->record, error)) > 0)
    ;
  return got >= 0;
}

void ft_load_free (ft_load *n) {
  if (!n)
    return;
  end_pass (n);
  ft_environment_release (&n->environment);
  ft_shared_release (&n->shared);
  ft_run_free (n->run);
  free (n);
}

void ft_load_skip_altpaths (ft_load *n) {
  n->skips_altpaths = true;
}

void ft_load_skip_reexecution (ft_load *n) {
  ft_reexecute_free (n->machine);
  n->machine = NULL;
}

ft_reexecution_stats ft_load_reexecuted (const ft_load *n) {
  return n->machine ? ft_reexecute_counts (n->machine)
                    : (ft_reexecution_stats){0};
}

ft_tick ft_load_tick (const ft_load *n) {
  return n->tick;
}

double ft_load_progress (const ft_load *n) {
  if (!n->shared.words)
    return 1;
  return (double)ft_run_reader_words (n->reader) / (double)n->shared.words;
}

void ft_load_set_watch (ft_load *n, ft_load_watch *watch, void *context) {
  n->watch = watch;
  n->context = context;
}

const ft_run_record *ft_load_record (const ft_load *n) {
  return &n->record;
}

uint64_t ft_load_access_range (const ft_load *n, uint64_t *bytes) {
  *bytes = n->part_bytes;
  return n->part;
}

const ft_run *ft_load_run (const ft_load *n) {
  return n->run;
}

ft_variables *ft_load_variables (const ft_load *n) {
  return n->variables;
}

const ft_run_reader *ft_load_run_reader (const ft_load *n) {
  return n->reader;
}

// ---- the stream ------------------------------------------------------------

static bool takes_thread (const ft_run_record *r) {
  return r->code == FT_WIRE_FORK || r->code == FT_WIRE_JOIN;
}

// A thread that was created but had not run when the recording ended has no
// log: the trace contains nothing of it, not even its FORK.
static bool is_unborn (ft_load *n, const ft_run_record *r) {
  if (r->code != FT_WIRE_FORK)
    return false;
  n->forks++;
  return r->payload >= n->run->control.threads &&
         r->payload - n->run->control.threads < n->forks;
}

// The count of a semaphore is no variable unless a thread has read it.  Else
// what changes the count alone uses the object.
static void choose_count (ft_load *n, const ft_run_record *r) {
  bool changes = r->code == FT_WIRE_SEM_POST || r->code == FT_WIRE_SEM_WAIT;
  bool read = ft_map_get (&n->shared.counted, r->payload) != FT_NO_ID;
  if (changes)
    n->access_count = 1;
  if (changes && !read)
    n->accesses[0] = n->accesses[1];
  else if (r->code == FT_WIRE_SEM_INIT && !read)
    n->access_count = 0;
}

// Causes without an effect order nothing: what is written to a file that nobody
// reads.  A cause is the last access of its record.
static bool ends_with_unobserved_cause (const ft_load *n) {
  if (!n->access_count)
    return false;
  const ft_run_access *last = n->accesses + n->access_count - 1;
  return last->cause &&
         ft_map_get (&n->shared.observed, last->address) == FT_NO_ID;
}

// The access of an operation on an object comes first: a lock is looked at
// before it is acquired, and when it is released, others may continue and free
// the memory.
static bool accesses_first (const ft_run_record *r) {
  return !r->at && r->code != FT_WIRE_SEM_INIT;
}

// What an operation finds in its object matters to it: the branch on that comes
// between the access and the operation.  What is given back is so behind it.
static bool looks_at_object (const ft_load *n) {
  unsigned code = n->record.code;
  return n->access_first && n->is_ready && n->access_count > 0 &&
         code != FT_WIRE_JOIN && code != FT_WIRE_FREE && code != FT_WIRE_UNMAP;
}

static int read_record (ft_load *n, ft_tables *tables, ft_notes *notes,
                        ft_error *error) {
  int got = ft_run_reader_next (n->reader, &n->record, error);
  if (got <= 0)
    return got;
  const ft_run_record *r = &n->record;
  n->located = false;
  n->access = 0;
  n->access_count = ft_run_record_accesses (r, n->reader, n->accesses, error);
  if (n->access_count < 0)
    return -1;
  n->access_count =
      ft_variables_accesses (n->variables, r, n->accesses, n->access_count);
  choose_count (n, r);
  if (ends_with_unobserved_cause (n))
    n->access_count--;
  n->access_first = accesses_first (r);
  n->change_pending = ft_load_is_uninstrumented_tick (n, r);
  n->change_read = false;
  n->whole[0] = n->whole[1] = true;
  ft_load_note_reached (n);
  // First what the thread computed on its way to the record: the positions of
  // branches and merge points count from here.
  if (n->machine)
    ft_load_reexecute (n, tables);
  ft_load_calls_before (n, tables);
  ft_load_calls_behind (n);
  ft_load_writes_before (n, tables);
  ft_load_queue_number (n, tables);
  if (is_unborn (n, r))
    return 1;
  if (takes_thread (r) && r->payload >= n->run->control.threads)
    return ft_run_record_error (
        r, n->reader, error, "thread %llu, but there are %u threads",
        (unsigned long long)r->payload, n->run->control.threads);
  bool allocates = r->code == FT_WIRE_ALLOC;
  if (n->environment.finding && !r->at && !allocates)
    ft_environment_note_lifetime (&n->environment);
  if (r->at && r->at->kind == FT_SITE_FENCE)
    ft_load_fence (n, tables, r->at->site->order);
  else if (!r->at)
    ft_load_make_event (n, tables, notes);
  if (n->environment.finding && !r->at && allocates)
    ft_environment_note_lifetime (&n->environment);
  if (n->watch)
    n->watch (n->context, n, r, n->is_ready ? n->ready.target : FT_NO_ID);
  return 1;
}

// The note appears only if alternative paths are followed.
static void note_uninstrumented (ft_load *n, ft_notes *notes) {
  const ft_run_code *code = &n->run->code;
  if (!n->environment.altpaths || code->uninstrumented != FT_UNINSTRUMENTED_ANY)
    return;
  ft_notes_add (notes, FT_NOTE_UNINSTRUMENTED, n->position,
                "%.200s: uninstrumented code may use any variable and define "
                "any function (%s%.300s%s): few alternative paths are followed",
                n->run->path, code->unnoted ? "'" : "",
                code->unnoted ? code->unnoted
                              : "there is bitcode in the program, or another "
                                "file that cannot be looked into",
                code->unnoted ? "' was not linked by foretrace-cc" : "");
}

static void note_end (ft_load *n, ft_notes *notes) {
  const char *why = ft_run_reader_incomplete (n->reader);
  uint32_t state = n->run->control.state;
  n->over = true;
  FT_DEBUG (LOAD, 1, "%llu events made of the records",
            (unsigned long long)n->position);
  note_uninstrumented (n, notes);
  if (n->machine && n->environment.altpaths)
    ft_unfollowed_note (notes, &n->run->code, ft_reexecute_unfollowed (n->machine));
  if (state == FT_WIRE_STOPPED)
    ft_notes_add (notes, FT_NOTE_INCOMPLETE, n->position,
                  "%.200s: recording is incomplete: it stopped at its size "
                  "limit, a full disk, where foretrace was killed, or at "
                  "something that it cannot follow; what came after is not "
                  "known",
                  n->run->path);
  else if (state != FT_WIRE_ENDED)
    ft_notes_add (notes, FT_NOTE_INCOMPLETE, n->position,
                  "%.200s: recording is incomplete: the process was killed or "
                  "still runs%s%.120s",
                  n->run->path, why ? "; " : "", why ? why : "");
}

bool ft_load_begins_wait (const ft_load *n) {
  return !n->record.at && (n->record.code == FT_WIRE_WAIT ||
                           n->record.code == FT_WIRE_BARRIER_ARRIVE);
}

bool ft_load_is_mid_record (const ft_load *n) {
  return n->queued < n->queue.size || n->is_ready || n->change_pending ||
         n->access < n->access_count || !FT_EMPTY (n->steps.after) ||
         n->last_before_call || n->moment_behind;
}

int ft_load_next (ft_load *n, ft_tables *tables, ft_event *e, ft_notes *notes,
                  ft_error *error) {
  while (!ft_load_take_queued (n, e)) {
    if (n->change_pending) {
      *e = ft_load_uninstrumented_event (n, tables, FT_ATOMIC_RMW);
      n->change_pending = false;
      break;
    }
    if ((!n->is_ready || n->access_first) && ft_load_next_access (n, tables, e))
      break;
    if (looks_at_object (n) && ft_load_queue_last (n, tables))
      continue;
    // No event comes between a wait and its wake, nor inside of a barrier.
    if (n->access_first && n->is_ready && ft_load_begins_wait (n) &&
        ft_load_queue_assumed (n, tables))
      continue;
    n->access_first = false;
    if (n->is_ready) {
      *e = n->ready;
      n->is_ready = false;
      break;
    }
    if (ft_load_queue_last (n, tables) || ft_load_queue_assumed (n, tables))
      continue;
    int got = n->over ? 0 : read_record (n, tables, notes, error);
    if (!got && !n->over)
      note_end (n, notes);
    if (got <= 0) {
      if (!got)
        ft_load_emit_altpaths (n, tables);
      return got;
    }
  }
  if (n->environment.altpaths)
    ft_load_count_event (n, e);
  n->position++;
  n->tick = (ft_tick){n->record.thread->number, n->record.tick};
  return 1;
}
