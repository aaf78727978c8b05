import { headers } from "next/headers";
import { Access } from "#app/(public)/_ui/access.tsx";
import { formPage, type PageProps } from "#app/(public)/_visit.tsx";
import { cookieIn, pageCookieName } from "#lib/core/access/session-cookie.ts";
import { isSecret } from "#lib/core/access/tokens.ts";
import { FORMS } from "#lib/core/routes/routes.ts";
import { readOwnAccess } from "#lib/identity/visitor-sessions/feed-tokens.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";

export default async function Page(props: PageProps) {
  const cookie = (await headers()).get("cookie");
  const fresh = cookieIn(cookie, pageCookieName("feeds"));
  return formPage(FORMS.access, props, {
    open: async (ctx, { subdomain }) => ({
      ...(await loadSnapshot(ctx, { subdomain })),
      own: await readOwnAccess(ctx, { subdomain }),
    }),
    say: () => [],
    draw: (view, { own }) => (
      <Access view={view} own={own} fresh={isSecret(fresh) ? fresh : null} />
    ),
  });
}
