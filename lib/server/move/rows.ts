import { hash } from "node:crypto";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { deriveAlertToken } from "#lib/monitoring/reports/alert-address.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { type Ids, tableOfSubject, UPDATES } from "#lib/server/move/ids.ts";
import {
  CLEARED_COLUMNS,
  DERIVED,
  JSON_WITH_IDS,
  REFERENCES,
  SEALED,
  type Table,
} from "#lib/server/move/policies.ts";
import { openAddress, sealAddress } from "#lib/subscribers/addresses.ts";
import { addressKey } from "#lib/subscribers/normal-addresses.ts";

/** Columns as PostgreSQL spells them. */
export type Row = Record<string, string | null>;

/** Marks what no secret opens any more: it is copied as it is. */
const LOST = "lost:";

function openText(sealed: string): string {
  return unsealIfOurs(sealed) ?? LOST + sealed;
}

function sealText(plain: string): string {
  return plain.startsWith(LOST) ? plain.slice(LOST.length) : seal(plain);
}

function eachSealed(list: string, work: (text: string) => string): string {
  const entries = JSON.parse(list) as { sealed: string }[];
  return JSON.stringify(entries.map((entry) => ({ ...entry, sealed: work(entry.sealed) })));
}

function changeSealed(table: Table, row: Row, work: (text: string) => string): Row {
  const changed = Object.entries(row).map(([column, value]): [string, string | null] => {
    const kind = SEALED[`${table}.${column}`];
    if (!kind || kind === "address" || value === null) return [column, value];
    return [column, kind === "list" ? eachSealed(value, work) : work(value)];
  });
  return Object.fromEntries(changed);
}

type Addresses = { phone_number: string | null; webhook_url: string | null };

function addressesIn({ phone_number = null, webhook_url = null }: Row): Addresses {
  return { phone_number, webhook_url };
}

/** Decrypts under the APP_SECRET of where the row is. */
export function openRow(table: Table, row: Row): Row {
  const open = changeSealed(table, row, openText);
  if (table !== "subscriptions") return open;
  const kept = addressesIn(row);
  const { phone_number, webhook_url } = openAddress(kept);
  return {
    ...open,
    phone_number: phone_number ?? (kept.phone_number && LOST + kept.phone_number),
    webhook_url: webhook_url ?? (kept.webhook_url && LOST + kept.webhook_url),
  };
}

function isLost(text: string | null): text is string {
  return text?.startsWith(LOST) ?? false;
}

/** Encrypts under the APP_SECRET of where the row goes. */
export function sealRow(table: Table, row: Row): Row {
  const sealed = changeSealed(table, row, sealText);
  if (table !== "subscriptions") return sealed;
  const open = addressesIn(row);
  const lost = open.phone_number ?? open.webhook_url;
  if (isLost(lost)) {
    const column = open.phone_number ? "phone_number" : "webhook_url";
    return { ...sealed, [column]: lost.slice(LOST.length) };
  }
  const key = row.address_key && addressKey({ ...row, type: row.type as SubscriptionType });
  return { ...sealed, ...sealAddress(open), address_key: key ?? null };
}

function changeReference(ids: Ids, table: Table, value: string): string | null {
  if (!value.startsWith("{")) {
    const id = ids.of(table, Number(value));
    return id === null ? null : String(id);
  }
  const list = value.slice(1, -1);
  return list === "" ? value : `{${ids.list(table, list.split(",").map(Number)).join()}}`;
}

function references(ids: Ids, table: Table, row: Row): Row {
  const changed = Object.entries(row).map(([column, value]): [string, string | null] => {
    const of = column === "id" ? table : REFERENCES[column];
    if (value === null) return [column, value];
    if (JSON_WITH_IDS.includes(`${table}.${column}`))
      return [column, JSON.stringify(ids.json(JSON.parse(value)))];
    const isNone = of === "subscriptions" && value === "0";
    return [column, of && !isNone ? changeReference(ids, of, value) : value];
  });
  return Object.fromEntries(changed);
}

