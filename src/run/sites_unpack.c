// Unpacks site tables (their format is in 'sites.c').
#include "run/sites.h"

#include <string.h>

#include "base/hash.h"
#include "base/number_reader.h"
#include "base/varint.h"

static uint32_t small (ft_number_reader *u) {
  return ft_number_below (u, (uint64_t)1 << 32,
                          "a number has more than 32 bits");
}

static uint32_t string (ft_number_reader *u, const ft_sites *s) {
  return ft_number_below (u, s->strings.size, "no such string");
}

static uint32_t scope (ft_number_reader *u, size_t count) {
  uint32_t n =
      ft_number_below (u, (uint64_t)count + 1, "no such inlined scope");
  return n ? n - 1 : FT_NO_ID;
}

// A count of items of at least 'bytes' bytes each, so that a count never takes
// more memory than a few times the size of the table.
static size_t count (ft_number_reader *u, size_t bytes) {
  return ft_number_below (u, (uint64_t)(u->end - u->at) / bytes + 1,
                          "a count is larger than the table");
}

static uint64_t word (ft_number_reader *u) {
  uint64_t w = 0;
  if (u->end - u->at < 8)
    return ft_number_refuse (u, "it ends inside a word");
  for (unsigned i = 0; i < 8; i++)
    w |= (uint64_t)*u->at++ << 8 * i;
  return w;
}

static void get_strings (ft_number_reader *u, ft_sites *s, size_t n) {
  for (size_t i = 0; i < n && !u->wrong; i++) {
    const unsigned char *nul = memchr (u->at, 0, (size_t)(u->end - u->at));
    if (!nul || (!i && nul != u->at) || s->text.size > UINT32_MAX / 2) {
      ft_number_refuse (u,
                        nul ? "string 0 is not empty" : "a string has no end");
      return;
    }
    ft_sites_add_string (s, (const char *)u->at, (size_t)(nul - u->at));
    u->at = nul + 1;
  }
}

static void get_inlined (ft_number_reader *u, ft_sites *s) {
  ft_inlined i = {0};
  i.function = string (u, s);
  i.file = string (u, s);
  i.outer = scope (u, s->inlined.size);
  i.line = small (u);
  i.column = small (u);
  FT_PUSH (s->inlined, i);
}

static void get_function (ft_number_reader *u, ft_sites *s, size_t sites) {
  ft_function f = {0};
  if (!FT_EMPTY (s->functions))
    f.first = FT_TOP (s->functions).first + FT_TOP (s->functions).count;
  f.name = string (u, s);
  f.file = string (u, s);
  f.line = small (u);
  f.count = ft_number_below (u, (uint64_t)sites - f.first + 1,
                             "a function has more sites than there are");
  if (f.count >= FT_WIRE_FIRST)
    ft_number_refuse (u, "a function has more sites than there are codes");
  FT_PUSH (s->functions, f);
}

enum { KINDS = FT_SITE_VARIABLE + 1 };

static void get_site (ft_number_reader *u, ft_sites *s) {
  ft_site site = {0};
  uint32_t line = FT_EMPTY (s->sites) ? 0 : FT_TOP (s->sites).line;
  site.kind = (uint8_t)ft_number_below (u, KINDS, "no such kind of site");
  site.order =
      (uint8_t)ft_number_below (u, FT_WIRE_SEQ_CST + 1, "no such memory order");
  site.flags = (uint8_t)ft_number_below (
      u, FT_SITE_FLAGS + 1, "no such flag of a site");
  site.size = site.kind == FT_SITE_CALL ? string (u, s) : small (u);
  uint64_t sum = (uint64_t)line + (uint64_t)ft_unzigzag (ft_number_next (u));
  if (sum > UINT32_MAX)
    ft_number_refuse (u, "a line is out of range");
  site.line = (uint32_t)sum;
  site.column = small (u);
  site.scope = scope (u, s->inlined.size);
  site.variable = string (u, s);
  site.type = string (u, s);
  FT_PUSH (s->sites, site);
}

static void get_data (ft_number_reader *u, ft_sites *s, ft_global *g) {
  uint64_t size = g->size + FT_INITIAL_BITMAP (g->size);
  if (size > (uint64_t)(u->end - u->at)) {
    ft_number_refuse (u, "what a global begins with is not there");
    return;
  }
  g->data = (uint32_t)s->data.size;
  ft_strbuf_add_bytes (&s->data, (const char *)u->at, size);
  u->at += size;
}

static void get_relocations (ft_number_reader *u, ft_sites *s, ft_global *g,
                             size_t globals) {
  uint64_t at = 0;
  g->first = (uint32_t)s->relocations.size;
  g->count = (uint32_t)count (u, 3);
  for (uint32_t i = 0; i < g->count && !u->wrong; i++) {
    ft_relocation r = {0};
    at += ft_number_below (u, g->size, "an address outside of its global");
    if (!u->wrong && (g->size < 8 || at > g->size - 8))
      ft_number_refuse (u, "an address outside of its global");
    r.at = (uint32_t)at;
    r.global = ft_number_below (u, globals, "the address of no global");
    r.plus = ft_unzigzag (ft_number_next (u));
    FT_PUSH (s->relocations, r);
  }
}

