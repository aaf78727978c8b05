import type autocannon from "autocannon";
import { type Db, patientDatabase } from "#db/index.ts";
import { wrapperOf } from "#lib/api/body.ts";
import { MAX_INCIDENT_TYPES } from "#lib/incidents/types/schema.ts";
import { MAX_WEBHOOKS } from "#lib/notifications/webhooks/schema.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintOrganization, mintPage } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { type Operation, operations } from "#tests/support/http/operations.ts";
import type { Bench } from "./bench.ts";
import { cannon, percentile, SECONDS } from "./load.ts";
import { say } from "./print.ts";
import type { Load } from "./wrk.ts";

const BURST = { connections: 20, duration: Math.min(SECONDS, 2) };
const DELETED = 100;

// What may be there only once.
const UNIQUE: Record<string, (n: number) => object> = {
  incident_type: (n) => ({ key: `type-${n}` }),
  member: (n) => ({ email: `member-${n}@example.com` }),
  subscription: (n) => ({ email: `reader-${n}@example.com` }),
};

// Of these a page takes only so many: they are made on one empty page after another.
const ROOM: Record<string, number> = { incident_type: MAX_INCIDENT_TYPES, webhook: MAX_WEBHOOKS };
const PAGES = 200;

type Target = { url: string; key: string; ids: Ids; pages: string[] };

function roomFor({ declaration, method }: Operation): number | undefined {
  return method === "POST" && declaration.body
    ? ROOM[String(wrapperOf(declaration.body))]
    : undefined;
}

let count = 0;

/** The next request of its kind. */
function next(operation: Operation, { ids, pages }: Target): { path: string; body?: string } {
  const { path, method, declaration } = operation;
  const room = roomFor(operation);
  const page = room && pages[Math.floor(count / room) % pages.length];
  const where = `/api/v2${pathOf(path, page ? { ...ids, subdomain: page } : ids)}`;
  if (!declaration.body) return { path: where };
  const wrapper = String(wrapperOf(declaration.body));
  const [record] = Object.values(sampleBody(declaration, method)(ids));
  const unique = method === "POST" ? UNIQUE[wrapper]?.(count) : {};
  count += 1;
  return { path: where, body: JSON.stringify({ [wrapper]: { ...(record as object), ...unique } }) };
}

async function burst(target: Target, operation: Operation): Promise<Load> {
  const is_public = operation.declaration.access === "public";
  const headers = {
    "content-type": "application/json",
    ...(!is_public && { authorization: target.key }),
  };
  const requests = [
    { setupRequest: (request: autocannon.Request) => ({ ...request, ...next(operation, target) }) },
  ];
  const method = operation.method as "GET";
  return cannon({ ...BURST, url: target.url, method, headers, requests });
}

/** The operation that makes what another deletes. */
function makerOf(operation: Operation): Operation | undefined {
  return operations.find(
    ({ path, method }) => method === "POST" && operation.path.replace(/\/\{\w+\}$/, "") === path,
  );
}

/**
 * Deleting needs something to delete, so it is timed over so many records that were made before.
 */
async function deletions(target: Target, maker: Operation): Promise<Load> {
  const headers = { authorization: target.key, "content-type": "application/json" };
  const call = (path: string, method: string, body?: string) =>
    fetch(`${target.url}${path}`, { method, headers, body: body ?? null });
  const made: string[] = [];
  for (let n = 0; n < DELETED; n += 1) {
    const { path, body } = next(maker, target);
    const answer = await call(path, "POST", body);
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}`);
    const [record] = Object.values(
      (await answer.json()) as Record<string, { id?: number; subdomain?: string }>,
    );
    made.push(`${path}/${record?.id ?? record?.subdomain}`);
  }
  const [times, start]: [number[], number] = [[], performance.now()];
  const deleteSome = async () => {
    for (let path = made.pop(); path; path = made.pop()) {
      const before = performance.now();
      if ((await call(path, "DELETE")).ok) times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: BURST.connections }, deleteSome));
  const requests_per_second = (times.length * 1_000) / (performance.now() - start);
  const failures = DELETED - times.length;
  return { requests: times.length, requests_per_second, p99_ms: percentile(times, 99), failures };
}

async function mint(db: Db, bench: Bench, maker: Operation): Promise<Target> {
  const organization = await mintOrganization(db);
  const pages: string[] = [];
  while (roomFor(maker) && pages.length < PAGES)
    pages.push((await mintPage(db, organization.id)).subdomain);
  return {
    url: bench.url,
    key: organization.keys.owner,
    ids: await sampleIds(db, organization),
    pages,
  };
}

function order({ method }: Operation): number {
  return ["GET", "POST", "PUT", "DELETE"].indexOf(method);
}

/**
 * Each read and each write of the API, public reads without a key, in turn with the empty Next
 * route handler.
 */
export async function measureOperations(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  try {
    for (const operation of operations.toSorted((a, b) => order(a) - order(b))) {
      const { method, path } = operation;
      const maker = method === "DELETE" ? makerOf(operation) : operation;
      if (!maker) continue;
      const target = await mint(db, bench, maker);
      const ours = await (method === "DELETE"
        ? deletions(target, maker)
        : burst(target, operation));
      const { requests_per_second: empty } = await cannon({ ...BURST, url: bench.yardstick.url });
      const ratio = (ours.requests_per_second / empty).toFixed(2);
      const failures = ours.failures > 0 ? `; failures ${ours.failures}` : "";
      say(
        "operation",
        `${method} ${path}: ${ours.requests_per_second.toFixed(0)} requests/s, p99 ${ours.p99_ms.toFixed(0)} ms; ${ratio} of the empty Next handler's ${empty.toFixed(0)}${failures}`,
      );
    }
  } finally {
    await db.destroy();
  }
}
