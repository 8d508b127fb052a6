# plzip: a splitter, three workers, and the muxer, over blocks of 40 KiB; its
# library is built with it.
sources="plzip lzlib"
program=plzip/plzip
arguments=(-k -n 3 -B 40KiB -0 -c input)
build() {
  (cd lzlib && ./configure CC="$CC" CFLAGS="$CFLAGS" && make -j"$JOBS" liblz.a)
  cd plzip
  ./configure CXX="$CXX" CXXFLAGS="$CXXFLAGS" CPPFLAGS=-I../lzlib LDFLAGS=-L../lzlib
  make -j"$JOBS"
}
workload() { cat "$tree"/lzlib/*.[ch] | head -c 120000 >input; }