static void get_global (ft_number_reader *u, ft_sites *s, size_t globals) {
  ft_global g = {0};
  g.name = string (u, s);
  g.type = string (u, s);
  g.file = string (u, s);
  g.line = small (u);
  g.size = ft_number_next (u);
  g.kind =
      (uint8_t)ft_number_below (u, FT_GLOBAL_KINDS, "no such kind of global");
  uint64_t initial = ft_number_next (u);
  if (initial > FT_INITIAL_BYTES ||
      (initial == FT_INITIAL_BYTES && g.size > FT_MOST_INITIAL))
    ft_number_refuse (u, "a global begins with what no global does");
  g.initial = (uint8_t)initial;
  if (!u->wrong && g.initial == FT_INITIAL_BYTES) {
    get_data (u, s, &g);
    get_relocations (u, s, &g, globals);
  }
  g.linkage = word (u);
  FT_PUSH (s->globals, g);
}

static void get_code (ft_number_reader *u, ft_sites *s) {
  uint64_t size = ft_number_next (u);
  if (size > (uint64_t)(u->end - u->at)) {
    ft_number_refuse (u, "the code is larger than the table");
    return;
  }
  ft_strbuf_add_bytes (&s->code, (const char *)u->at, size);
  u->at += size;
}

static void get_marks (ft_number_reader *u, ft_sites *s, ft_site_file *file) {
  uint64_t line = 0;
  file->first = (uint32_t)s->marks.size;
  file->count = (uint32_t)count (u, 2);
  for (uint32_t i = 0; i < file->count && !u->wrong; i++) {
    line += small (u);
    if (line > UINT32_MAX)
      ft_number_refuse (u, "a line is out of range");
    ft_site_mark mark = {(uint32_t)line, small (u)};
    FT_PUSH (s->marks, mark);
  }
}

static void get_files (ft_number_reader *u, ft_sites *s) {
  size_t files = count (u, 3);
  for (size_t i = 0; i < files && !u->wrong; i++) {
    ft_site_file file = {.path = string (u, s)};
    file.checksum = ft_number_next (u);
    get_marks (u, s, &file);
    FT_PUSH (s->files, file);
  }
}

static void get_named (ft_number_reader *u, ft_sites *s) {
  s->what = (uint8_t)ft_number_below (u, FT_TABLE_KINDS, "no such table");
  for (size_t i = count (u, 8); i && !u->wrong; i--)
    FT_PUSH (s->named, word (u));
  for (size_t i = count (u, 8); i && !u->wrong; i--)
    FT_PUSH (s->defined, word (u));
}

// In the same function, the site of a failed compare-and-swap must follow that
// of the successful one.
static void check_swaps (ft_number_reader *u, const ft_sites *s) {
  for (size_t f = 0; f < s->functions.size; f++) {
    const ft_function *function = &s->functions.begin[f];
    const ft_site *sites = s->sites.begin + function->first;
    for (uint32_t i = 0; i < function->count; i++)
      if (sites[i].kind == FT_SITE_CAS &&
          (i + 1 == function->count || sites[i + 1].kind != FT_SITE_CAS_FAILED))
        ft_number_refuse (u, "a compare-and-swap has no site for its failure");
  }
}

static void get_head (ft_number_reader *u, ft_sites *s) {
  if (u->end - u->at < 16 ||
      memcmp (u->at, ft_sites_magic, sizeof ft_sites_magic)) {
    ft_number_refuse (u, "it does not begin as one of this version");
    return;
  }
  u->at += 8;
  s->unit = word (u);
}

static void get_all (ft_number_reader *u, ft_sites *s) {
  get_head (u, s);
  size_t strings = count (u, 1), inlined = count (u, 5);
  size_t functions = count (u, 4), sites = count (u, 9);
  size_t globals = count (u, 7);
  get_strings (u, s, strings);
  for (size_t i = 0; i < inlined && !u->wrong; i++)
    get_inlined (u, s);
  for (size_t i = 0; i < functions && !u->wrong; i++)
    get_function (u, s, sites);
  for (size_t i = 0; i < sites && !u->wrong; i++)
    get_site (u, s);
  for (size_t i = 0; i < globals && !u->wrong; i++)
    get_global (u, s, globals);
  get_code (u, s);
  get_files (u, s);
  get_named (u, s);
  if (!u->wrong)
    check_swaps (u, s);
}

bool ft_sites_unpack (ft_sites *s, const void *bytes, size_t size,
                      ft_error *error) {
  ft_number_reader u = ft_number_reader_of (bytes, size);
  ft_sites_release (s);
  get_all (&u, s);
  if (!u.wrong && u.at != u.end)
    ft_number_refuse (&u, "something follows its end");
  if (!u.wrong)
    return true;
  ft_sites_release (s);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "site table: byte %zu: %s", u.where,
                u.wrong);
  return false;
}
