/**
 * Served in place of the service worker where `WORKER=off` is set: takes a broken worker out of action. It unregisters and
 * removes the app's own files, so that every page comes from the server. Songs, covers and databases stay
 * (specification 17.59).
 */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => /precache/.test(name)).map((name) => caches.delete(name)));
  await self.registration.unregister();
  // An open page would register the first version again and again.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: "retired" });
}
