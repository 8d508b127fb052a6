# Written here: a table of blocks, a task with dependences for each.
program=omp_align
export OMP_NUM_THREADS=3
build() { "$CC" $CFLAGS -fopenmp "$here/kernels/omp_align.c" -o "$tree/omp_align" -lm; }
workload() { :; }
