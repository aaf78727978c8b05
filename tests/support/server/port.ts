import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that systems give to whoever asks for any: nobody is given one of these between
// our look and the server's start.
const FIRST = 12_000;
const LAST = 32_000;
const MAX_WORKERS = 16;

const lane = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % MAX_WORKERS;
let turn = randomInt(LAST - FIRST);

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** A TCP port of 127.0.0.1 that is free, and that no other worker of this run takes. */
export async function ownPort(): Promise<number> {
  for (;;) {
    turn = (turn + MAX_WORKERS) % (LAST - FIRST);
    const port = FIRST + turn - (turn % MAX_WORKERS) + lane;
    if (await isFree(port)) return port;
  }
}
