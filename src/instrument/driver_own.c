// Programs that define a function of the C library's name themselves (their
// own 'getline', say, with other parameters).
//
// The instrumenter renames calls of such names to the runtime's wrappers,
// source by source, where it cannot know that another source has its own.  At
// the link it is known: then the wrapper's name is made to mean the program's
// function.  Read are the symbol tables of objects; archives are not, since
// what is taken from them is up to the linker.

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "instrument/driver.h"
#include "record/wrapped.h"

static const char *const wrapped[] = {
#define W(name) #name,
    FT_WRAPPED (W)
#undef W
};

enum { WRAPPED = sizeof wrapped / sizeof *wrapped };

typedef struct object {
  const char *bytes; // mapped
  size_t size;
} object;

// Somebody else wrote the file: nothing in it is trusted.
static const void *at (const object *o, uint64_t offset, uint64_t size) {
  if (offset > o->size || size > o->size - offset || offset % 8)
    return NULL;
  return o->bytes + offset;
}

static const Elf64_Shdr *section (const object *o, unsigned index) {
  const Elf64_Ehdr *head = (const void *)o->bytes;
  return index < head->e_shnum
             ? at (o, head->e_shoff + index * sizeof (Elf64_Shdr),
                   sizeof (Elf64_Shdr))
             : NULL;
}

static bool is_relocatable (const object *o) {
  const Elf64_Ehdr *head = at (o, 0, sizeof *head);
  return head && !memcmp (head->e_ident, ELFMAG, SELFMAG) &&
         head->e_ident[EI_CLASS] == ELFCLASS64 && head->e_type == ET_REL;
}

static void note_name (const char *name, bool *own) {
  for (size_t i = 0; i < WRAPPED; i++)
    if (!strcmp (name, wrapped[i]))
      own[i] = true;
}

static void read_symbols (const object *o, const Elf64_Shdr *table, bool *own) {
  const Elf64_Shdr *names = section (o, table->sh_link);
  const Elf64_Sym *symbols = at (o, table->sh_offset, table->sh_size);
  if (!names || !symbols || names->sh_offset > o->size ||
      names->sh_size > o->size - names->sh_offset || !names->sh_size)
    return;
  const char *text = o->bytes + names->sh_offset;
  if (text[names->sh_size - 1]) // the last name must end
    return;
  for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++)
    if (ELF64_ST_BIND (symbols[i].st_info) != STB_LOCAL &&
        symbols[i].st_shndx != SHN_UNDEF && symbols[i].st_name < names->sh_size)
      note_name (text + symbols[i].st_name, own);
}

static void read_object (const object *o, bool *own) {
  if (!is_relocatable (o))
    return;
  const Elf64_Shdr *s;
  for (unsigned i = 0; (s = section (o, i)); i++)
    if (s->sh_type == SHT_SYMTAB)
      read_symbols (o, s, own);
}

static void read_file (const char *path, bool *own) {
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0)
    return;
  if (!fstat (file, &status) && S_ISREG (status.st_mode) && status.st_size) {
    size_t size = (size_t)status.st_size;
    void *bytes = mmap (NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      read_object (&(object){bytes, size}, own);
      munmap (bytes, size);
    }
  }
  close (file);
}

void ft_driver_own (const ft_driver *d, ft_words *out) {
  bool own[WRAPPED] = {false};
  const ft_command *c = &d->command;
  for (size_t i = 0; i < d->objects.size; i++)
    read_file (d->objects.begin[i], own);
  for (size_t i = 0; i < c->arguments.size; i++)
    if (c->arguments.begin[i].input == FT_INPUT_LINKED)
      read_file (c->arguments.begin[i].text, own);
  for (size_t i = 0; i < WRAPPED; i++)
    if (own[i]) {
      ft_strbuf option = {0};
      ft_strbuf_add (&option, "-Wl,--defsym=__foretrace_%s=%s", wrapped[i],
                     wrapped[i]);
      ft_words_add (out, ft_strbuf_text (&option));
      ft_strbuf_release (&option);
    }
}
