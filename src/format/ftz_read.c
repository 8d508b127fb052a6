#include "format/ftz_read.h"

#include <inttypes.h>

#include "base/bits.h"
#include "format/ftz_block.h"
#include "format/ftz_numbers.h"
#include "format/packed.h"

// A copy of a terminal's detail in the tables of the reader.  All events of the
// terminal share it, so that its lists, however long, are there once.
typedef struct copy {
  ft_detail detail;
  ft_id id;       // in the tables
  uint64_t batch; // for which it was made; 0: none
} copy;

struct ft_ftz {
  ft_ftz_file *file; // owned
  unsigned without;
  bool stream;    // the tables keep only the details of one batch
  uint64_t batch; // number of the current batch if 'stream', else 1
  ft_ftz_raw raw; // the current block
  ft_ftz_grammar grammar;
  ft_slp_cursor cursor;
  ft_value_predictor prediction;
  ft_numbers numbers;
  ft_residual_reader errors;
  FT_STACK (copy) copies; // by terminal
  ft_bits allocated;      // terminals whose memory was allocated before
  ft_pos position;        // of the next event
  ft_pos end;             // of the block
  double before;          // share of the file that is before the block
};

ft_ftz *ft_ftz_open (ft_decompressor *in, unsigned without, bool stream,
                     ft_error *error) {
  ft_ftz_file *file = ft_ftz_file_new (in, error);
  if (!file)
    return NULL;
  ft_ftz *z = FT_NEW (ft_ftz);
  z->file = file;
  z->without = without;
  z->stream = stream;
  z->batch = 1;
  z->cursor.slp = &z->grammar.slp;
  return z;
}

void ft_ftz_free (ft_ftz *z) {
  if (!z)
    return;
  ft_ftz_file_free (z->file);
  ft_ftz_raw_release (&z->raw);
  ft_ftz_grammar_release (&z->grammar);
  ft_slp_cursor_release (&z->cursor);
  ft_value_predictor_release (&z->prediction);
  ft_numbers_release (&z->numbers);
  FT_RELEASE (z->copies);
  FT_RELEASE (z->allocated);
  free (z);
}

void ft_ftz_refuse (const ft_ftz *z, ft_pos position, const char *why,
                    ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: event %" PRIu64 ": %s",
                ft_ftz_file_place (z->file), position, why);
}

static bool malformed (const ft_ftz *z, ft_error *error, const char *what) {
  ft_ftz_refuse (z, z->position, what, error);
  return false;
}

// ---- blocks ----------------------------------------------------------------

// The value that an event writes is in the same column as its value.
static bool reads_values (const ft_ftz *z) {
  return ~z->without & (FT_COLUMN_VALUES | FT_COLUMN_DETAILS);
}

static bool is_reset (const ft_ftz *z) {
  return !z->raw.header.known;
}

static bool begin_block (ft_ftz *z, ft_tables *tables, ft_error *error) {
  ft_ftz_grammar_clear (&z->grammar, is_reset (z));
  if (is_reset (z)) {
    FT_CLEAR (z->allocated);
    FT_CLEAR (z->copies);
    ft_value_predictor_clear (&z->prediction);
    ft_numbers_clear (&z->numbers);
  }
  if (!ft_ftz_grammar_add (&z->grammar, tables, &z->raw,
                           !(z->without & FT_COLUMN_DETAILS),
                           ft_ftz_file_place (z->file), error))
    return false;
  z->end = z->position + z->raw.header.events;
  if (z->end > FT_FTZ_EXPANDABLE)
    return malformed (z, error,
                      "more than 2^40 events up to the end of this "
                      "block: too many to be read one by one");
  ft_residual_reader_begin (&z->errors, z->raw.frames + FT_FTZ_VALUES);
  ft_slp_seek (&z->cursor, 0);
  return true;
}

static bool end_block (const ft_ftz *z, ft_error *error) {
  return !z->end || !reads_values (z) || ft_residual_reader_over (&z->errors) ||
         malformed (z, error, "malformed values");
}

static int load (ft_ftz *z, ft_tables *tables, ft_error *error) {
  z->before = ft_ftz_file_progress (z->file);
  if (!end_block (z, error))
    return -1;
  int got = ft_ftz_file_load (z->file, reads_values (z), &z->raw, error);
  if (got <= 0)
    return got;
  return begin_block (z, tables, error) ? 1 : -1;
}

