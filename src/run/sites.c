#include "run/sites.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/number_reader.h"
#include "base/varint.h"

// The packed table: MAGIC, then numbers of 7 bits per byte, least significant
// first, the top bit set in all but the last byte of a number.
//
//   unit (8 bytes); counts of strings, inlined, functions, sites, globals;
//   strings: each with its NUL, the first one empty;
//   inlined scopes: function, file, outer (from 1; 0 none; an earlier one),
//     line, column;
//   functions: name, file, line, count of sites (which are contiguous);
//   sites: kind, order, flags, size (CALL: a string), line (as the difference from the site
//     before, zigzag), column, scope (from 1; 0 none), variable, type;
//   globals: name, type, file, line, size, kind, initial; for BYTES the bytes,
//     the bits of known bytes, the count of relocations, and for each one the
//     distance from the one before, its global, its addend (zigzag); linkage (8
//     bytes);
//   code: count of bytes, and the bytes (symex/code/unit_code.h);
//   files: their count, then path and checksum of each, the count of its marks, and for
//     each one its line (as the difference from the one before) and the mark;
//   enum ft_table_kind; counts and digests (8 bytes each) of 'named' and
//     'defined'.
//
// Change it together with FT_WIRE_VERSION, whose number is in the magic.
const unsigned char ft_sites_magic[8] = {'F', 'T', 'S', 'I',
                                         'T', 'E', 'S', '9'};

_Static_assert(FT_WIRE_VERSION == 9, "sites: magic");

uint64_t ft_guid (const char *name, size_t length) {
  uint64_t hash = UINT64_C (0xcbf29ce484222325);
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)name[i]) * UINT64_C (0x100000001b3);
  return hash ? hash : 1;
}

void ft_sites_release (ft_sites *s) {
  FT_RELEASE (s->functions);
  FT_RELEASE (s->sites);
  FT_RELEASE (s->inlined);
  FT_RELEASE (s->globals);
  FT_RELEASE (s->relocations);
  FT_RELEASE (s->files);
  FT_RELEASE (s->marks);
  FT_RELEASE (s->named);
  FT_RELEASE (s->defined);
  FT_RELEASE (s->strings);
  ft_strbuf_release (&s->text);
  ft_strbuf_release (&s->data);
  ft_strbuf_release (&s->code);
  s->unit = 0;
  s->what = FT_TABLE_UNIT;
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

// A global whose address is 0 does not exist, and nothing is known of it.
void ft_sites_relocate (ft_sites *s, const unsigned char *addresses) {
  for (size_t i = 0; i < s->globals.size; i++) {
    const ft_global *g = s->globals.begin + i;
    for (uint32_t k = g->first; k < g->first + g->count; k++) {
      const ft_relocation *r = s->relocations.begin + k;
      char *data = s->data.text + g->data, *known = data + g->size;
      uint64_t address;
      memcpy (&address, addresses + 8 * (size_t)r->global, 8);
      if (!address)
        continue;
      address += (uint64_t)r->plus;
      memcpy (data + r->at, &address, 8);
      for (uint32_t at = r->at; at < r->at + 8; at++)
        known[at / 8] |= (char)(1 << at % 8);
    }
  }
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

static uint64_t from_one (uint32_t id) {
  return id == FT_NO_ID ? 0 : (uint64_t)id + 1;
}

static void put_word (uint64_t word, ft_strbuf *out) {
  char bytes[8];
  for (unsigned i = 0; i < 8; i++)
    bytes[i] = (char)(word >> 8 * i);
  ft_strbuf_add_bytes (out, bytes, sizeof bytes);
}

static void put_head (const ft_sites *s, ft_strbuf *out) {
  ft_strbuf_add_bytes (out, (const char *)ft_sites_magic,
                       sizeof ft_sites_magic);
  put_word (s->unit, out);
  ft_number_write (out, s->strings.size ? s->strings.size : 1);
  ft_number_write (out, s->inlined.size);
  ft_number_write (out, s->functions.size);
  ft_number_write (out, s->sites.size);
  ft_number_write (out, s->globals.size);
  ft_strbuf_add_bytes (out, ft_strbuf_text (&s->text),
                       s->text.size ? s->text.size : 1);
}

static void put_inlined (const ft_inlined *i, ft_strbuf *out) {
  ft_number_write (out, i->function);
  ft_number_write (out, i->file);
  ft_number_write (out, from_one (i->outer));
  ft_number_write (out, i->line);
  ft_number_write (out, i->column);
}

static void put_function (const ft_function *f, ft_strbuf *out) {
  ft_number_write (out, f->name);
  ft_number_write (out, f->file);
  ft_number_write (out, f->line);
  ft_number_write (out, f->count);
}

static void put_site (const ft_site *site, uint32_t line, ft_strbuf *out) {
  ft_number_write (out, site->kind);
  ft_number_write (out, site->order);
  ft_number_write (out, site->flags);
  ft_number_write (out, site->size);
  ft_number_write (out, ft_zigzag ((int64_t)site->line - line));
  ft_number_write (out, site->column);
  ft_number_write (out, from_one (site->scope));
  ft_number_write (out, site->variable);
  ft_number_write (out, site->type);
}

static void put_contents (const ft_sites *s, const ft_global *g,
                          ft_strbuf *out) {
  uint32_t last = 0;
  ft_strbuf_add_bytes (out, s->data.text + g->data,
                       g->size + FT_INITIAL_BITMAP (g->size));
  ft_number_write (out, g->count);
  for (uint32_t k = g->first; k < g->first + g->count; k++) {
    const ft_relocation *r = s->relocations.begin + k;
    ft_number_write (out, r->at - last);
    ft_number_write (out, r->global);
    ft_number_write (out, ft_zigzag (r->plus));
    last = r->at;
  }
}

static void put_global (const ft_sites *s, const ft_global *g, ft_strbuf *out) {
  ft_number_write (out, g->name);
  ft_number_write (out, g->type);
  ft_number_write (out, g->file);
  ft_number_write (out, g->line);
  ft_number_write (out, g->size);
  ft_number_write (out, g->kind);
  ft_number_write (out, g->initial);
  if (g->initial == FT_INITIAL_BYTES)
    put_contents (s, g, out);
  put_word (g->linkage, out);
}

static void put_file (const ft_sites *s, const ft_site_file *f,
                      ft_strbuf *out) {
  uint32_t line = 0;
  ft_number_write (out, f->path);
  ft_number_write (out, f->checksum);
  ft_number_write (out, f->count);
  for (uint32_t i = f->first; i < f->first + f->count; i++) {
    const ft_site_mark *m = s->marks.begin + i;
    ft_number_write (out, m->line - line);
    ft_number_write (out, m->mark);
    line = m->line;
  }
}

static void put_names (const uint64_t *names, size_t count, ft_strbuf *out) {
  ft_number_write (out, count);
  for (size_t i = 0; i < count; i++)
    put_word (names[i], out);
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
  ft_number_write (out, s->code.size);
  ft_strbuf_add_bytes (out, ft_strbuf_text (&s->code), s->code.size);
  ft_number_write (out, s->files.size);
  for (size_t i = 0; i < s->files.size; i++)
    put_file (s, s->files.begin + i, out);
  ft_number_write (out, s->what);
  put_names (s->named.begin, s->named.size, out);
  put_names (s->defined.begin, s->defined.size, out);
}
