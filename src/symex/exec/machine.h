// Re-execution of threads: what the files of this layer share.
//
// Each thread of a run is followed from record to record.  Values are computed
// concretely where that is possible.  A value is *tainted* when a read of
// memory that threads share may change it in another schedule: then it is also
// a local of the trace, and what is computed from it becomes LOCAL and BRANCH
// events.  Everything that is not tainted is the same in every schedule that
// takes the thread here.
//
// Pinning is what makes ignorance safe: a BRANCH event that depends on a local
// in an unknown way says that it must have its recorded value; one that depends
// on unknown operands says so of all earlier reads of the thread, after which
// nothing of it is tainted any more.  Whatever is not understood, a path that
// cannot be told from the records, a function of a library, an instruction that
// is not modelled, ends in one of them.

#ifndef FT_SYMEX_EXEC_MACHINE_H
#define FT_SYMEX_EXEC_MACHINE_H

#include "symex/code/unit_code.h"
#include "symex/exec/reexecute.h"

// What code without records may do with a value that is not known.
enum ft_provenance {
  FT_PROVENANCE_UNKNOWN,   // it may be any address
  FT_PROVENANCE_UNINSTRUMENTED,  // such code has made it
  FT_PROVENANCE_STACK, // the address of a variable of the thread
};

// A value of a function, or what a local variable holds.
typedef struct ft_value {
  uint64_t word;   // if 'known'; of the address of an object: the offset in it
  uint32_t taint;  // serial of a local of the trace, 0: none
  uint32_t object; // the address of this object of the frame; 0: it is none.
                   // Then it is not 'known'
  bool known;
  uint8_t given; // enum ft_provenance, of what is not known
} ft_value;

#define FT_VALUE_UNKNOWN ((ft_value){0, 0, 0, false, FT_PROVENANCE_UNKNOWN})
#define FT_VALUE_OF_PROVENANCE(how) ((ft_value){0, 0, 0, false, how})

typedef struct ft_value_byte { // a byte
  uint32_t taint;
  uint8_t part; // which byte of the local
  bool known;
  uint8_t byte;
} ft_value_byte;

// A local variable whose address does not leave its function.
typedef struct ft_memory_object {
  ft_value_byte *cells; // owned; NULL of one that is too large to be followed
  uint64_t size;
  bool block; // no variable, but memory that a side has allocated: its accesses
              // have sites, and its address may leave the function
} ft_memory_object;

typedef struct ft_loaded_unit { // code of one table
  ft_unit_code code;
  uint32_t **post; // per body: the block where the sides of each one's branch
                   // meet; NULL before it is asked for
  uint32_t **at;   // per function: for each site the instruction that makes its
                   // record, from 1; NULL before it is asked for
  uint32_t functions;
  uint64_t *globals; // owned; their addresses
  ft_map silent;     // linkages of functions that make no records: their bodies
} ft_loaded_unit;

enum ft_frame_state {
  FT_FRAME_RUNNING,  // it is known where it is
  FT_FRAME_IN_CALL, // it is in the call before 'pc'
  FT_FRAME_DESYNCHRONISED,  // it is not: its next site tells
  FT_FRAME_NO_CODE,  // it has no code
};

// Where a side that was not taken comes to, if the other one comes there.
typedef struct ft_merge_point {
  uint32_t side;                // its number
  uint32_t from, block;         // where they part, and meet
  uint32_t pins;                // of the thread, when it was looked at
  uint32_t unknown;             // of the frame, where they part
  bool blurred;                 // the side stores what is not known
  ft_value *slots;               // owned; of the frame, coming from this side
  FT_STACK (ft_memory_object) objects; // owned; what local variables hold then
} ft_merge_point;

typedef struct ft_exec_frame {
  enum ft_frame_state state;
  const ft_loaded_unit *unit;
  const ft_code_body *body; // NULL: dark
  const ft_run_function *function;
  uint32_t pc;    // next instruction, in the unit's
  uint32_t block; // that it is in
  bool bound;     // entered by the call that the frame below is in
  bool back;      // it, or one below, was called by code without records
  ft_value *slots; // owned
  FT_STACK (ft_memory_object) objects; // number i is at i - 1
  uint64_t followed;            // bytes of them
  bool forgot;                  // what some of them held
  uint32_t unknown;             // changes when one is to hold what is not known
  FT_STACK (ft_value) arguments; // of the call that it is in
  FT_STACK (ft_value) list; // its own that have no parameter (give.c)
  const ft_instruction *call;   // it
  uint64_t callee; // linkage of what it calls, 0 if that is not known
  uint64_t made;   // block that the call has allocated, 0: none
  FT_STACK (ft_merge_point) meetings; // that are to come
  bool told; // whether what a function of a library means was dealt with
} ft_exec_frame;

