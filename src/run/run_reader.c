#include "run/run_reader_inside.h"

#include <stdarg.h>
#include <stdio.h>

ft_run_reader *ft_run_reader_new (const ft_run *run) {
  ft_run_reader *w = FT_NEW (ft_run_reader);
  w->run = run;
  w->entry = 1;
  return w;
}

static void free_thread (ft_run_thread *t) {
  if (!t)
    return;
  ft_run_log_free (t->log);
  FT_RELEASE (t->frames);
  FT_RELEASE (t->variables);
  ft_run_fibre_release (&t->aside);
  free (t);
}

void ft_run_reader_free (ft_run_reader *w) {
  if (!w)
    return;
  for (size_t i = 0; i < w->threads.size; i++)
    free_thread (w->threads.begin[i]);
  for (size_t i = 0; i < w->fibres.size; i++) {
    ft_run_fibre_release (w->fibres.begin[i]);
    free (w->fibres.begin[i]);
  }
  FT_RELEASE (w->threads);
  FT_RELEASE (w->fibres);
  ft_map_release (&w->fibre_at);
  FT_RELEASE (w->aliases);
  free (w);
}

const char *ft_run_reader_incomplete (const ft_run_reader *w) {
  return w->incomplete[0] ? w->incomplete : NULL;
}

uint64_t ft_run_reader_words (const ft_run_reader *w) {
  return w->words;
}

const ft_run *ft_run_reader_run (const ft_run_reader *w) {
  return w->run;
}

ft_run_thread *ft_run_reader_thread (const ft_run_reader *w, uint32_t number) {
  return number < w->threads.size ? w->threads.begin[number] : NULL;
}

const ft_site *ft_run_reader_site (const ft_run_reader *w, ft_id site) {
  return w->run->code.sites.begin[site].site;
}

int ft_run_reader_fail (const ft_run_reader *w, const ft_run_thread *t,
                        uint64_t tick, ft_error *error, const char *format,
                        ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s/thread-%u%s: word %llu: %s",
                w->run->path, t->number, t->log && t->log->stream ? ".zst" : "",
                (unsigned long long)tick, text);
  return -1;
}

int ft_run_record_error (const ft_run_record *r, const ft_run_reader *w,
                         ft_error *error, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  return ft_run_reader_fail (w, r->thread, r->tick, error, "%s", text);
}

// ---- records ---------------------------------------------------------------

static const uint8_t wire_words[] = {
#define R(NAME, words, what) words,
    FT_WIRE_RECORDS (R)
#undef R
};

static const char *const wire_names[] = {
#define R(NAME, words, what) #NAME,
    FT_WIRE_RECORDS (R)
#undef R
};

enum { WIRE_RECORDS = sizeof wire_words };

// The code of the next record from word '*i' on that is more than a note; the
// log's end: 'none'.
static unsigned next_code (const ft_run_thread *t, unsigned *i, unsigned none) {
  ft_error error;
  for (; t->log && ft_run_log_has (t->log, *i + 1, &error); (*i)++) {
    unsigned code = FT_WIRE_CODE (t->log->at[*i]);
    if (code == FT_WIRE_LOCK_INIT)
      (*i)++; // its word
    else if (code != FT_WIRE_EXTERNAL && code != FT_WIRE_GAP)
      return code;
  }
  return none;
}

bool ft_run_thread_waits (const ft_run_thread *t) {
  unsigned i = 0;
  if (next_code (t, &i, FT_WIRE_WAKE) != FT_WIRE_WAKE)
    return false;
  i += 2; // WAKE and its word
  return next_code (t, &i, FT_WIRE_ACQUIRE) == FT_WIRE_ACQUIRE;
}

bool ft_run_thread_switches (const ft_run_thread *t) {
  ft_error error;
  return t->log && ft_run_log_has (t->log, 1, &error) &&
         FT_WIRE_CODE (*t->log->at) == FT_WIRE_FIBRE;
}

