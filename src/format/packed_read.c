// See 'packed_read.h'.

#include "format/packed_read.h"

#include <assert.h>
#include <stdio.h>

#include "format/text_format.h"
#include "format/packed_readahead.h"
#include "format/packed_columns.h"
#include "format/block_encoding.h"

struct ft_packed {
  ft_packed_readahead *file; // owned
  ft_packed_block block;
  ft_packed_columns columns;
  bool lenient, failed;
  bool trusted;    // names of locals differ
  unsigned losses; // single notes about lost events so far
  uint64_t gap;    // events lost before the block
  ft_pos position; // of the next event
  uint32_t left;   // events of the block still to be decoded
};

ft_packed *ft_packed_open (ft_decompressor *in, unsigned without, bool lenient,
                           ft_error *error) {
  ft_packed_file *file = ft_packed_file_new (in, without, error);
  if (!file)
    return NULL;
  ft_packed *p = FT_NEW (ft_packed);
  p->file = ft_packed_readahead_new (file);
  p->lenient = lenient;
  ft_packed_columns_init (&p->columns, without);
  return p;
}

void ft_packed_trust_names (ft_packed *p) {
  p->trusted = true;
}

void ft_packed_free (ft_packed *p) {
  if (!p)
    return;
  ft_packed_readahead_free (p->file);
  ft_packed_block_release (&p->block);
  ft_packed_columns_release (&p->columns);
  free (p);
}

void ft_packed_refuse (const ft_packed *p, ft_pos position, const char *why,
                       ft_error *error) {
  ft_error_set (
      error, FT_EXIT_BAD_INPUT,
      "%.400s: block %lu at byte %llu: event %llu: %s",
      ft_packed_readahead_path (p->file), (unsigned long)p->block.header.number,
      (unsigned long long)p->block.offset, (unsigned long long)position, why);
}

static bool refuse_event (const ft_packed *p, ft_error *error,
                          const char *what) {
  ft_packed_refuse (p, p->position, what, error);
  return false;
}

// ---- damage ----------------------------------------------------------------

typedef char lost_text[80];

// The lost events in words: from 'first' up to 'end'.
static void describe_lost (lost_text to, ft_pos first, ft_pos end) {
  unsigned long long from = first, last = end - 1;
  if (end == FT_NO_POS && !first)
    snprintf (to, sizeof (lost_text), "all events are missing");
  else if (end == FT_NO_POS)
    snprintf (to, sizeof (lost_text), "all events after event %llu are missing",
              from - 1);
  else if (end <= first)
    snprintf (to, sizeof (lost_text), "no event is missing");
  else if (from == last)
    snprintf (to, sizeof (lost_text), "event %llu is missing", from);
  else
    snprintf (to, sizeof (lost_text), "events %llu to %llu are missing", from,
              last);
}

// Reports damage as an error or as a note.  Notes of one sort are one line with
// a count; the first ones are lines of their own.
static bool report_damage (ft_packed *p, const ft_error *damage, ft_pos end,
                           ft_notes *notes, ft_error *error) {
  enum { MOST_SINGLE = 20 };
  lost_text lost;
  describe_lost (lost, p->position, end);
  if (!p->lenient) {
    ft_error_set (error, damage->code, "%.800s; %s (--lenient reads the rest)",
                  damage->message, lost);
    return false;
  }
  int sort =
      FT_NOTE_LOST + (int)(p->losses < MOST_SINGLE ? p->losses++ : MOST_SINGLE);
  ft_notes_add (notes, sort, p->position, "%.350s; %s", damage->message, lost);
  return true;
}

// A strict reader gives up after this many bytes without a whole block.
static bool may_search (const ft_packed *p, uint64_t from) {
  enum { FAR = 64 << 20 };
  return p->lenient || ft_packed_readahead_status (p->file).bytes - from < FAR;
}

// Reads up to the next whole block or the end; 'damage' is the first damage
// before it.
static enum ft_packed_load_result
find_whole_block (ft_packed *p, ft_error *damage, ft_error *error) {
  uint64_t from = ft_packed_readahead_status (p->file).bytes;
  enum ft_packed_load_result how;
  do {
    ft_error found = FT_NO_ERROR;
    how = ft_packed_readahead_load (p->file, &p->block, &found);
    if (how == FT_PACKED_LOAD_FAILED)
      *error = damage->code && !p->lenient ? *damage : found;
    else if (!damage->code)
      *damage = found;
  } while (how == FT_PACKED_LOAD_DAMAGED && may_search (p, from));
  return how;
}

static int load_whole (ft_packed *p, ft_tables *tables, ft_error *error) {
  const ft_packed_header *h = &p->block.header;
  const char *wrong = NULL;
  if (p->block.skipped)
    wrong = ft_packed_lost_names (&p->block, tables);
  if (!wrong)
    wrong = ft_packed_names (&p->block, tables, p->trusted);
  p->gap = h->first - p->position;
  p->position = h->first;
  if (!wrong)
    wrong = ft_packed_columns_begin (&p->columns, &p->block, tables);
  if (wrong)
    return refuse_event (p, error, wrong) - 1;
  p->left = h->count;
  return 1;
}

int ft_packed_load (ft_packed *p, ft_tables *tables, ft_notes *notes,
                    ft_error *error) {
  ft_error damage = FT_NO_ERROR;
  if (p->failed)
    return refuse_event (p, error, "malformed locations") - 1;
  enum ft_packed_load_result how = find_whole_block (p, &damage, error);
  if (how == FT_PACKED_LOAD_FAILED)
    return -1;
  bool whole = how == FT_PACKED_LOAD_BLOCK;
  ft_pos end = whole ? p->block.header.first
                     : ft_packed_readahead_status (p->file).events;
  if (damage.code && !report_damage (p, &damage, end, notes, error))
    return -1;
  return whole ? load_whole (p, tables, error) : 0;
}

// ---- events ----------------------------------------------------------------

uint64_t ft_packed_gap (const ft_packed *p) {
  return p->gap;
}

uint32_t ft_packed_left (const ft_packed *p) {
  return p->left;
}

bool ft_packed_events (ft_packed *p, ft_tables *tables, ft_event *to,
                       uint32_t n, ft_error *error) {
  assert (n <= p->left);
  if (!ft_packed_columns_take (&p->columns, tables, to, n))
    return refuse_event (p, error, "malformed events");
  p->position += n;
  p->left -= n;
  return true;
}

ft_id ft_packed_location (ft_packed *p, const ft_tables *tables,
                          ft_pos position) {
  if (position < p->block.header.first)
    return FT_NO_ID; // the event is lost
  if (!ft_packed_block_locations (&p->block) ||
      !ft_packed_columns_locate (&p->columns, &p->block, tables)) {
    p->failed = true;
    return FT_NO_ID;
  }
  uint32_t i = (uint32_t)(position - p->block.header.first);
  return ft_packed_columns_location (&p->columns, i);
}

ft_packed_status ft_packed_progress (const ft_packed *p) {
  return ft_packed_readahead_status (p->file);
}

const char *ft_packed_path (const ft_packed *p) {
  return ft_packed_readahead_path (p->file);
}
