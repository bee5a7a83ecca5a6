// Play at a real server: `trestle serve`, started by the test. Two people in two contexts of the browser, bots, spectators; lines that
// break, servers that end, links, chat, votes, accounts.
import { createHmac } from "node:crypto";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, chooseOnce, generator, open, program, serveTables, settled } from "./support.mjs";

const decisionsMax = 1500;

// A stretch of network between a page and the server that can be cut.
async function wire(address) {
  const target = new URL(address);
  const sockets = new Set();
  let cut = false;
  const server = createServer((near) => {
    if (cut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [[near, far], [far, near]]) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => (sockets.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    cut() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => (cut = false),
    stop: () => (server.close(), sockets.forEach((s) => s.destroy())),
  };
}

export function onlineTests(test, { browser, games, fits, largeEnough, noBareKeys, axe }) {
  const at = (address, path) => `${address}#${path}`;
  const seq = (page) => page.locator(".screen").getAttribute("data-seq");
  // A line that breaks is logged by the browser itself; everything else the page logs is a fault.
  const expected = /WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|Failed to fetch/;
  const person = async (address, name, options = {}) => {
    const one = await open(browser, address, { ...options, settings: { name, ...options.settings } });
    return { ...one, name };
  };
  const enter = async ({ page }, address) => {
    await page.goto(at(address, "/online"));
    await page.locator(".enter input[name=name]").waitFor();
    await page.locator(".enter button.primary").click();
    await page.locator(".me").waitFor();
  };
  // A table made by clicking; seats as the select boxes have them. Gives its id.
  const make = async (page, address, game, seats) => {
    await page.goto(at(address, `/online/new/${game}`));
    await page.locator(`input[name=count][value="${seats.length}"]`).check();
    for (const [i, who] of seats.entries()) if (i > 0) await page.locator(`select[data-seat=${"ABCDE"[i]}]`).selectOption(who);
    await page.locator("form button.primary").click();
    await page.waitForURL(/#\/t\/[a-z0-9]+$/i);
    await page.locator(".room, .screen").first().waitFor();
    return page.url().split("/").at(-1);
  };
  const sitDown = async ({ page }, link) => {
    await page.goto(link);
    await page.locator(".room").waitFor();
    if (await page.locator(".enter").count()) await page.locator(".enter button.primary").click();
    await page.locator("[data-join]").first().click();
    await page.locator("[data-ready]").click();
  };
  const over = (page) => page.locator(".screen[data-stage=over] .sheet").waitFor();
  const linkOf = (page) => page.locator("#link").inputValue();
  const noFaults = (...people) => {
    for (const { faults, name } of people) {
      const bad = faults.filter((fault) => !expected.test(fault));
      check(bad.length === 0, `${name}'s page logged: ${bad.slice(0, 2).join(" | ")}`);
    }
  };
  const closeAll = (...people) => Promise.all(people.map(({ context }) => context.close().catch(() => undefined)));
  const scene = (name, run) =>
    test(name, async () => {
      const server = await serveTables();
      const people = [];
      try {
        return await run({
          server,
          come: async (who, options = {}) => {
            const one = await person(options.address ?? server.address, who, options);
            people.push(one);
            return one;
          },
        });
      } finally {
        const broken = people.flatMap(({ faults, name }) => faults.filter((f) => !expected.test(f)).map((f) => `${name}: ${f}`));
        await closeAll(...people);
        server.stop();
        if (broken.length > 0) throw new Error(`a page logged: ${broken.slice(0, 3).join(" | ")}`);
      }
    }, { bare: true });

  for (const game of games)
    scene(`online ${game}: a whole game of two people and a bot, with a reload and a lost connection`, async ({ server, come }) => {
      const line = await wire(server.address);
      const ann = await come("Ann", { address: line.address });
      const bob = await come("Bob");
      await enter(ann, line.address);
      await make(ann.page, line.address, game, ["me", "open", "novice"]);
      const link = (await linkOf(ann.page)).replace(line.address, server.address);
      check(/\/t\/[a-z0-9]+$/i.test(link), `no link: ${link}`);
      await sitDown(bob, link);
      const done = { reload: false, cut: false };
      let decisions = 0;

      const reload = async () => {
        const before = [await seq(ann.page), await ann.page.locator(".bar .prompt").innerText()];
        await ann.page.reload();
        check((await settled(ann.page)) === "choosing", "no choice after a reload");
        const after = [await seq(ann.page), await ann.page.locator(".bar .prompt").innerText()];
        // Others may have acted meanwhile, at the same time.
        check(Number(after[0]) > Number(before[0]) || after[1] === before[1], "another question after a reload");
        done.reload = true;
      };
      const lose = async () => {
        line.cut();
        await ann.page.locator("[data-line=lost]").waitFor({ timeout: 10000 });
        // A choice made while the line is away is kept and comes through.
        const before = await seq(ann.page);
        const target = ann.page.locator("main .spot.can, .direct [data-action]").first();
        await target.click();
        await ann.page.locator(".menu [role=menuitem], .screen[data-stage=acting]").first().waitFor();
        if (await ann.page.locator(".menu").count()) await ann.page.locator(".menu [role=menuitem]").first().click();
        await ann.page.locator(".screen[data-stage=acting]").waitFor();
        await ann.page.waitForTimeout(600);
        check((await seq(ann.page)) === before, "something happened without a line");
        line.mend();
        await ann.page.waitForFunction((s) => document.querySelector(".screen")?.getAttribute("data-seq") !== s, before, { timeout: 20000 });
        await ann.page.locator("[data-line=lost]").waitFor({ state: "detached", timeout: 20000 });
        done.cut = true;
      };
      const play = async ({ page }, pick, each) => {
        for (let i = 0; i < decisionsMax; i++) {
          const now = await settled(page, 120000);
          if (now === "over") return;
          check(now === "choosing", `the table is ${now}`);
          if (await each(i)) continue;
          decisions++;
          await chooseOnce(page, pick);
        }
        throw new Error("the game does not end");
      };
      await Promise.all([
        play(ann, generator(3), async (i) => {
          if (i === 5) await reload();
          if (i === 9) await fits(ann.page, "online table");
          if (i !== 10) return false;
          await lose();
          return true;
        }),
        play(bob, generator(4), async () => false),
      ]);
      check(done.reload && done.cut, "the game was too short");
      for (const { page } of [ann, bob]) {
        check((await page.locator(".sheet tbody tr").count()) >= 3, "no score sheet");
        await noBareKeys(page, "the end");
      }
      check((await ann.page.locator(".sheet").innerText()) === (await bob.page.locator(".sheet").innerText()), "two different sheets");
      // Everything that was drawn is proved in the browser, with the secret and both players' bytes.
      await ann.page.locator("[data-prove]").click();
      await ann.page.waitForSelector("[data-proof=holds], [data-proof=fails]", { timeout: 120000 });
      const proof = await ann.page.locator(".proof").innerText();
      check((await ann.page.locator("[data-proof=holds]").count()) === 1, `the draws do not hold: ${proof}`);
      check(/committed/.test(proof) && /noted/.test(proof) && /bytes/.test(proof), `too little is proved: ${proof}`);
      // Again: one asks, the other follows.
      await bob.page.locator("[data-rematch]").click();
      await bob.page.locator(".room").waitFor();
      await ann.page.getByText("To the rematch").click();
      await ann.page.locator("[data-ready]").click();
      for (const { page } of [ann, bob]) await page.locator(".screen .strip").waitFor();
      line.stop();
      noFaults(ann, bob);
      return `${decisions} decisions by clicking`;
    });

  scene("online: a spectator sees the table and no hand, and talks to spectators only", async ({ server, come }) => {
    const [ann, bob, eve] = [await come("Ann"), await come("Bob"), await come("Eve")];
    await enter(ann, server.address);
    const id = await make(ann.page, server.address, "throne", ["me", "open", "novice"]);
    const link = await linkOf(ann.page);
    await sitDown(bob, link);
    await eve.page.goto(link); // without a name
    await eve.page.locator(".screen").waitFor();
    await settled(ann.page);
    await eve.page.waitForFunction(() => document.querySelector(".screen")?.getAttribute("data-stage") === "bots");
    check((await eve.page.locator(".spot.can").count()) === 0, "a spectator can choose");
    check(/\/#\/t\//.test(eve.page.url()), "the link is not opened in the page");
    await ann.page.waitForSelector(".watching");
    const secret = await ann.page.evaluate(() => [...document.querySelectorAll('main [data-spot^="hand:"], main [data-spot^="race:"]')].length);
    const seen = await eve.page.evaluate(() => [...document.querySelectorAll('main [data-spot^="hand:"], main [data-spot^="race:"]')].length);
    check(secret > 0 && seen === 0, `hands seen by a spectator: ${seen}, by Ann: ${secret}`);
    // chat
    for (const { page } of [ann, bob, eve]) await page.locator("[data-drawer]").click();
    check((await eve.page.locator(".chat form").count()) === 0, "somebody without a name can talk");
    await ann.page.locator(".chat input[name=say]").fill("well met");
    await ann.page.keyboard.press("Enter");
    await bob.page.getByText("well met").waitFor();
    await eve.page.waitForTimeout(300);
    check((await eve.page.getByText("well met").count()) === 0, "spectators hear the players");
    // muted: Bob does not hear Ann any more
    await bob.page.locator(".chat details summary").click();
    await bob.page.locator(".chat details input").check();
    await ann.page.locator(".chat input[name=say]").fill("are you there?");
    await ann.page.keyboard.press("Enter");
    await ann.page.getByText("are you there?").waitFor();
    await bob.page.waitForTimeout(300);
    check((await bob.page.getByText("are you there?").count()) === 0, "a muted player is heard");
    // the link also works from the lobby, and the table is in Ann's list
    await ann.page.goto(at(server.address, "/online"));
    await ann.page.locator(`[data-table="${id}"]`).waitFor();
  });

  scene("online: taking back by consent, pause, leaving and coming back, resigning", async ({ server, come }) => {
    const [ann, bob] = [await come("Ann"), await come("Bob")];
    await enter(ann, server.address);
    await make(ann.page, server.address, "hadara", ["me", "open"]);
    await sitDown(bob, await linkOf(ann.page));
    const pick = generator(2);
    for (let i = 0; i < 4; i++)
      for (const { page } of [ann, bob]) if ((await Promise.race([settled(page).catch(() => ""), new Promise((r) => setTimeout(r, 1500, ""))])) === "choosing") await chooseOnce(page, pick);
    await ann.page.waitForTimeout(300);
    const before = Number(await seq(ann.page));
    const ask = async (page, what) => {
      await page.locator("[data-menu]").click();
      await page.locator(`[data-ask=${what}]`).click();
    };
    await ask(ann.page, "undo");
    await bob.page.locator("[data-vote=undo]").waitFor();
    await bob.page.locator("[data-vote-yes]").click();
    await ann.page.waitForFunction((s) => Number(document.querySelector(".screen")?.getAttribute("data-seq")) > s, before);
    await ask(ann.page, "pause");
    await bob.page.locator("[data-vote-no]").click();
    await bob.page.locator("[data-vote]").waitFor({ state: "detached" });
    await ask(ann.page, "pause");
    await bob.page.locator("[data-vote-yes]").click();
    await ann.page.getByText("The game is paused").first().waitFor();
    await ask(bob.page, "pause"); // to go on, as it is paused
    await ann.page.locator("[data-vote-yes]").click();
    await ann.page.getByText("The game is paused").first().waitFor({ state: "detached" });
    // Bob leaves, a bot stands in; he comes back
    await bob.page.locator("[data-menu]").click();
    await bob.page.getByText("Leave the table").click();
    await bob.page.waitForURL(/#\/online$/);
    await ann.page.locator("li[data-seat=B]").getByText("stands in").waitFor();
    await bob.page.locator("[data-table]").first().locator("a").click();
    await bob.page.locator("[data-back]").click();
    await bob.page.locator("[data-back]").waitFor({ state: "detached" });
    await ann.page.locator("[data-menu]").click();
    await ann.page.locator("[data-resign]").click();
    for (const { page } of [ann, bob]) await over(page);
    check(/Bob wins/.test(await bob.page.locator(".sheet").innerText()), "who stayed has not won");
  });

  scene("online: several tables at once, each calls when it is one's turn there", async ({ server, come }) => {
    const ann = await come("Ann");
    await enter(ann, server.address);
    const first = await make(ann.page, server.address, "throne", ["me", "novice"]);
    check((await settled(ann.page)) === "choosing", "no choice at the first table");
    await make(ann.page, server.address, "hadara", ["me", "novice"]);
    check((await settled(ann.page)) === "choosing", "no choice at the second table");
    check(/Your turn/.test(await ann.page.title()), "the title does not call");
    const before = await seq(ann.page);
    await chooseOnce(ann.page, generator(1));
    await ann.page.locator(`a.other[href="#/t/${first}"]`).click();
    await ann.page.locator(".screen[data-game=throne]").waitFor();
    check((await settled(ann.page)) === "choosing", "no choice back at the first table");
    await chooseOnce(ann.page, generator(1));
    await ann.page.goBack();
    await ann.page.locator(".screen[data-game=hadara]").waitFor();
    check(Number(await seq(ann.page)) > Number(before), "the second table has gone back");
    await ann.page.goto(at(server.address, "/"));
    await ann.page.locator(`[data-table="${first}"]`).waitFor(); // on the first page, to go on with
  });

  scene("online: an account on two devices, wrong passwords, results", async ({ server, come }) => {
    const ann = await come("Ann");
    await enter(ann, server.address);
    await make(ann.page, server.address, "throne", ["me", "novice"]);
    await settled(ann.page);
    await ann.page.locator("[data-menu]").click();
    await ann.page.locator("[data-resign]").click();
    await over(ann.page);
    await ann.page.goto(at(server.address, "/me"));
    await ann.page.locator("input[name=login]").fill("ann.b");
    await ann.page.locator("input[name=password]").fill("correct horse");
    await ann.page.locator("form button.primary").click();
    await ann.page.locator("[data-logout]").waitFor();
    await ann.page.getByText("Place 2 of 2").waitFor();
    const phone = await come("", { width: 360, height: 740, touch: true });
    await phone.page.goto(at(server.address, "/me"));
    await phone.page.locator("input[name=login]").fill("ann.b");
    await phone.page.locator("input[name=password]").fill("wrong horse");
    await phone.page.locator("form button.primary").click();
    await phone.page.locator("[role=alert]").waitFor();
    await phone.page.locator("input[name=password]").fill("correct horse");
    await phone.page.locator("form button.primary").click();
    await phone.page.getByText("Place 2 of 2").waitFor();
    check((await phone.page.locator("input[name=name]").inputValue()) === "Ann", "another name on the second device");
    await fits(phone.page, "account");
    await axe(phone.page, "account");
    await ann.page.locator("[data-logout]").click();
    await ann.page.getByText("You are logged out").waitFor();
  });

  // Over the line of the page itself, as its own code asks.
  const post = (page, message) => page.evaluate(async (m) => (await fetch("./api", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(m) })).json(), message);
  const seated = async (server, ann, bob, terms) => {
    const { table } = await post(ann.page, { do: "create", game: "throne", players: 2, seats: ["me", "open"], ...terms });
    const link = at(server.address, `/t/${table}`);
    await ann.page.goto(link);
    await ann.page.locator(".room").waitFor();
    await sitDown(bob, link);
    await ann.page.locator(".screen").waitFor();
    await bob.page.locator(".screen").waitFor();
    return link;
  };
  const now = (page) => page.locator(".screen").getAttribute("data-stage");
  // Acts until it is the other's turn.
  const hand = async (page, pick) => {
    for (let i = 0; i < 150; i++) {
      if ((await now(page)) === "choosing") await chooseOnce(page, pick);
      await page.waitForTimeout(100);
      if ((await now(page)) === "bots") return;
    }
    throw new Error("the turn does not pass on");
  };

  scene("online: a clock that runs out is seen running, and a bot stands in", async ({ server, come }) => {
    const [ann, bob] = [await come("Ann"), await come("Bob")];
    await enter(ann, server.address);
    const link = await seated(server, ann, bob, { clock: { kind: "game", seconds: 12, increment: 0 } });
    // Both are asked for their race at once, and both clocks run: Bob answers, Ann does not.
    const [waited, other, seat] = [ann, bob, "A"];
    await chooseOnce(bob.page, generator(3));
    await bob.page.locator(".screen:not([data-stage=choosing])").waitFor();
    const clock = other.page.locator(`li[data-seat=${seat}] .clock`);
    const first = await clock.innerText();
    check(/^0:[01]\d$/.test(first), `a clock of 12 seconds shows ${first}`);
    await other.page.waitForFunction(([s, before]) => document.querySelector(`li[data-seat=${s}] .clock`)?.textContent !== before, [seat, first], { timeout: 5000 });
    check((await clock.getAttribute("class")).includes("short"), "a short time is not marked");
    // Who lets it run out is told, and so is the other; the owner comes back.
    await other.page.locator(`li[data-seat=${seat}]`).getByText("stands in").waitFor({ timeout: 40000 });
    await waited.page.locator("[data-back]").waitFor();
    await waited.page.locator(".screen:not([data-stage=choosing])").waitFor(); // who lost the seat cannot choose
    await waited.page.locator("[data-back]").click();
    await waited.page.locator("[data-back]").waitFor({ state: "detached" });
    await other.page.locator(`li[data-seat=${seat}]`).getByText("stands in").waitFor({ state: "detached" });
    await other.page.goto(link); // the table goes on
    await other.page.locator(".screen").waitFor();
  });

  scene("online: a notification calls when it is one's turn elsewhere, and leads there", async ({ server, come }) => {
    const [ann, bob] = [await come("Ann"), await come("Bob")];
    await ann.context.addInitScript(() => {
      window.called = [];
      window.Notification = class {
        static permission = "default";
        static async requestPermission() {
          return (this.permission = "granted");
        }
        constructor(title, options) {
          window.called.push({ title, ...options, notice: this });
        }
        close() {}
      };
    });
    await ann.page.reload();
    await enter(ann, server.address);
    const link = await seated(server, ann, bob, {});
    await ann.page.goto(at(server.address, "/me"));
    const box = ann.page.locator(".tick input[type=checkbox]");
    check(!(await box.isChecked()), "notices are on unasked");
    await box.check();
    // Both are asked for their race at once; after that somebody is first.
    await ann.page.goto(link);
    const pick = (n) => n - 1; // lets the turn go by where it can: at random a game may end early
    for (let i = 0; i < 40 && (await now(ann.page)) !== "bots"; i++) {
      if ((await now(ann.page)) === "choosing") await chooseOnce(ann.page, pick);
      else await ann.page.waitForTimeout(50);
      if ((await now(bob.page)) === "choosing" && (await bob.page.locator("[data-spot^='race:']").count()) > 0) await chooseOnce(bob.page, pick);
    }
    check((await ann.page.evaluate(() => window.called.length)) === 0, "called to a table that is on the screen");
    await ann.page.goto(at(server.address, "/rules/throne"));
    await hand(bob.page, pick);
    await ann.page.waitForFunction(() => window.called.length > 0, null, { timeout: 20000 });
    const { title, body } = await ann.page.evaluate(() => ({ title: window.called[0].title, body: window.called[0].body }));
    check(title === "Trestle" && /Throne of the World/.test(body), `says ${title}: ${body}`);
    await ann.page.evaluate(() => window.called[0].notice.onclick());
    await ann.page.locator(".screen[data-stage=choosing]").waitFor();
  });

  test("online: a webhook is set in the page and called, signed, when the player is away", async () => {
    const calls = [];
    const receiver = createHttp((request, response) => {
      let body = "";
      request.on("data", (part) => (body += part));
      request.on("end", () => {
        calls.push({ method: request.method, body, signature: request.headers["x-trestle-signature"] });
        response.end();
      });
    });
    await new Promise((done) => receiver.listen(0, "127.0.0.1", done));
    const server = await serveTables(["--memory", "--allow-private-webhooks"]);
    const [ann, bob] = [await person(server.address, "Ann"), await person(server.address, "Bob")];
    try {
      await enter(ann, server.address);
      await ann.page.goto(at(server.address, "/me"));
      const field = ann.page.locator("input[name=webhook]");
      await field.fill("ftp://nowhere.example");
      await ann.page.locator("form:has(input[name=webhook]) button").click();
      await ann.page.locator("[role=alert]").waitFor(); // refused with words
      await field.fill(`http://127.0.0.1:${receiver.address().port}/turn`);
      await ann.page.locator("form:has(input[name=webhook]) button").click();
      const secret = await ann.page.locator("section code").innerText();
      check(secret.length >= 32, `no secret: ${secret}`);
      const link = await seated(server, ann, bob, {});
      const pick = (n) => n - 1;
      for (let i = 0; i < 40 && (await now(ann.page)) !== "bots"; i++) {
        if ((await now(ann.page)) === "choosing") await chooseOnce(ann.page, pick);
        else await ann.page.waitForTimeout(50);
        if ((await now(bob.page)) === "choosing" && (await bob.page.locator("[data-spot^='race:']").count()) > 0) await chooseOnce(bob.page, pick);
      }
      check(calls.length === 0, "called while watching");
      await ann.context.close();
      await bob.page.waitForFunction(() => document.querySelector("li[data-seat=A]")?.getAttribute("data-here") === "false", null, { timeout: 60000 }); // a line may come back for a while
      await hand(bob.page, pick);
      for (let i = 0; i < 100 && calls.length === 0; i++) await new Promise((r) => setTimeout(r, 100));
      check(calls.length === 1, `${calls.length} calls`);
      const [{ method, body, signature }] = calls;
      const due = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
      check(method === "POST" && signature === due, `signed ${signature}, due ${due}`);
      const said = JSON.parse(body);
      check(said.player === "Ann" && said.game === "throne" && link.endsWith(said.table), `says ${body}`);
      noFaults(ann, bob);
    } finally {
      await closeAll(ann, bob);
      await server.stop();
      receiver.close();
    }
  }, { bare: true });

  // A folder of editions as the owner of a server has it: Throne with a card more.
  const editions = () => {
    const folder = mkdtempSync(join(tmpdir(), "trestle-editions-"));
    const club = join(folder, "throne", "club");
    mkdirSync(join(folder, "throne"));
    const done = spawnSync(program, ["edition", "export", "throne", club], { encoding: "utf8" });
    check(done.status === 0, done.stderr);
    const cards = join(club, "cards.csv");
    writeFileSync(cards, readFileSync(cards, "utf8").replace("farmer,unit,farmer,8", "farmer,unit,farmer,9"));
    return { folder, files: readdirSync(club).filter((name) => name.endsWith(".csv")).map((name) => ({ name, mimeType: "text/csv", buffer: readFileSync(join(club, name)) })) };
  };
  test("online: other editions, readiness taken back, a game file brought along, statistics", async () => {
    const { folder, files } = editions();
    const server = await serveTables(["--memory", "--editions", folder]);
    const [ann, bob] = [await person(server.address, "Ann"), await person(server.address, "Bob")];
    const plan = async (page, edition) => {
      await page.goto(at(server.address, "/online"));
      await page.locator("[data-create=throne]").click();
      await page.locator("details summary").click();
      await page.locator("[data-edition]").selectOption(edition);
    };
    const submit = (page) => page.locator("form button.primary").click();
    try {
      await enter(ann, server.address);
      // Tables of one's own: what is wrong is told with its file, what is right is played with.
      await plan(ann.page, "*");
      const broken = files.map((file) => (file.name === "cards.csv" ? { ...file, buffer: Buffer.from("card,kind\nfarmer\n") } : file));
      await ann.page.locator("[data-tables]").setInputFiles(broken);
      await submit(ann.page);
      await ann.page.locator("[role=alert]", { hasText: "cards.csv" }).waitFor();
      const own = files.map((file) => ({ ...file, buffer: Buffer.from(file.buffer.toString().replace("miner,unit,miner,6", "miner,unit,miner,7")) }));
      await ann.page.locator("[data-tables]").setInputFiles(own);
      await axe(ann.page, "a table with tables of one's own");
      await submit(ann.page);
      await ann.page.locator(".room").getByText("with tables of its own").waitFor();
      // An edition that the server offers.
      await plan(ann.page, "club");
      await submit(ann.page);
      await ann.page.locator(".room").getByText("Edition: club").waitFor();
      await ann.page.locator("[data-unready]").click();
      await ann.page.locator("li[data-seat=A]").getByText("not ready yet").waitFor();
      await sitDown(bob, await linkOf(ann.page));
      await ann.page.locator("li[data-seat=B] .state:not(:has(.not))").waitFor();
      check((await ann.page.locator(".screen").count()) === 0, "it begins without Ann");
      await ann.page.locator("[data-ready]").click();
      await settled(bob.page);
      await chooseOnce(bob.page, generator(1));
      await ann.page.locator("[data-menu]").click();
      await ann.page.locator("[data-resign]").click();
      for (const { page } of [ann, bob]) await over(page);
      // The draws are dealt again, and the game replayed, with the tables it was played with.
      await ann.page.locator("[data-prove]").click();
      await ann.page.waitForSelector("[data-proof=holds], [data-proof=fails]", { timeout: 60000 });
      check((await ann.page.locator("[data-proof=holds]").count()) === 1, await ann.page.locator(".proof").innerText());
      const [download] = await Promise.all([ann.page.waitForEvent("download"), ann.page.locator(".after").getByRole("button", { name: "Save as a file" }).click()]);
      const record = readFileSync(await download.path(), "utf8");
      await ann.page.getByRole("button", { name: "Replay" }).click();
      await ann.page.locator(".throne").waitFor();
      // Statistics, one's own and another's; a level of the bots is a player too.
      await ann.page.goto(at(server.address, "/me"));
      const figures = ann.page.locator("[data-statistics=throne]");
      check(/Games\s*1\s*Won\s*0/.test(await figures.innerText()), await figures.innerText());
      await ann.page.goto(at(server.address, `/player/${(await post(bob.page, { do: "me" })).me.user}`));
      check(/Won\s*1 100\s?%/.test(await figures.innerText()), await figures.innerText());
      await ann.page.goto(at(server.address, "/player/bot:novice"));
      await ann.page.getByRole("heading", { name: "bot: novice" }).waitFor();
      // A game file: a changed one is refused, the whole one becomes a table that others can look at.
      await ann.page.goto(at(server.address, "/me"));
      const bring = ann.page.locator("[data-bring]");
      await bring.setInputFiles({ name: "game.trestle", mimeType: "text/plain", buffer: Buffer.from(record.replace("name A Ann", "name A Ida")) });
      await ann.page.locator("[role=alert]", { hasText: "does not hold" }).waitFor();
      await bring.setInputFiles({ name: "game.trestle", mimeType: "text/plain", buffer: Buffer.from(record) });
      await ann.page.waitForURL(/#\/t\/[a-z0-9]+$/i);
      await ann.page.locator(".screen[data-stage=over] .after").waitFor();
      await bob.page.goto(ann.page.url());
      await bob.page.locator(".screen[data-stage=over] .after").waitFor();
      await ann.page.goto(at(server.address, "/me"));
      await ann.page.locator("[data-table]").waitFor();
      await axe(ann.page, "account with statistics");
      await fits(ann.page, "account with statistics");
      await noBareKeys(ann.page, "account with statistics");
      noFaults(ann, bob);
    } finally {
      await closeAll(ann, bob);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, { bare: true });

  scene("online: what bots do is shown act by act, and can be hurried; also after the table has moved", async ({ server, come }) => {
    const ann = await come("Ann", { motion: true, settings: { pace: "normal" } });
    await ann.page.addInitScript(() => {
      window.WebSocket = class extends WebSocket {
        constructor(...args) {
          super(...args);
          window.line = this;
        }
      };
    });
    await ann.page.reload();
    await enter(ann, server.address);
    const id = await make(ann.page, server.address, "throne", ["me", "novice", "novice"]);
    await ann.page.evaluate(() => {
      window.steps = [];
      new MutationObserver(() => {
        const screen = document.querySelector(".screen");
        const step = `${screen?.getAttribute("data-seq")} ${screen?.getAttribute("data-stage")}`;
        if (step !== window.steps.at(-1)?.step) window.steps.push({ step, at: performance.now() });
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-seq", "data-stage"] });
    });
    const pick = generator(3);
    let apart = 0;
    let hurried = false;
    // Acts, and counts the acts of others that are seen one after the other, with time to see the first.
    const play = async (after = async () => undefined) => {
      await ann.page.evaluate(() => (window.steps = []));
      const done = ann.page.locator(".direct [data-action=done]"); // to the others' turn as soon as may be
      if ((await done.count()) > 0) await done.click();
      else await chooseOnce(ann.page, pick);
      await after();
      await settled(ann.page);
      const seen = (await ann.page.evaluate(() => window.steps)).filter(({ step }) => step.endsWith("bots"));
      for (let k = 1; k < seen.length; k++) if (seen[k].at - seen[k - 1].at > 200) apart++;
    };
    const hurry = async () => {
      const skip = ann.page.locator(".bar .line button");
      await Promise.race([skip.waitFor({ timeout: 1500 }).catch(() => undefined), ann.page.locator(".screen[data-stage=choosing]").waitFor()]);
      if (!(await skip.isVisible().catch(() => false))) return;
      const begun = await ann.page.evaluate(() => new Promise((pressed) => {
        addEventListener("keydown", () => pressed(performance.now()), { once: true, capture: true });
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ".", bubbles: true }));
      }));
      await settled(ann.page);
      const ended = (await ann.page.evaluate(() => window.steps)).find(({ step, at }) => at > begun && step.endsWith("choosing"))?.at ?? Infinity;
      hurried = ended - begun < 1200;
    };
    for (let i = 0; i < 120 && !(apart >= 2 && hurried); i++) {
      if ((await settled(ann.page)) !== "choosing") break;
      await play(apart >= 2 ? hurry : undefined);
    }
    check(apart >= 2, "bots' acts are seen as one jump");
    check(hurried, "they cannot be hurried");
    // As when another machine of the server takes the table: it does not know that we want to see everything.
    const before = apart;
    await ann.page.evaluate((table) => {
      window.line.send(JSON.stringify({ do: "watch", table }));
      window.line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ push: "recalled", table }) }));
    }, id);
    apart = 0;
    for (let i = 0; i < 120 && apart < 2; i++) {
      if ((await settled(ann.page)) !== "choosing") break;
      await play();
    }
    check(apart >= 2, "bots' acts are seen as one jump once the table has moved");
    return `${before} and ${apart} acts apart`;
  });

  test("online: the server ends and comes back, the game goes on where it was", async () => {
    const data = mkdtempSync(join(tmpdir(), "trestle-page-"));
    let server = await serveTables(["--data", data]);
    const ann = await person(server.address, "Ann");
    try {
      await enter(ann, server.address);
      await make(ann.page, server.address, "throne", ["me", "novice"]);
      const pick = generator(7);
      for (let i = 0; i < 4; i++) {
        check((await settled(ann.page)) === "choosing", "no choice");
        await chooseOnce(ann.page, pick);
      }
      await settled(ann.page);
      const before = [await seq(ann.page), await ann.page.locator(".bar .prompt").innerText()];
      const port = new URL(server.address).port;
      await server.stop();
      await ann.page.locator("[data-line=lost]").waitFor({ timeout: 20000 });
      server = await serveTables(["--data", data], port);
      await ann.page.locator("[data-line=lost]").waitFor({ state: "detached", timeout: 40000 });
      check((await settled(ann.page)) === "choosing", "no choice after the server came back");
      check((await seq(ann.page)) === before[0] && (await ann.page.locator(".bar .prompt").innerText()) === before[1], "another position after the server came back");
      await chooseOnce(ann.page, pick);
      noFaults(ann);
    } finally {
      await closeAll(ann);
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  }, { bare: true });

  test("online: an old tab after an update and a part that cannot be loaded are told, with a way on", async () => {
    const server = await serveTables();
    const ann = await person(server.address, "Ann");
    try {
      // The page has seen an older server before.
      await ann.page.route("**/api", async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, program: "trestle 0.0.1" } });
      });
      await ann.page.goto(at(server.address, "/online"));
      await ann.page.getByText("The server has been renewed").waitFor();
      await ann.page.unroute("**/api");
      await ann.page.getByRole("button", { name: "Load the page again" }).click();
      await ann.page.locator(".enter").waitFor();
      check((await ann.page.getByText("The server has been renewed").count()) === 0, "still told after loading again");
      // A file of the old page is gone.
      await ann.page.route("**/assets/Account*", (route) => route.abort());
      await ann.page.goto(at(server.address, "/me"));
      await ann.page.getByText("could not be loaded").waitFor();
      await ann.page.unroute("**/assets/Account*");
      await ann.page.getByRole("button", { name: "Load the page again" }).click();
      await ann.page.locator("input[name=login]").waitFor();
      // A table that is not there.
      await ann.page.goto(at(server.address, "/t/aaaaaaaaaaaaaaaa"));
      await ann.page.getByText("There is no such table").waitFor();
      await ann.page.getByText("To the tables").click();
      await ann.page.locator(".enter").waitFor();
    } finally {
      await closeAll(ann);
      await server.stop();
    }
  }, { bare: true });

  for (const [code, width, height, theme] of [["fr", 360, 740, "dark"], ["nl", 768, 1024, "light"]])
    scene(`online ${code} ${width}x${height}: every page fits, in its language, nothing serious for axe`, async ({ server, come }) => {
      const ann = await come("Ann", { width, height, touch: width < 700, settings: { language: code, theme } });
      const bob = await come("Bob");
      const look = async (where) => {
        await ann.page.waitForTimeout(200);
        await noBareKeys(ann.page, where);
        await fits(ann.page, where);
        await axe(ann.page, where);
        if (width < 700) await largeEnough(ann.page, where);
      };
      await ann.page.goto(at(server.address, "/online"));
      await ann.page.locator(".enter").waitFor();
      await look("a name is asked");
      await enter(ann, server.address);
      await enter(bob, server.address);
      await make(bob.page, server.address, "tharos", ["me", "open"]);
      const link = await linkOf(bob.page);
      await ann.page.goto(at(server.address, "/online/new/tharos"));
      await ann.page.locator("details summary").click();
      await ann.page.locator("[data-edition]").selectOption("*");
      await look("a new table");
      await ann.page.goto(at(server.address, "/me"));
      await look("account");
      await ann.page.goto(at(server.address, "/online"));
      await look("lobby");
      await ann.page.goto(link);
      await ann.page.locator(".room").waitFor();
      await look("room");
      await sitDown(ann, link);
      await ann.page.locator(".screen").waitFor();
      await look("table");
      await ann.page.locator("[data-menu]").click();
      await look("menu");
      await ann.page.locator("[data-menu]").click();
      await ann.page.locator("[data-drawer]").click();
      await look("chat");
      check(!/\b(the|your|waiting|table is)\b/i.test(await ann.page.locator(".strip").innerText()), "something is left in English");
    });
}
