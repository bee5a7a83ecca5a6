// Keeps the page for use without a network. FILES and VERSION are written by tools/finish.mjs: a new version is fetched whole, then
// takes the place of the old one when no page uses it any more, so that no page mixes two versions.
const VERSION = "{{version}}";
const FILES = [{{files}}];
const cacheName = "trestle-" + VERSION;

self.addEventListener("install", (e) => e.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(FILES))));

self.addEventListener("activate", (e) =>
  e.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("trestle-") && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
);

// A page that was told to renew itself does not wait for the others.
self.addEventListener("message", (e) => e.data === "renew" && self.skipWaiting());

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin) return;
  // A link to a table is a place within the page, with or without a network.
  const table = e.request.mode === "navigate" && /\/(t\/[A-Za-z0-9]+)\/?$/.exec(url.pathname);
  if (table) return e.respondWith(Response.redirect(`${self.registration.scope}#/${table[1]}`));
  e.respondWith(caches.match(e.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(e.request)));
});
