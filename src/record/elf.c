#include "record/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/strbuf.h"

bool ft_elf_open (ft_elf *elf, const char *path) {
  *elf = (ft_elf){0};
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  errno = 0; // libelf does not set it for a file that is cut short
  elf_version (EV_CURRENT);
  elf->handle = elf_begin (fd, ELF_C_READ_MMAP, NULL);
  if (elf->handle)
    elf->bytes = (const unsigned char *)elf_rawfile (elf->handle, &elf->size);
  int problem = elf->handle ? 0 : errno;
  close (fd);
  errno = problem;
  return !problem;
}

void ft_elf_close (ft_elf *elf) {
  elf_end (elf->handle);
  *elf = (ft_elf){0};
}

bool ft_elf_is_script (const ft_elf *elf) {
  return elf->size >= 2 && !memcmp (elf->bytes, "#!", 2);
}

enum ft_elf_class ft_elf_class (const ft_elf *elf) {
  GElf_Ehdr head;
  if (elf_kind (elf->handle) != ELF_K_ELF || !gelf_getehdr (elf->handle, &head))
    return FT_ELF_NONE;
  if (head.e_ident[EI_CLASS] == ELFCLASS32)
    return FT_ELF_32;
  return head.e_machine == EM_X86_64 ? FT_ELF_64 : FT_ELF_OTHER_MACHINE;
}

// ---- sections --------------------------------------------------------------

// The next section of a type; NULL after the last one, and in files of other
// machines.
static Elf_Scn *next_section (const ft_elf *elf, Elf_Scn *section,
                              uint32_t type, GElf_Shdr *header) {
  if (ft_elf_class (elf) != FT_ELF_64)
    return NULL;
  while ((section = elf_nextscn (elf->handle, section)))
    if (gelf_getshdr (section, header) && header->sh_type == type)
      break;
  return section;
}

bool ft_elf_has_section (const ft_elf *elf, const char *name) {
  size_t names;
  GElf_Shdr header;
  if (ft_elf_class (elf) != FT_ELF_64 ||
      elf_getshdrstrndx (elf->handle, &names))
    return false;
  for (Elf_Scn *s = NULL; (s = elf_nextscn (elf->handle, s));) {
    const char *text = gelf_getshdr (s, &header)
                           ? elf_strptr (elf->handle, names, header.sh_name)
                           : NULL;
    if (text && !strcmp (text, name))
      return true;
  }
  return false;
}

bool ft_elf_is_dynamic (const ft_elf *elf) {
  GElf_Shdr header;
  return next_section (elf, NULL, SHT_DYNAMIC, &header);
}

static bool has_symbol (const ft_elf *elf, const char *name, bool defined) {
  GElf_Shdr header;
  GElf_Sym symbol;
  Elf_Data *data =
      elf_getdata (next_section (elf, NULL, SHT_DYNSYM, &header), NULL);
  for (int i = 0; data && gelf_getsym (data, i, &symbol); i++) {
    const char *text = elf_strptr (elf->handle, header.sh_link, symbol.st_name);
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
  GElf_Shdr header;
  GElf_Dyn entry;
  Elf_Data *data =
      elf_getdata (next_section (elf, NULL, SHT_DYNAMIC, &header), NULL);
  for (int i = 0; data && gelf_getdyn (data, i, &entry); i++) {
    const char *text =
        entry.d_tag == tag
            ? elf_strptr (elf->handle, header.sh_link, entry.d_un.d_val)
            : NULL;
    if (text)
      FT_PUSH (*list, text);
  }
}

// ---- the identity of a build -----------------------------------------------

// The build id among the notes of a section; NULL if it has none.
static char *find_id (Elf_Data *data) {
  GElf_Nhdr note;
  size_t name, text;
  for (size_t at = 0;
       data && (at = gelf_getnote (data, at, &note, &name, &text));) {
    const unsigned char *bytes = data->d_buf;
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
        memcmp (bytes + name, "GNU", 4))
      continue;
    ft_strbuf hex = {0};
    for (size_t i = 0; i < note.n_descsz; i++)
      ft_strbuf_add (&hex, "%02x", bytes[text + i]);
    return ft_strbuf_take (&hex);
  }
  return NULL;
}

char *ft_elf_build_id (const ft_elf *elf) {
  GElf_Shdr header;
  char *id = NULL;
  for (Elf_Scn *s = NULL;
       !id && (s = next_section (elf, s, SHT_NOTE, &header));)
    id = find_id (elf_getdata (s, NULL));
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
