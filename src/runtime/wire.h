// The wire format: words of a log and files of a run directory, which the
// runtime writes and the rest of foretrace reads.  Recorded programs and the
// analyser share this header and 'foretrace/runtime.h' only; it includes
// <stdint.h> alone.  Writers: src/runtime and src/record.  Readers: src/run,
// src/record and src/replay.  Change writers, readers, FT_WIRE_VERSION and
// docs/reference/trace-format.md together.
//
// Each thread has a log, a sequence of records.  A record is a header word, 16
// bits of code and 48 bits of payload, and further words, whose number depends
// on the code.  Codes below FT_WIRE_FIRST are sites of the function that the
// thread is in (index into its part of the site table, from 1; the site says
// how many words there are and what they mean).  The code 0 never occurs, which
// distinguishes records from words that were never written.  The offset of a
// record in its thread's log, in words, is its *tick*: a logical clock of the
// thread, the same in every run that takes the same path.

#ifndef FT_RUNTIME_WIRE_H
#define FT_RUNTIME_WIRE_H

#include <stdint.h>

#define FT_WIRE_VERSION 9

#define FT_WIRE_SLACK 64 // words between two checks, at most: FT_SLACK

#define FT_WIRE_PAYLOAD_BITS 48
#define FT_WIRE_PAYLOAD ((UINT64_C (1) << FT_WIRE_PAYLOAD_BITS) - 1)
#define FT_WIRE_HEADER(code, payload)                                          \
  ((uint64_t)(code) << FT_WIRE_PAYLOAD_BITS |                                  \
   ((uint64_t)(payload)&FT_WIRE_PAYLOAD))
#define FT_WIRE_CODE(word) ((unsigned)((word) >> FT_WIRE_PAYLOAD_BITS))

// With the bytes of ALLOC: what the block holds.
#define FT_WIRE_UNDEFINED (UINT64_C (1) << 63) // nothing has written it
#define FT_WIRE_ZEROED (UINT64_C (1) << 62)    // zeros

// With the bytes of SET and WRITE_RANGE: all get this value.
#define FT_WIRE_FILLED (UINT64_C (1) << 63)
#define FT_WIRE_FILL(byte)                                                     \
  (FT_WIRE_FILLED | (uint64_t)(uint8_t)(byte) << FT_WIRE_PAYLOAD_BITS)
#define FT_WIRE_FILL_OF(word) ((uint8_t)((word) >> FT_WIRE_PAYLOAD_BITS))

// With the reason of WAKE, the count of SEM_WAIT, the thread of JOIN: the wait is
// by a try or a timed call, or another process may end it.
#define FT_WIRE_LIMITED (UINT64_C (1) << 40)

