import type { PageGrant } from "#lib/core/access/authorize.ts";
import { toldOf } from "#lib/monitoring/automation/told.ts";
import { teamEmail } from "#lib/pages/emails/send.ts";
import { env } from "#lib/platform/config/env.ts";
import { findServiceName } from "#lib/services/queries.ts";

/** Where the team deals with it. */
export function nowUrl({ subdomain }: Pick<PageGrant, "subdomain">): string {
  return `${env().APP_URL}/pages/${subdomain}/now`;
}

/** Writes to a member of the team that a service went down or came up again. */
export const sendVerdict = teamEmail(async ({ ctx, t, grant, page, params, locale }) => {
  const name = await findServiceName(ctx.db, grant, Number(params.service_id));
  if (!name) return null;
  const { heading, paragraphs } = toldOf(params, name, page, locale);
  const why =
    params.why === "team"
      ? t("admin_automation.letter.why_team", { name: page.name })
      : t("admin_automation.letter.why", { name });
  return {
    subject: heading,
    heading,
    paragraphs,
    button: { label: t("admin_automation.letter.button"), url: nowUrl(grant) },
    notes: [why],
  };
});
