// One race or deadlock in the text report, in full or in one or two lines.

#ifndef FT_REPORT_TEXT_RACE_H
#define FT_REPORT_TEXT_RACE_H

#include "report/text_report.h"
#include "load/describe.h"

typedef struct ft_text_writer {
  FILE *file;
  const ft_report *report;
  const ft_index *index;
  const ft_text_style *style;
} ft_text_writer;

// The race of rank 'i' (named R(i+1)).
void ft_text_race_full (const ft_text_writer *, size_t i);  // certified
void ft_text_race_brief (const ft_text_writer *, size_t i); // any verdict

// The schedule of a certified race ('text_schedule.c').
void ft_text_schedule (const ft_text_writer *, const ft_race *);

// What a race under another memory model has instead ('text_memory_model.c'), and
// which write and read of it do not synchronise; false, nothing, if none are
// known.
void ft_text_memory_model (const ft_text_writer *, const ft_race *);
bool ft_text_add_unsynchronized (ft_strbuf *line, const ft_trace *,
                                 const ft_race *);

// The deadlock D(i+1), in full if it is certified and 'full' is set
// ('text_deadlock.c'); its schedule ('text_schedule.c').
void ft_text_deadlock (const ft_text_writer *, size_t i, bool full);
void ft_text_blocked (const ft_text_writer *, const ft_deadlock *);

// The failure F(i+1), in full if it is certified and 'full' is set
// ('text_failure.c'); its schedule ('text_schedule.c').
void ft_text_failure (const ft_text_writer *, size_t i, bool full);
void ft_text_failing (const ft_text_writer *, const ft_failure *);

// Adds the words for a verdict.  'left_open': of a refuted pair, the strictest
// relaxed model that leaves it open; FT_MODEL_MCM if none does.
void ft_text_verdict_add (ft_strbuf *, enum ft_verdict,
                          enum ft_model left_open, bool color);

// Ends a line with the verdict in its column.
void ft_text_verdict (const ft_text_writer *, ft_strbuf *line, enum ft_verdict,
                      enum ft_model left_open, bool known, bool suppressed,
                      const ft_replayed *, const ft_consequence *);

// The escape sequence for the colour of a verdict; "\033[0m" ends it.
const char *ft_text_verdict_color (enum ft_verdict);

// The verb of an access: "reads", "atomically updates", "closes".
const char *ft_text_verb (const ft_trace *, const ft_event *);

// Whether the event is a call that uses or closes a descriptor.
bool ft_text_is_descriptor (const ft_trace *, const ft_event *);

// A race in terms of the source ('text_source.c'): adds the variable, after the
// opening quote of its name; writes both accesses, false if nothing is known.
void ft_text_variable (ft_strbuf *line, const ft_text_writer *,
                       const ft_race *);
bool ft_text_source (const ft_text_writer *, const ft_race *);

// Adds the values of an access by its type: " (1 -> 0)" of a write, " (1)" of a
// read; nothing if the trace has no values ('text_value.c').
void ft_text_add_values (ft_strbuf *line, const ft_trace *, ft_id event,
                         const ft_description *);

// Writes how to check the schedule of the finding R3 or D1, if it is kept.
void ft_text_check (const ft_text_writer *, char letter, size_t number);

// Writes the next commands for the finding R3 or D1 of a recorded run.  The
// debugger shows threads right before what they do, so not races under c11.
void ft_text_commands (const ft_text_writer *, char letter, size_t number,
                       enum ft_memory_model);

// Writes why the recorded run hid the race, as far as that is one fact of the
// trace ('text_recorded.c').
void ft_text_recorded (const ft_text_writer *, const ft_race *);

// The same as a sentence; nothing if the budget ended before it was known.
void ft_text_add_recorded (ft_strbuf *, const ft_text_writer *,
                           const ft_race *);

#endif
