import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { builtInSeverity } from "#lib/core/fields/severity.ts";
import { findIncidentRow } from "#lib/incidents/queries.ts";
import { listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";
import { tellingNames } from "#lib/services/tree.ts";
import { localized, type Reader } from "#lib/site/words/localized.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

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
  const names = tellingNames(visibleServices(rows, null), (row) => localized(row, "name", words));
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

/** What a subscriber hears about, in words: nothing that visitors could not read themselves. */
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
