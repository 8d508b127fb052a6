// Wrappers of the functions of libstdc++ that read numbers, words, lines and
// bytes through std::cin.  In runs with symbolic inputs a call is recorded as a
// call of scanf (symbolic_scan.c), if the stream has its initial settings:
// decimal numbers, blanks skipped, no width, and the classic locale.
//
// The structures below have the fields of the stream and its buffer at the
// offsets of the 64-bit ABI of libstdc++.

#include <string.h>

#include "runtime/syscall.h"
#include "runtime/symbolic.h"
#include "runtime/libc_access.h"

typedef struct ios { // std::basic_ios<char>
  const void *table;
  int64_t precision, width;
  int flags, exceptions, state;
  char other[172];
  const void *locale;
  char more[16];
  const struct buffer *buffer;
} ios;

typedef struct buffer { // std::basic_streambuf<char>
  const void *table;
  const char *begin, *at, *end; // bytes read ahead; NULL with stdio's buffer
} buffer;

typedef struct text { // std::string
  char *data;
  size_t size;
  union {
    size_t capacity; // when 'data' is not 'own'
    char own[16];
  };
} text;

_Static_assert(sizeof (ios) == 240,
               "basic_ios has 232 bytes before its buffer");

enum { FLAGS = 1 << 1 | 1 << 12 }; // decimal, skips blanks
enum { BAD = 1, FAIL = 4 };        // bits of 'state'

__attribute__ ((weak)) extern char _ZSt3cin[];
__attribute__ ((weak)) const void *const *_ZNSt6locale7classicEv (void);

// A virtual base, whose offset is in the virtual table of the stream.
static const ios *ios_of (const void *stream) {
  const ptrdiff_t *table = *(const ptrdiff_t *const *)stream;
  return (const ios *)((const char *)stream + table[-3]);
}

static bool has_failed (const void *stream) {
  return ios_of (stream)->state & (BAD | FAIL);
}

static bool is_plain (const void *stream) {
  const ios *s = ios_of (stream);
  return stream == _ZSt3cin && s->flags == FLAGS && !s->width &&
         s->locale == *_ZNSt6locale7classicEv ();
}

// The source position of the stream's next byte.  After sync_with_stdio (false)
// the stream has a buffer of its own.
static ft_source_position position_of (ft_thread *t, const void *stream) {
  const buffer *b = ios_of (stream)->buffer;
  if (!t || !b || !is_plain (stream))
    return FT_NO_SOURCE_POSITION;
  if (!b->end)
    return ft_source_position_of_stream (t, stdin);
  ft_source_position s = ft_source_position_of_fd (t, 0);
  uint64_t ahead = (uint64_t)(b->end - b->at);
  if (s.source < 0 || ahead > s.offset)
    return FT_NO_SOURCE_POSITION;
  s.offset -= ahead;
  return s;
}

typedef struct extraction {
  ft_thread *thread;
  const void *stream;
  ft_source_position from;
  bool is_symbolic; // the text that was extracted is recorded
} extraction;

// The result's record comes first, so that a reader knows before any other
// record of the call that the call is followed.
static extraction begin_extraction (const void *stream) {
  ft_thread *t = ft_wrapper_enter ();
  extraction e = {t, stream, position_of (t, stream), false};
  if (e.from.source >= 0)
    ft_log_result (t, 0);
  return e;
}

// Records the text that the call took, and the byte after the text.
static void end_extraction (extraction *e, const char *format) {
  if (e->from.source < 0)
    return;
  ft_source_position now = position_of (e->thread, e->stream);
  size_t size = (size_t)(now.offset - e->from.offset) + 1;
  char *room = now.source == e->from.source && now.offset >= e->from.offset
                   ? ft_symbolic_buffer (e->thread, size)
                   : NULL;
  long got =
      room ? FT_SYSCALL (pread64, 0, room, size, e->from.offset, 0, 0) : -1;
  e->is_symbolic = got >= (long)size - 1;
  if (!e->is_symbolic)
    return;
  ft_log_value (e->thread, format, strlen (format) + 1);
  ft_log_result (e->thread, !has_failed (e->stream));
  ft_log_read_string (e->thread, format);
  if (got)
    ft_log_symbolic_consumed (e->thread, room, (size_t)got, e->from);
}

