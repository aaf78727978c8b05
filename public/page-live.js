// Live refresh: on a change and once a minute what differs is replaced.
import { all, base, byId, came, correct, prepare, root, tick } from "./page.js";

const MINUTE = 60_000;

/** @param {ParentNode} within */
const blocks = (within) => all("main > *", within);
/** @param {ParentNode} within */
const icons = (within) => all("link[rel=icon], [name=theme-color]", within);
let shown = came;

const said = document.body.appendChild(document.createElement("output"));
said.id = "said";
/** @param {any} element */
const textOf = ({ childNodes }) =>
  [...childNodes]
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not announced
    .map((node) => node.innerText ?? node.textContent)
    .join(" ")
    .replace(/\s+/g, " ");
const news = () =>
  new Map(
    all("h1, .update").map((each) => [each.id === "now" ? textOf(each) : each.id, textOf(each)]),
  );

async function refresh() {
  const response = await fetch(location.href, { redirect: "manual" }).catch(() => null);
  // It has moved, perhaps to another origin.
  if (response?.type === "opaqueredirect") location.reload();
  if (!response?.ok) return;
  correct(Date.now() - Date.parse(response.headers.get("date") ?? "") || 0);
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = blocks(next);
  const html = fresh.map((block) => block.outerHTML);
  const put = focusAgain();
  const before = news();
  const text = byId("find")?.value;
  const only = byId("only")?.checked;
  document.title = next.title;
  const now = icons(next);
  for (const [index, icon] of icons(document).entries())
    if (now[index]?.outerHTML !== icon.outerHTML) icon.replaceWith(now[index] ?? "");
  document.documentElement.dataset.midnight = next.documentElement.dataset.midnight;
  if (html.length !== shown.length) all("main")[0].replaceChildren(...fresh);
  else
    for (const [index, block] of blocks(document).entries())
      if (html[index] !== shown[index]) block.replaceWith(fresh[index]);
  shown = html;
  for (const block of fresh) if (block.isConnected) prepare(block);
  if (text) byId("find").value = text;
  if (only) byId("only").checked = true;
  put();
  tick();
  mark(before);
  said.textContent = [...news()].flatMap(([key, text]) => (before.has(key) ? [] : text)).join(". ");
  document.dispatchEvent(new Event("refreshed"));
}

// What came is marked until it was seen.
const SEEN = 10_000;
/** @type {Map<string, number>} */
const unread = new Map();
const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(unread.get(target.id));
      if (isIntersecting) unread.set(target.id, window.setTimeout(read, SEEN, target.id));
    }
  },
  { threshold: 0.5 },
);

/** @param {string} id */
function read(id) {
  if (document.hidden) {
    unread.set(id, window.setTimeout(read, SEEN, id));
    return;
  }
  unread.delete(id);
  byId(id)?.removeAttribute("data-new");
}

/** @param {ReadonlyMap<string, string>} before */
function mark(before) {
  for (const update of all(".update, h1")) {
    const { id } = update;
    const isNew = !before.has(id === "now" ? textOf(update) : id);
    if (isNew) update.classList.add("come");
    if (id === "now" || !(isNew || unread.has(id))) continue;
    update.dataset.new = root.dataset.new;
    if (isNew) unread.set(id, 0);
    watch.observe(update);
  }
}

// Into what replaced its place.
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

// The rest comes when wanted.
const ROWS = ".rows, .one, .find";
for (const [type, places, name] of [
  ["pointerover", ROWS, "rows"],
  ["focusin", ROWS, "rows"],
  ["click", ".b", "rows"],
  ["pointerover", ".plot", "charts"],
  ["click", "#pick", "zone"],
])
  document.addEventListener(type ?? "", (/** @type {any} */ event) => {
    if (!event.target.closest?.(places)) return;
    if (type === "click") event.preventDefault();
    import(`/page-${name}.js`).then(({ point }) => point(event));
  });

for (const type of ["click", "keydown"])
  document.addEventListener(type, (/** @type {any} */ { target, key = "Escape" }) => {
    for (const menu of all(".tongue[open]"))
      if (key === "Escape" && (type === "keydown" || !menu.contains(target))) menu.open = false;
  });

const soon = () => setTimeout(refresh, Math.random() * 2000);
setInterval(soon, MINUTE);

// Connections are few: tabs behind ask.
/** @type {EventSource | undefined} */
let live;
function listen() {
  live?.close();
  if (document.hidden) return;
  live = new EventSource(`${base}/live`);
  live.addEventListener("change", soon);
  // After an answer such as a proxy's 502 the browser does not try again.
  live.onerror = () => live?.readyState === 2 && setTimeout(listen, Math.random() * MINUTE);
}
listen();
for (const react of [listen, soon]) document.addEventListener("visibilitychange", react);
