import { createHash } from "node:crypto";

/**
 * A translation by a machine stands among the operator's, with the mark of the text that it was
 * made from: once that text is another one, it counts no more.
 */
export type MachineMark = { machine?: string };

const MARK_LENGTH = 12;

/** The mark of a text. */
export function machineMark(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);
}

type Translations = Record<string, object & MachineMark>;

/** Translations without those that a machine made. */
export function withoutMachineTranslations<T>(translations: T): T {
  const all = Object.entries((translations ?? {}) as Translations);
  if (all.every(([, texts]) => texts.machine === undefined)) return translations;
  return Object.fromEntries(all.filter(([, texts]) => texts.machine === undefined)) as T;
}
