import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import { keep } from "#app/_ui/account/cookies.ts";
import { logProblem } from "#app/_ui/account/oidc-problem.ts";
import { onwardIn, onwardPath, withOnward } from "#app/_ui/account/onward.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { beginVisit, VISIT_MINUTES } from "#lib/identity/oidc/visit.ts";

/** Leads to a provider: that of OIDC_ISSUER, or of the number in the query. */
export async function GET(request: NextRequest): Promise<Response> {
  const query = Object.fromEntries(request.nextUrl.searchParams);
  const onward = onwardIn(query);
  const provider = findProvider(query.provider ?? 1);
  if (!provider) redirect(withOnward("/sign-in", onward));
  const visit = await beginVisit(provider, { path: onwardPath(onward) }).catch((error) =>
    logProblem(error, provider, "unreachable"),
  );
  if ("oidc" in visit) redirect(withOnward("/sign-in", onward, visit));
  await keep("oidc", visit.kept, VISIT_MINUTES);
  redirect(visit.url);
}