typedef struct ft_exec_thread {
  FT_STACK (ft_exec_frame) frames;
  uint32_t serial; // of its last local
  uint32_t pinned; // locals up to this one have their recorded values
  bool has_read;   // since everything was pinned
  uint32_t pins;   // changes when something happens after which sides of
                   // branches before it cannot meet
  bool handler;    // what is entered next is a signal's
  bool begun;      // it has made a record
  bool ours;       // recorded code has created it, or it is the first
  bool tired;      // it is followed no further
  uint64_t start;  // linkage of the function that it begins with, or 0
  ft_value passed;  // what that is given
  struct ft_libc_call *modelled; // owned; NULL before there is one
} ft_exec_thread;

typedef struct ft_concrete_granule { // a granule of memory
  uint64_t granule;
  unsigned char bytes[8];
  uint8_t mask;    // of the bytes that are known
  uint8_t touched; // of those that something has accessed
  uint8_t fixed;   // of those that never change
  uint64_t maybe;  // a word that may be there, although the bytes are not known
} ft_concrete_granule;

typedef struct ft_altpath_state ft_altpath_state; // see side.h

typedef struct ft_program_summary { // what the program may do, anywhere
  bool rounds;             // other than to the nearest
  bool cancels;            // threads
  bool starves;            // limits its memory
  bool opens;              // modules that come while it runs
  bool begins_early;       // runs code of its own before what records
  bool ends_conditions;    // destroys some
  bool handles_streams;    // holds, closes or redirects them, or has pipes
  bool locks_fail; // what takes a lock that is free may fail, or be undefined
  uint64_t instructions, opaque; // as in ft_reexecution_stats
} ft_program_summary;

struct ft_machine {
  const ft_run_code *code;
  const ft_run_reader *walk;
  ft_map unit_of;               // table (its address) to 'units'
  FT_STACK (ft_loaded_unit *) units; // NULL: it has no code
  FT_STACK (ft_exec_thread *) threads;
  FT_STACK (ft_id) names; // of locals, by serial
  ft_map libraries;       // linkages of functions that are known
  ft_map simple;          // of those that do no more than one event: ft_kind,
                          // or enum ft_libc_altpath_effect
  ft_map aloof;           // of others that write nothing that a program reads
  ft_map allocators; // and of those that return the block that they make:
                     // enum ft_libc_allocator
  ft_map keepers;    // of those that give what they are given back later
  ft_map named, defined;  // digests of names that code without records uses,
                          // and of functions that it defines
  FT_STACK (uint64_t) to_show; // addresses (shown.c)
  uint64_t born;               // a block that is to be shown, 0: none
  ft_map callees;              // linkages: numbers of functions,
  ft_map silent;               // and of those that make no records;
  bool listed;                 // when first asked (callees.c)
  ft_step_context *out;               // of the record at hand
  ft_exec_thread *thread;      // that it is of
  uint64_t extra, records;     // events added; records seen
  uint64_t dark;   // of them those in functions that are not followed
  uint64_t lost;   // times that the way was not known
  uint64_t wrong;  // times that a record was not what was computed
  ft_map known_at; // granules, to 'known'
  FT_STACK (ft_concrete_granule) known;
  bool unknown;     // what was never accessed may not be as at first any more
  ft_map looked_at; // branches, to how often
  uint32_t sides;   // that were looked at
  ft_altpath_state *side;    // that is looked at, NULL: none.  What is added is its
  uint32_t depth;   // of calls that make no records
  bool marked;      // the trace has its first branch
  ft_program_summary survey;
  bool rounds; // floating point may be rounded in another way
  bool tired;  // too much was added: nothing is followed any more
  bool models; // functions of libraries are modelled
};

// Alternative paths are looked for.
static inline bool ft_follows_sides (const ft_machine *m) {
  return m->out->environment && m->out->environment->sides;
}


ft_exec_thread *ft_exec_thread_of (ft_machine *, uint32_t number);

// ---- what is added to the trace (emit.c) -----------------------------------

