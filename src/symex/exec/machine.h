// The machine: the state of the re-execution of one run.
//
// Each thread of a run is followed from record to record.  Values are computed
// concretely where that is possible, and symbolically where a read of shared
// memory may change them (value.h).
//
// Concretization keeps the result sound where something is not understood: a
// path that the records do not determine, a library function, an instruction
// without a model.  A BRANCH event that depends on a symbol in an unknown way
// says that the symbol must have its recorded value; a BRANCH event that depends
// on unknown operands says so of all earlier reads of the thread, after which
// no value of the thread is symbolic any more.

#ifndef FT_SYMEX_EXEC_MACHINE_H
#define FT_SYMEX_EXEC_MACHINE_H

#include "symex/exec/exec_frame.h"
#include "symex/exec/reexecute.h"

typedef struct ft_altpath_state ft_altpath_state; // altpath/execute.h

typedef struct ft_exec_thread {
  FT_STACK (ft_exec_frame) frames;
  uint32_t serial; // of the last symbol
  uint32_t pinned; // symbols up to this one have their recorded values
  bool has_read;   // since everything was concretized
  uint32_t pins;   // changes when something happens that alternative paths of
                   // earlier branches cannot merge behind
  bool handler;    // the function that is entered next is a signal handler
  bool begun;      // it has made a record
  bool ours;       // created by instrumented code, or the first thread
  bool tired;      // budget spent: its frames have no code any more
  uint64_t start;  // GUID of the function that it begins with, 0: unknown
  ft_value passed; // argument of that function
  struct ft_libc_call *modelled; // owned; NULL before the first one
} ft_exec_thread;

// What bytes of a granule held when they were last accessed, as far as records
// say (concrete_memory.h).
typedef struct ft_concrete_granule {
  uint64_t granule;
  unsigned char bytes[8];
  uint8_t mask;    // bytes that are known
  uint8_t touched; // bytes that were accessed
  uint8_t fixed;   // bytes that never change
  uint64_t maybe;  // a word that may be there although the bytes are not known
} ft_concrete_granule;

// What the program may do anywhere, whatever was executed (program_summary.h).
typedef struct ft_program_summary {
  bool rounds;          // round floating point other than to the nearest
  bool cancels;         // cancel threads
  bool starves;         // limit its memory
  bool opens;           // open modules while it runs
  bool begins_early;    // run code of its own before the first record
  bool ends_conditions; // destroy condition variables
  bool handles_streams; // hold, close or redirect streams, or have pipes
  bool locks_fail;      // have locks that fail or are undefined when taken free
  uint64_t instructions, opaque; // as in ft_reexecution_stats
} ft_program_summary;

struct ft_machine {
  const ft_run_code *code;
  const ft_run_reader *walk;
  ft_map unit_of;                    // site table (its address) to 'units'
  FT_STACK (ft_loaded_unit *) units; // NULL: the table has no code
  FT_STACK (ft_exec_thread *) threads;
  FT_STACK (ft_id) names; // of symbols
  // Functions of the C library, by GUID (libc/libc.h).
  ft_map libraries;  // fully recorded: enum ft_libc_model
  ft_map simple;     // of these, the ones that alternative paths may call:
                     // ft_kind or enum ft_libc_altpath_effect
  ft_map aloof;      // others that write nothing that a program reads
  ft_map allocators; // enum ft_libc_allocator
  ft_map keepers;    // that store their argument and return it later
  // Escape analysis (escape/escape.h).
  ft_map named, defined; // names that uninstrumented code uses, functions that
                         // it defines
  FT_STACK (uint64_t) to_show; // addresses that escaped, not yet followed
  uint64_t born;               // a block that escapes at the next record, or 0
  // Functions that the program calls by name (callee.h).
  ft_map callees; // GUIDs: numbers of functions,
  ft_map silent;  // and of unrecorded leaf functions
  bool listed;    // both are filled in
  // The record at hand.
  ft_step_context *out;
  ft_exec_thread *thread; // that made it
  uint64_t extra, records; // events added; records seen
  uint64_t dark;           // records in functions that are not followed
  uint64_t lost;           // times that a frame was desynchronised
  uint64_t wrong;          // records that were not what the code makes
  // Concrete memory.
  ft_map known_at; // granules, to 'known'
  FT_STACK (ft_concrete_granule) known;
  bool unknown; // memory without accesses may not have its initial value
  // Alternative paths (altpath/execute.h).
  ft_map looked_at;       // branches: how often paths were executed there
  uint32_t sides;         // paths executed so far
  ft_altpath_state *side; // path that is executed now and gets all events, or
                          // NULL
  uint32_t depth;         // of calls of unrecorded leaf functions
  bool marked;            // the trace has its first branch
  ft_program_summary survey;
  bool rounds; // floating point may be rounded in another way
  bool tired;  // budget spent: no thread is followed any further
  bool models; // library functions are modelled: the run has inputs
};

ft_exec_thread *ft_exec_thread_of (ft_machine *, uint32_t number);

// Whether another schedule may change the value.
static inline bool ft_is_symbolic (const ft_machine *m, const ft_value *s) {
  return s->taint > m->thread->pinned;
}

// Whether alternative paths are looked for.
static inline bool ft_follows_sides (const ft_machine *m) {
  return m->out->environment && m->out->environment->sides;
}

#endif
