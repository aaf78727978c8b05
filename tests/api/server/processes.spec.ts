import { isRunning } from "#lib/platform/postgres/postmaster.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { apiOf } from "#tests/support/http/api.ts";
import type { Response } from "#tests/support/http/http.ts";
import { makeUsedHome } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksIn, looksUntil } from "#tests/support/server/looks.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const KILLS = 5;
const PACE_MS = 5;
// Twice and more of what is promised, since other programs run here, too.
const READINESS_LOOKS = looksIn(5_000);
const CALL_MS = 10_000;

const test = base.extend<{ own: TestServer }>({
  own: async ({ databaseUrl, database }, use) => {
    await database.selectFrom("organizations").select("id").limit(1).execute();
    const env = { APP_SECRET, ALLOW_PRIVATE_TARGETS: "1" };
    const server = await startServer({ databaseUrl, env });
    await use(server);
    const app = server.pidOf("app");
    for (const pid of [app, server.pid]) if (pid) process.kill(pid, "SIGCONT");
    await server.stop();
  },
});

// A database of their own: another server's worker might do what these workers are to do.
test.use({ serverEnv: { ALLOW_PRIVATE_TARGETS: "1" } });
test.skip(process.platform !== "linux", "processes are found in /proc");

/** Reads a page over and over, whatever happens meanwhile. @returns how to end it */
function readAllTheTime(server: TestServer, subdomain: string): () => Promise<(number | string)[]> {
  const answers: Promise<number | string>[] = [];
  const timer = setInterval(() => {
    const look = server.visit(subdomain).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    answers.push(look);
  }, PACE_MS);
  return async () => {
    clearInterval(timer);
    return Promise.all(answers);
  };
}

const kill = (server: TestServer, name: "front" | "app" | "worker") => {
  const pid = server.pidOf(name);
  process.kill(pid, "SIGKILL");
  return pid;
};

test("while the app is killed again and again no cached page fails; what is not cached gets 503 until it works again", async ({
  own,
  organization,
}) => {
  const { subdomain } = organization.page;
  expect((await own.visit(subdomain)).status).toBe(200);
  const end = readAllTheTime(own, subdomain);
  const headers = { authorization: organization.keys.editor };
  const read = () => own.request(`/api/v2/status_pages/${subdomain}/services`, { headers });
  for (let round = 1; round <= KILLS; round++) {
    const killed = kill(own, "app");
    const refused: Response[] = [];
    await looksUntil(async () => {
      const answer = await read();
      if (answer.status !== 200) refused.push(answer);
      return answer.status === 200 && own.pidOf("app") !== killed;
    });
    expect(refused.length).toBeGreaterThan(0);
    // By the front, or by an app that is back and has no connection to the database yet.
    for (const { status, headers } of refused)
      expect([status, headers["retry-after"]]).toEqual([503, expect.stringMatching(/^[12]$/)]);
  }
  const answers = await end();
  expect(answers.length).toBeGreaterThan(KILLS * 20);
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);
});

test("whoever posts sees it on the very next read, though the supervisor passes nothing on", async ({
  own,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const api = apiOf(own, organization.keys.editor);
  const cached = async () => (await own.visit(subdomain)).headers["cache-status"];
  expect([await cached(), await cached()].at(-1)).toBe("allclear; hit");
  process.kill(own.pid, "SIGSTOP");
  for (const title of ["Checkout is down", "Search is down", "Mail is down"]) {
    const incident = { title, type: "minor", service_ids: [service] };
    const posted = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
    expect(posted.status).toBe(201);
    expect(posted.headers).not.toHaveProperty("x-allclear-changes");
    expect((await own.visit(subdomain)).text).toContain(title);
  }
});

test("while the app says nothing cached pages go on, readiness says so and calls are refused; all goes on when it does", async ({
  own,
  organization,
}) => {
  const { subdomain } = organization.page;
  const headers = { authorization: organization.keys.editor, connection: "close" };
  const read = () => own.request(`/api/v2/status_pages/${subdomain}/services`, { headers });
  expect([(await own.visit(subdomain)).status, (await read()).status]).toEqual([200, 200]);
  const app = own.pidOf("app");
  process.kill(app, "SIGSTOP");
  const end = readAllTheTime(own, subdomain);
  const started = performance.now();
  const readiness = async () => own.request("/readyz", { headers: { connection: "close" } });
  expect(await looksUntil(async () => (await readiness()).status === 503)).toBeLessThan(
    READINESS_LOOKS,
  );
  expect((await readiness()).json()).toEqual({ status: "unavailable", app: false });
  expect((await own.request("/healthz")).status).toBe(200);
  const refused = await read();
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
  expect(performance.now() - started).toBeLessThan(CALL_MS);
  process.kill(app, "SIGCONT");
  await looksUntil(async () => (await read()).status === 200);
  expect(own.pidOf("app")).toBe(app);
  const answers = await end();
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);
});

