#include "report/source_location.h"

#include <ctype.h>
#include <string.h>

#include "report/excerpt.h"
#include "report/row.h"

void ft_source_location_release (ft_source_location *place) {
  free (place->file);
  *place = (ft_source_location){.function = ""};
}

static char *copy (const char *text, size_t length) {
  ft_strbuf out = {0};
  ft_strbuf_add_bytes (&out, text, length);
  return ft_strbuf_take (&out);
}

// Takes ":123" from the end of text[0..*length); false if there is none.
static bool cut_number (const char *text, size_t *length, uint32_t *number) {
  enum { MOST_DIGITS = 9 };
  size_t digits = 0;
  while (digits < *length &&
         isdigit ((unsigned char)text[*length - digits - 1]))
    digits++;
  size_t colon = *length - digits;
  if (!digits || digits > MOST_DIGITS || colon < 2 || text[colon - 1] != ':')
    return false;
  *number = (uint32_t)strtoul (text + colon, NULL, 10);
  *length = colon - 1;
  return true;
}

ft_source_location ft_source_location_parse (const char *location) {
  ft_source_location place = {.function = ""};
  const char *aside = strstr (location, " (");
  size_t length = aside ? (size_t)(aside - location) : strlen (location);
  uint32_t last, before;
  if (!cut_number (location, &length, &last))
    return place;
  bool column = cut_number (location, &length, &before);
  if (!(column ? before : last))
    return place;
  place.file = copy (location, length);
  place.line = column ? before : last;
  place.column = column ? last : 0;
  return place;
}

ft_source_location ft_source_location_of (const ft_frame *f) {
  ft_source_location place = {.function = f->function};
  if (!*f->file)
    return place;
  const char *path = ft_excerpt_path (f->file);
  place.file = copy (path, strlen (path));
  place.line = f->line;
  place.column = f->line ? f->column : 0;
  return place;
}

ft_source_location ft_source_location_at (const ft_report *r, ft_id event) {
  const ft_description *d = ft_sources_at (r->sources, event);
  ft_id location = r->trace->events[event].location;
  if (d && d->stack.size) {
    const ft_frame *own = d->stack.frames + ft_sources_own_frame (&d->stack);
    if (*own->file)
      return ft_source_location_of (own);
  }
  if (location == FT_NO_ID)
    return (ft_source_location){.function = ""};
  return ft_source_location_parse (
      ft_trace_name (r->trace, FT_CLASS_LOCATION, location));
}

void ft_source_location_add (ft_strbuf *out, const ft_report *r, ft_id event,
                             bool column) {
  ft_source_location place = ft_source_location_at (r, event);
  ft_id location = r->trace->events[event].location;
  if (place.file) {
    ft_row_name (out, place.file);
    ft_strbuf_add (out, ":%u", (unsigned)place.line);
    if (column && place.column)
      ft_strbuf_add (out, ":%u", (unsigned)place.column);
  } else if (location != FT_NO_ID)
    ft_row_location (out, r->trace, location);
  else
    ft_strbuf_add (out, "event %lu", (unsigned long)event);
  ft_source_location_release (&place);
}

void ft_source_location_uri (ft_strbuf *out, const char *path) {
  if (*path == '/')
    ft_strbuf_add (out, "file://");
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    if (isalnum (c) || strchr ("/-._~", c))
      ft_strbuf_add_bytes (out, path, 1);
    else
      ft_strbuf_add (out, "%%%02X", c);
  }
}
