import type { Translate } from "#lib/i18n/translator.ts";
import type { Severity } from "#lib/incidents/schema.ts";

/** The class that gives a state's colour and shape (public.css). */
export const STATE_CLASS = { none: "o", minor: "n", major: "j", scheduled: "p" } as const;

export function stateClass(severity: Severity | null): string {
  return STATE_CLASS[severity ?? "none"];
}

/** A state, told by word, shape and colour. */
export function StateWord({ severity, t }: { severity: Severity | null; t: Translate }) {
  return <em className={`k ${stateClass(severity)}`}>{t(`public.state.${severity ?? "none"}`)}</em>;
}

/** What kind of incident it is, told alike. */
export function TypeWord({ severity, t }: { severity: Severity; t: Translate }) {
  return <em className={`k ${stateClass(severity)}`}>{t(`public.type.${severity}`)}</em>;
}
