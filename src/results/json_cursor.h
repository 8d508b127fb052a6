// JSON read in one pass over a text in memory, without a document: a cursor goes
// from value to value, and what nobody asks for is skipped at the speed of reading it.
// For results of which a few members of each finding are wanted.
//
// The cursor accepts what the JSON parser of the other readers (jansson) accepts, except
// that it does not look for members of one name, UTF-8 and numbers beyond the range of
// a double in what it skips (the slow twin in tests/unit/test_json_cursor.c).

#ifndef FT_RESULTS_JSON_CURSOR_H
#define FT_RESULTS_JSON_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

// A value or a name in the text, borrowed; 'begin' is NULL if there is none.
typedef struct ft_json_slice {
  const char *begin, *end;
} ft_json_slice;

typedef struct ft_json_cursor {
  const char *at, *end; // what is not read yet
  bool wrong;           // it is not JSON; the cursor stays where that was seen
} ft_json_cursor;

// Enters an object or a list, by its opening bracket.  False, and the cursor stays,
// if the next value is something else.
bool ft_json_enter (ft_json_cursor *, char bracket);

// Goes to the next member of the object that was entered, whose value is to be read or
// skipped then.  'number' counts, from 0.  The name is without quotes and as it is
// written.  False at the end, which is passed, or if something is wrong.
bool ft_json_member (ft_json_cursor *, size_t *number, ft_json_slice *name);

// The same for the elements of a list.
bool ft_json_element (ft_json_cursor *, size_t *number);

// Passes a value; '*value' becomes its text and may be NULL.
void ft_json_skip (ft_json_cursor *, ft_json_slice *value);

// Whether nothing but white space is left.
bool ft_json_is_over (ft_json_cursor *);

// Whether a name, or the text of a value, is this one.
bool ft_json_is (ft_json_slice, const char *text);

// The value of a member of an object; none if it has no such member.
ft_json_slice ft_json_find (ft_json_slice object, const char *name);

// An element of a list; none if it has fewer.
ft_json_slice ft_json_at (ft_json_slice list, size_t number);

// Adds the characters of a string; false if the value is none, or has a zero byte.
bool ft_json_add_string (ft_strbuf *, ft_json_slice);

// Passes a value of which it is known that it is JSON, in half the time; '*value' becomes
// its text, which is added without white space between its parts unless 'out' is NULL.
void ft_json_copy (ft_json_cursor *, ft_json_slice *value, ft_strbuf *out);

// The same for a value that a cursor has passed.
void ft_json_add_compact (ft_strbuf *, ft_json_slice);

#endif
