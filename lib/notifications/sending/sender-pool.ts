import { database, isDatabaseLost } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { isMoveError } from "#lib/core/moves/move.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { enqueueBatch } from "#lib/notifications/ledger.queries.ts";
import { ChannelSender } from "#lib/notifications/sending/channel-sender.ts";
import { Rates } from "#lib/notifications/sending/rates.ts";
import { RefusalRuns } from "#lib/notifications/sending/refusals.ts";
import { later, laterOf, wireNow } from "#lib/platform/clock.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";
import { log } from "#lib/platform/log.ts";
import { closeRelays } from "#lib/platform/mail/relay.ts";

// Calls mostly wait, so they cost memory. An organization's hanging calls fill only its own share.
const LIMITS = { all: 1_024, each: 256 };
const STOP_MS = 5_000;
const RETRY_MS = 2_000;

type Running = { sender: ChannelSender; due_at: string | null; done: Promise<void> };

/** All senders of a process: each page sends by each channel at its own rate. */
export class SenderPool {
  readonly #senders = new Map<string, Running>();
  readonly #everything = new FairSemaphore(() => LIMITS);
  #rates = new Rates();
  #refusals = new RefusalRuns();
  #end = new AbortController();
  #isStopping = false;

  look(page: number, channel: SubscriptionType, due_at: string): void {
    const key = `${page} ${channel}`;
    const known = this.#senders.get(key);
    if (known) {
      known.due_at = laterOf(known.due_at ?? due_at, due_at);
      known.sender.wake();
    } else this.#open(key, page, channel, due_at);
  }

  #open(key: string, page: number, channel: SubscriptionType, due_at: string): void {
    const ctx = systemContext(database(), "send-batch");
    const sender = new ChannelSender(ctx, page, channel, {
      rates: this.#rates,
      refusals: this.#refusals,
      everything: this.#everything,
      end: this.#end.signal,
    });
    const running: Running = { sender, due_at, done: Promise.resolve() };
    this.#senders.set(key, running);
    running.done = this.#run(running).finally(() => this.#senders.delete(key));
  }

  async #run(running: Running): Promise<void> {
    const { sender } = running;
    while (running.due_at !== null && !this.#isStopping) {
      const { due_at } = running;
      running.due_at = null;
      try {
        await sender.work(due_at);
      } catch (error) {
        if (isDatabaseLost(error))
          setTimeout(() => this.look(sender.page, sender.channel, due_at), RETRY_MS).unref();
        // The other installation sends them.
        else if (!isMoveError(error)) {
          const { page: status_page_id, channel } = sender;
          log().error({ err: error, status_page_id, channel }, "cannot send notifications");
        }
      }
    }
  }

  async settled(): Promise<void> {
    while (this.#senders.size > 0)
      await Promise.allSettled(Array.from(this.#senders.values(), ({ done }) => done));
  }

  /** Waits 5 s for calls to end; other processes take over the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const left = Array.from(this.#senders.values(), ({ sender }) => sender);
    for (const sender of left) sender.stop();
    await withTimeout(STOP_MS, this.settled());
    this.#end.abort();
    await this.settled();
    closeRelays();
    await this.#leave(left).catch(() => {});
    this.#end = new AbortController();
    this.#rates = new Rates();
    this.#refusals = new RefusalRuns();
    this.#isStopping = false;
  }

  /** Enqueues jobs a second from now, for any process. */
  async #leave(senders: readonly ChannelSender[]): Promise<void> {
    if (senders.length === 0) return;
    const ctx = systemContext(database(), "send-batch");
    authorizeProgram(ctx);
    const at = later(wireNow(), 1);
    await ctx.db.transaction().execute(async (trx) => {
      for (const { page, channel } of senders) await enqueueBatch(trx, page, channel, at);
    });
  }
}
