// Loads the page again, and with it the newest version where one is waiting: a plain reload would show the kept one once more.
const patience = 5000; // ms for a new version to take over

export async function renew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => undefined);
  const fresh = registration?.waiting ?? registration?.installing;
  if (!fresh) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  setTimeout(() => location.reload(), patience);
  const take = (): void => {
    if (fresh.state === "installed") fresh.postMessage("renew");
  };
  fresh.addEventListener("statechange", take);
  take();
}
