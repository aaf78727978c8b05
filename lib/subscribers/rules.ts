import type { Trx } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";
import { isDialCodeAllowed } from "#lib/channels/sms/limits.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { listKnownGroupIds, setGroupsOf } from "#lib/incidents/groups/queries.ts";
import { listKnownIncidentIds } from "#lib/incidents/queries.ts";
import { checkTypes } from "#lib/incidents/types/rules.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { type AppError, type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { type AddressColumns, dialedNumber } from "#lib/subscribers/normal-addresses.ts";
import { isOffered } from "#lib/subscribers/offered.ts";
import { isAddressTaken, lockByAddress } from "#lib/subscribers/queries.ts";
import type { SubscriptionFilter, UpdateSubscription } from "#lib/subscribers/schema.ts";

export function addressFields(
  type: SubscriptionType,
): ("email" | "country_dial_code" | "phone_number" | "webhook_url")[] {
  if (type === "email") return ["email"];
  return type === "sms" ? ["country_dial_code", "phone_number"] : ["webhook_url"];
}

/** E-mail and SMS subscribers must confirm; a webhook or chat cannot. */
export function needsOptIn(type: SubscriptionType): boolean {
  return type === "email" || type === "sms";
}

const NEEDED: Record<SubscriptionFilter, (keyof Lists)[]> = {
  all: [],
  services: ["service_ids"],
  incident: ["incident_id"],
  incident_types: ["incident_types"],
};

function isBlank(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}

type Lists = Partial<Pick<UpdateSubscription, "service_ids" | "incident_types" | "incident_id">>;

/** The default filter: a list of services means those services only. */
export function filterOf(lists: Lists): SubscriptionFilter {
  const filters = ["services", "incident", "incident_types"] as const;
  return filters.find((filter) => NEEDED[filter].every((field) => !isBlank(lists[field]))) ?? "all";
}

export type Whole = Omit<UpdateSubscription, "token"> & {
  type: SubscriptionType;
  filter: SubscriptionFilter;
};

function missingIn(whole: Whole) {
  return [...addressFields(whole.type), ...NEEDED[whole.filter]].filter((field) =>
    isBlank(whole[field]),
  );
}

/**
 * @param before a record that already lacks something, such as its only service, may keep that
 * @throws {AppError} `invalid` unless the type's address and the filter's list are given
 */
export function checkComplete(whole: Whole, before?: Whole): void {
  const isKept = before?.type === whole.type && before.filter === whole.filter;
  const lacking = isKept ? missingIn(before) : [];
  const missing = missingIn(whole).filter((field) => !lacking.includes(field));
  const errors = missing.map((field): [string, FieldErrors[string]] => [
    field,
    [{ code: "blank" }],
  ]);
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** @throws {AppError} `invalid` unless everything named belongs to the page */
export async function checkReferences(
  trx: Trx,
  grant: PageGrant,
  input: UpdateSubscription,
): Promise<void> {
  const { service_ids = [], incident_types = [], incident_id, subscription_group_ids = [] } = input;
  await checkKnown(trx, grant, service_ids);
  await checkTypes(trx, grant, incident_types);
  const incident_ids = incident_id ? [incident_id] : [];
  const incidents = await listKnownIncidentIds(trx, grant, incident_ids);
  if (incidents.length < incident_ids.length) throw invalid({ incident_id: [{ code: "unknown" }] });
  const groups = await listKnownGroupIds(trx, grant, subscription_group_ids);
  if (groups.length < subscription_group_ids.length)
    throw invalid({ subscription_group_ids: [{ code: "unknown" }] });
}

/** @throws {AppError} `invalid` when the settings disable the type or the country */
export async function checkOffered(
  trx: Trx,
  grant: PageGrant,
  {
    type,
    country_dial_code,
    phone_number,
  }: Pick<Whole, "type" | "country_dial_code" | "phone_number">,
): Promise<void> {
  const settings = parseSettings((await getStatusPageRow(trx, grant)).settings);
  if (!isOffered(type, settings)) throw invalid({ type: [{ code: "not_offered" }] });
  const number = dialedNumber({ type, country_dial_code, phone_number });
  if (type === "sms" && !isDialCodeAllowed(number, settings))
    throw invalid({ country_dial_code: [{ code: "bad_country" }] });
}

/**
 * @throws {AppError} `invalid` when the URL names a private target, a retired kind of address, or
 * another chat
 */
export function checkTarget({ type, webhook_url }: Pick<Whole, "type" | "webhook_url">): void {
  if (!webhook_url || type === "email" || type === "sms") return;
  if (namesRefusedTarget(webhook_url)) throw invalid({ webhook_url: [{ code: "private_target" }] });
  const chat = recognizeChat(webhook_url);
  if (chat === "retired_teams") throw invalid({ webhook_url: [{ code: "retired_teams" }] });
  // Paths like Mattermost's exist elsewhere, too.
  if (chat !== null && chat !== "mattermost" && chat !== type)
    throw invalid({ type: [{ code: "not_one_of", values: { allowed: chat } }] });
}

type Links = Pick<UpdateSubscription, "service_ids" | "subscription_group_ids">;

export async function link(
  trx: Trx,
  grant: PageGrant,
  id: number,
  { service_ids, subscription_group_ids }: Links,
): Promise<void> {
  if (service_ids) await setLinks(trx, grant, "subscription", id, service_ids);
  if (subscription_group_ids) await setGroupsOf(trx, grant, id, subscription_group_ids);
}

function taken(type: SubscriptionType): AppError {
  return invalid({ [addressFields(type).at(-1) ?? "base"]: [{ code: "taken" }] });
}

/** @throws {AppError} `invalid` on the address when the page already has it */
export async function unlessTaken<T>(type: SubscriptionType, write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    throw isAddressTaken(error) ? taken(type) : error;
  });
}

/** The index lets pass an address of which only a twin is left. @throws as `unlessTaken` */
export async function checkFree(
  trx: Trx,
  grant: PageGrant,
  columns: AddressColumns & { type: SubscriptionType },
): Promise<void> {
  if (await lockByAddress(trx, grant, columns)) throw taken(columns.type);
}

const PERSONAL = ["email", "country_dial_code", "phone_number", "webhook_url", "token", "metadata"];

/** Hides addresses and secrets from the audit log. */
export function auditable(input: object): object {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([field, value]) => [field, PERSONAL.includes(field) ? "…" : value]),
  );
}

export const NOT_QUARANTINED = {
  quarantined_at: null,
  quarantined_until: null,
  quarantine_reason: null,
  quarantine_kind: null,
};
