// Calls the player back to a table where it is their turn: by the title of the page, a sound, and, where it was allowed, by a
// notification of the browser.
import { go } from "../app/router.svelte";
import { read, write } from "../app/storage";
import { play } from "../app/sound";
import { t, term } from "../strings/language.svelte";

interface Called {
  id: string;
  game: string;
  onScreen: boolean;
}

export const notices = {
  possible: (): boolean => "Notification" in window,
  on: (): boolean => "Notification" in window && Notification.permission === "granted" && read<boolean>("notices") === true,
  refused: (): boolean => "Notification" in window && Notification.permission === "denied",
  async set(on: boolean): Promise<boolean> {
    if (on && Notification.permission !== "granted" && (await Notification.requestPermission()) !== "granted") return false;
    write("notices", on);
    return on;
  },
};

export function callPlayer(table: Called): void {
  if (!document.hidden && table.onScreen) return; // the table itself calls
  play("turn");
  if (!notices.on()) return;
  const text = t("web.online.your-turn-at", term(table.game + ".title"));
  try {
    const notice = new Notification("Trestle", { body: text, tag: table.id, icon: "./icon-192.png" });
    notice.onclick = () => {
      window.focus();
      go(`/t/${table.id}`);
      notice.close();
    };
  } catch {
    // some browsers only allow them from a service worker
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification("Trestle", { body: text, tag: table.id, data: `#/t/${table.id}` }));
  }
}
