import { mkdtemp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { type Minted, mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/expect.ts";
import { makeUsedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { run } from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";

const LONG_AGO = "2026-01-01T00:00:00";

/** A page with an incident and a notice about one service, and a private service beside it. */
type Published = {
  id: number;
  subdomain: string;
  service: number;
  hidden: number;
  incident: number;
  update: number;
  notice: number;
};

type Change = (page: Published) => [method: string, path: string, body?: object];

const settings =
  (status_page: object): Change =>
  ({ subdomain }) => [
    "PUT",
    `/orgs/${organization.id}/status_pages/${subdomain}`,
    { status_page: { ...status_page } },
  ];
const of =
  (path: (page: Published) => string, method: string, body?: (page: Published) => object): Change =>
  (page) => [method, `/status_pages/${page.subdomain}/${path(page)}`, body?.(page)];

const service = ({ service: id }: Published) => `services/${id}`;
const incident = ({ incident: id }: Published) => `incidents/${id}`;
const update = (page: Published) => `${incident(page)}/updates/${page.update}`;
const notice = ({ notice: id }: Published) => `info_notices/${id}`;

const WITHDRAWING: Record<string, Change> = {
  "the page is for members only": settings({ member_restricted: true }),
  "the page is for some addresses only": settings({ restricted_ips: "192.0.2.1" }),
  "the page has another address": (page) =>
    settings({ subdomain: `${page.subdomain}-moved` })(page),
  "the page is deleted": ({ subdomain }) => [
    "DELETE",
    `/orgs/${organization.id}/status_pages/${subdomain}`,
  ],
  "a service becomes private": of(service, "PUT", () => ({ service: { private: true } })),
  "a service moves below a private one": of(service, "PUT", ({ hidden }) => ({
    service: { parent_id: hidden },
  })),
  "a service is deleted": of(service, "DELETE"),
  "an incident is deleted": of(incident, "DELETE"),
  "an incident concerns private services only": of(incident, "PUT", ({ hidden }) => ({
    incident: { service_ids: [hidden] },
  })),
  "an update is deleted": of(update, "DELETE"),
  "a text is edited out of an update": of(update, "PUT", () => ({
    update: { description: "Some" },
  })),
  "an update is edited together with its incident": of(incident, "PUT", (page) => ({
    incident: { updates: [{ id: page.update, description: "Some" }] },
  })),
  "an incident has another title": of(incident, "PUT", ({ service: id }) => ({
    incident: { title: "Corrected", service_ids: [id] },
  })),
  "a notice has another title": of(notice, "PUT", () => ({ info_notice: { title: "Corrected" } })),
  "a service is renamed": of(service, "PUT", () => ({ service: { name: "Renamed" } })),
  "the page has another name": settings({ name: "Renamed" }),
  "notices are switched off": settings({ info_notices_enabled: false }),
  "the history is shorter": settings({ history_limit_days: 30 }),
  "uptime is not shown": settings({ display_uptime_graph: false }),
  "a service shows no graph": of(service, "PUT", () => ({
    service: { display_uptime_graph: false },
  })),
  "a notice is deleted": of(notice, "DELETE"),
  "a notice concerns private services only": of(notice, "PUT", ({ hidden }) => ({
    info_notice: { service_ids: [hidden] },
  })),
};

const KEEPING: Record<string, Change> = {
  "the page has another colour": settings({ link_color: "aa0000" }),
  "the page is said to be for everybody once more": settings({
    member_restricted: false,
    restricted_ips: "",
  }),
  "a text is added to": of(update, "PUT", () => ({ update: { description: "Something more" } })),
  "an incident is of another type": of(incident, "PUT", () => ({ incident: { type: "minor" } })),
  "an update is posted": of(
    (page) => `${incident(page)}/updates`,
    "POST",
    () => ({ update: { type: "resolved", description: "Over" } }),
  ),
};

const env = { APP_SECRET };
let dataDir: string;
let postgres: Embedded;
let first: TestServer;
let second: TestServer;
let organization: Minted;

const startFirst = () => startServer({ databaseUrl: postgres.url, env, dataDir });

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const home = await makeUsedHome();
  dataDir = await mkdtemp(join(run().folder, "server-"));
  const port = String(await ownPort());
  postgres = await startEmbedded({ dataDir: home.dataDir, settings: { port, fsync: "off" } });
  provideEnv({ DATABASE_URL: postgres.url, APP_SECRET });
  organization = await mintOrganization(database());
  first = await startFirst();
  second = await startServer({ databaseUrl: postgres.url, env });
});

test.afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await closeDatabase();
  await postgres?.stop();
});

async function send(method: string, path: string, body?: object) {
  const headers = { authorization: organization.keys.owner };
  const answer = await second.request(`/api/v2${path}`, { method, headers, body });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer;
}

