#include "base/number_reader.h"

ft_number_reader ft_number_reader_of (const void *bytes, size_t size) {
  const unsigned char *begin = bytes;
  return (ft_number_reader){begin, begin, begin + size, NULL, 0};
}

uint64_t ft_number_refuse_at (ft_number_reader *n, size_t where,
                              const char *what) {
  if (!n->wrong) {
    n->wrong = what;
    n->where = where;
  }
  return 0;
}

uint64_t ft_number_refuse (ft_number_reader *n, const char *what) {
  return ft_number_refuse_at (n, (size_t)(n->at - n->begin), what);
}

uint64_t ft_number_next (ft_number_reader *n) {
  uint64_t number = 0;
  const unsigned char *at = n->at;
  for (unsigned shift = 0; !n->wrong && shift < 64; shift += 7) {
    if (at == n->end)
      return ft_number_refuse (n, "it ends inside a number");
    number |= (uint64_t)(*at & 0x7f) << shift;
    if (shift == 63 && *at > 1)
      break;
    if (*at++ < 0x80) {
      n->at = at;
      return number;
    }
  }
  return ft_number_refuse (n, "a number has more than 64 bits");
}

uint32_t ft_number_below (ft_number_reader *n, uint64_t limit,
                          const char *what) {
  const unsigned char *at = n->at;
  uint64_t number = ft_number_next (n);
  if (n->wrong || number < limit)
    return (uint32_t)number;
  n->at = at;
  return (uint32_t)ft_number_refuse (n, what);
}

void ft_number_write (ft_strbuf *out, uint64_t number) {
  char bytes[10];
  size_t n = 0;
  for (; number >= 0x80; number >>= 7)
    bytes[n++] = (char)(number | 0x80);
  bytes[n++] = (char)number;
  ft_strbuf_add_bytes (out, bytes, n);
}