// Records that are no sites.  "@site" is the call that the thread's current
// frame is in.
//
//   name, further words, meaning
#define FT_WIRE_RECORDS(R)                                                     \
  R (ENTER, 1, "payload: address of the function's descriptor; frame address") \
  R (EXIT, 0, "the function returns")                                          \
  R (UNWIND, 0,                                                                \
     "payload: frame address of the frame that control came back "             \
     "to (landing pad, second return of setjmp)")                              \
  R (THREAD_START, 2,                                                          \
     "first record of a thread. Payload: frame address of the function that "  \
     "it begins with if that is recorded; FT_WIRE_FIRST_NOTIFIED, "            \
     "_UNRECORDED, or 0; stack: lowest address, end")                          \
  R (THREAD_END, 0, "last record of a thread that ended by itself")            \
  R (FORK, 0, "payload: child thread")                                         \
  R (JOIN, 0,                                                                  \
     "payload: child thread, which has ended, plus FT_WIRE_LIMITED")           \
  R (ACQUIRE, 0, "payload: lock; at the moment it is taken")                   \
  R (RELEASE, 0, "payload: lock")                                              \
  R (ACQUIRE_SHARED, 0, "payload: lock")                                       \
  R (RELEASE_SHARED, 0, "payload: lock")                                       \
  R (TRIED, 0, "ACQUIRE by a try or a timed call")                             \
  R (TRIED_SHARED, 0, "ACQUIRE_SHARED by one")                                 \
  R (TRY_FAILED, 0, "payload: lock, which another thread holds")               \
  R (WAIT, 1, "payload: lock, given up; condition on which the wait begins")   \
  R (WAKE, 1,                                                                  \
     "payload: condition; 0 signalled, 1 timed out, 2 spurious, plus "         \
     "FT_WIRE_LIMITED. "                                                       \
     "An ACQUIRE of the lock follows")                                         \
  R (SIGNAL, 0, "payload: condition")                                          \
  R (BROADCAST, 0, "payload: condition")                                       \
  R (BARRIER_ARRIVE, 1,                                                        \
     "payload: barrier; how many arrived before, ever. "                       \
     "Before blocking")                                                        \
  R (BARRIER_LEAVE, 0, "payload: barrier; after blocking")                     \
  R (SEM_INIT, 1, "payload: semaphore; value")                                 \
  R (SEM_POST, 1, "payload: semaphore; its count before")                      \
  R (SEM_WAIT, 1,                                                              \
     "payload: semaphore; its count before, at the moment it is "              \
     "taken, plus FT_WIRE_LIMITED")                                            \
  R (SEM_VALUE, 1,                                                             \
     "payload: semaphore; its count, which the thread observes: a try that "   \
     "failed, a wait that timed out, sem_getvalue")                            \
  R (LOCK_INIT, 1,                                                             \
     "payload: lock or other object; enum ft_wire_sync_kind. "                 \
     "FT_WIRE_ABANDONED in it: the lock that was there before is held "        \
     "for ever. FT_WIRE_FOUND: it was made unseen before. The object is "      \
     "named after @site")                                                      \
  R (LOCK_DESTROY, 0, "payload: lock or other object")                         \
  R (ALLOC, 1,                                                                 \
     "payload: address; bytes, plus FT_WIRE_UNDEFINED or FT_WIRE_ZEROED if "   \
     "that is known. Heap, at @site")                                          \
  R (FREE, 1, "payload: address; bytes, 0 for all of the allocation")          \
  R (MAP, 1,                                                                   \
     "payload: address; bytes, in whole pages, plus 1 if records show what "   \
     "the memory holds first: nothing, as opposed to a file. mmap")            \
  R (UNMAP, 1, "payload: address; bytes. munmap")                              \
  R (READ_RANGE, 1, "payload: address; bytes read by a library function")      \
  R (WRITE_RANGE, 1,                                                           \
     "payload: address; bytes written by one, plus FT_WIRE_FILL if all get "   \
     "one value")                                                              \
  R (ATOMIC_READ, 2,                                                           \
     "payload: address; value; FT_WIRE_ATOMIC. By the "                        \
     "runtime or a library, as are the two below")                             \
  R (ATOMIC_WRITE, 2, "payload: address; value; FT_WIRE_ATOMIC")               \
  R (ATOMIC_RMW, 3,                                                            \
     "payload: address; value read; value written; "                           \
     "FT_WIRE_ATOMIC or FT_WIRE_COMPARE_EXCHANGE")                             \
  R (FENCE, 1, "memory order, enum ft_wire_order")                             \
  R (SIGNAL_ENTER, 1,                                                          \
     "payload: signal number; handler. The records that follow are the "       \
     "handler's, a call between two events")                                   \
  R (SIGNAL_EXIT, 0, "the handler returned")                                   \
  R (EXTERNAL, 0,                                                              \
     "the thread gave the token away for a blocking call and "                 \
     "has it again")                                                           \
  R (GAP, 0,                                                                   \
     "events of this thread are missing here. Payload: the reason, or the "    \
     "object that was used in a way that no other record can express")         \
  R (SYMBOLIC, 2,                                                              \
     "payload: address; value; FT_WIRE_SOURCE. A library "                     \
     "function, or the start of the program, writes bytes of an input")        \
  R (VALUE, 2,                                                                 \
     "payload: address; value; bytes, at most 8. No access: the bytes that "   \
     "a library function will find there, or, with FT_WIRE_CONSTANT, "         \
     "the bytes that are always there")                                        \
  R (ALIAS, 2,                                                                 \
     "payload: address; bytes; address of the same memory, which was mapped "  \
     "there before")                                                           \
  R (FIBRE, 1,                                                                 \
     "payload: number of the fibre whose stack the thread goes on with, a "    \
     "thread's own or from FT_WIRE_FIRST_FIBRE on; 0: where it was left, "     \
     "FT_WIRE_FIBRE_BEGINS: at its begin, without frames, else the stack "     \
     "pointer there, below which the frames are gone")                         \
  R (DESCRIPTOR_USE, 1,                                                        \
     "payload: the object of the descriptor; FT_WIRE_DESCRIPTOR. A call uses " \
     "the descriptor")                                                         \
  R (DESCRIPTOR_CLOSE, 1, "payload, word: the same. A call closes it")         \
  R (DESCRIPTOR_OPEN, 1, "payload, word: the same. A call has opened it")

