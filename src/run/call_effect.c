// The two tables of what calls without records do, by name.
#include "run/call_effect.h"

#include <string.h>

#include "run/run_code.h"

const char *ft_call_state_text (enum ft_call_state state) {
  static const char *const texts[] = {
#define S(NAME, text) text,
      FT_CALL_STATES (S)
#undef S
  };
  return texts[state];
}

// ---- the tables ------------------------------------------------------------

enum { LOOKS = 1, CHANGES = 3, READS = 4, WRITES = 8, SPECIFIC = 16 };

static const struct row {
  const char *names;
  uint8_t state, does;
} rows[] = {
#define FT_CALLS(state, does, names) {names, FT_CALL_STATE_##state, does},
#include "run/calls.def"
};

static const struct role {
  const char *names;
  uint8_t role;
} roles[] = {
#define FT_CALLS(state, does, names)
#define FT_DESCRIPTORS(role, names) {names, FT_DESCRIPTOR_##role},
#include "run/calls.def"
};

// Whether libc.def says what the function does: all effects but UNKNOWN.
enum {
  KNOWN_UNKNOWN = false,
  KNOWN_NONE = true,
  KNOWN_SYNCHRONISES = true,
  KNOWN_STARTS_THREAD = true,
  KNOWN_STORES_ARGUMENT = true,
  KNOWN_RECORDS_LATE = true,
  KNOWN_WRITES_OBJECT = true,
  KNOWN_REVEALS_ERRNO = true,
  KNOWN_RETURNS_TWICE = true
};

static const struct known {
  const char *name, *source;
  bool known;
} known[] = {
#define FT_LIBC(name, wrapped, interposed, model, effect, allocates, altpath,  \
                trait, source)                                                 \
  {#name, source, KNOWN_##effect},
#include "symex/libc/libc.def"
};

// ---- look-up ---------------------------------------------------------------

// 'length' bytes of a pattern, in which '*' stands for any characters.
static bool matches (const char *pattern, size_t length, const char *name) {
  const char *star = memchr (pattern, '*', length);
  if (!star)
    return strlen (name) == length && !memcmp (pattern, name, length);
  size_t before = (size_t)(star - pattern), rest = length - before - 1;
  if (strncmp (pattern, name, before))
    return false;
  if (!rest)
    return true;
  for (name += before; *name; name++)
    if (matches (star + 1, rest, name))
      return true;
  return false;
}

static const struct row *find_row (const char *name, bool *exactly) {
  const struct row *found = NULL;
  *exactly = false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *p = rows[i].names; *p;) {
      size_t length = strcspn (p, " ");
      bool exact = !memchr (p, '*', length);
      if (length && (exact || !found) && matches (p, length, name)) {
        found = rows + i;
        *exactly = exact;
        if (exact)
          return found;
      }
      p += length + (p[length] == ' ');
    }
  return found;
}

static uint8_t role_of (const char *name) {
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    for (const char *p = roles[i].names; *p;) {
      size_t length = strcspn (p, " ");
      if (matches (p, length, name))
        return roles[i].role == FT_DESCRIPTOR_USES ? FT_DESCRIPTOR_NONE
                                                   : roles[i].role;
      p += length + (p[length] == ' ');
    }
  return FT_DESCRIPTOR_NONE;
}

// The records of a wrapper show all that the function does, or it has a row.
static bool is_known (const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (name, known[i].name) || !strcmp (name, known[i].source))
      return known[i].known;
  return false;
}

static ft_call_effect effect_of_row (const struct row *row) {
  return (ft_call_effect){row->state, row->does & LOOKS,
                          (row->does & CHANGES) == CHANGES, row->does & READS,
                          row->does & WRITES, FT_DESCRIPTOR_NONE};
}

ft_call_effect ft_call_effect_with_numbers (ft_call_effect e) {
  bool shows = e.role == FT_DESCRIPTOR_SHOWS;
  if (e.role && e.state != FT_CALL_STATE_UNKNOWN) {
    e.state = FT_CALL_STATE_FILES;
    e.looks = true;
    e.changes |= !shows;
  }
  return e;
}

ft_call_effect ft_call_effect_of (const char *name, bool own) {
  static const char wrapper[] = "__foretrace_";
  static const ft_call_effect unknown = {FT_CALL_STATE_UNKNOWN, true, true,
                                         true, true, FT_DESCRIPTOR_NONE};
  const struct row *row;
  ft_call_effect e = {0};
  bool exact;
  if (!strncmp (name, wrapper, sizeof wrapper - 1))
    name += sizeof wrapper - 1;
  if (own || !*name)
    return unknown;
  row = find_row (name, &exact);
  if (row && (exact || !is_known (name)))
    e = effect_of_row (row);
  else if (!is_known (name))
    return unknown;
  e.role = role_of (name);
  return e;
}

void ft_descriptor_roles_index (ft_map *index) {
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    for (const char *p = roles[i].names; *p;) {
      size_t length = strcspn (p, " ");
      *ft_map_at (index, ft_guid (p, length)) = roles[i].role;
      p += length + (p[length] == ' ');
    }
}

static void index_name (ft_map *index, const char *name, size_t length,
                        ft_call_effect e) {
  char copy[256];
  if (length < sizeof copy) {
    memcpy (copy, name, length);
    copy[length] = '\0';
    e.role = role_of (copy);
  }
  *ft_map_at (index, ft_guid (name, length)) = ft_call_effect_pack (e);
}

void ft_call_effect_index (ft_map *index) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].known)
      index_name (index, known[i].name, strlen (known[i].name),
                  (ft_call_effect){0});
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *p = rows[i].names; *p;) {
      size_t length = strcspn (p, " ");
      if (length && !memchr (p, '*', length))
        index_name (index, p, length, effect_of_row (rows + i));
      p += length + (p[length] == ' ');
    }
}

// ---- numbers ---------------------------------------------------------------

uint32_t ft_call_effect_pack (ft_call_effect e) {
  return SPECIFIC | (uint32_t)e.role << 16 | (uint32_t)e.state << 8 | (e.looks ? LOOKS : 0u) |
         (e.changes ? CHANGES : 0u) | (e.reads ? READS : 0u) |
         (e.writes ? WRITES : 0u);
}

ft_call_effect ft_call_effect_unpack (uint32_t packed) {
  return (ft_call_effect){(uint8_t)(packed >> 8), packed & LOOKS,
                          (packed & CHANGES) == CHANGES, packed & READS,
                          packed & WRITES, (uint8_t)(packed >> 16)};
}