// ---- events ----------------------------------------------------------------

static bool is_allocated (const ft_tables *tables, ft_id variable,
                          ft_pos position) {
  ft_pos alloc = tables->variables.begin[variable].alloc;
  return alloc == FT_NO_POS || alloc < position;
}

// Allocations come before the accesses to them.  If the first event of a
// terminal comes after them, so do the others.
static bool is_after_allocation (ft_ftz *z, const ft_tables *tables,
                                 uint32_t terminal, const ft_event *e) {
  if (ft_bits_has (&z->allocated, terminal))
    return true;
  if (ft_kind_accesses (e->kind) &&
      !is_allocated (tables, e->target, z->position))
    return false;
  const ft_detail *d = ft_tables_detail (&z->grammar.details, e);
  for (uint32_t i = 0; d && i < d->freed_count; i++)
    if (!is_allocated (tables, z->grammar.details.freed.begin[d->freed + i],
                       z->position))
      return false;
  ft_bits_add (&z->allocated, terminal);
  return true;
}

static void take_value (ft_ftz *z, uint32_t terminal, ft_event *e,
                        const ft_detail *d, const ft_operand *operands) {
  if (!(e->flags & FT_HAS_VALUE) || ft_packed_needs_value (e->kind))
    return;
  e->value = ft_value_predict (&z->prediction, terminal, e, d, operands) +
             ft_residual_reader_get (&z->errors);
  ft_value_update (&z->prediction, terminal, e, d, e->value);
}

static uint64_t take_written (ft_ftz *z, uint32_t terminal, const ft_event *e) {
  uint64_t written = ft_value_predict_written (&z->prediction, terminal) +
                     ft_residual_reader_get (&z->errors);
  ft_value_update_written (&z->prediction, terminal, e, written);
  return written;
}

static uint32_t copy_operands (const ft_ftz *z, ft_tables *tables,
                               uint32_t from, uint32_t count) {
  uint32_t to = (uint32_t)tables->operands.size;
  for (uint32_t i = 0; i < count; i++)
    FT_PUSH (tables->operands, z->grammar.details.operands.begin[from + i]);
  return to;
}

static uint32_t copy_freed (const ft_ftz *z, ft_tables *tables, uint32_t from,
                            uint32_t count) {
  uint32_t to = (uint32_t)tables->freed.size;
  for (uint32_t i = 0; i < count; i++)
    FT_PUSH (tables->freed, z->grammar.details.freed.begin[from + i]);
  return to;
}

// The wanted part of a detail: its range alone if details are not wanted.
static ft_detail wanted_detail (const ft_ftz *z, const ft_event *e,
                                ft_detail d) {
  if (!(z->without & FT_COLUMN_DETAILS))
    return d;
  ft_detail range = FT_DETAIL_NONE;
  if (e->kind == FT_ALLOC || e->kind == FT_FREE) {
    range.address = d.address, range.bytes = d.bytes;
    range.freed = d.freed, range.freed_count = d.freed_count;
  }
  return range;
}

static ft_id push_detail (ft_tables *tables, ft_detail d) {
  FT_PUSH (tables->details, d);
  return (ft_id)tables->details.size - 1;
}

static const copy *copy_of (ft_ftz *z, ft_tables *tables, uint32_t terminal,
                            const ft_event *e) {
  FT_GROW (z->copies, (size_t)terminal + 1, ((copy){.batch = 0}));
  copy *c = z->copies.begin + terminal;
  if (c->batch == z->batch)
    return c;
  ft_detail d =
      wanted_detail (z, e, *ft_tables_detail (&z->grammar.details, e));
  d.operands = copy_operands (z, tables, d.operands, d.operand_count);
  d.pointers = copy_operands (z, tables, d.pointers, d.pointer_count);
  d.freed = copy_freed (z, tables, d.freed, d.freed_count);
  *c = (copy){d, push_detail (tables, d), z->batch};
  return c;
}

