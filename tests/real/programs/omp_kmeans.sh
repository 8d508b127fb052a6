# Written here: clustering, with critical sections and atomic counts of OpenMP.
program=omp_kmeans
export OMP_NUM_THREADS=3
build() { "$CC" $CFLAGS -fopenmp "$here/kernels/omp_kmeans.c" -o "$tree/omp_kmeans" -lm; }
workload() { :; }
