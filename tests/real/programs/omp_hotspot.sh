# Written here: a stencil, an OpenMP loop for each step.
program=omp_hotspot
export OMP_NUM_THREADS=3
build() { "$CC" $CFLAGS -fopenmp "$here/kernels/omp_hotspot.c" -o "$tree/omp_hotspot" -lm; }
workload() { :; }
