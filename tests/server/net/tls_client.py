#!/usr/bin/env python3
"""A TLS client for serve_test: headers, cookie and a WebSocket over TLS. tls_client.py PORT"""
import json, socket, ssl, sys

port = int(sys.argv[1])
trust = ssl.create_default_context()
trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE


def connect():
    return trust.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=30))


def read_head(line):
    data = b""
    while b"\r\n\r\n" not in data:
        data += line.recv(4096)
    return data.split(b"\r\n\r\n", 1)


body = json.dumps({"do": "guest", "name": "Ann"})
line = connect()
line.sendall(f"POST /api HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
head = read_head(line)[0].decode()
assert head.startswith("HTTP/1.1 200"), head
assert "; Secure" in head and "strict-transport-security: max-age=" in head.lower(), head

line = connect()
line.sendall(b"GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
head, rest = read_head(line)
assert b" 101 " in head and b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head, head
for i in range(3):
    line.sendall(b"\x81\x8e\0\0\0\0" + b'{"do":"hello"}')
    while len(rest) < 4 or len(rest) < 4 + int.from_bytes(rest[2:4], "big"):
        rest += line.recv(65536)
    size = int.from_bytes(rest[2:4], "big")
    assert rest[0] == 0x81 and json.loads(rest[4:4 + size])["ok"], rest[:40]
    rest = rest[4 + size:]
line.sendall(b"\x88\x82\0\0\0\0\x03\xe8")
assert line.recv(100)[:1] == b"\x88"

plain = socket.create_connection(("127.0.0.1", port), timeout=30)
plain.sendall(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
assert not plain.recv(100).startswith(b"HTTP/1.1 200")
