# lbzip2: a work-stealing pool of threads with its own bzip2.
sources=lbzip2
program=lbzip2/src/lbzip2
arguments=(-n 3 -1 -k -c input)
changes="gnulib for glibc 2.28, as distributions patch it"
build() {
  cd lbzip2
  sed -i 's/IO_ftrylockfile/IO_EOF_SEEN/' lib/*.c
  printf '#ifndef _IO_IN_BACKUP\n# define _IO_IN_BACKUP 0x100\n#endif\n' >>lib/stdio-impl.h
  ./configure
  make -j"$JOBS"
}
workload() { head -c 220000 "$tree/lbzip2/configure" >input; }