// Find the site of a code in the current function of the thread.
static bool find_site (const ft_run_reader *w, ft_run_record *r) {
  const ft_run_thread *t = r->thread;
  if (FT_EMPTY (t->frames))
    return false;
  const ft_run_function *f = FT_TOP (t->frames).function;
  if (!r->code || r->code > f->count)
    return false;
  r->site = f->site + r->code - 1;
  r->at = w->run->code.sites.begin + r->site;
  return true;
}

static int unknown_code (const ft_run_reader *w, const ft_run_record *r,
                         ft_error *error) {
  const ft_run_thread *t = r->thread;
  if (r->code >= FT_WIRE_FIRST)
    return ft_run_record_error (r, w, error, "unknown record 0x%x", r->code);
  if (FT_EMPTY (t->frames))
    return ft_run_record_error (r, w, error, "site %u outside of any function",
                                r->code);
  const ft_run_function *f = FT_TOP (t->frames).function;
  return ft_run_record_error (
      r, w, error,
      "site %u in '%.60s', which has %u: the log is damaged, or the program "
      "switches stacks without saying so (docs/guide/fibres.md)",
      r->code, ft_sites_text (f->table, f->function->name), f->count);
}

static int enter (ft_run_reader *w, const ft_run_record *r, ft_error *error) {
  const ft_run_function *f =
      ft_run_code_function_at (&w->run->code, r->payload);
  if (!f)
    return ft_run_record_error (
        r, w, error,
        "entry of a function at 0x%llx, which no object "
        "has",
        (unsigned long long)r->payload);
  ft_run_frame frame = {f, r->word[0], FT_NO_ID};
  FT_PUSH (r->thread->frames, frame);
  return 1;
}

void ft_run_thread_pop_frame (ft_run_thread *t) {
  t->frames.size--;
  while (!FT_EMPTY (t->variables) &&
         FT_TOP (t->variables).depth > t->frames.size)
    t->variables.size--;
}

static int unwind (const ft_run_reader *w, const ft_run_record *r,
                   ft_error *error) {
  ft_run_thread *t = r->thread;
  size_t i = t->frames.size;
  while (i && (t->frames.begin[i - 1].address & FT_WIRE_PAYLOAD) != r->payload)
    i--;
  if (!i)
    return ft_run_record_error (r, w, error,
                                "unwinds to a frame at 0x%llx, which is not on "
                                "the stack (longjmp to another stack?)",
                                (unsigned long long)r->payload);
  while (t->frames.size > i)
    ft_run_thread_pop_frame (t);
  return 1;
}

static void add_variable (const ft_run_record *r) {
  ft_run_thread *t = r->thread;
  uint64_t size = r->at->site->size ? r->at->site->size : 1;
  ft_run_variable v = {r->payload, r->payload + size - 1, r->site,
                       (uint32_t)t->frames.size};
  size_t i = t->variables.size;
  while (i && t->variables.begin[i - 1].depth == v.depth &&
         t->variables.begin[i - 1].site != v.site)
    i--;
  if (i && t->variables.begin[i - 1].depth == v.depth)
    t->variables.begin[i - 1] = v; // the same variable again, in a loop
  else
    FT_PUSH (t->variables, v);
}

static int update_frames (ft_run_reader *w, ft_run_record *r,
                          ft_error *error) {
  ft_run_thread *t = r->thread;
  if (r->at) {
    if (r->at->kind == FT_SITE_CALL)
      FT_TOP (t->frames).call = r->site;
    else if (r->at->kind == FT_SITE_VARIABLE)
      add_variable (r);
    return 1;
  }
  if (r->code == FT_WIRE_ENTER)
    return enter (w, r, error);
  if (r->code == FT_WIRE_UNWIND)
    return unwind (w, r, error);
  if (r->code == FT_WIRE_FIBRE)
    return ft_run_reader_fibre (w, r, error);
  if (r->code != FT_WIRE_EXIT)
    return 1;
  if (FT_EMPTY (t->frames))
    return ft_run_record_error (r, w, error,
                                "leaves a function, but is in none");
  ft_run_thread_pop_frame (t);
  return 1;
}

