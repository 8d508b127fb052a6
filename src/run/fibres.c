// The frames of fibres: which stack a thread goes on with, and what is left of
// it.

#include "run/run_reader_inside.h"

void ft_run_fibre_release (ft_run_fibre *f) {
  FT_RELEASE (f->frames);
  FT_RELEASE (f->variables);
}

void ft_run_thread_begin_fibre (ft_run_reader *w, ft_run_thread *t) {
  t->own = t->fibre = w->fibre_count++;
}

// The fibre of the record, or NULL and an error.
static ft_run_fibre *find (ft_run_reader *w, const ft_run_record *r,
                           ft_error *error) {
  ft_run_thread *t = r->thread;
  if (r->payload < FT_WIRE_FIRST_FIBRE) {
    if (r->payload == t->number)
      return &t->aside;
    ft_run_record_error (r, w, error, "goes on with the stack of thread %llu",
                         (unsigned long long)r->payload);
    return NULL;
  }
  uint32_t *at = ft_map_at (&w->fibre_at, r->payload);
  bool begins = r->word[0] == FT_WIRE_FIBRE_BEGINS;
  if ((*at == FT_NO_ID) == begins) {
    if (begins) {
      *at = (uint32_t)w->fibres.size;
      FT_PUSH (w->fibres, FT_NEW (ft_run_fibre));
      FT_TOP (w->fibres)->index = w->fibre_count++;
    }
    return w->fibres.begin[*at];
  }
  ft_run_record_error (r, w, error,
                       begins ? "fibre %llu begins again"
                              : "goes on with fibre %llu, which has not begun",
                       (unsigned long long)r->payload);
  return NULL;
}

// Moves the frames and variables of the stack that the thread is on from the
// thread to that stack.
static void put_aside (ft_run_thread *t) {
  ft_run_fibre *from = t->on ? t->on : &t->aside;
  memcpy (&from->frames, &t->frames, sizeof t->frames);
  memcpy (&from->variables, &t->variables, sizeof t->variables);
  from->runs = false;
}

static void take (ft_run_thread *t, ft_run_fibre *to) {
  memcpy (&t->frames, &to->frames, sizeof t->frames);
  memcpy (&t->variables, &to->variables, sizeof t->variables);
  memset (&to->frames, 0, sizeof to->frames);
  memset (&to->variables, 0, sizeof to->variables);
  bool own = to == &t->aside;
  t->on = own ? NULL : to;
  t->fibre = own ? t->own : to->index;
  to->runs = true;
}

int ft_run_reader_fibre (ft_run_reader *w, ft_run_record *r, ft_error *error) {
  ft_run_thread *t = r->thread;
  ft_run_fibre *to = find (w, r, error);
  if (!to)
    return -1;
  if (to != (t->on ? t->on : &t->aside)) {
    if (to->runs)
      return ft_run_record_error (r, w, error, "fibre %llu runs already",
                                  (unsigned long long)r->payload);
    put_aside (t);
    take (t, to);
  }
  uint64_t low = r->word[0] == FT_WIRE_FIBRE_BEGINS ? 0 : r->word[0];
  while (!FT_EMPTY (t->frames) && FT_TOP (t->frames).address < low)
    ft_run_thread_pop_frame (t);
  return 1;
}
