// The inputs that a replay returns again: those of the recording, in a queue
// for each thread.  A file that is cut short or damaged is read up to its first
// invalid entry.

#include "runtime/blocking.h"
#include "runtime/config.h"
#include "runtime/inputs.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/process_ids.h"
#include "runtime/replayer.h"
#include "runtime/signals.h"

#include <sys/stat.h>

struct list {
  const struct ft_wire_input **entries;
  uint64_t count, next;
};

struct queue {
  struct list calls, signals, own; // 'own': signals with FT_WIRE_INPUT_OWN
  uint32_t used;       // bytes of the next entry, if it is for many calls
  bool over;           // the thread has diverged
  bool known, unknown; // whether the replay schedule has the thread, once asked
  const FILE *stream;  // whose last read was a recorded result
};

static struct queue *queues;
static uint32_t queue_count;
static bool has_connections, has_receipts;

// ---- reading ---------------------------------------------------------------

struct extent {
  const char *at, *end;
};

static const struct ft_wire_input *next_entry (struct extent *x) {
  const struct ft_wire_input *e = (const void *)x->at;
  uint64_t left = (uint64_t)(x->end - x->at);
  if (left < sizeof *e || e->thread >= FT_MAX_THREADS ||
      (e->size + UINT64_C (7)) / 8 * 8 > left - sizeof *e)
    return NULL;
  x->at += sizeof *e + (e->size + UINT64_C (7)) / 8 * 8;
  return e;
}

static const char *map_file (uint64_t *bytes) {
  struct stat status;
  int fd = ft_sys_open (ft_config.inputs, O_RDONLY);
  if (fd < 0)
    return NULL;
  long at = -EINVAL;
  if (!FT_SYSCALL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0) &&
      status.st_size >= FT_WIRE_PAGE)
    at = FT_SYSCALL (mmap, ft_sys_own_place ((size_t)status.st_size),
                     status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  ft_sys_close (fd);
  *bytes = (uint64_t)status.st_size;
  return at < 0 && at > -4096 ? NULL : (const char *)at;
}

static bool find_entries (struct extent *x) {
  uint64_t bytes;
  const char *at = map_file (&bytes);
  const struct ft_wire_inputs *head = (const void *)at;
  if (!at || head->magic != FT_WIRE_MAGIC || head->version != FT_WIRE_VERSION)
    return false;
  uint64_t room = bytes - FT_WIRE_PAGE;
  x->at = at + FT_WIRE_PAGE;
  x->end = x->at + (head->bytes < room ? head->bytes : room);
  return true;
}

// A replay under another schedule finds for itself what the program does: a recorded
// answer would confirm what is false there.
static bool is_used (const struct ft_wire_input *e) {
  return ft_config.whole || !(e->flags & FT_WIRE_INPUT_OF_WHOLE);
}

static const struct ft_wire_input *next_used (struct extent *x) {
  const struct ft_wire_input *e = next_entry (x);
  while (e && !is_used (e))
    e = next_entry (x);
  return e;
}

static struct list *list_of (const struct ft_wire_input *e) {
  struct queue *q = &queues[e->thread];
  return e->kind != FT_WIRE_INPUT_SIGNAL ? &q->calls
         : e->flags & FT_WIRE_INPUT_OWN  ? &q->own
                                         : &q->signals;
}

static uint64_t count_entries (struct extent x) {
  uint64_t total = 0;
  for (const struct ft_wire_input *e; (e = next_used (&x)); total++) {
    if (e->kind == FT_WIRE_INPUT_ID) {
      ft_ids_add (e);
      total--;
      continue;
    }
    has_receipts |= e->flags & FT_WIRE_INPUT_INSIDE;
    has_connections |= e->kind == FT_WIRE_INPUT_ACCEPT && e->result >= 0;
    list_of (e)->count++;
    if (e->thread >= queue_count)
      queue_count = e->thread + 1;
  }
  return total;
}

static const struct ft_wire_input **
give_room (struct list *l, const struct ft_wire_input **room) {
  l->entries = room;
  room += l->count;
  l->count = 0;
  return room;
}

// By ticks: a call is written when it ends, behind those of handlers that ran
// within it.
static void add_entry (struct list *l, const struct ft_wire_input *e) {
  uint64_t at = l->count++;
  for (; at && l->entries[at - 1]->tick > e->tick; at--)
    l->entries[at] = l->entries[at - 1];
  l->entries[at] = e;
}

