// The two tables of what calls without records do, by name.
#include "run/call_effect.h"

#include <string.h>

#include "run/run_code.h"

const char *ft_call_state_text (enum ft_call_state state) {
  static const char *const texts[] = {
#define S(NAME, text, unknown) text,
      FT_CALL_STATES (S)
#undef S
  };
  return texts[state];
}

// The states with which calls of unknown effect do at least this.
enum unknown { NOTHING, ONLY_CHANGE, LOOK_TOO };
static uint64_t states_of_unknown (enum unknown least) {
#define S(NAME, text, unknown)                                                 \
  | (uint64_t)(unknown >= least) << FT_CALL_STATE_##NAME
  return 0 FT_CALL_STATES (S);
#undef S
}

uint64_t ft_call_states_used (uint64_t changed, uint64_t looked) {
  uint64_t unknown = FT_CALL_STATE_BIT (UNKNOWN);
  if (changed & unknown)
    changed |= states_of_unknown (ONLY_CHANGE);
  if (looked & unknown)
    looked |= states_of_unknown (LOOK_TOO);
  return changed & looked;
}

// ---- the tables ------------------------------------------------------------

enum {
  LOOKS = 1,
  CHANGES = 2,
  READS = 4,
  WRITES = 8,
  KEEPS = 16,
  CALLS = 32,
  VARIABLE = 64,
  OPENS = 128,
  MAKES = 256,
  OWNS = 512
};

// Stands for no state in the table.
#define FT_CALL_STATE_NONE FT_CALL_STATE_COUNT

static const struct row {
  const char *names;
  uint8_t state;
  uint16_t does;
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

// Calls of C go through a wrapper.
enum { WRAPPED_NO = false, WRAPPED_C = true, WRAPPED_CXX = false };

static const struct known {
  const char *name, *source;
  bool known, wrapped;
} known[] = {
#define FT_LIBC(name, wrapped, interposed, model, effect, allocates, altpath,  \
                trait, source)                                                 \
  {#name, source, KNOWN_##effect, WRAPPED_##wrapped},
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

static void add_row (ft_call_effect *e, const struct row *row) {
  uint64_t state =
      row->state == FT_CALL_STATE_NONE ? 0 : UINT64_C (1) << row->state;
  e->looks |= row->does & LOOKS ? state : 0;
  e->changes |= row->does & CHANGES ? state : 0;
  e->reads |= row->does & READS;
  e->writes |= row->does & WRITES;
  e->keeps |= row->does & KEEPS;
  e->calls |= row->does & CALLS;
  e->opens |= row->does & OPENS;
  e->makes |= row->does & MAKES;
}

// Adds what the rows say that name the function; else what the first one says
// that has a pattern of the name.  Returns whether there are any of that sort.
static bool add_rows (ft_call_effect *e, const char *name, bool exact,
                      uint16_t variable) {
  bool found = false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *p = rows[i].names; *p;) {
      size_t length = strcspn (p, " ");
      if (length && exact == !memchr (p, '*', length) &&
          variable == (rows[i].does & VARIABLE) && matches (p, length, name)) {
        add_row (e, rows + i);
        found = true;
        if (!exact)
          return true;
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

static bool is_wrapped (const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].wrapped && !strcmp (name, known[i].name))
      return true;
  return false;
}

static const char *without_prefix (const char *name) {
  static const char wrapper[] = "__foretrace_";
  size_t length = sizeof wrapper - 1;
  return strncmp (name, wrapper, length) ? name : name + length;
}

ft_call_effect ft_call_effect_of (const char *name, bool own) {
  ft_call_effect e = {0};
  name = without_prefix (name);
  if (own || !*name)
    return FT_CALL_EFFECT_UNKNOWN;
  if (add_rows (&e, name, true, 0) || is_known (name) ||
      add_rows (&e, name, false, 0)) {
    e.role = role_of (name);
    e.wrapped = is_wrapped (name);
    return e;
  }
  e = FT_CALL_EFFECT_UNKNOWN;
  e.wrapped = is_wrapped (name);
  return e;
}

ft_call_effect ft_call_effect_with_numbers (ft_call_effect e) {
  if (!e.role || ft_call_effect_is_unknown (e))
    return e;
  e.looks |= FT_CALL_STATE_BIT (NUMBERS);
  if (e.role != FT_DESCRIPTOR_SHOWS)
    e.changes |= FT_CALL_STATE_BIT (NUMBERS);
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

void ft_call_owners_index (ft_map *index) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *p = rows[i].names; rows[i].does & OWNS && *p;) {
      size_t length = strcspn (p, " ");
      *ft_map_at (index, ft_guid (p, length)) = 1;
      p += length + (p[length] == ' ');
    }
}

// 'name' may go on with a member or an index.
static bool add_variable (ft_call_effect *e, const char *name) {
  char whole[32];
  size_t length = strcspn (name, "[.");
  if (!length || length >= sizeof whole)
    return false;
  memcpy (whole, name, length);
  whole[length] = 0;
  return add_rows (e, whole, true, VARIABLE);
}

uint64_t ft_call_effect_of_variable (const char *name) {
  ft_call_effect e = {0};
  add_variable (&e, name);
  return e.looks;
}

bool ft_call_effect_knows_variable (const char *name) {
  ft_call_effect e = {0};
  return add_variable (&e, name);
}

// ---- states of a program ---------------------------------------------------

// States that calls of unknown effect leave alone, and rows name one by one.
static const uint64_t rare = FT_CALL_STATE_BIT (HEAP) |
                             FT_CALL_STATE_BIT (CONVERSIONS) |
                             FT_CALL_STATE_BIT (CUTS) |
                             FT_CALL_STATE_BIT (CHILDREN) |
                             FT_CALL_STATE_BIT (TARGETS) |
                             FT_CALL_STATE_BIT (SEGMENTS) |
                             FT_CALL_STATE_BIT (LIMITS);

static bool is_rare (const struct row *row) {
  return row->state != FT_CALL_STATE_NONE &&
         (rare >> row->state & 1) != 0;
}

// Values are sets of pairs of bits, LOOKS and CHANGES, one for each rare state.
static unsigned place_of (unsigned state) {
  unsigned place = 0;
  for (unsigned s = 0; s < state; s++)
    place += rare >> s & 1;
  return 2 * place;
}

static void index_rare (ft_map *index) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *p = rows[i].names; is_rare (rows + i) && *p;) {
      size_t length = strcspn (p, " ");
      uint32_t *at = ft_map_at (index, ft_guid (p, length));
      *at = (*at == FT_NO_ID ? 0 : *at) |
            (uint32_t)(rows[i].does & (LOOKS | CHANGES))
                << place_of (rows[i].state);
      p += length + (p[length] == ' ');
    }
}

