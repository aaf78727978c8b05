import { Ban, CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon } from "lucide-react";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import type { LogChannel, Logged, LoggedMessage, LogState } from "#lib/notifications/log/schema.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

const LOOKS: Record<LogState, { icon: LucideIcon; className: string }> = {
  waiting: { icon: Clock, className: "text-scheduled" },
  handed_over: { icon: CircleCheck, className: "text-closed" },
  failed: { icon: CircleX, className: "text-major" },
  quarantined: { icon: CircleSlash, className: "text-minor" },
  withdrawn: { icon: Ban, className: "text-muted" },
};

export function DeliveryState({ state, t }: { state: LogState; t: Translate }) {
  const { icon: Icon, className } = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${className}`}>
      <Icon size={16} aria-hidden /> {t(`admin_deliveries.state.${state}`)}
    </span>
  );
}

/** The webhook's answer, in plain words. */
export function answerOf(attempt: Attempt | null, t: Translate): string {
  if (!attempt) return t("admin_deliveries.no_attempt");
  if (attempt.detail) return t(`admin_checks.reason.${attempt.detail}`);
  if (attempt.error) return t(`admin_deliveries.error.${attempt.error}`);
  return t("admin_deliveries.answered", { status: String(attempt.status ?? "") });
}

export function channelName(channel: LogChannel, t: Translate): string {
  if (channel === "subscribers" || channel === "webhooks" || channel === "webhook")
    return t(`admin_deliveries.channel.${channel}`);
  return t(`admin_subscribers.type.${channel}`);
}

function waitingText({ is_being_sent, due_at }: LoggedMessage, { t, format, now }: Admin): string {
  if (is_being_sent) return t("admin_deliveries.says.sending");
  if (due_at === null || due_at <= now) return t("admin_deliveries.says.soon");
  return t("admin_deliveries.says.until", { time: format.shortDateTime(due_at) });
}

function messageText(row: LoggedMessage, admin: Admin): string {
  const { state, reason, answer } = row;
  const { t } = admin;
  const why = reason ? reasonText(reason, t) : null;
  const said = answer && answer !== reason ? t("admin_deliveries.says.said", { answer }) : null;
  const first = state === "waiting" ? waitingText(row, admin) : null;
  return [first, why, said].filter(Boolean).join(" · ");
}

/** Why a message is where it is, and what the other side said. */
export function outcomeText(row: Logged, admin: Admin): string {
  if (row.kind === "message") return messageText(row, admin);
  const { t, format } = admin;
  const said = answerOf(row.last_attempt, t);
  if (row.state !== "waiting" || !row.due_at || row.due_at <= admin.now) return said;
  const until = t("admin_deliveries.says.until", { time: format.shortDateTime(row.due_at) });
  return `${until} · ${said}`;
}
