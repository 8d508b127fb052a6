#include "load/describe.h"

#include <string.h>

#include "base/cxx_name.h"
#include "base/system_header.h"
#include "run/run_access.h"
#include "run/location_names.h"
#include "run/openmp_marks.h"
#include "load/run_history.h"
#include "load/load.h"

// Descriptions are made at their events and translated into frames and strings
// at once, since the run is freed afterwards.

typedef struct memory {
  FT_STACK (void *) pieces;
} memory;

static void *keep (memory *m, size_t n, size_t size) {
  void *piece = ft_calloc (n ? n : 1, size);
  FT_PUSH (m->pieces, piece);
  return piece;
}

static const char *keep_text (memory *m, const char *text) {
  char *copy = keep (m, strlen (text) + 1, 1);
  return strcpy (copy, text);
}

enum { SHOWN_EVERY = 1 << 16 }; // number of events between progress callbacks

typedef struct pass {
  ft_load *load;
  ft_run_history history;
  ft_openmp_marks marks;
  ft_tables tables;
  ft_descriptions *out;
  memory *memory;
  ft_progress_callback progress;
} pass;

void ft_descriptions_release (ft_descriptions *d) {
  memory *m = d->memory;
  for (size_t i = 0; m && i < m->pieces.size; i++)
    free (m->pieces.begin[i]);
  if (m)
    FT_RELEASE (m->pieces);
  free (m);
  *d = (ft_descriptions){0};
}

static const ft_run_code *code_of (const pass *p) {
  return &ft_load_run (p->load)->code;
}

static const char *text_of (pass *p, const ft_sites *table, uint32_t string) {
  return keep_text (p->memory, ft_sites_text (table, string));
}

// A type or a function as a programmer writes it.
static const char *name_of (pass *p, const ft_sites *table, uint32_t string) {
  ft_strbuf name = {0};
  ft_cxx_name_add (&name, ft_sites_text (table, string));
  const char *kept = keep_text (p->memory, ft_strbuf_text (&name));
  ft_strbuf_release (&name);
  return kept;
}

// ---- stacks ----------------------------------------------------------------

static ft_frame frame_of (pass *p, const ft_source_frame *s) {
  const char *file = text_of (p, s->table, s->file);
  return (ft_frame){.function = name_of (p, s->table, s->function),
                    .file = file,
                    .line = s->line,
                    .column = s->column,
                    .checksum = ft_sites_checksum (s->table, s->file),
                    .inlined = s->inlined,
                    .library = ft_is_system_header (file),
                    .module = keep_text (p->memory, s->module)};
}

static ft_backtrace backtrace (pass *p, ft_id context) {
  size_t depth, n = 0;
  ft_id site;
  ft_run_frame *frames =
      ft_contexts_frames (&p->history.contexts, context, &depth, &site);
  ft_source_frames all = {
      .code = code_of (p), .frames = frames, .depth = depth, .site = site};
  ft_source_frame frame;
  for (ft_source_frames s = all; ft_source_frames_next (&s, &frame);)
    n++;
  ft_backtrace b = {keep (p->memory, n, sizeof *b.frames), n};
  for (size_t i = 0; i < n && ft_source_frames_next (&all, &frame); i++)
    b.frames[i] = frame_of (p, &frame);
  free (frames);
  return b;
}

// ---- memory ----------------------------------------------------------------

static void add_global (pass *p, ft_description *d, const ft_run_global *g) {
  d->storage = FT_STORAGE_GLOBAL;
  d->variable = text_of (p, g->table, g->global->name);
  d->variable_type = name_of (p, g->table, g->global->type);
  d->file = text_of (p, g->table, g->global->file);
  d->line = g->global->line;
  d->start = g->first;
  d->bytes = g->last - g->first + 1;
}

