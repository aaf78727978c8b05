import { Moved } from "#lib/core/moves/move.ts";
import { handleCallback } from "#lib/notifications/provider-reports/callbacks.ts";
import { callbackUrl, integrationOfToken } from "#lib/pages/integrations/health.ts";

const MAX_BYTES = 1_048_576;
// Where the organization moved, the provider's reports have another address.
const STATUS = { taken: 200, unknown: 404, refused: 403, moved: 410 } as const;
// Twilio reads the answer to a reply as a list of things to do.
const NOTHING_TO_DO = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

type Route = { params: Promise<{ token: string }> };

/** Providers' reports on messages: replies, bounces, complaints. */
export async function POST(request: Request, { params }: Route): Promise<Response> {
  const { token } = await params;
  const id = integrationOfToken(token);
  if (id === null) return new Response(null, { status: STATUS.unknown });
  const body = await request.text();
  if (body.length > MAX_BYTES) return new Response(null, { status: 413 });
  // Behind a proxy the request's own address is another than the one that was signed.
  const { search } = new URL(request.url);
  const url = `${callbackUrl(id)}${search}`;
  const callback = { url, headers: request.headers, body };
  const taken = await handleCallback(token, callback).catch((error: unknown) => {
    if (error instanceof Moved) return "moved" as const;
    throw error;
  });
  const isForm = request.headers.get("content-type")?.includes("form") ?? false;
  if (taken !== "taken" || !isForm) return new Response(null, { status: STATUS[taken] });
  return new Response(NOTHING_TO_DO, { headers: { "content-type": "text/xml" } });
}
