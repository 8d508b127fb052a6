# Written here: an integer sort by counts of each OpenMP thread.
program=omp_is
export OMP_NUM_THREADS=3
build() { "$CC" $CFLAGS -fopenmp "$here/kernels/omp_is.c" -o "$tree/omp_is" -lm; }
workload() { :; }
