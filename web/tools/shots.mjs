// Pictures of the page in several situations, sizes and themes, to be looked at: shots/*.png. node tools/shots.mjs [what...]
// what: pages, throne, hadara, tharos, learn, details, after, online (needs the program, see tests/support.mjs), or some of them:
// throne-phone, throne-phone-dark. FULL=1 the whole page, LANGUAGE_CODE, GAMES, SEED and MOMENTS=0,14,40 (decisions) from outside.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { browse, chooseOnce, generator, open, serve, serveTables, settled, web } from "../tests/support.mjs";

const wanted = process.argv.slice(2);
const out = join(web, "shots");
mkdirSync(out, { recursive: true });
const server = await serve();
const browser = await browse();
const sizes = { phone: { width: 360, height: 740, touch: true }, tablet: { width: 768, height: 1024 }, desk: { width: 1440, height: 900 } };

// A person with a friend at a server: lobby, a new table, the room, the game, the end.
async function online(size, shape, theme) {
  const tables = await serveTables();
  const at = (path) => `${tables.address}#${path}`;
  const settings = { theme, language: process.env.LANGUAGE_CODE ?? "en" };
  const [ann, bob] = [await open(browser, tables.address, { ...shape, settings: { ...settings, name: "Ann" } }), await open(browser, tables.address, { settings: { name: "Bob" } })];
  const shot = async (name) => {
    await ann.page.waitForTimeout(400);
    await ann.page.screenshot({ path: join(out, `online-${size}-${theme}-${name}.png`), fullPage: process.env.FULL === "1" });
  };
  await ann.page.goto(at("/online"));
  await ann.page.locator(".enter").waitFor();
  await shot("1-name");
  for (const { page } of [ann, bob]) {
    await page.goto(at("/online"));
    await page.locator(".enter button.primary").click();
    await page.locator(".me").waitFor();
  }
  await bob.page.goto(at("/online/new/hadara"));
  await bob.page.locator(".tick input").first().check();
  await bob.page.locator("form button.primary").click();
  await bob.page.locator(".room").waitFor();
  await ann.page.reload();
  await ann.page.locator("[data-table]").first().waitFor();
  await shot("2-lobby");
  await ann.page.goto(at("/online/new/throne"));
  await ann.page.locator("input[name=count][value='3']").check();
  await ann.page.locator("select[data-seat=C]").selectOption("apprentice");
  await ann.page.locator("select:not([data-seat])").nth(1).selectOption("3");
  await ann.page.locator("details summary").click();
  await ann.page.locator("[data-edition]").selectOption("*");
  await shot("3-new");
  await ann.page.locator("[data-edition]").selectOption("");
  await ann.page.locator("form button.primary").click();
  await ann.page.locator(".room").waitFor();
  await shot("4-room");
  await bob.page.goto(await ann.page.locator("#link").inputValue());
  await bob.page.locator("[data-join]").click();
  await bob.page.locator("[data-ready]").click();
  const pick = generator(5);
  for (let i = 0; i < 26; i++)
    for (const { page } of [ann, bob]) {
      const now = await page.locator(".screen").getAttribute("data-stage").catch(() => "");
      if (now === "choosing") await chooseOnce(page, pick);
      else await page.waitForTimeout(60);
    }
  await shot("5-table");
  await bob.page.locator("[data-drawer]").click();
  await bob.page.locator(".chat input[name=say]").fill("Good luck!");
  await bob.page.keyboard.press("Enter");
  await bob.page.locator("[data-menu]").click();
  await bob.page.locator("[data-ask=pause]").click();
  await ann.page.locator("[data-vote]").waitFor();
  await shot("6-vote");
  await ann.page.locator("[data-menu]").click();
  await shot("7-menu");
  await ann.page.locator("[data-menu]").click();
  await ann.page.locator("[data-drawer]").click();
  await shot("8-chat");
  await ann.page.locator("[data-drawer]").click().catch(() => ann.page.locator(".drawer .close").click());
  await ann.page.locator("[data-menu]").click();
  await ann.page.locator("[data-resign]").click();
  await bob.page.locator("[data-menu]").click();
  await bob.page.locator("[data-resign]").click();
  await ann.page.locator(".screen[data-stage=over] .sheet").waitFor();
  await shot("9-over");
  await ann.page.goto(at("/me"));
  await ann.page.locator("[data-statistics]").waitFor();
  await shot("10-account");
  await Promise.all([ann.context.close(), bob.context.close()]);
  await tables.stop();
}

