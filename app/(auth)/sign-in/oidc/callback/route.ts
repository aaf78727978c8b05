import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import { forget, kept } from "#app/_ui/account/cookies.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { accountOf } from "#lib/identity/oidc/accounts.ts";
import { finishVisit, type Person } from "#lib/identity/oidc/visit.ts";
import { startSession } from "#lib/identity/sessions/session.ts";
import { acceptSignIn } from "#lib/identity/sign-in/sign-in.ts";
import { log } from "#lib/platform/log.ts";

function logRefused(reason: string, person: Person, { request_id }: Context): void {
  const { issuer, subject, email, email_verified } = person;
  const email_domain = email?.slice(email.lastIndexOf("@") + 1);
  const known = { reason, issuer, subject, email_domain, email_verified };
  log().warn({ ...known, request_id }, "single sign-on is refused");
}

/** Where the provider sends people back to. */
export async function GET(request: NextRequest): Promise<Response> {
  const ctx = requestContext();
  const visit = await finishVisit(await kept("oidc"), request.nextUrl.search).catch((error) => {
    log().warn(
      { err: error, request_id: ctx.request_id },
      "the OpenID provider's answer is refused",
    );
    return null;
  });
  await forget("oidc");
  if (!visit) redirect("/sign-in?oidc=failed");
  const user = await accountOf(ctx, visit.person);
  if (typeof user === "string") {
    logRefused(user, visit.person, ctx);
    redirect(`/sign-in?oidc=${user}`);
  }
  await acceptSignIn(ctx, user, "oidc");
  await startSession(user, "oidc");
  redirect(visit.path);
}
