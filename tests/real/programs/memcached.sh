# memcached: three workers, libevent built with it.
sources='libevent memcached'
program=memcached/memcached
arguments=(-t 3 -m 16 -p 17211 -U 0 -l 127.0.0.1 -u root
  -o hashpower=12,no_lru_crawler)
build() {
  (cd libevent && ./configure --prefix="$tree/installed" --disable-shared \
    --disable-openssl --disable-samples --disable-libevent-regress &&
    make -j"$JOBS" && make install)
  cd memcached
  ./configure --with-libevent="$tree/installed"
  make -j"$JOBS" memcached
}
workload() { :; }
client() {
  await 17211
  python3 "$here/clients/memcached.py" 17211
  stop
}
