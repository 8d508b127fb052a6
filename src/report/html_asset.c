#include "report/html_asset.h"

// FT_WEB is the directory that the Makefile put the two files in.
#define EMBED(name, file)                                                      \
  __asm__(".section .rodata\n"                                                 \
          ".global " #name "\n"                                                \
          ".type " #name ", @object\n" #name ":\n"                             \
          ".incbin \"" FT_WEB "/" file "\"\n"                                  \
          ".byte 0\n"                                                          \
          ".size " #name ", . - " #name "\n"                                   \
          ".previous\n")

EMBED (ft_html_style, "page.css");
EMBED (ft_html_program, "page.js");
