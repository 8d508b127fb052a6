// Site tables: the meaning of the 16-bit codes of a recorded log.
//
// The instrumenter packs one table per translation unit into the object file;
// the runtime copies its bytes to the run directory without reading them; the
// reader of recorded runs unpacks them.  The packed format is described in
// 'sites.c', which packs; 'sites_unpack.c' unpacks.  Strings are interned in
// the table; id 0 is "".

#ifndef FT_RUN_SITES_H
#define FT_RUN_SITES_H

#include <stdbool.h>

#include "base/error.h"
#include "base/stack.h"
#include "base/strbuf.h"
#include "runtime/wire.h"

//   kind, further words of the record, what they are
#define FT_SITE_KINDS(S)                                                       \
  S (NONE, 0, "no record; keeps numbers from 0")                               \
  S (LOAD, 1, "payload: address; value")                                       \
  S (STORE, 1, "payload: address; value")                                      \
  S (LOAD_WIDE, 0, "payload: address; a value of more than 8 bytes, unknown")  \
  S (STORE_WIDE, 0, "payload: address; the same")                              \
  S (ATOMIC_LOAD, 1, "payload: address; value")                                \
  S (ATOMIC_STORE, 1, "payload: address; value")                               \
  S (RMW, 2, "payload: address; value read; value written")                    \
  S (CAS, 2,                                                                   \
     "payload: address; value read; value written, or that it would "          \
     "have written")                                                           \
  S (CAS_FAILED, 2, "as CAS, of one that failed: a read only")                 \
  S (FENCE, 0, "a fence of the site's order")                                  \
  S (COPY, 2, "payload: destination; source; bytes. memcpy, memmove")          \
  S (SET, 1, "payload: destination; bytes, plus FT_WIRE_FILL. memset")         \
  S (CALL, 0, "the next thing that happens is in this call")                   \
  S (BRANCH, 0, "payload: outcome")                                            \
  S (VARIABLE, 0,                                                              \
     "payload: address of a variable of this frame, 'size' "                   \
     "bytes, named 'variable'; it lives until the frame ends")

enum ft_site_kind {
#define S(NAME, words, what) FT_SITE_##NAME,
  FT_SITE_KINDS (S)
#undef S
};

typedef struct ft_site {
  uint8_t kind;      // enum ft_site_kind
  uint8_t order;     // enum ft_wire_order: of a CAS, of its success
  uint8_t flags;     // enum ft_site_flags
  uint32_t size;     // bytes accessed; of VARIABLE its size; CALL: string, the
                     // object that a library's function is called on ("queue")
  uint32_t line;     // 0 if unknown
  uint32_t column;   // 0 if unknown
  uint32_t scope;    // FT_NO_ID: the function itself; else an inlined scope
  uint32_t variable; // string: the accessed expression in the source ("x",
                     // "list->head", "a[]"), or of VARIABLE the name; CALL:
                     // the callee's name; "" if unknown
  uint32_t type;     // string: its type, "int"; "" if unknown; CALL: the
                     // linker's name of the callee, "" if it is 'variable'
} ft_site;

enum ft_site_flags {
  FT_SITE_UNUSED = 1,   // the value read is not used
  FT_SITE_UNVALUED = 2, // an atomic access whose words are not its values
  FT_SITE_ALONE = 2,    // CALL: no argument but the object is a pointer
  FT_SITE_OWN = 4,      // an access to a thread-local variable, of the thread itself
};

enum { FT_SITE_FLAGS = FT_SITE_UNUSED | FT_SITE_UNVALUED | FT_SITE_OWN };

// An inlined function body.  'scope' of a site is the innermost one; the chain
// ends with FT_NO_ID, the function itself.
typedef struct ft_inlined {
  uint32_t function;     // string: the inlined function's name
  uint32_t file;         // string: the file that the lines of its sites are in
  uint32_t outer;        // scope that it was inlined into, or FT_NO_ID
  uint32_t line, column; // of the call, in the outer scope
} ft_inlined;

typedef struct ft_function {
  uint32_t name; // string, as in the source ("Stack::push")
  uint32_t file; // string, path as the compiler was given it, made absolute
  uint32_t line;
  uint32_t first, count; // its sites; code c is site 'first' + c - 1
} ft_function;

// The kinds of globals: things whose address the run knows.
enum ft_global_kind {
  FT_GLOBAL_VARIABLE,
  FT_GLOBAL_CONSTANT,  // never changes; its name is not needed
  FT_GLOBAL_FUNCTION,  // the same
  FT_GLOBAL_ELSEWHERE, // of another table or none: only its address is known
};

enum { FT_GLOBAL_KINDS = FT_GLOBAL_ELSEWHERE + 1 };

