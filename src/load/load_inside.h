// A run being read: what the files of the second pass share (see 'native.h').
//
//   native.c         opening, and the stream of events
//   native_events.c  the events of accesses
//   native_wire.c    those of records that are no accesses of the program's
//   native_follow.c  what the run's code says beside them
//   native_sides.c   and of sides of branches that were not taken

#ifndef FT_LOAD_LOAD_INSIDE_H
#define FT_LOAD_LOAD_INSIDE_H

#include "trace/altpath_locks.h"
#include "format/text_format.h"
#include "load/load.h"
#include "run/run_access.h"
#include "run/object_ids.h"
#include "symex/exec/reexecute.h"
#include "run/uninstrumented.h"

// Sorts of notes beside those of the reader.
enum { FT_NOTE_INCOMPLETE = FT_NOTE_RUN, FT_NOTE_GAP, FT_NOTE_UNINSTRUMENTED };

// A side of a branch that the run did not take.
typedef struct ft_load_altpath {
  uint32_t outer; // the side that has the branch, FT_NO_ID: the run has it
  ft_pos branch;  // in the trace, or in the events of 'outer'
  uint64_t outcome;
  ft_event *events; // owned
  uint32_t count;   // of them, where nothing is known of what comes after
  uint32_t merged;  // of them before the sides meet, UINT32_MAX if they do not
  uint64_t begin;   // events of its thread, or of 'outer', up to the branch
  uint64_t time;    // of the branch, as 'native_usable.h' has it
  uint32_t replaces;
  uint32_t base; // of its events among those of all alternatives
} ft_load_altpath;

typedef struct ft_load_thread {
  uint64_t events; // given
  uint64_t other;  // of them, up to the last that no side can replace
  FT_STACK (struct ft_load_section {
    uint64_t at; // events before it
    ft_event event;
  })
  sections; // acquires and releases since then
} ft_load_thread;

struct ft_load {
  ft_run *run; // owned, as all below
  ft_shared shared;
  ft_run_reader *walk;
  ft_location_names *names;
  ft_variables *variables;
  ft_object_ids *objects;
  ft_run_record record;    // the events at hand come from it
  ft_run_access touches[2]; // accesses of it that are left
  int touch, touch_count;
  ft_event ready; // the one event of a record that is no access
  bool is_ready, over;
  bool access_first;         // before 'ready', not after it
  bool change_unseen;        // the unseen writes change before the record
  bool saw_unseen;           // and were read, for the access that is next
  ft_pos position;           // of the next event
  uint64_t forks;            // so far
  ft_tick place;            // of the event returned last
  FT_STACK (ft_tid) threads; // by number; FT_NO_ID before the first event
  uint64_t part, part_bytes; // that it touches
  ft_load_watch *watch;    // may be NULL
  void *context;             // of 'watch', borrowed
  ft_id location;            // of the record, FT_NO_ID before it is asked for
  bool located;
  ft_machine *machine; // owned; NULL: the code is not followed
  ft_step_context steps;                           // of the record
  bool leaves_sides;                        // out of the tables
  FT_STACK (ft_load_altpath) found;          // that were not taken, by number
  FT_STACK (ft_load_thread) counts; // by thread
  bool whole[2];             // nothing of the touch was given yet
  ft_map begun;              // (variable, mask) whose begin was told
  ft_environment environment; // of re-execution
  FT_STACK (ft_event) queue; // events that come before anything else of it
  size_t queued;             // of them that were given
};

// ---- parts of events -------------------------------------------------------

ft_tid ft_load_tid (ft_load *, ft_tables *, uint32_t number);

// With thread and location of the record.
ft_event ft_load_event (ft_load *, ft_tables *, enum ft_kind);

void ft_load_push_detail (ft_tables *, ft_event *, const ft_detail *);

// ---- accesses --------------------------------------------------------------

// The next event of the record's accesses; false if there is none left.
bool ft_load_next_access (ft_load *, ft_tables *, ft_event *);

// Of the variable that stands for what is written unseen.
ft_event ft_load_uninstrumented_event (ft_load *, ft_tables *, enum ft_kind);
bool ft_load_is_uninstrumented_tick (const ft_load *, const ft_run_record *);

// An access on a side says what the program begins with there, each of them:
// the event may be left out, and not all that come before it may happen.
void ft_load_set_initial (ft_load *, uint64_t address, unsigned bytes,
                             const ft_event *, ft_detail *);

// ---- the rest --------------------------------------------------------------

// Makes the record's event ready, if it has one.
void ft_load_make_event (ft_load *, ft_tables *, ft_notes *);
void ft_load_fence (ft_load *, ft_tables *, uint64_t order);

// ---- what the code says ----------------------------------------------------

ft_event ft_load_located_event (ft_load *, ft_tables *, const ft_step_event *);

// The sides that it has found.
void ft_load_add_altpaths (ft_load *, ft_tables *);

// Shows the record to the machine, and queues what it adds.
void ft_load_reexecute (ft_load *, ft_tables *);
bool ft_load_take_queued (ft_load *, ft_event *);

// After an event of the record was given.
void ft_load_count_event (ft_load *, const ft_event *);

// At the end of the run: all sides, as alternatives.
void ft_load_emit_altpaths (ft_load *, ft_tables *);
void ft_load_release_altpaths (ft_load *);

// When all other events of a record were given.
bool ft_load_queue_last (ft_load *, ft_tables *);

#endif
