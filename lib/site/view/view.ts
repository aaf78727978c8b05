import { lastDays } from "#lib/platform/clock.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { type Rows, rowsOf } from "#lib/site/view/fit-page.ts";
import { fitTexts, type Said, type Texts } from "#lib/site/view/texts.ts";
import { type Formats, formats } from "#lib/site/words/format.ts";
import { inLanguageOf } from "#lib/site/words/languages.ts";
import { localized } from "#lib/site/words/localized.ts";
import { type Sentence, sentenceOf } from "#lib/site/words/sentence.ts";
import type { Visit } from "#lib/site/words/visitor.ts";

/** A snapshot with what it takes to put it into a visitor's words. */
export type View = {
  visit: Visit;
  snapshot: Snapshot;
  t: Translate;
  f: Formats;
  sentence: Sentence;
  /** The one open incident where it is the only one, or without any the one running maintenance. */
  lead: PublicIncident | null;
  /** What services are called where they stand outside their tree, by id. */
  names: ReadonlyMap<number, string>;
  /** The days of the uptime bars, oldest first. */
  days: string[];
  /** How the services have a place in a document. */
  rows: Rows;
  /** The operator's texts that the document shows; none before `withTexts`. */
  texts: Texts;
};

/** The only incident or maintenance, unless the operator wants it below the services. */
function leadOf({ page, totals, incidents, maintenances }: Snapshot): PublicIncident | null {
  if (page.settings.current_incidents_position !== "above_services") return null;
  if (totals.incidents > 0) return totals.incidents === 1 ? (incidents[0] ?? null) : null;
  return totals.maintenances === 1 ? (maintenances[0] ?? null) : null;
}

export function viewOf(asked: Visit, snapshot: Snapshot): View {
  const { page, as_of } = snapshot;
  const visit = inLanguageOf(asked, page.settings);
  const t = translator(visit.locale);
  const f = formats(visit.locale, page.time_zone, page.settings, as_of);
  const days = lastDays(page.settings.uptime_graph_days, as_of, page.time_zone);
  const names = uniqueNames([...snapshot.by_id.values()], (service) =>
    localized(service, "name", visit),
  );
  return {
    visit,
    snapshot,
    t,
    f,
    days,
    names,
    lead: leadOf(snapshot),
    rows: rowsOf(snapshot.services, visit),
    texts: new Map(),
    sentence: sentenceOf(snapshot, { t, visit, list: f.list }),
  };
}

/** A view with the operator's texts, as many as fit; see `fitTexts`. */
export async function withTexts(view: View, said: readonly Said[], bytes: number): Promise<View> {
  return { ...view, texts: await fitTexts(said, bytes) };
}

const NAMES_LENGTH = 500;

/** The names of services, as they stand outside their tree; of many the first, and how many more. */
export function namesOf(ids: number[], { names, t }: View): string[] {
  const all = ids.flatMap((id) => names.get(id) ?? []);
  let length = 0;
  const cut = all.findIndex((name) => {
    length += name.length;
    return length > NAMES_LENGTH;
  });
  const count = all.length - cut;
  return cut < 0 ? all : [...all.slice(0, cut), t("public.sentence.more", { count })];
}
