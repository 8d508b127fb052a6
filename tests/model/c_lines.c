#include "tests/model/c_lines.h"

#include <stdarg.h>
#include <stdio.h>

// ---- one line --------------------------------------------------------------

unsigned ft_c_below (ft_c_maker *m, unsigned n) {
  return ft_rng_below (m->rng, n);
}

void ft_c_add (ft_c_maker *m, int block, const char *format, ...) {
  ft_c_line line = {.depth = m->depth - (block < 0), .block = block};
  va_list list;
  va_start (list, format);
  vsnprintf (line.text, sizeof line.text, format, list);
  va_end (list);
  m->depth += block;
  FT_PUSH (m->thread->lines, line);
}

static const char *pick (ft_c_maker *m, const char *const *texts, unsigned n) {
  return texts[ft_c_below (m, n)];
}

#define PICK(m, texts) pick (m, texts, sizeof texts / sizeof *texts)

static const char *const locals[] = {"a", "b", "c"}; // int, unsigned, char
static const char *const shared[] = {"x0", "x1", "x2"};
static const char *const data[] = {"d0", "d0", "d1", "cells[1]"};

const char *ft_c_local (ft_c_maker *m) {
  return PICK (m, locals);
}

const char *ft_c_data (ft_c_maker *m) {
  return PICK (m, data);
}

void ft_c_add_read (ft_c_maker *m) {
  if (ft_c_below (m, 6))
    ft_c_add (m, 0, "%s = %s;", ft_c_local (m), PICK (m, shared));
  else
    ft_c_add (m, 0, "%s = atomic_load (&flag);", ft_c_local (m));
}

void ft_c_add_write (ft_c_maker *m) {
  static const char *const sums[] = {"+", "^", "-", "&"};
  switch (ft_c_below (m, 8)) {
  case 0:
    ft_c_add (m, 0, "atomic_store (&flag, %u);", ft_c_below (m, 4));
    break;
  case 1:
    ft_c_add (m, 0, "%s = atomic_fetch_add (&flag, 1);", ft_c_local (m));
    break;
  case 2:
    ft_c_add (m, 0, "%s = (int)((unsigned)%s %s %u);", PICK (m, shared),
              ft_c_local (m), PICK (m, sums), ft_c_below (m, 5));
    break;
  default:
    ft_c_add (m, 0, "%s = %u;", PICK (m, shared), ft_c_below (m, 4));
  }
}

void ft_c_add_data (ft_c_maker *m) {
  switch (ft_c_below (m, 10)) {
  case 0:
    ft_c_add (m, 0, "cells[%s & 1] = %d;", ft_c_local (m), m->id);
    break;
  case 1:
    ft_c_add (m, 0, "*(%s & 1 ? &d0 : &d1) = %d;", ft_c_local (m), m->id);
    break;
  case 2:
    ft_c_add (m, 0, "%s = %s;", ft_c_local (m), ft_c_data (m));
    break;
  default:
    ft_c_add (m, 0, "%s = %d;", ft_c_data (m), m->id);
  }
}

void ft_c_add_sum (ft_c_maker *m) {
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
  const char *to = ft_c_local (m), *from = ft_c_local (m);
  snprintf (text, sizeof text, PICK (m, forms), to, from,
            1 + ft_c_below (m, 3));
  ft_c_add (m, 0, "%s", text);
}

void ft_c_add_call (ft_c_maker *m) {
  const char *to = ft_c_local (m), *from = ft_c_local (m);
  unsigned kind = ft_c_below (m, 6);
  if (m->waits && !m->held && !ft_c_below (m, 3))
    ft_c_add (m, 0, "%s = await ();", to);
  else if (kind == 0 && m->held < 2)
    ft_c_add (m, 0, "%s = locked (%u);", to, ft_c_below (m, 3));
  else if (kind == 1 && m->held < 2)
    ft_c_add (m, 0, "%s = locked ((int)%s);", to, from);
  else if (kind == 2)
    ft_c_add (m, 0, "%s = down (%s & 3);", to, from);
  else if (kind == 3 && !m->held)
    ft_c_add (m, 0, "leave (%u);", 1 + ft_c_below (m, 2));
  else if (kind == 4 && !m->held)
    ft_c_add (m, 0, "leave (%s & 3);", from);
  else
    ft_c_add (m, 0, "%s = poke (%d);", to, m->id);
}

