#include "runtime/aliases.h"

#include "runtime/sync_state.h"

enum { MOST_MAPPINGS = 256 };

static struct mapping {
  struct ft_memory_source source;
  uint64_t bytes;
  char *at;
} mappings[MOST_MAPPINGS]; // the oldest one first
static unsigned count;

unsigned ft_alias_count;

static bool is_same (const struct mapping *m, const struct mapping *n) {
  return m->source.device == n->source.device &&
         m->source.file == n->source.file;
}

static bool has (const struct mapping *m, const void *p) {
  return (const char *)p >= m->at && (const char *)p < m->at + m->bytes;
}

static const struct mapping *find (const void *p) {
  for (unsigned i = 0; i < count; i++)
    if (has (mappings + i, p))
      return mappings + i;
  return NULL;
}

static bool log_alias (ft_thread *t, const struct mapping *m,
                       const struct mapping *old) {
  uint64_t from = m->source.offset, to = from + m->bytes;
  uint64_t old_from = old->source.offset, old_to = old_from + old->bytes;
  uint64_t first = from > old_from ? from : old_from;
  uint64_t end = to < old_to ? to : old_to;
  if (!is_same (m, old) || first >= end)
    return false;
  ft_log_make_room (t); // there may be many
  ft_log_record2 (t, FT_WIRE_ALIAS, ft_address (m->at + (first - from)),
                  end - first, ft_address (old->at + (first - old_from)));
  return true;
}

// The mapping 'm' is newer than the first 'older' ones.
static void log_aliases (ft_thread *t, const struct mapping *m,
                         unsigned older) {
  for (unsigned i = 0; i < older; i++)
    ft_alias_count += log_alias (t, m, mappings + i);
}

void ft_aliases_map (ft_thread *t, void *at, size_t bytes,
                     struct ft_memory_source source) {
  struct mapping m = {source, bytes, at};
  log_aliases (t, &m, count);
  if (count < MOST_MAPPINGS)
    mappings[count++] = m;
}

void ft_aliases_after_fork (ft_thread *t) {
  ft_alias_count = 0;
  for (unsigned i = 1; i < count; i++)
    log_aliases (t, mappings + i, i);
}

static void remove_at (unsigned at) {
  count--;
  for (unsigned i = at; i < count; i++)
    mappings[i] = mappings[i + 1];
}

static void insert_at (unsigned at, struct mapping m) {
  if (count == MOST_MAPPINGS)
    return;
  for (unsigned i = count++; i > at; i--)
    mappings[i] = mappings[i - 1];
  mappings[at] = m;
}

// What remains of a mapping before and behind a range.
void ft_aliases_unmap (const void *at, size_t bytes) {
  const char *first = at, *end = first + bytes;
  for (unsigned i = count; i--;) {
    struct mapping m = mappings[i], rest = m;
    if (m.at >= end || m.at + m.bytes <= first)
      continue;
    remove_at (i);
    if (m.at + m.bytes > end) {
      uint64_t gone = (uint64_t)(end - m.at);
      rest.at += gone;
      rest.bytes -= gone;
      rest.source.offset += gone;
      insert_at (i, rest);
    }
    if (m.at < first) {
      m.bytes = (uint64_t)(first - m.at);
      insert_at (i, m);
    }
  }
}

void ft_aliases_log_file (ft_thread *t, struct ft_memory_source source,
                          uint64_t bytes, bool writes) {
  unsigned logged = 0;
  for (unsigned i = 0; i < count; i++) {
    const struct mapping *m = mappings + i;
    uint64_t from = m->source.offset, to = from + m->bytes;
    uint64_t first = source.offset > from ? source.offset : from;
    uint64_t end = source.offset + bytes < to ? source.offset + bytes : to;
    if (m->source.device != source.device || m->source.file != source.file ||
        first >= end)
      continue;
    if (logged++ % 8 == 0)
      ft_log_make_room (t); // no other thread may unmap any meanwhile
    ft_log_record1 (t, writes ? FT_WIRE_WRITE_RANGE : FT_WIRE_READ_RANGE,
                    ft_address (m->at + (first - from)), end - first);
  }
}

bool ft_aliases_has (uint64_t device, uint64_t file) {
  for (unsigned i = 0; i < count; i++)
    if (mappings[i].source.device == device && mappings[i].source.file == file)
      return true;
  return false;
}

unsigned ft_aliases_count (void) {
  return count;
}

size_t ft_aliases_bytes (const void *at) {
  const struct mapping *m = find (at);
  return m && m->at == at ? m->bytes : 0;
}

bool ft_aliases_source (const void *at, struct ft_memory_source *source) {
  const struct mapping *m = find (at);
  if (!m)
    return false;
  *source = m->source;
  source->offset += (uint64_t)((const char *)at - m->at);
  return true;
}

const void *ft_aliases_find (const void *p) {
  const struct mapping *m = find (p);
  if (!m)
    return p;
  uint64_t offset = m->source.offset + (uint64_t)((const char *)p - m->at);
  for (const struct mapping *old = mappings; old < m; old++)
    if (is_same (m, old) && offset >= old->source.offset &&
        offset - old->source.offset < old->bytes)
      return old->at + (offset - old->source.offset);
  return p;
}
