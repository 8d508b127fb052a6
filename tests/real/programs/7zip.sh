# 7-Zip: LZMA2 with two threads of match finding and coding.
sources=7zip
program=7zip/CPP/7zip/Bundles/Alone2/b/g/7zz
arguments=(a -mmt=3 -mx=1 -m0=lzma2:c=64k -bd out.7z input)
build() {
  cd 7zip/CPP/7zip/Bundles/Alone2
  make -j"$JOBS" -f ../../cmpl_gcc.mak DISABLE_RAR=1 CC="$CC" CXX="$CXX"
}
workload() { cat "$tree"/7zip/C/*.c | head -c 200000 >input; }
