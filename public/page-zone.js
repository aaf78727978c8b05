// The visitor chooses a time zone. It stays in this browser.
import { byId, zone } from "./page.js";

const [place, button] = [byId("zone"), byId("pick")];
const select = document.createElement("select");
select.setAttribute("aria-label", button.textContent);

/** @param {string} value @param {string} text */
function offer(value, text) {
  const isChosen = value === (localStorage.zone ?? "");
  select.append(new Option(text, value, isChosen, isChosen));
}

const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** @param {string} name */
const spoken = (name) => name.replaceAll("_", " ");
offer("", button.dataset.own.replace("|", spoken(device)));
const known = new Set([String(zone), "UTC", ...Intl.supportedValuesOf("timeZone")]);
for (const name of known) offer(name, spoken(name));

select.addEventListener("change", () => {
  if (select.value) localStorage.zone = select.value;
  else delete localStorage.zone;
  location.reload();
});

export function point() {
  place.replaceWith(select);
  button.remove();
  select.focus();
}
