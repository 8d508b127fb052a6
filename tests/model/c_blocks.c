// Blocks of a random thread: sections, branches, loops.
#include "tests/model/c_lines.h"

enum { MOST_LINES = 12, MOST_DEPTH = 3 };

// ---- blocks ----------------------------------------------------------------

static void add_lines (ft_c_maker *m, unsigned count);

// Locks are taken in the order of their numbers.
static void add_section (ft_c_maker *m) {
  int held = m->held, lock = held + (int)ft_c_below (m, (unsigned)(2 - held));
  ft_c_add (m, 1, "pthread_mutex_lock (&m%d);", lock);
  m->depth--; // not indented
  m->held = lock + 1;
  if (!ft_c_below (m, 4))
    ft_c_add_typed (m);
  else if (ft_c_below (m, 2))
    ft_c_add_read (m);
  else
    ft_c_add_write (m);
  if (ft_c_below (m, 2))
    add_lines (m, 1);
  m->held = held;
  m->depth++;
  ft_c_add (m, -1, "pthread_mutex_unlock (&m%d);", lock);
}

static void add_other_section (ft_c_maker *m, bool tries) {
  unsigned lock = ft_c_begin_other (m, tries);
  int held = m->held;
  m->held = 2;
  if (ft_c_below (m, 2))
    ft_c_add_data (m);
  else
    ft_c_add_write (m);
  if (ft_c_below (m, 2))
    add_lines (m, 1);
  m->held = held;
  ft_c_end_other (m, lock);
}

// Of what a function finds that takes a lock, if that may be taken.
static bool add_call_condition (ft_c_maker *m) {
  bool full = ft_c_below (m, 2), inverted = ft_c_below (m, 2);
  if (ft_c_below (m, 3) || m->held > (full ? 0 : 1))
    return false;
  ft_c_add (m, 1, "if (%s%s (%u)) {", inverted ? "!" : "", full ? "put" : "get",
            1 + ft_c_below (m, 3));
  return true;
}

static void add_condition (ft_c_maker *m) {
  const char *local = ft_c_local (m);
  if (add_call_condition (m))
    return;
  if (!m->held && !ft_c_below (m, 4)) {
    ft_c_add_exchanged (m);
    return;
  }
  switch (ft_c_below (m, 6)) {
  case 0:
    ft_c_add (m, 1, "if (%s < %u) {", local, 1 + ft_c_below (m, 4));
    break;
  case 1:
    ft_c_add (m, 1, "if (%s == %u) {", local, ft_c_below (m, 4));
    break;
  case 2:
    ft_c_add (m, 1, "if (!(%s & %u)) {", local, 1 + ft_c_below (m, 3));
    break;
  case 3:
    ft_c_add (m, 1, "if ((int)%s < 0) {", local);
    break;
  case 4:
    ft_c_add (m, 1, "if (%s == %s) {", local, ft_c_local (m));
    break;
  default:
    ft_c_add (m, 1, "if (%s) {", local);
  }
}

static void add_branch (ft_c_maker *m) {
  add_condition (m);
  if (ft_c_below (m, 3))
    ft_c_add_data (m);
  else
    ft_c_add_call (m);
  if (ft_c_below (m, 2))
    add_lines (m, 1);
  ft_c_add (m, -1, "}");
}

// Rounds that are counted: the count is used behind them.
static void add_rounds (ft_c_maker *m) {
  static const char *const ends[] = {"}", "cells[n & 1] = (int)l; }",
                                     "a = n; }", "if (n == 2) d0 = n; }"};
  const char *local = ft_c_local (m), *end = ends[ft_c_below (m, 4)];
  if (m->held < 2)
    ft_c_add (m, 0,
              "{ int n = 0; do { n++; %s = look (%u); } while (%s %s %u && n < "
              "3); %s",
              local, ft_c_below (m, 3), local, ft_c_below (m, 2) ? "!=" : "<",
              1 + ft_c_below (m, 2), end);
  else
    ft_c_add (m, 0, "{ int n = 0; while (%s && n < 2) { n++; %s--; } %s", local,
              local, end);
}

