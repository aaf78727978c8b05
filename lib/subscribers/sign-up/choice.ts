import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionFormat } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { builtInSeverity } from "#lib/core/fields/severity.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { findIncidentRow } from "#lib/incidents/queries.ts";
import { listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { checkTypes } from "#lib/incidents/types/rules.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { listAllLinks, setLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows, listVisibleServiceIds } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import { localized, type Reader } from "#lib/site/words/localized.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";
import { filterOf } from "#lib/subscribers/rules.ts";
import type { SubscriptionFilter } from "#lib/subscribers/schema.ts";
import type { Choice } from "#lib/subscribers/sign-up/schema.ts";
import type { SubscriptionStyle } from "#lib/subscribers/style.ts";

export type CheckedChoice = {
  filter: SubscriptionFilter;
  service_ids: number[];
  incident_types: string[];
  incident_id: number | null;
  style?: SubscriptionStyle;
  format?: SubscriptionFormat;
};

const NOTHING = { service_ids: [], incident_types: [], incident_id: null };

function checkServices(visible: number[] | null, ids: number[]): void {
  if (ids.length === 0) throw invalid({ service_ids: [{ code: "none_chosen" }] });
  if (visible === null) return;
  const seen = new Set(visible);
  if (ids.some((id) => !seen.has(id))) throw invalid({ service_ids: [{ code: "unknown" }] });
}

/**
 * Reads a visitor's choice. Visitors who see some services can subscribe only to those.
 * @throws {AppError} `invalid`
 */
export async function checkChoice(db: Db, grant: PageGrant, input: Choice): Promise<CheckedChoice> {
  return withStyle(await filterColumns(db, grant, input), input);
}

function withStyle(chosen: CheckedChoice, { style, format }: Choice): CheckedChoice {
  return { ...chosen, ...(style && { style }), ...(format && { format }) };
}

/**
 * Reads the choice of a link's holder who may not see the page: they can only give up services.
 * @throws {AppError} `invalid`
 */
export async function checkSmallerChoice(
  db: Db,
  grant: PageGrant,
  { id, filter, incident_types, incident_id }: SubscriptionRow,
  input: Choice,
): Promise<CheckedChoice> {
  const own = (await listAllLinks(db, grant, "subscription", [id])).get(id) ?? [];
  const kept = { filter, service_ids: own, incident_types, incident_id };
  const { service_ids = [] } = input;
  if (filter !== "services" || input.filter !== "services") return withStyle(kept, input);
  checkServices(own, service_ids);
  return withStyle({ ...kept, service_ids }, input);
}

async function filterColumns(db: Db, grant: PageGrant, input: Choice): Promise<CheckedChoice> {
  const { filter = filterOf(input), service_ids = [], incident_types = [], incident_id } = input;
  const visible = await listVisibleServiceIds(db, grant);
  if (filter === "services") {
    checkServices(visible, service_ids);
    return { ...NOTHING, filter, service_ids };
  }
  if (filter === "incident") {
    const incident = await findIncidentRow(db, grant, incident_id ?? 0);
    if (!incident) throw invalid({ incident_id: [{ code: "unknown" }] });
    return { ...NOTHING, filter, incident_id: incident.id };
  }
  if (grant.sees_only !== null)
    return { ...NOTHING, filter: "services", service_ids: visible ?? [] };
  if (filter === "all") return { ...NOTHING, filter };
  if (incident_types.length === 0) throw invalid({ incident_types: [{ code: "none_chosen" }] });
  await checkTypes(db, grant, incident_types);
  return { ...NOTHING, filter, incident_types };
}

export async function linkServices(
  trx: Trx,
  grant: PageGrant,
  id: number,
  { service_ids }: CheckedChoice,
): Promise<void> {
  await checkKnown(trx, grant, service_ids);
  await setLinks(trx, grant, "subscription", id, service_ids);
}

type Words = Reader & { t: Translate; list: (items: string[]) => string };

const MAX_NAMED = 20;

function named(names: string[], { t, list }: Words): string {
  const rest = names.length - MAX_NAMED;
  if (rest <= 0) return list(names);
  return list([...names.slice(0, MAX_NAMED), t("public.sentence.more", { count: rest })]);
}

async function serviceNames(
  db: Db,
  grant: PageGrant,
  { id }: SubscriptionRow,
  words: Words,
): Promise<string[]> {
  const [rows, links] = await Promise.all([
    listPlainServiceRows(db, grant),
    listAllLinks(db, grant, "subscription", [id]),
  ]);
  const names = uniqueNames(
    visibleServices(rows, null),
    (row) => localized(row, "name", words),
    words.t,
  );
  return (links.get(id) ?? []).flatMap((service) => names.get(service) ?? []);
}

async function typeNames(
  db: Db,
  grant: PageGrant,
  { incident_types }: SubscriptionRow,
  words: Words,
): Promise<string[]> {
  const own = new Map((await listIncidentTypeRows(db, grant)).map((row) => [row.key, row]));
  return incident_types.flatMap((type) => {
    const severity = builtInSeverity(type);
    if (severity) return [words.t(`public.type.${severity}`)];
    const row = own.get(type);
    return row ? [localized(row, "name", words)] : [];
  });
}

export async function describeChoice(
  db: Db,
  grant: PageGrant,
  subscription: SubscriptionRow,
  words: Words,
): Promise<string> {
  const { filter, incident_id } = subscription;
  if (filter === "services") {
    const names = await serviceNames(db, grant, subscription, words);
    return named(names, words);
  }
  if (filter === "incident_types")
    return named(await typeNames(db, grant, subscription, words), words);
  if (filter === "incident" && incident_id !== null) {
    const incident = await findIncidentRow(db, grant, incident_id);
    return incident ? localized(incident, "title", words) : "";
  }
  return words.t("mail.everything");
}
