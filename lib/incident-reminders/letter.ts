import { sendAccountLetter } from "#lib/account-letters/send.ts";
import { authorizeJob, type PageGrant } from "#lib/auth/authorize.ts";
import { secondsBetween, wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { adminLocale } from "#lib/i18n/negotiation.ts";
import { type Locale, type Translate, translator } from "#lib/i18n/translator.ts";
import { type IncidentRow, listIncidentsById } from "#lib/incidents/queries.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import type { ReminderKind } from "#lib/incidents/timers/rules.ts";
import type { Letter } from "#lib/mail/letter.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { isInCharge } from "#lib/page-members/queries.ts";
import { formats } from "#lib/public-page/words/format.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings } from "#lib/status-pages/schema.ts";
import { findUser } from "#lib/users/queries.ts";

type Reminder = { kind: ReminderKind; for_at: string };

/** Whether somebody still has to be reminded: it goes on, and nobody has said more. */
function isStillTrue(incident: IncidentRow | undefined, { kind, for_at }: Reminder): boolean {
  const now = wireNow();
  if (!incident || phaseAt(now, incident) === "closed") return false;
  if (kind === "long_running") return true;
  const isSoon = kind === "promise_soon";
  return incident.next_update_at === for_at && (!isSoon || now < for_at);
}

type Of = { grant: PageGrant; incident: IncidentRow; locale: Locale; t: Translate };

async function letterOf(
  ctx: Context,
  { grant, incident, locale, t }: Of,
  { kind, for_at }: Reminder,
): Promise<Letter> {
  const page = await getStatusPageRow(ctx.db, grant);
  const { dateTime } = formats(locale, page.time_zone, parseSettings(page.settings), wireNow());
  const hours = Math.floor(secondsBetween(incident.starts_at, wireNow()) / 3_600);
  const { title } = incident;
  const area = incident.severity === "scheduled" ? "maintenance" : "incidents";
  return {
    subject: t(`admin_reminders.${kind}.subject`, { title, hours, time: dateTime(for_at) }),
    heading: title,
    paragraphs: [t(`admin_reminders.${kind}.text`, { hours, time: dateTime(for_at) })],
    button: {
      label: t("admin_reminders.button"),
      url: `${env().APP_URL}/pages/${page.subdomain}/${area}/${incident.id}`,
    },
    notes: [t(`admin_reminders.${kind}.why`, { name: page.name })],
    variables: {},
  };
}

/** Reminds a member of the team of what goes on, in the language of their account. */
export async function sendReminder(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, incident_id, kind, for_at = "" } = message.params;
  const reminder = { kind: kind as ReminderKind, for_at };
  const user = await findUser(ctx.db, Number(user_id));
  const grant = message.status_page_id
    ? await authorizeJob(ctx, message.status_page_id)
    : undefined;
  if (!grant || !user || !(await isInCharge(ctx.db, grant, user.id)))
    return { outcome: "needless" };
  const [incident] = await listIncidentsById(ctx.db, grant, [Number(incident_id)]);
  if (!incident || !isStillTrue(incident, reminder)) return { outcome: "needless" };
  const locale = adminLocale(user.locale);
  const letter = await letterOf(ctx, { grant, incident, locale, t: translator(locale) }, reminder);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, () => letter);
}
