// The free buffer with the lowest number is taken first: few buffers are ever
// touched, and these stay in the caches.  Buffers are mapped in blocks, a block
// when its first buffer is taken: all that there may be take a gigabyte of address
// space, which a program under a limit (ulimit -v) needs for its threads.

#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/log_buffers.h"
#include "runtime/preallocate.h"
#include "runtime/start.h"

enum { GROW = 256, PATIENCE = 50000000 }; // buffers; nanoseconds
enum {
  BLOCK = 64, // buffers
  BLOCKS = FT_WIRE_MAX_BUFFERS / BLOCK,
  BLOCK_BYTES = BLOCK * FT_WIRE_BUFFER,
};

static struct ft_wire_buffers *buffers; // header and entries
static char *blocks[BLOCKS];            // NULL: not mapped

bool ft_log_buffers_are_used (void) {
  return buffers;
}

void ft_log_buffers_open (void) {
  char path[FT_MAX_PATH];
  if (!ft_files_are_of_first_process ())
    return;
  ft_files_path (path, "slots", UINT32_MAX);
  int fd = ft_sys_open (path, O_RDWR);
  if (fd < 0)
    return;
  buffers = ft_sys_mmap (FT_WIRE_BUFFERS_HEADER, fd, 0);
  ft_sys_close (fd);
  if (buffers && (buffers->magic != FT_WIRE_MAGIC ||
                  buffers->version != FT_WIRE_VERSION || !buffers->owner))
    ft_log_buffers_after_fork ();
}

void ft_log_buffers_after_fork (void) {
  if (buffers)
    ft_sys_munmap (buffers, FT_WIRE_BUFFERS_HEADER);
  buffers = NULL;
  for (uint32_t i = 0; i < BLOCKS; i++) {
    if (blocks[i])
      ft_sys_munmap (blocks[i], BLOCK_BYTES);
    blocks[i] = NULL;
  }
}

// NULL if that fails, which ends the recording.
static char *map_block (uint32_t block) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "slots", UINT32_MAX);
  int fd = ft_preallocate_open (path, O_RDWR);
  if (fd < 0) {
    ft_files_stop_errno (fd);
    return NULL;
  }
  char *mapped = ft_sys_mmap (
      BLOCK_BYTES, fd, FT_WIRE_BUFFERS_HEADER + (uint64_t)block * BLOCK_BYTES);
  ft_sys_close (fd);
  if (!mapped)
    ft_files_stop ("no address space for a buffer of the log (ulimit -v)");
  return mapped;
}

// NULL when the recording has ended.
static ft_word *memory (uint32_t index) {
  char **block = &blocks[index / BLOCK];
  if (!*block)
    *block = map_block (index / BLOCK);
  return *block ? (ft_word *)(*block + index % BLOCK * FT_WIRE_BUFFER) : NULL;
}

static uint32_t index_of (const ft_word *buffer) {
  uint32_t i = 0;
  while (!blocks[i] || (uintptr_t)buffer - (uintptr_t)blocks[i] >= BLOCK_BYTES)
    i++;
  return i * BLOCK +
         (uint32_t)((const char *)buffer - blocks[i]) / FT_WIRE_BUFFER;
}

static ft_word *claim (uint32_t index, uint32_t thread, uint64_t tick) {
  struct ft_wire_buffer *s = &buffers->buffers[index];
  ft_word *words = memory (index);
  if (!words)
    return NULL;
  s->thread = thread;
  s->tick = tick;
  s->words = 0;
  __atomic_store_n (&s->state, FT_WIRE_BUFFER_OPEN, __ATOMIC_RELEASE);
  return words;
}

// The first buffer in a state, or the number of buffers.
static uint32_t find (uint32_t state) {
  uint32_t i = 0;
  while (i < buffers->count && __atomic_load_n (&buffers->buffers[i].state,
                                                __ATOMIC_ACQUIRE) != state)
    i++;
  return i;
}

// Adds buffers when all are in use: each running thread fills a buffer of its
// own, and there may be more threads than buffers.
static bool grow (void) {
  char path[FT_MAX_PATH];
  uint64_t from =
      FT_WIRE_BUFFERS_HEADER + (uint64_t)buffers->count * FT_WIRE_BUFFER;
  if (buffers->count + GROW > FT_WIRE_MAX_BUFFERS)
    return false;
  ft_files_path (path, "slots", UINT32_MAX);
  int fd = ft_preallocate_grow (path, 0, from,
                                from + (uint64_t)GROW * FT_WIRE_BUFFER);
  if (fd < 0)
    return false;
  ft_sys_close (fd);
  __atomic_store_n (&buffers->count, buffers->count + GROW, __ATOMIC_RELEASE);
  return true;
}

static bool is_emptied (void) {
  uint32_t owner = __atomic_load_n (&buffers->owner, __ATOMIC_RELAXED);
  return owner && FT_SYSCALL (kill, owner, 0, 0, 0, 0, 0) != -ESRCH;
}

static void await (uint32_t freed) {
  struct timespec time = {0, PATIENCE};
  FT_SYSCALL (futex, &buffers->freed, FUTEX_WAIT, freed, &time, 0, 0);
}

ft_word *ft_log_buffer_get (uint32_t thread, uint64_t tick) {
  for (;;) {
    uint32_t freed = __atomic_load_n (&buffers->freed, __ATOMIC_ACQUIRE);
    uint32_t index = find (FT_WIRE_BUFFER_FREE);
    if (index < buffers->count)
      return claim (index, thread, tick);
    if (!is_emptied ())
      return NULL;
    if (find (FT_WIRE_BUFFER_FULL) < buffers->count)
      await (freed);
    else if (find (FT_WIRE_BUFFER_FREE) == buffers->count && !grow ())
      return NULL;
  }
}

void ft_log_buffer_put (ft_word *buffer, uint64_t words) {
  struct ft_wire_buffer *s = &buffers->buffers[index_of (buffer)];
  s->words = words;
  __atomic_store_n (&s->state, FT_WIRE_BUFFER_FULL, __ATOMIC_RELEASE);
  __atomic_fetch_add (&buffers->full, 1, __ATOMIC_RELEASE);
  FT_SYSCALL (futex, &buffers->full, FUTEX_WAKE, 1, 0, 0, 0);
}
