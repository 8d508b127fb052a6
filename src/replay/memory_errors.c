#include "replay/memory_errors.h"

#include "run/location_names.h"
#include "run/memory_blocks.h"

// Where a block was freed.
typedef struct freed_at {
  uint32_t thread;
  bool known; // the frame
  ft_run_frame frame;
} freed_at;

typedef struct search {
  ft_run *run;
  ft_run_reader *reader;
  ft_memory_blocks blocks;
  FT_STACK (freed_at) freed; // by number of the block
  const ft_tick *from;
  size_t count;
  ft_run_access racing, last; // the first access at one of the ticks, and the
                              // last write to its bytes; no bytes: none
  bool begun; // a record at or after one of the ticks was read
} search;

static void add_location (const search *s, ft_strbuf *text,
                          const ft_run_frame *frames, size_t depth,
                          ft_id site) {
  ft_location_names *names = ft_location_names_new (&s->run->code);
  ft_source_frames at = {.code = &s->run->code,
                         .frames = frames,
                         .depth = depth,
                         .site = site};
  ft_source_frame frame;
  if (ft_source_frames_next (&at, &frame))
    ft_strbuf_add (text, " at %s", ft_location_names_frame (names, &frame));
  ft_location_names_free (names);
}

static const ft_run_frame *top_frame (const ft_run_thread *t) {
  return FT_EMPTY (t->frames) ? NULL : &FT_TOP (t->frames);
}

static void note_free (search *s, const ft_run_record *r, ft_id block) {
  const ft_run_frame *top = top_frame (r->thread);
  FT_GROW (s->freed, (size_t)block + 1, ((freed_at){0}));
  s->freed.begin[block] = (freed_at){.thread = r->thread->number,
                                     .known = top != NULL,
                                     .frame = top ? *top : (ft_run_frame){0}};
}

static void describe (const search *s, const ft_run_record *r,
                      const ft_memory_block *block, const char *verb,
                      ft_strbuf *text) {
  char name[FT_THREAD_NAME_SIZE];
  size_t number = (size_t)(block - s->blocks.list.begin);
  const ft_run_frame *top = top_frame (r->thread);
  ft_thread_name (name, r->thread->number);
  ft_strbuf_add (text, "%s %s %llu byte%s", name, verb,
                 (unsigned long long)block->bytes,
                 block->bytes == 1 ? "" : "s");
  if (top)
    add_location (s, text, top, 1, r->site != FT_NO_ID ? r->site : top->call);
  ft_strbuf_add (text, " that ");
  if (number >= s->freed.size) {
    ft_strbuf_add (text, "were freed");
    return;
  }
  const freed_at *f = s->freed.begin + number;
  ft_thread_name (name, f->thread);
  ft_strbuf_add (text, "%s had freed", name);
  if (f->known)
    add_location (s, text, &f->frame, 1, f->frame.call);
}

// The freed heap block at an address, or NULL.
static const ft_memory_block *freed_block (const search *s, uint64_t address) {
  const ft_memory_block *b = ft_memory_blocks_at (&s->blocks, address);
  return b && b->freed && b->kind == FT_BLOCK_HEAP ? b : NULL;
}

static bool is_double_free (search *s, const ft_run_record *r,
                            ft_strbuf *text) {
  const ft_memory_block *b = freed_block (s, r->payload);
  if (r->at || r->code != FT_WIRE_FREE || !b || b->address != r->payload)
    return false;
  describe (s, r, b, "freed again", text);
  return true;
}

static bool is_use (search *s, const ft_run_record *r, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_run_access accesses[2];
  int n = ft_run_record_accesses (r, s->reader, accesses, &error);
  for (int i = 0; i < n; i++) {
    const ft_memory_block *b = freed_block (s, accesses[i].address);
    if (!b || accesses[i].cause)
      continue;
    describe (s, r, b,
              ft_kind_writes (accesses[i].kind) ? "wrote into" : "read of",
              text);
    return true;
  }
  return false;
}

static void follow_blocks (search *s, const ft_run_record *r) {
  ft_block_change change = ft_memory_blocks_change (&s->blocks, r, NULL, NULL);
  if (change.what != FT_BLOCK_ENDS)
    return;
  note_free (s, r, change.block);
  ft_memory_blocks_end (&s->blocks, change.block);
}

static void see_begin (search *s, const ft_run_record *r) {
  for (size_t i = 0; i < s->count && !s->begun; i++)
    s->begun = s->from[i].thread == r->thread->number &&
               r->tick >= s->from[i].word;
}

// The bytes have to be the same ones, and the value at most a word.
static void follow_value (search *s, const ft_run_record *r) {
  ft_error error = FT_NO_ERROR;
  ft_run_access a[2];
  int n = ft_run_record_accesses (r, s->reader, a, &error);
  bool racing = false;
  for (size_t i = 0; i < s->count; i++)
    racing |= r->thread->number == s->from[i].thread &&
              r->tick == s->from[i].word;
  for (int i = 0; i < n; i++) {
    if (racing && !s->racing.bytes)
      s->racing = a[i];
    if (s->racing.bytes && ft_kind_writes (a[i].kind) &&
        a[i].address < s->racing.address + s->racing.bytes &&
        s->racing.address < a[i].address + a[i].bytes)
      s->last = a[i];
  }
}

static void add_value (const search *s, ft_strbuf *state) {
  bool update = ft_kind_reads (s->last.kind);
  if (!s->last.bytes || !s->last.valued ||
      s->last.address != s->racing.address || s->last.bytes != s->racing.bytes)
    return;
  uint64_t value = update ? s->last.written : s->last.value;
  if (value >> 32 == 0) // else it may be an address
    ft_strbuf_add (state, "%llu", (unsigned long long)value);
}

static bool find (search *s, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_run_record r;
  bool found = false;
  while (ft_run_reader_next (s->reader, &r, &error) > 0) {
    see_begin (s, &r);
    if (s->begun && !found)
      found = is_double_free (s, &r, text) || is_use (s, &r, text);
    if (s->begun)
      follow_value (s, &r);
    if (!r.at)
      follow_blocks (s, &r);
  }
  return found;
}

bool ft_memory_errors_find (const char *path, const ft_tick *from, size_t count,
                            ft_strbuf *text, ft_strbuf *state) {
  ft_error error = FT_NO_ERROR;
  search s = {.run = ft_run_open (path, &error), .from = from, .count = count};
  if (!s.run)
    return false;
  s.reader = ft_run_reader_new (s.run);
  bool found = find (&s, text);
  add_value (&s, state);
  ft_memory_blocks_release (&s.blocks);
  FT_RELEASE (s.freed);
  ft_run_reader_free (s.reader);
  ft_run_free (s.run);
  return found;
}
