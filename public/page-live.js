// Live refresh: on a change and once a minute what differs is replaced.
import { all, base, byId, came, correct, prepare, tick } from "./page.js";

const MINUTE = 60_000;

/** @param {ParentNode} within */
const blocks = (within) => all("main > *", within);
let shown = came;

const said = document.body.appendChild(document.createElement("output"));
said.id = "said";
const news = () =>
  new Map(
    all("h1, .update").map(({ id, childNodes }) => {
      const text = [...childNodes].map((node) => node.textContent).join(" ");
      return [id === "now" ? text : id, text];
    }),
  );

async function refresh() {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  correct(Date.now() - Date.parse(response.headers.get("date") ?? "") || 0);
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = blocks(next);
  const html = fresh.map((block) => block.outerHTML);
  const put = focusAgain();
  const before = news();
  const text = byId("find")?.value;
  document.title = next.title;
  document.documentElement.dataset.midnight = next.documentElement.dataset.midnight;
  if (html.length !== shown.length) all("main")[0].replaceChildren(...fresh);
  else
    for (const [index, block] of blocks(document).entries())
      if (html[index] !== shown[index]) block.replaceWith(fresh[index]);
  shown = html;
  for (const block of fresh) if (block.isConnected) prepare(block);
  if (text) byId("find").value = text;
  put();
  tick();
  said.textContent = [...news()].flatMap(([key, text]) => (before.has(key) ? [] : text)).join(". ");
  document.dispatchEvent(new Event("refreshed"));
}

// Puts the focus back into what replaced its place.
function focusAgain() {
  const active = document.activeElement;
  const id = active?.closest("main [id]")?.id;
  if (!active || !id) return () => {};
  const targets = () => all("a, summary, input", byId(id));
  const index = targets().indexOf(active);
  return () =>
    active.isConnected ||
    (byId(id) && (targets()[index] ?? byId(id)).focus({ preventScroll: true }));
}

const soon = () => document.hidden || setTimeout(refresh, Math.random() * 2000);
setInterval(soon, MINUTE);

// Only what is seen listens: connections are few.
/** @type {EventSource | undefined} */
let live;
function listen() {
  live?.close();
  if (document.hidden) return;
  live = new EventSource(`${base}/live`);
  live.addEventListener("change", soon);
}
listen();
for (const react of [listen, soon]) document.addEventListener("visibilitychange", react);
