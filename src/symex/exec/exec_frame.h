// Frames of re-execution: a function that a thread is in, with the values of
// its instructions, its local variables, and the code of its unit.

#ifndef FT_SYMEX_EXEC_EXEC_FRAME_H
#define FT_SYMEX_EXEC_EXEC_FRAME_H

#include "base/hash.h"
#include "base/stack.h"
#include "run/run_code.h"
#include "symex/code/unit_code.h"
#include "symex/exec/value.h"

typedef struct ft_machine ft_machine;
typedef struct ft_merge_point ft_merge_point; // altpath/merge_point.h

// A local variable whose address does not leave its function.
typedef struct ft_memory_object {
  ft_value_byte *content; // owned, one a byte; NULL: the content is not tracked
  uint64_t size;
} ft_memory_object;

// The code of one site table.
typedef struct ft_loaded_unit {
  ft_unit_code code;
  uint32_t **postdominators;    // per body: the immediate postdominator of each
                                // block; NULL until it is needed
  uint32_t **site_instructions; // per function: the instruction that makes the
                                // record of each site, from 1; as above
  uint32_t function_count;
  uint64_t *globals;  // owned; addresses of the table's globals, 0: unknown
  ft_map leaf_bodies; // unrecorded leaf functions, by GUID: numbers of bodies
} ft_loaded_unit;

// The two words that a function returns.  The width of an unknown word is 0.
typedef struct ft_word_pair {
  const ft_instruction *call; // whose result they are, of 'taken'; NULL: none's
  ft_value words[2];
  uint8_t widths[2];
} ft_word_pair;

enum ft_frame_state {
  FT_FRAME_RUNNING,        // the next instruction is known
  FT_FRAME_IN_CALL,        // in the call before 'pc'
  FT_FRAME_DESYNCHRONISED, // not known until the site of the next record
  FT_FRAME_NO_CODE,        // no code to execute: everything is concretized
};

typedef struct ft_exec_frame {
  enum ft_frame_state state;
  const ft_loaded_unit *unit;
  const ft_code_body *body; // NULL: no code
  const ft_run_function *function;
  uint32_t pc;          // next instruction, in the unit's
  uint32_t block;       // block of 'pc', in the body's
  bool entered_by_call; // entered by the call that the frame below is in
  bool begins_thread;   // it is the thread's first function, or 'main'
  bool in_callback;     // uninstrumented code called the frame or one below
  ft_value *values;     // owned; results of instructions, parameters first
  FT_STACK (ft_memory_object) objects; // object number i is at i - 1
  uint64_t tracked_bytes;              // bytes of 'objects'
  bool lost_content;                   // the content of some object was dropped
  uint32_t unknown_stores;             // of unknown values in objects, so far
  FT_STACK (ft_value) arguments;       // of the call that the frame is in
  FT_STACK (ft_value) variadic; // variadic arguments of the frame's function
  const ft_instruction *call;   // the call that the frame is in, or NULL
  uint64_t callee;              // its GUID, 0: unknown
  uint64_t allocated;           // block that the call has allocated, 0: none
  FT_STACK (ft_merge_point) merge_points; // merge points still ahead
  bool is_external; // the call has gone to an external function (call.h)
  ft_word_pair given; // what the frame's own function returns: by GIVE
  ft_word_pair taken; // what its last call returned: for TAKE
} ft_exec_frame;

// A frame at the begin of a function; FT_FRAME_NO_CODE if there is no code.
ft_exec_frame ft_frame_new (ft_machine *, const ft_run_function *);
void ft_frame_release (ft_exec_frame *);

// The thread of the frame changes: symbols are those of a thread.  All of them
// have their recorded values.
void ft_frame_forget_symbols (ft_exec_frame *);

// The code of a site table, loaded once; NULL if there is none.
const ft_loaded_unit *ft_frame_unit (ft_machine *, const ft_sites *);

#endif