static void add_cases (ft_c_maker *m) {
  ft_c_add (m, 1, "switch (%s) { case %u: case %u: %s = %d; break; case 2:",
            ft_c_local (m), 3 + ft_c_below (m, 3), ft_c_below (m, 2),
            ft_c_data (m), m->id);
  ft_c_add_data (m);
  ft_c_add (m, -1, "break; default: %s = %u; }", ft_c_local (m),
            ft_c_below (m, 4));
}

static void add_other (ft_c_maker *m) {
  bool deep = m->depth >= MOST_DEPTH;
  switch (ft_c_below (m, deep ? 7 : 14)) {
  case 0:
  case 1:
  case 2:
    ft_c_add_typed (m);
    break;
  case 3:
  case 4:
    ft_c_add_exchange (m);
    break;
  case 7:
  case 13:
    add_other_section (m, true);
    break;
  case 12:
    if (m->held)
      ft_c_add_own (m);
    else
      add_other_section (m, false);
    break;
  case 8:
  case 9:
    add_rounds (m);
    break;
  case 10:
  case 11:
    add_cases (m);
    break;
  default:
    ft_c_add_own (m);
  }
}

static void add_loop (ft_c_maker *m) {
  ft_c_add (m, 1, "for (int i = 0; i < (%s & 3); i++) {", ft_c_local (m));
  if (ft_c_below (m, 2))
    ft_c_add_sum (m);
  else
    ft_c_add_data (m);
  ft_c_add (m, -1, "}");
}

static void add_one (ft_c_maker *m) {
  unsigned kind = ft_c_below (m, 33);
  bool deep = m->depth >= MOST_DEPTH;
  if (kind < 5 && !deep && m->held < 2)
    add_section (m);
  else if (kind < 9 && !deep)
    add_branch (m);
  else if (kind < 10 && !deep)
    add_loop (m);
  else if (kind < 11)
    ft_c_add_call (m);
  else if (kind < 15)
    ft_c_add_sum (m);
  else if (kind < 19)
    ft_c_add_data (m);
  else if (kind < 21)
    ft_c_add_read (m);
  else
    add_other (m);
}

static void add_lines (ft_c_maker *m, unsigned count) {
  while (count-- && m->thread->lines.size < MOST_LINES)
    add_one (m);
}

// What most races need: data first and then a section, or the other way round.
static void add_thread (ft_c_maker *m) {
  if (ft_c_below (m, 3))
    ft_c_add_data (m);
  add_section (m);
  if (ft_c_below (m, 2))
    ft_c_add_sum (m);
  add_lines (m, 1 + ft_c_below (m, 3));
}

// What races on a side need that the run does not take: one thread writes data
// and then, in a section, something that decides about another one's.
static void add_publisher (ft_c_maker *m) {
  ft_c_add_data (m);
  ft_c_add (m, 1, "pthread_mutex_lock (&m0);");
  m->depth--;
  ft_c_add (m, 0, "x0 = %u;", 2 + ft_c_below (m, 2));
  m->depth++;
  ft_c_add (m, -1, "pthread_mutex_unlock (&m0);");
}

static void add_follower (ft_c_maker *m) {
  if (ft_c_below (m, 2)) {
    ft_c_add (m, 1, "pthread_mutex_lock (&m0);");
    m->depth--;
    ft_c_add (m, 0, "a = x0;");
    m->depth++;
    ft_c_add (m, -1, "pthread_mutex_unlock (&m0);");
    ft_c_add (m, 1, "if (a %s %u) {",
              ft_c_below (m, 2) ? "<" : ">=", 1 + ft_c_below (m, 3));
  } else
    ft_c_add (m, 1, "if (%sput (%u)) {", ft_c_below (m, 2) ? "!" : "",
              1 + ft_c_below (m, 3));
  if (ft_c_below (m, 2))
    ft_c_add_call (m);
  if (ft_c_below (m, 2))
    add_lines (m, 1);
  ft_c_add_data (m);
  ft_c_add (m, -1, "}");
}

void ft_c_thread_random (ft_c_thread *t, ft_rng *rng, int id, ft_c_role role,
                         bool waits) {
  ft_c_maker m = {
      .thread = t, .rng = rng, .depth = 1, .id = id, .waits = waits};
  if (role == FT_C_PUBLISHER)
    add_publisher (&m);
  else if (role == FT_C_FOLLOWER)
    add_follower (&m);
  else
    add_thread (&m);
}