static void writes (const extraction *e, const void *to, size_t size) {
  if (e->is_symbolic)
    ft_log_constant_write (e->thread, to, size);
  else
    ft_log_write_range (e->thread, to, size);
}

// ---- numbers ---------------------------------------------------------------

static void end_number (extraction *e, const char *format, const void *to,
                        size_t size, bool changed) {
  end_extraction (e, format);
  if (e->is_symbolic && !has_failed (e->stream))
    ft_log_scanf_number (e->thread, to, size);
  else if (changed)
    writes (e, to, size);
}

#define NUMBER(type, format, name)                                             \
  __attribute__ ((weak)) void *name (void *, type *);                          \
  FT_WRAP (void *, name, void *stream, type *to) {                             \
    extraction e = begin_extraction (stream);                                  \
    type old = *to;                                                            \
    void *result = name (stream, to);                                          \
    end_number (&e, format, to, sizeof *to,                                    \
                old != *to || !has_failed (stream));                           \
    return result;                                                             \
  }

NUMBER (short, "%hd", _ZNSirsERs)
NUMBER (int, "%d", _ZNSirsERi)
NUMBER (unsigned short, "%hu", _ZNSi10_M_extractItEERSiRT_)
NUMBER (unsigned, "%u", _ZNSi10_M_extractIjEERSiRT_)
NUMBER (long, "%ld", _ZNSi10_M_extractIlEERSiRT_)
NUMBER (unsigned long, "%lu", _ZNSi10_M_extractImEERSiRT_)
NUMBER (long long, "%lld", _ZNSi10_M_extractIxEERSiRT_)
NUMBER (unsigned long long, "%llu", _ZNSi10_M_extractIyEERSiRT_)

// ---- strings ---------------------------------------------------------------

#define BYTE _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_
#define WORD                                                                   \
  _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE
#define LINE                                                                   \
  _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_

__attribute__ ((weak)) void *BYTE (void *, char *);
__attribute__ ((weak)) void *WORD (void *, text *);
__attribute__ ((weak)) void *LINE (void *, text *, char);

#define WRAP(type, name, ...) FT_WRAP (type, name, __VA_ARGS__)

WRAP (void *, BYTE, void *stream, char *to) {
  extraction e = begin_extraction (stream);
  void *result = BYTE (stream, to);
  end_extraction (&e, " %c");
  if (!has_failed (stream))
    ft_log_write_range (e.thread, to, 1);
  return result;
}

// Records the writes to the string.  An extraction that fails after it began
// leaves the string empty.
static void end_text (extraction *e, const char *format, const text *to,
                      text old) {
  end_extraction (e, format);
  bool fine = !has_failed (e->stream);
  if (!fine && old.size == to->size && old.data == to->data)
    return;
  if (fine)
    ft_log_write_range (e->thread, to->data, to->size + 1);
  else
    writes (e, to->data + to->size, 1);
  writes (e, &to->data, sizeof to->data);
  writes (e, &to->size, sizeof to->size);
  if (to->data != old.data && to->data != to->own)
    writes (e, &to->capacity, sizeof to->capacity);
}

WRAP (void *, WORD, void *stream, text *to) {
  extraction e = begin_extraction (stream);
  text old = *to;
  void *result = WORD (stream, to);
  end_text (&e, "%s", to, old);
  return result;
}

WRAP (void *, LINE, void *stream, text *to, char delimiter) {
  static char delimiters[256][2]; // each with a terminating zero
  char *last = delimiters[(unsigned char)delimiter];
  *last = delimiter;
  extraction e = begin_extraction (stream);
  text old = *to;
  void *result = LINE (stream, to, delimiter);
  end_text (&e, last, to, old);
  return result;
}
