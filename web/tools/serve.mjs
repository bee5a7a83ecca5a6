// Serves the built page on this machine: right types, compressed files where they are asked for, headers that allow nothing from
// elsewhere. node tools/serve.mjs [port]; port 0 takes a free one. The address is the first line printed.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const dist = join(resolve(dirname(fileURLToPath(import.meta.url)), ".."), "dist");
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

function answer(request, response) {
  const wanted = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname)).replace(/^\/+/, "");
  const name = wanted === "" || wanted === "." ? "index.html" : wanted;
  const path = join(dist, name);
  // No tables here: said in the server's own words, so that the page can tell.
  if (wanted === "api") {
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":false,"error":{"code":"no_server","message":"this is only the page"}}\n');
    return;
  }
  const known = types[extname(name)] !== undefined && path.startsWith(dist + "/") && existsSync(path) && statSync(path).isFile();
  if (!known || (request.method !== "GET" && request.method !== "HEAD")) {
    response.writeHead(known ? 405 : 404, { "content-type": "text/plain" }).end(known ? "not allowed\n" : "not found\n");
    return;
  }
  const accepts = String(request.headers["accept-encoding"] ?? "");
  const encoding = [["br", ".br"], ["gzip", ".gz"]].find(([code, end]) => accepts.includes(code) && existsSync(path + end));
  const file = encoding ? path + encoding[1] : path;
  response.writeHead(200, {
    "content-type": types[extname(name)],
    "content-length": statSync(file).size,
    "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    vary: "accept-encoding",
    ...(encoding ? { "content-encoding": encoding[0] } : {}),
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(file).pipe(response);
}

const server = createServer((request, response) => {
  try {
    answer(request, response);
  } catch {
    response.writeHead(400, { "content-type": "text/plain" }).end("bad request\n");
  }
});
server.on("error", (error) => {
  console.error(`serve: ${error.code === "EADDRINUSE" ? "the port is taken; name another: npm run serve 8090" : error.message}`);
  process.exit(1);
});
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
