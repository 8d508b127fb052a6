#include "run/ending.h"

#include <signal.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/cxx_name.h"
#include "run/run_reader.h"

// Whether a thread causes the signal by what it does itself.
static bool is_caused (uint32_t signal) {
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
  case SIGFPE:
  case SIGILL:
  case SIGTRAP:
  case SIGSYS:
  case SIGABRT:
    return true;
  }
  return false;
}

// Reads all records.  Returns the site of the thread's last record, or of the
// call that it is in.
static ft_id read_all (ft_run_reader *reader, uint32_t thread) {
  ft_error error = FT_NO_ERROR;
  ft_run_record r;
  ft_id site = FT_NO_ID;
  size_t depth = 0;
  while (ft_run_reader_next (reader, &r, &error) > 0) {
    if (r.thread->number != thread)
      continue;
    if (r.site != FT_NO_ID)
      site = r.site;
    else if (depth != r.thread->frames.size)
      site = FT_EMPTY (r.thread->frames) ? FT_NO_ID
                                         : FT_TOP (r.thread->frames).call;
    depth = r.thread->frames.size;
  }
  return site;
}

static void add_frames (ft_run_ending *x, const ft_run *run,
                        const ft_run_thread *t, ft_id site) {
  ft_location_names *names = ft_location_names_new (&run->code);
  ft_source_frames frames = {.code = &run->code,
                             .frames = t->frames.begin,
                             .depth = t->frames.size,
                             .site = site};
  ft_source_frame frame;
  ft_strbuf function = {0};
  while (ft_source_frames_next (&frames, &frame)) {
    ft_cxx_name_add (&function, ft_sites_text (frame.table, frame.function));
    ft_ending_frame f = {ft_strbuf_take (&function),
                         ft_strdup (ft_location_names_frame (names, &frame))};
    FT_PUSH (x->stack, f);
  }
  ft_strbuf_release (&function);
  ft_location_names_free (names);
}

static void find_stack (ft_run_ending *x, const ft_run *run, uint32_t thread) {
  ft_run_reader *reader = ft_run_reader_new (run);
  ft_id site = read_all (reader, thread);
  const ft_run_thread *t = ft_run_reader_thread (reader, thread);
  if (t)
    add_frames (x, run, t, site);
  ft_run_reader_free (reader);
}

void ft_run_ending_read (ft_run_ending *x, const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_run *run = ft_run_open (path, &error);
  *x = (ft_run_ending){0};
  if (!run)
    return;
  const struct ft_wire_control *c = &run->control;
  if (c->state == FT_WIRE_ENDED && c->ender) {
    x->signal = c->signal;
    x->cut_off = c->cut_off;
    x->fault = c->fault;
    ft_thread_name (x->thread, c->ender - 1);
  }
  x->crash = is_caused (x->signal);
  if (x->crash)
    find_stack (x, run, c->ender - 1);
  ft_run_free (run);
}

void ft_run_ending_release (ft_run_ending *x) {
  for (size_t i = 0; i < x->stack.size; i++) {
    free (x->stack.begin[i].function);
    free (x->stack.begin[i].location);
  }
  FT_RELEASE (x->stack);
}
