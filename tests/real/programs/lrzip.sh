# lrzip: its threads for blocks, each of which waits for the one before it; gzip in the
# back (liblzo2-dev, liblz4-dev, libbz2-dev, zlib1g-dev; autoconf and libtool).
sources=lrzip
program=lrzip/lrzip
arguments=(-q -g -p 3 -f -o out.lrz input)
build() {
  cd lrzip
  ./autogen.sh
  ./configure --disable-asm --disable-shared
  make -j"$JOBS"
}
workload() { cat "$tree"/lrzip/*.c "$tree/lrzip/configure" | head -c 30000 >input; }
