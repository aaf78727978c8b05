// The frame of /embed/script.js: it says to the site around it whether it has something to show,
// and asks the status page again from time to time.
const EVERY_MS = 60_000;
const LONGEST_MS = 15 * 60_000;
const KEY = "dismissed";
let pause = EVERY_MS;

const dismissed = () => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};
/** @param {string} news */
const dismiss = (news) => {
  try {
    sessionStorage.setItem(KEY, news);
  } catch {}
};
/** @param {object} message */
const say = (message) => parent.postMessage(message, "*");

function tell() {
  const { news = "" } = document.body.dataset;
  say({ action: news && news !== dismissed() ? "showFrame" : "dismissFrame" });
}

async function refresh() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (fresh.body.outerHTML !== document.body.outerHTML) {
      document.body.replaceWith(document.adoptNode(fresh.body));
      tell();
    }
    pause = EVERY_MS;
  } catch {
    pause = Math.min(LONGEST_MS, pause * 2);
  }
  again();
}

function again() {
  setTimeout(refresh, pause * (0.8 + 0.4 * Math.random()));
}

addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("button")) return;
  dismiss(document.body.dataset.news ?? "");
  tell();
});
tell();
again();