static inline bool ft_is_symbolic (const ft_machine *m, const ft_value *s) {
  return s->taint > m->thread->pinned;
}

// A new local, and its name.
uint32_t ft_emit_symbol (ft_machine *);
ft_id ft_emit_symbol_name (ft_machine *, uint32_t serial);

// Lists of operands, for a detail.
void ft_emit_operands (ft_machine *, ft_detail *, const ft_value *, size_t n);
void ft_emit_pointers (ft_machine *, ft_detail *, const ft_value *, size_t n);

// What 'op' makes of the slots, in 'bytes'; computed concretely only when none
// is tainted.
ft_value ft_emit_compute (ft_machine *, enum ft_operator op, unsigned bytes,
                         const ft_value *, size_t n);

// Something that depends on the slots, one does not know how.
ft_value ft_emit_uninterpreted (ft_machine *, const ft_value *, size_t n);

void ft_emit_branch (ft_machine *, ft_id site, enum ft_operator op,
                     unsigned bytes, uint64_t outcome, const ft_value *,
                     size_t n);
void ft_emit_concretize (ft_machine *, const ft_value *, size_t n);
void ft_emit_concretize_all (ft_machine *);

// After the events of the record.
void ft_emit_concretize_after (ft_machine *, uint32_t serial);
void ft_emit_concretize_all_after (ft_machine *);

// ---- values (compute.c) ----------------------------------------------------

ft_value ft_value_concrete (uint64_t);
ft_value ft_operand_value (const ft_exec_frame *, const ft_code_operand *);
void ft_set_result (ft_exec_frame *, const ft_instruction *, uint32_t index,
                    ft_value);

// Executes an instruction that makes no record and does not jump.
void ft_compute (ft_machine *, ft_exec_frame *, const ft_instruction *);

static inline unsigned ft_bytes_of_width (unsigned bits) {
  return bits <= 8 ? 1 : bits / 8;
}

static inline uint64_t ft_low_bits (uint64_t word, unsigned bits) {
  return bits >= 64 ? word : word & ((UINT64_C (1) << bits) - 1);
}

// The sign of a word of so many bits, above it.
static inline uint64_t ft_sign_extend (uint64_t word, unsigned bits) {
  return (uint64_t)((int64_t)(word << (64 - bits)) >> (64 - bits));
}

// ---- floating point (float.c) ----------------------------------------------

// What a FLOAT instruction makes of words, if that is known.
bool ft_float_fold (const ft_machine *, const ft_instruction *,
                     const uint64_t *operands, uint64_t *result);
ft_value ft_float_value (ft_machine *, const ft_instruction *,
                        const ft_value *operands);

// ---- all of the program (survey.c) -----------------------------------------

ft_program_summary ft_program_summary_make (ft_machine *);

// ---- the quick way (quick.c) -----------------------------------------------

// Executes what adds nothing to the trace, up to so many instructions, and says
// how many they were; 'pc' is where others have to go on.
uint32_t ft_run_concrete (const ft_machine *, ft_exec_frame *, uint32_t most);

// ---- local variables (local.c) ---------------------------------------------

ft_value ft_local_new (ft_exec_frame *, uint64_t size);
// Whether what the variable holds is kept.
bool ft_local_is_tracked (const ft_exec_frame *, ft_value address);
ft_value ft_local_load (ft_machine *, ft_exec_frame *, ft_value address,
                       uint64_t bytes, unsigned width);
void ft_local_store (ft_machine *, ft_exec_frame *, ft_value address,
                     uint64_t bytes, unsigned width, ft_value value);
void ft_local_copy (ft_machine *, ft_exec_frame *, ft_value to, ft_value from,
                    ft_value bytes);
void ft_local_set (ft_machine *, ft_exec_frame *, ft_value to, ft_value byte,
                   ft_value bytes);
// Whether it is an address of a block; of so many bytes in one.
bool ft_local_is_heap (const ft_exec_frame *, ft_value address);
bool ft_local_in_heap (const ft_exec_frame *, ft_value address, uint64_t bytes);
// Nothing is known of what they hold.
void ft_local_havoc (ft_exec_frame *);
// The locals of the trace in 'bytes' of an object are pinned; in all of it.
void ft_local_concretize (ft_machine *, ft_exec_frame *, ft_value address,
                   ft_value bytes);
