#include "replay/memory_findings.h"

#include "replay/final_state.h"
#include "replay/heap_reads.h"
#include "run/location_names.h"
#include "run/memory_blocks.h"
#include "run/real_value.h"

// Of a run that was killed at its time limit: it may have written some hundred
// million, which take minutes.
#define MOST_RECORDS ((size_t)1 << 23)

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
  bool real;                  // the last write is of a float or double
  bool begun;                 // a record at or after one of the ticks was read
  ft_memory_findings *out;
  ft_final_state state;
  ft_heap_reads reads;
} search;

static void add_location (const search *s, ft_strbuf *text,
                          const ft_run_frame *frames, size_t depth,
                          ft_id site) {
  ft_location_names *names = ft_location_names_new (&s->run->code);
  ft_source_frames at = {
      .code = &s->run->code, .frames = frames, .depth = depth, .site = site};
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
  ft_strbuf_add (text, "%s %s a block of %llu byte%s", name, verb,
                 (unsigned long long)block->bytes,
                 block->bytes == 1 ? "" : "s");
  if (top)
    add_location (s, text, top, 1, r->site != FT_NO_ID ? r->site : top->call);
  ft_strbuf_add (text, " that ");
  if (number >= s->freed.size) {
    ft_strbuf_add (text, "was freed");
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
              ft_kind_writes (accesses[i].kind) ? "wrote into" : "read from",
              text);
    return true;
  }
  return false;
}

// The C library rounds a block up to multiples of 16 bytes with 8 bytes of its
// own: what is behind the block in these belongs to nobody.
static bool is_behind (const ft_memory_block *b, const ft_run_access *a) {
  uint64_t chunk = b->bytes + 8 < 32 ? 32 : (b->bytes + 23) & ~UINT64_C (15);
  uint64_t from = a->address - b->address;
  return from + a->bytes > b->bytes && from < chunk && from + a->bytes <= chunk;
}

// The live heap block behind whose end an access goes, or NULL.
static const ft_memory_block *overrun (const search *s,
                                       const ft_run_access *a) {
  for (uint64_t back = 0; back <= 24; back += 8) {
    const ft_memory_block *b =
        ft_memory_blocks_at (&s->blocks, a->address - back);
    if (b)
      return b->kind == FT_BLOCK_HEAP && !b->freed && is_behind (b, a) ? b
                                                                       : NULL;
  }
  return NULL;
}

static void add_overrun (search *s, const ft_run_record *r,
                         const ft_memory_block *b, const ft_run_access *a) {
  char name[FT_THREAD_NAME_SIZE];
  const ft_run_frame *top = top_frame (r->thread);
  ft_strbuf *text = &s->out->overrun;
  ft_thread_name (name, r->thread->number);
  ft_strbuf_add (
      text, "%s %s %llu byte%s at offset %llu of a heap block of %llu", name,
      ft_kind_writes (a->kind) ? "wrote" : "read", (unsigned long long)a->bytes,
      a->bytes == 1 ? "" : "s", (unsigned long long)(a->address - b->address),
      (unsigned long long)b->bytes);
  if (top)
    add_location (s, text, top, 1, r->site != FT_NO_ID ? r->site : top->call);
}

static void find_overrun (search *s, const ft_run_record *r) {
  ft_error error = FT_NO_ERROR;
  ft_run_access a[2];
  int n = ft_run_record_accesses (r, s->reader, a, &error);
  for (int i = 0; i < n && !s->out->overrun.size; i++) {
    const ft_memory_block *b = a[i].cause ? NULL : overrun (s, a + i);
    if (b)
      add_overrun (s, r, b, a + i);
  }
}

static void follow_blocks (search *s, const ft_run_record *r) {
  ft_block_change change = ft_memory_blocks_change (&s->blocks, r, NULL, NULL);
  if (change.what == FT_BLOCK_BEGINS &&
      s->blocks.list.begin[change.block].kind == FT_BLOCK_HEAP) {
    ft_final_state_block (&s->state, r, change.block);
    ft_heap_reads_block (&s->reads, r, change.block);
  }
  if (change.what != FT_BLOCK_ENDS)
    return;
  note_free (s, r, change.block);
  ft_memory_blocks_end (&s->blocks, change.block);
}

