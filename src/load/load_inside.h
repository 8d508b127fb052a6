// The inside of the loader, shared by the files of the second pass over a run
// (see 'load.h').
//
//   load.c             opening, and the stream of events
//   access_events.c    events of accesses
//   sync_events.c      events of all other records
//   computed_events.c  events that re-execution adds
//   altpath_events.c   alternative paths that re-execution finds
//   system_events.c    files, pipes, signals: what the runtime's words stand for
//   call_events.c      what calls without records may look at and change
//   reached.c          in what memory

#ifndef FT_LOAD_LOAD_INSIDE_H
#define FT_LOAD_LOAD_INSIDE_H

#include "trace/altpath_locks.h"
#include "format/text_format.h"
#include "load/load.h"
#include "run/run_access.h"
#include "run/object_ids.h"
#include "symex/exec/reexecute.h"
#include "run/uninstrumented.h"

// Sorts of notes of recorded runs (see 'trace/notes.h').
enum { FT_NOTE_INCOMPLETE = FT_NOTE_RUN, FT_NOTE_GAP, FT_NOTE_UNINSTRUMENTED };

// An alternative path.
typedef struct ft_load_altpath {
  uint32_t outer; // number of the path with the branch, FT_NO_ID: the run
  ft_pos branch;  // position in the trace, or index in the events of 'outer'
  uint64_t outcome;
  ft_event *events; // owned
  uint32_t count;   // number of events
  uint32_t merged;  // number of events before the merge point; UINT32_MAX: none
  uint64_t begin;   // events of its thread, or of 'outer', up to the branch
  uint64_t time;    // of the branch (see 'run/lifetime.h')
  uint32_t replaces; // as in ft_altpath
  ft_event *merging; // owned; its events if it merges at its merge point, or NULL
  uint32_t merging_count, merging_replaces;
  bool leaves; // it does not merge there, although it could
  uint32_t base;     // of its events in the tables, FT_NO_ID: dropped
} ft_load_altpath;

typedef struct ft_load_thread {
  uint64_t events; // number of delivered events
  uint64_t fixed;  // number of them up to the last that no path can replace
  FT_STACK (struct ft_load_section {
    uint64_t at; // events before it
    ft_event event;
  })
  sections; // acquires and releases behind that one
} ft_load_thread;

// What a thread has done that calls without records may depend on.
typedef struct ft_load_caller {
  bool called;          // it has changed a state
  uint64_t in_progress; // calls of its own that may read memory, since its last record
  uint64_t own_over;    // calls of its own that may read memory and are over
  uint64_t known_over;  // such calls of all threads that its creation comes behind
  bool begins_late;     // others have looked at everything before its first record
  bool writes_late;     // such calls of others were over before its first record
  bool changed;       // it has written memory since then
  bool read; // it has read memory since it last looked at what such calls keep
  uint64_t own_unknown; // calls of unknown effect of its own
  uint64_t seen;        // those of others when it last looked
  bool read_filled;    // it has read memory since it last looked at those
  uint64_t own_fills;  // known calls of its own that may write memory
  uint64_t seen_fills; // those of others when it last looked
  uint64_t own_reads; // calls of its own that may read memory
  uint64_t reads;     // those of others when it last wrote before memory
  uint32_t closed;    // writes since then right behind which it wrote again
  uint64_t own_looks; // its own looks at everything
  uint64_t looks;     // those of others when it last wrote before anything
  bool waits;         // for a condition
} ft_load_caller;

// A set of ticks of a thread.  Most records have no moment, and a bit that is
// read in passing is cheaper than a look-up in each of the maps of moments.
typedef struct ft_load_marks {
  FT_STACK (uint64_t) bits;
} ft_load_marks;

struct ft_load {
  ft_run *run; // owned, as all below
  ft_shared shared;
  ft_run_reader *reader;
  ft_location_names *names;
  ft_variables *variables;
  ft_object_ids *objects;
  // The current record, and its state:
  ft_run_record record;
  ft_run_access accesses[2]; // their remaining parts
  int access, access_count;  // 'accesses[access]' is the current one
  bool whole[2];  // parallel to 'accesses': no part was delivered yet
  ft_event ready; // the one event of a record that is no access
  bool is_ready;
  bool access_first;   // accesses come before 'ready', not behind it
  bool change_pending; // the uninstrumented variable changes before the record
  bool change_read;    // and was read for the next access
  bool writes_reached; // it writes memory that calls without records may read
  bool reads_changed;  // it reads memory that those of unknown effect may write
  bool reads_filled;   // it reads memory that those of known effect may write
  uint32_t moment_behind; // of a call without records: its effect; 0: none
  enum ft_last_record last_before_call; // of its thread, or NONE
  ft_id location;      // of the record, if 'located'
  bool located;
  FT_STACK (ft_event) queue; // events that come before all others of the record
  size_t queued;             // number of delivered events of 'queue'
  // The run so far:
  bool over;
  ft_pos position;           // of the next event
  uint64_t forks;            // so far
  ft_tick tick;              // of the last event
  uint64_t part, part_bytes; // bytes that the last event accesses
  FT_STACK (ft_load_caller) callers; // by number
  FT_STACK (ft_load_marks) moments;  // by number: the ticks with moments
  ft_map call_effects;       // of known functions, by GUID; made when needed
  uint64_t call_reads;       // calls without records that may read memory
  uint64_t reads_over;       // of these, those that are over
  uint64_t looks;            // at everything that threads have done
  uint64_t unknown_calls;    // those of unknown effect
  uint64_t fills;            // those of known effect that may write memory
  ft_strbuf unknown_state;   // the name of what they keep; made when needed
  FT_STACK (ft_tid) threads; // by number; FT_NO_ID before the first event
  ft_map initialised;   // set of (variable, mask) with a known first access
  ft_load_watch *watch; // may be NULL
  void *context;        // of 'watch', borrowed
  // Re-execution:
  bool uses_numbers;   // of descriptors, as values
  bool ends_waits;     // by cancellation, or what the system calls
  bool without_code;   // the code is not re-executed
  bool records_alone;  // and calls without records have no events
  bool makes_all;      // events of memory that one thread uses
  ft_machine *machine;   // owned; NULL: the code is not re-executed
  ft_step_context steps; // of the record
  ft_environment environment;
  bool skips_altpaths;
  FT_STACK (ft_load_altpath) found; // alternative paths, by number
  FT_STACK (ft_load_thread) counts; // by thread
  ft_pos begin_position; // of the record at hand: events before it, in the trace
  uint64_t begin_count;  // and of its thread
};