uint64_t ft_call_states_of_code (const struct ft_run_code *code) {
  ft_map index = {0};
  uint32_t all = 0;
  uint64_t states = ~rare;
  index_rare (&index);
  for (size_t t = 0; t < code->tables.size; t++) {
    const ft_sites *table = code->tables.begin[t];
    for (size_t i = 0; i < table->strings.size; i++) {
      const char *name = without_prefix (ft_sites_text (table, (uint32_t)i));
      uint32_t got = ft_map_get (&index, ft_guid (name, strlen (name)));
      all |= got == FT_NO_ID ? 0 : got;
    }
  }
  // The heap is changed by records, too.
  all |= (uint32_t)CHANGES << place_of (FT_CALL_STATE_HEAP);
  for (unsigned s = 0; s < FT_CALL_STATE_COUNT; s++)
    if (rare >> s & 1 && (all >> place_of (s) & 3) == (LOOKS | CHANGES))
      states |= UINT64_C (1) << s;
  ft_map_release (&index);
  return states;
}

// ---- by number -------------------------------------------------------------

static bool is_equal (ft_call_effect a, ft_call_effect b) {
  return a.looks == b.looks && a.changes == b.changes && a.reads == b.reads &&
         a.writes == b.writes && a.keeps == b.keeps && a.calls == b.calls &&
         a.opens == b.opens && a.makes == b.makes &&
         a.by_address == b.by_address &&
         a.wrapped == b.wrapped && a.role == b.role;
}

uint32_t ft_call_effects_number (ft_call_effects *effects, ft_call_effect e) {
  size_t i = 0;
  while (i < effects->list.size && !is_equal (effects->list.begin[i], e))
    i++;
  if (i == effects->list.size)
    FT_PUSH (effects->list, e);
  return (uint32_t)i + 1;
}

ft_call_effect ft_call_effects_at (const ft_call_effects *effects,
                                   uint32_t number) {
  return effects->list.begin[number - 1];
}

static void index_name (ft_map *index, ft_call_effects *effects,
                        const char *name) {
  *ft_map_at (index, ft_guid (name, strlen (name))) =
      ft_call_effects_number (effects, ft_call_effect_of (name, false));
}

void ft_call_effect_index (ft_map *index, ft_call_effects *effects) {
  char name[512];
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].known)
      index_name (index, effects, known[i].name);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *p = rows[i].names; *p;) {
      size_t length = strcspn (p, " ");
      if (length && length < sizeof name && !memchr (p, '*', length)) {
        memcpy (name, p, length);
        name[length] = 0;
        index_name (index, effects, name);
      }
      p += length + (p[length] == ' ');
    }
}
