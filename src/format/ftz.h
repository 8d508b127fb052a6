// Compressed traces ('.ftz'): the events as a straight-line grammar (see
// 'slp.h'), for traces of loops (docs/reference/trace-format.md, "Compressed").
//
// A terminal is an event without its value.  Values would make each round of a
// loop different; they stand beside the grammar, in a column of what a simple
// prediction gets wrong (see 'ftz_values.h').  A block is a grammar of its own;
// the trace is what all blocks make, one after the other.  Names and terminals
// come with the block that uses them first.  Each block has four frames of zstd
// data, checksums, and the sizes of everything, which are known, and bounded,
// before anything is expanded.  All numbers are little-endian.
//
// This header is what writer ('src/grammar/ftz_write.c') and reader
// ('ftz_file.c', 'ftz_block.c') share.

#ifndef FT_FORMAT_FTZ_H
#define FT_FORMAT_FTZ_H

#include "format/packed.h"
#include "trace/tables.h"

#define FT_FTZ_NAME "compressed"
#define FT_FTZ_SUFFIX "ftz"

enum {
  FT_FTZ_VERSION = 2,
  FT_FTZ_MOST = 1 << 22,   // items of a block, or terminals that are new in it
  FT_FTZ_FRAME = 128 << 20 // bytes of a frame, unpacked
};

// More events than that are not expanded one by one.
#define FT_FTZ_EXPANDABLE ((uint64_t)1 << 40)

// As PNG's: shows files that were cut to 7 bits or had their line ends changed.
#define FT_FTZ_MAGIC                                                           \
  "\x89"                                                                       \
  "FTZ\r\n\x1a\n"
#define FT_FTZ_BLOCK_MAGIC 0x4b4c425au // "ZBLK"
#define FT_FTZ_END_MAGIC 0x444e455au   // "ZEND"

typedef struct ft_ftz_start {
  char magic[8];
  uint32_t version, reserved;
} ft_ftz_start;

// The frames of a block; numbers are varints.
enum ft_ftz_frame {
  FT_FTZ_NAMES,     // see 'ftz_names.h'
  FT_FTZ_TERMINALS, // the new ones, a column after the other
  FT_FTZ_RULES,     // for each its number of items, then these
  FT_FTZ_VALUES,    // how many predictions are right, then by how much one is
                    // wrong, and so on
  FT_FTZ_FRAMES
};

typedef struct ft_ftz_header {
  uint32_t magic;
  uint32_t number; // of the block, from 0
  uint64_t first;  // position of its first event
  uint64_t events;
  uint32_t names[FT_CLASS_NONE]; // ids that the blocks before have named
  uint32_t known; // terminals that earlier blocks have brought; 0: those of
                  // before are forgotten
  uint32_t terminals, rules, items; // of the block: new terminals; all else
  uint32_t packed[FT_FTZ_FRAMES], raw[FT_FTZ_FRAMES]; // sizes of frames
  uint64_t payload;                                   // checksum of all frames
  uint64_t checksum;                                  // of what is before it
} ft_ftz_header;

typedef struct ft_ftz_end {
  uint32_t magic, blocks;
  uint64_t events;
  uint64_t checksum; // of what is before it
} ft_ftz_end;

_Static_assert(sizeof (ft_ftz_start) == 16, "no padding");
_Static_assert(sizeof (ft_ftz_header) == 112, "no padding");
_Static_assert(sizeof (ft_ftz_end) == 24, "no padding");

// A terminal's shape is that of its event (see 'packed.h'), and above it
// whether locals and constants of its detail are 0 there and stand in the
// column of values (see 'ftz_numbers.h').
#define FT_FTZ_APART ((uint64_t)1 << FT_SHAPE_END)

// An item is a varint: how its symbol is found, then
enum ft_ftz_item_bits {
  FT_FTZ_REPEATED = 1, // the times less 2 follow,
  FT_FTZ_RULE = 2,     // the symbol is a rule so many and one before this one;
                       // else a terminal so many (zigzag) behind the one after
                       // the terminal before it in the frame
  FT_FTZ_SHIFT = 2,    // bits of these
};

#endif
