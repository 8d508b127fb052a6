// Library functions that touch the program's memory.  In instrumented modules
// the instrumenter renames a declaration NAME (or a use of the address of one)
// to __foretrace_NAME; the runtime defines each of them (libc_*.c), with the
// type of the original.  Renaming, unlike interposing, leaves libraries that
// are not instrumented alone: what they read and write is their own affair.
//
// Both the instrumenter and the runtime read this list, so it includes
// nothing.  A name that is listed and not defined fails the link of every
// program; tests/cli/test_sync.sh compares the list with the archive.

#ifndef FT_RUNTIME_WRAPPED_H
#define FT_RUNTIME_WRAPPED_H

#define FT_WRAPPED_MEMORY(F)                                                   \
  F (memcpy) F (memmove) F (memset) F (memcmp) F (memchr) F (memrchr)          \
  F (rawmemchr) F (memmem) F (mempcpy) F (memccpy) F (bcopy) F (bzero)         \
  F (bcmp) F (explicit_bzero) F (swab)                                         \
  F (__memcpy_chk) F (__memmove_chk) F (__memset_chk) F (__mempcpy_chk)        \
  F (__explicit_bzero_chk) F (__mempcpy) F (__rawmemchr)

#define FT_WRAPPED_STRING(F)                                                   \
  F (strlen) F (strnlen) F (strcpy) F (strncpy) F (stpcpy) F (stpncpy)         \
  F (strcat) F (strncat) F (strcmp) F (strncmp) F (strcasecmp)                 \
  F (strncasecmp) F (strcoll) F (strxfrm) F (strverscmp) F (strchr)            \
  F (strrchr) F (strchrnul) F (index) F (rindex) F (strstr) F (strcasestr)     \
  F (strspn) F (strcspn) F (strpbrk) F (strdup) F (strndup) F (strtok)         \
  F (strtok_r) F (__strtok_r) F (strsep) F (__strdup) F (__strndup)            \
  F (__stpcpy) F (__strcpy_chk) F (__strncpy_chk) F (__stpcpy_chk)             \
  F (__stpncpy_chk) F (__strcat_chk) F (__strncat_chk)                         \
  F (strerror_r) F (__xpg_strerror_r)

#define FT_WRAPPED_NUMBER(F)                                                   \
  F (atoi) F (atol) F (atoll) F (atof) F (strtol) F (strtoul) F (strtoll)      \
  F (strtoull) F (strtoimax) F (strtoumax) F (strtof) F (strtod) F (strtold)   \
  F (rand_r)

#define FT_WRAPPED_WIDE(F)                                                     \
  F (wcslen) F (wcsnlen) F (wcscpy) F (wcsncpy) F (wcscat) F (wcsncat)         \
  F (wcscmp) F (wcsncmp) F (wcschr) F (wcsrchr) F (wcsstr) F (wcsdup)          \
  F (wmemcpy) F (wmemmove) F (wmemset) F (wmemcmp) F (wmemchr)                 \
  F (mbstowcs) F (wcstombs)

#define FT_WRAPPED_PRINT(F)                                                    \
  F (printf) F (fprintf) F (dprintf) F (sprintf) F (snprintf) F (asprintf)     \
  F (vprintf) F (vfprintf) F (vdprintf) F (vsprintf) F (vsnprintf)             \
  F (vasprintf) F (__printf_chk) F (__fprintf_chk) F (__dprintf_chk)           \
  F (__sprintf_chk) F (__snprintf_chk) F (__asprintf_chk) F (__vprintf_chk)    \
  F (__vfprintf_chk) F (__vdprintf_chk) F (__vsprintf_chk)                     \
  F (__vsnprintf_chk) F (__vasprintf_chk)                                      \
  F (puts) F (fputs) F (fputs_unlocked) F (fwrite) F (fwrite_unlocked)         \
  F (putchar) F (putc) F (fputc) F (fflush) F (fclose) F (perror)

