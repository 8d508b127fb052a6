# KISS FFT: the parts of a transform's first stage, an OpenMP loop each.
sources=kissfft
program=kissfft/fft
arguments=(-n 240 in out)
export OMP_NUM_THREADS=3
build() {
  "$CC" $CFLAGS -fopenmp -Dkiss_fft_scalar=float -Ikissfft -Ikissfft/tools \
    kissfft/tools/fftutil.c kissfft/kiss_fft.c kissfft/kiss_fftr.c \
    kissfft/kiss_fftnd.c kissfft/kiss_fftndr.c -lm -o kissfft/fft
}
# Numbers between 1 and 2, with an imaginary part of 0.
workload() {
  awk 'BEGIN { for (i = 0; i < 240; i++) printf "%c%c%c%c%c%c%c%c",
    0, (i * 37) % 97 + 1, 128, 63, 0, 0, 0, 0 }' >in
}
