// Hands the files of a folder out, as any web server does.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** A server on this machine. */
export function files(folder, address = "127.0.0.1") {
  const host = createServer(async (request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    const name = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => host.listen(0, address, () => resolve(host)));
}
