# dav1d: three threads decode tiles and filter rows of frames, no assembler (meson, ninja).
sources=dav1d
program=build/tools/dav1d
arguments=(--threads 3 --quiet -i film.obu -o film.y4m)
build() {
  meson setup build dav1d -Denable_asm=false -Denable_tests=false -Ddefault_library=static \
    --buildtype=plain
  ninja -C build -j"$JOBS"
}
workload() { python3 "$here/clients/av1.py" film.obu; }
