// The part of the report of 'info' about the grammar of a compressed trace.

#ifndef FT_REPORT_INFO_GRAMMAR_H
#define FT_REPORT_INFO_GRAMMAR_H

#include <jansson.h>
#include <stdio.h>

#include "grammar/profile.h"
#include "trace/tables.h"

typedef struct ft_info_grammar {
  const ft_slp *slp;
  const ft_profile *profile;
} ft_info_grammar;

// Writes the size and ratio of the grammar; the rules that make most events.
void ft_info_grammar_size (FILE *, const ft_info_grammar *);
void ft_info_grammar_rules (FILE *, const ft_info_grammar *, const ft_tables *);

json_t *ft_info_grammar_value (const ft_info_grammar *, const ft_tables *);

#endif
