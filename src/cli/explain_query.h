// The question of 'foretrace explain', from the words of the command line.

#ifndef FT_CLI_EXPLAIN_QUERY_H
#define FT_CLI_EXPLAIN_QUERY_H

#include "predict/explanation.h"
#include "format/reader.h"

// The events of the two accesses.
typedef struct ft_explain_query {
  ft_event_set accesses[2];
  ft_strbuf name; // of the question in the report
} ft_explain_query;

void ft_explain_query_release (
    ft_explain_query *); // (ft_explain_query){0} is empty

// RACE: "R3" (the number in a check or, if not NULL, in the file 'results'),
// "12,49", or a fingerprint.
bool ft_explain_query_race (ft_explain_query *, const ft_facts *,
                            ft_read_options, const ft_check_options *,
                            const char *race, const char *results, ft_error *);

// How many first events of a run the check of these results has read; 0: all.
bool ft_explain_query_events (const char *results, ft_pos *most, ft_error *);

// LOC LOC: the name of a location, or "@12" for an event.
bool ft_explain_query_locations (ft_explain_query *, const ft_facts *,
                                 const char *const loc[2], ft_error *);

#endif
