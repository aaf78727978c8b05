import { LRUCache } from "lru-cache";
import type { Verdict } from "#lib/channels/channel.ts";
import { now } from "#lib/clock.ts";
import { SENDER_PAUSE_S } from "#lib/notifications/sending/outcomes.ts";
import { FairGate } from "#lib/outgoing/fair-gate.ts";
import { Pace } from "#lib/outgoing/pace.ts";

type Destination = { pace: Pace; gate: FairGate };

const MAX_KNOWN = 10_000;
const PLACES = { start: 8, most: 32 };

/** All destinations of this process: how fast each is sent to, and who is next. */
export class Paces {
  readonly #known = new LRUCache<string, Destination>({ max: MAX_KNOWN });

  of(name: string): Destination {
    const known = this.#known.get(name);
    if (known) return known;
    const pace = new Pace(PLACES);
    const gate = new FairGate(() => ({ all: pace.places, each: pace.places }));
    const destination = { pace, gate };
    this.#known.set(name, destination);
    return destination;
  }
}

/** Learns from an answer. */
export function learn(pace: Pace, verdict: Verdict): void {
  const now_ms = now().getTime();
  if (verdict.outcome === "try_again" && verdict.throttled)
    pace.throttled(now_ms, verdict.after_s * 1_000);
  else if (
    verdict.outcome === "try_again" &&
    (verdict.answer === null || /^5/.test(verdict.answer))
  )
    pace.failed(now_ms);
  else if (verdict.outcome === "never_again" && verdict.fault === "sender")
    pace.throttled(now_ms, SENDER_PAUSE_S * 1_000);
  else pace.answered();
}
