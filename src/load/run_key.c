#include "load/run_key.h"

#include <dirent.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/file_checksum.h"
#include "base/strbuf.h"
#include "load/load.h"

// ---- the build -------------------------------------------------------------

typedef struct search {
  uintptr_t code;    // an address in the object that is looked for
  uint64_t checksum; // of its build id; 0: none so far
} search;

static size_t padded (size_t bytes) {
  return (bytes + 3) & ~(size_t)3;
}

// The build id among the notes of a segment, which the system has mapped.
static void look_at_notes (search *s, const char *at, size_t size) {
  ElfW (Nhdr) note;
  while (size >= sizeof note) {
    memcpy (&note, at, sizeof note);
    size_t name = padded (note.n_namesz);
    size_t whole = sizeof note + name + padded (note.n_descsz);
    if (whole > size)
      return;
    const char *text = at + sizeof note;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof "GNU" &&
        !memcmp (text, "GNU", sizeof "GNU"))
      s->checksum = ft_checksum (text + name, note.n_descsz);
    at += whole;
    size -= whole;
  }
}

static int look_at_object (struct dl_phdr_info *object, size_t size,
                           void *context) {
  search *s = context;
  bool ours = false;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *p = object->dlpi_phdr + i;
    ours |= p->p_type == PT_LOAD &&
            s->code - (object->dlpi_addr + p->p_vaddr) < p->p_memsz;
  }
  for (int i = 0; ours && i < object->dlpi_phnum; i++) {
    const ElfW (Phdr) *p = object->dlpi_phdr + i;
    if (p->p_type == PT_NOTE)
      look_at_notes (s, (const char *)(object->dlpi_addr + p->p_vaddr),
                     p->p_memsz);
  }
  return ours;
}

static uint64_t checksum_of_build (void) {
  search s = {(uintptr_t)&look_at_object, 0};
  dl_iterate_phdr (look_at_object, &s);
  return s.checksum;
}

// ---- the run ---------------------------------------------------------------

// The files that a load reads; others may come and go.
static int is_read (const struct dirent *entry) {
  static const char *const names[] = {"control", "schedule", "objects",
                                      "sources", "channels", "modules",
                                      "libraries"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (entry->d_name, names[i]))
      return 1;
  return !strncmp (entry->d_name, "thread-", strlen ("thread-"));
}

static int compare (const struct dirent **a, const struct dirent **b) {
  return strcmp ((*a)->d_name, (*b)->d_name);
}

static bool add_file (ft_strbuf *text, const char *run, const char *name) {
  char path[4400];
  uint64_t checksum;
  snprintf (path, sizeof path, "%.4096s/%.255s", run, name);
  if (!ft_checksum_file (path, &checksum))
    return false;
  ft_strbuf_add (text, "%s %016llx\n", name, (unsigned long long)checksum);
  return true;
}

static bool add_files (ft_strbuf *text, const char *run) {
  struct dirent **list;
  int n = scandir (run, &list, is_read, compare);
  bool fine = n > 0;
  for (int i = 0; i < n; i++) {
    fine = fine && add_file (text, run, list[i]->d_name);
    free (list[i]);
  }
  if (n >= 0)
    free (list);
  return fine;
}

bool ft_run_key (const char *run, uint64_t *key) {
  uint64_t build = checksum_of_build ();
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "build %016llx\naltpaths %llu\n",
                 (unsigned long long)build,
                 (unsigned long long)ft_load_altpath_words ());
  bool fine = build && add_files (&text, run);
  if (fine)
    *key = ft_checksum (ft_strbuf_text (&text), text.size);
  ft_strbuf_release (&text);
  return fine;
}
