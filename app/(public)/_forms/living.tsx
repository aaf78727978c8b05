import { formState, Option } from "#app/(public)/_forms/parts.tsx";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { View } from "#lib/site/view/view.ts";
import { canThread } from "#lib/subscribers/style.ts";

/** Whether visitors can have that; of Slack only bots can, which operators enter. */
export function mayLive(type: SubscriptionType): boolean {
  return canThread(type) && type !== "slack";
}

type Props = { view: View; types: SubscriptionType[]; name: string; isThreaded: boolean };

/** Whether what belongs to one incident stands together: as it was sent, else as it is. */
export function Living({ view: { t, f }, types, name, isThreaded }: Props) {
  const { values } = formState();
  const checked = values.filter === undefined ? isThreaded : values[name] !== undefined;
  const chats = types.filter((type) => type === "discord" || type === "google_chat");
  const names = f.list(chats.map((type) => t(`subscribe.names.${type}`)));
  return (
    <Option
      kind="checkbox"
      name={name}
      value="living_message"
      label={t(`subscribe.style.${chats.length > 0 ? "chat" : "email"}`)}
      hint={chats.length > 0 ? t("subscribe.style.chat_hint", { chats: names }) : undefined}
      checked={checked}
    />
  );
}
