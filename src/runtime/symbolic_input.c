// foretrace_input (include/foretrace/input.h), by which a program asks for
// symbolic input.

#include <stdbool.h>
#include <string.h>

#include "runtime/symbolic.h"
#include "runtime/symbolic_source.h"
#include "runtime/text_buffer.h"
#include "runtime/libc_access.h"

// What __VERIFIER_nondet_* (include/sv_comp.c) asks for.
static bool is_nondet (const char *name) {
  return !strncmp (name, "nondet_", 7);
}

static int find_source (const ft_thread *t, const char *what) {
  static char names[FT_MAX_SYMBOLIC_SOURCES][128];
  char name[128];
  ft_text text = FT_TEXT (name);
  ft_text_add (&text, "input:%s", what);
  if (is_nondet (what))
    ft_text_add (&text, " of thread %u", ft_thread_id (t));
  for (size_t i = 0; i < text.size; i++)
    if (name[i] == '\n')
      name[i] = ' ';
  for (int i = 0; i < ft_symbolic_source_count; i++)
    if (ft_symbolic_source_is (ft_symbolic_sources + i, name, text.size))
      return i;
  if (ft_symbolic_source_count == FT_MAX_SYMBOLIC_SOURCES)
    return ft_symbolic_source_add ((ft_symbolic_source){0});
  memcpy (names[ft_symbolic_source_count], name, text.size + 1);
  return ft_symbolic_source_add ((ft_symbolic_source){
      .name = names[ft_symbolic_source_count], .most = 4096});
}

static unsigned digit_of (char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10;
}

// The byte at '*at', which moves after it; false at the end.
static bool next_byte (const char **at, unsigned char *byte) {
  if (!**at || **at == '"' || **at == '\n')
    return false;
  *byte = (unsigned char)*(*at)++;
  if (*byte != '\\' || **at != 'x' || !(*at)[1] || !(*at)[2])
    return true;
  *byte = (unsigned char)(digit_of ((*at)[1]) << 4 | digit_of ((*at)[2]));
  *at += 3;
  return true;
}

static void give_bytes (const ft_symbolic_source *s, unsigned char *to,
                        size_t size) {
  const char *at = s->bytes;
  unsigned char byte;
  for (uint64_t i = 0; at && i < s->given + size && next_byte (&at, &byte); i++)
    if (i >= s->given)
      to[i - s->given] = byte;
}

// ---- SV-COMP ----------------------------------------------------------------

// What __VERIFIER_nondet_* gives when no bytes are chosen: small numbers, so
// that loops have some rounds, arrays some elements, and assumptions hold; with
// zeros, so that loops end.  The calls of each thread have their own sequence:
// what a call gives does not depend on the schedule.
static const unsigned char small_numbers[] = {2, 1, 1, 0, 2, 0, 1, 0};

static uint64_t mix (uint64_t z) { // splitmix64
  z += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

// What a search chooses for a whole run: the bytes of the source FT_WIRE_NONDET, which a
// run has from the beginning or not at all. Without it the seed is 0.
typedef struct drawn_numbers {
  uint64_t seed, number[FT_WIRE_NONDET_NUMBERS];
  size_t count; // of numbers
} drawn_numbers;

static drawn_numbers read_drawn (void) {
  uint64_t words[1 + FT_WIRE_NONDET_NUMBERS] = {0};
  drawn_numbers d = {0};
  for (int i = 0; i < ft_symbolic_source_count; i++)
    if (ft_symbolic_source_is (ft_symbolic_sources + i, FT_WIRE_NONDET,
                               strlen (FT_WIRE_NONDET)))
      give_bytes (ft_symbolic_sources + i, (unsigned char *)words, sizeof words);
  d.seed = words[0];
  for (; d.count < FT_WIRE_NONDET_NUMBERS && words[1 + d.count]; d.count++)
    d.number[d.count] = words[1 + d.count];
  return d;
}

static const drawn_numbers *drawn_of_run (void) {
  static drawn_numbers drawn;
  static bool known;
  if (!known)
    drawn = read_drawn ();
  known = true;
  return &drawn;
}

static uint64_t hash_of (const char *name) {
  uint64_t hash = 0;
  for (size_t n = ft_symbolic_source_length (name); n--;)
    hash = mix (hash ^ (unsigned char)name[n]);
  return hash;
}

static bool is_bool (const char *name) {
  static const char bool_of[] = "input:nondet_bool of";
  return !strncmp (name, bool_of, sizeof bool_of - 1);
}

// The seed says after how many calls nothing but zeros come, and for each source how
// rare they are before, the greatest number, and whether the other numbers come, too: a
// loop may go on while one source is not zero, and take a command from another one.
static uint64_t draw (const drawn_numbers *d, const char *name, uint64_t call) {
  static const unsigned char greatest[] = {1, 3, 9, 127};
  static const unsigned rarity[] = {2, 8, 32, 1u << 30};
  uint64_t most = UINT64_C (4) << d->seed % 6;
  uint64_t own = mix (d->seed ^ hash_of (name));
  uint64_t word = mix (own + call);
  if (call >= most || word % rarity[own >> 8 & 3] == 0)
    return 0;
  if (is_bool (name))
    return 1;
  if (d->count && own >> 24 & 1 && word >> 24 & 1)
    return d->number[(word >> 32) % d->count];
  return 1 + (word >> 32) % greatest[own >> 16 & 3];
}

// The number as a floating-point one, for sources of such.
static void float_number (const ft_symbolic_source *s, unsigned char *to,
                          size_t size) {
  static const char single[] = "input:nondet_float of",
                    twice[] = "input:nondet_double of";
  float small = *to;
  double number = *to;
  if (size == sizeof small && !strncmp (s->name, single, sizeof single - 1))
    memcpy (to, &small, sizeof small);
  if (size == sizeof number && !strncmp (s->name, twice, sizeof twice - 1))
    memcpy (to, &number, sizeof number);
}

static void give_small_number (const ft_symbolic_source *s, unsigned char *to,
                               size_t size) {
  const drawn_numbers *drawn = drawn_of_run ();
  uint64_t call = size ? s->given / size : 0;
  uint64_t number = drawn->seed ? draw (drawn, s->name, call)
                                : small_numbers[call % sizeof small_numbers];
  memcpy (to, &number, size < sizeof number ? size : sizeof number);
  float_number (s, to, size);
}

// ---- foretrace_input --------------------------------------------------------

void foretrace_input (void *, size_t, const char *);

// Each call continues where the last call with this name ended, in any thread
// but for nondeterministic values of SV-COMP.
FT_EXPORT void foretrace_input (void *to, size_t size, const char *name) {
  ft_thread *t = ft_wrapper_enter ();
  int number = ft_symbolic_enabled && t ? find_source (t, name) : -1;
  if (number < 0)
    return;
  ft_symbolic_source *s = ft_symbolic_sources + number;
  ft_source_position from = {number, s->given};
  if (is_nondet (name))
    give_small_number (s, to, size);
  give_bytes (s, to, size);
  s->given += size;
  ft_log_symbolic_write (t, &from, to, size);
}