static int crosses (const ft_run_reader *w, const ft_run_record *r,
                    unsigned words, ft_error *error) {
  const char *name =
      r->at ? "access" : wire_names[r->code - (unsigned)FT_WIRE_FIRST];
  return ft_run_record_error (r, w, error,
                              "%s of %u words, but the thread stops after word "
                              "%llu",
                              name, words, (unsigned long long)w->limit);
}

int ft_run_reader_read (ft_run_reader *w, ft_run_record *r, ft_error *error) {
  ft_run_thread *t = w->now;
  ft_run_log *log = t->log;
  if (!ft_run_log_has (log, 1, error))
    return error->message[0] ? -1 : ft_run_reader_ends_early (w, error);
  uint64_t head = *log->at;
  *r = (ft_run_record){t,        t->tick, FT_WIRE_CODE (head),
                       FT_NO_ID, NULL,    head & FT_WIRE_PAYLOAD,
                       {0}};
  r->left = t->fibre;
  unsigned words, ordinal = r->code - (unsigned)FT_WIRE_FIRST;
  if (r->code >= FT_WIRE_FIRST && ordinal < WIRE_RECORDS)
    words = wire_words[ordinal];
  else if (r->code < FT_WIRE_FIRST && find_site (w, r))
    words = r->at->words;
  else
    return unknown_code (w, r, error);
  if (w->limit - t->tick < words + 1)
    return crosses (w, r, words + 1, error);
  if (!ft_run_log_has (log, words + 1, error))
    return error->message[0] ? -1 : ft_run_reader_ends_early (w, error);
  for (unsigned i = 0; i < words; i++)
    r->word[i] = log->at[1 + i];
  ft_run_log_skip (log, words + 1);
  t->tick += words + 1;
  w->words += words + 1;
  return update_frames (w, r, error);
}

// ---- memory that is mapped twice -------------------------------------------

static void push_part (ft_run_reader *w, ft_run_alias a, uint64_t from,
                       uint64_t bytes) {
  if (bytes)
    FT_PUSH (w->aliases,
             ((ft_run_alias){a.first + from, a.first + from + (bytes - 1),
                             a.to + from}));
}

// Cut a range out of the later addresses, or out of the earlier ones.
static void cut_aliases (ft_run_reader *w, uint64_t first, uint64_t last,
                         bool earlier) {
  for (size_t i = w->aliases.size; i--;) {
    ft_run_alias a = w->aliases.begin[i];
    uint64_t begin = earlier ? a.to : a.first, end = begin + (a.last - a.first);
    if (begin > last || end < first)
      continue;
    w->aliases.begin[i] = FT_TOP (w->aliases);
    w->aliases.size--;
    if (begin < first)
      push_part (w, a, 0, first - begin);
    if (end > last)
      push_part (w, a, last + 1 - begin, end - last);
  }
}

static void end_aliases (ft_run_reader *w, uint64_t first, uint64_t last) {
  cut_aliases (w, first, last, false);
  cut_aliases (w, first, last, true);
}

static void note_alias (ft_run_reader *w, const ft_run_record *r) {
  uint64_t first = r->payload, last = first + (r->word[0] - 1);
  if (r->at || !r->word[0] || last < first)
    return;
  if (r->code == FT_WIRE_ALIAS)
    FT_PUSH (w->aliases, ((ft_run_alias){first, last, r->word[1]}));
  else if (r->code == FT_WIRE_UNMAP)
    end_aliases (w, first, last);
}

uint64_t ft_run_reader_address (const ft_run_reader *w, uint64_t address) {
  // An older mapping may have an older one.  A damaged log may have a circle.
  for (size_t i = 0, left = w->aliases.size; i < w->aliases.size && left; i++) {
    const ft_run_alias *a = w->aliases.begin + i;
    if (address < a->first || address > a->last)
      continue;
    address = a->to + (address - a->first);
    i = SIZE_MAX;
    left--;
  }
  return address;
}

