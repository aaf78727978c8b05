import { setTimeout as sleep } from "node:timers/promises";
import { freePort, Process } from "./processes.ts";

const PATIENCE_MS = 15 * 60_000;
const LOOK_MS = 50;

/** `calls`: those by HTTP; times are milliseconds since 1970, of the first message and the last. */
export type Came = {
  count: number;
  calls: number;
  first_ms: number;
  last_ms: number;
  example: string;
};

/** A mail server in a process of its own that throws everything away. */
export async function openSink() {
  const [smtp, http] = [await freePort(), await freePort()];
  const process = new Process(["tests/bench/mail-sink.mjs", String(smtp), String(http)]);
  const address = `http://127.0.0.1:${http}`;
  await process.until(`${address}/`);
  const came = async () => (await (await fetch(address)).json()) as Came;
  return {
    url: `smtp://127.0.0.1:${smtp}`,
    /** Where it takes mail as Mailgun does. */
    http: address,
    /** Forgets what came; from now on it lets everybody wait before it answers. */
    async begin(pause_ms = 0): Promise<void> {
      await (await fetch(address, { method: "PUT", body: String(pause_ms) })).text();
    },
    /** Waits until so many messages came. @param look is called again and again meanwhile */
    async until(count: number, look: () => void = () => {}): Promise<Came> {
      const end = Date.now() + PATIENCE_MS;
      for (;;) {
        const all = await came();
        if (all.count >= count) return all;
        if (Date.now() > end) throw new Error(`only ${all.count} of ${count} came`);
        look();
        await sleep(LOOK_MS);
      }
    },
    end: () => process.end(),
  };
}

export type Sink = Awaited<ReturnType<typeof openSink>>;