static void fill_queues (struct extent x, const struct ft_wire_input **room) {
  for (uint32_t i = 0; i < queue_count; i++) {
    room = give_room (&queues[i].calls, room);
    room = give_room (&queues[i].signals, room);
    room = give_room (&queues[i].own, room);
  }
  for (const struct ft_wire_input *e; (e = next_used (&x));)
    if (e->kind != FT_WIRE_INPUT_ID)
      add_entry (list_of (e), e);
}

void ft_inputs_load (void) {
  struct extent x;
  if (!*ft_config.inputs || !find_entries (&x))
    return;
  queues = ft_sys_mmap (FT_MAX_THREADS * sizeof *queues, -1, 0);
  uint64_t total = queues ? count_entries (x) : 0;
  const struct ft_wire_input **room =
      total ? ft_sys_mmap (total * sizeof *room, -1, 0) : NULL;
  if (room)
    fill_queues (x, room);
  else
    queue_count = 0;
  ft_ids_begin ();
}

// ---- replaying -------------------------------------------------------------

static bool is_known (const ft_thread *t, struct queue *q) {
  if (!q->known && !q->unknown) {
    q->known = ft_replay_has_thread (t);
    q->unknown = !q->known;
  }
  return q->known;
}

static struct queue *queue_of (const ft_thread *t) {
  if (!t || !ft_replaying () || t->id >= queue_count)
    return NULL;
  struct queue *q = queues + t->id;
  return !q->over && is_known (t, q) ? q : NULL;
}

bool ft_inputs_have_connections (void) {
  return has_connections;
}

bool ft_inputs_have_receipts (void) {
  return has_receipts;
}

bool ft_inputs_are_replayed (const ft_thread *t) {
  const struct queue *q = queue_of (t);
  return q && q->calls.count;
}

static void answer (ft_input_call *in, const struct ft_wire_input *e) {
  in->flags = e->flags;
  in->result = e->result;
  in->bytes = (const unsigned char *)(e + 1);
  in->size = e->size;
  if (e->result < 0)
    errno = e->error;
  ft_input_record (in, in->result, in->bytes, in->size);
}

// Answers one call of getc of several that share the entry.
static void answer_byte (ft_input_call *in, struct queue *q,
                         const struct ft_wire_input *e) {
  in->flags = e->flags;
  in->bytes = (const unsigned char *)(e + 1) + q->used;
  in->result = *in->bytes;
  in->size = 1;
  ft_input_record (in, in->result, in->bytes, 1);
  if (++q->used < e->size)
    return;
  q->used = 0;
  q->calls.next++;
}

// ---- signals -----------------------------------------------------------------

// A signal that the thread still blocks so many words later is lost.
enum { LATE = 10000 };

static const struct ft_wire_input *head (const struct list *l) {
  return l->next < l->count ? l->entries[l->next] : NULL;
}

bool ft_input_has_signals (const ft_thread *t) {
  if (!ft_replaying () || !*ft_config.inputs || !ft_replay_has_thread (t))
    return false;
  return t->id >= queue_count || !queues[t->id].over;
}

uint64_t ft_input_signal_tick (const ft_thread *t) {
  const struct queue *q = queue_of (t);
  const struct ft_wire_input *e = q ? head (&q->signals) : NULL;
  if (!e)
    return UINT64_MAX;
  return e->tick + (e->flags & FT_WIRE_INPUT_WAITED ? 1 : 0);
}

bool ft_input_interrupts (const ft_thread *t) {
  const struct queue *q = queue_of (t);
  const struct ft_wire_input *e = q ? head (&q->signals) : NULL;
  return e && e->flags & FT_WIRE_INPUT_WAITED && e->tick == ft_current_tick (t);
}

static bool make_pending (ft_thread *t, const struct ft_wire_input *e) {
  siginfo_t info;
  if (e->size != sizeof info || e->result < 1 || e->result > FT_SIGNAL_COUNT)
    return true;
  __builtin_memcpy (&info, e + 1, sizeof info);
  info.si_signo = (int)e->result;
  return ft_signals_come_again (t, &info, e->flags);
}

bool ft_input_signals (ft_thread *t, bool waits) {
  struct queue *q = queue_of (t);
  bool interrupted = false;
  uint64_t now = q ? ft_current_tick (t) : 0;
  for (const struct ft_wire_input *e; q && (e = head (&q->signals));) {
    bool is_wait = e->flags & FT_WIRE_INPUT_WAITED;
    if (e->tick > now || (e->tick == now && is_wait && !waits))
      break;
    if (!make_pending (t, e) && now - e->tick < LATE)
      break;
    interrupted |= e->tick == now && e->flags & FT_WIRE_INPUT_INTERRUPTED;
    q->signals.next++;
  }
  return interrupted;
}

