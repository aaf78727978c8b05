import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { NewEvent, newMessageId } from "#lib/core/events/event.ts";
import {
  hasUnwithdrawn,
  insertEvent,
  isFirstHeld,
  isHeld,
  lockHeldPayloads,
  setPayload,
  withdrawHeld,
} from "#lib/core/events/queries.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { later, laterOf, wireNow } from "#lib/platform/clock.ts";

class WrittenEvent {
  readonly #id: number;
  readonly #due_at: string;
  constructor({ id, due_at }: { id: number; due_at: string }) {
    this.#id = id;
    this.#due_at = due_at;
  }
  get id(): number {
    return this.#id;
  }
  get due_at(): string {
    return this.#due_at;
  }
}
export type RecordedEvent = WrittenEvent;

/** New, already recorded, or proof that no event is needed. */
export type EventDraft = NewEvent | RecordedEvent | WithdrawnEvent;

/** Held events of a record follow its corrections, so that subscribers never hear of the error. */
async function correctHeld(trx: Trx, grant: PageGrant, event: NewEvent): Promise<void> {
  for (const held of await lockHeldPayloads(trx, grant, event.subject, wireNow()))
    await setPayload(trx, grant, held.id, event.corrected(held.event, held.payload));
}

/** Records events early, so that a large change does not hold all of them in memory. */
export async function recordEvents(
  trx: Trx,
  grant: PageGrant,
  events: readonly NewEvent[],
): Promise<RecordedEvent[]> {
  const recorded: RecordedEvent[] = [];
  const now = wireNow();
  for (const happened of events) {
    const { name: event, subject, payload, about } = happened;
    if (about.corrects) await correctHeld(trx, grant, happened);
    const { hold_seconds = 0, update_id = null, not_before = now, notice } = about;
    const { news_update_ids = [], social_update_ids = [] } = about;
    const inserted_at = laterOf(now, not_before);
    // The present second has begun, so one more is added.
    const due_at = hold_seconds > 0 ? later(inserted_at, hold_seconds + 1) : inserted_at;
    const written = { event, subject, update_id, payload, inserted_at, due_at };
    const row = await insertEvent(trx, grant, {
      ...written,
      news_update_ids: news_update_ids.length > 0 || notice ? news_update_ids : null,
      social_update_ids: social_update_ids.length > 0 ? social_update_ids : null,
      notice: notice?.kind ?? null,
      notice_for: notice?.for_at ?? null,
      message_id: newMessageId(),
    });
    recorded.push(new WrittenEvent(row));
  }
  return recorded;
}

export async function record(
  trx: Trx,
  grant: PageGrant,
  told: readonly EventDraft[],
): Promise<RecordedEvent[]> {
  const fresh = told.filter((event) => event instanceof NewEvent);
  const written = told.filter((event) => event instanceof WrittenEvent);
  return [...written, ...(await recordEvents(trx, grant, fresh))];
}

/** One job per due time, however many listen. */
export async function enqueueDispatch(trx: Trx, recorded: readonly RecordedEvent[]): Promise<void> {
  const now = wireNow();
  const together = Map.groupBy(recorded, ({ due_at }) => (due_at > now ? due_at : undefined));
  await Promise.all(
    Array.from(together, ([run_at, events]) =>
      enqueue(trx, "dispatch-event", { event_ids: events.map(({ id }) => id) }, { run_at }),
    ),
  );
}

/** Proof that nobody was notified of what is being undone. */
class TakenBack {
  readonly #subject: string;
  constructor(subject: string) {
    this.#subject = subject;
  }
  get subject(): string {
    return this.#subject;
  }
}
type WithdrawnEvent = TakenBack;

export async function isUpdateHeld(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  update_id: number,
): Promise<boolean> {
  return isHeld(trx, grant, subject, update_id, wireNow());
}

export async function isRecordHeld(trx: Trx, grant: PageGrant, subject: string): Promise<boolean> {
  return isFirstHeld(trx, grant, subject, wireNow());
}

/** @returns undefined when listeners must hear that the update is gone */
export async function withdrawUpdate(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  update_id: number,
): Promise<WithdrawnEvent | undefined> {
  const [first] = await withdrawHeld(trx, grant, subject, wireNow(), update_id);
  if (!first || (await hasUnwithdrawn(trx, grant, subject, first.id, update_id))) return undefined;
  return new TakenBack(subject);
}

/** @returns `proof` unless listeners know the record; `update_ids` nobody has heard of */
export async function withdrawRecord(
  trx: Trx,
  grant: PageGrant,
  subject: string,
): Promise<{ proof: WithdrawnEvent | undefined; update_ids: number[] }> {
  const withdrawn = await withdrawHeld(trx, grant, subject, wireNow());
  const isUnknown = withdrawn.some(({ event }) => event.endsWith(".created"));
  const update_ids = withdrawn.flatMap(({ update_id }) => update_id ?? []);
  return { proof: isUnknown ? new TakenBack(subject) : undefined, update_ids };
}
