// The machine: the state of the re-execution of one run.
//
// Each thread of a run is followed from record to record.  Values are computed
// concretely where that is possible, and symbolically where a read of shared
// memory may change them (value.h).
//
// Concretization keeps the result sound where something is not understood: a
// path that the records do not determine, a library function, an instruction
// without a model.  A BRANCH event that depends on a symbol in an unknown way
// says that the symbol must have its recorded value; a BRANCH event that
// depends on unknown operands says so of all earlier reads of the thread, after
// which no value of the thread is symbolic any more.

#ifndef FT_SYMEX_EXEC_MACHINE_H
#define FT_SYMEX_EXEC_MACHINE_H

#include "symex/exec/exec_frame.h"
#include "symex/exec/reexecute.h"

typedef struct ft_altpath_state ft_altpath_state; // altpath/execute.h

// A block with memory that another thread gave back (address_name.h).
typedef struct ft_address_name {
  uint64_t first, last;
  ft_id number;    // of the block that was given back, or of the mapping
  uint32_t symbol; // of the read that says so, 0: no event reads it yet
  bool is_stack;   // of the thread, or of one that it creates
  bool is_placed;  // a mapping, and which address it has matters
} ft_address_name;

// A mapping that a thread has made (address_name.h).
typedef struct ft_placed_mapping {
  uint64_t first, last;
  const struct ft_exec_thread *thread;
} ft_placed_mapping;

// A block whose free has an event.
typedef struct ft_noted_free {
  ft_id number; // in the 'freed' of the environment's 'reuses'
  const struct ft_exec_thread *thread;
} ft_noted_free;

// What such a block holds at first.
enum ft_own_content {
  FT_OWN_UNINITIALISED,
  FT_OWN_CLEARED,
  FT_OWN_HIDDEN // something that the path does not know
};

// A block that an alternative path has allocated (altpath/own_block.h).
typedef struct ft_own_block {
  uint64_t address, bytes;
  enum ft_own_content content;
} ft_own_block;

// The frames of a stack that no thread is on (ft_run_fibre).
typedef struct ft_exec_fibre {
  FT_STACK (ft_exec_frame) frames;
  const struct ft_exec_thread *thread; // that was on it last
} ft_exec_fibre;

// An alternative path that fails, or comes to the end of its thread
// (altpath/thread_end.h).
typedef struct ft_ended_path {
  uint32_t altpath;     // its number
  uint32_t merge_epoch; // of the thread, when the path was executed
  bool fails;           // instead of coming to the end
  bool merged;          // with the path that it leaves,
  uint64_t differing;   // where the values of this merge differ, the bit of it
  ft_value result;      // what the thread's first function returns, if 'has_result'
  bool has_result;
} ft_ended_path;

typedef FT_STACK (ft_ended_path) ft_ended_paths;

typedef struct ft_exec_thread {
  FT_STACK (ft_exec_frame) frames; // of the stack that it is on
  uint32_t last_symbol; // number of it
  uint32_t concretized; // symbols up to this one have their recorded values
  bool has_read;        // since everything was concretized
  bool stored_wide;     // perhaps pointers, of which no record says the value
  FT_STACK (uint8_t) uninterpreted; // by symbol: the reason for which no term
                                    // stands for it, from 1; 0: one does
  ft_ended_paths ended;          // alternative paths that left the run's own
  FT_STACK (uint64_t) differing; // by symbol: the merges whose differing values it
                                 // depends on, as bits
  FT_STACK (uint64_t) read_at; // by symbol: the tick of the one read that it depends
                               // on, from 1 (altpath/other_value.h); 0: none is known
  uint64_t fixed; // those of which such a value must be as recorded somewhere
  uint32_t merges; // merges with values that differ, so far
  uint32_t merge_epoch; // changes when something happens that alternative paths
                        // of earlier branches cannot merge behind
  bool enters_handler;  // the function that is entered next is a signal handler
  bool has_record;      // the thread has made a record
  bool is_instrumented; // created by instrumented code, or the first thread
  bool budget_spent;    // its frames have no code any more
  bool has_begun;       // its first function was entered
  bool is_library_call; // its function is called by the C or C++ library, which
                        // only goes on with what that returns
  FT_STACK (ft_address_name) names; // that were not used yet
  size_t mappings_seen; // number of mappings that are among the names, or were
  uint64_t start_function; // GUID; the function that it begins with, or 0
  ft_value start_argument; // argument of that function
  struct ft_libc_call *libc_call; // owned; NULL before the first one
} ft_exec_thread;

// The bytes of a granule at their last access, as far as records show them
// (concrete_memory.h).
typedef struct ft_concrete_granule {
  uint64_t granule;
  unsigned char bytes[8];
  uint8_t known;          // bytes that are known
  uint8_t accessed;       // bytes that were accessed
  uint8_t immutable;      // bytes that never change
  uint64_t maybe_pointer; // a word that may be there, if the bytes are unknown
} ft_concrete_granule;

