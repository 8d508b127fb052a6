// The keys of JSON lines (docs/reference/trace-format.md), for reader and
// writer.

#ifndef FT_FORMAT_JSONL_H
#define FT_FORMAT_JSONL_H

#include <jansson.h>

#include "format/text_format.h"
#include "format/address_map.h"

#define FT_TRACE_SCHEMA "foretrace-trace/1"

#define FT_KEYS(K)                                                             \
  K (THREAD, "thread")                                                         \
  K (OP, "op")                                                                 \
  K (LOCATION, "location")                                                     \
  K (VARIABLE, "variable")                                                     \
  K (ADDRESS, "address")                                                       \
  K (OFFSET, "offset")                                                         \
  K (SIZE, "size")                                                             \
  K (VALUE, "value")                                                           \
  K (WRITTEN, "written")                                                       \
  K (INITIAL, "initial")                                                       \
  K (ORDER, "order")                                                           \
  K (RESULT, "result")                                                         \
  K (OPERATOR, "operator")                                                     \
  K (OPERANDS, "operands")                                                     \
  K (POINTERS, "pointers")                                                     \
  K (LOCK, "lock")                                                             \
  K (WAIT, "wait")                                                             \
  K (CHILD, "child")                                                           \
  K (CONDITION, "condition")                                                   \
  K (BARRIER, "barrier")                                                       \
  K (SEMAPHORE, "semaphore")                                                   \
  K (BYTES, "bytes")                                                           \
  K (OUTCOME, "outcome")                                                       \
  K (SPURIOUS, "spurious")                                                     \
  K (TRIED, "tried")                                                           \
  K (CONDITIONAL, "conditional")                                               \
  K (CONCRETIZED, "concretized")                                               \
  K (ALTERNATIVES, "alternatives")                                             \
  K (INPUT, "input")                                                           \
  K (AT, "at")

enum ft_key {
#define K(NAME, text) FT_KEY_##NAME,
  FT_KEYS (K)
#undef K
      FT_KEY_COUNT
};

const char *ft_key_name (enum ft_key);

// Sets of keys that an event of the kind must and may have, beside thread, op
// and location; accesses need 'variable' or 'address'.
uint32_t ft_keys_needed (enum ft_kind);
uint32_t ft_keys_allowed (enum ft_kind);

// The key that names the target of events of the kind; for accesses
// FT_KEY_VARIABLE, FT_KEY_COUNT for none.
enum ft_key ft_key_target (enum ft_kind);

// An event as it is read: borrowed values by key, NULL for missing ones.
typedef struct ft_jsonl_object {
  const ft_trace_line *line;
  json_t *value[FT_KEY_COUNT];
  ft_address_map *memory;
  ft_error *error;
} ft_jsonl_object;

// Make the event of an object whose keys are those of the kind.
bool ft_jsonl_object_event (const ft_jsonl_object *, enum ft_kind, ft_event *);

// Set thread and location, which is all for marks.
bool ft_jsonl_object_location (const ft_jsonl_object *, ft_event *);

// Parse kind and fields of an object.  The thread of an event of an alternative
// path is set already.
bool ft_jsonl_object_parse (ft_jsonl_object *, json_t *object, bool altpath,
                            ft_event *);

// Add the alternative paths of a branch to the tables (see 'jsonl_altpath.c').
bool ft_jsonl_object_altpaths (const ft_jsonl_object *, const ft_event *branch);

// Add the origin of the value of a write, if it is input of the program.
bool ft_jsonl_object_origin (const ft_jsonl_object *);

// The fields of the detail of an event (see 'jsonl_detail.c').  If there are
// none, '*d' is unchanged and '*needed' false.
bool ft_jsonl_object_detail (const ft_jsonl_object *, enum ft_kind,
                             ft_detail *d, bool *needed);

// ---- values ----------------------------------------------------------------
// On failure each function leaves an error that names key and value, and
// returns false.

// Leave the error "expected WHAT as 'KEY', found JSON"; the JSON is the key's
// value or part of it.
bool ft_jsonl_object_expected (const ft_jsonl_object *, enum ft_key, json_t *,
                               const char *what);

// A name: a string that is not empty, or a number.
bool ft_jsonl_object_name (const ft_jsonl_object *, enum ft_key, enum ft_class,
                           ft_id *);

// A 64-bit word: an integer, or a string "0x..." of up to 16 hex digits.
bool ft_jsonl_object_word (const ft_jsonl_object *, enum ft_key, uint64_t *);

// An integer in a range.
bool ft_jsonl_object_count (const ft_jsonl_object *, enum ft_key,
                            uint64_t least, uint64_t most, uint64_t *);

// A value of 'bytes' bytes (8 if unknown), signed or not, cut to them.
bool ft_jsonl_object_value (const ft_jsonl_object *, enum ft_key,
                            uint64_t bytes, uint64_t *);

// A local or a word; 'json' is part of the value of 'key'.
bool ft_jsonl_object_operand (const ft_jsonl_object *, enum ft_key,
                              json_t *json, ft_operand *);

// One of 'count' texts; returned as its index.
bool ft_jsonl_object_choice (const ft_jsonl_object *, enum ft_key,
                             unsigned count, const char *(*text) (unsigned),
                             unsigned *);

#endif
