import { stepRoute } from "#app/(public)/_step.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { finishSignIn } from "#lib/identity/visitor-sessions/sign-in-redirect.ts";

export const GET = stepRoute(FORMS.hand_over, ({ subdomain, token }, { headers }) =>
  finishSignIn({ subdomain, headers, token }),
);
