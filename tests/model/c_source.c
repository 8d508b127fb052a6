#include "tests/model/c_source.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const top =
    "#include <pthread.h>\n"
    "#include <stdatomic.h>\n"
    "\n"
    "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static atomic_int flag;\n"
    "static int d0, d1, cells[2], out[3];\n"
    "static int x0 = 1;\n"
    "static unsigned char x1 = 250;\n"
    "static short x2;\n"
    "static const char table[4] = {1, 0, 0, 1};\n"
    "\n"
    "__attribute__ ((noinline)) static int twice (int n) {\n"
    "  return (int)(2u * (unsigned)n);\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int poke (int n) {\n"
    "  d1 = n;\n"
    "  return d1 ? n : x0;\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int down (int n) {\n"
    "  if (n <= 0)\n"
    "    return x2;\n"
    "  d0 = n;\n"
    "  return down (n - 1);\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int locked (int n) {\n"
    "  pthread_mutex_lock (&m1);\n"
    "  int old = x0;\n"
    "  if (old != n)\n"
    "    x0 = n;\n"
    "  pthread_mutex_unlock (&m1);\n"
    "  return old;\n"
    "}\n"
    "\n"
    "static int put (int most) {\n"
    "  pthread_mutex_lock (&m0);\n"
    "  int fits = x0 < most;\n"
    "  if (fits)\n"
    "    x0 = most;\n"
    "  pthread_mutex_unlock (&m0);\n"
    "  return fits;\n"
    "}\n"
    "\n"
    "static int get (int n) {\n"
    "  pthread_mutex_lock (&m1);\n"
    "  if (x1 == n || x2 == n) {\n"
    "    pthread_mutex_unlock (&m1);\n"
    "    return 1;\n"
    "  }\n"
    "  x2 = (short)n;\n"
    "  pthread_mutex_unlock (&m1);\n"
    "  return 0;\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static void leave (int n) {\n"
    "  if (n == 2)\n"
    "    pthread_exit (0);\n"
    "  d0 = n;\n"
    "}\n";

enum { MOST_LINES = 12, MOST_DEPTH = 3 };

// ---- one line --------------------------------------------------------------

typedef struct maker {
  ft_c_thread *thread;
  ft_rng *rng;
  int depth, held; // locks below 'held' are not to be taken
  int id;
} maker;

static unsigned below (maker *m, unsigned n) {
  return ft_rng_below (m->rng, n);
}

__attribute__ ((format (printf, 3, 4))) static void
add (maker *m, int block, const char *format, ...) {
  ft_c_line line = {.depth = m->depth - (block < 0), .block = block};
  va_list list;
  va_start (list, format);
  vsnprintf (line.text, sizeof line.text, format, list);
  va_end (list);
  m->depth += block;
  FT_PUSH (m->thread->lines, line);
}

static const char *pick (maker *m, const char *const *texts, unsigned n) {
  return texts[below (m, n)];
}

#define PICK(m, texts) pick (m, texts, sizeof texts / sizeof *texts)

static const char *const locals[] = {"a", "b", "c"}; // int, unsigned, char
static const char *const shared[] = {"x0", "x1", "x2"};
static const char *const data[] = {"d0", "d0", "d1", "cells[1]"};

static void add_read (maker *m) {
  if (below (m, 6))
    add (m, 0, "%s = %s;", PICK (m, locals), PICK (m, shared));
  else
    add (m, 0, "%s = atomic_load (&flag);", PICK (m, locals));
}

static void add_write (maker *m) {
  static const char *const sums[] = {"+", "^", "-", "&"};
  switch (below (m, 8)) {
  case 0:
    add (m, 0, "atomic_store (&flag, %u);", below (m, 4));
    break;
  case 1:
    add (m, 0, "%s = atomic_fetch_add (&flag, 1);", PICK (m, locals));
    break;
  case 2:
    add (m, 0, "%s = (int)((unsigned)%s %s %u);", PICK (m, shared),
         PICK (m, locals), PICK (m, sums), below (m, 5));
    break;
  default:
    add (m, 0, "%s = %u;", PICK (m, shared), below (m, 4));
  }
}

static void add_data (maker *m) {
  switch (below (m, 10)) {
  case 0:
    add (m, 0, "cells[%s & 1] = %d;", PICK (m, locals), m->id);
    break;
  case 1:
    add (m, 0, "*(%s & 1 ? &d0 : &d1) = %d;", PICK (m, locals), m->id);
    break;
  case 2:
    add (m, 0, "%s = %s;", PICK (m, locals), PICK (m, data));
    break;
  default:
    add (m, 0, "%s = %d;", PICK (m, data), m->id);
  }
}

