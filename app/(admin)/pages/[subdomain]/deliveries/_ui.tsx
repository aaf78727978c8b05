import { Ban, CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import type { Translate } from "#lib/i18n/translator.ts";
import type { Attempt, Delivery } from "#lib/webhooks/schema.ts";

const LOOKS: Record<Delivery["state"], { icon: LucideIcon; className: string }> = {
  pending: { icon: Clock, className: "text-scheduled" },
  delivered: { icon: CircleCheck, className: "text-closed" },
  failed: { icon: CircleX, className: "text-major" },
  cancelled: { icon: Ban, className: "text-muted" },
};

export function DeliveryState({ state, t }: { state: Delivery["state"]; t: Translate }) {
  const { icon: Icon, className } = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${className}`}>
      <Icon size={16} aria-hidden /> {t(`admin_deliveries.state.${state}`)}
    </span>
  );
}

/** What came back, in plain words. */
export function answerOf(attempt: Attempt | null, t: Translate): string {
  if (!attempt) return t("admin_deliveries.no_attempt");
  if (attempt.error) return t(`admin_deliveries.error.${attempt.error}`);
  return t("admin_deliveries.answered", { status: String(attempt.status ?? "") });
}
