import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// What the first page needs comes in one file instead of a dozen small ones; what is asked for later keeps its own.
const later = /\/src\/(online|games\/\w+)\/|\/src\/table\/(Afterwards|ChanceCurve|analysis|proof|link)|\/generated\/icons-|\.txt|\.md|worker|trestle_engine/;
const first = /\/src\/|\/node_modules\/(svelte|esm-env|clsx)\//;
const manualChunks = (id: string): string | undefined => (first.test(id) && !later.test(id) ? "main" : undefined);

// The page is served from any folder (relative base). Strings and rules come from the repository's data/, one level up.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  worker: { format: "es" },
  server: { host: "127.0.0.1", fs: { allow: [".."] } },
  build: { target: "es2022", assetsInlineLimit: 0, cssCodeSplit: true, reportCompressedSize: false, modulePreload: { polyfill: false }, rollupOptions: { output: { manualChunks } } },
});
