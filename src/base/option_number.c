// The types of option values that are numbers: counts, times and sizes.

#include "base/option.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>

// Parse the decimal digits at the start of 'text', without a sign; '*end' is
// what follows them.
static bool parse_digits (const char *text, uint64_t *value, char **end) {
  if (!isdigit ((unsigned char)*text))
    return false;
  errno = 0;
  *value = strtoull (text, end, 10);
  return !errno;
}

static bool parse_count (const ft_option *o, const char *text) {
  uint64_t value;
  char *end;
  if (!parse_digits (text, &value, &end) || *end || value >= UINT32_MAX)
    return false;
  *(unsigned *)o->to = (unsigned)value;
  return true;
}

// A time with or without the letter of its unit behind it.
static bool parse_time (const ft_option *o, const char *text, char unit) {
  if (!isdigit ((unsigned char)*text) && *text != '.')
    return false;
  char *end;
  double value = strtod (text, &end);
  if (*end == unit)
    end++;
  if (end == text || *end || !isfinite (value) || value > 1e9)
    return false;
  *(double *)o->to = value;
  return true;
}

static bool parse_seconds (const ft_option *o, const char *text) {
  return parse_time (o, text, 's');
}

static bool parse_days (const ft_option *o, const char *text) {
  return parse_time (o, text, 'd');
}

static bool parse_bytes (const ft_option *o, const char *text) {
  static const char units[] = "KMGT";
  uint64_t value;
  char *end;
  if (!parse_digits (text, &value, &end))
    return false;
  const char *unit =
      *end ? strchr (units, toupper ((unsigned char)*end)) : NULL;
  unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
  end += unit != NULL;
  if (*end || (shift && value >> (64 - shift)))
    return false;
  *(uint64_t *)o->to = value << shift;
  return true;
}

const ft_option_type ft_option_count = {parse_count, "a whole number"};
const ft_option_type ft_option_seconds = {parse_seconds,
                                          "seconds, such as 10 or 0.5"};
const ft_option_type ft_option_days = {parse_days, "days, such as 7 or 0.5"};
const ft_option_type ft_option_bytes = {parse_bytes,
                                        "a size, such as 512M or 4G"};
