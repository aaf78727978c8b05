import type { NextRequest } from "next/server";
import { isDatabaseLost } from "#db/index.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { endSessionsByToken } from "#lib/identity/oidc/backchannel-logout.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { log } from "#lib/platform/log.ts";

const headers = { "cache-control": "no-store" };

/** Back-channel logout: a provider says that a person's session has ended. */
export async function receiveLogout(
  request: NextRequest,
  number: string | number,
): Promise<Response> {
  const provider = findProvider(number);
  if (!provider) return new Response(null, { status: 404, headers });
  const ctx = requestContext();
  try {
    const form = new URLSearchParams(await request.text());
    await endSessionsByToken(ctx, provider, form.get("logout_token") ?? "");
    return new Response(null, { status: 200, headers });
  } catch (error) {
    if (isDatabaseLost(error)) throw error;
    const { request_id } = ctx;
    log().warn({ err: error, provider: provider.name, request_id }, "a logout token is refused");
    return Response.json({ error: "invalid_request" }, { status: 400, headers });
  }
}
