// Link inputs.
#include "cc/link_input.h"

#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

static bool is_inside (const ft_link_input *o, uint64_t offset, uint64_t size) {
  return offset <= o->size && size <= o->size - offset;
}

// Copies, since members of archives are not aligned.
static bool copy_bytes (const ft_link_input *o, uint64_t offset, void *to,
                        size_t size) {
  if (!is_inside (o, offset, size))
    return false;
  memcpy (to, o->bytes + offset, size);
  return true;
}

// ---- symbols ---------------------------------------------------------------

static bool read_section (const ft_link_input *o, uint64_t index,
                          Elf64_Shdr *s) {
  Elf64_Ehdr head;
  if (!copy_bytes (o, 0, &head, sizeof head) || head.e_shoff > o->size)
    return false;
  uint64_t count = head.e_shnum;
  if (!count &&
      copy_bytes (o, head.e_shoff, s, sizeof *s)) // too many for e_shnum
    count = s->sh_size;
  return index < count && index < o->size &&
         copy_bytes (o, head.e_shoff + index * sizeof *s, s, sizeof *s);
}

static void visit_symbol (const ft_link_input *o, const Elf64_Shdr *names,
                          const Elf64_Sym *symbol, ft_link_symbol_visit *f,
                          void *context) {
  if (symbol->st_name >= names->sh_size)
    return;
  const char *name =
      (const char *)o->bytes + names->sh_offset + symbol->st_name;
  size_t length = strnlen (name, names->sh_size - symbol->st_name);
  const char *version = memchr (name, '@', length);
  unsigned type = ELF64_ST_TYPE (symbol->st_info);
  ft_link_symbol s = {.name = name,
                      .length = version ? (size_t)(version - name) : length,
                      .local = ELF64_ST_BIND (symbol->st_info) == STB_LOCAL,
                      .defined = symbol->st_shndx != SHN_UNDEF,
                      .data = type == STT_OBJECT || type == STT_COMMON,
                      .file = type == STT_FILE};
  f (context, &s);
}

static void visit_table (const ft_link_input *o, const Elf64_Shdr *table,
                         ft_link_symbol_visit *f, void *context) {
  Elf64_Shdr names;
  Elf64_Sym symbol;
  if (!read_section (o, table->sh_link, &names) ||
      !is_inside (o, names.sh_offset, names.sh_size) ||
      !is_inside (o, table->sh_offset, table->sh_size))
    return;
  for (uint64_t at = 0; at + sizeof symbol <= table->sh_size;
       at += sizeof symbol)
    if (copy_bytes (o, table->sh_offset + at, &symbol, sizeof symbol))
      visit_symbol (o, &names, &symbol, f, context);
}

void ft_link_input_symbols (const ft_link_input *o, ft_link_symbol_visit *f,
                            void *context) {
  Elf64_Shdr s;
  uint32_t wanted = o->kind == FT_LINK_INPUT_SHARED ? SHT_DYNSYM : SHT_SYMTAB;
  if (o->kind <= FT_LINK_INPUT_SHARED)
    for (uint64_t i = 0; read_section (o, i, &s); i++)
      if (s.sh_type == wanted)
        visit_table (o, &s, f, context);
}

// ---- files -----------------------------------------------------------------

static enum ft_link_input_kind kind_of (const ft_link_input *o) {
  Elf64_Ehdr head;
  if (copy_bytes (o, 0, &head, sizeof head) &&
      !memcmp (head.e_ident, ELFMAG, SELFMAG) &&
      head.e_ident[EI_CLASS] == ELFCLASS64) {
    if (head.e_type == ET_REL)
      return FT_LINK_INPUT_OBJECT;
    return head.e_type == ET_DYN ? FT_LINK_INPUT_SHARED : FT_LINK_INPUT_OTHER;
  }
  return memchr (o->bytes, 0, o->size < 512 ? o->size : 512)
             ? FT_LINK_INPUT_OTHER
             : FT_LINK_INPUT_SCRIPT;
}

static bool open_file (ft_link_input *o, const char *path) {
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  *o = (ft_link_input){.kind = FT_LINK_INPUT_OTHER};
  if (file < 0)
    return false;
  if (!fstat (file, &status) && S_ISREG (status.st_mode) && status.st_size) {
    size_t size = (size_t)status.st_size;
    void *bytes = mmap (NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED)
      *o = (ft_link_input){FT_LINK_INPUT_OTHER, bytes, size};
  }
  close (file);
  return o->bytes;
}

