#include "tests/model/c_source.h"

#include "tests/model/c_lines.h"

static const char *const top =
    "#include <pthread.h>\n"
    "#include <stdatomic.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
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
    "}\n"
    "\n"
    "struct pair { short a; long b; };\n"
    "static union { int w; short h[2]; unsigned char b[4]; } u0;\n"
    "static struct { unsigned a : 3, b : 7; signed c : 5; } s0;\n"
    "static int *p0 = &d0;\n"
    "static long w0 = 1;\n"
    "\n"
    "__attribute__ ((noinline)) static int choose (int n) {\n"
    "  switch (n) {\n"
    "  case 0:\n"
    "    d0 = 3;\n"
    "    return 2;\n"
    "  case 1:\n"
    "  case 3:\n"
    "    return x2;\n"
    "  case 4 ... 200:\n"
    "    d1 = n;\n"
    "    break;\n"
    "  default:\n"
    "    n++;\n"
    "  }\n"
    "  return n & 3;\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static struct pair both (int n) {\n"
    "  struct pair p = {(short)n, x1};\n"
    "  return p;\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int total (struct pair p) {\n"
    "  return p.a + (int)p.b;\n"
    "}\n"
    "\n"
    "__attribute__ ((noinline)) static int look (int n) {\n"
    "  pthread_mutex_lock (&m1);\n"
    "  int old = x0;\n"
    "  if (n)\n"
    "    x0 = old | n;\n"
    "  pthread_mutex_unlock (&m1);\n"
    "  return old;\n"
    "}\n"
    "\n"
    "static int (*const functions[2]) (int) = {twice, choose};\n";

void ft_c_source_random (ft_c_source *s, ft_rng *rng) {
  *s = (ft_c_source){.count = ft_rng_percent (rng, 80) ? 2 : 3,
                     .waits = ft_rng_percent (rng, 25)};
  bool publishes = ft_rng_percent (rng, 40);
  for (int i = 0; i < s->count; i++) {
    bool alone = !publishes || i >= 2;
    ft_c_thread_random (s->threads + i, rng, i + 1,
                        alone ? FT_C_ANY
                        : i   ? FT_C_FOLLOWER
                              : FT_C_PUBLISHER,
                        s->waits);
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
                 "  signed char c = 0;\n"
                 "  long l = 0;\n"
                 "  float f = 0;\n"
                 "  int *p = &d1;\n",
                 number);
  for (size_t i = 0; i < t->lines.size; i++)
    ft_strbuf_add (text, "%*s%s\n", 2 * t->lines.begin[i].depth, "",
                   t->lines.begin[i].text);
  ft_strbuf_add (text,
                 "  out[%d] = (int)((unsigned)a ^ b ^ (unsigned)c ^ "
                 "(unsigned)box[1] ^ (unsigned)l) + (f > 1) + (p == &d0);\n"
                 "  return argument;\n"
                 "}\n",
                 number);
}

void ft_c_source_print (const ft_c_source *s, const char *head,
                        ft_strbuf *text) {
  ft_strbuf_add (text, "%s%s%s", head, top, ft_c_sync_top);
  for (int i = 0; i < s->count; i++)
    print_thread (s->threads + i, i, text);
  ft_strbuf_add (text,
                 "\nint main (void) {\n"
                 "  pthread_t t[%d];\n"
                 "  pthread_spin_init (&spin, 0);\n"
                 "  hold (0);\n",
                 s->count);
  for (int i = 0; i < s->count; i++)
    ft_strbuf_add (text, "  pthread_create (&t[%d], 0, thread%d, 0);\n", i, i);
  if (s->waits)
    ft_strbuf_add (text, "  publish ();\n");
  for (int i = 0; i < s->count; i++)
    ft_strbuf_add (text, "  pthread_join (t[%d], 0);\n", i);
  ft_strbuf_add (text, "  drop ();\n"
                       "  pthread_rwlock_destroy (&rw);\n"
                       "}\n");
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
  ft_c_source cut = {.count = s->count, .waits = s->waits};
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
