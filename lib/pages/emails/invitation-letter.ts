import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getInvitation, type OpenInvitation } from "#lib/identity/members/invitations.ts";
import { sendAccountLetter } from "#lib/pages/emails/send.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";

async function find(ctx: Context, url: string): Promise<OpenInvitation | null> {
  try {
    return await getInvitation(ctx, url.split("/").at(-1) ?? "");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** Sends somebody the link by which they become a member, while it works. */
export async function sendInvitation(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { url = "", locale = "" } = message.params;
  const invitation = await find(ctx, url);
  if (!invitation) return { outcome: "needless" };
  const { email, organization, status_page } = invitation;
  const name = status_page ?? organization;
  return sendAccountLetter(ctx, message, { to: email, locale }, ({ t }) => ({
    subject: t("admin_members.letter.title", { name }),
    heading: t("admin_members.letter.title", { name }),
    paragraphs: [t("admin_members.letter.text", { name, email })],
    button: { label: t("admin_members.letter.button"), url },
    notes: [t("admin_members.letter.once"), t("admin_members.letter.otherwise")],
    variables: {},
  }));
}
