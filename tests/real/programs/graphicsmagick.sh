# GraphicsMagick: rows of an image, by OpenMP loops whose progress is shown (-monitor).
sources=graphicsmagick
program=graphicsmagick/utilities/gm
arguments=(convert -monitor in.pgm -blur 0x1 -rotate 30 -resize 9x9 out.pgm)
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
  { printf 'P5\n12 12\n255\n'; head -c 144 "$tree/graphicsmagick/configure"; } >in.pgm
}