test("a front that is killed is back, with its saved copies and all that was acknowledged", async ({
  own,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const path = `/api/v2/status_pages/${subdomain}`;
  const headers = { authorization: organization.keys.editor };
  for (const title of ["First", "Second", "Third"]) {
    const body = { incident: { title, type: "minor", service_ids: [service] } };
    const posted = await own.request(`${path}/incidents`, { method: "POST", headers, body });
    expect(posted.status).toBe(201);
    const killed = kill(own, "front");
    const isBack = async () =>
      own.pidOf("front") !== killed && (await own.request("/healthz").catch(() => null)) !== null;
    expect(await looksUntil(isBack)).toBeLessThan(looksIn(10_000));
    const summary = await own.request(`${path}/summary`);
    expect([summary.status, summary.text.includes(title)]).toEqual([200, true]);
  }
});

test("a worker that is killed is started again, and what is posted meanwhile is delivered", async ({
  own,
  organization,
  service,
  database,
  receiver,
}) => {
  const { id, subdomain } = organization.page;
  await mintWebhook(database, id, { url: receiver.url });
  const headers = { authorization: organization.keys.editor };
  await expect.poll(() => own.pidOf("worker")).toBeGreaterThan(0);
  kill(own, "worker");
  const body = { incident: { title: "Told", type: "minor", service_ids: [service] } };
  const path = `/api/v2/status_pages/${subdomain}/incidents`;
  expect((await own.request(path, { method: "POST", headers, body })).status).toBe(201);
  await receiver.nth(1);
});

test("what a killed supervisor leaves ends by itself, its database too, and the next start works", async () => {
  const home = await makeUsedHome();
  const server = await home.start();
  await expect.poll(() => server.pidOf("worker")).toBeGreaterThan(0);
  const pids = (["front", "app", "worker"] as const).map((name) => server.pidOf(name));
  expect((await server.visit("acme")).status).toBe(200);
  await server.stop("SIGKILL");
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  await expect.poll(() => home.postmaster()).toBeNull();
  const next = await home.start(server.port);
  expect((await next.visit("acme")).status).toBe(200);
  await next.stop();
  expect(await home.postmaster()).toBeNull();
});

test("only a front speaks for clients: nobody else can say who they are, or ask what fronts ask", async ({
  server,
  organization,
  database,
}) => {
  const closed = await mintPage(database, organization.id, { restricted_ips: "192.0.2.1" });
  const forged = {
    "x-allclear-address": "192.0.2.1",
    "x-allclear-request-id": "forged",
    "x-allclear-own-host": "1",
  };
  expect((await server.visit(closed.subdomain, "/", { headers: forged })).status).toBe(403);
  const { subdomain } = organization.page;
  await mintService(database, organization.page.id);
  for (const ask of ["alive", "readiness", "listen", "render", "call", "screen", "nonsense"])
    for (const path of ["/sign-in", `/api/v2/status_pages/${subdomain}/services`, "/nothing"]) {
      const plain = await server.request(path);
      const headers = { ...forged, "x-allclear-ask": ask };
      const answer = await server.request(path, { headers });
      expect([answer.status, answer.headers["content-type"]], `${ask} ${path}`).toEqual([
        plain.status,
        plain.headers["content-type"],
      ]);
      expect(answer.headers["x-request-id"]).not.toBe("forged");
    }
  const answers = [
    await server.visit(subdomain),
    await server.visit(closed.subdomain),
    await server.request(`/api/v2/status_pages/${subdomain}/services`, {
      headers: { authorization: organization.keys.editor },
    }),
  ];
  for (const { headers } of answers)
    expect(Object.keys(headers).filter((name) => name.startsWith("x-allclear"))).toEqual([]);
});
