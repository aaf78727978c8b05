import { isInCharge } from "#lib/identity/members/page-members.queries.ts";
import { type IncidentRow, listIncidentsById } from "#lib/incidents/queries.ts";
import { isActive, isOver } from "#lib/incidents/state.ts";
import type { ReminderKind } from "#lib/incidents/timers/rules.ts";
import { teamEmail } from "#lib/pages/emails/send.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { formats } from "#lib/site/words/format.ts";

type Reminder = { kind: ReminderKind; for_at: string };

function isStillTrue(incident: IncidentRow | undefined, { kind, for_at }: Reminder): boolean {
  const now = wireNow();
  if (!incident || isOver(incident, now)) return false;
  if (kind === "long_running") return isActive(incident, now);
  const isSoon = kind === "promise_soon";
  return incident.next_update_at === for_at && (!isSoon || now < for_at);
}

export const sendReminder = teamEmail(async ({ ctx, t, grant, page, user, params, locale }) => {
  const { kind, for_at = "" } = params as Partial<Reminder> & Pick<Reminder, "kind">;
  if (!(await isInCharge(ctx.db, grant, user.id))) return null;
  const [incident] = await listIncidentsById(ctx.db, grant, [Number(params.incident_id)]);
  if (!incident || !isStillTrue(incident, { kind, for_at })) return null;
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
  };
});
