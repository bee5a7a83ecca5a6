#!/usr/bin/env python3
"""Plays a whole game through a Trestle server, with nothing but docs/online.md and Python's own library.

  play.py http://127.0.0.1:8080 GAME [--players 2] [--bots novice,...] [--seed 1] [--record FILE]

Every seat that is no bot's is a guest with a line of its own, who plays any legal move.
"""
import argparse, base64, http.client, json, os, random, select, socket, struct, sys, time, urllib.parse


class Guest:
    """One player: a cookie from POST /api, then a WebSocket."""

    def __init__(self, url, name):
        self.host = urllib.parse.urlsplit(url).netloc
        self.table = self.seq = None
        self.legal, self.over, self.buffer, self.ids, self.answers = [], False, b"", 0, {}
        line = http.client.HTTPConnection(self.host)
        line.request("POST", "/api", json.dumps({"do": "guest", "name": name}), {"Content-Type": "application/json"})
        answer = line.getresponse()
        self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        assert json.load(answer)["ok"]
        host, port = self.host.rsplit(":", 1)
        self.socket = socket.create_connection((host.strip("[]"), int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101"), head.decode()

    def frame(self, opcode, data):
        """A client's frames are masked; this mask is nothing, which is allowed."""
        size = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.socket.sendall(struct.pack("!B", 128 | opcode) + size + bytes(4) + data)

    def say(self, **message):
        self.ids += 1
        self.frame(1, json.dumps({"id": self.ids, **message}).encode())
        return self.ids

    def ask(self, **message):
        number = self.say(**message)
        while number not in self.answers:
            self.hear()
        answer = self.answers.pop(number)
        if not answer["ok"]:
            raise SystemExit(f"{message}: {answer['error']}")
        return answer

    def hear(self):
        """Reads what has come and takes every whole frame out of it."""
        data = self.socket.recv(65536)
        if not data:
            raise SystemExit("the server closed the line")
        self.buffer += data
        while len(self.buffer) >= 2:
            opcode, size, at = self.buffer[0] & 15, self.buffer[1], 2
            if size >= 126:
                at = 4 if size == 126 else 10
                size = int.from_bytes(self.buffer[2:at], "big") if len(self.buffer) >= at else 1 << 40
            if len(self.buffer) < at + size:
                return
            data, self.buffer = self.buffer[at:at + size], self.buffer[at + size:]
            if opcode == 9:
                self.frame(10, data)
            elif opcode == 1:
                self.take(json.loads(data))

    def take(self, message):
        if message.get("push") in ("told", "recalled") or "legal" in message or message.get("over"):
            self.seq, self.over = message.get("seq", self.seq), message.get("over", self.over)
            self.legal = message.get("legal", [])
        if "id" in message:
            self.answers[message["id"]] = message

    def look(self):
        self.ask(do="sight", table=self.table)

    def play(self, dice):
        """Any move. Another seat may have been quicker, or we were too quick: then look again."""
        number = self.say(do="apply", table=self.table, action=dice.choice(self.legal), seq=self.seq)
        self.legal = []
        while number not in self.answers:
            self.hear()
        answer = self.answers.pop(number)
        if not answer["ok"]:
            if answer["error"]["code"] not in ("stale", "not_waiting", "limit"):
                raise SystemExit(str(answer["error"]))
            time.sleep(answer["error"].get("retry_ms", 0) / 1000)
            self.look()
        return answer["ok"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("url")
    options.add_argument("game")
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--bots", default="")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--record")
    given = options.parse_args()
    dice = random.Random(given.seed)
    bots = [bot for bot in given.bots.split(",") if bot]
    guests = [Guest(given.url, f"Guest {i + 1}") for i in range(given.players - len(bots))]
    seats = ["me"] + ["open"] * (len(guests) - 1) + bots
    table = guests[0].ask(do="create", game=given.game, players=given.players, seats=seats)["table"]
    for guest in guests:
        guest.table = table if isinstance(table, str) else table["table"]
        if guest is not guests[0]:
            guest.ask(do="join", table=guest.table)
        guest.ask(do="watch", table=guest.table)
    for guest in guests:
        guest.ask(do="ready", table=guest.table, ready=True)
    for guest in guests:
        guest.look()
    moves = 0
    while not all(guest.over for guest in guests):
        for guest in guests:
            if guest.legal:
                moves += guest.play(dice)
        idle = not any(guest.legal for guest in guests) and not all(guest.over for guest in guests)
        ready, _, _ = select.select([guest.socket for guest in guests], [], [], 60 if idle else 0)
        if idle and not ready:
            raise SystemExit("nothing happens any more")
        for guest in guests:
            if guest.socket in ready:
                guest.hear()
    places = guests[0].ask(do="score", table=guests[0].table)["places"]
    record = guests[0].ask(do="save", table=guests[0].table)["record"]
    if given.record:
        with open(given.record, "w") as out:
            out.write(record)
    print(f"{given.game}: {moves} moves, places {places}")


if __name__ == "__main__":
    sys.exit(main())
