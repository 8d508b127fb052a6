// The file "libraries" of a run directory: the memory of the program and of the
// shared libraries that it began with.  Variables there that no object lists
// are those of uninstrumented code.
//
// The dynamic linker's list is read before the constructors of libraries run.

#include <link.h>

#include "runtime/files.h"
#include "runtime/library_memory.h"
#include "runtime/modules.h"
#include "runtime/preallocate.h"
#include "runtime/syscall.h"

static int file;

// Bytes that are not written any more once the module is loaded.
static void find_constant (const struct dl_phdr_info *module, uint64_t *from,
                           uint64_t *to) {
  *from = *to = 0;
  for (unsigned i = 0; i < module->dlpi_phnum; i++) {
    const ElfW (Phdr) *p = module->dlpi_phdr + i;
    if (p->p_type == PT_GNU_RELRO) {
      *from = module->dlpi_addr + p->p_vaddr;
      *to = (*from + p->p_memsz) & ~UINT64_C (4095);
    }
  }
}

static void write_range (const struct dl_phdr_info *module, uint64_t from,
                         uint64_t to, char access) {
  static char bytes[FT_MAX_PATH + 64];
  ft_text line = FT_TEXT (bytes);
  if (from >= to)
    return;
  ft_text_add (&line, "%llu %llu %c ", (unsigned long long)from,
               (unsigned long long)(to - from), access);
  ft_modules_add_path (&line, module->dlpi_name);
  long n = ft_sys_write (file, line.bytes, line.size);
  if (n != (long)line.size)
    ft_files_stop_errno (n < 0 ? (int)n : -ENOSPC);
}

static int list (struct dl_phdr_info *module, size_t size, void *unused) {
  uint64_t constant, end;
  (void)size;
  (void)unused;
  find_constant (module, &constant, &end);
  for (unsigned i = 0; i < module->dlpi_phnum; i++) {
    const ElfW (Phdr) *p = module->dlpi_phdr + i;
    uint64_t from = module->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
    if (p->p_type != PT_LOAD)
      continue;
    if (constant <= from && end > from) {
      write_range (module, from, end < to ? end : to, 'r');
      from = end;
    }
    write_range (module, from, to, p->p_flags & PF_W ? 'w' : 'r');
  }
  return 0;
}

void ft_library_memory_list (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "libraries", UINT32_MAX);
  file = ft_preallocate_open (path, O_WRONLY | O_CREAT | O_APPEND);
  if (file < 0) {
    ft_files_stop_errno (file);
    return;
  }
  dl_iterate_phdr (list, NULL);
  ft_sys_close (file);
}
