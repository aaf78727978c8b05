import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { hasUnwithdrawn, isFirstHeld, isHeld, withdrawHeld } from "#lib/core/events/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Proof that no event is needed: no one was notified of what is being undone. */
class TakenBack {
  readonly #subject: string;
  constructor(subject: string) {
    this.#subject = subject;
  }
  get subject(): string {
    return this.#subject;
  }
}
export type WithdrawnEvent = TakenBack;

/** Whether no one has been notified of an update yet, because it is still held. */
export async function isUpdateHeld(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  update_id: number,
): Promise<boolean> {
  return isHeld(trx, grant, subject, update_id, wireNow());
}

/** Whether no one has been notified of a record yet, because it is still held. */
export async function isRecordHeld(trx: Trx, grant: PageGrant, subject: string): Promise<boolean> {
  return isFirstHeld(trx, grant, subject, wireNow());
}

/**
 * Withdraws what is held of the posting of an update and of its edits since.
 * @returns undefined when listeners have to be told that the update is gone: it was not held, or
 *   something else happened to its record since
 */
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

/**
 * Withdraws whatever is held of a record.
 * @returns `proof`: undefined when listeners know of the record; `update_ids`: the updates of which
 *   they were not told
 */
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
