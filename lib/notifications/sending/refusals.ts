import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import { waitingTogether } from "#lib/notifications/sending/outcomes.ts";
import { now } from "#lib/platform/clock.ts";

/** So many equal refusals, with none accepted, blame the server. */
const MANY = 5;
const MOST_HELD = 50;
// Held messages are claimed: together with the call, shorter than CLAIM_S.
const HOLD_MS = 10_000;

type Alike = { recipients: Set<number>; held: Outcome[]; since_ms: number };

/** Finds the events of which the server accepted other mails. */
type Accepted = (event_ids: readonly number[]) => Promise<readonly number[]>;

function isRefused({ state, uncounted, unwanted }: Outcome): boolean {
  return state === "quarantined" && !uncounted && !unwanted;
}

function wordsOf({ answer, reason }: Outcome): string {
  return (answer ?? reason ?? "").replaceAll(/\S*[\d…]\S*/g, "").trim();
}

/**
 * Holds refusals of addresses for a few seconds, until a mail is accepted or sending ends. If a
 * server refuses many alike and accepts none, they wait instead of being quarantined.
 */
export class Refusals {
  readonly #known = new Map<string, Alike>();
  readonly #accepted: Accepted;

  constructor(accepted: Accepted) {
    this.#accepted = accepted;
  }

  async sort(outcomes: readonly Outcome[]): Promise<Outcome[]> {
    if (outcomes.some(({ state }) => state === "handed_over")) {
      const held = Array.from(this.#known.values(), (alike) => alike.held).flat();
      this.#known.clear();
      return [...held, ...outcomes];
    }
    const others = outcomes.filter((outcome) => !isRefused(outcome));
    for (const outcome of outcomes.filter(isRefused)) this.#hold(outcome);
    return [...others, ...(await this.#settle(({ held }) => held.length >= MOST_HELD))];
  }

  overdue(): Promise<Outcome[]> {
    const by_ms = now().getTime() - HOLD_MS;
    return this.#settle(({ since_ms }) => since_ms <= by_ms);
  }

  async end(): Promise<Outcome[]> {
    const all = await this.#settle(() => true);
    this.#known.clear();
    return all;
  }

  async #settle(isDue: (alike: Alike) => boolean): Promise<Outcome[]> {
    const due = [...this.#known.values()].filter((alike) => alike.held.length > 0 && isDue(alike));
    const taken = due.map(({ recipients, held }) => ({
      isMany: recipients.size >= MANY,
      held: held.splice(0),
    }));
    const many = taken.flatMap(({ isMany, held }) => (isMany ? held : []));
    const events = [...new Set(many.map(({ event_id }) => event_id))];
    const accepted = new Set(events.length > 0 ? await this.#accepted(events) : []);
    const isDead = (isMany: boolean, { event_id }: Outcome) => !isMany || accepted.has(event_id);
    return taken.flatMap(({ isMany, held }) =>
      held.map((outcome) => (isDead(isMany, outcome) ? outcome : waitingTogether(outcome))),
    );
  }

  #hold(outcome: Outcome): void {
    const words = wordsOf(outcome);
    const alike = this.#known.get(words) ?? { recipients: new Set(), held: [], since_ms: 0 };
    this.#known.set(words, alike);
    if (alike.held.length === 0) alike.since_ms = now().getTime();
    alike.held.push(outcome);
    alike.recipients.add(outcome.subscription_id);
  }
}