async function publish(): Promise<Published> {
  const { id, subdomain } = await mintPage(database(), organization.id);
  await database()
    .updateTable("status_pages")
    .set({ withdrawn_at: LONG_AGO })
    .where("id", "=", id)
    .execute();
  const service = { name: "Checkout", display_uptime_graph: true };
  const visible = await mintService(database(), id, service);
  const hidden = await mintService(database(), id, { name: "Inside", private: true });
  const common = { service_ids: [visible], updates: [{ description: "Something" }] };
  const made = await send("POST", `/status_pages/${subdomain}/incidents`, {
    incident: { ...common, title: "Down", type: "major" },
  });
  const told = await send("POST", `/status_pages/${subdomain}/info_notices`, {
    info_notice: { ...common, title: "Read this", featured_from: LONG_AGO },
  });
  const { id: incident_id, updates } = made.json<{
    incident: { id: number; updates: { id: number }[] };
  }>().incident;
  const { id: notice_id } = told.json<{ info_notice: { id: number } }>().info_notice;
  return {
    id,
    subdomain,
    service: visible,
    hidden,
    incident: incident_id,
    update: updates[0]?.id ?? 0,
    notice: notice_id,
  };
}

type Pages = [what: string, page: Published][];

/** What each page answers at its own address, its incident's and its notice's. */
async function statuses(server: TestServer, pages: Pages): Promise<object> {
  const answers: Record<string, number[]> = {};
  for (const [what, page] of pages) {
    const paths = ["/", `/${incident(page)}`, `/${notice(page)}`];
    const visits = await Promise.all(paths.map((path) => server.visit(page.subdomain, path)));
    answers[what] = visits.map(({ status }) => status);
  }
  return answers;
}

const each = (pages: Pages, status: number) =>
  Object.fromEntries(pages.map(([what]) => [what, [status, status, status]]));

function publishEach(changes: Record<string, Change>): Promise<Pages> {
  return Promise.all(Object.keys(changes).map(async (what) => [what, await publish()]));
}

async function make(changes: Record<string, Change>, pages: Pages): Promise<void> {
  await Promise.all(pages.map(([what, page]) => send(...(changes[what] as Change)(page))));
}

/** Which of the pages have copies on the first server's disk. */
async function saved(pages: Pages): Promise<string[]> {
  const files = await readdir(join(dataDir, "pages"));
  const tags = new Set(files.map((file) => file.split(".")[1]));
  return pages.filter(([, { id }]) => tags.has(`page-${id}`)).map(([what]) => what);
}

test("what is withdrawn leaves no copy in a process that did not run at the time; whatever else changes leaves them all", async () => {
  const withdrawn = await publishEach(WITHDRAWING);
  const kept = await publishEach(KEEPING);
  const all = [...withdrawn, ...kept];
  await expect.poll(() => statuses(first, all)).toEqual(each(all, 200));
  await expect.poll(() => saved(all)).toEqual(all.map(([what]) => what));
  await first.stop();
  await make(WITHDRAWING, withdrawn);
  await make(KEEPING, kept);
  first = await startFirst();
  await expect.poll(() => saved(all)).toEqual(kept.map(([what]) => what));
});

test("while a node's apps do not answer, its front shows nothing that was withdrawn; whatever else changed is shown as it last was", async () => {
  test.skip(process.platform !== "linux", "processes are found in /proc");
  const withdrawn = await publishEach(WITHDRAWING);
  const kept = await publishEach(KEEPING);
  const all = [...withdrawn, ...kept];
  await expect.poll(() => statuses(first, all)).toEqual(each(all, 200));
  await expect.poll(() => saved(all)).toEqual(all.map(([what]) => what));
  const apps = first.pidsOf("app");
  expect(apps.length).toBeGreaterThan(0);
  for (const pid of apps) process.kill(pid, "SIGSTOP");
  try {
    await make(WITHDRAWING, withdrawn);
    await make(KEEPING, kept);
    await expect.poll(() => statuses(first, withdrawn)).toEqual(each(withdrawn, 503));
    expect(await statuses(first, kept)).toEqual(each(kept, 200));
    await expect.poll(() => saved(all)).toEqual(kept.map(([what]) => what));
  } finally {
    for (const pid of apps) process.kill(pid, "SIGCONT");
  }
});

test("with the database gone no process shows what was withdrawn while it heard of it; whatever else changed is shown as it last was", async () => {
  const withdrawn = await publishEach(WITHDRAWING);
  const kept = await publishEach(KEEPING);
  const all = [...withdrawn, ...kept];
  for (const server of [first, second]) expect(await statuses(server, all)).toEqual(each(all, 200));
  await make(WITHDRAWING, withdrawn);
  await make(KEEPING, kept);
  await expect.poll(() => saved(withdrawn)).toEqual([]);
  await closeDatabase();
  await postgres.stop();
  for (const server of [first, second]) {
    await looksUntil(async () => (await server.request("/readyz")).status === 503);
    expect(await statuses(server, withdrawn)).toEqual(each(withdrawn, 503));
    expect(await statuses(server, kept)).toEqual(each(kept, 200));
  }
});
