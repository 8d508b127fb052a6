// SHA-256 (FIPS 180-4) as hex digits, for formats that name files by it:
// a thin layer over libmd.

#ifndef FT_REPORT_SHA256_H
#define FT_REPORT_SHA256_H

#include <stddef.h>
#include <stdio.h>

enum { FT_SHA256_DIGITS = 64 };

// The digest of bytes in memory.
void ft_sha256_text (const void *bytes, size_t size,
                     char digits[FT_SHA256_DIGITS + 1]);

// The digest of a file from its current position to its end; 0 if it cannot
// be read.
int ft_sha256_file (FILE *, char digits[FT_SHA256_DIGITS + 1]);

#endif
