import type { Severity } from "#lib/core/fields/severity.ts";
import { colorClass } from "#lib/pages/branding/theme.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { type PublicService, partOf } from "#lib/site/snapshot/tree.ts";
import { typeName, type View } from "#lib/site/view/view.ts";
import { marked } from "#lib/site/words/localized.ts";

/** The class that gives a state's colour and shape (public.css). */
export const STATE_CLASS = {
  none: "o",
  minor: "n",
  major: "j",
  scheduled: "p",
  unknown: "u",
} as const;

export function stateClass(severity: Severity | null): string {
  return STATE_CLASS[severity ?? "none"];
}

/** A state, told by word, shape and colour. */
function StateWord({ severity, t }: { severity: Severity | null; t: Translate }) {
  return <em className={`k ${stateClass(severity)}`}>{t(`public.state.${severity ?? "none"}`)}</em>;
}

/** The state of a service; of a parent whose children differ, how many of them are in it. */
export function ServiceState({ service, view: { t } }: { service: PublicService; view: View }) {
  const part = partOf(service);
  if (!part) return <StateWord severity={service.state?.severity ?? null} t={t} />;
  const { severity, ...counts } = part;
  return <em className={`k ${stateClass(severity)} h`}>{t(`page.part.${severity}`, counts)}</em>;
}

type Typed = { type: string; severity: Severity };

/**
 * The classes of an incident: the shape of its base severity, and the colour of its type where that
 * has one.
 */
export function typeClass({ type, severity }: Typed, { snapshot }: View): string {
  const own = snapshot.types.get(type);
  return own?.color ? `${stateClass(severity)} ${colorClass(own)}` : stateClass(severity);
}

export function TypeWord({ incident, view }: { incident: Typed; view: View }) {
  const own = view.snapshot.types.get(incident.type);
  return (
    <em className={`k ${typeClass(incident, view)}`} {...(own && marked(own, "name", view.visit))}>
      {typeName(incident, view)}
    </em>
  );
}
