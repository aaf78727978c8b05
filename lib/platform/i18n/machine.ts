import { createHash } from "node:crypto";

/** `machine` marks the source text; the translation expires when that text changes. */
export type MachineMark = { machine?: string };

const MARK_LENGTH = 12;

export function machineMark(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);
}

type Translations = Record<string, object & MachineMark>;

export function withoutMachineTranslations<T>(translations: T): T {
  const all = Object.entries((translations ?? {}) as Translations);
  if (all.every(([, texts]) => texts.machine === undefined)) return translations;
  return Object.fromEntries(all.filter(([, texts]) => texts.machine === undefined)) as T;
}