enum {
#define R(NAME, words, what) FT_WIRE_ORDINAL_##NAME,
  FT_WIRE_RECORDS (R)
#undef R
};

enum {
  FT_WIRE_FIRST = 0xf000, // the lowest code that is no site
#define R(NAME, words, what)                                                   \
  FT_WIRE_##NAME = FT_WIRE_FIRST + FT_WIRE_ORDINAL_##NAME,
  FT_WIRE_RECORDS (R)
#undef R
};

enum ft_wire_sync_kind {
  FT_WIRE_MUTEX,
  FT_WIRE_RWLOCK,
  FT_WIRE_SPINLOCK,
  FT_WIRE_CONDITION,
  FT_WIRE_BARRIER,
  FT_WIRE_SEMAPHORE,
};

#define FT_WIRE_ABANDONED 256 // flags of LOCK_INIT
#define FT_WIRE_FOUND 512

// In THREAD_START: a thread that the C library made to notify the program; one
// whose function is not recorded.
#define FT_WIRE_FIRST_NOTIFIED 1
#define FT_WIRE_FIRST_UNRECORDED 2

// In FIBRE.  Numbers below the first one are those of threads.
#define FT_WIRE_FIRST_FIBRE UINT32_C (65536)
#define FT_WIRE_FIBRE_BEGINS 1

// Flags of VALUE.  RESULT: no bytes, but the result of a function that reads
// input, or of one that re-execution models.
#define FT_WIRE_CONSTANT 256
#define FT_WIRE_RESULT 512

enum ft_wire_order { // numbered as the memory orders of trace/event.h
  FT_WIRE_PLAIN,
  FT_WIRE_RELAXED,
  FT_WIRE_CONSUME,
  FT_WIRE_ORDER_ACQUIRE,
  FT_WIRE_ORDER_RELEASE,
  FT_WIRE_ACQ_REL,
  FT_WIRE_SEQ_CST,
};

// Size in bytes (1, 2, 4, 8) and memory order of an atomic access.
#define FT_WIRE_ATOMIC(size, order) ((uint64_t)(size) | (uint64_t)(order) << 8)

// The same for an ATOMIC_RMW that writes only if it reads the expected value.
#define FT_WIRE_COMPARE_EXCHANGE(size, order)                                  \
  (FT_WIRE_ATOMIC (size, order) | (uint64_t)1 << 16)

// The meaning of an atomic access that the runtime makes to a word of its own: a
// cause, such as a send, changes the word, and its effect, such as a receive,
// reads it.  The number distinguishes words of one kind.  NOTHING: it only keeps
// the log the same whatever other threads do.
//
//   cause, what reports call it
#define FT_WIRE_CAUSES(C)                                                      \
  C (NONE, "")                                                                 \
  C (FILE, "file")                                                             \
  C (PIPE, "pipe")                                                             \
  C (SOCKETS, "sockets, event counters and the like")                          \
  C (CONNECTIONS, "connections")                                               \
  C (UNKNOWN_RECEIVER, "whatever may receive what is sent")                    \
  C (ALL_SENT, "all that is sent or written")                                  \
  C (SIGNAL, "signal")                                                         \
  C (CANCELLATION, "cancellation of")                                          \
  C (THREAD_END, "end of")                                                     \
  C (DEATHS, "deaths of owners of the mutex")                                  \
  C (WRITERS, "writers that wait for the lock")                                \
  C (NOTIFICATION, "notification")                                             \
  C (EVERYTHING, "whatever other threads have done")                           \
  C (TAKEN, "what is taken from channel")                                      \
  C (ALL_TAKEN, "all that is taken from channels")                             \
  C (FLAGS, "flags of channel")                                                \
  C (NOTHING, "")                                                              \
  C (MAPPED, "which memory is mapped")                                         \
  C (FIBRE, "fibre")                                                           \
  C (NUMBER_OF_DESCRIPTOR, "what has the number of descriptor")                \
  C (REGISTRATION, "registration for the end of function")                     \
  C (COUNTER, "event counter")                                                 \
  C (OUTSIDE, "all that other processes may see")                              \
  C (WATCHED, "descriptors that are waited for by epoll")
