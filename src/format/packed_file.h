// The blocks of a packed trace, one after another: found, checked against
// their checksums and unpacked.  What they mean is 'packed_block.c'.
//
// The file is streamed, so that a pipe or a compressed file will do.  After
// damage the next block whose header is whole is looked for; the file position
// of what was skipped bounds what may have been lost.

#ifndef FT_FORMAT_PACKED_FILE_H
#define FT_FORMAT_PACKED_FILE_H

#include "base/error.h"
#include "base/decompressor.h"
#include "base/varint.h"
#include "format/packed.h"

// A block with its frames unpacked, apart from those that are not wanted.
typedef struct ft_packed_block {
  ft_packed_header header;
  uint64_t offset;  // in the file
  uint64_t skipped; // bytes between it and the last block that was whole
  ft_bytes frames[FT_FRAME_COUNT];
  ft_bytes locations; // still packed, when they are not wanted
} ft_packed_block;

void ft_packed_block_release (ft_packed_block *);

// Unpacks the locations when they are still packed.  False if they are no
// zstd data of the size that was promised.
bool ft_packed_block_locations (ft_packed_block *);

typedef struct ft_packed_file ft_packed_file;

// 'without' is enum ft_columns.  Takes the unpacker over, even on failure:
// NULL and an error for a file that does not start as a packed trace.
ft_packed_file *ft_packed_file_new (ft_decompressor *, unsigned without, ft_error *);

void ft_packed_file_free (ft_packed_file *);

enum ft_packed_load_result {
  FT_PACKED_LOAD_BLOCK,
  FT_PACKED_LOAD_END,     // the index was there and is right
  FT_PACKED_LOAD_DAMAGED, // loading again looks for the next block that is whole
  FT_PACKED_LOAD_TRUNCATED,     // damaged, and nothing is left
  FT_PACKED_LOAD_FAILED,  // the file cannot be read
};

// The next block; the error says what is wrong and where.
enum ft_packed_load_result ft_packed_file_load (ft_packed_file *, ft_packed_block *,
                                  ft_error *);

const char *ft_packed_file_path (const ft_packed_file *);

typedef struct ft_packed_status {
  double progress; // as 'ft_decompressor_progress'
  uint64_t events; // counted by the index, once it was found; or FT_NO_POS
  uint64_t bytes;  // read
  uint32_t blocks; // that were whole
} ft_packed_status;

ft_packed_status ft_packed_file_status (const ft_packed_file *);

#endif
