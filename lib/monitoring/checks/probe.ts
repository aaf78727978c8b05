import type { Resolver } from "node:dns/promises";
import { type CheckTarget, checkTarget } from "#lib/core/fields/address.ts";
import {
  CHECK_TIMEOUT_MS,
  type Check,
  type Hop,
  IS_UP,
  isDown,
  type ProbeResult,
} from "#lib/monitoring/checks/check.ts";
import { probeHttp } from "#lib/monitoring/checks/probe-http.ts";
import { reasonOf } from "#lib/monitoring/checks/reasons.ts";
import { isUnanswered, openResolver } from "#lib/platform/dns/resolver.ts";
import { timeLimit } from "#lib/platform/errors/time-limit.ts";
import { explain } from "#lib/platform/http/failure.ts";
import { connectTo } from "#lib/platform/http/http.ts";
import { Trace } from "#lib/platform/http/trace.ts";

type Found = Pick<ProbeResult, "outcome" | "reason" | "detail">;

type Limits = { trace: Trace; timeout_ms: number };

async function connect(
  { host, port }: CheckTarget & { kind: "tcp" },
  { trace, timeout_ms }: Limits,
): Promise<Found> {
  const limit = timeLimit(timeout_ms);
  try {
    const plain = host.replace(/^\[(.*)\]$/, "$1");
    (await connectTo(plain, port, timeout_ms, trace)).destroy();
    return IS_UP;
  } catch (error) {
    const isOver = limit.isOver();
    const circumstances = { isConnected: false, isOver, signal: undefined, asksNetwork: false };
    return isDown(reasonOf(await explain(error as NodeJS.ErrnoException, circumstances)));
  } finally {
    limit.end();
  }
}

const plainName = (text: string) => text.trim().toLowerCase().replace(/\.$/, "");

function spelled(record: unknown): string {
  if (typeof record === "string") return record;
  if (Array.isArray(record)) return record.join("");
  return Object.values(record as object).join(" ");
}

async function ask(target: CheckTarget & { kind: "dns" }, resolver: Resolver): Promise<Found> {
  const { name, type, expect } = target;
  try {
    const records = (await resolver.resolve(name, type)) as unknown[];
    if (records.length === 0) return isDown("no_record", type);
    const wanted = expect === null ? null : plainName(expect);
    const isThere = wanted === null || records.some((one) => mentions(spelled(one), wanted));
    return isThere ? IS_UP : isDown("other_record", type);
  } catch (error) {
    if (isUnanswered(error)) return isDown("name_server");
    const { code } = error as NodeJS.ErrnoException;
    return code === "ESERVFAIL" ? isDown("name_server") : isDown("no_record", type);
  }
}

/** Matches the whole record or one word of it: `10 mail.example.com`. */
function mentions(record: string, wanted: string): boolean {
  const plain = plainName(record);
  return plain === wanted || plain.split(" ").some((word) => plainName(word) === wanted);
}

async function resolve(
  target: CheckTarget & { kind: "dns" },
  { timeout_ms }: Limits,
): Promise<Found> {
  const resolver = openResolver();
  const limit = setTimeout(() => resolver.cancel(), timeout_ms);
  return ask(target, resolver).finally(() => clearTimeout(limit));
}

async function tryOther(target: CheckTarget | null, limits: Limits): Promise<Found> {
  if (target?.kind === "tcp") return connect(target, limits);
  // Entered before such addresses were rejected.
  return target?.kind === "dns" ? resolve(target, limits) : isDown("unknown_host");
}

/** Checks a service once. It never rejects because of the checked target. */
export async function probe(check: Check, timeout_ms = CHECK_TIMEOUT_MS): Promise<ProbeResult> {
  const target = checkTarget(check.address);
  const start = performance.now();
  if (target?.kind === "http") return probeHttp(target.url, check, timeout_ms);
  const trace = new Trace();
  const hop: Hop = {
    method: target?.kind === "dns" ? target.type : "TCP",
    url: check.address,
    status: null,
    headers: {},
    timing: trace.timing,
  };
  const found = await tryOther(target, { trace, timeout_ms });
  const response_ms = Math.round(performance.now() - start);
  return { ...found, status: null, response_ms, certificate_ends_at: null, hops: [hop] };
}
