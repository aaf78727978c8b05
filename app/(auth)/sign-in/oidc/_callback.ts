import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import { forget, kept } from "#app/_ui/account/cookies.ts";
import { logProblem, problemAt } from "#app/_ui/account/oidc-problem.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { accountOf, connectAccount } from "#lib/identity/oidc/accounts.ts";
import type { Person } from "#lib/identity/oidc/claims.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { applyRoles } from "#lib/identity/oidc/roles.ts";
import { sealIdToken } from "#lib/identity/oidc/sign-out.ts";
import { finishVisit, type Visit } from "#lib/identity/oidc/visit.ts";
import { currentSession, startSession } from "#lib/identity/sessions/session.ts";
import { acceptSignIn } from "#lib/identity/sign-in/sign-in.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { log } from "#lib/platform/log.ts";

function logRefused(reason: string, person: Person, { request_id }: Context): void {
  const { issuer, subject, email, email_verified } = person;
  const email_domain = email?.slice(email.lastIndexOf("@") + 1);
  const known = { reason, issuer, subject, email_domain, email_verified };
  log().warn({ ...known, request_id }, "single sign-on is refused");
}

type Finished = { ctx: Context; provider: OidcProvider; visit: Visit };

/** @returns the query of a refusal; null: done */
async function connect({ ctx, provider, visit }: Finished) {
  const session = await currentSession();
  if (session?.user.id !== visit.user_id || !session) return problemAt(provider, "failed");
  const user = await connectAccount(ctx, session, visit.person);
  if (typeof user === "string") return problemAt(provider, user);
  await applyRoles(ctx, { provider, user }, visit.person.groups);
  return null;
}

/** @returns the query of a refusal; null: done */
async function signIn({ ctx, provider, visit }: Finished) {
  const { person, sid, id_token } = visit;
  const user = await accountOf(ctx, { provider, person });
  if (typeof user === "string") {
    logRefused(user, person, ctx);
    return problemAt(provider, user);
  }
  await applyRoles(ctx, { provider, user }, person.groups);
  await acceptSignIn(ctx, user, "oidc");
  await startSession(user, "oidc", {
    oidc_issuer: provider.issuer,
    oidc_sid: sid,
    id_token_sealed: sealIdToken(provider, id_token),
  });
  return null;
}

/** Where a provider sends people back to. */
export async function finishSignIn(
  { nextUrl }: NextRequest,
  number: string | number,
): Promise<never> {
  const provider = findProvider(number);
  if (!provider) redirect("/sign-in");
  const visit = await finishVisit(provider, await kept("oidc"), nextUrl.search).catch((error) =>
    logProblem(error, provider, "failed"),
  );
  await forget("oidc");
  if (!visit) redirect(`/sign-in?${new URLSearchParams(problemAt(provider, "failed"))}`);
  if ("oidc" in visit) redirect(`/sign-in?${new URLSearchParams(visit)}`);
  const finished = { ctx: requestContext(), provider, visit };
  const problem = await (visit.user_id === null ? signIn(finished) : connect(finished));
  const path = visit.user_id === null ? "/sign-in" : visit.path;
  redirect(problem ? `${path}?${new URLSearchParams(problem)}` : visit.path);
}
