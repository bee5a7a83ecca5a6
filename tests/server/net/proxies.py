#!/usr/bin/env python3
"""The sample configurations of docs/proxy, run as they stand but for ports and paths: TLS, WebSockets and a whole game through each.

  proxies.py PROGRAM        status 77: a proxy is not installed (not in ./check, where it must be)
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

program = sys.argv[1]
here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def status(url):
    try:
        return urllib.request.urlopen(url, timeout=10).status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def open_line(port, claimed):
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.sendall(f"GET /ws HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: {claimed}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
    return int(line.recv(4096).split()[1]), line


def replace(text, what, by):
    if what not in text:
        sys.exit(f"the sample has no '{what}'")
    return text.replace(what, by)


def nginx(folder, server, tls, plain):
    text = (root / "docs/proxy/nginx.conf").read_text()
    text = replace(text, "server 127.0.0.1:8080;", f"server 127.0.0.1:{server};")
    text = replace(text, "listen 443 ssl;", f"listen 127.0.0.1:{tls} ssl; listen 127.0.0.1:{plain};")
    text = replace(text, "/etc/ssl/club.example.pem", f"{folder}/club.crt")
    text = replace(text, "/etc/ssl/club.example.key", f"{folder}/club.key")
    temp = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;" if os.geteuid() == 0 else ""
    path = folder / "nginx.conf"
    path.write_text(f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}\n"
                    f"http {{ access_log off; {temp}\n{text}\n}}\n")
    return ["/usr/sbin/nginx", "-c", str(path), "-e", f"{folder}/error.log"]


def haproxy(folder, server, tls, plain):
    text = (root / "docs/proxy/haproxy.cfg").read_text()
    text = replace(text, "server one 127.0.0.1:8080", f"server one 127.0.0.1:{server}")
    text = replace(text, "bind :443 ssl crt /etc/ssl/club.example.pem", f"bind 127.0.0.1:{tls} ssl crt {folder}/club.pem\n    bind 127.0.0.1:{plain}")
    text = replace(text, "maxconn 50000", "maxconn 500")
    (folder / "haproxy.cfg").write_text(text)
    return ["/usr/sbin/haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def try_proxy(proxy):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout",
                        folder / "club.key", "-out", folder / "club.crt"], check=True, stderr=subprocess.DEVNULL)
        (folder / "club.pem").write_text((folder / "club.crt").read_text() + (folder / "club.key").read_text())
        (folder / "page").mkdir()
        (folder / "page/index.html").write_text("<html><head></head></html>")
        server = subprocess.Popen([program, "serve", "--memory", "--trust-proxy", "--port", "0", "--page", folder / "page",
                                   "--limit", "lines_an_address=4"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        running = [server]
        try:
            port = server.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1]
            tls, plain = free_port(), free_port()
            running.append(subprocess.Popen(proxy(folder, port, tls, plain)))
            url = f"http://127.0.0.1:{plain}"
            for _ in range(300):
                if status(url + "/healthz") == 200:
                    break
                time.sleep(0.1)
            assert status(url + "/t/anything") == 200
            assert status(url + "/metrics") == 403
            # An address that a client claims is not believed: claimed anew each time, the limit would never be met.
            lines = [open_line(plain, f"203.0.113.{i}") for i in range(5)]
            assert [code for code, line in lines] == [101] * 4 + [429], lines
            for _, line in lines:
                line.close()
            subprocess.run([sys.executable, here / "tls_client.py", str(tls)], check=True, timeout=60)
            subprocess.run([sys.executable, root / "examples/online/play.py", url, "throne", "--players", "2"], check=True, timeout=120)
            server.send_signal(signal.SIGTERM)
            assert server.wait(timeout=30) == 0
            assert status(url + "/healthz") in (502, 503)
        finally:
            for process in reversed(running):
                if process.poll() is None:
                    process.terminate()
                    process.wait(timeout=30)
    print(f"{proxy.__name__}: ok")


missing = [name for name in ("/usr/sbin/nginx", "/usr/sbin/haproxy") if shutil.which(name) is None]
if missing and not os.environ.get("TRESTLE_CHECK"):
    print("not installed:", *missing)
    sys.exit(77)
try_proxy(nginx)
try_proxy(haproxy)
