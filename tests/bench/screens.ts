import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import { NAVIGATION } from "#app/(admin)/_shell/navigation.ts";
import { type Db, patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { arrive } from "#tests/support/browser/admin.ts";
import { browser, unpackBrowser } from "#tests/support/browser/browser.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import type { Bench } from "./bench.ts";
import { percentile } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";
import { auditRows, FOUND, incidents, services, subscriptions } from "./rows.ts";

const READS = 40;
const WARM_UP = 5;
const GOAL = 3;
const MAX_SCRIPT_KB = 200;

type Size = { incidents: number; subscriptions: number; services: number; audit: number };

const FEW: Size = { incidents: 100, subscriptions: 100, services: 100, audit: 100 };
const MANY: Size = { incidents: 10_000, subscriptions: 100_000, services: 1_000, audit: 100_000 };

type Tenant = Minted & { service: number; incident: number };

async function prepare(db: Db, size: Size): Promise<Tenant> {
  const minted = await mintOrganization(db);
  const service = await mintService(db, minted.page.id, { name: "Checkout" });
  const statements = [
    ...services(size.services, minted, service),
    ...incidents(size.incidents, minted, service),
    ...subscriptions(size.subscriptions, minted, service),
    ...auditRows(size.audit, minted, service),
  ];
  for (const statement of statements) await statement.execute(db);
  const { id: incident } = await db
    .selectFrom("incidents")
    .select("id")
    .where("status_page_id", "=", minted.page.id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...minted, service, incident };
}

/** The screens below a page that no entry of the navigation leads to, and lists that are searched. */
const MORE: ((tenant: Tenant) => string)[] = [
  () => "incidents/new",
  () => "incidents?query=Trouble%2077",
  ({ incident }) => `incidents/${incident}`,
  ({ incident }) => `incidents/${incident}/edit`,
  () => "maintenance/new",
  () => "services/new",
  ({ service }) => `services/${service}`,
  () => `subscribers?query=${FOUND}`,
  () => "subscribers/new",
];

function screens(): { name: string; path: (tenant: Tenant) => string }[] {
  const listed = NAVIGATION.flatMap((group) => group.screens).filter(({ exists }) => exists);
  const begin = {
    page: ({ page }: Tenant) => `/pages/${page.subdomain}/`,
    organization: ({ id }: Tenant) => `/organizations/${id}/`,
    person: () => "/",
  };
  return [
    ...listed.map(({ scope, path }) => ({
      name: path || scope,
      path: (tenant: Tenant) => `${begin[scope](tenant)}${path}`.replace(/\/$/, ""),
    })),
    ...MORE.map((path) => ({
      name: path({ service: 0, incident: 0 } as Tenant).replace("/0", "/{id}"),
      path: (tenant: Tenant) => begin.page(tenant) + path(tenant),
    })),
  ];
}

async function signIn(context: BrowserContext, bench: Bench, { owner }: Tenant): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${bench.url}/sign-in`);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await page.close();
  const cookies = await context.cookies(bench.url);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function read(address: string, cookie: string): Promise<number> {
  const before = performance.now();
  const answer = await fetch(address, { headers: { cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return performance.now() - before;
}

type InBrowser = { script_kb: number; paint_ms: number };

/** Bytes of the scripts of a first load, and the longest of some interactions until it is seen. */
async function inBrowser(context: BrowserContext, address: string): Promise<InBrowser> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  client.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const script_kb = bytes / 1024;
  const paint_ms = await interact(page);
  await page.close();
  return { script_kb, paint_ms };
}

async function pressPalette(page: Page): Promise<void> {
  await arrive(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("serv");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** Opens the palette, types, goes down, closes it, and presses Tab as often. @returns ms */
async function interact(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest_ms: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        seen.longest_ms = Math.max(seen.longest_ms, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  // A person's own screens are of no page: they have no palette.
  if (new URL(page.url()).pathname !== "/account") await pressPalette(page);
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("Tab");
  // Entries arrive with the frame after the interaction.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return page.evaluate(
    () => (window as unknown as { seen: { longest_ms: number } }).seen.longest_ms,
  );
}

type Sides = { bench: Bench; few: Tenant; many: Tenant; cookies: [string, string] };

async function serverTimes(path: (tenant: Tenant) => string, sides: Sides) {
  const { bench, few, many, cookies } = sides;
  const times: [number[], number[]] = [[], []];
  for (let n = -WARM_UP; n < READS; n += 1) {
    const pair = [
      await read(bench.url + path(few), cookies[0]),
      await read(bench.url + path(many), cookies[1]),
    ] as const;
    if (n >= 0) for (const side of [0, 1] as const) times[side].push(pair[side]);
  }
  return { few_ms: percentile(times[0], 95), many_ms: percentile(times[1], 95) };
}

/**
 * Every admin screen with 100 rows and with 10,000 incidents, 100,000 subscriptions and audit rows
 * and 1,000 services, read in turn; its scripts, and how long a key takes to be seen, with many.
 */
export async function measureScreens(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  const [few, many] = [await prepare(db, FEW), await prepare(db, MANY)];
  // As autovacuum leaves them: some counts read the index alone.
  await sql`vacuum (analyze)`.execute(db);
  await db.destroy();
  await unpackBrowser();
  const chrome = await chromium.launch(browser());
  const goals: Goal[] = [];
  try {
    const contexts = [await chrome.newContext(), await chrome.newContext()] as const;
    const cookies: [string, string] = [
      await signIn(contexts[0], bench, few),
      await signIn(contexts[1], bench, many),
    ];
    for (const { name, path } of screens()) {
      const { few_ms, many_ms } = await serverTimes(path, { bench, few, many, cookies });
      const { script_kb, paint_ms } = await inBrowser(contexts[1], bench.url + path(many));
      const ratio = many_ms / few_ms;
      goals.push({
        what: `screen ${name}: p95 ${few_ms.toFixed(0)} ms with few rows, ${many_ms.toFixed(0)} with many: ${ratio.toFixed(2)} times; goal ≤ ${GOAL}`,
        met: ratio <= GOAL,
      });
      say("screens", `${name}: a key is seen after at most ${paint_ms.toFixed(0)} ms`);
      goals.push({
        what: `screen ${name}: ${script_kb.toFixed(0)} KB of scripts; goal ≤ ${MAX_SCRIPT_KB}`,
        met: script_kb <= MAX_SCRIPT_KB,
      });
    }
  } finally {
    await chrome.close();
  }
  verdict(goals);
}
