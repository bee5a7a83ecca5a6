import "@fontsource/alegreya/latin-500.css";
import "@fontsource/alegreya/latin-700.css";
import "@fontsource/alegreya-sans/latin-400.css";
import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-700.css";
import { mount } from "svelte";
import "./app/base.css";
import App from "./app/App.svelte";
import { settings } from "./app/settings.svelte";

await settings.load();
const target = document.getElementById("app");
target?.replaceChildren();
if (target) mount(App, { target });
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("./sw.js").catch(() => undefined);
