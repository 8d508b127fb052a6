#include "trace/sites.h"

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
// Change it together with FT_WIRE_VERSION: the number is in MAGIC.
static const unsigned char magic[8] = {'F', 'T', 'S', 'I', 'T', 'E', 'S', '2'};

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

static uint32_t add_string (ft_sites *s, const char *string, size_t length) {
  FT_PUSH (s->strings, (uint32_t)s->text.size);
  ft_strbuf_add_bytes (&s->text, string, length);
  ft_strbuf_add_bytes (&s->text, "", 1);
  return (uint32_t)s->strings.size - 1;
}

// A string ends at its first NUL.
uint32_t ft_sites_string (ft_sites *s, const char *string, size_t length) {
  if (FT_EMPTY (s->strings))
    add_string (s, "", 0);
  length = strnlen (string, length);
  return length ? add_string (s, string, length) : 0;
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

static int64_t unzigzag (uint64_t n) {
  return (int64_t)(n >> 1 ^ (0 - (n & 1)));
}

static uint64_t from_one (uint32_t id) {
  return id == FT_NO_ID ? 0 : (uint64_t)id + 1;
}

static void put_head (const ft_sites *s, ft_strbuf *out) {
  char unit[8];
  for (unsigned i = 0; i < 8; i++)
    unit[i] = (char)(s->unit >> 8 * i);
  ft_strbuf_add_bytes (out, (const char *)magic, sizeof magic);
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

static void put_global (const ft_sites *s, const ft_global *g,
                        ft_strbuf *out) {
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

// ---- unpacking -------------------------------------------------------------

// The first thing that is wrong is kept in 'wrong' with where it is; from then
// on every number is 0.
typedef struct unpacking {
  const unsigned char *begin, *at, *end;
  const char *wrong;
  size_t where;
} unpacking;

static uint64_t refuse (unpacking *u, const char *what) {
  if (!u->wrong) {
    u->wrong = what;
    u->where = (size_t)(u->at - u->begin);
  }
  return 0;
}

static uint64_t number (unpacking *u) {
  uint64_t n = 0;
  const unsigned char *at = u->at;
  for (unsigned shift = 0; !u->wrong && shift < 64; shift += 7) {
    if (at == u->end)
      return refuse (u, "it ends inside a number");
    n |= (uint64_t)(*at & 0x7f) << shift;
    if (shift == 63 && *at > 1)
      break;
    if (*at++ < 0x80) {
      u->at = at;
      return n;
    }
  }
  return refuse (u, "a number has more than 64 bits");
}

static uint32_t below (unpacking *u, uint64_t limit, const char *what) {
  const unsigned char *at = u->at;
  uint64_t n = number (u);
  if (u->wrong || n < limit)
    return (uint32_t)n;
  u->at = at;
  return (uint32_t)refuse (u, what);
}

static uint32_t small (unpacking *u) {
  return below (u, (uint64_t)1 << 32, "a number has more than 32 bits");
}

static uint32_t string (unpacking *u, const ft_sites *s) {
  return below (u, s->strings.size, "no such string");
}

static uint32_t scope (unpacking *u, size_t count) {
  uint32_t n = below (u, (uint64_t)count + 1, "no such inlined scope");
  return n ? n - 1 : FT_NO_ID;
}

// Each of what is counted takes at least 'bytes' of the rest, so a count never
// makes more memory than a few times what the table has.
static size_t count (unpacking *u, size_t bytes) {
  return below (u, (uint64_t)(u->end - u->at) / bytes + 1,
                "a count is larger than the table");
}

static void get_strings (unpacking *u, ft_sites *s, size_t n) {
  for (size_t i = 0; i < n && !u->wrong; i++) {
    const unsigned char *nul = memchr (u->at, 0, (size_t)(u->end - u->at));
    if (!nul || (!i && nul != u->at) || s->text.size > UINT32_MAX / 2) {
      refuse (u, nul ? "string 0 is not empty" : "a string has no end");
      return;
    }
    add_string (s, (const char *)u->at, (size_t)(nul - u->at));
    u->at = nul + 1;
  }
}

static void get_inlined (unpacking *u, ft_sites *s) {
  ft_inlined i = {0};
  i.function = string (u, s);
  i.file = string (u, s);
  i.outer = scope (u, s->inlined.size);
  i.line = small (u);
  i.column = small (u);
  FT_PUSH (s->inlined, i);
}

static void get_function (unpacking *u, ft_sites *s, size_t sites) {
  ft_function f = {0};
  if (!FT_EMPTY (s->functions))
    f.first = FT_TOP (s->functions).first + FT_TOP (s->functions).count;
  f.name = string (u, s);
  f.file = string (u, s);
  f.line = small (u);
  f.count = below (u, (uint64_t)sites - f.first + 1,
                   "a function has more sites than there are");
  if (f.count >= FT_WIRE_FIRST)
    refuse (u, "a function has more sites than there are codes");
  FT_PUSH (s->functions, f);
}

enum { KINDS = FT_SITE_VARIABLE + 1 };

static void get_site (unpacking *u, ft_sites *s) {
  ft_site site = {0};
  uint32_t line = FT_EMPTY (s->sites) ? 0 : FT_TOP (s->sites).line;
  site.kind = (uint8_t)below (u, KINDS, "no such kind of site");
  site.order = (uint8_t)below (u, FT_WIRE_SEQ_CST + 1, "no such memory order");
  site.flags = (uint8_t)below (u, FT_SITE_UNUSED + 1, "no such flag of a site");
  site.size = small (u);
  uint64_t sum = (uint64_t)line + (uint64_t)unzigzag (number (u));
  if (sum > UINT32_MAX)
    refuse (u, "a line is out of range");
  site.line = (uint32_t)sum;
  site.column = small (u);
  site.scope = scope (u, s->inlined.size);
  site.variable = string (u, s);
  site.type = string (u, s);
  FT_PUSH (s->sites, site);
}

static void get_data (unpacking *u, ft_sites *s, ft_global *g) {
  uint64_t size = g->size + FT_INITIAL_BITMAP (g->size);
  if (size > (uint64_t)(u->end - u->at)) {
    refuse (u, "what a global begins with is not there");
    return;
  }
  g->data = (uint32_t)s->data.size;
  ft_strbuf_add_bytes (&s->data, (const char *)u->at, size);
  u->at += size;
}

static void get_global (unpacking *u, ft_sites *s) {
  ft_global g = {0};
  g.name = string (u, s);
  g.type = string (u, s);
  g.file = string (u, s);
  g.line = small (u);
  g.size = number (u);
  uint64_t initial = number (u);
  if (initial > FT_INITIAL_BYTES ||
      (initial == FT_INITIAL_BYTES && g.size > FT_MOST_INITIAL))
    refuse (u, "a global begins with what no global does");
  g.initial = (uint8_t)initial;
  if (!u->wrong && g.initial == FT_INITIAL_BYTES)
    get_data (u, s, &g);
  FT_PUSH (s->globals, g);
}

static void get_code (unpacking *u, ft_sites *s) {
  uint64_t size = number (u);
  if (size > (uint64_t)(u->end - u->at)) {
    refuse (u, "the code is larger than the table");
    return;
  }
  ft_strbuf_add_bytes (&s->code, (const char *)u->at, size);
  u->at += size;
}

static void get_files (unpacking *u, ft_sites *s) {
  size_t files = count (u, 2);
  for (size_t i = 0; i < files && !u->wrong; i++) {
    ft_site_file file = {.path = string (u, s)};
    file.checksum = number (u);
    FT_PUSH (s->files, file);
  }
}

// A failed compare-and-swap has the code after that of the same one that
// succeeds, in the same function.
static void check_swaps (unpacking *u, const ft_sites *s) {
  for (size_t f = 0; f < s->functions.size; f++) {
    const ft_function *function = &s->functions.begin[f];
    const ft_site *sites = s->sites.begin + function->first;
    for (uint32_t i = 0; i < function->count; i++)
      if (sites[i].kind == FT_SITE_CAS &&
          (i + 1 == function->count || sites[i + 1].kind != FT_SITE_CAS_FAILED))
        refuse (u, "a compare-and-swap has no site for its failure");
  }
}

static void get_head (unpacking *u, ft_sites *s) {
  if (u->end - u->at < 16 || memcmp (u->at, magic, sizeof magic)) {
    refuse (u, "it does not begin as one of this version");
    return;
  }
  for (unsigned i = 0; i < 8; i++)
    s->unit |= (uint64_t)u->at[8 + i] << 8 * i;
  u->at += 16;
}

static void get_all (unpacking *u, ft_sites *s) {
  get_head (u, s);
  size_t strings = count (u, 1), inlined = count (u, 5);
  size_t functions = count (u, 4), sites = count (u, 9);
  size_t globals = count (u, 6);
  get_strings (u, s, strings);
  for (size_t i = 0; i < inlined && !u->wrong; i++)
    get_inlined (u, s);
  for (size_t i = 0; i < functions && !u->wrong; i++)
    get_function (u, s, sites);
  for (size_t i = 0; i < sites && !u->wrong; i++)
    get_site (u, s);
  for (size_t i = 0; i < globals && !u->wrong; i++)
    get_global (u, s);
  get_code (u, s);
  get_files (u, s);
  if (!u->wrong)
    check_swaps (u, s);
}

bool ft_sites_unpack (ft_sites *s, const void *bytes, size_t size,
                      ft_error *error) {
  unpacking u = {bytes, bytes, (const unsigned char *)bytes + size, NULL, 0};
  ft_sites_release (s);
  get_all (&u, s);
  if (!u.wrong && u.at != u.end)
    refuse (&u, "something follows its end");
  if (!u.wrong)
    return true;
  ft_sites_release (s);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "site table: byte %zu: %s", u.where,
                u.wrong);
  return false;
}
