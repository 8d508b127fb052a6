# tinyproxy: a thread for each of twelve connections, to a server on loopback and to its own page
# of statistics.
sources=tinyproxy
program=tinyproxy/src/tinyproxy
arguments=(-d -c tinyproxy.conf)
build() { cd tinyproxy && ./configure --disable-manpage_support && make -j"$JOBS" -C src; }
workload() {
  head -c 20000 "$tree/tinyproxy/configure" >input
  cat >tinyproxy.conf <<CONF
Port 17382
Listen 127.0.0.1
Timeout 20
LogLevel Info
MaxClients 20
StatHost "tinyproxy.stats"
CONF
}
client() {
  python3 "$here/clients/file_server.py" 17383 &
  local files=$!
  await 17383
  await 17382
  for round in 1 2 3; do
    for page in 127.0.0.1:17383/input tinyproxy.stats/ 127.0.0.1:17383/input \
      127.0.0.1:17384/nobody; do
      http_proxy=http://127.0.0.1:17382 wget -q -t 1 -O /dev/null "http://$page" &
      asked+=($!)
    done
    wait "${asked[@]}"
    asked=()
  done
  kill "$files"
  stop
}
