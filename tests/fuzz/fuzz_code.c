// Code for re-execution without end: damaged bytes are refused or are valid,
// the check says what its slow twin says, and what is valid comes back.

#include "symex/code/code_check.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz.h"
#include "tests/model/random_code.h"

static _Noreturn void fail (const char *why) {
  printf ("fuzz_code: FT_SEED=%llu: %s\n", (unsigned long long)fuzz_seed, why);
  exit (1);
}

static bool is_valid (const ft_unit_code *code, const ft_sites *sites) {
  size_t where;
  for (size_t n = 0; n < code->bodies.size; n++)
    if (ft_code_check (code, code->bodies.begin + n, sites,
                       n < sites->functions.size ? sites->functions.begin + n
                                                 : NULL,
                       &where))
      return false;
  return true;
}

static bool try_bytes (const ft_sites *sites, const char *bytes, size_t n) {
  ft_unit_code code = {0}, again = {0};
  ft_strbuf packed = {0}, twice = {0};
  ft_error error = FT_NO_ERROR;
  bool taken = ft_unit_code_unpack (&code, sites, bytes, n, &error);
  if (taken) {
    if (!ft_plain_code_is_valid (&code, sites))
      fail ("it was taken and is not valid");
    ft_unit_code_pack (&code, &packed);
    if (!ft_unit_code_unpack (&again, sites, packed.text, packed.size, &error))
      fail (error.message);
    ft_unit_code_pack (&again, &twice);
    if (packed.size != twice.size ||
        memcmp (packed.text, twice.text, packed.size))
      fail ("it comes back as something else");
  } else if (error.code != FT_EXIT_BAD_INPUT)
    fail (error.message);
  ft_unit_code_release (&code);
  ft_unit_code_release (&again);
  ft_strbuf_release (&packed);
  ft_strbuf_release (&twice);
  return taken;
}

int main (int argc, char **argv) {
  unsigned long long taken = 0;
  fuzz_start ("fuzz_code", argc, argv);
  while (fuzz_next ()) {
    ft_rng rng = ft_rng_init (fuzz_seed);
    ft_unit_code code = {0};
    ft_sites sites = {0};
    ft_strbuf packed = {0};
    ft_random_code (&rng, &code, &sites);
    ft_unit_code_pack (&code, &packed);
    size_t n = packed.size;
    for (uint32_t i = ft_rng_below (&rng, 4); i; i--)
      n = damage_bytes (&rng, packed.text, n);
    taken += try_bytes (&sites, packed.text, n);
    ft_random_code_damage (&rng, &code);
    if (is_valid (&code, &sites) != ft_plain_code_is_valid (&code, &sites))
      fail ("the check and its twin differ");
    ft_unit_code_release (&code);
    ft_sites_release (&sites);
    ft_strbuf_release (&packed);
  }
  printf ("fuzz_code: %llu taken\n", taken);
  return 0;
}
