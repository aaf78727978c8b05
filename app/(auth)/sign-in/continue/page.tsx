import { redirect } from "next/navigation";
import { ContinueLink } from "#app/_ui/account/continue-link.tsx";
import { Screen } from "#app/_ui/account/screen.tsx";
import { NoAccess } from "#app/(auth)/_ui/no-access.tsx";
import { goOn } from "#app/(auth)/sign-in/_go-on.ts";
import { currentSession, localeOf } from "#lib/identity/sessions/session.ts";
import { fieldsOf, readReturnTarget } from "#lib/identity/visitor-sessions/session-handoff.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The step from the application to a page's own host. */
export default async function ContinuePage({ searchParams }: Props) {
  const wish = readReturnTarget(await searchParams);
  if (!wish) redirect("/");
  const session = await currentSession();
  if (!session) redirect(`/sign-in?${new URLSearchParams(fieldsOf(wish))}`);
  if (session.is_weak) redirect(`/secure?${new URLSearchParams(fieldsOf(wish))}`);
  const t = translator(await localeOf(session.user));
  const url = await goOn(session, wish);
  if (url === null) return <NoAccess email={session.user.email} wish={wish} t={t} />;
  return (
    <Screen title={t("access.continue.title")} t={t}>
      <ContinueLink url={url} text={t("access.continue.link")} />
    </Screen>
  );
}