void ft_local_concretize_object (ft_machine *, ft_exec_frame *, ft_value address);
// What the variable holds is shown to code without records.
void ft_local_escape_contents (ft_machine *, const ft_exec_frame *, ft_value address);
// The callee's copy of what is passed by value in memory.
ft_value ft_local_pass_byval (ft_exec_frame *to, const ft_exec_frame *from,
                       ft_value address);

// ---- the way (path.c) ------------------------------------------------------

// What a record looks like to the function that makes it: a site, or one of
enum {
  FT_WANT_ENTER = 0x10000,
  FT_WANT_EXIT,
  FT_WANT_UNWIND,
  FT_WANT_NO_RECORD, // no record leads on
  FT_WANT_RETURN,  // no record: that a function that makes none returns
};

// Runs the frame up to the instruction that makes the record 'want'; false if
// it cannot be told how it got there.
bool ft_run_to_record (ft_machine *, ft_exec_frame *, uint32_t want);

// One instruction that makes no record; false if it ends the way.
bool ft_step_instruction (ft_machine *, ft_exec_frame *,
                          const ft_instruction *);
void ft_enter_block (ft_exec_frame *, uint32_t block);

// The frame is lost: everything is pinned.
void ft_desynchronise (ft_machine *, ft_exec_frame *);

// Puts a lost frame to the instruction that makes the record of a site.
bool ft_resynchronise (ft_machine *, ft_exec_frame *, uint32_t site);

// ---- frames (frame.c) ------------------------------------------------------

// Of a function that is entered; dark if there is no code of it.
ft_exec_frame ft_frame_new (ft_machine *, const ft_run_function *);
void ft_frame_release (ft_exec_frame *);
// The code of its table, or NULL.
const ft_loaded_unit *ft_frame_unit (ft_machine *, const ft_sites *);

// ---- calls (call.c) --------------------------------------------------------

void ft_call_begin (ft_machine *, ft_exec_frame *, const ft_instruction *);
void ft_call_enter (ft_machine *, const ft_run_function *);
void ft_call_leave (ft_machine *);
// The thread's call of pthread_create or thrd_create made another one.
void ft_call_fork (ft_machine *, uint32_t child);
// Executes a call of a function that makes no records; false if it is none.
bool ft_call_leaf (ft_machine *, ft_exec_frame *, const ft_instruction *);
// Whether the records tell all that it does.
bool ft_call_is_fully_recorded (const ft_machine *, const ft_exec_frame *);
// The frame's call was one of a function without code: what that means.
void ft_call_external (ft_machine *, ft_exec_frame *);
// And it is over.
void ft_call_end (ft_machine *, ft_exec_frame *, ft_value result);
// Linkage of what is called, 0 if that is not known; it is pinned.
uint64_t ft_call_callee (ft_machine *, const ft_exec_frame *,
                         const ft_instruction *);
// The parameters of the callee's frame, from the caller's arguments.
void ft_call_pass_arguments (ft_machine *, ft_exec_frame *caller, const ft_instruction *,
                   ft_exec_frame *callee);
// A frame of a function that makes no records; false if it is none.
bool ft_call_leaf_frame (ft_machine *, ft_exec_frame *caller,
                           const ft_instruction *, uint64_t callee,
                           ft_exec_frame *);
// Whether all functions of this linkage that make no records, of several units,
// are the same (callees.c).
bool ft_callee_is_unambiguous (ft_machine *, uint64_t linkage);
// Whether a unit with records has a function of this linkage (callees.c).
bool ft_callee_is_instrumented (ft_machine *, uint64_t linkage);
// What the caller has of a value that is returned by the instruction 'end'.
ft_value ft_call_result (ft_machine *, const ft_instruction *call,
                        const ft_instruction *end, ft_value value);

// ---- accesses (access.c) ---------------------------------------------------

// The instruction before 'pc' made the record at hand.
void ft_step_access (ft_machine *, ft_exec_frame *, const ft_instruction *);
// Accesses that a function of a library makes.
void ft_step_external_access (ft_machine *);

// ---- sides that were not taken (side.c and its kin, known.c) --------------

// Of the branch whose event was added last.
void ft_altpath_execute (ft_machine *, ft_exec_frame *, const ft_instruction *,
                   uint32_t block, uint64_t outcome);
// An event where the machine is, on a side or not.
ft_step_event ft_altpath_make_event (const ft_machine *, ft_id site, uint64_t address);