enum ft_wire_cause {
#define C(NAME, text) FT_WIRE_CAUSE_##NAME,
  FT_WIRE_CAUSES (C)
#undef C
  FT_WIRE_CAUSE_COUNT
};
#define FT_WIRE_CAUSE(cause, number)                                           \
  ((uint64_t)(cause) << 24 | (uint64_t)(uint32_t)(number) << 32)
#define FT_WIRE_CAUSE_OF(word) ((unsigned)((word) >> 24 & 0xff))
#define FT_WIRE_CAUSE_NUMBER(word) ((uint32_t)((word) >> 32))

// Objects of descriptors: each opening has one, at an address that no program
// has memory at.  The word of a record says which number it has, what kind of
// file it is, and how often records have opened or closed the number before.
// OBJECT: the call accesses the object.  STALE: the thread did not open it, and
// the number was closed before: it may have the number from before that, unless
// it comes behind the openings and closings of the number so far.  UNSEEN: the
// runtime knows no opening of the object, or something else than these records has
// closed the number.
#define FT_WIRE_DESCRIPTORS (UINT64_C (1) << 47)
#define FT_WIRE_DESCRIPTOR_NUMBERS (UINT64_C (3) << 46)
#define FT_WIRE_DESCRIPTOR(number, kind, changes)                              \
  ((uint64_t)(number) | (uint64_t)(kind) << 16 | (uint64_t)(changes) << 32)
#define FT_WIRE_DESCRIPTOR_OBJECT (UINT64_C (1) << 24)
#define FT_WIRE_DESCRIPTOR_STALE (UINT64_C (2) << 24)
#define FT_WIRE_DESCRIPTOR_UNSEEN (UINT64_C (4) << 24)
#define FT_WIRE_DESCRIPTOR_NUMBER(word) ((uint32_t)((word)&0xffff))
#define FT_WIRE_DESCRIPTOR_KIND(word) ((unsigned)((word) >> 16 & 0xff))
#define FT_WIRE_DESCRIPTOR_CHANGES(word) ((word) >> 32)

//   kind of file, what reports call it
#define FT_WIRE_DESCRIPTOR_KINDS(K)                                            \
  K (OTHER, "")                                                                \
  K (FILE, "file")                                                             \
  K (DIRECTORY, "directory")                                                   \
  K (DEVICE, "device")                                                         \
  K (PIPE, "pipe")                                                             \
  K (SOCKET, "socket")                                                         \
  K (EVENT, "eventfd")                                                         \
  K (TIMER, "timerfd")                                                         \
  K (POLL, "epoll")                                                            \
  K (SIGNALS, "signalfd")
enum ft_wire_descriptor_kind {
#define K(NAME, text) FT_WIRE_DESCRIPTOR_##NAME,
  FT_WIRE_DESCRIPTOR_KINDS (K)
#undef K
  FT_WIRE_DESCRIPTOR_KIND_COUNT
};

// At most 8 bytes of a source, from an offset on.  Sources are lines of the
// file 'sources', counted from 0.  NO_SOURCE: bytes that are constant as long
// as the function takes the same path, as the zero at the end of a line.
// NUMBER: a number that scanf parses from the text of the last READ_RANGE.
#define FT_WIRE_NO_SOURCE 0xffff
#define FT_WIRE_NUMBER 0xfffe
#define FT_WIRE_SOURCE(bytes, source, offset)                                  \
  ((uint64_t)(bytes) | (uint64_t)(source) << 8 | (uint64_t)(offset) << 24)
#define FT_WIRE_SOURCE_BYTES(word) ((unsigned)((word)&0xff))
#define FT_WIRE_SOURCE_NUMBER(word) ((unsigned)((word) >> 8 & 0xffff))
#define FT_WIRE_SOURCE_OFFSET(word) ((word) >> 24)

