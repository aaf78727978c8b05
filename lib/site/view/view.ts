import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { Restricted } from "#lib/core/access/restriction.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { everAffected, worstImpact } from "#lib/incidents/affected.ts";
import { isOver } from "#lib/incidents/state.ts";
import { lastDays } from "#lib/platform/clock.ts";
import {
  DEFAULT_LANG,
  type Locale,
  type Translate,
  translator,
} from "#lib/platform/i18n/translator.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import type { DeletedService } from "#lib/services/past-services.queries.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { readSnapshot, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import { fitTexts, type OperatorText, type Texts } from "#lib/site/view/texts.ts";
import { type Formats, formats } from "#lib/site/words/format.ts";
import { localized, type Reader } from "#lib/site/words/localized.ts";
import { type Sentence, sentenceOf } from "#lib/site/words/sentence.ts";
import { inLanguageOf, type Visit } from "#lib/site/words/visitor.ts";

export type View = {
  visit: Visit;
  snapshot: Snapshot;
  t: Translate;
  f: Formats;
  sentence: Sentence;
  /** The only open incident or, without any, the only running maintenance. */
  lead: PublicIncident | null;
  /** Unambiguous service names outside their tree, by id. */
  names: ReadonlyMap<number, string>;
  days: string[];
  rows: Rows;
  texts: Texts;
};

/** The only incident or maintenance, unless the operator lists it below the services. */
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
  const nameOf = (service: PublicService) => localized(service, "name", visit);
  const names = uniqueNames([...snapshot.by_id.values()], nameOf, t);
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

export async function withTexts(
  view: View,
  said: readonly OperatorText[],
  bytes: number,
): Promise<View> {
  return { ...view, texts: await fitTexts(said, bytes) };
}

const NAMES_LENGTH = 500;

/** Unambiguous service names; of many the first, and how many more. */
export function namesOf(ids: readonly number[], view: View): string[] {
  return firstOf(
    ids.flatMap((id) => view.names.get(id) ?? []),
    view,
  );
}

type Affecting = Pick<PublicIncident, "service_ids" | "impacts" | "deleted_services">;

/** As `namesOf`, of the services that an incident affects or, once deleted, affected. */
export function affectedNames(incident: Affecting, view: View): string[] {
  const names = everAffected(incident).flatMap((id) => view.names.get(id) ?? []);
  return firstOf([...names, ...deletedNames(incident.deleted_services, view)], view);
}

export function deletedNames(deleted: readonly DeletedService[], { visit }: View): string[] {
  return deleted.map((service) => localized(service, "name", visit));
}

function firstOf(all: readonly string[], { t }: View): string[] {
  let length = 0;
  const cut = all.findIndex((name) => {
    length += name.length;
    return length > NAMES_LENGTH;
  });
  const count = all.length - cut;
  return cut < 0 ? [...all] : [...all.slice(0, cut), t("public.sentence.more", { count })];
}

// A document may have a megabyte, beside the operator's own code. Cards of current incidents come
// first, then services; texts take the rest.
const DOCUMENT_BYTES = 930_000;
const CARDS_BYTES = 300_000;
const ROWS_BYTES = 600_000;
const LINES_BYTES = 450_000;

const CARD_BYTES = 700;
const CHIP_BYTES = 140;
const ROW_BYTES = 900;
const DAY_BYTES = 24;
const LINE_BYTES = 280;

const MAX_BARRED = 20;

export const MAX_CHIPS = 20;

export type Rows = {
  /** With bars and texts, or one line each. */
  are_full: boolean;
  /** Services with bars: all or, if they do not fit, the roots. */
  barred: ReadonlySet<number>;
  shown: ReadonlySet<number>;
  bytes: number;
};

function bytesOfHtml(text: string): number {
  return Buffer.byteLength(escapeHtml(text));
}

type Card = { title: string; translations: unknown; service_ids: number[] };

function bytesOfCard(card: Card, { visit, names }: View): number {
  const title = bytesOfHtml(localized(card, "title", visit));
  return card.service_ids
    .slice(0, MAX_CHIPS)
    .reduce(
      (sum, id) => sum + CHIP_BYTES + bytesOfHtml(names.get(id) ?? ""),
      CARD_BYTES + 2 * title,
    );
}

