// SHA-256 (FIPS 180-4), for formats that name files by it.  Not for speed:
// about 200 MB a second.

#ifndef FT_BASE_SHA256_H
#define FT_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { FT_SHA256_DIGITS = 64 };

// The digest as hex digits.
void ft_sha256_text (const void *bytes, size_t size,
                     char digits[FT_SHA256_DIGITS + 1]);

// Of a file from here to its end; 0 if it cannot be read.
int ft_sha256_file (FILE *, char digits[FT_SHA256_DIGITS + 1]);

#endif
