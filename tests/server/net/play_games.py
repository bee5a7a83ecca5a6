#!/usr/bin/env python3
"""Starts a server and has examples/online/play.py play a whole game of each kind through it; the records must verify. The protocol
is as simple as it should be when a hundred lines are enough for that.

  play_games.py PROGRAM
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

program = sys.argv[1]
example = pathlib.Path(__file__).resolve().parents[3] / "examples/online/play.py"
GAMES = [("throne", 2, ""), ("hadara", 3, "novice"), ("tharos", 2, ""), ("throne", 3, "novice,novice")]

if len(example.read_text().splitlines()) > 100:
    sys.exit("the example has more than a hundred lines")

with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen([program, "serve", "--no-page", "--port", "0", "--data", folder + "/data", "--log", "json"],
                              stdout=subprocess.PIPE, stderr=open(folder + "/log", "w"), text=True)
    try:
        url = server.stdout.readline().strip().rstrip("/")
        for game, players, bots in GAMES:
            record = f"{folder}/{game}.record"
            subprocess.run([sys.executable, example, url, game, "--players", str(players), "--bots", bots, "--record", record],
                           check=True, timeout=300)
            subprocess.run([program, "verify", record], check=True)
    finally:
        server.send_signal(signal.SIGTERM)
        status = server.wait(timeout=60)
        log = open(folder + "/log").read()
    print(log, end="")
    if status != 0 or '"event":"stopped"' not in log or '"level":"error"' in log:
        sys.exit(f"the server ended with status {status}")
