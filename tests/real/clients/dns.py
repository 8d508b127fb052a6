"""Sixty queries from ten sockets to a name server on a port of loopback."""
import socket, struct, sys

names = ["one.example", "two.example", "none.example", "other.test"]
sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(10)]
for number in range(60):
    name = b"".join(bytes([len(part)]) + part.encode()
                    for part in names[number % 4].split("."))
    question = struct.pack(">6H", number, 0x100, 1, 0, 0, 0) + name + b"\0\0\1\0\1"
    one = sockets[number % 10]
    one.settimeout(5)
    one.sendto(question, ("127.0.0.1", int(sys.argv[1])))
    try:
        one.recv(4096)
    except socket.timeout:
        print("no answer to", number)
