import { readFileSync } from "node:fs";
import { get } from "node:http";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";
import type { Response } from "#tests/support/http/http.ts";
import { type LiveStream, openLive } from "#tests/support/http/live.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const LIMIT = 100;
// With a proxy in front, as far as the server knows, a test can be a client of its own.
const serverEnv = { FRONTS: "2", APPS: "2", RATE_LIMIT_PUBLIC: `${LIMIT}`, TRUST_PROXY: "1" };

test.use({ serverEnv });
test.skip(process.platform !== "linux", "processes are found in /proc");

const READS = 24;
const ROUNDS = 5;

/** Each process begins the names of its requests in its own way. */
function frontOf({ headers }: Pick<Response, "headers">): string {
  return String(headers["x-request-id"]).split("-")[0] ?? "";
}

/** Reads of one path at once, each on a connection of its own. */
function readOften(server: TestServer, subdomain: string, path = "/"): Promise<Response[]> {
  const headers = { connection: "close" };
  const read = () => server.visit(subdomain, path, { headers });
  return Promise.all(Array.from({ length: READS }, read));
}

const frontsIn = (answers: Pick<Response, "headers">[]) => new Set(answers.map(frontOf)).size;

/** The same until both fronts have answered. */
async function readThroughBoth(server: TestServer, subdomain: string): Promise<Response[]> {
  const answers: Response[] = [];
  while (frontsIn(answers) < 2) answers.push(...(await readOften(server, subdomain)));
  return answers;
}

/** How many apps answer, asked past the fronts. */
async function countApps(server: TestServer): Promise<number> {
  const answers = server.pidsOf("app").map((pid) => {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const socketPath = commandLine.find((part) => part.startsWith("--socket="))?.slice(9);
    return new Promise<boolean>((resolve) => {
      const asked = get({ socketPath, headers: { "x-allclear-ask": "alive" } });
      asked.once("response", () => resolve(true)).once("error", () => resolve(false));
    });
  });
  return (await Promise.all(answers)).filter(Boolean).length;
}

/** Until both fronts and both apps answer. */
async function untilComplete(server: TestServer, subdomain: string): Promise<void> {
  await looksUntil(async () => (await countApps(server)) === 2);
  await looksUntil(async () => server.pidsOf("front").length === 2);
  await readThroughBoth(server, subdomain);
}

async function killOne(server: TestServer, name: "front" | "app"): Promise<number> {
  const [pid = 0] = server.pidsOf(name);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(pid), { intervals: [5] }).toBe(false);
  return pid;
}

test("the very next read of whoever posted shows it through each front", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await untilComplete(server, subdomain);
  for (let round = 1; round <= ROUNDS; round++) {
    const title = `Round ${round}`;
    await readThroughBoth(server, subdomain);
    const incident = { title, type: "minor", service_ids: [service] };
    expect((await api.post(`/status_pages/${subdomain}/incidents`, { incident })).status).toBe(201);
    const answers = await readThroughBoth(server, subdomain);
    expect(answers.filter(({ status, text }) => status !== 200 || !text.includes(title))).toEqual(
      [],
    );
  }
});

test("both apps answer, and what one of them was told of access the other knows", async ({
  server,
  organization,
  api,
}) => {
  const { subdomain } = organization.page;
  await untilComplete(server, subdomain);
  const headers = { authorization: organization.keys.editor };
  const path = `/api/v2/status_pages/${subdomain}/services`;
  const ask = async () =>
    Promise.all(Array.from({ length: READS }, () => server.request(path, { headers })));
  expect((await ask()).filter(({ status }) => status !== 200)).toEqual([]);
  const admin = api.as(organization.keys.owner);
  const { id } = organization;
  const keys = (await admin.get(`/orgs/${id}/api_keys`)).json<{
    api_keys: { id: number; role: string }[];
  }>();
  const key = keys.api_keys.find(({ role }) => role === "editor")?.id;
  expect((await admin.delete(`/orgs/${id}/api_keys/${key}`)).status).toBe(200);
  expect((await ask()).filter(({ status }) => status !== 401)).toEqual([]);
});

test("a client may not do more in all than one front would let it", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  await untilComplete(server, subdomain);
  const headers = { connection: "close", "x-forwarded-for": "192.0.2.1" };
  const path = `/api/v2/status_pages/${subdomain}/summary`;
  const read = () => server.request(path, { headers });
  let accepted = 0;
  const refusing = new Set<string>();
  await looksUntil(async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, read));
    for (const answer of answers) {
      if (answer.status === 200) accepted += 1;
      else refusing.add(frontOf(answer));
    }
    return refusing.size === 2;
  });
  expect(accepted).toBeGreaterThanOrEqual(LIMIT);
  expect(accepted).toBeLessThan(2 * LIMIT);
});

test("whoever looks at a page hears of its change, whichever front they are connected to", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await untilComplete(server, subdomain);
  const host = `${subdomain}.localhost:${server.port}`;
  const streams: LiveStream[] = [];
  while (streams.length < READS && frontsIn(streams) < 2)
    streams.push(await openLive(server, host, "/live"));
  expect(frontsIn(streams)).toBe(2);
  await Promise.all(streams.map((stream) => stream.next(/retry: \d+\n\n/)));
  const incident = { title: "Down", type: "major", service_ids: [service] };
  expect((await api.post(`/status_pages/${subdomain}/incidents`, { incident })).status).toBe(201);
  await Promise.all(streams.map((stream) => stream.next(/event: change\ndata: .*\n\n/)));
  for (const stream of streams) stream.close();
});

test("while a killed front is away the other serves, and it comes back alone", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  for (let round = 1; round <= 3; round++) {
    await untilComplete(server, subdomain);
    const before = server.pidsOf("front");
    const apps = server.pidsOf("app");
    const killed = await killOne(server, "front");
    const answers: Response[] = [];
    await looksUntil(async () => {
      answers.push(...(await readOften(server, subdomain)));
      return server.pidsOf("front").length === 2 && frontsIn(answers.slice(-READS)) === 2;
    });
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const after = server.pidsOf("front");
    expect(after).not.toContain(killed);
    expect(after).toEqual(expect.arrayContaining(before.filter((pid) => pid !== killed)));
    expect(server.pidsOf("app")).toEqual(apps);
  }
});

test("while an app is killed or says nothing the other does its work", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const headers = { authorization: organization.keys.editor };
  const path = `/api/v2/status_pages/${subdomain}/services`;
  const call = async () => (await server.request(path, { headers })).status;
  await untilComplete(server, subdomain);
  const works = async () => {
    const calls = await Promise.all(Array.from({ length: READS }, call));
    return calls.every((status) => status === 200);
  };
  await killOne(server, "app");
  // A front may not have seen yet that the other one can be asked.
  await looksUntil(works);
  expect(await countApps(server)).toBe(1);
  await untilComplete(server, subdomain);
  const [stopped = 0] = server.pidsOf("app");
  process.kill(stopped, "SIGSTOP");
  try {
    await looksUntil(works);
    expect((await server.request("/readyz")).status).toBe(200);
  } finally {
    process.kill(stopped, "SIGCONT");
  }
});
