import { stepRoute } from "#app/(public)/_step.ts";
import { signOutOf } from "#lib/page-sessions/way-in.ts";
import { FORMS } from "#lib/public-routes/pages.ts";

export const POST = stepRoute(FORMS.end_session, ({ subdomain }, { headers }) =>
  signOutOf({ subdomain, headers }),
);
