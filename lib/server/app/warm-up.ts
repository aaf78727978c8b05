import { isDatabaseThere } from "#db/index.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { capture, type Handler } from "#lib/server/app/capture.ts";

/** The address of a page that nobody can have. */
const NOBODYS_PAGE = { url: "/s/-", headers: { host: "localhost" } };

/**
 * Renders a public page for nobody: Next loads the code of a route when it is first asked for, and
 * visitors who come right after a start, in an outage for instance, are not to wait for it.
 */
export async function warmUp(pages: Handler): Promise<void> {
  if (!(await isDatabaseThere())) return;
  const scope = { request_id: "-", address: null };
  // Where it fails, the visitors' pages tell.
  await requestScope.run(scope, () => capture(pages, NOBODYS_PAGE)).catch(() => {});
}