type Payload = { data?: { object: { id?: number; updates?: { id: number }[] } } };

function eventPayload(ids: Ids, type: string, payload: string): string {
  const told = ids.json(JSON.parse(payload)) as Payload;
  const object = told.data?.object;
  if (object?.id) object.id = ids.of(tableOfSubject(type), object.id) ?? object.id;
  const updates = UPDATES[type];
  for (const update of object?.updates ?? [])
    if (updates) update.id = ids.of(updates, update.id) ?? update.id;
  return JSON.stringify(told);
}

function event(ids: Ids, row: Row): Row {
  const type = row.event?.split(".")[0] ?? "";
  const updates = UPDATES[type];
  const changed = ["update_id", "news_update_ids", "social_update_ids"].map((column) => {
    const value = row[column] ?? null;
    return [column, value && updates ? changeReference(ids, updates, value) : value];
  });
  const payload = eventPayload(ids, type, row.payload ?? "{}");
  return {
    ...row,
    ...Object.fromEntries(changed),
    subject: ids.subject(row.subject ?? ""),
    payload,
    bytes: String(Buffer.byteLength(payload)),
  };
}

function auditEntry(ids: Ids, row: Row): Row {
  const actors: Record<string, Table> = { user: "users", organization_key: "organizations" };
  const of = actors[row.actor_kind ?? ""];
  const { actor_id = null, subject_id } = row;
  const actor_email = row.actor_kind === "user" && ids.emailOf(Number(actor_id));
  const changes = actor_email
    ? JSON.stringify({ ...JSON.parse(row.changes ?? "{}"), actor_email })
    : row.changes;
  const subject = ids.of(tableOfSubject(row.subject_type ?? ""), Number(subject_id));
  return {
    ...{ ...row, changes: changes ?? null },
    actor_id: of && actor_id ? changeReference(ids, of, actor_id) : actor_id,
    subject_id: String(subject ?? 0),
  };
}

function deletedUpdate(ids: Ids, row: Row): Row {
  const id = ids.of("incident_updates", Number(row.id));
  return { ...row, id: String(id), kept: JSON.stringify({ ...JSON.parse(row.kept ?? ""), id }) };
}

type Change = (ids: Ids, row: Row, before: Row) => Row;

const CHANGES: Partial<Record<Table, Change>> = {
  audit_log: auditEntry,
  deleted_updates: deletedUpdate,
  events: event,
  notifications: (ids, row) => ({ ...row, subject: ids.subject(row.subject ?? "") }),
  outbox: (ids, row) => {
    const { params_sealed = null } = row;
    const params = isLost(params_sealed) ? null : JSON.parse(params_sealed ?? "{}");
    return params ? { ...row, params_sealed: JSON.stringify(ids.json(params)) } : row;
  },
  // The token is derived from the APP_SECRET and the id of before.
  status_pages: (_, row, before) => ({
    ...row,
    alert_token_sealed:
      row.alert_token_sealed ??
      deriveAlertToken(Number(before.id), Number(before.alert_address_version)),
  }),
};

/** @param before opened by `openRow`, under the source's APP_SECRET */
export function rewritten(ids: Ids, table: Table, before: Row): Row {
  const emptied = Object.entries(before).map(([column, value]) => [
    column,
    CLEARED_COLUMNS.includes(`${table}.${column}`) ? null : value,
  ]);
  const row = references(ids, table, Object.fromEntries(emptied));
  return CHANGES[table]?.(ids, row, before) ?? row;
}

function canonical(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, part]) => [name, canonical(part)]);
}

const IS_JSON = /^jsonb?$/;

/** @param types of the columns to compare; `row` is opened */
export function hashRow(row: Row, types: ReadonlyMap<string, string>): bigint {
  const values = Array.from(types, ([column, type]) => {
    const value = row[column] ?? null;
    if (value === null || DERIVED.includes(column)) return null;
    return IS_JSON.test(type) ? canonical(JSON.parse(value)) : value;
  });
  return BigInt(`0x${hash("sha256", JSON.stringify(values), "hex").slice(0, 32)}`);
}
