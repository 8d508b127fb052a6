#include "run/line_mark.h"

#include <ctype.h>
#include <string.h>

#include "base/checksum.h"
#include "base/strbuf.h"

uint64_t ft_line_text_hash (const char *text, size_t length) {
  ft_strbuf kept = {0};
  for (size_t i = 0; i < length; i++)
    if (!isspace ((unsigned char)text[i]))
      ft_strbuf_add_bytes (&kept, text + i, 1);
  uint64_t hash = ft_checksum (ft_strbuf_text (&kept), kept.size);
  ft_strbuf_release (&kept);
  return hash;
}

// Arguments of templates are left out: one line is in all instances.
uint32_t ft_line_mark_of (const char *function, uint64_t text, uint32_t above) {
  uint64_t parts[3] = {text, ft_checksum (function, strcspn (function, "<")), above};
  uint64_t hash = ft_checksum (parts, sizeof parts) >> (64 - FT_LINE_MARK_BITS);
  return hash ? (uint32_t)hash : 1;
}
