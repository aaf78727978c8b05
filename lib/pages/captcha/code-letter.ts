import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { CODE_MINUTES } from "#lib/pages/captcha/codes.ts";
import { sendAccountLetter } from "#lib/pages/emails/send.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";

/** Sends a code to sign in with to the address of its account. */
export async function sendSignInCode(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, code = "", locale = "" } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user) return { outcome: "needless" };
  const half = code.length / 2;
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t, name }) => ({
    subject: t("access.code_mail.subject", { name }),
    heading: `${code.slice(0, half)} ${code.slice(half)}`,
    paragraphs: [t("access.code_mail.text", { name, minutes: CODE_MINUTES })],
    button: null,
    notes: [t("access.code_mail.otherwise")],
    variables: {},
  }));
}
