import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { escapeHtml } from "#lib/site/words/escape.ts";
import { localized, type Reader } from "#lib/site/words/localized.ts";

// A document has a megabyte, beside the operator's own code: cards of what goes on, services, and,
// with what those leave, texts.
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

/** How many affected services are named. */
export const MAX_CHIPS = 20;

/** How the services of a document are shown. */
export type Rows = {
  /** With bars and text, or as a line each. */
  are_full: boolean;
  /** Those that have bars: all or, where there is no room, a few at the top. */
  barred: ReadonlySet<number>;
  /** Those that have a place. */
  shown: ReadonlySet<number>;
  /** What they have as HTML, at most. */
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

/** A view with as much of what goes on as fits; what is more is counted. */
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

/** How services, with what is below them, have a place in a document. */
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

/** What is left for the texts of a document. */
export function bytesForTexts(view: View): number {
  const { incidents, maintenances, notices, recent, upcoming_maintenances } = view.snapshot;
  const cards: Card[] = [
    ...[incidents, maintenances, notices, recent.incidents, upcoming_maintenances].flat(),
  ];
  const bytes = cards.reduce((sum, card) => sum + bytesOfCard(card, view), view.rows.bytes);
  return DOCUMENT_BYTES - bytes;
}
