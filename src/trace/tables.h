// The tables of a trace: the names of all ids, and the rarely used fields of
// events.  They grow while a reader streams events; an id never changes its
// meaning.

#ifndef FT_TRACE_TABLES_H
#define FT_TRACE_TABLES_H

#include "base/hash.h"
#include "trace/altpath.h"
#include "trace/operator.h"
#include "trace/origin.h"

// A local of the event's thread, or a constant.
typedef struct ft_operand {
  ft_id local; // FT_NO_ID for a constant
  uint64_t constant;
} ft_operand;

// The rarely used fields of an event.
//
// 'operands' are the locals and constants from which the value of a write, the
// outcome of a branch or the result of a local operation is computed;
// 'pointers' are the locals from which the address of an access is computed.  A
// list that was not recorded (known = false) means "may depend on every earlier
// read of the thread"; a recorded empty list means "depends on none".
typedef struct ft_detail {
  ft_id result; // local that a read, rmw or local operation defines
  uint8_t op;   // enum ft_operator that is applied to 'operands', if known
  bool operands_known, pointers_known, written_known, initial_known;
  uint32_t operands, operand_count; // in 'operands' of the tables
  uint32_t pointers, pointer_count; // in 'operands' of the tables
  uint64_t written;                 // by an ATOMIC_RMW
  uint64_t initial;        // of an access: value of its bytes before the trace
  uint64_t address, bytes; // range of ALLOC, FREE
  uint32_t freed, freed_count; // FREE: variables of the range accessed since
                               // its ALLOC, in 'freed' of the tables
} ft_detail;

#define FT_DETAIL_NONE ((ft_detail){.result = FT_NO_ID})

typedef struct ft_tables ft_tables;

// The write of an ATOMIC_RMW that may read whatever memory holds.  In the run an
// event that has an operator, or its own result among its operands, may read
// another value than it read there; another one is kept as recorded.
enum ft_exchange {
  FT_EXCHANGE_NONE,      // the event is none, or is kept as recorded
  FT_EXCHANGE_SWAPS,     // a successful compare-and-swap: the second operand,
                         // if it reads the first one; else it cannot happen
  FT_EXCHANGE_COMPUTES,  // the result of its operator, which may have the value
                         // read (the local 'result') as an operand; in the run
                         // without operator, what an unknown one would give
  FT_EXCHANGE_UNKNOWN,   // an unknown value
  FT_EXCHANGE_UNRECORDED // nothing: it depends on values that are not recorded
};

enum ft_exchange ft_exchange_of (const ft_tables *, const ft_event *);

// Whether the event is of the run and may read another value than it read there,
// whatever that is.
static inline bool ft_event_is_exchange (const ft_tables *tables,
                                         const ft_event *e) {
  return e->kind == FT_ATOMIC_RMW && !(e->flags & FT_ALTPATH) &&
         ft_exchange_of (tables, e) == FT_EXCHANGE_COMPUTES;
}

// Whether an event of an alternative path writes an unknown value that depends
// on no read, such as the address of a block that it allocates.  The write
// happens whatever the value, but nothing can depend on the value.
static inline bool ft_event_writes_unknown (const ft_event *e,
                                            const ft_detail *d) {
  return e->flags & FT_ALTPATH && !(e->flags & FT_HAS_VALUE) &&
         (e->kind == FT_WRITE || e->kind == FT_ATOMIC_WRITE) && d &&
         d->op == FT_OP_NONE && d->operands_known && !d->operand_count;
}

// The facts of a variable beside its name.
typedef struct ft_variable {
  bool addressed;   // 'address' was recorded: the variable is the 8-byte
  uint64_t address; // granule at this address, in one allocation
  ft_pos alloc;     // event that allocated it, or FT_NO_POS
} ft_variable;

struct ft_tables {
  ft_intern names[FT_CLASS_NONE]; // by enum ft_class
  uint32_t unnamed; // number of locals, if a reader keeps no names of locals
  FT_STACK (ft_variable) variables; // parallel to names[FT_CLASS_VARIABLE]
  FT_STACK (ft_detail) details;
  FT_STACK (ft_operand) operands;
  FT_STACK (ft_id) freed;
  ft_altpaths altpaths;
  ft_origins origins; // of values of writes
};

void ft_tables_release (ft_tables *); // (ft_tables){0} is empty

// The id of a name; a new id if the name is new.  A new variable gets an entry
// in 'variables' without address.
ft_id ft_tables_add (ft_tables *, enum ft_class, const char *name,
                     size_t length);

// To be called after names were added by 'ft_intern_add' and its like.
void ft_tables_grow (ft_tables *);

uint32_t ft_tables_count (const ft_tables *, enum ft_class);

// The name of an id, "?" for FT_NO_ID; borrowed until the next addition.
const char *ft_tables_name (const ft_tables *, enum ft_class, ft_id);

// Bytes of memory that the tables use.
size_t ft_tables_bytes (const ft_tables *);

// Swap the details of two tables, and the lists that details refer to; names
// stay.
void ft_tables_swap_details (ft_tables *, ft_tables *);

// Whether the value that an exchange writes depends on the one that it reads.
bool ft_exchange_depends (const ft_tables *, const ft_event *);

// Whether an exchange of the run computes something that no operator expresses.
bool ft_exchange_is_opaque (const ft_tables *, const ft_event *);

// The detail of an event, or NULL.
const ft_detail *ft_tables_detail (const ft_tables *, const ft_event *);

#endif
