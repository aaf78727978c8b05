import { type Translate, translator } from "#lib/i18n/translator.ts";
import { type Formats, formats } from "#lib/public-page/format.ts";
import { type Sentence, sentenceOf } from "#lib/public-page/sentence.ts";
import type { Snapshot } from "#lib/public-page/snapshot.ts";
import type { Visit } from "#lib/public-page/visitor.ts";
import { lastDays } from "#lib/uptime/uptime.ts";

/** A snapshot with what it takes to put it into a visitor's words. */
export type View = {
  visit: Visit;
  snapshot: Snapshot;
  t: Translate;
  f: Formats;
  sentence: Sentence;
  /** The days of the uptime bars, oldest first. */
  days: string[];
};

export function viewOf(visit: Visit, snapshot: Snapshot): View {
  const { page, as_of } = snapshot;
  const t = translator(visit.locale);
  const f = formats(visit.locale, page.time_zone, page.settings, as_of);
  const days = lastDays(page.settings.uptime_graph_days, as_of, page.time_zone);
  return { visit, snapshot, t, f, days, sentence: sentenceOf(snapshot, t, visit.locale, f.list) };
}
