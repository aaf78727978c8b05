import { stepRoute } from "#app/(public)/_step.ts";
import { beginSignIn } from "#lib/page-sessions/way-in.ts";
import { FORMS } from "#lib/public-routes/pages.ts";

export const GET = stepRoute(FORMS.begin_session, async ({ subdomain }, { headers }) =>
  beginSignIn({ subdomain, headers }),
);
