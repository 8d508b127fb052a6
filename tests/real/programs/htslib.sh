# htslib: bgzip, blocks through the thread pool (zlib1g-dev).
sources='htslib htscodecs'
program=htslib/bgzip
arguments=(-@ 3 -c input)
build() {
  rm -rf htslib/htscodecs
  ln -s ../htscodecs htslib/htscodecs
  make -C htslib -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" DEFAULT_LDFLAGS= \
    htslib_default_libs='-lz -lm' NONCONFIGURE_OBJS= bgzip
}
workload() { cat "$tree"/htslib/*.c | head -c 400000 >input; }
