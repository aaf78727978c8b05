import createClient, { type Client } from "openapi-fetch";
import type { paths } from "#tests/client/api.d.ts";
import type { TestServer } from "#tests/support/server/server.ts";

// The methods and headers of a fetch, sent as the other tests do, so that these answers are checked
// against the document, too.
function fetchFrom(server: TestServer): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body ? await request.text() : undefined;
    const { method } = request;
    const answer = await server.request(pathname + search, {
      method,
      headers: Object.fromEntries(request.headers),
      body,
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response([204, 304].includes(answer.status) ? null : answer.text, {
      status: answer.status,
      headers,
    });
  };
}

/** The client that a TypeScript user gets: typed by what was made from the OpenAPI document. */
export function clientOf(server: TestServer, key: string): Client<paths> {
  return createClient<paths>({
    baseUrl: `${server.url}/api/v2`,
    headers: { authorization: key },
    fetch: fetchFrom(server),
  });
}
