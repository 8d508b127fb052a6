/* Inputs of a program that a search may choose, for tests and examples:

       int x = 5;
       foretrace_input (&x, sizeof x, "x");

   'x' keeps its value when the program runs by itself.  In a run to which
   foretrace gives other inputs ('foretrace explore', 'foretrace record
   --inputs FILE') it gets the bytes of the input "x", and each recording with
   --symbolic follows which values are computed from them
   (docs/guide/recording.md, Inputs).  A second call with the same name continues behind the bytes of the
   first one.  'to' has room for 'size' bytes; 'name' is not kept.

   Other compilers than foretrace-cc ignore the call. */

#ifndef FORETRACE_INPUT_H
#define FORETRACE_INPUT_H

#ifdef __FORETRACE__

#ifdef __cplusplus
extern "C"
#endif
    void
    foretrace_input (void *to, __SIZE_TYPE__ size, const char *name);

#else
#define foretrace_input(to, size, name) ((void)(to), (void)(size), (void)(name))
#endif

#endif
