// Where the page is: the part of the address after #.
class Router {
  path = $state(location.hash.slice(1) || "/");
  constructor() {
    addEventListener("hashchange", () => {
      this.path = location.hash.slice(1) || "/";
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
