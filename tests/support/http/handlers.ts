import { routes } from "#app/api/v2/routes.ts";
import type { RouteHandler } from "#lib/api/endpoint.ts";

const parameters = (path: string) => path.split("{").length;
/** As the server does: a fixed word comes before a parameter. */
const byParameters = Object.entries(routes).toSorted(([a], [b]) => parameters(a) - parameters(b));

type Ask = {
  method?: string;
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Asks the API of this process, by its handlers: no server is in between. */
export async function askHandlers(
  address: string,
  ask: Ask = {},
): Promise<{ status: number; body: unknown }> {
  const answer = await handle(address, ask);
  return { status: answer.status, body: JSON.parse((await answer.text()) || "null") };
}

export async function handle(
  address: string,
  { method = "GET", key = null, body, headers: more }: Ask = {},
): Promise<Response> {
  const isFile = Buffer.isBuffer(body);
  const url = new URL(`/api/v2${address}`, "https://status.example");
  for (const [path, endpoints] of byParameters) {
    const pattern = path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^/api/v2${pattern}$`).exec(url.pathname);
    const handler = (endpoints as Record<string, RouteHandler | undefined>)[method];
    if (!match || !handler) continue;
    const headers = {
      ...more,
      ...(key && { authorization: key }),
      ...(body !== undefined && !isFile && { "content-type": "application/json" }),
    };
    const sent = isFile ? new Uint8Array(body) : JSON.stringify(body);
    const request = new Request(url, { method, headers, body: sent });
    return handler(request, { params: Promise.resolve({ ...match.groups }) });
  }
  throw new Error(`no route for ${method} ${address}`);
}
