import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { attemptDelivery, type Result } from "#lib/notifications/webhook-deliveries/attempt.ts";
import {
  claimDeliveries,
  type Due,
  type Looked,
  listDue,
  postponeDue,
} from "#lib/notifications/webhook-deliveries/due.queries.ts";
import { orderLook } from "#lib/notifications/webhook-deliveries/order.ts";
import type { DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import {
  record,
  secondsAhead,
  untilWritten,
} from "#lib/notifications/webhook-deliveries/record.ts";
import {
  DESTINATION,
  destinationOf,
  EVERYTHING,
  sharesOf,
} from "#lib/notifications/webhook-deliveries/shares.ts";
import { getWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import { later, now, toWire, wireNow } from "#lib/platform/clock.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { CircuitBreakers } from "#lib/platform/limits/adaptive-rate.ts";
import { PageQueue, type Share, ShareUsage, ShareWaitlist } from "#lib/platform/limits/shares.ts";
import { log } from "#lib/platform/log.ts";

// Longer than an attempt can take: after that, the process that claimed it is gone.
const CLAIM_S = 60;
const STOP_MS = 5_000;
const RETRY_MS = 2_000;

type Taken = { due: Due; shares: Share[]; release: () => void };

/**
 * Makes the attempts that are due, as many at once as there is room for. What finds no room stays
 * as it is in the database, and is looked for again when something ends.
 */
export class Dispatcher {
  readonly #places = new ShareUsage();
  readonly #breakers = new CircuitBreakers();
  readonly #looks = new PageQueue((page, due_at) => this.#look(page, due_at));
  readonly #waiting = new ShareWaitlist(this.#places, (page) => this.look(page, wireNow()));
  readonly #attempts = new Set<Promise<void>>();
  readonly #left = new Set<number>();
  #end = new AbortController();
  #isStopping = false;

  /** Begins soon what is due on a page at a wire time. */
  async look(page: number, due_at: string): Promise<void> {
    if (this.#isStopping) this.#left.add(page);
    else await this.#looks.order(page, due_at);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    for (;;) {
      const work = [...this.#looks.running(), ...this.#attempts];
      if (work.length === 0) return;
      await Promise.allSettled(work);
    }
  }

  /** Lets attempts end, for 5 s; what did not end, or waits for room, is left to other processes. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const left = this.#looks.clear();
    await withTimeout(STOP_MS, this.settled());
    this.#end.abort();
    await this.settled();
    await this.#leave([...left, ...this.#left, ...this.#waiting.pages()]).catch(() => {});
    this.#end = new AbortController();
    this.#isStopping = false;
  }

  async #look(page: number, due_at: string): Promise<boolean> {
    try {
      return await this.#begin(page, due_at);
    } catch (error) {
      if (isDatabaseLost(error)) setTimeout(() => this.look(page, due_at), RETRY_MS).unref();
      else log().error({ err: error, status_page_id: page }, "cannot look for deliveries");
      return false;
    }
  }

  /** @returns whether there may be more to begin */
  async #begin(page: number, due_at: string): Promise<boolean> {
    const ctx = systemContext(database(), "deliver-webhooks");
    const grant = await authorizeJob(ctx, page);
    if (!grant) return false;
    const looked = { due_at, now: wireNow() };
    const per_webhook = DESTINATION.attempts;
    const due = await listDue(ctx.db, grant, { ...looked, per_webhook });
    const { true: held = [], false: free = [] } = Object.groupBy(due, (one) =>
      String(!one.on_demand && this.#stateOf(grant, one.url) === "open"),
    );
    if (held.length > 0) await this.#postpone(ctx, grant, held, looked);
    const taken = this.#take(grant, free);
    // Another process may have room.
    if (this.#places.full([EVERYTHING])) await this.#leave([page]);
    const isWhole = await this.#claim(ctx, grant, taken, looked);
    return held.length > 0 || !isWhole;
  }

  #stateOf(grant: PageGrant, url: string) {
    return this.#breakers.state(destinationOf(grant, url), now().getTime());
  }

  async #postpone(
    ctx: Context,
    grant: PageGrant,
    held: readonly Due[],
    looked: Looked,
  ): Promise<void> {
    const urls = new Map(held.map(({ webhook_id, url }) => [webhook_id, url]));
    for (const [webhook_id, url] of urls) {
      const opens_at_ms = this.#breakers.opensAt(destinationOf(grant, url));
      const opens_at = toWire(new Date(Math.ceil(opens_at_ms / 1_000) * 1_000));
      const until = opens_at > looked.due_at ? opens_at : later(looked.due_at, 1);
      await changeRecords(ctx, grant, async (trx) => {
        const count = await postponeDue(trx, grant, webhook_id, { ...looked, until });
        if (count > 0) await orderLook(trx, grant.status_page_id, until);
        return { result: undefined, audit: null, events: [] };
      });
    }
  }

  #take(grant: PageGrant, free: readonly Due[]): Taken[] {
    return free.flatMap((due) => {
      const shares = sharesOf(grant, due.url, this.#stateOf(grant, due.url) === "half_open");
      const full = this.#places.full(shares, due.bytes);
      if (full) {
        this.#waiting.add(full, grant.status_page_id);
        return [];
      }
      return [{ due, shares, release: this.#places.take(shares, due.bytes) }];
    });
  }

  /** @returns whether no other process claimed any of them first */
  async #claim(
    ctx: Context,
    grant: PageGrant,
    taken: readonly Taken[],
    looked: Looked,
  ): Promise<boolean> {
    if (taken.length === 0) return true;
    const ids = taken.map(({ due }) => due.id);
    const until = secondsAhead(CLAIM_S);
    const rows = await claimDeliveries(ctx.db, grant, ids, { ...looked, until }).catch((error) => {
      for (const { release } of taken) release();
      throw error;
    });
    const claimed = new Map(rows.map((row) => [row.id, row]));
    for (const one of taken) {
      const delivery = claimed.get(one.due.id);
      if (delivery) this.#start(ctx, grant, delivery, one);
      else one.release();
    }
    return claimed.size === taken.length;
  }

  #start(ctx: Context, grant: PageGrant, delivery: DeliveryRow, { shares, release }: Taken): void {
    const attempt = this.#attempt(ctx, grant, delivery)
      .catch((error) =>
        log().error({ err: error, webhook_delivery_id: delivery.id }, "webhook delivery failed"),
      )
      .finally(() => {
        release();
        this.#attempts.delete(attempt);
        void this.look(grant.status_page_id, wireNow());
        void this.#waiting.serve(shares);
      });
    this.#attempts.add(attempt);
  }

  async #attempt(ctx: Context, grant: PageGrant, delivery: DeliveryRow): Promise<void> {
    const webhook = await getWebhookRow(ctx.db, grant, delivery.webhook_id);
    // A disabled webhook gets nothing but what somebody asks to be sent.
    const isWanted = webhook.enabled || delivery.on_demand;
    const { signal } = this.#end;
    const result = isWanted ? await attemptDelivery(webhook, delivery, signal) : null;
    if (result) this.#note(destinationOf(grant, webhook.url), result);
    await untilWritten(delivery, signal, () =>
      changeRecords(ctx, grant, (trx) =>
        record(trx, grant, delivery, { result, isStopping: signal.aborted }),
      ),
    );
  }

  #note(destination: string, { attempt, isOurs }: Result): void {
    if (attempt.status !== null) this.#breakers.answered(destination);
    else if (!isOurs && attempt.error !== "internal" && attempt.error !== "address_refused")
      this.#breakers.gaveNoAnswer(destination, now().getTime());
  }

  /** Orders looks at pages a second from now, for whichever process does them. */
  async #leave(pages: readonly number[]): Promise<void> {
    if (pages.length === 0) return;
    const { db } = systemContext(database(), "deliver-webhooks");
    const at = secondsAhead(1);
    await db.transaction().execute(async (trx) => {
      for (const page of new Set(pages.toSorted((a, b) => a - b))) await orderLook(trx, page, at);
    });
  }
}
