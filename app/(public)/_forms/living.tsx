import { formState, Option } from "#app/(public)/_forms/parts.tsx";
import type { Translate } from "#lib/i18n/translator.ts";
import type { SubscriptionType } from "#lib/subscriptions/schema.ts";
import { canLive } from "#lib/subscriptions/style.ts";

/** Whether visitors can have that; of Slack only bots can, which operators enter. */
export function mayLive(type: SubscriptionType): boolean {
  return canLive(type) && type !== "slack";
}

type Props = { type: SubscriptionType; name: string; t: Translate; isLiving: boolean };

/** Whether what belongs to one incident stands together: as it was sent, else as it is. */
export function Living({ type, name, t, isLiving }: Props) {
  const { values } = formState();
  const checked = values.filter === undefined ? isLiving : values[name] !== undefined;
  const kind = type === "email" ? "email" : "chat";
  return (
    <Option
      kind="checkbox"
      name={name}
      value="living_message"
      label={t(`subscribe.style.${kind}`)}
      hint={kind === "chat" ? t("subscribe.style.chat_hint") : undefined}
      checked={checked}
    />
  );
}
