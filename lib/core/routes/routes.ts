import {
  data,
  document,
  feed,
  file,
  form,
  image,
  inbox,
  link,
  markdown,
  type PublicRoute,
  postOnly,
} from "#lib/core/routes/route.ts";

// Each entry is a file of app/(public)/s/[host], which reads path and query through it.

export const PAGES = {
  start: document("/", { markdown: "/index.md" }),
  history: document("/history", { query: ["month", "service", "type", "before"], kept: false }),
  day: document("/history/[day]", { query: ["before"], kept: false }),
  uptime_calendar: document("/calendar", { query: ["service", "month"], kept: false }),
  service: document("/services/[id]", {
    query: ["period"],
    choices: { period: ["day", "week", "month", "quarter"] },
  }),
  uptime: document("/services/[id]/uptime", { query: ["from", "to"], kept: false }),
  incident: document("/incidents/[id]", { markdown: "/incidents/[id]/index.md" }),
  notice: document("/info_notices/[id]", { markdown: "/info_notices/[id]/index.md" }),
  metrics: document("/metrics", { query: ["period"], kept: false }),
  privacy: document("/privacy"),
  /** Shown by `/embed/script.js` on other sites. */
  frame: document("/embed/frame"),
  /** One document for all unknown paths of a page. */
  nothing: { ...document("/404"), status: 404 as const },
  /** Shown in place of a page that is for members only. */
  sign_in: { ...document("/sign_in", { kept: false }), status: 403 as const, before_gate: true },
};

const OF_FEEDS = { query: ["items"], choices: { items: ["incidents"] } } as const;

export const FEEDS = {
  rss: feed("/rss", OF_FEEDS),
  atom: feed("/atom", OF_FEEDS),
  calendar: feed("/calendar.ics"),
  service_rss: feed("/services/[id]/rss", OF_FEEDS),
  service_atom: feed("/services/[id]/atom", OF_FEEDS),
  service_calendar: feed("/services/[id]/calendar.ics"),
  incident_rss: feed("/incidents/[id]/rss", OF_FEEDS),
  incident_atom: feed("/incidents/[id]/atom", OF_FEEDS),
  incident: feed("/incidents/[id]/calendar.ics"),
  uptime: feed("/services/[id]/uptime.csv", { query: ["from", "to"] }),
  history_rss: feed("/history.rss", OF_FEEDS),
  history_atom: feed("/history.atom", OF_FEEDS),
  whole_calendar: feed("/calendar/all/feed.ics"),
  maintenance_calendar: feed("/calendar/maintenance/feed.ics"),
  /** Feeds of a restricted page, for programs that cannot sign in. */
  own_rss: feed("/feeds/[token]/rss", OF_FEEDS),
  own_atom: feed("/feeds/[token]/atom", OF_FEEDS),
  own_calendar: feed("/feeds/[token]/calendar.ics"),
};

export const MARKDOWN = {
  start: markdown("/index.md"),
  incident: markdown("/incidents/[id]/index.md"),
  notice: markdown("/info_notices/[id]/index.md"),
};

export const FORMS = {
  begin_session: { ...form("/session"), before_gate: true },
  end_session: { ...postOnly("/session/end"), before_gate: true },
  hand_over: { ...form("/session/[token]"), before_gate: true },
  join: { ...form("/join/[token]", { query: ["sent"] }), before_gate: true },
  access: form("/access"),
  own_feeds: postOnly("/access/feeds"),
  go_to_day: form("/day", { query: ["day"] }),
  subscribe: form("/subscribe", { query: ["incident", "service", "sent"] }),
  confirm: link("/subscribe/confirm/[token]"),
  ask_for_link: form("/manage", { query: ["sent"] }),
  manage: link("/manage/[token]", { query: ["saved"] }),
  unsubscribe: link("/unsubscribe/[token]"),
  subscribers: inbox("/api/v2/subscribers.json", ["POST", "DELETE"]),
};

export const BADGE = { theme: ["light", "dark"], style: ["flat", "plain"] } as const;
const OF_BADGES = { query: ["lang", "theme", "style"], choices: BADGE } as const;

