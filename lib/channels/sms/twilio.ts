import type { AddressedMessage, Channel, Sender, SendOptions } from "#lib/channels/channel.ts";
import {
  type Answer,
  callProvider,
  fieldsOf,
  retryPause_s,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { type SmsMessage, smsFor } from "#lib/channels/sms/message.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";
import {
  optedOut,
  refusesMessage,
  refusesPerson,
  refusesUs,
  tryAgain,
  type Verdict,
} from "#lib/platform/verdict.ts";

const HOST = "api.twilio.com";
// News of an outage is worthless an hour later.
const VALID_S = 3_600;

type Refuse = (reason: string, answer: string) => Verdict;

const REFUSALS: Record<number, [refuse: Refuse, reason: string]> = {
  20003: [refusesUs, "Twilio refuses the credentials"],
  21211: [refusesPerson, "not a phone number"],
  21408: [refusesMessage, "region not enabled at Twilio"],
  21606: [refusesUs, "Twilio refuses the sender's number"],
  21610: [optedOut, "replied STOP"],
  21612: [refusesMessage, "no route from this sender"],
  21614: [refusesPerson, "not a mobile number"],
  21617: [refusesMessage, "message too long"],
  21659: [refusesUs, "Twilio refuses the sender's number"],
};
const THROTTLED = [20_429, 21_611];

/** `user` may be an API key; the account id is then in `username`. */
function accountOf({ user, username, key, phone_number }: Sender) {
  const account = [user, username].find((id) => id?.startsWith("AC")) ?? user;
  if (!account || !user || !key || !phone_number) return null;
  return { account, login: `${user}:${key}`, from: phone_number };
}

type Account = NonNullable<ReturnType<typeof accountOf>>;

function formOf(to: string, { text }: SmsMessage, { from }: Account, sender: Sender): string {
  return new URLSearchParams({
    To: to,
    Body: text,
    [from.startsWith("MG") ? "MessagingServiceSid" : "From"]: from,
    ValidityPeriod: String(VALID_S),
    ...(sender.callback_url && { StatusCallback: sender.callback_url }),
  }).toString();
}

function readTwilio(answer: Answer, secrets: string[]): Verdict {
  const { code, sid } = fieldsOf(answer);
  const [refuse, reason] = REFUSALS[Number(code)] ?? [];
  const said = `${answer.status} ${redact(answer.text, secrets)}`.trim();
  if (refuse) return refuse(`${code} ${reason}`, said);
  if (THROTTLED.includes(Number(code)))
    return tryAgain(`${code} too many messages`, {
      answer: said,
      after_s: retryPause_s(answer),
      throttled: true,
    });
  const meanings = { delivered: [200, 201, 202], sender: [401, 403, 404] };
  const verdict = verdictOn(answer, meanings, secrets);
  if (verdict.outcome !== "delivered") return verdict;
  return { ...verdict, answer: `${answer.status}`, provider_id: sid ? String(sid) : null };
}

async function post(
  { recipient, message }: AddressedMessage<SmsMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const account = options.sender && accountOf(options.sender);
  if (!options.sender || !account) return refusesUs("no Twilio account is set up");
  const { address } = recipient;
  const called = await callProvider(
    `https://${HOST}/2010-04-01/Accounts/${encodeURIComponent(account.account)}/Messages.json`,
    {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${Buffer.from(account.login).toString("base64")}`,
      },
      body: formOf(address, message, account, options.sender),
    },
    options,
  );
  const secrets = [...secretsOf(address), address.slice(1), account.login.split(":")[1] ?? ""];
  return "verdict" in called ? called.verdict : readTwilio(called.answer, secrets);
}

export const twilio: Channel<SmsMessage> = {
  kind: "sms",
  batch: 1,
  canThread: false,
  hostOf: () => HOST,
  render: smsFor,
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