static void add_frame_variable (pass *p, ft_description *d) {
  const ft_run_thread *t =
      ft_run_reader_thread (ft_load_run_reader (p->load), d->owner);
  for (size_t i = t ? t->variables.size : 0; i--;) {
    const ft_run_variable *v = t->variables.begin + i;
    if (d->address < v->first || d->address > v->last)
      continue;
    const ft_run_site *s = code_of (p)->sites.begin + v->site;
    const ft_sites *table = s->function->table;
    bool inlined = s->site->scope != FT_NO_ID;
    d->variable = text_of (p, table, s->site->variable);
    d->variable_type = name_of (p, table, s->site->type);
    if (s->site->line)
      d->file = text_of (p, table,
                         inlined ? table->inlined.begin[s->site->scope].file
                                 : s->function->function->file);
    d->line = s->site->line;
    d->start = v->first;
    d->bytes = v->last - v->first + 1;
    return;
  }
}

static void add_block (pass *p, ft_description *d, ft_id id) {
  const ft_memory_block *b =
      ft_variables_block (ft_load_variables (p->load), id);
  d->start = b->address;
  d->bytes = b->bytes;
  d->owner = b->thread;
  if (b->kind == FT_BLOCK_STACK) {
    d->storage = FT_STORAGE_STACK;
    add_frame_variable (p, d);
    return;
  }
  d->storage = b->kind == FT_BLOCK_HEAP ? FT_STORAGE_HEAP : FT_STORAGE_MAPPED;
  if (id < p->history.allocated.size)
    d->allocation = backtrace (p, p->history.allocated.begin[id]);
}

static void add_storage (pass *p, ft_description *d) {
  ft_id block = ft_variables_block_at (ft_load_variables (p->load), d->address);
  const ft_run_global *g = ft_run_code_global_at (code_of (p), d->address);
  if (block != FT_NO_ID)
    add_block (p, d, block);
  else if (g)
    add_global (p, d, g);
}

// ---- locks -----------------------------------------------------------------

static ft_held_lock held_of (pass *p, const ft_lock_hold *h) {
  const ft_run_global *g = ft_run_code_global_at (code_of (p), h->address);
  ft_id initialised = ft_map_get (&p->history.initialised, h->address);
  ft_held_lock held = {
      .name = keep_text (p->memory,
                         ft_tables_name (&p->tables, FT_CLASS_LOCK, h->lock)),
      .shared = h->shared,
      .taken = backtrace (p, h->taken),
      .file = g ? text_of (p, g->table, g->global->file) : "",
      .line = g ? g->global->line : 0};
  if (initialised != FT_NO_ID)
    held.initialised = backtrace (p, initialised);
  return held;
}

// Add the locks held right before the record.
static void add_locks (pass *p, ft_description *d, const ft_run_record *r) {
  const ft_run_history_thread *t =
      ft_run_history_thread_of (&p->history, d->thread);
  d->held = keep (p->memory, t->holds.size, sizeof *d->held);
  for (size_t i = 0; i < t->holds.size; i++)
    if (t->holds.begin[i].tick != r->tick)
      d->held[d->held_count++] = held_of (p, t->holds.begin + i);
}

// ---- accesses in a library's header ----------------------------------------

// The first frame of the stack of a record that is in the program's own code:
// the depth of its physical frame, 0 if there is none.
static size_t own_depth (const pass *p, const ft_run_record *r) {
  const ft_run_thread *t = r->thread;
  ft_source_frames s = {.code = code_of (p),
                        .frames = t->frames.begin,
                        .depth = t->frames.size,
                        .site = r->site};
  ft_source_frame frame;
  if (s.site == FT_NO_ID && s.depth)
    s.site = FT_TOP (t->frames).call;
  for (size_t depth = s.depth; ft_source_frames_next (&s, &frame);
       depth = s.depth) {
    const char *file = ft_sites_text (frame.table, frame.file);
    if (*file && !ft_is_system_header (file))
      return depth;
  }
  return 0;
}

// Whether only the library's own code has this name.
static bool is_internal (const char *expression) {
  expression += strspn (expression, "*(");
  return !*expression || !ft_cxx_name_public (expression) ||
         !strcmp (expression, "this");
}

