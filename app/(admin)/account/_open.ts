import type { Context } from "#lib/core/request/context.ts";
import { accountContext, localeOf } from "#lib/identity/sessions/session.ts";
import type { Session } from "#lib/identity/sessions/session-token.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { formats } from "#lib/site/words/format.ts";

type OwnAccount = {
  ctx: Context;
  user: UserRow;
  session: Session;
  target: { user_id: number };
  locale: Locale;
  t: Translate;
  /** `12 Mar, 14:02 UTC` */
  at: (time: string) => string;
};

export async function openAccount(): Promise<OwnAccount> {
  const { ctx, user, session } = await accountContext();
  const locale = await localeOf(user);
  const unset = { date_format: null, time_format: null };
  const { dateTime: at } = formats(locale, "UTC", unset, wireNow());
  return { ctx, user, session, target: { user_id: user.id }, locale, t: translator(locale), at };
}
