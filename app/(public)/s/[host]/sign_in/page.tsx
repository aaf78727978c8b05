import { SignIn } from "#app/(public)/_ui/sign-in.tsx";
import { facePage, type PageProps } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { getPageIdentity } from "#lib/pages/page-identity.ts";

export default function Page(props: PageProps) {
  return facePage(PAGES.sign_in, props, {
    open: getPageIdentity,
    draw: (visit, face) => <SignIn visit={visit} face={face} />,
  });
}
