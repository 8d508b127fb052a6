# FastTree: the best joins of all nodes, and of rounds, by OpenMP loops and sections.
sources=fasttree
program=fasttree/FastTreeMP
arguments=(-nt -nopr -seed 7 in.fa)
export OMP_NUM_THREADS=3
build() {
  "$CC" $CFLAGS -DOPENMP -fopenmp fasttree/fasttree.c -lm -o fasttree/FastTreeMP
}
workload() {
  awk 'BEGIN {
    srand (7)
    for (i = 0; i < 60; i++) {
      base[i] = int (4 * rand ())
    }
    for (s = 0; s < 6; s++) {
      print ">s" s
      line = ""
      for (i = 0; i < 60; i++) {
        if (rand () < 0.03 * (1 + s % 4)) base[i] = int (4 * rand ())
        line = line substr ("ACGT", base[i] + 1, 1)
      }
      print line
    }
  }' >in.fa
}
