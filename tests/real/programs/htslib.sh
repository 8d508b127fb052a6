# htslib: bgzip, blocks through the thread pool (zlib1g-dev).
sources='htslib htscodecs'
program=htslib/bgzip
arguments=(-@ 3 -c input)
changes="a version header that git would make"
build() {
  rm -rf htslib/htscodecs
  ln -s ../htscodecs htslib/htscodecs
  echo '#define HTSCODECS_VERSION_TEXT "1.3.0"' >htscodecs/htscodecs/version.h
  echo '#define HAVE_DRAND48 1' >htslib/config.h
  make -C htslib -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" NONCONFIGURE_OBJS= \
    htslib_default_libs= LIBS='-lz -lm' bgzip
}
workload() { cat "$tree"/htslib/*.c | head -c 400000 >input; }
