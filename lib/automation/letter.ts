import { sendAccountLetter } from "#lib/account-letters/send.ts";
import { authorizeJob, type PageGrant } from "#lib/auth/authorize.ts";
import { toldOf } from "#lib/automation/told.ts";
import type { Context } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { adminLocale } from "#lib/i18n/negotiation.ts";
import { translator } from "#lib/i18n/translator.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { findServiceName } from "#lib/services/queries.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { findUser } from "#lib/users/queries.ts";

const NEEDLESS: Outcome = { outcome: "needless" };

/** Where the team deals with it. */
export function nowUrl({ subdomain }: Pick<PageGrant, "subdomain">): string {
  return `${env().APP_URL}/pages/${subdomain}/now`;
}

/** Writes to a member of the team that a service went down or came up again. */
export async function sendVerdict(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { params, status_page_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const user = await findUser(ctx.db, Number(params.user_id));
  const name = grant && (await findServiceName(ctx.db, grant, Number(params.service_id)));
  if (!grant || !user || !name) return NEEDLESS;
  const page = await getStatusPageRow(ctx.db, grant);
  const locale = adminLocale(user.locale);
  const t = translator(locale);
  const { heading, paragraphs } = toldOf(params, name, page, locale);
  const why =
    params.why === "team"
      ? t("admin_automation.letter.why_team", { name: page.name })
      : t("admin_automation.letter.why", { name });
  return sendAccountLetter(ctx, message, { to: user.email, locale }, () => ({
    subject: heading,
    heading,
    paragraphs,
    button: { label: t("admin_automation.letter.button"), url: nowUrl(grant) },
    notes: [why],
    variables: {},
  }));
}