// ---- archives --------------------------------------------------------------

typedef struct archive {
  ft_link_input file;
  const char *path;
  bool thin;           // its members are files
  ft_link_input names; // long names of members
  ft_link_input_visit *visit;
  void *context;
} archive;

static void read_other (const archive *a) {
  a->visit (a->context, &(ft_link_input){.kind = FT_LINK_INPUT_OTHER});
}

static bool is_archive (const ft_link_input *o, const char *magic) {
  return o->size >= SARMAG && !memcmp (o->bytes, magic, SARMAG);
}

static void close_file (const ft_link_input *o) {
  munmap ((void *)o->bytes, o->size);
}

// Visits a file that is no archive.
static void visit_file (ft_link_input *o, ft_link_input_visit *visit,
                        void *context) {
  o->kind = kind_of (o);
  visit (context, o);
}

// Reads a member of a thin archive, by a path relative to the archive or
// absolute.
static void read_thin (const archive *a, const char *name, size_t length) {
  ft_strbuf path = {0};
  const char *slash = strrchr (a->path, '/');
  if (*name != '/' && slash)
    ft_strbuf_add_bytes (&path, a->path, (size_t)(slash - a->path) + 1);
  ft_strbuf_add_bytes (&path, name, length);
  ft_link_input member;
  if (open_file (&member, ft_strbuf_text (&path))) {
    visit_file (&member, a->visit, a->context);
    close_file (&member);
  } else
    read_other (a);
  ft_strbuf_release (&path);
}

// "/12" is where the name begins among the long ones; each ends with "/\n".
static void read_thin_member (const archive *a, const struct ar_hdr *head) {
  char digits[sizeof head->ar_name] = {0};
  memcpy (digits, head->ar_name + 1, sizeof digits - 1);
  uint64_t at = strtoull (digits, NULL, 10);
  const char *name = (const char *)a->names.bytes + at;
  const char *end =
      at < a->names.size ? memchr (name, '\n', a->names.size - at) : NULL;
  if (end && end > name + 1)
    read_thin (a, name, (size_t)(end - name) - 1);
  else
    read_other (a);
}

// "/" and "/SYM64/" are the index of the archive, "//" the long names.
static bool is_index (const struct ar_hdr *head) {
  return !memcmp (head->ar_name, "/ ", 2) ||
         !memcmp (head->ar_name, "/SYM64/", 7);
}

static void read_member (const archive *a, const struct ar_hdr *head,
                         ft_link_input member) {
  bool named = head->ar_name[0] == '/' && head->ar_name[1] != ' ';
  if (a->thin && named) {
    read_thin_member (a, head);
    return;
  }
  if (a->thin) {
    const char *end = memchr (head->ar_name, '/', sizeof head->ar_name);
    if (end)
      read_thin (a, head->ar_name, (size_t)(end - head->ar_name));
    return;
  }
  member.kind = kind_of (&member);
  if (member.kind == FT_LINK_INPUT_OBJECT)
    member.kind = FT_LINK_INPUT_MEMBER;
  a->visit (a->context, &member);
}

static void read_archive (archive *a) {
  struct ar_hdr head;
  for (uint64_t at = SARMAG; copy_bytes (&a->file, at, &head, sizeof head);) {
    char digits[sizeof head.ar_size + 1] = {0};
    memcpy (digits, head.ar_size, sizeof head.ar_size);
    uint64_t size = strtoull (digits, NULL, 10), begin = at + sizeof head;
    bool names = !memcmp (head.ar_name, "//", 2);
    bool here = !a->thin || names || is_index (&head);
    if (memcmp (head.ar_fmag, ARFMAG, 2) ||
        (here && !is_inside (&a->file, begin, size))) {
      read_other (a);
      return;
    }
    ft_link_input member = {FT_LINK_INPUT_OTHER, a->file.bytes + begin,
                            here ? size : 0};
    if (names)
      a->names = member;
    else if (!is_index (&head))
      read_member (a, &head, member);
    at = begin + (here ? size + (size & 1) : 0);
  }
}

void ft_link_input_read (const char *path, ft_link_input_visit *visit,
                         void *context) {
  archive a = {.path = path, .visit = visit, .context = context};
  if (!open_file (&a.file, path)) {
    read_other (&a);
    return;
  }
  a.thin = is_archive (&a.file, "!<thin>\n");
  if (a.thin || is_archive (&a.file, ARMAG))
    read_archive (&a);
  else
    visit_file (&a.file, visit, context);
  close_file (&a.file);
}