// The objects of a record of synchronisation are those of the first mapping.
static void name_objects (const ft_run_reader *w, ft_run_record *r) {
  if (r->at || FT_EMPTY (w->aliases))
    return;
  switch (r->code) {
  case FT_WIRE_WAIT:
    r->word[0] = ft_run_reader_address (w, r->word[0]);
    // fallthrough
  case FT_WIRE_WAKE:
  case FT_WIRE_ACQUIRE:
  case FT_WIRE_RELEASE:
  case FT_WIRE_ACQUIRE_SHARED:
  case FT_WIRE_RELEASE_SHARED:
  case FT_WIRE_TRIED:
  case FT_WIRE_TRIED_SHARED:
  case FT_WIRE_TRY_FAILED:
  case FT_WIRE_SIGNAL:
  case FT_WIRE_BROADCAST:
  case FT_WIRE_BARRIER_ARRIVE:
  case FT_WIRE_BARRIER_LEAVE:
  case FT_WIRE_SEM_INIT:
  case FT_WIRE_SEM_POST:
  case FT_WIRE_SEM_WAIT:
  case FT_WIRE_SEM_VALUE:
  case FT_WIRE_LOCK_INIT:
  case FT_WIRE_LOCK_DESTROY:
    r->payload = ft_run_reader_address (w, r->payload);
    break;
  }
}

static void note_limit (ft_run_record *r) {
  bool in_word = r->code == FT_WIRE_WAKE || r->code == FT_WIRE_SEM_WAIT;
  uint64_t *at = in_word ? r->word : &r->payload;
  r->limited = !r->at && (in_word || r->code == FT_WIRE_JOIN) &&
               *at & FT_WIRE_LIMITED;
  if (r->limited)
    *at &= ~FT_WIRE_LIMITED;
}

// ---- all threads -----------------------------------------------------------

static void take_fill (ft_run_record *r) {
  r->filled = r->word[0] & FT_WIRE_FILLED;
  if (!r->filled)
    return;
  r->fill = FT_WIRE_FILL_OF (r->word[0]);
  r->word[0] &= FT_WIRE_PAYLOAD;
}

static void take_content (ft_run_record *r) {
  r->undefined = r->word[0] & FT_WIRE_UNDEFINED;
  r->zeroed = r->word[0] & FT_WIRE_ZEROED;
  r->word[0] &= ~(FT_WIRE_UNDEFINED | FT_WIRE_ZEROED);
}

// Takes what a word says beside a number of bytes out of it.
static void take_marks (ft_run_record *r) {
  r->empty = r->undefined = r->zeroed = r->filled = false;
  if (r->at ? r->at->kind == FT_SITE_SET : r->code == FT_WIRE_WRITE_RANGE)
    take_fill (r);
  else if (!r->at && r->code == FT_WIRE_ALLOC)
    take_content (r);
  else if (!r->at && r->code == FT_WIRE_MAP) {
    r->empty = r->word[0] & 1;
    r->word[0] -= r->empty;
  }
}

int ft_run_reader_next (ft_run_reader *w, ft_run_record *r, ft_error *error) {
  while (!w->now || w->now->tick >= w->limit) {
    if (w->now && w->now->log)
      ft_run_thread_close_log (w->now);
    int turn = ft_run_reader_next_turn (w, error);
    if (turn <= 0)
      return turn;
    if (!w->now->log && w->now->tick < w->limit)
      return ft_run_reader_ends_early (w, error);
  }
  int got = ft_run_reader_read (w, r, error);
  if (got > 0) {
    take_marks (r);
    note_limit (r);
    r->woke = r->thread->woke;
    r->thread->woke = !r->at && r->code == FT_WIRE_WAKE;
    name_objects (w, r);
    note_alias (w, r);
  }
  return got;
}
