import autocannon from "autocannon";
import { type Db, patientDatabase } from "#db/index.ts";
import { wrapperOf } from "#lib/api/body.ts";
import { provideEnv } from "#lib/env.ts";
import { type Minted, mintOrganization } from "../support/mint.ts";
import { type Operation, operations } from "../support/operations.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "../support/samples.ts";
import type { Bench } from "./bench.ts";
import { SECONDS } from "./load.ts";
import { say } from "./print.ts";

const CONNECTIONS = 20;
const DELETED = 100;
const DURATION = Math.min(SECONDS, 2);

type Target = { url: string; key: string; ids: Ids };
type Rate = { per_second: number; p99_ms: number; failures: number };

// What may be there only once.
const UNIQUE: Record<string, (n: number) => object> = {
  incident_type: (n) => ({ key: `type-${n}` }),
  member: (n) => ({ email: `member-${n}@example.com` }),
  subscription: (n) => ({ email: `reader-${n}@example.com` }),
};

let count = 0;

function bodyOf({ declaration, method }: Operation, ids: Ids): string | undefined {
  if (!declaration.body) return undefined;
  count += 1;
  const wrapper = String(wrapperOf(declaration.body));
  const [record] = Object.values(sampleBody(declaration, method)(ids));
  return JSON.stringify({ [wrapper]: { ...(record as object), ...(method === "POST" && UNIQUE[wrapper]?.(count)) } });
}

async function burst(url: string, method: string, key: string | null, body: () => string | undefined): Promise<Rate> {
  const headers: Record<string, string> = { "content-type": "application/json", ...(key && { authorization: key }) };
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }) }];
  const options = { url, method: method as "GET", headers, requests, connections: CONNECTIONS, duration: DURATION };
  const { requests: counted, latency, errors, non2xx } = await autocannon(options);
  return { per_second: counted.average, p99_ms: latency.p99, failures: errors + non2xx };
}

/** Deleting needs something to delete, so it is timed over so many records that were made before. */
async function deletions({ url, key, ids }: Target, operation: Operation): Promise<Rate | null> {
  const collection = operations.find(
    ({ path, method }) => method === "POST" && operation.path.startsWith(`${path}/{`) && !path.endsWith("}"),
  );
  if (!collection || operation.path.slice(collection.path.length).split("/").length !== 2) return null;
  const headers = { authorization: key, "content-type": "application/json" };
  const call = (path: string, method: string, body?: string) => fetch(`${url}/api/v2${path}`, { method, headers, body: body ?? null });
  const made: string[] = [];
  for (let n = 0; n < DELETED; n += 1) {
    const answer = await call(pathOf(collection.path, ids), "POST", bodyOf(collection, ids));
    if (!answer.ok) continue;
    const [record] = Object.values((await answer.json()) as Record<string, { id?: number; subdomain?: string }>);
    made.push(`${pathOf(collection.path, ids)}/${record?.id ?? record?.subdomain}`);
  }
  const [times, start]: [number[], number] = [[], performance.now()];
  let failures = DELETED - made.length;
  const deleteSome = async () => {
    for (let path = made.pop(); path; path = made.pop()) {
      const before = performance.now();
      if (!(await call(path, "DELETE")).ok) failures += 1;
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, deleteSome));
  const p99_ms = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  return { per_second: (times.length * 1_000) / (performance.now() - start), p99_ms, failures };
}

async function measure(target: Target, operation: Operation): Promise<Rate | null> {
  const { path, method } = operation;
  if (method === "DELETE") return deletions(target, operation);
  const url = `${target.url}/api/v2${pathOf(path, target.ids)}`;
  const key = operation.declaration.access === "public" ? null : target.key;
  return burst(url, method, key, () => bodyOf(operation, target.ids));
}

async function mint(db: Db): Promise<{ organization: Minted; ids: Ids }> {
  const organization = await mintOrganization(db);
  return { organization, ids: await sampleIds(db, organization) };
}

function order({ method }: Operation): number {
  return ["GET", "POST", "PUT", "DELETE"].indexOf(method);
}

/** Each read and each write of the API, public reads without a key, in turn with the empty Next route handler. */
export async function measureOperations(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  try {
    for (const operation of operations.toSorted((a, b) => order(a) - order(b))) {
      const { organization, ids } = await mint(db);
      const rate = await measure({ url: bench.url, key: organization.keys.owner, ids }, operation);
      if (!rate) continue;
      const empty = await burst(bench.yardstick.url, "GET", null, () => undefined);
      const ratio = (rate.per_second / empty.per_second).toFixed(2);
      const failures = rate.failures > 0 ? `; failures ${rate.failures}` : "";
      say(
        "operation",
        `${operation.method} ${operation.path}: ${rate.per_second.toFixed(0)} requests/s, p99 ${rate.p99_ms.toFixed(0)} ms; ${ratio} of the empty Next handler's ${empty.per_second.toFixed(0)}${failures}`,
      );
    }
  } finally {
    await db.destroy();
  }
}
