import type { Db } from "#db/index.ts";
import { isSecret, type PublicRoute } from "#lib/core/routes/route.ts";
import { API_ROUTES, NOTHING, PAGE_ROUTES } from "#lib/core/routes/routes.ts";
import { type Sample, samplesOf } from "#tests/support/http/gate-samples.ts";
import {
  ALL,
  GRANTED,
  MANAGER,
  NONE,
  PUBLIC,
  type Visitor,
  visitorsAt,
  visitorsOf,
} from "#tests/support/http/gate-visitors.ts";
import {
  type Concern,
  concernsIn,
  type GatedPage,
  type GatedWorld,
  mintGatedWorld,
  STATES,
} from "#tests/support/http/gated-world.ts";
import type { Response } from "#tests/support/http/http.ts";
import { oncePerWorker } from "#tests/support/server/per-worker.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const worldOf = oncePerWorker(({ database, server }: { database: Db; server: TestServer }) =>
  mintGatedWorld(database, server),
);

const test = base.extend<{ world: GatedWorld }>({
  world: [
    async ({ database, server }, use) => use(await worldOf({ database, server })),
    { timeout: 60_000 },
  ],
});

/** What need not show any record. What it does show is looked at all the same. */
const BARE = new Set([
  "/day",
  "/access",
  "/access/feeds",
  "/icon.svg",
  "/favicon.ico",
  "/apple-touch-icon.png",
  "/robots.txt",
  "/404.json",
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
  "/join/[token]",
  // What their links tell, they tell whoever has them: of one subscription.
  "/subscribe/confirm/[token]",
  "/manage",
  "/manage/[token]",
  "/unsubscribe/[token]",
  "/status_pages/[subdomain]/status",
]);

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

// Nobody is told that there is a draft.
const REFUSED_AS_DRAFT = { ...REFUSED, document: [404], feed: [404], data: [404], image: [404] };

type Asked = { page: GatedPage; visitor: Visitor; gated: Gated; sample: Sample };

function askOnce(server: TestServer, { page, visitor, gated, sample }: Asked): Promise<Response> {
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

const MAX_TRIES = 10;

/** As a client does that is told to come again: here many ask at once. */
async function ask(server: TestServer, asked: Asked): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await askOnce(server, asked);
    if (answer.status !== 503 || tries === MAX_TRIES) return answer;
  }
}

/** What each path shows to whoever may see everything; on an open page, to everybody. */
async function shownToAll(server: TestServer, world: GatedWorld, page: GatedPage) {
  const [all] = visitorsOf(world).filter(({ name }) => name === MANAGER);
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

/** What is wrong with an answer. */
function faultsIn(asked: Asked, { status, headers, text }: Response, shown: Concern[]): string[] {
  const { page, visitor, gated, sample } = asked;
  const { kind, before_gate } = gated.route;
  // A key shows more through the API, on an open page too.
  const isManager = gated.isApi && visitor.name === MANAGER;
  const allowed = isManager ? ALL : visitor.sees[page.state];
  const found = concernsIn(text);
  const faults = found
    .filter((concern) => !allowed.includes(concern))
    .map((concern) => `shows ${concern}`);
  const kept = [headers["cache-control"], headers["cdn-cache-control"]];
  const isPrivate = page.state !== "open" && !(gated.isApi && allowed.length === 0);
  if (isPrivate && (kept[0] !== "private, no-store" || kept[1] !== undefined))
    faults.push(`may be kept: ${kept}`);
  // A path that is made up proves nothing: whatever is said of it, it shows no record.
  if (before_gate || isSecret(gated.route)) return faults;
  // Whatever is there for others and not for them is nowhere, too.
  const isTheirs = sample.concern === null || allowed.includes(sample.concern);
  if (allowed.length === 0) {
    const refused = page.state === "draft" ? REFUSED_AS_DRAFT[kind] : REFUSED[kind];
    if (!refused.includes(status)) faults.push(`is not refused: ${status}`);
  } else if (!isTheirs) {
    if (![404, 405].includes(status)) faults.push(`is there: ${status}`);
  } else
    for (const concern of shown)
      if (allowed.includes(concern) && !found.includes(concern)) faults.push(`hides ${concern}`);
  return faults;
}

/** What is wrong with a route's answers to all visitors, each with who asked for what. */
async function faultsAt(server: TestServer, asked: Asked[], shown: Concern[]): Promise<string[]> {
  const answers = await Promise.all(asked.map((each) => ask(server, each)));
  return asked.flatMap((each, index) => {
    const { visitor, sample, page } = each;
    const who = `${visitor.name} (${visitor.at}) at ${sample.path} of the ${page.state} page`;
    return faultsIn(each, answers[index] as Response, shown).map((fault) => `${who}: ${fault}`);
  });
}

for (const state of STATES) {
  test(`of a page that is ${state}, every route shows every visitor what they may see and nothing else`, async ({
    server,
    world,
  }) => {
    const page = world.pages[state];
    const shown = await shownToAll(server, world, page);
    const visitors = visitorsOf(world);
    // Together: Playwright notes where each of some ten thousand expectations was made.
    const faults: string[] = [];
    // Not the same visitor at the same path in each state.
    let turn = STATES.indexOf(state);
    for (const gated of GATED) {
      for (const sample of samplesOf(gated.route, page)) {
        const asking = visitorsAt(visitors, turn++);
        const asked = asking.map((visitor) => ({ page, visitor, gated, sample }));
        faults.push(...(await faultsAt(server, asked, shown.get(sample.path) ?? [])));
      }
    }
    expect(faults).toEqual([]);
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
