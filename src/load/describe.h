// Descriptions of single events of a recorded run in terms of the source:
// stacks, variables, allocations, locks held.  Made on demand for the few
// events that a report prints, by one more pass over the run, so that checking
// does not pay for them.

#ifndef FT_LOAD_DESCRIBE_H
#define FT_LOAD_DESCRIBE_H

#include "base/progress.h"
#include "load/load.h"

typedef struct ft_frame {
  const char *function;  // borrowed from the descriptions, as all strings here
  const char *file;      // "" if unknown
  uint32_t line, column; // 0 if unknown
  uint64_t checksum;     // of the file when it was compiled, 0 if unknown
  bool inlined;          // its caller is the next frame, in the same function
  bool library;          // of a system header
  const char *module;    // path of its program or shared library, "" if unknown
} ft_frame;

typedef struct ft_backtrace {
  ft_frame *frames; // innermost first
  size_t size;
} ft_backtrace;

typedef struct ft_held_lock {
  const char *name; // "l", "queue.mutex"
  bool shared;
  ft_backtrace taken;       // where it was acquired
  ft_backtrace initialised; // empty for a static initialiser
  const char *file;         // of the definition of a global lock, or ""
  uint32_t line;
} ft_held_lock;

enum ft_storage {
  FT_STORAGE_UNKNOWN,
  FT_STORAGE_GLOBAL,
  FT_STORAGE_HEAP,
  FT_STORAGE_STACK,
  FT_STORAGE_MAPPED
};

typedef struct ft_description {
  ft_backtrace stack;
  uint32_t thread;        // of the runtime
  uint64_t address;       // of the access, 0 if it is none
  uint64_t size;          // bytes
  const char *expression; // as in the source: "list->head", or ""
  const char *type;       // of the expression, or ""
  // Of an access in a library's header: the function of the library that the
  // program called, its class, and the object it was called on ("counts"); "".
  const char *operation, *class, *object;
  bool certain; // what is accessed belongs to the object
  enum ft_storage storage;
  const char *variable; // global or stack variable at the address, or ""
  const char *variable_type;
  const char *file; // where the variable is defined
  uint32_t line;
  uint64_t start, bytes;   // of the variable or heap block
  ft_backtrace allocation; // heap: where it was allocated
  uint32_t owner;          // heap: the allocating thread; stack: its thread
  ft_held_lock *held;      // in the order taken
  size_t held_count;
  // The innermost loop of OpenMP that the thread is in, and its iteration of it,
  // from 0 on; file "": none.
  ft_frame loop; // the directive
  uint64_t iteration;
  bool sections; // the loop is a construct of sections
} ft_description;

typedef struct ft_creation { // of a thread
  const char *name;          // "main", "T1"
  uint32_t creator;
  ft_backtrace stack; // empty for the first thread
  const char *start;  // function that the thread runs
} ft_creation;

typedef struct ft_descriptions {
  ft_description *list; // parallel to the events asked for
  size_t size;
  ft_creation *threads; // all, by number
  size_t thread_count;
  void *memory; // owns the strings and arrays
} ft_descriptions;

// Describe the events at the given positions, which ascend.  'shared' is the
// result of an earlier first pass over this run, or NULL.
bool ft_load_describe (const char *path, ft_shared *shared,
                       const ft_pos *events, size_t count, ft_progress_callback,
                       ft_descriptions *, ft_error *);
void ft_descriptions_release (ft_descriptions *);

#endif
