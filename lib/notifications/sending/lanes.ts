import { database, isDatabaseLost } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { orderBatch } from "#lib/notifications/order.ts";
import { Lane } from "#lib/notifications/sending/lane.ts";
import { wireAt } from "#lib/notifications/sending/outcomes.ts";
import { Paces } from "#lib/notifications/sending/paces.ts";
import { laterOf, wireNow } from "#lib/platform/clock.ts";
import { withTimeout } from "#lib/platform/errors/time-limit.ts";
import { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";
import { log } from "#lib/platform/log.ts";
import { closeRelays } from "#lib/platform/mail/relay.ts";

// Calls mostly wait for an answer: their cost is memory. An organization's that hang fill its share.
const LIMITS = { all: 1_024, each: 256 };
const STOP_MS = 5_000;
const RETRY_MS = 2_000;

type Running = { lane: Lane; due_at: string | null; done: Promise<void> };

/** All lanes of a process: each page sends by each channel at its own pace. */
export class Lanes {
  readonly #lanes = new Map<string, Running>();
  #paces = new Paces();
  #end = new AbortController();
  #isStopping = false;

  /** Begins soon what is due by a channel of a page at a wire time. */
  look(page: number, channel: SubscriptionType, due_at: string): void {
    const key = `${page} ${channel}`;
    const known = this.#lanes.get(key);
    if (known) known.due_at = laterOf(known.due_at ?? due_at, due_at);
    else this.#open(key, page, channel, due_at);
  }

  #open(key: string, page: number, channel: SubscriptionType, due_at: string): void {
    const ctx = systemContext(database(), "send-batch");
    const everything = this.#everything;
    const shared = { paces: this.#paces, everything, end: this.#end.signal };
    const lane = new Lane(ctx, page, channel, shared);
    const running: Running = { lane, due_at, done: Promise.resolve() };
    this.#lanes.set(key, running);
    running.done = this.#run(running).finally(() => this.#lanes.delete(key));
  }

  readonly #everything = new FairSemaphore(() => LIMITS);

  async #run(running: Running): Promise<void> {
    const { lane } = running;
    while (running.due_at !== null && !this.#isStopping) {
      const { due_at } = running;
      running.due_at = null;
      try {
        await lane.work(due_at);
      } catch (error) {
        if (isDatabaseLost(error))
          setTimeout(() => this.look(lane.page, lane.channel, due_at), RETRY_MS).unref();
        else {
          const { page: status_page_id, channel } = lane;
          log().error({ err: error, status_page_id, channel }, "cannot send notifications");
        }
      }
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0)
      await Promise.allSettled(Array.from(this.#lanes.values(), ({ done }) => done));
  }

  /** Lets calls end, for 5 s; what did not end is left to other processes. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const left = Array.from(this.#lanes.values(), ({ lane }) => lane);
    for (const lane of left) lane.stop();
    await withTimeout(STOP_MS, this.settled());
    this.#end.abort();
    await this.settled();
    closeRelays();
    await this.#leave(left).catch(() => {});
    this.#end = new AbortController();
    this.#paces = new Paces();
    this.#isStopping = false;
  }

  /** Orders looks a second from now, for whichever process does them. */
  async #leave(lanes: readonly Lane[]): Promise<void> {
    if (lanes.length === 0) return;
    const ctx = systemContext(database(), "send-batch");
    authorizeProgram(ctx);
    const at = laterOf(wireNow(), wireAt(Date.parse(`${wireNow()}Z`) + 1_000));
    await ctx.db.transaction().execute(async (trx) => {
      for (const { page, channel } of lanes) await orderBatch(trx, page, channel, at);
    });
  }
}
