# ag, the silver searcher: three workers search the files that main finds
# (libpcre3-dev; autoconf and automake for its configure script).
sources=silversearcher-ag
program=silversearcher-ag/ag
arguments=(--workers=3 --nocolor --noaffinity ignore files)
build() {
  cd silversearcher-ag
  autoreconf -i
  ./configure
  make -j"$JOBS"
}
workload() { mkdir files && cp "$tree"/silversearcher-ag/src/{lang,log,scandir,ignore,options,print}.c files; }
