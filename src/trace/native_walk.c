#include "trace/native_walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct ft_walk {
  const ft_native_run *run;            // borrowed
  FT_STACK (ft_walk_thread *) threads; // by number; NULL before the first word
  ft_walk_thread *now;                 // has the baton until 'limit'
  uint64_t limit;
  uint64_t entry; // next one of the schedule
  bool last;      // the schedule is over, 'now' is the last to run
  uint64_t words;
  char incomplete[256]; // why, or ""
};

ft_walk *ft_walk_new (const ft_native_run *run) {
  ft_walk *w = FT_NEW (ft_walk);
  w->run = run;
  w->entry = 1;
  return w;
}

static void free_thread (ft_walk_thread *t) {
  if (!t)
    return;
  ft_log_free (t->log);
  FT_RELEASE (t->frames);
  FT_RELEASE (t->variables);
  free (t);
}

void ft_walk_free (ft_walk *w) {
  if (!w)
    return;
  for (size_t i = 0; i < w->threads.size; i++)
    free_thread (w->threads.begin[i]);
  FT_RELEASE (w->threads);
  free (w);
}

const char *ft_walk_incomplete (const ft_walk *w) {
  return w->incomplete[0] ? w->incomplete : NULL;
}

uint64_t ft_walk_words (const ft_walk *w) {
  return w->words;
}

ft_walk_thread *ft_walk_thread_of (const ft_walk *w, uint32_t number) {
  return number < w->threads.size ? w->threads.begin[number] : NULL;
}

const ft_site *ft_walk_site (const ft_walk *w, ft_id site) {
  return w->run->code.sites.begin[site].site;
}

static int fail (const ft_walk *w, const ft_walk_thread *t, uint64_t place,
                 ft_error *error, const char *format, ...)
    __attribute__ ((format (printf, 5, 6)));

static int fail (const ft_walk *w, const ft_walk_thread *t, uint64_t place,
                 ft_error *error, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s/thread-%u%s: word %llu: %s",
                w->run->path, t->number, t->log && t->log->stream ? ".zst" : "",
                (unsigned long long)place, text);
  return -1;
}

int ft_record_error (const ft_record *r, const ft_walk *w, ft_error *error,
                     const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  return fail (w, r->thread, r->place, error, "%s", text);
}

// ---- whose turn it is ------------------------------------------------------

// Killed, or out of space: files may be behind 'control'.
static bool is_torn (const ft_walk *w) {
  return w->run->control.state != FT_WIRE_ENDED;
}

static ft_walk_thread *open_thread (ft_walk *, uint32_t number, ft_error *);

static int bad_entry (const ft_walk *w, ft_error *error, const char *format,
                      ...) __attribute__ ((format (printf, 3, 4)));

static int bad_entry (const ft_walk *w, ft_error *error, const char *format,
                      ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (
      error, FT_EXIT_BAD_INPUT, "%.400s/schedule: byte %llu: %s", w->run->path,
      (unsigned long long)((w->entry - 1) * sizeof (struct ft_wire_switch)),
      text);
  return -1;
}

// 1: 'now' may go on to 'limit'.
static int take_turn (ft_walk *w, ft_error *error) {
  struct ft_wire_switch s;
  memcpy (&s, w->run->schedule.bytes + w->entry++ * sizeof s, sizeof s);
  uint32_t threads = w->run->control.threads;
  if (s.thread >= threads)
    return bad_entry (w, error, "thread %u, but there are %u threads", s.thread,
                      threads);
  ft_walk_thread *t = open_thread (w, s.thread, error);
  if (!t)
    return -1;
  if (s.place < t->place)
    return bad_entry (w, error,
                      "thread %u runs until word %llu, but it was at word "
                      "%llu before",
                      s.thread, (unsigned long long)s.place,
                      (unsigned long long)t->place);
  w->now = t;
  w->limit = s.place;
  return 1;
}

// Whether the thread has words that no entry of the schedule is about.
static int has_more (ft_walk *w, uint32_t number, ft_error *error) {
  ft_walk_thread *t = ft_walk_thread_of (w, number);
  if (t)
    return t->log && t->log->header.words > t->place;
  ft_log *log = ft_log_open (w->run->path, number, error);
  if (!log)
    return -1;
  int more = log->header.words > 0;
  ft_log_free (log);
  return more;
}

static int two_last (ft_walk *w, uint32_t a, uint32_t b, ft_error *error) {
  if (is_torn (w)) {
    snprintf (w->incomplete, sizeof w->incomplete,
              "the schedule ends before the logs of threads %u and %u", a, b);
    return 0;
  }
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s/schedule: ends before the logs of threads %u and %u; "
                "only one thread can be the last to run",
                w->run->path, a, b);
  return -1;
}