typedef struct ft_global {
  uint32_t name, type, file; // strings
  uint32_t line;
  uint64_t size;
  uint8_t kind;          // enum ft_global_kind
  uint8_t initial;       // enum ft_initial
  uint32_t data;         // BYTES: their offset in 'data' of the table
  uint32_t first, count; // BYTES: their 'relocations'
  uint64_t linkage; // FUNCTION: that of its code (symex/code/unit_code.h); of
                    // others the digest of the name by which the linker, or
                    // assembly of its unit, knows it; 0 if none does
} ft_global;

// A relocation: 8 bytes of a global are the address of another one plus a
// number.
typedef struct ft_relocation {
  uint32_t at, global;
  int64_t plus;
} ft_relocation;

// The content of a global when the program begins.
enum ft_initial {
  FT_INITIAL_UNKNOWN,
  FT_INITIAL_ZERO,
  FT_INITIAL_BYTES, // 'size' bytes, then a bit for each one, set if known
};

#define FT_MOST_INITIAL 65536 // larger globals have no initial bytes
#define FT_INITIAL_BITMAP(size) (((size) + 7) / 8)

// A source file as the compiler read it.
typedef struct ft_site_file {
  uint32_t path;         // string
  uint64_t checksum;     // of its bytes (base/checksum.h)
  uint32_t first, count; // its 'marks', by line
} ft_site_file;

// A line that has sites (run/line_mark.h).
typedef struct ft_site_mark {
  uint32_t line, mark;
} ft_site_mark;

// The subject of a table.
enum ft_table_kind {
  FT_TABLE_UNIT, // a translation unit
  // A program or a shared library as foretrace-cc linked it:
  FT_TABLE_NOTE,                // all of its code is instrumented
  FT_TABLE_NOTE_UNINSTRUMENTED, // some is not: the names it uses follow
  FT_TABLE_NOTE_ANY,            // some is not, and may use any name
};

enum { FT_TABLE_KINDS = FT_TABLE_NOTE_ANY + 1 };

typedef struct ft_sites ft_sites;

struct ft_sites {
  FT_STACK (ft_function) functions;
  FT_STACK (ft_site) sites;
  FT_STACK (ft_inlined) inlined;
  FT_STACK (ft_global) globals;
  FT_STACK (ft_relocation) relocations;
  FT_STACK (ft_site_file) files; // source files that could be read
  FT_STACK (ft_site_mark) marks; // of their lines
  FT_STACK (uint32_t) strings;   // offsets into 'text'
  ft_strbuf text;                // NUL-terminated strings
  ft_strbuf data;                // initial bytes of globals
  ft_strbuf code; // of the functions, packed (symex/code/unit_code.h)
  uint64_t unit;  // digest of the translation unit
  uint8_t what;   // enum ft_table_kind
  // Digests of names in assembly, of uninstrumented code: 'named' are those
  // that it uses or defines, 'defined' the functions that it defines.  'named'
  // also has FT_NAMED_AS_INTEGER of variables.
  FT_STACK (uint64_t) named, defined;
};

// A variable whose address the unit computes with as an integer, by the digest
// of its name: uninstrumented code may learn the address from that.
// The name that stands for uninstrumented functions of the unit.
#define FT_NAMED_UNINSTRUMENTED ".uninstrumented"
#define FT_NAMED_AS_INTEGER(digest) ((digest) ^ UINT64_C (0x696e74656765725f))

// The digest of a linker name, never 0: FNV-1a.
uint64_t ft_guid (const char *name, size_t length);

void ft_sites_release (ft_sites *); // (ft_sites){0} is empty

// Add a string (equal ones may be added more than once); returns its id.
uint32_t ft_sites_string (ft_sites *, const char *, size_t length);
const char *ft_sites_text (const ft_sites *, uint32_t id); // borrowed

// The initial value of at most 8 bytes of a global from an offset on, if all of
// them are known.
bool ft_sites_initial (const ft_sites *, const ft_global *, uint64_t offset,
                       unsigned bytes, uint64_t *word);

// Write the addresses of globals in a run, 8 bytes each, into the initial bytes
// of other globals.
void ft_sites_relocate (ft_sites *, const unsigned char *addresses);

// The checksum of the file with this path, 0 if unknown.
uint64_t ft_sites_checksum (const ft_sites *, uint32_t path);

// Further words of a record of the kind.
unsigned ft_site_words (enum ft_site_kind);

void ft_sites_pack (const ft_sites *, ft_strbuf *out);

// Unpack a table.  Any bytes are either accepted or refused with an error;
// nothing in them is trusted.
bool ft_sites_unpack (ft_sites *, const void *bytes, size_t size, ft_error *);

// ---- shared by 'sites.c' and 'sites_unpack.c' ------------------------------

extern const unsigned char ft_sites_magic[8];

// Add a string even if it is empty; returns its id.
uint32_t ft_sites_add_string (ft_sites *, const char *, size_t length);

#endif
