# GraphicsMagick: rows of an image, by OpenMP loops with a progress counter.
sources=graphicsmagick
program=graphicsmagick/utilities/gm
arguments=(convert in.pgm -blur 0x1 -rotate 30 -resize 24x24 out.pgm)
export OMP_NUM_THREADS=3
build() {
  cd graphicsmagick
  ./configure --disable-shared --disable-installed --without-modules --without-bzlib \
    --without-fpx --without-gs --without-jbig --without-jp2 --without-jpeg \
    --without-lcms2 --without-lzma --without-png --without-tiff --without-trio \
    --without-ttf --without-webp --without-wmf --without-xml --without-zlib \
    --without-x --without-zstd --without-heif --without-jxl --without-libzip \
    --without-magick-plus-plus --without-perl
  make -j"$JOBS" utilities/gm
}
workload() {
  { printf 'P5\n32 32\n255\n'; head -c 1024 "$tree/graphicsmagick/configure"; } >in.pgm
}
