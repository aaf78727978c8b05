import { NOTHING, PAGE_ROUTES } from "#lib/public-routes/pages.ts";
import { API_ROUTES } from "#lib/public-routes/reads.ts";
import { isSecret, type PublicRoute } from "#lib/public-routes/route.ts";
import {
  ADDRESS,
  CONCERNS,
  type Concern,
  concernsIn,
  type GatedPage,
  type GatedWorld,
  mintGatedWorld,
  type Records,
  STATES,
  type State,
} from "#tests/support/gated-world.ts";
import type { Response } from "#tests/support/http.ts";
import type { TestServer } from "#tests/support/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const test = base.extend<object, { world: GatedWorld }>({
  serverEnv: [{ TRUST_PROXY: "1" }, { scope: "worker" }],
  world: [
    async ({ database, server }, use) => use(await mintGatedWorld(database, server)),
    { scope: "worker", timeout: 60_000 },
  ],
});

/** What need not show any record. What it does show is looked at all the same. */
const BARE = new Set([
  "/day",
  "/access",
  "/access/feeds",
  "/icon.svg",
  "/robots.txt",
  // States and pictures of words, which name nothing where much is wrong.
  "/og.png",
  "/badge.svg",
  "/services/[id]/badge.svg",
  "/embed/frame",
  "/llms.txt",
  "/api/v2/status.json",
  "/api/v2/subscribers.json",
  // Days and numbers.
  "/services/[id]/uptime.csv",
  "/status_pages/[subdomain]/services/[service_id]/uptime",
  "/images/[file]",
  "/incidents/[id]/og.png",
  "/session",
  "/session/end",
  "/session/[token]",
  // What their links tell, they tell whoever has them: of one subscription.
  "/subscribe/confirm/[token]",
  "/manage",
  "/manage/[token]",
  "/unsubscribe/[token]",
  "/status_pages/[subdomain]/status",
]);

const ALL: readonly Concern[] = CONCERNS;
const PUBLIC: readonly Concern[] = ["whole", "granted", "grouped"];
const GRANTED: readonly Concern[] = ["whole", "granted"];
const NONE: readonly Concern[] = [];

type Visitor = {
  name: string;
  /** Where they ask: on the page's own host, or at the application. */
  at: "page" | "application";
  headers: Record<string, string>;
  /** What they may see of a page in each state. */
  sees: Record<State, readonly Concern[]>;
};

function onlyOpen(restricted_ips: readonly Concern[]): Visitor["sees"] {
  return { open: PUBLIC, member_restricted: NONE, restricted_ips };
}

function visitorsOf({ organization, people, cookies, accounts }: GatedWorld): Visitor[] {
  const here = { "x-forwarded-for": ADDRESS.right };
  const away = { "x-forwarded-for": ADDRESS.wrong };
  const both = (name: string, headers: Record<string, string>, sees: Visitor["sees"]) =>
    (["page", "application"] as const).map((at) => ({ name, at, headers, sees }));
  const byCookie = (at: Visitor["at"], name: string, cookie: string, sees: Visitor["sees"]) => ({
    name,
    at,
    headers: { cookie, ...away },
    sees,
  });
  const viewing = (member_restricted: readonly Concern[]) => ({
    ...onlyOpen(NONE),
    member_restricted,
  });
  const managing = { open: PUBLIC, member_restricted: ALL, restricted_ips: ALL };
  // A page's session is good for that page alone.
  const onOne = { ...managing, restricted_ips: NONE };
  return [
    ...both("nobody, at a wrong address", away, onlyOpen(NONE)),
    ...both("nobody, at the right address", here, onlyOpen(PUBLIC)),
    ...[ADDRESS.mapped, ADDRESS.v6, `198.51.100.7, ${ADDRESS.right}`].map((address) => ({
      name: `nobody, at ${address}`,
      at: "page" as const,
      headers: { "x-forwarded-for": address },
      sees: onlyOpen(PUBLIC),
    })),
    {
      name: "nobody, who claims the right address",
      at: "page",
      headers: { "x-forwarded-for": `${ADDRESS.right}, ${ADDRESS.wrong}` },
      sees: onlyOpen(NONE),
    },
    ...both("a stranger's key", { authorization: people.stranger.key, ...away }, onlyOpen(NONE)),
    ...both(
      "the billing key",
      { authorization: organization.keys.billing, ...away },
      onlyOpen(NONE),
    ),
    ...both(
      "the viewer key",
      { authorization: organization.keys.viewer, ...away },
      viewing(PUBLIC),
    ),
    ...both(
      "the key of a viewer in a group",
      { authorization: people.grouped_viewer.key, ...away },
      viewing(GRANTED),
    ),
    ...both("the editor key", { authorization: organization.keys.editor, ...away }, managing),
    byCookie("page", "a viewer's session of the page", cookies.viewer, viewing(PUBLIC)),
    byCookie(
      "page",
      "the page session of a viewer in a group",
      cookies.grouped_viewer,
      viewing(GRANTED),
    ),
    byCookie("page", "an editor's session of the page", cookies.editor, onOne),
    byCookie("page", "an editor's session of the application", accounts.editor, onlyOpen(NONE)),
    byCookie("application", "an editor's session of the page", cookies.editor, onlyOpen(NONE)),
    byCookie("application", "a viewer's session", accounts.viewer, viewing(PUBLIC)),
    byCookie(
      "application",
      "the session of a viewer in a group",
      accounts.grouped_viewer,
      viewing(GRANTED),
    ),
    byCookie("application", "an editor's session", accounts.editor, managing),
    byCookie("application", "a billing session", accounts.billing, onlyOpen(NONE)),
    byCookie("application", "a stranger's session", accounts.stranger, onlyOpen(NONE)),
  ];
}

