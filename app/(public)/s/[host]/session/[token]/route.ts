import { stepRoute } from "#app/(public)/_step.ts";
import { finishSignIn } from "#lib/page-sessions/way-in.ts";
import { FORMS } from "#lib/public-routes/pages.ts";

export const GET = stepRoute(FORMS.hand_over, ({ subdomain, token }, { headers }) =>
  finishSignIn({ subdomain, headers, token }),
);