static void add_object (pass *p, ft_description *d, const ft_run_record *r) {
  const ft_run_thread *t = r->thread;
  size_t depth = own_depth (p, r);
  if (depth && depth < t->frames.size &&
      t->frames.begin[depth - 1].call != FT_NO_ID) {
    const ft_run_site *s =
        code_of (p)->sites.begin + t->frames.begin[depth - 1].call;
    if (s->site->kind != FT_SITE_CALL)
      return;
    d->object = text_of (p, s->function->table, s->site->size);
    d->certain = s->site->flags & FT_SITE_ALONE;
  } else if (depth == t->frames.size && !is_internal (d->expression)) {
    d->object = d->expression;
    d->certain = true;
  }
}

// Add what the program asked of the library, if it is the library that
// accesses the memory.
static void add_operation (pass *p, ft_description *d, const ft_run_record *r) {
  size_t own = 0;
  while (own < d->stack.size && d->stack.frames[own].library)
    own++;
  if (!own || own == d->stack.size)
    return;
  size_t n = 0, i = own;
  while (i-- && !n)
    n = ft_cxx_name_public (d->stack.frames[i].function);
  const char *function = d->stack.frames[n ? i + 1 : own - 1].function;
  char *cut = ft_strndup (function, n ? n : strlen (function));
  d->operation = keep_text (p->memory, cut);
  size_t scope = ft_cxx_name_scope (cut, strlen (cut));
  cut[scope > sizeof "std" - 1 ? scope : 0] = '\0';
  d->class = keep_text (p->memory, cut);
  free (cut);
  add_object (p, d, r);
}

// ---- descriptions ----------------------------------------------------------

// Add the whole access or, of a long one, the part that is the event.
static void add_access (pass *p, ft_description *d, const ft_run_record *r) {
  const ft_site *s = r->at ? r->at->site : NULL;
  d->address = ft_load_access_range (p->load, &d->size);
  if (d->address >= FT_WIRE_DESCRIPTORS) // no memory
    d->address = d->size = 0;
  if (!s || s->kind == FT_SITE_FENCE)
    return;
  const ft_sites *table = r->at->function->table;
  d->expression = text_of (p, table, s->variable);
  d->type = name_of (p, table, s->type);
  if (s->size && s->size <= 16 && s->kind != FT_SITE_COPY &&
      s->kind != FT_SITE_SET) {
    d->address = r->payload;
    d->size = s->size;
  }
}

static void add_loop (pass *p, ft_description *d, const ft_run_record *r) {
  const ft_openmp_loop *l = ft_openmp_marks_loop (&p->marks, r->thread);
  if (!l)
    return;
  ft_run_frame frame = {.function = code_of (p)->sites.begin[l->mark].function,
                        .call = l->mark};
  ft_source_frames all = {
      .code = code_of (p), .frames = &frame, .depth = 1, .site = l->mark};
  ft_source_frame source;
  if (ft_source_frames_next (&all, &source))
    d->loop = frame_of (p, &source);
  d->iteration = l->iteration;
  d->sections = l->sections;
}

static ft_description describe (pass *p) {
  const ft_run_record *r = ft_load_record (p->load);
  ft_description d = {.thread = r->thread->number,
                      .expression = "",
                      .type = "",
                      .operation = "",
                      .class = "",
                      .object = "",
                      .variable = "",
                      .variable_type = "",
                      .file = "",
                      .loop.file = ""};
  d.stack = backtrace (p, ft_contexts_add (&p->history.contexts, code_of (p),
                                           r->thread, r->site));
  add_access (p, &d, r);
  if (d.address)
    add_storage (p, &d);
  add_locks (p, &d, r);
  add_operation (p, &d, r);
  add_loop (p, &d, r);
  return d;
}

