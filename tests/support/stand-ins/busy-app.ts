import { createServer } from "node:http";
import { HEADER } from "#lib/server/ipc/headers.ts";

// An app that holds itself up in one of three ways as soon as it is asked for that.
const BUSY_MS = 6_000;
const PAUSE_MS = 50;
const WORK_MS = 5;

const cell = new Int32Array(new SharedArrayBuffer(4));
const pause = (ms: number) => Atomics.wait(cell, 0, 0, ms);

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const BUSY: Record<string, () => void> = {
  // As where other programs have the processor most of the time.
  "/held-up": () => {
    for (const until = performance.now() + BUSY_MS; performance.now() < until; pause(PAUSE_MS))
      work(WORK_MS);
  },
  "/stopped": () => void pause(Number.POSITIVE_INFINITY),
  "/in-a-loop": () => work(Number.POSITIVE_INFINITY),
};

createServer((request, response) => {
  BUSY[request.url ?? ""]?.();
  response.writeHead(204, { [HEADER.pid]: process.pid }).end();
}).listen(process.argv[2], () => process.send?.("listening"));
