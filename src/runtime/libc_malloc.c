// The heap.  Interposed by symbol, so that blocks that libraries allocate for
// the program (operator new, strdup in a library) are recorded, too.  The
// memory is glibc's, through its second set of names.  These functions are
// called before anything else in the process, also from inside the dynamic
// linker; so only 'ft_recorded_thread' decides whether to record.

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/kernel_files.h"
#include "runtime/libc_access.h"
#include "runtime/parallel.h"
#include "runtime/thread.h"

void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);
void *__libc_memalign (size_t, size_t);
void *__libc_valloc (size_t);
void *__libc_pvalloc (size_t);
void __libc_free (void *);

// A block of no bytes has an address of its own, so it is logged with one byte.
// That there is no memory may be due to what other threads have.
void ft_log_record_alloc (ft_thread *t, const void *p, size_t bytes) {
  if (bytes && !p)
    ft_look_at_everything (t);
  else if (t && p)
    ft_log_record1 (t, FT_WIRE_ALLOC, ft_address (p), bytes ? bytes : 1);
}

void ft_log_record_free (ft_thread *t, const void *p) {
  if (t && p)
    ft_log_record1 (t, FT_WIRE_FREE, ft_address (p), 0);
}

// Not inside of another wrapper, whose operation is not over.
static void leave (ft_thread *t, bool outside) {
  if (outside)
    ft_wrapper_leave (t);
}

static void log_undefined (ft_thread *t, const void *p, size_t bytes) {
  ft_log_record_alloc (t, p, (bytes ? bytes : 1) | FT_WIRE_UNDEFINED);
}

static void log_zeros (ft_thread *t, const void *p, size_t bytes) {
  ft_log_record_alloc (t, p, (bytes ? bytes : 1) | FT_WIRE_ZEROED);
}

static void *allocate (ft_thread *t, size_t bytes) {
  void *p = __libc_malloc (bytes);
  log_undefined (t, p, bytes);
  return p;
}

// ---- buffers of streams -----------------------------------------------------
//
// Whichever thread uses a stream first makes the C library allocate its buffer.
// No code of the program sees that block, and a record of it would make the
// ticks of each thread depend on which one prints first.

static uintptr_t allocates_buffers; // a function of the C library
static size_t allocates_buffers_size;

void ft_malloc_start (void) {
  static const char name[] = "_IO_file_doallocate";
  const ElfW (Sym) *symbol = NULL;
  Dl_info info;
  void *function = dlsym (RTLD_DEFAULT, name);
  if (!function ||
      !dladdr1 (function, &info, (void **)(void *)&symbol, RTLD_DL_SYMENT) ||
      !symbol)
    return;
  allocates_buffers = (uintptr_t)function;
  allocates_buffers_size = symbol->st_size;
}

static bool is_for_stream (const void *caller) {
  return (uintptr_t)caller - allocates_buffers < allocates_buffers_size;
}

FT_EXPORT void *malloc (size_t bytes) {
  if (is_for_stream (__builtin_return_address (0)))
    return __libc_malloc (bytes);
  bool outside = ft_is_outside ();
  ft_thread *t = ft_wrapper_enter ();
  void *p = allocate (t, bytes);
  leave (t, outside);
  return p;
}

// The same function, under a name that no program defines.
void *ft_own_malloc (size_t) __attribute__ ((alias ("malloc")));

// The function that is linked; the compiler must not take it for the one here.
static void *(*volatile const linked_malloc) (size_t) = malloc;

bool ft_heap_is_of_program (void) {
  return linked_malloc != ft_own_malloc;
}

void *ft_allocate (ft_thread *t, size_t bytes) {
  return ft_heap_is_of_program () ? linked_malloc (bytes) : allocate (t, bytes);
}

FT_EXPORT void *calloc (size_t count, size_t size) {
  bool outside = ft_is_outside ();
  ft_thread *t = ft_wrapper_enter ();
  void *p = __libc_calloc (count, size);
  log_zeros (t, p, count * size);
  leave (t, outside);
  return p;
}

FT_EXPORT void free (void *p) {
  if (!p)
    return;
  bool outside = ft_is_outside ();
  ft_thread *t = ft_wrapper_enter ();
  ft_log_record_free (t, p);
  __libc_free (p);
  leave (t, outside);
}

// The part that is kept is read and written, as by a copy whose values are not
// recorded.  Without memory for the new block the old one stays.
static void *resize (void *old, size_t bytes) {
  bool outside = ft_is_outside ();
  ft_thread *t = ft_wrapper_enter ();
  size_t held = t && old ? malloc_usable_size (old) : 0;
  size_t kept = held < bytes ? held : bytes;
  ft_log_read_range (t, old, kept);
  void *p = __libc_realloc (old, bytes);
  if (p || !bytes)
    ft_log_record_free (t, old);
  ft_log_record_alloc (t, p, bytes);
  ft_log_write_range (p ? t : NULL, p, kept);
  leave (t, outside);
  return p;
}

FT_EXPORT void *realloc (void *old, size_t bytes) {
  return resize (old, bytes);
}

FT_EXPORT void *reallocarray (void *old, size_t count, size_t size) {
  size_t bytes;
  if (!__builtin_mul_overflow (count, size, &bytes))
    return resize (old, bytes);
  errno = ENOMEM;
  return NULL;
}

static void *aligned (size_t alignment, size_t bytes) {
  bool outside = ft_is_outside ();
  ft_thread *t = ft_wrapper_enter ();
  void *p = __libc_memalign (alignment, bytes);
  log_undefined (t, p, bytes);
  leave (t, outside);
  return p;
}

FT_EXPORT void *memalign (size_t alignment, size_t bytes) {
  return aligned (alignment, bytes);
}

FT_EXPORT void *aligned_alloc (size_t alignment, size_t bytes) {
  return aligned (alignment, bytes);
}

FT_EXPORT int posix_memalign (void **result, size_t alignment, size_t bytes) {
  if (!alignment || alignment & (alignment - 1) || alignment % sizeof (void *))
    return EINVAL;
  int saved = errno;
  void *p = aligned (alignment, bytes);
  errno = saved;
  if (!p)
    return ENOMEM;
  *result = p;
  return 0;
}

FT_EXPORT void *valloc (size_t bytes) {
  ft_thread *t = ft_wrapper_enter ();
  void *p = __libc_valloc (bytes);
  ft_log_record_alloc (t, p, bytes);
  return p;
}

FT_EXPORT void *pvalloc (size_t bytes) {
  ft_thread *t = ft_wrapper_enter ();
  void *p = __libc_pvalloc (bytes);
  ft_log_record_alloc (t, p, bytes);
  return p;
}
