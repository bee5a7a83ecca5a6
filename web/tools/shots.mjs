// Pictures of the page in several situations, sizes and themes, to be looked at: shots/*.png. node tools/shots.mjs [what...]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { browse, chooseOnce, generator, open, serve, settled, web } from "../tests/support.mjs";

const wanted = process.argv.slice(2);
const out = join(web, "shots");
mkdirSync(out, { recursive: true });
const server = await serve();
const browser = await browse();
const sizes = { phone: { width: 360, height: 740, touch: true }, desk: { width: 1440, height: 900 } };

for (const [size, shape] of Object.entries(sizes))
  for (const theme of ["light", "dark"]) {
    for (const what of ["home", "throne", "hadara", "tharos"]) {
      if (wanted.length > 0 && !wanted.some((w) => w === what || w === `${what}-${size}-${theme}`)) continue;
      const { page, context } = await open(browser, server.address, { ...shape, settings: { theme, language: process.env.LANGUAGE_CODE ?? "en" } });
      const shot = (name) => page.screenshot({ path: join(out, `${what}-${size}-${theme}-${name}.png`), fullPage: process.env.FULL === "1" });
      if (what === "home") await shot("1");
      else {
        await page.goto(`${server.address}#/${process.env.WAY ?? "quick"}/${what}`);
        const pick = generator(Number(process.env.SEED ?? 5));
        const moments = (process.env.MOMENTS ?? "0,14,40").split(",").map(Number);
        for (let i = 0; i <= moments[moments.length - 1]; i++) {
          if ((await settled(page)) === "over") break;
          if (moments.includes(i)) await shot(i);
          await chooseOnce(page, pick).catch((error) => console.log(what, i, String(error).slice(0, 300)));
        }
        await shot("last");
      }
      await context.close();
    }
  }
await browser.close();
server.stop();
