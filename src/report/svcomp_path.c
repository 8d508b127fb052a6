#include "report/svcomp_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "report/svcomp.h"

typedef struct walk {
  const ft_report *report;
  ft_waypoints *path;
  ft_map number; // of each thread
  uint32_t threads;
} walk;

void ft_waypoints_release (ft_waypoints *path) {
  for (size_t i = 0; i < path->size; i++)
    ft_source_location_release (&path->begin[i].location);
  FT_RELEASE (*path);
}

// The number of a thread; the first thread has no creation.
static bool find_number (walk *w, ft_tid thread, uint32_t *number) {
  const ft_trace *t = w->report->trace;
  if (!w->threads)
    *ft_map_at (&w->number, t->events[0].thread) = w->threads++;
  *number = ft_map_get (&w->number, thread);
  return *number != FT_NO_ID;
}

static const char *last_part (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

// The run says nothing of an event of an alternative path, the location of which has the
// last part of its file's name alone: the whole name is that of the waypoints before it,
// if these agree.
static void complete_file (const ft_waypoints *path, ft_source_location *place) {
  const char *found = NULL;
  for (size_t i = 0; place->file && i < path->size; i++) {
    const char *file = path->begin[i].location.file;
    if (strcmp (last_part (file), place->file) != 0)
      continue;
    if (found && strcmp (found, file) != 0)
      return;
    found = file;
  }
  if (!found || strcmp (found, place->file) == 0)
    return;
  ft_strbuf whole = {0};
  ft_strbuf_add (&whole, "%s", found);
  free (place->file);
  place->file = ft_strbuf_take (&whole);
}

static bool push (walk *w, ft_id event, bool target) {
  ft_waypoint p = {.target = target,
                   .location = ft_source_location_at (w->report, event)};
  ft_tid thread = w->report->trace->events[event].thread;
  complete_file (w->path, &p.location);
  if (!p.location.file || !find_number (w, thread, &p.thread)) {
    ft_source_location_release (&p.location);
    return false;
  }
  FT_PUSH (*w->path, p);
  return true;
}

// Whether the event begins a call.  A wait releases its lock within its call,
// and acquires it again.
static bool is_call (const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
  case FT_JOIN:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    return !ft_event_is_void (e);
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FENCE:
  case FT_TRY_FAILED:
  case FT_FORK:
  case FT_WAKE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    return false;
  }
  return false;
}

static bool is_retaken (const ft_trace *t, ft_id event, ft_map *waiting) {
  const ft_event *e = t->events + event;
  ft_id *lock = ft_map_at (waiting, e->thread);
  if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
    *lock = e->target;
  else if (ft_kind_acquires (e->kind) && *lock == e->target) {
    *lock = FT_NO_ID;
    return true;
  }
  return false;
}

static bool pass_fork (walk *w, ft_id event) {
  const ft_event *e = w->report->trace->events + event;
  if (e->flags & FT_DROPPED)
    return true;
  if (!push (w, event, false))
    return false;
  *ft_map_at (&w->number, e->target) = w->threads++;
  return true;
}

static bool pass_schedule (walk *w, const ft_witness *witness) {
  const ft_trace *t = w->report->trace;
  size_t n = witness->schedule.size;
  size_t from = n > FT_SVCOMP_STEPS ? n - FT_SVCOMP_STEPS : 0;
  ft_map waiting = {0};
  bool fine = true;
  for (size_t i = 0; fine && i < n; i++) {
    ft_id event = witness->schedule.begin[i];
    bool retaken = is_retaken (t, event, &waiting);
    if (t->events[event].kind == FT_FORK)
      fine = pass_fork (w, event);
    else if (i >= from && is_call (t->events + event) && !retaken)
      push (w, event, false); // the path stays valid without this waypoint
  }
  ft_map_release (&waiting);
  return fine;
}

bool ft_svcomp_path (const ft_report *r, const ft_finding *f,
                     ft_waypoints *path) {
  walk w = {.report = r, .path = path};
  bool fine = pass_schedule (&w, f->witness) && push (&w, f->events[0], true) &&
              push (&w, f->events[1], true);
  ft_map_release (&w.number);
  return fine;
}