// The program summary: what the program may do in any function, executed or not
// (program_summary.h).
typedef struct ft_program_summary {
  bool changes_rounding;    // round floating point other than to the nearest
  bool cancels_threads;     // cancel threads
  bool has_callbacks;       // handle signals, or ask for notifications that run
                            // in threads of their own
  bool limits_memory;       // limit its memory
  bool opens_modules;       // open modules while it runs, or look up symbols in
                            // uninstrumented code
  bool runs_early;          // run code of its own before the first record
  bool destroys_conditions; // destroy condition variables
  bool shares_objects;      // have locks or conditions of several processes
  bool handles_streams;     // hold, close or redirect streams, or have pipes
  bool locks_fail; // have locks that fail or are undefined when taken free
  bool uses_numbers; // use numbers of descriptors as values
  bool sizes_blocks; // ask how large blocks really are, and use all of it
  bool sets_terminate; // say what happens to an uncaught exception
  bool jumps;          // leave functions by longjmp
  bool leaves_at_once; // end, or become another program, without what comes at an end
  uint64_t instructions, uninterpreted; // as in ft_reexecution_stats
} ft_program_summary;

struct ft_machine {
  const ft_run_code *code;
  const ft_run_reader *reader;
  ft_map unit_of;                    // site table (its address) to 'units'
  FT_STACK (ft_loaded_unit *) units; // NULL: the table has no code
  FT_STACK (ft_exec_thread *) threads;
  FT_STACK (ft_exec_fibre) fibres; // by stack
  FT_STACK (ft_placed_mapping) mappings; // of all threads
  FT_STACK (ft_noted_free) frees;        // of all threads
  bool frees_symbolic; // the address that the record frees may be another one
  FT_STACK (ft_id) symbol_names; // by symbol
  ft_map libc; // GUIDs of library functions: rows (libc/libc.h)
  ft_map owners; // GUIDs of those that own what they allocate
  // Escape analysis (escape/escape.h).
  ft_map names_used;             // by uninstrumented code
  ft_map names_defined;          // functions of uninstrumented code
  FT_STACK (uint64_t) to_escape; // addresses that escaped, not yet followed
  uint64_t new_block; // a block that escapes at the next record, or 0
  // Functions that the program calls by name (callee.h).
  ft_map callees;        // GUIDs: numbers of functions,
  ft_map leaf_functions; // and of unrecorded leaf functions
  ft_map definitions;    // by unit and GUID: that it defines an ambiguous one
  ft_map entered;        // by module or unit and GUID: the function that was called
  bool callees_listed;   // both are filled in
  // The record at hand.
  ft_step_context *out;
  ft_exec_thread *thread;  // the thread that made it
  uint64_t added, records; // events added; records seen
  uint64_t skipped;        // records in functions that are not followed
  uint64_t desynchronised; // times that a frame was desynchronised
  uint64_t mismatches;     // records that were not what the code makes
  ft_concretize_counts concretized;
  // Concrete memory.
  ft_map granule_at; // granules: numbers in 'granules'
  FT_STACK (ft_concrete_granule) granules;
  bool initial_lost; // memory without accesses may not have its initial value
  // Alternative paths (altpath/execute.h).
  ft_map altpath_tries;      // branches: how often paths were executed there
  uint32_t altpath_count;    // paths executed so far
  ft_altpath_state *altpath; // path that is executed now and gets all events,
                             // or NULL
  FT_STACK (ft_own_block) own_blocks; // by address
  ft_map unfollowed;   // numbers of sites of calls: how many paths ended there
  ft_map tries;        // such numbers: in which ways calls ended (exec/tries.c)
  uint32_t leaf_depth;       // of calls of unrecorded leaf functions
  bool has_branch;           // the trace has its first branch
  ft_program_summary summary;
  bool changes_rounding; // floating point may be rounded in another way
  bool budget_spent;     // no thread is followed any further
  bool models_libc;      // library functions are modelled: the run has inputs
};

ft_exec_thread *ft_exec_thread_of (ft_machine *, uint32_t number);

// Whether another schedule may change the value.
static inline bool ft_is_symbolic (const ft_machine *m, const ft_value *s) {
  return s->symbol > m->thread->concretized;
}

// Whether the thread is where its first function was called, by a library that
// decides nothing by what the thread has read: it calls destructors and ends.
static inline bool ft_is_at_library_call (const ft_machine *m) {
  return FT_EMPTY (m->thread->frames) && m->thread->is_library_call &&
         m->code->uninstrumented != FT_UNINSTRUMENTED_ANY;
}

// Whether alternative paths are looked for.
static inline bool ft_follows_altpaths (const ft_machine *m) {
  return m->out->environment && m->out->environment->altpaths;
}

#endif
