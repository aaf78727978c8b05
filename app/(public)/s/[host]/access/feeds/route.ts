import { stepRoute } from "#app/(public)/_step.ts";
import { pageCookieName, setCookie } from "#lib/core/access/session-cookie.ts";
import { textIn } from "#lib/core/forms/read.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { renewFeedToken, revokeFeedToken } from "#lib/identity/visitor-sessions/feed-tokens.ts";
import { credentialsIn, runAsCaller } from "#lib/site/gate.ts";
import { href, visitOf } from "#lib/site/words/visitor.ts";

const SHOWN_SECONDS = 60;

export const POST = stepRoute(FORMS.own_feeds, async ({ subdomain, lang }, request) => {
  const { headers } = request;
  const what = textIn(await request.formData(), "do");
  const secret = await runAsCaller(credentialsIn(headers), async (ctx) => {
    if (what === "renew") return renewFeedToken(ctx, { subdomain });
    await revokeFeedToken(ctx, { subdomain });
    return null;
  });
  const name = pageCookieName("feeds");
  const cookie = secret ? setCookie(name, secret, SHOWN_SECONDS) : setCookie(name, "", 0);
  const visit = visitOf({ subdomain, host: headers.get("host"), accept_language: null, lang });
  return { location: href(visit, "/access"), cookies: [cookie] };
});
