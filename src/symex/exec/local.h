// Memory objects of a frame: local variables whose addresses do not leave their
// function.

#ifndef FT_SYMEX_EXEC_LOCAL_H
#define FT_SYMEX_EXEC_LOCAL_H

#include "symex/exec/machine.h"

// The address of a new object, without content that is known.
ft_value ft_local_new (ft_exec_frame *, uint64_t size);

// Whether 'address' is one of an object whose content is kept.
bool ft_local_is_tracked (const ft_exec_frame *, ft_value address);

ft_value ft_local_load (ft_machine *, ft_exec_frame *, ft_value address,
                        uint64_t bytes, unsigned width);
void ft_local_store (ft_machine *, ft_exec_frame *, ft_value address,
                     uint64_t bytes, unsigned width, ft_value value);
void ft_local_copy (ft_machine *, ft_exec_frame *, ft_value to, ft_value from,
                    ft_value bytes);
void ft_local_set (ft_machine *, ft_exec_frame *, ft_value to, ft_value byte,
                   ft_value bytes);

// Drops the content of all objects.
void ft_local_havoc (ft_exec_frame *);

// All bytes of all objects are unknown, until something is stored in them.
void ft_local_forget (ft_exec_frame *);

// Concretizes the symbols in 'bytes' bytes of an object; in the whole object.
void ft_local_concretize (ft_machine *, ft_exec_frame *,
                          enum ft_concretize_reason, ft_value address,
                          ft_value bytes);
void ft_local_concretize_object (ft_machine *, ft_exec_frame *,
                                 enum ft_concretize_reason, ft_value address);

// The pointers in an object escape.
void ft_local_escape_contents (ft_machine *, const ft_exec_frame *,
                               ft_value address);

// The callee's copy of a byval argument.
ft_value ft_local_pass_byval (ft_exec_frame *to, const ft_exec_frame *from,
                              ft_value address);

#endif
