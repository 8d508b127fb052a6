# Written here: a conjugate gradient solver, loops and reductions of one OpenMP region.
program=omp_cg
export OMP_NUM_THREADS=3
build() { "$CC" $CFLAGS -fopenmp "$here/kernels/omp_cg.c" -o "$tree/omp_cg" -lm; }
workload() { :; }
