// The options of gcc and clang that the driver must know: options that take the
// next word, options for one phase only, and options that say what the command
// does.  The longest name that fits a word counts.
//
// Any other option is one word and goes to all phases; clang gets a flag that
// silences warnings of unused options.

#ifndef FT_CC_CC_OPTIONS_H
#define FT_CC_CC_OPTIONS_H

// Forms: ALONE "-c"; NEXT "-include x"; JOINED "-std=x"; EITHER "-Ix", "-I x".
//
// Phases: FRONT source to bitcode; CODE bitcode to object; LINK; EVERY; NONE.
//
// Meanings that the parser acts on:
//   QUERY   is a question to the compiler: the whole command goes to clang
//   PASS    ends before code (-E): clang runs with the flags of FRONT
//   DROP    is left out; the text, if there is one, is the warning
#define FT_CC_OPTIONS(O)                                                       \
  O ("-o", EITHER, NONE, OUTPUT, "")                                           \
  O ("-x", EITHER, NONE, LANGUAGE, "")                                         \
  O ("-c", ALONE, NONE, COMPILE, "")                                           \
  O ("-S", ALONE, NONE, ASSEMBLY, "")                                          \
  O ("-E", ALONE, FRONT, PASS, "")                                             \
  O ("-M", ALONE, FRONT, PASS, "")                                             \
  O ("-MM", ALONE, FRONT, PASS, "")                                            \
  O ("-fsyntax-only", ALONE, FRONT, PASS, "")                                  \
  O ("--analyze", ALONE, FRONT, PASS, "")                                      \
  O ("-emit-ast", ALONE, FRONT, PASS, "")                                      \
  O ("--precompile", ALONE, FRONT, PASS, "")                                   \
  O ("-emit-llvm", ALONE, NONE, BITCODE, "")                                   \
  O ("-MD", ALONE, FRONT, DEPEND, "")                                          \
  O ("-MMD", ALONE, FRONT, DEPEND, "")                                         \
  O ("-MF", EITHER, FRONT, DEPEND_FILE, "")                                    \
  O ("-MT", EITHER, FRONT, DEPEND_TARGET, "")                                  \
  O ("-MQ", EITHER, FRONT, DEPEND_TARGET, "")                                  \
  O ("-MG", ALONE, FRONT, PLAIN_FLAG, "")                                      \
  O ("-MP", ALONE, FRONT, PLAIN_FLAG, "")                                      \
  O ("-MV", ALONE, FRONT, PLAIN_FLAG, "")                                      \
  O ("-MJ", EITHER, FRONT, PLAIN_FLAG, "")                                     \
  O ("-Wp,-MD,", JOINED, FRONT, DEPEND_WP, "")                                 \
  O ("-Wp,-MMD,", JOINED, FRONT, DEPEND_WP, "")                                \
  O ("-###", ALONE, NONE, QUERY, "")                                           \
  O ("--version", ALONE, NONE, QUERY, "")                                      \
  O ("--help", JOINED, NONE, QUERY, "")                                        \
  O ("-help", ALONE, NONE, QUERY, "")                                          \
  O ("-dumpversion", ALONE, NONE, QUERY, "")                                   \
  O ("-dumpfullversion", ALONE, NONE, QUERY, "")                               \
  O ("-dumpmachine", ALONE, NONE, QUERY, "")                                   \
  O ("-dumpspecs", ALONE, NONE, QUERY, "")                                     \
  O ("-print-", JOINED, NONE, QUERY, "")                                       \
  O ("--print-", JOINED, NONE, QUERY, "")                                      \
  O ("-cc1", JOINED, NONE, QUERY, "")                                          \
  O ("-O", JOINED, NONE, LEVEL, "")                                            \
  O ("-shared", ALONE, LINK, SHARED, "")                                       \
  O ("--shared", ALONE, LINK, SHARED, "")                                      \
  O ("-r", ALONE, LINK, RELOCATABLE, "")                                       \
  O ("-static", ALONE, LINK, STATIC, "")                                       \
  O ("--static", ALONE, LINK, STATIC, "")                                      \
  O ("-static-pie", ALONE, EVERY, STATIC, "")                                  \
  O ("-nostdlib", ALONE, LINK, BARE, "")                                       \
  O ("-nodefaultlibs", ALONE, LINK, BARE, "")                                  \
  O ("-nolibc", ALONE, LINK, BARE, "")                                         \
  O ("-fopenmp", ALONE, FRONT, OPENMP, "")                                     \
  O ("-fopenmp=", JOINED, FRONT, OPENMP, "")                                   \
  O ("-fno-openmp", ALONE, FRONT, NO_OPENMP, "")                               \
  O ("-fnoopenmp-use-tls", ALONE, NONE, DROP, "threadprivate is thread-local") \
  O ("-fopenmp-targets=", JOINED, NONE, DROP, "regions run on the host")       \
  O ("--offload-arch=", JOINED, NONE, DROP, "regions run on the host")         \
  O ("-ffreestanding", ALONE, EVERY, FREESTANDING, "")                         \
  O ("-fsanitize=", JOINED, EVERY, SANITIZE, "")                               \
  O ("-fno-sanitize=", JOINED, EVERY, UNSANITIZE, "")                          \
  O ("-Xclang", NEXT, FRONT, XCLANG, "")                                       \
  O ("-I", EITHER, FRONT, PLAIN_FLAG, "")                                      \
  O ("-D", EITHER, FRONT, PLAIN_FLAG, "")                                      \
  O ("-U", EITHER, FRONT, PLAIN_FLAG, "")                                      \
  O ("-A", EITHER, FRONT, PLAIN_FLAG, "")                                      \
  O ("-F", EITHER, FRONT, PLAIN_FLAG, "")                                      \
  O ("-C", ALONE, FRONT, PLAIN_FLAG, "")                                       \
  O ("-CC", ALONE, FRONT, PLAIN_FLAG, "")                                      \
  O ("-P", ALONE, FRONT, PLAIN_FLAG, "")                                       \
  O ("-H", ALONE, FRONT, PLAIN_FLAG, "")                                       \
  O ("-d", JOINED, FRONT, PLAIN_FLAG, "")                                      \
  O ("-w", ALONE, FRONT, PLAIN_FLAG, "")                                       \
  O ("-W", JOINED, FRONT, PLAIN_FLAG, "")                                      \
  O ("-R", JOINED, FRONT, PLAIN_FLAG, "")                                      \
  O ("-g", JOINED, FRONT, PLAIN_FLAG, "")                                      \
  O ("-gz", JOINED, EVERY, PLAIN_FLAG, "")                                     \
  O ("-ansi", ALONE, FRONT, PLAIN_FLAG, "")                                    \
  O ("-std=", JOINED, FRONT, PLAIN_FLAG, "")                                   \
  O ("--std=", JOINED, FRONT, PLAIN_FLAG, "")                                  \
  O ("-undef", ALONE, FRONT, PLAIN_FLAG, "")                                   \
  O ("-trigraphs", ALONE, FRONT, PLAIN_FLAG, "")                               \
  O ("-pedantic", ALONE, FRONT, PLAIN_FLAG, "")                                \
  O ("-pedantic-errors", ALONE, FRONT, PLAIN_FLAG, "")                         \
  O ("-nostdinc", JOINED, FRONT, PLAIN_FLAG, "")                               \
  O ("-nobuiltininc", ALONE, FRONT, PLAIN_FLAG, "")                            \
  O ("-nogpuinc", ALONE, FRONT, PLAIN_FLAG, "")                                \
  O ("-include", EITHER, FRONT, PLAIN_FLAG, "")                                \
  O ("-include-pch", NEXT, FRONT, PLAIN_FLAG, "")                              \
  O ("-imacros", EITHER, FRONT, PLAIN_FLAG, "")                                \
  O ("-idirafter", EITHER, FRONT, PLAIN_FLAG, "")                              \
  O ("-iprefix", EITHER, FRONT, PLAIN_FLAG, "")                                \
  O ("-iquote", EITHER, FRONT, PLAIN_FLAG, "")                                 \
  O ("-isystem", EITHER, FRONT, PLAIN_FLAG, "")                                \
  O ("-isystem-after", EITHER, FRONT, PLAIN_FLAG, "")                          \
  O ("-iwithprefix", EITHER, FRONT, PLAIN_FLAG, "")                            \
  O ("-iwithprefixbefore", EITHER, FRONT, PLAIN_FLAG, "")                      \
  O ("-iwithsysroot", EITHER, FRONT, PLAIN_FLAG, "")                           \
  O ("-ivfsoverlay", EITHER, FRONT, PLAIN_FLAG, "")                            \
  O ("-isysroot", EITHER, EVERY, PLAIN_FLAG, "")                               \
  O ("-Xpreprocessor", NEXT, FRONT, PLAIN_FLAG, "")                            \
  O ("-Xanalyzer", NEXT, NONE, DROP, "")                                       \
  O ("-Xassembler", NEXT, CODE, PLAIN_FLAG, "")                                \
  O ("-Wa,", JOINED, CODE, PLAIN_FLAG, "")                                     \
  O ("-fplugin", JOINED, FRONT, PLAIN_FLAG, "")                                \
  O ("-fpass-plugin=", JOINED, NONE, DROP, "passes run on plain code")         \
  O ("-fmodules", JOINED, FRONT, PLAIN_FLAG, "")                               \
  O ("-fmodule-", JOINED, FRONT, PLAIN_FLAG, "")                               \
  O ("--serialize-diagnostics", NEXT, FRONT, PLAIN_FLAG, "")                   \
  O ("-serialize-diagnostics", NEXT, FRONT, PLAIN_FLAG, "")                    \
  O ("-mllvm", NEXT, CODE, PLAIN_FLAG, "")                                     \
  O ("--param", EITHER, NONE, DROP, "")                                        \
  O ("-dumpbase", NEXT, NONE, DROP, "")                                        \
  O ("-dumpbase-ext", NEXT, NONE, DROP, "")                                    \
  O ("-dumpdir", NEXT, NONE, DROP, "")                                         \
  O ("-aux-info", NEXT, NONE, DROP, "")                                        \
  O ("-target", NEXT, EVERY, PLAIN_FLAG, "")                                   \
  O ("-arch", NEXT, EVERY, PLAIN_FLAG, "")                                     \
  O ("--sysroot", EITHER, EVERY, PLAIN_FLAG, "")                               \
  O ("-B", EITHER, EVERY, PLAIN_FLAG, "")                                      \
  O ("-working-directory", EITHER, EVERY, PLAIN_FLAG, "")                      \
  O ("-l", EITHER, LINK, PLAIN_FLAG, "")                                       \
  O ("-L", EITHER, LINK, PLAIN_FLAG, "")                                       \
  O ("-T", EITHER, LINK, PLAIN_FLAG, "")                                       \
  O ("-Ttext", EITHER, LINK, PLAIN_FLAG, "")                                   \
  O ("-Tdata", EITHER, LINK, PLAIN_FLAG, "")                                   \
  O ("-Tbss", EITHER, LINK, PLAIN_FLAG, "")                                    \
  O ("-u", EITHER, LINK, PLAIN_FLAG, "")                                       \
  O ("-e", EITHER, LINK, PLAIN_FLAG, "")                                       \
  O ("-z", EITHER, LINK, LINKER, "")                                           \
  O ("-s", ALONE, LINK, PLAIN_FLAG, "")                                        \
  O ("-t", ALONE, LINK, PLAIN_FLAG, "")                                        \
  O ("-pie", ALONE, LINK, PLAIN_FLAG, "")                                      \
  O ("-no-pie", ALONE, EVERY, PLAIN_FLAG, "")                                  \
  O ("-rdynamic", ALONE, LINK, PLAIN_FLAG, "")                                 \
  O ("-rpath", NEXT, LINK, PLAIN_FLAG, "")                                     \
  O ("-framework", NEXT, LINK, PLAIN_FLAG, "")                                 \
  O ("-Wl,", JOINED, LINK, LINKER, "")                                         \
  O ("-Xlinker", NEXT, LINK, LINKER, "")                                       \
  O ("-fuse-ld=", JOINED, LINK, PLAIN_FLAG, "")                                \
  O ("-flto", JOINED, NONE, DROP, "code is instrumented file by file")         \
  O ("-fno-lto", ALONE, NONE, DROP, "")                                        \
  O ("-fwhole-program", JOINED, NONE, DROP, "")                                \
  O ("-ffat-lto-objects", ALONE, NONE, DROP, "")                               \
  O ("-fno-fat-lto-objects", ALONE, NONE, DROP, "")                            \
  O ("-fuse-linker-plugin", ALONE, NONE, DROP, "")                             \
  O ("-fno-use-linker-plugin", ALONE, NONE, DROP, "")                          \
  O ("-save-temps", JOINED, NONE, DROP, "the steps are not the user's")        \
  O ("--save-temps", JOINED, NONE, DROP, "the steps are not the user's")       \
  O ("-gsplit-dwarf", JOINED, NONE, DROP, "debug data stays in the object")    \
  O ("--coverage", ALONE, NONE, DROP, "no coverage of recorded code")          \
  O ("-coverage", ALONE, NONE, DROP, "no coverage of recorded code")           \
  O ("-fprofile-arcs", ALONE, NONE, DROP, "no coverage of recorded code")      \
  O ("-ftest-coverage", ALONE, NONE, DROP, "no coverage of recorded code")     \
  O ("-fprofile-generate", JOINED, NONE, DROP, "no profiles of recorded code") \
  O ("-fprofile-instr-", JOINED, NONE, DROP, "no profiles of recorded code")   \
  O ("-fprofile-use", JOINED, NONE, DROP, "profiles fit other code")           \
  O ("-fcoverage-mapping", ALONE, NONE, DROP, "no coverage of recorded code")  \
  O ("-ftime-trace", JOINED, NONE, DROP, "")                                   \
  O ("-specs=", JOINED, NONE, DROP, "")

#endif
