// Values of re-execution.
//
// A value is concrete when its word is known, as in the run.  It is symbolic
// when a read of memory that threads share may change it in another schedule.
// A symbolic value is a local of the trace as well, named by a number (the
// symbol), and what is computed from it becomes LOCAL and BRANCH events.  A
// value may be both (a concolic value), either or neither.  A value that is not
// symbolic is the same in every schedule that takes the thread here.

#ifndef FT_SYMEX_EXEC_VALUE_H
#define FT_SYMEX_EXEC_VALUE_H

#include <stdbool.h>
#include <stdint.h>

// Where an unknown value comes from: which addresses uninstrumented code may
// learn when it is given the value.
enum ft_provenance {
  FT_PROVENANCE_UNKNOWN,        // any address
  FT_PROVENANCE_UNINSTRUMENTED, // made by uninstrumented code, known to it
  FT_PROVENANCE_STACK,          // an address in the stack of the thread
};

// The result of an instruction, an operand, or the content of a variable.
typedef struct ft_value {
  uint64_t word;   // if 'known'; for the address of an object: offset in it
  uint32_t symbol; // symbol of the trace, 0: none
  uint32_t object; // the value is the address of this object of the frame; it
                   // is not 'known' then.  0: no address of an object
  bool known;
  uint8_t provenance; // enum ft_provenance, of a value that is not known
  bool is_stream;     // the value is a standard stream for output, 'known' or not
} ft_value;

#define FT_VALUE_UNKNOWN                                                       \
  ((ft_value){0, 0, 0, false, FT_PROVENANCE_UNKNOWN, false})
#define FT_VALUE_OF_PROVENANCE(how) ((ft_value){0, 0, 0, false, how, false})

// One byte of a memory object.
typedef struct ft_value_byte {
  uint32_t symbol; // symbol that the byte is a part of, 0: none
  uint8_t part;    // number of the byte in the symbol
  bool known;      // 'byte' is its value
  uint8_t byte;
} ft_value_byte;

// A value that is known and not symbolic (compute.c).
ft_value ft_value_concrete (uint64_t word);

// ---- words of 1 to 64 bits -------------------------------------------------

// Operators of the trace compute on whole bytes; one bit takes a byte.
static inline unsigned ft_bytes_of_width (unsigned bits) {
  return bits <= 8 ? 1 : bits / 8;
}

static inline uint64_t ft_low_bits (uint64_t word, unsigned bits) {
  return bits >= 64 ? word : word & ((UINT64_C (1) << bits) - 1);
}

// Extends the sign of a word of 'bits' bits to 64 bits.
static inline uint64_t ft_sign_extend (uint64_t word, unsigned bits) {
  return (uint64_t)((int64_t)(word << (64 - bits)) >> (64 - bits));
}

#endif
