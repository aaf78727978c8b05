import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { DueMessage, Sender } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { sendAccountLetter } from "#lib/pages/emails/send.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import type { Letter } from "#lib/platform/mail/letter.ts";

/** What there is to write with. */
type Occasion = {
  ctx: Context;
  grant: PageGrant;
  page: StatusPageRow;
  user: UserRow;
  /** Of the message. */
  params: DueMessage["params"];
  locale: Locale;
  t: Translate;
};

type TeamLetter = Omit<Letter, "variables">;

/**
 * Sends letters about a page to a user who works with it, whom `params.user_id` names, in the
 * language of their account.
 * @param compose returns null when there is nothing to tell any more
 */
export function teamLetter(
  compose: (occasion: Occasion) => TeamLetter | null | Promise<TeamLetter | null>,
): Sender {
  return async (ctx, message) => {
    const { params, status_page_id } = message;
    const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
    const user = grant && (await findUser(ctx.db, Number(params.user_id)));
    if (!grant || !user) return { outcome: "needless" };
    const page = await getStatusPageRow(ctx.db, grant);
    const locale = adminLocale(user.locale);
    const t = translator(locale);
    const letter = await compose({ ctx, grant, page, user, params, locale, t });
    if (!letter) return { outcome: "needless" };
    const to = { to: user.email, locale };
    return sendAccountLetter(ctx, message, to, () => ({ ...letter, variables: {} }));
  };
}