// The thread that had the baton when the recording ended.  After it stopped
// (FT_WIRE_STOPPED) threads ran whose switches nobody wrote down.
static int take_last_turn (ft_walk *w, ft_error *error) {
  uint32_t found = UINT32_MAX, threads = w->run->control.threads;
  w->last = true;
  if (w->run->control.state == FT_WIRE_STOPPED)
    return 0;
  for (uint32_t i = 0; i < threads; i++) {
    int more = has_more (w, i, error);
    if (more < 0)
      return -1;
    if (more && found != UINT32_MAX)
      return two_last (w, found, i, error);
    if (more)
      found = i;
  }
  if (found == UINT32_MAX)
    return 0;
  w->now = open_thread (w, found, error);
  if (!w->now)
    return -1;
  w->limit = w->now->log->header.words;
  return 1;
}

static int next_turn (ft_walk *w, ft_error *error) {
  if (w->last || w->incomplete[0])
    return 0;
  return w->entry < w->run->switches ? take_turn (w, error)
                                     : take_last_turn (w, error);
}

// The log ends before the end of the turn.
static int ends_early (ft_walk *w, ft_error *error) {
  const ft_walk_thread *t = w->now;
  if (!is_torn (w) && !t->place && t->log && t->log->header.words)
    return fail (w, t, 0, error,
                 "the log is empty: the run was recorded in light mode, its "
                 "events are to be made by replaying it first");
  if (!is_torn (w))
    return fail (w, t, t->place, error,
                 "the log ends here; it should go on to word %llu",
                 (unsigned long long)w->limit);
  snprintf (w->incomplete, sizeof w->incomplete,
            "the log of thread %u ends at word %llu of %llu", t->number,
            (unsigned long long)t->place, (unsigned long long)w->limit);
  return 0;
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

bool ft_walk_waits (const ft_walk_thread *t) {
  ft_error error;
  for (unsigned i = 0; t->log && ft_log_has (t->log, i + 1, &error); i++) {
    unsigned code = FT_WIRE_CODE (t->log->at[i]);
    if (code != FT_WIRE_EXTERNAL && code != FT_WIRE_GAP)
      return code == FT_WIRE_WAKE;
  }
  return true;
}

// What the code means in the function that the thread is in.
static bool find_site (const ft_walk *w, ft_record *r) {
  const ft_walk_thread *t = r->thread;
  if (FT_EMPTY (t->frames))
    return false;
  const ft_code_function *f = FT_TOP (t->frames).function;
  if (!r->code || r->code > f->count)
    return false;
  r->site = f->site + r->code - 1;
  r->at = w->run->code.sites.begin + r->site;
  return true;
}

static int unknown_code (const ft_walk *w, const ft_record *r,
                         ft_error *error) {
  const ft_walk_thread *t = r->thread;
  if (r->code >= FT_WIRE_FIRST)
    return ft_record_error (r, w, error, "unknown record 0x%x", r->code);
  if (FT_EMPTY (t->frames))
    return ft_record_error (r, w, error, "site %u outside of any function",
                            r->code);
  const ft_code_function *f = FT_TOP (t->frames).function;
  return ft_record_error (r, w, error, "site %u in '%.60s', which has %u",
                          r->code, ft_sites_text (f->table, f->function->name),
                          f->count);
}

static int enter (ft_walk *w, const ft_record *r, ft_error *error) {
  const ft_code_function *f = ft_code_find (&w->run->code, r->payload);
  if (!f)
    return ft_record_error (r, w, error,
                            "entry of a function at 0x%llx, which no object "
                            "has",
                            (unsigned long long)r->payload);
  ft_walk_frame frame = {f, r->word[0], FT_NO_ID};
  FT_PUSH (r->thread->frames, frame);
  return 1;
}

static void pop_frame (ft_walk_thread *t) {
  t->frames.size--;
  while (!FT_EMPTY (t->variables) &&
         FT_TOP (t->variables).depth > t->frames.size)
    t->variables.size--;
}

static int unwind (const ft_walk *w, const ft_record *r, ft_error *error) {
  ft_walk_thread *t = r->thread;
  size_t i = t->frames.size;
  while (i && (t->frames.begin[i - 1].address & FT_WIRE_PAYLOAD) != r->payload)
    i--;
  if (!i)
    return ft_record_error (r, w, error,
                            "unwinds to a frame at 0x%llx, which is not on "
                            "the stack",
                            (unsigned long long)r->payload);
  while (t->frames.size > i)
    pop_frame (t);
  return 1;
}

static void add_variable (const ft_record *r) {
  ft_walk_thread *t = r->thread;
  uint64_t size = r->at->site->size ? r->at->site->size : 1;
  ft_walk_variable v = {r->payload, r->payload + size - 1, r->site,
                        (uint32_t)t->frames.size};
  size_t i = t->variables.size;
  while (i && t->variables.begin[i - 1].depth == v.depth &&
         t->variables.begin[i - 1].site != v.site)
    i--;
  if (i && t->variables.begin[i - 1].depth == v.depth)
    t->variables.begin[i - 1] = v; // the same again, in a loop
  else
    FT_PUSH (t->variables, v);
}

static int keep_frames (ft_walk *w, const ft_record *r, ft_error *error) {
  ft_walk_thread *t = r->thread;
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
  if (r->code != FT_WIRE_EXIT)
    return 1;
  if (FT_EMPTY (t->frames))
    return ft_record_error (r, w, error, "leaves a function, but is in none");
  pop_frame (t);
  return 1;
}

static int crosses (const ft_walk *w, const ft_record *r, unsigned words,
                    ft_error *error) {
  const char *name =
      r->at ? "access" : wire_names[r->code - (unsigned)FT_WIRE_FIRST];
  return ft_record_error (r, w, error,
                          "%s of %u words, but the thread stops after word "
                          "%llu",
                          name, words, (unsigned long long)w->limit);
}

static int read_record (ft_walk *w, ft_record *r, ft_error *error) {
  ft_walk_thread *t = w->now;
  ft_log *log = t->log;
  if (!ft_log_has (log, 1, error))
    return error->message[0] ? -1 : ends_early (w, error);
  uint64_t head = *log->at;
  *r = (ft_record){t,        t->place, FT_WIRE_CODE (head),
                   FT_NO_ID, NULL,     head & FT_WIRE_PAYLOAD,
                   {0}};
  unsigned words, ordinal = r->code - (unsigned)FT_WIRE_FIRST;
  if (r->code >= FT_WIRE_FIRST && ordinal < WIRE_RECORDS)
    words = wire_words[ordinal];
  else if (r->code < FT_WIRE_FIRST && find_site (w, r))
    words = r->at->words;
  else
    return unknown_code (w, r, error);
  if (w->limit - t->place < words + 1)
    return crosses (w, r, words + 1, error);
  if (!ft_log_has (log, words + 1, error))
    return error->message[0] ? -1 : ends_early (w, error);
  for (unsigned i = 0; i < words; i++)
    r->word[i] = log->at[1 + i];
  ft_log_skip (log, words + 1);
  t->place += words + 1;
  w->words += words + 1;
  return keep_frames (w, r, error);
}

// ---- forked processes ------------------------------------------------------

enum { DEEPEST_FORK = 64, PATH = 4096 };

// Run directories of processes are within that of the first one.
static void find_process (char path[PATH], const char *directory,
                          uint32_t pid) {
  struct stat st;
  snprintf (path, PATH, "%s/../process-%u", directory, pid);
  if (stat (path, &st))
    snprintf (path, PATH, "%s/..", directory);
}

// Takes the thread to where the log of the thread that forked it had so many
// words, for the frames that it is in there.
static bool go_back (ft_walk *w, ft_walk_thread *t, const char *directory,
                     const struct ft_wire_thread *h, int depth,
                     ft_error *error) {
  char path[PATH];
  find_process (path, directory, h->forked_pid);
  ft_log *log = ft_log_open (path, h->forked_by, error);
  if (!log)
    return false;
  bool fine = !log->header.forked_pid || depth == DEEPEST_FORK ||
              go_back (w, t, path, &log->header, depth + 1, error);
  ft_record r;
  t->log = log;
  t->place = 0;
  w->limit = h->forked_at;
  while (fine && t->place < w->limit) {
    int got = read_record (w, &r, error);
    fine = got >= 0;
    if (!got)
      break;
  }
  ft_log_free (log);
  return fine;
}

// The first thread of a forked process is in the functions that the thread that
// forked was in.
static bool inherit_frames (ft_walk *w, ft_walk_thread *t, ft_error *error) {
  ft_log *log = t->log;
  uint64_t words = w->words, limit = w->limit;
  ft_walk_thread *now = w->now;
  w->now = t;
  bool fine = go_back (w, t, w->run->path, &log->header, 0, error);
  w->now = now;
  w->limit = limit;
  w->words = words;
  t->log = log;
  t->place = 0;
  return fine;
}

// The thread, its log open unless it is over.
static ft_walk_thread *open_thread (ft_walk *w, uint32_t number,
                                    ft_error *error) {
  FT_GROW (w->threads, (size_t)number + 1, NULL);
  ft_walk_thread *t = w->threads.begin[number];
  if (t)
    return t;
  ft_log *log = ft_log_open (w->run->path, number, error);
  if (!log)
    return NULL;
  t = FT_NEW (ft_walk_thread);
  t->number = number;
  t->log = log;
  w->threads.begin[number] = t;
  if (log->header.forked_pid && !inherit_frames (w, t, error))
    return NULL;
  return t;
}

// Logs that are read to their end are closed, since a run may have many.
static void close_log (ft_walk_thread *t) {
  if (t->place < t->log->header.words)
    return;
  ft_log_free (t->log);
  t->log = NULL;
}

const ft_native_run *ft_walk_run (const ft_walk *w) {
  return w->run;
}

int ft_walk_next (ft_walk *w, ft_record *r, ft_error *error) {
  while (!w->now || w->now->place >= w->limit) {
    if (w->now && w->now->log)
      close_log (w->now);
    int turn = next_turn (w, error);
    if (turn <= 0)
      return turn;
    if (!w->now->log && w->now->place < w->limit)
      return ends_early (w, error);
  }
  return read_record (w, r, error);
}
