#include "order/section.h"

ft_section *ft_section_new (void) {
  ft_section *section = FT_NEW (ft_section);
  section->references = 1;
  return section;
}

ft_section *ft_section_share (ft_section *section) {
  section->references++;
  return section;
}

void ft_section_drop (ft_section *section) {
  if (--section->references)
    return;
  ft_clock_release (&section->clock);
  free (section);
}

void ft_opens_release (ft_opens *opens) {
  for (size_t i = 0; i < opens->size; i++)
    FT_RELEASE (opens->begin[i].touched);
  FT_RELEASE (*opens);
}
