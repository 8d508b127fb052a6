// Fibres that the program announces by the functions that ThreadSanitizer has
// for it, as Boost.Context and others do around switches in assembly.
//
// An announcement comes right before the switch, but on the old stack, and
// calls may lie between.  So the thread goes through the slow path at each
// check, until its stack pointer is on the other stack.  Where a stack ends is
// not known: before the fibre has begun, the other stack is one that does not
// lie around the old stack pointer; later it is the one where the fibre was
// left, or the old one, whichever is closer.  An announcement without a switch
// soon behind it names what the thread does, and changes no stack.
//
// Who goes on with a fibre has seen what was done on it before: a
// happens-before word of the fibre is changed when it is left, and read when it
// is gone on with. The flag no_sync changes nothing: it is about fibres that
// might have been on several threads, and the recorded ones ran one after the
// other.

#include "runtime/fibre.h"
#include "runtime/happens_before.h"
#include "runtime/libc_access.h"

enum { MOST_LOOKS = 64 }; // checks between an announcement and its switch
enum { CALLS = 2048 };    // bytes of stack that calls take in between
enum { RETURNS = 256 };   // and that are above the first check on a stack

static ft_fibre *current (ft_thread *t) {
  return t->current ? t->current : ft_fibre_of_thread (t);
}

static ft_fibre *named (ft_thread *t) {
  return t->named ? t->named : ft_fibre_of_thread (t);
}

static uintptr_t distance (uintptr_t a, uintptr_t b) {
  return a < b ? b - a : a - b;
}

static bool is_inside (const ft_fibre *f, uintptr_t at) {
  return at >= f->low && at < f->end;
}

static bool has_switched (const ft_fibre *from, const ft_fibre *to,
                          uintptr_t at) {
  if (from->end)
    return !is_inside (from, at);
  if (to->end)
    return is_inside (to, at);
  if (to->begun)
    return distance (at, to->left_at) < distance (at, from->left_at);
  return at + CALLS <= from->left_at || at > from->top + RETURNS;
}

bool ft_fibre_look (ft_thread *t, uintptr_t at) {
  ft_fibre *from = current (t), *to = t->announced;
  if (!has_switched (from, to, at)) {
    if (++t->looks == MOST_LOOKS)
      t->announced = NULL;
    return false;
  }
  uint64_t way = to->begun ? 0 : FT_WIRE_FIBRE_BEGINS;
  to->begun = true;
  if (at > to->top)
    to->top = at;
  t->announced = NULL;
  t->current = to;
  ft_log_record1 (t, FT_WIRE_FIBRE, to->number, way);
  return true;
}

static uint64_t cause (const ft_fibre *f) {
  return FT_WIRE_CAUSE (FT_WIRE_CAUSE_FIBRE, f->number);
}

static void announce (ft_thread *t, ft_fibre *to, uintptr_t at) {
  ft_fibre *from = current (t);
  ft_happens_before (t, &named (t)->word, cause (named (t)));
  ft_happens_after (t, &to->word, cause (to));
  t->named = to;
  from->left_at = at;
  if (at > from->top)
    from->top = at;
  t->announced = to == from ? NULL : to;
  t->looks = 0;
  ft_set_limit (t);
}

// ---- functions of ThreadSanitizer ------------------------------------------

void *__tsan_get_current_fiber (void);
void *__tsan_create_fiber (unsigned flags);
void __tsan_destroy_fiber (void *);
void __tsan_switch_to_fiber (void *, unsigned flags);
void __tsan_set_fiber_name (void *, const char *);

static ft_fibre nobody; // of a process or thread that is not recorded

FT_EXPORT void *__tsan_get_current_fiber (void) {
  ft_thread *t = ft_recorded_thread ();
  return t ? named (t) : &nobody;
}

FT_EXPORT void *__tsan_create_fiber (unsigned flags) {
  (void)flags;
  ft_thread *t = ft_wrapper_enter ();
  if (!t)
    return &nobody;
  ft_fibre *f = ft_arena_alloc (sizeof *f);
  f->number = ft_fibre_number_new ();
  return f;
}

// Its word stays: it stands for this fibre alone.
FT_EXPORT void __tsan_destroy_fiber (void *fibre) {
  (void)fibre;
}

FT_EXPORT void __tsan_switch_to_fiber (void *fibre, unsigned flags) {
  (void)flags;
  ft_thread *t = ft_wrapper_enter ();
  if (t && fibre != &nobody)
    announce (t, fibre, (uintptr_t)__builtin_frame_address (0));
}

FT_EXPORT void __tsan_set_fiber_name (void *fibre, const char *name) {
  (void)fibre;
  (void)name;
}
