// Compressed traces ('.ftz'): the events as a straight-line grammar (see
// 'slp.h'), for traces of loops (docs/reference/trace-format.md, "Compressed").
//
// A terminal is an event without its value.  Values would make each round of a
// loop different; they are kept beside the grammar, in a column of the
// residuals of a simple prediction (see 'ftz_values.h').  A block is a grammar
// of its own; the trace is the concatenation of the expansions of all blocks.
// Names and terminals come with the first block that uses them.  Each block has
// four frames of zstd data, checksums, and the sizes of everything, which are
// known, and bounded, before anything is expanded.  All numbers are
// little-endian.
//
// This header is shared by the writer ('src/grammar/ftz_write.c') and the
// reader ('ftz_file.c', 'ftz_block.c').

#ifndef FT_FORMAT_FTZ_H
#define FT_FORMAT_FTZ_H

#include "format/packed.h"
#include "trace/tables.h"

#define FT_FTZ_NAME "compressed"
#define FT_FTZ_SUFFIX "ftz"

enum {
  FT_FTZ_VERSION = 2,
  FT_FTZ_MOST = 1 << 22,   // items, or new terminals, of a block
  FT_FTZ_FRAME = 128 << 20 // bytes of a frame, uncompressed
};

// Traces of more events are not expanded event by event.
#define FT_FTZ_EXPANDABLE ((uint64_t)1 << 40)

// Like PNG's: reveals files that were cut to 7 bits or had their line ends
// changed.
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
  FT_FTZ_TERMINALS, // the new ones, column by column
  FT_FTZ_RULES,     // for each rule the number of its items and the items
  FT_FTZ_VALUES,    // a number of right predictions, the residual of a wrong
                    // one, and so on
  FT_FTZ_FRAMES
};

typedef struct ft_ftz_header {
  uint32_t magic;
  uint32_t number; // of the block, from 0
  uint64_t first;  // position of its first event
  uint64_t events;
  uint32_t names[FT_CLASS_NONE]; // number of ids named by earlier blocks
  uint32_t known; // number of terminals of earlier blocks; 0: earlier ones are
                  // forgotten
  uint32_t terminals;                                 // number of new ones
  uint32_t rules, items;                              // numbers of the block
  uint32_t packed[FT_FTZ_FRAMES], raw[FT_FTZ_FRAMES]; // sizes of frames
  uint64_t payload;                                   // checksum of all frames
  uint64_t checksum;                                  // of the fields above
} ft_ftz_header;

typedef struct ft_ftz_end {
  uint32_t magic, blocks;
  uint64_t events;
  uint64_t checksum; // of the fields above
} ft_ftz_end;

_Static_assert(sizeof (ft_ftz_start) == 16, "no padding");
_Static_assert(sizeof (ft_ftz_header) == 112, "no padding");
_Static_assert(sizeof (ft_ftz_end) == 24, "no padding");

// A terminal's shape is that of its event (see 'packed.h') and this flag:
// locals and constants of its detail are 0 there and are kept in the column of
// values (see 'ftz_numbers.h').
#define FT_FTZ_APART ((uint64_t)1 << FT_SHAPE_END)

// An item is a varint with these flags, then a varint for 'times' if repeated.
enum ft_ftz_item_bits {
  FT_FTZ_REPEATED = 1, // 'times' - 2 follows; else 'times' is 1
  FT_FTZ_RULE = 2,     // the symbol is a rule, as the distance to this rule,
                       // minus 1; else a terminal, as the difference (zigzag)
                       // from the successor of the frame's last terminal
  FT_FTZ_SHIFT = 2,    // number of flag bits
};

#endif
