import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Request, request } from "#tests/support/http/http.ts";

/** What a process of its own sends until it is ended: so many at once, one after the other. */
export type Flood = { port: number; connections: number; requests: (Request & { path: string })[] };

const PAUSE_AFTER_REFUSAL_MS = 20;

const flood: Flood = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const statuses: Record<string, number> = {};
let turn = 0;

// Beside a flood that is refused, or stands still, others have it easy.
process.once("SIGTERM", () => {
  process.stderr.write(`neighbours answers to the flood, by status: ${JSON.stringify(statuses)}\n`);
  process.exit();
});

async function send(): Promise<void> {
  for (;;) {
    turn = (turn + 1) % flood.requests.length;
    const { path = "/", ...how } = flood.requests[turn] ?? {};
    const answer = await request(flood.port, "localhost", path, how).catch(() => null);
    const status = answer?.status ?? "none";
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (!answer || answer.status === 429) await sleep(PAUSE_AFTER_REFUSAL_MS);
  }
}

for (let index = 0; index < flood.connections; index += 1) void send();
