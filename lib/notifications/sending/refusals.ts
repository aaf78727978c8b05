import type { Outcome } from "#lib/notifications/ledger/queries.ts";
import { waitingTogether } from "#lib/notifications/sending/outcomes.ts";

/** When so many recipients are refused alike, and none is accepted, the server is at fault. */
const MANY = 5;
// What is held back is claimed, and must be written before the claim ends.
const MOST_HELD = 50;

type Alike = { recipients: Set<number>; held: Outcome[] };

function isRefused({ state, uncounted, unwanted }: Outcome): boolean {
  return state === "quarantined" && !uncounted && !unwanted;
}

/** A refusal without what differs from one to the next: ids, times, host names with numbers. */
function wordsOf({ answer, reason }: Outcome): string {
  return (answer ?? reason ?? "").replaceAll(/\S*[\d…]\S*/g, "").trim();
}

/**
 * Holds refusals of addresses back until a mail is delivered or the lane ends: where a mail server
 * refuses many alike and accepts none, they wait instead of being quarantined.
 */
export class Refusals {
  readonly #known = new Map<string, Alike>();

  /** @returns what can be written now */
  sort(outcomes: readonly Outcome[]): Outcome[] {
    if (outcomes.some(({ state }) => state === "handed_over")) {
      const held = Array.from(this.#known.values(), (alike) => alike.held).flat();
      this.#known.clear();
      return [...held, ...outcomes];
    }
    return outcomes.flatMap((outcome) => (isRefused(outcome) ? this.#add(outcome) : [outcome]));
  }

  /** The events of those of which many are refused alike. */
  events(): number[] {
    const many = [...this.#known.values()].filter(({ recipients }) => recipients.size >= MANY);
    return [...new Set(many.flatMap(({ held }) => held.map(({ event_id }) => event_id)))];
  }

  /** @param accepted events of which mails were delivered to others @returns those held back */
  end(accepted: ReadonlySet<number>): Outcome[] {
    const all = [...this.#known.values()];
    this.#known.clear();
    return all.flatMap(({ recipients, held }) =>
      held.map((outcome) =>
        recipients.size < MANY || accepted.has(outcome.event_id)
          ? outcome
          : waitingTogether(outcome),
      ),
    );
  }

  #add(outcome: Outcome): Outcome[] {
    const words = wordsOf(outcome);
    const alike = this.#known.get(words) ?? { recipients: new Set(), held: [] };
    this.#known.set(words, alike);
    alike.held.push(outcome);
    alike.recipients.add(outcome.subscription_id);
    return alike.recipients.size < MOST_HELD ? [] : alike.held.splice(0).map(waitingTogether);
  }
}
