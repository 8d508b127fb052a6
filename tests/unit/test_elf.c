// Reading program files: a small one as it is, cut short, and damaged.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <elf.h>

#include "base/alloc.h"
#include "record/elf.h"
#include "scratch.h"

static const char program[] = "/bin/true";

static unsigned char *read_program (size_t *size) {
  FILE *file = fopen (program, "rb");
  assert_non_null (file);
  unsigned char *bytes = ft_calloc (1 << 20, 1);
  *size = fread (bytes, 1, 1 << 20, file);
  fclose (file);
  return bytes;
}

static void test_program (void **state) {
  ft_elf elf;
  ft_elf_strings needed = {0};
  (void)state;
  assert_true (ft_elf_open (&elf, program));
  assert_int_equal (ft_elf_class (&elf), FT_ELF_64);
  assert_false (ft_elf_is_script (&elf));
  assert_true (ft_elf_is_dynamic (&elf));
  assert_true (ft_elf_has_section (&elf, ".dynsym"));
  assert_false (ft_elf_has_section (&elf, ".dynsy"));
  assert_true (ft_elf_has_symbol (&elf, "__libc_start_main"));
  assert_false (ft_elf_defines_symbol (&elf, "__libc_start_main"));
  ft_elf_dynamic (&elf, DT_NEEDED, &needed);
  assert_int_equal (needed.size, 1);
  assert_string_equal (needed.begin[0], "libc.so.6");
  FT_RELEASE (needed);
  char *id = ft_elf_build_id (&elf);
  assert_int_equal (strlen (id), 40);
  assert_int_equal (strspn (id, "0123456789abcdef"), 40);
  free (id);
  ft_elf_close (&elf);
}

static void test_others (void **state) {
  static const char *const paths[] = {"/dev/null", "/etc/passwd"};
  ft_elf elf;
  (void)state;
  for (int i = 0; i < 2; i++) {
    assert_true (ft_elf_open (&elf, paths[i]));
    assert_int_equal (ft_elf_class (&elf), FT_ELF_NONE);
    assert_false (ft_elf_is_dynamic (&elf));
    ft_elf_close (&elf);
  }
  assert_false (ft_elf_open (&elf, "/nowhere"));
  assert_false (ft_elf_open (&elf, "/"));
}

// Any answer will do, as long as there is one.
static void read_bytes (const unsigned char *bytes, size_t size) {
  const char *path = scratch_path ("program");
  ft_elf_strings strings = {0};
  ft_elf elf;
  FILE *file = fopen (path, "wb");
  assert_int_equal (fwrite (bytes, 1, size, file), size);
  fclose (file);
  assert_true (ft_elf_open (&elf, path));
  ft_elf_is_dynamic (&elf);
  ft_elf_has_section (&elf, ".none");
  ft_elf_has_symbol (&elf, "none");
  ft_elf_dynamic (&elf, DT_NEEDED, &strings);
  for (size_t i = 0; i < strings.size; i++)
    assert_true (strlen (strings.begin[i]) < size);
  FT_RELEASE (strings);
  free (ft_elf_build_id (&elf));
  ft_elf_digest (&elf);
  ft_elf_close (&elf);
}

static void test_cut_short (void **state) {
  size_t size;
  unsigned char *bytes = read_program (&size);
  (void)state;
  for (size_t n = 0; n < size; n += n < 128 ? 1 : 97)
    read_bytes (bytes, n);
  free (bytes);
}

static void damage (unsigned char *bytes, size_t size, size_t from,
                    size_t count) {
  for (size_t i = from; i < from + count && i < size; i++)
    for (int kind = 0; kind < 2; kind++) {
      unsigned char old = bytes[i];
      bytes[i] = kind ? 0xff : (unsigned char)(old ^ 1 << i % 8);
      read_bytes (bytes, size);
      bytes[i] = old;
    }
}

static void test_damaged (void **state) {
  Elf64_Ehdr head;
  Elf64_Shdr section;
  size_t size;
  unsigned char *bytes = read_program (&size);
  (void)state;
  memcpy (&head, bytes, sizeof head);
  damage (bytes, size, 0, sizeof head);
  damage (bytes, size, head.e_shoff, head.e_shnum * sizeof section);
  for (size_t i = 0; i < head.e_shnum; i++) {
    memcpy (&section, bytes + head.e_shoff + i * sizeof section,
            sizeof section);
    if (section.sh_type == SHT_DYNAMIC || section.sh_type == SHT_NOTE)
      damage (bytes, size, section.sh_offset, section.sh_size);
  }
  free (bytes);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_program), cmocka_unit_test (test_others),
      cmocka_unit_test (test_cut_short), cmocka_unit_test (test_damaged)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