static void see_begin (search *s, const ft_run_record *r) {
  for (size_t i = 0; i < s->count && !s->begun; i++)
    s->begun =
        s->from[i].thread == r->thread->number && r->tick >= s->from[i].word;
}

// The bytes have to be the same ones, and the value at most a word.
static void follow_value (search *s, const ft_run_record *r) {
  ft_error error = FT_NO_ERROR;
  ft_run_access a[2];
  int n = ft_run_record_accesses (r, s->reader, a, &error);
  bool racing = false;
  for (size_t i = 0; i < s->count; i++)
    racing |=
        r->thread->number == s->from[i].thread && r->tick == s->from[i].word;
  for (int i = 0; i < n; i++) {
    bool real = ft_real_is_accessed (r, a[i].bytes);
    ft_final_state_write (&s->state, a + i, real);
    ft_heap_reads_access (&s->reads, s->state.names, r, a + i, s->begun);
    if (!s->begun)
      continue;
    if (racing && !s->racing.bytes)
      s->racing = a[i];
    if (s->racing.bytes && ft_kind_writes (a[i].kind) &&
        a[i].address < s->racing.address + s->racing.bytes &&
        s->racing.address < a[i].address + a[i].bytes)
      s->last = a[i], s->real = real;
  }
}

static void add_value (const search *s, ft_strbuf *state) {
  bool update = ft_kind_reads (s->last.kind);
  if (!s->last.bytes || !s->last.valued ||
      s->last.address != s->racing.address || s->last.bytes != s->racing.bytes)
    return;
  uint64_t value = update ? s->last.written : s->last.value;
  if (s->real)
    ft_real_add (state, value, s->last.bytes);
  else if (value >> 32 == 0) // else it may be an address
    ft_strbuf_add (state, "%llu", (unsigned long long)value);
}

// Whether all was read that the program did: a recording may have stopped at its
// limit.
static bool find (search *s, bool ended) {
  ft_error error = FT_NO_ERROR;
  ft_run_record r;
  bool found = false;
  for (size_t n = 0; ft_run_reader_next (s->reader, &r, &error) > 0; n++) {
    if (!ended && n == MOST_RECORDS)
      return false;
    see_begin (s, &r);
    if (s->begun && !found)
      found = is_double_free (s, &r, &s->out->freed) ||
              is_use (s, &r, &s->out->freed);
    if (s->begun)
      find_overrun (s, &r);
    follow_value (s, &r);
    if (!r.at)
      follow_blocks (s, &r);
  }
  return s->run->control.state != FT_WIRE_STOPPED;
}

void ft_memory_findings_release (ft_memory_findings *m) {
  ft_strbuf_release (&m->freed);
  ft_strbuf_release (&m->overrun);
  ft_strbuf_release (&m->value);
  ft_strbuf_release (&m->state);
  ft_strbuf_release (&m->reads);
}

void ft_memory_findings_read (ft_memory_findings *m, const char *path,
                              const ft_tick *from, size_t count,
                              bool ended) {
  ft_error error = FT_NO_ERROR;
  search s = {.run = ft_run_open (path, &error),
              .from = from,
              .count = count,
              .out = m};
  *m = (ft_memory_findings){0};
  if (!s.run)
    return;
  s.reader = ft_run_reader_new (s.run);
  ft_final_state_init (&s.state, &s.run->code, &s.blocks);
  s.reads = (ft_heap_reads){.code = &s.run->code, .blocks = &s.blocks};
  if (find (&s, ended)) {
    add_value (&s, &m->value);
    ft_final_state_list (&s.state, &m->state);
    ft_heap_reads_list (&s.reads, &m->reads);
  }
  ft_heap_reads_release (&s.reads);
  ft_final_state_release (&s.state);
  ft_memory_blocks_release (&s.blocks);
  FT_RELEASE (s.freed);
  ft_run_reader_free (s.reader);
  ft_run_free (s.run);
}
