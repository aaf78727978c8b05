import type { Db, Trx } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { countDelivery, type DeliveryOutcome } from "#lib/core/outbox/count-delivery.ts";
import { countMessages } from "#lib/core/outbox/usage.queries.ts";
import { type Context, withClaims } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  type Claimed,
  claimNotifications,
  enqueueBatch,
  type Outcome,
  writeOutcomes,
} from "#lib/notifications/ledger.queries.ts";
import { releaseArrived, setQuarantine } from "#lib/notifications/quarantine.queries.ts";
import { finishEvents } from "#lib/notifications/queries.ts";
import { type Batch, prepare } from "#lib/notifications/sending/batches.ts";
import { Health } from "#lib/notifications/sending/integration-health.ts";
import { outcomeOf, postponed } from "#lib/notifications/sending/outcomes.ts";
import type { Destination, Rates } from "#lib/notifications/sending/rates.ts";
import { RefusalRuns, Refusals } from "#lib/notifications/sending/refusals.ts";
import { Writer } from "#lib/notifications/sending/result-writer.ts";
import { batchSize } from "#lib/notifications/sending/routes.ts";
import { recordHealth } from "#lib/pages/integrations/queries.ts";
import { later, laterOf, now, wireNotBefore, wireNow } from "#lib/platform/clock.ts";
import type { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";
import { log } from "#lib/platform/log.ts";
import { isOfOne, tryAgain, type Verdict } from "#lib/platform/verdict.ts";

/** Shared by all senders of a process. */
export type Shared = {
  rates: Rates;
  refusals: RefusalRuns;
  everything: FairSemaphore;
  end: AbortSignal;
};

/**
 * Claim duration: no other worker sends these until it ends. Longer than a call and the wait before
 * it.
 */
const CLAIM_S = 90;
const BEGIN_WITHIN_MS = 30_000;
// Batches prepared ahead; channels with many hosts prepare more.
const AHEAD = { email: 1, others: 3 };
const LINE_PAUSE_MS = 2_000;
const LOOK_MS = 5_000;
const DELIVERIES: Partial<Record<Outcome["state"], DeliveryOutcome>> = {
  handed_over: "delivered",
  waiting: "retried",
  quarantined: "refused",
};

export class ChannelSender {
  readonly page: number;
  readonly channel: SubscriptionType;
  readonly #ctx: Context;
  readonly #shared: Shared;
  readonly #under_way = new Set<Promise<void>>();
  #count = 0;
  #isStopping = false;
  readonly #health: Health;
  #refusals = new Refusals(new RefusalRuns());
  #room = Promise.withResolvers<void>();
  #more = Promise.withResolvers<void>();

  constructor(ctx: Context, page: number, channel: SubscriptionType, shared: Shared) {
    this.#ctx = ctx;
    this.page = page;
    this.channel = channel;
    this.#shared = shared;
    this.#health = new Health((grant, id, noted) =>
      changeRecords(withClaims(ctx), grant, async (trx) => {
        await recordHealth(trx, grant, id, noted);
        return { result: undefined, audit: null, events: [] };
      }),
    );
  }

  stop(): void {
    this.#isStopping = true;
    this.#room.resolve();
  }

  /** Says that more may be due: calls that hang hold up none of it. */
  wake(): void {
    this.#more.resolve();
  }

  async work(due_at: string): Promise<void> {
    const grant = await authorizeJob(this.#ctx, this.page);
    if (!grant) return;
    const write = (all: readonly Outcome[]) =>
      changeRecords(withClaims(this.#ctx), grant, async (trx) => {
        await this.#write(trx, grant, all);
        return { result: undefined, audit: null, events: [] };
      });
    const writer = new Writer(write, this.#shared.end);
    this.#refusals = new Refusals(this.#shared.refusals);
    const timer = setInterval(() => writer.note(this.#refusals.overdue()), LOOK_MS);
    let isComplete = false;
    try {
      do {
        this.#more = Promise.withResolvers<void>();
        while (!this.#isStopping && (await this.#next(grant, writer, due_at)));
      } while (await this.#isWoken());
      isComplete = !this.#isStopping;
    } finally {
      await Promise.all(this.#under_way);
      clearInterval(timer);
      await writer.written();
      writer.note(this.#refusals.end({ isComplete }));
      await writer.written();
    }
    await changeRecords(this.#ctx, grant, async (trx) => {
      await finishEvents(trx, grant, wireNow());
      return { result: undefined, audit: null, events: [] };
    });
  }

  /** @returns false once no call is under way */
  async #isWoken(): Promise<boolean> {
    const ended = Promise.all(this.#under_way).then(() => false);
    const woken = await Promise.race([ended, this.#more.promise.then(() => true)]);
    return woken && !this.#isStopping;
  }

  get #kind(): "email" | "others" {
    return this.channel === "email" ? "email" : "others";
  }

  async #next(grant: PageGrant, writer: Writer<Outcome>, due_at: string): Promise<boolean> {
    const chunk = await batchSize(this.#ctx.db, grant, this.channel);
    while (this.#count >= chunk * AHEAD[this.#kind] && !this.#isStopping) await this.#room.promise;
    if (this.#isStopping) return false;
    // Outcomes that the database lacks would be claimed and sent again.
    await writer.waitForDatabase();
    const time = wireNow();
    const claim = { due_at: laterOf(due_at, time), now: time, until: later(time, CLAIM_S) };
    const begin_by = now().getTime() + BEGIN_WITHIN_MS;
    const { db } = this.#ctx;
    const rows = await claimNotifications(db, grant, { ...claim, channel: this.channel }, chunk);
    if (rows.length > 0) await this.#begin(db, grant, writer, rows, begin_by);
    return rows.length > 0;
  }

  async #begin(
    db: Db,
    grant: PageGrant,
    writer: Writer<Outcome>,
    rows: readonly Claimed[],
    begin_by: number,
  ): Promise<void> {
    const { batches, settled } = await prepare(db, grant, this.channel, rows);
    if (settled.length > 0) writer.note(settled);
    for (const batch of batches) {
      this.#count += batch.messages.length;
      const sending = this.#hand(grant, writer, batch, begin_by).finally(() => {
        this.#count -= batch.messages.length;
        this.#under_way.delete(sending);
        this.#room.resolve();
        this.#room = Promise.withResolvers<void>();
      });
      this.#under_way.add(sending);
    }
  }

  async #hand(
    grant: PageGrant,
    writer: Writer<Outcome>,
    batch: Batch,
    begin_by: number,
  ): Promise<void> {
    const client = `${grant.organization_id}`;
    const destination = this.#shared.rates.to(batch, client);
    const postpone = (at_ms: number, reason: string) => {
      this.#refusals.doubt(batch.destination);
      writer.note(batch.messages.map(({ row }) => postponed(row, wireNotBefore(at_ms), reason)));
    };
    const start = now().getTime();
    const { opens_at_ms } = destination;
    if (opens_at_ms > start) return postpone(opens_at_ms, "its destination is left alone");
    if (this.#kind === "others" && destination.isBusy)
      return postpone(start + LINE_PAUSE_MS, "its destination is busy");
    const leave = await destination.enter(batch.address ?? client);
    const leaveAll = await this.#shared.everything.enter(`${client} ${this.channel}`);
    try {
      const time = now().getTime();
      if (this.#isStopping || time > begin_by) return postpone(time, "its turn did not come");
      const { opens_at_ms: opens } = destination;
      if (opens > time) return postpone(opens, "its destination is left alone");
      const verdicts = await this.#call(batch, destination, writer);
      const { sender } = batch;
      if (sender) await this.#health.note(grant, sender.id, verdicts);
    } finally {
      leaveAll();
      leave();
    }
  }

  async #call(
    { channel, sender, messages, destination: name }: Batch,
    destination: Destination,
    writer: Writer<Outcome>,
  ): Promise<Verdict[]> {
    try {
      const options = { sender, signal: this.#shared.end };
      const call = this.#refusals.begin(name);
      const verdicts = await channel.send(messages, options);
      for (const verdict of new Set(verdicts)) destination.learn(verdict);
      if (!verdicts.every(isOfOne)) this.#refusals.doubt(name);
      const outcomes = messages.flatMap(({ row }, index) => {
        const verdict = verdicts[index];
        const { opens_at_ms } = destination;
        return verdict ? [outcomeOf(row, verdict, { opens_at_ms, random: Math.random() })] : [];
      });
      writer.note(this.#refusals.sort(outcomes, call));
      return verdicts;
    } catch (error) {
      this.#refusals.doubt(name);
      log().error({ err: error, channel: this.channel }, "messages could not be sent");
      const verdict = tryAgain("internal", { unsure: true });
      const how = { opens_at_ms: 0, random: Math.random() };
      writer.note(messages.map(({ row }) => outcomeOf(row, verdict, how)));
      return [];
    }
  }

  async #write(trx: Trx, grant: PageGrant, all: readonly Outcome[]): Promise<void> {
    const time = wireNow();
    const count = await writeOutcomes(trx, grant, all, time);
    for (const { state, uncounted } of all)
      if (!uncounted) countDelivery(this.channel, DELIVERIES[state] ?? "withdrawn");
    const { channel, page: status_page_id } = this;
    if (count > 0) await countMessages(trx, grant, { status_page_id, channel, at: time, count });
    const refused = all.filter(({ state, uncounted }) => state === "quarantined" && !uncounted);
    if (refused.length > 0) await setQuarantine(trx, grant, refused, time);
    const arrived = all.filter(({ state }) => state === "handed_over");
    if (arrived.length > 0) await releaseArrived(trx, grant, arrived, time);
    for (const due_at of new Set(all.flatMap(({ due_at }) => due_at ?? [])))
      await enqueueBatch(trx, status_page_id, channel, due_at);
  }
}
