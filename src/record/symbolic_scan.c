// scanf and its kin in runs that tell of inputs: which bytes of the text each
// number and each word is made of, by going through format and text again.
// Formats with other conversions than %d, %u, %c and %s are not looked into.
//
// A number is a READ_RANGE of its bytes and of the one behind them, and a
// SYMBOLIC with FT_WIRE_NUMBER; a word a READ_RANGE and a WRITE_RANGE.  What is
// between them is read by itself.  Of a stream the bytes are told first, where
// they were copied to.

#include <string.h>

#include "record/format.h"
#include "record/symbolic.h"

typedef struct scan {
  ft_thread *thread;
  const char *begin, *at, *end; // of the text
  const char *told;             // up to here it was read
  ft_symbols from;              // of 'begin'; of memory: no source
  int records;
} scan;

static bool is_blank (char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit (char c) {
  return c >= '0' && c <= '9';
}

bool ft_scan_is_simple (const char *format) {
  for (;;) {
    struct ft_conversion c = ft_conversion_next (&format, true);
    if (!c.letter)
      return !*format;
    if (!strchr ("duc%s", c.letter) || c.gets || c.numbered || c.stars ||
        (c.size && strchr ("cs", c.letter)))
      return false;
  }
}

// ---- the text --------------------------------------------------------------

static void skip_blanks (scan *s) {
  while (s->at < s->end && is_blank (*s->at))
    s->at++;
}

static bool skip_literals (scan *s, const char *f, const char *end) {
  for (; f < end; f++)
    if (is_blank (*f))
      skip_blanks (s);
    else if (s->at == s->end || *s->at++ != *f)
      return false;
  return true;
}

static size_t length_of (const scan *s, const struct ft_conversion *c) {
  size_t most = c->width > 0 ? (size_t)c->width : SIZE_MAX, n = 0;
  size_t left = (size_t)(s->end - s->at);
  most = most < left ? most : left;
  if (c->letter == 'c')
    return c->width > 0 ? most : most > 0;
  if (c->letter == 's') {
    while (n < most && !is_blank (s->at[n]))
      n++;
    return n;
  }
  n = most && (*s->at == '-' || *s->at == '+');
  while (n < most && is_digit (s->at[n]))
    n++;
  return n;
}

// ---- records ---------------------------------------------------------------

static ft_symbols source_of (const scan *s) {
  ft_symbols from = s->from;
  from.offset += (uint64_t)(s->at - s->begin);
  return from;
}

// What lies before the token, in memory.
static void read_gap (scan *s) {
  if (s->from.source < 0 && s->at > s->told)
    ft_reads (s->thread, s->told, (size_t)(s->at - s->told));
}

static void tell_number (scan *s, size_t n, void *to, size_t size) {
  ft_symbols from = source_of (s);
  bool more = s->at + n < s->end;
  if (from.source >= 0) {
    ft_writes_symbols (s->thread, &from, s->at, n + more);
    if (!more)
      ft_writes_end (s->thread, from, s->at + n);
  }
  ft_reads (s->thread, s->at, n + 1);
  ft_writes_number (s->thread, to, size);
}

static void tell_text (scan *s, size_t n, char *to, bool ends) {
  ft_symbols from = source_of (s);
  if (from.source >= 0) {
    ft_writes_symbols (s->thread, &from, to, n);
    if (ends)
      ft_writes_end (s->thread, from, to + n);
    return;
  }
  ft_reads (s->thread, s->at, n);
  ft_writes (s->thread, to, n + ends);
}

static void tell (scan *s, const struct ft_conversion *c, size_t n, void *to) {
  if (++s->records % 4 == 0)
    ft_checkpoint (s->thread);
  read_gap (s);
  if (c->letter == 'd' || c->letter == 'u')
    tell_number (s, n, to, ft_integer_bytes (c->size));
  else
    tell_text (s, n, to, c->letter == 's');
  s->told = s->at + n;
}

// What did not fit decides how many did.
static void tell_rest (scan *s) {
  size_t rest = (size_t)(s->end - s->at);
  ft_symbols from = source_of (s);
  if (from.source >= 0) {
    ft_writes_symbols (s->thread, &from, s->at, rest);
    ft_reads (s->thread, s->at, rest);
  } else
    ft_reads (s->thread, s->told, (size_t)(s->end - s->told) + 1);
}

static bool has_more (const char *format) {
  struct ft_conversion c;
  do
    c = ft_conversion_next (&format, true);
  while (c.letter == '%');
  return c.letter;
}

void ft_scans_symbols (ft_thread *t, const char *format, int count,
                       struct ft_arguments *list, const char *text, size_t size,
                       ft_symbols from) {
  scan s = {t, text, text, text + size, text, from, 0};
  ft_tells_result (t, count);
  ft_reads_string (t, format);
  while (count > 0) {
    const char *literals = format;
    struct ft_conversion c = ft_conversion_next (&format, true);
    if (!c.letter || !skip_literals (&s, literals, strchrnul (literals, '%')))
      return;
    if (c.letter != 'c')
      skip_blanks (&s);
    size_t n = c.letter == '%' ? 1 : length_of (&s, &c);
    if (c.letter != '%' && !c.skipped) {
      tell (&s, &c, n, va_arg (list->list, void *));
      count--;
    }
    s.at += n;
  }
  if (has_more (format))
    tell_rest (&s);
}
