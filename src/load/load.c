// The second pass over a run: its events.

#include "load/inside.h"

// Where no object of the run has code, re-execution would add nothing.
static bool has_code (const ft_code *code) {
  for (size_t i = 0; i < code->tables.size; i++)
    if (code->tables.begin[i]->code.size)
      return true;
  return false;
}

// Before the first record.
static void begin (ft_native *n) {
  n->walk = ft_walk_new (n->run);
  n->names = ft_names_new (&n->run->code);
  n->variables =
      ft_variables_new (&n->run->code, &n->shared, n->names, n->walk);
  n->objects = ft_objects_new (n->variables);
  n->environment.code = &n->run->code;
  n->environment.walk = n->walk;
  n->environment.record = &n->record;
  n->environment.variables = n->variables;
  n->environment.objects = n->objects;
  n->steps.environment = &n->environment;
  if (has_code (&n->run->code))
    n->machine = ft_reexecute_new (&n->run->code, n->walk);
}

static void end (ft_native *n) {
  ft_reexecute_free (n->machine);
  FT_RELEASE (n->steps.before);
  FT_RELEASE (n->steps.after);
  FT_RELEASE (n->steps.bytes);
  FT_RELEASE (n->steps.sides);
  FT_RELEASE (n->steps.side_list);
  FT_RELEASE (n->steps.calls);
  FT_RELEASE (n->steps.joins);
  ft_native_release_sides (n);
  FT_RELEASE (n->queue);
  ft_map_release (&n->begun);
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
  n->environment.finding = true;
  while (ft_native_next (n, &tables, &e, &notes, &error) > 0)
    ;
  ft_environment found = n->environment;
  ft_shared_add (&n->shared, found.reached.begin, found.reached.size);
  ft_usable_finish (&found.usable);
  end (n);
  *n = (ft_native){.run = n->run,
                   .shared = n->shared,
                   .environment = {.hidden = found.hidden,
                                   .usable = found.usable,
                                   .loose = found.loose,
                                   .sides = true}};
  found.hidden = (ft_map){0};
  found.usable = (ft_usable){0};
  ft_environment_release (&found);
  ft_tables_release (&tables);
  ft_notes_release (&notes);
}

// Sides are looked at in recordings of at most so many words.
#define MOST_WORDS ((uint64_t)1 << 21)

static ft_native *open_run (const char *path, bool all,
                            const ft_deadline *deadline, ft_shown shown,
                            ft_error *error) {
  ft_native *n = FT_NEW (ft_native);
  n->run = ft_native_run_open (path, error);
  if (!n->run ||
      !ft_shared_find (&n->shared, n->run, all, deadline, shown, error)) {
    ft_native_free (n);
    return NULL;
  }
  n->environment.sides =
      has_code (&n->run->code) && n->shared.words <= MOST_WORDS;
  if (n->environment.sides)
    find_reached (n);
  ft_shared_stretch (&n->shared);
  begin (n);
  return n;
}

ft_native *ft_native_open (const char *path, ft_error *error) {
  return open_run (path, false, NULL, FT_SHOWN_TO_NOBODY, error);
}

ft_native *ft_native_open_within (const char *path, const ft_deadline *deadline,
                                  ft_shown shown, ft_error *error) {
  return open_run (path, false, deadline, shown, error);
}

ft_native *ft_native_open_all (const char *path, bool all, ft_error *error) {
  return open_run (path, all, NULL, FT_SHOWN_TO_NOBODY, error);
}

void ft_native_free (ft_native *n) {
  if (!n)
    return;
  end (n);
  ft_environment_release (&n->environment);
  ft_shared_release (&n->shared);
  ft_native_run_free (n->run);
  free (n);
}

void ft_native_leave_sides (ft_native *n) {
  n->leaves_sides = true;
}

void ft_native_leave_code (ft_native *n) {
  ft_reexecute_free (n->machine);
  n->machine = NULL;
}

ft_reexecuted ft_native_reexecuted (const ft_native *n) {
  return n->machine ? ft_reexecute_counts (n->machine) : (ft_reexecuted){0};
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
  n->change_unseen = ft_native_is_marked (n, r);
  n->saw_unseen = false;
  n->whole[0] = n->whole[1] = true;
  if (n->machine)
    ft_native_follow (n, tables);
  if (is_unborn (n, r))
    return 1;
  if (takes_thread (r) && r->payload >= n->run->control.threads)
    return ft_record_error (
        r, n->walk, error, "thread %llu, but there are %u threads",
        (unsigned long long)r->payload, n->run->control.threads);
  bool allocates = r->code == FT_WIRE_ALLOC;
  if (n->environment.finding && !r->at && !allocates)
    ft_environment_note_usable (&n->environment);
  if (r->at && r->at->kind == FT_SITE_FENCE)
    ft_native_fence (n, tables, r->at->site->order);
  else if (!r->at)
    ft_native_do_wire (n, tables, notes);
  if (n->environment.finding && !r->at && allocates)
    ft_environment_note_usable (&n->environment);
  if (n->watch)
    n->watch (n->context, n, r, n->is_ready ? n->ready.target : FT_NO_ID);
  return 1;
}

// Sides are asked for where it may matter.
static void note_foreign (ft_native *n, ft_notes *notes) {
  const ft_code *code = &n->run->code;
  if (!n->environment.sides || code->foreign != FT_CODE_ANY)
    return;
  ft_notes_add (notes, FT_NOTE_FOREIGN, n->position,
                "%.200s: code without records may use any variable and define "
                "any function (%s%.300s%s): few sides of branches are followed",
                n->run->path, code->unnoted ? "'" : "",
                code->unnoted ? code->unnoted
                              : "there is bitcode in the program, or another "
                                "file that cannot be looked into",
                code->unnoted ? "' was not linked by foretrace-cc" : "");
}

static void note_end (ft_native *n, ft_notes *notes) {
  const char *why = ft_walk_incomplete (n->walk);
  uint32_t state = n->run->control.state;
  n->over = true;
  note_foreign (n, notes);
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

bool ft_native_is_amid (const ft_native *n) {
  return n->queued < n->queue.size || n->is_ready || n->change_unseen ||
         n->touch < n->touch_count || !FT_EMPTY (n->steps.after);
}

int ft_native_next (ft_native *n, ft_tables *tables, ft_event *e,
                    ft_notes *notes, ft_error *error) {
  while (!ft_native_take_queued (n, e)) {
    if (n->change_unseen) {
      *e = ft_native_unseen (n, tables, FT_ATOMIC_RMW);
      n->change_unseen = false;
      break;
    }
    if ((!n->is_ready || n->access_first) &&
        ft_native_next_access (n, tables, e))
      break;
    n->access_first = false;
    if (n->is_ready) {
      *e = n->ready;
      n->is_ready = false;
      break;
    }
    if (ft_native_queue_last (n, tables))
      continue;
    int got = n->over ? 0 : read_record (n, tables, notes, error);
    if (!got && !n->over)
      note_end (n, notes);
    if (got <= 0) {
      if (!got)
        ft_native_give_sides (n, tables);
      return got;
    }
  }
  if (n->environment.sides)
    ft_native_count (n, e);
  n->position++;
  n->place = (ft_place){n->record.thread->number, n->record.place};
  return 1;
}
