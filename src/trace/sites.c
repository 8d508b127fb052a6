#include "trace/sites_form.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

// The packed table: MAGIC, then numbers of 7 bits per byte, least significant
// first, the top bit set in all but the last byte of a number.
//
//   unit (8 bytes); counts of strings, inlined, functions, sites, globals;
//   the strings, each with its NUL, the first one empty;
//   inlined scopes: function, file, outer (from 1; 0 none; an earlier one),
//     line, column;
//   functions: name, file, line, count of sites (they lie side by side);
//   sites: kind, order, flags, size, line (as the difference from the site
//     before, zigzag), column, scope (from 1; 0 none), variable, type;
//   globals: name, type, file, line, size, initial, and of those with BYTES
//     these and which of them are known;
//   code: count of bytes, the bytes, which mean nothing here;
//   files: their count, then of each path and checksum.
//
// Change it together with FT_WIRE_VERSION: the number is in the
// magic.
const unsigned char ft_sites_magic[8] = {'F', 'T', 'S', 'I',
                                         'T', 'E', 'S', '2'};

_Static_assert(FT_WIRE_VERSION == 2, "sites: magic");

void ft_sites_release (ft_sites *s) {
  FT_RELEASE (s->functions);
  FT_RELEASE (s->sites);
  FT_RELEASE (s->inlined);
  FT_RELEASE (s->globals);
  FT_RELEASE (s->files);
  FT_RELEASE (s->strings);
  ft_strbuf_release (&s->text);
  ft_strbuf_release (&s->data);
  ft_strbuf_release (&s->code);
  s->unit = 0;
}

uint32_t ft_sites_add_string (ft_sites *s, const char *string, size_t length) {
  FT_PUSH (s->strings, (uint32_t)s->text.size);
  ft_strbuf_add_bytes (&s->text, string, length);
  ft_strbuf_add_bytes (&s->text, "", 1);
  return (uint32_t)s->strings.size - 1;
}

// A string ends at its first NUL.
uint32_t ft_sites_string (ft_sites *s, const char *string, size_t length) {
  if (FT_EMPTY (s->strings))
    ft_sites_add_string (s, "", 0);
  length = strnlen (string, length);
  return length ? ft_sites_add_string (s, string, length) : 0;
}

const char *ft_sites_text (const ft_sites *s, uint32_t id) {
  if (id >= s->strings.size) {
    assert (!id);
    return "";
  }
  return s->text.text + s->strings.begin[id];
}

bool ft_sites_initial (const ft_sites *s, const ft_global *g, uint64_t offset,
                       unsigned bytes, uint64_t *word) {
  *word = 0;
  if (g->initial == FT_INITIAL_UNKNOWN || bytes > 8 || bytes > g->size ||
      offset > g->size - bytes)
    return false;
  for (unsigned i = 0; g->initial == FT_INITIAL_BYTES && i < bytes; i++) {
    const char *data = s->data.text + g->data, *known = data + g->size;
    uint64_t at = offset + i;
    if (!(known[at / 8] >> at % 8 & 1))
      return false;
    *word |= (uint64_t)(unsigned char)data[at] << 8 * i;
  }
  return true;
}

uint64_t ft_sites_checksum (const ft_sites *s, uint32_t path) {
  for (size_t i = 0; i < s->files.size; i++)
    if (s->files.begin[i].path == path)
      return s->files.begin[i].checksum;
  return 0;
}

unsigned ft_site_words (enum ft_site_kind kind) {
  static const unsigned char words[] = {
#define S(NAME, words, what) words,
      FT_SITE_KINDS (S)
#undef S
  };
  return words[kind];
}

// ---- packing ---------------------------------------------------------------

static void put (ft_strbuf *out, uint64_t number) {
  char bytes[10];
  size_t n = 0;
  for (; number >= 0x80; number >>= 7)
    bytes[n++] = (char)(number | 0x80);
  bytes[n++] = (char)number;
  ft_strbuf_add_bytes (out, bytes, n);
}

static uint64_t zigzag (int64_t n) {
  return (uint64_t)n << 1 ^ (uint64_t)(n >> 63);
}

static uint64_t from_one (uint32_t id) {
  return id == FT_NO_ID ? 0 : (uint64_t)id + 1;
}

static void put_head (const ft_sites *s, ft_strbuf *out) {
  char unit[8];
  for (unsigned i = 0; i < 8; i++)
    unit[i] = (char)(s->unit >> 8 * i);
  ft_strbuf_add_bytes (out, (const char *)ft_sites_magic,
                       sizeof ft_sites_magic);
  ft_strbuf_add_bytes (out, unit, sizeof unit);
  put (out, s->strings.size ? s->strings.size : 1);
  put (out, s->inlined.size);
  put (out, s->functions.size);
  put (out, s->sites.size);
  put (out, s->globals.size);
  ft_strbuf_add_bytes (out, ft_strbuf_text (&s->text),
                       s->text.size ? s->text.size : 1);
}

static void put_inlined (const ft_inlined *i, ft_strbuf *out) {
  put (out, i->function);
  put (out, i->file);
  put (out, from_one (i->outer));
  put (out, i->line);
  put (out, i->column);
}

static void put_function (const ft_function *f, ft_strbuf *out) {
  put (out, f->name);
  put (out, f->file);
  put (out, f->line);
  put (out, f->count);
}

static void put_site (const ft_site *site, uint32_t line, ft_strbuf *out) {
  put (out, site->kind);
  put (out, site->order);
  put (out, site->flags);
  put (out, site->size);
  put (out, zigzag ((int64_t)site->line - line));
  put (out, site->column);
  put (out, from_one (site->scope));
  put (out, site->variable);
  put (out, site->type);
}

static void put_global (const ft_sites *s, const ft_global *g, ft_strbuf *out) {
  put (out, g->name);
  put (out, g->type);
  put (out, g->file);
  put (out, g->line);
  put (out, g->size);
  put (out, g->initial);
  if (g->initial == FT_INITIAL_BYTES)
    ft_strbuf_add_bytes (out, s->data.text + g->data,
                         g->size + FT_INITIAL_BITMAP (g->size));
}

void ft_sites_pack (const ft_sites *s, ft_strbuf *out) {
  uint32_t line = 0, first = 0;
  put_head (s, out);
  for (size_t i = 0; i < s->inlined.size; i++)
    put_inlined (&s->inlined.begin[i], out);
  for (size_t i = 0; i < s->functions.size; i++) {
    assert (s->functions.begin[i].first == first);
    first += s->functions.begin[i].count;
    put_function (&s->functions.begin[i], out);
  }
  for (size_t i = 0; i < s->sites.size; i++) {
    put_site (&s->sites.begin[i], line, out);
    line = s->sites.begin[i].line;
  }
  for (size_t i = 0; i < s->globals.size; i++)
    put_global (s, &s->globals.begin[i], out);
  put (out, s->code.size);
  ft_strbuf_add_bytes (out, ft_strbuf_text (&s->code), s->code.size);
  put (out, s->files.size);
  for (size_t i = 0; i < s->files.size; i++) {
    put (out, s->files.begin[i].path);
    put (out, s->files.begin[i].checksum);
  }
}