// ---- other types -----------------------------------------------------------

void ft_c_add_form (ft_c_maker *m, const char *const *forms, unsigned n) {
  char text[sizeof (ft_c_line)];
  const char *to = ft_c_local (m), *from = ft_c_local (m);
  snprintf (text, sizeof text, pick (m, forms, n), to, from,
            1 + ft_c_below (m, 3));
  ft_c_add (m, 0, "%s", text);
}

#define ADD_FORM(m, forms)                                                     \
  ft_c_add_form (m, forms, sizeof forms / sizeof *forms)

// Of variables that are shared.
void ft_c_add_typed (ft_c_maker *m) {
  static const char *const forms[] = {
      "u0.w = (int)%2$s;",
      "%1$s = u0.w;",
      "u0.b[%2$s & 3] = %3$u;",
      "%1$s = u0.h[%3$u & 1];",
      "s0.a = %2$s & 7;",
      "%1$s = s0.b;",
      "s0.c = (int)%2$s & 15;",
      "%1$s = s0.a + %3$u;",
      "p0 = %2$s & %3$u ? &d1 : &cells[1];",
      "p = p0;",
      "w0 = l + %3$u;",
      "l = w0;",
      "%1$s = (int)w0;",
      "memcpy (&u0, &%2$s, 1);",
      "%1$s = atomic_exchange (&flag, %3$u);",
      "%1$s = atomic_fetch_or (&flag, %3$u);",
      "%1$s = atomic_load_explicit (&flag, memory_order_relaxed);",
  };
  ADD_FORM (m, forms);
}

// Of the thread's own.
void ft_c_add_own (ft_c_maker *m) {
  static const char *const forms[] = {
      "l = (long)%2$s * %3$u - l;",
      "%1$s = (int)(l >> %3$u);",
      "f = (float)%2$s * 0.5f;",
      "%1$s = f > (float)%3$u;",
      "%1$s = f == f ? %3$u : 0;",
      "f += %3$u;",
      "%1$s = __builtin_sadd_overflow ((int)%2$s, 0x7ffffffd, &box[%3$u & 1]);",
      "%1$s = __builtin_ssub_overflow (-2, (int)%2$s, &box[%3$u & 1]);",
      "%1$s = __builtin_uadd_overflow ((unsigned)%2$s, -%3$uu, &b);",
      "%1$s = __builtin_usubl_overflow (%3$u, (unsigned long)l, "
      "(unsigned long *)&l);",
      "%1$s = __builtin_sub_overflow ((short)%2$s, x2, &x2);",
      "%1$s = __builtin_add_overflow (x1, (unsigned char)%2$s, &x1);",
      "%1$s = __builtin_popcount ((unsigned)%2$s);",
      "memcpy (&%1$s, &%2$s, 1);",
      "memcpy (box, &l, sizeof l);",
      "memset (box, (int)%2$s & 1, sizeof box);",
      "%1$s = total ((struct pair){(short)%2$s, %3$u});",
      "%1$s = both ((int)%2$s).a;",
      "%1$s = (int)both ((int)%2$s).b;",
      "%1$s = functions[%2$s & 1] ((int)%2$s & 7);",
      "%1$s = choose ((int)%2$s & 7);",
      "{ char v[1 + (%2$s & 3)]; v[0] = 5; v[%2$s & 3] = %3$u; %1$s = v[0]; }",
      "%1$s = (p == &d1) + (p == &cells[1]);",
      "*p = %3$u;",
      "*p = (int)((unsigned)%2$s + %3$u);",
      "%1$s = *p;",
      "%1$s = %2$s / (%1$s & 3 ? %1$s & 3 : %3$u);",
      "%1$s = (signed char)%2$s < (short)%3$u;",
      "%1$s = (%2$s & 1 ? &x1 : (unsigned char *)&u0) == &x1;",
  };
  if (!m->held && !ft_c_below (m, 12))
    ft_c_add (m, 0, "if (%s == %u) return argument;", PICK (m, locals),
              ft_c_below (m, 4));
  else
    ADD_FORM (m, forms);
}
