import type { AddressedMessage, Channel, Sender, SendOptions } from "#lib/channels/channel.ts";
import {
  type Answer,
  callProvider,
  fieldsOf,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { type SmsMessage, smsFor } from "#lib/channels/sms/message.ts";
import { refusesUs, tryAgain, type Verdict } from "#lib/platform/verdict.ts";

const HOST = "api.esendex.com";
const BATCH = 50;
const VALID_H = 1;

/** `user` is the account's reference: `EX0012345`. */
function accountOf({ user, username, password, phone_number }: Sender) {
  if (!user || !username || !password) return null;
  return { reference: user, login: `${username}:${password}`, from: phone_number };
}

type Account = NonNullable<ReturnType<typeof accountOf>>;

function headersOf({ login }: Pick<Account, "login">): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "application/json",
    authorization: `Basic ${Buffer.from(login).toString("base64")}`,
  };
}

function bodyOf(
  messages: readonly AddressedMessage<SmsMessage>[],
  { reference, from }: Account,
): string {
  const bodies = messages.map(({ recipient, message }) => ({
    to: recipient.address.replace(/^\+/, ""),
    body: message.text,
    ...(from && { from }),
    validity: VALID_H,
  }));
  return JSON.stringify({ accountreference: reference, messages: bodies });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Message ids in order; Esendex nests the list in one of several places. */
function idsIn(answer: Answer): (string | null)[] {
  const { batch, ...fields } = fieldsOf(answer);
  const found = (isRecord(batch) ? batch : fields).messageheaders;
  const headers = isRecord(found) && !Array.isArray(found) ? found.messageheader : found;
  if (!Array.isArray(headers)) return [];
  return headers.map((header) => (isRecord(header) && header.id ? String(header.id) : null));
}

function readEsendex(
  answer: Answer,
  messages: readonly AddressedMessage<SmsMessage>[],
  { login }: Account,
): Verdict[] {
  const numbers = messages.flatMap(({ recipient: { address } }) => [address, address.slice(1)]);
  const secrets = [...numbers, ...numbers.flatMap(secretsOf), login.slice(login.indexOf(":") + 1)];
  const meanings = { delivered: [200, 201, 202], sender: [401, 402, 403, 404] };
  const verdict = verdictOn(answer, meanings, secrets);
  if (verdict.outcome !== "delivered") return messages.map(() => verdict);
  const ids = idsIn(answer);
  return messages.map((_, at) => ({
    ...verdict,
    answer: `${answer.status}`,
    provider_id: ids[at] ?? null,
  }));
}

async function post(
  messages: readonly AddressedMessage<SmsMessage>[],
  options: SendOptions,
): Promise<Verdict[]> {
  const account = options.sender && accountOf(options.sender);
  if (!account)
    return messages.map(() => refusesUs("no Esendex account with its reference is set up"));
  const url = `https://${HOST}/v1.0/messagedispatcher`;
  const call = { headers: headersOf(account), body: bodyOf(messages, account) };
  const called = await callProvider(url, call, options);
  if ("verdict" in called) return messages.map(() => called.verdict);
  // Esendex does not say which message of a batch is wrong.
  if (called.answer.status === 400 && messages.length > 1) {
    const each = await Promise.all(messages.map((one) => post([one], options)));
    return each.flat();
  }
  return readEsendex(called.answer, messages, account);
}

export const esendex: Channel<SmsMessage> = {
  kind: "sms",
  batch: BATCH,
  canThread: false,
  hostOf: () => HOST,
  render: smsFor,
  send: post,
};

const AT_ONCE = 100;
const MAX_PAGES = 100;

function numbersIn(answer: Answer): string[] {
  const { optouts } = fieldsOf(answer);
  const list = isRecord(optouts) && !Array.isArray(optouts) ? optouts.optout : optouts;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    const from = isRecord(one) && isRecord(one.from) ? one.from.phonenumber : null;
    return from ? [`+${String(from).replace(/\D/g, "")}`] : [];
  });
}

export async function listOptOuts(
  options: SendOptions,
): Promise<{ numbers: string[] } | { verdict: Verdict }> {
  const account = options.sender && accountOf(options.sender);
  if (!account) return { verdict: tryAgain("no Esendex account with its reference is set up") };
  const numbers: string[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = `startIndex=${page * AT_ONCE}&count=${AT_ONCE}`;
    const url = `https://${HOST}/v1.0/optouts?${query}`;
    const called = await callProvider(url, { method: "GET", headers: headersOf(account) }, options);
    if ("verdict" in called) return called;
    const verdict = verdictOn(called.answer, { delivered: [200], sender: [401] }, []);
    if (verdict.outcome !== "delivered") return { verdict };
    const found = numbersIn(called.answer);
    numbers.push(...found);
    if (found.length < AT_ONCE) break;
  }
  return { numbers };
}
