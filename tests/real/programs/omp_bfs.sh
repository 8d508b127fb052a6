# Written here: a search by levels, in which OpenMP threads write equal values.
program=omp_bfs
export OMP_NUM_THREADS=3
build() { "$CC" $CFLAGS -fopenmp "$here/kernels/omp_bfs.c" -o "$tree/omp_bfs" -lm; }
workload() { :; }
