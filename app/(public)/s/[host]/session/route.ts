import { stepRoute } from "#app/(public)/_step.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { beginSignIn } from "#lib/identity/visitor-sessions/sign-in-redirect.ts";

export const GET = stepRoute(FORMS.begin_session, async ({ subdomain }, { headers }) =>
  beginSignIn({ subdomain, headers }),
);
