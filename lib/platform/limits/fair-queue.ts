import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#lib/platform/log.ts";

export type FairQueueLimits = {
  /** Running at once: of all clients, one tenant, one client. */
  all: number;
  tenant: number;
  client: number;
  /** Waiting at once: of all clients, one tenant, one client. */
  all_waiting: number;
  tenant_waiting: number;
  client_waiting: number;
  wait_ms: number;
  /** Longer work stops counting: it waits for something other than the processor. */
  hold_ms: number;
  /** Longer work stops counting for its tenant; `hold_ms` unless it keeps a connection. */
  tenant_hold_ms?: number;
};

/** Maps keep the order of service: the last served comes last. */
type Tenant = { name: string; working: number; waiting: number; lanes: Map<string, Lane> };

type Lane = { client: string; tenant: Tenant; working: number; waiting: Ticket[] };

type Ticket = {
  lanes: Lane[];
  /** `held`: it counts for its tenant only. */
  state: "waiting" | "working" | "held" | "over";
  settle: (begins: boolean) => void;
  timer: NodeJS.Timeout;
};

export type Slot = {
  /** False: the wait ended without a slot. */
  acquired: true | Promise<boolean>;
  /** Another client wants the same work, which runs when the first of them may. */
  join(client: string, tenant?: string): void;
  /** Must be called in any case. */
  end(): void;
};

/** The shared tenant of all work whose tenant is unknown. */
export const UNKNOWN = "";

const REPORT_MS = 10_000;
export const TARPIT = { ms: 500, most: 2_000 };

/** A bounded queue that serves tenants round-robin, and the clients of each. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #name: string;
  readonly #tenants = new Map<string, Tenant>();
  #working = 0;
  #waiting = 0;
  #refused = 0;
  #held_back = 0;

  constructor(name: string, limits: FairQueueLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  refuses(client: string, tenant = client): boolean {
    if (!this.#isFull(client, tenant)) return false;
    this.#countRefusal();
    return true;
  }

  /** Delays a refusal so that clients that retry at once cannot keep us busy. */
  async delayRefusal(): Promise<void> {
    if (this.#held_back >= TARPIT.most) return;
    this.#held_back += 1;
    await sleep(TARPIT.ms);
    this.#held_back -= 1;
  }

  #isFull(client: string, tenant: string): boolean {
    const limits = this.#limits;
    const group = this.#tenants.get(tenant);
    const { working, waiting } = group?.lanes.get(client) ?? { working: 0, waiting: [] };
    const isFree = this.#working < limits.all && (group?.working ?? 0) < limits.tenant;
    if (isFree && working < limits.client) return false;
    const isTenantFull = (group?.waiting ?? 0) >= limits.tenant_waiting;
    return (
      this.#waiting >= limits.all_waiting || isTenantFull || waiting.length >= limits.client_waiting
    );
  }

  /** @returns null when the queue is full */
  take(client: string, tenant = client): Slot | null {
    if (this.refuses(client, tenant)) return null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => this.#end(ticket), this.#limits.wait_ms).unref();
    const ticket: Ticket = { lanes: [], state: "waiting", settle: resolve, timer };
    this.#waiting += 1;
    this.#enqueue(ticket, client, tenant);
    this.#serve();
    return {
      acquired: ticket.state === "waiting" ? promise : true,
      join: (another, its = another) => {
        const lane = this.#tenants.get(its)?.lanes.get(another);
        const isKnown = ticket.state !== "waiting" || (lane && ticket.lanes.includes(lane));
        if (!isKnown && !this.#isFull(another, its)) this.#enqueue(ticket, another, its);
        this.#serve();
      },
      end: () => this.#end(ticket),
    };
  }

  #enqueue(ticket: Ticket, client: string, name: string): void {
    const fresh = { name, working: 0, waiting: 0, lanes: new Map<string, Lane>() };
    const tenant = this.#tenants.get(name) ?? fresh;
    const lane = tenant.lanes.get(client) ?? { client, tenant, working: 0, waiting: [] };
    this.#tenants.set(name, tenant);
    tenant.lanes.set(client, lane);
    tenant.waiting += 1;
    lane.waiting.push(ticket);
    ticket.lanes.push(lane);
  }

  #next(): Lane | undefined {
    for (const { waiting, working, lanes } of this.#tenants.values()) {
      if (waiting === 0 || working >= this.#limits.tenant) continue;
      const lane = lanes
        .values()
        .find((one) => one.waiting.length > 0 && one.working < this.#limits.client);
      if (lane) return lane;
    }
    return undefined;
  }

  #serve(): void {
    while (this.#working < this.#limits.all) {
      const next = this.#next();
      const ticket = next?.waiting[0];
      if (!next || !ticket) return;
      this.#leaveQueues(ticket);
      this.#begin(ticket, next);
    }
  }

  #begin(ticket: Ticket, lane: Lane): void {
    const { tenant, client } = lane;
    this.#working += 1;
    lane.working += 1;
    tenant.working += 1;
    tenant.lanes.delete(client);
    tenant.lanes.set(client, lane);
    this.#tenants.delete(tenant.name);
    this.#tenants.set(tenant.name, tenant);
    ticket.lanes = [lane];
    ticket.state = "working";
    clearTimeout(ticket.timer);
    ticket.timer = setTimeout(() => this.#hold(ticket), this.#limits.hold_ms).unref();
    ticket.settle(true);
  }

  #leaveQueues(ticket: Ticket): void {
    this.#waiting -= 1;
    for (const lane of ticket.lanes) {
      lane.waiting.splice(lane.waiting.indexOf(ticket), 1);
      lane.tenant.waiting -= 1;
      this.#forget(lane);
    }
  }

  #forget(lane: Lane): void {
    const { client, tenant, working, waiting } = lane;
    const isIdle = working === 0 && waiting.length === 0;
    if (isIdle && tenant.lanes.get(client) === lane) tenant.lanes.delete(client);
    if (tenant.working === 0 && tenant.waiting === 0) this.#tenants.delete(tenant.name);
  }

  #hold(ticket: Ticket): void {
    const { hold_ms, tenant_hold_ms = hold_ms } = this.#limits;
    const [lane] = ticket.lanes;
    if (!lane || tenant_hold_ms <= hold_ms) {
      this.#end(ticket);
      return;
    }
    ticket.state = "held";
    ticket.timer = setTimeout(() => this.#end(ticket), tenant_hold_ms - hold_ms).unref();
    this.#working -= 1;
    lane.working -= 1;
    this.#serve();
  }

  #end(ticket: Ticket): void {
    const { state, lanes, timer } = ticket;
    ticket.state = "over";
    clearTimeout(timer);
    if (state === "waiting") this.#leaveQueues(ticket);
    const [lane] = lanes;
    if (lane && state === "working") {
      this.#working -= 1;
      lane.working -= 1;
    }
    if (lane && (state === "working" || state === "held")) {
      lane.tenant.working -= 1;
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