// ---- parts of events -------------------------------------------------------

ft_tid ft_load_tid (ft_load *, ft_tables *, uint32_t number);

// An event with thread and location of the record.
ft_event ft_load_event (ft_load *, ft_tables *, enum ft_kind);

void ft_load_push_detail (ft_tables *, ft_event *, const ft_detail *);

// ---- accesses --------------------------------------------------------------

// The next event of the record's accesses; false if there is none.
bool ft_load_next_access (ft_load *, ft_tables *, ft_event *);

// An access to the variable that stands for uninstrumented writes.
ft_event ft_load_uninstrumented_event (ft_load *, ft_tables *, enum ft_kind);
bool ft_load_begins_wait (const ft_load *);
bool ft_load_is_uninstrumented_tick (const ft_load *, const ft_run_record *);

// Set the initial value of an access of an alternative path.  Each of these
// accesses has it: the event may not happen, nor all events before it.
void ft_load_set_initial (ft_load *, uint64_t address, unsigned bytes,
                          const ft_event *, ft_detail *);

// The variable of the system that an access by the runtime stands for.
ft_id ft_load_system_variable (ft_load *, ft_tables *, const ft_run_access *);

// Queue what an opening finds of the number that it returns, or what a closing
// leaves of it.
void ft_load_queue_number (ft_load *, ft_tables *);

// ---- calls without records -------------------------------------------------

// In the order of the stream: note what calls may read or change of the memory
// that the record accesses, before re-execution leaves accesses out; queue what a
// call does before the record; note what one does behind it; queue what comes
// before the record's writes, if calls may read what it writes; queue what comes
// behind all others of the record, false if nothing does.
void ft_load_note_reached (ft_load *);
void ft_load_calls_before (ft_load *, ft_tables *);
void ft_load_calls_behind (ft_load *);
void ft_load_note_callbacks (ft_load *); // some that no record shows
void ft_load_writes_before (ft_load *, ft_tables *);
bool ft_load_queue_assumed (ft_load *, ft_tables *);

// Marks the ticks with moments, before the first record; forgets them.
void ft_load_mark_moments (ft_load *);
void ft_load_release_moments (ft_load *);

// Whether calls without records may read what is written at the address; whether
// those of unknown effect may change what the record reads there.
bool ft_load_is_reached (const ft_load *, uint64_t address);
bool ft_load_may_be_changed (const ft_load *, uint64_t address);

// The name of the state of calls of unknown effect, with the libraries that may
// be meant.
const char *ft_load_unknown_state (ft_load *);

// ---- other records ---------------------------------------------------------

// Make the record's event ready, if it has one.
void ft_load_make_event (ft_load *, ft_tables *, ft_notes *);
void ft_load_fence (ft_load *, ft_tables *, uint64_t order);

// ---- re-execution ----------------------------------------------------------

ft_event ft_load_located_event (ft_load *, ft_tables *, const ft_step_event *);

// Take over the alternative paths that re-execution found: once its events
// before the record's own are queued, or, if a path begins behind the record, once
// those behind it are next.
void ft_load_begin_altpaths (ft_load *);
void ft_load_add_altpaths (ft_load *, ft_tables *);

// Re-execute the record and queue the events that this adds.
void ft_load_reexecute (ft_load *, ft_tables *);
bool ft_load_take_queued (ft_load *, ft_event *);

// After an event of the record was delivered.
void ft_load_count_event (ft_load *, const ft_event *);

// At the end of the run: add all alternative paths to the tables.
void ft_load_emit_altpaths (ft_load *, ft_tables *);
void ft_load_release_altpaths (ft_load *);

// After all other events of a record were delivered: queue the events behind
// it.
bool ft_load_queue_last (ft_load *, ft_tables *);

#endif
