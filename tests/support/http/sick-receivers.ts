import type { ServerResponse } from "node:http";
import type { Receiver } from "#tests/support/http/receiver.ts";

const WAYS = ["hang", "refuse", "limit"] as const;

/** Addresses of one host that hang, break connections off, or ask to wait. */
export function sickPaths(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${WAYS[n % WAYS.length]}${n}`);
}

export const HEALTHY = Array.from({ length: 10 }, (_, n) => `good${n}`);

export function answerBySickness(receiver: Receiver): ServerResponse[] {
  const hanging: ServerResponse[] = [];
  receiver.answer = (response) => {
    const path = response.req.url ?? "";
    if (path.startsWith("/hang")) hanging.push(response);
    else if (path.startsWith("/refuse")) response.destroy();
    else if (path.startsWith("/limit")) response.writeHead(429, { "retry-after": "600" }).end();
    else response.writeHead(200).end("ok");
  };
  return hanging;
}

/** The calls of each healthy address so far: their ids, in the order of their arrival. */
export function arrivedAt(receiver: Receiver): string[][] {
  return HEALTHY.map((path) =>
    receiver.received
      .filter((call) => call.path === `/${path}`)
      .map(({ headers }) => String(headers["webhook-id"])),
  );
}