// Files of a run directory.  All numbers are little-endian.
//
//   config       text, written by foretrace before the program starts:
//                "key value" lines (see src/runtime/config.c)
//   run.json     text, written by foretrace: the program, its arguments, the
//                options and the version; status.json: how the run ended
//   control      struct ft_wire_control, mapped by the runtime
//   thread-N     struct ft_wire_thread in the first FT_WIRE_PAGE bytes, then
//                the log of thread N; at rest thread-N.zst, where the log may
//                be coded
//   heads        struct ft_wire_thread of every thread, when the program itself
//                writes no log files
//   slots        struct ft_wire_buffers, only while foretrace itself waits for
//                the program: pieces of logs on their way to thread-N.zst
//   schedule     struct ft_wire_switch, one after another, first one all magic
//   objects      for each registered object: struct ft_wire_registered, then
//                its globals (8 bytes each), its site table, zeros up to 8
//   modules      text: "OFFSET PATH" lines, offsets ascending: the objects from
//                this byte of 'objects' on are of the program or shared library
//                at this path.  Runs may lack it
//   libraries    text: "ADDRESS BYTES ACCESS PATH" lines: memory of the program
//                or shared library at this path, which may write it (w) or only
//                read (r).  Runs may lack it
//   inputs       struct ft_wire_inputs in the first FT_WIRE_PAGE bytes, then
//                for each call whose result came from outside of the program:
//                struct ft_wire_input, its bytes, zeros up to 8
//   symbolic     text, written by foretrace: the inputs that were chosen, and
//                how much of each may be (src/record/input_set.h);
//                symbolic-N: the bytes of input N, if it is a file
//                (FT_WIRE_NONDET is no input: its first 8 bytes are a seed, by
//                which the runtime makes up what __VERIFIER_nondet_* gives where no
//                bytes are chosen, and each 8 further ones a number among these)
//   sources      text, by the runtime: names of sources, one a line
//   deadlock     text, by the runtime, when no thread could go on: a line for each
//                thread that waits: its number, and that of the thread whose
//                end it waits for, if that is it
//   failed       text, by the runtime, when it ended the process since it could
//                not go on: why.  This is no run of the program
//   checksums    text, by foretrace: of the files here (src/run/run_checksums.h)
//   light        empty, by the runtime: the recording has no logs
//   plan         replay only: the replay schedule, and outcome: its outcome,
//                texts (src/runtime/replayer.h)
//   process-PID  run directory of a forked or executed process
#define FT_WIRE_PAGE 4096
#define FT_WIRE_NONDET "input:nondet seed"
#define FT_WIRE_NONDET_NUMBERS 16 // at most

#define FT_WIRE_MAGIC UINT64_C (0x31454341525446ff) // "\xffFTRACE1"

enum ft_wire_state {
  FT_WIRE_RUNNING, // also after the process was killed
  FT_WIRE_ENDED,   // the process ended: exit, _exit, signal
  FT_WIRE_STOPPED, // recording stopped at --max-trace-size or a full disk
};

struct ft_wire_control {
  uint64_t magic;
  uint32_t version;
  uint32_t state;    // enum ft_wire_state
  uint64_t switches; // complete entries of 'schedule', its first one included
  uint64_t objects;  // complete bytes of 'objects'
  uint32_t threads;  // threads 0 ... threads - 1 have a header
  uint32_t pid;
  uint32_t signal; // fatal signal that ended the process, or 0
  uint32_t status; // exit status when FT_WIRE_ENDED without a signal
  uint64_t words;  // in all logs, when last published
  uint32_t ender;   // the thread that ended the process, plus one; 0 if unknown
  uint32_t cut_off; // threads besides this one that had not ended by then
  uint64_t fault;   // the address whose access ended the process by SIGSEGV or
                    // SIGBUS, plus one; 0: another end, or unknown
};

// The payload of a GAP that is of no object: the handler of a fault ran.
enum { FT_WIRE_GAP_FAULT = 1 };

#define FT_WIRE_NOTIFIED UINT32_C (0x80000000)

enum ft_wire_coding {
  FT_WIRE_AS_WORDS,  // behind the header are the words of the log
  FT_WIRE_AS_PIECES, // each zstd frame behind that of the header is a piece of
                     // the coded log (src/run/log_coding.h)
};

