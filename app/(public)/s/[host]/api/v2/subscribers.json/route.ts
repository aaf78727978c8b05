import { errorResponse, json } from "#lib/api/errors.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { pageRequest } from "#lib/core/routes/route.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { visitorLocale } from "#lib/server/cache/key.ts";
import {
  subscribeByScript,
  subscriberIn,
  withdrawByScript,
} from "#lib/subscribers/sign-up/by-script.ts";
import { ScriptSubscriber } from "#lib/subscribers/sign-up/schema.ts";

type Asked = { params: Promise<Record<string, string>> };
type Act = (target: { subdomain: string }, input: ScriptSubscriber) => Promise<Response>;

async function answer(request: Request, { params }: Asked, act: Act): Promise<Response> {
  const { request_id } = requestContext();
  try {
    const { subdomain } = pageRequest(FORMS.subscribers, await params, {});
    return await act({ subdomain }, parseInput(ScriptSubscriber, await subscriberIn(request)));
  } catch (error) {
    return errorResponse(error, request_id);
  }
}

/** Subscribes an address, as scripts made for Atlassian Statuspage do. */
export function POST(request: Request, asked: Asked): Promise<Response> {
  const { search } = new URL(request.url);
  const accepted = request.headers.get("accept-language") ?? undefined;
  const locale = visitorLocale(search.slice(1), accepted);
  return answer(request, asked, async (target, input) => {
    const subscriber = await subscribeByScript(requestContext(), target, input, locale);
    return json(201, { subscriber });
  });
}

/** Takes back what was asked for and not confirmed. */
export function DELETE(request: Request, asked: Asked): Promise<Response> {
  return answer(request, asked, async (target, input) => {
    await withdrawByScript(requestContext(), target, input);
    return json(200, { subscriber: { id: input.id ?? null } });
  });
}

/** Browsers ask this before a DELETE. */
export function OPTIONS(): Response {
  const headers = {
    allow: FORMS.subscribers.methods.join(", "),
    "access-control-allow-methods": FORMS.subscribers.methods.join(", "),
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  };
  return new Response(null, { headers });
}