/** Drops cards that do not fit; totals still count them. */
export function withFittingCards(view: View): View {
  let room = CARDS_BYTES;
  const fitting = <C extends Card>(cards: readonly C[]): C[] => {
    const cut = cards.findIndex((card) => {
      room -= bytesOfCard(card, view);
      return room < 0;
    });
    return cut < 0 ? [...cards] : cards.slice(0, cut);
  };
  const { incidents, maintenances, notices, recent, upcoming_maintenances } = view.snapshot;
  const snapshot = {
    ...view.snapshot,
    incidents: fitting(incidents),
    maintenances: fitting(maintenances),
    notices: fitting(notices),
    recent: { ...recent, incidents: fitting(recent.incidents) },
    upcoming_maintenances: fitting(upcoming_maintenances),
  };
  return { ...view, snapshot };
}

/** Chooses how services are listed, by their size. */
export function rowsOf(roots: readonly PublicService[], reader: Reader): Rows {
  const services = roots.flatMap((root) => [root, ...descendants(root)]);
  const bytesOfName = (service: PublicService) => bytesOfHtml(localized(service, "name", reader));
  const full = services.reduce(
    (sum, service) => sum + ROW_BYTES + 2 * bytesOfName(service) + DAY_BYTES * service.days.length,
    0,
  );
  if (full <= ROWS_BYTES) {
    const all = new Set(services.map(({ id }) => id));
    return { are_full: true, barred: all, shown: all, bytes: full };
  }
  const shown = new Set<number>();
  let room = LINES_BYTES;
  for (const service of services) {
    room -= LINE_BYTES + bytesOfName(service);
    if (room < 0) break;
    shown.add(service.id);
  }
  const barred = new Set(roots.length > MAX_BARRED ? [] : roots.map(({ id }) => id));
  return { are_full: false, barred, shown, bytes: LINES_BYTES };
}

export function bytesForTexts(view: View): number {
  const { incidents, maintenances, notices, recent, upcoming_maintenances } = view.snapshot;
  const cards: Card[] = [
    ...[incidents, maintenances, notices, recent.incidents, upcoming_maintenances].flat(),
  ];
  const bytes = cards.reduce((sum, card) => sum + bytesOfCard(card, view), view.rows.bytes);
  return DOCUMENT_BYTES - bytes;
}

type Typed = { type: string; severity: Severity };

/** The type of an incident or, once it is over, its worst one. */
export function kindOf(incident: PublicIncident, { snapshot }: View): Typed {
  if (!isOver(incident, snapshot.as_of)) return incident;
  const { type, severity } = worstImpact(incident.impacts) ?? incident;
  return { type, severity: severity as Severity };
}

/** Whether an incident of services whose uptime is shown does not count in it. */
export function isUncounted(incident: PublicIncident, { snapshot }: View): boolean {
  const { affects_uptime, severity } = incident;
  if (affects_uptime || severity === "scheduled") return false;
  const services = everAffected(incident).map((id) => snapshot.by_id.get(id));
  return services.some((service) => service && service.uptime !== null);
}

export function typeName({ type, severity }: Typed, { snapshot, visit, t }: View): string {
  const own = snapshot.types.get(type);
  return own ? localized(own, "name", visit) : t(`public.type.${severity}`);
}

/** The type's name, or what became of the plan: "Called off", "Postponed". */
export function stateName(incident: PublicIncident, view: View): string {
  const { plan } = incident;
  return plan === null ? typeName(kindOf(incident, view), view) : view.t(`public.update.${plan}`);
}

/** Outages first, for visitors who come because of one. */
export function outagesFirst(incidents: readonly PublicIncident[]): PublicIncident[] {
  const { outages = [], others = [] } = Object.groupBy(incidents, ({ severity }) =>
    severity === "major" ? "outages" : "others",
  );
  return [...outages, ...others];
}

/**
 * The sentence that visitors of a page, or members of a restricted one, read now. `is_known`: the
 * page has services.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readSentence(
  ctx: Context,
  target: PageTarget,
  locale: Locale,
): Promise<Sentence & { is_known: boolean }> {
  const visitor: Context = { ...ctx, actor: { kind: "visitor" } };
  const grant = await authorize(visitor, "page.visit", target).catch((error) => {
    if (error instanceof Restricted) return authorize(ctx, "page.visit", target);
    throw error;
  });
  const snapshot = await readSnapshot(ctx.db, grant);
  const { subdomain } = target;
  const visit = { subdomain, base: "", locale, written: DEFAULT_LANG, chosen: null };
  return { ...viewOf(visit, snapshot).sentence, is_known: snapshot.by_id.size > 0 };
}
