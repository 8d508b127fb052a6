# stunnel: a thread for each connection, which it encrypts to itself and then passes on to a server
# of files.
sources=stunnel4
program=stunnel4/src/stunnel
arguments=(stunnel.conf)
build() {
  cd stunnel4
  ./configure --disable-libwrap --disable-systemd --disable-fips
  make -j"$JOBS" -C src stunnel
}
workload() {
  head -c 20000 "$tree/stunnel4/configure" >input
  openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=localhost \
    2>openssl.log
  cat >stunnel.conf <<CONF
foreground = yes
pid =
debug = notice
[outer]
client = yes
accept = 127.0.0.1:17385
connect = 127.0.0.1:17386
[inner]
cert = cert.pem
key = key.pem
accept = 127.0.0.1:17386
connect = 127.0.0.1:17387
CONF
}
client() {
  python3 "$here/clients/file_server.py" 17387 &
  local files=$! asked=() round i
  await 17387
  await 17385
  for round in 1 2; do
    for i in 1 2 3; do
      wget -q -t 1 -O /dev/null http://127.0.0.1:17385/input &
      asked+=($!)
    done
    wait "${asked[@]}"
    asked=()
  done
  kill "$files"
  stop
}
