#include "format/spelling.h"

#include <string.h>

typedef struct ft_spelling spelling;

void ft_spellings_release (ft_spellings *s) {
  ft_intern_release (&s->texts);
  FT_RELEASE (s->uses);
}

static bool is_prefixed (ft_span name) {
  return name.size > 1 && name.begin[0] == 'T' &&
         ft_span_is_digits ((ft_span){name.begin + 1, name.size - 1});
}

// "T151" for "151" and the other way round; false for names of neither form.
// 'room' has space for the longest name that is considered.
static bool other_spelling (ft_span name, char room[24], ft_span *other) {
  if (name.size > 22)
    return false;
  if (is_prefixed (name))
    *other = (ft_span){name.begin + 1, name.size - 1};
  else if (ft_span_is_digits (name)) {
    room[0] = 'T';
    memcpy (room + 1, name.begin, name.size);
    *other = (ft_span){room, name.size + 1};
  } else
    return false;
  return true;
}

static spelling *find_other (ft_spellings *s, ft_span name) {
  char room[24];
  ft_span other;
  if (!other_spelling (name, room, &other))
    return NULL;
  ft_id id = ft_intern_find (&s->texts, other.begin, other.size);
  return id == FT_NO_ID ? NULL : s->uses.begin + id;
}

// The use of a spelling; the thread of a new one is FT_NO_ID.
static ft_id use_of (ft_spellings *s, ft_span name) {
  ft_id id = ft_intern_add (&s->texts, name.begin, name.size);
  FT_GROW (s->uses, id + 1, ((spelling){FT_NO_ID, false}));
  return id;
}

static void note (const ft_trace_line *line, ft_span name, ft_tid thread) {
  const char *shown = ft_tables_name (line->tables, FT_CLASS_THREAD, thread);
  ft_notes_add (line->notes, FT_NOTE_SPELLING, line->position,
                "%.200s:%llu: '%.*s' and '%s' are taken for the same thread",
                line->path, (unsigned long long)line->number,
                FT_SPAN_ARGS (name), shown);
}

static ft_tid add_thread (const ft_trace_line *line, ft_span name) {
  return ft_tables_add (line->tables, FT_CLASS_THREAD, name.begin, name.size);
}

// The first event with a spelling decides which thread it means.
static bool start_acting (ft_spellings *s, const ft_trace_line *line, ft_id id,
                          ft_span name, ft_error *error) {
  const spelling *other = find_other (s, name);
  spelling *mine = s->uses.begin + id;
  if (mine->thread == FT_NO_ID && other && !other->acts) {
    mine->thread = other->thread;
    note (line, name, mine->thread);
  } else if (mine->thread == FT_NO_ID)
    mine->thread = add_thread (line, name);
  else if (other && other->acts && other->thread == mine->thread) {
    ft_trace_line_error (
        line, error,
        "thread '%.*s' acts, but was taken for another thread, "
        "'%s', when it was forked or joined; rename one of them",
        FT_SPAN_ARGS (name),
        ft_tables_name (line->tables, FT_CLASS_THREAD, mine->thread));
    return false;
  }
  mine->acts = true;
  return true;
}

ft_tid ft_spellings_actor (ft_spellings *s, const ft_trace_line *line,
                           ft_span name, ft_error *error) {
  ft_id id = use_of (s, name);
  if (!s->uses.begin[id].acts && !start_acting (s, line, id, name, error))
    return FT_NO_ID;
  return s->uses.begin[id].thread;
}

// A target with a name that was not used before.  It gets the kind of name that
// the forking thread has, as the forked thread most likely will.
static ft_tid add_target (ft_spellings *s, const ft_trace_line *line,
                          ft_span actor, ft_span name) {
  char room[24];
  ft_span other;
  if (!is_prefixed (actor) || !ft_span_is_digits (name) ||
      !other_spelling (name, room, &other))
    return add_thread (line, name);
  ft_tid thread = add_thread (line, other);
  ft_id id = use_of (s, other); // may move 'uses'
  s->uses.begin[id].thread = thread;
  note (line, name, thread);
  return thread;
}

ft_tid ft_spellings_target (ft_spellings *s, const ft_trace_line *line,
                            ft_span actor, ft_span name) {
  ft_id id = use_of (s, name);
  if (s->uses.begin[id].thread != FT_NO_ID)
    return s->uses.begin[id].thread;
  const spelling *other = find_other (s, name);
  ft_tid thread = other ? other->thread : add_target (s, line, actor, name);
  if (other)
    note (line, name, thread);
  s->uses.begin[id].thread = thread; // after what may move 'uses'
  return thread;
}
