import type { Db } from "#db/index.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import { API_ROUTES } from "#lib/core/routes/routes.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { mintIncidents, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService, mintUser } from "#tests/support/data/mint.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { readAll, representationsOf } from "#tests/support/http/representations.ts";
import { oncePerWorker } from "#tests/support/server/per-worker.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = 86_400;
const OLD = "Longago";
const NOTICE = "Movinghouse";
const ABOUT = "Aboutourselves";

/**
 * What a setting, or a field of the notice, keeps from visitors. `marker`: by what a representation
 * shows it; `gone`: the addresses at which nothing is then; `with_key`: whether operators read it
 * through the API.
 */
type Hiding = {
  set?: Record<string, unknown>;
  notice?: Record<string, unknown>;
  marker: RegExp;
  gone: (route: PublicRoute, path: string) => boolean;
  with_key?: true;
};

const HIDING: Record<string, Hiding> = {
  info_notices_enabled: {
    set: { info_notices_enabled: false },
    marker: new RegExp(NOTICE),
    gone: ({ pattern }) => pattern.includes("info_notices/"),
    with_key: true,
  },
  "featured_from ahead": {
    notice: { featured_from: later(wireNow(), DAY) },
    marker: new RegExp(NOTICE),
    gone: ({ pattern }) => pattern.includes("info_notices/"),
    with_key: true,
  },
  history_limit_days: {
    set: { history_limit_days: 30 },
    marker: new RegExp(OLD),
    gone: ({ pattern }, path) =>
      /incidents\/\[|\[day\]/.test(pattern) || path.startsWith("/history?"),
    with_key: true,
  },
  feed_enabled: {
    set: { feed_enabled: false },
    marker: /(?:\/|\.)(?:rss|atom)["\s)]/,
    gone: ({ pattern }) => /(?:rss|atom)$/.test(pattern),
  },
  calendar_enabled: {
    set: { calendar_enabled: false },
    marker: /(?:calendar|feed)\.ics/,
    gone: ({ pattern }) => pattern.endsWith(".ics"),
  },
  display_calendar: {
    set: { display_calendar: false },
    marker: /\/calendar["?)\s]/,
    gone: ({ pattern }) => pattern === "/calendar",
  },
  display_uptime_graph: {
    set: { display_uptime_graph: false },
    marker: /99\.\d+\s?%|uptime_percent|uptime\.csv|\/uptime["?]|<svg class="b"/,
    gone: ({ pattern }) => /\/uptime(?:\.csv)?$/.test(pattern),
    with_key: true,
  },
  display_about: {
    set: { display_about: false },
    marker: new RegExp(ABOUT),
    gone: () => false,
  },
  enable_embedding: {
    set: { enable_embedding: false },
    marker: /\/embed\/frame/,
    gone: ({ pattern }) => pattern === "/embed/frame",
  },
};

const SHOWN = {
  history_limit_days: null,
  enable_embedding: true,
  display_about: true,
  about: ABOUT,
  info_notices_enabled: true,
  feed_enabled: true,
  calendar_enabled: true,
  display_calendar: true,
  display_uptime_graph: true,
};

type Given = { database: Db; server: TestServer };

/** A page that shows all of it: what happened long ago and lately, a notice, an uptime. */
async function mintShown({ database, server }: Given) {
  const organization = await mintOrganization(database, { settings: SHOWN });
  const { id, subdomain } = organization.page;
  const api = apiOf(server, organization.keys.admin);
  const service = await mintService(database, id, { display_uptime_graph: true });
  const ended = later(wireNow(), -100 * DAY);
  const [incident = 0] = await mintIncidents(
    database,
    id,
    [ended, later(wireNow(), -2 * DAY)].map((ends_at, index) => ({
      severity: "major",
      title: index === 0 ? OLD : "Lately",
      starts_at: later(ends_at, -3_600),
      ends_at,
      service_ids: [service],
    })),
  );
  const grant = await systemGrant(database, subdomain);
  await database.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  const made = await api.post(`/status_pages/${subdomain}/info_notices`, {
    info_notice: { title: NOTICE, updates: [{ description: `We ${NOTICE}` }] },
  });
  const { id: notice, featured_from } = made.json<{
    info_notice: { id: number; featured_from: string };
  }>().info_notice;
  const day = ended.slice(0, "YYYY-MM-DD".length);
  const all = representationsOf(subdomain, { service, incident, notice, day });
  const viewer = await mintUser(database, organization.id, "viewer");
  const change = async (status_page: object) => {
    const path = `/orgs/${organization.id}/status_pages/${subdomain}`;
    expect((await api.put(path, { status_page })).status).toBe(200);
  };
  const changeNotice = async (info_notice: object) => {
    const path = `/status_pages/${subdomain}/info_notices/${notice}`;
    expect((await api.put(path, { info_notice })).status).toBe(200);
  };
  const hide = async ({ set, notice: fields }: Hiding) => {
    if (set) await change(set);
    if (fields) await changeNotice(fields);
  };
  const show = async () => {
    await change(SHOWN);
    await changeNotice({ featured_from });
  };
  const read = (paths = all, headers = {}) => readAll(server, subdomain, paths, headers);
  return { organization, viewer, all, hide, show, read, before: await read() };
}

const shownOf = oncePerWorker(mintShown);
type Shown = Awaited<ReturnType<typeof mintShown>>;
type Answers = Shown["before"];

const pathsOf = (all: Shown["all"]) => all.map(({ path }) => path);
const showing = (answers: Answers, marker: RegExp) =>
  [...answers].filter(([, { text }]) => marker.test(text)).map(([path]) => path);
const withStatus = (answers: Answers, paths: string[], is: (status: number) => boolean) =>
  paths.filter((path) => is(answers.get(path)?.status ?? 0));

for (const [name, hiding] of Object.entries(HIDING)) {
  const { marker, gone, with_key } = hiding;
  test(`what ${name} hides is in no representation of the page, and at no address`, async ({
    server,
    database,
  }) => {
    test.slow();
    const { all, hide, show, read, before, viewer, organization } = await shownOf({
      database,
      server,
    });
    const theirs = pathsOf(all.filter(({ route, path }) => gone(route, path)));
    const shown = showing(before, marker);
    expect(withStatus(before, theirs, (status) => status !== 200)).toEqual([]);
    expect(shown.length + theirs.length, "where it shows").toBeGreaterThan(0);

    await hide(hiding);
    const reads = all.filter(({ route }) => API_ROUTES.includes(route));
    const hidden = await read();
    const asViewer = await read(reads, { authorization: viewer.key });
    const asEditor = await read(reads, { authorization: organization.keys.editor });
    await show();
    for (const answers of [hidden, asViewer]) {
      expect(showing(answers, marker)).toEqual([]);
      const asked = theirs.filter((path) => answers.has(path));
      expect(withStatus(answers, asked, (status) => status !== 404)).toEqual([]);
    }
    if (!with_key) return;
    // Summaries are what visitors see, whoever asks.
    const managed = pathsOf(reads).filter((path) => shown.includes(path) && !/summary/.test(path));
    expect(managed.length).toBeGreaterThan(0);
    expect(managed.filter((path) => !showing(asEditor, marker).includes(path))).toEqual([]);
  });
}
