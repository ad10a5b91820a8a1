// The service worker: shows what the server has to tell, and says so where there is no connection. It keeps nothing: every
// page and script comes from the server, always. The server writes PAGE, which it shows then, and LANG and ICON before it.
addEventListener("install", () => skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate")
    event.respondWith(
      fetch(request).catch(() => new Response(PAGE, { status: 503, headers: { "Content-Type": "text/html" } })),
    );
});

addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag: url, icon: ICON, lang: LANG, data: url }));
});

addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(show(notification.data));
});

async function show(url) {
  const address = new URL(`.${url}`, registration.scope).href; // the site may be below a path of its host
  const pages = await clients.matchAll({ type: "window" });
  const page = pages.find((each) => each.url === address);
  return page ? page.focus() : clients.openWindow(address);
}
