// Reads the blocks of a packed trace one after another, checks their checksums
// and unpacks them.  'packed_columns.c' decodes them.
//
// The file is streamed, so that it may be a pipe or compressed.  After damage
// the reader searches for the next block with a whole header; the number of
// skipped bytes bounds the number of lost events and names.

#ifndef FT_FORMAT_PACKED_FILE_H
#define FT_FORMAT_PACKED_FILE_H

#include "base/error.h"
#include "base/decompressor.h"
#include "base/varint.h"
#include "format/packed.h"

// A block with its frames unpacked, except for the skipped columns.
typedef struct ft_packed_block {
  ft_packed_header header;
  uint64_t offset;  // in the file
  uint64_t skipped; // damaged bytes between it and the last whole block
  ft_bytes frames[FT_FRAME_COUNT];
  ft_bytes locations; // still packed, if the column is skipped
} ft_packed_block;

void ft_packed_block_release (ft_packed_block *);

// Unpacks the locations if they are still packed.  False if they are not zstd
// data of the size in the header.
bool ft_packed_block_locations (ft_packed_block *);

typedef struct ft_packed_file ft_packed_file;

// 'without' is enum ft_columns: columns to skip.  Takes ownership of the
// decompressor, even on failure: NULL and an error if the file does not start
// as a packed trace.
ft_packed_file *ft_packed_file_new (ft_decompressor *, unsigned without,
                                    ft_error *);

void ft_packed_file_free (ft_packed_file *);

enum ft_packed_load_result {
  FT_PACKED_LOAD_BLOCK,
  FT_PACKED_LOAD_END,       // the end, with a valid index
  FT_PACKED_LOAD_DAMAGED,   // the next call searches for the next whole block
  FT_PACKED_LOAD_TRUNCATED, // damaged up to the end of the file
  FT_PACKED_LOAD_FAILED,    // the file cannot be read
};

// Reads the next block; the error describes the damage and its offset.
enum ft_packed_load_result ft_packed_file_load (ft_packed_file *,
                                                ft_packed_block *, ft_error *);

const char *ft_packed_file_path (const ft_packed_file *);

typedef struct ft_packed_status {
  double progress; // as 'ft_decompressor_progress'
  uint64_t events; // number in the index, FT_NO_POS before it is read
  uint64_t bytes;  // read so far
  uint32_t blocks; // whole ones so far
} ft_packed_status;

ft_packed_status ft_packed_file_status (const ft_packed_file *);

#endif
