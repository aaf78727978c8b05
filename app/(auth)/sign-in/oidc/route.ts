import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import { keep } from "#app/_ui/account/cookies.ts";
import { onwardIn, onwardPath, withOnward } from "#app/_ui/account/onward.ts";
import { oidcName } from "#lib/identity/oidc/provider.ts";
import { beginVisit, VISIT_MINUTES } from "#lib/identity/oidc/visit.ts";
import { log } from "#lib/platform/log.ts";

/** Leads to the provider of OIDC_ISSUER. */
export async function GET(request: NextRequest): Promise<Response> {
  const onward = onwardIn(Object.fromEntries(request.nextUrl.searchParams));
  if (oidcName() === null) redirect(withOnward("/sign-in", onward));
  const visit = await beginVisit(onwardPath(onward)).catch((error) => {
    log().error({ err: error }, "the OpenID provider cannot be reached");
    return null;
  });
  if (!visit) redirect(withOnward("/sign-in", onward, { oidc: "unreachable" }));
  await keep("oidc", visit.kept, VISIT_MINUTES);
  redirect(visit.url);
}
