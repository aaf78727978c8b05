// What HTML cannot do: the visitor's time zone, remembered folds, live refresh.
const root = document.documentElement;
const { base = "", zone } = root.dataset;
const tag = root.lang === "en" ? "en-GB" : root.lang;
const MINUTE = 60_000;
let skew = 0;

/** @param {string} selector @param {ParentNode} [within] @returns {any[]} */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
/** @param {Date} date @param {Intl.DateTimeFormatOptions} options */
const format = (date, options, language = tag) => new Intl.DateTimeFormat(language, options).format(date);

/** @param {Date} date */
function zoneName(date) {
  const names = [tag, "en-US", "en-AU"].map((language) => format(date, { timeZoneName: "short" }, language).split(", ")[1] ?? "");
  return names.find((name) => !/[+−-]\d/.test(name)) ?? names[0];
}

/** @param {ParentNode} within */
function localTimes(within) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || zone === own) return;
  const told = byId("zone");
  if (told) told.textContent = told.textContent.replace(zone.replaceAll("_", " "), own.replaceAll("_", " "));
  for (const time of all("time", within)) {
    const date = new Date(time.dateTime);
    const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
    const day = time.dataset.f ? "" : `${format(date, { day: "numeric", month: "long", year })}, `;
    time.title = time.textContent;
    time.textContent = `${day}${format(date, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}\u00a0${zoneName(date)}`;
  }
}

/** @param {number} ms */
function duration(ms) {
  const minutes = Math.floor(ms / MINUTE);
  const [d, h, min] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const units = Object.entries(d ? { d, h } : { h, min }).filter(([, count]) => count);
  return units.map(([unit, count]) => `${count}\u00a0${unit}`).join(" ") || "<\u00a01\u00a0min";
}

function tick() {
  const now = Date.now() - skew;
  for (const span of all("[data-since]")) span.textContent = duration(now - Date.parse(span.dataset.since));
  const stale = byId("stale");
  if (!stale) return;
  const old = now - Date.parse(byId("as-of").dateTime) > 3 * MINUTE;
  byId("as-of").classList.toggle("old", old);
  if (old === !stale.textContent) stale.textContent = old ? stale.dataset.text : "";
}

// What a visitor opened or closed stays so.
const memory = `folds ${base}`;
/** @type {Record<string, boolean>} */
let folds = {};
try {
  folds = JSON.parse(localStorage[memory] ?? "{}");
} catch {}

/** @param {ParentNode} within */
function prepare(within) {
  localTimes(within);
  for (const details of all("details[id]", within)) details.open = folds[details.id] ?? details.open;
}

document.addEventListener("click", ({ target }) => {
  const details = target instanceof Element && !target.closest(".b") && target.closest("summary")?.parentElement;
  if (!(details instanceof HTMLDetailsElement) || !details.id) return;
  folds[details.id] = !details.open;
  try {
    localStorage[memory] = JSON.stringify(folds);
  } catch {}
});

// What else rows can do comes when wanted.
for (const [type, places] of Object.entries({ pointerover: ".rows, .one, .find", focusin: ".rows, .one, .find", click: ".b" })) {
  document.addEventListener(type, (event) => {
    if (!(event.target instanceof Element) || !event.target.closest(places)) return;
    if (type === "click") event.preventDefault();
    import(/** @type {any} */ ("/page-rows.js")).then(({ point }) => point(event));
  });
}

// On a change and once a minute what differs is replaced.
/** @param {ParentNode} within */
const blocks = (within) => all("main > *", within);
let known = blocks(document).map((block) => block.outerHTML);

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
  skew = Date.now() - Date.parse(response.headers.get("date") ?? "") || 0;
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = blocks(next);
  const html = fresh.map((block) => block.outerHTML);
  const put = focusAgain();
  const before = news();
  const text = byId("find")?.value;
  document.title = next.title;
  if (html.length !== known.length) all("main")[0].replaceChildren(...fresh);
  else for (const [index, block] of blocks(document).entries()) if (html[index] !== known[index]) block.replaceWith(fresh[index]);
  known = html;
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
  return () => active.isConnected || (byId(id) && (targets()[index] ?? byId(id)).focus({ preventScroll: true }));
}

prepare(document);
tick();
setInterval(tick, MINUTE / 4);
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