// The pages around the tables.
async function pages(page, shot) {
  for (const [name, path] of Object.entries({ home: "/", new: "/new/hadara", settings: "/settings", about: "/about", rules: "/rules/throne/throne.goal.coins" })) {
    await page.goto(`${server.address}#${path}`);
    await page.waitForTimeout(name === "home" ? 1200 : 300);
    await shot(name);
  }
}
// A table in several moments of the game.
async function moments(page, shot, game, way, list) {
  await page.goto(`${server.address}#/${way}/${game}`);
  const pick = generator(Number(process.env.SEED ?? 5));
  for (let i = 0; i <= list.at(-1); i++) {
    if ((await settled(page)) === "over") break;
    if (list.includes(i)) await shot(i);
    await chooseOnce(page, pick).catch((error) => console.log(game, i, String(error).slice(0, 300)));
  }
}
// A whole game, and what can be looked at when it is over.
async function afterwards(page, shot, game) {
  await moments(page, shot, game, "quick", [2000]);
  await shot("over");
  await page.locator("[data-prove]").click();
  await page.waitForSelector("[data-proof=holds], [data-proof=fails]", { timeout: 120000 });
  await page.locator("[data-analyse]").click();
  await page.waitForSelector("[data-analysis=done]", { timeout: 240000 });
  await page.locator(".curve").first().scrollIntoViewIfNeeded();
  await shot("analysis");
  await page.locator(".mistakes button").first().click();
  await page.waitForTimeout(600);
  await shot("replay");
}
// What a spot and a menu look like when they are pointed at.
async function details(page, shot, game) {
  await moments(page, shot, game, "quick", [Number(process.env.MOMENT ?? 6)]);
  await settled(page);
  const spots = page.locator("main .spot:not(.can)");
  await spots.nth(3).click();
  await page.waitForTimeout(400);
  await shot("why");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.waitForSelector(".hint", { timeout: 20000 }).catch(() => undefined);
  await shot("hint");
  await page.locator(".tools button").last().click();
  await shot("list");
}

const all = ["pages", "throne", "hadara", "tharos", "learn", "details", "after", "online"];
for (const [size, shape] of Object.entries(sizes))
  for (const theme of ["light", "dark"]) {
    for (const what of all) {
      if (wanted.length > 0 && !wanted.some((w) => w === what || w === `${what}-${size}` || w === `${what}-${size}-${theme}`)) continue;
      if (what === "online") {
        await online(size, shape, theme);
        continue;
      }
      const games = process.env.GAMES?.split(",") ?? ["throne", "hadara", "tharos"];
      for (const game of games.includes(what) || what === "pages" ? [what] : games) {
        const { page, context } = await open(browser, server.address, { ...shape, settings: { theme, language: process.env.LANGUAGE_CODE ?? "en" } });
        const shot = (name) => page.screenshot({ path: join(out, `${what}-${game === what ? "" : `${game}-`}${size}-${theme}-${name}.png`), fullPage: process.env.FULL === "1" });
        const list = (process.env.MOMENTS ?? "0,14,40").split(",").map(Number);
        if (what === "pages") await pages(page, shot);
        else if (what === "learn") await moments(page, shot, game, "learn", [0, 1]);
        else if (what === "details") await details(page, shot, game);
        else if (what === "after") await afterwards(page, shot, game);
        else await moments(page, shot, game, process.env.WAY ?? "quick", list);
        await context.close();
        console.log(what, game, size, theme);
      }
    }
  }
await browser.close();
server.stop();