static void add_sum (maker *m) {
  static const char *const forms[] = {
      "%1$s = (int)((unsigned)%2$s + %3$u);",
      "%1$s = (int)((unsigned)%2$s * %3$u);",
      "%1$s = (int)((unsigned)%2$s << %3$u);",
      "%1$s = %2$s >> %3$u;",
      "%1$s = %2$s %% (%3$u + 2);",
      "%1$s = 12 / ((%2$s & %3$u) + 1);",
      "%1$s = %2$s ? %3$u : 2;",
      "%1$s = %2$s > %3$u;",
      "%1$s = (int)((unsigned)twice (%2$s) + %3$u);",
      "%1$s = table[(%2$s + %3$u) & 3];",
      "box[%1$s & 1] = (int)((unsigned)%2$s - %3$u);",
      "%1$s = box[(%2$s & %3$u) & 1];",
  };
  char text[sizeof (ft_c_line)];
  const char *to = PICK (m, locals), *from = PICK (m, locals);
  snprintf (text, sizeof text, PICK (m, forms), to, from, 1 + below (m, 3));
  add (m, 0, "%s", text);
}

static void add_call (maker *m) {
  const char *to = PICK (m, locals), *from = PICK (m, locals);
  unsigned kind = below (m, 6);
  if (kind == 0 && m->held < 2)
    add (m, 0, "%s = locked (%u);", to, below (m, 3));
  else if (kind == 1 && m->held < 2)
    add (m, 0, "%s = locked ((int)%s);", to, from);
  else if (kind == 2)
    add (m, 0, "%s = down (%s & 3);", to, from);
  else if (kind == 3 && !m->held)
    add (m, 0, "leave (%u);", 1 + below (m, 2));
  else if (kind == 4 && !m->held)
    add (m, 0, "leave (%s & 3);", from);
  else
    add (m, 0, "%s = poke (%d);", to, m->id);
}

// ---- blocks ----------------------------------------------------------------

static void add_lines (maker *m, unsigned count);

// Locks are taken in the order of their numbers.
static void add_section (maker *m) {
  int held = m->held, lock = held + (int)below (m, (unsigned)(2 - held));
  add (m, 1, "pthread_mutex_lock (&m%d);", lock);
  m->depth--; // not indented
  m->held = lock + 1;
  if (below (m, 2))
    add_read (m);
  else
    add_write (m);
  if (below (m, 2))
    add_lines (m, 1);
  m->held = held;
  m->depth++;
  add (m, -1, "pthread_mutex_unlock (&m%d);", lock);
}

// Of what a function finds that takes a lock, if that may be taken.
static bool add_call_condition (maker *m) {
  bool full = below (m, 2), inverted = below (m, 2);
  if (below (m, 3) || m->held > (full ? 0 : 1))
    return false;
  add (m, 1, "if (%s%s (%u)) {", inverted ? "!" : "", full ? "put" : "get",
       1 + below (m, 3));
  return true;
}

static void add_condition (maker *m) {
  const char *local = PICK (m, locals);
  if (add_call_condition (m))
    return;
  switch (below (m, 6)) {
  case 0:
    add (m, 1, "if (%s < %u) {", local, 1 + below (m, 4));
    break;
  case 1:
    add (m, 1, "if (%s == %u) {", local, below (m, 4));
    break;
  case 2:
    add (m, 1, "if (!(%s & %u)) {", local, 1 + below (m, 3));
    break;
  case 3:
    add (m, 1, "if ((int)%s < 0) {", local);
    break;
  case 4:
    add (m, 1, "if (%s == %s) {", local, PICK (m, locals));
    break;
  default:
    add (m, 1, "if (%s) {", local);
  }
}

static void add_branch (maker *m) {
  add_condition (m);
  if (below (m, 3))
    add_data (m);
  else
    add_call (m);
  if (below (m, 2))
    add_lines (m, 1);
  add (m, -1, "}");
}

static void add_loop (maker *m) {
  add (m, 1, "for (int i = 0; i < (%s & 3); i++) {", PICK (m, locals));
  if (below (m, 2))
    add_sum (m);
  else
    add_data (m);
  add (m, -1, "}");
}

static void add_one (maker *m) {
  unsigned kind = below (m, 21);
  bool deep = m->depth >= MOST_DEPTH;
  if (kind < 5 && !deep && m->held < 2)
    add_section (m);
  else if (kind < 9 && !deep)
    add_branch (m);
  else if (kind < 10 && !deep)
    add_loop (m);
  else if (kind < 11)
    add_call (m);
  else if (kind < 15)
    add_sum (m);
  else if (kind < 19)
    add_data (m);
  else
    add_read (m);
}

static void add_lines (maker *m, unsigned count) {
  while (count-- && m->thread->lines.size < MOST_LINES)
    add_one (m);
}

// What most races need: data first and then a section, or the other way round.
static void add_thread (maker *m) {
  if (below (m, 3))
    add_data (m);
  add_section (m);
  if (below (m, 2))
    add_sum (m);
  add_lines (m, 1 + below (m, 3));
}