export const IMAGES = {
  icon: image("/icon.svg"),
  /** Asked for by programs that read no page. */
  favicon: image("/favicon.ico"),
  touch_icon: image("/apple-touch-icon.png"),
  picture: image("/og.png", { query: ["lang"] }),
  incident_picture: image("/incidents/[id]/og.png", { query: ["lang"] }),
  uploaded: file("/images/[file]"),
  badge: image("/badge.svg", OF_BADGES),
  service_badge: image("/services/[id]/badge.svg", OF_BADGES),
};

export const DATA = {
  robots: data("/robots.txt"),
  llms: data("/llms.txt"),
};

/** Read by clients of Atlassian Statuspage, who ask for `[id]/index.json` as `[id].json`. */
export const STATUSPAGE = {
  summary: data("/api/v2/summary.json"),
  status: data("/api/v2/status.json"),
  components: data("/api/v2/components.json"),
  incidents: data("/api/v2/incidents.json"),
  unresolved: data("/api/v2/incidents/unresolved.json"),
  resolved: data("/api/v2/incidents/resolved.json"),
  maintenances: data("/api/v2/scheduled-maintenances.json"),
  upcoming: data("/api/v2/scheduled-maintenances/upcoming.json"),
  active: data("/api/v2/scheduled-maintenances/active.json"),
  incident: data("/api/v2/incidents/[id]/index.json"),
  component: data("/api/v2/components/[id]/index.json"),
  incident_page: data("/incidents/[id]/index.json"),
  history: data("/history.json", { query: ["page"] }),
  /** One answer for all unknown `.json` paths of a page. */
  nothing: { ...data("/404.json"), status: 404 as const },
};

const { nothing, sign_in, ...pages } = PAGES;

export const NOTHING: PublicRoute = nothing;
export const NO_DATA: PublicRoute = STATUSPAGE.nothing;
export const SIGN_IN: PublicRoute = sign_in;

export const PAGE_ROUTES: readonly PublicRoute[] = [
  pages,
  FEEDS,
  MARKDOWN,
  FORMS,
  IMAGES,
  DATA,
  STATUSPAGE,
].flatMap((routes): PublicRoute[] => Object.values(routes));

const PAGING = ["limit", "before", "after"] as const;

/** Public reads under `/api/v1` and `/api/v2`; an endpoint names its entry as `shared`. */
export const READS = {
  status: data("/status_pages/[subdomain]/status"),
  summary: data("/status_pages/[subdomain]/summary"),
  service_status: data("/status_pages/[subdomain]/services/[service_id]/status"),
  service_summary: data("/status_pages/[subdomain]/services/[service_id]/summary"),
  service_uptime: data("/status_pages/[subdomain]/services/[service_id]/uptime", {
    query: ["from", "to"],
  }),
  incidents: data("/status_pages/[subdomain]/incidents", {
    query: ["type", "status", "q", "service_id", "from", "to", ...PAGING],
  }),
  incident: data("/status_pages/[subdomain]/incidents/[incident_id]"),
  notices: data("/status_pages/[subdomain]/info_notices", { query: PAGING }),
  notice: data("/status_pages/[subdomain]/info_notices/[info_notice_id]"),
};

export const API_ROUTES: readonly PublicRoute[] = Object.values<PublicRoute>(READS);

const PARTS = new Set([
  "incidents",
  "incident-updates",
  "incident-drafts",
  "incident-templates",
  "incident-types",
  "information-notices",
  "services",
  "monitoring",
  "status",
  "metrics",
  "subscriptions",
  "subscription-groups",
  "webhooks",
  "integrations",
  "access-groups",
  "status-pages",
  "organizations",
  "members",
  "api-keys",
  "audit-log",
  "test",
  "events",
]);

const part = { ...data("/docs/api/[part]"), kept: false };

/** Made without the database, so it needs no copy on disk. */
export const REFERENCE = {
  introduction: { ...data("/docs/api"), kept: false },
  part,
  missing: { ...part, status: 404 as const },
};

const ROOT = REFERENCE.introduction.pattern;

export function findReference(path: string) {
  if (path === ROOT) return { route: REFERENCE.introduction, path };
  const name = path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : "";
  if (name === "" || name.includes("/")) return null;
  return PARTS.has(name)
    ? { route: REFERENCE.part, path }
    : { route: REFERENCE.missing, path: `${ROOT}/missing` };
}

export const PLAIN_STYLE =
  ":root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}body{max-width:36rem;margin:0 auto;padding:15vh 1.5rem}h1{font-size:1.5rem;line-height:1.3}a{color:inherit}button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit}";
