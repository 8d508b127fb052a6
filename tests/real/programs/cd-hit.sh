# CD-HIT: sequences are compared with the representatives by OpenMP loops, which a
# word that is flushed stops.
sources=cd-hit
program=cd-hit/cd-hit
arguments=(-i in.fa -o out -c 0.8 -n 5 -T 3 -M 100)
build() {
  "$CXX" $CXXFLAGS -fopenmp -DWITH_ZLIB cd-hit/cdhit.c++ cd-hit/cdhit-common.c++ \
    cd-hit/cdhit-utility.c++ -lz -o cd-hit/cd-hit
}
workload() {
  awk 'BEGIN {
    srand (3)
    for (s = 0; s < 40; s++) {
      if (s % 5 == 0)
        for (i = 0; i < 60; i++) residue[i] = int (20 * rand ())
      print ">p" s
      line = ""
      for (i = 0; i < 60; i++)
        line = line substr ("ACDEFGHIKLMNPQRSTVWY", (rand () < 0.05 ? int (20 * rand ()) : residue[i]) + 1, 1)
      print line
    }
  }' >in.fa
}
