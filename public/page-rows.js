// Days, when their bars are pointed at, tapped or walked to; and search.
import { all, byId, root, tag } from "./page.js";

const narrow = matchMedia("(max-width: 40rem)");

const hint = document.createElement("div");
hint.id = "hint";
hint.hidden = true;
hint.setAttribute("role", "status");
document.body.append(hint);

const chosen = document.createElement("div");
chosen.id = "day";
chosen.hidden = true;
document.body.append(chosen);

/** @type {{ bars: Element, index: number } | null} */
let at = null;
/** @type {Map<string, Promise<Document>>} */
const pages = new Map();

/** @param {string} address */
async function load(address) {
  const response = await fetch(address);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Its days in words: here, or on its page. @param {Element} row @returns {Promise<ParentNode>} */
async function linesOf(row) {
  const inside = row.querySelector(":scope > .inside") ?? row;
  const link = row.querySelector(":scope > .inside > a, :scope > summary a");
  const address = link?.getAttribute("href");
  if (!address || inside.querySelector(":scope > .days")) return inside;
  const page = pages.get(address) ?? load(address);
  pages.set(address, page);
  return page;
}

/** @param {Element} bars */
function listOf(bars) {
  const { days, today, none, unknown } = /** @type {HTMLElement} */ (bars.closest("[data-today]"))
    .dataset;
  return { days: Number(days), shown: narrow.matches ? 30 : Number(days), today, none, unknown };
}

/** @param {Element} bars @param {number} index among the days seen */
async function show(bars, index) {
  const { days, shown, today, none, unknown } = listOf(bars);
  at = { bars, index };
  const date = new Date(`${today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - (shown - 1 - index));
  const lines = await linesOf(bars.closest("details") ?? root);
  if (at?.bars !== bars || at.index !== index) return;
  const line = lines.querySelector(`.days [data-d="${date.toISOString().slice(0, 10)}"]`);
  const first = Number(bars.querySelector(".o")?.getAttribute("d")?.match(/\d+/)?.[0] ?? days);
  const day = new Intl.DateTimeFormat(tag, {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(date);
  if (line) hint.innerHTML = line.innerHTML;
  else hint.textContent = `${day}: ${days - shown + index < first ? unknown : none}`;
  place(bars.getBoundingClientRect(), index, shown);
}

/** @param {DOMRect} box @param {number} index @param {number} count */
function place(box, index, count) {
  hint.hidden = chosen.hidden = false;
  const day = box.width / count;
  const middle = box.left + (index + 0.375) * day;
  const most = root.clientWidth - hint.offsetWidth - 8;
  const left = Math.max(8, Math.min(middle - hint.offsetWidth / 2, most));
  hint.style.left = `${left + scrollX}px`;
  hint.style.top = `${box.bottom + scrollY + 4}px`;
  chosen.style.left = `${box.left + index * day + scrollX - 3}px`;
  chosen.style.top = `${box.top + scrollY - 3}px`;
  chosen.style.width = `${day * 0.75 + 6}px`;
  chosen.style.height = `${box.height + 6}px`;
}

function hide() {
  at = null;
  hint.hidden = chosen.hidden = true;
}

/** @param {EventTarget | null} target */
const isHint = (target) => target instanceof Node && hint.contains(target);

/** Pointing shows a day, a click opens it. @param {MouseEvent} event */
export function point(event) {
  const bars = event.target instanceof Element && event.target.closest(".b");
  if (!bars) return false;
  const { left, width } = bars.getBoundingClientRect();
  const { shown } = listOf(bars);
  const index = Math.max(
    0,
    Math.min(shown - 1, Math.floor(((event.clientX - left) / width) * shown)),
  );
  const shownNow = at?.bars === bars && at.index === index && !hint.hidden;
  const told = shownNow ? Promise.resolve() : show(bars, index);
  // A finger reads first.
  if (event.type === "click" && /** @type {PointerEvent} */ (event).pointerType === "mouse")
    told.then(() => at?.bars === bars && at.index === index && hint.querySelector("a")?.click());
  return true;
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse" && !point(event) && !isHint(event.target)) hide();
});
document.addEventListener("click", ({ target }) => {
  if (!isHint(target) && !(target instanceof Element && target.closest(".b"))) hide();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  const step = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
  const bars =
    step &&
    document.activeElement?.matches("summary") &&
    document.activeElement.querySelector(".b");
  if (!bars) return;
  const last = listOf(bars).shown - 1;
  const from = at?.bars === bars ? at.index : last + 1;
  show(bars, Math.max(0, Math.min(last, from + step)));
  event.preventDefault();
});

/** @type {HTMLDetailsElement[]} */
let opened = [];

/** What is found stays with its kin. @param {string} text @param {boolean} only affected */
function search(text, only) {
  for (const details of opened) details.open = false;
  opened = [];
  let found = 0;
  for (const row of all(".rows li:has(> details)")) {
    const meant = !only || !row.querySelector("em")?.matches(".o");
    const name = row.querySelector("b")?.firstChild?.textContent?.toLowerCase();
    const own = meant && name?.includes(text);
    const below = meant && row.parentElement?.closest("li[data-match]");
    row.toggleAttribute("data-match", (text !== "" || only) && !!(own || below));
    row.hidden = !own && !below;
    found += own ? 1 : 0;
    if (own && (only || (text && !below))) reveal(row);
  }
  const [output] = all(".find output");
  const { one = "", many = "" } = output.dataset;
  const count = found === 1 ? one : many.replace("2", `${found}`);
  output.value = text || only ? count : "";
}

/** @param {Element} row */
function reveal(row) {
  for (
    let parent = row.parentElement?.closest("li");
    parent;
    parent = parent.parentElement?.closest("li")
  ) {
    parent.hidden = false;
    const details = parent.querySelector("details");
    if (details && !details.open) opened.push(details);
    if (details) details.open = true;
  }
}

function searchAgain() {
  const find = byId("find");
  if (find) search(find.value.trim().toLowerCase(), byId("only").checked);
}
document.addEventListener(
  "input",
  ({ target }) => target instanceof Element && target.closest(".find") && searchAgain(),
);
document.addEventListener("refreshed", () => {
  hide();
  pages.clear();
  searchAgain();
});
searchAgain();
