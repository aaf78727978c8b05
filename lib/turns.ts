import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#lib/log.ts";

export type TurnLimits = {
  /** At work at once: of all clients, of one. */
  all: number;
  client: number;
  /** Waiting at once: of all clients, of one. */
  all_waiting: number;
  client_waiting: number;
  /** What waits longer is refused. */
  wait_ms: number;
  /** Longer work no longer counts: it waits for something other than the processor. */
  hold_ms: number;
};

/** A client's work under way, and what waits, oldest first. */
type Lane = { client: string; working: number; waiting: Ticket[] };

type Ticket = {
  lanes: Lane[];
  state: "waiting" | "working" | "over";
  /** Lets who waits go on: with the work, or without it. */
  settle: (begins: boolean) => void;
  timer: NodeJS.Timeout;
};

/** A place among the running work, or in the queue for it. */
export type Turn = {
  /** Whether the work may begin: at once, or when its turn comes; false where it never came. */
  begun: true | Promise<boolean>;
  /** Another client wants the same work: it is done when the first of them may. */
  also(client: string): void;
  /** The work is done or no longer wanted. Must be called in any case. */
  end(): void;
};

const REPORT_MS = 10_000;
/** How long a refusal is held back, and how many at once. */
export const HELD_BACK = { ms: 500, most: 2_000 };

/**
 * Work in turns: so much at once, clients served one after the other, however much each of them
 * asks for.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #name: string;
  /** Of clients that have something here; who was served last comes last. */
  readonly #lanes = new Map<string, Lane>();
  #working = 0;
  #waiting = 0;
  #refused = 0;
  #held_back = 0;

  /** @param name of the work, for the log */
  constructor(name: string, limits: TurnLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** Whether one more of this client's is refused, so that nothing need be done for it. */
  refuses(client: string): boolean {
    if (!this.#isFull(client)) return false;
    this.#countRefusal();
    return true;
  }

  /**
   * Ends a moment later, to be waited for before a refusal is told: who asks again at once would
   * have us refuse all the time.
   */
  async holdBack(): Promise<void> {
    if (this.#held_back >= HELD_BACK.most) return;
    this.#held_back += 1;
    await sleep(HELD_BACK.ms);
    this.#held_back -= 1;
  }

  #isFull(client: string): boolean {
    const { all, client: own, all_waiting, client_waiting } = this.#limits;
    const { working, waiting } = this.#lanes.get(client) ?? { working: 0, waiting: [] };
    if (this.#working < all && working < own) return false;
    return this.#waiting >= all_waiting || waiting.length >= client_waiting;
  }

  /** @returns null where too much waits already */
  take(client: string): Turn | null {
    if (this.refuses(client)) return null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => this.#end(ticket), this.#limits.wait_ms).unref();
    const ticket: Ticket = { lanes: [], state: "waiting", settle: resolve, timer };
    this.#waiting += 1;
    this.#enqueue(ticket, client);
    this.#serve();
    return {
      begun: ticket.state === "waiting" ? promise : true,
      also: (another) => {
        const lane = this.#lanes.get(another);
        const isKnown = ticket.state !== "waiting" || (lane && ticket.lanes.includes(lane));
        if (!isKnown && !this.#isFull(another)) this.#enqueue(ticket, another);
        this.#serve();
      },
      end: () => this.#end(ticket),
    };
  }

  #enqueue(ticket: Ticket, client: string): void {
    const lane = this.#lanes.get(client) ?? { client, working: 0, waiting: [] };
    this.#lanes.set(client, lane);
    lane.waiting.push(ticket);
    ticket.lanes.push(lane);
  }

  #serve(): void {
    while (this.#working < this.#limits.all) {
      const next = this.#lanes
        .values()
        .find(({ waiting, working }) => waiting.length > 0 && working < this.#limits.client);
      const ticket = next?.waiting[0];
      if (!next || !ticket) return;
      this.#leaveQueues(ticket);
      this.#begin(ticket, next);
    }
  }

  #begin(ticket: Ticket, lane: Lane): void {
    this.#working += 1;
    lane.working += 1;
    this.#lanes.delete(lane.client);
    this.#lanes.set(lane.client, lane);
    ticket.lanes = [lane];
    ticket.state = "working";
    clearTimeout(ticket.timer);
    ticket.timer = setTimeout(() => this.#end(ticket), this.#limits.hold_ms).unref();
    ticket.settle(true);
  }

  #leaveQueues(ticket: Ticket): void {
    this.#waiting -= 1;
    for (const lane of ticket.lanes) {
      lane.waiting.splice(lane.waiting.indexOf(ticket), 1);
      this.#forget(lane);
    }
  }

  #forget({ client, working, waiting }: Lane): void {
    if (working === 0 && waiting.length === 0) this.#lanes.delete(client);
  }

  #end(ticket: Ticket): void {
    const { state, lanes, timer } = ticket;
    ticket.state = "over";
    clearTimeout(timer);
    if (state === "waiting") this.#leaveQueues(ticket);
    const [lane] = lanes;
    if (state === "working" && lane) {
      this.#working -= 1;
      lane.working -= 1;
      this.#forget(lane);
    }
    ticket.settle(false);
    this.#serve();
  }

  #countRefusal(): void {
    this.#refused += 1;
    if (this.#refused > 1) return;
    setTimeout(() => {
      log().warn({ work: this.#name, refused: this.#refused }, "refused work: too much at once");
      this.#refused = 0;
    }, REPORT_MS).unref();
  }
}
