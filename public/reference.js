// The reference works without this: it adds a filter and buttons that copy.
const COPIED_MS = 2_000;
const find = document.querySelector("#find");
const search = document.querySelector("search");
const told = search?.querySelector("[role=status]");
const entries = [...document.querySelectorAll("[data-find]")].map((entry) => ({
  entry,
  wasHidden: entry.hasAttribute("hidden"),
  text: `${entry.getAttribute("data-find")} ${entry.textContent}`.toLowerCase(),
}));
const groups = [...document.querySelectorAll("#contents > ul > li")];

/** Shows the operations that have each of the words. @param {string} text */
function filter(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { entry, wasHidden, text: own } of entries) {
    const fits = words.every((word) => own.includes(word));
    entry.toggleAttribute("hidden", words.length > 0 ? !fits : wasHidden);
    if (fits) count += 1;
  }
  for (const group of groups)
    group.toggleAttribute(
      "hidden",
      words.length > 0 && !group.querySelector("[data-find]:not([hidden])"),
    );
  if (told)
    told.textContent =
      words.length > 0 ? `${count || "No"} operation${count === 1 ? "" : "s"}` : "";
}

/** @param {Event} event */
async function copy({ currentTarget: button }) {
  if (!(button instanceof HTMLButtonElement)) return;
  const code = button.closest("figure")?.querySelector("pre");
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    // Browsers give the clipboard to https alone.
    getSelection()?.selectAllChildren(code);
    button.textContent = document.execCommand("copy") ? "Copied" : "Not allowed";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, COPIED_MS);
}

if (search && find instanceof HTMLInputElement) {
  search.removeAttribute("hidden");
  find.addEventListener("input", () => filter(find.value));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === find) {
      find.value = "";
      filter("");
    }
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!find.checkVisibility()) location.hash = "#contents";
    find.focus();
  });
}
for (const button of document.querySelectorAll(".copy"))
  if (button instanceof HTMLButtonElement) {
    button.hidden = false;
    button.addEventListener("click", copy);
  }
