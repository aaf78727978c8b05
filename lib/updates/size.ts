import { invalid } from "#lib/errors.ts";

// Everybody's answers are made in one process: no record may be so large that a list or a page of such records could fill its memory.
const MAX_OF_RECORD = 1_048_576;

type Text = { description: string; translations: unknown };

/** @throws {AppError} `invalid` on `base` when the updates of a record have more text than one request may bring */
export function checkSize(updates: readonly Text[]): void {
  const size = updates.reduce((sum, { description, translations }) => sum + description.length + JSON.stringify(translations).length, 0);
  if (size > MAX_OF_RECORD) throw invalid({ base: [{ code: "too_much_text", values: { max: MAX_OF_RECORD } }] });
}
