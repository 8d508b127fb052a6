// Reads: the source of each read, the other writers that would give it the same
// value, and the event from which on the read matters (correct reordering, see
// docs/guide/verdicts.md).

#ifndef FT_CERTIFY_READS_H
#define FT_CERTIFY_READS_H

#include "trace/index.h"

// Bytes of a read and the event that wrote them last; FT_NO_ID stands for the
// initial value.
typedef struct ft_read_source {
  ft_id writer;
  uint8_t mask;
} ft_read_source;

// Whether a read is frozen for what another write might leave, and for nothing else.
enum ft_unvalued { FT_VALUED, FT_UNVALUED, FT_UNVALUED_ALONE };

typedef struct ft_reads ft_reads;

struct ft_reads {
  const ft_index *index; // borrowed

  ft_id *source_begin; // per event, + 1; offsets into 'sources'
  FT_STACK (ft_read_source) sources;

  // Per read: the local position in its thread such that the read matters once
  // the event there is included (or is the racing access).  The read's own
  // position means "as soon as it is included": without branch events it
  // matters to whatever follows, or to a join that waits for its thread, and a
  // read that nothing follows can be left out just as well.  FT_NO_ID: never.
  ft_id *matters;

  // Per read: only the value that the event at 'matters' writes depends on it,
  // so that it does not matter if that event is the racing access.
  bool *by_value;

  // Per read: it is kept as recorded from 'matters' on because it is not known
  // what depends on it.  So it must not lead to a refutation before the later
  // event of 'certain'.
  bool *frozen;

  // Per read: enum ft_unvalued.  If a write of which no value is known might leave its
  // value ('unvalued.h') it is frozen, with no event of 'certain'.
  uint8_t *unvalued;

  // Per frozen read: 'matters' and 'by_value' of the first event of which it is
  // known that it depends on the read; FT_NO_ID if there is none, and of atomic
  // updates.  NULL without frozen reads.
  ft_id *certain;
  bool *certain_by_value;

  // Per read, borrowed: it counts as frozen, with no event of 'certain'; NULL: none.
  const bool *free;

  // Per read: it is that of an atomic read-modify-write which may read another
  // value, but then leaves one for reads that matter.  As long as it is kept as
  // recorded, those have their values.  That is not necessary: a question that
  // is 'relaxed' leaves it out.
  bool *kept;

  // Reads that start to matter at a later event than themselves, frozen ones
  // also at that of 'certain'.
  ft_id *late_begin; // per event, + 1; offsets into 'late'
  ft_id *late;

  // Per read of known value or on an alternative path: some write has a common
  // byte with it but not the same bytes, so that other writes might combine to
  // its value.  The encoders look into that where ft_cone_is_mixed says so, in
  // relaxed models to certify alone, since what bytes are before any write is known
  // of whole accesses.  Elsewhere the read must not lead to a refutation.
  bool *mixed;

  // Per read: it is of an assumed variable or of one of the system
  // ('trace/assumed.h'), and must not lead to a refutation.
  bool *assumed;

  // Per read: no writer but the recorded one would give it its value.
  bool *alone;

  // Per read with a single source: the next read of its thread with the same
  // bytes and source, or FT_NO_ID.
  ft_id *next_alike;

  // Initial values as far as they are known: by variable and mask, an access of
  // just these bytes that records it, or a read before any write to them.
  ft_map first_reads;
};

ft_reads *ft_reads_new (const ft_index *);

// NULL if the deadline was over first; looked at between passes.
ft_reads *ft_reads_bounded (const ft_index *, const ft_deadline *);

// The same where no refutation may rest on the reads of 'free', which lives as long.
ft_reads *ft_reads_freeing (const ft_index *, const bool *free,
                            const ft_deadline *);
void ft_reads_free (ft_reads *);

// Whether 'read' would return its recorded value from 'writer' (an event that
// writes the same variable, or FT_NO_ID for the initial value).  True for a
// recorded source; otherwise both values must be known and of the same bytes.
bool ft_reads_admits (const ft_reads *, ft_id read, ft_id writer);

// The same for one byte, which the writer need not write with the same others.
bool ft_reads_admits_byte (const ft_reads *, ft_id read, ft_id writer, int byte);

// The event from which on a read matters, as its local position (or FT_NO_ID),
// and whether only the value that it writes depends on the read.
typedef struct ft_read_use {
  ft_id at;
  bool by_value;
} ft_read_use;

// 'certain': the first one that is known to depend on the read.
static inline ft_read_use ft_reads_use (const ft_reads *r, ft_id read,
                                        bool certain) {
  return certain && r->frozen[read]
             ? (ft_read_use){r->certain[read], r->certain_by_value[read]}
             : (ft_read_use){r->matters[read], r->by_value[read]};
}

// Whether no event is known to depend on the read, although it is kept.
static inline bool ft_reads_uncertain (const ft_reads *r, ft_id read) {
  return r->frozen[read] && r->certain[read] == FT_NO_ID;
}

// Whether a refutation that rests on the read is none.
static inline bool ft_reads_unclear (const ft_reads *r, ft_id read) {
  return r->mixed[read] || r->assumed[read];
}

// Whether another value may be put in place of the read's own, which is known.
// And whether 'writer' then leaves a known value: in the same bytes, or in one of
// them.
bool ft_reads_relaxable (const ft_reads *, ft_id read);
bool ft_reads_known (const ft_reads *, ft_id read, ft_id writer);
bool ft_reads_known_byte (const ft_reads *, ft_id read, ft_id writer, int byte);

// Whether the byte of the read is the writer's in the trace.
bool ft_reads_has_byte (const ft_reads *, ft_id read, ft_id writer, int byte);

// Whether the value that the write leaves was recorded.
bool ft_reads_written (const ft_reads *, ft_id write);

// The value of the bytes of an access before anything is written to them, if a
// read revealed it.
bool ft_reads_initial (const ft_reads *, ft_id access, uint64_t *value);

// Whether one writer (or the initial value) supplied all bytes; '*writer' is
// set to it.
bool ft_reads_single (const ft_reads *, ft_id read, ft_id *writer);

#endif
