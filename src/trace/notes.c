#include "trace/notes.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "trace/notes.h"

void ft_notes_release (ft_notes *notes) {
  for (size_t i = 0; i < notes->list.size; i++)
    free (notes->list.begin[i].text);
  FT_RELEASE (notes->list);
}

bool ft_notes_again (ft_notes *notes, int sort) {
  for (size_t i = 0; i < notes->list.size; i++)
    if (notes->list.begin[i].sort == sort) {
      notes->list.begin[i].count++;
      return true;
    }
  return false;
}

void ft_notes_add (ft_notes *notes, int sort, ft_pos position,
                   const char *format, ...) {
  if (ft_notes_again (notes, sort))
    return;
  char raw[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (raw, sizeof raw, format, arguments);
  va_end (arguments);
  ft_error printable;
  ft_error_set (&printable, FT_EXIT_OK, "%s", raw);
  ft_note note = {ft_strdup (printable.message), position, 1, sort};
  FT_PUSH (notes->list, note);
}

bool ft_note_is_loss (const ft_note *note) {
  return note->sort == FT_NOTE_SKIPPED_LINE || note->sort == FT_NOTE_RUN ||
         note->sort == FT_NOTE_RUN_GAP || note->sort >= FT_NOTE_DROPPED;
}