int ft_input_own_signal (const ft_thread *t) {
  struct queue *q = queue_of (t);
  uint64_t now = q ? ft_current_tick (t) : 0;
  const struct ft_wire_input *e = q ? head (&q->own) : NULL;
  // A call that goes on behind a signal, as that of a lock, does not ask.
  for (; e && e->tick < now; e = head (&q->own))
    q->own.next++;
  return e && e->tick == now ? (int)e->result : 0;
}

void ft_input_own_came (const ft_thread *t) {
  queue_of (t)->own.next++;
}

// Of a recorded call, which does not wait in the kernel.
static void deliver_signals (ft_thread *t) {
  bool own = ft_input_own_signal (t);
  ft_input_signals (t, true);
  if (own) {
    ft_blocking_release_token (t);
    ft_signals_deliver_in_kernel (t); // it may have come before the call
    ft_signals_await (t);
    ft_blocking_retake_token (t);
    t->own_came = false;
  }
  if (own || ft_signals_are_pending (t))
    ft_scheduling_point_slow (t);
}

// ---- calls ---------------------------------------------------------------------

bool ft_input_replay (ft_input_call *in, ft_thread *t,
                      enum ft_wire_input_kind kind) {
  *in = (ft_input_call){
      .thread = t, .kind = kind, .tick = t ? ft_current_tick (t) : 0};
  struct queue *q = queue_of (t);
  const struct ft_wire_input *e = q ? head (&q->calls) : NULL;
  if (!e || e->tick > in->tick)
    return false;
  if (e->tick < in->tick || e->kind != kind) {
    q->over = true;
    return false;
  }
  if (kind == FT_WIRE_INPUT_GETC && e->size)
    answer_byte (in, q, e);
  else {
    q->calls.next++;
    deliver_signals (t);
    answer (in, e);
  }
  return true;
}

void ft_input_copy (ft_input_call *in, void *to, size_t size) {
  size_t n = size < in->size ? size : in->size;
  if (to && n)
    __builtin_memcpy (to, in->bytes, n);
  in->bytes += n;
  in->size -= n;
}

void ft_input_scatter (ft_input_call *in, const struct iovec *parts,
                       int count) {
  for (int i = 0; i < count; i++)
    ft_input_copy (in, parts[i].iov_base, parts[i].iov_len);
}

// ---- streams ---------------------------------------------------------------

enum { END_SEEN = 0x10, ERROR_SEEN = 0x20 }; // bits of glibc's '_flags'

void _IO_doallocbuf (FILE *);

// As the first read of a stream does: allocates its buffer, unrecorded.  fclose
// frees the buffer, which is recorded.
static void make_buffer (ft_thread *t, FILE *stream) {
  int error = errno;
  if (stream->_IO_buf_base)
    return;
  t->unrecorded |= FT_IN_RUNTIME;
  _IO_doallocbuf (stream);
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  errno = error;
}

bool ft_input_stream_replay (ft_input_call *in, ft_thread *t,
                             enum ft_wire_input_kind kind, FILE *stream) {
  bool again = ft_input_replay (in, t, kind);
  if (t && t->id < queue_count)
    queues[t->id].stream = again ? stream : NULL;
  if (!again)
    return false;
  make_buffer (t, stream);
  stream->_flags &= ~(END_SEEN | ERROR_SEEN);
  stream->_flags |= (in->flags & FT_WIRE_INPUT_END ? END_SEEN : 0) |
                    (in->flags & FT_WIRE_INPUT_ERROR ? ERROR_SEEN : 0);
  return true;
}

void ft_input_stream_record (ft_input_call *in, FILE *stream, int64_t result,
                             const void *bytes, size_t size) {
  if (!in->thread || !ft_fd_is_external (fileno_unlocked (stream)))
    return;
  in->flags |= (stream->_flags & END_SEEN ? FT_WIRE_INPUT_END : 0) |
               (stream->_flags & ERROR_SEEN ? FT_WIRE_INPUT_ERROR : 0);
  ft_input_record (in, result, bytes, size);
}

bool ft_input_stream_is_replayed (const ft_thread *t, const FILE *stream) {
  return t && ft_replaying () && t->id < queue_count &&
         queues[t->id].stream == stream;
}
