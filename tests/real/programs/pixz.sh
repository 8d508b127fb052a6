# pixz: a reader, three encoders, and the writer, over blocks of small size
# (libarchive-dev, liblzma-dev; autoconf and automake for its configure script).
sources=pixz
program=pixz/src/pixz
arguments=(-t -k -p 3 -0 -f 0.1 input out.xz)
build() {
  cd pixz
  autoreconf -i
  ./configure --without-manpage
  make -j"$JOBS"
}
workload() { cat "$tree"/pixz/src/*.c "$tree/pixz/configure" | head -c 120000 >input; }
