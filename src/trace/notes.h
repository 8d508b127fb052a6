// Notes: warnings about flaws of a trace that were accepted or repaired.  Each
// sort of flaw is one note with the position of its first occurrence and a
// count, so that a million repeated forks are one line.

#ifndef FT_TRACE_NOTES_H
#define FT_TRACE_NOTES_H

#include "base/ids.h"
#include "base/stack.h"

// Sorts of notes.  FT_NOTE_DROPPED + rule: an event that breaks the rule was
// dropped because of --lenient.
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
  FT_NOTE_RUN, // this and the next two: of recorded runs
  FT_NOTE_RUN_GAP,
  FT_NOTE_RUN_UNINSTRUMENTED,
  FT_NOTE_DROPPED,
  FT_NOTE_LOST = FT_NOTE_DROPPED + 64, // and greater ones: of packed traces
};

typedef struct ft_note {
  char *text;   // owned; of the first occurrence, e.g. "trace.std:7: thread
                // 'T2' is forked again before it starts; ignored"
  ft_pos first; // event position of the first occurrence
  uint64_t count;
  int sort; // enum ft_note_sort, or a key of the caller
} ft_note;

// Whether the note says at which function's calls paths ended that were followed
// (load/unfollowed.h): the text is its name.
static inline bool ft_note_is_unfollowed (const ft_note *note) {
  return note->sort < 0;
}

typedef struct ft_notes {
  FT_STACK (ft_note) list;
} ft_notes;

void ft_notes_release (ft_notes *); // (ft_notes){0} is empty

// Count an occurrence of 'sort'; the text is formatted for the first one only.
void ft_notes_add (ft_notes *, int sort, ft_pos, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

// Whether the note is about something that is missing from the analysis: a line
// or block that could not be read, an event that was dropped.
bool ft_note_is_loss (const ft_note *);

// Count an occurrence if there is a note of 'sort'; returns whether there is.
bool ft_notes_again (ft_notes *, int sort);

#endif
