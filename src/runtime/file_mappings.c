#include "runtime/file_mappings.h"

#include <fcntl.h>
#include <sys/uio.h>

#include "runtime/kernel_files.h"
#include "runtime/sync_state.h"
#include "runtime/syscall.h"

enum { PAGE = 4096 }; // of x86-64; a smaller one than the real one does no harm

// ---- mappings that reach behind the end of their file -------------------------

enum { MOST_SHORT = 64, MOST_PARTS = 1024 };

static struct shorter {
  char *at;
  uint64_t bytes, there; // in whole pages
} shorts[MOST_SHORT];
static unsigned short_count;

static struct part { // that a MAP record was made of
  char *at;
  uint64_t bytes;
} parts[MOST_PARTS];
static unsigned part_count;

size_t ft_short_mappings_add (void *at, size_t bytes, size_t there) {
  if (there >= bytes || short_count == MOST_SHORT || part_count == MOST_PARTS)
    return bytes;
  shorts[short_count++] = (struct shorter){at, bytes, there};
  if (there)
    parts[part_count++] = (struct part){at, there};
  return there;
}

// Without an access of the program: reading behind the end fails.
static bool is_there (const char *at) {
  char byte;
  struct iovec to = {&byte, 1}, from = {(void *)at, 1};
  return FT_SYSCALL (process_vm_readv, ft_sys_getpid (), &to, 1, &from, 1, 0) ==
         1;
}

// The pages that are there come first.
static uint64_t bytes_there (const struct shorter *s) {
  uint64_t low = s->there, high = s->bytes;
  if (low == high || !is_there (s->at + low))
    return low;
  if (is_there (s->at + high - PAGE))
    return high;
  while (high - low > PAGE) {
    uint64_t middle = (low + (high - low) / 2) / PAGE * PAGE;
    if (is_there (s->at + middle))
      low = middle;
    else
      high = middle;
  }
  return high;
}

void ft_short_mappings_grow (ft_thread *t) {
  for (unsigned i = 0; t && i < short_count; i++) {
    struct shorter *s = shorts + i;
    uint64_t now = bytes_there (s);
    if (now == s->there || part_count == MOST_PARTS)
      continue;
    struct part p = {s->at + s->there, now - s->there};
    ft_log_make_room (t);
    ft_log_record1 (t, FT_WIRE_MAP, ft_address (p.at), p.bytes);
    parts[part_count++] = p;
    s->there = now;
  }
}

static void forget_shorts (const char *first, const char *end) {
  for (unsigned i = short_count; i--;)
    if (shorts[i].at < end && shorts[i].at + shorts[i].bytes > first)
      shorts[i] = shorts[--short_count];
}

bool ft_short_mappings_unmap (ft_thread *t, const void *at, size_t bytes) {
  const char *first = at, *end = first + bytes;
  unsigned before = short_count;
  bool any = false;
  for (unsigned i = part_count; i--;) {
    struct part p = parts[i];
    if (p.at >= end || p.at + p.bytes <= first)
      continue;
    char *from = p.at > first ? p.at : (char *)at;
    const char *to = p.at + p.bytes < end ? p.at + p.bytes : end;
    parts[i] = parts[--part_count];
    if (p.at < from)
      parts[part_count++] = (struct part){p.at, (uint64_t)(from - p.at)};
    if (p.at + p.bytes > to && part_count < MOST_PARTS)
      parts[part_count++] =
          (struct part){(char *)to, (uint64_t)(p.at + p.bytes - to)};
    ft_log_make_room (t);
    ft_log_record1 (t, FT_WIRE_UNMAP, ft_address (from), (uint64_t)(to - from));
    any = true;
  }
  forget_shorts (first, end);
  return any || short_count < before;
}

// ---- private mappings --------------------------------------------------------

enum { MOST_PRIVATE = 256 };

static struct private {
  const char *at;
  uint64_t bytes;
  struct ft_memory_source source;
} privates[MOST_PRIVATE];
static unsigned private_count;

void ft_private_mappings_add (const void *at, size_t bytes,
                              struct ft_memory_source source) {
  if (private_count < MOST_PRIVATE)
    privates[private_count++] = (struct private){at, bytes, source};
}

bool ft_private_mappings_are_there (void) {
  return private_count;
}

// What is left of one that is unmapped in part is not looked at any more.
void ft_private_mappings_unmap (const void *at, size_t bytes) {
  const char *first = at;
  for (unsigned i = private_count; i--;)
    if (privates[i].at < first + bytes && privates[i].at + privates[i].bytes > first)
      privates[i] = privates[--private_count];
}

// Bits of /proc/self/pagemap: the page is there, in swap space, the file's.
#define PRESENT (UINT64_C (1) << 63)
#define SWAPPED (UINT64_C (1) << 62)
#define OF_FILE (UINT64_C (1) << 61)

static bool is_copy (int pagemap, const char *page) {
  uint64_t bits = 0;
  FT_SYSCALL (pread64, pagemap, &bits, sizeof bits,
              (uint64_t)(uintptr_t)page / PAGE * sizeof bits, 0, 0);
  return bits & (PRESENT | SWAPPED) && !(bits & OF_FILE);
}

static void log_pages (ft_thread *t, const char *first, const char *end) {
  int pagemap = ft_sys_open ("/proc/self/pagemap", O_RDONLY);
  for (const char *from = first; pagemap >= 0 && from < end;) {
    const char *to = from + (PAGE - (uintptr_t)from % PAGE);
    if (to > end)
      to = end;
    if (!is_copy (pagemap, from)) {
      ft_log_make_room (t);
      ft_log_record1 (t, FT_WIRE_WRITE_RANGE, ft_address (from),
                      (uint64_t)(to - from));
    }
    from = to;
  }
  if (pagemap >= 0)
    ft_sys_close (pagemap);
}

// Whether the page is a copy depends on all writes to it that come before, and
// whether those behind it have what is written now.
void ft_private_mappings_written (ft_thread *t, struct ft_memory_source source,
                                  uint64_t bytes) {
  for (unsigned i = 0; t && i < private_count; i++) {
    struct private p = privates[i];
    uint64_t from = p.source.offset, to = from + p.bytes;
    uint64_t first = source.offset > from ? source.offset : from;
    uint64_t end = source.offset + bytes < to ? source.offset + bytes : to;
    if (p.source.device != source.device || p.source.file != source.file ||
        first >= end)
      continue;
    ft_log_make_room (t);
    ft_look_at_everything (t);
    log_pages (t, p.at + (first - from), p.at + (end - from));
  }
}
