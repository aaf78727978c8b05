import type { LockedAccount, LockedPage } from "#lib/core/transaction/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Refuses a record beyond the limit of its kind on a page, or of an account. The caller holds their
 * lock while counting, so that no two take the last place.
 * @param _locked proof of the lock
 * @param count how many there are, found under the lock
 * @throws {AppError} `invalid` on `base`
 */
export function assertBelowLimit(
  _locked: LockedPage | LockedAccount,
  count: number,
  max: number,
): void {
  if (count >= max) throw invalid({ base: [{ code: "too_many", values: { max } }] });
}

const MAX_TOGETHER = 3_800_000;

/**
 * Refuses a change after which the records of a kind, which are listed without pages, would no
 * longer fit into one answer.
 * @param _page proof of the lock
 * @param bytes what all of them have as JSON, counted under the lock, after the change
 * @throws {AppError} `invalid` on `base`
 */
export function assertFitsInResponse(_page: LockedPage, bytes: number): void {
  if (bytes > MAX_TOGETHER)
    throw invalid({ base: [{ code: "too_much_together", values: { max: MAX_TOGETHER } }] });
}

// Everybody's answers are made in one process: no record may be so large that a few of them could
// fill its memory.
const MAX_RECORD = 2_097_152;
const TO_END_IT = 131_072;

/**
 * Refuses a record that would have more bytes as JSON than one may, with the HTML of its texts.
 * @param has_ended what is over may have a little more: an incident that is full can still be
 *   resolved
 * @throws {AppError} `invalid` on `base`
 */
export function assertRecordSize(record: object, has_ended = false): void {
  const max = MAX_RECORD + (has_ended ? TO_END_IT : 0);
  if (Buffer.byteLength(JSON.stringify(record)) > max)
    throw invalid({ base: [{ code: "too_much_text", values: { max } }] });
}
