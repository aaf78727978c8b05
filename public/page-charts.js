import { own } from "./page.js";

// Charts: what was measured at the moment that is pointed at.
const { dataset, lang } = document.documentElement;
const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} plot */
function markOf(plot) {
  const known = plot.querySelector(".at");
  if (known) return known;
  const mark = document.createElementNS(SVG, "line");
  mark.classList.add("at");
  mark.setAttribute("y2", "100%");
  plot.append(mark);
  return mark;
}

/** @param {Element} plot */
function toldBeside(plot) {
  const axis = plot.parentElement?.querySelector(".axis");
  const known = plot.parentElement?.querySelector(".told");
  if (known || !axis) return known;
  const told = document.createElement("p");
  told.className = "told axis";
  told.setAttribute("role", "status");
  axis.after(told);
  return told;
}

/** Tells what was measured then. @param {MouseEvent} event */
export function point(event) {
  const plot = event.target instanceof Element && event.target.closest(".plot");
  if (!(plot instanceof SVGElement)) return;
  const { from, step, values = "", zone } = plot.dataset;
  const { left, width } = plot.getBoundingClientRect();
  const measured = values.split("|");
  const index = Math.min(
    measured.length - 1,
    Math.floor(((event.clientX - left) / width) * measured.length),
  );
  const time = new Date((Number(from) + index * Number(step)) * 1_000);
  const moment = new Intl.DateTimeFormat(dataset.tag ?? lang, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    timeZone: zone ?? own,
  }).format(time);
  const at = `${((index + 0.5) / measured.length) * 100}%`;
  const mark = markOf(plot);
  mark.setAttribute("x1", at);
  mark.setAttribute("x2", at);
  const told = toldBeside(plot);
  if (told) told.textContent = `${moment}: ${measured[index] || "–"}`;
}

document.addEventListener("pointermove", point);
