import { incidentUrl, pageUrl } from "#lib/core/addresses/url.ts";
import { themeSheet } from "#lib/pages/branding/theme.ts";
import { directionOf } from "#lib/platform/i18n/tags.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { typeName, type View } from "#lib/site/view/view.ts";
import { updateWord } from "#lib/site/words/labels.ts";
import { localized } from "#lib/site/words/localized.ts";
import { causes } from "#lib/site/words/sentence.ts";
import { pageTitle } from "#lib/site/words/titles.ts";

const STATES = { major: "j", minor: "n", scheduled: "p" } as const;

const STYLE =
  ":root{color-scheme:light dark}body{margin:0;background:none}main{box-sizing:border-box;position:relative;height:100vh;overflow:hidden;padding:14px 44px 12px 18px;border:1px solid #8886;border-inline-start:6px solid var(--s);border-radius:8px;background:#fff;color:#1d242c;font:14px/1.4 system-ui,sans-serif}h1{margin:0 0 2px;font-size:15px;line-height:1.3;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}p{margin:0 0 4px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;color:#4d5864}strong{color:var(--t)}a{color:inherit}button{position:absolute;top:4px;inset-inline-end:4px;width:32px;height:32px;border:0;border-radius:6px;background:none;color:inherit;font:20px/1 system-ui,sans-serif;cursor:pointer}:focus-visible{outline:2px solid var(--s)}.j{--s:var(--j);--t:var(--j-t)}.n{--s:var(--n);--t:var(--n-t)}.p{--s:var(--p);--t:var(--p-t)}@media(prefers-color-scheme:dark){main{background:#12161b;color:#e6eaef}p{color:#9aa5b1}}";

function newest({ updates }: PublicIncident): number {
  return updates[0]?.id ?? 0;
}

/** Changes with every update, so that a visitor who closed the frame sees news again. */
function newsOf(all: readonly PublicIncident[]): string {
  const ids = all.map(({ id }) => id);
  return `${all.length}.${Math.max(...ids)}.${Math.max(...all.map(newest))}`;
}

function timesOf({ severity, starts_at, ends_at }: PublicIncident, { t, f }: View): string {
  if (severity !== "scheduled" || ends_at === null)
    return t("public.since", { time: f.time(starts_at) });
  return f.range(f.shortDateTime(starts_at), f.time(ends_at));
}

function card(worst: PublicIncident, all: readonly PublicIncident[], view: View): string {
  const { t, visit, sentence, snapshot } = view;
  const { page } = snapshot;
  const isAlone = all.length === 1;
  const title = isAlone ? localized(worst, "title", visit) : sentence.text;
  const address = isAlone ? incidentUrl(page, worst.id) : pageUrl(page);
  const update = worst.updates[0];
  const said = update ? ` · ${t(updateWord(update, worst))}` : "";
  const more = isAlone ? timesOf(worst, view) : t("machines.embed.several", { count: all.length });
  return `<main class="${STATES[worst.severity]}"><h1>${escapeHtml(title)}</h1><p><strong>${escapeHtml(typeName(worst, view))}</strong>${escapeHtml(`${isAlone ? said : ""} · ${more}`)}</p><a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(t("machines.embed.read"))}</a><button type="button" aria-label="${escapeHtml(t("machines.embed.close"))}">×</button></main>`;
}

/** The frame of `/embed/script.js`: the worst current incident, or nothing. */
export function frameHtml(view: View): string {
  const { visit, snapshot, t } = view;
  const { incidents, maintenances, page } = snapshot;
  const all = [...incidents, ...maintenances];
  const [worst = all[0]] = causes(snapshot);
  const body = worst ? `<body data-news="${newsOf(all)}">${card(worst, all, view)}` : "<body>";
  const title = escapeHtml(pageTitle(page, t));
  return `<!doctype html><html lang="${visit.locale}" dir="${directionOf(visit.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${themeSheet(page.settings)}${STYLE}</style><script type="module" src="/embed/frame.js" data-allclear=""></script></head>${body}</body></html>`;
}
