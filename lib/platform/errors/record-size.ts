import { invalid } from "#lib/platform/errors/errors.ts";

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
export function checkRecordSize(record: object, has_ended = false): void {
  const max = MAX_RECORD + (has_ended ? TO_END_IT : 0);
  if (Buffer.byteLength(JSON.stringify(record)) > max)
    throw invalid({ base: [{ code: "too_much_text", values: { max } }] });
}
