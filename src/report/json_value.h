// Small helpers around jansson for all JSON reports.

#ifndef FT_REPORT_JSON_VALUE_H
#define FT_REPORT_JSON_VALUE_H

#include <jansson.h>
#include <stdio.h>

// A string of well-formed UTF-8, whatever the bytes of 'text'; null for NULL.
json_t *ft_json_text (const char *text);

// Seconds, rounded to microseconds.
json_t *ft_json_seconds (double seconds);

// {"name": "foretrace", "version": ...}
json_t *ft_json_tool (void);

// Writes 'value' on one line and frees it.
void ft_json_write (FILE *, json_t *value);

// Writes the members of an object without its braces and frees it.
void ft_json_write_members (FILE *, json_t *object);

#endif
