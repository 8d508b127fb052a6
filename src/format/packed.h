// Packed traces ('.ftp'): events in columns, block by block, for traces of
// 10^8 events (docs/reference/trace-format.md, "Packed").
//
// A block holds up to 65,536 events; the names of earlier blocks are enough to
// read it.  Each column of a block is a dictionary of its different values,
// ascending, and an index of one or two bytes for each event.  A column is a
// zstd frame of its own, so that a reader does not decompress the columns that
// it does not need.  A name stands in the first block whose events use it.
// Headers and payloads have checksums; every size is bounded before memory is
// allocated for it.  All numbers are little-endian.
//
// This header is shared by the writer ('packed_write.c') and the reader
// ('packed_file.c', 'packed_columns.c').

#ifndef FT_FORMAT_PACKED_H
#define FT_FORMAT_PACKED_H

#include "trace/tables.h"

#define FT_PACKED_NAME "packed"
#define FT_PACKED_SUFFIX "ftp"
#define FT_PACKED_OF_RUN                                                       \
  "trace.ftp" // the trace of a recorded run, in its directory

enum {
  FT_PACKED_VERSION = 2,    // 1 has no identity and no alternative paths
  FT_PACKED_EVENTS = 65536, // the most events of a block
};

// Like the magic number of PNG: damaged if the file was cut to 7 bits or if its
// line ends were changed.
#define FT_PACKED_MAGIC                                                        \
  "\x89"                                                                       \
  "FTP\r\n\x1a\n"
#define FT_PACKED_BLOCK_MAGIC 0x4b4c4246u // "FBLK"
#define FT_PACKED_INDEX_MAGIC 0x58444946u // "FIDX"
#define FT_PACKED_END_MAGIC 0x444e4546u   // "FEND"

typedef struct ft_packed_start {
  char magic[8];
  uint32_t version, reserved;
} ft_packed_start; // then, except in version 1:

typedef struct ft_packed_identity {
  uint64_t digest;   // 'ft_trace_digest' if the writer knew it, else 0
  uint64_t checksum; // of the start and the digest
} ft_packed_identity;

// The frames of a block.
enum ft_packed_frame {
  FT_FRAME_NAMES,     // of ids from 'names' of the header on
  FT_FRAME_TABLES,    // dictionaries of the next three; conditions; counts
  FT_FRAME_SHAPES,    // indices: kind, mask, order, flags
  FT_FRAME_THREADS,   // indices
  FT_FRAME_TARGETS,   // indices
  FT_FRAME_LOCATIONS, // dictionary and indices
  FT_FRAME_VALUES,    // dictionary and indices, of events that have one
  FT_FRAME_RANGES,    // of ALLOC and FREE
  FT_FRAME_DETAILS,   // all else in details
  FT_FRAME_COUNT
};

typedef struct ft_packed_header {
  uint32_t magic;
  uint32_t number;               // of the block, from 0
  uint64_t first;                // position of its first event
  uint32_t count;                // of events
  uint32_t names[FT_CLASS_NONE]; // ids that earlier blocks have named
  uint32_t packed[FT_FRAME_COUNT], raw[FT_FRAME_COUNT]; // sizes of frames
  uint32_t reserved;
  uint64_t payload;  // checksum of all frames
  uint64_t checksum; // of the fields before
} ft_packed_header;

// After the last block: the offsets of all blocks, then the offset of this
// index.
typedef struct ft_packed_index {
  uint32_t magic, blocks;
  uint64_t events;
} ft_packed_index; // then 'blocks' of:

typedef struct ft_packed_entry {
  uint64_t offset, first; // of a block in the file; position of its first event
} ft_packed_entry;        // then:

typedef struct ft_packed_end {
  uint64_t checksum; // of index and entries
  uint64_t offset;   // of the index
  uint32_t magic, reserved;
} ft_packed_end;

_Static_assert(sizeof (ft_packed_start) == 16, "no padding");
_Static_assert(sizeof (ft_packed_identity) == 16, "no padding");
_Static_assert(sizeof (ft_packed_header) == 136, "no padding");
_Static_assert(sizeof (ft_packed_index) == 16, "no padding");
_Static_assert(sizeof (ft_packed_entry) == 16, "no padding");
_Static_assert(sizeof (ft_packed_end) == 24, "no padding");

// The checksum of an identity.
uint64_t ft_packed_identity_checksum (const ft_packed_start *, uint64_t digest);

// The greatest size of a frame when it is unpacked.  Dictionaries and indices
// of a block are bounded by its events; names and operands of single events are
// not.
static inline uint32_t ft_packed_most (enum ft_packed_frame frame) {
  switch (frame) {
  case FT_FRAME_SHAPES:
  case FT_FRAME_THREADS:
  case FT_FRAME_TARGETS:
    return 2 * FT_PACKED_EVENTS;
  case FT_FRAME_TABLES:
  case FT_FRAME_LOCATIONS:
  case FT_FRAME_VALUES:
    return 64 * FT_PACKED_EVENTS;
  case FT_FRAME_NAMES:
  case FT_FRAME_RANGES:
  case FT_FRAME_DETAILS:
  case FT_FRAME_COUNT:
    break;
  }
  return 128u << 20;
}

// Bytes of an index into a dictionary of 'n' values: the low bytes of all
// indices, then the high bytes of all.
static inline unsigned ft_packed_width (size_t n) {
  return n > 256 ? 2 : n > 1;
}

// The shape of an event as one number.
enum ft_shape_bits {
  FT_SHAPE_MASK = 8, // shifts; the kind is in the lowest byte
  FT_SHAPE_ORDER = 16,
  FT_SHAPE_FLAGS = 24,
  FT_SHAPE_CONDITION = 32, // the event has a condition,
  FT_SHAPE_DETAIL,         // a detail,
  FT_SHAPE_VALUE,          // a value
  FT_SHAPE_END,
};

// The flags that a file holds; the validator sets the others.
enum {
  FT_SHAPE_FLAGS_KEPT = FT_HAS_VALUE | FT_UNSIGNALLED | FT_TRIED | FT_DROPPED,
};

// Whether every pass needs the value of an event of this kind: the initial
// count of a semaphore, or the mark that an event without effect is.
static inline bool ft_packed_needs_value (enum ft_kind kind) {
  return kind == FT_SEM_INIT || kind == FT_FENCE;
}

// The parts of a detail that are there, in its first byte.
enum ft_detail_bits {
  FT_DETAIL_RESULT = 1,
  FT_DETAIL_OPERATOR = 2,
  FT_DETAIL_OPERANDS = 4,
  FT_DETAIL_POINTERS = 8,
  FT_DETAIL_WRITTEN = 16,
  FT_DETAIL_INITIAL = 32,
  FT_DETAIL_ALTPATHS = 64, // alternative paths, as the last part
  FT_DETAIL_ALL = 127,
};

#endif
