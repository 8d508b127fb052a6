// Straight-line programs: grammars that produce exactly one trace.
//
// A rule is a list of items; an item is a terminal or a rule, repeated some
// times.  A rule uses only rules with smaller numbers, and the last rule
// produces the trace; so there are no cycles, and anything that is computed
// bottom-up for all rules takes one pass.  A terminal is an event without its
// value: events that differ in the value alone are the same terminal.  It has
// the flags of the file, which need not be those that the validator sets, the
// count of a SEM_INIT, and the range of an ALLOC or FREE.
//
// As in Kini, Mathur, Viswanathan 2018 (ZipTrack), Section 2, except that rules
// may be long and items repeat: a loop of 10^9 rounds is one item.
//
//   ft_slp slp = {0};
//   uint32_t a = ft_slp_add (&slp, &event);
//   ft_slp_item (&slp, FT_SLP_TERMINAL (a), 1000);
//   uint32_t r = ft_slp_rule (&slp);          // r -> a^1000
//   ft_slp_item (&slp, FT_SLP_RULE (r), 1000000);
//   ft_slp_rule (&slp);                       // the trace: 10^9 times a
//   if (!ft_slp_check (&slp, "test", &error)) ...

#ifndef FT_FORMAT_SLP_H
#define FT_FORMAT_SLP_H

#include "base/error.h"
#include "base/stack.h"
#include "trace/event.h"

#define FT_SLP_TERMINAL(t) (2 * (uint32_t)(t))
#define FT_SLP_RULE(r) (2 * (uint32_t)(r) + 1)

typedef struct ft_production_item {
  uint32_t symbol; // FT_SLP_TERMINAL or FT_SLP_RULE of a number
  uint64_t times;  // number of repetitions; not zero
} ft_production_item;

typedef struct ft_production {
  size_t first, count; // items [first, first + count); not zero
  uint64_t length;     // in terminals; set by 'ft_slp_check'
  uint32_t uses;       // number of its items; set by 'ft_slp_check'
} ft_production;

typedef struct ft_slp {
  FT_STACK (ft_production) rules; // none: an empty trace
  FT_STACK (ft_production_item) items;
  // Parallel to 'items': number of terminals of the rule up to the end of the
  // item; set by 'ft_slp_check'.
  FT_STACK (uint64_t) ends;
  FT_STACK (ft_event) terminals;
} ft_slp;

void ft_slp_release (ft_slp *); // (ft_slp){0} is empty

// ---- construction ----------------------------------------------------------

// Add a terminal; returns its number.
uint32_t ft_slp_add (ft_slp *, const ft_event *);

// Append an item to the rule under construction.
void ft_slp_item (ft_slp *, uint32_t symbol, uint64_t times);

// End the rule under construction; returns its number.
uint32_t ft_slp_rule (ft_slp *);

// Whether every item is a terminal or an earlier rule, every rule but the last
// is used, none is empty, and no length overflows 64 bits; sets lengths and
// uses.  All functions below need a grammar that was checked.  'path' begins
// the error.
bool ft_slp_check (ft_slp *, const char *path, ft_error *);

// ---- use -------------------------------------------------------------------

static inline bool ft_slp_is_rule (uint32_t symbol) {
  return symbol & 1;
}

// The number of a terminal or rule.
static inline uint32_t ft_slp_number (uint32_t symbol) {
  return symbol >> 1;
}

// The number of terminals that one symbol produces.
static inline uint64_t ft_slp_span (const ft_slp *slp, uint32_t symbol) {
  return ft_slp_is_rule (symbol)
             ? slp->rules.begin[ft_slp_number (symbol)].length
             : 1;
}

// The length of the whole trace.
static inline uint64_t ft_slp_length (const ft_slp *slp) {
  return slp->rules.size ? FT_TOP (slp->rules).length : 0;
}

// a * b, or UINT64_MAX if it is more.
static inline uint64_t ft_slp_times (uint64_t a, uint64_t b) {
  uint64_t n;
  return __builtin_mul_overflow (a, b, &n) ? UINT64_MAX : n;
}

// A position in the trace: the path from the root to a terminal.
typedef struct ft_slp_cursor {
  const ft_slp *slp; // borrowed
  FT_STACK (struct ft_slp_step {
    size_t item;    // index in 'items'
    size_t end;     // of the rule's items
    uint64_t round; // of the item
  })
  steps;
} ft_slp_cursor;

void ft_slp_cursor_release (ft_slp_cursor *); // {.slp = slp} is the end

// Move to a position.  Cost: the logarithms of the lengths of the rules on the
// path.  At or beyond the length the cursor is at the end.
void ft_slp_seek (ft_slp_cursor *, uint64_t position);

// The terminal at the cursor, which advances; FT_NO_ID at the end.  Constant on
// average.
uint32_t ft_slp_next (ft_slp_cursor *);

#endif
