#include "instrument/embed.h"

#include <string.h>
#include <zstd.h>

#include "instrument/table.h"

// 8 bytes of size, the frame, and zeros up to 8: the sections of all objects
// of a program, laid side by side by the linker, can be walked.
void ft_embed (ft_unit *u, const void *bitcode, size_t size) {
  size_t bound = ZSTD_compressBound (size);
  char *bytes = ft_calloc (8 + bound + 8, 1);
  uint64_t packed = ZSTD_compress (bytes + 8, bound, bitcode, size, 3);
  if (!ZSTD_isError (packed)) {
    memset (bytes + 8 + packed, 0, 8);
    for (unsigned i = 0; i < 8; i++)
      bytes[i] = (char)(packed >> 8 * i);
    LLVMValueRef g = ft_table_bytes (u, "ft.bitcode", bytes,
                                     8 + (size_t)(packed + 7) / 8 * 8);
    LLVMSetSection (g, ".foretrace_bc");
    ft_table_append (u, "llvm.compiler.used", "llvm.metadata", g);
  }
  free (bytes);
}