// The header of a thread's log.  In a light recording, and while foretrace
// empties buffers, the file 'heads' has all headers, one after the other; else
// 'thread-N' begins with its own, in a page.
struct ft_wire_thread {
  uint64_t magic;
  uint32_t version;
  uint32_t thread;
  uint32_t parent; // thread that created it; its own number for thread 0
  uint32_t child;  // number among the threads that the parent created, from 0;
                   // FT_WIRE_NOTIFIED and a number of its own for a thread that
                   // the C library made to notify the program
  uint64_t words;  // complete words of its log, when last published; further
                   // words may be torn
  uint32_t coding; // enum ft_wire_coding
  uint32_t reserved;

  // In thread 0 of a forked process: the thread continues in the frames of a
  // thread of another process.  Else all 0.
  uint32_t forked_pid; // that process
  uint32_t forked_by;  // that thread
  uint64_t forked_at;  // and its tick
};

// A context switch: thread 'thread' had the token until its tick 'place', and
// gave it away for 'reason'.  Entries are in the order of time; consecutive
// ones of the same thread may occur.  The thread that has the token when the
// recording ends has no entry: its further words come after all entries.
enum ft_wire_switch_reason {
  FT_WIRE_PREEMPTED, // end of a time slice, or a choice of the policy
  FT_WIRE_BLOCKED,   // cannot go on before another thread does something
  FT_WIRE_IN_KERNEL, // in a blocking call
  FT_WIRE_THREAD_ENDED,
  FT_WIRE_TAKEN, // as PREEMPTED, but the thread may be in an access: assembly
                 // that spins.  A value that its next record says it read may
                 // have been there when others ran
};

struct ft_wire_switch {
  uint32_t thread;
  uint32_t reason; // enum ft_wire_switch_reason
  uint64_t tick;
};

// Buffers: pieces of logs in memory that foretrace shares with the program.
// foretrace compresses full buffers while the program runs on, and their memory
// is used again.  The first write to a new page costs more than the writes of
// its words; pages of buffers are new only once.
//
// The file 'slots' begins with this header and an entry per buffer, in the
// first FT_WIRE_BUFFERS_HEADER bytes; buffer i is the FT_WIRE_BUFFER bytes at
// FT_WIRE_BUFFERS_HEADER + i * FT_WIRE_BUFFER.  The program grows the file when
// every buffer is open.
#define FT_WIRE_BUFFER 65536
#define FT_WIRE_MAX_BUFFERS 16384
#define FT_WIRE_BUFFERS_HEADER (FT_WIRE_PAGE * 101) // header and all entries

enum ft_wire_buffer_state {
  FT_WIRE_BUFFER_FREE,
  FT_WIRE_BUFFER_OPEN, // its thread writes to it
  FT_WIRE_BUFFER_FULL, // full, or left by its thread: to be emptied
};

struct ft_wire_buffer {
  uint32_t state; // enum ft_wire_buffer_state
  uint32_t thread;
  uint64_t tick;  // of its first word
  uint64_t words; // in a FULL buffer: valid words
};

struct ft_wire_buffers {
  uint64_t magic;
  uint32_t version;
  uint32_t count; // buffers in the file
  uint32_t full;  // futex, counts buffers that became FULL
  uint32_t freed; // futex, counts buffers that became FREE
  uint32_t owner; // process that empties buffers; 0 when it does no more
  uint32_t reserved;
  struct ft_wire_buffer buffers[];
};

_Static_assert(sizeof (struct ft_wire_buffers) +
                       FT_WIRE_MAX_BUFFERS * sizeof (struct ft_wire_buffer) <=
                   FT_WIRE_BUFFERS_HEADER,
               "the entries of all buffers fit into the header");

