import { Format } from "#app/(public)/_forms/format.tsx";
import { Living, mayLive } from "#app/(public)/_forms/living.tsx";
import { Field, FieldProblem, formState, Option } from "#app/(public)/_forms/parts.tsx";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";
import type { View } from "#lib/site/view/view.ts";
import { offeredChannels, offeredChats } from "#lib/subscribers/offered.ts";

type Channel = ReturnType<typeof offeredChannels>[number];

type Can = { text: boolean; mail: boolean };
type Props = { view: View; can: Can };

function Email({ view, can }: Props) {
  const { t } = view;
  return (
    <>
      <Field
        name="email"
        type="email"
        autoComplete="email"
        label={t("subscribe.email.label")}
        hint={t(can.mail ? "subscribe.email.hint" : "subscribe.email.unsent")}
      />
      <Living view={view} types={["email"]} name="living_email" isThreaded={false} />
    </>
  );
}

function Chat({ view }: { view: View }) {
  const { t, f, snapshot } = view;
  const chats = offeredChats(snapshot.page.settings);
  const { fields, values } = formState();
  const isZoom = recognizeChat(values.chat_url?.[0]?.trim() ?? "") === "zoom";
  const names = f.list(chats.map((chat) => t(`subscribe.names.${chat}`)));
  return (
    <>
      <Field
        name="chat_url"
        type="url"
        label={t("subscribe.chat.label")}
        hint={t("subscribe.chat.hint", { chats: names })}
      />
      {(isZoom || fields.zoom_token) && (
        <Field
          name="zoom_token"
          label={t("subscribe.chat.token")}
          hint={t("subscribe.chat.token_hint")}
        />
      )}
      {chats.some(mayLive) && (
        <Living view={view} types={chats} name="living_chat" isThreaded={false} />
      )}
      <details className="more">
        <summary>{t("subscribe.chat.how")}</summary>
        <ul>
          {chats.map((chat) => (
            <li key={chat}>{t(`subscribe.help.${chat}`)}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Webhook({ view }: { view: View }) {
  const { t } = view;
  return (
    <>
      <Field
        name="webhook_url"
        type="url"
        label={t("subscribe.webhook.label")}
        hint={t("subscribe.webhook.hint")}
      />
      <Format view={view} format="standard" />
    </>
  );
}

function Sms({ view: { t } }: { view: View }) {
  return (
    <>
      <Field
        name="country_dial_code"
        type="tel"
        autoComplete="tel-country-code"
        label={t("subscribe.sms.code")}
      />
      <Field
        name="phone_number"
        type="tel"
        autoComplete="tel-national"
        label={t("subscribe.sms.number")}
        hint={t("subscribe.sms.hint")}
      />
    </>
  );
}

const FIELDS = { email: Email, sms: Sms, chat: Chat, webhook: Webhook };

/** The ways that the page offers, each with what it asks for. */
export function How({ view, can }: Props) {
  const { t, snapshot } = view;
  const channels = offeredChannels(snapshot.page.settings, can.text);
  const { values } = formState();
  const chosen = (values.channel?.[0] ?? channels[0]) as Channel;
  if (channels.length === 1) {
    const Fields = FIELDS[chosen];
    return (
      <>
        <input type="hidden" name="channel" value={chosen} />
        <Fields view={view} can={can} />
      </>
    );
  }
  return (
    <fieldset className="how">
      <legend>{t("subscribe.channel.legend")}</legend>
      <FieldProblem name="channel" />
      <div className="tabs">
        {channels.map((channel) => (
          <Option
            key={channel}
            name="channel"
            value={channel}
            label={t(`subscribe.channel.${channel}`)}
            checked={channel === chosen}
          />
        ))}
      </div>
      {channels.map((channel) => {
        const Fields = FIELDS[channel];
        return (
          <div key={channel} className={`only ${channel}-only`}>
            <Fields view={view} can={can} />
          </div>
        );
      })}
    </fieldset>
  );
}
