# FFTW: parts of a transform, by OpenMP loops over the plan's threads.
sources=fftw3
program=fftw3/tests/bench
arguments=(-onthreads=3 -oestimate --verify-rounds=1 --verify 8x8)
build() {
  cd fftw3
  ./configure --disable-shared --disable-fortran --disable-doc --enable-openmp
  make -j"$JOBS"
}
workload() { :; }
