// The service worker of an exported site: what was loaded once is there without a network. FILES and VERSION come with the site.

declare const VERSION: string, FILES: string[];

interface Event {
  waitUntil(what: Promise<unknown>): void;
  request: Request;
  respondWith(what: Promise<Response>): void;
}

const worker = self as unknown as { addEventListener(name: string, does: (event: Event) => void): void; skipWaiting(): void; clients: { claim(): Promise<void> } };

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name.startsWith("kern-") && name !== VERSION) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(others());
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // What the site has is taken from the cache: the version changes with any of its files.
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request)));
});

export {};
