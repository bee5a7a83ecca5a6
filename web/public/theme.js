// Before the first paint: the chosen theme and language, so that nothing flashes; and the language's strings are sent for.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("trestle.settings") || "{}") || {};
  } catch {
    // no storage: the defaults serve
  }
  const dark = settings.theme === "dark" || (settings.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const strings = { /* filled in by tools/finish.mjs */ };
  const wish = [settings.language, ...navigator.languages].map((code) => String(code).slice(0, 2).toLowerCase()).find((code) => code in strings) ?? "en";
  if (settings.language) document.documentElement.lang = settings.language;
  for (const href of strings[wish] ?? []) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
})();
