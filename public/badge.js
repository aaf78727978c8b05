// A badge beside a site's own links, and a banner while something goes on. It takes the settings
// and gives the class names of the badge that sites already have.

{
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const at = new URL(script?.src || location.href);
  const site = /** @type {any} */ (window);
  const settings = site.statusWidget ?? site.statuspalWidget ?? {};
  const { serviceId, selector, position, copy } = settings;
  const badge = { enabled: true, selector: ".sp-status", position: "top", ...settings.badge };
  const banner = { enabled: false, position: "bottom-left", ...settings.banner };
  const subdomain = settings.subdomain ?? script?.dataset.subdomain ?? at.hostname.split(".")[0];
  const host = String(settings.host ?? at.origin).replace(/\/$/, "");
  const service = serviceId ? `/services/${serviceId}` : "";
  const base = `${host}/api/v2/status_pages/${subdomain}${service}`;

  const EVERY_MS = 60_000;
  const LONGEST_MS = 15 * 60_000;
  const lang = (document.documentElement.lang || navigator.language).slice(0, 2);
  const TEXTS = {
    en: {
      ok: "Operational",
      minor: "Degraded",
      major: "Down",
      scheduled: "Maintenance",
      ongoing: "Ongoing for {{time_diff}}",
      lates_updates: "Latest updates",
      close: "Close",
    },
    de: {
      ok: "In Betrieb",
      minor: "Beeinträchtigt",
      major: "Ausgefallen",
      scheduled: "Wartung",
      ongoing: "Seit {{time_diff}}",
      lates_updates: "Aktueller Stand",
      close: "Schließen",
    },
  };
  const own = banner.translations?.[lang] ?? banner.translations?.en;
  /** @type {Record<string, string>} */
  const texts = { ...TEXTS[lang === "de" ? "de" : "en"], ...copy, ...own };

  // Weaker than any rule of the site; no style element, which its policy might refuse.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ":where(.sp-status-badge){display:inline-block;width:.6em;height:.6em;margin-inline-start:.4em;border-radius:50%;background:#6b7480}:where(.sp-status-ok){background:#1a9c7b}:where(.sp-status-minor){background:#d98c00}:where(.sp-status-major){background:#d9483f}:where(.sp-status-scheduled){background:#5378c1}:where(.sp-banner){position:fixed;z-index:2147483000;display:flex;gap:.75rem;align-items:start;max-width:min(24rem,calc(100vw - 2rem));padding:.75rem 1rem;border-radius:.5rem;border-inline-start:.3rem solid #d9483f;background:#fff;color:#1d242c;font:.9375rem/1.45 system-ui,sans-serif;box-shadow:0 .25rem 1.5rem #0003}:where(.sp-banner-minor){border-color:#d98c00}:where(.sp-banner-scheduled){border-color:#5378c1}:where(.sp-banner a){color:inherit}:where(.sp-banner button){border:0;background:none;color:inherit;font:inherit;cursor:pointer;min-width:1.5rem;min-height:1.5rem}:where(.sp-banner[class*=bottom]){bottom:1rem}:where(.sp-banner[class*=top]){top:1rem}:where(.sp-banner[class*=left]){left:1rem}:where(.sp-banner[class*=right]){right:1rem}",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  /** @param {string} name @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** @param {string} type @param {string} kind */
  function showBadges(type, kind) {
    const word = texts[type] ?? texts[kind] ?? type;
    for (const place of document.querySelectorAll(selector ?? badge.selector)) {
      const name = `sp-status-badge sp-status-${type} sp-status-${kind} sp-tooltip--${position ?? badge.position}`;
      const made = element("span", { class: name, role: "img", "aria-label": word, title: word });
      place.querySelector(":scope > .sp-status-badge")?.remove();
      place.append(made);
    }
  }

  /** @param {string} time */
  function since(time) {
    const minutes = Math.max(1, Math.round((Date.now() - Date.parse(`${time}Z`)) / 60_000));
    const [value, unit] = minutes < 90 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
    const [many, name] =
      unit === "hour" && value >= 48 ? [Math.round(value / 24), "day"] : [value, unit];
    return new Intl.NumberFormat(lang, { style: "unit", unit: name, unitDisplay: "long" }).format(
      many,
    );
  }

  /** @type {HTMLElement | undefined} */
  let shown;
  let closed = "";

  /** @param {any} news @param {string} kind */
  function showBanner(news, kind) {
    shown?.remove();
    if (!news || closed === news.url) return;
    const close = element("button", { type: "button", "aria-label": texts.close ?? "" }, "×");
    close.addEventListener("click", () => {
      closed = news.url;
      shown?.remove();
    });
    const link = element("a", { href: news.url }, texts.lates_updates ?? "");
    const age = (texts.ongoing ?? "").replace("{{time_diff}}", since(news.starts_at));
    const text = element(
      "div",
      {},
      element("strong", {}, news.title),
      element("div", {}, age, " · ", link),
    );
    const name = `sp-banner sp-banner-${kind} sp-banner--${banner.position}`;
    shown = element("div", { class: name, role: "status" }, text, close);
    document.body.append(shown);
  }

  /** @param {any} found */
  function show(found) {
    const type = (found.status_page ?? found.service).current_incident_type;
    const kind = found.current_status_type ?? type ?? "ok";
    if (badge.enabled) showBadges(type ?? "ok", kind);
    if (banner.enabled) showBanner(found.incidents[0] ?? found.maintenances[0], kind);
  }

  let pause = EVERY_MS;
  async function ask() {
    try {
      const answer = await fetch(`${base}/${banner.enabled ? "summary" : "status"}`);
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.json());
      pause = EVERY_MS;
    } catch {
      pause = Math.min(LONGEST_MS, pause * 2);
    }
    setTimeout(ask, pause * (0.8 + 0.4 * Math.random()));
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", ask, { once: true });
  else ask();
}
