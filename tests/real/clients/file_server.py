"""Serves files of this folder, with ranges, on a port of loopback."""
import http.server, re, sys

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        data = open("." + self.path, "rb").read()
        first, last, status = 0, len(data) - 1, 200
        asked = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked:
            first, status = int(asked[1]), 206
            last = min(int(asked[2] or last), last)
        self.send_response(status)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[first:last + 1])

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer.allow_reuse_address = True
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
server.serve_forever()
