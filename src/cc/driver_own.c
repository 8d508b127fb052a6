// Programs that define a function of the C library's name themselves (their
// own 'getline', say, with other parameters).
//
// The instrumenter renames calls of such names to the runtime's wrappers,
// source by source, where it cannot know that another source has its own.  At
// the link it is known: then the wrapper's name is made to mean the program's
// function.  Read are the symbol tables of objects; archives are not, since
// what is taken from them is up to the linker.

#include <string.h>

#include "cc/cc_driver.h"
#include "cc/link_input.h"
#include "runtime/wrapped.h"

static const char *const wrapped[] = {
#define W(name) #name,
    FT_WRAPPED (W)
#undef W
};

enum { WRAPPED = sizeof wrapped / sizeof *wrapped };

static void note_symbol (void *own, const ft_link_symbol *s) {
  for (size_t i = 0; i < WRAPPED; i++)
    if (!s->local && s->defined && s->length == strlen (wrapped[i]) &&
        !memcmp (s->name, wrapped[i], s->length))
      ((bool *)own)[i] = true;
}

static void note_object (void *own, const ft_link_input *o) {
  if (o->kind == FT_LINK_INPUT_OBJECT)
    ft_link_input_symbols (o, note_symbol, own);
}

void ft_cc_own_definitions (const ft_cc_driver *d, ft_cc_words *out) {
  bool own[WRAPPED] = {false};
  const ft_invocation *c = &d->command;
  for (size_t i = 0; i < d->objects.size; i++)
    ft_link_input_read (d->objects.begin[i], note_object, own);
  for (size_t i = 0; i < c->arguments.size; i++)
    if (c->arguments.begin[i].input == FT_CC_INPUT_LINKED)
      ft_link_input_read (c->arguments.begin[i].text, note_object, own);
  for (size_t i = 0; i < WRAPPED; i++)
    if (own[i]) {
      ft_strbuf option = {0};
      ft_strbuf_add (&option, "-Wl,--defsym=__foretrace_%s=%s", wrapped[i],
                     wrapped[i]);
      ft_cc_words_add (out, ft_strbuf_text (&option));
      ft_strbuf_release (&option);
    }
}
