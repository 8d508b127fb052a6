// Warnings about a trace: what was accepted or repaired, and how often.
// Each sort of flaw is one note with the position of its first occurrence
// and a count, so that a million repeated forks are one line.

#ifndef FT_TRACE_NOTES_H
#define FT_TRACE_NOTES_H

#include "base/ids.h"
#include "base/stack.h"

// Sorts of notes; FT_NOTE_DROPPED + rule for what --lenient drops.
enum ft_note_sort {
  FT_NOTE_SPELLING,
  FT_NOTE_NO_LOCATION,
  FT_NOTE_VOLATILE,
  FT_NOTE_UNKNOWN_OPERATION,
  FT_NOTE_SKIPPED_LINE,
  FT_NOTE_REPEATED_FORK,
  FT_NOTE_SPURIOUS_WAKE,
  FT_NOTE_OPEN_SECTION,
  FT_NOTE_ALTPATH,
  FT_NOTE_RUN, // and the next: of recorded runs
  FT_NOTE_RUN_GAP,
  FT_NOTE_RUN_UNINSTRUMENTED,
  FT_NOTE_DROPPED,
  FT_NOTE_LOST = FT_NOTE_DROPPED + 64, // and the next: of packed traces
};

typedef struct ft_note {
  char *text;   // owned; of the first occurrence, e.g. "trace.std:7: thread
                // 'T2' is forked again before it starts; ignored"
  ft_pos first; // event position of the first occurrence
  uint64_t count;
  int sort; // caller's key
} ft_note;

typedef struct ft_notes {
  FT_STACK (ft_note) list;
} ft_notes;

void ft_notes_release (ft_notes *); // (ft_notes){0} is empty

// Counts an occurrence of 'sort'; formats its text if it is the first.
void ft_notes_add (ft_notes *, int sort, ft_pos, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

// Whether it tells of something that was not there to be analysed: a line or
// block that could not be read, an event that was left out.
bool ft_note_is_loss (const ft_note *);

// Counts an occurrence if 'sort' was noted before; returns whether.
bool ft_notes_again (ft_notes *, int sort);

#endif
