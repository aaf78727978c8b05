import { database, isDatabaseLost } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { isMoveError } from "#lib/core/moves/move.ts";
import { type Context, systemContext, withClaims } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { attemptDelivery, type Result } from "#lib/notifications/webhook-deliveries/attempt.ts";
import { enqueueDue } from "#lib/notifications/webhook-deliveries/delivery.ts";
import {
  claimDeliveries,
  type Due,
  type DueQuery,
  listDue,
  postponeDue,
} from "#lib/notifications/webhook-deliveries/due.queries.ts";
import {
  record,
  secondsAhead,
  untilWritten,
} from "#lib/notifications/webhook-deliveries/outcome.ts";
import type { DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import {
  DESTINATION,
  destinationOf,
  destinationShare,
  EVERYTHING,
  firstShare,
  sharesOf,
  slowSharesOf,
} from "#lib/notifications/webhook-deliveries/shares.ts";
import { listWebhookRows, type WebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { later, now, wireNotBefore, wireNow } from "#lib/platform/clock.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { retryAfter_s } from "#lib/platform/http/provider-calls.ts";
import { CircuitBreakers } from "#lib/platform/limits/adaptive-rate.ts";
import { PageQueue, type Share, ShareUsage, ShareWaitlist } from "#lib/platform/limits/shares.ts";
import { log } from "#lib/platform/log.ts";

// Longer than any attempt: a claim that expires belongs to a dead process.
const CLAIM_S = 60;
const STOP_MS = 5_000;
const RETRY_MS = 2_000;
/** After that an attempt without an answer takes no place of the page's other webhooks. */
const SLOW_MS = 1_000;

function isTaken({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

type Taken = { due: Due; shares: Share[]; release: () => void };
type Claimed = { delivery: DeliveryRow; webhook: WebhookRow };

/**
 * Starts due attempts within the limits. What exceeds them stays in the database, and is looked up
 * again when an attempt ends.
 */
export class Dispatcher {
  readonly #places = new ShareUsage();
  readonly #breakers = new CircuitBreakers();
  readonly #looks = new PageQueue((page, due_at) => this.#look(page, due_at));
  readonly #waiting = new ShareWaitlist(this.#places, (page) => this.look(page, wireNow()));
  readonly #attempts = new Set<Promise<void>>();
  readonly #left = new Set<number>();
  /** Destinations with an attempt that waits for its answer longer than usual. */
  readonly #slow = new Map<string, number>();
  #end = new AbortController();
  #isStopping = false;

  async look(page: number, due_at: string): Promise<void> {
    if (this.#isStopping) this.#left.add(page);
    else await this.#looks.enqueue(page, due_at);
  }

  async settled(): Promise<void> {
    for (;;) {
      const work = [...this.#looks.running(), ...this.#attempts];
      if (work.length === 0) return;
      await Promise.allSettled(work);
    }
  }

  /** Waits 5 s for attempts to end; other processes take over the rest. */
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
      // The other installation delivers them.
      if (isMoveError(error)) return false;
      if (isDatabaseLost(error)) setTimeout(() => this.look(page, due_at), RETRY_MS).unref();
      else log().error({ err: error, status_page_id: page }, "polling deliveries failed");
      return false;
    }
  }

  /** @returns whether more may be due */
  async #begin(page: number, due_at: string): Promise<boolean> {
    const opening = systemContext(database(), "deliver-webhooks");
    const grant = await authorizeJob(opening, page);
    if (!grant) return false;
    const ctx = withClaims(opening);
    const looked = { due_at, now: wireNow() };
    const per_webhook = DESTINATION.attempts;
    const due = await listDue(ctx.db, grant, { ...looked, per_webhook });
    const { true: held = [], false: free = [] } = Object.groupBy(due, (one) =>
      String(!one.on_demand && this.#stateOf(grant, one.url) === "open"),
    );
    // Receivers that took the last one go first, so that they do not wait for the others.
    const slowness = ({ url }: Due) => Number(this.#isSlow(grant, url));
    const taken = this.#take(
      grant,
      free.toSorted((a, b) => slowness(a) - slowness(b)),
    );
    // Another process may have capacity.
    if (this.#places.full([EVERYTHING])) await this.#leave([page]);
    const isWhole = await this.#claim(ctx, grant, taken, looked);
    if (held.length > 0) await this.#postpone(ctx, grant, held, looked);
    return held.length > 0 || !isWhole;
  }

  #stateOf(grant: PageGrant, url: string) {
    return this.#breakers.state(destinationOf(grant, url), now().getTime());
  }

  #isSlow(grant: PageGrant, url: string): boolean {
    const name = destinationOf(grant, url);
    return this.#breakers.hasFailed(name) || this.#slow.has(name);
  }

  async #postpone(
    ctx: Context,
    grant: PageGrant,
    held: readonly Due[],
    looked: DueQuery,
  ): Promise<void> {
    const urls = new Map(held.map(({ webhook_id, url }) => [webhook_id, url]));
    const times = Array.from(urls, ([webhook_id, url]) => {
      const opens_at = wireNotBefore(this.#breakers.opensAt(destinationOf(grant, url)));
      return { webhook_id, until: opens_at > looked.due_at ? opens_at : later(looked.due_at, 1) };
    });
    await changeRecords(ctx, grant, async (trx) => {
      for (const until of await postponeDue(trx, grant, times, looked))
        await enqueueDue(trx, grant.status_page_id, until);
      return { result: undefined, audit: null, events: [] };
    });
  }

  #take(grant: PageGrant, free: readonly Due[]): Taken[] {
    return free.flatMap((due) => {
      const isFirst = !this.#places.full([firstShare(grant, due.url)]);
      const shares = this.#isSlow(grant, due.url)
        ? slowSharesOf(grant, due.url)
        : sharesOf(grant, due.url, isFirst);
      const full = this.#places.full(shares, due.bytes);
      if (full) {
        this.#waiting.add(full, grant.status_page_id);
        return [];
      }
      return [{ due, shares, release: this.#places.take(shares, due.bytes) }];
    });
  }

  /** @returns whether no other process claimed one first */
  async #claim(
    ctx: Context,
    grant: PageGrant,
    taken: readonly Taken[],
    looked: DueQuery,
  ): Promise<boolean> {
    if (taken.length === 0) return true;
    const ids = taken.map(({ due }) => due.id);
    const until = secondsAhead(CLAIM_S);
    const [rows, all] = await Promise.all([
      claimDeliveries(ctx.db, grant, ids, { ...looked, until }),
      listWebhookRows(ctx.db, grant),
    ]).catch((error) => {
      for (const { release } of taken) release();
      throw error;
    });
    const claimed = new Map(rows.map((row) => [row.id, row]));
    const webhooks = new Map(all.map((row) => [row.id, row]));
    for (const one of taken) {
      const delivery = claimed.get(one.due.id);
      const webhook = webhooks.get(one.due.webhook_id);
      if (delivery && webhook) this.#start(ctx, grant, { delivery, webhook }, one);
      else one.release();
    }
    return claimed.size === taken.length;
  }

  #start(ctx: Context, grant: PageGrant, claimed: Claimed, taken: Taken): void {
    const { delivery } = claimed;
    const moved = setTimeout(() => this.#move(grant, taken), SLOW_MS);
    const attempt = this.#attempt(ctx, grant, claimed)
      .catch((error) =>
        log().error({ err: error, webhook_delivery_id: delivery.id }, "webhook delivery failed"),
      )
      .finally(() => {
        clearTimeout(moved);
        taken.release();
        this.#attempts.delete(attempt);
        void this.look(grant.status_page_id, wireNow());
        void this.#waiting.serve(taken.shares);
      });
    this.#attempts.add(attempt);
  }

  /** Gives the places of an attempt that gets no answer back to the page's other webhooks. */
  #move(grant: PageGrant, taken: Taken): void {
    const { url, bytes } = taken.due;
    const [, slow] = slowSharesOf(grant, url);
    const name = destinationOf(grant, url);
    if (!slow || this.#places.full([slow], bytes)) return;
    taken.release();
    const release = this.#places.take([EVERYTHING, slow, destinationShare(grant, url)], bytes);
    this.#slow.set(name, (this.#slow.get(name) ?? 0) + 1);
    taken.release = () => {
      release();
      const left = (this.#slow.get(name) ?? 1) - 1;
      if (left === 0) this.#slow.delete(name);
      else this.#slow.set(name, left);
    };
    void this.#waiting.serve(taken.shares);
    taken.shares = [...taken.shares, slow];
    void this.look(grant.status_page_id, wireNow());
  }

  async #attempt(ctx: Context, grant: PageGrant, { delivery, webhook }: Claimed): Promise<void> {
    // A disabled webhook receives requested deliveries only.
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

  #note(destination: string, { attempt, isOurs, retry_after }: Result): void {
    const at = now();
    const after_s = isTaken(attempt) ? 0 : retryAfter_s(retry_after, at);
    if (after_s > 0) this.#breakers.askedToWait(destination, at.getTime(), after_s * 1_000);
    else if (attempt.status !== null) this.#breakers.answered(destination, at.getTime());
    else if (!isOurs && attempt.error !== "internal" && attempt.error !== "address_refused")
      this.#breakers.gaveNoAnswer(destination, at.getTime());
  }

  /** Enqueues jobs a second from now, for any process. */
  async #leave(pages: readonly number[]): Promise<void> {
    if (pages.length === 0) return;
    const { db } = systemContext(database(), "deliver-webhooks");
    const at = secondsAhead(1);
    await db.transaction().execute(async (trx) => {
      for (const page of new Set(pages.toSorted((a, b) => a - b))) await enqueueDue(trx, page, at);
    });
  }
}
