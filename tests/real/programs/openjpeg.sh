# openjpeg: a thread pool that decodes and encodes code blocks.
sources=openjpeg2
program=build/bin/opj_compress
arguments=(-threads 3 -i in.ppm -o out.j2k -b 16,16)
build() {
  cmake -S openjpeg2 -B build -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF
  make -C build -j"$JOBS" opj_compress
}
workload() {
  { printf 'P6\n48 48\n255\n'; head -c 6912 "$tree/openjpeg2/src/lib/openjp2/t1.c"; } >in.ppm
}
