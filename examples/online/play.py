#!/usr/bin/env python3
"""Plays a whole game through a Trestle server, with nothing but docs/online.md and Python's own library.

  play.py http://127.0.0.1:8080 GAME [--players 2] [--bots novice,...] [--seed 1] [--record FILE]

Every seat that is no bot's is a guest with a line of its own, who plays any legal move.
"""
import argparse, base64, concurrent.futures, http.client, json, os, random, socket, struct, time, urllib.parse


class Guest:
    """One player: a cookie from POST /api, then a WebSocket."""

    def __init__(self, url, name, seed):
        host = urllib.parse.urlsplit(url).netloc
        self.table, self.seq, self.legal, self.over, self.ids, self.dice = None, 0, [], False, 0, random.Random(seed)
        line = http.client.HTTPConnection(host)
        line.request("POST", "/api", json.dumps({"do": "guest", "name": name}), {"Content-Type": "application/json"})
        answer = line.getresponse()
        assert json.load(answer)["ok"]
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.socket = socket.create_connection((host.rsplit(":", 1)[0].strip("[]"), int(host.rsplit(":", 1)[1])), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.input = self.socket.makefile("rb")
        assert b" 101 " in self.input.readline()
        while self.input.readline() != b"\r\n":
            pass

    def frame(self, opcode, data):
        """A client's frames are masked; this mask is nothing, which is allowed."""
        size = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.socket.sendall(struct.pack("!B", 128 | opcode) + size + bytes(4) + data)

    def hear(self):
        """The next message: an answer to something asked, or a push. What it says about the game is remembered."""
        while True:
            first, size = self.input.read(2)
            if size >= 126:
                size = int.from_bytes(self.input.read(2 if size == 126 else 8), "big")
            data = self.input.read(size)
            if first & 15 == 9:  # a ping
                self.frame(10, data)
            elif first & 15 == 1:
                break
        message = json.loads(data)
        if message.get("push") in ("told", "recalled") or "legal" in message or message.get("over"):
            self.seq, self.over = message.get("seq", self.seq), message.get("over", self.over)
            self.legal = message.get("legal", [])
        return message

    def ask(self, expected=(), **message):
        """Answers come among pushes, and are known by their id. A refusal with another code than those expected is the end."""
        self.ids += 1
        self.frame(1, json.dumps({"id": self.ids, **message}).encode())
        while (answer := self.hear()).get("id") != self.ids:
            pass
        if not answer["ok"] and answer["error"]["code"] not in expected:
            raise SystemExit(f"{message}: {answer['error']}")
        return answer

    def play(self):
        """Any move until the game is over: how many. Another seat may have been quicker, or we were too quick: then look again."""
        moves = 0
        self.ask(do="sight", table=self.table)
        while not self.over:
            if not self.legal:
                self.hear()
                continue
            move, self.legal = self.dice.choice(self.legal), []
            answer = self.ask(("stale", "not_waiting", "limit"), do="apply", table=self.table, action=move, seq=self.seq)
            moves += answer["ok"]
            if not answer["ok"]:
                time.sleep(answer["error"].get("retry_ms", 0) / 1000)
                self.ask(do="sight", table=self.table)
        return moves


options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
for name, fallback in (("url", None), ("game", None), ("--players", 2), ("--bots", ""), ("--seed", 1), ("--record", "")):
    options.add_argument(name, default=fallback, type=type(fallback or ""))
given = options.parse_args()
bots = [bot for bot in given.bots.split(",") if bot]
guests = [Guest(given.url, f"Guest {i + 1}", given.seed + i) for i in range(given.players - len(bots))]
table = guests[0].ask(do="create", game=given.game, players=given.players,
                      seats=["me"] + ["open"] * (len(guests) - 1) + bots)["table"]
for guest in guests:
    guest.table = table
    guest.ask(do="join", table=table, expected=("started",))  # a table of bots and its maker has begun already
    guest.ask(do="watch", table=table)
for guest in guests:
    guest.ask(do="ready", table=table, expected=("started",))
with concurrent.futures.ThreadPoolExecutor(len(guests)) as all_of_us:
    moves = sum(all_of_us.map(Guest.play, guests))
if given.record:
    open(given.record, "w").write(guests[0].ask(do="save", table=table)["record"])
print(f"{given.game}: {moves} moves, places {guests[0].ask(do='score', table=table)['places']}")
