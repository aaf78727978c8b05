import { stepRoute } from "#app/(public)/_step.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { signOutOf } from "#lib/identity/visitor-sessions/sign-in-redirect.ts";

export const POST = stepRoute(FORMS.end_session, ({ subdomain }, { headers }) =>
  signOutOf({ subdomain, headers }),
);