// Read the numbers of an event into a detail of its own.
static bool take_numbers (ft_ftz *z, ft_tables *tables, uint32_t terminal,
                          const ft_event *e, ft_detail *d) {
  d->operands = copy_operands (z, tables, d->operands, d->operand_count);
  d->pointers = copy_operands (z, tables, d->pointers, d->pointer_count);
  return ft_numbers_get (&z->numbers, terminal, e, tables, d, &z->errors);
}

// Read the values of the event that others of its terminal do not share: first
// its numbers, from which its value may follow.
static bool take_column (ft_ftz *z, ft_tables *tables, uint32_t terminal,
                         ft_event *e, ft_detail *own) {
  bool apart = ft_bits_has (&z->grammar.apart, terminal);
  size_t operands = tables->operands.size;
  if (apart && !take_numbers (z, tables, terminal, e, own))
    return false;
  const ft_tables *from = apart ? tables : &z->grammar.details;
  take_value (z, terminal, e, own, from->operands.begin + own->operands);
  if (own->written_known)
    own->written = take_written (z, terminal, e);
  if (z->without & FT_COLUMN_DETAILS)
    tables->operands.size = operands;
  return true;
}

static void give_detail (ft_ftz *z, ft_tables *tables, uint32_t terminal,
                         ft_event *e, ft_detail own) {
  bool apart = ft_bits_has (&z->grammar.apart, terminal);
  if (z->without & FT_COLUMN_DETAILS && e->kind != FT_ALLOC &&
      e->kind != FT_FREE) {
    e->detail = FT_NO_ID;
    return;
  }
  const copy *c = copy_of (z, tables, terminal, e);
  e->detail = c->id;
  if (z->without & FT_COLUMN_DETAILS || !(apart || own.written_known))
    return;
  own.freed = c->detail.freed;
  if (!apart)
    own.operands = c->detail.operands, own.pointers = c->detail.pointers;
  e->detail = push_detail (tables, own);
}

static bool take_detail (ft_ftz *z, ft_tables *tables, uint32_t terminal,
                         ft_event *e) {
  ft_detail own = *ft_tables_detail (&z->grammar.details, e);
  if (reads_values (z) && !take_column (z, tables, terminal, e, &own))
    return false;
  give_detail (z, tables, terminal, e, own);
  return true;
}

static bool take_event (ft_ftz *z, ft_tables *tables, ft_event *e,
                        ft_error *error) {
  uint32_t terminal = ft_slp_next (&z->cursor);
  *e = z->grammar.slp.terminals.begin[terminal];
  if (!is_after_allocation (z, tables, terminal, e))
    return malformed (z, error, "memory is used before it is allocated");
  if (e->detail == FT_NO_ID && reads_values (z))
    take_value (z, terminal, e, NULL, NULL);
  if (e->detail != FT_NO_ID && !take_detail (z, tables, terminal, e))
    return malformed (z, error, "malformed values");
  if (z->without & FT_COLUMN_VALUES && !ft_packed_needs_value (e->kind)) {
    e->flags &= (uint8_t)~FT_HAS_VALUE;
    e->value = 0;
  }
  if (z->errors.from.bad)
    return malformed (z, error, "malformed values");
  z->position++;
  return true;
}

int ft_ftz_events (ft_ftz *z, ft_tables *tables, ft_event *to, uint32_t room,
                   ft_error *error) {
  if (z->position == z->end) {
    int got = load (z, tables, error);
    if (got <= 0)
      return got;
  }
  uint32_t n = 0;
  z->batch += z->stream;
  for (; n < room && z->position < z->end; n++)
    if (!take_event (z, tables, to + n, error))
      return -1;
  return (int)n;
}

// ---- queries ---------------------------------------------------------------

ft_pos ft_ftz_announced (const ft_ftz *z) {
  return z->end;
}

const char *ft_ftz_path (const ft_ftz *z) {
  return ft_ftz_file_path (z->file);
}

uint64_t ft_ftz_bytes (const ft_ftz *z) {
  return ft_ftz_file_bytes (z->file);
}

uint32_t ft_ftz_blocks (const ft_ftz *z) {
  return ft_ftz_file_blocks (z->file);
}

double ft_ftz_progress (const ft_ftz *z) {
  double now = ft_ftz_file_progress (z->file);
  uint64_t events = z->raw.header.events;
  if (now < 0 || !events)
    return now;
  return now -
         (now - z->before) * (double)(z->end - z->position) / (double)events;
}
