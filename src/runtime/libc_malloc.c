// The heap.  Interposed by symbol, so that memory that libraries allocate for
// the program (operator new, strdup in a library) is known, too; the memory is
// glibc's as ever, by its second set of names.  Called before anything else in
// the process, also from inside the dynamic linker: calls nothing but 'ft_recorded_thread'
// to find out whether to record.

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/libc_access.h"

void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);
void *__libc_memalign (size_t, size_t);
void *__libc_valloc (size_t);
void *__libc_pvalloc (size_t);
void __libc_free (void *);

// A block of no bytes has an address of its own all the same.
void ft_log_record_alloc (ft_thread *t, const void *p, size_t bytes) {
  if (t && p)
    ft_log_record1 (t, FT_WIRE_ALLOC, ft_address (p), bytes ? bytes : 1);
}

void ft_log_record_free (ft_thread *t, const void *p) {
  if (t && p)
    ft_log_record1 (t, FT_WIRE_FREE, ft_address (p), 0);
}

void *ft_allocate (ft_thread *t, size_t bytes) {
  void *p = __libc_malloc (bytes);
  ft_log_record_alloc (t, p, bytes);
  return p;
}

FT_EXPORT void *malloc (size_t bytes) {
  return ft_allocate (ft_wrapper_enter (), bytes);
}

FT_EXPORT void *calloc (size_t count, size_t size) {
  ft_thread *t = ft_wrapper_enter ();
  void *p = __libc_calloc (count, size);
  ft_log_record_alloc (t, p, count * size);
  return p;
}

FT_EXPORT void free (void *p) {
  if (!p)
    return;
  ft_log_record_free (ft_wrapper_enter (), p);
  __libc_free (p);
}

// The kept part is read: what is found in the new block depends on who wrote
// to the old one.  The new one is not written as far as the records go, it
// begins with that.  When there is no memory for it, the old one stays.
static void *resize (void *old, size_t bytes) {
  ft_thread *t = ft_wrapper_enter ();
  size_t held = t && old ? malloc_usable_size (old) : 0;
  ft_log_read_range (t, old, held < bytes ? held : bytes);
  void *p = __libc_realloc (old, bytes);
  if (p || !bytes)
    ft_log_record_free (t, old);
  ft_log_record_alloc (t, p, bytes);
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
  ft_thread *t = ft_wrapper_enter ();
  void *p = __libc_memalign (alignment, bytes);
  ft_log_record_alloc (t, p, bytes);
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
