#include "replay/heap_reads.h"

enum { LARGEST = 1 << 24, MOST_NAMES = 1 << 14 };
enum { WRITTEN = 1, UNWRITTEN = 2 };

void ft_heap_reads_release (ft_heap_reads *h) {
  for (size_t i = 0; i < h->written.size; i++)
    free (h->written.begin[i]);
  FT_RELEASE (h->written);
  FT_RELEASE (h->seen);
  FT_RELEASE (h->sites);
  ft_intern_release (&h->names);
}

void ft_heap_reads_block (ft_heap_reads *h, const ft_run_record *r,
                          ft_id block) {
  uint64_t bytes = h->blocks->list.begin[block].bytes;
  FT_GROW (h->written, (size_t)block + 1, NULL);
  free (h->written.begin[block]);
  h->written.begin[block] = r->undefined && bytes <= LARGEST
                                ? FT_ARRAY (uint8_t, bytes / 8 + 1)
                                : NULL;
}

static bool is_written (const uint8_t *bits, uint64_t at) {
  return bits[at / 8] >> at % 8 & 1;
}

static void write_bytes (uint8_t *bits, uint64_t from, uint64_t end) {
  for (uint64_t at = from; at < end; at++)
    bits[at / 8] |= (uint8_t)(1 << at % 8);
}

static void see (ft_heap_reads *h, ft_location_names *names,
                 const ft_run_record *r, const ft_run_access *a, uint8_t what) {
  ft_source_frames at = {.frames = r->thread->frames.begin,
                         .code = h->code,
                         .depth = r->thread->frames.size,
                         .site = r->site};
  ft_source_frame frame;
  ft_strbuf name = {0};
  if (r->site != FT_NO_ID) {
    FT_GROW (h->sites, (size_t)r->site + 1, 0);
    if (h->sites.begin[r->site] & what)
      return;
    h->sites.begin[r->site] |= what;
  }
  if (h->seen.size >= MOST_NAMES || !ft_source_frames_next (&at, &frame))
    return;
  ft_strbuf_add (&name, "%u byte%s at %s", (unsigned)a->bytes,
                 a->bytes == 1 ? "" : "s",
                 ft_location_names_frame (names, &frame));
  ft_id id = ft_intern_add (&h->names, name.text, name.size);
  FT_GROW (h->seen, (size_t)id + 1, 0);
  h->seen.begin[id] |= what;
  ft_strbuf_release (&name);
}

void ft_heap_reads_access (ft_heap_reads *h, ft_location_names *names,
                           const ft_run_record *r, const ft_run_access *a,
                           bool begun) {
  const ft_memory_block *b = ft_memory_blocks_at (h->blocks, a->address);
  size_t number = b ? (size_t)(b - h->blocks->list.begin) : h->written.size;
  uint8_t *bits = number < h->written.size ? h->written.begin[number] : NULL;
  if (!bits || b->freed || b->kind != FT_BLOCK_HEAP)
    return;
  uint64_t from = a->address - b->address, end = from + a->bytes;
  end = end < b->bytes ? end : b->bytes;
  if (begun && a->valued && !a->cause && !a->of_object &&
      ft_kind_reads (a->kind)) {
    unsigned count = 0;
    for (uint64_t at = from; at < end; at++)
      count += is_written (bits, at);
    if (!count || count == a->bytes)
      see (h, names, r, a, count ? WRITTEN : UNWRITTEN);
  }
  if (ft_kind_writes (a->kind) && a->kind != FT_FREE)
    write_bytes (bits, from, end);
}

void ft_heap_reads_list (const ft_heap_reads *h, ft_strbuf *out) {
  for (size_t i = 0; i < h->seen.size; i++)
    ft_strbuf_add (out, "%s=%s\n", ft_intern_name (&h->names, (ft_id)i),
                   h->seen.begin[i] & UNWRITTEN ? FT_HEAP_READ_UNWRITTEN
                                                : FT_HEAP_READ_WRITTEN);
}
