// The visitor's time zone, remembered folds; rows and live refresh are modules.
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
/** @param {Date} date @param {Intl.DateTimeFormatOptions} options */
const format = (date, options, language = tag) =>
  new Intl.DateTimeFormat(language, options).format(date);
const now = () => Date.now() - skew;
const asOf = () => Date.parse(byId("as-of")?.dateTime);
// The page is never of the future: a clock behind it is wrong.
skew = Math.min(0, now() - asOf()) || 0;

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
let known = zone;
try {
  known = new Intl.DateTimeFormat(tag, { timeZone: zone }).resolvedOptions().timeZone;
} catch {}
const away = known !== own;
root.classList.toggle("away", away);
if (away) byId("zone").textContent = own.replaceAll("_", " ");
let today = new Date(now()).toDateString();

/** @param {Date} date @param {boolean} [bare] without its zone */
function clock(date, bare) {
  const timeZoneName = bare ? undefined : "short";
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName };
  const told = [tag, "en-US", "en-AU", "en-GB"].map((language) =>
    format(date, /** @type {any} */ (options), language),
  );
  return (told.find((text) => !/[+−-]\d/.test(text)) ?? told[0] ?? "").replace(" ", "\u00a0");
}

/** @param {ParentNode} within */
function localTimes(within) {
  if (!away) return;
  let before = today;
  for (const time of all("time", within)) {
    const date = new Date(time.dateTime);
    const day = date.toDateString();
    const { f, on } = time.dataset;
    if (on) before = new Date(`${on}T12:00`).toDateString();
    const year = day.slice(-4) === today.slice(-4) ? undefined : "numeric";
    const bare = (on || f !== "s") && day === (f ? before : today);
    before = day;
    // The zone stands once, where it is the same at both ends.
    const end = f === "s" && new Date(time.nextElementSibling?.dateTime);
    const isSame = end && end.getTimezoneOffset() === date.getTimezoneOffset();
    time.title ||= time.textContent;
    time.textContent = `${bare ? "" : `${format(date, { day: "numeric", month: "long", year })}${glue}`}${clock(date, isSame)}`;
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
  return `${whole ? "" : "< "}${parts.filter(Boolean).join(units[2])}`.replaceAll(" ", "\u00a0");
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
  const day = new Date(time).toDateString();
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

// What a visitor opened or closed stays so.
const memory = `folds ${base}`;
/** @type {Record<string, boolean>} */
let folds = {};
try {
  folds = JSON.parse(localStorage[memory] ?? "{}");
} catch {}

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
  try {
    localStorage[memory] = JSON.stringify(folds);
  } catch {}
});

// What else charts and rows can do comes when wanted.
document.addEventListener("pointerover", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest(".plot")) return;
  import(/** @type {any} */ ("/page-charts.js")).then(({ measure }) => measure(event));
});
for (const [type, places] of Object.entries({
  pointerover: ".rows, .one, .find",
  focusin: ".rows, .one, .find",
  click: ".b",
})) {
  document.addEventListener(type, (event) => {
    if (!(event.target instanceof Element) || !event.target.closest(places)) return;
    if (type === "click") event.preventDefault();
    import(/** @type {any} */ ("/page-rows.js")).then(({ point }) => point(event));
  });
}

// The page as it came.
export const came = all("main > *").map((block) => block.outerHTML);
prepare(document);
tick();
setInterval(tick, MINUTE / 4);
import(/** @type {any} */ ("/page-live.js"));
