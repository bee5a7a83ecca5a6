import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is served from any folder (relative base). Strings and rules come from the repository's data/, one level up.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  worker: { format: "es" },
  server: { host: "127.0.0.1", fs: { allow: [".."] } },
  build: { target: "es2022", assetsInlineLimit: 0, cssCodeSplit: true, reportCompressedSize: false, modulePreload: { polyfill: false } },
});
