import { isZero } from "#lib/core/fields/validation.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

// Names of clients written against other products. Only this file knows them.
const ALIASES: Record<string, string> = {
  social_public_screen_name: "twitter_public_screen_name",
  social_post: "tweet",
  social_post_by_default: "tweet_by_default",
  social_posting_enabled: "tweeting_enabled",
  chat_a_subscriptions_enabled: "slack_subscriptions_enabled",
  chat_b_notifications_enabled: "discord_notifications_enabled",
  chat_c_notifications_enabled: "teams_notifications_enabled",
  chat_d_notifications_enabled: "google_chat_notifications_enabled",
  chat_e_notifications_enabled: "mattermost_notifications_enabled",
  chat_f_notifications_enabled: "zoom_notifications_enabled",
  external_calendar_enabled: "google_calendar_enabled",
};
const CANONICAL = new Map(Object.entries(ALIASES).map(([name, alias]) => [alias, name]));

/** Both names of each CDN, echoed back as written. */
export const CDN_PROVIDERS = ["cdn_a", "cdn_b", "cloudflare", "bunny"] as const;

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapUpdates(record: Json, map: (update: Json, path: string) => Json): Json {
  if (!Array.isArray(record.updates)) return record;
  return {
    ...record,
    updates: record.updates.map((update, index) =>
      isObject(update) ? map(update, `updates.${index}.`) : update,
    ),
  };
}

const saysNothing = (value: unknown) => value === null || isZero(value);

/** @returns undefined when the two values contradict each other */
function agreed(one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (!saysNothing(one) || !saysNothing(other)) return undefined;
  return one === false || other === false ? false : null;
}

function rename(record: Json, path: string): Json {
  if (!Object.keys(record).some((key) => CANONICAL.has(key))) return record;
  const renamed = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const name = CANONICAL.get(key) ?? key;
    const merged = renamed.has(name) ? agreed(renamed.get(name), value) : value;
    if (merged === undefined)
      throw invalid({
        [path + name]: [{ code: "alias_conflict", values: { alias: ALIASES[name] ?? "" } }],
      });
    renamed.set(name, merged);
  }
  return Object.fromEntries(renamed);
}

/** @throws {AppError} `invalid` when both names of a field are given and differ */
export function canonicalNames(record: unknown): unknown {
  return isObject(record) ? mapUpdates(rename(record, ""), rename) : record;
}

function addTo(record: Json): Json {
  const added: Json = {};
  for (const [key, value] of Object.entries(record)) {
    added[key] = value;
    const alias = ALIASES[key];
    if (alias) added[alias] = value;
  }
  return added;
}

function addToRecord(value: unknown): unknown {
  return isObject(value) ? mapUpdates(addTo(value), addTo) : value;
}

export function withAliases(answer: Json): Json {
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(addToRecord) : addToRecord(value),
    ]),
  );
}

export function aliasOf(name: string): string | undefined {
  return ALIASES[name];
}
