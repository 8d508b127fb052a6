#include "report/sha256.h"

#include <sha2.h>

_Static_assert(FT_SHA256_DIGITS + 1 == SHA256_DIGEST_STRING_LENGTH,
               "libmd writes as many digits as the caller has room for");

void ft_sha256_text (const void *bytes, size_t size,
                     char digits[FT_SHA256_DIGITS + 1]) {
  SHA2_CTX context;
  SHA256Init (&context);
  SHA256Update (&context, bytes, size);
  SHA256End (&context, digits);
}

int ft_sha256_file (FILE *file, char digits[FT_SHA256_DIGITS + 1]) {
  unsigned char buffer[4096];
  SHA2_CTX context;
  size_t n;
  SHA256Init (&context);
  while ((n = fread (buffer, 1, sizeof buffer, file)))
    SHA256Update (&context, buffer, n);
  SHA256End (&context, digits);
  return !ferror (file);
}
