# htslib: bgzip, blocks through the thread pool (zlib1g-dev, libbz2-dev,
# liblzma-dev, libcurl4-openssl-dev).
sources='htslib htscodecs'
program=htslib/bgzip
arguments=(-@ 3 -c input)
changes="a version header that git would make"
build() {
  rm -rf htslib/htscodecs
  ln -s ../htscodecs htslib/htscodecs
  echo '#define HTSCODECS_VERSION_TEXT "1.3.0"' >htscodecs/htscodecs/version.h
  make -C htslib -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" bgzip
}
workload() { cat "$tree"/htslib/*.c | head -c 400000 >input; }
