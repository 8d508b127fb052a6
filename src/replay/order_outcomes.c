#include "replay/order_outcomes.h"

#include <string.h>

void ft_continued_release (ft_continued *one) {
  ft_strbuf_release (&one->ended);
  ft_strbuf_release (&one->status);
  ft_strbuf_release (&one->written);
  ft_strbuf_release (&one->state);
  ft_strbuf_release (&one->memory);
  ft_strbuf_release (&one->reads);
  ft_strbuf_release (&one->overrun);
  ft_final_files_release (&one->files);
}

static void release_all (ft_continued_list *outcomes) {
  for (size_t i = 0; i < outcomes->size; i++)
    ft_continued_release (outcomes->begin + i);
  FT_RELEASE (*outcomes);
}

void ft_order_outcomes_release (ft_order_outcomes *o) {
  release_all (&o->all);
  release_all (&o->control);
  release_all (&o->discounted);
  ft_strbuf_release (&o->accesses);
}

const ft_strbuf *ft_continued_status (const ft_continued *x) {
  return &x->status;
}

const ft_strbuf *ft_continued_written (const ft_continued *x) {
  return &x->written;
}

const ft_strbuf *ft_continued_state (const ft_continued *x) {
  return &x->state;
}

bool ft_continued_texts_equal (const ft_strbuf *a, const ft_strbuf *b) {
  return !strcmp (ft_strbuf_text (a), ft_strbuf_text (b));
}

// The number of outcomes of 'a' that 'b' does not have.
static size_t missing (const ft_order_outcomes *a, const ft_order_outcomes *b,
                       ft_continued_part *part) {
  size_t n = 0;
  for (size_t i = 0; i < a->all.size; i++) {
    bool found = false;
    for (size_t k = 0; k < b->all.size && !found; k++)
      found = ft_continued_texts_equal (part (a->all.begin + i),
                                        part (b->all.begin + k));
    n += !found;
  }
  return n;
}

bool ft_order_has_one (const ft_order_outcomes *o, ft_continued_part *part) {
  for (size_t i = 1; i < o->all.size; i++)
    if (!ft_continued_texts_equal (part (o->all.begin),
                                   part (o->all.begin + i)))
      return false;
  return true;
}

bool ft_order_is_known (const ft_order_outcomes *o, ft_continued_part *part) {
  for (size_t i = 0; i < o->all.size; i++)
    if (!part (o->all.begin + i)->size)
      return false;
  return true;
}

// A part that is not known in a continuation is not compared at all.
bool ft_orders_decide (const ft_order_outcomes o[2], ft_continued_part *part) {
  if (part == ft_continued_state &&
      !(ft_order_is_known (o, part) && ft_order_is_known (o + 1, part)))
    return false;
  size_t first = missing (o, o + 1, part), second = missing (o + 1, o, part);
  bool disjoint = first == o[0].all.size && second == o[1].all.size;
  return disjoint || ((first || second) && (ft_order_has_one (o, part) ||
                                            ft_order_has_one (o + 1, part)));
}

bool ft_orders_find_pair (const ft_order_outcomes o[2], ft_continued_part *part,
                          const ft_continued *pair[2]) {
  for (size_t i = 0; i < o[0].all.size; i++)
    for (size_t k = 0; k < o[1].all.size; k++) {
      pair[0] = o[0].all.begin + i;
      pair[1] = o[1].all.begin + k;
      if (!ft_continued_texts_equal (part (pair[0]), part (pair[1])))
        return true;
    }
  return false;
}

// ---- controls --------------------------------------------------------------

static bool has (const ft_continued_list *all, size_t end,
                 ft_continued_part *part, const ft_continued *like) {
  for (size_t i = 0; i < end; i++)
    if (ft_continued_texts_equal (part (all->begin + i), part (like)))
      return true;
  return false;
}

bool ft_order_is_steady (const ft_order_outcomes *o, ft_continued_part *part) {
  for (size_t i = 1; i < o->all.size; i++)
    if (has (&o->all, i, part, o->all.begin + i))
      return true;
  return o->control.size && has (&o->all, o->all.size, part, o->control.begin);
}

static bool files_differ (const ft_continued *a, const ft_continued *b) {
  ft_strbuf texts[2] = {{0}, {0}};
  ft_final_files_list (&a->files, texts);
  ft_final_files_list (&b->files, texts + 1);
  bool differ = !ft_continued_texts_equal (texts, texts + 1);
  ft_strbuf_release (texts);
  ft_strbuf_release (texts + 1);
  return differ;
}

static bool has_worse (const ft_order_outcomes *o) {
  for (size_t i = 0; i < o->all.size; i++)
    if (o->all.begin[i].class < FT_CONSEQUENCE_CHECK)
      return true;
  return false;
}

bool ft_order_wants_control (const ft_order_outcomes o[2], unsigned order) {
  static ft_continued_part *const parts[] = {
      ft_continued_status, ft_continued_written, ft_continued_state};
  const ft_continued *a = o[0].all.begin, *b = o[1].all.begin;
  if (FT_EMPTY (o[0].all) || FT_EMPTY (o[1].all) || has_worse (o) ||
      has_worse (o + 1))
    return false;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (ft_orders_decide (o, parts[i]) &&
        !ft_order_is_steady (o + order, parts[i]))
      return true;
  return o[order].all.size == 1 &&
         (!ft_continued_texts_equal (&a->memory, &b->memory) ||
          files_differ (a, b));
}

// Skips the thread of "SIGABRT (Aborted) in T1".
static const char *skip_thread (const char *text) {
  static const char before[] = ") in ";
  size_t size = strlen (before);
  return strncmp (text, before, size)
             ? text
             : text + size + strcspn (text + size, " ,:;");
}

static bool equal_but_threads (const char *a, const char *b) {
  for (; *a && *b; a++, b++) {
    const char *x = skip_thread (a), *y = skip_thread (b);
    if (x != a && y != b)
      a = x, b = y;
    if (*a != *b)
      return false;
    if (!*a)
      return true;
  }
  return *a == *b;
}

bool ft_continued_ends_equal (const ft_continued *a, const ft_continued *b) {
  return a->class == b->class &&
         equal_but_threads (ft_strbuf_text (&a->ended),
                            ft_strbuf_text (&b->ended));
}

// The outcomes of the other order that one is compared with have its round; all
// of them if none has it.
static bool has_round (const ft_order_outcomes *o, unsigned round) {
  bool found = false;
  for (size_t i = 0; i < o->all.size; i++)
    found |= o->all.begin[i].round == round;
  return found;
}

static bool ends_alike (const ft_order_outcomes *other, const ft_continued *x) {
  bool narrow = has_round (other, x->round), alike = false;
  for (size_t i = 0; i < other->all.size; i++) {
    const ft_continued *y = other->all.begin + i;
    alike |= (!narrow || y->round == x->round) && ft_continued_ends_equal (x, y);
  }
  return alike;
}

void ft_orders_mark_alike (ft_order_outcomes o[2]) {
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].all.size; i++) {
      ft_continued *x = o[k].all.begin + i;
      x->of_both = !o[k].frees && !x->own && ends_alike (o + !k, x);
    }
}