static void watch (void *context, ft_load *n, const ft_run_record *r,
                   ft_id target) {
  pass *p = context;
  ft_run_history_step (&p->history, r, target);
  ft_openmp_marks_follow (&p->marks, r);
  if (r->code != FT_WIRE_ALLOC && r->code != FT_WIRE_MAP)
    return;
  ft_id block = ft_variables_block_at (ft_load_variables (n), r->payload);
  if (block != FT_NO_ID)
    ft_run_history_alloc (&p->history, r, block);
}

// Behind the last event only threads may be unknown.
static bool knows_threads (const pass *p) {
  const ft_run_history *h = &p->history;
  uint32_t count = ft_load_run (p->load)->control.threads;
  if (h->threads.size < count)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!h->threads.begin[i].start ||
        (i && h->threads.begin[i].created == FT_NO_ID))
      return false;
  return true;
}

static bool step_threads (void *context, const ft_run_record *r) {
  pass *p = context;
  if (r->code == FT_WIRE_ENTER || r->code == FT_WIRE_FORK)
    ft_run_history_step (&p->history, r, FT_NO_ID);
  return !knows_threads (p);
}

static bool read_events (pass *p, const ft_pos *events, size_t count,
                         ft_error *error) {
  ft_notes notes = {0};
  ft_event e;
  int got = 1;
  for (ft_pos position = 0;
       p->out->size < count &&
       (got = ft_load_next (p->load, &p->tables, &e, &notes, error)) > 0;
       position++) {
    size_t done = p->out->size;
    if (p->progress.show && !(position % SHOWN_EVERY))
      p->progress.show (p->progress.context, ft_load_progress (p->load));
    if (done < count && events[done] == position)
      p->out->list[p->out->size++] = describe (p);
    while (p->out->size > done && p->out->size < count &&
           events[p->out->size] == position) {
      p->out->list[p->out->size] = p->out->list[done];
      p->out->size++;
    }
  }
  ft_notes_release (&notes);
  return got >= 0 &&
         (!got || ft_load_skip_to_end (p->load, step_threads, p, error));
}

static void add_threads (pass *p) {
  uint32_t count = 0;
  char name[FT_THREAD_NAME_SIZE];
  while (ft_run_reader_thread (ft_load_run_reader (p->load), count) ||
         count < p->history.threads.size)
    count++;
  p->out->thread_count = count;
  p->out->threads = keep (p->memory, count, sizeof *p->out->threads);
  for (uint32_t i = 0; i < count; i++) {
    const ft_run_history_thread *t = ft_run_history_thread_of (&p->history, i);
    ft_thread_name (name, i);
    p->out->threads[i] =
        (ft_creation){.name = keep_text (p->memory, name),
                      .creator = t->creator,
                      .start = t->start ? name_of (p, t->start->table,
                                                   t->start->function->name)
                                        : ""};
    if (t->created != FT_NO_ID)
      p->out->threads[i].stack = backtrace (p, t->created);
  }
}

bool ft_load_describe (const char *path, ft_shared *shared,
                       const ft_pos *events, size_t count,
                       ft_progress_callback progress, ft_descriptions *out,
                       ft_error *error) {
  pass p = {.out = out, .progress = progress};
  *out = (ft_descriptions){0};
  bool again = shared && shared->words;
  p.load = again ? ft_load_open_again (path, shared, error)
                 : ft_load_open (path, error);
  if (!p.load)
    return false;
  out->memory = p.memory = FT_NEW (memory);
  p.history.code = code_of (&p);
  out->list = keep (p.memory, count, sizeof *out->list);
  ft_load_set_watch (p.load, watch, &p);
  bool fine = read_events (&p, events, count, error);
  if (fine)
    add_threads (&p);
  if (fine && out->size < count) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s: has no event %llu", path,
                  (unsigned long long)events[out->size]);
    fine = false;
  }
  ft_run_history_release (&p.history);
  ft_openmp_marks_release (&p.marks);
  ft_tables_release (&p.tables);
  if (again)
    ft_load_return_shared (p.load, shared);
  ft_load_free (p.load);
  if (!fine)
    ft_descriptions_release (out);
  return fine;
}
