// The visitor's time zone, and folds; rows and live refresh are modules.
export const root = document.documentElement;
export const { base = "", zone, tag = root.lang, glue = ", " } = root.dataset;
const MINUTE = 60_000;
let skew = 0;
/** @param {number} ms by which this clock is ahead */
export const correct = (ms) => {
  skew = ms;
};

/** @param {string} selector @param {ParentNode} [within] @returns {any[]} */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
const now = () => Date.now() - skew;
const asOf = () => Date.parse(byId("as-of")?.dateTime);
// A clock behind the page is wrong.
skew = Math.min(0, now() - asOf()) || 0;

/** @type {any} */
let store = {};
try {
  store = localStorage;
} catch {}
/** @param {string} [timeZone] */
function zoneOf(timeZone) {
  try {
    return new Intl.DateTimeFormat(tag, { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
/** As chosen, else the browser's. */
export const own = zoneOf(zone && (store.zone || undefined)) ?? zoneOf();
const away = !!zone && own !== zoneOf(zone);
root.classList.toggle("away", away);
/** @param {Date} date @param {Intl.DateTimeFormatOptions} options */
const format = (date, options, language = tag) =>
  new Intl.DateTimeFormat(language, { timeZone: own, ...options }).format(date);
if (away) {
  const place = byId("zone");
  const city = `${own}`.replace(/.*\//, "").replaceAll("_", " ");
  const name = new Intl.DateTimeFormat(tag, { timeZone: own, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;
  // Not an offset.
  place.textContent = /\/\D*$/.test(`${own}${name}`)
    ? place.dataset.note.replace("#", name).replace("|", city)
    : city;
}
/** As `YYYY-MM-DD`. @param {Date} date */
const dayOf = (date) => format(date, {}, "sv");
let today = dayOf(new Date(now()));

/** @param {Date} date @param {boolean} [bare] without its zone */
function clock(date, bare) {
  const timeZoneName = bare ? undefined : "short";
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName };
  const told = [tag, "en-US", "en-AU", "en-GB"].map((language) =>
    format(date, /** @type {any} */ (options), language),
  );
  return (told.find((text) => !/[+−-]\d/.test(text)) ?? told[0] ?? "").replace(" ", "\u00a0");
}

/** @param {Date} date */
const zoneIn = (date) => clock(date).replace(/\d\d:\d\d/, "");

/** @param {ParentNode} within */
function localTimes(within) {
  if (!away) return;
  let before = today;
  for (const time of all("time", within)) {
    const date = new Date(time.dateTime);
    const day = dayOf(date);
    const { f, on } = time.dataset;
    if (on) before = on;
    const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
    const bare = (on || f !== "s") && day === (f ? before : today);
    before = day;
    // One zone of both ends is told once.
    const end = f === "s" && new Date(time.nextElementSibling?.dateTime);
    const isSame = end && zoneIn(end) === zoneIn(date);
    time.title ||= time.textContent;
    time.textContent = `${bare ? "" : `${format(date, { day: "numeric", month: "long", year })}${glue}`}${clock(date, isSame || f === "m")}`;
  }
}

const units = (root.dataset.units ?? "").split("|");
const number = new Intl.NumberFormat(tag);
const dayCount = new Intl.NumberFormat(tag, { style: "unit", unit: "day" });

/** As lib/site/words/format.ts. @param {number} ms */
function duration(ms) {
  const whole = Math.floor(Math.max(0, ms) / MINUTE);
  const [days, hours] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60)];
  const parts = [hours, days ? 0 : whole % 60 || Number(!whole)].map(
    (count, at) => count && units[at]?.replace("#", number.format(count)),
  );
  if (days) parts.unshift(dayCount.format(days));
  const text = parts.filter(Boolean).join(units[2]);
  const told = whole ? text : `${units[3]}`.replace("#", text);
  return told.replaceAll(" ", tag === "ja" ? "" : "\u00a0");
}

export function tick() {
  const time = now();
  for (const span of all("[data-since], [data-until]")) {
    const { since, until } = span.dataset;
    const ms = since ? time - Date.parse(since) : Date.parse(until) - time;
    span.textContent = duration(ms);
    const ago = span.closest(".ago");
    ago?.toggleAttribute("hidden", ms >= 1440 * MINUTE || (!!until && ms < 0));
    ago?.classList.toggle("just", ms < MINUTE);
  }
  for (const { dataset, children } of all("[data-due]")) {
    const isPast = Date.parse(dataset.due) <= time;
    [children[0].hidden, children[1].hidden] = [isPast, !isPast];
  }
  root.classList.toggle("fresh", time < Date.parse(root.dataset.midnight ?? ""));
  const day = dayOf(new Date(time));
  if (day !== today) {
    today = day;
    localTimes(document);
  }
  const stale = byId("stale");
  if (!stale) return;
  const old = time - asOf() > 3 * MINUTE;
  byId("as-of").classList.toggle("old", old);
  if (old === !stale.textContent)
    stale.textContent = old ? stale.dataset.text.replace("|", clock(new Date(asOf()))) : "";
}

// Folds stay as they were left.
const memory = `folds ${base}`;
/** @type {Record<string, boolean>} */
const folds = JSON.parse(store[memory] ?? "{}");

/** @param {ParentNode} within */
export function prepare(within) {
  localTimes(within);
  for (const details of all("details[id]", within))
    details.open = folds[details.id] ?? details.open;
}

document.addEventListener("click", ({ target }) => {
  const details =
    target instanceof Element && !target.closest(".b") && target.closest("summary")?.parentElement;
  if (!(details instanceof HTMLDetailsElement) || !details.id) return;
  folds[details.id] = !details.open;
  store[memory] = JSON.stringify(folds);
});

export const came = all("main > *").map((block) => block.outerHTML);
prepare(document);
tick();
setInterval(tick, MINUTE / 4);
import(/** @type {any} */ ("/page-live.js"));
