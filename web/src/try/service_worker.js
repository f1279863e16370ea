// Keeps the files of the page, so that it works without a network. VERSION and FILES stand above (web/vite.config.ts).
const PREFIX = "pdrank-try-";
const CACHE = PREFIX + VERSION;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: file === "./" ? "no-cache" : "default" })));
  await skipWaiting(); // names of files say what is in them: a page of before has loaded its own
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request.mode === "navigate" ? "./" : request);
  return found ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