type Sample = { path: string; concern: Concern | null };

const RECORDS: Record<string, keyof Records> = {
  service_id: "services",
  incident_id: "incidents",
  info_notice_id: "info_notices",
};

function collectionOf(pattern: string, name: string): keyof Records | undefined {
  const [, kind = ""] = pattern.split("/");
  const isRecord = kind === "services" || kind === "incidents" || kind === "info_notices";
  return RECORDS[name] ?? (name === "id" && isRecord ? kind : undefined);
}

/** Paths that a route has on a page, each with whom the record that it names concerns. */
function samplesOf({ pattern }: PublicRoute, { subdomain, records }: GatedPage): Sample[] {
  const values: Record<string, string> = {
    subdomain,
    day: new Date().toISOString().slice(0, 10),
    month: new Date().toISOString().slice(0, 7),
    year: new Date().toISOString().slice(0, 4),
    token: "x".repeat(32),
    file: "none.png",
  };
  let samples: Sample[] = [{ path: pattern, concern: null }];
  for (const [, name = ""] of pattern.matchAll(/\[(\w+)\]/g)) {
    const collection = collectionOf(pattern, name);
    const ids = collection && Object.entries(records[collection]);
    const value = values[name];
    if (!ids && value === undefined)
      throw new Error(`${pattern}: say here what stands for [${name}]`);
    const choices = ids ?? [[null, value]];
    samples = samples.flatMap(({ path, concern }) =>
      choices.map(([named, chosen]) => ({
        path: path.replace(`[${name}]`, String(chosen)),
        concern: (named as Concern | null) ?? concern,
      })),
    );
  }
  return samples;
}

type Gated = { route: PublicRoute; isApi: boolean };

const GATED: Gated[] = [
  ...[...PAGE_ROUTES, NOTHING].map((route) => ({ route, isApi: false })),
  ...API_ROUTES.map((route) => ({ route, isApi: true })),
].filter(({ route }) => !route.pattern.startsWith("/feeds/[token]"));

const REFUSED = {
  document: [403],
  feed: [403],
  data: [403],
  image: [403],
  form: [303, 403, 404, 405],
};

type Asked = { page: GatedPage; visitor: Visitor; gated: Gated; sample: Sample };

function ask(server: TestServer, { page, visitor, gated, sample }: Asked): Promise<Response> {
  const { headers, at } = visitor;
  if (gated.isApi) {
    const path = `/api/v2${sample.path}`;
    return at === "page"
      ? server.visit(page.subdomain, path, { headers })
      : server.request(path, { headers });
  }
  return at === "page"
    ? server.visit(page.subdomain, sample.path, { headers })
    : server.request(`/s/${page.subdomain}${sample.path === "/" ? "" : sample.path}`, { headers });
}