// Kinds of calls in 'inputs'.  A call whose result is not kept has no entry.
//
//   name, bytes
#define FT_WIRE_INPUTS(I)                                                      \
  I (TIME, "none; time")                                                       \
  I (TIME_OF_DAY, "struct timeval, struct timezone; gettimeofday")             \
  I (CLOCK_TIME, "struct timespec; clock_gettime")                             \
  I (CPU, "none; clock, rdtsc")                                                \
  I (TIMES, "struct tms; times")                                               \
  I (RANDOM, "random; getrandom, getentropy")                                  \
  I (DEVICE, "none; std::random_device")                                       \
  I (SYSTEM, "none; sysconf, get_nprocs, isatty")                                      \
  I (READ, "read; read, pread, recv")                                          \
  I (READV, "read, of all parts; readv")                                       \
  I (RECVFROM, "address, its size, read; recvfrom")                            \
  I (FREAD, "read; fread")                                                     \
  I (FGETS, "the line and its NUL; fgets")                                     \
  I (GETLINE, "the line and its NUL; getline, getdelim")                       \
  I (GETC, "one for each call of getc in a row at this tick; none at the "     \
           "end of the stream")                                                \
  I (SCANF, "the consumed text, perhaps one more, NUL; scanf")                 \
  I (POLL, "the structures; poll, ppoll")                                      \
  I (SELECT, "the sets that are not NULL; select, pselect")                    \
  I (EPOLL, "the events; epoll_wait, epoll_pwait")                              \
  I (SEND, "none; write, writev, send, sendto, sendmsg to a socket")           \
  I (ACCEPT, "address, its size; accept, accept4")                             \
  I (CONNECT, "none; connect")                                                 \
  I (SIGNAL, "siginfo_t; a signal whose handler began")                        \
  I (ID, "none; the id of a process or a thread, of what the flags say")        \
  I (CHILD, "the status, struct rusage, siginfo_t; wait and its kin")          \
  I (SIGNAL_WAIT, "siginfo_t; sigwait and its kin")                            \
  I (TIMER, "what was set; alarm, setitimer, timer_settime, and what asks")    \
  I (QUEUE, "priority, message; mq_send, mq_receive and their kin")

enum ft_wire_input_kind {
#define I(NAME, bytes) FT_WIRE_INPUT_##NAME,
  FT_WIRE_INPUTS (I)
#undef I
};

enum {                      // flags of an input
  FT_WIRE_INPUT_END = 1,    // the stream is at its end
  FT_WIRE_INPUT_ERROR = 2,  // the stream has its error flag
  FT_WIRE_INPUT_WAITED = 4, // the call logged EXTERNAL, which is optional; of a
                            // signal: it came while the thread waited
  FT_WIRE_INPUT_MIXED = 8,  // a wait also for what the program itself does
  FT_WIRE_INPUT_INTERRUPTED = 16, // a signal because of which the call failed
  FT_WIRE_INPUT_OWN = 32, // a signal that the program sent itself, and that
                          // interrupted a call in the kernel: without bytes
  FT_WIRE_INPUT_INSIDE = 64, // a wait for what the program itself does, kept in
                             // light recordings for the replay that expands them
  FT_WIRE_INPUT_LOST = 128, // a message with descriptors of another process: these
                            // recordings cannot be expanded
  FT_WIRE_INPUT_COUNTED = 256, // without the bytes, which the channel has then
};

// Of inputs that are for the replay of the whole schedule alone.
#define FT_WIRE_INPUT_OF_WHOLE (FT_WIRE_INPUT_INSIDE | FT_WIRE_INPUT_LOST)

// In the flags of an ID: the process itself, the process that started it, the
// group in which it was started, the thread of the entry, the next child that this
// thread forked.
enum ft_wire_id {
  FT_WIRE_ID_PROCESS = 1,
  FT_WIRE_ID_PARENT,
  FT_WIRE_ID_GROUP,
  FT_WIRE_ID_THREAD,
  FT_WIRE_ID_CHILD,
};

struct ft_wire_inputs {
  uint64_t magic;
  uint32_t version;
  uint32_t reserved;
  uint64_t bytes; // complete, from FT_WIRE_PAGE on
};

struct ft_wire_input {
  uint32_t thread;
  uint16_t kind; // enum ft_wire_input_kind
  uint16_t flags;
  uint64_t tick; // of its thread, at the call
  int64_t result;
  int32_t error; // errno, when the result is an error
  uint32_t size; // bytes that follow
};

// An object in 'objects': a 'struct ft_object' of foretrace/runtime.h.
struct ft_wire_registered {
  uint64_t functions; // address of the descriptors; function i is at + 8 * i
  uint32_t function_count;
  uint32_t global_count;
  uint64_t sites_size;
};

#endif
