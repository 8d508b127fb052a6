# xz -T: liblzma's multi-threaded encoder.
sources=xz-utils
program=xz-utils/src/xz/xz
arguments=(-T3 -0 --block-size=60KiB -k -c input)
build() {
  cd xz-utils
  ./configure --disable-shared --disable-nls --disable-doc --disable-scripts
  make -j"$JOBS"
}
workload() { head -c 240000 "$tree/xz-utils/configure" >input; }
