#include "tests/model/execution.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "record/directory.h"
#include "replay/thread_numbers.h"
#include "load/load.h"

enum { MOST_WORDS = 200000 }; // a thread that spins for ever is not recorded so

void ft_execution_release (ft_execution *x) {
  FT_RELEASE (x->deeds);
  FT_RELEASE (x->over);
  ft_replay_schedule_release (&x->plan);
}

// ---- what happened ---------------------------------------------------------

// Of a run that is being read.  Blocks are taken from the records, since the
// events leave out what nobody uses in the run at hand.
typedef struct pass {
  ft_execution *x;
  ft_location_names *names;
  ft_map sizes; // by address, of live blocks
} pass;

static void end_thread (ft_execution *x, uint32_t number) {
  FT_GROW (x->over, (size_t)number + 1, false);
  x->over.begin[number] = true;
}

// "file.c:12:3" is line 12.
static uint32_t line_in (const char *place) {
  const char *at = strchr (place, ':');
  return at ? (uint32_t)strtoul (at + 1, NULL, 10) : 0;
}

static void add_block (pass *p, const ft_run_record *r, enum ft_kind kind) {
  uint64_t bytes = r->word[0];
  if (kind == FT_ALLOC)
    *ft_map_at (&p->sizes, r->payload) = (uint32_t)bytes;
  else if (!bytes && ft_map_get (&p->sizes, r->payload) != FT_NO_ID)
    bytes = ft_map_get (&p->sizes, r->payload);
  FT_PUSH (p->x->deeds,
           ((ft_deed){.place = {r->thread->number, r->tick},
                      .address = r->payload,
                      .bytes = bytes,
                      .line = line_in (ft_location_names_text (p->names, r->thread)),
                      .kind = (uint8_t)kind}));
}

static void watch (void *context, ft_load *run, const ft_run_record *r,
                   ft_id target) {
  pass *p = context;
  (void)run;
  (void)target;
  if (r->code == FT_WIRE_THREAD_END)
    end_thread (p->x, r->thread->number);
  else if (r->code == FT_WIRE_ALLOC)
    add_block (p, r, FT_ALLOC);
  else if (r->code == FT_WIRE_FREE || r->code == FT_WIRE_UNMAP)
    add_block (p, r, FT_FREE);
}

static void add_event (pass *p, const ft_load *run, const ft_tables *tables,
                       const ft_event *e) {
  const ft_detail *detail = ft_tables_detail (tables, e);
  ft_deed d = {.place = ft_load_tick (run),
               .value = e->value,
               .kind = e->kind,
               .valued = e->flags & FT_HAS_VALUE,
               .tried = e->flags & FT_TRIED};
  if (e->kind == FT_ALLOC || e->kind == FT_FREE)
    return;
  if (e->location != FT_NO_ID)
    d.line = line_in (
        ft_intern_name (&tables->names[FT_CLASS_LOCATION], e->location));
  d.address = ft_load_access_range (run, &d.bytes);
  d.written = e->kind == FT_ATOMIC_RMW && detail ? detail->written : e->value;
  FT_PUSH (p->x->deeds, d);
}

static bool read_deeds (ft_execution *x, const char *path, ft_error *error) {
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_event e;
  ft_load *run = ft_load_open_records (path, true, error);
  if (!run)
    return false;
  pass p = {.x = x, .names = ft_location_names_new (&ft_load_run (run)->code)};
  ft_load_set_watch (run, watch, &p);
  int got;
  while ((got = ft_load_next (run, &tables, &e, &notes, error)) > 0)
    add_event (&p, run, &tables, &e);
  ft_location_names_free (p.names);
  ft_map_release (&p.sizes);
  ft_load_free (run);
  ft_tables_release (&tables);
  ft_notes_release (&notes);
  return !got;
}

static bool read_run (ft_execution *x, const char *path, ft_error *error) {
  struct ft_wire_control control;
  ft_replay_outcome arrival;
  ft_replay_outcome_read (&arrival, path);
  x->arrival = arrival.kind;
  x->at = arrival.at;
  x->before = arrival.before;
  snprintf (x->why, sizeof x->why, "%s", arrival.text ? arrival.text : "");
  ft_replay_outcome_release (&arrival);
  if (ft_directory_control (path, &control) && !x->ended.timed_out &&
      control.state == FT_WIRE_ENDED && !control.signal && !control.status)
    end_thread (x, 0);
  return ft_replay_threads_read (path, &x->plan, error) && read_deeds (x, path, error);
}

bool ft_deeds_conflict (const ft_deed *a, const ft_deed *b) {
  bool touches = (ft_kind_accesses (a->kind) || a->kind == FT_FREE) &&
                 (ft_kind_accesses (b->kind) || b->kind == FT_FREE);
  bool writes = ft_kind_writes (a->kind) || ft_kind_writes (b->kind) ||
                a->kind == FT_FREE || b->kind == FT_FREE;
  return touches && writes && a->address < b->address + b->bytes &&
         b->address < a->address + a->bytes &&
         !(ft_kind_is_atomic (a->kind) && ft_kind_is_atomic (b->kind));
}

// ---- the run ---------------------------------------------------------------

static bool write_files (const ft_replay_schedule *plan, uint64_t seed, const char *path,
                         ft_error *error) {
  ft_strbuf config = {0}, text = {0};
  ft_strbuf_add (&config,
                 "schedule random\nslice 1\nseed %" PRIu64
                 "\nmax-words %d\ndeadlock exit\nplan %d\n",
                 seed, MOST_WORDS, plan ? 1 : 0);
  if (plan)
    ft_replay_schedule_print (plan, FT_REPLAY_THEN_FREE, &text);
  bool fine =
      ft_directory_write (path, "config", ft_strbuf_text (&config), error) &&
      (!plan ||
       ft_directory_write (path, "plan", ft_strbuf_text (&text), error));
  ft_strbuf_release (&config);
  ft_strbuf_release (&text);
  return fine;
}

bool ft_execute (const ft_tested *program, const ft_replay_schedule *plan, uint64_t seed,
                 ft_execution *x, ft_error *error) {
  ft_strbuf path = {0};
  *x = (ft_execution){0};
  if (!ft_directory_temporary (&path, error))
    return false;
  ft_target how = {.path = program->path,
                   .arguments = program->arguments,
                   .run = ft_strbuf_text (&path),
                   .input = "/dev/null",
                   .silent = true,
                   .replay = true,
                   .seconds = program->seconds};
  bool fine = write_files (plan, seed, how.run, error) &&
              ft_target_run (&how, &x->ended, error) &&
              read_run (x, how.run, error);
  ft_directory_remove (how.run);
  ft_strbuf_release (&path);
  if (!fine)
    ft_execution_release (x);
  return fine;
}
