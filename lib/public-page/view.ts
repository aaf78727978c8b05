import { type Translate, translator } from "#lib/i18n/translator.ts";
import { type Formats, formats } from "#lib/public-page/format.ts";
import { localized } from "#lib/public-page/localized.ts";
import { type Sentence, sentenceOf } from "#lib/public-page/sentence.ts";
import type { Snapshot } from "#lib/public-page/snapshot.ts";
import type { Visit } from "#lib/public-page/visitor.ts";
import { tellingNames } from "#lib/services/names.ts";
import { lastDays } from "#lib/uptime/uptime.ts";

/** A snapshot with what it takes to put it into a visitor's words. */
export type View = {
  visit: Visit;
  snapshot: Snapshot;
  t: Translate;
  f: Formats;
  sentence: Sentence;
  /** What services are called where they stand outside their tree, by id. */
  names: ReadonlyMap<number, string>;
  /** The days of the uptime bars, oldest first. */
  days: string[];
};

export function viewOf(visit: Visit, snapshot: Snapshot): View {
  const { page, as_of } = snapshot;
  const t = translator(visit.locale);
  const f = formats(visit.locale, page.time_zone, page.settings, as_of);
  const days = lastDays(page.settings.uptime_graph_days, as_of, page.time_zone);
  const names = tellingNames([...snapshot.by_id.values()], (service) => localized(service, "name", visit.locale));
  return { visit, snapshot, t, f, days, names, sentence: sentenceOf(snapshot, { t, locale: visit.locale, list: f.list, names }) };
}

/** The names of services, as they stand outside their tree. */
export function namesOf(ids: number[], { names }: View): string[] {
  return ids.flatMap((id) => names.get(id) ?? []);
}
