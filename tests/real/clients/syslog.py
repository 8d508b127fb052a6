"""Messages by UDP and by two TCP connections of syslog."""
import socket, sys

udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
connections = [socket.create_connection(("127.0.0.1", int(sys.argv[2])))
               for _ in range(2)]
for number in range(8):
    message = b"<13>Jan  1 00:00:00 host program: message %d" % number
    udp.sendto(message, ("127.0.0.1", int(sys.argv[1])))
    for connection in connections:
        connection.sendall(message + b"\n")
