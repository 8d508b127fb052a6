# 7-Zip: LZMA2 with two threads of match finding and coding.
sources=p7zip
program=p7zip/CPP/7zip/Bundles/Alone2/b/g/7zz
arguments=(a -mmt=3 -mx=1 -m0=lzma2:c=64k -bd out.7z input)
build() {
  cd p7zip/CPP/7zip/Bundles/Alone2
  make -j"$JOBS" -f ../../cmpl_gcc.mak CC="$CC" CXX="$CXX"
}
workload() { cat "$tree"/p7zip/C/*.c | head -c 200000 >input; }
