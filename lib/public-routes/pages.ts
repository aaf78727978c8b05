import {
  data,
  document,
  feed,
  file,
  form,
  image,
  type PublicRoute,
} from "#lib/public-routes/route.ts";

// What a page has, on its own host and under `/s/{subdomain}` of the application: a file of
// app/(public)/s/[host] each, which reads its path and query through its entry here.

export const PAGES = {
  start: document("/"),
  day: document("/history/[day]", { query: ["before"], kept: false }),
  service: document("/services/[id]"),
  incident: document("/incidents/[id]"),
  notice: document("/info_notices/[id]"),
  metrics: document("/metrics", { query: ["period"], kept: false }),
  /** What every other path of a page shows: one document, that nothing is there. */
  nothing: { ...document("/404"), status: 404 as const },
};

export const FEEDS = {
  rss: feed("/rss"),
  atom: feed("/atom"),
  calendar: feed("/calendar.ics"),
  incident: feed("/incidents/[id]/calendar.ics"),
};

export const FORMS = {
  go_to_day: form("/day", { query: ["day"] }),
  subscribe: form("/subscribe", { query: ["incident", "sent"] }),
  confirm: form("/subscribe/confirm/[token]"),
  ask_for_link: form("/manage", { query: ["sent"] }),
  manage: form("/manage/[token]", { query: ["saved"] }),
  unsubscribe: form("/unsubscribe/[token]"),
};

export const IMAGES = {
  icon: image("/icon.svg"),
  picture: image("/og.png", { query: ["lang"] }),
  incident_picture: image("/incidents/[id]/og.png", { query: ["lang"] }),
  uploaded: file("/images/[file]"),
};

export const DATA = {
  robots: data("/robots.txt"),
};

const { nothing, ...pages } = PAGES;

export const NOTHING: PublicRoute = nothing;

export const PAGE_ROUTES: readonly PublicRoute[] = [pages, FEEDS, FORMS, IMAGES, DATA].flatMap(
  (routes): PublicRoute[] => Object.values(routes),
);
