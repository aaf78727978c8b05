import { redirect } from "next/navigation";
import { ContinueLink } from "#app/_ui/account/continue-link.tsx";
import { Screen } from "#app/_ui/account/screen.tsx";
import { linkLocale } from "#app/(join)/_locale.ts";
import { sessionContext } from "#lib/identity/sessions/session.ts";
import { sessionUrlFor } from "#lib/pages/join-links/join.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Props = { params: Promise<{ subdomain: string }> };

async function find(subdomain: string) {
  const { ctx } = await sessionContext();
  try {
    return await sessionUrlFor(ctx, { subdomain });
  } catch (error) {
    if (error instanceof AppError) redirect("/");
    throw error;
  }
}

/** The step from the application to the page that somebody has joined. */
export default async function JoinedPage({ params }: Props) {
  const { subdomain } = await params;
  const { name, url } = await find(subdomain);
  const t = translator(await linkLocale());
  return (
    <Screen title={t("join.joined", { name })} t={t}>
      <ContinueLink url={url} text={t("access.continue.link")} />
    </Screen>
  );
}
