# mosquitto: its client mosquitto_pub, whose main thread reads lines that the thread of the
# library publishes; the broker beside it has no threads.
sources=mosquitto
program=mosquitto/client/mosquitto_pub
arguments=(-h 127.0.0.1 -p 17883 -t test/lines -q 1 -l)
input=lines
build() {
  make -C mosquitto -j"$JOBS" WITH_SHARED_LIBRARIES=no WITH_STATIC_LIBRARIES=yes WITH_TLS=no \
    WITH_CJSON=no WITH_DOCS=no WITH_STRIP=no WITH_SYSTEMD=no DIRS='lib client src' binary
}
workload() { seq -f 'line %g' 20 >lines; }
port=17883
server() { exec "$tree/mosquitto/src/mosquitto" -p 17883; }
