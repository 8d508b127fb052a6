# sqlite: its own threadtest4, three threads that share a cache.
sources=sqlite3
program=sqlite3/threadtest4
arguments=(3)
build() {
  cd sqlite3
  ./configure --disable-tcl --disable-readline
  make sqlite3.c
  "$CC" $CFLAGS -I. -DSQLITE_THREADSAFE=1 test/threadtest4.c sqlite3.c \
    -ldl -lm -lpthread -o threadtest4
}
workload() { :; }
