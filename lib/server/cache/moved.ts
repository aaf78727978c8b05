import type { ServerResponse } from "node:http";
import type { Place } from "#lib/core/routes/place.ts";
import { complete, type Once, type Variants } from "#lib/server/cache/variants.ts";

const OPEN = ["X-Request-Id", "", "Cache-Status", ""];

/** Where what was asked for is by now: the same path and query behind what stands before it there. */
export function newAddress(base: string, { page, own_host }: Place, path: string, search: string) {
  const inside = own_host ? path : path.slice(`/s/${page}`.length);
  return base + inside + (search && `?${search}`);
}

/** Leads to where a page is by now. */
export function sendMoved(
  response: ServerResponse,
  { entity: { headers } }: Variants,
  location: string,
  once: Once,
): void {
  const own = ["Location", location, "Content-Length", "0"];
  response.writeHead(301, complete([...OPEN, ...headers, ...own], once)).end();
}
