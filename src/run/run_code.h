// The code of a recorded run: all functions, sites and globals of the units
// that registered, with run-wide numbers.

#ifndef FT_RUN_RUN_CODE_H
#define FT_RUN_RUN_CODE_H

#include "base/hash.h"
#include "base/ids.h"
#include "base/strbuf.h"
#include "run/sites.h"

typedef struct ft_run_function {
  const ft_function *function;
  const ft_sites *table;
  ft_id site; // number of its first site
  uint32_t count;
  const char *module; // path of its program or shared library, "" if unknown
} ft_run_function;

typedef struct ft_run_site {
  const ft_site *site;
  const ft_run_function *function;
  uint8_t kind, words;
} ft_run_site;

typedef struct ft_run_global {
  const ft_global *global;
  const ft_sites *table;
  uint64_t first, last; // addresses
} ft_run_global;

typedef struct ft_run_unit {
  uint64_t address; // of the descriptors of its functions
  uint32_t count;
  ft_id function;  // number of the first function
  uint64_t offset; // in the file, for messages
  const unsigned char *bytes;
  uint64_t size;
  const unsigned char *globals; // their addresses, 8 bytes each
  const ft_sites *table;
} ft_run_unit;

typedef struct ft_run_unit_origin { // where a table comes from
  uint64_t offset;                  // of its unit in the file
  const unsigned char *globals;     // their addresses, 8 bytes each
  const char *module;               // as of its functions
} ft_run_unit_origin;

// Memory of the program or of a shared library.
typedef struct ft_run_library {
  uint64_t first, last; // addresses
  const char *path;
  bool writable;
} ft_run_library;

// Whether the program has uninstrumented code, which makes no records and is
// not of the C or C++ library.
enum ft_uninstrumented_code {
  FT_UNINSTRUMENTED_NONE,  // there is none
  FT_UNINSTRUMENTED_NAMED, // the tables list the names that it uses
  FT_UNINSTRUMENTED_ANY,   // it may use any name
};

typedef struct ft_run_code {
  FT_STACK (ft_sites *) tables;          // owned
  FT_STACK (ft_run_unit_origin) origins; // parallel to 'tables'
  FT_STACK (ft_run_unit) objects;        // by address
  FT_STACK (ft_run_function) functions;
  FT_STACK (ft_run_site) sites;
  FT_STACK (ft_run_global) globals;   // by address, disjoint starts
  FT_STACK (ft_run_global) constants; // the same for constants and functions
  FT_STACK (char *) modules;          // owned paths
  FT_STACK (ft_run_library) libraries; // by address; empty: not known
  enum ft_uninstrumented_code uninstrumented;
  const char *unnoted; // a module without an escape note; NULL: none
} ft_run_code;

// Read the units from the first 'size' bytes of the file 'objects'; false and
// an error naming 'path' if they are malformed.
bool ft_run_code_read (ft_run_code *, const char *path,
                       const unsigned char *bytes, uint64_t size, ft_error *);
// Then read the text of the file 'modules'; a last line without an end is
// ignored.
bool ft_run_code_read_modules (ft_run_code *, const char *path,
                               const char *text, size_t size, ft_error *);
// And the text of the file 'libraries'.
bool ft_run_code_read_libraries (ft_run_code *, const char *path,
                                 const char *text, size_t size, ft_error *);
// Then set 'uninstrumented' from the escape notes of the modules; a module that
// was not linked by foretrace-cc has none.
void ft_run_code_find_uninstrumented (ft_run_code *);
void ft_run_code_release (ft_run_code *); // (ft_run_code){0} is empty

// The function whose descriptor is at an address, or NULL.
const ft_run_function *ft_run_code_function_at (const ft_run_code *,
                                                uint64_t descriptor);

// The global that contains the address, or NULL.
const ft_run_global *ft_run_code_global_at (const ft_run_code *,
                                            uint64_t address);
// The constant or function that contains the address, or NULL.
const ft_run_global *ft_run_code_constant_at (const ft_run_code *,
                                              uint64_t address);

// The library in whose memory the address is, or NULL.
const ft_run_library *ft_run_code_library_at (const ft_run_code *,
                                              uint64_t address);

// Whether a path or a name is of a library whose relevant functions the runtime
// interposes, or that the runtime itself needs.
bool ft_run_is_system_library (const char *path);

// Appends the names of the uninstrumented libraries that the program began with,
// " (liba.so, libb.so and 2 others)"; nothing if there is none.
void ft_run_code_add_libraries (const ft_run_code *, ft_strbuf *);

#endif
