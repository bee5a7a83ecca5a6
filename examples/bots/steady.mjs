#!/usr/bin/env node
// A bot for every game of Trestle, to start your own from: it remembers which kinds of moves were followed by a richer position
// and makes more of them. It begins every game knowing nothing.
//
//     trestle play tharos --bot B=program:examples/bots/steady.mjs
//     trestle sim throne --games 100 --seats program:examples/bots/steady.mjs,greedy
//
// It is started as a child of Trestle and gets one JSON object a line: hello, begin, choose. It answers each with one line.
// docs/protocol.md, "Programs at a seat", says what is in them. What it prints to stderr is shown when it fails.
import { createInterface } from 'node:readline';

const curiosity = 2;

class Steady {
  constructor({ seat, seed }) {
    this.seat = seat;
    this.seed = seed | 0;
    this.kinds = new Map(); // the first word of a move -> how often it was made and what came of it
    this.last = null;
  }

  // The same seed, the same game.
  random() {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  // All numbers the table shows of the own seat, added up: crude, but every game has some.
  wealth(fields) {
    let sum = 0;
    for (const [key, value] of Object.entries(fields))
      if (key.startsWith(this.seat + '.')) sum += typeof value === 'number' ? value : Array.isArray(value) ? value.length : 0;
    return sum;
  }

  choose({ fields, legal }) {
    const wealth = this.wealth(fields);
    if (this.last) {
      const kind = this.kinds.get(this.last.word) ?? { made: 0, gained: 0 };
      kind.made += 1;
      kind.gained += wealth - this.last.wealth;
      this.kinds.set(this.last.word, kind);
    }
    const promise = (move) => {
      const kind = this.kinds.get(move.split(' ')[0]);
      return (kind ? kind.gained / kind.made : curiosity) + this.random();
    };
    const [, best] = legal.map((move) => [promise(move), move]).reduce((a, b) => (b[0] > a[0] ? b : a));
    this.last = { word: best.split(' ')[0], wealth };
    return best;
  }
}

let bot = null;
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer = { ok: true };
  if (asked.do === 'hello') answer = { ok: true, player_protocol: 1, name: 'steady' };
  if (asked.do === 'begin') bot = new Steady(asked);
  if (asked.do === 'choose') answer = { action: bot.choose(asked) };
  process.stdout.write(JSON.stringify(answer) + '\n');
}
