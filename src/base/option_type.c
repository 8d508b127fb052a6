// The types of option values that are words, and the closest name to a misspelt
// one.

#include "base/option.h"

#include <assert.h>
#include <string.h>

static bool parse_text (const ft_option *o, const char *text) {
  *(const char **)o->to = text;
  return true;
}

static bool parse_choice (const ft_option *o, const char *text) {
  for (int i = 0; o->choices[i]; i++)
    if (!strcmp (o->choices[i], text)) {
      *(int *)o->to = i;
      return true;
    }
  return false;
}

static int choice_of (const ft_option *o, const char *text, size_t length) {
  for (int i = 0; o->choices[i]; i++)
    if (strlen (o->choices[i]) == length &&
        !memcmp (o->choices[i], text, length))
      return i;
  return -1;
}

// Store the elements of a list up to the first wrong one, which is returned.
static const char *take_choices (const ft_option *o, const char *text,
                                 ft_choices *list, size_t *length) {
  bool taken[sizeof list->index / sizeof *list->index] = {false};
  *list = (ft_choices){.count = 0};
  for (;; text++) {
    *length = strcspn (text, ",");
    int index = choice_of (o, text, *length);
    assert (index < (int)(sizeof taken / sizeof *taken));
    if (index < 0 || taken[index])
      return text;
    taken[index] = true;
    list->index[list->count++] = index;
    text += *length;
    if (!*text)
      return NULL;
  }
}

const char *ft_choices_wrong (const ft_option *o, const char *text,
                              size_t *length) {
  ft_choices list;
  return take_choices (o, text, &list, length);
}

static bool parse_choices (const ft_option *o, const char *text) {
  ft_choices list;
  size_t length;
  if (take_choices (o, text, &list, &length))
    return false;
  *(ft_choices *)o->to = list;
  return true;
}

static bool parse_texts (const ft_option *o, const char *text) {
  ft_option_values *texts = o->to;
  if (texts->count == sizeof texts->list / sizeof *texts->list)
    return false;
  texts->list[texts->count++] = text;
  return true;
}

const ft_option_type ft_option_texts = {parse_texts, "at most 64 of them"};
const ft_option_type ft_option_flag = {NULL, NULL};
const ft_option_type ft_option_text = {parse_text, "text"};
const ft_option_type ft_option_choice = {parse_choice, NULL};
const ft_option_type ft_option_choices = {parse_choices, NULL};

enum { LONGEST = 32 };

static unsigned least (unsigned a, unsigned b) {
  return a < b ? a : b;
}

// The optimal string alignment distance (Damerau-Levenshtein) of two words of
// at most LONGEST letters: the least number of letters to insert, remove,
// change or swap with a neighbour.  Cost: the product of the lengths.
static unsigned distance (const char *a, const char *b) {
  unsigned d[LONGEST + 1][LONGEST + 1];
  size_t m = strlen (a), n = strlen (b);
  for (size_t i = 0; i <= m; i++)
    d[i][0] = (unsigned)i;
  for (size_t j = 0; j <= n; j++)
    d[0][j] = (unsigned)j;
  for (size_t i = 1; i <= m; i++)
    for (size_t j = 1; j <= n; j++) {
      unsigned change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = least (change, least (d[i - 1][j], d[i][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = least (d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[m][n];
}

// The distance of 'word' from 'name', UINT32_MAX if they are not close: 0 for a
// prefix; else up to one error plus one for each four letters.
static unsigned closeness (const char *word, const char *name) {
  size_t typed = strlen (word), full = strlen (name);
  if (typed > LONGEST || full > LONGEST)
    return UINT32_MAX;
  if (typed >= 2 && !strncmp (word, name, typed))
    return 0;
  unsigned d = distance (word, name);
  return d <= 1 + full / 4 && d < full ? d : UINT32_MAX;
}

const char *ft_nearest (const char *word, const char *const *list) {
  const char *best = NULL;
  unsigned closest = UINT32_MAX;
  for (; *list; list++) {
    unsigned d = closeness (word, *list);
    if (d < closest) {
      closest = d;
      best = *list;
    }
  }
  return best;
}
