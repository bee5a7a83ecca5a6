// Shared by the browser tests: the page's server, Debian's Chromium, and the hand that plays.
import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

// The page alone, as any server of files has it.
export const serve = () => begin(process.execPath, [join(web, "tools/serve.mjs"), "0"]);
// The page with tables for people: `trestle serve`.
export const program = resolve(process.env.TRESTLE_PROGRAM ?? join(web, "../build/release/trestle"));
export const serveTables = (more = ["--memory"], port = 0) => begin(program, ["serve", "--port", String(port), "--page", join(web, "dist"), "--bot-threads", "1", ...more]);

async function begin(command, args) {
  const server = spawn(command, args, { stdio: ["ignore", "pipe", process.env.TRESTLE_LOG ? "inherit" : "ignore"] });
  const ended = new Promise((done) => server.once("exit", done));
  const lines = createInterface({ input: server.stdout });
  const address = await new Promise((done, fail) => {
    lines.once("line", done);
    server.once("exit", () => fail(new Error("the server ended")));
  });
  return {
    address,
    stop: () => {
      server.kill();
      return ended;
    },
  };
}

export const browse = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: flags });

// A page that fails the test on any error of its own. `settings` are those of the page (app/settings.svelte.ts).
// Bots are quick ones, unless a test is about the table that a visitor gets.
export async function open(browser, address, { width = 1440, height = 900, settings = {}, touch = false, offline = false, motion = false, bot = "greedy" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, serviceWorkers: offline ? "allow" : "block", reducedMotion: motion ? "no-preference" : "reduce", acceptDownloads: true });
  await context.addInitScript(([kept, bot]) => {
    localStorage.setItem("trestle.seed", "12"); // the same tables every time
    if (bot) localStorage.setItem("trestle.bot", JSON.stringify(bot));
    if (!localStorage.getItem("trestle.settings")) localStorage.setItem("trestle.settings", JSON.stringify(kept));
  }, [{ language: "en", theme: "light", motion, pace: "fast", name: "Robin", ...settings }, bot]);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(address);
  return { page, context, faults };
}

export const stage = (page) => page.locator(".screen").getAttribute("data-stage");

// Waits until a person must choose, somebody must hand over, or the game is over; says which.
export async function settled(page, timeout = 60000) {
  const now = await page.waitForFunction(() => ["choosing", "over", "handover", "broken"].find((s) => s === document.querySelector(".screen")?.getAttribute("data-stage")), null, { timeout, polling: 10 });
  return now.jsonValue();
}

// Where an element is to be clicked, brought into sight; fails when something else lies over it.
async function point(page, selector, index = 0) {
  const at = await page.evaluate(
    async ([selector, index]) => {
      await new Promise((frame) => requestAnimationFrame(frame));
      const element = document.querySelectorAll(selector)[index];
      if (!element) return null;
      for (const moving of document.getAnimations()) if (Number.isFinite(moving.effect?.getComputedTiming().endTime)) moving.finish();
      const box = () => element.getBoundingClientRect();
      const middle = () => [box().left + box().width / 2, box().top + box().height / 2];
      const free = () => element.contains(document.elementFromPoint(...middle()));
      if (!free()) element.scrollIntoView({ block: "center", behavior: "instant" });
      return { x: middle()[0], y: middle()[1], free: free(), over: document.elementFromPoint(...middle())?.outerHTML.slice(0, 120) };
    },
    [selector, index],
  );
  check(at !== null, `${selector} is not there`);
  check(at.free, `${selector} is covered by ${at.over}`);
  return at;
}

// One choice by the mouse: something outlined on the board, else a button of the bar. `pick` chooses among them.
export async function chooseOnce(page, pick) {
  const { seq: before, targets } = await page.evaluate(() => {
    const spots = [...document.querySelectorAll("main .spot.can")].map((e) => `main [data-spot="${e.getAttribute("data-spot")}"]`);
    const bar = [...document.querySelectorAll(".direct [data-action]")].map((e) => `.direct [data-action="${e.getAttribute("data-action")}"]`);
    return { seq: document.querySelector(".screen")?.getAttribute("data-seq"), targets: [...new Set([...spots, ...bar])] };
  });
  check(targets.length > 0, "nothing can be chosen on the screen");
  const target = targets[pick(targets.length)];
  const at = await point(page, target);
  await page.mouse.click(at.x, at.y);
  // How many choices a menu offers; nothing where the click was the choice.
  const moved = ([seq, menu]) => {
    const items = menu ? document.querySelectorAll(".menu [role=menuitem]").length : 0;
    const screen = document.querySelector(".screen");
    return items > 0 || screen?.getAttribute("data-seq") !== seq || screen?.getAttribute("data-stage") === "handover" ? { items } : null;
  };
  const wait = async (menu) => {
    try {
      return await (await page.waitForFunction(moved, [before, menu], { timeout: 20000, polling: 10 })).jsonValue();
    } catch (error) {
      const found = await page.evaluate(() => [document.querySelector(".screen")?.outerHTML.slice(0, 160), ...[...document.querySelectorAll("[role=alert], [data-line], .bar .prompt, .menu")].map((e) => e.innerText)].join(" | "));
      throw new Error(`nothing came of ${target}${menu ? "" : " and its menu"}: ${found}; ${error.message.slice(0, 80)}`);
    }
  };
  const { items } = await wait(true);
  if (items > 0) {
    const item = await point(page, ".menu [role=menuitem]", pick(items));
    await page.mouse.click(item.x, item.y);
    await wait(false);
  }
  return target;
}

export function generator(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

export function check(condition, what) {
  if (!condition) throw new Error(what);
}
