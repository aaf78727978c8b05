import type { LockedAccount, LockedPage } from "#lib/core/transaction/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Counting under the lock keeps two callers from taking the last place.
 * @param _locked proof of the lock
 * @throws {AppError} `invalid` on `base`
 */
export function assertBelowLimit(
  _locked: LockedPage | LockedAccount,
  count: number,
  max: number,
): void {
  if (count >= max) throw invalid({ base: [{ code: "too_many", values: { max } }] });
}

/** Limits the parts of one record. @throws {AppError} `invalid` on `base` */
export function assertAtMost(count: number, max: number): void {
  if (count > max) throw invalid({ base: [{ code: "too_many", values: { max } }] });
}

const MAX_TOGETHER = 3_800_000;

/**
 * Records that are listed without paging must fit into one answer.
 * @param bytes all of them as JSON, after the change
 * @throws {AppError} `invalid` on `base`
 */
export function assertFitsInResponse(_page: LockedPage, bytes: number): void {
  if (bytes > MAX_TOGETHER)
    throw invalid({ base: [{ code: "too_much_together", values: { max: MAX_TOGETHER } }] });
}

// One process makes everybody's answers, so a few records must not fill its memory.
const MAX_RECORD = 2_097_152;
const TO_END_IT = 131_072;

/**
 * @param has_ended allows a little more, so that a full incident can still be resolved
 * @throws {AppError} `invalid` on `base`
 */
export function assertRecordSize(record: object, has_ended = false): void {
  const max = MAX_RECORD + (has_ended ? TO_END_IT : 0);
  if (Buffer.byteLength(JSON.stringify(record)) > max)
    throw invalid({ base: [{ code: "too_much_text", values: { max } }] });
}