// What races on a side need that the run does not take: one thread writes data
// and then, in a section, something that decides about another one's.
static void add_publisher (maker *m) {
  add_data (m);
  add (m, 1, "pthread_mutex_lock (&m0);");
  m->depth--;
  add (m, 0, "x0 = %u;", 2 + below (m, 2));
  m->depth++;
  add (m, -1, "pthread_mutex_unlock (&m0);");
}

static void add_follower (maker *m) {
  if (below (m, 2)) {
    add (m, 1, "pthread_mutex_lock (&m0);");
    m->depth--;
    add (m, 0, "a = x0;");
    m->depth++;
    add (m, -1, "pthread_mutex_unlock (&m0);");
    add (m, 1, "if (a %s %u) {", below (m, 2) ? "<" : ">=", 1 + below (m, 3));
  } else
    add (m, 1, "if (%sput (%u)) {", below (m, 2) ? "!" : "", 1 + below (m, 3));
  if (below (m, 2))
    add_call (m);
  if (below (m, 2))
    add_lines (m, 1);
  add_data (m);
  add (m, -1, "}");
}

void ft_c_source_random (ft_c_source *s, ft_rng *rng) {
  *s = (ft_c_source){.count = ft_rng_percent (rng, 80) ? 2 : 3};
  bool publishes = ft_rng_percent (rng, 40);
  for (int i = 0; i < s->count; i++) {
    maker m = {.thread = s->threads + i, .rng = rng, .depth = 1, .id = i + 1};
    if (publishes && i < 2)
      i ? add_follower (&m) : add_publisher (&m);
    else
      add_thread (&m);
  }
}

void ft_c_source_release (ft_c_source *s) {
  for (int i = 0; i < s->count; i++)
    FT_RELEASE (s->threads[i].lines);
}

// ---- text ------------------------------------------------------------------

static void print_thread (const ft_c_thread *t, int number, ft_strbuf *text) {
  ft_strbuf_add (text,
                 "\nstatic void *thread%d (void *argument) {\n"
                 "  int a = 0, box[2] = {0};\n"
                 "  unsigned b = 0;\n"
                 "  signed char c = 0;\n",
                 number);
  for (size_t i = 0; i < t->lines.size; i++)
    ft_strbuf_add (text, "%*s%s\n", 2 * t->lines.begin[i].depth, "",
                   t->lines.begin[i].text);
  ft_strbuf_add (text,
                 "  out[%d] = (int)((unsigned)a ^ b ^ (unsigned)c ^ "
                 "(unsigned)box[1]);\n"
                 "  return argument;\n"
                 "}\n",
                 number);
}

void ft_c_source_print (const ft_c_source *s, const char *head,
                        ft_strbuf *text) {
  ft_strbuf_add (text, "%s%s", head, top);
  for (int i = 0; i < s->count; i++)
    print_thread (s->threads + i, i, text);
  ft_strbuf_add (text, "\nint main (void) {\n  pthread_t t[%d];\n", s->count);
  for (int i = 0; i < s->count; i++)
    ft_strbuf_add (text, "  pthread_create (&t[%d], 0, thread%d, 0);\n", i, i);
  for (int i = 0; i < s->count; i++)
    ft_strbuf_add (text, "  pthread_join (t[%d], 0);\n", i);
  ft_strbuf_add (text, "}\n");
}

// ---- smaller ones ----------------------------------------------------------

size_t ft_c_source_lines (const ft_c_source *s) {
  size_t lines = 0;
  for (int i = 0; i < s->count; i++)
    lines += s->threads[i].lines.size;
  return lines;
}

size_t ft_c_source_cuts (const ft_c_source *s) {
  return 2 * ft_c_source_lines (s);
}

static size_t block_end (const ft_c_thread *t, size_t from) {
  int open = 0;
  for (size_t i = from; i < t->lines.size; i++)
    if (!(open += t->lines.begin[i].block))
      return i;
  return from;
}

// Of the end of a block nothing is cut: its beginning does that.
static void cut_thread (const ft_c_thread *from, ft_c_thread *to, size_t line,
                        bool around) {
  size_t end = block_end (from, line);
  bool closes = from->lines.begin[line].block < 0;
  for (size_t i = 0; i < from->lines.size; i++) {
    bool inside = i >= line && i <= end;
    bool edge = i == line || i == end;
    if (closes || !inside || (around && !edge))
      FT_PUSH (to->lines, from->lines.begin[i]);
  }
}

ft_c_source ft_c_source_cut (const ft_c_source *s, size_t number) {
  ft_c_source cut = {.count = s->count};
  size_t line = number / 2;
  bool around = number % 2;
  for (int i = 0; i < s->count; i++) {
    const ft_c_thread *t = s->threads + i;
    if (line < t->lines.size)
      cut_thread (t, cut.threads + i, line, around);
    else
      for (size_t k = 0; k < t->lines.size; k++)
        FT_PUSH (cut.threads[i].lines, t->lines.begin[k]);
    line = line < t->lines.size ? SIZE_MAX : line - t->lines.size;
  }
  return cut;
}
