import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Periods } from "#lib/core/leases/due-work.ts";
import { runOrders } from "#lib/domains/acme/engine.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { run } from "#tests/support/server/run.ts";
import type { NameServer } from "#tests/support/stand-ins/name-server.ts";

const SWEEP_MS = 200;

/** What has certificates ordered at a directory; `root`: PEM of the root it is trusted by. */
export function orderingEnv(directory: string, root: string, names: NameServer) {
  const file = join(run().folder, `root-${randomBytes(4).toString("hex")}.pem`);
  writeFileSync(file, root);
  return {
    HTTPS_PORT: "443",
    ACME_DIRECTORY_URL: directory,
    ACME_CA_FILE: file,
    DNS_SERVERS: names.address,
  };
}

/** Has this process know some settings. @returns what takes that back */
export function withEnv(settings: Record<string, string>): () => void {
  const before = Object.keys(settings).map((name) => [name, process.env[name] ?? ""] as const);
  Object.assign(process.env, settings);
  provideEnv({});
  return () => {
    Object.assign(process.env, Object.fromEntries(before));
    provideEnv({});
  };
}

/** Orders certificates in this process. @returns what ends it */
export function startOrdering(periods?: Partial<Periods>): () => Promise<void> {
  const stop = new AbortController();
  const running = runOrders(stop.signal, { sweep_ms: SWEEP_MS, ...periods });
  return async () => {
    stop.abort();
    await running;
  };
}