/** What each path shows to whoever may see everything; on an open page, to everybody. */
async function shownToAll(server: TestServer, world: GatedWorld, page: GatedPage) {
  const [all] = visitorsOf(world).filter(({ name }) => name === "the editor key");
  if (!all) throw new Error("nobody sees everything");
  const shown = new Map<string, Concern[]>();
  const empty: string[] = [];
  for (const gated of GATED) {
    const found = new Set<Concern>();
    for (const sample of samplesOf(gated.route, page)) {
      const { status, text } = await ask(server, { page, visitor: all, gated, sample });
      const concerns = status < 500 ? concernsIn(text) : [];
      shown.set(sample.path, concerns);
      for (const concern of concerns) found.add(concern);
    }
    const { pattern } = gated.route;
    const isBare = BARE.has(pattern) || pattern === NOTHING.pattern;
    if (!isBare && found.size === 0) empty.push(pattern);
  }
  expect(empty, "routes that show nothing to compare with").toEqual([]);
  return shown;
}

function checkSeen(asked: Asked, { status, headers, text }: Response, shown: Concern[]): void {
  const { page, visitor, gated, sample } = asked;
  const { kind, before_gate } = gated.route;
  const who = `${visitor.name} (${visitor.at}) at ${sample.path} of the ${page.state} page`;
  // A key shows more through the API, on an open page too.
  const isManager = gated.isApi && visitor.name === "the editor key";
  const allowed = isManager ? ALL : visitor.sees[page.state];
  const found = concernsIn(text);
  expect(
    found.filter((concern) => !allowed.includes(concern)),
    who,
  ).toEqual([]);
  if (page.state !== "open" && !(gated.isApi && allowed.length === 0))
    expect([headers["cache-control"], headers["cdn-cache-control"]], who).toEqual([
      "private, no-store",
      undefined,
    ]);
  // A path that is made up proves nothing: whatever is said of it, it shows no record.
  if (before_gate || isSecret(gated.route)) return;
  if (allowed.length === 0) {
    expect(REFUSED[kind], `${who}: ${status}`).toContain(status);
    return;
  }
  // Whatever is there for others and not for them is nowhere, too.
  const isTheirs = sample.concern === null || allowed.includes(sample.concern);
  if (!isTheirs) expect([404, 405], `${who}: ${status}`).toContain(status);
  else
    expect(
      shown.filter((concern) => allowed.includes(concern) && !found.includes(concern)),
      who,
    ).toEqual([]);
}

for (const state of STATES) {
  test(`of a page that is ${state}, every route shows every visitor what they may see and nothing else`, async ({
    server,
    world,
  }) => {
    test.setTimeout(180_000);
    const page = world.pages[state];
    const shown = await shownToAll(server, world, page);
    const visitors = visitorsOf(world);
    for (const gated of GATED) {
      for (const sample of samplesOf(gated.route, page)) {
        const asked = visitors.map((visitor) => ({ page, visitor, gated, sample }));
        const answers = await Promise.all(asked.map((each) => ask(server, each)));
        for (const [index, each] of asked.entries())
          checkSeen(each, answers[index] as Response, shown.get(sample.path) ?? []);
      }
    }
  });
}

const OWN_FEEDS = PAGE_ROUTES.filter(({ pattern }) => pattern.startsWith("/feeds/[token]"));

test("a feed of somebody's own shows what its owner may see, whoever asks; a made-up address shows nothing", async ({
  server,
  world: { pages, feeds, accounts },
}) => {
  expect(OWN_FEEDS.length).toBeGreaterThan(0);
  const { subdomain } = pages.member_restricted;
  const owners: [string, readonly Concern[]][] = [
    [feeds.viewer, PUBLIC],
    [feeds.grouped_viewer, GRANTED],
    ["x".repeat(32), NONE],
  ];
  for (const { pattern } of OWN_FEEDS) {
    for (const [token, sees] of owners) {
      const path = pattern.replace("[token]", token);
      const senders: Record<string, string>[] = [{}, { cookie: accounts.editor }];
      for (const headers of senders) {
        const answer = await server.request(`/s/${subdomain}${path}`, { headers });
        expect([answer.status, answer.headers["cache-control"]], path).toEqual([
          sees.length > 0 ? 200 : 404,
          "private, no-store",
        ]);
        // A calendar has no notices.
        const isCalendar = pattern.endsWith(".ics");
        const told = sees.filter((concern) => !(isCalendar && concern === "whole"));
        expect(concernsIn(answer.text), path).toEqual(told);
      }
      for (const other of [pages.open, pages.restricted_ips])
        expect((await server.visit(other.subdomain, path)).status, path).not.toBe(200);
    }
  }
});
