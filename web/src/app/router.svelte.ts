// Where the page is: the part of the address after #.
// A server's link to a table, /t/ID, becomes the place within the page.
const linked = /^(.*\/)t\/([A-Za-z0-9]+)\/?$/.exec(location.pathname);
if (linked) history.replaceState(null, "", `${linked[1] ?? "/"}#/t/${linked[2] ?? ""}`);

class Router {
  path = $state(location.hash.slice(1) || "/");
  table: string | null = null; // the online table one came from, to go back to
  constructor() {
    if (this.parts[0] === "t") this.table = `#${this.path}`;
    addEventListener("hashchange", () => {
      this.path = location.hash.slice(1) || "/";
      if (this.parts[0] !== "rules") this.table = this.parts[0] === "t" ? `#${this.path}` : null;
      scrollTo(0, 0);
    });
  }
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decodeURIComponent);
  }
}
export const router = new Router();
export const go = (path: string): void => {
  location.hash = path;
};
