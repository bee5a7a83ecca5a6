// Before the first paint: the chosen theme and language, so that nothing flashes.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("trestle.settings") || "{}") || {};
  } catch {
    // no storage: the defaults serve
  }
  const dark = settings.theme === "dark" || (settings.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  if (settings.language) document.documentElement.lang = settings.language;
})();