// Where sides meet (join.c): of the block that the frame is in, UINT32_MAX if
// they do not.
uint32_t ft_merge_point_block (const ft_exec_frame *);
ft_value *ft_merge_point_values (const ft_exec_frame *);
bool ft_merge_points_pending (const ft_machine *);
void ft_merge_point_release (ft_merge_point *);
void ft_merge_points_release (ft_exec_frame *);
// After a block was entered.
void ft_merge_paths (ft_machine *, ft_exec_frame *);

// Whether the value is used from the begin of the block on, behind its phi
// nodes (live.c).
bool ft_is_live (const ft_exec_frame *, uint32_t block, uint32_t slot);

// Whether it may be computed behind the block 'from' and before 'to'.
bool ft_is_redefined_between (const ft_exec_frame *, uint32_t from, uint32_t to,
                    uint32_t slot);

// By block of the body; UINT32_MAX for none.  The caller frees.
uint32_t *ft_postdominators (const ft_unit_code *, const ft_code_body *);

void ft_concrete_note_accesses (ft_machine *); // the accesses of the record at hand
// At most 8 bytes, of which no access tells; whether they never change.
void ft_concrete_set (ft_machine *, uint64_t address, uint64_t word,
                    uint64_t bytes, bool fixed);
bool ft_immutable_word (ft_machine *, uint64_t address, unsigned bytes,
                    uint64_t *word);

// What is read of a table that never changes, at a tainted address (lookup.c);
// false if it is none, or the address known.
bool ft_constant_table_read (ft_machine *, ft_value address, unsigned bytes, ft_value *value);

// What may be there as far as anything is known, 0 if nothing is: for what is
// shown to code without records, and nothing else.
uint64_t ft_concrete_maybe_pointer (ft_machine *, uint64_t granule);
// Memory is copied, and the bytes are not known.
void ft_concrete_copy (ft_machine *, uint64_t to, uint64_t from, uint64_t bytes);

bool ft_concrete_word (ft_machine *, uint64_t address, unsigned bytes,
                    uint64_t *word);
// In a constant.
bool ft_constant_word (const ft_machine *, uint64_t address, unsigned bytes,
                       uint64_t *word);
// Linkage of the function at an address, 0 if it is not known.
uint64_t ft_guid_at (const ft_machine *, uint64_t address);

// ---- functions that are modelled (model.c) ----------------------------------

// Whether the records tell all that a call of it reads and writes.
bool ft_libc_is_fully_recorded (const ft_machine *, uint64_t callee);
// A call of a function of a library begins; its records; it is over: true and
// the result if it was modelled.
void ft_libc_begin (ft_machine *, uint64_t callee);
bool ft_libc_access (ft_machine *);
bool ft_libc_end (ft_machine *, const ft_exec_frame *, ft_value *result);
void ft_libc_result_recorded (ft_machine *); // the record says what it returns
bool ft_libc_copy (ft_machine *); // the record's, from memory to memory
void ft_libc_call_release (struct ft_libc_call *);

// ---- functions that are known (library.c) ----------------------------------

// Those that read and write only what the records tell: enum ft_libc_model.
void ft_libc_list_models (ft_map *);
// Of them those that take a lock or try to, with FT_ACQUIRE or
// FT_ACQUIRE_SHARED, or give it back, with FT_RELEASE, of a lock of readers and
// writers FT_RELEASE_SHARED; with FT_SIGNAL those that wake who waits; with
// FT_LOCAL those that return something and do nothing, and with FT_ALLOC those
// that allocate as many bytes as the product of their arguments; and some with
// what they print.
enum ft_libc_altpath_effect {
  FT_LIBC_PRINTS_FORMAT = FT_KIND_COUNT, // the first argument is the format
  FT_LIBC_PRINTS_CHECKED,         // the second
  FT_LIBC_PRINTS_TEXT,
  FT_LIBC_PRINTS_BYTE
};
void ft_libc_list_altpath_effects (ft_map *);
// Others, that write only what no program reads.
void ft_libc_list_synchronises (ft_map *);
// And those that return the block that they have allocated, or made another one
// of.
enum ft_libc_allocator { FT_LIBC_ALLOCATES, FT_LIBC_REALLOCATES };
void ft_libc_list_allocators (ft_map *);
// Those that keep what they are given, for whoever asks.
void ft_libc_list_stores_argument (ft_map *);

#endif