#define FT_WRAPPED_SCAN(F)                                                     \
  F (scanf) F (fscanf) F (sscanf) F (vscanf) F (vfscanf) F (vsscanf)           \
  F (__isoc99_scanf) F (__isoc99_fscanf) F (__isoc99_sscanf)                   \
  F (__isoc99_vscanf) F (__isoc99_vfscanf) F (__isoc99_vsscanf)                \
  F (fread) F (fread_unlocked) F (fgets) F (fgets_unlocked) F (getline)        \
  F (getdelim) F (__getdelim) F (getc) F (fgetc) F (getchar)                   \
  F (__fgets_chk) F (__fread_chk) F (fopen) F (fopen64)

#define FT_WRAPPED_FILE(F)                                                     \
  F (read) F (write) F (pread) F (pwrite) F (pread64) F (pwrite64)             \
  F (readv) F (writev) F (recv) F (send) F (recvfrom) F (sendto)               \
  F (recvmsg) F (sendmsg) F (__read_chk) F (__pread_chk) F (__recv_chk)        \
  F (pipe) F (pipe2) F (socketpair) F (stat) F (fstat) F (lstat)               \
  F (stat64) F (fstat64) F (lstat64) F (getcwd) F (readlink) F (realpath)      \
  F (poll) F (select) F (epoll_wait) F (wait) F (waitpid)

#define FT_WRAPPED_ARRAY(F) F (qsort) F (qsort_r) F (bsearch)

#define FT_WRAPPED_TIME(F)                                                     \
  F (time) F (gettimeofday) F (clock_gettime) F (localtime) F (localtime_r)    \
  F (gmtime) F (gmtime_r) F (ctime) F (ctime_r) F (asctime) F (asctime_r)      \
  F (strftime) F (mktime) F (timegm) F (nanosleep) F (getrandom)

#define FT_WRAPPED_SYSTEM(F)                                                   \
  F (mmap) F (mmap64) F (munmap) F (mremap) F (syscall)

// What is read through streams, by its names in libstdc++.
#define FT_WRAPPED_EXTRACT(F)                                                  \
  F (_ZNSirsERs) F (_ZNSirsERi)                                                \
  F (_ZNSi10_M_extractItEERSiRT_) F (_ZNSi10_M_extractIjEERSiRT_)              \
  F (_ZNSi10_M_extractIlEERSiRT_) F (_ZNSi10_M_extractImEERSiRT_)              \
  F (_ZNSi10_M_extractIxEERSiRT_) F (_ZNSi10_M_extractIyEERSiRT_)              \
  F (_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_)              \
  F (_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE)
#define FT_WRAPPED_EXTRACT_LINE(F)                                             \
  F (_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_)

// Those, links of std::map, std::set and std::list, and std::random_device.
#define FT_WRAPPED_CXX(F)                                                      \
  FT_WRAPPED_EXTRACT (F)                                                       \
  FT_WRAPPED_EXTRACT_LINE (F)                                                  \
  F (_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_)        \
  F (_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_)             \
  F (_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base)                          \
  F (_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base)                         \
  F (_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base)                          \
  F (_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base)                         \
  F (_ZNSt8__detail15_List_node_base7_M_hookEPS0_)                             \
  F (_ZNSt8__detail15_List_node_base9_M_unhookEv)                              \
  F (_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_)                     \
  F (_ZNSt8__detail15_List_node_base10_M_reverseEv)                            \
  F (_ZNSt8__detail15_List_node_base4swapERS0_S1_)                             \
  F (_ZNSt13random_device9_M_getvalEv)

#define FT_WRAPPED_C(F)                                                        \
  FT_WRAPPED_MEMORY (F)                                                        \
  FT_WRAPPED_STRING (F)                                                        \
  FT_WRAPPED_NUMBER (F)                                                        \
  FT_WRAPPED_WIDE (F)                                                          \
  FT_WRAPPED_PRINT (F)                                                         \
  FT_WRAPPED_SCAN (F)                                                          \
  FT_WRAPPED_FILE (F)                                                          \
  FT_WRAPPED_ARRAY (F)                                                         \
  FT_WRAPPED_TIME (F)                                                          \
  FT_WRAPPED_SYSTEM (F)

#define FT_WRAPPED(F)                                                          \
  FT_WRAPPED_C (F)                                                             \
  FT_WRAPPED_CXX (F)

#endif
