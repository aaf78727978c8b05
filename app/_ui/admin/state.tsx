import type { Severity } from "#lib/core/fields/severity.ts";
import type { Plan } from "#lib/incidents/schema.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { type Shape, STATE_COLORS, StateShape } from "./icons.tsx";

type Known = {
  severity: Severity;
  type_name: string | null;
  starts_at: string;
  ends_at: string | null;
  plan: Plan | null;
};

/** The state of an incident at a moment, as word and shape. */
function stateOf(
  { severity, type_name, ...times }: Known,
  now: string,
  t: Translate,
): { shape: Shape; word: string } {
  const phase = phaseAt(now, times);
  if (phase === "called_off" || phase === "postponed")
    return { shape: phase, word: t(`public.update.${phase}`) };
  if (phase === "closed")
    return {
      shape: "closed",
      word: t(severity === "scheduled" ? "admin.state.done" : "admin.state.closed"),
    };
  if (phase === "upcoming" && severity === "scheduled")
    return { shape: "scheduled", word: t("admin.state.upcoming") };
  return { shape: severity, word: type_name ?? t(`public.type.${severity}`) };
}

export function State({ incident, now, t }: { incident: Known; now: string; t: Translate }) {
  const { shape, word } = stateOf(incident, now, t);
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 align-middle font-medium ${STATE_COLORS[shape]}`}
    >
      <StateShape shape={shape} />
      <span className="truncate">{word}</span>
    </span>
  );
}
