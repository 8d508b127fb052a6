#include "record/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

bool ft_elf_open (ft_elf *elf, const char *path) {
  struct stat status;
  *elf = (ft_elf){0};
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool fine = !fstat (fd, &status);
  if (fine && status.st_size > 0) {
    void *bytes =
        mmap (NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    fine = bytes != MAP_FAILED;
    if (fine)
      *elf = (ft_elf){bytes, (size_t)status.st_size};
  }
  close (fd);
  return fine;
}

void ft_elf_close (ft_elf *elf) {
  if (elf->size)
    munmap ((void *)elf->bytes, elf->size);
  *elf = (ft_elf){0};
}

bool ft_elf_is_script (const ft_elf *elf) {
  return elf->size >= 2 && !memcmp (elf->bytes, "#!", 2);
}

enum ft_elf_class ft_elf_class (const ft_elf *elf) {
  Elf64_Ehdr head;
  if (elf->size < sizeof head || memcmp (elf->bytes, ELFMAG, SELFMAG))
    return FT_ELF_NONE;
  memcpy (&head, elf->bytes, sizeof head);
  if (head.e_ident[EI_CLASS] == ELFCLASS32)
    return FT_ELF_32;
  return head.e_ident[EI_CLASS] == ELFCLASS64 && head.e_machine == EM_X86_64
             ? FT_ELF_64
             : FT_ELF_OTHER_MACHINE;
}

// ---- sections --------------------------------------------------------------

static bool is_inside (const ft_elf *elf, uint64_t offset, uint64_t size) {
  return offset <= elf->size && size <= elf->size - offset;
}

static bool read_section (const ft_elf *elf, size_t index,
                          Elf64_Shdr *section) {
  Elf64_Ehdr head;
  if (ft_elf_class (elf) != FT_ELF_64)
    return false;
  memcpy (&head, elf->bytes, sizeof head);
  uint64_t offset = index * sizeof *section;
  if (index >= head.e_shnum || head.e_shentsize != sizeof *section ||
      head.e_shoff > elf->size ||
      !is_inside (elf, head.e_shoff + offset, sizeof *section))
    return false;
  memcpy (section, elf->bytes + head.e_shoff + offset, sizeof *section);
  return section->sh_type == SHT_NOBITS ||
         is_inside (elf, section->sh_offset, section->sh_size);
}

static bool find_section (const ft_elf *elf, uint32_t type,
                          Elf64_Shdr *section) {
  Elf64_Ehdr head;
  if (ft_elf_class (elf) != FT_ELF_64)
    return false;
  memcpy (&head, elf->bytes, sizeof head);
  for (size_t i = 0; i < head.e_shnum; i++)
    if (read_section (elf, i, section) && section->sh_type == type)
      return true;
  return false;
}

// A string of a string table; NULL if it does not end within the table.
static const char *text_at (const ft_elf *elf, const Elf64_Shdr *strings,
                            uint64_t offset) {
  if (strings->sh_type != SHT_STRTAB || offset >= strings->sh_size)
    return NULL;
  const char *text = (const char *)elf->bytes + strings->sh_offset + offset;
  return memchr (text, 0, strings->sh_size - offset) ? text : NULL;
}

bool ft_elf_has_section (const ft_elf *elf, const char *name) {
  Elf64_Ehdr head;
  Elf64_Shdr section, names;
  if (ft_elf_class (elf) != FT_ELF_64)
    return false;
  memcpy (&head, elf->bytes, sizeof head);
  if (!read_section (elf, head.e_shstrndx, &names))
    return false;
  for (size_t i = 0; i < head.e_shnum; i++) {
    const char *text = read_section (elf, i, &section)
                           ? text_at (elf, &names, section.sh_name)
                           : NULL;
    if (text && !strcmp (text, name))
      return true;
  }
  return false;
}

bool ft_elf_is_dynamic (const ft_elf *elf) {
  Elf64_Shdr section;
  return find_section (elf, SHT_DYNAMIC, &section);
}

static bool has_symbol (const ft_elf *elf, const char *name, bool defined) {
  Elf64_Shdr symbols, strings;
  if (!find_section (elf, SHT_DYNSYM, &symbols) ||
      !read_section (elf, symbols.sh_link, &strings))
    return false;
  for (uint64_t at = 0; at + sizeof (Elf64_Sym) <= symbols.sh_size;
       at += sizeof (Elf64_Sym)) {
    Elf64_Sym symbol;
    memcpy (&symbol, elf->bytes + symbols.sh_offset + at, sizeof symbol);
    const char *text = text_at (elf, &strings, symbol.st_name);
    if (text && !strcmp (text, name) &&
        (!defined || symbol.st_shndx != SHN_UNDEF))
      return true;
  }
  return false;
}

bool ft_elf_defines_symbol (const ft_elf *elf, const char *symbol) {
  return has_symbol (elf, symbol, true);
}

bool ft_elf_has_symbol (const ft_elf *elf, const char *symbol) {
  return has_symbol (elf, symbol, false);
}

void ft_elf_dynamic (const ft_elf *elf, int64_t tag, ft_elf_strings *list) {
  Elf64_Shdr dynamic, strings;
  if (!find_section (elf, SHT_DYNAMIC, &dynamic) ||
      !read_section (elf, dynamic.sh_link, &strings))
    return;
  for (uint64_t at = 0; at + sizeof (Elf64_Dyn) <= dynamic.sh_size;
       at += sizeof (Elf64_Dyn)) {
    Elf64_Dyn entry;
    memcpy (&entry, elf->bytes + dynamic.sh_offset + at, sizeof entry);
    const char *text =
        entry.d_tag == tag ? text_at (elf, &strings, entry.d_un.d_val) : NULL;
    if (text)
      FT_PUSH (*list, text);
  }
}

// ---- the identity of a build -----------------------------------------------

static uint64_t padded (uint64_t size) {
  return (size + 3) & ~(uint64_t)3;
}

// The build id of a section of notes, if it has one.
static bool find_id (const ft_elf *elf, const Elf64_Shdr *notes, char **id) {
  Elf64_Nhdr note;
  uint64_t at = 0;
  while (at + sizeof note <= notes->sh_size) {
    const unsigned char *begin = elf->bytes + notes->sh_offset + at;
    memcpy (&note, begin, sizeof note);
    uint64_t name = padded (note.n_namesz), text = padded (note.n_descsz);
    uint64_t length = sizeof note + name + text;
    if (length > notes->sh_size - at)
      return false;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        !memcmp (begin + sizeof note, "GNU", 4)) {
      ft_strbuf hex = {0};
      for (uint64_t i = 0; i < note.n_descsz; i++)
        ft_strbuf_add (&hex, "%02x", begin[sizeof note + name + i]);
      *id = ft_strbuf_take (&hex);
      return *id;
    }
    at += length;
  }
  return false;
}

char *ft_elf_build_id (const ft_elf *elf) {
  Elf64_Ehdr head;
  Elf64_Shdr section;
  char *id = NULL;
  if (ft_elf_class (elf) == FT_ELF_64) {
    memcpy (&head, elf->bytes, sizeof head);
    for (size_t i = 0; i < head.e_shnum && !id; i++)
      if (read_section (elf, i, &section) && section.sh_type == SHT_NOTE)
        find_id (elf, &section, &id);
  }
  return id ? id : ft_strdup ("");
}

// FNV-1a over words: programs of a gigabyte are read once per replay.
uint64_t ft_elf_digest (const ft_elf *elf) {
  uint64_t hash = 0xcbf29ce484222325ull, word;
  size_t at = 0;
  for (; at + sizeof word <= elf->size; at += sizeof word) {
    memcpy (&word, elf->bytes + at, sizeof word);
    hash = (hash ^ word) * 0x100000001b3ull;
    hash ^= hash >> 29;
  }
  for (; at < elf->size; at++)
    hash = (hash ^ elf->bytes[at]) * 0x100000001b3ull;
  return hash;
}
