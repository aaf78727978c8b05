import { isDeepStrictEqual } from "node:util";
import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listGroupsOf } from "#lib/incidents/groups/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { displayAddress } from "#lib/subscribers/addresses.ts";
import { requestConfirmationFrom } from "#lib/subscribers/confirmations.ts";
import { listByAddresses } from "#lib/subscribers/import/queries.ts";
import type { ParsedRow } from "#lib/subscribers/import/row.ts";
import type { PreviewRow, Problem } from "#lib/subscribers/import/schema.ts";
import {
  insertSubscription,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import { link, needsOptIn } from "#lib/subscribers/rules.ts";
import { styleOf } from "#lib/subscribers/style.ts";

type Existing = { row: SubscriptionRow; service_ids: number[]; group_ids: number[] };

async function findExisting(
  db: Db,
  grant: PageGrant,
  reads: readonly ParsedRow[],
  isLocked: boolean,
): Promise<Map<string, Existing>> {
  const found = new Map<string, Existing>();
  for (const [type, its] of Map.groupBy(reads, ({ input }) => input.type)) {
    const keys = its.map(({ key }) => key.slice(type.length + 1));
    const rows = await listByAddresses(db, grant, type, keys, isLocked);
    const ids = rows.map(({ id }) => id);
    const [services, groups] = await Promise.all([
      listAllLinks(db, grant, "subscription", ids),
      listGroupsOf(db, grant, ids),
    ]);
    for (const { key, ...row } of rows)
      found.set(`${type} ${key}`, {
        row,
        service_ids: services.get(row.id) ?? [],
        group_ids: groups.get(row.id) ?? [],
      });
  }
  return found;
}

function changesOf(
  { input, given, consent, isProof, onlyKnown }: ParsedRow,
  { row, service_ids, group_ids }: Existing,
) {
  const isAll = input.filter === "all" && given.has("filter");
  const isChosen = onlyKnown === null && (input.filter !== "all" || isAll);
  const isNew = row.confirmed_at === null || isProof;
  const choice = { filter: input.filter, incident_types: input.incident_types ?? [] };
  const wanted = {
    ...(given.has("locale") && { locale: input.locale }),
    ...(given.has("style") && input.style !== styleOf(row) && { style: input.style }),
    ...(given.has("format") && input.format && { format: input.format }),
    ...(given.has("metadata") && { metadata: input.metadata }),
    ...(isChosen && choice),
    ...(consent && isNew && row.consent_at === null && consent),
    ...(consent && row.confirmed_at === null && { confirmed_at: wireNow() }),
  };
  const columns = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(row[name as keyof SubscriptionRow], value),
  );
  const services = isChosen && !isDeepStrictEqual(service_ids, input.service_ids ?? []);
  const groups = given.has("groups") && !isDeepStrictEqual(group_ids, input.subscription_group_ids);
  return {
    columns: Object.fromEntries(columns),
    links: {
      service_ids: services ? (input.service_ids ?? []) : undefined,
      subscription_group_ids: groups ? (input.subscription_group_ids ?? []) : undefined,
    },
  };
}

type Change = ReturnType<typeof changesOf>;

function isNothing({ columns, links }: Change): boolean {
  const isLinked = Object.values(links).some((ids) => ids !== undefined);
  return Object.keys(columns).length === 0 && !isLinked;
}

function needsConfirmation({ input, consent }: ParsedRow): boolean {
  return !consent && needsOptIn(input.type as SubscriptionType);
}

async function add(trx: Trx, grant: PageGrant, read: ParsedRow): Promise<void> {
  const {
    service_ids,
    subscription_group_ids,
    confirm: _,
    metadata = {},
    token: __,
    ...columns
  } = read.input;
  const row = await insertSubscription(trx, grant, {
    ...columns,
    ...read.consent,
    metadata: JSON.stringify(metadata),
    confirmed_at: needsConfirmation(read) ? null : wireNow(),
  });
  const links = {
    service_ids: service_ids?.length ? service_ids : undefined,
    subscription_group_ids: subscription_group_ids?.length ? subscription_group_ids : undefined,
  };
  await link(trx, grant, row.id, links);
  if (needsConfirmation(read)) await requestConfirmationFrom(trx, grant, row);
}

async function change(trx: Trx, grant: PageGrant, id: number, { columns, links }: Change) {
  const { metadata } = columns as { metadata?: object };
  const values = { ...columns, ...(metadata && { metadata: JSON.stringify(metadata) }) };
  await updateSubscriptionRow(trx, grant, id, { ...values, updated_at: wireNow() });
  await link(trx, grant, id, links);
}

export type RowOutcome = {
  read: ParsedRow;
  fate: "added" | "changed" | "same" | "refused";
  isAsked: boolean;
};

/** @param trx null: only says what would become of the rows */
export async function importRows(
  db: Db,
  trx: Trx | null,
  grant: PageGrant,
  reads: readonly ParsedRow[],
): Promise<RowOutcome[]> {
  const known = await findExisting(trx ?? db, grant, reads, trx !== null);
  const outcomes: RowOutcome[] = [];
  for (const read of reads) {
    const before = known.get(read.key);
    if (before) {
      const changes = changesOf(read, before);
      const fate = isNothing(changes) ? "same" : "changed";
      if (trx && fate === "changed") await change(trx, grant, before.row.id, changes);
      outcomes.push({ read, fate, isAsked: false });
    } else if (read.onlyKnown) outcomes.push({ read, fate: "refused", isAsked: false });
    else {
      if (trx) await add(trx, grant, read);
      outcomes.push({ read, fate: "added", isAsked: needsConfirmation(read) });
    }
  }
  return outcomes;
}

export const MAX_PREVIEW = 20;

const NOBODY = {
  asked: false,
  type: null,
  address: null,
  filter: null,
  service_ids: [],
  incident_types: [],
};

function outcomeRow({ read, fate, isAsked }: RowOutcome): PreviewRow {
  const { row, input } = read;
  const { type = null, filter, service_ids = [], incident_types = [] } = input;
  const { email = null, country_dial_code = null, phone_number = null, webhook_url = null } = input;
  const address = displayAddress({ email, country_dial_code, phone_number, webhook_url });
  const what = { type, address, filter, service_ids, incident_types };
  return { row, fate, asked: isAsked, ...what, problem: null };
}

function problemRow(problem: Problem): PreviewRow {
  const fate = problem.code === "duplicate" ? "duplicate" : "refused";
  return { row: problem.row, fate, ...NOBODY, problem };
}

/** The outcome of a batch's first rows, in the order of the file. */
export function previewOf(
  outcomes: readonly RowOutcome[],
  problems: readonly Problem[],
): PreviewRow[] {
  const fine = outcomes.filter(({ fate }) => fate !== "refused").map(outcomeRow);
  const all = [...fine, ...problems.map(problemRow)];
  return all.toSorted((a, b) => a.row - b.row).slice(0, MAX_PREVIEW);
}
